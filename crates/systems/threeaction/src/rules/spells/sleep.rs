//! Sleep: Unconscious for the Duration.

use affray_kernel::{CreatureId, Play, Scene};

use super::Casting;
use super::components::rounds;
use crate::ThreeAction;
use crate::rules::{durations, unconscious};

/// Unconscious as long as the Spell lasts, whatever happens to its Hit Points (`unconscious/waking`).
///
/// # Errors
/// Stops where a draw is missing.
pub(super) fn sleep(scene: &mut Scene<'_, ThreeAction>, casting: Casting, on: CreatureId) -> Play {
    let until = durations::rounds(scene.state(), rounds(casting.energy.duration));
    unconscious::fall(scene, on, until, Some(casting.by))
}
