//! Where a thrown weapon comes to lie (`attack/thrown-counts-as-ranged`).

use affray_kernel::grid::{Cell, Space, floor};

use super::cover::is_walled;
use super::occupied::obstacle_in;
use crate::state::{Cover, State};

/// In the target's space, or as far on the way to there as nothing of full degree stands in between.
pub(crate) fn lands(state: &State, from: Space, target: Space) -> Cell {
    if !is_walled(state, from, target) {
        return target.at;
    }
    let metres = i16::try_from(state.grid().distance(from, target)).unwrap_or(i16::MAX);
    let on_the_way = (1..metres)
        .rev()
        .map(|metre| on_line(from.at, target.at, metre, metres));
    let on_floor = on_the_way.filter_map(|at| {
        let height = floor(&state.terrain(), Space::cell(at.with_height(from.at.z)))?;
        Some(at.with_height(height))
    });
    let mut open = on_floor.filter(|at| {
        let there = Space::cell(*at);
        obstacle_in(state, there) < Cover::High && !is_walled(state, from, there)
    });
    open.next().unwrap_or(from.at)
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
