//! Lists of legal acts: candidates of every kind of action, of which only those that pass its check are offered.

use std::ops::ControlFlow;

use affray_kernel::CreatureId;

use super::act::{Act, Window};
use super::actions::{Found, answers, check, claims, interrupts, rest};
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
    let _ = match window {
        Window::Floor => floor(state, who, &mut legal),
        window => answers::candidates(state, who, window, &mut legal),
    };
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
