//! How long effects last (`rounds/one-round-duration`, `rounds/multi-round-duration`).

use affray_kernel::CreatureId;
use affray_kernel::condition::Until;

use crate::state::{Phase, State};

/// The end of an effect of so many Rounds that begins now: the start of that many following Turns of the creature whose Turn is running
/// (`rounds/one-round-duration`, `rounds/multi-round-duration`).
pub(crate) fn rounds(state: &State, rounds: u16) -> Until {
    Until::TurnStart(anchor(state), rounds.max(1))
}

/// The rest of the running Turn.
pub(crate) fn rest_of_turn(state: &State) -> Until {
    Until::TurnEnd(anchor(state), 1)
}

/// The creature whose Turn is running; between Turns the one whose place came up last.
pub(crate) fn anchor(state: &State) -> CreatureId {
    match state.clock.phase {
        Phase::Turn { who, .. } | Phase::After(who) => who,
        _ => {
            let last = usize::from(state.clock.place).saturating_sub(1);
            state
                .clock
                .order
                .get(last)
                .copied()
                .unwrap_or(CreatureId(0))
        }
    }
}
