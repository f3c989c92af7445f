//! Grab (`wrestling/grab`).

use affray_kernel::condition::{Held, Until};
use affray_kernel::{CreatureId, Figure, Frozen, Play, Refusal};

use super::super::special;
use super::grab_of;
use crate::TimeCount;
use crate::fact::{self, Verdict};
use crate::ids::{refuse, rule};
use crate::rules::attack::{Moment, roll};
use crate::rules::effects::{Effect, Thrown};
use crate::rules::movement;
use crate::sheet::{Defense, Handling, ItemKind};
use crate::state::{Condition, HAMPERED, NO_ATTACK, Place, State};

/// Whether a Grab is possible: no two-handed weapon or tower shield wielded, and a target next to it and not too large.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, target: CreatureId) -> Result<(), Refusal> {
    special::touch(state, who, target)?;
    let hampered = state
        .all_items()
        .filter(|(_, item)| item.place == Place::Held(who) && item.durability > 0)
        .any(|(id, _)| match state.kind(id) {
            ItemKind::Weapon(weapon) => {
                weapon.handling == Handling::TwoHanded && state.item(id).in_grip
            }
            ItemKind::Shield(shield) => shield.tower,
            _ => false,
        });
    if hampered {
        return Err(refuse!(
            "wrestling/grab",
            "nobody grabs with a two-handed weapon or a tower shield"
        ));
    }
    if movement::apart(state, who, target) {
        return Err(refuse!(
            "wrestling/grab-adjacent",
            "{} is not next to it",
            Figure::Creature(target)
        ));
    }
    if special::too_large(state, who, target) {
        return Err(refuse!(
            "wrestling/grab",
            "{} is more than one size larger",
            Figure::Creature(target)
        ));
    }
    if grab_of(state, who, target).is_some() {
        return Err(refuse!(
            "wrestling/grab",
            "{} is grabbed already",
            Figure::Creature(target)
        ));
    }
    Ok(())
}

/// Rolls a Grab.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    target: CreatureId,
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    if aim(scene.state(), who, target).is_ok() {
        attempt(scene, who, (target, false), moment, &mut thrown)?;
    }
    Ok(thrown)
}

/// The attack roll of a Grab and what comes of it, in its own action or free after a Tackle.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn attempt(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    (target, follows): (CreatureId, bool),
    moment: Moment<'_>,
    thrown: &mut Thrown,
) -> Play {
    let what = fact::Attempt::Grab;
    let mut attempt = special::with_hands(scene.state(), who, target, what, Defense::Celerity);
    attempt.follows = follows;
    let outcome = roll(scene, &attempt, moment)?;
    special::came(thrown, &attempt, outcome);
    if !outcome.verdict.hits() {
        return Ok(());
    }
    thrown.cite(scene, rule!("wrestling/grab"));
    let mut amount = 0;
    if outcome.great(5) {
        special::great(scene, thrown, rule!("wrestling/grab-great-success"));
        amount |= HAMPERED;
    }
    if outcome.verdict == Verdict::Critical {
        thrown.cite(scene, rule!("special-actions/critical-success"));
        thrown.cite(scene, rule!("wrestling/grab-critical-success"));
        amount |= NO_ATTACK;
    }
    thrown.push(Effect::Gain(Held {
        on: target,
        kind: Condition::Grabbed,
        toward: Some(who),
        parent: None,
        cause: Some(who),
        until: Until::Cleared,
        amount,
    }));
    Ok(())
}
