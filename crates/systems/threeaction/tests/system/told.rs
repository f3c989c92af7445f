//! What is told, and offered, no more often than it happens, or can be done.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use affray_kernel::content::Source;
use affray_kernel::fight::Fight;
use affray_kernel::grid::Cell;
use affray_kernel::story::Note;
use affray_kernel::tape::People;
use affray_kernel::{Ask, CreatureId, System};
use affray_threeaction::ThreeAction;
use affray_threeaction::act::Window;
use affray_threeaction::fact::{Doing, Fact};
use affray_threeaction::state::State;
use affray_trial::repository;

const GARRET: CreatureId = CreatureId(0);
const ORC: CreatureId = CreatureId(1);

/// Garret's Turn, with an orc beside him.
fn fight(scene: &str) -> Fight<ThreeAction> {
    let text = format!(
        "system = 'threeaction'\nname = 'Told'\nstart = {{ round = 1, turn = 'garret' }}\n{scene}\n\
         [[creature]]\nname = 'garret'\nkind = 'veteran'\nside = 'heroes'\nat = [1, 1]\nitems = ['longsword']\n\
         [[creature]]\nname = 'orc'\nkind = 'veteran'\nside = 'foes'\nat = [2, 1]\n"
    );
    let library = repository::files(&repository::content::<ThreeAction>(), "toml");
    let setup = ThreeAction::compose(&Source::new("told.toml", text), &library)
        .unwrap_or_else(|problems| panic!("{problems}"));
    Fight::<ThreeAction>::new(setup, 1, 0).expect("a scenario that can be played")
}

fn does(fight: &mut Fight<ThreeAction>, who: CreatureId, words: &str) {
    let act = ThreeAction::parse(fight.settled(), Some(who), words).expect("an act");
    fight.submit(who, act, &mut People).expect("it is done");
}

#[test]
fn a_push_off_that_stops_short_is_told_at_its_full_speed_only() {
    let rows =
        "rows = ['#########', '#.......#', '#.......#', '#.......#', '#.......#', '#########']";
    let mut fight = fight(&format!("[scene]\nzero-g = true\n[map]\n{rows}"));
    does(&mut fight, GARRET, "push off wall 0,0 toward 3,3");
    let told: Vec<String> = fight
        .last_notes()
        .iter()
        .filter_map(|note| ThreeAction::tell(fight.state(), note))
        .map(|told| told.text)
        .filter(|text| text.contains("drifts"))
        .collect();
    assert_eq!(told, ["Garret drifts, 30 ft at each start of Turn."]);
}

#[test]
fn what_was_readied_is_offered_once() {
    let mut fight = fight("");
    does(
        &mut fight,
        GARRET,
        "ready strike orc with longsword when orc moves",
    );
    let offered = offers(fight.settled(), &Ask::open(GARRET, Window::Readied(ORC)));
    let different: BTreeSet<&String> = offered.iter().collect();
    assert_eq!(different.len(), offered.len(), "{offered:?}");
    assert!(offered.contains(&"trigger strike orc with longsword".to_owned()));
}

fn offers(state: &State, ask: &Ask<ThreeAction>) -> Vec<String> {
    let mut offered = Vec::new();
    ThreeAction::offers(state, ask, &mut |act| {
        offered.push(ThreeAction::print(state, Some(ask.who), &act));
        ControlFlow::Continue(())
    });
    offered
}

#[test]
fn on_hexes_a_volley_is_told_where_it_is_drawn() {
    let state = repository::start::<ThreeAction>("hex-glade.toml");
    let at = Cell::new(2, 5);
    let note = Note::Fact(Fact::Does(GARRET, Doing::Volley(at)));
    let told = ThreeAction::tell(&state, &note).expect("a sentence");
    let drawn = state.grid().drawn(at);
    assert_ne!(drawn.to_string(), at.to_string());
    assert!(
        told.text.ends_with(&format!("a volley at {drawn}.")),
        "{}",
        told.text
    );
}
