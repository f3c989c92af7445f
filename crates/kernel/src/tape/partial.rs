//! Answers that people have given to a set of asks, and those that nobody has to give.

use std::ops::ControlFlow;

use crate::id::CreatureId;
use crate::system::{Ask, System};

/// Answers to a set of asks, each given out once.
pub(super) struct Partial<'t, S: System> {
    answers: &'t [(CreatureId, S::Act)],
    used: Vec<bool>,
}

impl<'t, S: System> Partial<'t, S> {
    pub(super) fn new(answers: &'t [(CreatureId, S::Act)]) -> Self {
        Self {
            answers,
            used: vec![false; answers.len()],
        }
    }

    /// The creature's first answer that was not given out yet.
    pub(super) fn next_of(&mut self, who: CreatureId) -> Option<&'t S::Act> {
        let place = self
            .answers
            .iter()
            .zip(&self.used)
            .position(|((by, _), used)| *by == who && !used)?;
        self.used[place] = true;
        Some(&self.answers[place].1)
    }
}

/// The single legal answer, if there is no choice; also when there is none at all but silence means something.
pub(super) fn only_answer<S: System>(state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
    let mut first = None;
    let mut several = false;
    S::offers(state, ask, &mut |act| {
        if first.is_none() {
            first = Some(act);
            ControlFlow::Continue(())
        } else {
            several = true;
            ControlFlow::Break(())
        }
    });
    if several {
        None
    } else {
        first.or_else(|| S::silence(state, ask))
    }
}
