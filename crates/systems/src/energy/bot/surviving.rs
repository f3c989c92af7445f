//! Staying alive: getting up and free, stepping aside, catching breath, bracing.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;

use super::{claim, foes, strongest, worth};
use crate::energy::act::{Act, Action, Claim, Interrupt, Pay, Step};
use crate::energy::actions::agile_move;
use crate::energy::actions::strike::is_ranged;
use crate::energy::rules::conditions::holders;
use crate::energy::rules::numbers::{metres_between, reach_m, within_reach};
use crate::energy::rules::occupied::steps;
use crate::energy::state::{Condition, State};

/// Gets free, up, and back to its breath.
pub(super) fn act(state: &State, who: CreatureId) -> Option<Act> {
    if state.has(who, Condition::Restrained) {
        let from = holders(state, who).next();
        return claim(state, who, Action::Escape(from, strongest(state, who)));
    }
    if state.has(who, Condition::Prone) {
        return claim(state, who, Action::Kneel);
    }
    let spent = state.body(who).stamina < 5 && state.body(who).stamina < state.sheet(who).stamina;
    let alone = foes(state, who)
        .first()
        .is_none_or(|foe| metres_between(state, who, *foe) > 6);
    if spent && alone {
        return claim(state, who, Action::CatchBreath);
    }
    None
}

/// With a last point of Energy it Defends, if anybody is near enough to hurt it.
pub(super) fn brace(state: &State, who: CreatureId) -> Option<Act> {
    let near = foes(state, who)
        .first()
        .is_some_and(|foe| metres_between(state, who, *foe) <= 8);
    let open = state.conditions.on(who).any(|held| {
        held.parent.is_none() && matches!(held.kind, Condition::Exposed | Condition::Unguarded)
    });
    if near && (open || !state.body(who).defending) {
        return claim(state, who, Action::Defend);
    }
    None
}

/// Steps out of the Reach of whoever strikes at it, by an Agile Move (`interrupts/not-rolls`).
pub(super) fn evade(state: &State, who: CreatureId, actor: CreatureId) -> Option<Act> {
    let doing = state.doing(actor)?;
    let with = match &doing.action {
        Action::Attack(strike) if strike.target == who && !is_ranged(state, actor, strike) => {
            strike.with
        }
        Action::Maneuver(attempt) if attempt.target == who => attempt.with,
        _ => return None,
    };
    if state.body(who).agility < 1 || agile_move::credits(state, who) < 1 {
        return None;
    }
    let reach = reach_m(state, actor, with);
    let from = state.body(who).at;
    let safe = |to: &Cell| {
        let metres = state
            .grid()
            .distance(state.space_at(who, *to), state.space(actor));
        agile_move::step(state, who, from, *to).is_ok()
            && !within_reach(state, i16::try_from(metres).unwrap_or(i16::MAX), reach)
    };
    let to = steps(state, who).find(safe)?;
    Some(Act::Interrupt(Interrupt::AgileMove(to)))
}

/// Challenges an attack that may well be its last, to brace itself first; only where that changes something: it lies open.
pub(super) fn forestall(
    state: &State,
    who: CreatureId,
    actor: CreatureId,
    step: Step,
) -> Option<Act> {
    let doing = state.doing(actor)?;
    let aimed = doing.action.attacked() == Some(who) && step == Step::Declared;
    let open = state.has(who, Condition::Exposed) && !state.body(who).defending;
    let grave = i32::from(state.body(who).aura) * 1000 <= worth::threat(state, actor, who);
    (aimed && open && grave).then_some(Act::Challenge(Claim {
        action: Action::Defend,
        pay: Pay::PLAIN,
    }))
}
