//! bot
use super::act::{Act, Window};
use super::state::State;
use affray_kernel::CreatureId;
pub(crate) fn sensible(_: &State, _: CreatureId, window: &Window) -> Option<Act> {
    Some(match window {
        Window::Turn => Act::EndTurn,
        _ => Act::Pass,
    })
}
