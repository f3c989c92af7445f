//! The Fly Action (`flying/*`): a Move Action through the air, step by step.

use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, Space, fits};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::moving;
use crate::ThreeAction;
use crate::act::Act;
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::rules::falling;
use crate::rules::flight_path::{AirPath, MOST_PLACES, cheapest, least_ft};
use crate::rules::flying::{self, heading, is_improved, neighbours, step_from};
use crate::rules::ground::terrain;
use crate::rules::numbers::speed_ft;
use crate::rules::occupied::is_free;
use crate::rules::steps::{STEP_FT, Step};
use crate::state::{Mode, State};

/// Whether a flight along a path is possible; squares that are not next to one another are joined by the cheapest way. Gives every
/// square on the way.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, path: &[Cell]) -> Result<Vec<Cell>, Refusal> {
    moving::may_move(state, who, Mode::Fly)?;
    let left_ft = left_ft(state, who);
    let mut way = Vec::new();
    let (mut space, mut heading, mut spent) = (state.space(who), heading(state, who), 0);
    for goal in path
        .iter()
        .copied()
        .filter(|goal| *goal != state.body(who).at || path.len() > 1)
    {
        if let Some(step) = step_from(state, who, heading, space, goal) {
            spent += step.cost_ft;
            heading = step.heading;
            way.push(goal);
        } else {
            let here = (space, heading);
            let found = join(state, who, here, goal, left_ft.saturating_sub(spent))?;
            spent += found.cost_ft;
            heading = found.heading;
            way.extend(found.places);
        }
        space = space.moved_to(goal);
        if spent > left_ft {
            return Err(refuse!(
                "flying/speed",
                "{} has {} of movement left in the air; this takes {}",
                Figure::Creature(who),
                Figure::Feet(i32::from(left_ft)),
                Figure::Feet(i32::from(spent))
            ));
        }
    }
    if way.is_empty() {
        return Err(refuse!(
            "flying/speed",
            "{} is there already",
            Figure::Creature(who)
        ));
    }
    if !is_free(state, who, space, true) {
        return Err(refuse!(
            "move/end-in-occupied-square",
            "a Move cannot end in a square that another creature holds"
        ));
    }
    if dive(state, who, &way).is_none() {
        flying::is_long_enough(state, who, space, spent)?;
    }
    Ok(way)
}

/// The cheapest way to a square that is not next to the last one.
fn join(
    state: &State,
    who: CreatureId,
    (space, heading): (Space, Option<u8>),
    goal: Cell,
    left_ft: i16,
) -> Result<AirPath, Refusal> {
    let figure = Figure::Creature(who);
    if !fits(&terrain(state), space.moved_to(goal)) {
        return Err(refuse!("flying/speed", "{} has no room there", figure));
    }
    let least = least_ft(state.grid().shape, is_improved(state, who), space.at, goal);
    if least > left_ft {
        return Err(refuse!(
            "flying/speed",
            "{} has {} of movement left in the air; that takes {} at least",
            figure,
            Figure::Feet(i32::from(left_ft)),
            Figure::Feet(i32::from(least))
        ));
    }
    cheapest(state, who, (space, heading), goal, (left_ft, MOST_PLACES)).ok_or_else(|| {
        refuse!(
            "flying/speed",
            "{} finds no way through the air to there with the {} of movement left",
            figure,
            Figure::Feet(i32::from(left_ft))
        )
    })
}

fn left_ft(state: &State, who: CreatureId) -> i16 {
    match state.body(who).moving {
        Some(moving) if moving::goes_on(state, who, Mode::Fly) => moving.left_ft,
        _ => flying::allowance_ft(state, who),
    }
}

/// Flies along a path, or goes on with a Fly Action.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, path: &[Cell]) -> Play {
    let Ok(way) = scene.known(|state| aim(state, who, path)) else {
        return Ok(());
    };
    scene.cite(rule!("move/step-by-step"));
    if let Some(to) = dive(scene.state(), who, &way) {
        moving::begin(scene, who, Mode::Fly);
        let flown = scene.state().body(who).flown_ft.unwrap_or(0);
        scene.emit(Fact::Flown(who, Some(flown)));
        moving::stop(scene, who);
        return falling::dives(scene, who, to);
    }
    if !moving::goes_on(scene.state(), who, Mode::Fly) {
        take_off(scene, who);
    }
    for to in way {
        match flying::step(scene, who, to)? {
            Step::Taken => {}
            Step::Barred => {
                moving::leave_occupied(scene, who)?;
                break;
            }
            Step::Over => return moving::break_off(scene, who),
        }
    }
    moving::settle(scene, who, Mode::Fly)
}

/// Where a falling creature dives to: a way that leads straight down does not end its fall (`falling/faster`).
fn dive(state: &State, who: CreatureId, way: &[Cell]) -> Option<Cell> {
    let body = state.body(who);
    body.falling_ft?;
    let mut height = body.at.z;
    for cell in way {
        if (cell.x, cell.y) != (body.at.x, body.at.y) || cell.z >= height {
            return None;
        }
        height = cell.z;
    }
    way.last().copied()
}

/// A new Fly Action begins; it ends a fall (`falling/long-fall`) and a drift.
pub(super) fn take_off(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    moving::begin(scene, who, Mode::Fly);
    if scene.state().cast.scene.zero_g {
        scene.cite(rule!("zero-g/fliers"));
    }
    let body = scene.state().body(who);
    let (flown, flying, heading, falling, drift) = (
        body.flown_ft,
        body.flying,
        body.heading,
        body.falling_ft,
        body.drift,
    );
    if flown.is_some() {
        scene.cite(rule!("flying/action-count"));
    }
    scene.emit(Fact::Flown(who, Some(flown.unwrap_or(0))));
    flying::begins_anew(scene, who);
    if !flying && heading.is_some() {
        scene.emit(Fact::Heading(who, None));
    }
    if falling.is_some() {
        scene.cite(rule!("falling/long-fall"));
        scene.emit(Fact::Falling(who, None));
    }
    if drift.is_some() {
        scene.emit(Fact::Drifts(who, None));
    }
}

/// Offers the shortest flights straight ahead to every side that a readied Fly Action can be (`flying/minimum`).
pub(crate) fn straight_ahead(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let at = state.body(who).at;
    let squares = speed_ft(state, who) / STEP_FT;
    for next in state.grid().neighbours(at) {
        let far = |to: i16, from: i16| to.saturating_sub(from).saturating_mul(squares);
        legal(Act::Move {
            mode: Mode::Fly,
            path: Box::new([at.offset(far(next.x, at.x), far(next.y, at.y), 0)]),
        })?;
    }
    ControlFlow::Continue(())
}

/// Offers every step in the air that is possible now: a flight goes on from each.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if !flying::has_flight(state, who) || moving::may_move(state, who, Mode::Fly).is_err() {
        return ControlFlow::Continue(());
    }
    for to in neighbours(state, state.body(who).at) {
        legal(Act::Move {
            mode: Mode::Fly,
            path: Box::new([to]),
        })?;
    }
    ControlFlow::Continue(())
}
