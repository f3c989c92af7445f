//! When bots of Time Count run away or give up.

use crate::sense::{creature, does, guard, on};

const YARD: &str = "map = { columns = 12, rows = 9 }";
const CELL: &str = "map = { columns = 12, rows = 9, patches = [\
    { from = [0, 0], to = [11, 0], solid = true }, { from = [0, 8], to = [11, 8], solid = true }, \
    { from = [0, 0], to = [0, 8], solid = true }, { from = [11, 0], to = [11, 8], solid = true }] }";

fn nearly_dead(at: [u8; 2]) -> String {
    creature("ilya", "duelist", at, "max_hp = 20\nhp = 4")
}

/// Soldiers, who are slower in their mail.
fn soldiers(number: usize) -> String {
    let places = [[3, 4], [3, 5], [3, 3]];
    let guards = places.iter().zip(["one", "two", "three"]).take(number);
    guards.map(|(at, name)| guard(name, *at, "")).collect()
}

#[test]
fn whoever_is_nearly_dead_and_alone_against_many_runs_away() {
    let yard = |who: &str, foes: &str| on(YARD, &(who.to_owned() + foes));
    let three = soldiers(3);
    does(&yard(&nearly_dead([9, 4]), &three), &["move to 11,"]);
    does(&yard(&nearly_dead([11, 4]), &three), &["flee"]);
    let well = creature("ilya", "duelist", [11, 4], "max_hp = 20\nhp = 18");
    does(&yard(&well, &three), &["move to 4,", "move to 3,"]);
    does(
        &yard(&nearly_dead([11, 4]), &soldiers(2)),
        &["move to 4,", "move to 3,"],
    );
    let one_hurt = soldiers(2) + &guard("three", [3, 3], "max_hp = 20\nhp = 4");
    does(
        &yard(&nearly_dead([11, 4]), &one_hurt),
        &["move to 4,", "move to 3,"],
    );
    let friend = creature("brann", "guard", [9, 8], "next = 30");
    let two = nearly_dead([11, 4]) + &friend;
    does(&yard(&two, &three), &["move to 4,", "move to 3,"]);
}

#[test]
fn whoever_has_lost_walks_on_only_where_that_leads_out() {
    let walking = |path: &str| {
        let walk = format!("underway = {{ walk = {{ pace = 'base', path = [{path}] }} }}");
        let ilya = nearly_dead([9, 4]) + &walk + "\n";
        on(YARD, &(ilya + &soldiers(3)))
    };
    does(&walking("[10, 4], [11, 4]"), &["go on"]);
    does(&walking("[8, 4], [7, 4], [6, 4]"), &["break off"]);
}

#[test]
fn nobody_gives_up_who_can_still_be_healed() {
    let potion = "items = []\nheld = ['healing potion']\n";
    let ilya = nearly_dead([10, 4]) + potion;
    does(&on(CELL, &(ilya + &soldiers(3))), &["drink"]);
}

#[test]
fn where_no_way_leads_out_one_gives_up_to_people_but_not_to_beasts() {
    let cell = |who: &str, foes: &str| on(CELL, &(who.to_owned() + foes));
    does(&cell(&nearly_dead([10, 4]), &soldiers(3)), &["surrender"]);
    let wolves = soldiers(3).replace("'guard'", "'wolf'");
    does(
        &cell(&nearly_dead([10, 4]), &wolves),
        &["move", "attack", "set"],
    );
    let spider = nearly_dead([8, 4]).replace("'duelist'", "'giant spider'");
    does(&cell(&spider, &soldiers(3)), &["move", "attack"]);
}
