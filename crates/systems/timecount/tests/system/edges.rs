//! What bots of Time Count do where somebody stands at an edge.

use crate::sense::{creature, does, guard, on};

/// A pit ten feet deep, with steps that lead up at its far end; and one without.
const STEPS: &str = "map = { columns = 12, rows = 5, patches = [\
    { from = [5, 1], to = [10, 3], elevation = -2 }, { from = [10, 1], to = [10, 3], elevation = -1 }] }";
const PIT: &str =
    "map = { columns = 12, rows = 5, patches = [{ from = [5, 1], to = [10, 3], elevation = -2 }] }";

fn wrestler(at: [u8; 2], more: &str) -> String {
    creature("brann", "wrestler", at, more)
}

/// A beast that strikes hard and stands badly.
fn beast(at: [u8; 2], more: &str) -> String {
    let strong = "natural_armor = 12\nfortitude = -6\nagility = -6\naccuracy = 6\npower = 6";
    guard("foe", at, &format!("{strong}\n{more}")).replace("'guard'", "'ghoul'")
}

#[test]
fn an_enemy_at_an_edge_is_pushed_over_it() {
    let brann = wrestler([3, 2], "");
    let foe = beast([4, 2], "");
    does(&on(STEPS, &(brann.clone() + &foe)), &["bull rush foe"]);
    let strikes = [
        "attack",
        "quick strike",
        "trip",
        "tackle",
        "grab",
        "disarm",
        "feint",
    ];
    does(&(brann.clone() + &foe), &strikes);
    // Nobody would ever be done with whom no way leads to, nor surely where somebody shoots.
    does(&on(PIT, &(brann.clone() + &foe)), &strikes);
    let pip = creature(
        "pip",
        "scout",
        [1, 2],
        "items = []\nheld = ['short bow']\nammunition = 9\nnext = 30",
    );
    does(&on(PIT, &(brann + &pip + &foe)), &strikes);
}

#[test]
fn whoever_is_held_beside_an_edge_is_slid_over_it() {
    let brann = wrestler([3, 2], "");
    let held = "conditions = [{ kind = 'grabbed', toward = 'brann' }]";
    let beside = |more: &str| on(STEPS, &(brann.clone() + &beast([4, 3], more)));
    does(&beside(held), &["shunt foe"]);
    // Elsewhere a hard shell is no help against a firmer hold; whoever has none is struck.
    let grapples = ["grapple foe with unarmed"];
    does(&(brann.clone() + &beast([4, 3], held)), &grapples);
    let soft =
        beast([4, 3], held).replace("natural_armor = 12\nfortitude = -6", "natural_armor = 0");
    does(&(brann + &soft), &["attack foe", "quick strike foe"]);
}

#[test]
fn whoever_is_held_pulls_the_holder_over_an_edge() {
    let held = "conditions = [{ kind = 'grabbed', toward = 'foe' }]";
    let both = wrestler([3, 2], held) + &beast([4, 2], "");
    does(&on(STEPS, &both), &["drag foe"]);
    does(&both, &["break grab", "escape"]);
}
