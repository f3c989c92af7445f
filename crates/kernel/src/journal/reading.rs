//! A journal is read: a fight goes through what its lines say.

use super::JournalError;
use super::line::{EntryLine, Header, Line, OpenLine};
use crate::fight::{DiceMode, Fight};
use crate::id::CreatureId;
use crate::system::System;

/// A journal as far as it was read.
pub(super) struct Reading<S: System> {
    fight: Fight<S>,
    /// The act in progress, as the last line of it has it. Only the last one of all is played again.
    open: Option<OpenLine<S>>,
    asides: Vec<(usize, serde_json::Value)>,
}

/// The fight at the end of its journal, and the asides, each with the number of its line.
type Ended<S> = (Fight<S>, Vec<(usize, serde_json::Value)>);

/// What is said of a line that names what the fight does not have.
const STRANGER: &str = "it names somebody or something that is not in this fight";

impl<S: System> Reading<S> {
    /// The fight that the first line sets up.
    pub(super) fn begin(first: &str) -> Result<Self, JournalError> {
        let header: Header<S::Setup> =
            serde_json::from_str(first).map_err(|error| JournalError::Header(error.to_string()))?;
        let fight = Fight::new(header.setup, header.seed, header.fight);
        Ok(Self {
            fight: fight.map_err(JournalError::Setup)?,
            open: None,
            asides: Vec::new(),
        })
    }

    /// What the fight has come to: see [`Fight::effort`].
    pub(super) fn effort(&self) -> u64 {
        self.fight.effort()
    }

    /// Does what a line says, or says why that cannot be.
    pub(super) fn follow(&mut self, number: usize, line: Line<S>) -> Result<(), String> {
        match line {
            Line::Entry(entry) => self.entry(entry)?,
            Line::Open(open) => self.open(open)?,
            Line::Undo(left) => self.undo(left)?,
            Line::Redo(until) => self.redo(until)?,
            Line::Branch(branch) => self.branch(branch)?,
            Line::Withdraw(at) => self.withdraw(at),
            Line::Dice(word) => self.fight.set_dice(word.into()),
            Line::DiceOf(who, word) => self.dice_of(who, word.map(DiceMode::from))?,
            Line::Aside(value) => self.asides.push((number, value)),
        }
        Ok(())
    }

    fn entry(&mut self, entry: EntryLine<S>) -> Result<(), String> {
        let expected = self.fight.entries().len();
        if entry.n != expected {
            let found = entry.n;
            return Err(format!(
                "entry {found} where entry {expected} was expected: lines are missing"
            ));
        }
        if !entry.is_about(self.fight.state()) {
            return Err(STRANGER.to_owned());
        }
        let is_correction = entry.is_correction();
        if is_correction {
            // A copy of the state was needed to see whom it is about.
            self.fight.spend(S::count(self.fight.state()) as u64);
        }
        self.fight.append(entry.into());
        // The act that a correction was made in the middle of.
        if let Some(before) = self.open.take().filter(|_| is_correction) {
            self.fight.corrected_within(before.retracted(expected));
        }
        Ok(())
    }

    fn open(&mut self, line: OpenLine<S>) -> Result<(), String> {
        if !line.is_about(self.fight.state()) {
            return Err(STRANGER.to_owned());
        }
        line.follows(self.open.as_ref(), &mut self.fight);
        self.open = Some(line);
        Ok(())
    }

    fn withdraw(&mut self, at: usize) {
        let begun = self.open.take().filter(OpenLine::holds_anything);
        self.fight.withdrawn(begun.map(|begun| begun.retracted(at)));
    }

    fn undo(&mut self, left: usize) -> Result<(), String> {
        if let Some(open) = self.open.take().filter(OpenLine::is_under_way) {
            let at = self.fight.entries().len();
            self.fight.retract(open.retracted(at));
        }
        let undone = self.fight.undo_to(left);
        undone.map_err(|_| "undoes more than there is".to_owned())
    }

    fn redo(&mut self, until: usize) -> Result<(), String> {
        let before = self.open.take();
        if let Some(before) = before.filter(|_| self.fight.redoes_correction()) {
            let at = self.fight.entries().len();
            self.fight.corrected_within(before.retracted(at));
        }
        let redone = self.fight.redo_to(until);
        redone.map_err(|_| "redoes more than there is".to_owned())
    }

    fn branch(&mut self, number: usize) -> Result<(), String> {
        self.open = None;
        let taken = self.fight.take_branch(number);
        taken.map_err(|_| "goes back to what was never left".to_owned())
    }

    fn dice_of(&mut self, who: CreatureId, dice: Option<DiceMode>) -> Result<(), String> {
        if !S::knows_creature(self.fight.state(), who) {
            return Err(STRANGER.to_owned());
        }
        self.fight.set_dice_of(who, dice);
        Ok(())
    }

    /// The fight at the end of the journal, with the act in progress taken up again, or why that cannot be.
    pub(super) fn end(mut self) -> Result<Ended<S>, String> {
        self.fight.forget_changes();
        if let Some(open) = self.open {
            let (doer, act) = (open.doer(), open.act);
            let taken_up = self.fight.reopen(doer, act, open.draws, open.partial);
            taken_up.map_err(|error| format!("the act in progress cannot be taken up: {error}"))?;
            // What is still in progress stands in the journal. What has come to its end, as other dice were chosen last, does not yet.
            if self.fight.open().is_some() {
                self.fight.forget_changes();
            }
        }
        Ok((self.fight, self.asides))
    }
}
