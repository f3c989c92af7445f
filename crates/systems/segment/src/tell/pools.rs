//! Hits and actions: how they rise and fall, and what those hear of it who may not know them.

use affray_kernel::CreatureId;
use affray_kernel::prose::{count, signed};
use affray_kernel::story::Sentence;

use super::rounds::modifier;
use super::words::the;
use super::{detail, event};
use crate::fact::{Fact, Harm, Number};
use crate::state::{Presence, State};

/// How a fact about a number of a body reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    match fact {
        Fact::Set(who, number, value) => set(state, *who, *number, *value),
        Fact::Spends(who, actions) => spends(state, *who, *actions),
        Fact::Harmed { who, amount, .. } => {
            let left = stands(state, *who, amount.saturating_neg());
            Some(event(
                format!("{} ({left})", harmed(state, fact)?),
                vec![*who],
            ))
        }
        Fact::Heals(who, hits) => {
            let left = stands(state, *who, *hits);
            let hits = count(i32::from(*hits), "hit");
            let text = format!("{} regains {hits} ({left})", the(state, *who));
            Some(event(text, vec![*who]))
        }
        _ => None,
    }
}

/// Hits after such a change: `17 of 24 hits`.
fn stands(state: &State, who: CreatureId, change: i16) -> String {
    let left = state.body(who).hits.saturating_add(change);
    format!("{} of {} hits", signed(left.into()), state.sheet(who).hits)
}

fn harmed(state: &State, fact: &Fact) -> Option<String> {
    let Fact::Harmed {
        who,
        amount,
        kind,
        why,
    } = fact
    else {
        return None;
    };
    let by = match why {
        Harm::Hit => "",
        Harm::Fall => " from the fall",
    };
    let (name, kind) = (the(state, *who), kind.name());
    Some(format!("{name} takes {amount} {kind} damage{by}"))
}

fn set(state: &State, who: CreatureId, number: Number, value: i16) -> Option<Sentence> {
    let name = the(state, who);
    let body = state.body(who);
    let now = signed(i32::from(value));
    let (before, text) = match number {
        Number::Hits => (
            body.hits,
            format!("{name} has {now} of {} hits", state.sheet(who).hits),
        ),
        Number::Actions => (
            body.actions,
            format!("{name} has {} left", count(value.into(), "action")),
        ),
        Number::Order => (
            body.order,
            format!("{name}'s place among those of the same stance is {now}"),
        ),
        Number::Modifier if value == 0 => return None,
        Number::Modifier => (body.modifier, format!("{name} has {now} on the next check")),
        Number::Environment => {
            let text = format!("the surroundings give {name} {}", modifier(value));
            return (body.environment != value).then(|| event(text, vec![who]));
        }
        Number::Moved | Number::Taken => return None,
    };
    if before == value {
        return None;
    }
    Some(match number {
        Number::Hits => event(text, vec![who]),
        _ => detail(text, vec![who]),
    })
}

/// Actions that are spent, and what is left of them; whoever is out of the fight has no use for any.
fn spends(state: &State, who: CreatureId, actions: i16) -> Option<Sentence> {
    if actions == 0 || state.body(who).presence == Presence::Removed {
        return None;
    }
    let left = state.body(who).actions.saturating_sub(actions).max(0);
    let text = format!(
        "{} spends {} ({left} left)",
        the(state, who),
        count(i32::from(actions), "action")
    );
    Some(detail(text, vec![who]))
}

/// How a fact with numbers of a body in it reads to those who may not know them; empty where nothing is left to say.
pub(super) fn without_numbers(state: &State, fact: &Fact) -> Option<String> {
    let name = |who: &CreatureId| the(state, *who);
    Some(match fact {
        Fact::Harmed { .. } => harmed(state, fact)?,
        Fact::Heals(who, _) => format!("{} regains hits", name(who)),
        Fact::Set(who, Number::Hits, value) => {
            let verb = if *value > state.body(*who).hits {
                "regains"
            } else {
                "loses"
            };
            format!("{} {verb} hits", name(who))
        }
        Fact::Set(_, Number::Environment, _) => return None,
        Fact::Set(..) | Fact::Spends(..) => String::new(),
        _ => return None,
    })
}
