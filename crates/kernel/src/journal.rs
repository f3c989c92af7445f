//! The journal: a fight as JSON Lines. The first line is the header; every further line says what was added, undone, redone or is in progress.
//!
//! Lines are only ever appended. A finished entry is one line; an act in progress is written anew whenever an answer or a die is added to it.
//! Undone entries stay in the file: an `undo` line says how many entries remain in force, a `branch` line which of the courses that were
//! left is taken up again. An `aside` is a remark of whoever keeps the journal: the fight carries it and does not know what it means.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::fight::{Change, Deed, DiceMode, Doer, Entry, Fight, Retracted};
use crate::id::CreatureId;
use crate::system::System;
use crate::tape::Draw;

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

#[derive(Serialize, Deserialize)]
struct Header<U> {
    #[serde(flatten)]
    heading: Heading,
    seed: u64,
    fight: u64,
    setup: U,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", bound = "")]
enum Line<S: System> {
    Entry(EntryLine<S>),
    Open(OpenLine<S>),
    Undo(usize),
    Redo(usize),
    Branch(usize),
    Withdraw(usize),
    Dice(DiceWord),
    DiceOf(CreatureId, Option<DiceWord>),
    Aside(serde_json::Value),
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum DiceWord {
    Virtual,
    Real,
}

impl From<DiceWord> for DiceMode {
    fn from(word: DiceWord) -> Self {
        match word {
            DiceWord::Virtual => Self::Virtual,
            DiceWord::Real => Self::Real,
        }
    }
}

impl From<DiceMode> for DiceWord {
    fn from(dice: DiceMode) -> Self {
        match dice {
            DiceMode::Virtual => Self::Virtual,
            DiceMode::Real => Self::Real,
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
struct EntryLine<S: System> {
    n: usize,
    #[serde(flatten)]
    deed: DeedLine<S>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    draws: Vec<Draw<S>>,
    facts: Vec<S::Fact>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", bound = "")]
enum DeedLine<S: System> {
    Act(CreatureId, S::Act),
    Bot(CreatureId, S::Act),
    Auto(S::Act),
    Correction(String),
}

#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
struct OpenLine<S: System> {
    who: Option<CreatureId>,
    #[serde(default)]
    bot: bool,
    act: S::Act,
    draws: Vec<Draw<S>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    partial: Vec<(CreatureId, S::Act)>,
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
    let found = heading(text)?;
    if found.system != S::ID || found.edition != S::EDITION {
        return Err(JournalError::Version {
            what: "system",
            found: format!("{} edition {}", found.system, found.edition),
            known: format!("{} edition {}", S::ID, S::EDITION),
        });
    }
    let mut lines = text.split_inclusive('\n').enumerate();
    let first = lines
        .next()
        .map(|(_, line)| line)
        .ok_or(JournalError::Empty)?;
    let header: Header<S::Setup> =
        serde_json::from_str(first).map_err(|error| JournalError::Header(error.to_string()))?;
    let mut fight =
        Fight::new(header.setup, header.seed, header.fight).map_err(JournalError::Setup)?;
    let mut open: Option<OpenLine<S>> = None;
    let mut cut = None;
    let mut asides = Vec::new();
    for (index, text) in lines {
        if text.trim().is_empty() {
            continue;
        }
        let line: Line<S> = match serde_json::from_str(text) {
            Ok(line) => line,
            Err(_) if !text.ends_with('\n') => {
                cut = Some(index + 1);
                break;
            }
            Err(error) => {
                return Err(JournalError::Line {
                    line: index + 1,
                    message: error.to_string(),
                });
            }
        };
        let wrong = |message: &str| JournalError::Line {
            line: index + 1,
            message: message.to_owned(),
        };
        match line {
            Line::Entry(entry) => {
                if entry.n != fight.entries().len() {
                    return Err(wrong(&format!(
                        "entry {} where entry {} was expected: lines are missing",
                        entry.n,
                        fight.entries().len()
                    )));
                }
                let before = open.take();
                if !entry.is_about(fight.state()) {
                    return Err(wrong(STRANGER));
                }
                let is_correction = matches!(entry.deed, DeedLine::Correction(_));
                if is_correction {
                    fight.spend(S::count(fight.state()) as u64);
                }
                fight.append(entry.into());
                if let Some(before) = before.filter(|_| is_correction) {
                    fight.corrected_within(before.retracted(fight.entries().len() - 1));
                }
            }
            Line::Open(line) => {
                if !line.is_about(fight.state()) {
                    return Err(wrong(STRANGER));
                }
                line.follows(open.as_ref(), &mut fight);
                open = Some(line);
            }
            Line::Withdraw(at) => {
                let begun = open.take().filter(|open| open.who.is_some());
                fight.withdrawn(begun.map(|begun| begun.retracted(at)));
            }
            Line::Undo(left) => {
                if let Some(open) = open.take().filter(OpenLine::is_under_way) {
                    fight.retract(open.retracted(fight.entries().len()));
                }
                fight
                    .undo_to(left)
                    .map_err(|_| wrong("undoes more than there is"))?;
            }
            Line::Redo(until) => {
                let before = open.take().filter(|_| fight.redoes_correction());
                if let Some(before) = before {
                    fight.corrected_within(before.retracted(fight.entries().len()));
                }
                fight
                    .redo_to(until)
                    .map_err(|_| wrong("redoes more than there is"))?;
            }
            Line::Branch(number) => {
                open = None;
                fight
                    .take_branch(number)
                    .map_err(|_| wrong("goes back to what was never left"))?;
            }
            Line::Aside(value) => asides.push((index + 1, value)),
            Line::Dice(word) => fight.set_dice(word.into()),
            Line::DiceOf(who, word) => {
                if !knows_creature::<S>(fight.state(), who) {
                    return Err(wrong(STRANGER));
                }
                fight.set_dice_of(who, word.map(DiceMode::from));
            }
        }
        if fight.effort() > most {
            return Err(wrong(TO_AND_FRO));
        }
    }
    fight.forget_changes();
    if let Some(open) = open {
        let doer = open.doer();
        fight
            .reopen(doer, open.act, open.draws, open.partial)
            .map_err(|error| JournalError::Line {
                line: text.lines().count(),
                message: format!("the act in progress cannot be taken up: {error}"),
            })?;
        // What is still in progress stands in the journal. What has come to its end, as other dice were chosen last, does not yet.
        if fight.open().is_some() {
            fight.forget_changes();
        }
    }
    Ok(Read { fight, cut, asides })
}

/// What is said of a line with which a fight comes to more than it may.
const TO_AND_FRO: &str = "too much is taken back, put in force again and left up to here";

/// What is said of a line that names what the fight does not have.
const STRANGER: &str = "it names somebody or something that is not in this fight";

fn knows_creature<S: System>(state: &S::State, who: CreatureId) -> bool {
    who.index() < S::count(state)
}

fn knows_deed<S: System>(state: &S::State, who: CreatureId, act: &S::Act) -> bool {
    knows_creature::<S>(state, who) && S::knows_act(state, act)
}

fn knows_draw<S: System>(state: &S::State, draw: &Draw<S>) -> bool {
    match draw {
        Draw::Faces(_) => true,
        Draw::Act(who, act) | Draw::Given(who, act) => knows_deed::<S>(state, *who, act),
    }
}

impl<S: System> EntryLine<S> {
    /// Whether everything that the line names is part of the fight.
    fn is_about(&self, state: &S::State) -> bool {
        let deed = match &self.deed {
            DeedLine::Act(who, act) | DeedLine::Bot(who, act) => knows_deed::<S>(state, *who, act),
            DeedLine::Auto(act) => S::knows_act(state, act),
            DeedLine::Correction(_) => true,
        };
        deed && self.draws.iter().all(|draw| knows_draw(state, draw)) && self.knows_facts(state)
    }

    /// A correction may speak of those who join by it.
    fn knows_facts(&self, state: &S::State) -> bool {
        if !matches!(self.deed, DeedLine::Correction(_)) {
            return self.facts.iter().all(|fact| S::knows_fact(state, fact));
        }
        let mut state = state.clone();
        self.facts.iter().all(|fact| {
            let known = S::knows_fact(&state, fact);
            if known {
                S::apply(&mut state, fact);
            }
            known
        })
    }
}

impl<S: System> OpenLine<S> {
    /// Whether everything that the line names is part of the fight.
    fn is_about(&self, state: &S::State) -> bool {
        let known = |(who, act): &(CreatureId, S::Act)| knows_deed::<S>(state, *who, act);
        self.who.is_none_or(|who| knows_creature::<S>(state, who))
            && S::knows_act(state, &self.act)
            && self.draws.iter().all(|draw| knows_draw(state, draw))
            && self.partial.iter().all(known)
    }

    /// What was in progress before is how the act stood before something was taken back, or this is how it stands again.
    fn follows(&self, before: Option<&Self>, fight: &mut Fight<S>) {
        let at = fight.entries().len();
        let now = self.retracted(at);
        let before = before.map(|before| before.retracted(at));
        match before.filter(|before| before.is_later_than(&now)) {
            Some(before) => fight.retract(before),
            None => fight.reached(&now),
        }
    }

    fn retracted(&self, at: usize) -> Retracted<S> {
        Retracted {
            at,
            doer: self.doer(),
            act: self.act.clone(),
            draws: self.draws.clone(),
            partial: self.partial.clone(),
        }
    }

    /// As [`crate::fight::Open::is_under_way`].
    fn is_under_way(&self) -> bool {
        let is_somebodys = |draw: &Draw<S>| draw.decided() || matches!(draw, Draw::Faces(_));
        self.who.is_some() || !self.partial.is_empty() || self.draws.iter().any(is_somebodys)
    }

    fn doer(&self) -> Doer {
        match self.who {
            None => Doer::Nobody,
            Some(who) if self.bot => Doer::Bot(who),
            Some(who) => Doer::Person(who),
        }
    }
}

impl<S: System> From<EntryLine<S>> for Entry<S> {
    fn from(line: EntryLine<S>) -> Self {
        let deed = match line.deed {
            DeedLine::Act(who, act) => Deed::Act(who, act),
            DeedLine::Bot(who, act) => Deed::Bot(who, act),
            DeedLine::Auto(act) => Deed::Auto(act),
            DeedLine::Correction(words) => Deed::Correction(words),
        };
        Self::new(deed, line.draws, line.facts)
    }
}

fn entry_line<S: System>(n: usize, entry: &Entry<S>) -> EntryLine<S> {
    let deed = match &entry.deed {
        Deed::Act(who, act) => DeedLine::Act(*who, act.clone()),
        Deed::Bot(who, act) => DeedLine::Bot(*who, act.clone()),
        Deed::Auto(act) => DeedLine::Auto(act.clone()),
        Deed::Correction(words) => DeedLine::Correction(words.clone()),
    };
    EntryLine {
        n,
        deed,
        draws: entry.draws.clone(),
        facts: entry.facts.clone(),
    }
}

/// The header line of a fight's journal.
#[must_use]
pub fn header<S: System>(fight: &Fight<S>) -> String {
    let heading = Heading {
        format: FORMAT.to_owned(),
        version: VERSION,
        system: S::ID.to_owned(),
        edition: S::EDITION,
    };
    line(&Header {
        heading,
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
            Change::Entry(n, entry) => line(&Line::Entry(entry_line(n, &entry))),
            Change::Undo(left) => line(&Line::<S>::Undo(left)),
            Change::Redo(until) => line(&Line::<S>::Redo(until)),
            Change::Branch(number) => line(&Line::<S>::Branch(number)),
            Change::Withdraw(at) => line(&Line::<S>::Withdraw(at)),
            Change::Dice(dice) => line(&Line::<S>::Dice(dice.into())),
            Change::DiceOf(who, dice) => dice_of::<S>(who, dice),
            Change::Open(open) => {
                let open = *open;
                line(&Line::Open(OpenLine::<S> {
                    who: open.who,
                    bot: open.bot,
                    act: open.act,
                    draws: open.draws,
                    partial: open.partial,
                }))
            }
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
        text.push_str(&line(&Line::Entry(entry_line(n, entry))));
    }
    // Behind the entries, by which somebody may have joined.
    for (who, dice) in fight.all_own_dice() {
        if knows_creature::<S>(fight.settled(), *who) {
            text.push_str(&dice_of::<S>(*who, Some(*dice)));
        }
    }
    if let Some(open) = fight.open().cloned() {
        text.push_str(&line(&Line::Open(OpenLine::<S> {
            who: open.who,
            bot: open.bot,
            act: open.act,
            draws: open.draws,
            partial: open.partial,
        })));
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
