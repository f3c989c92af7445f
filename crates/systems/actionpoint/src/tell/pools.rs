//! Health, Action Points and other numbers: how they rise and fall, and what those hear of it who may not know them.

use affray_kernel::CreatureId;
use affray_kernel::prose::{count, signed};
use affray_kernel::story::Sentence;

use super::words::{item_name, the};
use super::{detail, event};
use crate::fact::{Fact, Flag, Harm, Number};
use crate::rules::dying::DEATH;
use crate::rules::price::{AP, ATTACKS};
use crate::state::{ItemId, Phase, State};

/// How a fact about a number of a body, or about uses of an item, reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    match fact {
        Fact::Set(who, number, value) => set(state, *who, *number, *value),
        Fact::Spends(who, points) => spends(state, *who, *points),
        Fact::Flag(who, flag, value) => flagged(state, *who, *flag, *value),
        Fact::Feints(who, against) => feints(state, *who, *against),
        Fact::NoFeint(who, against) => no_feint(state, *who, *against),
        Fact::Harmed { who, amount, .. } => {
            let left = stands(state, *who, amount.saturating_neg());
            let text = format!("{} ({left})", harmed(state, fact)?);
            Some(event(text, vec![*who]))
        }
        Fact::Regains(who, points) => {
            let left = stands(state, *who, *points);
            let text = format!("{} regains {points} Health ({left})", the(state, *who));
            Some(event(text, vec![*who]))
        }
        Fact::Uses(item, Some(left)) => uses(state, *item, *left),
        _ => None,
    }
}

/// Health after such a change: `13 of 20 Health`.
fn stands(state: &State, who: CreatureId, change: i16) -> String {
    let left = state.body(who).health.saturating_add(change).max(0);
    format!("{left} of {} Health", state.sheet(who).health)
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
    let how = match why {
        Harm::Attack(_, Some(location)) => format!(" to the {}", location.name()),
        Harm::Attack(_, None) => String::new(),
        Harm::Fall(metres) => format!(" from a fall of {metres} m"),
    };
    let (name, kind) = (
        the(state, *who),
        kind.map(|kind| format!("{} ", kind.name())),
    );
    let kind = kind.unwrap_or_default();
    Some(format!("{name} takes {amount} {kind}damage{how}"))
}

fn set(state: &State, who: CreatureId, number: Number, value: i16) -> Option<Sentence> {
    let (body, sheet) = (state.body(who), state.sheet(who));
    let name = the(state, who);
    let now = signed(i32::from(value));
    let (before, text) = match number {
        Number::Health => (
            body.health,
            format!("{name} has {now} of {} Health", sheet.health),
        ),
        Number::Mana => (
            body.mana,
            format!("{name} has {now} of {} Mana", sheet.mana),
        ),
        Number::Xp => (body.xp, format!("{name} has {now} XP")),
        // A full pool at the start of a round goes without saying.
        Number::Ap if value == AP && state.clock.phase == Phase::RoundBegins => return None,
        Number::Ap => (
            body.ap,
            format!("{name} has {}", count(value.into(), "Action Point")),
        ),
        Number::Attacks => (
            body.attacks,
            format!("{name} has made {now} of {ATTACKS} attacks of this round"),
        ),
        Number::TestModifier if value == 0 => return None,
        Number::TestModifier => (
            body.test_modifier,
            format!("{name} has {now} on its next attack or defence test"),
        ),
        Number::Failures => (
            body.failures,
            format!("{name} has failed {now} of {DEATH} Endurance tests"),
        ),
        Number::Moved | Number::Dashes | Number::Turn => return None,
    };
    if before == value {
        return None;
    }
    Some(match number {
        Number::Health => event(text, vec![who]),
        _ => detail(text, vec![who]),
    })
}

/// Action Points that are spent, and what is left of them.
fn spends(state: &State, who: CreatureId, points: i16) -> Option<Sentence> {
    if points == 0 {
        return None;
    }
    let left = state.body(who).ap.saturating_sub(points).max(0);
    let text = format!(
        "{} spends {} ({left} left)",
        the(state, who),
        count(i32::from(points), "Action Point")
    );
    Some(detail(text, vec![who]))
}

/// A yes or no that nothing else tells of.
fn flagged(state: &State, who: CreatureId, flag: Flag, value: bool) -> Option<Sentence> {
    let body = state.body(who);
    let name = the(state, who);
    let (before, text) = match (flag, value) {
        (Flag::Braced, true) => (
            body.braced,
            format!("{name} has a boon on its next defence"),
        ),
        (Flag::Braced, false) => (body.braced, format!("{name} is no longer braced")),
        (Flag::MaySneak, true) => (body.may_sneak, format!("{name} may Sneak where it is")),
        (Flag::MaySneak, false) => (
            body.may_sneak,
            format!("{name} may Sneak only where the rules let it"),
        ),
        (Flag::Stable, true) => (body.stable, format!("{name} is stable")),
        (Flag::Stable, false) => (body.stable, format!("{name} is no longer stable")),
        (Flag::FreeUsed | Flag::Disengaged | Flag::Hurt, _) => return None,
    };
    (before != value).then(|| detail(text, vec![who]))
}

fn feints(state: &State, who: CreatureId, against: Option<CreatureId>) -> Option<Sentence> {
    let before = &state.body(who).feints;
    let known = against.map_or(before.is_empty(), |on| before.contains(&on));
    if known {
        return None;
    }
    let name = the(state, who);
    let text = match against {
        Some(on) => format!("{name} has a boon on a Strike at {} next", the(state, on)),
        None => format!("the feint of {name} is spent"),
    };
    let spent = before.iter().copied().filter(|_| against.is_none());
    let about = [who].into_iter().chain(against).chain(spent).collect();
    Some(detail(text, about))
}

fn no_feint(state: &State, who: CreatureId, against: CreatureId) -> Option<Sentence> {
    if !state.body(who).feints.contains(&against) {
        return None;
    }
    let (name, foe) = (the(state, who), the(state, against));
    let text = format!("{name} no longer has a boon on a Strike at {foe}");
    Some(detail(text, vec![who, against]))
}

fn uses(state: &State, item: ItemId, left: u16) -> Option<Sentence> {
    let known = state.items.get(usize::from(item.0))?;
    if known.uses == Some(left) {
        return None;
    }
    let name = item_name(state, item);
    let text = match left {
        0 => format!("the {name} is used up"),
        left => format!("the {name} has {} left", count(left.into(), "use")),
    };
    Some(detail(text, known.place.bearer().into_iter().collect()))
}

/// How a fact with numbers of a body in it reads to those who may not know them; empty where nothing is left to say.
pub(super) fn without_numbers(state: &State, fact: &Fact) -> Option<String> {
    let name = |who: &CreatureId| the(state, *who);
    Some(match fact {
        Fact::Harmed { .. } => harmed(state, fact)?,
        Fact::Regains(who, _) => format!("{} regains Health", name(who)),
        Fact::Set(who, Number::Health, value) => {
            let verb = if *value > state.body(*who).health {
                "regains"
            } else {
                "loses"
            };
            format!("{} {verb} Health", name(who))
        }
        Fact::Set(..)
        | Fact::Spends(..)
        | Fact::Flag(..)
        | Fact::Feints(..)
        | Fact::NoFeint(..)
        | Fact::Uses(..) => String::new(),
        _ => return None,
    })
}
