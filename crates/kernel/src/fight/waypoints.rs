//! States that a fight has passed, so that going back does not mean to begin at its start.

use crate::system::System;

/// After how many entries a state is kept again.
const APART: usize = 512;

/// The states after every so many entries in force.
pub(super) struct Waypoints<S: System>(Vec<S::State>);

impl<S: System> Default for Waypoints<S> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<S: System> Waypoints<S> {
    /// The fight has come to that many entries and stands like that.
    pub(super) fn pass(&mut self, entries: usize, state: &S::State) {
        if entries == APART * (self.0.len() + 1) {
            self.0.push(state.clone());
        }
    }

    /// Only that many entries are left.
    pub(super) fn turn_back(&mut self, entries: usize) {
        self.0.truncate(entries / APART);
    }

    /// How many of the first `entries` ones came after the last state kept.
    pub(super) fn since(&self, entries: usize) -> usize {
        entries - self.kept(entries) * APART
    }

    fn kept(&self, entries: usize) -> usize {
        self.0.len().min(entries / APART)
    }

    /// The last state kept of the first `entries` ones, with how many had led to it; the one at the start if none was.
    pub(super) fn before(&self, entries: usize, start: &S::State) -> (usize, S::State) {
        let kept = self.kept(entries);
        let last = self.0[..kept].last().unwrap_or(start);
        (kept * APART, last.clone())
    }
}
