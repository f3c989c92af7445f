//! Healing and its bounds (`healing/*`, `poison/healing`).

use affray_kernel::CreatureId;

use crate::state::State;

/// How much healing a creature can take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Room {
    /// Hit points or Invigoration, up to the maximum of hit points less what poison took (`healing/caps`, `poison/healing`).
    pub(crate) invigoration: i16,
    /// Fatigue that is not of poison.
    pub(crate) fatigue: i16,
}

/// How much healing a creature can take.
pub(crate) fn room(state: &State, who: CreatureId) -> Room {
    let (body, sheet) = (state.body(who), state.sheet(who));
    let full = sheet.max_hp - body.poison_hp;
    Room {
        invigoration: (full - body.hp - body.invigoration).max(0),
        fatigue: (body.fatigue - body.poison_fatigue).max(0),
    }
}
