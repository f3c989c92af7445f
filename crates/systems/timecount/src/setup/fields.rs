//! What is impossible about single things: names, kinds of items, spells, figures of creatures.

use affray_kernel::content::Fields;
use affray_kernel::scenario::check_name;

use crate::content::Figures;
use crate::fact::MOST;
use crate::scenario::RESERVED;
use crate::sheet::{
    Amount, Brings, Category, ChargeUse, Composite, Effect, Handling, ItemKind, Spell, SpellRange,
    Weapon,
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
            fields.range("bonus", armor.bonus, 0, 50);
            fields.range("threshold", armor.threshold, -50, 50);
            fields.range("spell_failure", armor.spell_failure, 0, 50);
            fields.feet("speed_ft", armor.speed_ft, -60, 60);
        }
        ItemKind::Shield(shield) => {
            fields.range("bonus", shield.bonus, 0, 50);
            fields.range("spell_failure", shield.spell_failure, 0, 50);
            fields.feet("speed_ft", shield.speed_ft, -60, 60);
        }
        ItemKind::Gear(gear) => {
            fields.range("hands", gear.hands, 0, 4);
            if let Some(uses) = gear.uses {
                fields.range("uses", uses, 1, 255);
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
    fields.feet("reach_bonus_ft", weapon.reach_bonus_ft, 0, 100);
    match weapon.ranged {
        Some(ranged) => fields.feet("ranged", ranged.increment_ft, 5, 2000),
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
        fields.range("composite", most, 0, 100);
    }
    fields.range("attack_bonus", weapon.attack_bonus, -50, 50);
    fields.range("damage_bonus", weapon.damage_bonus, -100, 100);
    fields.dice("extra", weapon.extra.map(|extra| extra.dice), 400);
    fields.range("multiplier", weapon.multiplier, 1, 10);
    fields.range("durability", weapon.durability.unwrap_or(1), 1, 100);
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
    fields.range(field, counts, 1, LAST_COUNT);
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
                fields.range(field, pulse.after, 0, LAST_COUNT);
            }
        }
        Brings::Net | Brings::Fire => {}
    }
}

fn effect(fields: &mut Fields, field: &'static str, effect: &Effect) {
    match effect {
        Effect::Damage { dice, .. } | Effect::Heal { dice } => fields.dice(field, Some(*dice), 400),
        Effect::BonusHitPoints { points, counts } => {
            fields.range(field, *points, 1, 1000);
            self::counts(fields, field, *counts);
        }
        Effect::Bring(brings) => self::brings(fields, field, brings),
        Effect::AttackPenalty { penalty, counts } => {
            fields.range(field, *penalty, -50, -1);
            self::counts(fields, field, *counts);
        }
        Effect::HeldFlame { dice, range_ft } => {
            fields.dice(field, Some(*dice), 400);
            fields.feet(field, *range_ft, 5, 1000);
        }
        Effect::DrawPoison | Effect::Unpetrify => {}
    }
}

/// What is impossible about a spell.
pub(crate) fn spell(spell: &Spell) -> Fields {
    let mut fields = Fields::default();
    fields.range("level", spell.level, 0, 100);
    fields.range("fatigue", spell.fatigue, 0, 100);
    if let SpellRange::Feet(feet) = spell.range {
        fields.feet("range", feet, 5, 2000);
    }
    if let Some(radius) = spell.area_ft {
        fields.feet("area_ft", radius, 5, 200);
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
    fields.feet("reach_ft", figures.reach_ft, 0, 100);
    // The table of movement rates ends there.
    fields.feet("speed_ft", figures.speed_ft, 0, 60);
    let attributes = [
        "strength",
        "dexterity",
        "constitution",
        "intelligence",
        "wisdom",
        "persona",
    ];
    for (field, attribute) in attributes.into_iter().zip(figures.attributes) {
        fields.range(field, attribute, -20, 100);
    }
    fields.range("accuracy", figures.accuracy, -20, 100);
    fields.range("power", figures.power, -20, 100);
    fields.range("fortitude", figures.fortitude, -20, 100);
    fields.range("agility", figures.agility, -20, 100);
    fields.range("willpower", figures.willpower, -20, 100);
    fields.range("threshold", figures.threshold, 0, 100);
    fields.range("max_hp", figures.max_hp, 1, MOST.into());
    fields.range("natural_armor", figures.natural_armor, 0, 100);
    fields.range("reduction", figures.reduction.points, 0, 1000);
    fields.range("spell_resistance", figures.spell_resistance, 0, 100);
    for rank in figures.skills {
        fields.range("skills", rank, 0, 100);
    }
    fields.range("hands", figures.hands, 0, 20);
    fields
}
