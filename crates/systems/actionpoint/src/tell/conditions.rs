//! Conditions that begin and end.

use affray_kernel::condition::Held;
use affray_kernel::story::Sentence;

use super::event;
use super::words::{condition_name, the};
use crate::fact::Fact;
use crate::state::{Condition, State};

/// How a fact about a condition reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    if let Fact::DropsProne(who) = fact {
        return Some(event(
            format!("{} drops prone", the(state, *who)),
            vec![*who],
        ));
    }
    let (held, text) = match fact {
        Fact::Gains(held) => (held, begun(state, held)),
        Fact::Loses(held) => (held, ended(state, held)),
        _ => return None,
    };
    Some(event(text, held.about()))
}

/// How the beginning of a condition reads, without a full stop.
fn begun(state: &State, held: &Held<Condition>) -> String {
    let name = the(state, held.on);
    let other = held.toward.map(|other| the(state, other));
    match (held.kind, other) {
        (Condition::Dead, _) => format!("{name} dies"),
        (Condition::Unconscious, _) => format!("{name} falls unconscious"),
        (Condition::Prone, _) => format!("{name} falls prone"),
        (Condition::Grappled, Some(other)) => format!("{name} is grappled by {other}"),
        (Condition::Grappled, None) => format!("{name} is caught and cannot move"),
        (Condition::Hidden, Some(other)) => format!("{name} is hidden from {other}"),
        (kind, _) => format!("{name} is {}", condition_name(kind)),
    }
}

/// How the end of a condition reads, without a full stop.
pub(super) fn ended(state: &State, held: &Held<Condition>) -> String {
    let name = the(state, held.on);
    let other = held.toward.map(|other| the(state, other));
    match (held.kind, other) {
        (Condition::Unconscious, _) => format!("{name} comes to"),
        (Condition::Prone, _) => format!("{name} is on its feet again"),
        (Condition::Grappled, Some(other)) => format!("{name} is free of {other}"),
        (Condition::Grappled, None) if is_held_otherwise(state, held) => {
            format!("{name} is rid of one hold, but not free")
        }
        (Condition::Grappled, None) => format!("{name} is free"),
        (Condition::Hidden, Some(other)) => format!("{name} is no longer hidden from {other}"),
        (kind, _) => format!("{name} is no longer {}", condition_name(kind)),
    }
}

/// Whether something else holds a creature as well.
fn is_held_otherwise(state: &State, hold: &Held<Condition>) -> bool {
    let mut others = state.conditions.on(hold.on);
    others.any(|other| other.kind == Condition::Grappled && other != hold)
}
