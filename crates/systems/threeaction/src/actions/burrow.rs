//! The burrowing Move (`burrowing/*`): through soft ground in any direction, step by step.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, Space};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::moving;
use crate::ThreeAction;
use crate::act::Act;
use crate::ids::{refuse, rule};
use crate::rules::burrowing::{self, Barred};
use crate::rules::numbers::speed_ft;
use crate::rules::occupied::is_free;
use crate::rules::steps::{STEP_FT, Step};
use crate::state::{Mode, State};

/// The most places that a search for a way looks at.
const MOST_PLACES: usize = 20_000;

/// The most steps of a straight way.
const MOST_STEPS: usize = 200;

/// Whether burrowing along a path is possible; squares that are not next to one another are joined by a shortest way. Gives every square
/// on the way.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, path: &[Cell]) -> Result<Vec<Cell>, Refusal> {
    moving::may_move(state, who, Mode::Burrow)?;
    let left_ft = left_ft(state, who);
    let mut way: Vec<Cell> = Vec::new();
    let mut space = state.space(who);
    for goal in path.iter().copied() {
        if goal == space.at {
            continue;
        }
        match burrowing::step_from(state, who, space, goal) {
            Ok(()) => way.push(goal),
            Err(barred) => match straight(state, who, space, goal)
                .or_else(|| shortest(state, who, space, goal))
            {
                Some(found) => way.extend(found),
                None => return Err(why_not(state, who, space, goal, barred)),
            },
        }
        space = space.moved_to(goal);
    }
    let spent = i16::try_from(way.len())
        .unwrap_or(i16::MAX)
        .saturating_mul(STEP_FT);
    if way.is_empty() {
        return Err(refuse!(
            "burrowing/move",
            "{} is there already",
            Figure::Creature(who)
        ));
    }
    if spent > left_ft {
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

/// A shortest way through soft ground; of equally long ones the order of the squares decides.
fn shortest(state: &State, who: CreatureId, from: Space, goal: Cell) -> Option<Vec<Cell>> {
    let most = usize::from(left_ft(state, who).unsigned_abs()) / 5;
    burrowing::has_place(state, who, from.moved_to(goal)).ok()?;
    let mut before: BTreeMap<Cell, (Cell, usize)> = BTreeMap::new();
    let mut waiting = VecDeque::from([(from.at, 0)]);
    before.insert(from.at, (from.at, 0));
    while let Some((here, length)) = waiting.pop_front() {
        if here == goal {
            return Some(way_to(&before, here));
        }
        if before.len() > MOST_PLACES {
            return None;
        }
        for to in state.grid().surroundings(here) {
            let far = state.grid().cells_between(to, goal) as usize;
            if length + 1 + far <= most
                && !before.contains_key(&to)
                && burrowing::step_from(state, who, from.moved_to(here), to).is_ok()
            {
                before.insert(to, (here, length + 1));
                waiting.push_back((to, length + 1));
            }
        }
    }
    None
}

fn way_to(before: &BTreeMap<Cell, (Cell, usize)>, last: Cell) -> Vec<Cell> {
    let mut places = Vec::new();
    let mut here = last;
    while let Some((previous, length)) = before.get(&here)
        && *length > 0
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
    moving::settle(scene, who, Mode::Burrow);
    Ok(())
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
