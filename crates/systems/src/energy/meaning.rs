//! What questions and acts mean to somebody who has not read the book.

use affray_kernel::{CreatureId, RuleId};

use super::act::Window;
use super::ids::rule;
use super::state::State;

/// The rule by which somebody is asked.
pub(crate) const fn asked_by(_: &State, _: CreatureId, window: &Window) -> RuleId {
    match window {
        Window::Floor => rule!("action-order/open-floor"),
        Window::Answer { .. } | Window::Ally { .. } => rule!("action-order/windows"),
        Window::Own { .. } => rule!("action-order/actor-may-adapt"),
        Window::Initiative { .. } => rule!("initiative/decline"),
        Window::Claim { .. } => rule!("initiative/race"),
        Window::Struggle { .. } => rule!("maneuvers/restrained-escape"),
        Window::Fling { .. } => rule!("maneuvers/disarm-fling"),
        Window::Push { .. } => rule!("maneuvers/push-direction"),
        Window::Take { .. } => rule!("actions/pick-up-in-passing"),
    }
}
