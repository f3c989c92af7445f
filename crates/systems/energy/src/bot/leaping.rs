//! Jumps over what nobody walks through, or where the way round is far (`actions/jump`).

use std::cell::{LazyCell, RefCell};
use std::collections::{BTreeMap, VecDeque};

use affray_kernel::CreatureId;
use affray_kernel::grid::{Block, Cell, Space, fits};

use super::barriers::near_one;
use super::moving::{along, way};
use super::{claim, foes, plainly, spare_stamina, surviving};
use crate::act::{Act, Action};
use crate::actions::{jump, moving};
use crate::fact::{Fact, apply};
use crate::rules::numbers::metres_between;
use crate::rules::occupied::{can_walk, on_floor};
use crate::rules::rounds::grant;
use crate::state::{Pace, State};

/// How far it is on foot to where a foe is in Reach, from each place from which a way leads there, whoever stands on it.
type Metres = BTreeMap<Cell, u32>;

/// Jumps in place of ways of so many metres, where the bird's way to the nearest foe is so much shorter that one may pay, and with Stamina
/// that would not be missed; whoever is where it takes off waits for the Energy. All of it is found out once, when it is first asked for.
pub(super) fn shortcuts(state: &State, who: CreatureId) -> impl Fn(usize) -> Option<Act> + '_ {
    let is_spare = spare_stamina(state, who) > 0;
    let nearest = foes(state, who).first().copied().filter(|_| is_spare);
    let flies = nearest.map(|foe| {
        i64::from(metres_between(state, who, foe)) + i64::from(worth_of_one(state, who))
    });
    let jump = LazyCell::new(move || match leap_or_wait(state, who, plainly) {
        Leap::Now(act) => Some(act),
        Leap::Later => surviving::brace(state, who).or(Some(Act::Wait)),
        Leap::Never => None,
    });
    move |walk| {
        let walk = i64::try_from(walk).unwrap_or(i64::MAX);
        flies.filter(|flies| walk > *flies)?;
        jump.clone()
    }
}

/// What a Jump has to save, in metres: it costs about as much as a whole Run, and whoever lands is Unguarded (`actions/jump-landing`).
fn worth_of_one(state: &State, who: CreatureId) -> u32 {
    u32::from(moving::reach_m(state, who, Pace::Run).unsigned_abs())
}

/// Jumps to where a way leads to a foe from, or goes to where it can take off for that, if no way leads to any or the Jump saves enough of it.
pub(super) fn leap(state: &State, who: CreatureId) -> Option<Act> {
    match leap_or_wait(state, who, claim) {
        Leap::Now(act) => Some(act),
        Leap::Later | Leap::Never => None,
    }
}

/// A claim, however that is paid for.
type Paid = fn(&State, CreatureId, Action) -> Option<Act>;

/// Whether it jumps.
enum Leap {
    /// It jumps, or goes to where it can take off.
    Now(Act),
    /// It takes off from where it is with the Energy of the next Round.
    Later,
    /// Nothing is gained by that.
    Never,
}

fn leap_or_wait(state: &State, who: CreatureId, paid: Paid) -> Leap {
    let metres = metres_to_foes(state, who);
    let here = state.body(who).at;
    let gains = Gains {
        most: metres.get(&here).map_or(u32::MAX, |walk| {
            walk.saturating_sub(worth_of_one(state, who))
        }),
        metres: &metres,
    };
    if let Some(to) = gains.landing(state, who) {
        return match paid(state, who, Action::Jump(to)) {
            Some(act) => Leap::Now(act),
            None if is_paid_later(state, who, to) => Leap::Later,
            None => Leap::Never,
        };
    }
    take_off(state, who, &gains).map_or(Leap::Never, Leap::Now)
}

/// Whether it has too little Energy for a Jump now, and enough when a Round begins.
fn is_paid_later(state: &State, who: CreatureId, to: Cell) -> bool {
    let energy = jump::cost(state, who, to).energy;
    state.body(who).energy < energy && energy <= grant(state, who)
}

/// Goes to where it can take off for a Jump that gains something.
fn take_off(state: &State, who: CreatureId, gains: &Gains<'_>) -> Option<Act> {
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
