//! What is impossible about single things: names, kinds of items, spells, figures of creatures.

use affray_kernel::content::Fields;
use affray_kernel::scenario::check_name;

use super::bounds::{
    ARMOR, COMPOSITE, EFFECT, FIGURES, GEAR, PULSE, RANGED, REGENERATION, SHIELD, SKILLS, SPELL,
    SPELL_RANGE, WEAPON,
};
use crate::content::Figures;
use crate::scenario::RESERVED;
use crate::sheet::{
    Amount, Brings, Category, ChargeUse, Composite, Effect, Handling, ItemKind, Regeneration,
    Spell, SpellRange, Weapon,
};

/// The last count that anything may be set for: a month.
pub(crate) const LAST_COUNT: i64 = 6_000_000;

/// Whether something may have that name; acts are written with names.
pub(crate) fn name(name: &str) -> Result<(), String> {
    check_name(name, RESERVED)
}

/// What is impossible about a kind of item.
pub(crate) fn item_kind(kind: &ItemKind) -> Fields {
    let mut fields = Fields::default();
    match kind {
        ItemKind::Weapon(weapon) => {
            fields.extend(self::weapon(weapon));
            if weapon.handling == Handling::Body {
                let message =
                    "a weapon that is no part of a body is light, one-handed or two-handed";
                fields.add("handling", message);
            }
        }
        ItemKind::Armor(armor) => {
            fields.number(ARMOR, "bonus", armor.bonus);
            fields.number(ARMOR, "threshold", armor.threshold);
            fields.number(ARMOR, "spell_failure", armor.spell_failure);
            fields.number(ARMOR, "speed_ft", armor.speed_ft);
        }
        ItemKind::Shield(shield) => {
            fields.number(SHIELD, "bonus", shield.bonus);
            fields.number(SHIELD, "spell_failure", shield.spell_failure);
            fields.number(SHIELD, "speed_ft", shield.speed_ft);
        }
        ItemKind::Gear(gear) => {
            fields.number(GEAR, "hands", gear.hands);
            if let Some(uses) = gear.uses {
                fields.number(GEAR, "uses", uses);
            }
            for (field, effect) in [("potion", &gear.potion), ("magic", &gear.magic)] {
                if let Some(effect) = effect {
                    self::effect(&mut fields, field, effect);
                }
                if matches!(effect, Some(Effect::HeldFlame { .. })) {
                    fields.add(field, "a held flame is kept by concentration, as a spell");
                }
            }
        }
    }
    fields
}

/// What is impossible about a weapon.
pub(crate) fn weapon(weapon: &Weapon) -> Fields {
    let mut fields = Fields::default();
    if let Some(damage) = weapon.damage {
        amount(&mut fields, "damage", damage);
        if weapon.types.is_empty() {
            fields.add("types", "damage is of one kind at least");
        }
    }
    fields.number(WEAPON, "reach_bonus_ft", weapon.reach_bonus_ft);
    match weapon.ranged {
        Some(ranged) => fields.number_of("ranged", RANGED, "increment_ft", ranged.increment_ft),
        None if !weapon.melee => {
            fields.add("melee", "a weapon serves in melee, at a distance or both");
        }
        None => {}
    }
    if weapon.attribute.is_some() && weapon.category != Category::Natural {
        let message = "the category of a weapon that is not natural says which attribute it uses";
        fields.add("attribute", message);
    }
    if let Some(Composite { most: Some(most) }) = weapon.composite {
        fields.number_of("composite", COMPOSITE, "most", most);
    }
    fields.number(WEAPON, "attack_bonus", weapon.attack_bonus);
    fields.number(WEAPON, "damage_bonus", weapon.damage_bonus);
    fields.dice("extra", weapon.extra.map(|extra| extra.dice), 400);
    fields.number(WEAPON, "multiplier", weapon.multiplier);
    fields.number(WEAPON, "durability", weapon.durability.unwrap_or(1));
    if weapon.riders.len() > 10 {
        fields.add(
            "riders",
            "a weapon brings at most 10 things besides its damage",
        );
    }
    for rider in &weapon.riders {
        brings(&mut fields, "riders", &rider.brings);
    }
    fields
}

fn amount(fields: &mut Fields, field: &'static str, amount: Amount) {
    match amount {
        Amount::Fixed(points) => fields.range(field, points, 0, 400),
        Amount::Dice(dice) => fields.dice(field, Some(dice), 400),
    }
}

fn counts(fields: &mut Fields, field: &'static str, counts: u32) {
    fields.bounded(field, EFFECT.of("counts"), counts);
}

fn brings(fields: &mut Fields, field: &'static str, brings: &Brings) {
    match brings {
        Brings::Paralysis { amount, recovery } => {
            self::amount(fields, field, *amount);
            counts(fields, field, *recovery);
        }
        Brings::Petrification { amount } => self::amount(fields, field, *amount),
        Brings::Poison { pulses } => {
            if pulses.is_empty() || pulses.len() > 50 {
                fields.add(field, "a poison has 1 to 50 pulses");
            }
            for pulse in pulses {
                self::amount(fields, field, pulse.amount);
                fields.number_of(field, PULSE, "after", pulse.after);
            }
        }
        Brings::Net | Brings::Fire => {}
    }
}

fn effect(fields: &mut Fields, field: &'static str, effect: &Effect) {
    match effect {
        Effect::Damage { dice, .. } | Effect::Heal { dice } => fields.dice(field, Some(*dice), 400),
        Effect::BonusHitPoints { points, counts } => {
            fields.number_of(field, EFFECT, "points", *points);
            self::counts(fields, field, *counts);
        }
        Effect::Bring(brings) => self::brings(fields, field, brings),
        Effect::AttackPenalty { penalty, counts } => {
            fields.number_of(field, EFFECT, "penalty", *penalty);
            self::counts(fields, field, *counts);
        }
        Effect::HeldFlame { dice, range_ft } => {
            fields.dice(field, Some(*dice), 400);
            fields.number_of(field, EFFECT, "range_ft", *range_ft);
        }
        Effect::DrawPoison | Effect::Unpetrify => {}
    }
}

/// What is impossible about a spell.
pub(crate) fn spell(spell: &Spell) -> Fields {
    let mut fields = Fields::default();
    fields.number(SPELL, "level", spell.level);
    fields.number(SPELL, "fatigue", spell.fatigue);
    if let SpellRange::Feet(feet) = spell.range {
        fields.number_of("range", SPELL_RANGE, "feet", feet);
    }
    if let Some(radius) = spell.area_ft {
        fields.number(SPELL, "area_ft", radius);
    }
    effect(&mut fields, "effect", &spell.effect);
    match spell.charge {
        Some(ChargeUse::Dice(dice)) => fields.dice("charge", Some(dice), 100),
        Some(ChargeUse::Points(points)) => fields.range("charge", points, 1, 100),
        Some(ChargeUse::Targets(targets)) => fields.range("charge", targets, 1, 100),
        Some(ChargeUse::RangeFt(feet)) => fields.feet("charge", feet, 5, 500),
        None => {}
    }
    fields
}

/// What is impossible about a creature's figures.
pub(crate) fn figures(figures: &Figures) -> Fields {
    let mut fields = Fields::default();
    fields.number(FIGURES, "reach_ft", figures.reach_ft);
    // The table of movement rates ends there.
    fields.number(FIGURES, "speed_ft", figures.speed_ft);
    let attributes = [
        "strength",
        "dexterity",
        "constitution",
        "intelligence",
        "wisdom",
        "persona",
    ];
    for (field, attribute) in attributes.into_iter().zip(figures.attributes) {
        fields.number(FIGURES, field, attribute);
    }
    fields.number(FIGURES, "accuracy", figures.accuracy);
    fields.number(FIGURES, "power", figures.power);
    fields.number(FIGURES, "fortitude", figures.fortitude);
    fields.number(FIGURES, "agility", figures.agility);
    fields.number(FIGURES, "willpower", figures.willpower);
    fields.number(FIGURES, "threshold", figures.threshold);
    fields.number(FIGURES, "max_hp", figures.max_hp);
    fields.number(FIGURES, "natural_armor", figures.natural_armor);
    fields.range("reduction", figures.reduction.points, 0, 1000);
    fields.number(FIGURES, "spell_resistance", figures.spell_resistance);
    for (skill, rank) in SKILLS.0.iter().zip(figures.skills) {
        fields.number_of("skills", SKILLS, skill.key, rank);
    }
    fields.number(FIGURES, "hands", figures.hands);
    fields
}

/// What is impossible about regeneration.
pub(crate) fn regeneration(regeneration: &Regeneration) -> Fields {
    let mut fields = Fields::default();
    fields.number_of("regeneration", REGENERATION, "points", regeneration.points);
    fields.number_of("regeneration", REGENERATION, "counts", regeneration.counts);
    fields
}
