//! Hands (`actions/draw-weapon`).

use affray_kernel::CreatureId;

use crate::state::{Item, ItemId, Place, State};

/// Hands that an item takes where it is held: what is not wielded yet is held in one.
pub(crate) fn taken(state: &State, id: ItemId, item: &Item) -> u8 {
    let hands = state.kind(id).hands();
    if item.in_grip { hands } else { hands.min(1) }
}

/// Hands that hold nothing. A shield takes its hand as long as it is held.
pub(crate) fn free_hands(state: &State, who: CreatureId) -> u8 {
    let taken: u8 = state
        .all_items()
        .filter(|(_, item)| item.place == Place::Held(who))
        .map(|(id, item)| taken(state, id, item))
        .sum();
    state.sheet(who).hands.saturating_sub(taken)
}

/// Whether there are hands enough to wield an item that is held.
pub(crate) fn can_grip(state: &State, who: CreatureId, item: ItemId) -> bool {
    let held = taken(state, item, state.item(item));
    state.kind(item).hands() <= free_hands(state, who) + held
}
