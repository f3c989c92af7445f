//! Cover and lines between creatures (`cover/*`, `space/line-of-sight`).

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Corners, EdgeKind, Space, Terrain, cells_on_line};

use crate::actionpoint::state::{Cover, State};
use crate::actionpoint::surface::obstacle;

/// The degree that something standing on the border of two squares has (`cover/determination`).
const fn degree_of_edge(edge: EdgeKind) -> Cover {
    match edge {
        EdgeKind::Wall | EdgeKind::Door | EdgeKind::Window | EdgeKind::Curtain => Cover::Full,
        EdgeKind::High | EdgeKind::Slit | EdgeKind::Bars => Cover::High,
        EdgeKind::Low => Cover::Low,
        EdgeKind::OpenDoor | EdgeKind::OpenWindow | EdgeKind::Post => Cover::None,
    }
}

/// The cover of a creature from another: by the game master's word, or the best of the obstacles on the line that count
/// (`cover/determination`).
#[must_use]
pub(crate) fn cover_of(state: &State, from: CreatureId, of: CreatureId) -> Cover {
    if let Some(cover) = state.body(of).cover {
        return cover;
    }
    cover_between(state, state.space(from), state.space(of))
}

/// The cover of a space from another, by the map alone.
#[must_use]
pub(crate) fn cover_between(state: &State, from: Space, of: Space) -> Cover {
    if state.cast.open_ground {
        return Cover::None;
    }
    let (grid, terrain) = (state.grid(), state.terrain());
    let shape = grid.shape;
    let counts = |degree: Cover, near: bool| match degree {
        Cover::Full => Cover::Full,
        degree if near => degree,
        _ => Cover::None,
    };
    let mut best = Cover::None;
    let mut last: Option<Cell> = None;
    for cell in cells_on_line(shape, from, of) {
        let near = grid.distance(Space::cell(cell.with_height(of.at.z)), of) <= 1;
        if !from.covers(shape, cell) && !of.covers(shape, cell) {
            let ground = terrain.ground(cell);
            // Ground higher than both hides like a wall.
            let rises = ground.elevation > from.at.z.max(of.at.z);
            let degree = if ground.opaque || rises {
                Cover::Full
            } else {
                obstacle(ground)
            };
            best = best.max(counts(degree, near));
        }
        if let Some(edge) = last.and_then(|last| terrain.edge(last, cell)) {
            let near = of.covers(shape, cell);
            best = best.max(counts(degree_of_edge(edge), near));
        }
        last = Some(cell);
    }
    best
}

/// Whether something of full degree stands between two creatures: neither sees the other, and no blow gets through
/// (`space/line-of-sight`).
#[must_use]
pub(crate) fn is_walled_off(state: &State, one: CreatureId, other: CreatureId) -> bool {
    is_walled(state, state.space(one), state.space(other))
}

/// The same of two spaces.
#[must_use]
pub(crate) fn is_walled(state: &State, one: Space, other: Space) -> bool {
    cover_between(state, one, other) == Cover::Full
}

/// Around corners of walls one walks if one of both ways is open.
pub(crate) const CORNERS: Corners = Corners::Cut;
