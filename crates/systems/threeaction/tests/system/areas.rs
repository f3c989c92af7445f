//! What the board shows of acts that affect an area.

use affray_kernel::System;
use affray_threeaction::ThreeAction;
use affray_trial::areas::{creature, shows_who_is_affected};
use affray_trial::repository::start;

#[test]
fn blasts_cones_and_lines() {
    let state = start::<ThreeAction>("ambush-at-the-ford.toml");
    let shown = |by, words| shows_who_is_affected::<ThreeAction>(&state, by, words, "maren");
    assert_eq!(shown("tilda", "volley at 9,5 with longbow"), 25);
    let cone = "cast evoke fire cone from 6,6 toward 9,6 effect 1 area 1";
    assert!(shown("oswin", cone) > 3);
    let line = "cast evoke fire line from 6,6 toward 12,7 effect 1 area 1";
    assert_eq!(
        shown("oswin", line),
        7,
        "30 ft, and two squares where it crosses a corner"
    );
    let blast = "cast evoke fire blast at 18,7 effect 1 range 2 area 2";
    let rocks = shown("oswin", blast);
    assert!(rocks < 25, "{rocks} squares, and there are rocks");
}

#[test]
fn what_is_no_area_covers_nothing() {
    let state = start::<ThreeAction>("ambush-at-the-ford.toml");
    let tilda = creature::<ThreeAction>(&state, "tilda");
    for words in ["dodge", "volley at 25,11 with longbow"] {
        let act = ThreeAction::parse(&state, Some(tilda), words).expect("an act");
        let covered = ThreeAction::covered(&state, tilda, &act);
        assert_eq!(covered, None, "{words}");
    }
}
