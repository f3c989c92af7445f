//! What questions and acts mean to somebody who has not read the book.

use affray_kernel::{CreatureId, RuleId};

use super::act::Window;
use super::ids::rule;
use super::rules::falling::can_grab;
use super::state::{Phase, State};

/// The rule by which somebody is asked.
pub(crate) fn asked_by(state: &State, who: CreatureId, window: &Window) -> RuleId {
    match *window {
        Window::Turn => match state.clock.phase {
            Phase::Turn { who: active, .. } if active != who => rule!("command/simultaneous-turn"),
            _ => rule!("turns/three-actions"),
        },
        Window::Enter(_) => rule!("turns/delay-reentry"),
        Window::Readied(_) => rule!("readied-action/window"),
        // Whoever breaks through ice has nothing else to catch hold of.
        Window::Fall { dc } if can_grab(state, who) == Some(dc) => rule!("falling/grab-reaction"),
        Window::Fall { .. } => rule!("thin-ice/breaking"),
        Window::PushDistance { .. } => rule!("push/critical"),
        Window::PushDirection { .. } => rule!("push/direction"),
        Window::DisarmCritical { .. } => rule!("disarm/critical"),
        Window::Lock { .. } => rule!("grappled/arm"),
        Window::Place { by, .. } => by,
    }
}
