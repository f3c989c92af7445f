//! What can be written about the situation of a creature and of the fight.

use affray_kernel::content::FromWord;
use affray_kernel::grid::Heading;
use affray_kernel::scenario::Square;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde::de::{Error, IntoDeserializer};

use crate::state::Condition;

/// Whether a creature is there when the fight begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PresenceFile {
    /// It is.
    #[default]
    Here,
    /// It may come later.
    Elsewhere,
}

/// How a creature's movement counts for those who shoot at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GaitFile {
    /// It has neither acted nor moved this Round.
    Still,
    /// It fights, walks or runs.
    Ordinary,
    /// It sprints, or runs in zig-zag.
    Evasive,
}

/// What a creature faces. A word is a direction, or the name of a creature to watch.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FacingFile {
    /// The direction that it faces now; toward whom it watches, unless it says so.
    #[serde(default)]
    pub heading: Option<Heading>,
    /// The creature that it turns to whenever it may; none, if only a direction is written.
    #[serde(default)]
    pub watch: Option<String>,
}

impl FromWord for FacingFile {
    const WHAT: &'static str = "a facing";

    fn from_word<E: Error>(word: &str) -> Result<Self, E> {
        let heading = word.parse().ok();
        Ok(Self {
            watch: heading.is_none().then(|| word.to_owned()),
            heading,
        })
    }
}

/// A condition in force, in full or as its name.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConditionFile {
    /// Which.
    pub kind: Condition,
    /// Toward whom it holds: who restrains or is restrained, of whom it is unaware.
    #[serde(default)]
    pub toward: Option<String>,
    /// Who caused it.
    #[serde(default)]
    pub cause: Option<String>,
    /// After how many further Rounds it ends: 0 at the end of this one. As the condition does by the rules, unless it says so.
    #[serde(default)]
    pub rounds: Option<u16>,
    /// That it has no end of its own and stays until something ends it.
    #[serde(default)]
    pub stays: bool,
    /// For what is restrained by nobody: the DC to get free, 15 unless it says so.
    #[serde(default)]
    pub amount: Option<i16>,
}

impl FromWord for ConditionFile {
    const WHAT: &'static str = "a condition";

    fn from_word<E: Error>(word: &str) -> Result<Self, E> {
        Ok(Self {
            kind: Condition::deserialize(word.into_deserializer())?,
            toward: None,
            cause: None,
            rounds: None,
            stays: false,
            amount: None,
        })
    }

    fn word_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Condition>()
    }
}

/// The movement that a creature has just made.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CourseFile {
    /// The direction of its last metre.
    pub heading: Heading,
    /// Metres that it went straight at the end.
    #[serde(default)]
    pub straight: u8,
    /// Sharp turns made within this Run.
    #[serde(default)]
    pub turns: u8,
    /// Whether it was a Sprint.
    #[serde(default)]
    pub sprint: bool,
    /// Whether it was a Shift.
    #[serde(default)]
    pub shift: bool,
}

/// A condition of ground or of a zone that a creature ignores until the end of the Round.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IgnoredFile {
    /// Which.
    pub condition: Condition,
    /// The place of the zone in the list of zones, from 1; 0: the ground.
    #[serde(default)]
    pub zone: u16,
}

/// A zone that a power has made.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ZoneFile {
    /// The power.
    pub power: String,
    /// Who made it.
    pub by: String,
    /// Column and row of its middle.
    pub at: Square,
    /// The last Round in which it lasts; as if it had been made this Round, unless it says so.
    #[serde(default)]
    pub until: Option<u16>,
}

/// Where a fight that is under way stands: on the open floor of a Round.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartFile {
    /// The Round.
    #[serde(default = "first_round")]
    pub round: u16,
    /// Rounds in a row before this one in which nobody spent anything.
    #[serde(default)]
    pub idle: u8,
    /// Whether the first action of those who surprise the others is still to come.
    #[serde(default)]
    pub ambush: bool,
}

const fn first_round() -> u16 {
    1
}
