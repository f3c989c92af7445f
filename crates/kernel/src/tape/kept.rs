//! What comes again from one course of an act to the next: answers, and what was found out about states.

use std::any::Any;
use std::cell::Cell;
use std::rc::Rc;

use super::Draw;
use crate::system::{Ask, System};

/// What one course has come to, for the next one.
pub(crate) enum Known<S: System> {
    /// What was answered.
    Answer(Draw<S>),
    /// What was found out: see [`crate::Scene::known`].
    Found(Rc<dyn Any>),
}

/// What was answered and found out in one course of an act, for the next one: as long as the same dice have fallen, the same is asked of the
/// same state.
pub(crate) struct Kept<'t, S: System> {
    /// All of it, in the order in which it was asked for; what this course comes to is added.
    pub(crate) known: &'t mut Vec<Known<S>>,
    /// How much of it this course has come to.
    pub(crate) at: &'t Cell<usize>,
}

impl<S: System> Kept<'_, S> {
    /// The next answer, if it was kept.
    pub(super) fn next(&self, ask: &Ask<S>) -> Option<Draw<S>> {
        let known = self.known.get(self.at.get())?;
        let Known::Answer(draw) = known else {
            debug_assert!(false, "the same dice lead to the same question");
            return None;
        };
        debug_assert!(
            matches!(draw, Draw::Act(who, _) | Draw::Given(who, _) if *who == ask.who),
            "the same dice lead to the same question"
        );
        self.at.set(self.at.get() + 1);
        Some(draw.clone())
    }

    /// What was found out next, if it was kept.
    pub(super) fn found(&self) -> Option<Rc<dyn Any>> {
        let known = self.known.get(self.at.get())?;
        let Known::Found(found) = known else {
            debug_assert!(false, "the same dice lead to the same question");
            return None;
        };
        self.at.set(self.at.get() + 1);
        Some(Rc::clone(found))
    }

    pub(super) fn keep(&mut self, known: Known<S>) {
        self.known.push(known);
        self.at.set(self.known.len());
    }
}

/// Whether something that a rule wants to know was found out in the course before.
pub(crate) enum Recalled {
    /// Nobody keeps anything.
    Never,
    /// Not yet.
    Missing,
    /// It was.
    Found(Rc<dyn Any>),
}
