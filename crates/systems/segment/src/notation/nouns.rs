//! The nouns of acts: creatures, items, weapons, powers, effects and places to aim at.

use affray_kernel::CreatureId;
use affray_kernel::notation::{Nouns, Thing, Unread, Wanted, Whereabouts, closest};

use super::Reader;
use crate::act::Location;
use crate::rules::numbers::disabled_hands;
use crate::sheet::{Family, Sheet, Weapon};
use crate::state::{Arm, Item, ItemId, Maintained, Place, PowerId, State};

impl Nouns for State {
    affray_layout::names_by_sheets!();

    fn thing(&self, item: ItemId) -> Option<Thing<'_>> {
        let at = self.items.get(usize::from(item.0))?;
        let place = match at.place {
            Place::Held(who, _) => Whereabouts::Held(who),
            Place::Worn(who) => Whereabouts::Worn(who),
            Place::Carried(who) => Whereabouts::Carried(who),
            Place::Ground(_) => Whereabouts::Lying,
            Place::Nowhere => Whereabouts::Gone,
        };
        Some(Thing {
            name: self.cast.kinds.get(usize::from(at.kind))?.name(),
            place,
            broken: at.broken,
            withstands: None,
        })
    }

    /// In which hand it is makes no difference, unless the arm is disabled (`damage-effects/disable`).
    fn are_alike(&self, one: ItemId, other: ItemId) -> bool {
        let but_for_hands = |id: ItemId| {
            let item = *self.items.get(usize::from(id.0))?;
            let place = match item.place {
                Place::Held(who, hands) => Place::Held(who, hands & disabled_hands(self, who)),
                elsewhere => elsewhere,
            };
            Some(Item { place, ..item })
        };
        but_for_hands(one) == but_for_hands(other)
    }
}

/// What an attack is made with by its name, before it is said how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tool {
    /// A weapon.
    Weapon(Arm),
    /// A spell, psionic or priestly skill.
    Power(PowerId),
}

/// A creature's sheet, where there is such a creature.
pub(super) fn sheet(state: &State, who: CreatureId) -> Option<&Sheet> {
    state.cast.sheets.get(who.index())
}

/// The weapon that somebody strikes with, where there is one.
pub(super) fn weapon(state: &State, who: Option<CreatureId>, arm: Arm) -> Option<&Weapon> {
    match arm {
        Arm::Item(item) => {
            let item = state.items.get(usize::from(item.0))?;
            state.cast.kinds.get(usize::from(item.kind))?.weapon()
        }
        Arm::Natural(number) => sheet(state, who?)?.natural.get(usize::from(number)),
    }
}

/// Takes a weapon; `unarmed` is the first punch or kick of whoever has none of that name.
pub(crate) fn arm(reader: &mut Reader<'_, '_>) -> Result<Arm, Unread> {
    let mut ahead = reader.clone();
    let arm = reader.arm()?;
    let bare = ahead.take("unarmed") && ahead.rest() == reader.rest();
    let natural = reader.who.and_then(|who| sheet(reader.nouns, who));
    let natural = natural.map_or(&[][..], |sheet| &sheet.natural);
    let named = match arm {
        Arm::Natural(number) => natural.get(usize::from(number)),
        Arm::Item(_) => None,
    };
    match named {
        Some(weapon) if bare && !weapon.name.eq_ignore_ascii_case("unarmed") => {
            let mut all = (0..).zip(natural);
            all.find(|(_, weapon)| weapon.family == Family::Unarmed)
                .map(|(number, _)| Arm::Natural(number))
                .ok_or_else(|| Unread::new("no attack of that body is unarmed"))
        }
        _ => Ok(arm),
    }
}

/// Whether a power stands on a creature's sheet.
fn has_power(state: &State, who: CreatureId, power: u8) -> bool {
    let sheet = state.cast.sheets.get(who.index());
    sheet.is_some_and(|sheet| sheet.powers.contains(&power))
}

/// Takes the name of a spell, psionic or priestly skill.
pub(crate) fn power(reader: &mut Reader<'_, '_>) -> Result<PowerId, Unread> {
    let state = reader.nouns;
    let names = state.cast.powers.iter().map(|power| power.name.as_str());
    let has = |who, power: u8| has_power(state, who, power);
    reader.art("power", names, has).map(PowerId)
}

/// `power #2`: a power by its number where a weapon may stand as well.
fn numbered_power(reader: &mut Reader<'_, '_>) -> Option<PowerId> {
    let mut ahead = reader.clone();
    if !ahead.take("power") {
        return None;
    }
    if !ahead.peek()?.starts_with('#') {
        return None;
    }
    let power = power(&mut ahead).ok()?;
    *reader = ahead;
    Some(power)
}

/// Takes what an attack is made with: the longest name of a weapon or a power that stands here.
pub(crate) fn tool(reader: &mut Reader<'_, '_>) -> Result<Tool, Unread> {
    if let Some(power) = numbered_power(reader) {
        return Ok(Tool::Power(power));
    }
    let state = reader.nouns;
    let known = (0..=u8::MAX).zip(&state.cast.powers);
    let known = known.filter(|(power, _)| reader.knows_art(|who| has_power(state, who, *power)));
    let known: Vec<(u8, &str)> = known.map(|(power, own)| (power, &*own.name)).collect();
    let names = || known.iter().map(|(_, name)| *name);
    let mut as_power = reader.clone();
    let power = as_power.longest(names()).map(|place| known[place].0);
    let mut as_weapon = reader.clone();
    match (power, arm(&mut as_weapon)) {
        (Some(power), read) if read.is_err() || as_power.rest().len() < as_weapon.rest().len() => {
            *reader = as_power;
            Ok(Tool::Power(PowerId(power)))
        }
        (_, Ok(arm)) => {
            *reader = as_weapon;
            Ok(Tool::Weapon(arm))
        }
        (_, Err(_)) if reader.peek() == Some("?") => {
            let known = names().chain(reader.weapon_names());
            Err(Unread::unknown("weapon or power", "?", known))
        }
        (_, Err(error)) => {
            let known = names().chain(error.suggestion.as_deref());
            let suggestion = reader.peek().and_then(|word| closest(word, known));
            Err(Unread {
                suggestion,
                ..error
            })
        }
    }
}

/// Takes the place at which an attack on `target` is aimed: `left arm`, `part 3`, `vitals`, an item that it holds.
pub(crate) fn location(
    reader: &mut Reader<'_, '_>,
    target: CreatureId,
) -> Result<Location, Unread> {
    if let Some(part) = numbered_part(reader) {
        return Ok(Location::Part(part));
    }
    let mut as_part = reader.clone();
    let part = as_part.longest(part_names(reader.nouns, target));
    let part = part.and_then(|place| u8::try_from(place).ok());
    let mut as_item = reader.clone();
    let phrase = as_item.maybe_phrase();
    if let Some(part) = part
        && (phrase.is_none() || as_part.rest().len() <= as_item.rest().len())
    {
        *reader = as_part;
        return Ok(Location::Part(part));
    }
    if let Some(phrase) = phrase {
        *reader = as_item;
        let item = reader.settle(&phrase, Some(target), Wanted::InUse)?;
        return Ok(Location::Item(item));
    }
    if let Some(general) = reader.maybe_one_of(GENERAL) {
        return Ok(general);
    }
    let word = reader.need("a place to aim at")?;
    let state = reader.nouns;
    let held = state.held(target).map(|(item, _)| state.kind(item).name());
    let general = GENERAL.iter().map(|(word, _)| *word);
    let known = part_names(state, target).chain(held).chain(general);
    Err(Unread::unknown("place to aim at", word, known))
}

/// Places that everybody has.
const GENERAL: &[(&str, Location)] = &[
    ("torso", Location::Torso),
    ("vitals", Location::Vitals),
    ("vulnerability", Location::Vulnerability),
];

/// `part 3`: a part by its number.
fn numbered_part(reader: &mut Reader<'_, '_>) -> Option<u8> {
    let mut ahead = reader.clone();
    if !ahead.take("part") {
        return None;
    }
    let part = ahead.number("part").ok()?;
    *reader = ahead;
    Some(part)
}

fn part_names(state: &State, who: CreatureId) -> impl Iterator<Item = &str> {
    let sheet = sheet(state, who).into_iter();
    sheet
        .flat_map(|sheet| &sheet.parts)
        .map(|part| part.name.as_str())
}

/// Takes the name of a part of that creature's body.
pub(crate) fn part(reader: &mut Reader<'_, '_>, who: CreatureId) -> Result<u8, Unread> {
    let parts = &reader.nouns.sheet(who).parts;
    let names = parts.iter().map(|part| part.name.as_str());
    reader.listed("part of that body", names)
}

/// Takes a maintained effect by the name of its power, its number (`#3`), and perhaps on whom it is: the speaker's own first, and no other
/// where the speaker does not know of everything: who maintains what is not for everybody to know, and only one's own can be ended.
pub(crate) fn effect(reader: &mut Reader<'_, '_>) -> Result<u16, Unread> {
    if let Some(number) = reader.marked('#') {
        return Ok(number);
    }
    let state = reader.nouns;
    let power = power(reader)?;
    let on = if reader.take("on") {
        Some(reader.creature()?)
    } else {
        None
    };
    let is_known = |effect: &Maintained| reader.knows_everything() || Some(effect.by) == reader.who;
    let fits = |effect: &&Maintained| {
        effect.power == power && on.is_none_or(|on| effect.on == on) && is_known(effect)
    };
    let all: Vec<&Maintained> = state.effects.iter().filter(fits).collect();
    let own = all.iter().filter(|effect| Some(effect.by) == reader.who);
    let own: Vec<&Maintained> = own.copied().collect();
    let name = &state.power(power).name;
    match if own.is_empty() { &all[..] } else { &own[..] } {
        [] if reader.knows_everything() => {
            Err(Unread::new(format!("nobody maintains {name} there")))
        }
        [] => Err(Unread::new(format!("there is no {name} to end there"))),
        [effect] => Ok(effect.number),
        _ => Err(Unread::new(format!(
            "`{name}` can mean several effects: say on whom it is"
        ))),
    }
}
