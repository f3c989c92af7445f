//! What bots of Time Count do behind friends who are in their way.

use crate::sense::{creature, does, guard, on};

/// A corridor one space wide.
const CORRIDOR: &str = "map = { columns = 20, rows = 1 }";

fn with_a_bow_in_the_bag(at: [u8; 2], more: &str) -> String {
    let things = "items = []\nheld = ['long sword']\ncarried = ['short bow']\nammunition = 9";
    creature("pip", "guard", at, &format!("{things}\n{more}"))
}

fn friend(name: &str, at: [u8; 2]) -> String {
    creature(name, "guard", at, "next = 30")
}

#[test]
fn nobody_changes_to_the_bow_behind_friends_whose_place_it_has_soon() {
    let pip = with_a_bow_in_the_bag([1, 0], "");
    let (oda, foe) = (friend("oda", [3, 0]), guard("foe", [8, 0], ""));
    does(&on(CORRIDOR, &(pip.clone() + &oda + &foe)), &["move"]);
    let bow = ["sheathe long sword"];
    does(&on(CORRIDOR, &(pip + &foe)), &bow);
    let far = with_a_bow_in_the_bag([0, 0], "") + &oda + &guard("foe", [19, 0], "");
    does(&on(CORRIDOR, &far), &bow);
}

#[test]
fn whoever_waits_for_friends_to_make_way_keeps_the_blade() {
    let pip = with_a_bow_in_the_bag([1, 0], "");
    let beast = |more: &str| {
        creature(
            "moss",
            "gelatinous cube",
            [2, 0],
            &format!("size = 'medium'\nnext = 30\n{more}"),
        )
    };
    let foe = guard("foe", [3, 0], "");
    does(&on(CORRIDOR, &(pip.clone() + &beast("") + &foe)), &["wait"]);
    let asleep = beast("conditions = ['asleep']");
    does(
        &on(CORRIDOR, &(pip + &asleep + &foe)),
        &["sheathe long sword"],
    );
}
