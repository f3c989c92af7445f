//! What goes wrong: acts that come to nothing, attempts that fail, movements that end before their goal.

use affray_kernel::CreatureId;
use affray_kernel::story::Sentence;

use super::doing::{agile_move, named, predicate};
use super::words::{condition_name, power_name, square, the, the_item};
use super::{event, maneuver_name};
use crate::act::Action;
use crate::fact::Fact;
use crate::mishap::{Deed, Failure, Halt, Lost};
use crate::state::State;

/// How a fact about something that goes wrong reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    let (text, about) = match fact {
        Fact::Lost(lost) => {
            let mut about = vec![lost.who];
            if let Deed::Action(action) = &lost.deed {
                about.extend(named(action));
            }
            (
                format!("{}: {}", came_to_nothing(state, lost), lost.why),
                about,
            )
        }
        Fact::Fails(who, failure) => fails(state, *who, *failure),
        Fact::Stops(who, halt) => (stops(state, *who, *halt), vec![*who]),
        _ => return None,
    };
    Some(event(text, about))
}

fn came_to_nothing(state: &State, lost: &Lost) -> String {
    let what = match &lost.deed {
        Deed::Action(action) => predicate(state, lost.who, action),
        Deed::AgileMove(to) => agile_move(state, *to),
    };
    format!("it comes to nothing that {} {what}", the(state, lost.who))
}

/// The same for those who may not know what somebody has left: a reason with numbers in it is not given.
pub(super) fn lost_without_numbers(state: &State, lost: &Lost) -> Option<String> {
    let numbers = lost.why.bytes().any(|letter| letter.is_ascii_digit());
    numbers.then(|| came_to_nothing(state, lost))
}

fn fails(state: &State, who: CreatureId, failure: Failure) -> (String, Vec<CreatureId>) {
    let name = the(state, who);
    let text = match failure {
        Failure::Escape(None) => format!("{name} does not get free"),
        Failure::Escape(Some(holder)) => {
            let text = format!("{name} does not get free from {}", the(state, holder));
            return (text, vec![who, holder]);
        }
        Failure::BreakDown => format!("{name} does not break through"),
        Failure::Hide => format!("{name} hides from nobody"),
        Failure::Load(item) => format!(
            "the missile slips from {name}'s hand: {} is not loaded",
            the_item(state, item)
        ),
        Failure::Slips(item) => {
            format!("{} slips from {name}'s hand", the_item(state, item))
        }
        Failure::Resisted(on, maneuver) => {
            let text = format!(
                "{} resists {name}'s {}",
                the(state, on),
                maneuver_name(maneuver)
            );
            return (text, vec![on, who]);
        }
        Failure::Initiative(other) => {
            let text = format!("{name} loses the Initiative to {}", the(state, other));
            return (text, vec![who, other]);
        }
        Failure::Rolled => {
            format!("{name} has made the Initiative roll of this Round and fails")
        }
        Failure::Sprint => format!("{name} may not spend Stamina now, and runs"),
        Failure::Boost(power) => format!(
            "{name} may not spend Stamina now, and attacks without {}",
            power_name(state, power)
        ),
    };
    (text, vec![who])
}

/// Where a movement ends before its goal, and why.
fn stops(state: &State, who: CreatureId, halt: Option<Halt>) -> String {
    let jumps = state
        .doing(who)
        .is_some_and(|doing| matches!(doing.action, Action::Jump(_)));
    let verb = if jumps { "comes down" } else { "stops" };
    let at = square(state, state.body(who).at);
    let why = match halt {
        None => String::new(),
        Some(Halt::Condition(condition)) => format!(": {}", condition_name(condition)),
        Some(Halt::InTheWay(other)) => format!(": {} is in the way", the(state, other)),
        Some(Halt::Barred) => ": the way is barred".to_owned(),
        Some(Halt::Pace) => ": that pace leads no farther".to_owned(),
        Some(Halt::Price) => ": nothing more was kept for it".to_owned(),
    };
    format!("{} {verb} at {at}{why}", the(state, who))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::rule;
    use crate::notation::sample::{GARRET, OGRE, fight};

    fn lost(why: &str) -> Lost {
        Lost {
            who: GARRET,
            deed: Deed::Action(Action::Rouse(OGRE)),
            rule: rule!("actions/must-afford").0,
            why: why.to_owned(),
        }
    }

    #[test]
    fn what_somebody_has_left_is_for_those_who_may_know_it() {
        let state = fight();
        let short = lost("it costs 1 Energy, and 0 are left");
        let told = tell(&state, &Fact::Lost(Box::new(short.clone()))).expect("a sentence");
        assert_eq!(
            told.text,
            "It comes to nothing that Garret shakes the ogre awake: it costs 1 Energy, and 0 are left."
        );
        assert_eq!(told.about, [GARRET, OGRE]);
        let veiled = lost_without_numbers(&state, &short);
        let told = "it comes to nothing that Garret shakes the ogre awake";
        assert_eq!(veiled.as_deref(), Some(told));
        assert_eq!(
            lost_without_numbers(&state, &lost("there is no sleeper")),
            None
        );
    }
}
