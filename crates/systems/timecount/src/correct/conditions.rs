//! Conditions gained and lost by the game master's word.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};
use affray_kernel::notation::Unread;

use super::{follows, possible};
use crate::fact::Fact;
use crate::notation::Reader;
use crate::rules::numbers::{able, hit_points};
use crate::rules::riders::FIRE_COUNTS;
use crate::rules::{movement, upkeep};
use crate::state::{Condition, NEVER, Pending, PendingHarm, Phase, State};

const CONDITIONS: &[&str] = &[
    "surprised",
    "hiding",
    "stunned",
    "unsteady",
    "fatigued",
    "grabbed",
    "netted",
    "unconscious",
    "asleep",
    "bound",
    "dead",
    "burning",
    "distracted-attack",
    "distracted-defense",
    "feinting",
    "shaken",
    "frightened",
];

/// `shaken [for 10 counts] [until 30] [until turn] [toward ogre] [from ogre] [amount -2]`, in any order.
pub(super) fn gains(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let kind: Condition = reader.value("condition", CONDITIONS)?;
    let mut held = Held::plain(who, kind);
    let mut end = None;
    while !reader.is_empty() {
        if reader.take("until turn") {
            end = Some(Until::TurnStart(who, 1));
        } else if reader.take("until") {
            end = Some(Until::At(reader.number("count")?));
        } else if reader.take("for") {
            let counts: u32 = reader.count_of("count", "counts")?;
            end = Some(Until::At(state.clock.count.saturating_add(counts)));
        } else if !reader.part_of_condition(&mut held)? {
            reader.end()?;
        }
    }
    held.until = end.unwrap_or_else(|| kind.usual_end(who, held.cause));
    let wakes = match held.until {
        Until::At(count) => Some(count),
        _ => None,
    };
    if kind == Condition::Unconscious && wakes.is_some() {
        // It may wake on that count, unless too tired to (`regaining-consciousness/check`).
        held.until = Until::Cleared;
    }
    if needs_other(kind) && held.toward.is_none() {
        return Err(Unread::new("`toward` and a creature are missing"));
    }
    if kind == Condition::Hiding {
        can_hide(state, who)?;
    }
    if kind == Condition::Grabbed
        && let Some(grabber) = held.toward
    {
        can_hold(state, grabber, who)?;
    }
    let mut facts: Vec<Fact> = state.conditions.alike(&held).map(Fact::Loses).collect();
    facts.push(Fact::Gains(held));
    if kind == Condition::Burning && upkeep::fires(state, who).next().is_none() {
        facts.push(Fact::Will(Pending {
            at: state.clock.count.saturating_add(FIRE_COUNTS),
            on: who,
            what: PendingHarm::Fire,
        }));
    }
    possible(state, follows::gained(state, (who, kind), wakes, facts))
}

/// Whether a creature can grab another (`wrestling/grab-adjacent`, `conditions/helpless`).
fn can_hold(state: &State, grabber: CreatureId, who: CreatureId) -> Result<(), Unread> {
    let name = &state.sheet(grabber).name;
    if !able(state, grabber) {
        return Err(Unread::new(format!("{name} can hold nobody")));
    }
    if movement::apart(state, grabber, who) {
        let message = format!("{name} is not next to {}", state.sheet(who).name);
        return Err(Unread::new(message));
    }
    Ok(())
}

/// Whether a creature has yet to come into the fight: later nobody hides (`surprise/determine`).
fn can_hide(state: &State, who: CreatureId) -> Result<(), Unread> {
    if state.clock.phase == Phase::Setup || state.body(who).next == NEVER && able(state, who) {
        return Ok(());
    }
    let message = "one hides before the first count only (surprise/determine)";
    Err(Unread::new(message))
}

/// Whether a condition means nothing without another creature.
fn needs_other(kind: Condition) -> bool {
    matches!(
        kind,
        Condition::Grabbed
            | Condition::DistractedAttack
            | Condition::DistractedDefense
            | Condition::Feinting
    )
}

pub(super) fn loses(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let kind: Condition = reader.value("condition", CONDITIONS)?;
    let toward = reader.toward()?;
    let mut facts: Vec<Fact> = state
        .conditions
        .on(who)
        .filter(|held| held.kind == kind && (toward.is_none() || held.toward == toward))
        .map(|held| Fact::Loses(*held))
        .collect();
    if facts.is_empty() {
        return Err(Unread::new(format!(
            "{} does not have that condition",
            state.sheet(who).name
        )));
    }
    if kind == Condition::Burning {
        facts.extend(upkeep::fires(state, who).map(Fact::Done));
    }
    if kind == Condition::Dead && hit_points(state, who) <= 0 {
        let name = &state.sheet(who).name;
        let message = format!("{name} has no hit points left: set them first");
        return Err(Unread::new(message));
    }
    Ok(follows::lost(state, (who, kind), facts))
}
