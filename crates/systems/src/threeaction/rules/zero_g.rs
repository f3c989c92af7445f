//! Zero-G (`zero-g/*`).

use affray_kernel::{CreatureId, Scene};

use crate::threeaction::ThreeAction;

/// An Attack made or a hit taken away from fixed objects makes a creature tumble (`zero-g/destabilized`).
pub(crate) fn attacked(
    _scene: &mut Scene<'_, ThreeAction>,
    _by: CreatureId,
    _on: CreatureId,
    _hit: bool,
) {
}
