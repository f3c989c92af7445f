//! Creatures under somebody's control: who may command them, and when their Turn starts (`command/*`).

use affray_kernel::CreatureId;

use super::numbers::{able, allies, present};
use crate::state::State;

/// How far a Command carries, in feet, by sight or hearing (`command/action`).
pub(crate) const COMMAND_FT: i16 = 120;

/// Whether a creature acts only when commanded: it has an owner, and somebody is left who could command it (`command/uncommanded`).
pub(crate) fn waits_for_command(state: &State, who: CreatureId) -> bool {
    state.sheet(who).owner.is_some()
        && state
            .creatures()
            .any(|commander| may_command(state, commander, who) && present(state, commander))
}

/// Its owner may command it, and so may an Ally that rides it.
pub(crate) fn may_command(state: &State, commander: CreatureId, who: CreatureId) -> bool {
    state.sheet(who).owner.is_some_and(|owner| {
        owner == commander
            || (state.body(commander).mount == Some(who) && allies(state, commander, who))
    })
}

/// The creature the start of whose Turn is the start of this one's: the last to command it, or its owner (`command/turn-start`).
pub(crate) fn anchor(state: &State, who: CreatureId) -> Option<CreatureId> {
    let owner = state.sheet(who).owner?;
    Some(state.body(who).commander.unwrap_or(owner))
}

/// Creatures whose Turn starts and ends with that of `who`, in roster order; those among them that are Dead or gone as well, for what is
/// anchored to them (`rounds/one-round-duration`).
#[inline(always)]
pub(crate) fn followers(state: &State, who: CreatureId) -> Vec<CreatureId> {
    if state.cast.nobody_owned {
        Vec::new()
    } else {
        following(state, who)
    }
}

fn following(state: &State, who: CreatureId) -> Vec<CreatureId> {
    state
        .creatures()
        .filter(|other| anchor(state, *other) == Some(who) && !state.clock.order.contains(other))
        .collect()
}

/// Whether a commanded creature can do something in its commander's Turn: with no Actions left it has its Free Actions still
/// (`command/simultaneous-turn`, `free-actions/when`); who is unaware of the fight has none (`rounds/unaware-first-round`).
pub(crate) fn can_go_on(state: &State, who: CreatureId) -> bool {
    let body = state.body(who);
    body.commanded && !body.unaware && able(state, who)
}
