//! Trip (`trip/*`).

use affray_kernel::{CreatureId, Play, Scene};

use crate::ThreeAction;
use crate::ids::rule;
use crate::rules::falling::{Cause, drops, fall_damage};
use crate::rules::numbers::present;
use crate::rules::prone::knock_down;

/// The fall that a Critical Success adds, in feet.
const HARD_LANDING_FT: i32 = 10;

/// The target falls Prone (`trip/success`), from the air if it flies (`trip/flying`), from the surface if it hangs on one
/// (`falling/forced`); a Critical Success adds Damage as from a fall of 10 ft
/// (`trip/critical`).
///
/// # Errors
/// Stops where a draw is missing.
pub(super) fn succeed(scene: &mut Scene<'_, ThreeAction>, on: CreatureId, critical: bool) -> Play {
    scene.cite(rule!("trip/success"));
    let flying = scene.state().body(on).flying;
    if flying {
        scene.cite(rule!("trip/flying"));
        drops(scene, on, Cause::Tripped)?;
    }
    let caught_hold = flying && scene.state().body(on).hanging;
    if present(scene.state(), on) && !caught_hold {
        knock_down(scene, on)?;
    }
    if critical && present(scene.state(), on) {
        scene.cite(rule!("trip/critical"));
        fall_damage(scene, on, HARD_LANDING_FT)?;
    }
    Ok(())
}
