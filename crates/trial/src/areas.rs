//! What the board shows of acts that affect an area is what the rules do: whoever stands on a cell that is covered is affected, and nobody
//! else.

use affray_kernel::{Covered, CreatureId, System};

/// The creature of that name.
#[must_use]
#[track_caller]
pub fn creature<S: System>(state: &S::State, name: &str) -> CreatureId {
    S::creature(state, name).unwrap_or_else(|| panic!("nobody is called {name}"))
}

/// The state after a correction; `None` if it is not possible.
#[must_use]
pub fn corrected<S: System>(state: &S::State, words: &str) -> Option<S::State> {
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
#[track_caller]
pub fn shows_who_is_affected<S: System>(
    state: &S::State,
    by: &str,
    words: &str,
    other: &str,
) -> usize {
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
