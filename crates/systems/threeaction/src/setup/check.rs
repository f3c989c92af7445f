//! What is impossible about a setup, whoever wrote it: a person, or a journal that somebody tampered with.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};
use affray_kernel::content::Fields;
use affray_kernel::grid::Map;
use affray_kernel::scenario::{Fault, MOST_THINGS, Part, name_faults, too_many};

use super::super::content::Figures;
use super::super::rules::numbers::bearer;
use super::super::sheet::{ItemKind, Sheet, Use};
use super::super::state::{Condition, Place, Presence};
use super::bounds::{DRIFT, SITUATION, START};
use super::conditions::NO_AMOUNT;
use super::fields::{self, MOST_DC, components};
use super::place::place_faults;
use super::{CreatureSetup, ItemSetup, Setup};

/// The most creatures with all that may be summoned: the order of Turns counts in bytes.
const MOST_BODIES: usize = 250;

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
    counts(setup, &mut faults);
    // So many that looking at each might take for ever.
    if !faults.is_empty() {
        return faults;
    }
    names(setup, &mut faults);
    for (index, kind) in setup.kinds.iter().enumerate() {
        faults.extend(fields::item_kind(kind).about(Part::Listed("kind", index)));
    }
    for (index, spell) in setup.spells.iter().enumerate() {
        faults.extend(fields::spell(spell).about(Part::Listed("spell", index)));
    }
    for (index, creature) in setup.creatures.iter().enumerate() {
        let part = Part::Creature(index);
        faults.extend(sheet(setup, &creature.sheet).about(part));
        faults.extend(body(setup, index, creature).about(part));
    }
    for index in 0..setup.items.len() {
        faults.extend(item(setup, index).about(Part::Listed("item", index)));
    }
    conditions(setup, &mut faults);
    running(setup, &mut faults);
    start(setup, &mut faults);
    if let Some(map) = map
        && faults
            .iter()
            .all(|fault| !fault.breaks(&["condition", "running spell"], &["mount"]))
    {
        place_faults(setup, map, &mut faults);
    }
    faults
}

fn counts(setup: &Setup, faults: &mut Vec<Fault>) {
    let mut most = |what, count, most| faults.extend(too_many(what, count, most));
    most("sides", setup.sides.len(), 100);
    let bodies = setup.creatures.len();
    most("creatures, with those to be summoned,", bodies, MOST_BODIES);
    most("kinds of items", setup.kinds.len(), MOST_THINGS);
    most("items", setup.items.len(), MOST_THINGS);
    most("spells", setup.spells.len(), 250);
    most("conditions", setup.conditions.len(), MOST_THINGS);
    most("poisons", setup.doses.len(), MOST_THINGS);
    most("running spells", setup.running.len(), 1000);
    most("tasks", setup.tasks.len(), 250);
}

fn names(setup: &Setup, faults: &mut Vec<Fault>) {
    let creatures = setup.creatures.iter();
    faults.extend(name_faults(creatures.map(|one| &*one.sheet.name)));
    if setup.tasks.iter().any(|(_, actions)| *actions == 0) {
        let message = "a task takes at least one Action";
        faults.push(Fault::new(Part::Whole, "task", message));
    }
}

fn sheet(setup: &Setup, sheet: &Sheet) -> Fields {
    let mut fields = fields::figures(&Figures::of(sheet));
    if let Err(message) = fields::name(&sheet.name) {
        fields.add("name", message);
    }
    if usize::from(sheet.side) >= setup.sides.len() {
        fields.add("side", "there is no such side");
    }
    match sheet.owner.map(|owner| setup.creatures.get(owner.index())) {
        Some(None) => fields.add("owner", "there is no such creature"),
        Some(Some(owner)) if owner.sheet.owner.is_some() => {
            fields.add("owner", "a creature with an owner cannot own another");
        }
        Some(Some(owner)) if owner.sheet.side != sheet.side => {
            let message = format!("{} owns it and is on another side", owner.sheet.name);
            fields.add("side", message);
        }
        _ => {}
    }
    if sheet.natural.is_empty() || sheet.natural.len() > 50 {
        let message = "a creature has 1 to 50 natural weapons, the unarmed strike included";
        fields.add("natural", message);
    }
    for natural in &sheet.natural {
        let found = fields::weapon(natural, true);
        fields.extend(found.within("natural", &natural.name));
    }
    if let Some(breath) = sheet.breath {
        fields.extend(fields::components("breath", breath.energy));
    }
    let known = |spell: &u8| usize::from(*spell) < setup.spells.len();
    if !sheet.spells.iter().all(known) {
        fields.add("spells", "there is no such spell");
    }
    fields.extend(fields::talents(sheet.feats, sheet.senses));
    fields
}

fn body(setup: &Setup, index: usize, body: &CreatureSetup) -> Fields {
    let sheet = &body.sheet;
    let mut fields = Fields::default();
    fields.range("hp", body.hp, -10_000, i64::from(sheet.max_hp));
    if body.hp <= sheet.max_hp.saturating_neg() && !is_dead(setup, index) {
        let message = "whoever has lost so many Hit Points is Dead: give it the condition `dead`";
        fields.add("hp", message);
    }
    fields.range("energy", body.energy, 0, i64::from(sheet.max_energy));
    fields.number(SITUATION, "initiative", body.initiative.unwrap_or(0));
    if !(0..=3).contains(&body.actions_used) {
        fields.add("actions", "of a creature's Actions 0 to 3 are left");
    }
    let reactions = 1_i8.saturating_add(sheet.feats.extra_reactions).max(0);
    if !(0..=reactions).contains(&body.reactions_used) {
        let message = format!("of its Reactions 0 to {reactions} are left");
        fields.add("reactions", message);
    }
    fields.number(SITUATION, "bleed_penalty", body.bleed_penalty);
    fields.number(SITUATION, "airless", body.airless);
    fields.number(SITUATION, "flown_ft", body.flown_ft.unwrap_or(0));
    fields.number(SITUATION, "falling_ft", body.falling_ft.unwrap_or(0));
    fields.number(SITUATION, "sneak", body.sneak.unwrap_or(0));
    let directions = setup.map.grid.shape.neighbours() as i64;
    fields.range("heading", body.heading.unwrap_or(0), 0, directions - 1);
    if let Some(drift) = body.drift {
        for part in [drift.step.0, drift.step.1, drift.step.2] {
            fields.range("drift", part, -1, 1);
        }
        fields.number_of("drift", DRIFT, "feet", drift.feet);
    }
    let task_exists = |(task, _): (u8, u8)| usize::from(task) < setup.tasks.len();
    if !body.task.is_none_or(task_exists) {
        fields.add("working", "there is no such task");
    }
    let exists = |who: CreatureId| who.index() < setup.creatures.len();
    if !body.commander.is_none_or(exists) {
        fields.add("commander", "there is no such creature");
    }
    if let Some(mount) = body.mount
        && let Err(message) = carries(setup, mount, index, body)
    {
        fields.add("mount", message);
    }
    if body.flying && !sheet.feats.flight && !sheet.feats.improved_flight {
        let message = "a creature without the Flight Feat does not fly";
        fields.add("flying", message);
    }
    fields
}

/// Whether a creature is Dead from the beginning.
pub(super) fn is_dead(setup: &Setup, who: usize) -> bool {
    let mut held = setup.conditions.iter();
    held.any(|held| held.on.index() == who && held.kind == Condition::Dead)
}

fn carries(
    setup: &Setup,
    mount: CreatureId,
    index: usize,
    rider: &CreatureSetup,
) -> Result<(), &'static str> {
    match setup.creatures.get(mount.index()) {
        None => Err("there is no such creature"),
        Some(_) if mount.index() == index => Err("nobody carries itself"),
        Some(mount) if mount.mount.is_some() => Err("a rider carries nobody"),
        Some(mount) if mount.sheet.size <= rider.sheet.size => {
            Err("a mount is at least one Size larger than its rider")
        }
        Some(_) => Ok(()),
    }
}

fn item(setup: &Setup, index: usize) -> Fields {
    let item = &setup.items[index];
    let mut fields = Fields::default();
    let Some(kind) = setup.kinds.get(usize::from(item.kind)) else {
        fields.add("kind", "there is no such kind of item");
        return fields;
    };
    fields.range("hp", item.hp, 0, i64::from(kind.toughness().0));
    handled(item, kind, &mut fields);
    let Some(who) = bearer(item.place) else {
        return fields;
    };
    let Some(bearer) = setup.creatures.get(who.index()) else {
        fields.add("place", "there is no such creature");
        return fields;
    };
    // Each of the items before this one left it less room.
    let before = setup.items[..=index].iter();
    let is_armour = |kind: u16| {
        matches!(
            setup.kinds.get(usize::from(kind)),
            Some(ItemKind::Armour(_))
        )
    };
    match item.place {
        Place::Held(..) => {
            let held = before.filter_map(|item| match item.place {
                Place::Held(holder, hands) if holder == who => Some(u32::from(hands)),
                _ => None,
            });
            if held.sum::<u32>() > u32::from(bearer.sheet.hands) {
                let (name, hands) = (&bearer.sheet.name, bearer.sheet.hands);
                let message = format!(
                    "the {} does not fit into the {hands} hands of {name}",
                    kind.name()
                );
                fields.add("place", message);
            }
        }
        Place::Worn(_) if !matches!(kind, ItemKind::Armour(_)) => {
            fields.add("place", format!("the {} is no armour to wear", kind.name()));
        }
        Place::Worn(_)
            if before
                .filter(|other| other.place == item.place && is_armour(other.kind))
                .count()
                > 1 =>
        {
            fields.add("place", "only one armour can be worn");
        }
        _ => {}
    }
    fields
}

/// What has to be loaded, what it is loaded with, what burns and what is held in several hands (`ranged-attack/reload`, `light/sources`,
/// `free-actions/adjust-grip`).
fn handled(item: &ItemSetup, kind: &ItemKind, fields: &mut Fields) {
    let launcher = kind
        .weapon()
        .filter(|weapon| weapon.uses.contains(&Use::Launched));
    let reload = launcher.map_or(0, |weapon| weapon.reload);
    if reload == 0 && item.unloaded > 0 {
        fields.add("unloaded", "this is never loaded");
    } else {
        fields.range("unloaded", item.unloaded, 0, reload.into());
    }
    if item.ammunition.is_some() && launcher.is_none() {
        fields.add("ammunition", "this launches nothing");
    }
    if item.lit && !matches!(kind, ItemKind::Gear(gear) if gear.light_ft > 0) {
        fields.add("lit", "this gives no light");
    }
    let most = kind.hands().max(1);
    if let Place::Held(_, hands) = item.place
        && hands > most
    {
        let most = match most {
            1 => "one hand".to_owned(),
            most => format!("{most} hands"),
        };
        let message = format!("the {} is held in {most} at most", kind.name());
        fields.add("hands", message);
    }
}

fn conditions(setup: &Setup, faults: &mut Vec<Fault>) {
    let exists = |who: CreatureId| who.index() < setup.creatures.len();
    let first_round = setup.start.map_or(1, |start| start.round);
    for (index, held) in setup.conditions.iter().enumerate() {
        let mut fields = Fields::default();
        let anchor = match held.until {
            Until::TurnStart(anchor, 1..) | Until::TurnEnd(anchor, 1..) => Some(anchor),
            Until::Round(last) if last >= first_round => None,
            Until::TurnStart(..) | Until::TurnEnd(..) | Until::Round(_) | Until::At(_) => {
                fields.add("until", "this end would be over already, or can never come");
                None
            }
            Until::Cleared => None,
        };
        let all = [Some(held.on), held.toward, held.cause, anchor];
        if !all.into_iter().flatten().all(exists) {
            fields.add("", "there is no such creature");
        }
        let of_two = matches!(
            held.kind,
            Condition::Grappled | Condition::Grappling | Condition::Hidden | Condition::Undetected
        );
        if of_two && held.toward.is_none_or(|toward| toward == held.on) {
            fields.add(
                "toward",
                "this condition holds toward another creature: say which",
            );
        }
        if held.kind == Condition::Poisoned {
            fields.add(
                "",
                "whoever has poison in it is Poisoned without being said to be",
            );
        }
        amount(held, &mut fields);
        faults.extend(fields.about(Part::Listed("condition", index)));
    }
    for (index, dose) in setup.doses.iter().enumerate() {
        let mut fields = Fields::default();
        if !exists(dose.on) {
            fields.add("", "there is no such creature");
        }
        fields.range("level", dose.level, 1, 30);
        fields.range("rounds", dose.rounds, 1, 1000);
        fields.dice("dice", Some(dose.dice), 400);
        faults.extend(fields.about(Part::Listed("poison", index)));
    }
}

/// The number of a condition, which only some have. A bond of 0 is as hard to get free of as usual.
fn amount(held: &Held<Condition>, fields: &mut Fields) {
    match held.kind {
        Condition::Entangled => fields.range("amount", held.amount, 0, MOST_DC),
        Condition::Grappled | Condition::Grappling | Condition::SeesThrough => {
            fields.range("amount", held.amount, -10_000, 10_000);
        }
        _ if held.amount != 0 => fields.add("amount", NO_AMOUNT),
        _ => {}
    }
}

fn running(setup: &Setup, faults: &mut Vec<Fault>) {
    let exists = |who: CreatureId| who.index() < setup.creatures.len();
    for (index, running) in setup.running.iter().enumerate() {
        let mut fields = components("energy", running.energy);
        if usize::from(running.spell.0) >= setup.spells.len() {
            fields.add("spell", "there is no such spell");
        }
        let all = [Some(running.caster), Some(running.anchor), running.target];
        if !all.into_iter().flatten().all(exists) {
            fields.add("", "there is no such creature");
        }
        fields.range("left", running.left, 1, 10_000);
        if running.area.len() > MOST_THINGS {
            let message = format!("an Area has at most {MOST_THINGS} squares");
            fields.add("area", message);
        }
        let mut others = setup.running[..index].iter();
        if running.number == 0 || others.any(|other| other.number == running.number) {
            let message = "running spells are numbered from 1, each with its own number";
            fields.add("", message);
        }
        faults.extend(fields.about(Part::Listed("running spell", index)));
    }
}

fn start(setup: &Setup, faults: &mut Vec<Fault>) {
    let Some(start) = setup.start else {
        return;
    };
    let mut fields = Fields::default();
    fields.number(START, "round", start.round);
    match setup.creatures.get(start.turn.index()) {
        None => fields.add("turn", "there is no such creature"),
        Some(creature) if creature.presence != Presence::Here => {
            fields.add("turn", "a creature that is not there has no Turn");
        }
        Some(creature) if creature.sheet.owner.is_some() => {
            let message = "a creature with an owner acts in its owner's Turn";
            fields.add("turn", message);
        }
        Some(_) => {}
    }
    faults.extend(fields.about(Part::Start));
}
