//! Active spells: keeping them up, directing them, letting them go (`actions/concentrate`, `actions/direct-spell`,
//! `actions/cease-concentration`, `actions/lower-spell-resistance`).

use affray_kernel::{CreatureId, Figure, Frozen, Play, Refusal};

use super::super::attack::feint;
use super::super::special;
use crate::TimeCount;
use crate::fact;
use crate::ids::{refuse, rule};
use crate::rules::attack::{Fine, Moment, Term, roll};
use crate::rules::cover;
use crate::rules::damage;
use crate::rules::effects::{Blow, Effect, Thrown};
use crate::rules::numbers::{feet_between, threshold};
use crate::sheet::{self, Amount, DamageType, Defense};
use crate::state::{Active, State};

/// The active spell of that number, if it is the creature's.
///
/// # Errors
/// It has none such.
pub(crate) fn own(state: &State, who: CreatureId, number: u16) -> Result<&Active, Refusal> {
    state
        .spells
        .iter()
        .find(|active| active.number == number && active.caster == who)
        .ok_or_else(|| refuse!("actions/cease-concentration", "it has no such active spell"))
}

/// Whether an active spell can be directed at a creature.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_direct(
    state: &State,
    who: CreatureId,
    number: u16,
    on: CreatureId,
) -> Result<(affray_kernel::dice::Pool, i16), Refusal> {
    let active = own(state, who, number)?;
    let sheet::Effect::HeldFlame { dice, range_ft } = state.spell(active.spell).effect else {
        return Err(refuse!(
            "actions/direct-spell",
            "that spell cannot be directed"
        ));
    };
    special::somebody(state, who, on)?;
    let distance = feet_between(state, who, on);
    if distance > range_ft || !cover::in_line(state, who, on) {
        return Err(refuse!(
            "actions/direct-spell",
            "{} is {} away; it can be thrown {}",
            Figure::Creature(on),
            Figure::Feet(i32::from(distance)),
            Figure::Feet(i32::from(range_ft))
        ));
    }
    Ok((dice, range_ft))
}

/// Throws a held flame: a spell attack against Primary, and the spell ends.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn direct(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    (number, on): (u16, CreatureId),
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    let Ok((dice, _)) = aim_direct(scene.state(), who, number, on) else {
        return Ok(thrown);
    };
    scene.cite(rule!("actions/direct-spell"));
    let what = fact::Attempt::Flame;
    let mut attempt = special::special(who, on, what, Term::Spell, Defense::Primary);
    attempt.fine = Fine::Nothing;
    attempt.ranged = true;
    let outcome = roll(scene, &attempt, moment)?;
    special::came(&mut thrown, &attempt, outcome);
    if outcome.verdict.hits() {
        let shown = damage::amount(scene, who, Amount::Dice(dice))?;
        let own = feint(scene.state(), (who, on), false);
        let amount = damage::of_magic(scene, who, (shown, true), (&own, None));
        thrown.push(Effect::Damage(Blow {
            by: who,
            on,
            amount,
            kind: DamageType::Fire,
            nonlethal: false,
            wears: true,
            threshold: threshold(scene.state(), on),
            always_impairs: false,
            others: 0,
        }));
    }
    thrown.push(Effect::EndSpell(number));
    Ok(thrown)
}

/// Whether spell resistance can be lowered or raised.
///
/// # Errors
/// There is none, or it is so already.
pub(crate) fn aim_resistance(state: &State, who: CreatureId, lowered: bool) -> Result<(), Refusal> {
    if state.sheet(who).spell_resistance <= 0 || state.body(who).resistance_lowered == lowered {
        return Err(refuse!(
            "actions/lower-spell-resistance",
            "there is no spell resistance to change"
        ));
    }
    Ok(())
}
