//! What is impossible about a setup, whoever wrote it: a person, or a journal that somebody tampered with.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};
use affray_kernel::content::Fields;
use affray_kernel::grid::Map;
use affray_kernel::scenario::{Fault, MOST_CREATURES, MOST_THINGS, Part, name_faults, too_many};

use super::fields::{self, LAST_ROUND};
use super::place::place_faults;
use super::{GRID, Setup, Start, body};
use crate::content::Figures;
use crate::sheet::{Hands, ItemKind, Sheet, Style};
use crate::state::{Condition, GearId, Place, Presence, Running};

/// What creatures, things and their kinds, spells and fixtures are called, and those who have a condition.
pub(super) fn name(setup: &Setup, part: Part) -> Option<&str> {
    match part {
        Part::Creature(index) => Some(&setup.creatures.get(index)?.sheet.name),
        Part::Listed("kind", index) => Some(setup.kinds.get(index)?.name()),
        Part::Listed("spell", index) => Some(&setup.spells.get(index)?.name),
        Part::Listed("fixture", index) => Some(&setup.fixtures.get(index)?.name),
        Part::Listed("item", index) => {
            let kind = setup.items.get(index)?.kind;
            Some(setup.kinds.get(usize::from(kind))?.name())
        }
        Part::Listed("condition", index) => {
            let who = setup.conditions.get(index)?.on;
            Some(&setup.creatures.get(who.index())?.sheet.name)
        }
        _ => None,
    }
}

/// Everything impossible about a setup; where creatures stand is looked at if there is a map and all else is right.
pub(super) fn faults(setup: &Setup, map: Option<&Map>) -> Vec<Fault> {
    let mut faults = Vec::new();
    sizes(setup, &mut faults);
    // So many that looking at each might take for ever.
    if !faults.is_empty() {
        return faults;
    }
    let creatures = setup.creatures.iter();
    faults.extend(name_faults(creatures.map(|one| &*one.sheet.name)));
    faults.extend(whole(setup).about(Part::Whole));
    if let Some(start) = setup.start {
        faults.extend(self::start(setup, start).about(Part::Start));
    }
    for (index, kind) in setup.kinds.iter().enumerate() {
        faults.extend(self::kind(setup, kind).about(Part::Listed("kind", index)));
    }
    for (index, spell) in setup.spells.iter().enumerate() {
        let fields = fields::spell(spell);
        faults.extend(fields.about(Part::Listed("spell", index)));
    }
    for index in 0..setup.fixtures.len() {
        faults.extend(fixture(setup, index).about(Part::Listed("fixture", index)));
    }
    for (index, creature) in setup.creatures.iter().enumerate() {
        let part = Part::Creature(index);
        faults.extend(sheet(setup, &creature.sheet).about(part));
        faults.extend(body::faults(setup, index).about(part));
    }
    for index in 0..setup.items.len() {
        faults.extend(item(setup, index).about(Part::Listed("item", index)));
    }
    for (index, held) in setup.conditions.iter().enumerate() {
        faults.extend(condition(setup, held).about(Part::Listed("condition", index)));
    }
    for (index, running) in setup.running.iter().enumerate() {
        let twice = &setup.running[..index];
        let fields = self::running(setup, running, twice);
        faults.extend(fields.about(Part::Listed("running", index)));
    }
    let grid = setup.map.grid == GRID;
    if !grid {
        let message = "fights are on squares of 1 m (`space/grid`)";
        faults.push(Fault::new(Part::Map, "grid", message));
    }
    if let Some(map) = map
        && grid
        && faults
            .iter()
            .all(|fault| !fault.breaks(&["condition"], &[]))
    {
        place_faults(setup, map, &mut faults);
    }
    faults
}

fn sizes(setup: &Setup, faults: &mut Vec<Fault>) {
    let mut most = |what, count, most| faults.extend(too_many(what, count, most));
    most("sides", setup.sides.len(), 100);
    most("creatures", setup.creatures.len(), MOST_CREATURES);
    most("kinds of items", setup.kinds.len(), MOST_THINGS);
    most("items", setup.items.len(), MOST_THINGS);
    most("types of gear", setup.gear.len(), MOST_THINGS);
    most("spells", setup.spells.len(), 255);
    most("fixtures", setup.fixtures.len(), 255);
    most("conditions", setup.conditions.len(), MOST_THINGS);
    most("lasting spells", setup.running.len(), 1_000);
}

fn whole(setup: &Setup) -> Fields {
    let mut fields = fields::options(&setup.options);
    let Some(side) = setup.sneaking else {
        return fields;
    };
    if usize::from(side) >= setup.sides.len() {
        fields.add("sneaking", "there is no such side");
    }
    if setup.start.is_some() {
        let message = "surprise is determined before the first round (`combat-overview/steps`)";
        fields.add("sneaking", message);
    }
    fields
}

fn start(setup: &Setup, start: Start) -> Fields {
    let mut fields = Fields::default();
    fields.range("round", start.round, 1, LAST_ROUND);
    let Some(who) = start.turn else {
        if start.begun {
            fields.add("begun", "it is nobody's turn");
        }
        return fields;
    };
    let Some(creature) = setup.creatures.get(who.index()) else {
        fields.add("turn", "there is no such creature");
        return fields;
    };
    let name = &creature.sheet.name;
    if creature.body.presence != Presence::Here {
        fields.add("turn", format!("{name} is not there"));
    }
    if creature.body.health <= 0 || setup.has(who, Condition::Surprised) {
        let message = format!("the turn of {name} is skipped: it is unconscious or surprised");
        fields.add("turn", message);
    }
    fields
}

fn kind(setup: &Setup, kind: &ItemKind) -> Fields {
    let mut fields = fields::item_kind(kind);
    if let Err(message) = fields::name(kind.name()) {
        fields.add("name", message);
    }
    if let ItemKind::Gear(gear) = kind
        && gear
            .spell
            .is_some_and(|spell| usize::from(spell) >= setup.spells.len())
    {
        fields.add("spell", "there is no such spell");
    }
    fields
}

fn fixture(setup: &Setup, index: usize) -> Fields {
    let mut fields = Fields::default();
    let name = &setup.fixtures[index].name;
    if let Err(message) = fields::name(name) {
        fields.add("name", message);
    }
    let small = name.to_lowercase();
    let mut before = setup.fixtures[..index].iter();
    if before.any(|other| other.name.to_lowercase() == small) {
        fields.add(
            "name",
            format!("there is a fixture called `{name}` already"),
        );
    }
    fields
}

fn sheet(setup: &Setup, sheet: &Sheet) -> Fields {
    let mut fields = fields::figures(&Figures::of(sheet));
    if let Err(message) = fields::name(&sheet.name) {
        fields.add("name", message);
    }
    if usize::from(sheet.side) >= setup.sides.len() {
        fields.add("side", "there is no such side");
    }
    styles(setup, &sheet.styles, &mut fields);
    natural(sheet, &mut fields);
    if let Some(protection) = &sheet.natural_armor {
        fields.extend(fields::protection(protection).within("natural_armor", "armor"));
    }
    fields::wards(&mut fields, "resistances", &sheet.resistances);
    fields::wards(&mut fields, "vulnerabilities", &sheet.vulnerabilities);
    for perk in &sheet.perks {
        fields.extend(fields::perk(perk));
    }
    let known = |spell: &u8| usize::from(*spell) < setup.spells.len();
    if !sheet.spells.iter().all(known) {
        fields.add("spells", "there is no such spell");
    }
    fields
}

fn styles(setup: &Setup, styles: &[Style], fields: &mut Fields) {
    if !(1..=255).contains(&styles.len()) {
        let message = "a creature has 1 to 255 fighting styles (`multiple-styles/allowed`)";
        fields.add("styles", message);
        return;
    }
    let words = GearId::GENERAL.len() + setup.gear.len();
    for (index, style) in styles.iter().enumerate() {
        fields.extend(fields::style(style).within("styles", &style.name));
        if styles[..index].iter().any(|other| other.name == style.name) {
            let message = format!("there is a fighting style called `{}` already", style.name);
            fields.add("styles", message);
        }
        if style.gear.iter().any(|gear| usize::from(gear.0) >= words) {
            fields.add("styles", "there is no such type of gear");
        }
    }
}

/// Natural weapons; the bare hands of whoever has hands are the last (`fighting-style/unarmed`).
fn natural(sheet: &Sheet, fields: &mut Fields) {
    if sheet.natural.len() > 50 {
        fields.add("natural", "a creature has at most 50 natural weapons");
    }
    for natural in &sheet.natural {
        fields.extend(fields::natural_weapon(natural).within("natural", &natural.name));
    }
    let bare = sheet.natural.iter().position(|natural| natural.unarmed);
    let last = sheet.natural.len().checked_sub(1);
    let expected = last.filter(|_| sheet.hands > 0);
    if bare != expected || (sheet.hands > 0 && bare.is_none()) {
        let message = "whoever has hands strikes with them, after all natural weapons";
        fields.add("natural", message);
    }
}

fn item(setup: &Setup, index: usize) -> Fields {
    let item = &setup.items[index];
    let mut fields = Fields::default();
    let Some(kind) = setup.kinds.get(usize::from(item.kind)) else {
        fields.add("kind", "there is no such kind of item");
        return fields;
    };
    let load = kind.weapon().map_or(0, |weapon| weapon.load);
    if load == 0 && item.unloaded > 0 {
        fields.add("unloaded", "this is never loaded");
    } else {
        fields.range("unloaded", item.unloaded, 0, load.into());
    }
    let magic = matches!(kind, ItemKind::Gear(gear) if gear.spell.is_some());
    if item.uses.is_some() && !magic {
        fields.add("uses", "it has no magic to use");
    }
    let Some(who) = item.place.bearer() else {
        return fields;
    };
    if who.index() >= setup.creatures.len() {
        fields.add("place", "there is no such creature");
        return fields;
    }
    match item.place {
        Place::Held(_, hands) => held(setup, index, kind, (who, hands), &mut fields),
        Place::Worn(_) => worn(setup, index, kind, &mut fields),
        _ => {}
    }
    fields
}

/// Hands of a creature that are taken by items before the one of that number.
fn taken(setup: &Setup, before: usize, who: CreatureId) -> u32 {
    let hands = setup.items[..before].iter().map(|item| match item.place {
        Place::Held(by, hands) if by == who => u32::from(hands),
        _ => 0,
    });
    hands.sum()
}

/// Whether an item is in as many hands as it takes, and there are so many (`character-stats/hands`).
fn held(
    setup: &Setup,
    index: usize,
    kind: &ItemKind,
    (who, hands): (CreatureId, u8),
    fields: &mut Fields,
) {
    let sheet = &setup.creatures[who.index()].sheet;
    let (name, thing) = (&sheet.name, kind.name());
    if kind.hands() == 0 {
        fields.add("place", format!("the {thing} is worn, not held"));
        return;
    }
    let versatile = kind
        .weapon()
        .is_some_and(|weapon| weapon.hands == Hands::Versatile);
    let most = if versatile { 2 } else { kind.hands() };
    if !(kind.hands()..=most).contains(&hands) {
        let message = match most {
            1 => format!("the {thing} is held in one hand"),
            _ if versatile => format!("the {thing} is held in one hand or in two"),
            most => format!("the {thing} is held in {most} hands"),
        };
        fields.add("hands", message);
    } else if taken(setup, index, who) + u32::from(hands) > u32::from(sheet.hands) {
        let count = sheet.hands;
        let message = match count {
            1 => format!("the {thing} does not fit into the one hand of {name}"),
            _ => format!("the {thing} does not fit into the {count} hands of {name}"),
        };
        fields.add("place", message);
    }
}

fn worn(setup: &Setup, index: usize, kind: &ItemKind, fields: &mut Fields) {
    let trinket = matches!(kind, ItemKind::Gear(gear) if gear.hands == 0);
    if kind.armor().is_none() {
        if !trinket {
            let message = format!("the {} is nothing to wear", kind.name());
            fields.add("place", message);
        }
        return;
    }
    let place = setup.items[index].place;
    let mut before = setup.items[..index].iter();
    let is_armor = |kind: u16| {
        let kind = setup.kinds.get(usize::from(kind));
        kind.is_some_and(|kind| kind.armor().is_some())
    };
    if before.any(|item| item.place == place && is_armor(item.kind)) {
        fields.add("place", "only one armor can be worn");
    }
}

fn condition(setup: &Setup, held: &Held<Condition>) -> Fields {
    let mut fields = Fields::default();
    let exists = |who: CreatureId| who.index() < setup.creatures.len();
    let all = [Some(held.on), held.toward, held.cause];
    if !all.into_iter().flatten().all(exists) {
        fields.add("", "there is no such creature");
        return fields;
    }
    toward(setup, held, &mut fields);
    let until = match held.kind {
        Condition::Surprised => Until::Round(1),
        _ => Until::Cleared,
    };
    if held.until != until {
        fields.add("", "this end can never come");
    }
    if held.kind == Condition::Surprised && setup.round() > 1 {
        let message = "surprise ends with the first round (`combat-overview/surprise-duration`)";
        fields.add("", message);
    }
    if held.kind == Condition::Dead && !setup.options.dying {
        let message = "nobody dies unless the switch `dying` is on (`damage-pipeline/death`)";
        fields.add("", message);
    }
    if held.parent.is_some() || held.amount != 0 || held.cause != held.toward {
        fields.add("", "no condition or creature besides imposes this one");
    }
    fields
}

/// Toward whom a condition holds.
fn toward(setup: &Setup, held: &Held<Condition>, fields: &mut Fields) {
    let sheet = |who: CreatureId| &setup.creatures[who.index()].sheet;
    let name = &sheet(held.on).name;
    match (held.kind, held.toward) {
        (Condition::Hidden | Condition::Grappled, Some(other)) if other == held.on => {
            fields.add("toward", "this holds toward another creature");
        }
        (Condition::Hidden, None) => {
            fields.add("toward", "say from whom it is hidden");
        }
        (Condition::Grappled, by) => {
            if sheet(held.on).traits.cannot_be_grappled {
                fields.add("", format!("{name} cannot be grappled"));
            }
            if let Some(by) = by {
                captor(setup, by, fields);
            }
        }
        (Condition::Hidden, Some(_)) | (_, None) => {}
        (_, Some(_)) => fields.add("toward", "this condition holds toward nobody"),
    }
}

/// Whether somebody can hold those whom it is said to hold (`primary-actions/grapple-free-hand`).
fn captor(setup: &Setup, by: CreatureId, fields: &mut Fields) {
    let creature = &setup.creatures[by.index()];
    let name = &creature.sheet.name;
    if creature.body.health <= 0 {
        fields.add("toward", format!("{name} is unconscious and holds nobody"));
    }
    let grappled = setup
        .conditions
        .iter()
        .filter(|held| held.kind == Condition::Grappled && held.toward == Some(by));
    let needed = taken(setup, setup.items.len(), by) + grappled.count() as u32;
    // Whoever has no hands holds others with something else.
    if creature.sheet.hands > 0 && needed > u32::from(creature.sheet.hands) {
        fields.add("toward", format!("{name} has no free hand for this"));
    }
}

fn running(setup: &Setup, running: &Running, before: &[Running]) -> Fields {
    let mut fields = Fields::default();
    if running.on.index() >= setup.creatures.len() {
        fields.add("", "there is no such creature");
    }
    let spell = setup.spells.get(usize::from(running.spell.0));
    let effect = spell.and_then(|spell| spell.effect.as_ref());
    if !effect.is_some_and(|effect| effect.lasts()) {
        fields.add("spell", "this is no spell that lasts");
    }
    fields.range("left", running.left, 1, 2);
    let mut before = before.iter();
    if before.any(|other| (other.on, other.spell) == (running.on, running.spell)) {
        fields.add("spell", "a spell is on a creature once");
    }
    fields
}
