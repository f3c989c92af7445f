//! On fire (`on-fire/*`).

use affray_kernel::condition::Until;
use affray_kernel::{CreatureId, Play, Scene};

use super::conditions::{gain, lose, plain};
use super::damage::{self, d6};
use super::terrain::swims;
use crate::ThreeAction;
use crate::fact::Harm;
use crate::ids::rule;
use crate::sheet::DamageType;
use crate::state::Condition;

const FIRE_DICE: u8 = 2;

/// Fire Damage at the beginning of the Turn (`on-fire/damage`).
///
/// # Errors
/// Stops where a draw is missing.
#[inline(always)]
pub(crate) fn start_of_turn(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if scene.state().has(who, Condition::OnFire) {
        burns(scene, who)
    } else {
        Ok(())
    }
}

fn burns(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    let amount = d6(
        scene,
        who,
        FIRE_DICE,
        "fire damage",
        rule!("on-fire/damage"),
    )?;
    damage::hurt(scene, who, amount, DamageType::Fire, Harm::Burning)?;
    Ok(())
}

/// Sets a creature On fire until it is put out or Dead (`on-fire/duration`). In a body of water, too deep to stand in, nothing burns
/// (`on-fire/water`).
pub(crate) fn ignite(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if swims(scene.state(), who) {
        scene.cite(rule!("on-fire/water"));
        return;
    }
    if !scene.state().has(who, Condition::Dead) {
        scene.cite(rule!("on-fire/duration"));
        gain(scene, plain(who, Condition::OnFire, Until::Cleared));
    }
}

/// Entering a body of water puts the fire out (`on-fire/water`).
pub(crate) fn enters_water(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if scene.state().has(who, Condition::OnFire) {
        scene.cite(rule!("on-fire/water"));
        lose(scene, who, Condition::OnFire);
    }
}
