//! Weapons, armour, shields and gear (`equipment/weapon-data`, `equipment/armor-table`, `equipment/shield-table`).

use affray_kernel::dice::Pool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::DamageType;

/// How many hands a weapon takes (`equipment/weapon-data`, `character-stats/hands`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Hands {
    /// One.
    #[default]
    One,
    /// Two.
    Two,
    /// One or two, with other damage in both.
    Versatile,
}

/// Dice of damage and their type; where there are several types the attacker picks one (`damage-types/every-source-has-one`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Damage {
    /// The dice with the flat bonus.
    pub dice: Pool,
    /// The types, the first one being the usual.
    pub types: Vec<DamageType>,
}

/// What a hit does besides damage, or in its place (`equipment/special-weapons`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnHit {
    /// The target is Grappled, by nobody: a net.
    Entangle,
    /// The target has to pass an Acrobatics test or is Prone: a bola.
    Topple,
}

/// A weapon, natural weapons and bare hands included (`equipment/weapon-data`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// What it is called.
    pub name: String,
    /// The type of gear that it is for training; its name unless it says so (`fighting-style/entries-are-types`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gear: Option<String>,
    /// Whether it is the bare body: trained only where the style has unarmed fighting (`fighting-style/unarmed`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unarmed: bool,
    /// Its damage: several components are rolled one after the other (`damage-pipeline/several-types`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damage: Vec<Damage>,
    /// The dice of the first component when it is used with both hands; for versatile weapons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub two_handed: Option<Pool>,
    /// Reach in metres; `None`: it is no melee weapon (`space/reach`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reach_m: Option<i16>,
    /// Range in metres of a weapon that shoots (`attack/ranged-range`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range_m: Option<i16>,
    /// The trait Thrown: range in metres (`attack/thrown-counts-as-ranged`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thrown_m: Option<i16>,
    /// Hands it takes; natural weapons take none.
    #[serde(default)]
    pub hands: Hands,
    /// The trait Heavy (`maneuvers/bash-equipment`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub heavy: bool,
    /// The trait Load: Manipulate reactions before the next shot.
    #[serde(default, skip_serializing_if = "is_none_to_do")]
    pub load: u8,
    /// What a hit does besides damage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_hit: Option<OnHit>,
}

const fn is_none_to_do(times: &u8) -> bool {
    *times == 0
}

impl Weapon {
    /// The type of gear that it is for training (`fighting-style/entries-are-types`).
    #[must_use]
    pub fn gear(&self) -> &str {
        self.gear.as_deref().unwrap_or(&self.name)
    }
}

/// The levels of armour that is worn (`armor/levels`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Level {
    Partial,
    Full,
}

/// The materials of armour and shields (`armor/material`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Material {
    Leather,
    Fur,
    Bone,
    Iron,
    Steel,
    Mithril,
    Orichalcum,
    Ebony,
}

impl Material {
    /// Armor Rating (`equipment/armor-table`, `armor/full-beats-partial`).
    #[must_use]
    pub const fn armor_rating(self, level: Level) -> i16 {
        let (partial, full) = match self {
            Self::Leather | Self::Fur => (1, 3),
            Self::Bone => (2, 4),
            Self::Iron => (3, 5),
            Self::Steel | Self::Mithril => (4, 6),
            Self::Orichalcum => (5, 7),
            Self::Ebony => (6, 8),
        };
        match level {
            Level::Partial => partial,
            Level::Full => full,
        }
    }

    /// What it takes off magical damage (`equipment/armor-table`, `armor/rare-materials`).
    #[must_use]
    pub const fn magic_rating(self, level: Level) -> i16 {
        match (self, level) {
            (Self::Mithril, Level::Partial) => 1,
            (Self::Mithril, Level::Full) => 2,
            (Self::Ebony, Level::Partial) => 3,
            (Self::Ebony, Level::Full) => 4,
            _ => 0,
        }
    }

    /// Block Rating (`equipment/shield-table`).
    #[must_use]
    pub const fn block_rating(self) -> i16 {
        self.armor_rating(Level::Full) + 2
    }
}

/// What a source of Armor Rating takes off (`armor/rating`, `armor/rare-materials`).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Protection {
    /// Armor Rating: off physical damage.
    #[serde(default)]
    pub rating: i16,
    /// Off the magical types below.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub magic: i16,
    /// The magical types that it covers; all three unless it says so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub magic_types: Vec<DamageType>,
}

const fn is_zero(number: &i16) -> bool {
    *number == 0
}

impl Protection {
    /// What it takes off damage of a type.
    #[must_use]
    pub fn against(&self, kind: DamageType) -> i16 {
        if kind.is_physical() {
            self.rating
        } else if kind.is_magical()
            && (self.magic_types.is_empty() || self.magic_types.contains(&kind))
        {
            self.magic
        } else {
            0
        }
    }
}

/// Armour (`armor/rating`): its ratings follow from level and material unless a file states them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armor {
    /// What it is called.
    pub name: String,
    /// Partial or full.
    pub level: Level,
    /// What it takes off.
    pub protection: Protection,
    /// Metres that it takes off the speed (`armor/unarmored`).
    #[serde(default)]
    pub slows_m: i16,
}

/// A shield (`shields/block-rating`): its rating follows from the material unless a file states it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shield {
    /// What it is called.
    pub name: String,
    /// Block Rating.
    pub rating: i16,
}

/// Anything else.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gear {
    /// What it is called.
    pub name: String,
    /// Hands it takes when it is in use; 0: it is worn.
    pub hands: u8,
    /// The spell whose magic it has, by number (`magic/casting-test`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spell: Option<u8>,
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

    /// The fewest hands that hold it so that it can be used (`character-stats/hands`).
    #[must_use]
    pub const fn hands(&self) -> u8 {
        match self {
            Self::Weapon(weapon) => match weapon.hands {
                Hands::One | Hands::Versatile => 1,
                Hands::Two => 2,
            },
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
