//! Falling down and lying Prone (`prone/*`).

use affray_kernel::condition::Until;
use affray_kernel::grid::landing;
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::conditions::{gain, plain};
use super::ground::terrain;
use crate::threeaction::ThreeAction;
use crate::threeaction::ids::{refuse, rule};
use crate::threeaction::state::{Condition, State};

/// Knocks a creature Prone: it and whoever it grapples or is grappled by. A flyer or swimmer in mid-air or mid-water is not made Prone
/// until it reaches ground (`prone/definition`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn knock_down(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if scene.state().has(who, Condition::Prone) {
        return Ok(());
    }
    scene.cite(rule!("prone/definition"));
    if !on_the_ground(scene.state(), who) {
        return Ok(());
    }
    gain(scene, plain(who, Condition::Prone, Until::Cleared));
    super::grapple::falls_together(scene, who)
}

/// Whether there is ground on which it could lie: it neither flies nor swims.
pub(crate) fn on_the_ground(state: &State, who: CreatureId) -> bool {
    if state.body(who).flying || state.body(who).hanging {
        return false;
    }
    landing(&terrain(state), state.space(who)).is_none_or(|landing| landing.ground.water == 0)
}

/// Whether a creature can lie down on purpose.
///
/// # Errors
/// If it lies already, or there is no ground under it.
pub(crate) fn can_lie_down(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.has(who, Condition::Prone) {
        return Err(refuse!(
            "prone/definition",
            "{} lies Prone already",
            Figure::Creature(who)
        ));
    }
    if !on_the_ground(state, who) {
        return Err(refuse!(
            "prone/definition",
            "there is no ground under {} to lie on",
            Figure::Creature(who)
        ));
    }
    Ok(())
}
