//! What a bot does about enemies that it does not find.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;

use super::moving::{go_along, known_enemies, reachable_on_foot};
use super::{counted, doors, enemies, legal};
use crate::act::Act;
use crate::rules::numbers::able;
use crate::rules::occupied::is_unknown;
use crate::rules::sight::{is_hidden, is_undetected};
use crate::rules::turns::actions_left;
use crate::state::State;

/// Searches where Enemies are about whose place it does not know: goes on through the rooms, and looks around with its last Action.
pub(super) fn search(state: &State, who: CreatureId) -> Option<Act> {
    if !enemies(state, who).any(|enemy| is_unknown(state, who, enemy)) {
        return None;
    }
    let knows_of_some = enemies(state, who).any(|enemy| {
        is_hidden(state, enemy, who) && !is_undetected(state, enemy, who) && able(state, enemy)
    });
    let looks = || Some(Act::Investigate).filter(|act| knows_of_some && legal(state, who, act));
    if known_enemies(state, who).next().is_some() || actions_left(state, who) <= 1 {
        return looks();
    }
    doors::open(state, who)
        .or_else(|| roam(state, who))
        .or_else(looks)
}

/// Walks to some place that can be reached, another one every Round.
fn roam(state: &State, who: CreatureId) -> Option<Act> {
    let places = reachable_on_foot(state, who);
    let goal = places.get(some_of(state, who, places.len()))?.place;
    let here: Cell = state.body(who).at;
    (goal != here).then(|| go_along(state, who, goal)).flatten()
}

/// Some number below `count`, the same for a whole Round.
fn some_of(state: &State, who: CreatureId, count: usize) -> usize {
    let seed = u32::from(counted(state.clock.round)) * 64 + u32::from(who.0);
    (seed.wrapping_mul(0x9E37_79B1) >> 8) as usize % count.max(1)
}
