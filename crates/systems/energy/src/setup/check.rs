//! What is impossible about a setup, whoever wrote it: a person, or a journal that somebody tampered with.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};
use affray_kernel::content::Fields;
use affray_kernel::grid::Map;
use affray_kernel::scenario::{Fault, MOST_CREATURES, Part, name_faults, too_many};

use super::bounds::START;
use super::fields::{self, LAST_ROUND};
use super::place::place_faults;
use super::{Setup, body};
use crate::content::Figures;
use crate::rules::conditions::{UNHINDERED, daughter};
use crate::rules::draw_weight;
use crate::rules::zones::{GROUND, source_of};
use crate::sheet::{ItemKind, Sheet, Working};
use crate::state::{Condition, Place};

/// The most items, kinds of items, conditions, zones or owed answers.
pub(super) const MOST_THINGS: usize = 10_000;

/// What creatures, kinds of items and powers are called.
pub(super) fn name(setup: &Setup, part: Part) -> Option<&str> {
    match part {
        Part::Creature(index) => Some(&setup.creatures.get(index)?.sheet.name),
        Part::Listed("kind", index) => Some(setup.kinds.get(index)?.name()),
        Part::Listed("power", index) => Some(&setup.powers.get(index)?.name),
        Part::Listed("item", index) => {
            let kind = setup.items.get(index)?.kind;
            Some(setup.kinds.get(usize::from(kind))?.name())
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
    faults.extend(fields::options(&setup.options).about(Part::Whole));
    if let Some(start) = setup.start {
        let mut fields = Fields::default();
        fields.number(START, "round", start.round);
        fields.number(START, "idle", start.idle);
        faults.extend(fields.about(Part::Start));
    }
    for (index, kind) in setup.kinds.iter().enumerate() {
        faults.extend(self::kind(setup, kind).about(Part::Listed("kind", index)));
    }
    for (index, power) in setup.powers.iter().enumerate() {
        faults.extend(fields::power(power).about(Part::Listed("power", index)));
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
    for index in 0..setup.zones.len() {
        faults.extend(zone(setup, index).about(Part::Listed("zone", index)));
    }
    for index in 0..setup.owed.len() {
        faults.extend(owed(setup, index).about(Part::Listed("owed", index)));
    }
    if let Some(map) = map
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
    most("powers", setup.powers.len(), 250);
    most("conditions", setup.conditions.len(), MOST_THINGS);
    most("zones", setup.zones.len(), MOST_THINGS);
    most("answers that are owed", setup.owed.len(), MOST_THINGS);
}

fn kind(setup: &Setup, kind: &ItemKind) -> Fields {
    let mut fields = fields::item_kind(kind);
    if let Err(message) = fields::name(kind.name()) {
        fields.add("name", message);
    }
    if let ItemKind::Gear(gear) = kind
        && let Some(power) = &gear.power
        && !setup.powers.iter().any(|known| known.name == *power)
    {
        fields.add("power", "there is no such power");
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
    if sheet.natural.is_empty() || sheet.natural.len() > 50 {
        let message = "a creature has 1 to 50 natural weapons, the bare body included";
        fields.add("natural", message);
    }
    for natural in &sheet.natural {
        let faults = fields::natural_weapon(natural);
        fields.extend(faults.within("natural", &natural.name));
    }
    let known = |power: &u8| usize::from(*power) < setup.powers.len();
    if !sheet.powers.iter().all(known) {
        fields.add("powers", "there is no such power");
    }
    fields::named(&mut fields, &sheet.named);
    for (field, count) in [
        ("resistances", sheet.resistances.len()),
        ("weaknesses", sheet.weaknesses.len()),
        ("attack_abilities", sheet.attack_abilities.len()),
        ("damage_abilities", sheet.damage_abilities.len()),
        ("advantages", sheet.advantages.len()),
    ] {
        if count > 50 {
            fields.add(field, "these are too many");
        }
    }
    fields
}

fn item(setup: &Setup, index: usize) -> Fields {
    let item = &setup.items[index];
    let mut fields = Fields::default();
    let Some(kind) = setup.kinds.get(usize::from(item.kind)) else {
        fields.add("kind", "there is no such kind of item");
        return fields;
    };
    fields.range("draw", item.draw, 0, draw_weight::HIGHEST as i64);
    fields.extend(fields::pick_up(item.pick_up));
    let shooting = kind.weapon().and_then(|weapon| weapon.shooting);
    if item.loaded && shooting.is_none_or(|shooting| shooting.load_energy == 0) {
        fields.add("loaded", "this is never loaded");
    }
    if item.left.is_some() && shooting.is_none() {
        fields.add("left", "this shoots no missiles");
    }
    if item.loaded && item.left == Some(0) {
        fields.add("loaded", "what is loaded has one missile left at least");
    }
    if item.broken && !matches!(kind, ItemKind::Armor(_) | ItemKind::Shield(_)) {
        fields.add("broken", "only armour and shields can be Broken");
    }
    let Some(who) = item.place.bearer() else {
        return fields;
    };
    let Some(bearer) = setup.creatures.get(who.index()) else {
        fields.add("place", "there is no such creature");
        return fields;
    };
    // Each of the items before this one left it less room.
    let alike = setup.items[..=index]
        .iter()
        .filter(|other| other.place == item.place)
        .filter_map(|other| setup.kinds.get(usize::from(other.kind)));
    let (name, thing) = (&bearer.sheet.name, kind.name());
    match item.place {
        Place::Held(_) => {
            let needed: u32 = alike.map(|kind| u32::from(kind.hands())).sum();
            let hands = bearer.sheet.hands;
            if needed > u32::from(hands) {
                let message = format!("the {thing} does not fit into the {hands} hands of {name}");
                fields.add("place", message);
            }
            let out = setup.has(who, Condition::Unconscious) || setup.has(who, Condition::Dead);
            if out && !kind.shield().is_some_and(|shield| shield.strapped) {
                let message = format!("{name} is unconscious or dead and holds no {thing}");
                fields.add("place", message);
            }
        }
        Place::Worn(_) if kind.armor().is_none() => {
            fields.add("place", format!("the {thing} is no armour to wear"));
        }
        Place::Worn(_) if alike.filter(|kind| kind.armor().is_some()).count() > 1 => {
            fields.add("place", "only one armour can be worn");
        }
        _ => {}
    }
    fields
}

fn condition(setup: &Setup, held: &Held<Condition>) -> Fields {
    let mut fields = Fields::default();
    let exists = |who: CreatureId| who.index() < setup.creatures.len();
    let all = [Some(held.on), held.toward, held.cause];
    if !all.into_iter().flatten().all(exists) {
        fields.add("", "there is no such creature");
        return fields;
    }
    match held.until {
        Until::Cleared => {}
        Until::Round(round) => {
            fields.range("rounds", round, setup.round().into(), LAST_ROUND * 2);
        }
        _ => fields.add("rounds", "this end can never come"),
    }
    family(setup, held, &mut fields);
    let other = held.toward.filter(|other| *other != held.on);
    match (held.kind, other) {
        (Condition::Restrained, None) if held.toward.is_none() => {
            fields.range("amount", held.amount, 1, 200);
        }
        (Condition::Restrained, Some(captor)) => {
            fields.range("amount", held.amount, 0, 0);
            if !knows(setup, captor, Condition::Restraining, held.on) {
                fields.add("toward", "whoever holds somebody is Restraining");
            }
        }
        (Condition::Restraining, Some(captive)) => {
            fields.range("amount", held.amount, 0, UNHINDERED.into());
            if !knows(setup, captive, Condition::Restrained, held.on) {
                fields.add("toward", "whoever is held is Restrained");
            }
            if let Some(message) = holds_nobody(setup, held.on) {
                fields.add("toward", message);
            }
        }
        (Condition::Unaware, Some(_)) => fields.range("amount", held.amount, 0, 0),
        (Condition::Restrained | Condition::Restraining | Condition::Unaware, None) => {
            let message = "this condition holds toward another creature: say which";
            fields.add("toward", message);
        }
        _ => {
            if held.toward.is_some() {
                fields.add("toward", "this condition holds toward nobody");
            }
            let made = |source| setup.zones.iter().any(|zone| zone.number == source);
            if !source_of(held).is_none_or(|source| source == GROUND || made(source)) {
                fields.add("amount", "nothing on the map imposes this");
            }
        }
    }
    if held.kind == Condition::Unconscious && setup.creatures[held.on.index()].body.causes == 0 {
        let message = "say why it is unconscious: `unconscious = [\"sleep\"]`, or stamina, non-lethal or death";
        fields.add("kind", message);
    }
    fields
}

/// Why a creature cannot hold anybody (`maneuvers/restrain-ends`).
fn holds_nobody(setup: &Setup, who: CreatureId) -> Option<&'static str> {
    let out = [Condition::Unconscious, Condition::Helpless, Condition::Dead];
    if out.into_iter().any(|kind| setup.has(who, kind)) {
        return Some("whoever is unconscious, helpless or dead holds nobody");
    }
    let held = setup.has(who, Condition::Restrained);
    held.then_some("whoever is Restrained holds nobody")
}

fn knows(setup: &Setup, who: CreatureId, kind: Condition, toward: CreatureId) -> bool {
    let mut held = setup.conditions.iter();
    held.any(|held| held.on == who && held.kind == kind && held.toward == Some(toward))
}

/// Daughters stand with their parents (`conditions/daughter-conditions`).
fn family(setup: &Setup, held: &Held<Condition>, fields: &mut Fields) {
    if let Some(parent) = held.parent
        && (daughter(parent) != Some(held.kind) || !setup.has(held.on, parent))
    {
        fields.add("", "a condition is imposed by one that does not impose it");
    }
    let unhindered = held.kind == Condition::Restraining && held.amount == UNHINDERED;
    let Some(imposed) = daughter(held.kind).filter(|_| !unhindered) else {
        return;
    };
    let mut own = setup.conditions.iter().filter(|other| other.on == held.on);
    if !own.any(|other| other.kind == imposed && other.parent == Some(held.kind)) {
        fields.add("", "a condition comes with the one that it imposes");
    }
}

fn zone(setup: &Setup, index: usize) -> Fields {
    let zone = &setup.zones[index];
    let mut fields = Fields::default();
    let power = setup.powers.get(usize::from(zone.power.0));
    if !power.is_some_and(|power| matches!(power.works, Working::Zone { .. })) {
        fields.add("power", "this is no power that makes a zone");
    }
    if zone.by.index() >= setup.creatures.len() {
        fields.add("by", "there is no such creature");
    }
    fields.range("until", zone.until, setup.round().into(), LAST_ROUND * 2);
    let mut others = setup.zones[..index].iter();
    if zone.number == 0 || others.any(|other| other.number == zone.number) {
        let message = "zones are numbered from 1, each with its own number";
        fields.add("", message);
    }
    fields
}

fn owed(setup: &Setup, index: usize) -> Fields {
    let (attacker, target) = setup.owed[index];
    let mut fields = Fields::default();
    if attacker.index().max(target.index()) >= setup.creatures.len() {
        fields.add("", "there is no such creature");
    }
    if attacker == target {
        fields.add("", "nobody owes itself an answer");
    }
    if index > 0 && setup.owed[index - 1] >= setup.owed[index] {
        fields.add("", "what is owed is listed in order");
    }
    fields
}
