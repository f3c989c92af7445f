//! Who answers beyond the end of a tape.

use super::Draw;
use crate::id::CreatureId;
use crate::system::{Ask, System};

/// Somebody who answers in windows: a bot, a script.
pub trait Answers<S: System> {
    /// The answer, or `None` to wait for a person.
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act>;

    /// Whether it answers the same whenever the same is asked in the same state, and leaves nothing to chance.
    fn is_settled(&self) -> bool {
        false
    }

    /// Whether it wants to know which act is under way when it is asked in the middle of one: then the state before each act is kept, and
    /// its draws.
    fn looks_back(&self) -> bool {
        false
    }

    /// As [`Answers::answer`], in the middle of an act, where somebody looks back on it.
    fn answer_within(
        &mut self,
        state: &S::State,
        ask: &Ask<S>,
        _under_way: &UnderWay<'_, S>,
    ) -> Option<S::Act> {
        self.answer(state, ask)
    }
}

/// An act under way, up to a question: from the same state the same act with the same draws comes to the same question. There is nothing in
/// it of dice that are yet to be thrown, nor of what others answer who are asked at the same time.
#[derive(Debug)]
pub struct UnderWay<'t, S: System> {
    /// The state before it.
    pub state: &'t S::State,
    /// Whose act it is.
    pub who: Option<CreatureId>,
    /// The act.
    pub act: &'t S::Act,
    /// The draws it has had.
    pub draws: &'t [Draw<S>],
}

impl<S: System> Clone for UnderWay<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: System> Copy for UnderWay<'_, S> {}

/// The bot that every system has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simple;

impl<S: System> Answers<S> for Simple {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        S::simple(state, ask)
    }

    fn is_settled(&self) -> bool {
        true
    }
}

/// Nobody answers by itself: everything waits for people.
#[derive(Clone, Copy, Debug, Default)]
pub struct People;

impl<S: System> Answers<S> for People {
    fn answer(&mut self, _: &S::State, _: &Ask<S>) -> Option<S::Act> {
        None
    }
}
