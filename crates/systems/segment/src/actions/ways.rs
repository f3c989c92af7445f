//! Ways: which spaces a movement leads over, and how many yards it is (`movement-segment/*`, `defence/disengage-first`).

mod outing;
mod straight;

use affray_kernel::grid::{
    Cell, Corners, Edge, Mover, Path, Point, Space, Terrain, Through, can_step, fits, floor,
};
use affray_kernel::{CreatureId, Figure, Refusal};
use smallvec::SmallVec;

use crate::ids::refuse;
use crate::rules::numbers::{
    active, aloft, bulk, enemies, fly_yd, holds_back, move_yd, present, settled, threat_yd,
    unnoticed, within,
};
use crate::state::{Condition, State};
use crate::surface;

pub(crate) use self::outing::{
    Surroundings, aerial, around, gap, leads_anywhere, reachable, reachable_near,
};
use self::straight::straight;

/// How a movement goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Gait {
    /// Through the air.
    pub(crate) flies: bool,
    /// Over difficult ground and low obstacles as if there were none (`initiative-skills/hopping`).
    pub(crate) hops: bool,
    /// Over creatures as well (`initiative-skills/great-leap`).
    pub(crate) leaps: bool,
    /// Through enemies smaller than oneself (`initiative-skills/trample`).
    pub(crate) tramples: bool,
    /// Out of threat zones without disengaging.
    pub(crate) free: bool,
    /// In one straight line.
    pub(crate) straight: bool,
    /// Down from any height (`initiative-skills/diving-strike`).
    pub(crate) drops: bool,
    /// Over difficult ground as over any other: a combat step is one space, whatever lies there (`engagement/combat-step`).
    pub(crate) even: bool,
}

/// A way: where it ends and how long it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    /// Its spaces in order, the start left out.
    pub(crate) route: SmallVec<[Cell; 8]>,
    /// Yards, difficult ground counted twice.
    pub(crate) yards: i16,
}

impl Way {
    /// How many spaces it is long: each is a yard, whatever lies there.
    pub(crate) fn spaces(&self) -> i16 {
        i16::try_from(self.route.len()).unwrap_or(i16::MAX)
    }

    /// Where it ends.
    pub(crate) fn end(&self, start: Cell) -> Cell {
        self.route.last().copied().unwrap_or(start)
    }
}

/// The most yards that one rises or goes down in a step on foot.
pub(super) const STEP: i16 = 1;

/// Yards that somebody who flies rises above both ends of a way to get over what is between.
const CLEARANCE: i16 = 3;

/// How a creature moves plainly: through the air where it can, out of threat zones where it has disengaged.
#[must_use]
pub(crate) fn plain(state: &State, who: CreatureId) -> Gait {
    Gait {
        flies: fly_yd(state, who).is_some(),
        free: state.body(who).disengaged,
        ..Gait::default()
    }
}

/// How a creature moves along given places.
#[must_use]
pub(crate) fn along<'p>(
    state: &State,
    who: CreatureId,
    path: impl IntoIterator<Item = &'p Cell>,
) -> Gait {
    Gait {
        flies: flies_along(state, who, path),
        ..plain(state, who)
    }
}

/// Whether a creature flies along given places: whoever is slower in the air than on foot only out of the air or into it
/// (`movement-segment/move-rate`).
#[must_use]
pub(crate) fn flies_along<'p>(
    state: &State,
    who: CreatureId,
    path: impl IntoIterator<Item = &'p Cell>,
) -> bool {
    fly_yd(state, who).is_some_and(|air| {
        air >= move_yd(state, who)
            || aloft(state, who) > 0
            || path.into_iter().any(|at| at.z > floor_at(state, who, *at))
    })
}

/// The per-action rate of a gait (`movement-segment/move-rate`).
#[must_use]
pub(crate) fn rate_yd(state: &State, who: CreatureId, gait: Gait) -> i16 {
    if gait.flies {
        fly_yd(state, who).unwrap_or(0)
    } else {
        move_yd(state, who)
    }
}

/// The spaces, reaches and the like that a way has to mind.
struct Bounds {
    /// Spaces that cannot be passed.
    bars: SmallVec<[Space; 8]>,
    /// Spaces and reaches of enemies whose threat zones cannot be left.
    threats: SmallVec<[(Space, i16); 8]>,
}

fn bounds(state: &State, who: CreatureId, gait: Gait) -> Bounds {
    let size = bulk(state, who);
    let others = || {
        state
            .creatures()
            .filter(|other| *other != who && present(state, *other))
    };
    let bars = others()
        .filter(|other| !gait.leaps && enemies(state, who, *other) && active(state, *other))
        .filter(|other| !unnoticed(state, who, *other))
        .filter(|other| !(gait.tramples && bulk(state, *other) < size))
        .map(|other| state.space(other))
        .collect();
    let threats = others()
        .filter(|other| !gait.free && holds_back(state, *other, who))
        .map(|other| (state.space(other), threat_yd(state, other)))
        .filter(|(_, reach)| *reach > 0)
        .collect();
    Bounds { bars, threats }
}

/// Whether two spaces have a column in common; heights count.
fn touches(state: &State, one: Space, other: Space) -> bool {
    one.overlaps(state.grid().shape, other)
}

/// Somebody else who is in a space.
#[must_use]
pub(crate) fn occupant(state: &State, who: CreatureId, space: Space) -> Option<CreatureId> {
    occupants(state, who, space).next()
}

/// The same of whom a creature knows: those hidden from it are in nobody's way (`ambush/concealment`).
#[must_use]
pub(crate) fn known_occupant(state: &State, who: CreatureId, space: Space) -> Option<CreatureId> {
    occupants(state, who, space).find(|other| !unnoticed(state, who, *other))
}

fn occupants(
    state: &State,
    who: CreatureId,
    space: Space,
) -> impl Iterator<Item = CreatureId> + '_ {
    state.creatures().filter(move |other| {
        *other != who && present(state, *other) && touches(state, state.space(*other), space)
    })
}

/// Somebody hidden from a creature that is in the way of it: in a space through which or into which it wants to go
/// (`ambush/concealment`).
#[must_use]
pub(crate) fn hidden_at(state: &State, who: CreatureId, at: Cell) -> Option<CreatureId> {
    let mut there = occupants(state, who, state.space_at(who, at));
    there.find(|other| unnoticed(state, who, *other))
}

/// How far a creature gets that runs into somebody hidden from it, and into whom; `None` where nobody is in its way
/// (`ambush/concealment`, `movement-segment/occupied-squares`).
#[must_use]
pub(crate) fn stopped(
    state: &State,
    who: CreatureId,
    (way, gait): (&Way, Gait),
) -> Option<(Way, CreatureId)> {
    if !state.creatures().any(|other| unnoticed(state, who, other)) {
        return None;
    }
    let last = way.route.len().saturating_sub(1);
    let passes = |other: CreatureId| {
        !active(state, other)
            || gait.leaps
            || gait.tramples && bulk(state, other) < bulk(state, who)
    };
    let meets = |(place, at): (usize, &Cell)| {
        let met = hidden_at(state, who, *at)?;
        (place == last || !passes(met)).then_some((place, met))
    };
    let (place, met) = way.route.iter().enumerate().find_map(meets)?;
    let stays = |at: &Cell| may_end(state, who, *at).is_ok();
    let gone = way.route[..place].iter().rposition(stays);
    let route = &way.route[..gone.map_or(0, |place| place + 1)];
    let bounds = bounds(state, who, gait);
    let mut here = state.body(who).at;
    let mut yards = 0;
    for at in route {
        yards += price(state, who, (gait, &bounds), (here, *at)).unwrap_or(1);
        here = *at;
    }
    let part = Way {
        route: route.into(),
        yards: i16::try_from(yards).unwrap_or(i16::MAX),
    };
    Some((part, met))
}

/// Whether a creature may stay at a place (`movement-segment/occupied-squares`).
///
/// # Errors
/// Why it may not.
pub(crate) fn may_end(state: &State, who: CreatureId, at: Cell) -> Result<(), Refusal> {
    stays(state, who, at, |_| true)
}

/// The same as far as a creature knows: those hidden from it are in nobody's way (`ambush/concealment`).
///
/// # Errors
/// Why it may not.
pub(crate) fn may_mean_to_end(state: &State, who: CreatureId, at: Cell) -> Result<(), Refusal> {
    stays(state, who, at, |other| !unnoticed(state, who, other))
}

fn stays(
    state: &State,
    who: CreatureId,
    at: Cell,
    counts: impl Fn(CreatureId) -> bool,
) -> Result<(), Refusal> {
    let space = state.space_at(who, at);
    if !fits(&state.terrain(), space) {
        return Err(refuse!("engagement/grid", "there is no room"));
    }
    if is_obstacle(state, space) {
        return Err(refuse!(
            "initiative-skills/hopping",
            "nobody stays on an obstacle"
        ));
    }
    match occupants(state, who, space).find(|other| counts(*other)) {
        Some(other) => Err(refuse!(
            "movement-segment/occupied-squares",
            "{} is there",
            Figure::Creature(other)
        )),
        None => Ok(()),
    }
}

/// Whether a space on the ground is on an obstacle or astride a low wall, where nobody stays (`initiative-skills/hopping`).
pub(crate) fn is_obstacle(state: &State, space: Space) -> bool {
    let terrain = state.terrain();
    let mut cells = space.cells(state.grid().shape);
    // Most places have none, and then it does not matter how high the floor is.
    (cells.any(|cell| surface::is_obstacle(terrain.ground(cell)))
        || surface::is_astride(&terrain, space))
        && floor(&terrain, space).is_some_and(|floor| floor == space.at.z)
}

/// Whether a step of a space leads over an edge that has to be leapt over; at a corner one goes around where that can be walked. What is
/// higher than the ground on both sides of an edge is above it (`initiative-skills/hopping`).
pub(crate) fn crosses_low_wall(state: &State, before: Space, after: Space) -> bool {
    let (shape, terrain) = (state.grid().shape, state.terrain());
    if terrain.without_edges() {
        return false;
    }
    let height = before.at.z.max(after.at.z);
    let level = |space: Space| space.moved_to(space.at.with_height(height));
    let (before, after) = (level(before), level(after));
    if before.at == after.at || Edge::between(shape, before.at, after.at).is_some() {
        return is_low_between(state, before, after);
    }
    let ways = [
        Cell {
            x: after.at.x,
            ..before.at
        },
        Cell {
            y: after.at.y,
            ..before.at
        },
    ]
    .map(|by| before.moved_to(by));
    let low = ways.map(|by| is_low_between(state, before, by) || is_low_between(state, by, after));
    let is_walked = |by: Space| {
        can_step(&terrain, before, by.at, Corners::Cut)
            && can_step(&terrain, by, after.at, Corners::Cut)
            && !is_obstacle(state, by)
    };
    let open = |(by, low): (Space, bool)| !low && is_walked(by);
    low.contains(&true) && !ways.into_iter().zip(low).any(open)
}

/// Whether there is a low wall between two spaces side by side, at the height of the first.
fn is_low_between(state: &State, before: Space, after: Space) -> bool {
    let terrain = state.terrain();
    let (x, y) = (after.at.x - before.at.x, after.at.y - before.at.y);
    before.cells(state.grid().shape).any(|from| {
        let to = from.offset(x, y, 0);
        let ground = |cell: Cell| terrain.ground(cell).elevation;
        terrain.edge(from, to).is_some_and(surface::is_low_wall)
            && from.z <= ground(from).max(ground(to))
    })
}

fn is_difficult(state: &State, space: Space) -> bool {
    let terrain = state.terrain();
    space
        .cells(state.grid().shape)
        .any(|cell| terrain.ground(cell).difficult)
}

/// Whether a step out of one space into another leaves a threat zone (`defence/disengage-first`).
fn leaves(state: &State, threats: &[(Space, i16)], from: Space, to: Space) -> bool {
    threats.iter().any(|(space, reach)| {
        within(state, *space, from, *reach) && !within(state, *space, to, *reach)
    })
}

/// The most yards that a gait rises or goes down in a step; none where it flies (`engagement/grid`).
const fn steepest(gait: Gait) -> Option<i16> {
    match gait {
        Gait { flies: true, .. } => None,
        Gait { hops: true, .. } => Some(2 * STEP),
        _ => Some(STEP),
    }
}

/// Whether one step leads too high up, or too far down for those who do not drop (`engagement/grid`).
fn is_too_steep(gait: Gait, (from, to): (Cell, Cell)) -> bool {
    let drops = gait.drops && to.z < from.z;
    !drops && steepest(gait).is_some_and(|most| (to.z - from.z).abs() > most)
}

/// What one step costs in yards; none where it cannot be made.
fn price(
    state: &State,
    who: CreatureId,
    (gait, bounds): (Gait, &Bounds),
    (from, to): (Cell, Cell),
) -> Option<u32> {
    let (before, after) = (state.space_at(who, from), state.space_at(who, to));
    let barred = bounds.bars.iter().any(|bar| touches(state, *bar, after));
    let obstacle = !gait.hops
        && !gait.flies
        && (is_obstacle(state, after) || crosses_low_wall(state, before, after));
    if is_too_steep(gait, (from, to))
        || barred
        || obstacle
        || leaves(state, &bounds.threats, before, after)
    {
        return None;
    }
    let slow = !gait.hops && !gait.flies && !gait.even && is_difficult(state, after);
    Some(if slow { 2 } else { 1 })
}

/// The place on the ground nearest to another where a creature may stay, no higher than so many yards and not behind a wall.
#[must_use]
pub(crate) fn nearest_free(
    state: &State,
    who: CreatureId,
    (from, highest): (Cell, i16),
) -> Option<Cell> {
    let terrain = state.terrain();
    let roller = mover(state, who, Gait::default(), &terrain);
    let cost = |_: Cell, to: Cell| (to.z <= highest).then_some(1);
    let is_free = |cell: Cell| may_end(state, who, cell).is_ok();
    let path = roller.path(from, u32::MAX, is_free, cost)?;
    path.places.last().copied()
}

/// Whether a creature could shift one space: nothing solid between, and nobody there.
#[must_use]
pub(crate) fn can_shift(state: &State, who: CreatureId, to: Cell) -> bool {
    let from = state.body(who).at;
    let to = settled(state, who, to);
    (to.z - from.z).abs() <= STEP
        && !crosses_low_wall(state, state.space(who), state.space_at(who, to))
        && can_step(&state.terrain(), state.space(who), to, Corners::Cut)
        && may_end(state, who, to).is_ok()
}

/// The way along given places, of so many yards at most: those not next to each other are joined by the shortest way, or by the straight
/// line.
///
/// # Errors
/// Why there is none.
pub(crate) fn find(
    state: &State,
    who: CreatureId,
    from: Cell,
    (path, gait, most): (&[Cell], Gait, i16),
) -> Result<Way, Refusal> {
    if state.has(who, Condition::Prone) {
        return Err(refuse!(
            "actions/utility",
            "whoever lies on the ground has to stand up first"
        ));
    }
    let mut way = Way {
        route: SmallVec::new(),
        yards: 0,
    };
    let mut here = from;
    for goal in path {
        if !state.cast.map.contains(goal.with_height(0)) {
            return Err(refuse!("engagement/grid", "that is not on the map"));
        }
        if goal.z > floor_at(state, who, *goal).max(0) && !gait.flies {
            return Err(refuse!(
                "movement-segment/move-rate",
                "only those who fly can be so high up there"
            ));
        }
        let goal = settled(state, who, *goal);
        if gait.straight {
            straight(state, who, (here, goal), gait, &mut way)?;
        } else {
            search(state, who, (here, goal), (gait, most), &mut way)?;
        }
        here = goal;
    }
    if way.yards > most {
        return Err(too_far(way.yards, most));
    }
    if way.route.is_empty() {
        return Err(refuse!("movement-segment/moves", "that leads nowhere"));
    }
    may_mean_to_end(state, who, here)?;
    Ok(way)
}

fn floor_at(state: &State, who: CreatureId, at: Cell) -> i16 {
    floor(&state.terrain(), state.space_at(who, at)).unwrap_or(at.z)
}

fn mover<'a, T: Terrain>(
    state: &State,
    who: CreatureId,
    gait: Gait,
    terrain: &'a T,
) -> Mover<'a, T> {
    Mover {
        terrain,
        space: state.space(who),
        corners: Corners::Cut,
        through: if gait.flies {
            Through::Open
        } else {
            Through::Ground
        },
    }
}

fn too_far(yards: i16, most: i16) -> Refusal {
    refuse!(
        "movement-segment/move-rate",
        "that is {} away, and the way may be {} long",
        Figure::Yards(yards.into()),
        Figure::Yards(most.into())
    )
}

fn search(
    state: &State,
    who: CreatureId,
    (from, to): (Cell, Cell),
    (gait, most): (Gait, i16),
    way: &mut Way,
) -> Result<(), Refusal> {
    let left = most.saturating_sub(way.yards);
    let direct = i16::try_from(state.grid().cells_between(from, to)).unwrap_or(i16::MAX);
    if direct > left {
        return Err(too_far(direct.saturating_add(way.yards), most));
    }
    let Some(path) = shortest(state, who, (from, to), (gait, left)) else {
        return Err(blocked(state, who, (gait, left), (from, to)));
    };
    way.yards = way.yards.saturating_add(path.cost as i16);
    way.route.extend(path.places.iter().skip(1).copied());
    Ok(())
}

fn shortest(
    state: &State,
    who: CreatureId,
    (from, to): (Cell, Cell),
    (gait, most): (Gait, i16),
) -> Option<Path> {
    let terrain = state.terrain();
    let bounds = bounds(state, who, gait);
    let mover = mover(state, who, gait, &terrain);
    // Whoever flies over something rises a little above both ends of the way, not into the clouds.
    let ceiling = from.z.max(to.z).saturating_add(CLEARANCE);
    let cost = |from: Cell, to: Cell| {
        let below = to.z <= ceiling;
        below
            .then(|| price(state, who, (gait, &bounds), (from, to)))
            .flatten()
    };
    if let Some(direct) = direct(&mover, (from, to), cost) {
        return Some(direct);
    }
    let budget = u32::try_from(most).unwrap_or(0);
    let low = |at: Cell| floor_at(state, who, at) == at.z;
    let along = (gait.flies && low(from) && low(to))
        .then(|| {
            let walker = Mover {
                through: Through::Ground,
                ..mover
            };
            walker.path_to(from, budget, to, 1, cost)
        })
        .flatten();
    // A way along the ground is found sooner; one through the air may be shorter unless that one leads nearer with each step.
    match along {
        Some(path) if path.cost == state.grid().cells_between(from, to) => Some(path),
        Some(path) => mover.path_to(from, path.cost, to, 1, cost).or(Some(path)),
        None => mover.path_to(from, budget, to, 1, cost),
    }
}

/// A way on which every step leads nearer and costs one yard, if there is one to be seen at once: none is shorter.
fn direct<T: Terrain>(
    mover: &Mover<'_, T>,
    (from, to): (Cell, Cell),
    cost: impl Fn(Cell, Cell) -> Option<u32>,
) -> Option<Path> {
    let grid = mover.terrain.grid();
    let (start, goal) = (
        Point::centre(grid.shape, from),
        Point::centre(grid.shape, to),
    );
    let aside = |cell: Cell| start.off_line(goal, Point::centre(grid.shape, cell));
    let mut places = vec![from];
    let mut here = from;
    while here != to {
        let left = grid.cells_between(here, to);
        here = mover
            .steps(here)
            .filter(|cell| grid.cells_between(*cell, to) < left && cost(here, *cell) == Some(1))
            .min_by_key(|cell| (aside(*cell), *cell))?;
        places.push(here);
    }
    let cost = places.len() as u32 - 1;
    Some(Path { places, cost })
}

/// Why no way leads there: because of the threat zones that it would leave, if without them there is one, or because it is a step up or down
/// a ledge.
fn blocked(
    state: &State,
    who: CreatureId,
    (gait, most): (Gait, i16),
    (from, to): (Cell, Cell),
) -> Refusal {
    let freely = Gait { free: true, ..gait };
    if !gait.free && shortest(state, who, (from, to), (freely, most)).is_some() {
        return refuse!(
            "defence/disengage-first",
            "{} would leave an enemy's threat zone: it has to disengage first",
            Figure::Creature(who)
        );
    }
    let aside = state
        .grid()
        .cells_between(from.with_height(0), to.with_height(0));
    if aside == 1 && is_too_steep(gait, (from, to)) {
        return refuse!(
            "engagement/grid",
            "that is {} {}: a step on foot leads {} up or down",
            Figure::Yards((to.z - from.z).abs().into()),
            Figure::Word(if to.z > from.z { "higher" } else { "lower" }),
            Figure::Yards(steepest(gait).unwrap_or(STEP).into())
        );
    }
    let (before, after) = (state.space_at(who, from), state.space_at(who, to));
    if !gait.hops && !gait.flies && is_obstacle(state, after) {
        return refuse!(
            "initiative-skills/hopping",
            "an obstacle is there: only Hopping, leaps and flight lead over it, and nobody stays on it"
        );
    }
    if !gait.hops && !gait.flies && aside == 1 && crosses_low_wall(state, before, after) {
        return refuse!(
            "initiative-skills/hopping",
            "only Hopping, leaps and flight lead over what is between"
        );
    }
    refuse!(
        "movement-segment/occupied-squares",
        "no way of at most {} leads there",
        Figure::Yards(most.into())
    )
}

/// The shortest way on foot to any place where one may stay and that is a goal, of so many yards at most.
#[must_use]
pub(crate) fn toward(
    state: &State,
    who: CreatureId,
    (gait, most): (Gait, i16),
    goal: impl Fn(Cell) -> bool,
) -> Option<SmallVec<[Cell; 8]>> {
    if state.has(who, Condition::Prone) {
        return None;
    }
    let terrain = state.terrain();
    let bounds = bounds(state, who, gait);
    let cost = |from: Cell, to: Cell| price(state, who, (gait, &bounds), (from, to));
    let ends = |cell: Cell| goal(cell) && may_mean_to_end(state, who, cell).is_ok();
    let budget = u32::try_from(most).unwrap_or(0);
    let walker = Mover {
        through: Through::Ground,
        ..mover(state, who, gait, &terrain)
    };
    let path = walker.path(state.body(who).at, budget, ends, cost)?;
    Some(path.places.iter().skip(1).copied().collect())
}
