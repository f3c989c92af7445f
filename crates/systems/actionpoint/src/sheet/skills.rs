//! Attributes, skills and ranks (`character-stats/attributes`, `character-stats/skills`, `character-stats/skill-ranks`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The attributes (`character-stats/attributes`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Attribute {
    Strength,
    Agility,
    Endurance,
    Intelligence,
    Willpower,
    Perception,
    Presence,
}

impl Attribute {
    /// All of them, in the catalogue's order.
    pub const ALL: [Self; 7] = [
        Self::Strength,
        Self::Agility,
        Self::Endurance,
        Self::Intelligence,
        Self::Willpower,
        Self::Perception,
        Self::Presence,
    ];

    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strength => "Strength",
            Self::Agility => "Agility",
            Self::Endurance => "Endurance",
            Self::Intelligence => "Intelligence",
            Self::Willpower => "Willpower",
            Self::Perception => "Perception",
            Self::Presence => "Presence",
        }
    }
}

/// What is tested (`character-stats/skills`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Skill {
    Dodge,
    Sorcery,
    Focus,
    Athletics,
    Acrobatics,
    Observation,
    Stealth,
    SleightOfHand,
    Deception,
    FightingStyle,
    /// The attribute alone (`damage-pipeline/death`).
    Endurance,
}

impl Skill {
    /// Those that a sheet lists one by one; Fighting Style is in its styles, Endurance is an attribute alone.
    pub const LISTED: [Self; 9] = [
        Self::Dodge,
        Self::Sorcery,
        Self::Focus,
        Self::Athletics,
        Self::Acrobatics,
        Self::Observation,
        Self::Stealth,
        Self::SleightOfHand,
        Self::Deception,
    ];

    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dodge => "Dodge",
            Self::Sorcery => "Sorcery",
            Self::Focus => "Focus",
            Self::Athletics => "Athletics",
            Self::Acrobatics => "Acrobatics",
            Self::Observation => "Observation",
            Self::Stealth => "Stealth",
            Self::SleightOfHand => "Sleight of Hand",
            Self::Deception => "Deception",
            Self::FightingStyle => "Fighting Style",
            Self::Endurance => "Endurance",
        }
    }

    /// The attributes that can govern it; of two the roller takes the higher.
    #[must_use]
    pub const fn governed_by(self) -> &'static [Attribute] {
        match self {
            Self::Dodge => &[Attribute::Agility],
            Self::Sorcery | Self::Focus => &[Attribute::Willpower],
            Self::Athletics => &[Attribute::Strength, Attribute::Endurance],
            Self::Acrobatics | Self::FightingStyle => &[Attribute::Strength, Attribute::Agility],
            Self::Observation => &[Attribute::Perception],
            Self::Stealth => &[Attribute::Agility, Attribute::Perception],
            Self::SleightOfHand => &[Attribute::Agility, Attribute::Intelligence],
            Self::Deception => &[Attribute::Intelligence, Attribute::Presence],
            Self::Endurance => &[Attribute::Endurance],
        }
    }
}

/// Ranks (`character-stats/skill-ranks`).
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
pub enum Rank {
    #[default]
    Untrained,
    Novice,
    Apprentice,
    Journeyman,
    Adept,
    Expert,
    Master,
}

impl Rank {
    /// What it adds.
    #[must_use]
    pub const fn bonus(self) -> i16 {
        2 * (self as i16 - 1)
    }

    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Untrained => "untrained",
            Self::Novice => "novice",
            Self::Apprentice => "apprentice",
            Self::Journeyman => "journeyman",
            Self::Adept => "adept",
            Self::Expert => "expert",
            Self::Master => "master",
        }
    }
}

/// How good one is in a skill (`core-rules/target-number`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Skilled {
    /// A rank, added to the attribute.
    Rank(Rank),
    /// A finished value.
    Finished(i16),
}

impl Default for Skilled {
    fn default() -> Self {
        Self::Rank(Rank::Untrained)
    }
}
