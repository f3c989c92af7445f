//! Lists of legal acts: candidates of every kind of action, of which only those that pass its check are offered.

use std::ops::ControlFlow;

use affray_kernel::CreatureId;

use super::act::{Act, Window};
use super::actions::{Found, answers, check, claims, interrupts, moving, rest};
use super::rules::numbers::enemies;
use super::state::{Place, State, Watch};

/// Lists legal acts in a window.
pub(crate) fn offers(
    state: &State,
    who: CreatureId,
    window: &Window,
    found: &mut dyn FnMut(Act) -> ControlFlow<()>,
) {
    let mut legal = |act: Act| {
        if check(state, who, window, &act).is_ok() {
            found(act)
        } else {
            ControlFlow::Continue(())
        }
    };
    let listed = match window {
        Window::Floor => floor(state, who, &mut legal),
        window => answers::candidates(state, who, window, &mut legal),
    };
    if listed.is_continue() {
        let _ = runs(state, who, window, found);
    }
}

/// Ways to run, where an action can be declared or an action challenged by one.
fn runs(
    state: &State,
    who: CreatureId,
    window: &Window,
    found: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match window {
        Window::Floor | Window::Claim { .. } => {
            moving::runs(state, who, &mut |claim| found(Act::Do(claim)))
        }
        Window::Answer { actor, step } | Window::Ally { actor, step }
            if answers::may_challenge(state, who, *actor, *step).is_ok() =>
        {
            moving::runs(state, who, &mut |claim| found(Act::Challenge(claim)))
        }
        _ => ControlFlow::Continue(()),
    }
}

fn floor(state: &State, who: CreatureId, legal: &mut Found<'_>) -> ControlFlow<()> {
    claims(state, who, legal)?;
    interrupts::candidates(state, who, legal)?;
    for (item, entry) in state.all_items() {
        if entry.place == Place::Held(who) {
            legal(Act::Drop(item))?;
        }
    }
    for other in state.creatures() {
        legal(Act::Release(other))?;
        if enemies(state, who, other) {
            legal(Act::Face(Watch::Creature(other)))?;
        }
    }
    legal(Act::FallProne)?;
    rest::candidates(state, who, legal)?;
    legal(Act::Wait)
}
