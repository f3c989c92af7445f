//! What questions and acts mean to somebody who has not read the book.

use affray_kernel::{CreatureId, RuleId};

use super::act::Window;
use super::ids::rule;
use super::state::State;

/// The rule by which somebody is asked.
pub(crate) const fn asked_by(_: &State, _: CreatureId, window: &Window) -> RuleId {
    match window {
        Window::Ambush => rule!("ambush/definition"),
        Window::OnGuard => rule!("on-guard/announce"),
        Window::Stance(_) => rule!("stances/declared-per-segment"),
        Window::Item => rule!("stances/exchange"),
        Window::Opportunity { .. } => rule!("reaction/attack-of-opportunity"),
        Window::Defend { .. } => rule!("defence/timing"),
    }
}
