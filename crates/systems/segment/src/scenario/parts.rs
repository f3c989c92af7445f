//! What can be written about the situation of a creature and of the fight.

use std::collections::BTreeMap;

use affray_kernel::content::FromWord;
use affray_kernel::scenario::Square;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde::de::{Error, IntoDeserializer};

use crate::content::ItemFile;
use crate::sheet::{DamageType, DefendSkill};
use crate::state::{Condition, Guard, Phase, Presence, Segment};

/// Whether a creature is in the fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PresenceFile {
    /// It is there.
    #[default]
    Here,
    /// It has fled.
    Fled,
    /// It may come later.
    Elsewhere,
}

impl From<PresenceFile> for Presence {
    fn from(file: PresenceFile) -> Self {
        match file {
            PresenceFile::Here => Self::Here,
            PresenceFile::Fled => Self::Fled,
            PresenceFile::Elsewhere => Self::Elsewhere,
        }
    }
}

/// On-Guard, in full or as the skill of its checks.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GuardFile {
    /// The skill of all its checks.
    pub skill: DefendSkill,
    /// Failed checks this round.
    #[serde(default)]
    pub failures: u8,
    /// Failed checks in this segment.
    #[serde(default)]
    pub in_segment: u8,
}

impl FromWord for GuardFile {
    const WHAT: &'static str = "On-Guard";

    fn from_word<E: Error>(word: &str) -> Result<Self, E> {
        Ok(Self {
            skill: DefendSkill::deserialize(word.into_deserializer())?,
            failures: 0,
            in_segment: 0,
        })
    }

    fn word_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<DefendSkill>()
    }
}

impl GuardFile {
    pub(crate) const fn guard(self) -> Guard {
        Guard {
            skill: self.skill,
            failures: self.failures,
            in_segment: self.in_segment,
        }
    }
}

/// A condition in force, in full or as its name.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConditionFile {
    /// Which.
    pub kind: Condition,
    /// Toward whom it holds: who is noticed, whose vitals or vulnerability are found.
    #[serde(default)]
    pub toward: Option<String>,
    /// Who caused it.
    #[serde(default)]
    pub cause: Option<String>,
    /// After how many further rounds it ends: 0 at the end of this one. Surprise ends with this round, others only when something ends
    /// them, unless it says so.
    #[serde(default)]
    pub rounds: Option<u16>,
}

impl FromWord for ConditionFile {
    const WHAT: &'static str = "a condition";

    fn from_word<E: Error>(word: &str) -> Result<Self, E> {
        Ok(Self {
            kind: Condition::deserialize(word.into_deserializer())?,
            toward: None,
            cause: None,
            rounds: None,
        })
    }

    fn word_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Condition>()
    }
}

/// What holds for the whole fight.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SettingFile {
    /// The kinds of damage that there are; all five unless it says so.
    pub damage_types: Option<Vec<DamageType>>,
    /// Added to all attack and defend checks by the surroundings.
    pub environment: i16,
    /// Added to those of a side, by its name.
    pub side_environment: BTreeMap<String, i16>,
}

/// An effect that somebody maintains.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EffectFile {
    /// The power.
    pub power: String,
    /// Who maintains it.
    pub by: String,
    /// On whom it is.
    pub on: String,
    /// The round of its activation; the last one unless it says so.
    #[serde(default)]
    pub since: Option<u16>,
}

/// What is going on in a round that is under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PhaseFile {
    /// Ambushes are declared.
    Ambushes,
    /// On-Guard is announced.
    OnGuards,
    /// The next segment is about to be called.
    Calling,
    /// A segment is under way.
    Acting,
}

impl From<PhaseFile> for Phase {
    fn from(file: PhaseFile) -> Self {
        match file {
            PhaseFile::Ambushes => Self::Ambushes,
            PhaseFile::OnGuards => Self::OnGuards,
            PhaseFile::Calling => Self::Calling,
            PhaseFile::Acting => Self::Acting,
        }
    }
}

/// Where a fight that is under way stands.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartFile {
    /// The round.
    #[serde(default = "first_round")]
    pub round: u16,
    /// The segment under way, or the last one that was called.
    #[serde(default)]
    pub segment: Option<Segment>,
    /// What is going on: with a segment it is under way, without one the next is about to be called, unless it says so.
    #[serde(default)]
    pub phase: Option<PhaseFile>,
    /// Whether an attack was made out of an ambush this round.
    #[serde(default)]
    pub ambushed: bool,
}

const fn first_round() -> u16 {
    1
}

/// A thing that lies about.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LooseItem {
    /// Its kind, from the content.
    pub kind: String,
    /// What it is called here, if not as its kind.
    #[serde(default)]
    pub name: Option<String>,
    /// Column and row of its space.
    pub at: Square,
    /// Whether it is loaded.
    #[serde(default)]
    pub loaded: bool,
    /// Missiles left; they are then counted.
    #[serde(default)]
    pub left: Option<u16>,
    /// Whether it is broken.
    #[serde(default)]
    pub broken: bool,
}

impl LooseItem {
    /// As creatures have items.
    pub(crate) fn item(&self) -> ItemFile {
        ItemFile {
            kind: self.kind.clone(),
            name: self.name.clone(),
            loaded: Some(self.loaded),
            left: self.left,
            broken: self.broken,
        }
    }
}
