//! The log: every sentence numbered, with the rules behind it. Nothing is ever taken out; what is undone is said to be so.

use std::sync::Arc;

use affray_kernel::CreatureId;
use affray_kernel::System;
use affray_kernel::story::{Audience, Depth, Note, Told, tell};
use serde::Serialize;

use crate::secrecy::{Knowledge, Matter, Viewer};

/// What a line of the log is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
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
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LogLine {
    /// Its number, from 0.
    pub number: u64,
    /// How deep it stands.
    pub depth: Depth,
    /// The sentence.
    pub text: String,
    /// The ids of the rules behind it.
    pub rules: Vec<String>,
    /// The creatures it speaks of.
    pub about: Vec<CreatureId>,
    /// What it is.
    pub kind: Kind,
    /// The number of the entry that it tells of.
    pub entry: Option<usize>,
}

/// A line with what decides who may read it.
struct Kept {
    line: LogLine,
    /// How it reads without numbers, if that is different.
    vague: Option<String>,
    audience: Audience,
    /// The moment at which it came.
    moment: u64,
    /// Who was hidden from whom before and after the entry.
    known: Arc<[Knowledge; 2]>,
}

/// All lines so far.
#[derive(Default)]
pub(crate) struct Log {
    lines: Vec<Kept>,
}

/// A run of sentences and what decides who may read them.
pub(crate) struct Telling {
    told: Vec<Told>,
    known: Arc<[Knowledge; 2]>,
}

impl Telling {
    /// Puts notes into sentences; `before` is the state before the first one.
    pub(crate) fn of<S: System>(before: &S::State, notes: &[Note<S>]) -> Self {
        let mut state = before.clone();
        let was = Knowledge::of::<S>(&state);
        let told = tell::<S>(&mut state, notes);
        let is = Knowledge::of::<S>(&state);
        Self {
            told,
            known: Arc::new([was, is]),
        }
    }

    /// The lines that the viewer may read, numbered from `first`.
    pub(crate) fn lines<S: System>(&self, first: u64, viewer: &Viewer) -> Vec<LogLine> {
        let lines = self.told.iter().enumerate();
        lines
            .filter(|(_, told)| {
                may_read(
                    viewer,
                    &self.known,
                    told.audience,
                    told.sentence.depth,
                    &told.sentence.about,
                )
            })
            .map(|(index, told)| {
                let line = line::<S>(first + index as u64, told, None);
                let vague = told.sentence.without_numbers.as_deref();
                worded(viewer, &self.known, line, vague)
            })
            .collect()
    }
}

fn line<S: System>(number: u64, told: &Told, entry: Option<usize>) -> LogLine {
    let id = |rule: &affray_kernel::RuleId| S::catalogue().id(*rule).to_owned();
    LogLine {
        number,
        depth: told.sentence.depth,
        text: told.sentence.text.clone(),
        rules: told.rules.iter().map(id).collect(),
        about: told.sentence.about.clone(),
        kind: Kind::Told,
        entry,
    }
}

/// The line as the viewer may read it: without the numbers of creatures whose numbers are not for the viewer.
fn worded(
    viewer: &Viewer,
    known: &[Knowledge; 2],
    mut line: LogLine,
    vague: Option<&str>,
) -> LogLine {
    if let Some(vague) = vague
        && !known[1].allows(viewer, Matter::NumbersOf(&line.about))
    {
        vague.clone_into(&mut line.text);
    }
    line
}

fn may_read(
    viewer: &Viewer,
    known: &[Knowledge; 2],
    audience: Audience,
    depth: Depth,
    about: &[CreatureId],
) -> bool {
    let matter = Matter::Sentence {
        audience,
        depth,
        about,
    };
    // Who comes out of hiding, or goes into it, is seen doing so.
    known.iter().any(|known| known.allows(viewer, matter))
}

impl Log {
    /// Adds the sentences of a finished entry.
    pub(crate) fn add<S: System>(&mut self, telling: Telling, entry: usize, moment: u64) {
        for told in &telling.told {
            let number = self.lines.len() as u64;
            self.lines.push(Kept {
                line: line::<S>(number, told, Some(entry)),
                vague: told.sentence.without_numbers.clone(),
                audience: told.audience,
                moment,
                known: Arc::clone(&telling.known),
            });
        }
    }

    /// Adds a remark that everybody may read.
    pub(crate) fn remark(&mut self, text: String, moment: u64) {
        let number = self.lines.len() as u64;
        self.lines.push(Kept {
            line: LogLine {
                number,
                depth: Depth::Event,
                text,
                rules: Vec::new(),
                about: Vec::new(),
                kind: Kind::Remark,
                entry: None,
            },
            vague: None,
            audience: Audience::Everyone,
            moment,
            known: Arc::default(),
        });
    }

    /// Marks everything told of the entries from `left` on as undone.
    pub(crate) fn undo_to(&mut self, left: usize) {
        for kept in &mut self.lines {
            if kept.line.kind == Kind::Told && kept.line.entry.is_some_and(|entry| entry >= left) {
                kept.line.kind = Kind::Undone;
            }
        }
    }

    fn worded(viewer: &Viewer, kept: &Kept) -> LogLine {
        worded(
            viewer,
            &kept.known,
            kept.line.clone(),
            kept.vague.as_deref(),
        )
    }

    fn readable(&self, viewer: &Viewer) -> impl Iterator<Item = &Kept> {
        self.lines.iter().filter(move |kept| {
            may_read(
                viewer,
                &kept.known,
                kept.audience,
                kept.line.depth,
                &kept.line.about,
            )
        })
    }

    /// The lines from number `since` on that the viewer may read.
    pub(crate) fn since(&self, since: u64, viewer: &Viewer) -> Vec<LogLine> {
        self.readable(viewer)
            .filter(|kept| kept.line.number >= since)
            .map(|kept| Self::worded(viewer, kept))
            .collect()
    }

    /// The events after a moment, in sentences that everybody may read.
    pub(crate) fn events_after(&self, moment: u64) -> Vec<String> {
        self.readable(&Viewer::Watcher)
            .filter(|kept| kept.moment > moment && kept.line.depth != Depth::Number)
            .map(|kept| Self::worded(&Viewer::Watcher, kept).text)
            .collect()
    }

    /// The lines of the last entry in force of which the viewer may read an event.
    pub(crate) fn last_entry(&self, viewer: &Viewer) -> Vec<LogLine> {
        let in_force = || {
            self.readable(viewer)
                .filter(|kept| kept.line.kind == Kind::Told)
        };
        let last = in_force()
            .filter(|kept| kept.line.depth != Depth::Heading)
            .filter_map(|kept| kept.line.entry)
            .last();
        in_force()
            .filter(|kept| last.is_some() && kept.line.entry == last)
            .map(|kept| Self::worded(viewer, kept))
            .collect()
    }

    pub(crate) fn len(&self) -> u64 {
        self.lines.len() as u64
    }
}
