//! Falls (`physical/falls`).

use affray_kernel::dice::{Pool, pool};
use affray_kernel::grid::floor;
use affray_kernel::{CreatureId, Play, Scene};

use super::health::{self, Felled};
use super::modifiers::damaged;
use super::{damage, numbers};
use crate::Segments;
use crate::act::Location;
use crate::fact::{Fact, Harm};
use crate::ids::rule;
use crate::sheet::DamageType;
use crate::state::{Condition, State};

const D6: Pool = pool!("1d6");

/// Yards of a fall that do a die of damage (`physical/falls`).
const YARDS_A_DIE: i16 = 3;

/// Whether nothing holds a creature up there: it neither flies nor stands.
fn is_in_the_air(state: &State, who: CreatureId) -> bool {
    numbers::aloft(state, who) > 0
}

/// Whoever is in the air and cannot fly falls; whoever has only given up flies on (`attack/surrender`).
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn drop_down(scene: &mut Scene<'_, Segments>, who: CreatureId) -> Play {
    let state = scene.state();
    if !is_in_the_air(state, who)
        || (numbers::conscious(state, who) && numbers::fly_yd(state, who).is_some())
    {
        return Ok(());
    }
    let at = state.body(who).at;
    let Some(ground) = floor(&state.terrain(), state.space(who)) else {
        return Ok(());
    };
    let yards = at.z - ground;
    scene.emit(Fact::Moved(who, at.with_height(ground), 0));
    land(scene, who, yards)
}

/// A fall of so many yards: 1d6 Physical for each full 3, less the rating once (`physical/falls`).
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn land(scene: &mut Scene<'_, Segments>, who: CreatureId, yards: i16) -> Play {
    let dice = (yards / YARDS_A_DIE).clamp(0, 40) as u8;
    if dice == 0 || scene.state().has(who, Condition::Dead) {
        return Ok(());
    }
    scene.cite(rule!("physical/falls"));
    let pool = Pool::new(dice, 6).unwrap_or(D6);
    let was_damaged = damaged(scene.state(), who);
    let net = damage::roll(
        scene,
        (None, who),
        (pool, DamageType::Physical),
        Location::Torso,
    )?;
    if net == 0 {
        scene.emit(Fact::Unhurt(who));
        return Ok(());
    }
    health::harm(scene, who, (net, DamageType::Physical), Harm::Fall);
    health::settle(scene, who, None, (Felled::default(), was_damaged))
}
