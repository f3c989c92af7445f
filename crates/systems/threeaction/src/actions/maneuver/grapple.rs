//! Grapple (`grapple/*`), and with it getting out of one (`grappled/escape`).

use affray_kernel::{CreatureId, Play, Scene};

use crate::ThreeAction;
use crate::ids::rule;
use crate::rules::grapple;
use crate::state::Arm;

/// The target is Grappled. If it was the one who held, the old grapple ends first and the roles are reversed (`grappled/escape`).
///
/// # Errors
/// Stops where a draw is missing.
pub(super) fn succeed(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    on: CreatureId,
    with: Arm,
    critical: bool,
) -> Play {
    let reverses = grapple::grapples(scene.state(), on, who);
    let guest = reverses.then(|| grapple::guest(scene.state(), on, who));
    escape(scene, who, on);
    grapple::begin(scene, who, on, with, (critical, guest))
}

/// A creature that succeeds against the one that grapples it, to Push it away or to Grapple it, is free
/// (`grappled/escape`, `grappling/ended-by-escape`).
pub(super) fn escape(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, on: CreatureId) {
    if grapple::grapples(scene.state(), on, who) {
        scene.cite(rule!("grappled/escape"));
        scene.cite(rule!("grappling/ended-by-escape"));
        grapple::loosen(scene, who, on);
    }
}
