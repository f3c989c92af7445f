//! Answers that come again from one course of an act to the next.

use std::cell::Cell;

use super::Draw;
use crate::system::{Ask, System};

/// Answers that were given in one course of an act, for the next one: as long as the same dice have fallen, the same is asked of the same state.
pub(crate) struct Kept<'t, S: System> {
    /// The answers, in the order in which they were asked for; those of this course are added.
    pub(crate) draws: &'t mut Vec<Draw<S>>,
    /// How many of them this course has come to.
    pub(crate) at: &'t Cell<usize>,
}

impl<S: System> Kept<'_, S> {
    /// The next answer, if it was kept.
    pub(super) fn next(&self, ask: &Ask<S>) -> Option<Draw<S>> {
        let draw = self.draws.get(self.at.get())?.clone();
        debug_assert!(
            matches!(&draw, Draw::Act(who, _) | Draw::Given(who, _) if *who == ask.who),
            "the same dice lead to the same question"
        );
        self.at.set(self.at.get() + 1);
        Some(draw)
    }

    pub(super) fn keep(&mut self, draw: &Draw<S>) {
        self.draws.push(draw.clone());
        self.at.set(self.draws.len());
    }
}
