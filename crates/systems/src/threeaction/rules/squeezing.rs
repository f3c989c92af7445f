//! Squeezing (`squeezing/*`).

use super::attack::Attempt;
use super::luck::Luck;
use crate::threeaction::state::State;

/// While squeezing, Attacks with Heavy Weapons have Disadvantage (`squeezing/heavy-weapons`).
pub(crate) fn of_attacker(_state: &State, _attempt: Attempt, _luck: &mut Luck) {}

/// A squeezing target is Flat Footed (`squeezing/flat-footed`).
pub(crate) fn of_target(_state: &State, _attempt: Attempt, _luck: &mut Luck) {}
