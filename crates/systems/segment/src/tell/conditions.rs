//! Conditions that begin and end.

use affray_kernel::CreatureId;
use affray_kernel::condition::Held;
use affray_kernel::story::Sentence;

use super::event;
use super::words::{condition_name, lasting, the};
use crate::fact::Fact;
use crate::state::{Condition, State};

/// How a fact about a condition reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    let (held, text) = match fact {
        Fact::Gains(held) if is_blind_already(state, held) => return None,
        Fact::Gains(held) => {
            let until = lasting(state, held.until);
            (held, format!("{}{until}", begun(state, held)))
        }
        Fact::Loses(held) if goes_without_saying(state, held) => return None,
        Fact::Loses(held) => (held, ended(state, held)),
        _ => return None,
    };
    Some(event(text, held.about()))
}

/// Whether a condition changes nothing because its bearer is blind for another reason.
fn is_blind_already(state: &State, held: &Held<Condition>) -> bool {
    held.kind == Condition::Blinded && state.has(held.on, Condition::Blinded)
}

/// How many reasons somebody has to be blind.
fn reasons_to_be_blind(state: &State, who: CreatureId) -> usize {
    let held = state.conditions.on(who);
    held.filter(|held| held.kind == Condition::Blinded).count()
}

/// Whether it is a matter of course that a condition ends: nobody has to notice those who are not hidden any more, and the dead do not
/// come to. Whoever is blind for another reason stays so.
pub(super) fn goes_without_saying(state: &State, held: &Held<Condition>) -> bool {
    let hidden = |other| state.has(other, Condition::Concealed);
    match held.kind {
        Condition::Noticed => !held.toward.is_some_and(hidden),
        Condition::KnockedOut => state.has(held.on, Condition::Dead),
        Condition::Blinded => reasons_to_be_blind(state, held.on) > 1,
        _ => false,
    }
}

/// How the beginning of a condition reads, without a full stop.
fn begun(state: &State, held: &Held<Condition>) -> String {
    let name = the(state, held.on);
    let other = held.toward.map(|other| the(state, other));
    match (held.kind, other) {
        (Condition::Dead, _) => format!("{name} dies"),
        (Condition::Unconscious, _) => format!("{name} falls unconscious"),
        (Condition::Surrendered, _) => format!("{name} surrenders"),
        (Condition::Prone, _) => format!("{name} falls prone"),
        (Condition::Noticed, Some(other)) => format!("{name} notices {other}"),
        (Condition::FoundVitals, Some(other)) => format!("{name} finds the vitals of {other}"),
        (Condition::FoundVulnerability, Some(other)) => {
            format!("{name} finds a vulnerability of {other}")
        }
        (Condition::KnownVitals, _) => format!("everybody knows where the vitals of {name} are"),
        (Condition::KnownVulnerability, _) => {
            format!("everybody knows a vulnerability of {name}")
        }
        (Condition::ClearShot, _) => format!("everybody has a clear shot at {name}"),
        (kind, _) => format!("{name} is {}", condition_name(kind)),
    }
}

/// How the end of a condition reads, without a full stop.
pub(super) fn ended(state: &State, held: &Held<Condition>) -> String {
    let name = the(state, held.on);
    let other = held.toward.map(|other| the(state, other));
    match (held.kind, other) {
        (Condition::KnockedOut, _) if state.has(held.on, Condition::Unconscious) => {
            format!("{name} is no longer knocked out")
        }
        (Condition::Unconscious, _) if state.has(held.on, Condition::KnockedOut) => {
            format!("{name} has hits left again, but is still knocked out")
        }
        (Condition::Unconscious | Condition::KnockedOut, _) => format!("{name} comes to"),
        (Condition::Surrendered, _) => format!("{name} takes up the fight again"),
        (Condition::Prone, _) => format!("{name} is on its feet again"),
        (Condition::Noticed, Some(other)) => format!("{name} loses sight of {other}"),
        (Condition::FoundVitals, Some(other)) => {
            format!("{name} no longer knows where the vitals of {other} are")
        }
        (Condition::FoundVulnerability, Some(other)) => {
            format!("{name} no longer knows a vulnerability of {other}")
        }
        (Condition::KnownVitals, _) => {
            format!("the vitals of {name} are no longer known to everybody")
        }
        (Condition::KnownVulnerability, _) => {
            format!("the vulnerability of {name} is no longer known to everybody")
        }
        (Condition::ClearShot, _) => format!("there is no clear shot at {name} any longer"),
        (kind, _) => format!("{name} is no longer {}", condition_name(kind)),
    }
}
