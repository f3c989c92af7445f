//! A creature is put into the saddle, or out of it, by the game master's word.

use affray_kernel::CreatureId;
use affray_kernel::notation::Unread;

use super::follows;
use crate::fact::Fact;
use crate::rules::numbers::{helpless, riders};
use crate::state::{Condition, Presence, State};

/// Who rides whom from now on; nobody, without a mount.
pub(super) fn mounted(
    state: &State,
    who: CreatureId,
    mount: Option<CreatureId>,
) -> Result<Vec<Fact>, Unread> {
    if let Some(mount) = mount {
        can_ride(state, who)?;
        can_carry(state, who, mount)?;
    }
    Ok(follows::saddle(state, who, mount))
}

/// Whether a creature can sit in a saddle (`actions/mount`).
fn can_ride(state: &State, who: CreatureId) -> Result<(), Unread> {
    is_up(state, who)?;
    let name = &state.sheet(who).name;
    if let Some(rider) = riders(state, who).next() {
        let rider = &state.sheet(rider).name;
        return Err(Unread::new(format!("{name} carries {rider}")));
    }
    Ok(())
}

/// Whether a creature can carry another (`actions/mount`).
fn can_carry(state: &State, who: CreatureId, mount: CreatureId) -> Result<(), Unread> {
    let (sheet, rider) = (state.sheet(mount), state.sheet(who));
    let name = &sheet.name;
    if !sheet.traits.mount {
        return Err(Unread::new(format!("{name} cannot be ridden")));
    }
    if sheet.size <= rider.size {
        let message = format!("{name} is not larger than {}", rider.name);
        return Err(Unread::new(message));
    }
    is_up(state, mount)?;
    if helpless(state, mount) {
        return Err(Unread::new(format!("{name} is helpless")));
    }
    if state.body(mount).mount.is_some() {
        return Err(Unread::new(format!("{name} rides itself")));
    }
    if let Some(other) = riders(state, mount).find(|rider| *rider != who) {
        let other = &state.sheet(other).name;
        return Err(Unread::new(format!("{name} carries {other} already")));
    }
    Ok(())
}

/// Whether somebody is there, alive, awake and on its feet: nobody else rides or carries anybody.
fn is_up(state: &State, who: CreatureId) -> Result<(), Unread> {
    let name = &state.sheet(who).name;
    let bad = match state.body(who).presence {
        Presence::Here if state.has(who, Condition::Dead) => "is dead",
        Presence::Here if state.has(who, Condition::Unconscious) => "is unconscious",
        Presence::Here if state.body(who).posture.stance.is_low() => "has to stand first",
        Presence::Here => return Ok(()),
        _ => "is not in the fight",
    };
    Err(Unread::new(format!("{name} {bad}")))
}
