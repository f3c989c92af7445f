//! What the game master changes in the middle of a fight, or of an act.

use affray_kernel::content::Source;
use affray_kernel::fight::{Fight, Open, Rejected};
use affray_kernel::journal;
use affray_kernel::tape::People;
use affray_kernel::{CreatureId, System};

use super::courses::replays;
use super::go_on;
use super::offers::{notation_round_trips, offers_point_at_what_is_there};
use super::undoing::next_choice;
use crate::repository::AnyLegal;

/// Creatures join, others are taken out and switches are set in the middle of a fight, at random. It goes on without those who are gone,
/// and all of it can be taken back and done again.
pub(super) fn comings_and_goings<S: System>(setup: &S::Setup, content: &[Source], seed: u64) {
    let mut fight = Fight::<S>::new(setup.clone(), seed, 0).expect("a scenario that can be played");
    let mut chance = AnyLegal::new(seed);
    for change in 0..6 {
        let acts = chance.below(30);
        go_on(&mut fight, &mut chance, acts);
        let before = fight.settled().clone();
        let facts = match change % 3 {
            0 => somebody_joins::<S>(&before, content, &mut chance),
            1 => somebody_leaves::<S>(&before, &mut chance),
            _ => a_switch_is_set::<S>(&before, &mut chance),
        };
        let Some(facts) = facts else { continue };
        fight
            .correct("so it is", facts)
            .expect("nothing is in progress");
        let after = fight.settled().clone();
        fight.undo().expect("a correction can be undone");
        assert_eq!(fight.settled(), &before, "undo comes back to what was");
        fight.redo().expect("a correction can be redone");
        assert_eq!(
            fight.settled(),
            &after,
            "redo comes back to what came of it"
        );
        assert_eq!(S::view(&after).creatures.len(), S::count(&after));
    }
    go_on(&mut fight, &mut chance, 40);
    for ask in fight.asks() {
        assert!(
            !S::removed(fight.state(), ask.who),
            "nobody waits for the gone"
        );
    }
    replays(&mut fight);
    notation_round_trips(&fight);
    offers_point_at_what_is_there(&fight);
}

/// A creature of any kind of the content joins, where there is room for it.
fn somebody_joins<S: System>(
    state: &S::State,
    content: &[Source],
    chance: &mut AnyLegal,
) -> Option<Vec<S::Fact>> {
    let creatures = content.iter().find(|file| file.name == "creatures.toml")?;
    let kinds = creatures.text.lines();
    let kinds: Vec<&str> = kinds
        .filter_map(|line| line.strip_prefix("name = "))
        .collect();
    let kind = kinds[chance.below(kinds.len())];
    let sides = S::sides(state);
    let side = &sides[chance.below(sides.len())];
    (0..20).find_map(|_| {
        let (column, row) = (chance.below(20), chance.below(20));
        let number = S::count(state);
        let text = format!(
            "name = 'newcomer {number}'\nkind = {kind}\nside = '{side}'\nat = [{column}, {row}]"
        );
        S::newcomers(state, &Source::new("newcomer", text), content).ok()
    })
}

fn somebody_leaves<S: System>(state: &S::State, chance: &mut AnyLegal) -> Option<Vec<S::Fact>> {
    let who = CreatureId::at(chance.below(S::count(state)));
    let words = format!("{} leaves", S::name(state, who));
    S::correction(state, &words).ok()
}

fn a_switch_is_set<S: System>(state: &S::State, chance: &mut AnyLegal) -> Option<Vec<S::Fact>> {
    let switches = S::switches(state);
    let switch = &switches[chance.below(switches.len())];
    let choice = switch.choices.get(chance.below(switch.choices.len()));
    let word = choice.map_or("1", |choice| &choice.word);
    S::correction(state, &format!("ruling {} {word}", switch.name)).ok()
}

/// A correction in the middle of an act comes before it, and the act stands where it stood; or it is in the way, and nothing has changed.
pub(super) fn corrections_within_an_act<S: System>(setup: &S::Setup, seed: u64) {
    let mut fight = Fight::<S>::new(setup.clone(), seed, 0).expect("a scenario that can be played");
    let mut players = AnyLegal::new(seed);
    let mut file = journal::header(&fight);
    for _ in 0..40 {
        let Some((who, act)) = next_choice(&mut fight, &mut players) else {
            break;
        };
        fight
            .submit(who, act, &mut People)
            .expect("what is offered is taken");
        file += &journal::changes(&mut fight);
        if fight.open().is_some_and(Open::is_under_way) {
            correct_within(&mut fight, &mut file, &mut players);
        }
    }
    let mut state = fight.start().clone();
    for entry in fight.entries() {
        Fight::<S>::verify(entry, &mut state)
            .unwrap_or_else(|difference| panic!("{difference} in {entry:?}"));
    }
}

/// Corrects something while an act is in progress; it is taken back and done again in the fight and in the one that is read from `file`.
fn correct_within<S: System>(fight: &mut Fight<S>, file: &mut String, chance: &mut AnyLegal) {
    let (before, settled) = (fight.open().cloned(), fight.settled().clone());
    let facts = match chance.below(2) {
        0 => somebody_leaves::<S>(&settled, chance),
        _ => a_switch_is_set::<S>(&settled, chance),
    };
    let Some(facts) = facts else { return };
    match fight.correct("so it is", facts) {
        Ok(()) => {}
        Err(Rejected::Unfit(_)) => {
            assert_eq!(fight.open(), before.as_ref(), "nothing has changed");
            assert_eq!(fight.settled(), &settled, "nothing has changed");
            return;
        }
        Err(other) => panic!("{other}"),
    }
    *file += &journal::changes(fight);
    // Without whom it was about the act may come to its end.
    let Some(after) = fight.open().cloned() else {
        return;
    };
    let mut read = journal::read::<S>(file).expect("its own journal").fight;
    for fight in [&mut read, fight] {
        assert_eq!(fight.open(), Some(&after));
        fight.undo().expect("a correction can be undone");
        assert_eq!(fight.open(), before.as_ref(), "the act is as it was");
        assert_eq!(fight.settled(), &settled, "and so is what was before it");
        fight.redo().expect("a correction can be redone");
        assert_eq!(fight.open(), Some(&after), "the act stands so again");
    }
    *file += &journal::changes(fight);
}
