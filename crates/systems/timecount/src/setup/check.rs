//! What is impossible about a setup, whoever wrote it: a person, or a journal that somebody tampered with.

use affray_kernel::CreatureId;
use affray_kernel::condition::Until;
use affray_kernel::content::Fields;
use affray_kernel::grid::Map;
use affray_kernel::scenario::{Fault, MOST_CREATURES, MOST_THINGS, Part, name_faults, too_many};

use super::fields::{self, LAST_COUNT};
use super::place::place_faults;
use super::{Setup, body};
use crate::content::Figures;
use crate::rules::numbers::PETRIFIED;
use crate::sheet::{Control, Flight, Handling, ItemKind, Sheet, SpeedFactors};
use crate::state::{Condition, NEVER, PendingHarm, Place, Presence};

/// What creatures, kinds of items and spells are called.
pub(super) fn name(setup: &Setup, part: Part) -> Option<&str> {
    match part {
        Part::Creature(index) => Some(&setup.creatures.get(index)?.sheet.name),
        Part::Listed("kind", index) => Some(setup.kinds.get(index)?.name()),
        Part::Listed("spell", index) => Some(&setup.spells.get(index)?.name),
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
    if let Some(start) = setup.start {
        let mut fields = Fields::default();
        fields.range("count", start, 0, LAST_COUNT);
        faults.extend(fields.about(Part::Start));
    }
    for (index, kind) in setup.kinds.iter().enumerate() {
        faults.extend(fields::item_kind(kind).about(Part::Listed("kind", index)));
    }
    for (index, spell) in setup.spells.iter().enumerate() {
        faults.extend(fields::spell(spell).about(Part::Listed("spell", index)));
    }
    for (index, creature) in setup.creatures.iter().enumerate() {
        let part = Part::Creature(index);
        faults.extend(sheet(setup, &creature.sheet).about(part));
        faults.extend(body::faults(setup, index).about(part));
    }
    for index in 0..setup.items.len() {
        faults.extend(item(setup, index).about(Part::Listed("item", index)));
    }
    conditions(setup, &mut faults);
    active(setup, &mut faults);
    pending(setup, &mut faults);
    if let Some(map) = map
        && faults
            .iter()
            .all(|fault| !fault.breaks(&["condition"], &["mount"]))
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
    most("spells", setup.spells.len(), 250);
    most("conditions", setup.conditions.len(), MOST_THINGS);
    most("active spells", setup.active.len(), 1000);
    most("things pending", setup.pending.len(), MOST_THINGS);
}

fn sheet(setup: &Setup, sheet: &Sheet) -> Fields {
    let mut fields = fields::figures(&Figures::of(sheet));
    if let Err(message) = fields::name(&sheet.name) {
        fields.add("name", message);
    }
    if usize::from(sheet.side) >= setup.sides.len() {
        fields.add("side", "there is no such side");
    }
    let is_player_character = sheet.control == Control::PlayerCharacter;
    if is_player_character && sheet.speed_factors == SpeedFactors::Static {
        let message = "the Speed Factors of a player character are rolled";
        fields.add("speed_factors", message);
    }
    if sheet.natural.is_empty() || sheet.natural.len() > 50 {
        let message = "a creature has 1 to 50 natural weapons, the unarmed strike included";
        fields.add("natural", message);
    }
    for natural in &sheet.natural {
        fields.extend(fields::weapon(natural).within("natural", &natural.name));
        if natural.handling != Handling::Body {
            let message = format!("{}: a natural weapon is part of the body", natural.name);
            fields.add("natural", message);
        }
    }
    let known = |spell: &u8| usize::from(*spell) < setup.spells.len();
    if !sheet.spells.iter().all(known) {
        fields.add("spells", "there is no such spell");
    }
    if let Some(regeneration) = &sheet.regeneration {
        fields.extend(fields::regeneration(regeneration));
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
    fields.range("durability", item.durability, 0, 100);
    if item.left.is_some() && !is_counted(kind) {
        fields.add("left", "of this nothing is used up");
    }
    if item.lit && !kind.weapon().is_some_and(|weapon| weapon.torch) {
        fields.add("lit", "this is no torch (`actions/light-torch`)");
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
    match item.place {
        Place::Held(_) => {
            let hands: u32 = alike.map(|kind| u32::from(kind.hands())).sum();
            if hands > u32::from(bearer.sheet.hands) {
                let (name, hands) = (&bearer.sheet.name, bearer.sheet.hands);
                let message = format!(
                    "the {} does not fit into the {hands} hands of {name}",
                    kind.name()
                );
                fields.add("place", message);
            }
        }
        Place::Worn(_) if !matches!(kind, ItemKind::Armor(_)) => {
            fields.add("place", format!("the {} is no armor to wear", kind.name()));
        }
        Place::Worn(_)
            if alike
                .filter(|kind| matches!(kind, ItemKind::Armor(_)))
                .count()
                > 1 =>
        {
            fields.add("place", "only one armor can be worn");
        }
        _ => {}
    }
    fields
}

/// Whether something is used up with a kind of item that can be counted: missiles, or the uses of gear (`actions/activate-item`).
fn is_counted(kind: &ItemKind) -> bool {
    match kind {
        ItemKind::Weapon(weapon) => weapon
            .ranged
            .is_some_and(|ranged| ranged.flight != Flight::Thrown),
        ItemKind::Gear(_) => true,
        ItemKind::Armor(_) | ItemKind::Shield(_) => false,
    }
}

fn conditions(setup: &Setup, faults: &mut Vec<Fault>) {
    let exists = |who: CreatureId| who.index() < setup.creatures.len();
    for (index, held) in setup.conditions.iter().enumerate() {
        let mut fields = Fields::default();
        let anchor = match held.until {
            Until::TurnStart(anchor, 1..) | Until::TurnEnd(anchor, 1..) => Some(anchor),
            Until::At(count) if count > setup.now() => None,
            Until::Cleared => None,
            _ => {
                fields.add("until", "this end would be over already, or can never come");
                None
            }
        };
        let all = [Some(held.on), held.toward, held.cause, anchor];
        if !all.into_iter().flatten().all(exists) {
            fields.add("", "there is no such creature");
        }
        let of_two = matches!(
            held.kind,
            Condition::Grabbed
                | Condition::DistractedAttack
                | Condition::DistractedDefense
                | Condition::Feinting
        );
        if of_two && held.toward.is_none_or(|toward| toward == held.on) {
            let message = "this condition holds toward another creature: say which";
            fields.add("toward", message);
        } else if held.kind == Condition::Grabbed
            && held
                .toward
                .is_some_and(|grabber| holds_nobody(setup, grabber))
        {
            let message = "whoever is dead, unconscious, asleep, bound, stone or gone holds nobody";
            fields.add("toward", message);
        }
        let holds_the_living = matches!(
            held.kind,
            Condition::Grabbed | Condition::Netted | Condition::Burning
        );
        if holds_the_living && is_dead(setup, held.on) {
            let message = "the dead are held by nobody, lie in no net and burn no more";
            fields.add("kind", message);
        }
        if held.kind == Condition::Hiding && is_in_the_fight(setup, held.on) {
            fields.add("kind", "one hides before the first count only");
        }
        match held.kind {
            Condition::Grabbed => fields.range("amount", held.amount, 0, 3),
            Condition::Shaken => fields.range("amount", held.amount, -100, -1),
            Condition::Feinting => fields.range("amount", held.amount, -1000, 1000),
            _ if held.amount != 0 => fields.add("amount", "this condition has no number"),
            _ => {}
        }
        faults.extend(fields.about(Part::Listed("condition", index)));
    }
}

fn is_dead(setup: &Setup, who: CreatureId) -> bool {
    let mut held = setup.conditions.iter();
    held.any(|held| held.on == who && held.kind == Condition::Dead)
}

/// Whether a creature has its turns already: later nobody hides (`surprise/determine`).
fn is_in_the_fight(setup: &Setup, who: CreatureId) -> bool {
    let creature = setup.creatures.get(who.index());
    setup.start.is_some() && creature.is_some_and(|creature| creature.body.next != NEVER)
}

/// Whether a creature cannot hold anybody, whatever its paralysis (`conditions/helpless`).
fn holds_nobody(setup: &Setup, who: CreatureId) -> bool {
    let Some(creature) = setup.creatures.get(who.index()) else {
        return false;
    };
    let is_helpless = |kind| {
        matches!(
            kind,
            Condition::Dead | Condition::Unconscious | Condition::Asleep | Condition::Bound
        )
    };
    let mut held = setup.conditions.iter();
    creature.body.presence != Presence::Here
        || creature.body.petrification >= PETRIFIED
        || held.any(|held| held.on == who && is_helpless(held.kind))
}

fn active(setup: &Setup, faults: &mut Vec<Fault>) {
    for (index, active) in setup.active.iter().enumerate() {
        let mut fields = Fields::default();
        if usize::from(active.spell.0) >= setup.spells.len() {
            fields.add("spell", "there is no such spell");
        }
        if active.caster.index() >= setup.creatures.len() {
            fields.add("caster", "there is no such creature");
        }
        count(&mut fields, "until", active.until, setup.now() + 1);
        let mut others = setup.active[..index].iter();
        if active.number == 0 || others.any(|other| other.number == active.number) {
            let message = "active spells are numbered from 1, each with its own number";
            fields.add("", message);
        }
        faults.extend(fields.about(Part::Listed("active spell", index)));
    }
}

fn pending(setup: &Setup, faults: &mut Vec<Fault>) {
    for (index, pending) in setup.pending.iter().enumerate() {
        let mut fields = Fields::default();
        if pending.on.index() >= setup.creatures.len() {
            fields.add("", "there is no such creature");
        }
        fields.range("at", pending.at, setup.now().into(), LAST_COUNT * 2);
        match pending.what {
            PendingHarm::Poison(points, _) => fields.range("amount", points, 0, 400),
            PendingHarm::PoisonDice(dice, sides, bonus, _) => {
                fields.range("amount", dice, 1, 40);
                fields.range("amount", sides, 2, 100);
                fields.range("amount", bonus, -100, 200);
            }
            PendingHarm::Fire => {}
        }
        faults.extend(fields.about(Part::Listed("pending", index)));
    }
}

/// A count lies at `least` or later, or never comes.
pub(super) fn count(fields: &mut Fields, field: &'static str, count: u32, least: u32) {
    if count != NEVER {
        fields.range(field, count, least.into(), LAST_COUNT * 2);
    }
}
