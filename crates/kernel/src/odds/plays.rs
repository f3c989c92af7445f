//! Plays of an act with seeded dice, one after the other.

use std::cell::Cell;

use super::Course;
use crate::dice::Seeded;
use crate::log::Log;
use crate::system::System;
use crate::tape::{Answers, Beyond, Kept, Known, Stop};

/// Plays of one course, each with dice of its own. Where nothing is left to chance, what is decided before the first of them fall is decided
/// once for all plays.
pub struct Plays<'c, S: System> {
    course: &'c Course<'c, S>,
    kept: Vec<Known<S>>,
    /// Whether there was a play already.
    has_begun: bool,
    /// The act in the words of all plays but the first.
    spelled_out: Option<S::Act>,
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
            has_begun: false,
            spelled_out: None,
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
        if std::mem::replace(&mut self.has_begun, true) && self.spelled_out.is_none() {
            self.spelled_out = self.course.spelled_out();
        }
        let act = self.spelled_out.as_ref().unwrap_or(self.course.act);
        let at = Cell::new(0);
        let kept = policy.is_settled().then_some(Kept {
            known: &mut self.kept,
            at: &at,
        });
        self.course
            .with_act(act)
            .run(Beyond::Seeded(dice), policy, kept, log)
    }
}
