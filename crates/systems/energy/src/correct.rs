//! Corrections by the game master: words that say how things are now, as the facts that make them so.

mod conditions;
mod follows;
mod leaving;
mod scene;
mod sheets;
#[cfg(test)]
mod tests;

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Heading};
use affray_kernel::notation::{Unread, Wanted, no_more_than};

use super::fact::{Fact, Flag, Number};
use super::notation::{self, Reader};
use super::rules::numbers::alive;
use super::rules::occupied::on_floor;
use super::setup::fields;
use super::sheet::{Ability, Options};
use super::state::{Cause, Gait, ItemId, Place, Presence, State, Watch};

pub use affray_kernel::notation::correction;

use scene::OF_SCENE;

const NUMBERS: &[(&str, Number)] = &[
    ("aura", Number::Aura),
    ("stamina", Number::Stamina),
    ("energy", Number::Energy),
    ("granted", Number::Granted),
    ("agility", Number::Agility),
    ("agility_bonus", Number::AgilityBonus),
    ("credits", Number::Credits),
    ("moved", Number::Moved),
    ("surges", Number::Surges),
    ("injuries", Number::Injuries),
    ("death_needs", Number::DeathNeeds),
    ("shot_modifier", Number::ShotModifier),
    ("swaps", Number::Swaps),
];

const FLAGS: &[(&str, Flag)] = &[
    ("aura_off", Flag::AuraOff),
    ("spent", Flag::Spent),
    ("swift_used", Flag::Swift),
    ("initiative_used", Flag::Initiative),
    ("passed", Flag::Passed),
    ("defending", Flag::Defending),
    ("kneeling", Flag::Kneeling),
    ("bleeding", Flag::Bleeding),
    ("awakens", Flag::Awakens),
];

/// Abilities, whose Scores can be set.
const ABILITIES: &[&str] = &[
    "strength",
    "dexterity",
    "constitution",
    "intelligence",
    "wisdom",
    "charisma",
];

/// What else can be set of a creature.
const OTHERS: &[&str] = &[
    "at",
    "presence",
    "facing",
    "watch",
    "posture",
    "gait",
    "unconscious",
    "used",
    "submits",
    "conditions",
    "course",
    "held",
    "worn",
    "carried",
];

const PRESENCES: &[(&str, Presence)] =
    &[("here", Presence::Here), ("elsewhere", Presence::Elsewhere)];

const GAITS: &[(&str, Gait)] = &[
    ("still", Gait::Still),
    ("ordinary", Gait::Ordinary),
    ("evasive", Gait::Evasive),
];

const CAUSES: &[(&str, Cause)] = &[
    ("stamina", Cause::Stamina),
    ("non-lethal", Cause::NonLethal),
    ("death", Cause::Death),
    ("sleep", Cause::Sleep),
];

// `garret.aura 7`, `garret.posture prone`, `garret.unconscious stamina and sleep`, `garret at 4,7`, `garret gains exposed`,
// `garret.conditions -exposed`, `longsword of garret to ground 3,4`, `door 3,4 4,4 open`, `round.over yes`, `over heroes`.
affray_layout::corrections!(sheets::with_sheet);

/// Whether the switches can stand so while the fight is as it is.
///
/// # Errors
/// Why not.
pub(super) fn can_rule(state: &State, options: &Options) -> Result<(), Unread> {
    if options.negative_rounding != state.cast.options.negative_rounding {
        let message = "`negative-rounding` cannot change in a fight: the figures of its creatures have been rounded by it";
        return Err(Unread::new(message));
    }
    match fields::options(options).into_iter().next() {
        Some((_, message)) => Err(Unread::new(message)),
        None => Ok(()),
    }
}

/// A value of a creature by its name, which makes nothing impossible.
fn value(
    state: &State,
    who: CreatureId,
    key: &str,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let facts = value_alone(state, who, key, reader)?;
    // Of conditions the game master need not say why they are so: one that is unconscious may be so for no reason of the rules.
    if key == "conditions" {
        return Ok(facts);
    }
    possible(state, facts)
}

/// What is so of a thing, which makes nothing impossible.
fn item(state: &State, item: ItemId, reader: &mut Reader<'_, '_>) -> Result<Vec<Fact>, Unread> {
    possible(state, scene::item(state, item, reader)?)
}

/// What is so of the fight as a whole, which makes nothing impossible.
fn scene(state: &State, reader: &mut Reader<'_, '_>) -> Result<Option<Vec<Fact>>, Unread> {
    let facts = scene::scene(state, reader)?;
    facts.map(|facts| possible(state, facts)).transpose()
}

/// A value of a creature by its name, whether or not it can be so.
fn value_alone(
    state: &State,
    who: CreatureId,
    key: &str,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    if let Some(ability) = Ability::ALL
        .into_iter()
        .find(|one| one.name().eq_ignore_ascii_case(key))
    {
        return Ok(sheets::scores(state, who, ability, at_least_0(reader)?));
    }
    if let Some((_, number)) = NUMBERS.iter().find(|(word, _)| *word == key) {
        let value = match number {
            Number::ShotModifier | Number::AgilityBonus => reader.number("number")?,
            _ => at_least_0(reader)?,
        };
        let sheet = state.sheet(who);
        let most = match number {
            Number::Aura => Some((sheet.aura_strength, "Aura", "aura_strength")),
            Number::Stamina => Some((sheet.stamina, "Stamina", "max_stamina")),
            Number::Surges => Some((sheet.surges, "Recovery Surges", "max_surges")),
            _ => None,
        };
        if let Some((most, what, key)) = most {
            no_more_than(state, who, (value, most), what, key)?;
        }
        return Ok(pool(state, who, *number, value));
    }
    if let Some((_, flag)) = FLAGS.iter().find(|(word, _)| *word == key) {
        return Ok(vec![Fact::Flag(who, *flag, reader.yes_or_no()?)]);
    }
    reader.who = Some(who);
    Ok(match key {
        "at" => {
            let to = meant(state, who, reader)?;
            follows::elsewhere(state, who, vec![Fact::Moved(who, to)])
        }
        "presence" => {
            let presence = Fact::Presence(who, reader.one_of("presence", PRESENCES)?);
            follows::elsewhere(state, who, vec![presence])
        }
        "facing" => facing(state, who, reader)?,
        "watch" => vec![Fact::Watches(who, notation::watch(reader)?)],
        "posture" => conditions::posture(state, who, reader)?,
        "gait" => vec![Fact::Gait(who, reader.one_of("gait", GAITS)?)],
        "unconscious" => unconscious(state, who, reader)?,
        "used" => used(state, who, reader)?,
        "submits" => vec![Fact::Submits(who, reader.other_or_none(who)?)],
        "conditions" => changed(state, who, reader)?,
        "course" => {
            reader.expect("none")?;
            vec![Fact::Course(who, None)]
        }
        "held" => vec![Fact::Item(reader.item(Wanted::Stored)?, Place::Held(who))],
        "worn" => vec![Fact::Item(reader.item(Wanted::Stored)?, Place::Worn(who))],
        "carried" => vec![Fact::Item(reader.item(Wanted::InUse)?, Place::Carried(who))],
        _ => {
            let known = NUMBERS
                .iter()
                .map(|(word, _)| *word)
                .chain(FLAGS.iter().map(|(word, _)| *word))
                .chain(OTHERS.iter().copied())
                .chain(ABILITIES.iter().copied());
            return Err(Unread::unknown("value that can be set", key, known));
        }
    })
}

/// A number that is so now, and what follows from it: no Stamina is unconsciousness (`stamina/zero-means-unconscious`).
fn pool(state: &State, who: CreatureId, number: Number, value: i16) -> Vec<Fact> {
    let set = Fact::Set(who, number, value);
    let body = state.body(who);
    let known = body.is_out_by(Cause::Stamina) || body.is_out_by(Cause::NonLethal);
    if number == Number::Stamina && value == 0 && alive(state, who) && !known {
        let mut facts = vec![set, Fact::Cause(who, Cause::Stamina, true)];
        facts.extend(conditions::knocked_out(state, who, true));
        return follows::befallen(state, who, facts);
    }
    follows::regained(state, who, (number, value), set)
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

/// A direction to look in, or a creature to look at and to keep an eye on.
fn facing(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let watch = notation::watch(reader)?;
    let heading = match watch {
        Watch::Heading(heading) => Some(heading),
        Watch::Creature(other) => {
            Heading::side_toward(state.grid().shape, state.space(who), state.space(other))
        }
    };
    let turns = heading.map(|heading| Fact::Turns(who, heading));
    Ok([Fact::Watches(who, watch)]
        .into_iter()
        .chain(turns)
        .collect())
}

/// Takes the place that is meant for a creature: on the floor there, unless a height is told.
fn meant(state: &State, who: CreatureId, reader: &mut Reader<'_, '_>) -> Result<Cell, Unread> {
    let has_height = |word: &str| word.matches(',').count() > 1;
    let is_told = reader.peek().is_some_and(has_height);
    let at = reader.cell_on(&state.cast.map)?;
    Ok(if is_told {
        at
    } else {
        on_floor(state, who, at)
    })
}

/// `stamina and sleep`, `none`: all reasons to be unconscious.
fn unconscious(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let mut causes = Vec::new();
    if !reader.take("none") {
        causes.push(reader.one_of("cause", CAUSES)?);
        while reader.take("and") {
            causes.push(reader.one_of("cause", CAUSES)?);
        }
    }
    let mut facts: Vec<Fact> = Cause::ALL
        .into_iter()
        .map(|cause| (cause, causes.contains(&cause)))
        .filter(|(cause, out)| state.body(who).is_out_by(*cause) != *out)
        .map(|(cause, out)| Fact::Cause(who, cause, out))
        .collect();
    facts.extend(conditions::knocked_out(state, who, !causes.is_empty()));
    Ok(follows::befallen(state, who, facts))
}

/// `second wind and mire`, `none`: all powers that are used up.
fn used(state: &State, who: CreatureId, reader: &mut Reader<'_, '_>) -> Result<Vec<Fact>, Unread> {
    let mut powers = Vec::new();
    if !reader.take("none") {
        powers.push(notation::power(reader)?);
        while reader.take("and") {
            powers.push(notation::power(reader)?);
        }
    }
    let before = &state.body(who).used;
    let again = before
        .iter()
        .filter(|power| !powers.contains(power))
        .map(|power| Fact::Used(who, *power, false));
    let spent = powers
        .iter()
        .filter(|power| !before.contains(power))
        .map(|power| Fact::Used(who, *power, true));
    Ok(again.chain(spent).collect())
}

/// `+prone`, `-prone`.
fn changed(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Fact>, Unread> {
    let rest = reader.rest();
    if let Some(gained) = rest.strip_prefix('+') {
        reader.jump_to(gained);
        conditions::gains(state, who, reader)
    } else if let Some(lost) = rest.strip_prefix('-') {
        reader.jump_to(lost);
        conditions::loses(state, who, reader)
    } else {
        Err(Unread::new("write `+` or `-` and a condition"))
    }
}
