//! Jumps over what nobody walks through, or where the way round is far (`actions/jump`).

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};

use affray_kernel::CreatureId;
use affray_kernel::grid::{Block, Cell, Space, fits};

use super::barriers::near_one;
use super::moving::{along, way};
use super::{claim, foes};
use crate::act::{Act, Action};
use crate::actions::{jump, moving};
use crate::fact::{Fact, apply};
use crate::rules::numbers::metres_between;
use crate::rules::occupied::{can_walk, on_floor};
use crate::state::{Pace, State};

/// How far it is on foot to where a foe is in Reach, from each place from which a way leads there, whoever stands on it.
type Metres = BTreeMap<Cell, u32>;

/// A Jump in place of a way of so many metres, where the bird's way to the nearest foe is so much shorter that one may pay.
pub(super) fn shortcut(state: &State, who: CreatureId, walk: usize) -> Option<Act> {
    let foe = foes(state, who).first().copied()?;
    let flies = i64::from(metres_between(state, who, foe)) + i64::from(worth_of_one(state, who));
    let is_long = i64::try_from(walk).unwrap_or(i64::MAX) > flies;
    is_long.then(|| leap(state, who)).flatten()
}

/// What a Jump has to save, in metres: it costs about as much as a whole Run, and whoever lands is Unguarded (`actions/jump-landing`).
fn worth_of_one(state: &State, who: CreatureId) -> u32 {
    u32::from(moving::reach_m(state, who, Pace::Run).unsigned_abs())
}

/// Jumps to where a way leads to a foe from, or goes to where it can take off for that, if no way leads to any or the Jump saves enough of it.
pub(super) fn leap(state: &State, who: CreatureId) -> Option<Act> {
    let metres = metres_to_foes(state, who);
    let here = state.body(who).at;
    let gains = Gains {
        most: metres.get(&here).map_or(u32::MAX, |walk| {
            walk.saturating_sub(worth_of_one(state, who))
        }),
        metres: &metres,
    };
    if let Some(to) = gains.landing(state, who) {
        return claim(state, who, Action::Jump(to));
    }
    let moved = RefCell::new(state.clone());
    let takes_off = |cell: Cell| {
        let reach = jump::distance_m(state, who).unsigned_abs();
        let around = Block::around(&state.cast.map, Space::cell(cell), reach);
        let mut near = around.cells(&state.cast.map);
        if !near.any(|to| gains.of(on_floor(state, who, to)).is_some()) {
            return false;
        }
        let mut moved = moved.borrow_mut();
        apply(&mut moved, &Fact::Moved(who, cell));
        gains.landing(&moved, who).is_some()
    };
    let path = way(state, who, takes_off)?;
    let end = path.places.last().copied()?;
    apply(&mut moved.borrow_mut(), &Fact::Moved(who, end));
    let landing = gains.landing(&moved.borrow(), who)?;
    let rest = gains.of(landing)?;
    (rest.saturating_add(path.cost) <= gains.most)
        .then(|| along(state, who, &path.places))
        .flatten()
}

/// What landing somewhere gains.
struct Gains<'m> {
    /// As far as it may be from there at most.
    most: u32,
    metres: &'m Metres,
}

impl Gains<'_> {
    /// How far it is to a foe from a place, if that gains something.
    fn of(&self, to: Cell) -> Option<u32> {
        self.metres.get(&to).copied().filter(|far| *far < self.most)
    }

    /// The cheapest place to jump to that gains something, of these the one nearest to a foe, and then the one straight ahead.
    fn landing(&self, state: &State, who: CreatureId) -> Option<Cell> {
        let cells = jump::landings(state, who).cells(&state.cast.map);
        let floors = cells.map(|cell| on_floor(state, who, cell));
        let found = floors.filter_map(|to| Some((self.of(to)?, to)));
        let possible = found.filter(|(_, to)| jump::possible(state, who, *to).is_ok());
        let shape = state.grid().shape;
        let here = state.space(who).centre(shape);
        let flown = |to: Cell| here.squared_distance(shape, state.space_at(who, to).centre(shape));
        let best = possible.min_by_key(|(far, to)| {
            let energy = jump::cost(state, who, *to).energy;
            (energy, *far, flown(*to), *to)
        });
        best.map(|(_, to)| to)
    }
}

fn metres_to_foes(state: &State, who: CreatureId) -> Metres {
    let is_near = near_one(state, who);
    let floors = state
        .cast
        .map
        .cells()
        .map(|cell| on_floor(state, who, cell));
    let room = |cell: &Cell| fits(&state.terrain(), state.space_at(who, *cell));
    let ends = floors.filter(|cell| is_near(*cell) && room(cell));
    let mut next: VecDeque<(Cell, u32)> = ends.map(|cell| (cell, 0)).collect();
    let mut metres: Metres = next.iter().copied().collect();
    while let Some((cell, far)) = next.pop_front() {
        for from in state.grid().neighbours(cell) {
            let from = on_floor(state, who, from);
            if !metres.contains_key(&from) && can_walk(state, who, from, cell) {
                metres.insert(from, far + 1);
                next.push_back((from, far + 1));
            }
        }
    }
    metres
}
