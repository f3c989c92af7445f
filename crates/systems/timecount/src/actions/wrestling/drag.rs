//! Drag (`wrestling/drag`).

use affray_kernel::condition::Held;
use affray_kernel::grid::Heading;
use affray_kernel::{CreatureId, Frozen, Play, Refusal};

use super::super::special::{self, Hurt};
use super::must_be_held;
use crate::TimeCount;
use crate::act::Extra;
use crate::fact;
use crate::ids::{refuse, rule};
use crate::rules::attack::{Attempt, Moment, Term, roll};
use crate::rules::effects::{Effect, Thrown};
use crate::sheet::Defense;
use crate::state::{Condition, State};

/// Whether one can drag whoever grabs one.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    grabber: CreatureId,
    heading: Heading,
) -> Result<Held<Condition>, Refusal> {
    special::somebody(state, who, grabber)?;
    direction(state, heading)?;
    must_be_held(state, who, (grabber, who))
}

/// Whether spaces have a neighbour in that direction.
///
/// # Errors
/// They do not.
pub(crate) fn direction(state: &State, heading: Heading) -> Result<(), Refusal> {
    if heading.step(state.grid().shape).is_none() {
        return Err(refuse!(
            "special-actions/format",
            "no space lies in that direction"
        ));
    }
    Ok(())
}

/// The attempt (`wrestling/drag`).
pub(crate) fn attempt(who: CreatureId, grabber: CreatureId) -> Attempt {
    let what = fact::Attempt::Drag;
    let mut attempt = special::special(who, grabber, what, Term::Strength, Defense::Vigor);
    attempt.own.add("Drag", -2, rule!("wrestling/drag"));
    attempt
}

/// Rolls a Drag: both move 5 ft, the grabber is hurt, and still grabs.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    (grabber, heading): (CreatureId, Heading),
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    let Ok(grab) = aim(scene.state(), who, grabber, heading) else {
        return Ok(thrown);
    };
    let attempt = attempt(who, grabber);
    let outcome = roll(scene, &attempt, moment)?;
    special::came(&mut thrown, &attempt, outcome);
    if !outcome.verdict.hits() {
        return Ok(thrown);
    }
    scene.cite(rule!("wrestling/drag"));
    special::hurts(scene, &mut thrown, who, Hurt::by_strength(grabber));
    thrown.push(Effect::Slide(who, grabber, heading));
    if outcome.great(5) {
        special::great(scene, &mut thrown, rule!("wrestling/drag-great-success"));
        if special::takes(scene, who, grabber, Extra::BreakGrab)? {
            thrown.push(Effect::Lose(grab));
        }
    }
    Ok(thrown)
}
