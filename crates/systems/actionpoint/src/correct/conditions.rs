//! Conditions gained and lost by the game master's word.

use affray_kernel::CreatureId;
use affray_kernel::condition::Held;
use affray_kernel::notation::Unread;

use super::{bodies, possible};
use crate::fact::Fact;
use crate::notation::Reader;
use crate::rules::conditions::{plain, surprised, toward};
use crate::rules::hidden::conscious_foes;
use crate::state::{Condition, State};

const CONDITIONS: &[&str] = &[
    "dazed",
    "prone",
    "grappled",
    "unconscious",
    "surprised",
    "hidden",
    "dead",
];

/// `prone`, `grappled by ogre`, `grappled` in a net, `hidden from guard`, `hidden` from all conscious foes. Surprise ends with the first
/// round; whoever is unconscious or dead has no Health (`combat-overview/surprise-duration`, `conditions/unconscious`).
pub(super) fn gains(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let kind: Condition = reader.value("condition", CONDITIONS)?;
    let other = other(who, kind, reader)?;
    if kind == Condition::Surprised && state.clock.round > 1 {
        let message = "surprise ends with the first round (`combat-overview/surprise-duration`)";
        return Err(Unread::new(message));
    }
    let begins = |held: Held<Condition>| {
        let alike = state.conditions.alike(&held).map(Fact::Loses);
        alike.chain([Fact::Gains(held)]).collect::<Vec<Fact>>()
    };
    let facts = match (kind, other) {
        (Condition::Unconscious, _) => bodies::health(state, who, 0),
        (Condition::Dead, _) => {
            let mut facts = bodies::health(state, who, 0);
            facts.extend(begins(plain(who, kind)));
            bodies::settled(state, facts)
        }
        (Condition::Surprised, _) => begins(surprised(who)),
        (_, Some(other)) => begins(toward(who, kind, other)),
        (Condition::Hidden, None) => conscious_foes(state, who)
            .flat_map(|foe| begins(toward(who, kind, foe)))
            .collect(),
        (_, None) => begins(plain(who, kind)),
    };
    possible(state, facts)
}

/// Who holds it, or from whom it is hidden, where that is said.
fn other(
    who: CreatureId,
    kind: Condition,
    reader: &mut Reader<'_, '_>,
) -> Result<Option<CreatureId>, Unread> {
    let joined = match kind {
        Condition::Grappled => "by",
        Condition::Hidden => "from",
        _ => return Ok(None),
    };
    let said = reader.take(joined) || reader.take("toward") || reader.take("towards");
    if !said && reader.is_empty() {
        return Ok(None);
    }
    let other = reader.creature()?;
    if other == who {
        return Err(Unread::new("that is the same creature"));
    }
    Ok(Some(other))
}

/// `prone`, `grappled by ogre`, `grappled` by whomsoever. Unconsciousness ends with Health alone.
pub(super) fn loses(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let kind: Condition = reader.value("condition", CONDITIONS)?;
    let other = other(who, kind, reader)?;
    let meant =
        |held: &&Held<Condition>| held.kind == kind && (other.is_none() || held.toward == other);
    let all = state.conditions.on(who).filter(meant).copied();
    let facts: Vec<Fact> = all.map(Fact::Loses).collect();
    let name = &state.sheet(who).name;
    if facts.is_empty() {
        return Err(Unread::new(format!("{name} does not have that condition")));
    }
    if kind == Condition::Unconscious && state.body(who).health <= 0 {
        return Err(Unread::new(format!(
            "{name} has no Health: set that instead"
        )));
    }
    Ok(facts)
}
