//! What is so of the fight as a whole, the map, effects and things.

use affray_kernel::notation::Unread;

use super::{in_hand, possible, segment_or_none};
use crate::fact::Fact;
use crate::notation::{self, Reader};
use crate::rules::concentration;
use crate::state::{Altered, ItemId, Maintained, Phase, Place, State};

/// The words with which what is so of the fight as a whole begins.
pub(super) const OF_SCENE: &[&str] = &[
    "effect",
    "fight over",
    "fight goes on",
    "segment",
    "ambushed",
    "environment",
    "door",
];

/// What is so of the fight as a whole, the map and effects.
pub(super) fn scene(
    state: &State,
    reader: &mut Reader<'_, '_>,
) -> Result<Option<Vec<Fact>>, Unread> {
    if let Some((thing, key)) = reader.value_of_item(KEYS) {
        let fact = value(state, thing?, key, reader)?;
        return possible(state, vec![fact]).map(Some);
    }
    if reader.take("effect") {
        return effect(state, reader).map(Some);
    }
    Ok(Some(vec![
        if reader.take("fight over") || reader.take("over") {
            let winner = reader.side_or_nobody(&state.cast.sides)?;
            Fact::Phase(Phase::Over(winner))
        } else if reader.take("fight goes on") {
            goes_on(state)?
        } else if reader.take("segment") || reader.take("ordered") {
            Fact::Ordered(segment_or_none(reader)?)
        } else if reader.take("ambushed") {
            Fact::Ambushed(reader.yes_or_no()?)
        } else if reader.take("environment") {
            Fact::Environment(reader.number("number")?)
        } else if let Some(side) = environment(state, reader) {
            Fact::SideEnvironment(side?, reader.number("number")?)
        } else if reader.take("door") {
            door(state, reader)?
        } else {
            return Ok(None);
        },
    ]))
}

/// A fight that is over goes on where it was broken off.
fn goes_on(state: &State) -> Result<Fact, Unread> {
    match (state.clock.phase, state.clock.broken_off) {
        (Phase::Over(_), Some(before)) => Ok(Fact::Phase(before)),
        _ => Err(Unread::new("the fight is not over")),
    }
}

/// The side of `environment.heroes -2`, if such words stand here; they are taken.
fn environment(state: &State, reader: &mut Reader<'_, '_>) -> Option<Result<u8, Unread>> {
    let named = reader.rest().strip_prefix("environment.")?;
    reader.jump_to(named);
    Some(match reader.side_or_nobody(&state.cast.sides) {
        Ok(Some(side)) => Ok(side),
        Ok(None) => Err(Unread::new("`nobody` is no side here")),
        Err(error) => Err(error),
    })
}

/// `3,4 4,4 open`, `closed`.
fn door(state: &State, reader: &mut Reader<'_, '_>) -> Result<Fact, Unread> {
    let a = reader.cell_on(&state.cast.map)?;
    let b = reader.cell_on(&state.cast.map)?;
    let open = reader.take("open");
    if !open {
        reader.expect("closed")?;
    }
    Ok(Fact::Alters(Altered::Door(a, b, open)))
}

/// `holy ward on garret ends`, `#1 ends`, `holy ward by pell on garret` for one that begins; with it goes the blindness that it causes.
fn effect(state: &State, reader: &mut Reader<'_, '_>) -> Result<Vec<Fact>, Unread> {
    let mut ahead = reader.clone();
    if let Ok(power) = notation::power(&mut ahead)
        && ahead.take("by")
    {
        *reader = ahead;
        let by = reader.creature()?;
        reader.expect("on")?;
        let effect = Maintained {
            number: concentration::next_number(state),
            power,
            by,
            on: reader.creature()?,
            since: state.clock.round,
        };
        let blindness = concentration::blindness_begun(state, effect);
        let facts = [Fact::Maintains(effect)].into_iter();
        let facts = facts.chain(blindness.map(Fact::Gains));
        return possible(state, facts.collect());
    }
    let number = notation::effect(reader)?;
    let mut effects = state.effects.iter();
    let Some(effect) = effects.find(|effect| effect.number == number) else {
        return Err(Unread::new(format!("there is no effect #{number}")));
    };
    reader.expect("ends")?;
    let blindness = concentration::blindness_ended(state, *effect);
    let facts = [Fact::Lapses(number)].into_iter();
    Ok(facts.chain(blindness.map(Fact::Loses)).collect())
}

/// Values of an item that can be set by their path.
const KEYS: &[&str] = &["loaded", "left", "broken", "at", "bearer"];

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
        "bearer" => {
            let who = reader.creature()?;
            Fact::Item(item, in_hand(state, who, item)?)
        }
        _ => Fact::Item(item, Place::Ground(reader.cell_on(&state.cast.map)?)),
    })
}

/// An item: where it is now, whether it is loaded or broken, what is left of it.
pub(super) fn item(
    state: &State,
    item: ItemId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let facts = vec![if reader.take("loaded") {
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
        Fact::Item(item, place(state, item, reader)?)
    }];
    possible(state, facts)
}

fn place(state: &State, item: ItemId, reader: &mut Reader<'_, '_>) -> Result<Place, Unread> {
    Ok(if reader.take("to ground") {
        Place::Ground(reader.cell_on(&state.cast.map)?)
    } else if reader.take("to nowhere") {
        Place::Nowhere
    } else if reader.take("held by") {
        let who = reader.creature()?;
        in_hand(state, who, item)?
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
                "to nowhere",
                "held by",
                "worn by",
                "carried by",
            ],
        ));
    })
}
