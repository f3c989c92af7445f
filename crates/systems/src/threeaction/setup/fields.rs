//! What is impossible about single things: names, kinds of items, Spells, figures of creatures.

use affray_kernel::dice::{Explosion, Pool};

use super::super::content::Figures;
use super::super::scenario::RESERVED;
use super::super::sheet::{Components, Effect, ItemKind, Spell, Use, Weapon};

/// A faulty field and what is wrong with it.
pub(in crate::threeaction) type FieldFault = (&'static str, String);

/// Whether something may have that name; acts are written with names.
pub(in crate::threeaction) fn name(name: &str) -> Result<(), String> {
    let allowed = |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '\'');
    if name.is_empty() {
        return Err("a name cannot be empty".to_owned());
    }
    if name.chars().count() > 60 {
        return Err("a name has at most 60 letters".to_owned());
    }
    if let Some(letter) = name.chars().find(|letter| !allowed(*letter)) {
        return Err(format!(
            "`{letter}` cannot stand in a name: letters, digits, spaces, hyphens and apostrophes can"
        ));
    }
    let single_spaces = name.split(' ').all(|word| !word.is_empty());
    if !single_spaces || !name.starts_with(char::is_alphabetic) {
        return Err("a name begins with a letter and has single spaces between words".to_owned());
    }
    if RESERVED.contains(&name.to_lowercase().as_str()) {
        return Err(format!(
            "`{name}` cannot be a name: it means something else in commands"
        ));
    }
    Ok(())
}

/// Collects what is wrong with fields.
#[derive(Default)]
pub(super) struct Fields(pub(super) Vec<FieldFault>);

impl Fields {
    pub(super) fn range(
        &mut self,
        field: &'static str,
        number: impl Into<i32>,
        least: i32,
        most: i32,
    ) {
        let number = number.into();
        if !(least..=most).contains(&number) {
            self.add(field, format!("{number} is not from {least} to {most}"));
        }
    }

    /// Feet: within the range and a multiple of 5.
    pub(super) fn feet(&mut self, field: &'static str, number: i16, least: i32, most: i32) {
        self.range(field, number, least, most);
        if number % 5 != 0 {
            self.add(field, format!("{number} ft is no multiple of 5 ft"));
        }
    }

    /// Dice that are simply added up, to at most that much.
    pub(super) fn dice(&mut self, field: &'static str, pool: Option<Pool>, most: u32) {
        let Some(pool) = pool else {
            return;
        };
        let plain = pool.explosion() == Explosion::None && pool.target().is_none();
        let highest = u32::from(pool.dice()) * u32::from(pool.sides()) * u32::from(pool.factor());
        if !plain || highest > most || !(-100..=200).contains(&pool.bonus()) {
            let message = format!("{pool}: only plain dice that show at most {most} can be used");
            self.add(field, message);
        }
    }

    pub(super) fn add(&mut self, field: &'static str, message: impl Into<String>) {
        self.0.push((field, message.into()));
    }
}

/// What is impossible about a kind of item.
pub(in crate::threeaction) fn item_kind(kind: &ItemKind) -> Vec<FieldFault> {
    let mut fields = Fields::default();
    let (hp, durability) = kind.toughness();
    fields.range("hp", hp, 1, 10_000);
    fields.range("durability", durability, 0, 100);
    fields.range("bulk", kind.bulk(), 0, 10_000);
    match kind {
        ItemKind::Weapon(weapon) => fields.0.extend(self::weapon(weapon, false)),
        ItemKind::Armour(armour) => fields.feet("speed_ft", armour.speed_ft, -60, 60),
        ItemKind::Shield(shield) => {
            fields.range("defense", shield.defense, 0, 20);
            fields.feet("speed_ft", shield.speed_ft, -60, 60);
        }
        ItemKind::Gear(gear) => {
            fields.range("hands", gear.hands, 0, 4);
            fields.feet("light_ft", gear.light_ft, 0, 500);
            if let Some(spell) = &gear.spell {
                fields.0.extend(components("spell", spell.energy));
            }
        }
    }
    fields.0
}

/// What is impossible about a weapon.
pub(in crate::threeaction) fn weapon(weapon: &Weapon, natural: bool) -> Vec<FieldFault> {
    let mut fields = Fields::default();
    fields.dice("dice", weapon.dice, 400);
    fields.feet("reach_ft", weapon.reach_ft, 0, 100);
    fields.feet("increment_ft", weapon.increment_ft, 0, 2000);
    fields.range("hands", weapon.hands, i32::from(!natural), 4);
    fields.range("reload", weapon.reload, 0, 20);
    if weapon.uses.is_empty() {
        fields.add("uses", "a weapon has at least one use");
    }
    let ranged = weapon.uses.iter().any(|one| *one != Use::Melee);
    if ranged && weapon.increment_ft == 0 {
        let message = "a weapon that is thrown or launched has a Range Increment";
        fields.add("increment_ft", message);
    }
    if let Some(poison) = weapon.poison {
        fields.range("poison", poison.level, 1, 30);
        fields.range("poison", poison.rounds, 1, 1000);
        fields.dice("poison", poison.dice, 400);
    }
    if let Some(dc) = weapon.entangles {
        fields.range("entangles", dc, 1, 200);
    }
    fields.0
}

/// What is impossible about Energy put into a Spell.
pub(super) fn components(field: &'static str, energy: Components) -> Vec<FieldFault> {
    let mut fields = Fields::default();
    fields.range(field, energy.effect, 1, 20);
    for component in [energy.range, energy.duration, energy.area] {
        fields.range(field, component, 0, 4);
    }
    fields.0
}

/// What is impossible about a Spell.
pub(in crate::threeaction) fn spell(spell: &Spell) -> Vec<FieldFault> {
    let mut fields = Fields::default();
    fields.range("least_duration", spell.least_duration, 0, 4);
    let least = i32::from(spell.least_duration);
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
    fields.0
}

/// What is impossible about a creature's figures.
pub(in crate::threeaction) fn figures(figures: &Figures) -> Vec<FieldFault> {
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
    fields.0
}
