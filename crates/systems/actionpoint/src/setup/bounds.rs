//! From where to where the numbers of files may be, for the checks and for the JSON Schemas.

use affray_kernel::content::{Bound, Bounds, Demands};

use super::body::MOST_FAILURES;
use crate::rules::price::{AP, ATTACKS};

/// Figures of creatures and of their kinds.
pub(crate) const FIGURES: Bounds = Bounds(&[
    Bound::of("xp", 0, 3_000),
    Bound::of("initiative", -20, 60),
    Bound::of("speed_m", 0, 200),
    Bound::of("health", 1, 2_000),
    Bound::of("mana", 0, 2_000),
    Bound::of("hands", 0, 8),
    Bound::of("strength", 1, 20),
    Bound::of("agility", 1, 20),
    Bound::of("endurance", 1, 20),
    Bound::of("intelligence", 1, 20),
    Bound::of("willpower", 1, 20),
    Bound::of("perception", 1, 20),
    Bound::of("presence", 1, 20),
    Bound::of("presence_attribute", 1, 20),
    Bound::of("dodge", -20, 60),
    Bound::of("sorcery", -20, 60),
    Bound::of("focus", -20, 60),
    Bound::of("athletics", -20, 60),
    Bound::of("acrobatics", -20, 60),
    Bound::of("observation", -20, 60),
    Bound::of("stealth", -20, 60),
    Bound::of("sleight_of_hand", -20, 60),
    Bound::of("deception", -20, 60),
]);

/// How a creature of a scenario stands.
pub(crate) const SITUATION: Bounds = Bounds(&[
    Bound::of("initiative_result", -100, 200),
    Bound::of("ap", 0, AP as i64),
    Bound::of("attacks", 0, ATTACKS as i64),
    Bound::of("moved", 0, 1_000),
    Bound::of("dashes", 0, AP as i64),
    Bound::of("test_modifier", -100, 100),
    Bound::of("failures", 0, MOST_FAILURES),
]);

/// Fighting styles of creatures.
pub(crate) const STYLE: Bounds = Bounds(&[
    Bound::of("strength", -20, 60),
    Bound::of("agility", -20, 60),
]);

/// What perks change about tests.
pub(crate) const TEST: Bounds = Bounds(&[Bound::of("amount", -20, 20)]);

/// Sources of Armor Rating.
pub(crate) const PROTECTION: Bounds =
    Bounds(&[Bound::of("rating", 0, 100), Bound::of("magic", 0, 100)]);

/// Weapons.
pub(crate) const WEAPON: Bounds = Bounds(&[
    Bound::of("load", 0, 10),
    Bound::of("reach_m", 1, 20),
    Bound::of("range_m", 1, 1_000),
    Bound::of("thrown_m", 1, 200),
]);

/// Armour.
pub(crate) const ARMOR: Bounds = Bounds(&[Bound::of("slows_m", 0, 20)]);

/// Shields.
pub(crate) const SHIELD: Bounds = Bounds(&[Bound::of("rating", 0, 100)]);

/// Other things.
pub(crate) const GEAR: Bounds = Bounds(&[Bound::of("hands", 0, 2)]);

/// Spells.
pub(crate) const SPELL: Bounds = Bounds(&[
    Bound::of("range_m", 1, 1_000),
    Bound::of("ap", 1, AP as i64),
    Bound::of("mana", 0, 1_000),
]);

/// Switches.
pub(crate) const OPTIONS: Bounds = Bounds(&[
    Bound::of("target-number", -100, 100),
    Bound::of("success-step", 1, 100),
]);

/// What the schemas demand of records.
pub(crate) const DEMANDS: &[Demands] = &[
    Demands::of("KindFile", FIGURES),
    Demands::of("CreatureFile", FIGURES),
    Demands::of("CreatureFile", SITUATION),
    Demands::of("StyleFile", STYLE),
    Demands::of("TestChange", TEST),
    Demands::of("Protection", PROTECTION),
    Demands::of("ProtectionFile", PROTECTION),
    Demands::of("WeaponRecord", WEAPON),
    Demands::of("ArmorRecord", PROTECTION),
    Demands::of("ArmorRecord", ARMOR),
    Demands::of("ShieldRecord", SHIELD),
    Demands::of("GearRecord", GEAR),
    Demands::of("SpellRecord", SPELL),
    Demands::of("Options", OPTIONS),
];
