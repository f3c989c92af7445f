//! What questions and acts mean to somebody who has not read the book.

use affray_kernel::{CreatureId, RuleId};

use super::act::{Extra, Window};
use super::ids::rule;
use super::state::{State, Underway};

/// The rule by which somebody is asked.
pub(crate) fn asked_by(state: &State, who: CreatureId, window: &Window) -> RuleId {
    match *window {
        Window::Turn => rule!("actions/one-per-turn"),
        Window::Underway | Window::Holding => taking_time(&state.body(who).underway),
        Window::Hold => rule!("wrestling/release"),
        Window::Readied => rule!("actions/ready"),
        Window::Defend { rush: true, .. } => rule!("special-actions/bull-rush"),
        Window::Defend { rush: false, .. } => rule!("special-actions/approach"),
        Window::Admit(_) => rule!("occupied-spaces/entry"),
        Window::Enter(_) => rule!("entering-spaces/withdraw"),
        Window::Facing => rule!("flanking/set-facing"),
        Window::Split { .. } => rule!("healing/split"),
        Window::Push { .. } => rule!("special-actions/bull-rush-distance"),
        Window::Extra { extra, .. } => extra_of(extra),
        Window::Place { by, .. } => by,
        Window::Reroll => rule!("sprinting/reroll"),
    }
}

/// The rule of what takes time.
const fn taking_time(underway: &Underway) -> RuleId {
    match underway {
        Underway::Nothing => rule!("actions/one-per-turn"),
        Underway::Walk(..) => rule!("movement-in-combat/as-action"),
        Underway::Wait(_) => rule!("movement-in-combat/wait"),
        Underway::Prepare { .. } => rule!("abandoning/during-casting"),
        Underway::Scroll { .. } => rule!("actions/read-scroll"),
        Underway::CoupDeGrace { .. } => rule!("special-actions/coup-de-grace-preparation"),
        Underway::Ready { .. } => rule!("actions/ready"),
        Underway::Set { .. } => rule!("actions/set-against-charge"),
        Underway::Rest(..) => rule!("healing/overnight-rest"),
        Underway::Treat(..) => rule!("impairments/heal-discipline"),
    }
}

/// The rule of an extra that a hit offers.
const fn extra_of(extra: Extra) -> RuleId {
    match extra {
        Extra::BreakGrab => rule!("wrestling/drag-great-success"),
        Extra::KeepGrab => rule!("wrestling/shunt-grab-choice"),
        Extra::Slide => rule!("wrestling/shunt-great-success"),
        Extra::HurtTarget | Extra::HurtItem => rule!("special-actions/disarm-great-success-5"),
        Extra::TakeItem => rule!("special-actions/disarm-great-success-8"),
        Extra::PinBody => rule!("special-actions/staple-great-success"),
        Extra::Grab => rule!("special-actions/tackle-grab"),
    }
}
