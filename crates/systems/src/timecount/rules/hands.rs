//! Hands (`actions/draw-weapon`).

use affray_kernel::CreatureId;

use crate::timecount::state::{Place, State};

/// Hands that hold nothing. A shield takes its hand as long as it is held.
pub(crate) fn free_hands(state: &State, who: CreatureId) -> u8 {
    let taken: u8 = state
        .all_items()
        .filter(|(_, item)| item.place == Place::Held(who))
        .map(|(id, _)| state.kind(id).hands())
        .sum();
    state.sheet(who).hands.saturating_sub(taken)
}
