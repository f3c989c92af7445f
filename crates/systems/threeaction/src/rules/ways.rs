//! Whether a way leads from one space to another: past walls, ground and unbroken ice.

use std::collections::BTreeSet;

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Space, can_step};

use super::cover::line_of_effect;
use super::ground::terrain;
use super::occupied::CORNERS;
use super::thin_ice;
use crate::state::State;

/// Whether walls, ground and ice let something pass over to the next square, in any direction.
pub(crate) fn can_pass(state: &State, from: Space, to: Cell) -> bool {
    can_step(&terrain(state), from, to, CORNERS) && !thin_ice::bars(state, from, from.moved_to(to))
}

/// Whether steps of which each comes nearer lead from some square of a space into another space.
pub(crate) fn leads_into(state: &State, from: Space, into: Space) -> bool {
    if state.cast.open_ground {
        return true;
    }
    let grid = state.grid();
    let left = |square: Cell| grid.distance(Space::cell(square), into);
    let mut waiting: Vec<Cell> = from.cells(grid.shape).collect();
    let mut seen: BTreeSet<Cell> = waiting.iter().copied().collect();
    while let Some(here) = waiting.pop() {
        let far = left(here);
        if far == 0 {
            return true;
        }
        for next in grid.surroundings(here) {
            if left(next) < far && !seen.contains(&next) && can_pass(state, Space::cell(here), next)
            {
                seen.insert(next);
                waiting.push(next);
            }
        }
    }
    false
}

/// Whether nothing solid is between two creatures, so that one could lay hands on the other.
pub(crate) fn is_at_hand(state: &State, who: CreatureId, on: CreatureId) -> bool {
    let (own, other) = (state.space(who), state.space(on));
    own.overlaps(state.grid().shape, other)
        || line_of_effect(state, own, other, state.sheet(on).size)
}
