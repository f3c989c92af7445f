//! Anything that is allowed.

use affray_kernel::dice::Seeded;
use affray_kernel::{Ask, System};

use super::place;

/// The stream of choices that it draws from.
const STREAM: u32 = 1;

/// One of the acts offered, each as likely as every other, or silence.
pub(super) fn any<S: System>(state: &S::State, ask: &Ask<S>, chance: &Seeded) -> Option<S::Act> {
    let lots = Seeded::new(chance.word(STREAM, place(state, ask)), 0);
    let mut drawn = 0;
    let act = S::any(state, ask, &mut |below| {
        drawn += 1;
        lots.pick(STREAM, drawn, below)
    });
    act.or_else(|| S::silence(state, ask))
}
