//! When bots of Time Count run and sprint.

use crate::sense::{creature, does, does_in_turn, guard, on};

const ROAD: &str = "map = { columns = 40, rows = 3 }";

/// Somebody far off, and a friend of hers who may be in a fight.
fn far_off(more: &str, friend: [u8; 2]) -> String {
    let ilya = creature("ilya", "duelist", [1, 1], more);
    let brann = creature("brann", "guard", friend, "next = 90");
    let foe = guard("foe", [38, 1], "").replace("next = 30", "next = 90");
    on(ROAD, &(ilya + &brann + &foe))
}

#[test]
fn whoever_is_far_from_friends_who_fight_runs_to_them_and_sprints() {
    let turns = does_in_turn(&far_off("", [37, 1]), 18);
    let order = ["move", "break off", "run", "sprint"];
    let mut places = order
        .iter()
        .map(|word| turns.iter().position(|said| said.starts_with(word)));
    let places: Option<Vec<usize>> = places.by_ref().collect();
    assert!(places.is_some_and(|places| places.is_sorted()), "{turns:?}");
}

#[test]
fn nobody_runs_where_nobody_fights_yet() {
    let turns = does_in_turn(&far_off("", [20, 1]), 20);
    let runs = turns.iter().any(|said| said.starts_with("run"));
    assert!(!runs, "{turns:?}");
}

#[test]
fn nobody_runs_who_might_faint_by_it() {
    let turns = does_in_turn(&far_off("hp = 4\nfatigue = 3", [37, 1]), 12);
    let runs = turns.iter().any(|said| said.starts_with("run"));
    assert!(!runs, "{turns:?}");
    does(&far_off("", [37, 1]), &["move"]);
}
