//! Waiting, and going on with what takes time (`movement-in-combat/wait`, `spell-timing/cancel`).

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Refusal};

use super::{moving, wrestling};
use crate::act::Act;
use crate::ids::refuse;
use crate::state::{State, Underway};

/// The most counts that one may wait at once: a minute.
pub(crate) const LONGEST: u32 = 120;

/// Whether one can wait so long.
///
/// # Errors
/// Where it is no time at all, or too long.
pub(crate) fn aim_wait(counts: u32) -> Result<(), Refusal> {
    if (1..=LONGEST).contains(&counts) {
        Ok(())
    } else {
        Err(refuse!(
            "movement-in-combat/wait",
            "one waits 1 to 120 counts at once"
        ))
    }
}

/// Whether one can go on, or break off what takes time; whom one grabs one may let go at any time (`wrestling/release`).
///
/// # Errors
/// Where nothing is under way.
pub(crate) fn aim_underway(state: &State, who: CreatureId, act: &Act) -> Result<(), Refusal> {
    if state.body(who).underway == Underway::Nothing {
        return Err(refuse!("spell-timing/cancel", "nothing is under way"));
    }
    match act {
        Act::GoOn(_) | Act::BreakOff => Ok(()),
        Act::Release(target) => wrestling::must_hold(state, who, *target).map(|_| ()),
        Act::Move { pace, path }
            if matches!(state.body(who).underway, Underway::Prepare { .. }) =>
        {
            moving::aim(state, who, *pace, path).map(|_| ())
        }
        _ => Err(refuse!(
            "spell-timing/casting-time",
            "while that takes time one can only go on or break it off, and walk while preparing a spell"
        )),
    }
}

/// Going on, for one count or until something happens, breaking off, and letting go.
pub(crate) fn candidates(
    state: &State,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for act in [Act::GoOn(true), Act::GoOn(false), Act::BreakOff] {
        legal(act)?;
    }
    for target in state.creatures() {
        legal(Act::Release(target))?;
    }
    ControlFlow::Continue(())
}
