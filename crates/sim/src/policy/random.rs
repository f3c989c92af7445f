//! Anything that is allowed.

use std::ops::ControlFlow;

use affray_kernel::dice::Seeded;
use affray_kernel::{Ask, System};

use super::place;

/// The stream of choices that it draws from.
const STREAM: u32 = 1;

/// One of the acts offered, or silence.
pub(super) fn any<S: System>(state: &S::State, ask: &Ask<S>, chance: &Seeded) -> Option<S::Act> {
    let mut acts = Vec::new();
    S::offers(state, ask, &mut |act| {
        acts.push(act);
        ControlFlow::Continue(())
    });
    let chosen = chance.pick(STREAM, place(state, ask), acts.len() as u32);
    if acts.is_empty() {
        return S::silence(state, ask);
    }
    Some(acts.swap_remove(chosen as usize))
}
