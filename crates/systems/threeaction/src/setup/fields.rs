//! What is impossible about single things: names, kinds of items, Spells, figures of creatures.

use affray_kernel::content::Fields;
use affray_kernel::scenario::check_name;

use super::super::content::Figures;
use super::super::scenario::RESERVED;
use super::super::sheet::{Components, Effect, Feats, ItemKind, Senses, Spell, Use, Weapon};
use super::bounds::{
    ARMOUR, COMPONENTS, EFFECT, FEATS, FIGURES, GEAR, POISON, SENSES, SHIELD, SPELL, WEAPON,
};

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
        ItemKind::Armour(armour) => fields.number(ARMOUR, "speed_ft", armour.speed_ft),
        ItemKind::Shield(shield) => {
            fields.number(SHIELD, "defense", shield.defense);
            fields.number(SHIELD, "speed_ft", shield.speed_ft);
        }
        ItemKind::Gear(gear) => {
            fields.number(GEAR, "hands", gear.hands);
            fields.number(GEAR, "light_ft", gear.light_ft);
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
    fields.number(WEAPON, "reach_ft", weapon.reach_ft);
    fields.number(WEAPON, "increment_ft", weapon.increment_ft);
    fields.range("hands", weapon.hands, i64::from(!natural), 4);
    fields.number(WEAPON, "reload", weapon.reload);
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
        fields.number_of("poison", POISON, "level", poison.level);
        fields.number_of("poison", POISON, "rounds", poison.rounds);
        fields.dice("poison", poison.dice, 400);
    }
    if let Some(dc) = weapon.entangles {
        fields.number(WEAPON, "entangles", dc);
    }
    fields
}

/// What is impossible about Energy put into a Spell.
pub(crate) fn components(field: &'static str, energy: Components) -> Fields {
    let mut fields = Fields::default();
    fields.number_of(field, COMPONENTS, "effect", energy.effect);
    for component in [energy.range, energy.duration, energy.area] {
        fields.bounded(field, COMPONENTS.of("range"), component);
    }
    fields
}

/// What is impossible about a Spell.
pub(crate) fn spell(spell: &Spell) -> Fields {
    let mut fields = Fields::default();
    fields.number(SPELL, "least_duration", spell.least_duration);
    let least = i64::from(spell.least_duration);
    fields.range("most_duration", spell.most_duration, least, 4);
    fields.number(SPELL, "least_area", spell.least_area);
    match &spell.effect {
        Effect::Damage { dice, .. } | Effect::Heal { dice } => {
            fields.dice("effect", Some(*dice), 100);
        }
        Effect::Telekinesis { feet } => fields.number_of("effect", EFFECT, "feet", *feet),
        Effect::Entangle { base, per_energy } => {
            fields.number_of("effect", EFFECT, "base", *base);
            fields.number_of("effect", EFFECT, "per_energy", *per_energy);
        }
        Effect::Poison { rounds } => fields.number_of("effect", EFFECT, "rounds", *rounds),
        _ => {}
    }
    fields
}

/// What is impossible about a creature's figures.
pub(crate) fn figures(figures: &Figures) -> Fields {
    let mut fields = Fields::default();
    fields.number(FIGURES, "level", figures.level);
    let attributes = ["str", "dex", "ess", "mnd"];
    for (field, attribute) in attributes.into_iter().zip(figures.attributes) {
        fields.number(FIGURES, field, attribute);
    }
    fields.number(FIGURES, "max_hp", figures.max_hp);
    fields.number(FIGURES, "physical_defense", figures.physical_defense);
    fields.number(FIGURES, "mental_defense", figures.mental_defense);
    fields.number(FIGURES, "max_energy", figures.max_energy);
    fields.number(FIGURES, "speed_ft", figures.speed_ft);
    fields.number(FIGURES, "reach_ft", figures.reach_ft);
    fields.number(FIGURES, "hands", figures.hands);
    fields.number(FIGURES, "hide", figures.hide);
    fields
}

/// What is impossible about a creature's Feats and senses.
pub(crate) fn talents(feats: Feats, senses: Senses) -> Fields {
    let mut fields = Fields::default();
    fields.number_of("feats", FEATS, "extra_reactions", feats.extra_reactions);
    fields.number_of(
        "feats",
        FEATS,
        "weapon_specialization",
        feats.weapon_specialization,
    );
    fields.number_of("feats", FEATS, "battle_trance", feats.battle_trance);
    fields.number_of("senses", SENSES, "exact_ft", senses.exact_ft);
    fields
}
