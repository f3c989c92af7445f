//! The burrowing Move (`burrowing/*`): through soft ground in any direction, step by step.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, Space};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::moving;
use crate::ThreeAction;
use crate::act::Act;
use crate::ids::{refuse, rule};
use crate::rules::burrowing::{self, Barred};
use crate::rules::numbers::{feet, speed_ft};
use crate::rules::occupied::is_free;
use crate::rules::steps::{STEP_FT, Step};
use crate::state::{Mode, State};

/// The most places that a search for a way looks at.
const MOST_PLACES: usize = 20_000;

/// The most steps of a straight way.
const MOST_STEPS: usize = 200;

/// Whether burrowing along a path is possible; squares that are not next to one another are joined by a cheapest way. Gives every square
/// on the way.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, path: &[Cell]) -> Result<Vec<Cell>, Refusal> {
    moving::may_move(state, who, Mode::Burrow)?;
    let left_ft = left_ft(state, who);
    let mut way: Vec<Cell> = Vec::new();
    let start = state.space(who);
    let mut space = start;
    for goal in path.iter().copied() {
        if goal == space.at {
            continue;
        }
        match burrowing::step_from(state, who, space, goal) {
            Ok(_) => way.push(goal),
            Err(barred) => match join(state, who, space, goal) {
                Some(found) => way.extend(found),
                None => return Err(why_not(state, who, space, goal, barred)),
            },
        }
        space = space.moved_to(goal);
    }
    let spent = cost_ft(state, who, start, &way);
    if way.is_empty() {
        return Err(refuse!(
            "burrowing/move",
            "{} is there already",
            Figure::Creature(who)
        ));
    }
    let first = way.len() == 1 && !moving::goes_on(state, who, Mode::Burrow);
    if spent > left_ft && !first {
        return Err(refuse!(
            "burrowing/move",
            "{} has {} of movement left; this takes {}",
            Figure::Creature(who),
            Figure::Feet(i32::from(left_ft)),
            Figure::Feet(i32::from(spent))
        ));
    }
    if !is_free(state, who, space, true) {
        return Err(refuse!(
            "move/end-in-occupied-square",
            "a Move cannot end in a square that another creature holds"
        ));
    }
    Ok(way)
}

/// A way to a square that is not next to the last one: the straight one if nothing makes it dear, else the cheapest.
fn join(state: &State, who: CreatureId, from: Space, goal: Cell) -> Option<Vec<Cell>> {
    let direct = straight(state, who, from, goal);
    let is_cheap = |way: &Vec<Cell>| {
        usize::from(cost_ft(state, who, from, way).unsigned_abs())
            == way.len() * usize::from(STEP_FT.unsigned_abs())
    };
    direct
        .clone()
        .filter(is_cheap)
        .or_else(|| cheapest(state, who, from, goal))
        .or(direct)
}

/// What a way costs, in feet.
fn cost_ft(state: &State, who: CreatureId, from: Space, way: &[Cell]) -> i16 {
    let mut space = from;
    let mut cost = 0_i16;
    for to in way {
        let step = burrowing::step_from(state, who, space, *to);
        cost = cost.saturating_add(step.unwrap_or(STEP_FT));
        space = space.moved_to(*to);
    }
    cost
}

fn left_ft(state: &State, who: CreatureId) -> i16 {
    match state.body(who).moving {
        Some(moving) if moving::goes_on(state, who, Mode::Burrow) => moving.left_ft,
        _ => speed_ft(state, who),
    }
}

/// Why a burrower cannot get somewhere: what is there, or else that no way leads there.
fn why_not(state: &State, who: CreatureId, space: Space, goal: Cell, barred: Barred) -> Refusal {
    let figure = Figure::Creature(who);
    let near = state.grid().surroundings(space.at).any(|cell| cell == goal);
    let barred = if near {
        barred
    } else {
        burrowing::has_place(state, who, space.moved_to(goal))
            .err()
            .unwrap_or(Barred::Wall)
    };
    match barred {
        Barred::Stone => refuse!(
            "burrowing/stone",
            "there is stone, and {} cannot burrow through it",
            figure
        ),
        Barred::Creature(other) => refuse!(
            "move/enemy-square",
            "{} is in the way",
            Figure::Creature(other)
        ),
        Barred::Water => refuse!(
            "swimming/skill",
            "there is water too deep to stand in, and {} cannot burrow through it",
            figure
        ),
        Barred::Outside | Barred::Air | Barred::Wall => refuse!(
            "burrowing/move",
            "no way through soft ground leads {} there",
            figure
        ),
    }
}

/// The straight way, if there is one: diagonally first, then along.
fn straight(state: &State, who: CreatureId, from: Space, goal: Cell) -> Option<Vec<Cell>> {
    let mut way = Vec::new();
    let mut space = from;
    while space.at != goal && way.len() < MOST_STEPS {
        let at = space.at;
        let toward = |to: i16, at: i16| i16::from(to > at) - i16::from(to < at);
        let to = at.offset(
            toward(goal.x, at.x),
            toward(goal.y, at.y),
            toward(goal.z, at.z),
        );
        burrowing::step_from(state, who, space, to).ok()?;
        way.push(to);
        space = space.moved_to(to);
    }
    (space.at == goal).then_some(way)
}

/// The cheapest way through soft ground; of equally cheap ones the order of the squares decides.
fn cheapest(state: &State, who: CreatureId, from: Space, goal: Cell) -> Option<Vec<Cell>> {
    let most = left_ft(state, who);
    burrowing::has_place(state, who, from.moved_to(goal)).ok()?;
    let mut before: BTreeMap<Cell, (Cell, i16)> = BTreeMap::from([(from.at, (from.at, 0))]);
    let mut waiting = BTreeSet::from([(0, 0, from.at)]);
    while let Some((spent, _, here)) = waiting.pop_first() {
        if here == goal {
            return Some(way_to(&before, here));
        }
        if before.len() > MOST_PLACES {
            return None;
        }
        for to in state.grid().surroundings(here) {
            let known = before.get(&to).map_or(most, |(_, known)| known - 1);
            let far = feet(state.grid().cells_between(to, goal));
            if spent + STEP_FT > known || far > most - spent - STEP_FT {
                continue;
            }
            let step = burrowing::step_from(state, who, from.moved_to(here), to);
            if let Some(cost) = step
                .ok()
                .map(|step| spent + step)
                .filter(|cost| *cost <= known)
            {
                before.insert(to, (here, cost));
                waiting.insert((cost, before.len(), to));
            }
        }
    }
    None
}

fn way_to(before: &BTreeMap<Cell, (Cell, i16)>, last: Cell) -> Vec<Cell> {
    let mut places = Vec::new();
    let mut here = last;
    while let Some((previous, spent)) = before.get(&here)
        && *spent > 0
    {
        places.push(here);
        here = *previous;
    }
    places.reverse();
    places
}

/// Burrows along a path, or goes on with a burrowing Move.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, path: &[Cell]) -> Play {
    let Ok(way) = aim(scene.state(), who, path) else {
        return Ok(());
    };
    scene.cite(rule!("move/step-by-step"));
    if !moving::goes_on(scene.state(), who, Mode::Burrow) {
        moving::begin(scene, who, Mode::Burrow);
    }
    for to in way {
        match burrowing::step(scene, who, to)? {
            Step::Taken => {}
            Step::Barred => {
                moving::leave_occupied(scene, who)?;
                break;
            }
            Step::Over => return moving::break_off(scene, who),
        }
    }
    moving::settle(scene, who, Mode::Burrow)
}

/// Offers every step through soft ground that is possible now.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if !state.sheet(who).feats.burrow {
        return ControlFlow::Continue(());
    }
    for to in state.grid().surroundings(state.body(who).at) {
        legal(Act::Move {
            mode: Mode::Burrow,
            path: Box::new([to]),
        })?;
    }
    ControlFlow::Continue(())
}
