//! Falls (`adventuring/falling`).

use affray_kernel::dice::{DICE_MAX, Pool};
use affray_kernel::{CreatureId, Play, Scene};

use super::damage::{self, Dice};
use super::health;
use crate::ActionPoint;
use crate::fact::Harm;
use crate::ids::rule;
use crate::sheet::DamageType;

/// Metres of a fall for each die.
const METRES_A_DIE: i16 = 3;

/// Whether a drop of so many metres is a fall: a step goes down a single one.
pub(crate) const fn is_fall(metres: i16) -> bool {
    metres > 1
}

/// Whether a fall of so many metres does damage.
pub(crate) const fn hurts(metres: i16) -> bool {
    metres >= METRES_A_DIE
}

/// The dice of a fall of so many metres, thrown by as many as there is room for at once.
pub(crate) fn dice(metres: i16) -> Dice {
    let mut dice = Dice::new();
    let mut left = metres / METRES_A_DIE;
    while left > 0 {
        let some = left.min(i16::from(DICE_MAX));
        let pool = Pool::new(some as u8, 6);
        dice.extend(pool.map(|pool| (pool, DamageType::Crushing)));
        left -= some;
    }
    dice
}

/// A fall of so many metres: 1d6 crushing for every 3 full ones, all dice one sum; never an attack, and no defence helps.
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn fall(scene: &mut Scene<'_, ActionPoint>, who: CreatureId, metres: i16) -> Play {
    scene.cite(rule!("adventuring/falling"));
    let dice = dice(metres);
    if dice.is_empty() {
        return Ok(());
    }
    let rolled = damage::roll(scene, None, &dice, false)?;
    let taken = damage::taken(scene, who, &rolled, None);
    health::harm(scene, who, taken, Harm::Fall(metres));
    Ok(())
}
