//! What is so of the fight as a whole, the map, zones and things.

use affray_kernel::CreatureId;
use affray_kernel::notation::Unread;

use crate::fact::{Fact, Flag};
use crate::notation::Reader;
use crate::rules::draw_weight;
use crate::rules::numbers::able;
use crate::state::{Altered, ItemId, Phase, Place, State};

/// The words with which what is so of the fight as a whole begins.
pub(super) const OF_SCENE: &[&str] = &[
    "round.over",
    "fight over",
    "fight goes on",
    "idle",
    "ambush over",
    "owed",
    "door",
    "zone",
];

/// What is so of the fight as a whole, the map and zones.
pub(super) fn scene(
    state: &State,
    reader: &mut Reader<'_, '_>,
) -> Result<Option<Vec<Fact>>, Unread> {
    if let Some((thing, key)) = reader.value_of_item(KEYS) {
        return value(state, thing?, key, reader).map(|fact| Some(vec![fact]));
    }
    Ok(Some(if reader.take("round.over") {
        if !reader.yes_or_no()? {
            return Err(Unread::new("a Round that is not over goes on by itself"));
        }
        all_wait(state)
    } else if reader.take("fight over") || reader.take("over") {
        let winner = reader.side_or_nobody(&state.cast.sides)?;
        vec![Fact::Phase(Phase::Over(winner))]
    } else if reader.take("fight goes on") {
        vec![Fact::Phase(Phase::Open)]
    } else if reader.take("idle") {
        vec![Fact::Idle(reader.number("number of Rounds")?)]
    } else if reader.take("ambush over") {
        vec![Fact::AmbushOver]
    } else if reader.take("owed") {
        owed(state, reader)?
    } else if reader.take("door") {
        vec![door(state, reader)?]
    } else if reader.take("zone") {
        vec![zone(state, reader)?]
    } else {
        return Ok(None);
    }))
}

/// Everybody who can act waits: the Round ends (`waiting/round-ends`).
fn all_wait(state: &State) -> Vec<Fact> {
    state
        .creatures()
        .filter(|who| able(state, *who) && !state.body(*who).passed)
        .map(|who| Fact::Flag(who, Flag::Passed, true))
        .collect()
}

/// `garret > ogre and ogre > garret`, `none`: who may not attack whom again before that one has answered.
fn owed(state: &State, reader: &mut Reader<'_, '_>) -> Result<Vec<Fact>, Unread> {
    let mut targets: Vec<CreatureId> = state.owed.iter().map(|(_, target)| *target).collect();
    targets.sort_unstable();
    targets.dedup();
    let mut facts: Vec<Fact> = targets.into_iter().map(Fact::Answered).collect();
    if reader.take("none") {
        return Ok(facts);
    }
    loop {
        let attacker = reader.creature()?;
        reader.expect(">")?;
        facts.push(Fact::Owes(attacker, reader.creature()?));
        if !reader.take("and") {
            return Ok(facts);
        }
    }
}

/// `3,4 4,4 open`, `closed`, `broken`.
fn door(state: &State, reader: &mut Reader<'_, '_>) -> Result<Fact, Unread> {
    let a = reader.cell_on(&state.cast.map)?;
    let b = reader.cell_on(&state.cast.map)?;
    Ok(Fact::Alters(if reader.take("broken") {
        Altered::Broken(a, b)
    } else if reader.take("open") {
        Altered::Door(a, b, true)
    } else {
        reader.expect("closed")?;
        Altered::Door(a, b, false)
    }))
}

/// `1 ends`.
fn zone(state: &State, reader: &mut Reader<'_, '_>) -> Result<Fact, Unread> {
    let number: u16 = reader.number("number of a zone")?;
    if !state.zones.iter().any(|zone| zone.number == number) {
        return Err(Unread::new(format!("there is no zone {number}")));
    }
    reader.expect("ends")?;
    Ok(Fact::ZoneEnds(number))
}

/// Values of an item that can be set by their path.
const KEYS: &[&str] = &["loaded", "left", "broken", "draw", "at", "bearer"];

fn value(
    state: &State,
    item: ItemId,
    key: &str,
    reader: &mut Reader<'_, '_>,
) -> Result<Fact, Unread> {
    Ok(match key {
        "loaded" => Fact::Loaded(item, reader.yes_or_no()?),
        "left" => Fact::Left(item, reader.none_or(|reader| reader.number("number left"))?),
        "broken" => Fact::Broken(item, reader.yes_or_no()?),
        "draw" => {
            let row = draw_weight::row_of(reader.number("Arm Strength")?);
            Fact::Draw(item, u8::try_from(row).unwrap_or_default())
        }
        "bearer" => Fact::Item(item, Place::Held(reader.creature()?)),
        _ => {
            let at = reader.cell_on(&state.cast.map)?;
            Fact::Item(item, Place::Ground(at, false))
        }
    })
}

/// An item: where it is now, whether it is loaded or broken, what is left of it.
pub(super) fn item(
    state: &State,
    item: ItemId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    Ok(vec![if reader.take("loaded") {
        Fact::Loaded(item, reader.yes_unless_said()?)
    } else if reader.take("unloaded") {
        Fact::Loaded(item, false)
    } else if reader.take("broken") {
        Fact::Broken(item, reader.yes_unless_said()?)
    } else if reader.take("whole") {
        Fact::Broken(item, false)
    } else if reader.take("left") {
        Fact::Left(item, reader.none_or(|reader| reader.number("number left"))?)
    } else {
        Fact::Item(item, place(state, reader)?)
    }])
}

fn place(state: &State, reader: &mut Reader<'_, '_>) -> Result<Place, Unread> {
    Ok(if reader.take("to ground") {
        Place::Ground(reader.cell_on(&state.cast.map)?, false)
    } else if reader.take("to table") {
        Place::Ground(reader.cell_on(&state.cast.map)?, true)
    } else if reader.take("to nowhere") {
        Place::Nowhere
    } else if reader.take("held by") {
        Place::Held(reader.creature()?)
    } else if reader.take("worn by") {
        Place::Worn(reader.creature()?)
    } else if reader.take("carried by") {
        Place::Carried(reader.creature()?)
    } else {
        return Err(reader.none_of(
            "correction of an item",
            [
                "loaded",
                "unloaded",
                "broken",
                "whole",
                "left",
                "to ground",
                "to table",
                "to nowhere",
                "held by",
                "worn by",
                "carried by",
            ],
        ));
    })
}
