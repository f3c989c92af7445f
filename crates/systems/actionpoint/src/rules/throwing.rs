//! Where a weapon comes to lie that is thrown or knocked away (`attack/thrown-counts-as-ranged`, `maneuvers/disarm-floor`).

use affray_kernel::grid::{Cell, Space, floor};

use super::cover::cover_between;
use super::occupied::obstacle_in;
use crate::state::{Cover, State};

/// In the target's space, or as far on the way to there as nothing of full degree stands in between.
pub(crate) fn lands(state: &State, from: Space, target: Space) -> Cell {
    let is_stopped = |there| cover_between(state, from, there) == Cover::Full;
    if !is_stopped(target) {
        return nearest_square(state, target, from);
    }
    let metres = i16::try_from(state.grid().distance(from, target)).unwrap_or(i16::MAX);
    let on_the_way = (1..metres)
        .rev()
        .map(|metre| on_line(from.at, target.at, metre, metres));
    let on_floor = on_the_way.filter_map(|at| on_floor(state, at.with_height(from.at.z)));
    let mut open = on_floor.filter(|at| {
        let there = Space::cell(*at);
        obstacle_in(state, there) < Cover::High && !is_stopped(there)
    });
    open.next().unwrap_or(from.at)
}

/// The square of a space that is nearest to another space; of those as many metres away the one nearest to its middle.
pub(crate) fn nearest_square(state: &State, of: Space, to: Space) -> Cell {
    let grid = state.grid();
    let middle = to.centre(grid.shape);
    let nearest = of.cells(grid.shape).min_by_key(|cell| {
        let square = Space::cell(*cell);
        let off = square
            .centre(grid.shape)
            .squared_distance(grid.shape, middle);
        (grid.distance(square, to), off)
    });
    let nearest = nearest.unwrap_or(of.at);
    laid(state, nearest)
}

/// A square at the height of its floor, if it has one.
pub(crate) fn on_floor(state: &State, at: Cell) -> Option<Cell> {
    let height = floor(&state.terrain(), Space::cell(at))?;
    Some(at.with_height(height))
}

/// Where something comes to lie that is put down in a square, or has its place there: on the floor, whatever the height of who put it there
/// (`quick-reference/release`).
pub(crate) fn laid(state: &State, at: Cell) -> Cell {
    on_floor(state, at).unwrap_or(at)
}

/// The square after so many of all metres from one square to another.
fn on_line(from: Cell, to: Cell, metre: i16, metres: i16) -> Cell {
    let part = |from: i16, to: i16| {
        let twice = 2 * i32::from(to - from) * i32::from(metre);
        let rounded = (twice + i32::from(metres)).div_euclid(2 * i32::from(metres));
        from + rounded as i16
    };
    Cell::new(part(from.x, to.x), part(from.y, to.y))
}
