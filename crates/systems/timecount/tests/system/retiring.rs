//! What bots of Time Count do while they prepare a spell.

use crate::sense::{creature, does, guard};

#[test]
fn a_mage_walks_back_from_whoever_would_be_there_too_soon() {
    let selene = |ready: u8| {
        let prepares = format!(
            "max_hp = 30\nunderway = {{ prepare = {{ spell = 'flame burst', ready = {ready} }} }}"
        );
        creature("selene", "mage", [5, 4], &prepares)
    };
    let near = guard("foe", [8, 4], "");
    does(&(selene(18) + &near), &["walk to 4,"]);
    does(&(selene(11) + &near), &["go on"]);
    let busy = creature("brann", "guard", [9, 4], "next = 30");
    does(&(selene(18) + &busy + &near), &["go on"]);
    let there = guard("foe", [6, 4], "");
    does(&(selene(18) + &there), &["go on"]);
}
