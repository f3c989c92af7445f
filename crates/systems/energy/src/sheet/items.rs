//! Weapons, armour, shields and gear (`gaps/weapon-table`, `gaps/armor-table`).

use affray_kernel::dice::Pool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DamageType, Outcome, yes};

/// The classes of weapons (`maneuvers/disarm-light-heavy`, `throw/default-ranges`).
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Class {
    Light,
    #[default]
    Other,
    Heavy,
}

/// Which rows of the draw weight table a weapon may have (`draw/table`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Draw {
    /// A bow: limited by Martial Proficiency.
    Bow,
    /// A hand crossbow: at most the row of Arm Strength 12 to 15.
    HandCrossbow,
    /// A crossbow used with two hands (`draw/crossbow-bonus`).
    Crossbow,
    /// A heavy crossbow: at most the row of 30 to 34.
    HeavyCrossbow,
    /// A siege crossbow: any row.
    SiegeCrossbow,
}

/// Use of a weapon that shoots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shooting {
    /// Accuracy (`ranged/miss-chance-modifier`).
    #[serde(default)]
    pub accuracy: i16,
    /// Near limit, far limit and maximum in metres (`range/values`).
    pub range_m: [i16; 3],
    /// Energy of loading; 0: it needs none (`actions/load`).
    #[serde(default)]
    pub load_energy: u8,
    /// How its draw weight is limited; without it Arm Strength does not matter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<Draw>,
}

/// A weapon, natural weapons and the body included (`gaps/weapon-table`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// What it is called.
    pub name: String,
    /// Light, Heavy or neither.
    #[serde(default)]
    pub class: Class,
    /// Hands it takes; 0: it is part of a body.
    #[serde(default)]
    pub hands: u8,
    /// Weapon Attack Bonus (`melee/attack-value`).
    #[serde(default)]
    pub attack_bonus: i16,
    /// Its damage dice; none for the body (`unarmed/damage`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage: Option<Pool>,
    /// The type of its damage.
    pub kind: DamageType,
    /// Reach in metres (`gaps/reach-measure`).
    #[serde(default)]
    pub reach_m: i16,
    /// What it adds to Evasion (`evasion/value`).
    #[serde(default)]
    pub evasion_bonus: i16,
    /// Martial Proficiency Requirement (`mpl/requirement`).
    #[serde(default)]
    pub requirement: i16,
    /// Precise so much (`critical/precision`).
    #[serde(default)]
    pub precise: i16,
    /// The Thrown property: its own range in metres (`throw/thrown-property`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thrown: Option<[i16; 3]>,
    /// Whether it serves in melee.
    #[serde(default = "yes")]
    pub melee: bool,
    /// Whether and how it shoots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shooting: Option<Shooting>,
    /// What a hit brings besides damage, a poison for example (`aura/harmful-effects`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brings: Option<Outcome>,
}

impl Weapon {
    /// Whether it is part of a body.
    #[must_use]
    pub const fn is_body(&self) -> bool {
        self.hands == 0
    }
}

/// Armour (`gaps/armor-table`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Armor {
    /// What it is called.
    pub name: String,
    /// Armor Coverage, 1 to 21.
    pub coverage: i16,
    /// Coverage against ranged attacks, where it is another (`ranged/armor`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranged_coverage: Option<i16>,
    /// Armor Rating.
    pub rating: i16,
    /// Armor penalty to Evasion.
    #[serde(default)]
    pub penalty: i16,
    /// Martial Proficiency Requirement.
    #[serde(default)]
    pub requirement: i16,
}

/// What protects a creature by nature; it is used where it wears nothing (`gaps/armor-table`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NaturalArmor {
    /// Armor Coverage, 1 to 21.
    pub coverage: i16,
    /// Armor Rating.
    pub rating: i16,
    /// Armor penalty to Evasion.
    #[serde(default)]
    pub penalty: i16,
}

/// A shield (`gaps/armor-table`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shield {
    /// What it is called.
    pub name: String,
    /// What it adds to Evasion.
    pub bonus: i16,
    /// Martial Proficiency Requirement.
    #[serde(default)]
    pub requirement: i16,
    /// Strapped to the arm: it cannot be disarmed and stays with the unconscious (`gaps/hands`).
    #[serde(default = "yes")]
    pub strapped: bool,
}

/// Anything else.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gear {
    /// What it is called.
    pub name: String,
    /// Hands it takes.
    #[serde(default)]
    pub hands: u8,
    /// The power that using it has, once: a potion, a scroll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<String>,
}

/// A kind of item.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum ItemKind {
    Weapon(Weapon),
    Armor(Armor),
    Shield(Shield),
    Gear(Gear),
}

impl ItemKind {
    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Weapon(weapon) => &weapon.name,
            Self::Armor(armor) => &armor.name,
            Self::Shield(shield) => &shield.name,
            Self::Gear(gear) => &gear.name,
        }
    }

    /// Hands it takes when it is in use.
    #[must_use]
    pub const fn hands(&self) -> u8 {
        match self {
            Self::Weapon(weapon) => weapon.hands,
            Self::Shield(_) => 1,
            Self::Gear(gear) => gear.hands,
            Self::Armor(_) => 0,
        }
    }

    /// The weapon that it is.
    #[must_use]
    pub const fn weapon(&self) -> Option<&Weapon> {
        match self {
            Self::Weapon(weapon) => Some(weapon),
            _ => None,
        }
    }

    /// The shield that it is.
    #[must_use]
    pub const fn shield(&self) -> Option<&Shield> {
        match self {
            Self::Shield(shield) => Some(shield),
            _ => None,
        }
    }

    /// The armour that it is.
    #[must_use]
    pub const fn armor(&self) -> Option<&Armor> {
        match self {
            Self::Armor(armor) => Some(armor),
            _ => None,
        }
    }
}
