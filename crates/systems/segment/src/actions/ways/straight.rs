//! Ways in one straight line (`initiative-skills/charge`, `initiative-skills/ram`, `initiative-skills/colliding-strike`).

use affray_kernel::grid::{Cell, Corners, Grid, Point, can_step};
use affray_kernel::{CreatureId, Figure, Refusal};
use smallvec::SmallVec;

use super::{Gait, Way, bounds, floor_at, leaves, price};
use crate::ids::refuse;
use crate::state::State;

/// The grid's picture of one straight line: at each step the neighbour nearest to the line, whether or not one gets there; where several are
/// as near, the first that one gets to.
pub(super) fn straight(
    state: &State,
    who: CreatureId,
    (from, to): (Cell, Cell),
    gait: Gait,
    way: &mut Way,
) -> Result<(), Refusal> {
    let bounds = bounds(state, who, gait);
    let terrain = state.terrain();
    let mut here = from;
    while here != to {
        let ahead = ahead(state, who, (from, to), (here, gait));
        let step = ahead.iter().find_map(|next| {
            let open = can_step(&terrain, state.space_at(who, here), *next, Corners::Cut);
            let price = || price(state, who, (gait, &bounds), (here, *next));
            Some((*next, open.then(price).flatten()?))
        });
        let Some((next, cost)) = step else {
            let before = state.space_at(who, here);
            let leads_out =
                |next: &Cell| leaves(state, &bounds.threats, before, state.space_at(who, *next));
            return Err(not_open(who, ahead.iter().any(leads_out)));
        };
        way.yards = way.yards.saturating_add(cost as i16);
        way.route.push(next);
        here = next;
    }
    Ok(())
}

/// Why a straight line cannot be followed: it leads out of a threat zone, or something is in it.
fn not_open(who: CreatureId, leads_out: bool) -> Refusal {
    if leads_out {
        return refuse!(
            "defence/disengage-first",
            "{} would leave an enemy's threat zone: it has to disengage first",
            Figure::Creature(who)
        );
    }
    refuse!(
        "initiative-skills/common-frame",
        "the straight line there is not open"
    )
}

/// The neighbours of a place that lead nearer to the end of a line and of those lie nearest to it, in order; what is in the way does not
/// matter.
fn ahead(
    state: &State,
    who: CreatureId,
    (from, to): (Cell, Cell),
    (here, gait): (Cell, Gait),
) -> SmallVec<[Cell; 4]> {
    let grid = state.grid();
    let (start, goal) = (
        Point::centre(grid.shape, from),
        Point::centre(grid.shape, to),
    );
    let aside = |cell: &Cell| start.off_line(goal, Point::centre(grid.shape, *cell));
    // On foot the ground says how high one is.
    let off = |cell: &Cell| match gait.flies {
        true => (aside(cell), off_height(grid, (from, to), *cell)),
        false => (aside(cell), 0),
    };
    let left = grid.cells_between(here, to);
    let mut nearer: SmallVec<[Cell; 4]> = SmallVec::new();
    if gait.flies {
        nearer.extend(grid.surroundings(here));
    } else {
        let ground = |cell: Cell| cell.with_height(floor_at(state, who, cell));
        nearer.extend(grid.neighbours(here).map(ground));
    }
    nearer.retain(|cell| grid.cells_between(*cell, to) < left);
    let least = nearer.iter().map(off).min();
    nearer.retain(|cell| Some(off(cell)) == least);
    nearer.sort_unstable();
    nearer
}

/// How far a cell lies above or below a straight line, for comparing such distances from one line; from one that leads straight up or down,
/// how far beside it.
fn off_height(grid: Grid, (from, to): (Cell, Cell), cell: Cell) -> i64 {
    let flat = |cell: Cell| i64::from(grid.cells_between(from.with_height(0), cell.with_height(0)));
    let rise = |cell: Cell| i64::from(cell.z) - i64::from(from.z);
    match flat(to) {
        0 => flat(cell),
        length => (rise(cell) * length - rise(to) * flat(cell)).abs(),
    }
}
