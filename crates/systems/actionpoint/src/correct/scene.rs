//! What is so of the fight as a whole, the map and things.

use affray_kernel::grid::Terrain;
use affray_kernel::notation::Unread;

use super::{at_least_0, bodies, possible};
use crate::fact::{Fact, Flag, Number};
use crate::notation::{self, Reader};
use crate::rules::occupied::astride;
use crate::rules::throwing::laid;
use crate::rules::turns;
use crate::setup::fields::LAST_ROUND;
use crate::state::{ItemId, Phase, Place, State};

/// The words with which what is so of the fight as a whole begins.
pub(super) const OF_SCENE: &[&str] = &[
    "round 5",
    "fight over",
    "fight goes on",
    "turn",
    "begun",
    "sneaking",
    "door",
    "fixture",
];

/// What is so of the fight as a whole, the map and levers.
pub(super) fn scene(
    state: &State,
    reader: &mut Reader<'_, '_>,
) -> Result<Option<Vec<Fact>>, Unread> {
    if let Some((thing, key)) = reader.value_of_item(KEYS) {
        let fact = value(state, thing?, key, reader)?;
        return possible(state, vec![fact]).map(Some);
    }
    if let Some(number) = round_number(reader) {
        let counted = u16::try_from(number).ok();
        return match counted.filter(|number| (1..=LAST_ROUND).contains(&i64::from(*number))) {
            Some(number) => Ok(Some(round(state, number))),
            None => Err(Unread::new(format!(
                "{number} is not from 1 to {LAST_ROUND}"
            ))),
        };
    }
    if reader.take("fight goes on") {
        return goes_on(state).map(Some);
    }
    if reader.take("turn") {
        return turn(state, reader).map(Some);
    }
    if reader.take("door") {
        let turned = door(state, reader)?;
        return Ok(Some(bodies::settled(state, vec![turned])));
    }
    Ok(Some(vec![
        if reader.take("fight over") || reader.take("over") {
            let winner = reader.side_or_nobody(&state.cast.sides)?;
            Fact::Phase(Phase::Over(winner))
        } else if reader.take("begun") {
            begun(state, reader)?
        } else if reader.take("sneaking") {
            Fact::Sneaking(reader.side_or_nobody(&state.cast.sides)?)
        } else if let Some(fixture) = fixture(state, reader)? {
            fixture
        } else {
            return Ok(None);
        },
    ]))
}

/// The number of `round 5`, if such words stand here; they are taken. Things may be called round, too.
fn round_number(reader: &mut Reader<'_, '_>) -> Option<u64> {
    let mut ahead = reader.clone();
    if !ahead.take("round") {
        return None;
    }
    let number = ahead.number("number of a round").ok()?;
    *reader = ahead;
    Some(number)
}

/// The number of the round; what has been used and who has had a turn stays as it is.
fn round(state: &State, number: u16) -> Vec<Fact> {
    let mut facts = vec![Fact::Round(number)];
    for who in state.creatures() {
        let body = state.body(who);
        facts.extend([
            Fact::Set(who, Number::Attacks, body.attacks),
            Fact::Flag(who, Flag::FreeUsed, body.free_used),
            Fact::Set(
                who,
                Number::Turn,
                i16::try_from(body.turn).unwrap_or(i16::MAX),
            ),
            Fact::Saves(who, body.after),
        ]);
    }
    facts
}

/// A fight that was over by the game master's word goes on where it was broken off, and one that is over by itself although only one
/// side is left, until the game master ends it (`combat-overview/encounter-ends`).
fn goes_on(state: &State) -> Result<Vec<Fact>, Unread> {
    let clock = &state.clock;
    let prolonged = match turns::winner(state) {
        Some(None) => return Err(Unread::new("nobody is left who could go on")),
        winner => winner.is_some(),
    };
    Ok(vec![
        Fact::Phase(clock.broken_off.unwrap_or(clock.phase)),
        Fact::Prolonged(prolonged),
    ])
}

/// `ogre`: it is that creature's turn of the round, and it has done nothing yet. `none`: the next turn is about to begin. A turn that was
/// under way is over (`initiative-structure/one-turn-each`).
fn turn(state: &State, reader: &mut Reader<'_, '_>) -> Result<Vec<Fact>, Unread> {
    let next = if reader.take("none") {
        None
    } else {
        Some(reader.creature()?)
    };
    let mut facts: Vec<Fact> = state.active().map(Fact::TurnOver).into_iter().collect();
    facts.extend(next.map(Fact::TurnBegins));
    let begun = false;
    let phase = next.map_or(Phase::Between, |who| Phase::Turn { who, begun });
    facts.push(Fact::Phase(phase));
    Ok(facts)
}

/// Whether whose turn it is has done something yet.
fn begun(state: &State, reader: &mut Reader<'_, '_>) -> Result<Fact, Unread> {
    let begun = reader.yes_or_no()?;
    match state.active() {
        Some(who) => Ok(Fact::Phase(Phase::Turn { who, begun })),
        None => Err(Unread::new("it is nobody's turn")),
    }
}

/// `3,4 4,4 open`, `closed`.
fn door(state: &State, reader: &mut Reader<'_, '_>) -> Result<Fact, Unread> {
    let a = reader.cell_on(&state.cast.map)?;
    let b = reader.cell_on(&state.cast.map)?;
    let edge = state.terrain().edge(a, b);
    if edge.is_none_or(|edge| edge.opened().is_none() && edge.closed().is_none()) {
        return Err(Unread::new("no door stands between those squares"));
    }
    let open = reader.take("open");
    if !open {
        reader.expect("closed")?;
        let closes = edge.is_some_and(|edge| edge.closed().is_some());
        if let Some(who) = astride(state, (a, b), None).filter(|_| closes) {
            let name = &state.sheet(who).name;
            return Err(Unread::new(format!("{name} stands in that door")));
        }
    }
    Ok(Fact::Door(a, b, open))
}

/// What can be set of a lever or the like.
#[derive(Clone, Copy)]
enum FixtureKey {
    Found,
    Pulled,
}

const FIXTURE_KEYS: &[(&str, FixtureKey)] =
    &[("found", FixtureKey::Found), ("pulled", FixtureKey::Pulled)];

/// `fixture lever pulled yes`, `fixture.lever.found no`, if `fixture` stands here.
fn fixture(state: &State, reader: &mut Reader<'_, '_>) -> Result<Option<Fact>, Unread> {
    let rest = reader.rest();
    let Some(path) = rest.strip_prefix("fixture") else {
        return Ok(None);
    };
    let spaced = path.replace('.', " ");
    let mut words = Reader::new(state, None, &spaced);
    let number = notation::fixture(&mut words)?;
    let key = words.one_of("value of a lever or the like", FIXTURE_KEYS)?;
    words.take("=");
    let yes = words.yes_unless_said()?;
    words.end()?;
    reader.jump_to("");
    let Some(now) = state.fixtures.get(usize::from(number)) else {
        return Err(Unread::new("there is no such thing here"));
    };
    Ok(Some(match key {
        FixtureKey::Found => Fact::Fixture(number, yes, now.pulled),
        FixtureKey::Pulled => Fact::Fixture(number, now.found, yes),
    }))
}

/// Values of an item that can be set by their path.
const KEYS: &[&str] = &["unloaded", "uses", "hands", "at", "bearer"];

fn value(
    state: &State,
    item: ItemId,
    key: &str,
    reader: &mut Reader<'_, '_>,
) -> Result<Fact, Unread> {
    Ok(match key {
        "unloaded" => Fact::Unloaded(item, at_least_0(reader)?),
        "uses" => Fact::Uses(item, reader.none_or(at_least_0)?),
        "hands" => hands(state, item, reader)?,
        "bearer" => {
            let who = reader.creature()?;
            Fact::Item(item, bodies::in_hand(state, who, item)?)
        }
        _ => Fact::Item(
            item,
            Place::Ground(laid(state, reader.cell_on(&state.cast.map)?)),
        ),
    })
}

/// In how many hands a held item is gripped.
fn hands(state: &State, item: ItemId, reader: &mut Reader<'_, '_>) -> Result<Fact, Unread> {
    let Place::Held(who, _) = state.item(item).place else {
        return Err(Unread::new("nobody holds that"));
    };
    let hands = reader.number("number of hands")?;
    if !(1..=state.sheet(who).hands).contains(&hands) {
        let name = &state.sheet(who).name;
        return Err(Unread::new(format!("{name} has not so many hands")));
    }
    Ok(Fact::Item(item, Place::Held(who, hands)))
}

/// An item: where it is now, whether it is loaded, how often its magic can still be used.
pub(super) fn item(
    state: &State,
    item: ItemId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let fact = if reader.take("loaded") {
        Fact::Unloaded(item, 0)
    } else if reader.take("unloaded") {
        Fact::Unloaded(item, at_least_0(reader)?)
    } else if reader.take("uses") {
        Fact::Uses(item, reader.none_or(at_least_0)?)
    } else {
        Fact::Item(item, place(state, item, reader)?)
    };
    possible(state, vec![fact])
}

fn place(state: &State, item: ItemId, reader: &mut Reader<'_, '_>) -> Result<Place, Unread> {
    Ok(if reader.take("to ground") {
        Place::Ground(laid(state, reader.cell_on(&state.cast.map)?))
    } else if reader.take("to nowhere") {
        Place::Nowhere
    } else if reader.take("held by") {
        let who = reader.creature()?;
        bodies::in_hand(state, who, item)?
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
                "uses",
                "to ground",
                "to nowhere",
                "held by",
                "worn by",
                "carried by",
            ],
        ));
    })
}
