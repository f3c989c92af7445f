//! The policy `simple`: what a creature of this system does when a bot plays it.

mod answering;
mod holding;
mod magic;
mod moving;
mod turn;
mod waiting;
mod worth;

use affray_kernel::CreatureId;

use super::act::{Act, Window};
use super::state::State;

/// Health left, of all (`System::vigour`).
pub(crate) fn vigour(state: &State, who: CreatureId) -> i32 {
    let most = i32::from(state.sheet(who).health).max(1);
    i32::from(state.body(who).health) * 1000 / most
}

/// The choice of a sensible creature, made without dice.
pub(crate) fn simple(state: &State, who: CreatureId, window: &Window) -> Option<Act> {
    Some(match window {
        Window::Turn => turn::next(state, who),
        Window::Attacked { by, with, feint } => {
            answering::attacked(state, who, *by, (*with, *feint))
        }
        Window::Exposed { foe, .. } => answering::exposed(state, who, *foe),
        Window::Declared { .. } => Act::Pass,
        Window::TurnEnds { last, .. } => turn::ends(state, who, *last).unwrap_or(Act::Pass),
        Window::Won { over, how } => answering::won(state, who, *over, *how),
        Window::Resist { what, .. } => answering::resist(state, who, *what),
    })
}
