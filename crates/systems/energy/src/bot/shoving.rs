//! What a Push is worth by the ground that it leads onto (`maneuvers/push`, `conditions/continuous-source`).

use std::cmp::Reverse;

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Space, Terrain};

use crate::act::Act;
use crate::rules::maneuvers::push_spaces;
use crate::state::{Condition, State};
use crate::surface;

/// The worst that lies where somebody can be pushed: points of damage, as other maneuvers are weighed in.
pub(super) fn worst(state: &State, by: CreatureId, on: CreatureId) -> i32 {
    if !state.cast.imposing_ground {
        return 0;
    }
    let each = push_spaces(state, by, on).map(|to| harm(state, on, state.space_at(on, to)));
    each.max().unwrap_or(0)
}

/// What the ground of a space does to somebody whom it hampers more than the ground where it stands: to knock it down or disarm it is worth 4.
fn harm(state: &State, on: CreatureId, there: Space) -> i32 {
    let terrain = state.terrain();
    let cells = there.cells(state.grid().shape);
    let imposed = cells.filter_map(|cell| surface::imposes(terrain.ground(cell)));
    let new = imposed.filter(|condition| !state.has(on, *condition));
    let worth = new.map(|condition| match condition {
        // It avoids nothing any more, and does nothing.
        Condition::Helpless => 12,
        // Both its blows and its Defenses are worse, or two fifths of its Energy are gone.
        Condition::Dazed | Condition::Blinded | Condition::Exhausted => 6,
        // It cannot step aside.
        Condition::Slowed if state.body(on).agility > 0 => 2,
        Condition::Shaken => 2,
        // A Push lays it open anyway.
        _ => 0,
    });
    worth.max().unwrap_or(0)
}

/// Pushes to where the ground is worst, and of places as bad straight away from itself, as nearly as it can.
pub(super) fn into(state: &State, who: CreatureId, target: CreatureId) -> Act {
    let shape = state.grid().shape;
    let own = state.space(who).centre(shape);
    let far = push_spaces(state, who, target).max_by_key(|cell: &Cell| {
        let there = state.space_at(target, *cell);
        let metres = own.squared_distance(shape, there.centre(shape));
        (harm(state, target, there), metres, Reverse(*cell))
    });
    far.map_or(Act::Pass, Act::Space)
}
