//! Conditions gained and lost by the game master's word, with all that they bring.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};
use affray_kernel::notation::Unread;

use super::follows;
use crate::fact::{Fact, Flag};
use crate::notation::Reader;
use crate::rules::conditions::{UNHINDERED, UNHINDERED_FROM, daughter, lasting, usual_end};
use crate::state::{Cause, Condition, State};
use crate::tell::condition_name;

const CONDITIONS: &[&str] = &[
    "exposed",
    "unguarded",
    "surprised",
    "dazed",
    "blinded",
    "prone",
    "slowed",
    "shaken",
    "exhausted",
    "restrained",
    "restraining",
    "unconscious",
    "helpless",
    "unaware",
    "dead",
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Posture {
    Standing,
    Kneeling,
    Prone,
}

const POSTURES: &[(&str, Posture)] = &[
    ("standing", Posture::Standing),
    ("kneeling", Posture::Kneeling),
    ("prone", Posture::Prone),
];

/// `exposed [until the end of the Round] [until the end of the next Round] [until Round 4] [until cleared] [rounds 1] [toward ogre]
/// [from ogre] [amount 15]`, in any order; without an end, that which the condition has by the rules (`conditions/summary`).
pub(super) fn gains(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let kind: Condition = reader.value("condition", CONDITIONS)?;
    let mut held = lasting(who, kind, usual_end(state, kind));
    while !reader.is_empty() {
        if reader.take("until the end of the next round") {
            held.until = in_rounds(state, 1);
        } else if reader.take("until the end of the round") {
            held.until = in_rounds(state, 0);
        } else if reader.take("until cleared") {
            held.until = Until::Cleared;
        } else if reader.take("until round") {
            held.until = Until::Round(reader.number("number of a Round")?);
        } else if reader.take("rounds") {
            held.until = in_rounds(state, reader.number("number of Rounds")?);
        } else if !reader.part_of_condition(&mut held)? {
            reader.end()?;
        }
    }
    let needs_other = matches!(kind, Condition::Restraining | Condition::Unaware);
    if needs_other && held.toward.is_none() {
        return Err(Unread::new("`toward` and a creature are missing"));
    }
    Ok(follows::befallen(state, who, begin(state, held)))
}

/// The end of a Round so many after this one.
fn in_rounds(state: &State, rounds: u16) -> Until {
    Until::Round(state.clock.round.saturating_add(rounds))
}

/// A condition with its daughters, and the other end of a hold (`conditions/daughter-conditions`, `maneuvers/restrain`).
fn begin(state: &State, held: Held<Condition>) -> Vec<Fact> {
    let held = as_hold(state, held);
    let mut facts = Vec::new();
    if held.kind == Condition::Prone && state.body(held.on).kneeling {
        facts.push(Fact::Flag(held.on, Flag::Kneeling, false));
    }
    let alike = state.conditions.alike(&held);
    facts.extend(alike.filter(|old| old.parent.is_none()).map(Fact::Loses));
    with_daughters(state, held, &mut facts);
    if let (Some(opposite), Some(other)) = (opposite(held.kind), held.toward)
        && !state.conditions.has_toward(other, opposite, held.on)
    {
        let back = Held {
            toward: Some(held.on),
            until: held.until,
            ..Held::plain(other, opposite)
        };
        with_daughters(state, as_hold(state, back), &mut facts);
    }
    facts
}

/// A captor much larger than its captive is not hindered by it (`maneuvers/restraining-effects`).
fn as_hold(state: &State, held: Held<Condition>) -> Held<Condition> {
    let hinders = |captive: CreatureId| {
        state.sheet(held.on).size.rank() - state.sheet(captive).size.rank() < UNHINDERED_FROM
    };
    match (held.kind, held.toward) {
        (Condition::Restraining, Some(captive)) => Held {
            amount: if hinders(captive) { 0 } else { UNHINDERED },
            ..held
        },
        _ => held,
    }
}

/// What somebody at the other end of a hold has.
const fn opposite(kind: Condition) -> Option<Condition> {
    match kind {
        Condition::Restrained => Some(Condition::Restraining),
        Condition::Restraining => Some(Condition::Restrained),
        _ => None,
    }
}

fn with_daughters(state: &State, held: Held<Condition>, facts: &mut Vec<Fact>) {
    facts.push(Fact::Gains(held));
    if held.kind == Condition::Restraining && held.amount == UNHINDERED {
        return;
    }
    let mut parent = held.kind;
    while let Some(kind) = daughter(parent) {
        let imposed = Held {
            parent: Some(parent),
            ..Held::plain(held.on, kind)
        };
        if !state.conditions.on(held.on).any(|other| *other == imposed) {
            facts.push(Fact::Gains(imposed));
        }
        parent = kind;
    }
}

/// `exposed`, `restrained toward ogre`: what another condition brings goes only with that one.
pub(super) fn loses(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let kind: Condition = reader.value("condition", CONDITIONS)?;
    let toward = reader.toward()?;
    let here =
        |held: &&Held<Condition>| held.kind == kind && (toward.is_none() || held.toward == toward);
    let own: Vec<Held<Condition>> = state
        .conditions
        .on(who)
        .filter(here)
        .filter(|held| held.parent.is_none())
        .copied()
        .collect();
    if own.is_empty() {
        let brought = state.conditions.on(who).find(here);
        return Err(match brought.and_then(|held| held.parent) {
            Some(parent) => Unread::new(format!(
                "{} is that by being {}: take that away",
                state.sheet(who).name,
                condition_name(parent)
            )),
            None => Unread::new(format!(
                "{} does not have that condition",
                state.sheet(who).name
            )),
        });
    }
    let mut facts = end(state, &own);
    if kind == Condition::Unconscious {
        let causes = Cause::ALL.into_iter();
        let explained = causes.filter(|cause| state.body(who).is_out_by(*cause));
        facts.extend(explained.map(|cause| Fact::Cause(who, cause, false)));
    }
    Ok(facts)
}

/// The end of these, with the other ends of holds.
fn end(state: &State, all: &[Held<Condition>]) -> Vec<Fact> {
    let mut facts = Vec::new();
    for held in all {
        facts.push(Fact::Loses(*held));
        if let (Some(opposite), Some(other)) = (opposite(held.kind), held.toward) {
            let back = state
                .conditions
                .on(other)
                .filter(|back| back.kind == opposite && back.toward == Some(held.on));
            facts.extend(back.copied().map(Fact::Loses));
        }
    }
    facts
}

/// All of one kind that nothing else brings.
fn own(state: &State, who: CreatureId, kind: Condition) -> Vec<Held<Condition>> {
    let own = |held: &&Held<Condition>| held.kind == kind && held.parent.is_none();
    state.conditions.on(who).filter(own).copied().collect()
}

/// `standing`, `kneeling`, `prone`.
pub(super) fn posture(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let posture = reader.one_of("posture", POSTURES)?;
    if posture == Posture::Prone {
        return Ok(begin(state, Held::plain(who, Condition::Prone)));
    }
    let mut facts = end(state, &own(state, who, Condition::Prone));
    let kneels = posture == Posture::Kneeling;
    if state.body(who).kneeling != kneels {
        facts.push(Fact::Flag(who, Flag::Kneeling, kneels));
    }
    Ok(facts)
}

/// Falling unconscious, Prone with it, or waking (`unconscious/state`).
pub(super) fn knocked_out(state: &State, who: CreatureId, out: bool) -> Vec<Fact> {
    let is_out = state.has(who, Condition::Unconscious);
    match (is_out, out) {
        (false, true) => {
            let mut facts = begin(state, Held::plain(who, Condition::Unconscious));
            if !state.has(who, Condition::Prone) {
                facts.extend(begin(state, Held::plain(who, Condition::Prone)));
            }
            facts
        }
        (true, false) => end(state, &own(state, who, Condition::Unconscious)),
        _ => Vec::new(),
    }
}
