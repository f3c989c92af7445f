//! Mend: healing by magic.

use affray_kernel::dice::Pool;
use affray_kernel::story::{Audience, Roll};
use affray_kernel::{Play, Scene};

use super::{Casting, fire};
use crate::ThreeAction;
use crate::ids::rule;

/// Rolls what is healed.
///
/// # Errors
/// Stops if the dice are missing.
pub(super) fn roll(scene: &mut Scene<'_, ThreeAction>, casting: Casting, dice: Pool) -> Play<i32> {
    scene.sum(Roll {
        pool: fire::by_effect(dice, casting),
        by: Some(casting.by),
        what: "healing",
        rule: rule!("foundations/spell-list"),
        audience: Audience::Everyone,
    })
}
