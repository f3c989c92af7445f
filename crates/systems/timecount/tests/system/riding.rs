//! When bots of Time Count mount and dismount.

use crate::sense::{creature, does, guard, on};

const FIELD: &str = "map = { columns = 32, rows = 9 }";
const DYING: &str = "hp = 4\nfatigue = 9\nconditions = ['unconscious']";

fn horse(at: [u8; 2], more: &str) -> String {
    creature("grey", "riding horse", at, &format!("next = 30\n{more}"))
}

#[test]
fn whoever_stands_beside_a_horse_mounts_where_the_enemy_is_far() {
    let ilya = |at| creature("ilya", "duelist", at, "");
    let far = guard("foe", [30, 4], "");
    does(
        &on(FIELD, &(ilya([4, 4]) + &horse([2, 4], "") + &far)),
        &["mount grey"],
    );
    let near = guard("foe", [8, 4], "");
    does(
        &(ilya([4, 4]) + &horse([2, 4], "") + &near),
        &["move", "set"],
    );
    does(
        &on(FIELD, &(ilya([8, 4]) + &horse([2, 4], "") + &far)),
        &["move"],
    );
    let held = horse([2, 4], "conditions = ['netted']");
    does(&on(FIELD, &(ilya([4, 4]) + &held + &far)), &["move"]);
}

#[test]
fn a_horse_waits_for_its_rider() {
    let grey = creature("grey", "riding horse", [2, 4], "");
    let far = guard("foe", [30, 4], "");
    let ilya = |at: [u8; 2], next: u8| creature("ilya", "duelist", at, &format!("next = {next}"));
    does(
        &on(FIELD, &(grey.clone() + &ilya([4, 4], 12) + &far)),
        &["wait"],
    );
    does(
        &on(FIELD, &(grey.clone() + &ilya([4, 4], 40) + &far)),
        &["move"],
    );
    does(
        &on(FIELD, &(grey.clone() + &ilya([8, 4], 12) + &far)),
        &["move"],
    );
    // Somebody who has others to see to does not mount.
    let dying = creature("oda", "guard", [4, 5], DYING);
    does(
        &on(FIELD, &(grey + &ilya([4, 4], 12) + &dying + &far)),
        &["move"],
    );
}

#[test]
fn a_rider_gets_down_where_the_horse_gets_no_further() {
    let rider = "[[creature]]\nname = 'ilya'\nkind = 'duelist'\nside = 'heroes'\nmount = 'grey'\n";
    let fight = |more: &str| rider.to_owned() + &horse([2, 4], more) + &guard("foe", [12, 4], "");
    does(&fight("conditions = ['netted']"), &["dismount to 4,"]);
    let does_nothing = ["wait"];
    does(&fight(""), &does_nothing);
    let passage = "map = { columns = 16, rows = 9, patches = [\
        { from = [6, 0], to = [9, 3], solid = true }, { from = [6, 5], to = [9, 8], solid = true }] }";
    does(&on(passage, &fight("")), &["dismount to 4,"]);
}
