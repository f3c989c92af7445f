//! Who is in the fight.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether and how a creature is in the fight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Presence {
    /// It is there.
    Here,
    /// It has not come yet.
    Elsewhere,
    /// It fled.
    Fled,
    /// It gave up.
    Surrendered,
    /// The game master has taken it out of the fight.
    Removed,
}

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

impl From<PresenceFile> for Presence {
    fn from(file: PresenceFile) -> Self {
        match file {
            PresenceFile::Here => Self::Here,
            PresenceFile::Elsewhere => Self::Elsewhere,
        }
    }
}
