//! The ground above a tunnel, which stays whole but where a burrower has come through it (`burrowing/tunnel`, `line-of-effect/definition`).

use affray_kernel::Scene;
use affray_kernel::grid::{Cell, Space};
use smallvec::SmallVec;

use super::burrowing::is_underground;
use super::ground::{above, is_on_every_line};
use super::zero_g::all_squares;
use crate::ThreeAction;
use crate::fact::Fact;
use crate::state::{Altered, State};

/// Whether the uppermost earth of its column is in a square.
fn is_uppermost(state: &State, cell: Cell) -> bool {
    is_underground(state, cell) && !is_underground(state, cell.offset(0, 0, 1))
}

fn is_open(state: &State, cell: Cell) -> bool {
    let opens = |change: &Altered| matches!(change, Altered::Breach(at) if above(*at, cell));
    state.altered.iter().any(opens)
}

/// Whether a space is wholly below the ground.
fn is_deep(state: &State, space: Space) -> bool {
    all_squares(state, space).all(|cell| is_underground(state, cell))
}

/// Whether the ground over a tunnel is on every line between the middles of the squares of two spaces, one of which is wholly below it.
pub(crate) fn shuts_off(state: &State, from: Space, to: Space) -> bool {
    let is_dug = |change: &Altered| matches!(change, Altered::Tunnel(..));
    state.altered.iter().any(is_dug)
        && is_deep(state, from) != is_deep(state, to)
        && is_on_every_line(state, from, to, |one, other| parts(state, one, other))
}

/// Whether a line from a square to the next one goes through whole ground.
fn parts(state: &State, one: Cell, other: Cell) -> bool {
    let (low, high) = if one.z < other.z {
        (one, other)
    } else {
        (other, one)
    };
    low.z < high.z
        && is_uppermost(state, low)
        && !is_underground(state, high)
        && !is_open(state, low)
}

/// A burrower's step from one space to another opens the ground where it goes down into it or comes up out of it.
pub(crate) fn break_through(scene: &mut Scene<'_, ThreeAction>, from: Space, to: Space) {
    let state = scene.state();
    let (low, high) = if from.at.z < to.at.z {
        (from, to)
    } else {
        (to, from)
    };
    if is_deep(state, high) && is_deep(state, low) {
        return;
    }
    let shape = state.grid().shape;
    let passes = |cell: &Cell| high.at.z > low.at.z || low.contains(shape, cell.offset(0, 0, 1));
    let opened: SmallVec<[Cell; 4]> = all_squares(state, low)
        .filter(|cell| is_uppermost(state, *cell) && passes(cell) && !is_open(state, *cell))
        .collect();
    for cell in opened {
        scene.emit(Fact::Alters(Altered::Breach(cell)));
    }
}

/// Where a tunnel has collapsed the hole in the ground over it is gone.
pub(crate) fn closes(scene: &mut Scene<'_, ThreeAction>, tunnel: Cell) {
    if is_uppermost(scene.state(), tunnel) && is_open(scene.state(), tunnel) {
        scene.emit(Fact::Restores(Altered::Breach(tunnel)));
    }
}
