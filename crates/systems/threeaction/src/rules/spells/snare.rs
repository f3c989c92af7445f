//! Snare: Entangled.

use affray_kernel::condition::Held;
use affray_kernel::{CreatureId, Play, Scene};

use super::Casting;
use super::components::rounds;
use crate::ThreeAction;
use crate::rules::conditions::{gain, plain};
use crate::rules::{durations, flying, prone};
use crate::state::Condition;

/// Entangled for the Duration, with that DC to get free; on a Critical Success Prone as well.
///
/// # Errors
/// Stops where a draw is missing.
pub(super) fn entangle(
    scene: &mut Scene<'_, ThreeAction>,
    casting: Casting,
    on: CreatureId,
    dc: i16,
    critical: bool,
) -> Play {
    let until = durations::rounds(scene.state(), rounds(casting.energy.duration));
    gain(
        scene,
        Held {
            cause: Some(casting.by),
            amount: dc,
            ..plain(on, Condition::Entangled, until)
        },
    );
    flying::keep_up(scene, on)?;
    if critical {
        prone::knock_down(scene, on)?;
    }
    Ok(())
}
