//! Which way to face where enemies are in front and behind (`flanking/set-facing`).

use affray_kernel::CreatureId;
use smallvec::SmallVec;

use super::{legal, targets, worth};
use crate::act::{Act, Facing, Strike};
use crate::rules::flanking::{arms_for_melee, flanked, is_behind, presses};
use crate::state::State;

/// Whom to keep an eye on, as it becomes flanked; all of them alike where that harms least.
pub(super) fn answer(state: &State, who: CreatureId) -> Act {
    match best(state, who) {
        Facing::Around => Act::Pass,
        facing => Act::Face(facing),
    }
}

/// Turns to whoever has become the more dangerous, or to nobody any more: only where that is better than how it faces.
pub(super) fn turn(state: &State, who: CreatureId) -> Option<Act> {
    if state.body(who).pressed_by.len() < 2 || !flanked(state, who) {
        return None;
    }
    let act = Act::Face(best(state, who));
    legal(state, who, &act).then_some(act)
}

/// The facing in which those who press a creature promise themselves least, for each count; as it faces now where none is better. Nobody
/// whose hits bring more than damage gets behind it.
fn best(state: &State, who: CreatureId) -> Facing {
    let pressing: SmallVec<[CreatureId; 4]> = targets(state, who)
        .filter(|enemy| presses(state, *enemy, who))
        .collect();
    let now = state.body(who).facing;
    let towards = pressing.iter().map(|enemy| Facing::Creature(*enemy));
    let mut turned = state.clone();
    let mut harm = |facing: Facing| -> Option<i32> {
        turned.bodies[who.index()].facing = facing;
        let is_left = |by: &CreatureId| is_behind(&turned, *by, who) && brings_more(&turned, *by);
        let threats = pressing.iter().map(|by| threat(&turned, *by, who));
        (!pressing.iter().any(is_left)).then(|| threats.sum())
    };
    let mut found = harm(now).map(|harm| (harm, now));
    // What is less by no more than was rounded off is not less.
    let rounded = pressing.len() as i32;
    for facing in [Facing::Around].into_iter().chain(towards) {
        let Some(harm) = harm(facing) else {
            continue;
        };
        if found.is_none_or(|(least, _)| harm + rounded < least) {
            found = Some((harm, facing));
        }
    }
    found.map_or(Facing::Around, |(_, facing)| facing)
}

/// Whether every hit of an enemy may bring more than damage: poison, petrification and the like.
fn brings_more(state: &State, by: CreatureId) -> bool {
    arms_for_melee(state, by)
        .filter_map(|arm| state.weapon(by, arm))
        .any(|weapon| weapon.riders.iter().any(|rider| !rider.on_critical))
}

/// What the best plain blow of an enemy promises it against a creature, for each count.
pub(super) fn threat(state: &State, by: CreatureId, on: CreatureId) -> i32 {
    let weighing = worth::Weighing::new(state, by);
    arms_for_melee(state, by)
        .map(|with| worth::of(&weighing, &Act::Attack(Strike::plain(on, with))))
        .max()
        .unwrap_or(0)
}
