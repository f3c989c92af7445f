//! Cover and Line of Effect (`cover/*`, `line-of-effect/*`).

use super::attack::Attempt;
use super::luck::Luck;
use crate::threeaction::state::State;

/// A target with Cover gives Disadvantage (`cover/disadvantage`).
pub(crate) fn of_target(_state: &State, _attempt: Attempt, _luck: &mut Luck) {}
