//! What can be written about the situation of a creature and of the fight.

use std::borrow::Cow;
use std::fmt;

use affray_kernel::content::FromWord;
use affray_kernel::scenario::{PresenceFile, Square};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::{Deserializer, Error, IntoDeserializer, Unexpected, Visitor};

use crate::content::ItemFile;
use crate::state::Condition;

/// What stands under `presence`: the attribute as a number, or as a word whether a creature is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PresenceKey {
    /// The attribute.
    Attribute(i16),
    /// Whether it is there.
    Whether(PresenceFile),
}

impl<'de> Deserialize<'de> for PresenceKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PresenceVisitor)
    }
}

struct PresenceVisitor;

impl Visitor<'_> for PresenceVisitor {
    type Value = PresenceKey;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the attribute as a whole number, \"here\" or \"elsewhere\"")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<PresenceKey, E> {
        i16::try_from(number)
            .map(PresenceKey::Attribute)
            .map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<PresenceKey, E> {
        PresenceFile::deserialize(word.into_deserializer()).map(PresenceKey::Whether)
    }
}

impl JsonSchema for PresenceKey {
    fn schema_name() -> Cow<'static, str> {
        "PresenceKey".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let whether = generator.subschema_for::<PresenceFile>();
        json_schema!({ "anyOf": [{ "type": "integer" }, whether] })
    }
}

/// A condition in force, in full or as its name.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConditionFile {
    /// Which.
    pub kind: Condition,
    /// Toward whom it holds: who grapples it, or from whom it is hidden. A net holds whoever is grappled by nobody, and whoever is
    /// hidden is so from all foes unless it says so.
    #[serde(default)]
    pub toward: Option<String>,
}

impl FromWord for ConditionFile {
    const WHAT: &'static str = "a condition";

    fn from_word<E: Error>(word: &str) -> Result<Self, E> {
        Ok(Self {
            kind: Condition::deserialize(word.into_deserializer())?,
            toward: None,
        })
    }

    fn word_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Condition>()
    }
}

/// A spell that is on a creature and lasts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunningFile {
    /// Which.
    pub spell: String,
    /// How many ends of the creature's turns are left until it is over; 1 unless it says so.
    #[serde(default = "one")]
    pub left: u8,
}

const fn one() -> u8 {
    1
}

/// Where a fight that is under way stands: a round is about to begin, or it is somebody's turn.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartFile {
    /// The round.
    #[serde(default = "first_round")]
    pub round: u16,
    /// Whose turn it is.
    #[serde(default)]
    pub turn: Option<String>,
    /// Whether something of that turn is done already, so that it cannot be saved; it is where there was movement, Dash or Disengage.
    #[serde(default)]
    pub begun: Option<bool>,
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
    /// Column and row of its square.
    pub at: Square,
    /// Manipulate reactions that are needed before the next shot.
    #[serde(default)]
    pub unloaded: u8,
    /// Uses of its magic that are left, if not all.
    #[serde(default)]
    pub uses: Option<u16>,
}

impl LooseItem {
    /// As creatures have items.
    pub(crate) fn item(&self) -> ItemFile {
        ItemFile {
            kind: self.kind.clone(),
            name: self.name.clone(),
            hands: None,
            unloaded: self.unloaded,
            uses: self.uses,
        }
    }
}

/// A lever, a trapdoor and the like.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FixtureFile {
    /// What it is called.
    pub name: String,
    /// Column and row of its square.
    pub at: Square,
    /// Whether it is hidden until somebody finds it.
    #[serde(default)]
    pub hidden: bool,
    /// The two squares on both sides of the door that it opens and closes.
    #[serde(default)]
    pub door: Option<[Square; 2]>,
}
