//! Corrections by the game master: words that say how things are now, as the facts that make them so.

mod bodies;
mod conditions;
mod leaving;
mod scene;
mod sheets;
#[cfg(test)]
mod tests;

use affray_kernel::CreatureId;
use affray_kernel::notation::{Unread, Wanted, no_more_than};

use super::fact::{Fact, Flag, Motion, Number, apply};
use super::notation::Reader;
use super::rules::occupied::on_floor;
use super::rules::price::AP;
use super::setup::fields;
use super::setup::joining::new_faults_of;
use super::sheet::Options;
use super::state::{Condition, Cover, ItemId, Place, Presence, State};

pub use affray_kernel::notation::correction;

use scene::{OF_SCENE, item, scene};

const NUMBERS: &[(&str, Number)] = &[
    ("mana", Number::Mana),
    ("xp", Number::Xp),
    ("ap", Number::Ap),
    ("attacks", Number::Attacks),
    ("moved", Number::Moved),
    ("dashes", Number::Dashes),
    ("test_modifier", Number::TestModifier),
    ("failures", Number::Failures),
];

const FLAGS: &[(&str, Flag)] = &[
    ("free_used", Flag::FreeUsed),
    ("disengaged", Flag::Disengaged),
    ("braced", Flag::Braced),
    ("may_sneak", Flag::MaySneak),
    ("hurt", Flag::Hurt),
    ("stable", Flag::Stable),
];

/// What else can be set of a creature.
const OTHERS: &[&str] = &[
    "at",
    "presence",
    "health",
    "initiative",
    "turn_taken",
    "saved_after",
    "feint",
    "cover",
    "conditions",
    "running",
    "learnt",
    "held",
    "worn",
    "carried",
];

const PRESENCES: &[(&str, Presence)] = &[
    ("here", Presence::Here),
    ("elsewhere", Presence::Elsewhere),
    ("fled", Presence::Fled),
    ("surrendered", Presence::Surrendered),
];

/// Cover by the game master's word, or what the map says.
const COVERS: &[(&str, Option<Cover>)] = &[
    ("none", Some(Cover::None)),
    ("low", Some(Cover::Low)),
    ("high", Some(Cover::High)),
    ("full", Some(Cover::Full)),
    ("map", None),
];

// `garret.health 7`, `garret.conditions +grappled by ogre`, `garret at 4,7`, `garret gains prone`, `garret.cover low`,
// `longsword of garret to ground 3,4`, `item.arbolest.unloaded 0`, `fixture.lever.pulled yes`, `door 3,4 4,4 open`, `turn ogre`, `over heroes`.
affray_layout::corrections!();

/// Whether the switches can stand so while the fight is as it is.
///
/// # Errors
/// Why not.
pub(super) fn can_rule(state: &State, options: &Options) -> Result<(), Unread> {
    let mut dead = state.conditions.iter();
    let goes_off = state.cast.options.dying && !options.dying;
    if goes_off && dead.any(|held| held.kind == Condition::Dead) {
        let message = "somebody is dead: without `dying` nobody can be (`damage-pipeline/death`)";
        return Err(Unread::new(message));
    }
    match fields::options(options).about(()).next() {
        Some(fault) => Err(Unread::new(format!("{}: {}", fault.field, fault.message))),
        None => Ok(()),
    }
}

/// A value of a creature by its name.
fn value(
    state: &State,
    who: CreatureId,
    key: &str,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    reader.who = Some(who);
    match key {
        "health" => {
            let health = at_least_0(reader)?;
            let most = state.sheet(who).health;
            no_more_than(state, who, (health, most), "Health", "health_pool")?;
            Ok(bodies::health(state, who, health))
        }
        "initiative" => bodies::initiative(state, who, reader),
        "at" | "presence" => {
            let fact = one(state, who, key, reader)?;
            possible(state, bodies::settled(state, vec![fact]))
        }
        "held" | "worn" | "carried" => possible(state, vec![one(state, who, key, reader)?]),
        "conditions" => {
            if sign(reader, "a condition")? {
                conditions::gains(state, who, reader)
            } else {
                conditions::loses(state, who, reader)
            }
        }
        "feint" => bodies::feints(state, who, reader),
        _ => fitting(state, who, one(state, who, key, reader)?).map(|fact| vec![fact]),
    }
}

/// What is said of a creature, if its pools and what it has used of them can be so.
fn fitting(state: &State, who: CreatureId, fact: Fact) -> Result<Fact, Unread> {
    let mut after = state.clone();
    apply(&mut after, &fact);
    match new_faults_of(state, &after, who) {
        Some(fault) => Err(Unread::new(fault)),
        None => Ok(fact),
    }
}

/// What a single fact says.
fn one(
    state: &State,
    who: CreatureId,
    key: &str,
    reader: &mut Reader<'_, '_>,
) -> Result<Fact, Unread> {
    if let Some((_, number)) = NUMBERS.iter().find(|(word, _)| *word == key) {
        let value = match number {
            Number::TestModifier => reader.number("number")?,
            _ => at_least_0(reader)?,
        };
        match number {
            Number::Mana => {
                let most = state.sheet(who).mana;
                no_more_than(state, who, (value, most), "mana", "max_mana")?;
            }
            Number::Ap if value > AP => {
                let name = &state.sheet(who).name;
                let message = format!("{name} has at most {AP} Action Points");
                return Err(Unread::new(message));
            }
            // The fact itself would leave no more of it than may be.
            Number::Xp => {
                if let Some((field, message)) = fields::experience(value).into_iter().next() {
                    let name = &state.sheet(who).name;
                    return Err(Unread::new(format!("{name}, {field}: {message}")));
                }
            }
            _ => {}
        }
        return Ok(Fact::Set(who, *number, value));
    }
    if let Some((_, flag)) = FLAGS.iter().find(|(word, _)| *word == key) {
        return Ok(Fact::Flag(who, *flag, reader.yes_or_no()?));
    }
    Ok(match key {
        "at" => {
            let at = reader.cell_on(&state.cast.map)?;
            Fact::Moved(who, on_floor(state, who, at), Motion::Placed)
        }
        "presence" => Fact::Presence(who, reader.one_of("presence", PRESENCES)?),
        "turn_taken" => bodies::turn_taken(state, who, reader.yes_or_no()?),
        "saved_after" => Fact::Saves(who, reader.other_or_none(who)?),
        "cover" => Fact::Covers(who, reader.one_of("degree of cover", COVERS)?),
        "running" => bodies::running(state, who, reader)?,
        "learnt" => bodies::learnt(state, who, reader)?,
        "held" => {
            let item = reader.item(Wanted::Stored)?;
            Fact::Item(item, bodies::in_hand(state, who, item)?)
        }
        "worn" => Fact::Item(reader.item(Wanted::Stored)?, Place::Worn(who)),
        "carried" => Fact::Item(reader.item(Wanted::InUse)?, Place::Carried(who)),
        _ => {
            let numbers = NUMBERS.iter().map(|(word, _)| *word);
            let flags = FLAGS.iter().map(|(word, _)| *word);
            let known = numbers.chain(flags).chain(OTHERS.iter().copied());
            return Err(Unread::unknown("value that can be set", key, known));
        }
    })
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
