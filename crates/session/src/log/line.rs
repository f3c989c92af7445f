//! A line of the log.

use affray_kernel::CreatureId;
use affray_kernel::story::Depth;
use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use crate::schemas;

/// What a line of the log is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Part of an entry that is in force.
    Told,
    /// Part of an entry that was undone.
    Undone,
    /// Says that something was undone or put in force again.
    Remark,
}

/// One line of the log.
#[derive(Clone, PartialEq, Debug, Serialize, TS, JsonSchema)]
pub struct LogLine {
    /// Its number among the lines that the viewer may read, from 0.
    pub number: u64,
    /// How deep it stands.
    #[schemars(schema_with = "schemas::depth")]
    pub depth: Depth,
    /// The sentence.
    pub text: String,
    /// The ids of the rules behind it.
    pub rules: Vec<&'static str>,
    /// The creatures it speaks of.
    #[schemars(with = "Vec<u16>")]
    pub about: Vec<CreatureId>,
    /// What it is.
    pub kind: Kind,
    /// The number of the line with which its entry begins, among those that the viewer may read: lines of one entry have the same. `None`
    /// where it tells of no entry. How many entries there are it does not say: some are not for every viewer.
    pub entry: Option<u64>,
    /// What came while an act was in progress: after how many of the lines that the viewer had read of that act by then it is to be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub after: Option<u64>,
}

/// How far somebody has heard the log; the default is not at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Heard {
    /// Sentences that were looked at, be they for the viewer or not.
    pub(super) sentences: usize,
    /// Lines that the viewer could read.
    pub(super) lines: u64,
}

impl Heard {
    /// How many lines the viewer could read: the number of the next one.
    #[must_use]
    pub const fn lines(self) -> u64 {
        self.lines
    }
}
