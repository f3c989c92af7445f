//! Falls (`adventuring/falling`).

use affray_kernel::dice::Pool;
use affray_kernel::{CreatureId, Play, Scene};

use super::damage::{self, Dice};
use super::health;
use crate::ActionPoint;
use crate::fact::Harm;
use crate::ids::rule;
use crate::sheet::DamageType;

/// Metres of a fall for each die.
const METRES_A_DIE: i16 = 3;

/// The most dice that a fall is rolled with.
const MOST_DICE: i16 = 20;

/// Whether a fall of so many metres does damage.
pub(crate) const fn hurts(metres: i16) -> bool {
    metres >= METRES_A_DIE
}

/// A fall of so many metres: 1d6 crushing for every 3 full ones, all dice one sum; never an attack, and no defence helps.
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn fall(scene: &mut Scene<'_, ActionPoint>, who: CreatureId, metres: i16) -> Play {
    let dice = (metres / METRES_A_DIE).clamp(0, MOST_DICE);
    scene.cite(rule!("adventuring/falling"));
    let Ok(pool) = Pool::new(dice as u8, 6) else {
        return Ok(());
    };
    let dice: Dice = [(pool, DamageType::Crushing)].into_iter().collect();
    let rolled = damage::roll(scene, None, &dice, false)?;
    let taken = damage::taken(scene, who, &rolled, None);
    health::harm(scene, who, taken, Harm::Fall(metres));
    Ok(())
}
