//! Conditions gained and lost by the game master's word.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};
use affray_kernel::dice::Pool;
use affray_kernel::notation::Unread;

use super::follows;
use crate::fact::{Fact, Number};
use crate::notation::Reader;
use crate::rules::numbers::allies;
use crate::setup::conditions::can_amount_to;
use crate::state::{Condition, Dose, State};

const CONDITIONS: &[&str] = &[
    "flat-footed",
    "hidden",
    "undetected",
    "bleeding",
    "blinded",
    "dead",
    "entangled",
    "shaken",
    "grappled",
    "grappling",
    "choked",
    "invisible",
    "on-fire",
    "poisoned",
    "prone",
    "slowed",
    "stunned",
    "unconscious",
    "destabilized",
    "buried",
    "sees-through",
    "advantage",
    "disadvantage",
];

/// `prone [2 rounds] [toward ogre] [from ogre] [amount 15]`, in any order.
pub(super) fn gains(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let kind = reader.value("condition", CONDITIONS)?;
    let mut held = Held::plain(who, kind);
    if kind == Condition::SeesThrough {
        held.amount = NO_THING;
    }
    let mut rounds = None;
    while !reader.is_empty() {
        if !reader.part_of_condition(&mut held)? {
            reader.take("for");
            rounds = Some(rounds_of(reader)?);
        }
    }
    if held.amount != 0 {
        can_amount_to(kind, held.amount).map_err(Unread::new)?;
    }
    if kind == Condition::SeesThrough && !is_thing(state, held.amount) {
        return Err(Unread::new(
            "what is seen through? (`amount 2`: the thing of that number, counted from 0)",
        ));
    }
    let needs_other = matches!(kind, Condition::Grappled | Condition::Grappling);
    if needs_other && held.toward.is_none() {
        return Err(Unread::new("`toward` and a creature are missing"));
    }
    if kind == Condition::Poisoned {
        return poisoned(state, held, rounds);
    }
    if let Some(rounds) = rounds {
        let anchor = held.cause.or(state.turn_of()).unwrap_or(who);
        held.until = Until::TurnStart(anchor, rounds);
    }
    let towards = if of_each(kind) && held.toward.is_none() {
        enemies(state, who).map(Some).collect()
    } else {
        vec![held.toward]
    };
    let mut facts = Vec::new();
    for toward in towards {
        let held = Held { toward, ..held };
        for held in [Some(held), partner(&held)].into_iter().flatten() {
            facts.extend(state.conditions.alike(&held).map(Fact::Loses));
            facts.push(Fact::Gains(held));
        }
    }
    Ok(follows::gained(state, (who, kind, held.toward), facts))
}

/// The number of no thing at all.
const NO_THING: i16 = -1;

fn is_thing(state: &State, number: i16) -> bool {
    usize::try_from(number).is_ok_and(|number| number < state.items.len())
}

/// Whether a condition is held toward each Enemy by itself.
fn of_each(kind: Condition) -> bool {
    matches!(kind, Condition::Hidden | Condition::Undetected)
}

fn enemies(state: &State, who: CreatureId) -> impl Iterator<Item = CreatureId> {
    state
        .creatures()
        .filter(move |other| *other != who && !allies(state, who, *other))
}

fn rounds_of(reader: &mut Reader<'_, '_>) -> Result<u16, Unread> {
    let rounds: u16 = reader.count_of("round", "rounds")?;
    if rounds == 0 {
        return Err(Unread::new("it lasts 1 Round or more"));
    }
    Ok(rounds)
}

/// A poison acts for Rounds, with a d6 for each level.
fn poisoned(
    state: &State,
    held: Held<Condition>,
    rounds: Option<u16>,
) -> Result<Vec<Fact>, Unread> {
    let Some(rounds) = rounds else {
        return Err(Unread::new("for how many rounds? (`level 2 3 rounds`)"));
    };
    let dice = u8::try_from(held.amount)
        .ok()
        .and_then(|level| Pool::new(level, 6).ok())
        .ok_or_else(|| Unread::new("of which level? (`level 2 3 rounds`)"))?;
    let dose = Fact::Dose(Dose {
        on: held.on,
        level: held.amount,
        rounds,
        dice,
    });
    // The condition shows the level of the strongest poison.
    let shown = state.conditions.get(held.on, Condition::Poisoned);
    if shown.is_some_and(|shown| shown.amount >= held.amount) {
        return Ok(vec![dose]);
    }
    let mut facts: Vec<Fact> = state.conditions.alike(&held).map(Fact::Loses).collect();
    facts.extend([Fact::Gains(held), dose]);
    Ok(facts)
}

/// As many actions of all poisons as end them.
fn antidote(state: &State, who: CreatureId) -> impl Iterator<Item = Fact> {
    let doses = state.doses.iter().filter(|dose| dose.on == who);
    let rounds = doses.map(|dose| dose.rounds).max().unwrap_or(0);
    std::iter::repeat_n(Fact::DosesActed(who), usize::from(rounds))
}

/// The other side of a grapple.
fn partner(held: &Held<Condition>) -> Option<Held<Condition>> {
    let kind = match held.kind {
        Condition::Grappled => Condition::Grappling,
        Condition::Grappling => Condition::Grappled,
        _ => return None,
    };
    Some(Held {
        on: held.toward?,
        kind,
        toward: Some(held.on),
        ..*held
    })
}

pub(super) fn loses(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let kind = reader.value("condition", CONDITIONS)?;
    let toward = reader.toward()?;
    let mut facts = Vec::new();
    for held in state.conditions.on(who) {
        if held.kind != kind || (toward.is_some() && held.toward != toward) {
            continue;
        }
        facts.push(Fact::Loses(*held));
        if let Some(other) = partner(held) {
            facts.extend(state.conditions.alike(&other).map(Fact::Loses));
        }
    }
    if facts.is_empty() {
        return Err(Unread::new(format!(
            "{} does not have that condition",
            state.sheet(who).name
        )));
    }
    if kind == Condition::Poisoned {
        facts.extend(antidote(state, who));
    }
    if kind == Condition::Bleeding && state.body(who).bleed_penalty != 0 {
        facts.push(Fact::Set(who, Number::BleedPenalty, 0));
    }
    Ok(facts)
}
