//! How a bot gets to its enemies.

use std::cell::{self, OnceCell};

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Path, Reached, Space};

use super::distance::{line_of_fire, only_shoots, strikes_from_afar, would_throw_its_last};
use super::doors::Plan;
use super::{climbing, doors, leaping, legal};
use crate::act::Act;
use crate::actions::moving::{allowance_ft, goes_on, may_move};
use crate::rules::cover::line_of_effect;
use crate::rules::numbers::{allies, feet, present, threat_ft};
use crate::rules::occupied::{is_free, is_unknown};
use crate::rules::rooms;
use crate::rules::squeezing::{self, Place};
use crate::rules::steps::{self, STEP_FT, Search};
use crate::rules::suffocating::is_under_water;
use crate::rules::terrain::{in_deep_water, standing_height, swims};
use crate::rules::thin_ice::carries;
use crate::state::{Condition, Mode, State};

/// How far a bot looks for a way, in feet.
pub(super) const FAR_FT: i16 = 300;

/// How far it looks where it has found none.
pub(super) const FARTHEST_FT: i16 = 2000;

/// How many squares lie within [`FAR_FT`] on open ground: a map that has no more is looked through at once.
const FAR_SQUARES: u32 = 121 * 121;

/// How many places it looks at for one way, all attempts taken together.
const MOST_PLACES: u32 = 5 * FAR_SQUARES;

/// What a creature has found out for its next act about ways to its Enemies: each is looked for once.
pub(super) struct Ways<'s> {
    pub(super) state: &'s State,
    pub(super) who: CreatureId,
    near: OnceCell<Option<Way>>,
    far: OnceCell<Option<Way>>,
    /// Whether it has looked in vain for one over walls or through a door.
    pub(super) no_other: cell::Cell<bool>,
}

impl<'s> Ways<'s> {
    pub(super) fn of(state: &'s State, who: CreatureId) -> Self {
        Self {
            state,
            who,
            near: OnceCell::new(),
            far: OnceCell::new(),
            no_other: cell::Cell::new(false),
        }
    }

    /// The cheapest way on foot, or swimming.
    fn on_foot(&self) -> Option<&[Cell]> {
        let looks = || {
            if !is_small(self.state) {
                return self.around(FAR_FT);
            }
            match self.far() {
                // Farther off there may be a safer way than nearby.
                Some(way) if way.feet > FAR_FT.unsigned_abs().into() => self.around(FAR_FT),
                way => way.cloned(),
            }
        };
        self.near
            .get_or_init(looks)
            .as_ref()
            .map(|way| way.steps.as_slice())
    }

    /// The same however long it is.
    fn far(&self) -> Option<&Way> {
        self.far.get_or_init(|| self.around(FARTHEST_FT)).as_ref()
    }

    fn around(&self, far_ft: i16) -> Option<Way> {
        let (state, who) = (self.state, self.who);
        around(state, who, usual_mode(state, who), far_ft)
    }

    /// The steps of a way that is too long to be thought of first; on open ground those lead nowhere else than the short ones.
    pub(super) fn far_steps(&self) -> Option<&[Cell]> {
        let looks = !self.state.cast.open_ground;
        let way = looks.then(|| self.far()).flatten()?;
        Some(&way.steps)
    }

    /// Whether some Enemy can be got at on foot.
    pub(super) fn lead_there_on_foot(&self) -> bool {
        let (state, who) = (self.state, self.who);
        may_move(state, who, usual_mode(state, who)).is_ok() && self.on_foot().is_some()
    }
}

/// A way to an Enemy.
#[derive(Clone)]
pub(super) struct Way {
    pub(super) steps: Vec<Cell>,
    feet: u32,
}

/// Whether a map is so small that looking as far as it goes takes no longer.
pub(super) fn is_small(state: &State) -> bool {
    let map = &state.cast.map;
    u32::from(map.columns()) * u32::from(map.rows()) <= FAR_SQUARES
}

/// Gets up, or closes in on the nearest Enemy that it knows of.
pub(super) fn close_in(ways: &Ways<'_>) -> Option<Act> {
    let Ways { state, who, .. } = *ways;
    if state.has(who, Condition::Prone) && !swims(state, who) {
        return Some(Act::Stand);
    }
    let mode = usual_mode(state, who);
    may_move(state, who, mode).ok()?;
    let (_, enemy) = nearest_enemy(state, who)?;
    if in_reach(state, who, state.space(who), enemy) {
        return None;
    }
    let shoots = only_shoots(state, who);
    if shoots && let Some(act) = into_line_of_fire(state, who, mode) {
        return Some(act);
    }
    let part = match straight(state, who, mode, enemy) {
        Ok(path) if has_room_at_end(state, who, &path) => {
            if let Some(act) = go(state, who, mode, &path) {
                return Some(act);
            }
            path
        }
        Ok(part) | Err(part) => part,
    };
    match ways.on_foot() {
        Some(path) => go(state, who, mode, path),
        None => without_way(ways, mode, &part, shoots),
    }
}

/// Where no way leads to any Enemy near enough: to where one can be shot at, unless it `has_looked` for that; over a wall, through a door, on a
/// longer way; else as near as it gets. Nobody throws the last weapon across water that it can swim through.
fn without_way(ways: &Ways<'_>, mode: Mode, part: &[Cell], has_looked: bool) -> Option<Act> {
    let Ways { state, who, .. } = *ways;
    let keeps = leads_through_water(state, who, mode, part) && would_throw_its_last(state, who);
    let afar = !keeps && strikes_from_afar(state, who);
    let other = (afar && !has_looked)
        .then(|| into_line_of_fire(state, who, mode))
        .flatten()
        .or_else(|| part.is_empty().then(|| leaping::over(state, who)).flatten())
        .or_else(|| climbing::climb(state, who).filter(|act| legal(state, who, act)))
        .map(Plan::Act)
        .or_else(|| doors::on_near_way(state, who))
        .or_else(|| doors::on_far_way(ways, mode));
    let (waits, other) = match other {
        Some(plan) => (true, plan.act()),
        None => (afar && line_of_fire(state, who)(state.space(who)), None),
    };
    ways.no_other.set(other.is_none());
    other.or_else(|| (!waits).then(|| go(state, who, mode, part)).flatten())
}

/// Whether a creature swims, or would where some way ends.
fn leads_through_water(state: &State, who: CreatureId, mode: Mode, way: &[Cell]) -> bool {
    let is_in = |end: &Cell| in_deep_water(state, who, state.space(who).moved_to(*end));
    way.last()
        .is_some_and(|end| mode == Mode::Swim || is_in(end))
}

/// The shortest way to where some Enemy can be shot at; nothing if that is here.
fn into_line_of_fire(state: &State, who: CreatureId, mode: Mode) -> Option<Act> {
    let space = state.space(who);
    let in_line_of_fire = line_of_fire(state, who);
    if in_line_of_fire(space) {
        return None;
    }
    let path = search_for(state, who, mode, FAR_FT).path_over(
        |cell| is_safe(state, who, space.moved_to(cell)),
        |cell| {
            let there = space.moved_to(cell);
            is_free(state, who, there, true) && in_line_of_fire(there)
        },
    )?;
    let steps: Vec<Cell> = path.places.into_iter().skip(1).collect();
    go(state, who, mode, &steps)
}

/// Whether nobody stands where a way ends.
fn has_room_at_end(state: &State, who: CreatureId, path: &[Cell]) -> bool {
    path.last()
        .is_some_and(|end| is_free(state, who, state.space(who).moved_to(*end), true))
}

/// Whether a creature is safe from the water in a place: it can breathe there, and ice holds under it.
fn is_safe(state: &State, who: CreatureId, space: Space) -> bool {
    state.cast.open_ground
        || (state.sheet(who).feats.airless || !is_under_water(state, space))
            && carries(state, who, space)
}

/// On foot, or swimming where the water is too deep.
pub(super) fn usual_mode(state: &State, who: CreatureId) -> Mode {
    if swims(state, who) {
        Mode::Swim
    } else {
        Mode::Run
    }
}

/// As much of a way as the movement at hand pays for.
pub(super) fn go(state: &State, who: CreatureId, mode: Mode, path: &[Cell]) -> Option<Act> {
    let path = affordable(state, who, mode, path);
    (!path.is_empty()).then(|| Act::Move {
        mode,
        path: path.into(),
    })
}

/// A search from where a creature is, for so many feet.
pub(super) fn search_for(state: &State, who: CreatureId, mode: Mode, left_ft: i16) -> Search<'_> {
    Search {
        state,
        who,
        mode,
        space: state.space(who),
        left_ft,
        first_ft: None,
    }
}

/// Free places within so many feet, on foot or swimming, where it is safe from the water, with what it takes to get there.
pub(super) fn reachable_within(state: &State, who: CreatureId, left_ft: i16) -> Vec<Reached> {
    let mode = usual_mode(state, who);
    if may_move(state, who, mode).is_err() {
        return Vec::new();
    }
    let mut places = search_for(state, who, mode, left_ft).reachable();
    places.retain(|reached| {
        let space = state.space(who).moved_to(reached.place);
        is_safe(state, who, space) && is_free(state, who, space, true)
    });
    places
}

/// Free places as far as a bot looks for a way.
pub(super) fn reachable_on_foot(state: &State, who: CreatureId) -> Vec<Reached> {
    reachable_within(state, who, FAR_FT)
}

/// Goes to a place, as far as the movement at hand pays for it: by a safe way, if there is any.
pub(super) fn go_along(state: &State, who: CreatureId, goal: Cell) -> Option<Act> {
    let mode = usual_mode(state, who);
    let (space, search) = (state.space(who), search_for(state, who, mode, FAR_FT));
    let will_do = |cell: Cell| is_safe(state, who, space.moved_to(cell));
    let path = search
        .path_over(will_do, |cell| cell == goal)
        .or_else(|| search.path_to(goal))?;
    let steps: Vec<Cell> = path.places.into_iter().skip(1).collect();
    go(state, who, mode, &steps)
}

/// Swims to the nearest place where it can breathe, by the surface wherever that is.
pub(super) fn to_the_air(state: &State, who: CreatureId) -> Option<Act> {
    let space = state.space(who);
    if state.sheet(who).feats.airless || state.cast.open_ground || !is_under_water(state, space) {
        return None;
    }
    may_move(state, who, Mode::Swim).ok()?;
    let search = search_for(state, who, Mode::Swim, FAR_FT);
    let path = search.path(|cell| {
        let there = space.moved_to(cell);
        !is_under_water(state, there) && is_free(state, who, there, true)
    })?;
    let steps: Vec<Cell> = path.places.into_iter().skip(1).collect();
    go(state, who, Mode::Swim, &steps)
}

/// Whether a way leads to some Enemy, for the creature or for what it rides, be it able to move now or not.
pub(super) fn has_way(state: &State, who: CreatureId) -> bool {
    let walker = state.body(who).mount.unwrap_or(who);
    around(state, walker, usual_mode(state, walker), FAR_FT).is_some()
}

/// Whether a creature, or what it rides, gets to where that Enemy is within reach, be it able to move now or not.
pub(super) fn gets_to(state: &State, who: CreatureId, on: CreatureId) -> bool {
    gets_to_one(state, who, &[on])
}

/// The same for one of these Enemies, whichever that is.
pub(super) fn gets_to_one(state: &State, who: CreatureId, of: &[CreatureId]) -> bool {
    let walker = state.body(who).mount.unwrap_or(who);
    let mode = usual_mode(state, walker);
    let is_at_hand = |on: &CreatureId| {
        in_reach(state, who, state.space(who), *on) || straight(state, walker, mode, *on).is_ok()
    };
    of.iter().any(is_at_hand) || around_to(search_for(state, walker, mode, FAR_FT), of).is_some()
}

/// Enemies that a creature knows of, in roster order.
pub(super) fn known_enemies(
    state: &State,
    who: CreatureId,
) -> impl Iterator<Item = CreatureId> + '_ {
    state.creatures().filter(move |other| {
        *other != who
            && !allies(state, who, *other)
            && !state.sheet(*other).neutral
            && present(state, *other)
            && !is_unknown(state, who, *other)
    })
}

pub(super) fn nearest_enemy(state: &State, who: CreatureId) -> Option<(i16, CreatureId)> {
    let space = state.space(who);
    known_enemies(state, who)
        .map(|enemy| {
            let distance = state.grid().distance(space, state.space(enemy));
            (feet(distance), enemy)
        })
        .min()
}

/// Whether an enemy could be struck from a space: near enough, and not behind a wall.
pub(super) fn in_reach(state: &State, who: CreatureId, space: Space, enemy: CreatureId) -> bool {
    is_within(state, threat_ft(state, who), space, enemy)
}

/// The same with a Reach of so many feet.
fn is_within(state: &State, reach_ft: i16, space: Space, enemy: CreatureId) -> bool {
    let there = state.space(enemy);
    feet(state.grid().distance(space, there)) <= reach_ft
        && line_of_effect(state, space, there, state.sheet(enemy).size)
}

/// What a way from each place to where some Enemy is within reach costs at least. Nothing on small maps, which are looked through at once.
pub(super) fn ahead(state: &State, who: CreatureId) -> impl Fn(Cell) -> u32 + Copy + use<> {
    let reach = threat_ft(state, who) / STEP_FT + i16::from(state.space(who).side);
    let around = |enemy: CreatureId| {
        let space = state.space(enemy);
        let beyond = reach + i16::from(space.side);
        [-reach, beyond].map(|by| space.at.offset(by, by, 0))
    };
    let all = (!is_small(state)).then(|| known_enemies(state, who).map(around));
    let all = all.and_then(|boxes| {
        boxes.reduce(|[low, high], [least, most]| {
            [
                Cell::new(low.x.min(least.x), low.y.min(least.y)),
                Cell::new(high.x.max(most.x), high.y.max(most.y)),
            ]
        })
    });
    move |at| {
        let off = all.map_or(0, |[low, high]| {
            let apart = |at: i16, low: i16, high: i16| (low - at).max(at - high).max(0);
            apart(at.x, low.x, high.x).max(apart(at.y, low.y, high.y))
        });
        u32::from(off.saturating_mul(STEP_FT).unsigned_abs())
    }
}

/// Step by step nearer to an enemy, each step named by the square that it is taken to: to where it is in reach, or on open ground as far as
/// the movement at hand may lead.
///
/// # Errors
/// How far that goes, where it does not lead there without a detour.
fn straight(
    state: &State,
    who: CreatureId,
    mode: Mode,
    enemy: CreatureId,
) -> Result<Vec<Cell>, Vec<Cell>> {
    let (grid, goal) = (state.grid(), state.space(enemy));
    let mut path = Vec::new();
    // Behind walls what leads nearer now may lead nowhere later.
    let mut left = if state.cast.open_ground {
        allowance_ft(state, who, mode)
    } else {
        FARTHEST_FT
    };
    let mut here = Place::of(state, who);
    while left > 0 && !in_reach(state, who, here.space(state, who), enemy) {
        let distance = grid.distance(here.space(state, who), goal);
        let nearer = grid
            .neighbours(here.at)
            .map(|to| steps::on_ground(state, who, here, to))
            .filter_map(|to| Some((to, squeezing::step(state, who, mode, here, to)?)))
            .map(|(to, (place, cost))| {
                let after = grid.distance(place.space(state, who), goal);
                (after, cost, place, to)
            })
            .filter(|(after, ..)| *after < distance)
            .filter(|(.., place, _)| is_safe(state, who, place.space(state, who)))
            .min_by_key(|(after, cost, place, _)| (*after, *cost, place.at));
        let Some((_, cost, place, to)) = nearer.filter(|(.., place, _)| !place.squeezing) else {
            return Err(path);
        };
        left -= cost;
        let walks = squeezing::walks(state, here, place);
        path.push(if walks { place.at } else { to });
        here = place;
    }
    if state.cast.open_ground || in_reach(state, who, here.space(state, who), enemy) {
        Ok(path)
    } else {
        Err(path)
    }
}

/// The cheapest way of so many feet to where some enemy is within reach: a safe one, if there is any, and squeezing only where there is no
/// other.
pub(super) fn around(state: &State, who: CreatureId, mode: Mode, far_ft: i16) -> Option<Way> {
    let enemies: Vec<CreatureId> = known_enemies(state, who).collect();
    around_to(search_for(state, who, mode, far_ft), &enemies)
}

/// The same to where one of these is within reach.
fn around_to(search: Search<'_>, enemies: &[CreatureId]) -> Option<Way> {
    let Search { state, who, .. } = search;
    let path = way_to_blows(search, enemies).or_else(|| squeezed(search, enemies))?;
    let whole = state.body(who).at;
    let steps = path.places.into_iter().filter(|cell| *cell != whole);
    Some(Way {
        steps: steps.collect(),
        feet: path.cost,
    })
}

/// The cheapest way of a search to where some enemy is within reach: a safe one, if there is any.
fn way_to_blows(search: Search<'_>, enemies: &[CreatureId]) -> Option<Path> {
    let Search {
        state, who, space, ..
    } = search;
    let (is_barred, looked_at) = (cell::Cell::new(false), cell::Cell::new(0));
    let goes_on = || looked_at.get() < MOST_PLACES;
    let will_do = |cell: Cell| {
        let is_safe = is_safe(state, who, space.moved_to(cell));
        is_barred.set(is_barred.get() || !is_safe);
        is_safe && goes_on()
    };
    let (reach_ft, ahead) = (threat_ft(state, who), ahead(state, who));
    let is_goal = |cell: Cell| {
        let there = space.moved_to(cell);
        enemies
            .iter()
            .any(|enemy| is_within(state, reach_ft, there, *enemy))
            && is_free(state, who, there, true)
    };
    if !has_room_beside(search, enemies, is_goal) {
        return None;
    }
    let goal = |cell: Cell| {
        looked_at.set(looked_at.get() + 1);
        is_goal(cell)
    };
    let safe = search.path_toward(will_do, (goal, ahead));
    // Where no place is unsafe the same would be found again.
    if safe.is_some() || !is_barred.get() {
        return safe;
    }
    looked_at.set(0);
    search.path_toward(|_| goes_on(), (goal, ahead))
}

/// Whether any place near an Enemy is a goal of a search and hangs together with where that begins, as far as walls and heights go, be there a
/// way to it or not: in a crowd and behind walls there is often none, and then all ways need not be looked at. In water, which has no floor,
/// nothing is left out.
fn has_room_beside(
    search: Search<'_>,
    enemies: &[CreatureId],
    is_goal: impl Fn(Cell) -> bool,
) -> bool {
    let Search {
        state, who, space, ..
    } = search;
    let on_floor = |at: Cell| {
        if state.cast.open_ground {
            return Some(at.with_height(space.at.z));
        }
        let height = standing_height(state, who, space.moved_to(at))?;
        Some(at.with_height(height))
    };
    let together = rooms::around(state, space, false);
    let is_walled_off = |at: &Cell| {
        together
            .as_ref()
            .is_some_and(|together| !together.contains(*at))
    };
    let is_near_a_goal = |enemy: CreatureId| {
        near(state, (who, space), enemy)
            .filter(|at| !is_walled_off(at))
            .filter_map(on_floor)
            .any(&is_goal)
    };
    search.mode == Mode::Swim
        || is_goal(space.at)
        || enemies.iter().any(|enemy| is_near_a_goal(*enemy))
}

/// The squares of the map from which an Enemy may be within reach of a creature in such a space, at any height.
fn near(
    state: &State,
    (who, space): (CreatureId, Space),
    enemy: CreatureId,
) -> impl Iterator<Item = Cell> + '_ {
    let reach = threat_ft(state, who) / STEP_FT + 1;
    let there = state.space(enemy);
    let (low, high) = (
        -reach - i16::from(space.side),
        reach + i16::from(there.side),
    );
    (low..=high)
        .flat_map(move |y| (low..=high).map(move |x| there.at.offset(x, y, 0)))
        .filter(|at| state.cast.map.contains(*at))
}

/// Whether walls keep a creature from all Enemies that it knows of, however it climbs.
pub(super) fn is_walled_off(state: &State, who: CreatureId) -> bool {
    let space = state.space(who);
    rooms::around(state, space, true).is_some_and(|together| {
        known_enemies(state, who)
            .all(|enemy| near(state, (who, space), enemy).all(|at| !together.contains(at)))
    })
}

/// The same for a creature that squeezes where there is no room for all of it (`squeezing/space`).
fn squeezed(search: Search<'_>, enemies: &[CreatureId]) -> Option<Path> {
    let Search {
        state, who, space, ..
    } = search;
    let place = Place::of(state, who);
    if place.squeezing || !squeezing::may_squeeze(state, who) {
        return None;
    }
    let shape = state.grid().shape;
    // Within its own space it may begin anywhere.
    let start = squeezing::narrow_spaces(state, who, place).next()?;
    let narrow = Search {
        space: start,
        ..search
    };
    let mut path = way_to_blows(narrow, enemies)?;
    // What it takes up already is no part of the way.
    path.places.retain(|cell| !space.covers(shape, *cell));
    Some(path)
}

/// As much of a way as the movement at hand pays for, up to a free square.
fn affordable(state: &State, who: CreatureId, mode: Mode, path: &[Cell]) -> Vec<Cell> {
    let moving = state.body(who).moving.filter(|_| goes_on(state, who, mode));
    let fresh = moving.is_none_or(|moving| moving.spent_ft == 0);
    let mut left = moving.map_or(allowance_ft(state, who, mode), |moving| moving.left_ft);
    let mut here = Place::of(state, who);
    let (mut pays, mut way) = (0, Vec::new());
    for (index, to) in path.iter().enumerate() {
        let Some((place, cost)) = squeezing::step(state, who, mode, here, *to) else {
            break;
        };
        let cost = if fresh && index == 0 {
            cost.min(left)
        } else {
            cost
        };
        if cost > left {
            break;
        }
        left -= cost;
        let walks = squeezing::walks(state, here, place);
        way.push(if walks { place.at } else { *to });
        here = place;
        if is_free(state, who, here.space(state, who), true) {
            pays = index + 1;
        }
    }
    way.truncate(pays);
    way
}
