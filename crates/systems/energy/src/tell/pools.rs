//! Aura, Stamina, Energy and Agility: how they rise and fall, and what those hear of it who may not know them.

use affray_kernel::CreatureId;
use affray_kernel::prose::{count, list, signed};
use affray_kernel::story::Sentence;

use super::words::the;
use super::{detail, event, mishaps};
use crate::fact::{Fact, Harm, Number, Price};
use crate::state::State;

/// How a fact about a pool reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    match fact {
        Fact::Set(who, number, value) => set(state, *who, *number, *value),
        Fact::Spends(who, price, _) => spends(state, *who, *price),
        Fact::Harmed { who, amount, .. } => {
            let text = format!(
                "{} ({})",
                harmed(state, fact)?,
                stands(state, *who, amount.saturating_neg())
            );
            Some(event(text, vec![*who]))
        }
        Fact::Regains(who, points) => {
            let left = stands(state, *who, *points);
            let text = format!("{} regains {points} Aura ({left})", the(state, *who));
            Some(event(text, vec![*who]))
        }
        _ => None,
    }
}

/// Aura, or the hit points of a thing, after such a change: `Aura 27 of 34`.
fn stands(state: &State, who: CreatureId, change: i16) -> String {
    let (body, sheet) = (state.body(who), state.sheet(who));
    let what = if sheet.traits.object {
        "hit points"
    } else {
        "Aura"
    };
    if body.aura_off {
        return format!(
            "{what} {} of {}, switched off",
            body.aura, sheet.aura_strength
        );
    }
    let left = body.aura.saturating_add(change).max(0);
    format!("{what} {left} of {}", sheet.aura_strength)
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
        Harm::Lethal => "",
        Harm::NonLethal => "Non-Lethal ",
    };
    Some(format!(
        "{} takes {amount} {how}{} damage",
        the(state, *who),
        kind.name()
    ))
}

fn set(state: &State, who: CreatureId, number: Number, value: i16) -> Option<Sentence> {
    let name = the(state, who);
    let body = state.body(who);
    let now = signed(i32::from(value));
    let (before, text, public) = match number {
        Number::Aura => (body.aura, format!("{name}'s Aura is {now} now"), true),
        Number::Stamina => (body.stamina, format!("{name}'s Stamina is {now} now"), true),
        Number::Energy => (body.energy, format!("{name} has {now} Energy"), false),
        Number::Agility => (body.agility, format!("{name} has {now} Agility"), false),
        Number::AgilityBonus => {
            let text = if value > 0 {
                format!("{name} is quicker: {now} more Agility until the end of the Round")
            } else {
                format!("{name} is no longer quicker")
            };
            (body.agility_bonus, text, true)
        }
        Number::Surges => {
            let left = count(i32::from(value), "Recovery Surge");
            (body.surges, format!("{name} has {left} left"), false)
        }
        Number::Injuries => {
            let noun = if value == 1 { "injury" } else { "injuries" };
            (
                i16::from(body.injuries),
                format!("{name} has {now} major {noun}"),
                true,
            )
        }
        Number::DeathNeeds => {
            let text = format!("{name}'s next Death roll needs {now}");
            (body.death_needs, text, false)
        }
        Number::ShotModifier => {
            let text = format!("{name}'s next shot has {now} added to its Miss Chance");
            (body.shot_modifier, text, false)
        }
        Number::Granted | Number::Credits | Number::Moved | Number::Swaps => return None,
    };
    if before == value
        || (value == 0 && matches!(number, Number::DeathNeeds | Number::ShotModifier))
    {
        return None;
    }
    Some(if public {
        event(text, vec![who])
    } else {
        detail(text, vec![who])
    })
}

/// What is spent and what is left of it.
fn spends(state: &State, who: CreatureId, price: Price) -> Option<Sentence> {
    let body = state.body(who);
    let stamina = price.swaps.saturating_add(price.stamina);
    let parts: Vec<(String, String)> = [
        (price.energy, "Energy", body.energy),
        (stamina, "Stamina", body.stamina),
        (price.agility, "Agility", body.agility),
    ]
    .into_iter()
    .filter(|(points, ..)| *points != 0)
    .map(|(points, what, before)| {
        let left = before.saturating_sub(points).max(0);
        (format!("{points} {what}"), format!("{left} {what}"))
    })
    .collect();
    if parts.is_empty() {
        return None;
    }
    let (spent, left): (Vec<String>, Vec<String>) = parts.into_iter().unzip();
    let text = format!(
        "{} spends {} ({} left)",
        the(state, who),
        list(&spent),
        list(&left)
    );
    Some(detail(text, vec![who]))
}

/// How a fact with numbers of a body in it reads to those who may not know them; empty where nothing is left to say.
pub(super) fn without_numbers(state: &State, fact: &Fact) -> Option<String> {
    let name = |who: &CreatureId| the(state, *who);
    Some(match fact {
        Fact::Harmed { .. } => harmed(state, fact)?,
        Fact::Regains(who, _) => format!("{} regains Aura", name(who)),
        Fact::Set(who, number, value) => {
            let body = state.body(*who);
            let changes = |what: &str, before: i16| {
                let verb = if *value > before { "regains" } else { "loses" };
                format!("{} {verb} {what}", name(who))
            };
            match number {
                Number::Aura => changes("Aura", body.aura),
                Number::Stamina => changes("Stamina", body.stamina),
                Number::AgilityBonus if *value > 0 => format!("{} is quicker", name(who)),
                Number::AgilityBonus | Number::Injuries => return None,
                _ => String::new(),
            }
        }
        Fact::Spends(..) => String::new(),
        Fact::Lost(lost) => mishaps::lost_without_numbers(state, lost)?,
        _ => return None,
    })
}
