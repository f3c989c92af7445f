//! Break Grab and Escape Grab (`wrestling/break-grab`, `wrestling/escape-grab`).

use affray_kernel::condition::Held;
use affray_kernel::{CreatureId, Frozen, Play, Refusal};

use super::super::special::{self, Hurt};
use super::must_be_held;
use crate::TimeCount;
use crate::fact;
use crate::ids::{refuse, rule};
use crate::rules::attack::{Attempt, Moment, Term, roll};
use crate::rules::effects::{Effect, Thrown};
use crate::rules::numbers::enemies;
use crate::sheet::{Attribute, Defense, Skill};
use crate::state::{Condition, HAMPERED, State};

/// Whether a grab on oneself or an ally can be broken.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_break(
    state: &State,
    who: CreatureId,
    grabber: CreatureId,
    held: CreatureId,
) -> Result<Held<Condition>, Refusal> {
    match held == who {
        true => special::somebody(state, who, grabber)?,
        false => special::touch(state, who, grabber)?,
    }
    if enemies(state, who, held) {
        return Err(refuse!(
            "wrestling/break-grab",
            "one breaks grabs on oneself or an ally"
        ));
    }
    must_be_held(state, who, (grabber, held))
}

/// Whether one can slip out of a grab.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_escape(
    state: &State,
    who: CreatureId,
    grabber: CreatureId,
) -> Result<Held<Condition>, Refusal> {
    special::somebody(state, who, grabber)?;
    must_be_held(state, who, (grabber, who))
}

/// Whoever is in a firm grab is hampered in getting out of any, also in one that is let go on this count
/// (`wrestling/grab-great-success`, `initiative/ties`).
fn hamper(state: &State, attempt: &mut Attempt) {
    let firm =
        |grab: &Held<Condition>| grab.kind == Condition::Grabbed && grab.amount & HAMPERED != 0;
    let mut grabs = state.conditions.on(attempt.by);
    if grabs.any(firm) || state.body(attempt.by).let_go().iter().any(firm) {
        attempt
            .own
            .add("firm grab", -2, rule!("wrestling/grab-great-success"));
    }
}

/// Rolls a Break Grab.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw_break(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    (grabber, held): (CreatureId, CreatureId),
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    let Ok(grab) = aim_break(scene.state(), who, grabber, held) else {
        return Ok(thrown);
    };
    let term = Term::Skill(Skill::Athletics, Attribute::Strength);
    let what = fact::Attempt::BreakGrab;
    let mut attempt = special::special(who, grabber, what, term, Defense::Vigor);
    hamper(scene.state(), &mut attempt);
    let outcome = roll(scene, &attempt, moment)?;
    special::came(&mut thrown, &attempt, outcome);
    if outcome.verdict.hits() {
        thrown.cite(scene, rule!("wrestling/break-grab"));
        thrown.push(Effect::Lose(grab));
        if outcome.great(5) {
            special::great(
                scene,
                &mut thrown,
                rule!("wrestling/break-grab-great-success"),
            );
            special::hurts(scene, &mut thrown, who, Hurt::by_strength(grabber));
        }
    }
    Ok(thrown)
}

/// Rolls an Escape Grab.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw_escape(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    grabber: CreatureId,
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    let Ok(grab) = aim_escape(scene.state(), who, grabber) else {
        return Ok(thrown);
    };
    let term = Term::Skill(Skill::Acrobatics, Attribute::Dexterity);
    let what = fact::Attempt::EscapeGrab;
    let mut attempt = special::special(who, grabber, what, term, Defense::Celerity);
    hamper(scene.state(), &mut attempt);
    let outcome = roll(scene, &attempt, moment)?;
    special::came(&mut thrown, &attempt, outcome);
    if outcome.verdict.hits() {
        thrown.cite(scene, rule!("wrestling/escape-grab"));
        thrown.push(Effect::Lose(grab));
        if outcome.great(5) {
            special::great(
                scene,
                &mut thrown,
                rule!("wrestling/escape-grab-great-success"),
            );
            let hurt = Hurt {
                attribute: Attribute::Dexterity,
                halved: true,
                ..Hurt::by_strength(grabber)
            };
            special::hurts(scene, &mut thrown, who, hurt);
        }
    }
    Ok(thrown)
}
