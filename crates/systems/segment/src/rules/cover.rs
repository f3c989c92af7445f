//! Cover against attacks at range: what the ground gives to whoever is on it, and what stands right in front of whoever is shot at
//! (`modifiers/cover`).

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Edge, Space, Terrain, cells_on_line};

use crate::state::{Cover, State};
use crate::surface;

/// The cover of a creature against whoever is in a space: the best of what the ground gives, of what it stands behind and of what the game
/// master says (`modifiers/cover`).
#[must_use]
pub(crate) fn cover(state: &State, from: Space, who: CreatureId) -> Cover {
    cover_in(state, from, state.space(who)).max(state.body(who).cover)
}

/// The cover that one space has against another, whoever is there (`modifiers/cover`).
#[must_use]
pub(crate) fn cover_in(state: &State, from: Space, space: Space) -> Cover {
    surface::cover_at(state, space).max(behind(state, from, space))
}

/// The least cover that obstacles and edges give on a space to which a shot comes: all of it has to be right behind them.
fn behind(state: &State, from: Space, space: Space) -> Cover {
    if !surface::is_on_ground(&state.terrain(), space) || !is_beside_cover(state, space) {
        return Cover::None;
    }
    let cells = space.cells(state.grid().shape);
    let least = cells
        .map(|cell| behind_at(state, from, (space, cell)))
        .min();
    least.unwrap_or_default()
}

/// Whether there is anything next to a space that could be cover; most shots go where there is nothing.
fn is_beside_cover(state: &State, space: Space) -> bool {
    let (terrain, grid) = (state.terrain(), state.grid());
    let obstacle = |cell: Cell| obstacle(&terrain, cell) > Cover::None;
    !terrain.without_edges()
        || space
            .cells(grid.shape)
            .any(|own| grid.neighbours(own).any(obstacle))
}

/// The cover that a line has to pass last of all before it comes to a cell of a space, unless it passes above it.
fn behind_at(state: &State, from: Space, (space, cell): (Space, Cell)) -> Cover {
    let (shape, terrain) = (state.grid().shape, state.terrain());
    let mut before = None;
    let mut arrives = None;
    for on_line in cells_on_line(shape, from, Space::cell(cell)) {
        if space.covers(shape, on_line) {
            arrives = Some(on_line);
            break;
        }
        before = Some(on_line);
    }
    let (Some(before), Some(arrives)) = (before, arrives) else {
        return Cover::None;
    };
    let ground = |cell: Cell| terrain.ground(cell).elevation;
    if before.z > ground(before).max(ground(arrives)) {
        return Cover::None;
    }
    let own = from.covers(shape, before);
    let stands = if own {
        Cover::None
    } else {
        obstacle(&terrain, before)
    };
    stands.max(crossed(state, before, arrives))
}

/// The cover that an obstacle on a cell gives to those behind it.
fn obstacle(terrain: &impl Terrain, cell: Cell) -> Cover {
    let ground = terrain.ground(cell);
    if surface::is_obstacle(ground) {
        surface::cover(ground)
    } else {
        Cover::None
    }
}

/// The cover between two cells: of the edge that they share, or at a corner of the lesser of the two ways around it.
fn crossed(state: &State, from: Cell, to: Cell) -> Cover {
    let (shape, terrain) = (state.grid().shape, state.terrain());
    let edge = |a: Cell, b: Cell| {
        terrain
            .edge(a, b)
            .map_or(Cover::None, surface::cover_of_edge)
    };
    if Edge::between(shape, from, to).is_some() {
        return edge(from, to);
    }
    let around = |by: Cell| {
        let edges = edge(from, by).max(edge(by, to));
        edges.max(obstacle(&terrain, by))
    };
    let (one, other) = (Cell { x: to.x, ..from }, Cell { y: to.y, ..from });
    around(one).min(around(other))
}
