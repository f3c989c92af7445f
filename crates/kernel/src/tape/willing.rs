//! Who acts where one must and others may: the same in fights that are recorded and in those that are played silently.

use super::Answers;
use crate::id::CreatureId;
use crate::system::{Ask, System};

/// The first act that is given and allowed: of the one who must, else of those who may.
#[must_use]
pub fn first_willing<S: System>(
    state: &S::State,
    must: &Ask<S>,
    may: &[Ask<S>],
    answers: &mut dyn Answers<S>,
) -> Option<(CreatureId, S::Act)> {
    let own = answers.answer(state, must);
    let own = own.filter(|act| S::check(state, must, act).is_ok());
    match own {
        Some(act) => Some((must.who, act)),
        None => first_of_others(state, may, answers),
    }
}

/// The same of those who may alone. Who may act but need not is silent by doing nothing at all.
pub(super) fn first_of_others<S: System>(
    state: &S::State,
    may: &[Ask<S>],
    answers: &mut dyn Answers<S>,
) -> Option<(CreatureId, S::Act)> {
    may.iter().find_map(|ask| {
        let act = answers.answer(state, ask)?;
        let is_silence = S::silence(state, ask).as_ref() == Some(&act);
        (!is_silence && S::check(state, ask, &act).is_ok()).then_some((ask.who, act))
    })
}
