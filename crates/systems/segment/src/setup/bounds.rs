//! From where to where the numbers of files may be, for the checks and for the JSON Schemas.

use affray_kernel::content::{Bound, Bounds, Demands};

use super::fields::LAST_ROUND;

/// Figures of creatures and of their kinds.
pub(crate) const FIGURES: Bounds = Bounds(&[
    Bound::of("level", 0, 100),
    Bound::of("agility", 0, 100),
    Bound::of("constitution", 0, 200),
    Bound::of("basic_hits", 0, 200),
    Bound::of("hits_max", 1, 2_000),
    Bound::of("actions", 1, 10),
    Bound::of("move_yd", 0, 200),
    Bound::of("fly_yd", 0, 200),
    Bound::of("reach_bonus", 0, 20),
    Bound::of("hands", 0, 8),
]);

/// How a creature of a scenario stands.
pub(crate) const SITUATION: Bounds = Bounds(&[
    Bound::of("actions_left", 0, 20),
    Bound::of("order", -1_000, 1_000),
    Bound::of("modifier", -100, 100),
    Bound::of("environment", -100, 100),
    Bound::of("moved", 0, 1_000),
]);

/// Mounts.
pub(crate) const MOUNT: Bounds =
    Bounds(&[Bound::of("move_yd", 0, 200), Bound::of("fly_yd", 0, 200)]);

/// What weapons do hand to hand.
pub(crate) const MELEE: Bounds = Bounds(&[
    Bound::of("hit", -20, 20),
    Bound::of("reach", 0, 20),
    Bound::of("usage", 1, 20),
]);

/// Weapons.
pub(crate) const WEAPON: Bounds =
    Bounds(&[Bound::of("hands", 1, 4), Bound::of("structural", 1, 20)]);

/// What weapons do at range.
pub(crate) const RANGED: Bounds = Bounds(&[
    Bound::of("hit", -20, 20),
    Bound::of("range_yd", 1, 1_000),
    Bound::of("usage", 1, 20),
    Bound::of("reload", 0, 20),
]);

/// Armour.
pub(crate) const ARMOR: Bounds = Bounds(&[
    Bound::of("move_yd", -20, 0),
    Bound::of("move_skills", -20, 0),
    Bound::of("physical", 0, 100),
    Bound::of("impact", 0, 100),
    Bound::of("magic", 0, 100),
    Bound::of("energy", 0, 100),
    Bound::of("elemental", 0, 100),
]);

/// Shields.
pub(crate) const SHIELD: Bounds =
    Bounds(&[Bound::of("structural", 1, 20), Bound::of("move_yd", -20, 0)]);

/// Other things.
pub(crate) const GEAR: Bounds = Bounds(&[Bound::of("hands", 0, 4)]);

/// Powers.
pub(crate) const POWER: Bounds =
    Bounds(&[Bound::of("usage", 1, 20), Bound::of("range_yd", 1, 1_000)]);

/// Armour and other values against each type of damage.
pub(crate) const RATINGS: Bounds = Bounds(&[
    Bound::of("physical", 0, 200),
    Bound::of("impact", 0, 200),
    Bound::of("magic", 0, 200),
    Bound::of("energy", 0, 200),
    Bound::of("elemental", 0, 200),
]);

/// Where a fight stands.
pub(crate) const START: Bounds = Bounds(&[Bound::of("round", 1, LAST_ROUND)]);

/// What the schemas demand of records.
pub(crate) const DEMANDS: &[Demands] = &[
    Demands::of("KindFile", FIGURES),
    Demands::of("CreatureFile", FIGURES),
    Demands::of("CreatureFile", SITUATION),
    Demands::of("Mount", MOUNT),
    Demands::of("NaturalRecord", MELEE),
    Demands::of("WeaponRecord", WEAPON),
    Demands::of("MeleeRecord", MELEE),
    Demands::of("RangedRecord", RANGED),
    Demands::of("ArmorRecord", ARMOR),
    Demands::of("ShieldRecord", SHIELD),
    Demands::of("GearRecord", GEAR),
    Demands::of("PowerRecord", POWER),
    Demands::of("NaturalRatingsFile", RATINGS),
    Demands::of("RatingsFile", RATINGS),
    Demands::of("Ratings", RATINGS),
    Demands::of("StartFile", START),
];
