//! From where to where the numbers of files may be, for the checks and for the JSON Schemas.

use affray_kernel::content::{Bound, Bounds, Demands};

use super::fields::MOST_DC;
use crate::content::NEEDED;

/// Figures of creatures and of their kinds.
pub(crate) const FIGURES: Bounds = Bounds(&[
    Bound::of("level", 0, 100),
    Bound::of("max_hp", 1, 10_000),
    Bound::of("physical_defense", -100, 300),
    Bound::of("mental_defense", -100, 300),
    Bound::of("max_energy", 0, 1000),
    Bound::feet("speed_ft", 0, 500),
    Bound::feet("reach_ft", 0, 100),
    Bound::of("hands", 0, 20),
    Bound::of("hide", 0, 100),
    Bound::of("str", -20, 100),
    Bound::of("dex", -20, 100),
    Bound::of("ess", -20, 100),
    Bound::of("mnd", -20, 100),
]);

/// How a creature of a scenario stands.
pub(crate) const SITUATION: Bounds = Bounds(&[
    Bound::of("initiative", -1000, 1000),
    Bound::of("bleed_penalty", 0, 1000),
    Bound::of("airless", 0, 1000),
    Bound::of("flown_ft", 0, 5000),
    Bound::of("falling_ft", 0, 10_000),
    Bound::of("sneak", -1000, 1000),
]);

/// Weapons.
pub(crate) const WEAPON: Bounds = Bounds(&[
    Bound::feet("reach_ft", 0, 100),
    Bound::feet("increment_ft", 0, 2000),
    Bound::of("reload", 0, 20),
    Bound::of("entangles", 1, MOST_DC),
]);

/// Poison on a weapon.
pub(crate) const POISON: Bounds =
    Bounds(&[Bound::of("level", 1, 30), Bound::of("rounds", 1, 1000)]);

/// Armour.
pub(crate) const ARMOUR: Bounds = Bounds(&[Bound::feet("speed_ft", -60, 60)]);

/// Shields.
pub(crate) const SHIELD: Bounds = Bounds(&[
    Bound::of("defense", 0, 20),
    Bound::feet("speed_ft", -60, 60),
]);

/// Other things.
pub(crate) const GEAR: Bounds =
    Bounds(&[Bound::of("hands", 0, 4), Bound::feet("light_ft", 0, 500)]);

/// Energy in the components of a Spell.
pub(crate) const COMPONENTS: Bounds = Bounds(&[
    Bound::of("effect", 1, 20),
    Bound::of("range", 0, 4),
    Bound::of("duration", 0, 4),
    Bound::of("area", 0, 4),
]);

/// Spells.
pub(crate) const SPELL: Bounds = Bounds(&[
    Bound::of("least_duration", 0, 4),
    Bound::of("least_area", 0, 4),
]);

/// What spells do.
pub(crate) const EFFECT: Bounds = Bounds(&[
    Bound::feet("feet", 5, 200),
    Bound::of("base", 0, 100),
    Bound::of("per_energy", 0, 100),
    Bound::of("rounds", 1, 1000),
]);

/// Feats.
pub(crate) const FEATS: Bounds = Bounds(&[
    Bound::of("extra_reactions", -1, 20),
    Bound::of("weapon_specialization", 0, 100),
    Bound::of("battle_trance", 0, 100),
]);

/// Senses.
pub(crate) const SENSES: Bounds = Bounds(&[Bound::feet("exact_ft", 0, 1000)]);

/// Drifting.
pub(crate) const DRIFT: Bounds = Bounds(&[Bound::feet("feet", 0, 1000)]);

/// Where a fight stands.
pub(crate) const START: Bounds = Bounds(&[Bound::of("round", 1, 10_000)]);

/// What the schemas demand of records.
pub(crate) const DEMANDS: &[Demands] = &[
    Demands {
        record: "KindFile",
        bounds: FIGURES,
        needed: &NEEDED,
    },
    Demands::of("CreatureFile", FIGURES),
    Demands::of("CreatureFile", SITUATION),
    Demands::of("Weapon", WEAPON),
    Demands::of("Poison", POISON),
    Demands::of("Armour", ARMOUR),
    Demands::of("Shield", SHIELD),
    Demands::of("Gear", GEAR),
    Demands::of("Components", COMPONENTS),
    Demands::of("Spell", SPELL),
    Demands::of("Effect", EFFECT),
    Demands::of("FeatsFile", FEATS),
    Demands::of("SensesFile", SENSES),
    Demands::of("DriftFile", DRIFT),
    Demands::of("StartFile", START),
];
