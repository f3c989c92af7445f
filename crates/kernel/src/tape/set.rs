//! Answers to several who are asked at once, and those that nobody has to give.

use std::ops::ControlFlow;

use super::{Draw, Stop, Tape};
use crate::id::CreatureId;
use crate::system::{Acts, Ask, System};

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

    /// Puts the draws of a complete set into the order in which they came, so that the last can be taken back first: what nobody decided,
    /// then the answers of people. Where a creature answers several times, only the order of the asks tells which answer is to which.
    pub(super) fn put_in_order(&self, draws: &mut [Draw<S>]) {
        let who = |draw: &Draw<S>| match draw {
            Draw::Act(who, _) | Draw::Given(who, _) => Some(*who),
            Draw::Faces(_) => None,
        };
        let is_again = |at: usize| draws[..at].iter().any(|one| who(one) == who(&draws[at]));
        if self.answers.len() < 2 || (1..draws.len()).any(is_again) {
            return;
        }
        draws.sort_by_key(|draw| match draw {
            Draw::Act(by, _) => self.answers.iter().position(|(who, _)| who == by),
            Draw::Given(..) | Draw::Faces(_) => None,
        });
    }
}

impl<S: System> Tape<'_, S> {
    /// The answers to a set that the tape holds, in the order of the asks: each stands where it came.
    pub(super) fn recorded_set(
        &mut self,
        state: &S::State,
        asks: &[Ask<S>],
    ) -> Result<Acts<S>, Stop> {
        let until = self.at + asks.len();
        let set = self.draws.get(self.at..until).ok_or(Stop::Mismatch)?;
        let mut used = vec![false; set.len()];
        let answers = asks.iter().map(|ask| {
            let mut rest = set.iter().zip(&mut used).filter(|(_, used)| !**used);
            rest.find_map(|(draw, used)| match draw {
                Draw::Act(who, act) | Draw::Given(who, act)
                    if *who == ask.who && S::check(state, ask, act).is_ok() =>
                {
                    *used = true;
                    Some(act.clone())
                }
                _ => None,
            })
            .ok_or(Stop::Mismatch)
        });
        let acts = answers.collect::<Result<Acts<S>, Stop>>()?;
        self.at = until;
        Ok(acts)
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
