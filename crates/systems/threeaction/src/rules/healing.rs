//! Healing (`foundations/healing`).

use affray_kernel::{CreatureId, Scene};

use super::{bleeding, unconscious};
use crate::ThreeAction;
use crate::fact::Fact;
use crate::ids::rule;
use crate::state::Condition;

/// Heals a creature up to its maximum; the Dead cannot be healed. It counts as healing even if there was nothing to heal.
pub(crate) fn heal(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, amount: i32) {
    if scene.state().has(who, Condition::Dead) {
        return;
    }
    scene.cite(rule!("foundations/healing"));
    scene.cite(rule!("foundations/max-hp"));
    let room = i32::from(scene.state().sheet(who).max_hp) - i32::from(scene.state().body(who).hp);
    let restored = i16::try_from(amount.clamp(0, room.max(0))).unwrap_or(i16::MAX);
    scene.emit(Fact::Healed(who, restored));
    bleeding::healed(scene, who);
    unconscious::healed(scene, who);
}
