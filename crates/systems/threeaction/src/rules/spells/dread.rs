//! Dread: Shaken.

use affray_kernel::{CreatureId, Scene};

use super::Casting;
use crate::ThreeAction;
use crate::rules::conditions::shake as shaken;

/// Shaken for as many Rounds as Energy in the Effect; twice as long on a Critical Success.
pub(super) fn shake(
    scene: &mut Scene<'_, ThreeAction>,
    casting: Casting,
    on: CreatureId,
    critical: bool,
) {
    let rounds = u16::from(casting.effect()) * if critical { 2 } else { 1 };
    shaken(scene, casting.by, on, rounds);
}
