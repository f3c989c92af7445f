//! Freeze: Slowed, or Stunned first.

use affray_kernel::condition::Held;
use affray_kernel::{CreatureId, Play, Scene};

use super::Casting;
use super::components::rounds;
use crate::ThreeAction;
use crate::rules::conditions::{gain, plain};
use crate::rules::{durations, unconscious};
use crate::state::Condition;

/// Slowed for the Duration; from `stuns_from` Energy Stunned for a Round, then Slowed for the rest of it. On a Critical Success each of
/// the two lasts a Round longer.
///
/// # Errors
/// Stops where a draw is missing.
pub(super) fn freeze(
    scene: &mut Scene<'_, ThreeAction>,
    casting: Casting,
    on: CreatureId,
    stuns_from: u8,
    critical: bool,
) -> Play {
    let longer = u16::from(critical);
    let lasts = rounds(casting.energy.duration);
    if casting.effect() < stuns_from {
        slow(scene, casting, on, lasts + longer);
        return Ok(());
    }
    let stunned = 1 + longer;
    let until = durations::rounds(scene.state(), stunned);
    unconscious::stun(
        scene,
        Held {
            cause: Some(casting.by),
            ..plain(on, Condition::Stunned, until)
        },
    )?;
    let slowed = lasts.saturating_sub(1) + longer;
    if slowed > 0 {
        slow(scene, casting, on, stunned + slowed);
    }
    Ok(())
}

fn slow(scene: &mut Scene<'_, ThreeAction>, casting: Casting, on: CreatureId, for_rounds: u16) {
    let until = durations::rounds(scene.state(), for_rounds);
    gain(
        scene,
        Held {
            cause: Some(casting.by),
            ..plain(on, Condition::Slowed, until)
        },
    );
}
