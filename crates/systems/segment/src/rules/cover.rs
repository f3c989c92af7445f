//! Cover against attacks at range: what the ground gives to whoever is on it, and what stands right in front of whoever is shot at
//! (`modifiers/cover`).

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Edge, EdgeKind, Space, Terrain, cells_on_line};

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
    let no_edges = terrain.without_edges();
    let covers = |a: Cell, b: Cell| {
        let edge = terrain.edge(a, b);
        edge.is_some_and(|edge| surface::cover_of_edge(edge) > Cover::None)
    };
    space.cells(grid.shape).any(|own| {
        // Those that follow each other share an edge.
        let next = grid.neighbours(own).skip(1).chain(grid.neighbours(own));
        grid.neighbours(own).zip(next).any(|(cell, next)| {
            obstacle(&terrain, cell) > Cover::None
                || !no_edges && (covers(own, cell) || covers(cell, next))
        })
    })
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
    let own = from.covers(shape, before);
    let stands = if own {
        Cover::None
    } else {
        obstacle_to(&terrain, before)
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

/// The same against a line through a cell: none where it passes above.
fn obstacle_to(terrain: &impl Terrain, cell: Cell) -> Cover {
    if cell.z > terrain.ground(cell).elevation {
        Cover::None
    } else {
        obstacle(terrain, cell)
    }
}

/// The cover that the edge between two cells gives against a line from the one to the other, which passes above low walls where it is
/// higher than the ground on both sides.
fn edge_to(terrain: &impl Terrain, from: Cell, to: Cell) -> Cover {
    let Some(edge) = terrain.edge(from, to) else {
        return Cover::None;
    };
    let ground = |cell: Cell| terrain.ground(cell).elevation;
    let is_low = matches!(edge, EdgeKind::Low | EdgeKind::High);
    if is_low && from.z > ground(from).max(ground(to)) {
        Cover::None
    } else {
        surface::cover_of_edge(edge)
    }
}

/// The cover between two cells: of the edge that they share, or at a corner of the lesser of the ways around it that are open to effects.
fn crossed(state: &State, from: Cell, to: Cell) -> Cover {
    let (grid, terrain) = (state.grid(), state.terrain());
    let shared = |a: Cell, b: Cell| Edge::between(grid.shape, a, b).is_some();
    if shared(from, to) {
        return edge_to(&terrain, from, to);
    }
    let height = from.z.max(to.z);
    let passes = |a: Cell, b: Cell| terrain.edge(a, b).is_none_or(|edge| !edge.blocks_effect());
    let is_open = |by: &Cell| {
        let ground = terrain.ground(*by);
        !ground.solid && height >= ground.elevation && passes(from, *by) && passes(*by, to)
    };
    let around = |by: Cell| {
        let edges = edge_to(&terrain, from, by).max(edge_to(&terrain, by, to));
        edges.max(obstacle_to(&terrain, by))
    };
    grid.neighbours(from)
        .filter(|by| shared(from, *by) && shared(*by, to))
        .filter(is_open)
        .map(around)
        .min()
        .unwrap_or_default()
}
