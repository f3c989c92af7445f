//! Who is next and when the fight ends: the running count (`time-count/*`, `initiative/*`).

use affray_kernel::{CreatureId, Next, Play, Scene};

use super::TimeCount;
use super::act::Act;
use super::state::State;

/// How the fight goes on.
pub(crate) fn next(_state: &State) -> Next<TimeCount> {
    todo!()
}

/// Carries an act out.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(
    _scene: &mut Scene<'_, TimeCount>,
    _who: Option<CreatureId>,
    _act: &Act,
) -> Play {
    todo!()
}

/// Drops what can no longer matter.
pub(crate) fn forget(_state: &mut State) {
    todo!()
}
