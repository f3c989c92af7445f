//! Suspension and re-running, windows, sets of answers, limits.

use affray_kernel::dice::Faces;
use affray_kernel::fight::{Deed, DiceMode, Fight, Rejected, Standing};
use affray_kernel::story::Note;
use affray_kernel::tape::{Answers, Draw, Need, People, Simple, Stop, first_willing};
use affray_kernel::{Ask, CreatureId, System};

use crate::brawl::{Act, Brawl, Fact, Guard, State, Window};
use crate::{ANN, BOB, ELF, ORC, asked, fight, first_turn, rolled, rule_of, submit};

fn facts(notes: &[Note<Brawl>]) -> Vec<Fact> {
    notes
        .iter()
        .filter_map(|note| match note {
            Note::Fact(fact) => Some(fact.clone()),
            _ => None,
        })
        .collect()
}

#[test]
fn an_act_stops_for_dice_and_answers_and_goes_on_where_it_was() {
    let mut fight = first_turn();
    let before = fight.settled().clone();
    submit(&mut fight, ANN, Act::Strike(ORC));
    assert!(matches!(fight.standing(), Standing::Roll(roll) if roll.what == "attack"));
    rolled(&mut fight, &[15]);
    assert_eq!(asked(&fight), [ORC]);
    let open = fight.open().expect("in progress");
    assert_eq!(facts(&open.notes), [Fact::Struck(ANN, ORC, true)]);
    assert_eq!(fight.settled(), &before, "nothing is settled yet");
    submit(&mut fight, ORC, Act::Parry);
    assert!(matches!(fight.standing(), Standing::Roll(roll) if roll.what == "parry"));
    let shown = facts(&fight.open().expect("in progress").notes);
    rolled(&mut fight, &[3]);
    rolled(&mut fight, &[4, 5]);
    assert!(fight.open().is_none());
    let entry = fight.entries().last().expect("an entry");
    assert!(entry.facts.starts_with(&shown));
    assert_eq!(entry.facts[2], Fact::Hurt(ORC, 9));
    assert_eq!(fight.state().body(ORC).hp, 6);
    assert_eq!(asked(&fight), [BOB]);
}

#[test]
fn answers_nest_in_one_another() {
    let mut fight = first_turn();
    submit(&mut fight, ANN, Act::Strike(ORC));
    rolled(&mut fight, &[20]);
    submit(&mut fight, ORC, Act::Riposte);
    rolled(&mut fight, &[19]);
    assert_eq!(asked(&fight), [ANN], "the riposte can itself be answered");
    submit(&mut fight, ANN, Act::Riposte);
    rolled(&mut fight, &[1]);
    rolled(&mut fight, &[6, 6]);
    let entry = fight.entries().last().expect("an entry");
    assert_eq!(
        entry.facts,
        [
            Fact::Struck(ANN, ORC, true),
            Fact::Used(ORC),
            Fact::Struck(ORC, ANN, true),
            Fact::Used(ANN),
            Fact::Struck(ANN, ORC, false),
            Fact::Hurt(ANN, 12),
            Fact::Lost(ANN),
            Fact::Acted(ANN),
        ],
        "who falls to the riposte does no damage any more"
    );
}

#[test]
fn a_set_of_answers_is_complete_before_anything_comes_of_it() {
    let mut fight = fight(7);
    fight.settle(&mut People).expect("it goes on");
    assert_eq!(asked(&fight), [ANN, BOB, ORC, ELF]);
    submit(&mut fight, ORC, Act::Guard(Guard::Low));
    submit(&mut fight, ANN, Act::Guard(Guard::High));
    assert_eq!(asked(&fight), [BOB, ELF]);
    let open = fight.open().expect("in progress");
    assert_eq!(open.partial.len(), 2);
    assert!(open.notes.is_empty() && open.draws.is_empty());
    assert_eq!(&open.shown, fight.settled(), "nothing can be seen of it");
    let again = fight.submit(ORC, Act::Guard(Guard::High), &mut People);
    assert_eq!(again, Err(Rejected::NotAsked(ORC)));
    submit(&mut fight, BOB, Act::Guard(Guard::High));
    submit(&mut fight, ELF, Act::Guard(Guard::Low));
    let guards: Vec<Option<Guard>> = fight.state().bodies.iter().map(|body| body.guard).collect();
    let (high, low) = (Some(Guard::High), Some(Guard::Low));
    assert_eq!(guards, [high, high, low, low]);
}

/// Answers for some and leaves the others to people.
struct For(Vec<CreatureId>);

impl Answers<Brawl> for For {
    fn answer(&mut self, state: &State, ask: &Ask<Brawl>) -> Option<Act> {
        self.0
            .contains(&ask.who)
            .then(|| Brawl::simple(state, ask))
            .flatten()
    }
}

#[test]
fn in_a_set_only_those_are_asked_whose_answer_is_missing() {
    let mut bots = For(vec![ORC, ELF]);
    let mut fight = fight(7);
    fight.settle(&mut bots).expect("it goes on");
    assert_eq!(asked(&fight), [ANN, BOB]);
    fight
        .submit(BOB, Act::Guard(Guard::Low), &mut bots)
        .expect("legal");
    assert_eq!(asked(&fight), [ANN]);
    fight
        .submit(ANN, Act::Guard(Guard::Low), &mut bots)
        .expect("legal");
    let entry = &fight.entries()[0];
    let decided: Vec<bool> = entry.draws[..4].iter().map(Draw::decided).collect();
    assert_eq!(decided, [false, false, true, true], "people's come last");
}

#[test]
fn the_same_dice_fall_after_any_number_of_runs() {
    let play = |stops: bool| {
        let mut fight = fight(99);
        let mut bots = For(if stops {
            Vec::new()
        } else {
            vec![ANN, BOB, ORC, ELF]
        });
        for _ in 0..500 {
            fight.settle(&mut bots).expect("it goes on");
            if let Some(who) = asked(&fight).first() {
                let ask = fight.asks()[0].clone();
                let act = Brawl::simple(fight.state(), &ask).expect("it must");
                fight.submit(*who, act, &mut bots).expect("legal");
            }
        }
        let facts: Vec<Fact> = fight
            .entries()
            .iter()
            .flat_map(|entry| entry.facts.clone())
            .collect();
        (facts, matches!(fight.standing(), Standing::Over(_)))
    };
    let (in_one_go, over) = play(false);
    assert!(over && in_one_go.len() > 10);
    assert_eq!(play(true).0, in_one_go);
}

#[test]
fn friends_may_act_but_need_not() {
    let mut fight = first_turn();
    let Standing::Acts { must, may } = fight.standing() else {
        panic!("somebody is asked");
    };
    assert_eq!((must[0].who, may[0].who), (ANN, BOB));
    submit(&mut fight, BOB, Act::Cheer);
    assert_eq!(asked(&fight), [ANN]);
    assert!(fight.state().body(ANN).cheered);
    assert_eq!(fight.asks().len(), 1, "once is enough");
}

#[test]
fn a_bot_that_may_but_will_not_act_does_nothing() {
    let mut fight = first_turn();
    let entries = fight.entries().len();
    fight.settle(&mut For(vec![BOB])).expect("it goes on");
    assert_eq!(fight.entries().len(), entries);
}

#[test]
fn whoever_is_polled_is_asked_only_if_there_is_still_an_occasion() {
    let mut fight = first_turn();
    submit(&mut fight, ANN, Act::Wait);
    submit(&mut fight, BOB, Act::Wait);
    submit(&mut fight, ORC, Act::Yell);
    assert_eq!(asked(&fight), [ANN]);
    submit(&mut fight, ANN, Act::Pass);
    assert_eq!(asked(&fight), [BOB]);
    submit(&mut fight, BOB, Act::Flee);
    assert_eq!(asked(&fight), [ELF]);
    submit(&mut fight, ELF, Act::Yell);
    assert!(
        matches!(fight.open().map(|open| &open.need), Some(Need::Acts(asks)) if asks.len() == 3),
        "ann is not asked, since bob has fled already: the next thing is the new round"
    );
}

#[test]
fn where_there_is_one_answer_only_nobody_is_asked() {
    let mut fight = first_turn();
    submit(&mut fight, ANN, Act::Yell);
    assert_eq!(asked(&fight), [ELF], "the brave orc cannot flee");
    let draws = &fight.open().expect("in progress").draws;
    assert_eq!(draws, &[Draw::Given(ORC, Act::Pass)]);
}

#[test]
fn what_is_thrown_in_one_moment_is_thrown_before_any_of_its_effects() {
    let mut fight = first_turn();
    submit(&mut fight, ANN, Act::Sweep);
    rolled(&mut fight, &[18]);
    rolled(&mut fight, &[6]);
    let open = fight.open().expect("in progress");
    assert!(
        facts(&open.notes).is_empty(),
        "the orc has been hit, but the elf's blow is still in the air"
    );
    rolled(&mut fight, &[19]);
    rolled(&mut fight, &[5]);
    let entry = fight.entries().last().expect("an entry");
    assert_eq!(
        entry.facts[..4],
        [
            Fact::Struck(ANN, ORC, true),
            Fact::Hurt(ORC, 6),
            Fact::Struck(ANN, ELF, true),
            Fact::Hurt(ELF, 5),
        ]
    );
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut fight = first_turn();
    let (state, entries) = (fight.state().clone(), fight.entries().len());
    let refused = |fight: &mut Fight<Brawl>, who, act| {
        rule_of(fight.submit(who, act, &mut People).expect_err("refused"))
    };
    assert_eq!(refused(&mut fight, ANN, Act::Strike(BOB)), "brawl/strike");
    assert_eq!(refused(&mut fight, ANN, Act::Parry), "brawl/strike");
    assert_eq!(refused(&mut fight, BOB, Act::Wait), "brawl/cheer");
    assert_eq!(
        refused(&mut fight, ORC, Act::Wait),
        "it is not CreatureId(2)'s moment to act"
    );
    assert_eq!((fight.state(), fight.entries().len()), (&state, entries));
    submit(&mut fight, ANN, Act::Strike(ORC));
    assert_eq!(
        refused(&mut fight, ORC, Act::Parry),
        "an act in progress waits for dice first"
    );
    let wrong = fight.rolled(Faces::one(21), &mut People);
    assert_eq!(wrong, Err(Rejected::WrongFaces("d20".to_owned())));
    rolled(&mut fight, &[20]);
    assert_eq!(refused(&mut fight, ORC, Act::Flee), "brawl/strike");
    let early = fight.rolled(Faces::one(1), &mut People);
    assert_eq!(early, Err(Rejected::Waiting("an answer")));
}

#[test]
fn acts_without_end_run_into_limits_and_leave_the_fight_as_it_was() {
    let mut fight = fight(3);
    let mut bots = For(vec![ORC, ELF]);
    fight.settle(&mut bots).expect("it goes on");
    for who in [ANN, BOB] {
        fight
            .submit(who, Act::Guard(Guard::High), &mut bots)
            .expect("legal");
    }
    fight.settle(&mut bots).expect("it goes on");
    let who = asked(&fight)[0];
    let (state, entries) = (fight.state().clone(), fight.entries().len());
    for act in [Act::Endless, Act::Deeper] {
        let fault = fight.submit(who, act, &mut bots);
        assert_eq!(fault, Err(Rejected::Fault(Stop::Cap)));
        assert_eq!((fight.state(), fight.entries().len()), (&state, entries));
        assert!(fight.open().is_none());
    }
    fight
        .submit(who, Act::Wait, &mut bots)
        .expect("it goes on all the same");
}

#[test]
fn bots_alone_come_to_an_end() {
    let mut fight = fight(11);
    fight.settle(&mut Simple).expect("it goes on");
    assert!(matches!(fight.standing(), Standing::Over(Some(_))));
    assert_eq!(
        fight.submit(ANN, Act::Wait, &mut People),
        Err(Rejected::Over)
    );
    assert_eq!(
        fight.undo(),
        Err(Rejected::Nothing("undo")),
        "no person has decided anything"
    );
}

#[test]
fn virtual_dice_may_take_over_from_real_ones() {
    let mut fight = first_turn();
    submit(&mut fight, ANN, Act::Frenzy(ELF));
    rolled(&mut fight, &[6, 6, 1]);
    assert_eq!(fight.state().body(ELF).hp, 7 - 13);
    submit(&mut fight, BOB, Act::Strike(ORC));
    assert!(matches!(fight.standing(), Standing::Roll(_)));
    fight.set_dice(DiceMode::Virtual);
    fight.settle(&mut For(vec![ORC])).expect("it goes on");
    let strike = Deed::Act(BOB, Act::Strike(ORC));
    assert!(fight.entries().iter().any(|entry| entry.deed == strike));
}

#[test]
fn one_may_throw_real_dice_where_the_others_do_not() {
    let mut fight = first_turn();
    fight.set_dice(DiceMode::Virtual);
    fight.set_dice_of(ANN, Some(DiceMode::Real));
    submit(&mut fight, ANN, Act::Frenzy(ELF));
    let Standing::Roll(roll) = fight.standing() else {
        panic!("her own dice are awaited");
    };
    assert_eq!(roll.by, Some(ANN));
    rolled(&mut fight, &[6, 6, 1]);
    assert_eq!(fight.state().body(ELF).hp, 7 - 13);
    submit(&mut fight, BOB, Act::Strike(ORC));
    assert!(!matches!(fight.standing(), Standing::Roll(_)));
}

#[test]
fn the_ask_says_in_which_window() {
    let mut fight = first_turn();
    submit(&mut fight, ANN, Act::Strike(ELF));
    rolled(&mut fight, &[12]);
    assert_eq!(fight.asks(), [Ask::open(ELF, Window::Struck { by: ANN })]);
    let question = Brawl::question(fight.state(), &fight.asks()[0]);
    assert_eq!(question, "ann strikes you: parry?");
}

/// Answers of the one whose turn it is, and of a friend.
struct Two(Option<Act>, Option<Act>);

impl Answers<Brawl> for Two {
    fn answer(&mut self, _: &State, ask: &Ask<Brawl>) -> Option<Act> {
        match ask.window {
            Window::Turn => self.0.clone(),
            _ => self.1.clone(),
        }
    }
}

#[test]
fn the_first_who_is_willing_acts_by_what_is_allowed() {
    let fight = first_turn();
    let state = fight.settled();
    let (must, may) = (
        Ask::open(ANN, Window::Turn),
        [Ask::open(BOB, Window::Cheer)],
    );
    let acts = |own, friends| first_willing(state, &must, &may, &mut Two(own, friends));
    let strike = || Some(Act::Strike(ORC));
    assert_eq!(
        acts(strike(), Some(Act::Cheer)),
        Some((ANN, Act::Strike(ORC)))
    );
    assert_eq!(acts(None, Some(Act::Cheer)), Some((BOB, Act::Cheer)));
    // Nobody strikes a friend; whoever only may act is silent by doing nothing, and does not strike in a moment to cheer.
    let wrong = Some(Act::Strike(BOB));
    assert_eq!(acts(wrong, Some(Act::Cheer)), Some((BOB, Act::Cheer)));
    assert_eq!(acts(None, Some(Act::Pass)), None);
    assert_eq!(acts(None, strike()), None);
    assert_eq!(acts(Some(Act::Wait), None), Some((ANN, Act::Wait)));
}
