//! What is impossible about single things: names, kinds of items, spells, styles, perks and figures of creatures.

use affray_kernel::content::Fields;
use affray_kernel::dice::Pool;
use affray_kernel::scenario::check_name;

use super::bounds::{
    ARMOR, FIGURES, GEAR, OPTIONS, PROTECTION, SHIELD, SPELL, STYLE, TEST, WEAPON,
};
use crate::act::Manner;
use crate::content::Figures;
use crate::rules::fighting_style::{FREE_GEAR, MOST_GEAR};
use crate::scenario::RESERVED;
use crate::sheet::{
    Damage, Effect, Hands, ItemKind, Options, Perk, Protection, Skill, Skilled, Spell, Style,
    StyleSkill, Ward, Weapon,
};

/// The last round that anything may be set for.
pub(crate) const LAST_ROUND: i64 = 60_000;

/// The highest sum that dice of one thing may show.
const MOST_DAMAGE: u32 = 400;

/// Whether something may have that name; acts are written with names.
pub(crate) fn name(name: &str) -> Result<(), String> {
    check_name(name, RESERVED)
}

/// What is impossible about the experience points of a creature.
pub(crate) fn experience(points: i16) -> Fields {
    let mut fields = Fields::default();
    fields.number(FIGURES, "xp", points);
    fields
}

/// What is impossible about the switches.
pub(crate) fn options(options: &Options) -> Fields {
    let mut fields = Fields::default();
    let numbers = [
        (
            "options.target-number",
            "target-number",
            options.target_number,
        ),
        ("options.success-step", "success-step", options.success_step),
    ];
    for (field, key, number) in numbers {
        fields.number_of(field, OPTIONS, key, number);
    }
    fields
}

/// What is impossible about a kind of item.
pub(crate) fn item_kind(kind: &ItemKind) -> Fields {
    let mut fields = Fields::default();
    match kind {
        ItemKind::Weapon(weapon) => {
            self::weapon(&mut fields, weapon);
            if weapon.unarmed {
                fields.add("unarmed", "a weapon that is held is no part of the body");
            }
        }
        ItemKind::Armor(armor) => {
            fields.extend(protection(&armor.protection));
            fields.number(ARMOR, "slows_m", armor.slows_m);
        }
        ItemKind::Shield(shield) => fields.number(SHIELD, "rating", shield.rating),
        ItemKind::Gear(gear) => fields.number(GEAR, "hands", gear.hands),
    }
    fields
}

/// What is impossible about a source of Armor Rating.
pub(crate) fn protection(protection: &Protection) -> Fields {
    let mut fields = Fields::default();
    fields.number(PROTECTION, "rating", protection.rating);
    fields.number(PROTECTION, "magic", protection.magic);
    for kind in &protection.magic_types {
        if !kind.is_magical() {
            let message = format!("{} damage is not magical", kind.name());
            fields.add("magic_types", message);
        }
    }
    fields
}

fn weapon(fields: &mut Fields, weapon: &Weapon) {
    if let Some(Err(message)) = weapon.gear.as_deref().map(gear_word) {
        fields.add("gear", message);
    }
    damage(fields, &weapon.damage);
    if weapon.damage.is_empty() && weapon.on_hit.is_none() {
        let message = "a hit does something: `damage`, `on_hit` or both";
        fields.add("name", message);
    }
    let reaches = [
        ("reach_m", weapon.reach_m),
        ("range_m", weapon.range_m),
        ("thrown_m", weapon.thrown_m),
    ];
    if reaches.iter().all(|(_, metres)| metres.is_none()) {
        let message =
            "a weapon is for melee (`reach_m`), shoots (`range_m`) or is thrown (`thrown_m`)";
        fields.add("name", message);
    }
    let shoots = weapon.range_m.is_some();
    if shoots && (weapon.reach_m.is_some() || weapon.thrown_m.is_some()) {
        let message =
            "what shoots (`range_m`) neither strikes (`reach_m`) nor is thrown (`thrown_m`)";
        fields.add("range_m", message);
    }
    for (field, metres) in reaches {
        fields.number(WEAPON, field, metres.unwrap_or(1));
    }
    grip(fields, weapon);
    fields.number(WEAPON, "load", weapon.load);
    if weapon.load > 0 && weapon.range_m.is_none() {
        fields.add("load", "only what shoots is loaded");
    }
}

/// What it does in both hands.
fn grip(fields: &mut Fields, weapon: &Weapon) {
    fields.dice("two_handed", weapon.two_handed, MOST_DAMAGE);
    let versatile = weapon.hands == Hands::Versatile;
    if weapon.two_handed.is_some() && (!versatile || weapon.damage.is_empty()) {
        let message = "other damage in both hands is for what is `versatile` and does damage";
        fields.add("two_handed", message);
    }
}

/// The word of a type of gear: a name, or one of the general types.
fn gear_word(word: &str) -> Result<(), String> {
    check_name(word, &[])
}

fn damage(fields: &mut Fields, components: &[Damage]) {
    if components.len() > 10 {
        fields.add("also", "damage has at most 10 components");
    }
    for (index, component) in components.iter().enumerate() {
        let field = if index == 0 { "damage" } else { "also" };
        fields.dice(field, Some(component.dice), MOST_DAMAGE);
        typed(fields, field, component);
    }
}

/// Damage has a type (`damage-types/every-source-has-one`).
fn typed(fields: &mut Fields, field: &'static str, component: &Damage) {
    let types = &component.types;
    if types.is_empty() {
        fields.add(field, "say of which type this damage is");
    }
    let twice = types
        .iter()
        .enumerate()
        .any(|(index, kind)| types[..index].contains(kind));
    if twice {
        fields.add("types", "each type is listed once");
    }
}

/// What is impossible about a natural weapon, the bare body apart.
pub(crate) fn natural_weapon(natural: &Weapon) -> Fields {
    let mut fields = Fields::default();
    if let Err(message) = name(&natural.name) {
        fields.add("name", message);
    }
    weapon(&mut fields, natural);
    if natural.hands != Hands::One || natural.thrown_m.is_some() || natural.load > 0 {
        let message = "a part of the body is not held, thrown or loaded";
        fields.add("hands", message);
    }
    if natural.gear.is_some() {
        fields.add("gear", "a part of the body takes no training");
    }
    fields
}

/// What is impossible about a spell or an ability.
pub(crate) fn spell(spell: &Spell) -> Fields {
    let mut fields = Fields::default();
    if let Some(range) = spell.range_m {
        fields.number(SPELL, "range_m", range);
    }
    damage(&mut fields, &spell.damage);
    fields.number(SPELL, "ap", spell.ap);
    fields.number(SPELL, "mana", spell.mana);
    if spell.damage.is_empty() && spell.effect.is_none() {
        fields.add("name", "a spell does something: `damage`, `effect` or both");
    }
    if spell.is_attack() && spell.range_m.is_none() {
        fields.add("name", "an attack has a range: `range_m`");
    }
    let withstood = spell
        .defences
        .iter()
        .flatten()
        .any(|manner| *manner == Manner::Withstand);
    if withstood && !spell.traits.mind {
        let message = "only what targets the mind is withstood (`defend/withstand-only-mind`)";
        fields.add("defences", message);
    }
    if !spell.is_attack() && spell.defences.is_some() {
        let message =
            "one defends against attacks only (`what-is-an-attack/no-defence-against-non-attacks`)";
        fields.add("defences", message);
    }
    if let Some(effect) = &spell.effect {
        self::effect(&mut fields, spell, effect);
    }
    fields
}

fn effect(fields: &mut Fields, spell: &Spell, effect: &Effect) {
    match effect {
        Effect::Teleport if spell.range_m.is_none() => {
            fields.add("effect", "say how far it takes its caster: `range_m`");
        }
        Effect::Mend(pool) => dice(fields, *pool),
        Effect::Armor(rating) => fields.range("effect", *rating, 1, 100),
        Effect::Ward(ward) => wards(fields, "effect", &[*ward]),
        Effect::Teleport | Effect::Daze | Effect::Topple | Effect::Entangle => {}
    }
    let harms = matches!(effect, Effect::Daze | Effect::Topple | Effect::Entangle);
    if spell.is_attack() && !harms {
        fields.add("effect", "an attack does its target no good");
    }
}

fn dice(fields: &mut Fields, pool: Pool) {
    fields.dice("effect", Some(pool), MOST_DAMAGE);
}

/// What is impossible about resistances and vulnerabilities.
pub(crate) fn wards(fields: &mut Fields, field: &'static str, wards: &[Ward]) {
    for ward in wards {
        fields.range(field, ward.value, 1, 200);
    }
}

/// What is impossible about a perk.
pub(crate) fn perk(perk: &Perk) -> Fields {
    let mut fields = Fields::default();
    if perk.name.is_empty() {
        fields.add("name", "a name cannot be empty");
    }
    for change in &perk.tests {
        fields.number_of("tests", TEST, "amount", change.amount);
    }
    wards(&mut fields, "resistances", &perk.resistances);
    wards(&mut fields, "vulnerabilities", &perk.vulnerabilities);
    if let Some(armor) = &perk.armor {
        fields.extend(protection(armor).within("armor", "armor"));
    }
    fields.within("perks", &perk.name)
}

/// What is impossible about the list of a fighting style, of which so many entries were free (`fighting-style/max-gear`,
/// `fighting-style/initial-gear`).
pub(crate) fn gear_list<T: PartialEq>(fields: &mut Fields, gear: &[T], free: u8) {
    if gear.len() > MOST_GEAR {
        let message = format!(
            "{} types of gear are more than {MOST_GEAR} (`fighting-style/max-gear`)",
            gear.len()
        );
        fields.add("gear", message);
    }
    if gear
        .iter()
        .enumerate()
        .any(|(index, word)| gear[..index].contains(word))
    {
        fields.add("gear", "each type of gear is listed once");
    }
    if free > FREE_GEAR {
        let message = format!(
            "{free} entries are more than the {FREE_GEAR} that are free (`fighting-style/initial-gear`)"
        );
        fields.add("free", message);
    } else if usize::from(free) > gear.len() {
        fields.add("free", "there are not so many entries");
    }
}

/// What is impossible about a fighting style of a creature.
pub(super) fn style(style: &Style) -> Fields {
    let mut fields = Fields::default();
    if let Err(message) = name(&style.name) {
        fields.add("name", message);
    }
    if let StyleSkill::Finished(strength, agility) = style.skilled {
        fields.number(STYLE, "strength", strength);
        fields.number(STYLE, "agility", agility);
    }
    gear_list(&mut fields, &style.gear, style.free);
    fields
}

/// What is impossible about a finished value.
pub(crate) fn value(fields: &mut Fields, field: &'static str, value: i16) {
    fields.bounded(field, STYLE.of("strength"), value);
}

/// The keys of attributes and skills, in the order of `Attribute::ALL` and [`Skill::LISTED`].
const ATTRIBUTES: [&str; 7] = [
    "strength",
    "agility",
    "endurance",
    "intelligence",
    "willpower",
    "perception",
    "presence",
];
const SKILLS: [&str; Skill::LISTED.len()] = [
    "dodge",
    "sorcery",
    "focus",
    "athletics",
    "acrobatics",
    "observation",
    "stealth",
    "sleight_of_hand",
    "deception",
];

/// What is impossible about a creature's figures.
pub(crate) fn figures(figures: &Figures) -> Fields {
    let mut fields = Fields::default();
    for (field, attribute) in ATTRIBUTES.into_iter().zip(figures.attributes) {
        fields.number(FIGURES, field, attribute);
    }
    for (field, skill) in SKILLS.into_iter().zip(figures.skills) {
        if let Skilled::Finished(value) = skill {
            fields.number(FIGURES, field, value);
        }
    }
    fields.number(FIGURES, "initiative", figures.initiative);
    fields.number(FIGURES, "speed_m", figures.speed_m);
    fields.number(FIGURES, "health", figures.health);
    fields.number(FIGURES, "mana", figures.mana);
    fields.number(FIGURES, "hands", figures.hands);
    fields
}
