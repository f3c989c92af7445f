//! What the roll of an act owes to where everybody is.

use std::mem::take;

use super::telling::parts;
use super::{Note, Sum};
use crate::id::{CreatureId, RuleId};
use crate::system::System;

/// Something that counts in a roll because of where everybody is: `flanking`, `Disadvantage: Cover`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Circumstance {
    /// What it is, as players say it.
    pub what: &'static str,
    /// What it adds; `None` where it adds nothing, and dice are thrown otherwise for it.
    pub value: Option<i16>,
    /// The rule it comes from.
    pub rule: RuleId,
}

/// Everything in what was noted of an act of `who` that comes of where everybody is, each once, up to the first sum by which something is
/// decided for `who`; `None` where there is no such sum, as the act came to nothing. What was rolled before for those of `defenders` counts as
/// well, who may be the worse off for where the attack comes from. What comes after decides nothing more of the act itself.
#[must_use]
pub fn circumstances<S: System>(
    notes: &[Note<S>],
    who: CreatureId,
    defenders: &[CreatureId],
) -> Option<Vec<Circumstance>> {
    let (mut found, mut reasons) = (Vec::new(), Vec::new());
    let mut is_decided = false;
    for (at, note) in notes.iter().enumerate() {
        match note {
            Note::Because(..) => reasons.extend(circumstance(note)),
            Note::Sum(sum) => {
                let reasons = take(&mut reasons);
                let is_meant = |by: CreatureId| by == who || defenders.contains(&by);
                if sum.by.is_some_and(is_meant) {
                    found.extend(reasons);
                    found.extend(parts(notes, at).iter().filter_map(circumstance));
                }
                is_decided = decides(sum, who);
            }
            _ => {}
        }
        if is_decided {
            break;
        }
    }
    let mut told: Vec<Circumstance> = Vec::new();
    for one in found {
        if S::is_of_places(one.rule) && !told.contains(&one) {
            told.push(one);
        }
    }
    is_decided.then_some(told)
}

/// Whether something is decided for `who` by a sum that is held against something.
fn decides(sum: &Sum, who: CreatureId) -> bool {
    sum.by == Some(who) && !sum.verdict.is_empty() && sum.against.is_some()
}

/// A reason, or a part that counts.
fn circumstance<S: System>(note: &Note<S>) -> Option<Circumstance> {
    match note {
        Note::Because(what, rule) => Some(Circumstance {
            what,
            value: None,
            rule: *rule,
        }),
        Note::Part(part, true) => Some(Circumstance {
            what: part.source,
            value: Some(part.value),
            rule: part.rule,
        }),
        _ => None,
    }
}
