//! What happens to creatures besides their pools.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};
use affray_kernel::grid::Cell;
use affray_kernel::story::Sentence;

use super::words::{condition_name, lasting, power_name, square, the};
use super::{detail, event};
use crate::act::Action;
use crate::fact::{Fact, Flag};
use crate::rules::numbers::able;
use crate::rules::zones::source_of;
use crate::state::{Cause, Condition, Presence, State, Watch};

/// How a fact about a body reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    let name = |who: &CreatureId| the(state, *who);
    let (who, text) = match fact {
        Fact::Flag(who, flag, value) => {
            let text = flagged(state, *who, *flag, *value)?;
            if *flag == Flag::Passed {
                return Some(detail(text, vec![*who]));
            }
            (*who, text)
        }
        Fact::Unhurt(who) => (*who, format!("{} takes no damage", name(who))),
        Fact::Cause(who, cause, out) => return reason(state, *who, *cause, *out),
        Fact::Turns(who, heading) => {
            if state.body(*who).heading == *heading {
                return None;
            }
            return Some(detail(format!("{} faces {heading}", name(who)), vec![*who]));
        }
        Fact::Watches(who, watch) => return watches(state, *who, *watch),
        Fact::Moved(who, cell) => {
            if state.body(*who).at == *cell {
                return None;
            }
            let text = format!("{} comes to {}", name(who), square(state, *cell));
            if passes_by(state, *who, *cell) {
                return Some(detail(text, vec![*who]));
            }
            (*who, text)
        }
        Fact::Falls(who) => (*who, format!("{} is knocked down again", name(who))),
        Fact::Gains(held) => return Some(gains(state, held)),
        Fact::Loses(held) => return Some(loses(state, held)),
        Fact::Used(who, power, used) => {
            let before = state.body(*who).used.contains(power);
            if before == *used {
                return None;
            }
            let power = power_name(state, *power);
            let text = if *used {
                format!("{} cannot use {power} again for now", name(who))
            } else {
                format!("{} can use {power} again", name(who))
            };
            return Some(detail(text, vec![*who]));
        }
        Fact::Submits(who, to) => return submits(state, *who, *to),
        Fact::Ignores(who, condition, _) => (
            *who,
            format!(
                "{} is not {} here until the end of the Round",
                name(who),
                condition_name(*condition)
            ),
        ),
        Fact::Presence(who, presence) => (*who, present(state, *who, *presence)?),
        Fact::Owes(attacker, target) => {
            let text = format!(
                "{} may answer before {} attacks again",
                name(target),
                name(attacker)
            );
            return Some(detail(text, vec![*target, *attacker]));
        }
        _ => return None,
    };
    Some(event(text, vec![who]))
}

/// Whether a place is one on the way of a movement, which goes on from there.
fn passes_by(state: &State, who: CreatureId, cell: Cell) -> bool {
    let action = state.doing(who).map(|doing| &doing.action);
    match action {
        Some(Action::Move { path, .. }) => path.last() != Some(&cell) && path.contains(&cell),
        Some(Action::Jump(goal)) => (goal.x, goal.y) != (cell.x, cell.y),
        _ => false,
    }
}

fn flagged(state: &State, who: CreatureId, flag: Flag, value: bool) -> Option<String> {
    let name = the(state, who);
    let body = state.body(who);
    let changes = |before: bool, begins: &str, ends: &str| {
        let words = if value { begins } else { ends };
        (before != value && !words.is_empty()).then(|| format!("{name} {words}"))
    };
    match flag {
        Flag::AuraOff => changes(
            body.aura_off,
            "lets the Aura go out",
            "lets the Aura come back",
        ),
        Flag::Passed if !able(state, who) => None,
        Flag::Passed => changes(body.passed, "waits", ""),
        Flag::Defending => changes(body.defending, "defends", "defends no longer"),
        // Whoever falls no longer kneels, and does not stand.
        Flag::Kneeling => {
            let doing = state.doing(who).map(|doing| &doing.action);
            let rises = matches!(doing, Some(Action::Stand));
            changes(body.kneeling, "kneels", if rises { "stands" } else { "" })
        }
        Flag::Bleeding if state.has(who, Condition::Dead) => None,
        Flag::Bleeding => changes(body.bleeding, "begins to bleed out", "stops bleeding"),
        Flag::Awakens => {
            let wakes = if body.causes & !Cause::Death.bit() == 0 {
                "will wake when the next Round begins"
            } else {
                "will no longer be unconscious from wounds when the next Round begins"
            };
            changes(body.awakens, wakes, "")
        }
        Flag::Spent | Flag::Swift | Flag::Initiative => None,
    }
}

/// Why somebody is unconscious, or no longer is.
fn reason(state: &State, who: CreatureId, cause: Cause, out: bool) -> Option<Sentence> {
    if state.body(who).is_out_by(cause) == out {
        return None;
    }
    let why = match cause {
        Cause::Stamina => "unconscious for want of Stamina",
        Cause::NonLethal => "unconscious from Non-Lethal damage",
        Cause::Death => "unconscious from wounds",
        Cause::Sleep => "asleep",
    };
    let is = if out { "is" } else { "is no longer" };
    Some(detail(format!("{} {is} {why}", the(state, who)), vec![who]))
}

fn watches(state: &State, who: CreatureId, watch: Watch) -> Option<Sentence> {
    if state.body(who).watch == watch {
        return None;
    }
    let name = the(state, who);
    Some(match watch {
        Watch::Heading(heading) => event(format!("{name} looks {heading}"), vec![who]),
        Watch::Creature(other) => detail(
            format!("{name} keeps an eye on {}", the(state, other)),
            vec![who, other],
        ),
    })
}

fn submits(state: &State, who: CreatureId, to: Option<CreatureId>) -> Option<Sentence> {
    let before = state.body(who).submits;
    if before == to {
        return None;
    }
    let name = the(state, who);
    Some(match to {
        Some(other) => event(
            format!(
                "{name} will not resist the next attack of {}",
                the(state, other)
            ),
            vec![who, other],
        ),
        None => event(format!("{name} resists again"), vec![who]),
    })
}

/// A condition that begins. What another one brings with it, and the holder's part of a hold, are details.
fn gains(state: &State, held: &Held<Condition>) -> Sentence {
    let name = the(state, held.on);
    let other = held.toward.map(|other| the(state, other));
    if let Some(parent) = held.parent {
        let (kind, parent) = (condition_name(held.kind), condition_name(parent));
        return detail(format!("{name} is {kind}, being {parent}"), held.about());
    }
    if outlasted(state, held) {
        let kind = condition_name(held.kind);
        return detail(
            format!("{name} has one more reason to be {kind}"),
            held.about(),
        );
    }
    let text = match (held.kind, other) {
        (Condition::Dead, _) if state.sheet(held.on).traits.object => format!("{name} breaks"),
        (Condition::Dead, _) => format!("{name} dies"),
        (Condition::Unconscious, _) => format!("{name} falls unconscious"),
        (Condition::Prone, _) if state.has(held.on, Condition::Prone) => {
            format!("{name} stays Prone")
        }
        (Condition::Prone, _) => format!("{name} falls Prone"),
        (Condition::Restrained, Some(other)) => format!("{name} is Restrained by {other}"),
        (Condition::Restrained, None) if held.amount != 0 => {
            format!("{name} is Restrained (DC {})", held.amount)
        }
        (Condition::Restraining, Some(other)) => {
            return detail(format!("{name} is Restraining {other}"), held.about());
        }
        (Condition::Unaware, Some(other)) => format!("{name} does not notice {other}"),
        (kind, _) => format!("{name} is {}", condition_name(kind)),
    };
    // What a place imposes ends on leaving it (`conditions/continuous-source`).
    let by_itself = source_of(held).is_none();
    let until = if rests_off(held.kind) && held.until == Until::Cleared && by_itself {
        " until the next Short Rest".to_owned()
    } else {
        lasting(state, held.until)
    };
    event(format!("{text}{until}"), held.about())
}

/// Whether the creature has the same condition for at least as long already: then it would be wrong to name the end of this one
/// (`conditions/stacking`).
fn outlasted(state: &State, held: &Held<Condition>) -> bool {
    let as_long = |other: &Held<Condition>| match (other.until, held.until) {
        (Until::Cleared, Until::Cleared) => true,
        (Until::Cleared, Until::Round(_)) => rests_off(held.kind),
        (Until::Round(other), Until::Round(round)) => other >= round,
        _ => false,
    };
    let own = |other: &Held<Condition>| other.parent.is_none() && other.toward.is_none();
    own(held)
        && held.amount == 0
        && state
            .conditions
            .on(held.on)
            .any(|other| other.kind == held.kind && own(other) && as_long(other))
}

/// Whether a condition without an end of its own lasts until the next Short Rest.
const fn rests_off(kind: Condition) -> bool {
    matches!(kind, Condition::Exhausted | Condition::Shaken)
}

/// A condition that ends; where other reasons for it are left, that is a detail.
fn loses(state: &State, held: &Held<Condition>) -> Sentence {
    let same = |other: &&Held<Condition>| other.kind == held.kind && other.toward == held.toward;
    if held.parent.is_none() && state.conditions.on(held.on).filter(same).count() > 1 {
        let (name, kind) = (the(state, held.on), condition_name(held.kind));
        return detail(
            format!("{name} has one reason fewer to be {kind}"),
            held.about(),
        );
    }
    let text = ended(state, held);
    if held.kind == Condition::Restraining || held.parent.is_some() {
        detail(text, held.about())
    } else {
        event(text, held.about())
    }
}

/// How the end of a condition reads, without a full stop.
pub(super) fn ended(state: &State, held: &Held<Condition>) -> String {
    let name = the(state, held.on);
    let other = held.toward.map(|other| the(state, other));
    match (held.kind, other) {
        (Condition::Unconscious, _) => format!("{name} wakes"),
        (Condition::Restrained, Some(other)) => {
            format!("{name} is no longer Restrained by {other}")
        }
        (Condition::Restraining, Some(other)) => {
            format!("{name} is no longer Restraining {other}")
        }
        (Condition::Unaware, Some(other)) => format!("{name} notices {other}"),
        (kind, _) => format!("{name} is no longer {}", condition_name(kind)),
    }
}

fn present(state: &State, who: CreatureId, presence: Presence) -> Option<String> {
    let name = the(state, who);
    if state.body(who).presence == presence {
        return None;
    }
    Some(match presence {
        Presence::Here => format!("{name} joins the fight"),
        Presence::Elsewhere => format!("{name} is gone"),
        Presence::Removed => format!("{name} is taken out of the fight"),
    })
}
