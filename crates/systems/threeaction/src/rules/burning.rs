//! On fire (`on-fire/*`).

use affray_kernel::condition::Until;
use affray_kernel::{CreatureId, Play, Scene};

use super::conditions::{gain, lose, plain};
use super::damage::{self, d6};
use super::readied;
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
/// (`on-fire/water`). By its light somebody may come into view (`light/fire`, `readied-action/declaration`).
///
/// # Errors
/// Stops where an answer or a die is missing.
pub(crate) fn ignite(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if swims(scene.state(), who) {
        scene.cite(rule!("on-fire/water"));
        return Ok(());
    }
    if scene.state().has(who, Condition::Dead) {
        return Ok(());
    }
    scene.cite(rule!("on-fire/duration"));
    let unseen = readied::out_of_view(scene.state());
    gain(scene, plain(who, Condition::OnFire, Until::Cleared));
    readied::come_into_view(scene, &unseen)
}

/// Entering a body of water puts the fire out (`on-fire/water`).
pub(crate) fn enters_water(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if scene.state().has(who, Condition::OnFire) {
        scene.cite(rule!("on-fire/water"));
        lose(scene, who, Condition::OnFire);
    }
}
