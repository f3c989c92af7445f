//! The ground: where one can step, and for how many spaces a step counts (`movement-rate/five-foot-spaces`,
//! `movement-rate/hindering-terrain`).

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Corners, Mover, Space, Terrain, Through, floor};

use crate::state::State;
use crate::surface;

/// By how many spaces of height a step may lead up or down; anything steeper would have to be climbed.
const STEP: i16 = 1;

/// How a creature goes over the ground.
pub(crate) fn mover<T: Terrain>(terrain: &T, space: Space) -> Mover<'_, T> {
    Mover {
        terrain,
        space,
        corners: Corners::Cut,
        through: Through::Ground,
    }
}

/// The place at the height at which a creature stands there; none: there is no ground for it.
pub(crate) fn standing(state: &State, space: Space) -> Option<Cell> {
    floor(&state.terrain(), space).map(|height| space.at.with_height(height))
}

/// Whether walls and heights let a creature step from a space to a place next to it.
pub(crate) fn can_step(state: &State, space: Space, to: Cell) -> bool {
    is_level(space.at, to)
        && affray_kernel::grid::can_step(&state.terrain(), space, to, Corners::Cut)
}

/// Whether walls and heights let a creature be moved by others to a place next to it: up as on foot, and down however far it is
/// (`special-actions/format`).
pub(crate) fn can_be_moved(state: &State, space: Space, to: Cell) -> bool {
    to.z.saturating_sub(space.at.z) <= STEP
        && affray_kernel::grid::can_step(&state.terrain(), space, to, Corners::Cut)
}

/// Whether two places are near enough in height for a step.
pub(crate) fn is_level(from: Cell, to: Cell) -> bool {
    from.z.abs_diff(to.z) <= STEP.unsigned_abs()
}

/// For how many spaces of the allowance a step counts: as the worst ground that is entered with it.
pub(crate) fn cost(state: &State, who: CreatureId, from: Cell, to: Cell) -> u8 {
    let (land, shape) = (state.terrain(), state.grid().shape);
    let space = state.space(who);
    let left = space.moved_to(from);
    space
        .moved_to(to)
        .cells(shape)
        .filter(|cell| !left.covers(shape, *cell))
        .map(|cell| surface::spaces(land.ground(cell)))
        .max()
        .unwrap_or(1)
}
