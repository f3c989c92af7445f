//! What the board shows of acts that affect an area.

use affray_kernel::System;
use affray_kernel::content::Source;
use affray_kernel::odds::{Course, Grain, odds_of_verdicts};
use affray_kernel::tape::Simple;
use affray_threeaction::ThreeAction;
use affray_threeaction::state::State;
use affray_trial::areas::{creature, shows_who_is_affected};
use affray_trial::repository::{self, start};

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

/// A shooter who rolls d20+10, and so many in five columns around (12, 3): the last six are hit in any case, the others with a 7.
fn crowd(count: usize) -> State {
    let mut text = r#"
        system = "threeaction"
        map = { columns = 60, rows = 20 }
        [start]
        round = 1
        turn = "vera"
        [[creature]]
        name = "vera"
        side = "heroes"
        at = [0, 3]
        level = 2
        dex = 8
        str = 3
        ess = 3
        mnd = 4
        held = ["shortbow"]
        feats = { volley = true }
        "#
    .to_owned();
    for number in 0..count {
        let (column, row) = (10 + number % 5, 1 + number / 5);
        let defense = if number + 6 < count { 17 } else { 11 };
        text.push_str(&format!(
            r#"
            [[creature]]
            name = "orc {number}"
            side = "monsters"
            at = [{column}, {row}]
            level = 1
            str = 5
            dex = 2
            ess = 2
            mnd = 3
            max_hp = 40
            physical_defense = {defense}
            "#
        ));
    }
    let library = repository::files(&repository::content::<ThreeAction>(), "toml");
    let setup = ThreeAction::compose(&Source::new("crowd.toml", text), &library);
    let setup = setup.unwrap_or_else(|problems| panic!("{problems}"));
    ThreeAction::set_up(&setup).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// What a roll comes to for each of those caught has room in one number for twenty of them.
#[test]
fn a_volley_comes_to_the_same_however_many_are_caught() {
    for count in [20, 21, 22] {
        let state = crowd(count);
        let vera = creature::<ThreeAction>(&state, "vera");
        let act = ThreeAction::parse(&state, Some(vera), "volley at 12,3 with shortbow");
        let act = act.expect("an act");
        let odds = |grain| {
            let course = Course {
                grain,
                ..Course::<ThreeAction>::of(&state, Some(vera), &act)
            };
            let key = |state: State, verdicts| (state, verdicts);
            let odds = odds_of_verdicts(&course, &mut Simple, 100_000, |_| Ok(()), key);
            odds.expect("few enough courses")
        };
        let (merged, faces) = (odds(Grain::Merged), odds(Grain::Faces));
        assert!(merged.runs <= faces.runs);
        assert_eq!(merged.outcomes.len(), faces.outcomes.len(), "{count}");
        for (outcome, weight) in &merged.outcomes {
            let other = faces.outcomes.iter().find(|(other, _)| other == outcome);
            let (_, other) = other.expect("the same outcomes");
            assert_eq!(weight * &faces.total, other * &merged.total, "{count}");
        }
    }
}
