//! Taking decisions back and putting them in force again.

use std::sync::Arc;

use super::{Change, Deed, Doer, Entry, Fight, Open, Rejected, Retracted};
use crate::id::CreatureId;
use crate::system::System;
use crate::tape::{Draw, People, Stop};

impl<S: System> Fight<S> {
    /// Takes back the last decision of a person: an answer in the act in progress, a correction in the middle of it, the act itself, or
    /// the last answer or act of the last entry that holds one. An act of which only an answer is taken back is in progress again.
    ///
    /// # Errors
    /// If there is nothing to undo. [`Rejected::Fault`] if the act does not come to where it was before that answer: an entry is taken back as
    /// a whole then.
    pub fn undo(&mut self) -> Result<(), Rejected> {
        if let Some(before) = self.last_correction_within() {
            return self.take_correction_back(before);
        }
        if let Some(open) = &self.open {
            let (doer, act, draws) = (open.doer(), open.act.clone(), open.draws.clone());
            let taken = open.retracted(self.entries.len());
            if let Some((_, earlier)) = open.partial.split_last() {
                let earlier = earlier.to_vec();
                self.run(doer, act, draws, earlier, &mut People)?;
                self.retract(taken);
                return Ok(());
            }
            if let Some(at) = draws.iter().rposition(Draw::decided) {
                self.take_back(doer, &act, &draws, at)?;
                self.retract(taken);
                return Ok(());
            }
            if matches!(doer, Doer::Person(_)) {
                self.drop_open();
                return Ok(());
            }
        }
        let Some(last) = self.entries.iter().rposition(|entry| entry.decided()) else {
            return Err(Rejected::Nothing("undo"));
        };
        let entry = Arc::clone(&self.entries[last]);
        self.undo_from(last)?;
        match (entry.done(), entry.draws.iter().rposition(Draw::decided)) {
            (Some((doer, act)), Some(at)) => self.take_back(doer, act, &entry.draws, at),
            _ => Ok(()),
        }
    }

    /// Whose answer [`Self::undo`] would take back; `None` where it would take back something else.
    #[must_use]
    pub fn last_answer(&self) -> Option<CreatureId> {
        if self.last_correction_within().is_some() {
            return None;
        }
        if let Some(open) = self.open.as_ref().filter(|open| open.decided()) {
            let of_a_set = open.partial.last().map(|(who, _)| *who);
            return of_a_set.or_else(|| last_answered(&open.draws));
        }
        let last = self.entries.iter().rfind(|entry| entry.decided())?;
        last_answered(&last.draws)
    }

    /// Takes back an entry, whoever decided it, and all that followed it, an act in progress included. That comes last of what can be put
    /// in force again.
    ///
    /// # Errors
    /// If there is no such entry.
    pub fn undo_from(&mut self, entry: usize) -> Result<(), Rejected> {
        if entry >= self.entries.len() {
            return Err(Rejected::Nothing("undo"));
        }
        self.cut_short();
        self.changes.push(Change::Undo(entry));
        self.undo_to(entry)
    }

    /// An act in progress comes to no end, as something before it is taken back.
    pub(super) fn cut_short(&mut self) {
        let at = self.entries.len();
        if let Some(open) = self.open.take().filter(Open::is_under_way) {
            self.retract(open.retracted(at));
        }
    }

    /// Puts the act back in progress as it stood before the answer at `at` came.
    fn take_back(
        &mut self,
        doer: Doer,
        act: &S::Act,
        draws: &[Draw<S>],
        at: usize,
    ) -> Result<(), Rejected> {
        // The answer may be one of a set that was asked at once: then the set is open again with the answers before it.
        let mut begin = at;
        loop {
            let partial = draws[begin..at]
                .iter()
                .filter_map(|draw| match draw {
                    Draw::Act(who, act) => Some((*who, act.clone())),
                    Draw::Given(..) | Draw::Faces(_) => None,
                })
                .collect();
            let before = draws[..begin].to_vec();
            match self.run(doer, act.clone(), before, partial, &mut People) {
                Err(Rejected::Fault(Stop::Mismatch)) if begin > 0 => begin -= 1,
                result => return result,
            }
        }
    }

    /// Undoes all entries from that one on.
    ///
    /// # Errors
    /// If there are fewer.
    pub(crate) fn undo_to(&mut self, left: usize) -> Result<(), Rejected> {
        if left > self.entries.len() {
            return Err(Rejected::Nothing("undo"));
        }
        self.effort += self.corrected.len() as u64;
        self.corrected.retain(|act| act.at < left);
        let mut taken = self.entries.split_off(left);
        self.effort += taken.len() as u64;
        taken.reverse();
        self.undone.append(&mut taken);
        self.refold();
        Ok(())
    }

    /// Puts the last undone step in force again, with the same dice and answers: what was taken back in an act in progress, or an entry
    /// and what followed from it by itself.
    ///
    /// # Errors
    /// If there is nothing to redo.
    pub fn redo(&mut self) -> Result<(), Rejected> {
        if let Some(later) = self.later() {
            return self.go_on(later);
        }
        let next = self.undone.last().ok_or(Rejected::Nothing("redo"))?;
        if matches!(next.deed, Deed::Correction(_)) && self.is_in_an_act() {
            return self.correct_again();
        }
        let is_elsewhere = |open: &Open<S>| open.is_under_way() && !next.continues(open);
        if self.open.as_ref().is_some_and(is_elsewhere) {
            return Err(Rejected::Nothing("redo"));
        }
        self.open = None;
        let further = self
            .undone
            .iter()
            .rev()
            .skip(1)
            .take_while(|entry| !entry.decided())
            .count();
        let until = self.entries.len() + 1 + further;
        self.changes.push(Change::Redo(until));
        self.redo_to(until)
    }

    /// How what is in progress stood later, or what was begun after the last entry, until something was taken back.
    pub(super) fn later(&mut self) -> Option<Retracted<S>> {
        let present = self.entries.len();
        let goes_on = |last: &Retracted<S>| last.continues(present, self.open.as_ref());
        self.retracted
            .last()
            .is_some_and(goes_on)
            .then(|| self.retracted.pop())?
    }

    /// Puts an act back in progress as it stood.
    pub(super) fn go_on(&mut self, act: Retracted<S>) -> Result<(), Rejected> {
        self.run(act.doer, act.act, act.draws, act.partial, &mut People)
    }

    /// Puts undone entries in force again until there are that many.
    ///
    /// # Errors
    /// If there are not enough.
    pub(crate) fn redo_to(&mut self, until: usize) -> Result<(), Rejected> {
        while self.entries.len() < until {
            let entry = self.undone.pop().ok_or(Rejected::Nothing("redo"))?;
            self.effort += entry.weight();
            self.take(entry);
        }
        Ok(())
    }

    /// Drops the act in progress.
    pub(super) fn drop_open(&mut self) {
        let at = self.entries.len();
        if let Some(open) = self.open.take() {
            let begun = Some(open).filter(Open::holds_anything);
            self.withdrawn(begun.map(|begun| begun.retracted(at)));
            self.changes.push(Change::Withdraw(at));
        }
    }

    /// An act in progress is withdrawn: what was corrected within it is so no longer. Somebody's own act is remembered as it stood.
    pub(crate) fn withdrawn(&mut self, act: Option<Retracted<S>>) {
        self.corrected.clear();
        if let Some(act) = act {
            self.retract(act);
        }
    }

    /// Remembers how an act in progress stood in which something is taken back.
    pub(crate) fn retract(&mut self, act: Retracted<S>) {
        self.retracted.push(act);
    }

    /// An act in progress has come to where it stood when something in it was taken back: that is no longer taken back.
    pub(crate) fn reached(&mut self, act: &Retracted<S>) {
        if self.retracted.last() == Some(act) {
            self.retracted.pop();
        }
    }

    /// Entries were taken away: the state is the one after those that are left.
    pub(super) fn refold(&mut self) {
        let left = self.entries.len();
        self.waypoints.turn_back(left);
        let since = &self.entries[left - self.waypoints.since(left)..];
        let facts: u64 = since.iter().map(|entry| entry.weight()).sum();
        // The state that they come after is copied, creature by creature.
        self.effort += facts + S::count(&self.state) as u64;
        self.state = self.state_after(left);
        self.last_notes.clear();
    }
}

/// Who gave the last answer of a person among these.
fn last_answered<S: System>(draws: &[Draw<S>]) -> Option<CreatureId> {
    draws.iter().rev().find_map(|draw| match draw {
        Draw::Act(who, _) => Some(*who),
        Draw::Given(..) | Draw::Faces(_) => None,
    })
}

impl<S: System> Entry<S> {
    /// Whether the act in progress is how this entry begins.
    fn continues(&self, open: &Open<S>) -> bool {
        self.done() == Some((open.doer(), &open.act))
            && self.draws.starts_with(&open.draws)
            && open.partial.iter().all(|(who, act)| {
                let answer = Draw::Act(*who, act.clone());
                self.draws[open.draws.len()..].contains(&answer)
            })
    }
}
