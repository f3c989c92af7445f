//! Corrections by the game master: words that say how things are now, as the facts that make them so.

mod conditions;
mod follows;
mod leaving;
mod places;
mod sheets;
#[cfg(test)]
mod tests;
mod turns;

use affray_kernel::CreatureId;
use affray_kernel::notation::{Unread, no_more_than};

use super::act::{Event, Trigger};
use super::fact::{Fact, Flag, Number};
use super::notation::Reader;
use super::rules::turns::{actions_allowed, reactions_allowed};
use super::sheet::Options;
use super::state::{Altered, ItemId, Phase, Place, Presence, Readied, State};

pub use affray_kernel::notation::correction;

const NUMBERS: &[(&str, Number)] = &[
    ("hp", Number::Hp),
    ("energy", Number::Energy),
    ("initiative", Number::Initiative),
    ("bleed_penalty", Number::BleedPenalty),
    ("airless", Number::Airless),
    ("dodges", Number::Dodges),
    ("attacks", Number::Attacks),
];

const FLAGS: &[(&str, Flag)] = &[
    ("flying", Flag::Flying),
    ("hanging", Flag::Hanging),
    ("squeezing", Flag::Squeezing),
    ("jump_prepared", Flag::JumpPrepared),
    ("commanded", Flag::Commanded),
    ("delaying", Flag::Delaying),
    ("unaware", Flag::Unaware),
];

const PRESENCES: &[(&str, Presence)] = &[
    ("here", Presence::Here),
    ("elsewhere", Presence::Elsewhere),
    ("fled", Presence::Fled),
    ("surrendered", Presence::Surrendered),
];

/// What else can be set of a creature.
const OTHERS: &[&str] = &[
    "actions",
    "reactions",
    "at",
    "presence",
    "mount",
    "commander",
    "readied",
    "sneak",
];

// `garret.hp 7`, `garret at 4,7`, `garret gains prone 2 rounds`, `garret loses prone`, `garret.actions +1`,
// `garret.readied met`, `longsword of garret to ground 3,4`, `door 3,4 4,4 open`, `ice 3,4 hp 5`, `spell 2 ends`, `turn of garret`, `fight over heroes`.
affray_layout::corrections!();

/// Switches can stand in any way, whatever the fight is like.
#[expect(clippy::unnecessary_wraps, reason = "in other systems some cannot")]
fn can_rule(_: &State, _: &Options) -> Result<(), Unread> {
    Ok(())
}

/// A value of a creature by its name.
fn value(
    state: &State,
    who: CreatureId,
    key: &str,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let known = |(word, _): &&(&str, Number)| *word == key;
    if let Some((_, number)) = NUMBERS.iter().find(known) {
        let value = number_for(*number, reader)?;
        let sheet = state.sheet(who);
        match number {
            Number::Hp => no_more_than(state, who, (value, sheet.max_hp), "HP", "max_hp")?,
            Number::Energy => {
                no_more_than(
                    state,
                    who,
                    (value, sheet.max_energy),
                    "Energy",
                    "max_energy",
                )?;
            }
            _ => {}
        }
        let said = vec![Fact::Set(who, *number, value)];
        return Ok(match number {
            Number::Hp => follows::hit_points(state, who, said),
            _ => said,
        });
    }
    if let Some((_, flag)) = FLAGS.iter().find(|(word, _)| *word == key) {
        let said = Fact::Flag(who, *flag, reader.yes_or_no()?);
        return Ok(match said {
            Fact::Flag(_, Flag::Flying | Flag::Hanging, true) => follows::keeps_up(state, said),
            _ => vec![said],
        });
    }
    Ok(vec![match key {
        "actions" => actions(state, who, reader)?,
        "reactions" => return reactions(state, who, reader),
        "at" => {
            let at = places::meant(state, who, reader)?;
            return places::possible(state, follows::place(state, who, at));
        }
        "presence" => {
            let presence = reader.one_of("presence", PRESENCES)?;
            return places::possible(state, follows::presence(state, who, presence));
        }
        "mount" => {
            let mount = mount(state, who, reader)?;
            return places::possible(state, follows::saddle(state, who, mount));
        }
        "commander" => Fact::Commander(who, reader.other_or_none(who)?),
        "readied" => Fact::Readies(who, readied(state, who, reader)?),
        "sneak" => Fact::Sneak(
            who,
            if reader.take("none") {
                None
            } else {
                Some(reader.number("Sneak total")?)
            },
        ),
        _ => {
            let known = NUMBERS
                .iter()
                .map(|(word, _)| *word)
                .chain(FLAGS.iter().map(|(word, _)| *word))
                .chain(OTHERS.iter().copied());
            return Err(Unread::unknown("value that can be set", key, known));
        }
    }])
}

/// `none`: what was readied is lost; `met`: its trigger has come, and it may be carried out at any moment.
fn readied(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Option<Box<Readied>>, Unread> {
    if !reader.take("met") {
        reader.expect("none")?;
        return Ok(None);
    }
    let Some(readied) = &state.body(who).readied else {
        let name = &state.sheet(who).name;
        return Err(Unread::new(format!("{name} has readied nothing")));
    };
    Ok(Some(Box::new(Readied {
        act: readied.act.clone(),
        trigger: Trigger {
            who: None,
            event: Event::Words("the game master says so".into()),
        },
    })))
}

fn number_for(number: Number, reader: &mut Reader<'_, '_>) -> Result<i16, Unread> {
    if reader.rest().starts_with('+') {
        return Err(Unread::new("write the new value, not what is added to it"));
    }
    let value: i16 = reader.number("number")?;
    let may_be_negative = matches!(number, Number::Hp | Number::Initiative);
    if value < 0 && !may_be_negative {
        return Err(Unread::new(format!("{value} is less than 0")));
    }
    Ok(value)
}

/// A mount, or none; whoever rides carries nobody.
fn mount(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Option<CreatureId>, Unread> {
    let mount = reader.other_or_none(who)?;
    let carries = |mount| {
        let mut riders = state.creatures();
        riders.any(|rider| state.body(rider).mount == Some(mount))
    };
    match mount {
        Some(mount) if state.body(mount).mount.is_some() || carries(who) => {
            Err(Unread::new("a rider carries nobody"))
        }
        mount => Ok(mount),
    }
}

/// `+1` and `-1` grant and take Actions of this Turn; a plain number is how many are left.
fn actions(state: &State, who: CreatureId, reader: &mut Reader<'_, '_>) -> Result<Fact, Unread> {
    let relative = reader.rest().starts_with(['+', '-']);
    let value: i16 = reader.number("number of Actions")?;
    let body = state.body(who);
    let granted = i16::from(body.actions_granted);
    let left = actions_allowed(state, who) - i16::from(body.actions_used);
    let more = if relative {
        value
    } else {
        value.saturating_sub(left)
    };
    let granted = granted.saturating_add(more);
    if i8::try_from(granted).is_err() {
        return Err(Unread::new(format!("{value} Actions are too many")));
    }
    Ok(Fact::Set(who, Number::ActionsGranted, granted))
}

/// How many Reactions are left.
fn reactions(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let left: i16 = reader.number("number of Reactions")?;
    if !(0..=100).contains(&left) {
        return Err(Unread::new(format!("{left} Reactions are out of range")));
    }
    let mut facts = Vec::new();
    let mut ready = state.clone();
    if left > 0 && !state.body(who).reaction_ready {
        let fact = Fact::Flag(who, Flag::ReactionReady, true);
        super::fact::apply(&mut ready, &fact);
        facts.push(fact);
    }
    let used = reactions_allowed(&ready, who) - left;
    facts.push(Fact::Set(who, Number::ReactionsUsed, used));
    Ok(facts)
}

/// The words with which what is so of the fight as a whole begins.
const OF_SCENE: &[&str] = &[
    "fight over",
    "fight goes on",
    "turn of",
    "order",
    "door",
    "ice",
    "spell",
];

/// What is so of the fight as a whole, the map and running Spells.
fn scene(state: &State, reader: &mut Reader<'_, '_>) -> Result<Option<Vec<Fact>>, Unread> {
    let fact = if reader.take("fight over") {
        Fact::Phase(Phase::Over(reader.side_or_nobody(&state.cast.sides)?))
    } else if reader.take("fight goes on") {
        goes_on(state)?
    } else if reader.take("turn of") {
        return Ok(Some(turns::given(state, reader.creature()?)));
    } else if reader.take("order") {
        return turns::order(state, reader).map(Some);
    } else if reader.take("door") {
        let (a, b) = (
            reader.cell_on(&state.cast.map)?,
            reader.cell_on(&state.cast.map)?,
        );
        let open = reader.take("open");
        if !open {
            reader.expect("closed")?;
        }
        Fact::Alters(Altered::Door(a, b, open))
    } else if reader.take("ice") {
        let cell = reader.cell_on(&state.cast.map)?;
        reader.take("hp");
        Fact::Alters(Altered::Ice(cell, reader.number("number of hit points")?))
    } else if reader.take("spell") {
        spell(state, reader)?
    } else {
        return Ok(None);
    };
    Ok(Some(vec![fact]))
}

/// A fight that the game master has ended goes on where it was broken off.
fn goes_on(state: &State) -> Result<Fact, Unread> {
    match (state.clock.phase, state.clock.broken_off) {
        (Phase::Over(_), Some(before)) => Ok(Fact::Phase(before)),
        _ => Err(Unread::new("the game master has not ended the fight")),
    }
}

fn spell(state: &State, reader: &mut Reader<'_, '_>) -> Result<Fact, Unread> {
    let number: u16 = reader.number("number of a running Spell")?;
    let running = state
        .spells
        .iter()
        .find(|spell| spell.number == number)
        .ok_or_else(|| Unread::new(format!("no Spell {number} is running")))?;
    if reader.take("ends") {
        return Ok(Fact::SpellEnds(number));
    }
    reader.expect("left")?;
    let mut changed = running.clone();
    changed.left = reader.number("number of Rounds")?;
    if changed.left == 0 {
        return Ok(Fact::SpellEnds(number));
    }
    Ok(Fact::SpellChanges(Box::new(changed)))
}

/// What is so of a thing, which makes nothing impossible.
fn item(state: &State, item: ItemId, reader: &mut Reader<'_, '_>) -> Result<Vec<Fact>, Unread> {
    possible(state, vec![item_alone(state, item, reader)?])
}

/// An item: where it is now, its hit points, whether it burns.
fn item_alone(state: &State, item: ItemId, reader: &mut Reader<'_, '_>) -> Result<Fact, Unread> {
    let at = state.item(item);
    Ok(if reader.take("hp") {
        let hp: i16 = reader.number("number of hit points")?;
        if hp < 0 {
            return Err(Unread::new(format!("{hp} is less than 0")));
        }
        Fact::ItemHp(item, hp)
    } else if reader.take("lit") {
        Fact::Lit(item, true)
    } else if reader.take("out") {
        Fact::Lit(item, false)
    } else if reader.take("loaded") {
        Fact::Loaded(item, 0, at.ammunition)
    } else if reader.take("ammunition") {
        let left = reader.number("number of shots")?;
        Fact::Loaded(item, at.unloaded, Some(left))
    } else if reader.take("to ground") {
        Fact::Item(item, Place::Ground(reader.cell_on(&state.cast.map)?))
    } else if reader.take("to nowhere") {
        Fact::Item(item, Place::Nowhere)
    } else if reader.take("held by") {
        held(state, item, reader)?
    } else if reader.take("worn by") {
        Fact::Item(item, Place::Worn(reader.creature()?))
    } else if reader.take("carried by") {
        Fact::Item(item, Place::Carried(reader.creature()?))
    } else {
        return Err(reader.none_of(
            "correction of an item",
            [
                "hp",
                "lit",
                "out",
                "loaded",
                "ammunition",
                "to ground",
                "to nowhere",
                "held by",
                "worn by",
                "carried by",
            ],
        ));
    })
}

fn held(state: &State, item: ItemId, reader: &mut Reader<'_, '_>) -> Result<Fact, Unread> {
    let who = reader.creature()?;
    let hands = if reader.take("with") {
        reader.count_of("hand", "hands")?
    } else {
        state.kind(item).hands()
    };
    Ok(Fact::Item(item, Place::Held(who, hands)))
}
