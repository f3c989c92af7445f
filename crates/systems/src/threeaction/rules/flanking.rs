//! Flanked (`flanked/*`).

use super::attack::Attempt;
use super::luck::Luck;
use super::numbers::{able, allies, distance_ft, threat_ft};
use crate::threeaction::ids::rule;
use crate::threeaction::state::{Condition, State};
use affray_kernel::CreatureId;

/// A Flanked target gives Advantage to the two that flank it.
#[inline]
pub(crate) fn of_target(state: &State, attempt: Attempt, luck: &mut Luck) {
    if state.bodies.len() > 2 && flanks(state, attempt.by, attempt.on) {
        luck.advantage("Advantage: Flanked", rule!("flanked/effect"));
    }
}

/// Whether one creature flanks another together with a third one.
pub(crate) fn flanks(state: &State, by: CreatureId, on: CreatureId) -> bool {
    can_flank(state, by, on)
        && state
            .creatures()
            .any(|other| other != by && can_flank(state, other, on))
}

/// Enemy of the target, able, noticed by it and with it within Reach (`flanked/definition`, `flanked/able`).
fn can_flank(state: &State, who: CreatureId, on: CreatureId) -> bool {
    who != on
        && able(state, who)
        && !allies(state, who, on)
        && !state.sheet(who).neutral
        && !state.conditions.has_toward(who, Condition::Undetected, on)
        && distance_ft(state, who, on) <= threat_ft(state, who)
}
