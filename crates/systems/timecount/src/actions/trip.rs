//! Trip and Tackle (`special-actions/trip`, `special-actions/tackle`).

use affray_kernel::dice::pool;
use affray_kernel::grid::{Cell, Space};
use affray_kernel::story::{Audience, Roll};
use affray_kernel::{CreatureId, Figure, Frozen, Play, Refusal};

use super::special::{self, Hurt};
use super::wrestling::grab;
use crate::TimeCount;
use crate::act::Extra;
use crate::fact;
use crate::ids::{refuse, rule};
use crate::rules::attack::{Moment, roll};
use crate::rules::effects::{Effect, Thrown};
use crate::rules::numbers::unarmed;
use crate::sheet::Defense;
use crate::state::{Arm, State};

/// Whether a Trip is possible: bare hands or a weapon made for it, and a target not too large.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_trip(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    with: Arm,
) -> Result<(), Refusal> {
    special::melee(state, who, target, with)?;
    let suited =
        with == unarmed(state, who) || state.weapon(who, with).is_some_and(|weapon| weapon.trip);
    if !suited {
        return Err(refuse!(
            "special-actions/trip-weapons",
            "that weapon is not made for tripping"
        ));
    }
    if special::too_large(state, who, target) {
        return Err(refuse!(
            "special-actions/trip",
            "{} is more than one size larger",
            Figure::Creature(target)
        ));
    }
    Ok(())
}

/// Rolls a Trip.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw_trip(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    (target, with): (CreatureId, Arm),
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    if !scene.known(|state| aim_trip(state, who, target, with).is_ok()) {
        return Ok(thrown);
    }
    if with != unarmed(scene.state(), who) {
        scene.cite(rule!("special-actions/trip-weapons"));
    }
    let what = fact::Attempt::Trip;
    let attempt = special::armed(scene.state(), (who, target), what, with, Defense::Vigor);
    let outcome = roll(scene, &attempt, moment)?;
    special::came(&mut thrown, &attempt, outcome);
    if outcome.verdict.hits() {
        thrown.cite(scene, rule!("special-actions/trip"));
        thrown.push(Effect::Prone(target));
        if outcome.great(5) {
            special::great(
                scene,
                &mut thrown,
                rule!("special-actions/trip-great-success"),
            );
            special::hurts(scene, &mut thrown, who, Hurt::by_strength(target));
        }
    }
    Ok(thrown)
}

/// Whether a creature came nearer to another with its Move on the count before: to where that one is, or was as that count began
/// (`special-actions/tackle`, `initiative/ties`).
fn came_nearer(state: &State, who: CreatureId, target: CreatureId) -> bool {
    let moved_from = |one: CreatureId| {
        let movement = state.body(state.body(one).mount.unwrap_or(one)).movement;
        let before = movement.last.saturating_add(1) == state.clock.count;
        movement.from.filter(|_| before)
    };
    let (space, there) = (state.space(who), state.space(target));
    let nearer = |from: Cell, there: Space| {
        let distance = |from: Space| state.grid().distance(from, there);
        distance(space.moved_to(from)) > distance(space)
    };
    let earlier = moved_from(target).map(|at| there.moved_to(at));
    state.body(who).mount.is_none()
        && moved_from(who).is_some_and(|from| {
            nearer(from, there) || earlier.is_some_and(|earlier| nearer(from, earlier))
        })
}

/// Whether a Tackle is possible: the Move on the count before came nearer to the target.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_tackle(
    state: &State,
    who: CreatureId,
    target: CreatureId,
) -> Result<(), Refusal> {
    special::touch(state, who, target)?;
    if special::too_large(state, who, target) {
        return Err(refuse!(
            "special-actions/tackle",
            "{} is more than one size larger",
            Figure::Creature(target)
        ));
    }
    if !came_nearer(state, who, target) {
        return Err(refuse!(
            "special-actions/tackle",
            "one must have moved towards {} on the count before",
            Figure::Creature(target)
        ));
    }
    Ok(())
}

/// Rolls a Tackle, and the Grab it may entitle to.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw_tackle(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    target: CreatureId,
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    if aim_tackle(scene.state(), who, target).is_err() {
        return Ok(thrown);
    }
    let what = fact::Attempt::Tackle;
    let attempt = special::with_hands(scene.state(), who, target, what, Defense::Vigor);
    let outcome = roll(scene, &attempt, moment)?;
    special::came(&mut thrown, &attempt, outcome);
    if !outcome.verdict.hits() {
        return Ok(thrown);
    }
    scene.cite(rule!("special-actions/tackle"));
    let mut hurt = Hurt::by_strength(target);
    if outcome.great(5) {
        special::great(
            scene,
            &mut thrown,
            rule!("special-actions/tackle-great-success"),
        );
        hurt.dice = Some(scene.sum(Roll {
            pool: pool!("1d6"),
            by: Some(who),
            what: "damage",
            rule: rule!("special-actions/tackle-great-success"),
            audience: Audience::Everyone,
        })?);
    }
    special::hurts(scene, &mut thrown, who, hurt);
    thrown.push(Effect::Prone(target));
    let can_grab = grab::aim(scene.state(), who, target).is_ok();
    if can_grab && special::takes(scene, who, target, Extra::Grab)? {
        scene.cite(rule!("special-actions/tackle-grab"));
        grab::attempt(scene, who, (target, true), moment, &mut thrown)?;
    }
    Ok(thrown)
}
