//! Corrections by the game master: words that say how things are now, as the facts that make them so (`check/gm-modifier`).

mod conditions;
mod falling;
mod leaving;
mod scene;
mod sheets;
#[cfg(test)]
mod tests;

use affray_kernel::CreatureId;
use affray_kernel::condition::Held;
use affray_kernel::notation::{Unread, Wanted, no_more_than};
use smallvec::SmallVec;

use super::fact::{Fact, Flag, Number};
use super::notation::{self, Reader, SEGMENTS};
use super::rules::health::by_hits;
use super::rules::numbers::{free_hands, settled};
use super::sheet::Options;
use super::state::{Charging, Condition, Guard, ItemId, Place, Presence, Segment, State};

pub use affray_kernel::notation::correction;

use scene::{OF_SCENE, item, scene};

const NUMBERS: &[(&str, Number)] = &[
    ("hits", Number::Hits),
    ("actions", Number::Actions),
    ("order", Number::Order),
    ("modifier", Number::Modifier),
    ("environment", Number::Environment),
    ("moved", Number::Moved),
    ("taken", Number::Taken),
];

const FLAGS: &[(&str, Flag)] = &[
    ("mounted", Flag::Mounted),
    ("stepped", Flag::Stepped),
    ("reacted", Flag::Reacted),
    ("stirred", Flag::Stirred),
    ("ambushed", Flag::Ambushed),
    ("done", Flag::Done),
    ("guarded", Flag::Guarded),
    ("disengaged", Flag::Disengaged),
];

/// What else can be set of a creature.
const OTHERS: &[&str] = &[
    "at",
    "height",
    "presence",
    "fitness",
    "cover",
    "alert",
    "disabled",
    "stance",
    "committed",
    "guard",
    "guard.failures",
    "guard.in_segment",
    "ambush",
    "pending",
    "charging",
    "conditions",
    "held",
    "worn",
    "carried",
];

const PRESENCES: &[(&str, Presence)] = &[
    ("here", Presence::Here),
    ("fled", Presence::Fled),
    ("elsewhere", Presence::Elsewhere),
];

const STANCES: &[&str] = &[
    "aggressive",
    "ready-trade",
    "ready-wait",
    "defensive",
    "hold",
];

// `garret.hits 7`, `garret.stance ready trade`, `garret.disabled +left arm`, `garret at 4,7`, `garret gains prone`,
// `garret.conditions +noticed ogre`, `arming sword of garret to ground 3,4`, `segment ranged`, `door 3,4 4,4 open`, `over heroes`.
affray_layout::corrections!();

/// Whether the switches can stand so while the fight is as it is.
///
/// # Errors
/// Why not.
pub(super) fn can_rule(state: &State, options: &Options) -> Result<(), Unread> {
    let hangs = state.bodies.iter().any(|body| body.pending.is_some());
    if hangs && options.trade_timing != state.cast.options.trade_timing {
        let message = "`trade-timing` cannot change before the trade of blows is over";
        return Err(Unread::new(message));
    }
    Ok(())
}

/// A value of a creature by its name.
fn value(
    state: &State,
    who: CreatureId,
    key: &str,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    if let Some((_, number)) = NUMBERS.iter().find(|(word, _)| *word == key) {
        let value = match number {
            Number::Actions => {
                let (value, most) = (at_least_0(reader)?, state.sheet(who).actions);
                no_more_than(state, who, (value, most), "actions", "actions_a_round")?;
                value
            }
            Number::Moved | Number::Taken => at_least_0(reader)?,
            Number::Hits => {
                let value = reader.number("number")?;
                let most = state.sheet(who).hits;
                no_more_than(state, who, (value, most), "hits", "hits_max")?;
                return Ok(hits(state, who, value));
            }
            Number::Order | Number::Modifier | Number::Environment => reader.number("number")?,
        };
        return Ok(vec![Fact::Set(who, *number, value)]);
    }
    if let Some((_, flag)) = FLAGS.iter().find(|(word, _)| *word == key) {
        let value = reader.yes_or_no()?;
        if *flag == Flag::Mounted && value && state.sheet(who).mount.is_none() {
            return Err(Unread::new(format!(
                "{} has no mount",
                state.sheet(who).name
            )));
        }
        return possible(state, vec![Fact::Flag(who, *flag, value)]);
    }
    reader.who = Some(who);
    match key {
        "presence" => presence(state, who, reader),
        "disabled" => disabled(state, who, reader),
        "conditions" => conditions(state, who, reader),
        "guard" => guard(who, reader),
        _ => other(state, who, key, reader).and_then(|fact| possible(state, vec![fact])),
    }
}

/// So many hits, with what follows from them: unconsciousness, death, or that somebody comes to (`health/unconscious`, `health/dead`,
/// `health/healing`).
fn hits(state: &State, who: CreatureId, value: i16) -> Vec<Fact> {
    let unconscious = state.conditions.get(who, Condition::Unconscious);
    let mut facts = vec![Fact::Set(who, Number::Hits, value)];
    match by_hits(value, state.sheet(who).constitution) {
        None => facts.extend(unconscious.copied().map(Fact::Loses)),
        Some(kind) if state.has(who, kind) || state.has(who, Condition::Dead) => {}
        Some(kind) => {
            facts.push(Fact::Gains(Held::plain(who, kind)));
            facts.extend(falling::follows(state, who, kind));
        }
    }
    facts
}

/// What a single fact says.
fn other(
    state: &State,
    who: CreatureId,
    key: &str,
    reader: &mut Reader<'_, '_>,
) -> Result<Fact, Unread> {
    let body = state.body(who);
    Ok(match key {
        "at" => {
            let at = reader.cell_on(&state.cast.map)?;
            Fact::Moved(who, settled(state, who, at), 0)
        }
        "height" => {
            let height = reader.number("number of yards")?;
            Fact::Moved(who, settled(state, who, body.at.with_height(height)), 0)
        }
        "fitness" => {
            let known = ["rested", "active", "fatigued"];
            Fact::Fitness(who, reader.value("condition of that kind", &known)?)
        }
        "cover" => {
            let known = ["none", "partial", "good", "total"];
            Fact::Cover(who, reader.value("cover", &known)?)
        }
        "alert" if reader.take("none") => Fact::Alert(who, None),
        "alert" => Fact::Alert(who, Some(reader.yes_or_no()?)),
        "stance" if reader.take("none") => Fact::Stance(who, None),
        "stance" => Fact::Stance(who, Some(reader.value("stance", STANCES)?)),
        "committed" => Fact::Commits(who, segment_or_none(reader)?),
        "guard.failures" | "guard.in_segment" => failures(state, who, key, reader)?,
        "ambush" => Fact::Ambush(who, ambush(reader)?),
        "pending" => {
            reader.expect("no")?;
            Fact::Pending(who, None)
        }
        "charging" => charging(state, who, reader)?,
        "held" => {
            let item = reader.item(Wanted::Stored)?;
            Fact::Item(item, in_hand(state, who, item)?)
        }
        "worn" => Fact::Item(reader.item(Wanted::Stored)?, Place::Worn(who)),
        "carried" => Fact::Item(reader.item(Wanted::InUse)?, Place::Carried(who)),
        _ => {
            let known = NUMBERS
                .iter()
                .map(|(word, _)| *word)
                .chain(FLAGS.iter().map(|(word, _)| *word))
                .chain(OTHERS.iter().copied());
            return Err(Unread::unknown("value that can be set", key, known));
        }
    })
}

/// `here`, `fled`, `elsewhere`, with what follows from it where somebody goes; nobody comes to where another is.
fn presence(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let presence = reader.one_of("presence", PRESENCES)?;
    let mut facts = vec![Fact::Presence(who, presence)];
    if presence != Presence::Here {
        facts.extend(falling::goes(state, who));
    }
    possible(state, facts)
}

fn at_least_0<T>(reader: &mut Reader<'_, '_>) -> Result<T, Unread>
where
    T: std::str::FromStr + Default + PartialOrd + std::fmt::Display,
{
    if reader.rest().starts_with('+') {
        return Err(Unread::new("write the new value, not what is added to it"));
    }
    let value: T = reader.number("number")?;
    if value < T::default() {
        return Err(Unread::new(format!("{value} is less than 0")));
    }
    Ok(value)
}

/// `ranged`, `none`.
fn segment_or_none(reader: &mut Reader<'_, '_>) -> Result<Option<Segment>, Unread> {
    if reader.take("none") {
        return Ok(None);
    }
    reader.one_of("segment", SEGMENTS).map(Some)
}

/// Whether something is added or taken away: `+`, `-`.
fn sign(reader: &mut Reader<'_, '_>, what: &str) -> Result<bool, Unread> {
    let rest = reader.rest();
    for (sign, adds) in [('+', true), ('-', false)] {
        if let Some(after) = rest.strip_prefix(sign) {
            reader.jump_to(after);
            return Ok(adds);
        }
    }
    Err(Unread::new(format!("write `+` or `-` and {what}")))
}

/// `+prone`, `-prone`.
fn conditions(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    if sign(reader, "a condition")? {
        conditions::gains(state, who, reader)
    } else {
        conditions::loses(state, who, reader)
    }
}

/// `+left arm`, with what follows from it; `-left arm`, `none` (`damage-effects/disable`).
fn disabled(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    if reader.take("none") {
        let parts = (0..32).filter(|part| state.body(who).disabled & (1 << part) != 0);
        return Ok(parts.map(|part| Fact::Disabled(who, part, false)).collect());
    }
    let disables = sign(reader, "a part of the body")?;
    let part = notation::part(reader, who)?;
    let mut facts = vec![Fact::Disabled(who, part, disables)];
    if disables {
        facts.extend(falling::loses_use(state, who, part));
    }
    Ok(facts)
}

/// `evade`, `evade failures 2 in segment 1`, `none`.
fn guard(who: CreatureId, reader: &mut Reader<'_, '_>) -> Result<Vec<Fact>, Unread> {
    if reader.take("none") {
        return Ok(vec![Fact::Guard(who, None)]);
    }
    let mut guard = Guard {
        skill: notation::defend_skill(reader)?,
        failures: 0,
        in_segment: 0,
    };
    if reader.take("failures") {
        guard.failures = at_least_0(reader)?;
    }
    if reader.take("in segment") {
        guard.in_segment = at_least_0(reader)?;
    }
    Ok(vec![
        Fact::Guard(who, Some(guard)),
        Fact::Flag(who, Flag::Guarded, true),
    ])
}

/// Failed On-Guard checks, in the round or in the segment.
fn failures(
    state: &State,
    who: CreatureId,
    key: &str,
    reader: &mut Reader<'_, '_>,
) -> Result<Fact, Unread> {
    let Some(mut guard) = state.body(who).guard else {
        let name = &state.sheet(who).name;
        return Err(Unread::new(format!("{name} is not On-Guard")));
    };
    let count = at_least_0(reader)?;
    if key == "guard.failures" {
        guard.failures = count;
    } else {
        guard.in_segment = count;
    }
    Ok(Fact::Guard(who, Some(guard)))
}

/// `ogre and horse`, `yes` for all enemies, `none`.
fn ambush(reader: &mut Reader<'_, '_>) -> Result<Option<SmallVec<[CreatureId; 2]>>, Unread> {
    if reader.take("none") || reader.take("no") {
        return Ok(None);
    }
    let mut targets = SmallVec::new();
    if !reader.take("yes") && !reader.take("true") {
        targets.push(reader.creature()?);
        while reader.take("and") {
            targets.push(reader.creature()?);
        }
    }
    Ok(Some(targets))
}

/// Actions paid so far for what takes longer than a round, or `none`.
fn charging(state: &State, who: CreatureId, reader: &mut Reader<'_, '_>) -> Result<Fact, Unread> {
    if reader.take("none") {
        return Ok(Fact::Charging(who, None));
    }
    let Some(charging) = &state.body(who).charging else {
        let name = &state.sheet(who).name;
        return Err(Unread::new(format!("{name} prepares nothing")));
    };
    let charging = Charging {
        paid: at_least_0(reader)?,
        ..(**charging).clone()
    };
    Ok(Fact::Charging(who, Some(Box::new(charging))))
}

/// The place of an item in the first hands that are free.
fn in_hand(state: &State, who: CreatureId, item: ItemId) -> Result<Place, Unread> {
    if let place @ Place::Held(by, _) = state.item(item).place
        && by == who
    {
        return Ok(place);
    }
    let (mut free, mut hands) = (free_hands(state, who), 0);
    for _ in 0..state.kind(item).hands() {
        if free == 0 {
            let name = &state.sheet(who).name;
            return Err(Unread::new(format!("{name} has not enough hands free")));
        }
        let hand = free & free.wrapping_neg();
        hands |= hand;
        free &= !hand;
    }
    Ok(Place::Held(who, hands))
}
