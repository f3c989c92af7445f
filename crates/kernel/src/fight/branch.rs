//! Courses of a fight that were left for another one. Nothing that was ever decided is lost: going on differently after an undo leaves
//! what was undone as a branch, and one can go back to it.

use std::collections::VecDeque;

use super::{Change, Deed, Entry, Fight, Open, Rejected};
use crate::system::System;

/// What it costs to copy an entry, in entries that are gone through: it takes memory besides.
const COPY: u64 = 16;

/// What it costs that there is a branch more, besides what it shares: whoever looks at all of them goes to where each begins.
const BRANCH: u64 = 512;

/// So many branches are looked through in the time in which an entry is gone through.
const BRANCHES_AT_ONCE: usize = 32;

/// A course that was left, as the fight keeps it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Left<S: System> {
    /// How many entries it shares with the present course, what can be redone of it included.
    shared: usize,
    /// The entries after those; never empty.
    entries: VecDeque<Entry<S>>,
}

/// A course that was left.
#[derive(Clone, Copy, Debug)]
pub struct Branch<'f, S: System> {
    /// How many entries it shares with the present course.
    pub shared: usize,
    /// What follows of what can be redone, the next one last.
    undone: &'f [Entry<S>],
    /// What follows then, if it is not all that.
    own: Option<&'f VecDeque<Entry<S>>>,
}

impl<'f, S: System> Branch<'f, S> {
    /// The entries after those that it shares; never none.
    pub fn entries(&self) -> impl Iterator<Item = &'f Entry<S>> + use<'f, S> {
        self.undone
            .iter()
            .rev()
            .chain(self.own.into_iter().flatten())
    }

    /// Whether it has all that the other one has.
    fn holds(&self, other: &Self) -> bool {
        let mut own = self.entries();
        self.shared == other.shared && other.entries().all(|entry| own.next() == Some(entry))
    }
}

impl<S: System> PartialEq for Branch<'_, S> {
    fn eq(&self, other: &Self) -> bool {
        self.shared == other.shared && self.entries().eq(other.entries())
    }
}

impl<S: System> Fight<S> {
    /// What all that was done, taken back, put in force again and left has cost up to now, about in entries that were gone through. Taken
    /// from its journal a fight has cost as much again.
    #[must_use]
    pub fn effort(&self) -> u64 {
        self.effort
    }

    /// The courses that were left, in the order in which [`Fight::take_branch`] counts them. What was undone and can still be redone
    /// is the last of them.
    #[must_use]
    pub fn branches(&self) -> Vec<Branch<'_, S>> {
        let present = self.entries.len();
        let mut branches: Vec<_> = self.left.iter().map(|left| self.lent(left)).collect();
        let undone = Branch {
            shared: present,
            undone: &self.undone,
            own: None,
        };
        if !self.undone.is_empty() && !branches.iter().any(|branch| branch.holds(&undone)) {
            branches.push(undone);
        }
        branches
    }

    /// A course that was left as seen from the present one: what can be redone of it is no longer shared.
    fn lent<'f>(&'f self, left: &'f Left<S>) -> Branch<'f, S> {
        let again = left.shared.saturating_sub(self.entries.len());
        let first = self.undone.len().saturating_sub(again);
        Branch {
            shared: left.shared - again,
            undone: &self.undone[first..],
            own: Some(&left.entries),
        }
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
        if number >= self.branches().len() {
            return Err(Rejected::Nothing("go back to"));
        }
        self.leave_undone();
        let wanted = self.left.remove(number);
        let present = self.entries.split_off(wanted.shared);
        self.leave(wanted.shared, present.into());
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
        self.leave_undone();
    }

    /// Branches that begin with an entry now in force share it.
    pub(super) fn share(&mut self, at: usize, entry: &Entry<S>) {
        self.effort += 1 + in_passing(self.left.len());
        self.left.retain_mut(|branch| {
            if branch.shared == at && branch.entries.front() == Some(entry) {
                branch.entries.pop_front();
                branch.shared += 1;
            }
            !branch.entries.is_empty()
        });
    }

    /// What was undone is left.
    fn leave_undone(&mut self) {
        let undone = std::mem::take(&mut self.undone);
        self.leave(self.entries.len(), undone.into_iter().rev().collect());
    }

    /// Adds a course that is left after `at` entries. Branches that shared more than those shared its beginning.
    fn leave(&mut self, at: usize, entries: VecDeque<Entry<S>>) {
        if entries.is_empty() {
            return;
        }
        self.effort += entries.len() as u64 + in_passing(self.left.len());
        for branch in self.left.iter_mut().filter(|branch| branch.shared > at) {
            let beginning = entries.range(..branch.shared - at);
            self.effort += beginning.len() as u64 * COPY;
            for entry in beginning.rev() {
                branch.entries.push_front(entry.clone());
            }
            branch.shared = at;
        }
        let beside = self.left.iter().filter(|branch| branch.shared == at);
        self.effort += (beside.clone().count() * entries.len()) as u64;
        let holds = |branch: &Left<S>| {
            let mut own = branch.entries.iter();
            entries.iter().all(|entry| own.next() == Some(entry))
        };
        if !beside.clone().any(holds) {
            self.effort += BRANCH + at as u64 * COPY;
            self.left.push(Left {
                shared: at,
                entries,
            });
        }
    }
}

/// What it costs to look through so many branches.
fn in_passing(branches: usize) -> u64 {
    (branches / BRANCHES_AT_ONCE) as u64
}
