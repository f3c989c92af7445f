//! What questions and acts mean to somebody who has not read the book.

use affray_kernel::{CreatureId, RuleId};

use super::act::{Resisted, Window};
use super::ids::rule;
use super::state::State;

/// The rule by which somebody is asked.
pub(crate) const fn asked_by(_: &State, _: CreatureId, window: &Window) -> RuleId {
    match window {
        Window::Turn => rule!("initiative-structure/active-uses-primary-actions"),
        Window::Attacked { .. } => rule!("reactions/defend"),
        Window::Exposed { .. } => rule!("opportunity-attacks/definition"),
        Window::Declared { .. } | Window::TurnEnds { .. } => {
            rule!("actions-in-combat/reaction-trigger")
        }
        Window::Won { .. } => rule!("maneuvers/trigger"),
        Window::Resist {
            what: Resisted::Grapple,
            ..
        } => rule!("primary-actions/grapple-contest"),
        Window::Resist {
            what: Resisted::Disarm(_),
            ..
        } => rule!("maneuvers/disarm"),
    }
}
