//! Decisions taken back, put in force again, and other courses of the fight.

use affray_kernel::System;

use super::Table;
use crate::branches;
use crate::session::{Declined, Session as _};

impl<S: System> Table<S> {
    /// Takes back the last decision of a person.
    pub(super) fn take_back(&mut self) -> Result<(), Declined> {
        let (entries, told) = (self.fight.entries().len(), self.witnesses());
        let in_progress = self.told_in_progress();
        let undone = self.fight.undo();
        undone.map_err(|rejected| self.declined(rejected))?;
        let (answer, left) = (self.told_no_longer(in_progress), self.fight.entries().len());
        let act = self.log.first_event(left).map(str::to_owned);
        let decision = if left < entries { act } else { answer };
        let words = match decision {
            Some(decision) => format!("The last decision is taken back: {decision}"),
            None => "The last decision is taken back.".to_owned(),
        };
        self.remark(entries, &words, told);
        self.go_on();
        Ok(())
    }

    /// Takes back the entry that a line of the game master's log tells of, whoever decided it, with all that followed, and pauses: otherwise
    /// bots would decide again at once.
    pub(super) fn take_back_from(&mut self, line: u64) -> Result<(), Declined> {
        let entry = self.log.entry_of(line).ok_or_else(|| Declined::Unread {
            message: "nothing that is in force is told there".to_owned(),
        })?;
        let (entries, told) = (self.fight.entries().len(), self.witnesses());
        let in_progress = self.told_in_progress();
        let undone = self.fight.undo_from(entry);
        undone.map_err(|rejected| self.declined(rejected))?;
        self.told_no_longer(in_progress);
        let words = match self.log.first_event(entry) {
            Some(act) => format!("Everything from here on is taken back: {act}"),
            None => "Everything that followed is taken back.".to_owned(),
        };
        self.remark(entries, &words, told);
        self.set_paused(true);
        Ok(())
    }

    /// Puts in force again what was taken back last.
    pub(super) fn do_again(&mut self) -> Result<(), Declined> {
        let (entries, told) = (self.fight.entries().len(), self.witnesses());
        let before = self.fight.settled().clone();
        let redone = self.fight.redo();
        redone.map_err(|rejected| self.declined(rejected))?;
        let remark = self.remark(entries, "What was taken back is done again.", told);
        self.tell_again(entries, before);
        self.log.remarks_on(remark);
        self.go_on();
        Ok(())
    }

    /// Goes over to a course that was left, numbered from 1.
    pub(super) fn go_over_to(&mut self, number: usize) -> Result<(), Declined> {
        let branches = self.fight.branches();
        let wanted = number.checked_sub(1).and_then(|index| branches.get(index));
        let shared = wanted.map(|branch| branch.shared);
        let shared = shared.ok_or(Declined::NoBranch {
            number,
            count: branches.len(),
        })?;
        let (before, told) = (self.fight.state_after(shared), self.witnesses());
        let taken = self.fight.take_branch(number - 1);
        taken.map_err(|rejected| self.declined(rejected))?;
        let remark = self.remark(shared, branches::TAKEN_UP, told);
        self.tell_again(shared, before);
        self.log.remarks_on(remark);
        Ok(())
    }

    /// Drops the act in progress.
    pub(super) fn drop_act(&mut self) -> Result<(), Declined> {
        let (entries, told) = (self.fight.entries().len(), self.witnesses());
        let in_progress = self.told_in_progress();
        let withdrawn = self.fight.withdraw();
        withdrawn.map_err(|rejected| self.declined(rejected))?;
        self.told_no_longer(in_progress);
        self.remark(entries, "The act in progress is withdrawn.", told);
        Ok(())
    }
}
