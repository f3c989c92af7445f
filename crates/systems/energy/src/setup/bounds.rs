//! From where to where the numbers of files may be, for the checks and for the JSON Schemas.

use affray_kernel::content::{Bound, Bounds, Demands};

use super::fields::LAST_ROUND;

/// Figures of creatures and of their kinds.
pub(crate) const FIGURES: Bounds = Bounds(&[
    Bound::of("level", 0, 100),
    Bound::of("martial_proficiency", 0, 50),
    Bound::of("inherent_evasion", -50, 100),
    Bound::of("inherent_fortitude", -50, 100),
    Bound::of("inherent_will", -50, 100),
    Bound::of("speed_m", 0, 200),
    Bound::of("max_stamina", 0, 1_000),
    Bound::of("aura_strength", 0, 2_000),
    Bound::of("recovery_value", 0, 2_000),
    Bound::of("max_surges", 0, 1_000),
    Bound::of("hands", 0, 20),
    Bound::of("height_cm", 1, 5_000),
]);

/// How a creature of a scenario stands.
pub(crate) const SITUATION: Bounds = Bounds(&[
    Bound::of("death_needs", 0, 100),
    Bound::of("shot_modifier", -100, 100),
    Bound::of("moved", 0, 1_000),
    Bound::of("energy", 0, 100),
    Bound::of("granted", 0, 100),
    Bound::of("agility", 0, 100),
    Bound::of("agility_bonus", 0, 100),
    Bound::of("credits", 0, 100),
    Bound::of("swaps", 0, 100),
    Bound::of("falls", 0, 100),
]);

/// Natural armour.
pub(crate) const NATURAL_ARMOR: Bounds = Bounds(&[
    Bound::of("coverage", 1, 21),
    Bound::of("rating", 0, 100),
    Bound::of("penalty", 0, 20),
]);

/// Modifiers that have names.
pub(crate) const NAMED: Bounds = Bounds(&[Bound::of("amount", -50, 50)]);

/// Weapons.
pub(crate) const WEAPON: Bounds = Bounds(&[
    Bound::of("attack_bonus", -50, 50),
    Bound::of("reach_m", -1, 100),
    Bound::of("evasion_bonus", -20, 20),
    Bound::of("requirement", 0, 50),
    Bound::of("precise", 0, 16),
]);

/// What weapons shoot.
pub(crate) const SHOOTING: Bounds = Bounds(&[
    Bound::of("accuracy", -50, 50),
    Bound::of("load_energy", 0, 10),
]);

/// What hits bring about.
pub(crate) const OUTCOME: Bounds = Bounds(&[Bound::of("stamina_loss", 0, 100)]);

/// Armour.
pub(crate) const ARMOR: Bounds = Bounds(&[
    Bound::of("coverage", 1, 21),
    Bound::of("ranged_coverage", 1, 21),
    Bound::of("rating", 0, 100),
    Bound::of("penalty", 0, 20),
    Bound::of("requirement", 0, 50),
]);

/// Shields.
pub(crate) const SHIELD: Bounds =
    Bounds(&[Bound::of("bonus", 0, 20), Bound::of("requirement", 0, 50)]);

/// Other things.
pub(crate) const GEAR: Bounds = Bounds(&[Bound::of("hands", 0, 4)]);

/// Powers.
pub(crate) const POWER: Bounds = Bounds(&[
    Bound::of("energy", 0, 10),
    Bound::of("stamina", 0, 50),
    Bound::of("agility", 0, 20),
]);

/// How powers work.
pub(crate) const WORKING: Bounds = Bounds(&[
    Bound::of("range_m", 0, 2_000),
    Bound::of("radius_m", 0, 100),
    Bound::of("rounds", 1, LAST_ROUND),
    Bound::of("agility", 1, 100),
]);

/// How attacks of powers are aimed.
pub(crate) const AIMING: Bounds =
    Bounds(&[Bound::of("bonus", -50, 50), Bound::of("accuracy", -50, 50)]);

/// Things that somebody has.
pub(crate) const ITEM: Bounds = Bounds(&[Bound::of("pick_up", 0, 20)]);

/// Where a fight stands.
pub(crate) const START: Bounds =
    Bounds(&[Bound::of("round", 1, LAST_ROUND), Bound::of("idle", 0, 100)]);

/// What the schemas demand of records.
pub(crate) const DEMANDS: &[Demands] = &[
    Demands::of("KindFile", FIGURES),
    Demands::of("CreatureFile", FIGURES),
    Demands::of("CreatureFile", SITUATION),
    Demands::of("NaturalArmor", NATURAL_ARMOR),
    Demands::of("NamedModifier", NAMED),
    Demands::of("Weapon", WEAPON),
    Demands::of("Shooting", SHOOTING),
    Demands::of("Outcome", OUTCOME),
    Demands::of("Armor", ARMOR),
    Demands::of("Shield", SHIELD),
    Demands::of("Gear", GEAR),
    Demands::of("Power", POWER),
    Demands::of("Working", WORKING),
    Demands::of("Aiming", AIMING),
    Demands::of("ItemFile", ITEM),
    Demands::of("LooseItem", ITEM),
    Demands::of("StartFile", START),
];
