//! Walking while a spell is prepared, which costs nothing (`stances/spellcasting-drawback`).

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use smallvec::SmallVec;

use super::{legal_while, moving, targets};
use crate::act::Act;
use crate::rules::flanking::{arms_for_melee, presses};
use crate::rules::numbers::{able, feet, immobile, reach_ft};
use crate::rules::occupied::Taken;
use crate::rules::rates::speed_ft;
use crate::rules::{cover, ground};
use crate::state::{Pace, State, Underway};

/// Whoever prepares a spell walks away from enemies who would be there before it is prepared: a step that leaves all of them farther off, and
/// one of them in sight at least.
pub(super) fn act(state: &State, who: CreatureId) -> Option<Act> {
    let Underway::Prepare { ready, .. } = state.body(who).underway else {
        return None;
    };
    let left = i32::try_from(ready.saturating_sub(state.clock.count)).unwrap_or(i32::MAX);
    let coming: SmallVec<[CreatureId; 4]> = targets(state, who)
        .filter(|enemy| comes_before(state, *enemy, who, left))
        .collect();
    let own = state.space(who);
    let nearest = |cell: Cell| {
        let there = own.moved_to(cell);
        coming
            .iter()
            .map(|enemy| feet(state, there, state.space(*enemy)))
            .min()
    };
    let now = nearest(own.at)?;
    let taken = Taken::besides(state, who);
    let sees = |cell: Cell| {
        let there = own.moved_to(cell);
        coming
            .iter()
            .any(|enemy| cover::is_open(state, there, state.space(*enemy)))
    };
    state
        .grid()
        .neighbours(own.at)
        .filter_map(|cell| ground::standing(state, own.moved_to(cell)))
        .filter(|cell| taken.is_free(own.moved_to(*cell)) && sees(*cell))
        .filter_map(|cell| Some((nearest(cell)?, cell)))
        .filter(|(feet, _)| *feet > now)
        .map(|(feet, cell)| {
            let path = Box::new([cell]);
            let pace = Pace::Half;
            (feet, Act::Move { pace, path })
        })
        .filter(|(_, act)| legal_while(state, who, act))
        .max_by_key(|(feet, _)| *feet)
        .map(|(_, act)| act)
}

/// Whether an enemy who has nobody else to fight could walk up to a creature in so many counts, and is not there yet.
fn comes_before(state: &State, enemy: CreatureId, who: CreatureId, counts: i32) -> bool {
    let busy = state.creatures().any(|other| presses(state, other, enemy));
    let reach = arms_for_melee(state, enemy)
        .map(|arm| reach_ft(state, enemy, arm))
        .max();
    let Some(reach) = reach.filter(|_| able(state, enemy) && !immobile(state, enemy) && !busy)
    else {
        return false;
    };
    let far = i32::from(feet(state, state.space(enemy), state.space(who)) - reach);
    far > 0
        && 4 * far <= counts * i32::from(speed_ft(state, enemy))
        && !moving::fights_from_afar(state, enemy)
}
