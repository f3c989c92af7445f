//! Plays of an act with seeded dice, one after the other.

use std::cell::Cell;

use super::Course;
use crate::dice::Seeded;
use crate::log::Log;
use crate::system::System;
use crate::tape::{Answers, Beyond, Draw, Kept, Stop};

/// Plays of one course, each with dice of its own. Where nothing is left to chance, what is decided before the first of them fall is decided
/// once for all plays.
pub struct Plays<'c, S: System> {
    course: &'c Course<'c, S>,
    kept: Vec<Draw<S>>,
}

/// What one play came to.
#[derive(Debug)]
pub struct Played<S: System> {
    /// The state afterwards.
    pub state: S::State,
    /// Whether dice were thrown: where none were, every play comes to the same.
    pub is_open: bool,
}

impl<'c, S: System> Plays<'c, S> {
    /// Plays of this course.
    #[must_use]
    pub fn of(course: &'c Course<'c, S>) -> Self {
        Self {
            course,
            kept: Vec::new(),
        }
    }

    /// The next play; its story goes to `log`.
    ///
    /// # Errors
    /// If the policy leaves a decision open or the act runs into a limit.
    pub fn play(
        &mut self,
        dice: Seeded,
        policy: &mut dyn Answers<S>,
        log: Option<&mut Log<S>>,
    ) -> Result<Played<S>, Stop> {
        let at = Cell::new(0);
        let kept = policy.is_settled().then_some(Kept {
            draws: &mut self.kept,
            at: &at,
        });
        self.course.run(Beyond::Seeded(dice), policy, kept, log)
    }
}
