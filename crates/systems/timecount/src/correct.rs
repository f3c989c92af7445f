//! Corrections by the game master: words that say how things are now, as the facts that make them so.

mod conditions;
mod follows;
mod leaving;
mod limits;
mod saddle;
mod sheets;
#[cfg(test)]
mod tests;

use affray_kernel::CreatureId;
use affray_kernel::notation::{Unread, no_more_than};

use super::fact::{Fact, Flag, Number, When};
use super::notation::{self, Reader};
use super::sheet::{Attribute, Options};
use super::state::{
    Active, Altered, BonusPool, ItemId, Kept, NEVER, Paralysis, Phase, Place, Posture, Prepared,
    Presence, Stance, State, Underway,
};

pub use affray_kernel::notation::correction;

const NUMBERS: &[(&str, Number)] = &[
    ("hp", Number::Hp),
    ("fatigue", Number::Fatigue),
    ("invigoration", Number::Invigoration),
    ("poison_fatigue", Number::PoisonFatigue),
    ("poison_hp", Number::PoisonHp),
    ("wear", Number::Wear),
    ("impairments.bludgeoning", Number::Impairments(0)),
    ("impairments.piercing", Number::Impairments(1)),
    ("impairments.slashing", Number::Impairments(2)),
    ("petrification", Number::Petrification),
    ("run_penalty", Number::RunPenalty),
];

const COUNTS: &[(&str, When)] = &[
    ("next", When::Next),
    ("unpetrifies", When::Unpetrifies),
    ("regenerates", When::Regenerates),
    ("waits_since", When::WaitsSince),
];

const FLAGS: &[(&str, Flag)] = &[
    ("decided", Flag::Decided),
    ("asked", Flag::Asked),
    ("stabilized", Flag::Stabilized),
    ("controls", Flag::Controls),
    ("resistance_lowered", Flag::ResistanceLowered),
    ("treated", Flag::Treated),
];

/// What else can be set of a creature.
const OTHERS: &[&str] = &[
    "at",
    "presence",
    "stance",
    "facing",
    "pressed_by",
    "bonus",
    "paralysis",
    "mount",
    "prepared",
    "castings",
    "underway",
    "run",
    "stapled",
    "waking",
    "dying_since",
    "last_arm",
    "strength_damage",
    "strength_poison",
];

const PRESENCES: &[(&str, Presence)] = &[
    ("here", Presence::Here),
    ("elsewhere", Presence::Elsewhere),
    ("fled", Presence::Fled),
    ("surrendered", Presence::Surrendered),
];

const STANCES: &[(&str, Stance)] = &[
    ("basic", Stance::Basic),
    ("cautious", Stance::Cautious),
    ("crouch", Stance::Crouch),
    ("parrying", Stance::Parrying),
    ("poised", Stance::Poised),
    ("prone", Stance::Prone),
];

const KEPT: &[(&str, Kept)] = &[
    ("sheath", Kept::Sheath),
    ("hidden", Kept::Hidden),
    ("pouch", Kept::Pouch),
    ("backpack", Kept::Backpack),
];

/// Counts in which a point of paralysis goes away where nothing else is said (`paralysis/recovery`).
const USUAL_RECOVERY: u32 = 120;

// `garret.hp 7`, `garret.next 14`, `garret.stance prone`, `garret at 4,7`, `garret gains stunned`,
// `garret loses stunned`, `long sword of garret to ground 3,4`, `door 3,4 4,4 open`, `count 20`, `spell 2 ends`, `fight over heroes`.
affray_layout::corrections!();

/// Whether the switches can stand so while the fight is as it is.
///
/// # Errors
/// Why not.
pub(super) fn can_rule(state: &State, options: &Options) -> Result<(), Unread> {
    let impaired = state.bodies.iter().any(|body| body.impairments != [0; 3]);
    if impaired && !options.impairments {
        let message = "somebody is impaired: without `impairments` nobody can be";
        return Err(Unread::new(message));
    }
    Ok(())
}

/// A value of a creature by its name, if it can be so.
fn value(
    state: &State,
    who: CreatureId,
    key: &str,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    possible(state, said(state, who, key, reader)?)
}

/// What is said of a creature, and what follows from it.
fn said(
    state: &State,
    who: CreatureId,
    key: &str,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    if let Some(number) = number_called(key) {
        if matches!(number, Number::Impairments(_)) && !state.cast.options.impairments {
            let message = "nobody is impaired without the option `impairments`";
            return Err(Unread::new(message));
        }
        let value = at_least_0(reader)?;
        if number == Number::Hp {
            no_more_than(state, who, (value, state.sheet(who).max_hp), "HP", "max_hp")?;
        }
        let fits = limits::within(state, who, (number, value));
        let set = Fact::Set(who, number, value);
        let all = fits.into_iter().chain([set]).collect();
        return Ok(follows::numbers(state, who, all));
    }
    if let Some((_, when)) = COUNTS.iter().find(|(word, _)| *word == key) {
        let count = count_or_none(reader)?.unwrap_or(NEVER);
        let ends = limits::ending(state, who, (*when, count));
        return Ok(ends
            .into_iter()
            .chain([Fact::At(who, *when, count)])
            .collect());
    }
    if let Some((_, flag)) = FLAGS.iter().find(|(word, _)| *word == key) {
        let value = reader.yes_or_no()?;
        if *flag == Flag::Stabilized && value {
            limits::is_stabilizable(state, who)?;
        }
        return Ok(vec![Fact::Flag(who, *flag, value)]);
    }
    Ok(vec![match key {
        "at" => {
            let to = limits::meant(state, who, reader)?;
            return Ok(follows::place(state, who, Fact::Moved(who, to)));
        }
        "presence" => {
            let presence = reader.one_of("presence", PRESENCES)?;
            return Ok(follows::presence(state, who, presence));
        }
        "stance" => {
            let posture = posture(state, reader)?;
            return Ok(follows::posture(state, who, posture));
        }
        "facing" => Fact::Faces(who, notation::facing(reader)?),
        "pressed_by" => Fact::Pressed(who, creatures(reader)?),
        "bonus" => return Ok(follows::numbers(state, who, vec![bonus(who, reader)?])),
        "paralysis" => {
            let said = vec![paralysis(state, who, reader)?];
            return Ok(follows::numbers(state, who, said));
        }
        "mount" => {
            let mount = reader.other_or_none(who)?;
            return saddle::mounted(state, who, mount);
        }
        "prepared" => Fact::Prepares(who, prepared(reader)?),
        "castings" => {
            let spell = notation::spell(reader)?;
            Fact::Castings(who, spell, reader.number("number of castings")?)
        }
        "underway" => {
            reader.expect("none")?;
            Fact::Underway(who, Underway::Nothing)
        }
        "run" => {
            reader.expect("none")?;
            Fact::Runs(who, None)
        }
        "stapled" => {
            reader.expect("none")?;
            return Ok(unpinned(state, who));
        }
        "waking" => Fact::Wakes(who, count_or_none(reader)?),
        "dying_since" => {
            let since = count_or_none(reader)?;
            if since.is_some() {
                limits::is_dying(state, who)?;
            }
            Fact::Dying(who, since)
        }
        "last_arm" => {
            let arm = if reader.take("none") {
                None
            } else {
                reader.who = Some(who);
                Some(reader.arm()?)
            };
            Fact::LastArm(who, arm)
        }
        _ => {
            let known = NUMBERS
                .iter()
                .map(|(word, _)| *word)
                .chain(COUNTS.iter().map(|(word, _)| *word))
                .chain(FLAGS.iter().map(|(word, _)| *word))
                .chain(OTHERS.iter().copied());
            return Err(Unread::unknown("value that can be set", key, known));
        }
    }])
}

/// A creature is pinned no longer; the weapon that pinned it lies there.
fn unpinned(state: &State, who: CreatureId) -> Vec<Fact> {
    let body = state.body(who);
    let item = body.stapled.and_then(|stapled| stapled.item);
    let falls = item.map(|item| Fact::Item(item, Place::Ground(body.at)));
    std::iter::once(Fact::Stapled(who, None))
        .chain(falls)
        .collect()
}

/// A number of a body by its name; damage to attributes is `strength_damage`, what of it is of poison `strength_poison`.
fn number_called(key: &str) -> Option<Number> {
    if let Some((_, number)) = NUMBERS.iter().find(|(word, _)| *word == key) {
        return Some(*number);
    }
    let (name, number): (&str, fn(Attribute) -> Number) = match key.strip_suffix("_damage") {
        Some(name) => (name, Number::AttributeDamage),
        None => (key.strip_suffix("_poison")?, Number::AttributePoison),
    };
    Attribute::ALL
        .into_iter()
        .find(|attribute| attribute.name().eq_ignore_ascii_case(name))
        .map(number)
}

fn at_least_0(reader: &mut Reader<'_, '_>) -> Result<i16, Unread> {
    if reader.rest().starts_with('+') {
        return Err(Unread::new("write the new value, not what is added to it"));
    }
    let value: i16 = reader.number("number")?;
    if value < 0 {
        return Err(Unread::new(format!("{value} is less than 0")));
    }
    Ok(value)
}

/// A count of the clock, or none.
fn count_or_none(reader: &mut Reader<'_, '_>) -> Result<Option<u32>, Unread> {
    if reader.take("none") || reader.take("never") {
        return Ok(None);
    }
    reader.number("count").map(Some)
}

/// `prone`, `cautious from 20`: its benefits begin at once unless a count is given.
fn posture(state: &State, reader: &mut Reader<'_, '_>) -> Result<Posture, Unread> {
    let stance = reader.one_of("stance", STANCES)?;
    let from = if reader.take("from") {
        reader.number("count")?
    } else {
        state.clock.count
    };
    Ok(Posture { stance, from })
}

/// `ogre and ogre chief`, `none`.
fn creatures(reader: &mut Reader<'_, '_>) -> Result<Vec<CreatureId>, Unread> {
    if reader.take("none") {
        return Ok(Vec::new());
    }
    let mut named = vec![reader.creature()?];
    while reader.take("and") {
        named.push(reader.creature()?);
    }
    named.sort_unstable();
    named.dedup();
    Ok(named)
}

/// `5 until 40`, `none`.
fn bonus(who: CreatureId, reader: &mut Reader<'_, '_>) -> Result<Fact, Unread> {
    if reader.take("none") {
        return Ok(Fact::NoBonus(who));
    }
    let points = at_least_0(reader)?;
    reader.expect("until")?;
    let until = reader.number("count")?;
    Ok(Fact::Bonus(who, BonusPool { until, points }))
}

/// `6`, `6 every 20`, `none`.
fn paralysis(state: &State, who: CreatureId, reader: &mut Reader<'_, '_>) -> Result<Fact, Unread> {
    if reader.take("none") {
        return Ok(Fact::NoParalysis(who));
    }
    let points = at_least_0(reader)?;
    let every: u32 = if reader.take("every") {
        reader.number("number of counts")?
    } else {
        USUAL_RECOVERY
    };
    if every == 0 {
        return Err(Unread::new("a point goes away in 1 count or more"));
    }
    Ok(Fact::Paralysed(
        who,
        Paralysis {
            every,
            next: state.clock.count.saturating_add(every),
            points,
        },
    ))
}

/// `fire bolt`, `fire bolt charges 2`, `none`.
fn prepared(reader: &mut Reader<'_, '_>) -> Result<Option<Prepared>, Unread> {
    if reader.take("none") {
        return Ok(None);
    }
    let spell = notation::spell(reader)?;
    let charges = if reader.take("charges") {
        reader.number("number of charges")?
    } else {
        0
    };
    Ok(Some(Prepared {
        spell,
        charges,
        failure: None,
        hindered: 0,
        until: None,
    }))
}

/// The words with which what is so of the fight as a whole begins.
const OF_SCENE: &[&str] = &["fight over", "fight goes on", "count", "door", "spell"];

/// What is so of the fight as a whole, the map and active spells.
fn scene(state: &State, reader: &mut Reader<'_, '_>) -> Result<Option<Vec<Fact>>, Unread> {
    let fact = if reader.take("fight over") {
        Fact::Phase(Phase::Over(reader.side_or_nobody(&state.cast.sides)?))
    } else if reader.take("fight goes on") {
        goes_on(state)?
    } else if reader.take("count") {
        let count = reader.number("count")?;
        return Ok(Some(follows::count(state, count)));
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
    } else if reader.take("spell") {
        return spell(state, reader).map(Some);
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

fn spell(state: &State, reader: &mut Reader<'_, '_>) -> Result<Vec<Fact>, Unread> {
    let number: u16 = reader.number("number of an active spell")?;
    let active = state
        .spells
        .iter()
        .find(|spell| spell.number == number)
        .ok_or_else(|| Unread::new(format!("no spell {number} is active")))?;
    if reader.take("ends") {
        return Ok(vec![Fact::Ends(number)]);
    }
    reader.expect("until")?;
    let until = reader.number("count")?;
    Ok(vec![
        Fact::Ends(number),
        Fact::Active(Active {
            until,
            ..active.clone()
        }),
    ])
}

/// An item: where it is now, its Durability Points, whether it burns; if it can be so.
fn item(state: &State, item: ItemId, reader: &mut Reader<'_, '_>) -> Result<Vec<Fact>, Unread> {
    possible(state, vec![of_item(state, item, reader)?])
}

fn of_item(state: &State, item: ItemId, reader: &mut Reader<'_, '_>) -> Result<Fact, Unread> {
    Ok(if reader.take("durability") {
        Fact::Durability(item, at_least_0(reader)?)
    } else if reader.take("readied") {
        Fact::Readied(item, true)
    } else if reader.take("loosed") {
        Fact::Readied(item, false)
    } else if reader.take("left") {
        let left = if reader.take("none") {
            None
        } else {
            Some(reader.number("number left")?)
        };
        Fact::Left(item, left)
    } else if reader.take("lit") {
        Fact::Lit(item, true)
    } else if reader.take("out") {
        Fact::Lit(item, false)
    } else if reader.take("in grip") {
        Fact::InGrip(item, reader.yes_or_no()?)
    } else {
        moved(state, item, reader)?
    })
}

fn moved(state: &State, item: ItemId, reader: &mut Reader<'_, '_>) -> Result<Fact, Unread> {
    let place = if reader.take("to ground") {
        Place::Ground(reader.cell_on(&state.cast.map)?)
    } else if reader.take("to nowhere") {
        Place::Nowhere
    } else if reader.take("held by") {
        Place::Held(reader.creature()?)
    } else if reader.take("worn by") {
        Place::Worn(reader.creature()?)
    } else if reader.take("carried by") {
        let who = reader.creature()?;
        let kept = if reader.take("in") {
            reader.one_of("place to keep things", KEPT)?
        } else {
            Kept::Sheath
        };
        Place::Carried(who, kept)
    } else {
        return Err(reader.none_of(
            "correction of an item",
            [
                "durability",
                "readied",
                "loosed",
                "left",
                "lit",
                "out",
                "in grip",
                "to ground",
                "to nowhere",
                "held by",
                "worn by",
                "carried by",
            ],
        ));
    };
    Ok(Fact::Item(item, place))
}
