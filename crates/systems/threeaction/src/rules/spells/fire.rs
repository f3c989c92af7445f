//! Evoke Fire and whatever else does Damage by magic.

use affray_kernel::dice::Pool;
use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Play, Scene};

use super::{Casting, Power};
use crate::ThreeAction;
use crate::fact::Harm;
use crate::ids::rule;
use crate::rules::{area, burning, damage};
use crate::sheet::DamageType;
use crate::state::State;

/// So many of a Spell's dice as Energy went into the Effect.
pub(super) fn by_effect(dice: Pool, casting: Casting) -> Pool {
    let number = dice.dice().saturating_mul(casting.effect());
    Pool::new(number, dice.sides()).map_or(dice, |pool| {
        pool.plus(dice.bonus().saturating_mul(i16::from(casting.effect())))
    })
}

/// What is added to the Damage of a Spell Attack, which counts already by then: Wrath, for the Attacks before it (`foundations/feats`).
fn tally(state: &State, casting: Casting) -> Tally {
    let mut tally = Tally::new();
    let spell = state.cast.spells.get(usize::from(casting.spell.0));
    let attacks = spell.is_some_and(|spell| spell.attack.is_some());
    if attacks && state.sheet(casting.by).feats.wrath {
        let earlier = state.body(casting.by).attacks.saturating_sub(1);
        tally.add("Wrath", i16::from(earlier), rule!("foundations/feats"));
    }
    tally
}

/// Rolls the Damage for one target.
///
/// # Errors
/// Stops if the dice are missing.
pub(super) fn roll(
    scene: &mut Scene<'_, ThreeAction>,
    casting: Casting,
    dice: Pool,
    critical: bool,
) -> Play<i32> {
    let dice = by_effect(dice, casting);
    let tally = tally(scene.state(), casting);
    damage::roll_damage(scene, casting.by, Some(dice), &tally, critical)
}

/// Rolls the Damage for an Area.
///
/// # Errors
/// Stops if the dice are missing.
pub(super) fn roll_area(
    scene: &mut Scene<'_, ThreeAction>,
    casting: Casting,
    dice: Pool,
    any_critical: bool,
) -> Play<Power> {
    let dice = by_effect(dice, casting);
    let tally = tally(scene.state(), casting);
    let rolled = area::roll_damage(scene, casting.by, Some(dice), &tally, any_critical)?;
    Ok(Power {
        plain: rolled.plain,
        critical: rolled.critical,
    })
}

/// Deals the Damage; `ignites`: the target is On fire as well.
///
/// # Errors
/// Stops where a draw is missing.
pub(super) fn burn(
    scene: &mut Scene<'_, ThreeAction>,
    on: CreatureId,
    amount: i32,
    kind: DamageType,
    ignites: bool,
) -> Play {
    scene.cite(rule!("foundations/damage-types"));
    damage::hurt(scene, on, amount, kind, Harm::Spell)?;
    if ignites {
        burning::ignite(scene, on)?;
    }
    Ok(())
}
