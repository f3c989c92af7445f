//! Modifiers that several kinds of checks share; all of them stack (`condition/*`, `modifiers/*`, `check/stacking`).

use affray_kernel::CreatureId;
use affray_kernel::grid::passes_through;
use affray_kernel::modifier::Tally;

use super::numbers::{acts, enemies, threatens, unnoticed, unseen};
use crate::ids::rule;
use crate::sheet::Size;
use crate::state::{Fitness, State};

/// Whether a creature is Damaged: at half of its hits or less, rounded down (`condition/damaged`).
#[inline]
#[must_use]
pub(crate) fn damaged(state: &State, who: CreatureId) -> bool {
    let body = state.body(who);
    if let Some(pending) = body.pending {
        return pending.damaged;
    }
    body.hits <= state.sheet(who).hits / 2
}

/// Adds what the condition that a creature is in brings to all its skill checks (`condition/table`).
#[inline]
pub(crate) fn condition(state: &State, who: CreatureId, tally: &mut Tally) {
    if damaged(state, who) {
        tally.add("Damaged", -4, rule!("condition/damaged"));
        return;
    }
    match state.body(who).fitness {
        Fitness::Rested => tally.add("Rested", 2, rule!("condition/table")),
        Fitness::Active => {}
        Fitness::Fatigued => tally.add("Fatigued", -2, rule!("condition/fatigued")),
    }
}

/// Adds what the surroundings bring to attacks and defends (`modifiers/environment`).
#[inline]
pub(crate) fn environment(state: &State, who: CreatureId, tally: &mut Tally) {
    let side = usize::from(state.sheet(who).side);
    let of_side = state.side_environment.get(side).copied().unwrap_or(0);
    let rule = rule!("modifiers/environment");
    tally.add("environment", state.clock.environment, rule);
    tally.add("environment of the side", of_side, rule);
    tally.add("own environment", state.body(who).environment, rule);
}

/// What it takes off not to see whom one attacks or defends against (`modifiers/blindness`).
pub(crate) const UNSEEN: i16 = -8;

/// Adds what it costs not to see whom one attacks or defends against (`modifiers/blindness`).
#[inline]
pub(crate) fn blindness(state: &State, who: CreatureId, against: CreatureId, tally: &mut Tally) {
    if unseen(state, who, against) {
        tally.add("unseen", UNSEEN, rule!("modifiers/blindness"));
    }
}

/// What the difference of two sizes adds to an attack (`modifiers/scale`).
#[inline]
#[must_use]
pub(crate) fn scale(attacker: Size, target: Size) -> i16 {
    (2 * (target.index() - attacker.index())).clamp(-8, 8)
}

/// Whether an attacker and an ally of its size threaten a defender of the same size from opposite sides, and it knows of both
/// (`modifiers/flanking`, `ambush/concealment`).
#[must_use]
pub(crate) fn flanks(state: &State, by: CreatureId, on: CreatureId) -> bool {
    let size = state.sheet(on).size;
    if !state.cast.options.flanking || state.sheet(by).size != size {
        return false;
    }
    let (shape, target) = (state.grid().shape, state.space(on));
    threatens(state, by, target)
        && !unnoticed(state, on, by)
        && state.creatures().any(|other| {
            other != by
                && acts(state, other)
                && !enemies(state, by, other)
                && !unnoticed(state, on, other)
                && state.sheet(other).size == size
                && threatens(state, other, target)
                && passes_through(shape, state.space(by), state.space(other), target)
        })
}

/// Whether a defender is flanked by anybody.
#[must_use]
pub(crate) fn flanked(state: &State, on: CreatureId) -> bool {
    state.cast.options.flanking
        && state
            .creatures()
            .any(|by| enemies(state, by, on) && acts(state, by) && flanks(state, by, on))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scale_counts_two_a_step() {
        assert_eq!(scale(Size::Medium, Size::Medium), 0);
        assert_eq!(scale(Size::Medium, Size::Large), 2);
        assert_eq!(scale(Size::Giant, Size::Tiny), -8);
        assert_eq!(scale(Size::Tiny, Size::Giant), 8);
        assert_eq!(scale(Size::Huge, Size::Small), -6);
    }
}
