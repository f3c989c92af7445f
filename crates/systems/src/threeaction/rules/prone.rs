//! Falling down and lying Prone (`prone/*`).

use affray_kernel::condition::Until;
use affray_kernel::{CreatureId, Play, Scene};

use super::conditions::{gain, plain};
use crate::threeaction::ThreeAction;
use crate::threeaction::ids::rule;
use crate::threeaction::state::Condition;

/// Knocks a creature Prone: it and whoever it grapples or is grappled by.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn knock_down(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if scene.state().has(who, Condition::Prone) {
        return Ok(());
    }
    scene.cite(rule!("prone/definition"));
    gain(scene, plain(who, Condition::Prone, Until::Cleared));
    super::grapple::falls_together(scene, who)
}
