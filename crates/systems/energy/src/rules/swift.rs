//! Swift Attacks: against whom and when (`swift/*`).

use affray_kernel::{Arm, CreatureId, Figure, Refusal};

use super::facing::faces;
use super::numbers::{
    defenseless, limit_of_reach, longest_reach, metres_between, reach_m, unaware,
};
use crate::act::{Action, Step};
use crate::ids::refuse;
use crate::sheet::SwiftMovement;
use crate::state::{Condition, State};

/// The window in which an interrupt is made: whose action, and at which moment. None on the open floor.
pub(crate) type During = Option<(CreatureId, Step)>;

/// Whether a Swift Attack on somebody is allowed at this moment, Reach and price aside (`swift/once-per-round`, `swift/targets`,
/// `swift/movement-trigger`). `with` is what strikes in melee; nothing for what is shot or thrown.
///
/// # Errors
/// The rule against it.
pub(crate) fn allowed(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    with: Option<Arm>,
    during: During,
) -> Result<(), Refusal> {
    if state.body(who).swift {
        return Err(refuse!(
            "swift/once-per-round",
            "the Swift Attack of this Round has been made"
        ));
    }
    let through = |arm| moves_through(state, who, target, arm, during);
    if lays_open(state, who, target) || with.is_some_and(through) {
        return Ok(());
    }
    Err(refuse!(
        "swift/targets",
        "{} is neither Unguarded nor unaware nor unable to avoid it, and does not move through the limit of the Reach",
        Figure::Creature(target)
    ))
}

/// Whether a creature moves through the limit of somebody's Reach, by a metre of its own movement that begins now, and is faced; it is
/// then struck with a weapon of that Reach.
fn moves_through(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    with: Arm,
    during: During,
) -> bool {
    let Some((actor, Step::Declared | Step::Metre)) = during else {
        return false;
    };
    let Some(doing) = state.doing(actor).filter(|_| actor == target) else {
        return false;
    };
    let Some(ahead) = doing.ahead.filter(|_| walks(&doing.action)) else {
        return false;
    };
    let reach = longest_reach(state, who);
    let limit = limit_of_reach(state, reach);
    let reaches_it = limit_of_reach(state, reach_m(state, who, with)) == limit;
    if !reaches_it || !faces(state, who, target) {
        return false;
    }
    let now = metres_between(state, who, target);
    let then = state
        .grid()
        .distance(state.space(who), state.space_at(target, ahead));
    let leaves = i64::from(then) > i64::from(limit);
    match state.cast.options.swift_movement {
        SwiftMovement::OuterBand => now == limit,
        SwiftMovement::AnyStep => now <= limit,
        SwiftMovement::Leaving => now <= limit && leaves,
    }
}

const fn walks(action: &Action) -> bool {
    matches!(
        action,
        Action::Move { .. } | Action::Jump(_) | Action::Climb(_)
    )
}

/// Whether a creature can be met with a Swift Attack although it does not move: it is Unguarded, unaware or unable to avoid it
/// (`swift/targets`).
#[must_use]
pub(crate) fn lays_open(state: &State, who: CreatureId, target: CreatureId) -> bool {
    state.has(target, Condition::Unguarded)
        || unaware(state, target, who)
        || defenseless(state, target, who)
}
