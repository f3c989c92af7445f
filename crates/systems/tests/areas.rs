//! What the board shows of acts that affect an area is what the rules do: whoever stands on a cell that is covered is affected, and nobody
//! else.

mod common;

use affray_kernel::{Covered, CreatureId, System};
#[cfg(feature = "energy")]
use affray_systems::energy::Energy;
#[cfg(feature = "threeaction")]
use affray_systems::threeaction::ThreeAction;
#[cfg(feature = "timecount")]
use affray_systems::timecount::TimeCount;

fn creature<S: System>(state: &S::State, name: &str) -> CreatureId {
    S::creature(state, name).unwrap_or_else(|| panic!("nobody is called {name}"))
}

/// The state after a correction; `None` if it is not possible.
fn corrected<S: System>(state: &S::State, words: &str) -> Option<S::State> {
    let facts = S::correction(state, words).ok()?;
    let mut corrected = state.clone();
    for fact in &facts {
        S::apply(&mut corrected, fact);
    }
    Some(corrected)
}

fn covered<S: System>(state: &S::State, by: &str, words: &str) -> Covered {
    let by = creature::<S>(state, by);
    let act = S::parse(state, Some(by), words).unwrap_or_else(|error| panic!("{words}: {error}"));
    let covered = S::covered(state, by, &act);
    covered.unwrap_or_else(|| panic!("`{words}` covers nothing"))
}

/// Puts somebody on every cell of the map in turn, and looks whether it is affected; so many cells are covered.
fn shows_who_is_affected<S: System>(state: &S::State, by: &str, words: &str, other: &str) -> usize {
    let who = creature::<S>(state, other);
    let shown = covered::<S>(state, by, words);
    let map = S::view(state).map.expect("a map");
    assert!(!map.hexes, "cells are named by column and row");
    let mut tried = 0;
    for row in 0..map.rows {
        for column in 0..map.columns {
            let index = usize::from(row.unsigned_abs() * map.columns.unsigned_abs());
            if map.ground[index + usize::from(column.unsigned_abs())].solid {
                continue;
            }
            let there = format!("{other}.at {column},{row}");
            let Some(moved) = corrected::<S>(state, &there) else {
                continue;
            };
            let affected = covered::<S>(&moved, by, words).creatures.contains(&who);
            let is_shown = shown
                .cells
                .iter()
                .any(|cell| (cell.x, cell.y) == (column, row));
            assert_eq!(affected, is_shown, "`{words}`, {other} at {column},{row}");
            tried += 1;
        }
    }
    assert!(tried > 50, "{other} was put on {tried} cells");
    shown.cells.len()
}

#[cfg(feature = "threeaction")]
#[test]
fn blasts_cones_and_lines() {
    let state = common::start::<ThreeAction>("ambush-at-the-ford.toml");
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

#[cfg(feature = "threeaction")]
#[test]
fn what_is_no_area_covers_nothing() {
    let state = common::start::<ThreeAction>("ambush-at-the-ford.toml");
    let tilda = creature::<ThreeAction>(&state, "tilda");
    for words in ["dodge", "volley at 25,11 with longbow"] {
        let act = ThreeAction::parse(&state, Some(tilda), words).expect("an act");
        let covered = ThreeAction::covered(&state, tilda, &act);
        assert_eq!(covered, None, "{words}");
    }
}

#[cfg(feature = "timecount")]
#[test]
fn spells_around_a_space() {
    let state = common::start::<TimeCount>("gatehouse.toml");
    let state = corrected::<TimeCount>(&state, "chaplain.prepared flame burst").expect("right");
    let cells =
        shows_who_is_affected::<TimeCount>(&state, "chaplain", "cast around 14,4", "captain");
    assert_eq!(cells, 20, "one row is a wall");
}

#[cfg(feature = "energy")]
#[test]
fn zones() {
    let state = common::start::<Energy>("guard-room.toml");
    let cells = shows_who_is_affected::<Energy>(&state, "mirel", "use mire at 3,3", "alda");
    assert_eq!(cells, 36);
}
