//! Where a footprint can step, and the cheapest ways from place to place.
//!
//! What a step costs is the caller's: it gets every step that is physically possible and says what it costs, or that it is
//! not to be taken. Of equally dear ways the one with fewer steps is taken, then the one with fewer diagonal steps; what is
//! still equal is decided by the order of the places, so that every run gives the same way. Where the caller says what speaks
//! against a place besides its cost, that decides between equally dear ways before all else.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::Hash;

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fall::floor;
use super::{Cell, Edge, Ground, Heading, Shape, Space, Terrain};

/// The most places a search looks at before it gives up the rest. Larger than any level map; a bound for searches in the air.
pub const MOST_PLACES: usize = 1 << 19;

/// The most steps there are from one place: eight on each of three levels, and straight up and down.
const MOST_STEPS: usize = 26;

/// Whether a diagonal step on squares may pass what stands at the corner. Counts for solid ground and for edges alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Corners {
    /// Always, even between two obstacles that touch at the corner.
    Squeeze,
    /// If at least one of the two ways around is open.
    #[default]
    Cut,
    /// Only if both ways around are open.
    Round,
}

/// Which neighbours a mover can step to at all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Through {
    /// Along the ground: each step ends on the floor under the footprint, however high or low that is.
    #[default]
    Ground,
    /// Anywhere: also one level up or down, straight or sideways, for fliers and swimmers.
    Open,
}

/// Something that moves over a terrain.
#[derive(Clone, Copy, Debug)]
pub struct Mover<'a, T> {
    /// What it moves over.
    pub terrain: &'a T,
    /// Its room; where this is now does not matter.
    pub space: Space,
    /// How it gets around corners.
    pub corners: Corners,
    /// Where it can go.
    pub through: Through,
}

/// A way from place to place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path<N = Cell> {
    /// All places, the first and the last included.
    pub places: Vec<N>,
    /// What it costs in all.
    pub cost: u32,
}

/// A place that can be reached, and what that costs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Reached<N = Cell> {
    /// The place.
    pub place: N,
    /// The least cost of getting there.
    pub cost: u32,
}

/// A cell entered in a certain direction: a place for those to whom turning costs something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Course {
    /// The cell.
    pub cell: Cell,
    /// The direction of the step that led here; a step straight up or down keeps the one before.
    pub heading: Heading,
}

/// Whether a space has room where it is: inside the map, not in solid ground, and without a wall through its middle.
#[must_use]
pub fn fits(terrain: &impl Terrain, space: Space) -> bool {
    if let Some(level) = terrain.level() {
        return space.at.z >= level && terrain.map().holds(space);
    }
    if space.side <= 1 {
        return !terrain.ground(space.at).fills(space.at.z);
    }
    let grid = terrain.grid();
    space.cells(grid.shape).all(|cell| {
        !terrain.ground(cell).fills(cell.z)
            && (terrain.without_edges()
                || grid.neighbours(cell).all(|other| {
                    !space.covers(grid.shape, other) || !is_walled(terrain, cell, other)
                }))
    })
}

/// Whether a space can move by one step so that it is `at` another cell: a neighbour of its own on the same level or on any
/// other, or straight above or below. It must fit there, and no edge and no corner may be in the way.
#[must_use]
pub fn can_step(terrain: &impl Terrain, space: Space, at: Cell, corners: Corners) -> bool {
    let shape = terrain.grid().shape;
    let target = space.moved_to(at);
    let (Some(x), Some(y)) = (at.x.checked_sub(space.at.x), at.y.checked_sub(space.at.y)) else {
        return false;
    };
    let upright = (x, y) == (0, 0);
    if (upright && at.z == space.at.z)
        || (!upright && Heading::of_step(shape, space.at, at).is_none())
    {
        return false;
    }
    fits(terrain, target)
        && (upright
            || nothing_is_around(terrain, space)
            || is_open_way(terrain, space, (x, y), at.z, corners))
}

/// Whether edges and corners let a space pass by a step sideways. Obstacles are passed at the higher of the two levels.
fn is_open_way(
    terrain: &impl Terrain,
    space: Space,
    (x, y): (i16, i16),
    height: i16,
    corners: Corners,
) -> bool {
    let shape = terrain.grid().shape;
    let higher = |cell: Cell| cell.with_height(cell.z.max(height));
    let is_diagonal = shape == Shape::Square && x != 0 && y != 0;
    if is_diagonal && space.side > 1 && corners == Corners::Cut {
        // All of it has to come around the corners on the same side.
        let from = space.moved_to(higher(space.at));
        let mut ways = [(x, 0), (0, y)].into_iter();
        return ways.any(|first| {
            let by = from.moved_to(from.at.offset(first.0, first.1, 0));
            let second = (x - first.0, y - first.1);
            fits(terrain, by)
                && is_open_way(terrain, from, first, height, corners)
                && is_open_way(terrain, by, second, height, corners)
        });
    }
    space.cells(shape).all(|cell| {
        let cell = higher(cell);
        is_open_step(terrain, cell, cell.offset(x, y, 0), corners)
    })
}

/// Whether no edge and no corner is in the way from a space to wherever there is room, as all of the map is level.
fn nothing_is_around(terrain: &impl Terrain, space: Space) -> bool {
    terrain.level().is_some() && terrain.map().holds(space)
}

fn is_walled(terrain: &impl Terrain, a: Cell, b: Cell) -> bool {
    terrain
        .edge(a, b)
        .is_some_and(super::EdgeKind::blocks_movement)
}

/// Whether edges and corners let one cell's worth of a mover pass from `a` to its neighbour `b`.
fn is_open_step(terrain: &impl Terrain, a: Cell, b: Cell, corners: Corners) -> bool {
    if Edge::between(terrain.grid().shape, a, b).is_some() {
        return !is_walled(terrain, a, b);
    }
    let is_open = |by: Cell| {
        !terrain.ground(by).fills(by.z) && !is_walled(terrain, a, by) && !is_walled(terrain, by, b)
    };
    let (one, other) = (Cell { x: b.x, ..a }, Cell { y: b.y, ..a });
    match corners {
        Corners::Squeeze => true,
        Corners::Cut => is_open(one) || is_open(other),
        Corners::Round => is_open(one) && is_open(other),
    }
}

impl<T: Terrain> Mover<'_, T> {
    /// The cheapest way from `from` to the first place that is a `goal`, if one can be reached for at most `budget`.
    ///
    /// `cost` gets the cell a step leaves and the cell it enters; it is not asked about steps that cannot be of any use.
    pub fn path(
        &self,
        from: Cell,
        budget: u32,
        goal: impl Fn(Cell) -> bool,
        cost: impl FnMut(Cell, Cell) -> Option<u32>,
    ) -> Option<Path> {
        let shape = self.terrain.grid().shape;
        let next = |from, found: &mut Found<'_, Cell>| self.each_step(from, found);
        search(shape, from, budget, goal, (|_| 0, |_| 0), next, cost).1
    }

    /// As [`Mover::path`], where from each place it costs at least what `ahead` says to come to a goal, and no more for a place than for one a
    /// step away and that step together: what lies too far away to be on the way is left out, which changes nothing but the time it takes.
    /// Most ways are hardly longer than they must be, so that little is spent first.
    pub fn path_toward(
        &self,
        from: Cell,
        budget: u32,
        (goal, ahead): (impl Fn(Cell) -> bool, impl Fn(Cell) -> u32),
        mut cost: impl FnMut(Cell, Cell) -> Option<u32>,
    ) -> Option<Path> {
        let shape = self.terrain.grid().shape;
        let ahead = |here: Cell| u64::from(ahead(here));
        sparingly(ahead(from), budget, |budget| {
            let next = |from, found: &mut Found<'_, Cell>| self.each_step(from, found);
            search(shape, from, budget, &goal, (ahead, |_| 0), next, &mut cost).1
        })
    }

    /// As [`Mover::path`] to one place, where every step costs at least `least`: what lies too far away from the goal to be on the way
    /// is left out, which changes nothing but the time it takes. Most ways are hardly longer than they must be, so that little is spent
    /// first.
    pub fn path_to(
        &self,
        from: Cell,
        budget: u32,
        goal: Cell,
        least: u32,
        cost: impl FnMut(Cell, Cell) -> Option<u32>,
    ) -> Option<Path> {
        self.path_to_preferring(from, budget, (goal, least), |_| 0, cost)
    }

    /// As [`Mover::path_to`], where of equally dear ways the one is taken against whose places the least speaks, all taken together: `aside` says
    /// how much that is for each.
    pub fn path_to_preferring(
        &self,
        from: Cell,
        budget: u32,
        (goal, least): (Cell, u32),
        aside: impl Fn(Cell) -> u64,
        mut cost: impl FnMut(Cell, Cell) -> Option<u32>,
    ) -> Option<Path> {
        let shape = self.terrain.grid().shape;
        let ahead = |here: Cell| at_least(here, goal, least);
        sparingly(ahead(from), budget, |budget| {
            let next = |from, found: &mut Found<'_, Cell>| self.each_step(from, found);
            search(
                shape,
                from,
                budget,
                |here| here == goal,
                (ahead, &aside),
                next,
                &mut cost,
            )
            .1
        })
    }

    /// All places that can be reached for at most `budget`, in order, the start included.
    pub fn reachable(
        &self,
        from: Cell,
        budget: u32,
        cost: impl FnMut(Cell, Cell) -> Option<u32>,
    ) -> Vec<Reached> {
        self.reachable_toward(from, budget, |_| 0, cost)
    }

    /// As [`Mover::reachable`] for somebody on the way to somewhere, which from each place costs at least what `ahead` says: places from which
    /// that is more than what is left are not gone to.
    pub fn reachable_toward(
        &self,
        from: Cell,
        budget: u32,
        ahead: impl Fn(Cell) -> u32,
        cost: impl FnMut(Cell, Cell) -> Option<u32>,
    ) -> Vec<Reached> {
        let shape = self.terrain.grid().shape;
        let next = |from, found: &mut Found<'_, Cell>| self.each_step(from, found);
        let ahead = |here: Cell| u64::from(ahead(here));
        search(shape, from, budget, |_| false, (ahead, |_| 0), next, cost).0
    }

    /// As [`Mover::path_to`], where a step's cost may depend on the direction of the step before.
    pub fn path_turning_to(
        &self,
        from: Course,
        budget: u32,
        goal: Cell,
        least: u32,
        mut cost: impl FnMut(Course, Course) -> Option<u32>,
    ) -> Option<Path<Course>> {
        let (shape, mut known) = (self.terrain.grid().shape, Steps::default());
        let ahead = |here: Course| at_least(here.cell, goal, least);
        sparingly(ahead(from), budget, |budget| {
            let is_goal = |here: Course| here.cell == goal;
            let next = |from, found: &mut Found<'_, Course>| self.turn(from, &mut known, found);
            search(
                shape,
                from,
                budget,
                is_goal,
                (ahead, |_| 0),
                next,
                &mut cost,
            )
            .1
        })
    }

    /// As [`Mover::reachable`], where a step's cost may depend on the direction of the step before.
    pub fn reachable_turning(
        &self,
        from: Course,
        budget: u32,
        cost: impl FnMut(Course, Course) -> Option<u32>,
    ) -> Vec<Reached<Course>> {
        let (shape, mut known) = (self.terrain.grid().shape, Steps::default());
        let next = |from, found: &mut Found<'_, Course>| self.turn(from, &mut known, found);
        search(shape, from, budget, |_| false, (|_| 0, |_| 0), next, cost).0
    }

    /// The cells one step away, in a fixed order.
    pub fn steps(&self, from: Cell) -> impl Iterator<Item = Cell> {
        let mut steps: ArrayVec<Cell, MOST_STEPS> = ArrayVec::new();
        self.each_step(from, &mut |to| steps.push(to));
        steps.into_iter()
    }

    /// The same one after the other.
    fn each_step(&self, from: Cell, found: &mut Found<'_, Cell>) {
        let (grid, map) = (self.terrain.grid(), self.terrain.map());
        let space = self.space.moved_to(from);
        if let Some(level) = self.terrain.level().filter(|_| map.holds(space)) {
            let has_room = |to: &Cell| to.z >= level && map.holds(space.moved_to(*to));
            match self.through {
                Through::Ground => {
                    let on_ground = grid.neighbours(from).map(|to| to.with_height(level));
                    on_ground.filter(has_room).for_each(found);
                }
                Through::Open => grid.surroundings(from).filter(has_room).for_each(found),
            }
            return;
        }
        let can_step = |to: &Cell| can_step(self.terrain, space, *to, self.corners);
        match self.through {
            Through::Ground if space.side <= 1 => self.each_step_of_one(from, found),
            Through::Ground => {
                let on_ground = grid.neighbours(from).filter_map(|to| {
                    let height = floor(self.terrain, space.moved_to(to))?;
                    Some(to.with_height(height))
                });
                on_ground.filter(can_step).for_each(found);
            }
            Through::Open => grid.surroundings(from).filter(can_step).for_each(found),
        }
    }

    /// The same on the ground for somebody who takes up a single cell. What is around is looked at once: on level ground the corners of
    /// diagonal steps are other neighbours.
    fn each_step_of_one(&self, from: Cell, found: &mut Found<'_, Cell>) {
        let (terrain, space) = (self.terrain, self.space.moved_to(from));
        let grid = terrain.grid();
        let around: ArrayVec<(Cell, Ground), 8> = grid
            .neighbours(from)
            .map(|to| (to, terrain.ground(to)))
            .collect();
        let no_edges = terrain.without_edges();
        let is_diagonal =
            |to: Cell| grid.shape == Shape::Square && from.x != to.x && from.y != to.y;
        for (place, (to, ground)) in around.iter().enumerate() {
            if ground.outside || ground.solid {
                continue;
            }
            let to = to.with_height(ground.elevation);
            let is_open = if to.z != from.z {
                can_step(terrain, space, to, self.corners)
            } else if is_diagonal(to) {
                let beside = [place + around.len() - 1, place + 1];
                let free = |beside: usize| {
                    let (by, ground) = around[beside % around.len()];
                    let by = by.with_height(from.z);
                    !ground.fills(from.z)
                        && (no_edges
                            || !is_walled(terrain, from, by) && !is_walled(terrain, by, to))
                };
                match self.corners {
                    Corners::Squeeze => true,
                    Corners::Cut => beside.into_iter().any(free),
                    Corners::Round => beside.into_iter().all(free),
                }
            } else {
                no_edges || !is_walled(terrain, from, to)
            };
            debug_assert_eq!(is_open, can_step(terrain, space, to, self.corners));
            if is_open {
                found(to);
            }
        }
    }

    /// The same with the direction of each step. The steps from a cell, which do not depend on the direction that it was entered in, are found
    /// once.
    fn turn(&self, from: Course, known: &mut Steps, found: &mut Found<'_, Course>) {
        let shape = self.terrain.grid().shape;
        let steps = known
            .entry(from.cell)
            .or_insert_with(|| self.steps(from.cell).collect());
        for cell in steps {
            found(Course {
                cell: *cell,
                heading: Heading::of_step(shape, from.cell, *cell).unwrap_or(from.heading),
            });
        }
    }
}

/// Where found places go.
type Found<'f, N> = dyn FnMut(N) + 'f;

/// The cells that a mover can step to from each cell that a search has come to.
type Steps = FxHashMap<Cell, ArrayVec<Cell, MOST_STEPS>>;

/// What the way from a place to the goal costs at least, where each step costs `least` or more.
fn at_least(here: Cell, goal: Cell, least: u32) -> u64 {
    let (x, y) = (here.x.abs_diff(goal.x), here.y.abs_diff(goal.y));
    u64::from(x.max(y)) * u64::from(least)
}

/// The cheapest way, looked for with the least that it can cost, with a little more, and with the whole budget: a smaller budget leaves
/// more places out, and never one that is on the cheapest way. Where nothing is known of what it costs, the whole budget comes at once: a
/// goal at the start or near it is found soon anyway.
fn sparingly<P>(least: u64, budget: u32, mut way: impl FnMut(u32) -> Option<P>) -> Option<P> {
    let least = u32::try_from(least).unwrap_or(u32::MAX);
    let more = least.saturating_add(least / 4).saturating_add(2);
    let smaller = [least, more].into_iter();
    let smaller = smaller.filter(|some| least > 0 && *some < budget);
    smaller.chain(std::iter::once(budget)).find_map(&mut way)
}

/// What a search goes from and to.
trait Place: Copy + Ord + Hash {
    fn cell(self) -> Cell;
}

impl Place for Cell {
    fn cell(self) -> Cell {
        self
    }
}

impl Place for Course {
    fn cell(self) -> Cell {
        self.cell
    }
}

/// The cost of a way with all that decides between those of equal cost, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Toll<N> {
    cost: u64,
    /// What speaks against its places besides.
    aside: u64,
    steps: u32,
    diagonals: u32,
    /// Where it ends: makes the order of a search complete.
    at: N,
}

impl<N: Place> Toll<N> {
    /// With a step more that costs nothing.
    fn and_to(self, at: N, shape: Shape) -> Self {
        let (from, to) = (self.at.cell(), at.cell());
        let diagonal = shape == Shape::Square && from.x != to.x && from.y != to.y;
        Self {
            cost: self.cost,
            aside: self.aside,
            steps: self.steps.saturating_add(1),
            diagonals: self.diagonals.saturating_add(u32::from(diagonal)),
            at,
        }
    }
}

/// The cheapest way to a place as far as it is known, and the place before it.
type Known<N> = FxHashMap<N, (Toll<N>, Option<N>)>;

/// Everything that can be reached within the budget up to the first goal, in order, and the way to that goal. `ahead` is the least that
/// it still costs from a place to the goal: places from which that is more than what is left are not gone to; `aside` is what speaks against a
/// place besides. `next` gives the places a step away, `price` what the step costs; what has been reached for less than the step could bring is not priced.
fn search<N: Place>(
    shape: Shape,
    from: N,
    budget: u32,
    goal: impl Fn(N) -> bool,
    (ahead, aside): (impl Fn(N) -> u64, impl Fn(N) -> u64),
    mut next: impl FnMut(N, &mut Found<'_, N>),
    mut price: impl FnMut(N, N) -> Option<u32>,
) -> (Vec<Reached<N>>, Option<Path<N>>) {
    let start = Toll {
        cost: 0,
        aside: 0,
        steps: 0,
        diagonals: 0,
        at: from,
    };
    let mut known = Known::default();
    let mut edge = BinaryHeap::new();
    let mut reached = Vec::new();
    known.insert(from, (start, None));
    edge.push(Reverse(start));
    while let Some(Reverse(here)) = edge.pop() {
        if known[&here.at].0 != here {
            continue;
        }
        // What is looked at costs no more than the budget.
        let cost = here.cost as u32;
        reached.push(Reached {
            place: here.at,
            cost,
        });
        if goal(here.at) {
            let places = way_to(&known, here.at);
            return (reached, Some(Path { places, cost }));
        }
        if reached.len() == MOST_PLACES {
            break;
        }
        next(here.at, &mut |at| {
            let mut there = here.and_to(at, shape);
            let (ahead, best) = (ahead(at), known.get(&at).map(|(best, _)| *best));
            let of_no_use = |there: Toll<N>| {
                there.cost.saturating_add(ahead) > u64::from(budget)
                    || best.is_some_and(|best| best <= there)
            };
            if of_no_use(there) {
                return;
            }
            let Some(cost) = price(here.at, at) else {
                return;
            };
            there.cost = there.cost.saturating_add(u64::from(cost));
            there.aside = there.aside.saturating_add(aside(at));
            if of_no_use(there) {
                return;
            }
            known.insert(at, (there, Some(here.at)));
            edge.push(Reverse(there));
        });
    }
    reached.sort_unstable();
    (reached, None)
}

fn way_to<N: Place>(known: &Known<N>, last: N) -> Vec<N> {
    let mut places = vec![last];
    let mut here = last;
    while let Some((_, Some(before))) = known.get(&here) {
        here = *before;
        places.push(here);
    }
    places.reverse();
    places
}

#[cfg(test)]
mod tests;
