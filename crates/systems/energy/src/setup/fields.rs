//! What is impossible about single things: names, kinds of items, powers, figures of creatures.

use affray_kernel::content::Fields;
use affray_kernel::scenario::check_name;

use super::bounds::{
    AIMING, ARMOR, FIGURES, GEAR, ITEM, NAMED, NATURAL_ARMOR, OUTCOME, POWER, SHIELD, SHOOTING,
    WEAPON, WORKING,
};
use crate::content::Figures;
use crate::scenario::RESERVED;
use crate::sheet::{
    Ability, Aiming, Armor, Draw, ItemKind, NamedModifier, NaturalArmor, Options, Outcome, Power,
    Weapon, Working,
};
use crate::state::Condition;
use crate::surface::IMPOSED;

/// The last Round that anything may be set for.
pub(super) const LAST_ROUND: i64 = 60_000;

/// The highest sum that dice of one thing may show.
const MOST_DAMAGE: u32 = 400;

/// Whether something may have that name; acts are written with names.
pub(crate) fn name(name: &str) -> Result<(), String> {
    check_name(name, RESERVED)
}

/// What is impossible about the switches (`actions/ranged-attack`, `actions/pick-up-ground`, `waiting/round-ends`).
pub(crate) fn options(options: &Options) -> Fields {
    let mut fields = Fields::default();
    for (field, name, energy) in [
        (
            "options.ranged-attack-energy",
            "ranged-attack-energy",
            options.ranged_attack_energy,
        ),
        (
            "options.pick-up-energy",
            "pick-up-energy",
            options.pick_up_energy,
        ),
    ] {
        if !(1..=2).contains(&energy) {
            fields.add(field, format!("`{name}` is 1 or 2, not {energy}"));
        }
    }
    if options.wait_quorum == Some(0) {
        let message = "`wait-quorum` is 1 or more, not 0";
        fields.add("options.wait-quorum", message);
    }
    fields
}

/// What is impossible about a kind of item.
pub(crate) fn item_kind(kind: &ItemKind) -> Fields {
    let mut fields = Fields::default();
    match kind {
        ItemKind::Weapon(weapon) => {
            fields.extend(self::weapon(weapon));
            fields.range("hands", weapon.hands, 1, 4);
        }
        ItemKind::Armor(armor) => self::armor(&mut fields, armor),
        ItemKind::Shield(shield) => {
            fields.number(SHIELD, "bonus", shield.bonus);
            fields.number(SHIELD, "requirement", shield.requirement);
        }
        ItemKind::Gear(gear) => fields.number(GEAR, "hands", gear.hands),
    }
    fields
}

fn armor(fields: &mut Fields, armor: &Armor) {
    fields.number(ARMOR, "coverage", armor.coverage);
    if let Some(coverage) = armor.ranged_coverage {
        fields.number(ARMOR, "ranged_coverage", coverage);
    }
    fields.number(ARMOR, "rating", armor.rating);
    fields.number(ARMOR, "penalty", armor.penalty);
    fields.number(ARMOR, "requirement", armor.requirement);
}

fn natural_armor(fields: &mut Fields, armor: NaturalArmor) {
    fields.number_of("natural_armor", NATURAL_ARMOR, "coverage", armor.coverage);
    fields.number_of("natural_armor", NATURAL_ARMOR, "rating", armor.rating);
    fields.number_of("natural_armor", NATURAL_ARMOR, "penalty", armor.penalty);
}

/// What is impossible about a weapon that is part of a body.
pub(crate) fn natural_weapon(weapon: &Weapon) -> Fields {
    let mut fields = self::weapon(weapon);
    if weapon.hands != 0 {
        let message = "a natural weapon takes no hands: it is part of the body";
        fields.add("hands", message);
    }
    if weapon.thrown.is_some() {
        fields.add("thrown", "a part of the body cannot be thrown");
    }
    fields
}

fn weapon(weapon: &Weapon) -> Fields {
    let mut fields = Fields::default();
    fields.number(WEAPON, "attack_bonus", weapon.attack_bonus);
    fields.dice("damage", weapon.damage, MOST_DAMAGE);
    fields.number(WEAPON, "reach_m", weapon.reach_m);
    fields.number(WEAPON, "evasion_bonus", weapon.evasion_bonus);
    fields.number(WEAPON, "requirement", weapon.requirement);
    fields.number(WEAPON, "precise", weapon.precise);
    if let Some(trio) = weapon.thrown {
        range_trio(&mut fields, "thrown", trio);
    }
    if let Some(shooting) = weapon.shooting {
        range_trio(&mut fields, "shooting", shooting.range_m);
        fields.number_of("shooting", SHOOTING, "accuracy", shooting.accuracy);
        fields.number_of("shooting", SHOOTING, "load_energy", shooting.load_energy);
        let spanned = matches!(
            shooting.draw,
            Some(Draw::Crossbow | Draw::HeavyCrossbow | Draw::SiegeCrossbow)
        );
        if spanned && weapon.hands == 1 {
            fields.add("hands", "such a crossbow takes two hands");
        }
    }
    if !weapon.melee && weapon.shooting.is_none() && weapon.thrown.is_none() {
        let message = "a weapon serves in melee, shoots or is thrown";
        fields.add("melee", message);
    }
    if let Some(outcome) = &weapon.brings {
        self::outcome(&mut fields, "brings", outcome);
    }
    fields
}

/// Near limit, far limit and maximum rise.
fn range_trio(fields: &mut Fields, field: &'static str, trio: [i16; 3]) {
    for metres in trio {
        fields.range(field, metres, 0, 2_000);
    }
    if !trio.is_sorted() || trio[2] == 0 {
        let message = "a range is a near limit, a far limit and a maximum, which do not fall";
        fields.add(field, message);
    }
}

fn outcome(fields: &mut Fields, field: &'static str, outcome: &Outcome) {
    fields.dice(field, outcome.damage, MOST_DAMAGE);
    fields.number_of(field, OUTCOME, "stamina_loss", outcome.stamina_loss);
    if let Some(imposed) = outcome.imposes {
        let lasts = IMPOSED.contains(&imposed.condition);
        let besides = matches!(imposed.condition, Condition::Prone | Condition::Surprised);
        if !lasts && !besides {
            fields.add(field, "an attack cannot bring this condition about");
        }
    }
    let nothing = outcome.damage.is_none() && outcome.imposes.is_none();
    if nothing && outcome.stamina_loss == 0 {
        fields.add(field, "a hit has to do something");
    }
}

/// What is impossible about a power.
pub(crate) fn power(power: &Power) -> Fields {
    let mut fields = Fields::default();
    fields.number(POWER, "energy", power.energy);
    fields.number(POWER, "stamina", power.stamina);
    fields.number(POWER, "agility", power.agility);
    works(&mut fields, power);
    fields
}

fn works(fields: &mut Fields, power: &Power) {
    match &power.works {
        Working::Attack {
            range_m,
            aiming,
            outcome,
        } => {
            fields.number_of("works", WORKING, "range_m", *range_m);
            match aiming {
                Aiming::Value { bonus, .. } => fields.number_of("works", AIMING, "bonus", *bonus),
                Aiming::HitRoll { accuracy } => {
                    fields.number_of("works", AIMING, "accuracy", *accuracy)
                }
            }
            self::outcome(fields, "works", outcome);
        }
        Working::Zone {
            range_m,
            radius_m,
            rounds,
            condition,
        } => {
            fields.number_of("works", WORKING, "range_m", *range_m);
            fields.number_of("works", WORKING, "radius_m", *radius_m);
            fields.number_of("works", WORKING, "rounds", *rounds);
            if !IMPOSED.contains(condition) {
                let message = "a zone makes exposed, unguarded, dazed, blinded, slowed, shaken, exhausted or helpless, nothing else";
                fields.add("works", message);
            }
        }
        Working::Surge { range_m } => {
            fields.number_of("works", WORKING, "range_m", range_m.unwrap_or(0))
        }
        Working::Shake { condition } => {
            if matches!(
                condition,
                Condition::Unconscious
                    | Condition::Restraining
                    | Condition::Unaware
                    | Condition::Dead
            ) {
                fields.add("works", "this condition cannot be shaken off");
            }
        }
        Working::Quickening { agility } => fields.number_of("works", WORKING, "agility", *agility),
        Working::PowerStrike if power.stamina > 0 => {
            let message =
                "as much Stamina is put into the attack as its user likes: there is no price";
            fields.add("stamina", message);
        }
        Working::Doubling => fields.range("stamina", power.stamina, 1, 50),
        Working::PowerStrike | Working::AuraOff => {}
    }
}

/// What is impossible about the Energy that picking a thing up costs.
pub(crate) fn pick_up(energy: Option<u8>) -> Fields {
    let mut fields = Fields::default();
    if let Some(energy) = energy {
        fields.number(ITEM, "pick_up", energy);
    }
    fields
}

/// What is impossible about the modifiers that Feats and the like bring.
pub(crate) fn named(fields: &mut Fields, named: &[NamedModifier]) {
    if named.len() > 50 {
        fields.add("named", "these are more modifiers than the 50 there may be");
    }
    for one in named {
        if let Err(message) = check_name(&one.name, &[]) {
            fields.add("named", message);
        }
        fields.number_of("named", NAMED, "amount", one.amount);
    }
}

/// What is impossible about a creature's figures.
pub(crate) fn figures(figures: &Figures) -> Fields {
    let mut fields = Fields::default();
    fields.number(FIGURES, "level", figures.level);
    fields.number(FIGURES, "martial_proficiency", figures.martial_proficiency);
    for (ability, modifier) in Ability::ALL.into_iter().zip(figures.modifiers) {
        if !(-50..=200).contains(&modifier) {
            let message = format!("a modifier of {modifier} is not from -50 to 200");
            fields.add(field_of(ability), message);
        }
    }
    for value in figures.skills {
        fields.range("skills", value, -100, 500);
    }
    fields.number(FIGURES, "inherent_evasion", figures.inherent_evasion);
    fields.number(FIGURES, "inherent_fortitude", figures.inherent_fortitude);
    fields.number(FIGURES, "inherent_will", figures.inherent_will);
    fields.number(FIGURES, "speed_m", figures.speed_m);
    fields.number(FIGURES, "max_stamina", figures.stamina);
    fields.number(FIGURES, "aura_strength", figures.aura_strength);
    fields.number(FIGURES, "recovery_value", figures.recovery_value);
    fields.number(FIGURES, "max_surges", figures.surges);
    if let Some(armor) = figures.natural_armor {
        natural_armor(&mut fields, armor);
    }
    fields.number(FIGURES, "hands", figures.hands);
    fields
}

const fn field_of(ability: Ability) -> &'static str {
    match ability {
        Ability::Strength => "strength",
        Ability::Dexterity => "dexterity",
        Ability::Constitution => "constitution",
        Ability::Intelligence => "intelligence",
        Ability::Wisdom => "wisdom",
        Ability::Charisma => "charisma",
    }
}
