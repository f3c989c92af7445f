//! Higher ground and cover (`attack-modifiers/higher-ground`, `attack-modifiers/cover-determination`, `attack-modifiers/common-table`).

use affray_kernel::CreatureId;
use affray_kernel::grid::{EdgeKind, Terrain, cells_on_line, line_of_effect, passes_through};
use affray_kernel::modifier::Tally;

use super::attack::Attempt;
use super::numbers::{feet_between, present};
use crate::timecount::ids::rule;
use crate::timecount::state::State;

/// Feet from which on a creature in between gives cover against melee attacks too.
const LONG_REACH_FT: i16 = 10;

/// What height and cover add to an attack roll.
pub(crate) fn modifiers(state: &State, attempt: &Attempt, tally: &mut Tally) {
    let (by, on) = (attempt.by, attempt.on);
    if state.space(by).at.z > state.space(on).at.z {
        tally.add("higher ground", 1, rule!("attack-modifiers/higher-ground"));
    }
    if state.cast.open_ground {
        return;
    }
    let cover = cover(state, by, on, attempt.ranged);
    tally.add(
        "cover",
        cover,
        rule!("attack-modifiers/cover-determination"),
    );
}

/// The greatest cover between two creatures, as the penalty it gives; 0 for none.
pub(crate) fn cover(state: &State, by: CreatureId, on: CreatureId, ranged: bool) -> i16 {
    let low = if low_wall(state, by, on) { -4 } else { 0 };
    let long = ranged || feet_between(state, by, on) >= LONG_REACH_FT;
    if long && creature_between(state, by, on) {
        low.min(-4)
    } else {
        low
    }
}

/// Whether a low wall is crossed by the straight line between them.
fn low_wall(state: &State, by: CreatureId, on: CreatureId) -> bool {
    let land = state.terrain();
    let cells = cells_on_line(state.grid().shape, state.space(by), state.space(on));
    cells
        .clone()
        .zip(cells.skip(1))
        .any(|(a, b)| land.edge(a, b) == Some(EdgeKind::Low))
}

/// Whether another creature stands in a space crossed by the straight line between them.
fn creature_between(state: &State, by: CreatureId, on: CreatureId) -> bool {
    let shape = state.grid().shape;
    let (from, to) = (state.space(by), state.space(on));
    state.creatures().any(|other| {
        let space = state.space(other);
        other != by
            && other != on
            && present(state, other)
            && !space.overlaps(shape, from)
            && !space.overlaps(shape, to)
            && passes_through(shape, from, to, space)
    })
}

/// Whether nothing covers a creature wholly (`attack-modifiers/cover-determination`).
pub(crate) fn in_line(state: &State, by: CreatureId, on: CreatureId) -> bool {
    state.cast.open_ground || line_of_effect(&state.terrain(), state.space(by), state.space(on))
}
