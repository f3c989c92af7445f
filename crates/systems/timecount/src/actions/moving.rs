//! Move: along a path, count by count (`movement-in-combat/as-action`).

use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, Course, Heading, Path, Space};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};
use smallvec::SmallVec;

use crate::TimeCount;
use crate::act::Act;
use crate::fact::{Fact, Flag, lost_by};
use crate::ids::refuse;
use crate::rules::course::{self, Turn};
use crate::rules::numbers::{able, enemies, immobile, present, riders};
use crate::rules::occupied::Taken;
use crate::rules::{effects, ground, movement, occupied, rates, running};
use crate::state::{Condition, Pace, Stance, State, Underway};

/// How far a way is looked for, in spaces of allowance.
const FAR: u32 = 200;
/// What a space costs in the search for a runner's way, and what a turn costs besides: few turns are better than any detour is bad.
const SPACE_COST: u32 = 100;
/// See [`SPACE_COST`].
const TURN_COST: u32 = 10;

/// Every space of a way.
type Way = SmallVec<[Cell; 8]>;

/// Whether nothing keeps a creature from moving at that pace.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn may_move(state: &State, who: CreatureId, pace: Pace) -> Result<(), Refusal> {
    let figure = Figure::Creature(who);
    if let Some(mount) = state.body(who).mount {
        return Err(refuse!(
            "actions/mount",
            "{} is mounted on {}: it moves as its mount does",
            figure,
            Figure::Creature(mount)
        ));
    }
    if rates::speed_ft(state, who) <= 0 {
        return Err(refuse!(
            "movement-in-combat/table",
            "{} has a movement rate of {}",
            figure,
            Figure::Feet(0)
        ));
    }
    let poised = state.body(who).posture.stance == Stance::Poised;
    if !poised && immobile(state, who) || poised && is_held(state, who) {
        return Err(refuse!("conditions/immobile", "{} is immobile", figure));
    }
    if let Some(rider) = held_rider(state, who) {
        return Err(refuse!(
            "conditions/immobile",
            "{} carries {}, who is immobile",
            figure,
            Figure::Creature(rider)
        ));
    }
    at_pace(state, who, pace)
}

/// The rider of a mount whom something keeps where it is: it cannot ride on either.
fn held_rider(state: &State, mount: CreatureId) -> Option<CreatureId> {
    riders(state, mount).find(|rider| is_held(state, *rider))
}

/// Whether something other than its stance keeps a creature where it is: a hold, or a Coup de Grace that it prepares.
fn is_held(state: &State, who: CreatureId) -> bool {
    let body = state.body(who);
    body.stapled.is_some()
        || matches!(body.underway, Underway::CoupDeGrace { .. })
        || state
            .conditions
            .on(who)
            .any(|held| matches!(held.kind, Condition::Grabbed | Condition::Netted))
}

/// Whether stance and what is under way allow the pace.
fn at_pace(state: &State, who: CreatureId, pace: Pace) -> Result<(), Refusal> {
    let figure = Figure::Creature(who);
    let body = state.body(who);
    let slow = matches!(pace, Pace::Sneak | Pace::Half);
    if matches!(body.underway, Underway::Prepare { .. }) && !slow {
        return Err(refuse!(
            "stances/spellcasting-drawback",
            "{} prepares a spell: it can only walk, at half speed",
            figure
        ));
    }
    match body.posture.stance {
        Stance::Parrying if !slow => Err(refuse!(
            "stances/parrying-drawback",
            "{} is parrying: it can only walk, at half speed",
            figure
        )),
        Stance::Crouch => Err(refuse!(
            "stances/crouch-drawback",
            "{} is on one knee: it has to stand up before it moves",
            figure
        )),
        Stance::Prone if running::is_running(pace) => Err(refuse!(
            "stances/prone-movement",
            "{} lies prone: it can only crawl",
            figure
        )),
        Stance::Poised if !running::is_running(pace) => Err(refuse!(
            "stances/poised-drawback",
            "{} is poised: it can run or sprint, or go back to the basic stance first",
            figure
        )),
        Stance::Poised if !running::is_poised(state, who) => Err(refuse!(
            "stances/poised-benefit",
            "{} is not poised yet",
            figure
        )),
        _ => Ok(()),
    }
}

/// Whether a creature can move along a path: every space of the way. Spaces that are not next to each other are joined by the shortest way
/// that avoids enemies.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    pace: Pace,
    path: &[Cell],
) -> Result<Box<[Cell]>, Refusal> {
    may_move(state, who, pace)?;
    if running::is_running(pace) {
        running::may_run(state, who, pace)?;
    }
    let mut way = Way::new();
    let mut at = state.body(who).at;
    for goal in path {
        at = lead_on(state, who, pace, (at, *goal), &mut way)?;
    }
    let Some(first) = way.first() else {
        return Err(refuse!(
            "movement-in-combat/as-action",
            "{} is there already",
            Figure::Creature(who)
        ));
    };
    let space = state.space(who);
    occupied::room_besides(state, who, space.moved_to(*first), |other| {
        (!is_on_the_move(state, other)).then(|| state.space(other))
    })?;
    if running::is_running(pace) {
        nearly_straight(state, who, pace, &way)?;
    }
    Ok(way.into_iter().collect())
}

/// Leads a way on to a goal.
fn lead_on(
    state: &State,
    who: CreatureId,
    pace: Pace,
    (at, goal): (Cell, Cell),
    way: &mut Way,
) -> Result<Cell, Refusal> {
    let space = state.space(who);
    let Some(goal) = ground::standing(state, space.moved_to(goal)) else {
        return Err(no_way(who));
    };
    if at == goal {
        return Ok(at);
    }
    if ground::can_step(state, space.moved_to(at), goal) {
        way.push(goal);
        return Ok(goal);
    }
    let found = if running::is_running(pace) {
        straight_way(state, who, way, (at, goal))
    } else {
        let ahead = |cell: Cell| {
            state
                .grid()
                .steps_between(Space::cell(cell), Space::cell(goal))
        };
        shortest_toward(state, who, at, (|cell| cell == goal, ahead))
            .map(|path| path.places.into_iter().skip(1).collect())
    };
    way.extend(found.ok_or_else(|| no_way(who))?);
    Ok(goal)
}

fn no_way(who: CreatureId) -> Refusal {
    refuse!(
        "movement-in-combat/as-action",
        "{} knows of no way there",
        Figure::Creature(who)
    )
}

/// Whether a creature is about to leave its space, as far as one can see.
fn is_on_the_move(state: &State, who: CreatureId) -> bool {
    let body = state.body(who);
    let declared = matches!(body.declared, Some(Act::Move { .. }));
    declared || matches!(body.underway, Underway::Walk(..))
}

/// The shortest way to a goal around everybody who would be in it.
pub(crate) fn shortest(
    state: &State,
    who: CreatureId,
    from: Cell,
    goal: impl Fn(Cell) -> bool,
) -> Option<Path> {
    shortest_toward(state, who, from, (goal, |_| 0))
}

/// As [`shortest`], where from a cell at least so many steps lead to a goal, and from those next to it one less at least: what lies too far
/// away is left out, which changes nothing but the time it takes.
pub(crate) fn shortest_toward(
    state: &State,
    who: CreatureId,
    from: Cell,
    (goal, ahead): (impl Fn(Cell) -> bool, impl Fn(Cell) -> u32),
) -> Option<Path> {
    let (land, space) = (state.terrain(), state.space(who));
    let taken = Taken::besides(state, who);
    ground::mover(&land, space).path_toward(from, FAR, (&goal, ahead), |from, to| {
        price(state, who, &taken, (from, to), &goal)
    })
}

/// What a step costs on the search for a way; a goal may be where somebody stands.
fn price(
    state: &State,
    who: CreatureId,
    taken: &Taken,
    (from, to): (Cell, Cell),
    is_goal: impl Fn(Cell) -> bool,
) -> Option<u32> {
    if !ground::is_level(from, to) {
        return None;
    }
    let space = state.space(who).moved_to(to);
    // Whoever is in the way is looked at only where somebody is: a search asks for each step of the map.
    let is_open = taken.is_free(space) || is_passable(state, who, space) || is_goal(to);
    is_open.then(|| u32::from(ground::cost(state, who, from, to)))
}

/// Whether nobody is in a space who would keep a creature out.
fn is_passable(state: &State, who: CreatureId, space: Space) -> bool {
    let keeps_out =
        |other: CreatureId| enemies(state, who, other) && occupied::can_keep_out(state, other, who);
    let mut inside = occupied::occupants(state, who, space).peekable();
    inside.peek().is_none() || !inside.any(keeps_out) && occupied::room(state, who, space).is_ok()
}

/// A runner's way to a goal: with the fewest turns among the shortest, none of them sharp on squares.
fn straight_way(
    state: &State,
    who: CreatureId,
    way: &Way,
    (at, goal): (Cell, Cell),
) -> Option<Way> {
    let (land, space, shape) = (state.terrain(), state.space(who), state.grid().shape);
    let before = match *way.as_slice() {
        [.., before, last] if last == at => Some(before),
        [last] if last == at => Some(state.body(who).at),
        _ => None,
    };
    let heading = before
        .and_then(|before| movement::heading(state, before, at))
        .or(course::at_hand(state, who).last_step)
        .or_else(|| Heading::side_toward(shape, space.moved_to(at), space.moved_to(goal)))?;
    let start = Course { cell: at, heading };
    let taken = Taken::besides(state, who);
    let path = ground::mover(&land, space).path_turning_to(
        start,
        FAR * SPACE_COST,
        goal,
        SPACE_COST,
        |from, to| {
            let cost = price(state, who, &taken, (from.cell, to.cell), |to| to == goal)?;
            let turns = u32::from(from.heading.turns_to(shape, to.heading));
            Some(cost * SPACE_COST + turns * TURN_COST)
        },
    )?;
    let cells = path.places.into_iter().skip(1);
    Some(cells.map(|place| place.cell).collect())
}

/// A run is straight or nearly so (`running/turn-limits`).
fn nearly_straight(
    state: &State,
    who: CreatureId,
    pace: Pace,
    way: &[Cell],
) -> Result<(), Refusal> {
    let shape = state.grid().shape;
    let mut at = state.body(who).at;
    let mut steps: SmallVec<[(Heading, u8); 8]> = SmallVec::new();
    for to in way {
        let Some(heading) = movement::heading(state, at, *to) else {
            return Err(no_way(who));
        };
        steps.push((heading, ground::cost(state, who, at, *to)));
        at = *to;
    }
    let movement = course::at_hand(state, who);
    let rate = rates::rate_ft(state, who, pace);
    let degrees = Figure::Number(i32::from(Heading::degrees_per_turn(shape)));
    let counts = Figure::Number(i32::from(course::counts_per_turn(shape)));
    match course::first_bad_turn(shape, movement, rate, &steps) {
        None => Ok(()),
        Some(Turn::TooSoon) => Err(refuse!(
            "running/turn-limits",
            "a run turns by {} degrees only once in {} counts",
            degrees,
            counts
        )),
        Some(_) => Err(refuse!(
            "running/turn-limits",
            "a run turns by no more than {} degrees; for that {} has to slow down",
            degrees,
            Figure::Creature(who)
        )),
    }
}

/// What a declared act comes to: for a Move the whole way and, after the checks of running, the pace it is made at; for going on with a
/// walk the same. `None`: a runner had to stop, and decides anew.
///
/// # Errors
/// Stops if dice or answers are missing.
pub(crate) fn announce(
    scene: &mut Scene<'_, TimeCount>,
    who: CreatureId,
    act: &Act,
) -> Play<Option<Act>> {
    match act {
        Act::Move { pace, path } => set_off(scene, who, *pace, path, true),
        Act::GoOn(steady) => {
            let Some((pace, path)) = under_way(scene.state(), who) else {
                return Ok(Some(act.clone()));
            };
            if *steady {
                scene.emit(Fact::Flag(who, Flag::Asked, false));
            }
            set_off(scene, who, pace, &path, false)
        }
        _ => Ok(Some(act.clone())),
    }
}

/// The walk that a creature has under way.
fn under_way(state: &State, who: CreatureId) -> Option<(Pace, Box<[Cell]>)> {
    match &state.body(who).underway {
        Underway::Walk(pace, path) => Some((*pace, path.clone())),
        _ => None,
    }
}

fn set_off(
    scene: &mut Scene<'_, TimeCount>,
    who: CreatureId,
    pace: Pace,
    path: &[Cell],
    new: bool,
) -> Play<Option<Act>> {
    let path = match aim(scene.state(), who, pace, path) {
        Ok(path) => path,
        Err(refusal) => {
            scene.emit(Fact::Lost(who, lost_by(refusal.rule)));
            return Ok(Some(Act::Wait(1)));
        }
    };
    let pace = if running::is_running(pace) {
        match running::set_off(scene, who, pace)? {
            Some(pace) => pace,
            None => return Ok(None),
        }
    } else {
        pace
    };
    let act = Act::Move { pace, path };
    if new {
        effects::does(scene, who, &act);
        rates::explain(scene, who, pace);
    }
    Ok(Some(act))
}

/// Those who walk and need not be asked declare the next count of it by themselves; a way that has become impossible is given up.
///
/// # Errors
/// Stops if dice or answers are missing.
pub(crate) fn walk_on(scene: &mut Scene<'_, TimeCount>) -> Play {
    let now = scene.state().clock.count;
    for who in scene.state().creatures() {
        let state = scene.state();
        if state.body(who).next > now || !able(state, who) {
            continue;
        }
        let Some((pace, path)) = under_way(state, who) else {
            continue;
        };
        if let Err(refusal) = aim(state, who, pace, &path) {
            scene.cite(refusal.rule);
            scene.emit(Fact::Lost(who, lost_by(refusal.rule)));
            scene.emit(Fact::Underway(who, Underway::Nothing));
        } else if !scene.state().body(who).asked
            && let Some(act) = set_off(scene, who, pace, &path, false)?
        {
            scene.emit(Fact::Declares(who, act));
        }
    }
    Ok(())
}

/// The spaces that a creature can reach on this count at that pace, and at least those next to it.
fn reachable(state: &State, who: CreatureId, pace: Pace) -> Vec<Cell> {
    let (land, here) = (state.terrain(), state.space(who));
    let reach = reach(state, who, pace);
    ground::mover(&land, here)
        .reachable(here.at, reach, prices(state, who, reach))
        .into_iter()
        .map(|reached| reached.place)
        .filter(|place| *place != here.at)
        .collect()
}

/// Whether [`reachable`] finds a place.
fn reaches(state: &State, who: CreatureId, pace: Pace, to: Cell) -> bool {
    let (land, here) = (state.terrain(), state.space(who));
    let reach = reach(state, who, pace);
    let prices = prices(state, who, reach);
    let way = ground::mover(&land, here).path_to(here.at, reach, to, 1, prices);
    to != here.at && way.is_some()
}

/// How many spaces a creature goes on this count at that pace, one at least.
fn reach(state: &State, who: CreatureId, pace: Pace) -> u32 {
    let movement = course::at_hand(state, who);
    let gait = (pace, rates::rate_ft(state, who, pace));
    let spaces = rates::allowance(state, who, gait, movement).spaces;
    u32::from(spaces.max(1))
}

/// What steps cost on a count that leads so far; the first one is taken whatever it costs.
fn prices(state: &State, who: CreatureId, reach: u32) -> impl Fn(Cell, Cell) -> Option<u32> {
    let at = state.body(who).at;
    let taken = Taken::besides(state, who);
    move |from, to| {
        let cost = price(state, who, &taken, (from, to), |_| false)?;
        Some(if from == at { cost.min(reach) } else { cost })
    }
}

/// The way that leads a creature next to the nearest enemy; none if one is there already or none can be reached.
fn to_nearest_enemy(state: &State, who: CreatureId) -> Option<Cell> {
    let (grid, space) = (state.grid(), state.space(who));
    let foes: SmallVec<[Space; 8]> = state
        .creatures()
        .filter(|other| enemies(state, who, *other) && present(state, *other))
        .map(|other| state.space(other))
        .collect();
    let near = |cell: Cell| {
        let there = space.moved_to(cell);
        foes.iter().any(|foe| grid.adjacent(there, *foe))
    };
    if foes.is_empty() || near(space.at) {
        return None;
    }
    let path = shortest(state, who, space.at, |cell| {
        near(cell) && is_passable(state, who, space.moved_to(cell))
    })?;
    path.places.last().copied()
}

/// The paces at which a creature may move, the usual one first.
const PACES: [Pace; 5] = [Pace::Base, Pace::Run, Pace::Sprint, Pace::Half, Pace::Sneak];

/// Offers what can be reached on this count at each pace, and the way to the nearest enemy.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for pace in open_paces(state, who) {
        let places = reachable(state, who, pace);
        for place in &places {
            legal(to(pace, *place))?;
        }
        if leads_far(pace)
            && let Some(goal) = to_nearest_enemy(state, who)
            && !places.contains(&goal)
        {
            legal(to(pace, goal))?;
        }
    }
    ControlFlow::Continue(())
}

fn to(pace: Pace, place: Cell) -> Act {
    Act::Move {
        pace,
        path: Box::new([place]),
    }
}

/// The paces at which a creature may move now.
pub(crate) fn open_paces(state: &State, who: CreatureId) -> impl Iterator<Item = Pace> {
    PACES.into_iter().filter(move |pace| {
        let runs = running::is_running(*pace);
        may_move(state, who, *pace).is_ok()
            && (!runs || running::may_run(state, who, *pace).is_ok())
    })
}

/// Whether the way to the nearest enemy is offered at that pace, however far it is.
const fn leads_far(pace: Pace) -> bool {
    matches!(pace, Pace::Base | Pace::Run)
}

/// How many places there are for a Move at that pace, as far as it may lead: [`candidate`] looks at each.
pub(crate) fn places(state: &State, who: CreatureId, pace: Pace) -> u32 {
    let across = 2 * reach(state, who, pace) + 1;
    across * across + u32::from(leads_far(pace))
}

/// What [`candidates`] would list of one of these [`places`], the way to the nearest enemy behind all spaces.
pub(crate) fn candidate(state: &State, who: CreatureId, pace: Pace, number: u32) -> Option<Act> {
    let reach = reach(state, who, pace);
    let across = 2 * reach + 1;
    if number == across * across {
        let goal = to_nearest_enemy(state, who)?;
        return (!reaches(state, who, pace, goal)).then(|| to(pace, goal));
    }
    let offset = |number: u32| i16::try_from(i64::from(number) - i64::from(reach)).ok();
    let here = state.space(who);
    let (x, y) = (offset(number % across)?, offset(number / across)?);
    let goal = here.at.offset(x, y, 0);
    if !state.cast.map.contains(goal) {
        return None;
    }
    let goal = ground::standing(state, here.moved_to(goal))?;
    reaches(state, who, pace, goal).then(|| to(pace, goal))
}
