//! Where ways lead to: all the places that somebody can get to, and those from which somebody else is in reach.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Block, Cell, Diagonal, Grid, Mover, Space, Terrain, Through};
use smallvec::SmallVec;

use super::{Bounds, CLEARANCE, Gait, bounds, direct, floor_at, may_mean_to_end, mover, price};
use crate::rules::numbers::yards;
use crate::state::{Condition, State};

/// A creature that leaves its place to look where it can get to.
struct Outing<'s> {
    state: &'s State,
    who: CreatureId,
    gait: Gait,
    bounds: Bounds,
    from: Cell,
    /// From the ground it is enough to look along the ground; from the air the ways down are looked for in the air.
    aloft: bool,
}

impl<'s> Outing<'s> {
    /// None of those who lie on the ground.
    fn of(state: &'s State, who: CreatureId, gait: Gait) -> Option<Self> {
        if state.has(who, Condition::Prone) {
            return None;
        }
        let from = state.body(who).at;
        Some(Self {
            state,
            who,
            gait,
            bounds: bounds(state, who, gait),
            from,
            aloft: floor_at(state, who, from) < from.z,
        })
    }

    fn mover<'a, T: Terrain>(&self, terrain: &'a T) -> Mover<'a, T> {
        Mover {
            through: if self.aloft {
                Through::Open
            } else {
                Through::Ground
            },
            ..mover(self.state, self.who, self.gait, terrain)
        }
    }

    fn price(&self, from: Cell, to: Cell) -> Option<u32> {
        self.price_below(self.from.z.saturating_add(CLEARANCE), from, to)
    }

    /// Whether it may stay at a place that is worth looking at: from the air on the ground, or a step away.
    fn may_end(&self, cell: Cell) -> bool {
        cell != self.from
            && (!self.aloft || self.is_a_step_away(cell) || self.is_on_ground(cell))
            && may_mean_to_end(self.state, self.who, cell).is_ok()
    }

    fn is_a_step_away(&self, cell: Cell) -> bool {
        self.state.grid().cells_between(self.from, cell) == 1
    }

    fn is_on_ground(&self, cell: Cell) -> bool {
        floor_at(self.state, self.who, cell) == cell.z
    }

    fn distance(&self, to: Cell) -> i16 {
        let spaces = self.state.grid().cells_between(self.from, to);
        i16::try_from(spaces).unwrap_or(i16::MAX)
    }

    /// Whether a place is in the air and not too far away.
    fn could_hover(&self, cell: Cell, most: i16) -> bool {
        cell != self.from
            && self.state.cast.map.contains(cell.with_height(0))
            && self.distance(cell) <= most
            && cell.z > floor_at(self.state, self.who, cell)
    }

    /// What a step costs below a ceiling.
    fn price_below(&self, ceiling: i16, from: Cell, to: Cell) -> Option<u32> {
        let price = || price(self.state, self.who, (self.gait, &self.bounds), (from, to));
        (to.z <= ceiling).then(price).flatten()
    }

    /// Yards of the straight flight to a place, if there is one.
    fn flight(&self, to: Cell) -> Option<i16> {
        let terrain = self.state.terrain();
        let mover = mover(self.state, self.who, self.gait, &terrain);
        let ceiling = self.from.z.max(to.z).saturating_add(CLEARANCE);
        let cost = |from: Cell, to: Cell| self.price_below(ceiling, from, to);
        direct(&mover, (self.from, to), cost).map(|path| path.cost as i16)
    }

    /// Those of some places near a space to which any flight leads, the nearest first.
    fn flights(
        &self,
        places: &[Cell],
        most: i16,
        (target, reach): (Space, i16),
    ) -> Vec<(Cell, i16)> {
        let (state, who) = (self.state, self.who);
        let terrain = state.terrain();
        let lowest = places
            .iter()
            .map(|place| place.z)
            .min()
            .unwrap_or(self.from.z);
        let ceiling = self.from.z.max(lowest).saturating_add(CLEARANCE);
        let ahead = |at: Cell| {
            let left = distance(state, state.space_at(who, at), target).saturating_sub(reach);
            u32::try_from(left).unwrap_or(0)
        };
        let cost = |from: Cell, to: Cell| self.price_below(ceiling, from, to);
        let budget = u32::try_from(most).unwrap_or(0);
        let mut reached: Vec<(Cell, i16)> = mover(state, who, self.gait, &terrain)
            .reachable_toward(self.from, budget, ahead, cost)
            .into_iter()
            .map(|reached| (reached.place, reached.cost as i16))
            .filter(|(cell, _)| places.contains(cell))
            .collect();
        reached.sort_unstable_by_key(|(cell, yards)| (*yards, *cell));
        reached
    }
}

/// All places that a creature can reach for so many yards, with their costs, where it may stay.
#[must_use]
pub(crate) fn reachable(state: &State, who: CreatureId, most: i16, gait: Gait) -> Vec<(Cell, i16)> {
    reached(state, who, most, gait, |_| 0)
}

fn reached(
    state: &State,
    who: CreatureId,
    most: i16,
    gait: Gait,
    ahead: impl Fn(Cell) -> u32,
) -> Vec<(Cell, i16)> {
    let Some(outing) = Outing::of(state, who, gait) else {
        return Vec::new();
    };
    let budget = u32::try_from(most).unwrap_or(0);
    let price = |from: Cell, to: Cell| outing.price(from, to);
    outing
        .mover(&state.terrain())
        .reachable_toward(outing.from, budget, ahead, price)
        .into_iter()
        .map(|reached| (reached.place, reached.cost as i16))
        .filter(|(cell, _)| outing.may_end(*cell))
        .collect()
}

/// The surroundings of a creature on the ground, as far as it can get for so many yards: each place is looked at when it is asked for.
pub(crate) struct Surroundings<'s> {
    outing: Outing<'s>,
    most: i16,
    block: Block,
}

impl<'s> Surroundings<'s> {
    /// None of those in the air, whose ways have to be searched for all at once, and of those who lie on the ground.
    pub(crate) fn of(state: &'s State, who: CreatureId, most: i16, gait: Gait) -> Option<Self> {
        let outing = Outing::of(state, who, gait).filter(|outing| !outing.aloft)?;
        let here = Space::cell(outing.from);
        let block = Block::around(&state.cast.map, here, most.max(0).unsigned_abs());
        Some(Self {
            outing,
            most,
            block,
        })
    }

    /// How many places there are.
    pub(crate) const fn count(&self) -> u32 {
        self.block.count()
    }

    /// One of the places, if it is one that [`reachable`] gives.
    pub(crate) fn place(&self, number: u32) -> Option<Cell> {
        let Outing {
            state, who, from, ..
        } = self.outing;
        let cell = self.block.cell(&state.cast.map, number)?;
        let to = cell.with_height(floor_at(state, who, cell));
        let near = gap(state, who, from, state.space_at(who, to)) <= self.most;
        (near && self.outing.may_end(to) && self.leads_to(to)).then_some(to)
    }

    fn leads_to(&self, to: Cell) -> bool {
        let terrain = self.outing.state.terrain();
        let (mover, ends) = (self.outing.mover(&terrain), (self.outing.from, to));
        let price = |from: Cell, to: Cell| self.outing.price(from, to);
        let budget = u32::try_from(self.most).unwrap_or(0);
        direct(&mover, ends, price).is_some_and(|path| path.cost <= budget)
            || mover.path_to(ends.0, budget, to, 1, price).is_some()
    }
}

/// Yards between a place of a creature and a space, heights aside: no step makes more than one of them good, and no distance is less.
#[must_use]
pub(crate) fn gap(state: &State, who: CreatureId, at: Cell, to: Space) -> i16 {
    distance(state, state.space_at(who, at.with_height(to.at.z)), to)
}

/// Yards between two spaces of which no step makes more than one good.
fn distance(state: &State, one: Space, other: Space) -> i16 {
    let straight = Grid {
        diagonal: Diagonal::One,
        ..state.grid()
    };
    i16::try_from(straight.distance(one, other)).unwrap_or(i16::MAX)
}

/// Of the places that [`reachable`] gives, all that are so near to a space, and some of those on the way.
#[must_use]
pub(crate) fn reachable_near(
    state: &State,
    who: CreatureId,
    (most, gait): (i16, Gait),
    (target, reach): (Space, i16),
) -> Vec<(Cell, i16)> {
    let ahead =
        |at: Cell| u32::try_from(gap(state, who, at, target).saturating_sub(reach)).unwrap_or(0);
    reached(state, who, most, gait, ahead)
}

/// Places in the air that serve and from which a space is in reach, with how far they are, the nearest first and so many at most: those to
/// which a straight flight leads, or where there is none all to which any does.
#[must_use]
pub(crate) fn aerial(
    state: &State,
    who: CreatureId,
    (most, gait): (i16, Gait),
    (target, reach): (Space, i16),
    (serves, enough): (impl Fn(Cell) -> bool, usize),
) -> Vec<(Cell, i16)> {
    if distance(state, state.space(who), target).saturating_sub(reach) > most {
        return Vec::new();
    }
    let Some(outing) = Outing::of(state, who, gait) else {
        return Vec::new();
    };
    let mut near: Vec<Cell> = cells_near(state.space_at(who, target.at), target, reach)
        .filter(|cell| yards(state, state.space_at(who, *cell), target) <= reach)
        .filter(|cell| outing.could_hover(*cell, most))
        .filter(|cell| may_mean_to_end(state, who, *cell).is_ok() && serves(*cell))
        .collect();
    near.sort_unstable_by_key(|cell| (outing.distance(*cell), *cell));
    let straight = near
        .iter()
        .filter_map(|cell| Some((*cell, outing.flight(*cell)?)))
        .filter(|(_, yards)| *yards <= most);
    let straight: Vec<(Cell, i16)> = straight.take(enough).collect();
    if !straight.is_empty() || near.is_empty() {
        return straight;
    }
    let mut around = outing.flights(&near, most, (target, reach));
    around.truncate(enough);
    around
}

/// The cells around a space, somewhat farther than a creature as big as another space reaches.
fn cells_near(own: Space, target: Space, reach: i16) -> impl Iterator<Item = Cell> {
    let size = |space: Space| i16::from(space.side.max(space.height));
    let far = reach.saturating_add(size(own)).saturating_add(size(target));
    let at = target.at;
    (-far..=far).flat_map(move |x| {
        (-far..=far).flat_map(move |y| (-far..=far).map(move |z| at.offset(x, y, z)))
    })
}

/// Whether a creature can reach any place for so many yards where it may stay: steps are looked at before ways.
#[must_use]
pub(crate) fn leads_anywhere(state: &State, who: CreatureId, most: i16, gait: Gait) -> bool {
    let Some(outing) = Outing::of(state, who, gait) else {
        return false;
    };
    let budget = u32::try_from(most).unwrap_or(0);
    let near = |to: &Cell| {
        let price = outing.price(outing.from, *to);
        price.is_some_and(|price| price <= budget) && outing.may_end(*to)
    };
    let steps = outing
        .mover(&state.terrain())
        .steps(outing.from)
        .any(|to| near(&to));
    steps || !reachable(state, who, most, gait).is_empty()
}

/// Where one step leads: to the free spaces around, for those who fly to those above and below as well; the level ones first.
#[must_use]
pub(crate) fn around(state: &State, who: CreatureId, gait: Gait) -> SmallVec<[Cell; 8]> {
    let Some(outing) = Outing::of(state, who, gait) else {
        return SmallVec::new();
    };
    let (terrain, from) = (state.terrain(), outing.from);
    let mut places: SmallVec<[Cell; 8]> = mover(state, who, gait, &terrain)
        .steps(from)
        .filter(|to| *to != from && outing.price(from, *to).is_some())
        .filter(|to| may_mean_to_end(state, who, *to).is_ok())
        .collect();
    places.sort_unstable_by_key(|to| ((to.z - from.z).abs(), *to));
    places
}
