//! What is impossible about a setup, whoever wrote it: a person, or a journal that somebody tampered with.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};
use affray_kernel::content::Fields;
use affray_kernel::grid::Map;
use affray_kernel::scenario::{Fault, MOST_CREATURES, MOST_THINGS, Part, name_faults, too_many};

use super::bounds::START;
use super::fields::{self, LAST_ROUND};
use super::place::place_faults;
use super::{Setup, Start, body};
use crate::content::{Figures, HIGHEST_SCORE};
use crate::sheet::{CheckSkill, DefendSkill, InitiativeSkill, ItemKind, Sheet, Weapon};
use crate::state::{Condition, Phase, Place, Presence, SkillId};

/// What creatures, kinds of items and powers are called.
pub(super) fn name(setup: &Setup, part: Part) -> Option<&str> {
    match part {
        Part::Creature(index) => Some(&setup.creatures.get(index)?.sheet.name),
        Part::Listed("kind", index) => Some(setup.kinds.get(index)?.name()),
        Part::Listed("power", index) => Some(&setup.powers.get(index)?.name),
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
        faults.extend(self::start(start).about(Part::Start));
    }
    for (index, kind) in setup.kinds.iter().enumerate() {
        faults.extend(self::kind(setup, kind).about(Part::Listed("kind", index)));
    }
    for (index, power) in setup.powers.iter().enumerate() {
        let mut fields = fields::power(power);
        if !knows_skill(setup, power.skill) {
            fields.add("skill", "there is no such skill");
        }
        faults.extend(fields.about(Part::Listed("power", index)));
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
    for index in 0..setup.effects.len() {
        faults.extend(effect(setup, index).about(Part::Listed("effect", index)));
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
    most("attack skills", setup.skills.len(), 250);
    most("powers", setup.powers.len(), 250);
    most("conditions", setup.conditions.len(), MOST_THINGS);
    most("maintained effects", setup.effects.len(), 1_000);
}

fn whole(setup: &Setup) -> Fields {
    let mut fields = Fields::default();
    if !setup.damage_types.contains(&true) {
        let message = "a setting has at least one kind of damage";
        fields.add("setting.damage_types", message);
    }
    fields.range("setting.environment", setup.environment, -100, 100);
    for value in &setup.side_environment {
        fields.range("setting.side_environment", *value, -100, 100);
    }
    if setup.side_environment.len() != setup.sides.len() {
        let message = "each side has its own surroundings";
        fields.add("setting.side_environment", message);
    }
    fields
}

fn start(start: Start) -> Fields {
    let mut fields = Fields::default();
    fields.number(START, "round", start.round);
    match (start.phase, start.segment) {
        (Phase::Declaring | Phase::Acting, None) => {
            fields.add("phase", "say which segment is under way")
        }
        (Phase::Ambushes | Phase::OnGuards, Some(_)) => {
            let message = "ambushes and On-Guard come before the first segment is called";
            fields.add("phase", message);
        }
        (Phase::Beginning | Phase::Over(_), _) => {
            fields.add("phase", "a fight cannot begin with this");
        }
        _ => {}
    }
    fields
}

fn knows_skill(setup: &Setup, skill: SkillId) -> bool {
    usize::from(skill.0) < setup.skills.len()
}

fn knows_skills(setup: &Setup, weapon: &Weapon) -> bool {
    let ranged = weapon.ranged.and_then(|ranged| ranged.skill);
    let mut all = std::iter::once(weapon.skill).chain(ranged);
    all.all(|skill| knows_skill(setup, skill))
}

fn kind(setup: &Setup, kind: &ItemKind) -> Fields {
    let mut fields = fields::item_kind(kind);
    if let Err(message) = fields::name(kind.name()) {
        fields.add("name", message);
    }
    if let ItemKind::Weapon(weapon) = kind
        && !knows_skills(setup, weapon)
    {
        fields.add("skill", "there is no such skill");
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
    scores(setup, sheet, &mut fields);
    fields.extend(fields::parts(&sheet.parts));
    if let Some(mount) = &sheet.mount {
        fields.extend(fields::mount(mount));
    }
    if sheet.natural.len() > 50 {
        fields.add("natural", "a creature has at most 50 natural attacks");
    }
    for natural in &sheet.natural {
        fields.extend(fields::natural_weapon(natural).within("natural", &natural.name));
        let parts = sheet.parts.len();
        let grown = natural.uses.iter().all(|part| usize::from(*part) < parts);
        if !grown || !knows_skills(setup, natural) {
            fields.add("natural", "it uses a part or a skill that does not exist");
        }
    }
    let known = |power: &u8| usize::from(*power) < setup.powers.len();
    if !sheet.powers.iter().all(known) {
        fields.add("powers", "there is no such power");
    }
    fields
}

fn scores(setup: &Setup, sheet: &Sheet, fields: &mut Fields) {
    if sheet.scores.len() > setup.skills.len() {
        fields.add("attacks", "there is no such skill");
    }
    let all = InitiativeSkill::ALL
        .into_iter()
        .fold(0, |bits, skill| bits | skill.bit());
    if sheet.skills & !all != 0 {
        fields.add("skills", "there is no such skill");
    }
    let attacks = setup.skills.iter().zip(&sheet.scores);
    for (skill, score) in attacks {
        self::score(fields, "attacks", skill, *score);
    }
    let defends = DefendSkill::ALL;
    for (skill, score) in defends.into_iter().zip(sheet.defends) {
        self::score(fields, "defends", skill.name(), score);
    }
    let checks = CheckSkill::ALL;
    for (skill, score) in checks.into_iter().zip(sheet.checks) {
        self::score(fields, "checks", skill.name(), score);
    }
}

fn score(fields: &mut Fields, field: &'static str, skill: &str, score: Option<i16>) {
    let score = score.unwrap_or_default();
    if !(0..=HIGHEST_SCORE).contains(&score.into()) {
        let message = format!("{skill}: {score} is not from 0 to {HIGHEST_SCORE}");
        fields.add(field, message);
    }
}

fn item(setup: &Setup, index: usize) -> Fields {
    let item = &setup.items[index];
    let mut fields = Fields::default();
    let Some(kind) = setup.kinds.get(usize::from(item.kind)) else {
        fields.add("kind", "there is no such kind of item");
        return fields;
    };
    let ranged = kind.weapon().and_then(|weapon| weapon.ranged);
    if item.loaded && ranged.is_none_or(|ranged| ranged.reload == 0) {
        fields.add("loaded", "this is never loaded");
    }
    if item.left.is_some() && ranged.is_none_or(|ranged| ranged.thrown) {
        fields.add("left", "this shoots no missiles");
    }
    if item.loaded && item.left == Some(0) {
        fields.add("loaded", "what is loaded has one missile left at least");
    }
    if item.broken && kind.strength().is_none() {
        fields.add("broken", "only weapons and shields break");
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

/// Whether an item is in hands that are there, work and hold nothing else.
fn held(
    setup: &Setup,
    index: usize,
    kind: &ItemKind,
    (who, hands): (CreatureId, u8),
    fields: &mut Fields,
) {
    let creature = &setup.creatures[who.index()];
    let (name, thing) = (&creature.sheet.name, kind.name());
    let usable = body::usable_hands(creature);
    // Each of the items before this one left it less room.
    let taken = setup.items[..index]
        .iter()
        .filter_map(|item| match item.place {
            Place::Held(by, hands) if by == who => Some(hands),
            _ => None,
        });
    let taken = taken.fold(0, |taken, hands| taken | hands);
    let fits = hands & !usable == 0 && hands & taken == 0;
    if !fits || hands.count_ones() != u32::from(kind.hands()) {
        let count = usable.count_ones();
        let message = match count {
            1 => format!("the {thing} does not fit into the one usable hand of {name}"),
            _ => format!("the {thing} does not fit into the {count} usable hands of {name}"),
        };
        fields.add("place", message);
    }
    if matches!(kind, ItemKind::Armor(_)) {
        fields.add("place", format!("the {thing} is worn, not held"));
    }
    if setup.is_out(who) {
        let message = format!("{name} is unconscious or dead and holds no {thing}");
        fields.add("place", message);
    }
}

fn worn(setup: &Setup, index: usize, kind: &ItemKind, fields: &mut Fields) {
    if kind.armor().is_none() {
        let message = format!("the {} is no armour to wear", kind.name());
        fields.add("place", message);
        return;
    }
    let place = setup.items[index].place;
    let mut before = setup.items[..index].iter();
    let is_armor = |kind: u16| {
        setup
            .kinds
            .get(usize::from(kind))
            .is_some_and(|kind| kind.armor().is_some())
    };
    if before.any(|item| item.place == place && is_armor(item.kind)) {
        fields.add("place", "only one armour can be worn");
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
    match held.until {
        Until::Cleared => {}
        Until::Round(round) => {
            fields.range("rounds", round, setup.round().into(), LAST_ROUND * 2);
        }
        _ => fields.add("rounds", "this end can never come"),
    }
    let needs_another = matches!(
        held.kind,
        Condition::Noticed | Condition::FoundVitals | Condition::FoundVulnerability
    );
    match held.toward {
        None if needs_another => {
            let message = "this condition holds toward another creature: say which";
            fields.add("toward", message);
        }
        Some(other) if needs_another && other == held.on => {
            fields.add("toward", "this condition holds toward another creature");
        }
        Some(_) if !needs_another => {
            fields.add("toward", "this condition holds toward nobody");
        }
        _ => {}
    }
    if held.parent.is_some() || held.amount != 0 {
        fields.add("", "no condition imposes this one");
    }
    fields
}

fn effect(setup: &Setup, index: usize) -> Fields {
    let effect = &setup.effects[index];
    let mut fields = Fields::default();
    let power = setup.powers.get(usize::from(effect.power.0));
    if !power.is_some_and(|power| power.maintained) {
        fields.add("power", "this is no power that is maintained");
    }
    if effect.by.index().max(effect.on.index()) >= setup.creatures.len() {
        fields.add("", "there is no such creature");
        return fields;
    }
    let user = &setup.creatures[effect.by.index()].sheet;
    if !user.powers.contains(&effect.power.0) {
        fields.add("by", format!("{} has no such power", user.name));
    }
    if setup.is_out(effect.by) || setup.has(effect.by, Condition::Surrendered) {
        let message = "whoever is unconscious or dead or has surrendered maintains nothing";
        fields.add("by", message);
    }
    for (field, who) in [("by", effect.by), ("on", effect.on)] {
        let creature = &setup.creatures[who.index()];
        if creature.body.presence != Presence::Here {
            let message = format!("{} is not in the fight", creature.sheet.name);
            fields.add(field, message);
        }
    }
    fields.range("since", effect.since, 0, setup.round().into());
    let mut others = setup.effects[..index].iter();
    if effect.number == 0 || others.any(|other| other.number == effect.number) {
        let message = "effects are numbered from 1, each with its own number";
        fields.add("", message);
    }
    fields
}
