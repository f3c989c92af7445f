//! Courses of a fight that were abandoned for another one. No entry is ever lost: going on differently after an undo leaves what was
//! undone as a branch, and one can go back to it. An act in progress is no entry yet: withdrawn or taken back in part, it comes back as it
//! stood only until something else is done.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{Change, Deed, Entry, Fight, Open, Rejected};
use crate::system::System;

/// What it costs that a branch no longer shares an entry: it takes memory besides time.
const PARTED: u64 = 16;

/// So many branches are looked through in the time in which a fact is applied.
const BRANCHES_AT_ONCE: usize = 32;

/// A course that was abandoned, as the fight keeps it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Abandoned<S: System> {
    /// How many entries it shares with the present course, what can be redone of it included.
    shared: usize,
    /// The entries after those; never empty.
    entries: VecDeque<Arc<Entry<S>>>,
}

/// A course that was abandoned.
#[derive(Clone, Copy, Debug)]
pub struct Branch<'f, S: System> {
    /// How many entries it shares with the present course.
    pub shared: usize,
    /// What follows of what can be redone, the next one last.
    undone: &'f [Arc<Entry<S>>],
    /// What follows then, if it is not all that.
    own: Option<&'f VecDeque<Arc<Entry<S>>>>,
}

impl<'f, S: System> Branch<'f, S> {
    /// The entries after those that it shares; never none.
    pub fn entries(&self) -> impl Iterator<Item = &'f Arc<Entry<S>>> + use<'f, S> {
        self.undone
            .iter()
            .rev()
            .chain(self.own.into_iter().flatten())
    }

    /// The last entry.
    #[must_use]
    pub fn last(&self) -> Option<&'f Arc<Entry<S>>> {
        let own = self.own.and_then(VecDeque::back);
        own.or(self.undone.first())
    }

    /// Whether it has all that the other one has.
    fn holds(&self, other: &Self) -> bool {
        let mut own = self.entries();
        let mut all = other.entries();
        self.shared == other.shared
            && all.all(|entry| own.next().is_some_and(|own| own.is_same(entry)))
    }
}

impl<S: System> PartialEq for Branch<'_, S> {
    fn eq(&self, other: &Self) -> bool {
        self.shared == other.shared && self.entries().eq(other.entries())
    }
}

impl<S: System> Fight<S> {
    /// What all that was taken back, put in force again and abandoned has cost up to now, about in facts that were applied. Going on costs
    /// next to nothing. Taken from its journal a fight has cost as much again.
    #[must_use]
    pub fn effort(&self) -> u64 {
        self.effort
    }

    /// Somebody has done work for it of which there may be any amount.
    pub(crate) fn spend(&mut self, effort: u64) {
        self.effort += effort;
    }

    /// The courses that were abandoned, in the order in which [`Fight::take_branch`] counts them. What was undone and can still be redone
    /// is the last of them.
    #[must_use]
    pub fn branches(&self) -> Vec<Branch<'_, S>> {
        let present = self.entries.len();
        let abandoned = self.abandoned.iter();
        let mut branches: Vec<_> = abandoned.map(|abandoned| self.lent(abandoned)).collect();
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

    /// A course that was abandoned as seen from the present one: what can be redone of it is no longer shared.
    fn lent<'f>(&'f self, abandoned: &'f Abandoned<S>) -> Branch<'f, S> {
        let again = abandoned.shared.saturating_sub(self.entries.len());
        let first = self.undone.len().saturating_sub(again);
        Branch {
            shared: abandoned.shared - again,
            undone: &self.undone[first..],
            own: Some(&abandoned.entries),
        }
    }

    /// Goes back to a course that was abandoned, by its place in [`Fight::branches`]: its entries are in force again, and those of the
    /// present course become a branch themselves. An act in progress in which nobody has decided anything or typed in dice is dropped, as it begins anew in the same way.
    ///
    /// # Errors
    /// If there is no such branch, or something would be lost of an act in progress.
    pub fn take_branch(&mut self, number: usize) -> Result<(), Rejected> {
        // Virtual dice are the same again when it begins anew.
        let is_rolled = |open: &Open<S>| open.is_under_way() && self.throws_real_dice();
        let would_lose = |open: &Open<S>| open.decided() || is_rolled(open);
        if self.open.as_ref().is_some_and(would_lose) {
            return Err(Rejected::InProgress);
        }
        if number >= self.branches().len() {
            return Err(Rejected::Nothing("go back to"));
        }
        self.leave_undone();
        let wanted = self.abandoned.remove(number);
        let present = self.entries.split_off(wanted.shared);
        self.leave(wanted.shared, present.into());
        self.retracted.clear();
        self.corrected.clear();
        self.open = None;
        self.refold();
        for entry in wanted.entries {
            self.effort += entry.weight();
            self.take(entry);
        }
        self.changes.push(Change::Branch(number));
        Ok(())
    }

    /// An entry is about to follow: it goes on with what was undone where it is the same again; otherwise what was undone is abandoned.
    pub(super) fn part(&mut self, entry: &Entry<S>) {
        if !matches!(entry.deed, Deed::Correction(_)) {
            self.corrected.clear();
        }
        if self.undone.last().is_some_and(|next| next.is_same(entry)) {
            self.undone.pop();
            return;
        }
        self.retracted.clear();
        self.leave_undone();
    }

    /// Branches that begin with an entry now in force share it.
    pub(super) fn share(&mut self, at: usize, entry: &Entry<S>) {
        let mut compared = 0;
        self.abandoned.retain_mut(|branch| {
            if branch.shared == at
                && let Some(first) = branch.entries.front()
            {
                compared += first.weighs_on(entry);
                if first.is_same(entry) {
                    branch.entries.pop_front();
                    branch.shared += 1;
                }
            }
            !branch.entries.is_empty()
        });
        self.effort += compared + in_passing(self.abandoned.len());
    }

    /// What was undone is abandoned.
    fn leave_undone(&mut self) {
        let undone = std::mem::take(&mut self.undone);
        self.leave(self.entries.len(), undone.into_iter().rev().collect());
    }

    /// Adds a course that is abandoned after `at` entries. Branches that shared more than those shared its beginning.
    fn leave(&mut self, at: usize, entries: VecDeque<Arc<Entry<S>>>) {
        if entries.is_empty() {
            return;
        }
        self.effort += entries.len() as u64 + in_passing(self.abandoned.len());
        for branch in &mut self.abandoned {
            if branch.shared > at {
                let beginning = entries.range(..branch.shared - at);
                self.effort += beginning.len() as u64 * PARTED;
                branch.entries.reserve_exact(beginning.len());
                for entry in beginning.rev() {
                    branch.entries.push_front(Arc::clone(entry));
                }
                branch.shared = at;
            }
        }
        if !self.is_held(at, &entries) {
            self.abandoned.push(Abandoned {
                shared: at,
                entries,
            });
        }
    }

    /// Whether a branch that is abandoned after `at` entries has all of these.
    fn is_held(&mut self, at: usize, entries: &VecDeque<Arc<Entry<S>>>) -> bool {
        let mut compared = 0;
        let mut beside = self.abandoned.iter().filter(|branch| branch.shared == at);
        let held = beside.any(|branch| {
            let mut own = branch.entries.iter();
            entries.iter().all(|entry| {
                own.next().is_some_and(|own| {
                    compared += own.weighs_on(entry);
                    own.is_same(entry)
                })
            })
        });
        self.effort += compared;
        held
    }
}

impl<S: System> Entry<S> {
    /// What it costs to put it in force, about in facts that are applied, or to compare it with one like it.
    pub(super) fn weight(&self) -> u64 {
        let words = match &self.deed {
            Deed::Correction(words) => words.len() / LETTERS_AT_ONCE,
            Deed::Act(..) | Deed::Bot(..) | Deed::Auto(_) => 0,
        };
        1 + (self.facts.len() + self.draws.len() + words) as u64
    }

    /// What it costs to compare it with another one.
    fn weighs_on(&self, other: &Self) -> u64 {
        let is_alike = self.facts.len() == other.facts.len();
        if is_alike && !std::ptr::eq(self, other) {
            self.weight()
        } else {
            1
        }
    }

    /// Whether it is that one, or one like it.
    fn is_same(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self == other
    }
}

/// So many letters are compared in the time in which a fact is applied.
const LETTERS_AT_ONCE: usize = 64;

/// What it costs to look through so many branches.
fn in_passing(branches: usize) -> u64 {
    (branches / BRANCHES_AT_ONCE) as u64
}
