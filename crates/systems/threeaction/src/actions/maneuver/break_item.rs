//! Break (`break/*`).

use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use crate::ThreeAction;
use crate::ids::{refuse, rule};
use crate::rules::damage::roll_damage;
use crate::rules::numbers::bearer;
use crate::rules::objects;
use crate::state::{Arm, ItemId, State};

/// Whether the target holds, wears or carries that object, and there is something left to break (`break/success`).
///
/// # Errors
/// The rule that forbids it.
pub(super) fn aim(state: &State, on: CreatureId, item: ItemId) -> Result<(), Refusal> {
    let found = state.items.get(usize::from(item.0));
    if found.and_then(|found| bearer(found.place)) != Some(on) {
        return Err(refuse!(
            "break/success",
            "{} does not carry that",
            Figure::Creature(on)
        ));
    }
    if found.is_some_and(|found| found.hp <= 0) {
        return Err(refuse!(
            "destroyed/at-zero",
            "the {} is Destroyed already",
            Figure::Thing(item.0)
        ));
    }
    Ok(())
}

/// The Damage of the weapon goes to the object (`break/success`), double on a Critical Success (`break/critical`); Feats add nothing
/// (`maneuver/feats`).
///
/// # Errors
/// Stops where a draw is missing.
pub(super) fn succeed(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    item: ItemId,
    with: Arm,
    critical: bool,
) -> Play {
    scene.cite(rule!("break/success"));
    if critical {
        scene.cite(rule!("break/critical"));
    }
    let state = scene.state();
    let Some(weapon) = state.weapon(who, with) else {
        return Ok(());
    };
    let (dice, kind) = (weapon.dice, weapon.damage);
    let mut tally = Tally::new();
    tally.add(
        "STR",
        state.sheet(who).str,
        rule!("foundations/melee-damage"),
    );
    let amount = roll_damage(scene, who, dice, &tally, critical)?;
    objects::harm(scene, item, amount, kind)
}
