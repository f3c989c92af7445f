//! What creatures can do, a file for each kind of action.

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Refusal};

use super::act::{Act, Window};
use super::state::State;

/// Whether the act is a legal answer in the window.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn check(
    _state: &State,
    _who: CreatureId,
    _window: &Window,
    _act: &Act,
) -> Result<(), Refusal> {
    todo!()
}

/// Lists legal answers.
pub(crate) fn offers(
    _state: &State,
    _who: CreatureId,
    _window: &Window,
    _found: &mut dyn FnMut(Act) -> ControlFlow<()>,
) {
    todo!()
}
