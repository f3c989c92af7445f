//! The game master's word in the middle of an act.

use affray_kernel::fight::{Deed, DiceMode, Fight, Rejected, Unfit};
use affray_kernel::journal;
use affray_kernel::tape::People;

use crate::brawl::{Act, Brawl, Fact, Guard};
use crate::{ANN, BOB, ELF, ORC, asked, fight, first_turn, rolled, submit};

fn set_hp(who: affray_kernel::CreatureId, hp: i16) -> Vec<Fact> {
    vec![Fact::SetHp(who, hp)]
}

/// Ann has struck the orc, who is asked how it takes it.
fn struck() -> Fight<Brawl> {
    let mut fight = first_turn();
    submit(&mut fight, ANN, Act::Strike(ORC));
    rolled(&mut fight, &[15]);
    assert_eq!(asked(&fight), [ORC]);
    fight
}

/// Every entry follows from the rules.
fn assert_verified(fight: &Fight<Brawl>) {
    let mut state = fight.start().clone();
    for entry in fight.entries() {
        Fight::<Brawl>::verify(entry, &mut state).expect("by the rules");
    }
    assert_eq!(&state, fight.settled());
}

#[test]
fn the_act_goes_on_with_the_dice_that_it_has() {
    let mut fight = struck();
    let draws = fight.open().map(|open| open.draws.clone());
    fight
        .correct("orc.hp 12", set_hp(ORC, 12))
        .expect("it fits");
    assert_eq!(fight.entries().len(), 2, "the round and the correction");
    assert_eq!(asked(&fight), [ORC]);
    assert_eq!(fight.open().map(|open| open.draws.clone()), draws);
    assert_eq!(fight.state().body(ORC).hp, 12);
    submit(&mut fight, ORC, Act::Pass);
    rolled(&mut fight, &[3, 4]);
    assert_eq!(fight.state().body(ORC).hp, 5, "twelve less seven");
    assert_verified(&fight);
}

#[test]
fn what_the_act_has_done_already_is_done_on_what_was_set() {
    let mut fight = struck();
    submit(&mut fight, ORC, Act::Riposte);
    rolled(&mut fight, &[18]);
    let hurt = fight.state().body(ANN).hp;
    assert_eq!(hurt, 12, "no damage is rolled yet");
    fight.correct("ann.hp 4", set_hp(ANN, 4)).expect("it fits");
    assert_eq!(fight.state().body(ANN).hp, 4);
    assert_verified(&fight);
}

#[test]
fn it_is_taken_back_before_what_was_decided_earlier() {
    let mut fight = struck();
    let before = fight.open().cloned();
    fight
        .correct("orc.hp 12", set_hp(ORC, 12))
        .expect("it fits");
    fight.correct("ann.hp 5", set_hp(ANN, 5)).expect("it fits");
    let after = fight.open().cloned();
    fight.undo().expect("the second correction");
    assert_eq!(
        (fight.state().body(ORC).hp, fight.state().body(ANN).hp),
        (12, 12)
    );
    fight.undo().expect("the first correction");
    assert_eq!(fight.open(), before.as_ref());
    fight.redo().expect("the first again");
    fight.redo().expect("the second again");
    assert_eq!(fight.open(), after.as_ref());
    fight.undo().expect("the second");
    fight.undo().expect("the first");
    fight.undo().expect("the act");
    assert_eq!(asked(&fight), [ANN]);
}

#[test]
fn answers_that_came_later_are_taken_back_first() {
    let mut fight = struck();
    fight
        .correct("orc.hp 12", set_hp(ORC, 12))
        .expect("it fits");
    submit(&mut fight, ORC, Act::Riposte);
    fight.undo().expect("the answer");
    assert_eq!((asked(&fight), fight.state().body(ORC).hp), (vec![ORC], 12));
    fight.undo().expect("the correction");
    assert_eq!((asked(&fight), fight.state().body(ORC).hp), (vec![ORC], 15));
}

#[test]
fn answers_to_a_set_stay_given() {
    let mut fight = fight(4);
    fight.settle(&mut People).expect("it goes on");
    for who in [ORC, ANN] {
        submit(&mut fight, who, Act::Guard(Guard::Low));
    }
    fight.correct("elf.hp 3", set_hp(ELF, 3)).expect("it fits");
    assert_eq!(asked(&fight), [BOB, ELF]);
    assert_eq!(fight.open().map(|open| open.partial.len()), Some(2));
    assert_verified(&fight);
}

#[test]
fn an_act_that_cannot_be_any_more_is_in_the_way_until_it_is_withdrawn() {
    let mut fight = struck();
    let (open, entries) = (fight.open().cloned(), fight.entries().to_vec());
    let gone = fight.correct("orc.hp 0", set_hp(ORC, 0));
    assert!(
        matches!(gone, Err(Rejected::Unfit(Unfit::Forbidden(_)))),
        "{gone:?}"
    );
    let fallen = fight.correct("ann.hp 0", set_hp(ANN, 0));
    assert_eq!(fallen, Err(Rejected::Unfit(Unfit::NotItsMoment(Some(ANN)))));
    assert_eq!(
        (fight.open().cloned(), fight.entries()),
        (open, entries.as_slice())
    );
    fight
        .correct_instead("orc.hp 0", set_hp(ORC, 0))
        .expect("nothing is in the way");
    assert!(fight.open().is_none());
    assert!(matches!(
        fight.entries().last().map(|entry| &entry.deed),
        Some(Deed::Correction(_))
    ));
    assert_verified(&fight);
}

#[test]
fn answers_that_nobody_is_asked_for_any_more_are_in_the_way() {
    let mut fight = struck();
    submit(&mut fight, ORC, Act::Parry);
    let busy = fight.correct("orc is not ready", vec![Fact::Used(ORC)]);
    assert_eq!(busy, Err(Rejected::Unfit(Unfit::OtherDraws)));
    assert_eq!(fight.entries().len(), 1, "nothing has changed");
}

#[test]
fn the_journal_knows_that_it_was_made_within_the_act() {
    let mut fight = struck();
    let mut file = journal::header(&fight);
    let before = fight.open().cloned();
    fight
        .correct("orc.hp 12", set_hp(ORC, 12))
        .expect("it fits");
    file += &journal::changes(&mut fight);
    let read = |file: &str| journal::read::<Brawl>(file).expect("its own journal").fight;
    let mut again = read(&file);
    assert_eq!(again.open(), fight.open());
    assert_eq!(again.entries(), fight.entries());
    again.undo().expect("the correction");
    assert_eq!(again.open(), before.as_ref());
    fight.undo().expect("the correction");
    fight.redo().expect("and again");
    file += &journal::changes(&mut fight);
    let mut again = read(&file);
    assert_eq!(again.open(), fight.open());
    again.undo().expect("the correction");
    assert_eq!(again.open(), before.as_ref());
}

/// Whatever dice are thrown by then: nothing new comes of taking something back.
#[test]
fn no_dice_are_thrown_where_a_correction_is_taken_back() {
    let mut fight = first_turn();
    submit(&mut fight, ANN, Act::Strike(ORC));
    let before = fight.open().cloned();
    fight.correct("bob.hp 5", set_hp(BOB, 5)).expect("it fits");
    fight.set_dice(DiceMode::Virtual);
    let entries = fight.entries().len();
    fight.undo().expect("the correction");
    assert_eq!(fight.open(), before.as_ref());
    assert_eq!(fight.entries().len(), entries - 1);
    fight.settle(&mut People).expect("it goes on");
    assert_ne!(fight.open(), before.as_ref(), "then they are");
}
