//! Dodge (`dodge/*`).

use affray_kernel::{CreatureId, Scene};

use crate::ThreeAction;
use crate::fact::{Doing, Fact, Number};
use crate::ids::rule;

/// The next Attack against the creature has Disadvantage; each Dodge covers one Attack (`dodge/action`, `dodge/repeated`).
pub(crate) fn resolve(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    scene.cite(rule!("dodge/action"));
    let dodges = scene.state().body(who).dodges;
    if dodges > 0 {
        scene.cite(rule!("dodge/repeated"));
    }
    scene.emit(Fact::Does(who, Doing::Dodge));
    scene.emit(Fact::Set(who, Number::Dodges, i16::from(dodges) + 1));
}
