//! Conditions gained and lost by the game master's word.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};
use affray_kernel::notation::Unread;

use super::falling;
use crate::fact::Fact;
use crate::notation::Reader;
use crate::rules::ambush;
use crate::state::{Condition, State};

const CONDITIONS: &[&str] = &[
    "surprised",
    "unconscious",
    "knocked-out",
    "dead",
    "surrendered",
    "blinded",
    "concealed",
    "noticed",
    "prone",
    "found-vitals",
    "found-vulnerability",
    "known-vitals",
    "known-vulnerability",
    "clear-shot",
];

/// What is held toward somebody.
const fn is_toward(kind: Condition) -> bool {
    matches!(
        kind,
        Condition::Noticed | Condition::FoundVitals | Condition::FoundVulnerability
    )
}

/// `knocked out [until the end of the round] [until the end of the next round] [until round 4] [rounds 1]`, `noticed [toward] ogre`.
/// Surprise lasts until the end of the round where nothing else is said (`ambush/surprised`).
pub(super) fn gains(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let kind: Condition = reader.value("condition", CONDITIONS)?;
    let mut held = Held::plain(who, kind);
    if kind == Condition::Surprised {
        held.until = in_rounds(state, 0);
    }
    held.toward = other(who, kind, reader)?;
    while !reader.is_empty() {
        if reader.take("until the end of the next round") {
            held.until = in_rounds(state, 1);
        } else if reader.take("until the end of the round") {
            held.until = in_rounds(state, 0);
        } else if reader.take("until round") {
            held.until = Until::Round(reader.number("number of a round")?);
        } else if reader.take("rounds") {
            held.until = in_rounds(state, reader.number("number of rounds")?);
        } else {
            reader.end()?;
        }
    }
    let alike = state.conditions.alike(&held).map(Fact::Loses);
    let follows = falling::follows(state, who, kind);
    Ok(alike.chain([Fact::Gains(held)]).chain(follows).collect())
}

/// The end of a round so many after this one.
fn in_rounds(state: &State, rounds: u16) -> Until {
    Until::Round(state.clock.round.saturating_add(rounds))
}

/// Toward whom a condition is held that needs somebody.
fn other(
    who: CreatureId,
    kind: Condition,
    reader: &mut Reader<'_, '_>,
) -> Result<Option<CreatureId>, Unread> {
    if !is_toward(kind) {
        return Ok(None);
    }
    let _ = reader.take("toward") || reader.take("towards");
    let other = reader.creature()?;
    if other == who {
        return Err(Unread::new("that is the same creature"));
    }
    Ok(Some(other))
}

/// `prone`, `noticed toward ogre`, `noticed ogre`, `noticed` toward whomsoever. With concealment goes what others have noticed
/// (`ambush/concealment`).
pub(super) fn loses(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let kind: Condition = reader.value("condition", CONDITIONS)?;
    let toward = if reader.is_empty() {
        None
    } else {
        other(who, kind, reader)?
    };
    let meant =
        |held: &&Held<Condition>| held.kind == kind && (toward.is_none() || held.toward == toward);
    let all = state.conditions.on(who).filter(meant).copied();
    let mut facts: Vec<Fact> = all.map(Fact::Loses).collect();
    if facts.is_empty() {
        let name = &state.sheet(who).name;
        return Err(Unread::new(format!("{name} does not have that condition")));
    }
    if kind == Condition::Concealed {
        facts.extend(ambush::noticed(state, who).map(Fact::Loses));
    }
    Ok(facts)
}
