//! Falls (`physical/falls`).

use affray_kernel::dice::{Pool, pool};
use affray_kernel::grid::{Cell, floor};
use affray_kernel::{CreatureId, Play, Scene};

use super::health::{self, Felled};
use super::modifiers::damaged;
use super::{damage, numbers};
use crate::Segments;
use crate::act::Location;
use crate::actions::ways;
use crate::fact::{Fact, Force, Harm};
use crate::ids::rule;
use crate::sheet::DamageType;
use crate::state::{Condition, Presence, State};

const D6: Pool = pool!("1d6");

/// Yards of a fall that do a die of damage (`physical/falls`).
const YARDS_A_DIE: i16 = 3;

/// Whether a creature stays up in the air; whoever has only given up flies on (`attack/surrender`).
#[must_use]
pub(crate) fn stays_up(state: &State, who: CreatureId) -> bool {
    numbers::conscious(state, who) && numbers::fly_yd(state, who).is_some()
}

/// Where a creature comes down that falls from its place, if it falls: straight below, or where somebody is there on the nearest ground
/// beside that is free, on the same side of all walls and no higher than its place (`physical/falls`, `movement-segment/occupied-squares`).
#[must_use]
pub(crate) fn landing(state: &State, who: CreatureId) -> Option<Cell> {
    let gone = state.body(who).presence != Presence::Here;
    if gone || numbers::aloft(state, who) <= 0 || stays_up(state, who) {
        return None;
    }
    let at = state.body(who).at;
    let below = at.with_height(floor(&state.terrain(), state.space(who))?);
    if ways::occupant(state, who, state.space_at(who, below)).is_none() {
        return Some(below);
    }
    ways::nearest_free(state, who, (below, at.z)).or(Some(below))
}

/// Whoever is in the air and cannot fly falls (`physical/falls`).
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn drop_down(scene: &mut Scene<'_, Segments>, who: CreatureId) -> Play {
    let at = scene.state().body(who).at;
    let Some(to) = landing(scene.state(), who) else {
        return Ok(());
    };
    if to.with_height(at.z) != at {
        scene.cite(rule!("movement-segment/occupied-squares"));
    }
    scene.emit(Fact::Forced(who, to, Force::Fall));
    land(scene, who, at.z - to.z)
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
