//! Flanked (`flanked/*`).

use affray_kernel::CreatureId;
use affray_kernel::grid::{Space, opposite_sides};

use super::attack::Attempt;
use super::cover::line_of_effect;
use super::luck::Luck;
use super::numbers::{able, enemies, feet, threat_ft};
use crate::ids::rule;
use crate::state::{Condition, State};

/// A Flanked target is Flat Footed to the two that flank it, whatever they attack with (`flanked/effect`).
#[inline(always)]
pub(crate) fn of_target(state: &State, attempt: Attempt, luck: &mut Luck) {
    if state.bodies.len() > 2 && flanks(state, attempt.by, attempt.on, attempt.to(state)) {
        luck.advantage("Advantage: Flanked", rule!("flanked/effect"));
        luck.cites(rule!("flanked/definition"));
        luck.cites(rule!("flanked/geometry"));
        luck.cites(rule!("flanked/able"));
        luck.cites(rule!("foundations/sides"));
        luck.cites(rule!("flat-footed/advantage"));
    }
}

/// Whether one creature flanks another together with a third one on the opposite side (`flanked/geometry`).
pub(crate) fn flanks(state: &State, by: CreatureId, on: CreatureId, target: Space) -> bool {
    let (shape, own) = (state.grid().shape, state.space(by));
    can_flank(state, by, on, target)
        && state.creatures().any(|other| {
            other != by
                && can_flank(state, other, on, target)
                && opposite_sides(shape, own, state.space(other), target)
        })
}

/// An Enemy of the target, able, noticed by it, with the target within its Reach and nothing solid between, and not in the target's own
/// space (`flanked/definition`, `flanked/able`, `grappling/no-advantage-against`).
fn can_flank(state: &State, who: CreatureId, on: CreatureId, target: Space) -> bool {
    who != on
        && able(state, who)
        && enemies(state, who, on)
        && !state.conditions.has_toward(who, Condition::Undetected, on)
        && !state.space(who).overlaps(state.grid().shape, target)
        && feet(state.grid().distance(state.space(who), target)) <= threat_ft(state, who)
        && line_of_effect(state, state.space(who), target, state.sheet(on).size)
}
