//! Pushing off in Zero-G, and stabilizing oneself (`zero-g/push-off-*`, `zero-g/stabilize`).

use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, Heading, Space};
use affray_kernel::{CreatureId, Figure, Play, Refusal, RuleId, Scene};

use super::moving;
use crate::ThreeAction;
use crate::act::{Act, Hold};
use crate::fact::{Doing, Fact};
use crate::ids::{refuse, rule};
use crate::rules::conditions::lose;
use crate::rules::numbers::{present, speed_ft};
use crate::rules::objects;
use crate::rules::steps::{STEP_FT, goes_along};
use crate::rules::target::is_located;
use crate::rules::zero_g::{
    all_squares, drifts, is_body, is_clear, is_fixed, is_fixed_square, object_drifts,
};
use crate::state::{Condition, Drift, ItemId, State};

/// A push off that is possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// How the creature drifts from now on.
    drift: Drift,
    /// How far it goes at once, in feet.
    feet: i16,
    /// Whether the hold stays where it is.
    fixed: bool,
}

/// Whether a creature can push off from something toward a square, in a straight line.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    hold: Hold,
    toward: Cell,
) -> Result<Plan, Refusal> {
    let figure = Figure::Creature(who);
    if !state.cast.scene.zero_g {
        return Err(refuse!(
            "zero-g/push-off-only",
            "{} pushes off only where there is no gravity",
            figure
        ));
    }
    moving::is_unbound(state, who)?;
    let speed = speed_ft(state, who);
    if speed < STEP_FT {
        return Err(refuse!("foundations/speed", "{} cannot move", figure));
    }
    let fixed = holds(state, who, hold)?;
    let Some((step, far)) = line(state, who, toward) else {
        return Err(refuse!(
            "zero-g/push-off-fixed",
            "that square does not lie in a straight line from {}",
            figure
        ));
    };
    let feet = if fixed {
        speed
    } else {
        (speed / 2 / STEP_FT * STEP_FT).max(STEP_FT)
    };
    let drift = Drift { step, feet };
    let from = state.space(who);
    let to = from
        .at
        .offset(i16::from(step.0), i16::from(step.1), i16::from(step.2));
    if !is_clear(state, Some(who), from, to) {
        return Err(refuse!(
            "zero-g/collision",
            "something is in the way of {} there",
            figure
        ));
    }
    if !fixed && !away(state, from, to, hold) {
        return Err(refuse!(
            "zero-g/push-off-loose",
            "from a loose thing {} pushes off straight away from it",
            figure
        ));
    }
    Ok(Plan {
        drift,
        feet: feet.min(far),
        fixed,
    })
}

/// Whether there is something to push off from within 5 ft, and whether it is as good as fixed (`zero-g/push-off-fixed`), or loose
/// (`zero-g/push-off-loose`).
///
/// # Errors
/// Why it is of no use.
fn holds(state: &State, who: CreatureId, hold: Hold) -> Result<bool, Refusal> {
    let space = state.space(who);
    let far = Refusal::new(
        rule!("zero-g/push-off-only"),
        "{} pushes off only from what is within 5 ft",
    )
    .with(Figure::Creature(who));
    match hold {
        Hold::Wall(cell) => {
            let grid = state.grid();
            let firm = all_squares(state, space).any(|from| {
                grid.surroundings(from).any(|other| other == cell)
                    && !space.contains(grid.shape, cell)
                    && is_fixed_square(state, from, cell)
            });
            if firm { Ok(true) } else { Err(far) }
        }
        Hold::Object(item) => {
            if usize::from(item.0) >= state.items.len() || !is_body(state, item) {
                return Err(too_small(who));
            }
            if state.grid().distance(space, objects::space(state, item)) > 1 {
                return Err(far);
            }
            if is_fixed(state, item) {
                return Ok(true);
            }
            by_size(state, who, objects::size(state, item).rank())
        }
        Hold::Creature(other) => {
            if other == who || other.index() >= state.bodies.len() || !present(state, other) {
                return Err(far);
            }
            is_located(state, who, other)?;
            if state.grid().distance(space, state.space(other)) > 1 {
                return Err(far);
            }
            if goes_along(state, who, other).is_some() {
                return Err(refuse!(
                    "zero-g/push-off-only",
                    "{} goes where {} goes: that is nothing to push off from",
                    Figure::Creature(other),
                    Figure::Creature(who)
                ));
            }
            by_size(state, who, state.sheet(other).size.rank())
        }
    }
}

/// Two Sizes larger is as good as fixed, within one is loose, and smaller is of no use (`zero-g/small-objects`).
fn by_size(state: &State, who: CreatureId, rank: i8) -> Result<bool, Refusal> {
    match rank - state.sheet(who).size.rank() {
        2.. => Ok(true),
        -1..=1 => Ok(false),
        _ => Err(too_small(who)),
    }
}

fn too_small(who: CreatureId) -> Refusal {
    refuse!(
        "zero-g/small-objects",
        "that is too small for {} to push off from",
        Figure::Creature(who)
    )
}

/// The step of the straight line to a square, and how far that is in feet.
fn line(state: &State, who: CreatureId, toward: Cell) -> Option<((i8, i8, i8), i16)> {
    let at = state.body(who).at;
    let way = (
        toward.x.checked_sub(at.x)?,
        toward.y.checked_sub(at.y)?,
        toward.z.checked_sub(at.z)?,
    );
    let length = [way.0, way.1, way.2].iter().map(|part| part.abs()).max()?;
    let straight = |part: i16| part == 0 || part.abs() == length;
    if length == 0 || ![way.0, way.1, way.2].into_iter().all(straight) {
        return None;
    }
    let step = (way.0.signum(), way.1.signum(), way.2.signum());
    let level = (step.0, step.1) == (0, 0)
        || Heading::of_step(state.grid().shape, at, at.offset(step.0, step.1, 0)).is_some();
    let small = |part: i16| i8::try_from(part).ok();
    let step = (small(step.0)?, small(step.1)?, small(step.2)?);
    level.then_some((step, length.saturating_mul(STEP_FT)))
}

/// Whether a step leads away from what one pushes off from.
fn away(state: &State, from: Space, to: Cell, hold: Hold) -> bool {
    let other = match hold {
        Hold::Wall(cell) => Space::cell(cell),
        Hold::Object(item) => objects::space(state, item),
        Hold::Creature(who) => state.space(who),
    };
    let distance = |space| state.grid().distance(space, other);
    distance(from.moved_to(to)) > distance(from)
}

/// Pushes off: the creature goes, and what is loose goes the other way (`zero-g/push-off-loose`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    hold: Hold,
    toward: Cell,
) -> Play {
    let Ok(plan) = aim(scene.state(), who, hold, toward) else {
        return Ok(());
    };
    scene.emit(Fact::Does(who, Doing::PushOff(hold)));
    scene.cite(rule!("zero-g/push-off-only"));
    scene.cite(by_rule(plan));
    scene.emit(Fact::Drifts(who, Some(plan.drift)));
    // It goes on at full speed, though the first leg may be shorter.
    drifts(scene, who, plan.drift, plan.feet)?;
    if plan.fixed {
        return Ok(());
    }
    let (x, y, z) = plan.drift.step;
    let back = Drift {
        step: (-x, -y, -z),
        feet: plan.drift.feet,
    };
    match hold {
        Hold::Object(item) => {
            scene.emit(Fact::ItemDrifts(item, Some((who, back))));
            object_drifts(scene, item, back);
        }
        Hold::Creature(other) => {
            scene.emit(Fact::Drifts(other, Some(back)));
            drifts(scene, other, back, back.feet)?;
        }
        Hold::Wall(_) => {}
    }
    Ok(())
}

fn by_rule(plan: Plan) -> RuleId {
    if plan.fixed {
        rule!("zero-g/push-off-fixed")
    } else {
        rule!("zero-g/push-off-loose")
    }
}

/// Whether a creature tumbles, so that it can stop tumbling.
///
/// # Errors
/// If it does not.
pub(crate) fn aim_stabilize(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.has(who, Condition::Destabilized) {
        return Ok(());
    }
    Err(refuse!(
        "zero-g/stabilize",
        "{} is not tumbling",
        Figure::Creature(who)
    ))
}

/// Stops tumbling (`zero-g/stabilize`).
pub(crate) fn stabilize(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    scene.cite(rule!("zero-g/stabilize"));
    scene.emit(Fact::Does(who, Doing::Stabilize));
    lose(scene, who, Condition::Destabilized);
}

/// Offers pushing off from everything within 5 ft in every direction, and stabilizing.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if !state.cast.scene.zero_g {
        return ControlFlow::Continue(());
    }
    legal(Act::Stabilize)?;
    let (grid, space) = (state.grid(), state.space(who));
    for hold in handholds(state, who) {
        for next in grid.surroundings(space.at) {
            let step = (
                next.x.saturating_sub(space.at.x),
                next.y.saturating_sub(space.at.y),
                next.z.saturating_sub(space.at.z),
            );
            let far = speed_ft(state, who) / STEP_FT;
            let toward = space.at.offset(
                step.0.saturating_mul(far),
                step.1.saturating_mul(far),
                step.2.saturating_mul(far),
            );
            legal(Act::PushOff(hold, toward))?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether a creature is within 5 ft of something to push off from (`zero-g/push-off-only`).
pub(crate) fn finds_hold(state: &State, who: CreatureId) -> bool {
    handholds(state, who).any(|hold| holds(state, who, hold).is_ok())
}

/// What is within 5 ft of a creature and may be of use to push off from.
fn handholds(state: &State, who: CreatureId) -> impl Iterator<Item = Hold> + '_ {
    let (grid, space) = (state.grid(), state.space(who));
    let wall = all_squares(state, space).find_map(|from| {
        grid.surroundings(from)
            .find(|cell| !space.contains(grid.shape, *cell) && is_fixed_square(state, from, *cell))
            .map(Hold::Wall)
    });
    let objects = state
        .all_items()
        .map(|(item, _)| item)
        .filter(move |item: &ItemId| {
            is_body(state, *item) && grid.distance(space, objects::space(state, *item)) <= 1
        })
        .map(Hold::Object);
    let creatures = state
        .creatures()
        .filter(move |other| {
            *other != who
                && present(state, *other)
                && grid.distance(space, state.space(*other)) <= 1
        })
        .map(Hold::Creature);
    wall.into_iter().chain(objects).chain(creatures)
}
