//! Courses of a fight that were left for another one. Nothing that was ever decided is lost: going on differently after an undo leaves
//! what was undone as a branch, and one can go back to it.

use super::{Change, Deed, Entry, Fight, Open, Rejected};
use crate::system::System;

/// A course that was left.
#[derive(Clone, PartialEq, Debug)]
pub struct Branch<S: System> {
    /// How many entries it shares with the present course, what can be redone of it included.
    pub shared: usize,
    /// The entries after those; never empty.
    pub entries: Vec<Entry<S>>,
}

impl<S: System> Fight<S> {
    /// The courses that were left, in the order in which [`Fight::take_branch`] counts them. What was undone and can still be redone
    /// is the last of them.
    #[must_use]
    pub fn branches(&self) -> Vec<Branch<S>> {
        let mut branches = self.left.clone();
        leave(&mut branches, self.entries.len(), self.undone_in_order());
        branches
    }

    /// Goes back to a course that was left, by its place in [`Fight::branches`]: its entries are in force again, and those of the
    /// present course become a branch themselves.
    ///
    /// # Errors
    /// If there is no such branch, or somebody has decided something in an act in progress.
    pub fn take_branch(&mut self, number: usize) -> Result<(), Rejected> {
        if self.open.as_ref().is_some_and(Open::decided) {
            return Err(Rejected::InProgress);
        }
        let mut branches = self.branches();
        if number >= branches.len() {
            return Err(Rejected::Nothing("go back to"));
        }
        let wanted = branches.remove(number);
        let present = self.entries.split_off(wanted.shared);
        leave(&mut branches, wanted.shared, present);
        self.left = branches;
        self.undone.clear();
        self.retracted.clear();
        self.corrected.clear();
        self.open = None;
        self.refold();
        for entry in wanted.entries {
            self.take(entry);
        }
        self.changes.push(Change::Branch(number));
        Ok(())
    }

    /// An entry is about to follow: it goes on with what was undone where it is the same again; otherwise what was undone is left.
    pub(super) fn part(&mut self, entry: &Entry<S>) {
        if !matches!(entry.deed, Deed::Correction(_)) {
            self.corrected.clear();
        }
        if self.undone.last() == Some(entry) {
            self.undone.pop();
            return;
        }
        self.retracted.clear();
        if !self.undone.is_empty() {
            let mut undone = std::mem::take(&mut self.undone);
            undone.reverse();
            leave(&mut self.left, self.entries.len(), undone);
        }
    }

    /// Branches that begin with an entry now in force share it.
    pub(super) fn share(&mut self, at: usize, entry: &Entry<S>) {
        self.left.retain_mut(|branch| {
            if branch.shared == at && branch.entries.first() == Some(entry) {
                branch.entries.remove(0);
                branch.shared += 1;
            }
            !branch.entries.is_empty()
        });
    }

    /// What was undone, in the order in which it happened.
    fn undone_in_order(&self) -> Vec<Entry<S>> {
        self.undone.iter().rev().cloned().collect()
    }
}

/// Adds a course that is left after `at` entries. Branches that shared more than those shared its beginning.
fn leave<S: System>(branches: &mut Vec<Branch<S>>, at: usize, entries: Vec<Entry<S>>) {
    if entries.is_empty() {
        return;
    }
    for branch in branches.iter_mut().filter(|branch| branch.shared > at) {
        let beginning = entries[..branch.shared - at].iter().cloned();
        branch.entries.splice(0..0, beginning);
        branch.shared = at;
    }
    let is_known = |branch: &Branch<S>| branch.shared == at && branch.entries.starts_with(&entries);
    if !branches.iter().any(is_known) {
        branches.push(Branch {
            shared: at,
            entries,
        });
    }
}
