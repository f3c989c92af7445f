//! Whom bots of Time Count face who are flanked.

use crate::sense::{creature, does, guard};

#[test]
fn whoever_stands_between_a_brute_and_a_weakling_faces_the_brute() {
    let ilya = |more: &str| {
        let pressed = format!("pressed_by = ['one', 'two']\n{more}");
        creature("ilya", "duelist", [5, 4], &pressed)
    };
    let troll = guard("one", [3, 4], "").replace("'guard'", "'troll'");
    let weak = guard("two", [6, 4], "accuracy = -3\nstrength = -3");
    let both = troll + &weak;
    does(&(ilya("") + &both), &["face one"]);
    let strikes = ["attack", "quick strike"];
    does(&(ilya("facing = { creature = 'one' }") + &both), &strikes);
}

#[test]
fn nobody_turns_its_back_on_what_turns_to_stone() {
    let ilya = |more: &str| {
        let pressed = format!("pressed_by = ['one', 'two']\n{more}");
        creature("ilya", "duelist", [5, 4], &pressed)
    };
    let troll = guard("one", [3, 4], "").replace("'guard'", "'troll'");
    let pecks =
        guard("two", [6, 4], "accuracy = -4\ndexterity = -4").replace("'guard'", "'cockatrice'");
    let both = troll + &pecks;
    does(&(ilya("") + &both), &["attack", "quick strike"]);
    let facing = "facing = { creature = 'one' }";
    does(&(ilya(facing) + &both), &["face all around"]);
}

#[test]
fn whoever_stands_between_equals_heeds_both() {
    let pressed = "pressed_by = ['one', 'two']";
    let ilya = creature("ilya", "duelist", [5, 4], pressed);
    let both = guard("one", [4, 4], "") + &guard("two", [6, 4], "");
    does(&(ilya + &both), &["attack", "quick strike"]);
    let side = creature("ilya", "duelist", [5, 4], pressed);
    let one_side = guard("one", [6, 3], "") + &guard("two", [6, 4], "");
    does(&(side + &one_side), &["attack", "quick strike"]);
}
