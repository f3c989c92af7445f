//! From where to where the numbers of files may be, for the checks and for the JSON Schemas.

use affray_kernel::content::{Bound, Bounds, Demands};

use super::fields::LAST_COUNT;
use crate::fact::MOST;

/// Figures of creatures and of their kinds.
pub(crate) const FIGURES: Bounds = Bounds(&[
    Bound::feet("reach_ft", 0, 100),
    Bound::feet("speed_ft", 0, 60),
    Bound::of("accuracy", -20, 100),
    Bound::of("power", -20, 100),
    Bound::of("fortitude", -20, 100),
    Bound::of("agility", -20, 100),
    Bound::of("willpower", -20, 100),
    Bound::of("threshold", 0, 100),
    Bound::of("max_hp", 1, MOST as i64),
    Bound::of("natural_armor", 0, 100),
    Bound::of("spell_resistance", 0, 100),
    Bound::of("hands", 0, 20),
    Bound::of("strength", -20, 100),
    Bound::of("dexterity", -20, 100),
    Bound::of("constitution", -20, 100),
    Bound::of("intelligence", -20, 100),
    Bound::of("wisdom", -20, 100),
    Bound::of("persona", -20, 100),
]);

/// Skills.
pub(crate) const SKILLS: Bounds = Bounds(&[
    Bound::of("athletics", 0, 100),
    Bound::of("acrobatics", 0, 100),
    Bound::of("arcana", 0, 100),
    Bound::of("stealth", 0, 100),
    Bound::of("perception", 0, 100),
    Bound::of("heal", 0, 100),
]);

/// Weapons.
pub(crate) const WEAPON: Bounds = Bounds(&[
    Bound::feet("reach_bonus_ft", 0, 100),
    Bound::of("attack_bonus", -50, 50),
    Bound::of("damage_bonus", -100, 100),
    Bound::of("multiplier", 1, 10),
    Bound::of("durability", 1, 100),
]);

/// What weapons do at range.
pub(crate) const RANGED: Bounds = Bounds(&[Bound::feet("increment_ft", 5, 2000)]);

/// Composite bows.
pub(crate) const COMPOSITE: Bounds = Bounds(&[Bound::of("most", 0, 100)]);

/// Armour.
pub(crate) const ARMOR: Bounds = Bounds(&[
    Bound::of("bonus", 0, 50),
    Bound::of("threshold", -50, 50),
    Bound::of("spell_failure", 0, 50),
    Bound::feet("speed_ft", -60, 60),
]);

/// Shields.
pub(crate) const SHIELD: Bounds = Bounds(&[
    Bound::of("bonus", 0, 50),
    Bound::of("spell_failure", 0, 50),
    Bound::feet("speed_ft", -60, 60),
]);

/// Other things.
pub(crate) const GEAR: Bounds = Bounds(&[Bound::of("hands", 0, 4), Bound::of("uses", 1, 255)]);

/// Pulses of poison.
pub(crate) const PULSE: Bounds = Bounds(&[Bound::of("after", 0, LAST_COUNT)]);

/// Spells.
pub(crate) const SPELL: Bounds = Bounds(&[
    Bound::of("level", 0, 100),
    Bound::of("fatigue", 0, 100),
    Bound::feet("area_ft", 5, 200),
]);

/// How far spells reach.
pub(crate) const SPELL_RANGE: Bounds = Bounds(&[Bound::feet("feet", 5, 2000)]);

/// What spells do.
pub(crate) const EFFECT: Bounds = Bounds(&[
    Bound::of("points", 1, 1000),
    Bound::of("penalty", -50, -1),
    Bound::feet("range_ft", 5, 1000),
    Bound::of("counts", 1, LAST_COUNT),
]);

/// Regeneration.
pub(crate) const REGENERATION: Bounds = Bounds(&[
    Bound::of("points", 1, 1000),
    Bound::of("counts", 1, LAST_COUNT),
]);

/// What the schemas demand of records.
pub(crate) const DEMANDS: &[Demands] = &[
    Demands::of("KindFile", FIGURES),
    Demands::of("CreatureFile", FIGURES),
    Demands::of("SkillsFile", SKILLS),
    Demands::of("Weapon", WEAPON),
    Demands::of("Ranged", RANGED),
    Demands::of("Composite", COMPOSITE),
    Demands::of("Armor", ARMOR),
    Demands::of("Shield", SHIELD),
    Demands::of("Gear", GEAR),
    Demands::of("Pulse", PULSE),
    Demands::of("Spell", SPELL),
    Demands::of("SpellRange", SPELL_RANGE),
    Demands::of("Effect", EFFECT),
    Demands::of("Regeneration", REGENERATION),
];
