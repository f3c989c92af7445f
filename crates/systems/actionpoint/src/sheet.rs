//! What does not change in a fight: creatures' sheets, kinds of items, spells, switches.

mod described;
mod items;
mod options;
mod skills;
mod spells;
#[cfg(test)]
mod tests;
mod things;

use affray_kernel::CreatureId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use items::*;
pub use options::*;
pub use skills::*;
pub use spells::*;

use super::state::GearId;

/// The sizes, from the smallest (`character-stats/size`).
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
pub enum Size {
    Minute,
    Tiny,
    Small,
    #[default]
    Medium,
    Large,
    Huge,
    Gigantic,
}

impl Size {
    /// Its step, -3 to 3.
    #[must_use]
    pub const fn step(self) -> i16 {
        self as i16 - 3
    }

    /// The side of its space in metres.
    #[must_use]
    pub const fn side(self) -> u8 {
        match self {
            Self::Large => 2,
            Self::Huge => 3,
            Self::Gigantic => 4,
            _ => 1,
        }
    }

    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minute => "Minute",
            Self::Tiny => "Tiny",
            Self::Small => "Small",
            Self::Medium => "Medium",
            Self::Large => "Large",
            Self::Huge => "Huge",
            Self::Gigantic => "Gigantic",
        }
    }
}

/// Types of damage (`damage-types/table`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum DamageType {
    Crushing,
    Piercing,
    Slashing,
    Fire,
    Frost,
    Shock,
    Acid,
    Force,
    Necrotic,
    Radiant,
    Poison,
    Psychic,
}

impl DamageType {
    /// Whether it is physical (`damage-types/physical`).
    #[inline]
    #[must_use]
    pub const fn is_physical(self) -> bool {
        matches!(self, Self::Crushing | Self::Piercing | Self::Slashing)
    }

    /// Whether it is magical (`damage-types/magical`).
    #[inline]
    #[must_use]
    pub const fn is_magical(self) -> bool {
        matches!(self, Self::Fire | Self::Frost | Self::Shock)
    }

    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Crushing => "crushing",
            Self::Piercing => "piercing",
            Self::Slashing => "slashing",
            Self::Fire => "fire",
            Self::Frost => "frost",
            Self::Shock => "shock",
            Self::Acid => "acid",
            Self::Force => "force",
            Self::Necrotic => "necrotic",
            Self::Radiant => "radiant",
            Self::Poison => "poison",
            Self::Psychic => "psychic",
        }
    }
}

/// What a resistance or vulnerability names: a group or a type of damage (`resistance/groups`, `damage-types/other`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum DamageKind {
    Physical,
    Magic,
    Crushing,
    Piercing,
    Slashing,
    Fire,
    Frost,
    Shock,
    Acid,
    Force,
    Necrotic,
    Radiant,
    Poison,
    Psychic,
}

impl DamageKind {
    /// The type that it names, if it is no group.
    #[must_use]
    pub const fn single(self) -> Option<DamageType> {
        Some(match self {
            Self::Physical | Self::Magic => return None,
            Self::Crushing => DamageType::Crushing,
            Self::Piercing => DamageType::Piercing,
            Self::Slashing => DamageType::Slashing,
            Self::Fire => DamageType::Fire,
            Self::Frost => DamageType::Frost,
            Self::Shock => DamageType::Shock,
            Self::Acid => DamageType::Acid,
            Self::Force => DamageType::Force,
            Self::Necrotic => DamageType::Necrotic,
            Self::Radiant => DamageType::Radiant,
            Self::Poison => DamageType::Poison,
            Self::Psychic => DamageType::Psychic,
        })
    }

    /// Whether a type of damage is of the kind.
    #[must_use]
    pub fn covers(self, kind: DamageType) -> bool {
        match self {
            Self::Physical => kind.is_physical(),
            Self::Magic => kind.is_magical(),
            one => one.single() == Some(kind),
        }
    }
}

/// A resistance or a vulnerability (`resistance/notation`, `resistance/vulnerability`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ward {
    /// Against what.
    pub against: DamageKind,
    /// Its value.
    pub value: i16,
}

/// What a free action can be, where a perk grants one (`free-actions/granted-by-rules`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "they are the actions of the same names")]
pub enum FreeAction {
    Dash,
    Disengage,
    Grapple,
    Manipulate,
    Search,
    Sneak,
    Strike,
    UseMagic,
}

/// What a perk changes about a test (`misc/perks`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TestChange {
    /// Which test.
    pub test: Skill,
    /// Bonus or penalty.
    #[serde(default)]
    pub amount: i16,
    /// Whether it has a boon.
    #[serde(default)]
    pub boon: bool,
    /// Whether it has a bane.
    #[serde(default)]
    pub bane: bool,
}

/// A perk (`misc/perks`). Attack abilities that it grants are among the spells of the sheet.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Perk {
    /// What it is called.
    pub name: String,
    /// The free action that it grants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free_action: Option<FreeAction>,
    /// What it changes about tests.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<TestChange>,
    /// Resistances.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resistances: Vec<Ward>,
    /// Vulnerabilities.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub vulnerabilities: Vec<Ward>,
    /// A source of Armor Rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub armor: Option<Protection>,
}

/// A fighting style (`fighting-style/definition`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Style {
    /// What it is called.
    pub name: String,
    /// Its rank, or finished values.
    pub skilled: StyleSkill,
    /// The types of gear that one is trained in through it, in order (`fighting-style/gear-list`).
    pub gear: Vec<GearId>,
    /// How many of them were free when it was learned; the others have cost XP (`fighting-style/initial-gear`).
    pub free: u8,
}

/// How good one is in a fighting style (`core-rules/target-number`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StyleSkill {
    /// A rank, added to the attribute.
    Rank(Rank),
    /// Finished values with Strength and with Agility.
    Finished(i16, i16),
}

/// Yes-or-no features of a creature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Traits {
    /// Nobody can hold it (`primary-actions/grapple-range`).
    pub cannot_be_grappled: bool,
}

/// A creature's sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// Its name in the fight.
    pub name: String,
    /// The name of its kind.
    pub kind: String,
    /// Its side, by number.
    pub side: u8,
    /// The policy by which a bot plays it; without one a person does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// Whether it is a player character (`initiative-structure/pc-initiative-roll`).
    pub player: bool,
    /// Size.
    pub size: Size,
    /// Strength, Agility, Endurance, Intelligence, Willpower, Perception and Presence (`character-stats/attributes`).
    pub attributes: [i16; 7],
    /// The skills other than Fighting Style, in the order of [`Skill::LISTED`] (`character-stats/skills`).
    pub skills: [Skilled; 9],
    /// Its fighting styles, at least one.
    pub styles: Vec<Style>,
    /// Initiative of a player character (`character-stats/initiative-rating`).
    pub initiative: i16,
    /// The NPC before it in the list whose initiative die is its own, too (`initiative-structure/npc-initiative-roll`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initiative_with: Option<CreatureId>,
    /// Speed in metres (`character-stats/speed`).
    pub speed_m: i16,
    /// Health Pool (`character-stats/health-pool`).
    pub health: i16,
    /// Mana (`magic/cost`).
    #[serde(default)]
    pub mana: i16,
    /// Hands; a creature without any uses its natural weapons (`character-stats/hands`).
    pub hands: u8,
    /// Natural weapons; the last one of a creature with hands is the bare body.
    pub natural: Vec<Weapon>,
    /// What protects it by nature (`armor/one-source`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub natural_armor: Option<Protection>,
    /// Resistances (`resistance/notation`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resistances: Vec<Ward>,
    /// Vulnerabilities (`resistance/vulnerability`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vulnerabilities: Vec<Ward>,
    /// Spells and abilities, by number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spells: Vec<u8>,
    /// Perks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub perks: Vec<Perk>,
    /// Features.
    pub traits: Traits,
}

impl Sheet {
    /// An attribute.
    #[inline]
    #[must_use]
    pub const fn attribute(&self, attribute: Attribute) -> i16 {
        self.attributes[attribute as usize]
    }

    /// What is added to its initiative roll, and orders equal results (`initiative-structure/ties`).
    #[must_use]
    pub const fn initiative_value(&self) -> i16 {
        if self.player {
            self.initiative
        } else {
            self.attribute(Attribute::Perception)
        }
    }
}
