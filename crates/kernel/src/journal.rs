//! The journal: a fight as JSON Lines. The first line is the header; every further line says what was added, undone, redone or is in progress.
//!
//! Lines are only ever appended. A finished entry is one line; an act in progress is written anew whenever an answer or a die is added to it.
//! Undone entries stay in the file: an `undo` line says how many entries remain in force, a `branch` line which of the courses that were
//! left is taken up again. An `aside` is a remark of whoever keeps the journal: the fight carries it and does not know what it means.

mod line;
mod reading;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use self::line::{DiceWord, EntryLine, Header, Line, OpenLine};
use self::reading::Reading;
use crate::fight::{Change, DiceMode, Fight};
use crate::id::CreatureId;
use crate::system::System;

/// The word that every journal begins with.
pub const FORMAT: &str = "affray-journal";
/// The version of the lines' shape.
pub const VERSION: u32 = 1;

/// What the first line says, as far as it is the same for every system.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Heading {
    /// Always [`FORMAT`].
    pub format: String,
    /// The shape of the lines; [`VERSION`] when written by this program.
    pub version: u32,
    /// The system's id.
    pub system: String,
    /// The edition of the system's facts.
    pub edition: u32,
}

impl Heading {
    /// Of fights of this system, by the rules that this program knows.
    fn of<S: System>() -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            system: S::ID.to_owned(),
            edition: S::EDITION,
        }
    }

    fn is_of<S: System>(&self) -> Result<(), JournalError> {
        if self.system == S::ID && self.edition == S::EDITION {
            return Ok(());
        }
        Err(JournalError::Version {
            what: "system",
            found: format!("{} edition {}", self.system, self.edition),
            known: format!("{} edition {}", S::ID, S::EDITION),
        })
    }
}

/// What is wrong with a journal.
#[derive(Debug, Error)]
pub enum JournalError {
    /// There is no header line.
    #[error("the journal is empty")]
    Empty,
    /// The first line is no header of a journal.
    #[error("line 1 is not the header of an Affray journal: {0}")]
    Header(String),
    /// The journal was written by another version of the format or the system.
    #[error(
        "the journal is of {what} {found}; this program reads {known}: open it with the version that wrote it"
    )]
    Version {
        /// Format or edition.
        what: &'static str,
        /// What the file says.
        found: String,
        /// What is understood.
        known: String,
    },
    /// A line cannot be read.
    #[error("line {line} cannot be read: {message}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// Why.
        message: String,
    },
    /// The setup in the header is impossible.
    #[error("the setup in the header is impossible: {}", .0.join("; "))]
    Setup(Vec<String>),
}

/// A journal that was read: the fight, and what was cut off its end.
pub struct Read<S: System> {
    /// The fight as far as the journal goes.
    pub fight: Fight<S>,
    /// The number of a last line that was cut in the middle (a crash while writing) and left out.
    pub cut: Option<usize>,
    /// The asides, each with the number of its line, from 1.
    pub asides: Vec<(usize, serde_json::Value)>,
}

/// What the first line of a journal says.
///
/// # Errors
/// If it is no header of a journal of a known version.
pub fn heading(text: &str) -> Result<Heading, JournalError> {
    let first = text
        .lines()
        .next()
        .filter(|line| !line.trim().is_empty())
        .ok_or(JournalError::Empty)?;
    let heading: Heading =
        serde_json::from_str(first).map_err(|error| JournalError::Header(error.to_string()))?;
    if heading.format != FORMAT {
        return Err(JournalError::Header(format!(
            "its format is `{}`",
            heading.format
        )));
    }
    if heading.version != VERSION {
        return Err(JournalError::Version {
            what: "format",
            found: heading.version.to_string(),
            known: VERSION.to_string(),
        });
    }
    Ok(heading)
}

/// Why a line is none, with its column; it is the only line that is looked at.
fn why_not(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let why = text.rsplit_once(" at line ").map_or(&*text, |(why, _)| why);
    match (error.line(), error.column()) {
        (1, column @ 1..) => format!("{why} at column {column}"),
        _ => why.to_owned(),
    }
}

/// Reads a journal: folds the recorded facts, without running the rules.
///
/// # Errors
/// Where and why it cannot be read. A last line that is cut in the middle is no error: it is left out and reported.
pub fn read<S: System>(text: &str) -> Result<Read<S>, JournalError> {
    read_within(text, u64::MAX)
}

/// As [`read`], where a short line that takes back much must not cost more than all others: the fight may come to no more than `most` of
/// [`Fight::effort`].
///
/// # Errors
/// As [`read`], and the first line with which it comes to more.
pub fn read_within<S: System>(text: &str, most: u64) -> Result<Read<S>, JournalError> {
    heading(text)?.is_of::<S>()?;
    let mut lines = text.split_inclusive('\n').zip(1..);
    let (first, _) = lines.next().ok_or(JournalError::Empty)?;
    let mut reading = Reading::begin(first)?;
    let mut cut = None;
    for (text, number) in lines.filter(|(text, _)| !text.trim().is_empty()) {
        let wrong = |message: String| JournalError::Line {
            line: number,
            message,
        };
        match serde_json::from_str(text) {
            Ok(line) => reading.follow(number, line).map_err(wrong)?,
            Err(_) if !text.ends_with('\n') => cut = Some(number),
            Err(error) => return Err(wrong(why_not(&error))),
        }
        if reading.effort() > most {
            return Err(wrong(TO_AND_FRO.to_owned()));
        }
    }
    let (fight, asides) = reading.end().map_err(|message| JournalError::Line {
        line: text.lines().count(),
        message,
    })?;
    Ok(Read { fight, cut, asides })
}

/// What is said of a line with which a fight comes to more than it may.
const TO_AND_FRO: &str = "too much is taken back, put in force again and left up to here";

/// The header line of a fight's journal.
#[must_use]
pub fn header<S: System>(fight: &Fight<S>) -> String {
    line(&Header {
        heading: Heading::of::<S>(),
        seed: fight.seed(),
        fight: fight.number(),
        setup: fight.setup(),
    })
}

/// The lines to append for everything that has changed since the last call.
#[must_use]
pub fn changes<S: System>(fight: &mut Fight<S>) -> String {
    let mut text = String::new();
    for change in fight.take_changes() {
        text.push_str(&match change {
            Change::Entry(n, entry) => line(&Line::Entry(EntryLine::of(n, &entry))),
            Change::Undo(left) => line(&Line::<S>::Undo(left)),
            Change::Redo(until) => line(&Line::<S>::Redo(until)),
            Change::Branch(number) => line(&Line::<S>::Branch(number)),
            Change::Withdraw(at) => line(&Line::<S>::Withdraw(at)),
            Change::Dice(dice) => line(&Line::<S>::Dice(dice.into())),
            Change::DiceOf(who, dice) => dice_of::<S>(who, dice),
            Change::Open(open) => line(&Line::Open(OpenLine::from(*open))),
        });
    }
    text
}

/// A line for something that is kept with the fight and is none of its business.
#[must_use]
pub fn aside<S: System>(value: serde_json::Value) -> String {
    line(&Line::<S>::Aside(value))
}

/// The whole journal of a fight as it stands, without what was undone.
#[must_use]
pub fn whole<S: System>(fight: &Fight<S>) -> String {
    let mut text = header(fight);
    if fight.dice() == DiceMode::Real {
        text.push_str(&line(&Line::<S>::Dice(DiceWord::Real)));
    }
    for (n, entry) in fight.entries().iter().enumerate() {
        text.push_str(&line(&Line::Entry(EntryLine::of(n, entry))));
    }
    // Behind the entries, by which somebody may have joined.
    for (who, dice) in fight.all_own_dice() {
        if S::knows_creature(fight.settled(), *who) {
            text.push_str(&dice_of::<S>(*who, Some(*dice)));
        }
    }
    if let Some(open) = fight.open().cloned() {
        text.push_str(&line(&Line::Open(OpenLine::from(open))));
    }
    text
}

fn dice_of<S: System>(who: CreatureId, dice: Option<DiceMode>) -> String {
    line(&Line::<S>::DiceOf(who, dice.map(DiceWord::from)))
}

fn line<T: Serialize>(value: &T) -> String {
    let mut text = serde_json::to_string(value).unwrap_or_default();
    text.push('\n');
    text
}
