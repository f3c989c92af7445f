//! Anything that is allowed.

use std::ops::ControlFlow;

use affray_kernel::dice::Seeded;
use affray_kernel::{Ask, System};

use super::place;

/// The stream of choices that it draws from.
const STREAM: u32 = 1;

/// One of the acts offered, or silence.
pub(super) fn any<S: System>(state: &S::State, ask: &Ask<S>, chance: &Seeded) -> Option<S::Act> {
    let mut count = 0_u32;
    S::offers(state, ask, &mut |_| {
        count += 1;
        ControlFlow::Continue(())
    });
    let mut left = chance.pick(STREAM, place(state, ask), count);
    let mut chosen = None;
    S::offers(state, ask, &mut |act| {
        if left == 0 {
            chosen = Some(act);
            return ControlFlow::Break(());
        }
        left -= 1;
        ControlFlow::Continue(())
    });
    chosen.or_else(|| S::silence(state, ask))
}
