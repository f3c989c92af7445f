//! Undo, redo, branches, corrections.

use affray_kernel::fight::{Fight, Rejected};
use affray_kernel::tape::{Answers, Draw, People};
use affray_kernel::{Ask, CreatureId, System};

use crate::brawl::{Act, Brawl, Fact, Guard, State};
use crate::{ANN, BOB, ELF, ORC, asked, fight, first_turn, rolled, submit};

/// Virtual dice, everybody a person, up to the first turn of the round.
fn seeded(seed: u64) -> Fight<Brawl> {
    let mut fight = fight(seed);
    fight.settle(&mut People).expect("it goes on");
    for who in [ANN, BOB, ORC, ELF] {
        submit(&mut fight, who, Act::Guard(Guard::Low));
    }
    fight
}

fn undo(fight: &mut Fight<Brawl>) {
    fight.undo().expect("there is something to undo");
    fight.settle(&mut People).expect("it goes on");
}

fn redo(fight: &mut Fight<Brawl>) {
    fight.redo().expect("there is something to redo");
    fight.settle(&mut People).expect("it goes on");
}

/// A finished strike by ann at the orc, with the orc's answer in it.
fn answered() -> Fight<Brawl> {
    let mut fight = first_turn();
    submit(&mut fight, ANN, Act::Strike(ORC));
    rolled(&mut fight, &[15]);
    submit(&mut fight, ORC, Act::Pass);
    rolled(&mut fight, &[3, 4]);
    fight
}

#[test]
fn undo_takes_back_decision_by_decision() {
    let mut fight = answered();
    assert_eq!(fight.state().body(ORC).hp, 8);
    undo(&mut fight);
    assert_eq!(asked(&fight), [ORC], "its answer was the last decision");
    assert_eq!(fight.state().body(ORC).hp, 15);
    undo(&mut fight);
    assert!(fight.open().is_none());
    assert_eq!(asked(&fight), [ANN], "then the strike");
    undo(&mut fight);
    assert_eq!(
        asked(&fight),
        [ELF],
        "then the last of the guards, the round not having begun"
    );
    assert_eq!(fight.entries().len(), 0);
    assert_eq!(fight.open().map(|open| open.partial.len()), Some(3));
    undo(&mut fight);
    assert_eq!(asked(&fight), [ORC, ELF]);
    undo(&mut fight);
    undo(&mut fight);
    assert_eq!(asked(&fight), [ANN, BOB, ORC, ELF]);
    let shown = fight.open().cloned();
    assert_eq!(fight.undo(), Err(Rejected::Nothing("undo")));
    assert_eq!(
        fight.open(),
        shown.as_ref(),
        "nothing is lost by asking for too much"
    );
}

#[test]
fn redo_puts_everything_back_with_the_same_dice() {
    let mut fight = answered();
    let (state, entries) = (fight.state().clone(), fight.entries().to_vec());
    for _ in 0..3 {
        undo(&mut fight);
    }
    redo(&mut fight);
    assert_eq!(asked(&fight), [ANN]);
    redo(&mut fight);
    assert_eq!(asked(&fight), [ORC], "every undo has its redo");
    redo(&mut fight);
    assert_eq!(fight.state(), &state);
    assert_eq!(fight.entries(), entries);
    assert_eq!(fight.redo(), Err(Rejected::Nothing("redo")));
}

#[test]
fn automatic_steps_are_no_steps_of_undo() {
    let mut fight = seeded(5);
    while fight.open().is_none() {
        let who = asked(&fight)[0];
        submit(&mut fight, who, Act::Wait);
    }
    assert_eq!(asked(&fight).len(), 4, "the next round has begun to begin");
    let last = fight.entries().len();
    undo(&mut fight);
    assert_eq!(
        fight.entries().len(),
        last - 1,
        "the last wait is taken back with what came of it"
    );
    assert_eq!(asked(&fight).len(), 1);
}

#[test]
fn seeded_dice_are_the_same_after_undo_and_redo_and_after_doing_it_again() {
    let mut fight = seeded(42);
    let who = asked(&fight)[0];
    let enemy = if who == ANN { ORC } else { ANN };
    submit(&mut fight, who, Act::Frenzy(enemy));
    let entry = fight.entries().last().cloned();
    undo(&mut fight);
    redo(&mut fight);
    assert_eq!(fight.entries().last().cloned(), entry);
    undo(&mut fight);
    submit(&mut fight, who, Act::Frenzy(enemy));
    assert_eq!(fight.entries().last().cloned(), entry);
}

/// The same strike, parried instead.
fn parried(fight: &mut Fight<Brawl>) {
    submit(fight, ORC, Act::Parry);
    rolled(fight, &[6]);
}

/// Bob strikes at the elf and misses.
fn missed(fight: &mut Fight<Brawl>) {
    submit(fight, BOB, Act::Strike(ELF));
    rolled(fight, &[2]);
}

#[test]
fn another_decision_begins_a_branch() {
    let mut fight = answered();
    let answered = (fight.state().clone(), fight.entries().to_vec());
    undo(&mut fight);
    assert_eq!(fight.branches().len(), 1, "what was undone");
    submit(&mut fight, ORC, Act::Parry);
    assert_eq!(fight.redo(), Err(Rejected::Nothing("redo")));
    assert_eq!(fight.take_branch(0), Err(Rejected::InProgress));
    rolled(&mut fight, &[6]);
    assert_eq!(fight.state().body(ORC).hp, 15);
    assert_eq!(fight.redo(), Err(Rejected::Nothing("redo")));
    let parried = (fight.state().clone(), fight.entries().to_vec());
    assert_eq!(fight.branches().len(), 1);
    assert_eq!(fight.take_branch(1), Err(Rejected::Nothing("go back to")));
    for course in [&answered, &parried, &answered] {
        fight.take_branch(0).expect("the only one");
        assert_eq!(
            (fight.state(), fight.entries()),
            (&course.0, course.1.as_slice())
        );
        assert_eq!(fight.branches().len(), 1, "the other course");
        assert!(fight.undone().is_empty());
    }
}

/// Decides for one creature.
struct Only(CreatureId);

impl Answers<Brawl> for Only {
    fn answer(&mut self, state: &State, ask: &Ask<Brawl>) -> Option<Act> {
        (ask.who == self.0).then(|| Brawl::simple(state, ask))?
    }
}

/// A course was left, and now a bot has begun to strike.
fn begun_by_a_bot(fight: &mut Fight<Brawl>) {
    submit(fight, ANN, Act::Wait);
    undo(fight);
    fight.advance(&mut Only(ANN)).expect("it strikes");
    assert!(fight.open().is_some_and(|open| open.bot));
}

#[test]
fn no_branch_is_taken_while_dice_that_were_typed_would_be_lost() {
    let mut fight = first_turn();
    begun_by_a_bot(&mut fight);
    rolled(&mut fight, &[15]);
    let open = fight.open().cloned();
    assert_eq!(fight.take_branch(0), Err(Rejected::InProgress));
    assert_eq!(fight.open(), open.as_ref());
    rolled_out(&mut fight);
}

/// The act in progress comes to its end, and then one can go back.
fn rolled_out(fight: &mut Fight<Brawl>) {
    let target = asked(fight)[0];
    submit(fight, target, Act::Pass);
    rolled(fight, &[1, 1]);
    fight.take_branch(0).expect("nothing is in progress");
}

#[test]
fn every_end_stays_in_reach() {
    let mut fight = answered();
    let mut ends = vec![fight.entries().to_vec()];
    submit(&mut fight, BOB, Act::Wait);
    ends.push(fight.entries().to_vec());
    undo(&mut fight);
    missed(&mut fight);
    ends.push(fight.entries().to_vec());
    undo(&mut fight);
    undo(&mut fight);
    parried(&mut fight);
    ends.push(fight.entries().to_vec());
    undo(&mut fight);
    undo(&mut fight);
    submit(&mut fight, ANN, Act::Wait);
    ends.push(fight.entries().to_vec());
    let whole = |fight: &Fight<Brawl>, number: usize| {
        let branch = fight.branches()[number];
        let mut entries = fight.entries()[..branch.shared].to_vec();
        entries.extend(branch.entries().cloned());
        entries
    };
    let reached: Vec<_> = (0..fight.branches().len())
        .map(|number| whole(&fight, number))
        .collect();
    assert_eq!(
        reached,
        ends[1..4],
        "the first end is on the way to the second"
    );
    for end in [1, 2, 3, 4, 2, 1] {
        let number = (0..fight.branches().len()).find(|number| whole(&fight, *number) == ends[end]);
        fight
            .take_branch(number.expect("it is one of them"))
            .expect("it is there");
        assert_eq!(fight.entries(), ends[end]);
        assert_eq!(fight.branches().len(), 3);
    }
}

#[test]
fn doing_the_same_again_follows_the_branch() {
    let mut fight = first_turn();
    submit(&mut fight, ANN, Act::Wait);
    missed(&mut fight);
    let missing = fight.entries().to_vec();
    undo(&mut fight);
    submit(&mut fight, BOB, Act::Wait);
    undo(&mut fight);
    undo(&mut fight);
    submit(&mut fight, ANN, Act::Wait);
    assert_eq!(fight.undone().len(), 1, "bob's wait can still be redone");
    missed(&mut fight);
    assert_eq!(fight.entries(), missing);
    assert_eq!(
        fight.branches().len(),
        1,
        "bob's wait; the strike is no branch any more"
    );
}

#[test]
fn the_same_decision_keeps_the_old_course_in_reach_until_it_is_finished() {
    let mut fight = answered();
    let state = fight.state().clone();
    undo(&mut fight);
    submit(&mut fight, ORC, Act::Pass);
    redo(&mut fight);
    assert_eq!(fight.state(), &state);
}

#[test]
fn an_act_in_progress_can_be_withdrawn() {
    let mut fight = first_turn();
    submit(&mut fight, ANN, Act::Strike(ORC));
    fight.withdraw().expect("it is ann's");
    assert_eq!(asked(&fight), [ANN]);
    assert_eq!(fight.withdraw(), Err(Rejected::Nothing("withdraw")));
    let mut fight = crate::fight(1);
    fight.settle(&mut People).expect("it goes on");
    assert_eq!(
        fight.withdraw(),
        Err(Rejected::Nothing("withdraw")),
        "a round is nobody's to withdraw"
    );
}

#[test]
fn what_happens_by_itself_begins_anew_when_it_is_abandoned() {
    let mut fight = crate::fight(1);
    assert_eq!(fight.abandon(), Err(Rejected::Nothing("undo")));
    fight.settle(&mut People).expect("it goes on");
    let asked_first = asked(&fight);
    submit(&mut fight, ORC, Act::Guard(Guard::Low));
    let before = fight.open().cloned();
    fight.abandon().expect("a round is in progress");
    assert!(fight.open().is_none());
    fight.settle(&mut People).expect("it begins anew");
    assert_eq!(asked(&fight), asked_first);
    redo(&mut fight);
    assert_eq!(fight.open().cloned(), before);
}

#[test]
fn corrections_are_entries_that_can_be_undone() {
    let mut fight = first_turn();
    fight
        .correct("orc.hp 1", vec![Fact::SetHp(ORC, 1)])
        .expect("nothing is in progress");
    assert_eq!(fight.state().body(ORC).hp, 1);
    undo(&mut fight);
    assert_eq!(fight.state().body(ORC).hp, 15);
    redo(&mut fight);
    assert_eq!(fight.state().body(ORC).hp, 1);
}

#[test]
fn an_answer_in_progress_is_taken_back_without_the_dice_after_it() {
    let mut fight = first_turn();
    submit(&mut fight, ANN, Act::Strike(ORC));
    rolled(&mut fight, &[15]);
    submit(&mut fight, ORC, Act::Riposte);
    rolled(&mut fight, &[18]);
    undo(&mut fight);
    let draws = fight
        .open()
        .map(|open| open.draws.clone())
        .expect("in progress");
    assert!(matches!(draws.as_slice(), [Draw::Faces(_)]));
    assert_eq!(asked(&fight), [ORC]);
}

#[test]
fn a_long_fight_is_taken_back_to_what_it_was() {
    let mut fight = first_turn();
    let mut states = vec![fight.settled().clone()];
    let earlier = fight.entries().len();
    for hp in 1..1_100 {
        let facts = vec![Fact::SetHp(ORC, hp)];
        fight.correct("orc.hp", facts).expect("it fits");
        states.push(fight.settled().clone());
    }
    for (corrections, state) in states.iter().enumerate() {
        assert_eq!(fight.state_after(earlier + corrections), *state);
    }
    for corrections in (0..states.len() - 1).rev() {
        fight.undo().expect("there is something to undo");
        assert_eq!(*fight.settled(), states[corrections], "{corrections}");
    }
    for state in &states[1..] {
        fight.redo().expect("there is something to redo");
        assert_eq!(fight.settled(), state);
    }
    for _ in 0..700 {
        fight.undo().expect("there is something to undo");
    }
    let facts = vec![Fact::SetHp(ORC, 0)];
    fight.correct("orc.hp", facts).expect("it fits");
    for _ in 0..700 {
        let facts = vec![Fact::Hurt(ORC, 1)];
        fight.correct("orc.hp", facts).expect("it fits");
    }
    fight.undo().expect("there is something to undo");
    assert_eq!(fight.settled().body(ORC).hp, -699);
    assert_eq!(fight.settled().happened, states[399].happened + 701 - 1);
}

#[test]
fn of_answers_given_at_once_the_last_that_came_is_taken_back_first() {
    let mut fight = fight(7);
    fight.settle(&mut People).expect("it goes on");
    for who in [ELF, BOB, ORC, ANN] {
        submit(&mut fight, who, Act::Guard(Guard::Low));
    }
    assert_eq!(fight.last_answer(), Some(ANN));
    let whole = fight.entries().to_vec();
    for left in [vec![ANN], vec![ANN, ORC], vec![ANN, BOB, ORC]] {
        undo(&mut fight);
        assert_eq!(asked(&fight), left);
    }
    for _ in 0..3 {
        redo(&mut fight);
    }
    assert_eq!(fight.entries(), whole);
}
