//! When bots of Time Count ready a blow.

use crate::sense::{creature, does, guard};

/// A guard who walks up, or who goes elsewhere.
fn walker(path: &str) -> String {
    let walk = format!("underway = {{ walk = {{ pace = 'base', path = [{path}] }} }}");
    guard("guard", [10, 4], &walk).replace("next = 30", "next = 11")
}

#[test]
fn a_beast_readies_its_bite_against_whoever_walks_up() {
    let grey = |more: &str| creature("grey", "wolf", [4, 4], more);
    let here = walker("[9, 4], [8, 4], [7, 4], [6, 4], [5, 4]");
    let readies = ["ready attack guard with bite"];
    does(&(grey("") + &here), &readies);
    let past = walker("[10, 5], [10, 6], [10, 7]");
    does(&(grey("") + &past), &["move"]);
    let long = here.clone() + "reach_ft = 10\n";
    does(&(grey("") + &long), &["move"]);
    let near = here
        .replace("[10, 4]", "[7, 4]")
        .replace("[9, 4], [8, 4], [7, 4], ", "");
    does(&(grey("") + &near), &["move"]);
}

#[test]
fn a_readied_bite_is_held_as_long_as_somebody_comes() {
    let held = "underway = { ready = { act = 'attack guard with bite', when = 'guard comes in reach', from = 10 } }";
    let grey = creature("grey", "wolf", [4, 4], held);
    let here = walker("[9, 4], [8, 4], [7, 4], [6, 4], [5, 4]");
    does(&(grey.clone() + &here), &["go on"]);
    does(&(grey + &walker("[10, 5], [10, 6]")), &["break off"]);
}
