//! What Combat Rolls come to.

use affray_kernel::CreatureId;
use affray_kernel::story::Sentence;

use super::event;
use super::words::{means_name, the, whose};
use crate::act::Means;
use crate::fact::{Fact, Verdict};
use crate::state::State;

/// How a fact about a Combat Roll reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    match fact {
        Fact::Came(by, means, on, verdict) => {
            let text = came(state, *by, *means, *on, *verdict);
            Some(event(text, vec![*by, *on]))
        }
        Fact::Unhurt(who) => {
            let text = format!("{} takes no damage", the(state, *who));
            Some(event(text, vec![*who]))
        }
        _ => None,
    }
}

fn came(state: &State, by: CreatureId, means: Means, on: CreatureId, verdict: Verdict) -> String {
    let (name, target) = (the(state, by), the(state, on));
    let with = means_name(state, by, means);
    let attack = format!("{} attack with {with}", whose(state, by));
    match verdict {
        Verdict::Nothing => format!("{name} misses {target} with {with}"),
        Verdict::CriticalHit => format!("{name} hits {target} with {with}: a critical win"),
        Verdict::Negated => format!("{target} negates {attack}: a critical win"),
        Verdict::Blocked => format!("{target} blocks {attack}"),
        Verdict::Hit => format!("{name} hits {target} with {with}"),
        Verdict::Miss => format!("{target} dodges {attack}"),
        Verdict::Parried => format!("{target} parries {attack}"),
        Verdict::Withstood => format!("{target} withstands {attack}"),
    }
}
