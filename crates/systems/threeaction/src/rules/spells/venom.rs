//! Venom: Poisoned.

use affray_kernel::{CreatureId, Scene};

use super::Casting;
use crate::ThreeAction;
use crate::rules::poison as poisons;
use crate::sheet::Poison;

/// A poison of a level equal to the Energy in the Effect; it acts twice as often on a Critical Success.
pub(super) fn poison(
    scene: &mut Scene<'_, ThreeAction>,
    casting: Casting,
    on: CreatureId,
    rounds: u16,
    critical: bool,
) {
    let rounds = if critical { rounds * 2 } else { rounds };
    let poison = Poison {
        level: i16::from(casting.effect()),
        rounds,
        dice: None,
    };
    poisons::enters(scene, on, poison);
}
