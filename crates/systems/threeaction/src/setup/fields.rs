//! What is impossible about single things: names, kinds of items, Spells, figures of creatures.

use affray_kernel::content::Fields;
use affray_kernel::scenario::check_name;

use super::super::content::Figures;
use super::super::scenario::RESERVED;
use super::super::sheet::{Components, Effect, ItemKind, Spell, Use, Weapon};

/// The highest DC of what entangles.
pub(crate) const MOST_DC: i64 = 200;

/// Whether something may have that name; acts are written with names.
pub(crate) fn name(name: &str) -> Result<(), String> {
    check_name(name, RESERVED)
}

/// What is impossible about a kind of item.
pub(crate) fn item_kind(kind: &ItemKind) -> Fields {
    let mut fields = Fields::default();
    let (hp, durability) = kind.toughness();
    fields.range("hp", hp, 1, 10_000);
    fields.range("durability", durability, 0, 100);
    fields.range("bulk", kind.bulk(), 0, 10_000);
    match kind {
        ItemKind::Weapon(weapon) => fields.extend(self::weapon(weapon, false)),
        ItemKind::Armour(armour) => fields.feet("speed_ft", armour.speed_ft, -60, 60),
        ItemKind::Shield(shield) => {
            fields.range("defense", shield.defense, 0, 20);
            fields.feet("speed_ft", shield.speed_ft, -60, 60);
        }
        ItemKind::Gear(gear) => {
            fields.range("hands", gear.hands, 0, 4);
            fields.feet("light_ft", gear.light_ft, 0, 500);
            if let Some(spell) = &gear.spell {
                fields.extend(components("spell", spell.energy));
            }
        }
    }
    fields
}

/// What is impossible about a weapon.
pub(crate) fn weapon(weapon: &Weapon, natural: bool) -> Fields {
    let mut fields = Fields::default();
    fields.dice("dice", weapon.dice, 400);
    fields.feet("reach_ft", weapon.reach_ft, 0, 100);
    fields.feet("increment_ft", weapon.increment_ft, 0, 2000);
    fields.range("hands", weapon.hands, i64::from(!natural), 4);
    fields.range("reload", weapon.reload, 0, 20);
    if weapon.uses.is_empty() {
        fields.add("uses", "a weapon has at least one use");
    }
    let ranged = weapon.uses.iter().any(|one| *one != Use::Melee);
    if ranged && weapon.increment_ft == 0 {
        let message = "a weapon that is thrown or launched has a Range Increment";
        fields.add("increment_ft", message);
    }
    if !ranged && weapon.increment_ft != 0 {
        let message = "only a weapon that is thrown or launched has a Range Increment";
        fields.add("increment_ft", message);
    }
    if !weapon.uses.contains(&Use::Launched) {
        if weapon.reload != 0 {
            fields.add("reload", "only a weapon that launches is loaded");
        }
        if weapon.ammunition.is_some() {
            fields.add("ammunition", "only a weapon that launches has ammunition");
        }
    }
    if let Some(poison) = weapon.poison {
        fields.range("poison", poison.level, 1, 30);
        fields.range("poison", poison.rounds, 1, 1000);
        fields.dice("poison", poison.dice, 400);
    }
    if let Some(dc) = weapon.entangles {
        fields.range("entangles", dc, 1, MOST_DC);
    }
    fields
}

/// What is impossible about Energy put into a Spell.
pub(crate) fn components(field: &'static str, energy: Components) -> Fields {
    let mut fields = Fields::default();
    fields.range(field, energy.effect, 1, 20);
    for component in [energy.range, energy.duration, energy.area] {
        fields.range(field, component, 0, 4);
    }
    fields
}

/// What is impossible about a Spell.
pub(crate) fn spell(spell: &Spell) -> Fields {
    let mut fields = Fields::default();
    fields.range("least_duration", spell.least_duration, 0, 4);
    let least = i64::from(spell.least_duration);
    fields.range("most_duration", spell.most_duration, least, 4);
    fields.range("least_area", spell.least_area, 0, 4);
    match &spell.effect {
        Effect::Damage { dice, .. } | Effect::Heal { dice } => {
            fields.dice("effect", Some(*dice), 100);
        }
        Effect::Telekinesis { feet } => fields.feet("effect", *feet, 5, 200),
        Effect::Entangle { base, per_energy } => {
            fields.range("effect", *base, 0, 100);
            fields.range("effect", *per_energy, 0, 100);
        }
        Effect::Poison { rounds } => fields.range("effect", *rounds, 1, 1000),
        _ => {}
    }
    fields
}

/// What is impossible about a creature's figures.
pub(crate) fn figures(figures: &Figures) -> Fields {
    let mut fields = Fields::default();
    fields.range("level", figures.level, 0, 100);
    let attributes = ["str", "dex", "ess", "mnd"];
    for (field, attribute) in attributes.into_iter().zip(figures.attributes) {
        fields.range(field, attribute, -20, 100);
    }
    fields.range("max_hp", figures.max_hp, 1, 10_000);
    fields.range("physical_defense", figures.physical_defense, -100, 300);
    fields.range("mental_defense", figures.mental_defense, -100, 300);
    fields.range("max_energy", figures.max_energy, 0, 1000);
    fields.feet("speed_ft", figures.speed_ft, 0, 500);
    fields.feet("reach_ft", figures.reach_ft, 0, 100);
    fields.range("hands", figures.hands, 0, 20);
    fields.range("hide", figures.hide, 0, 100);
    fields
}
