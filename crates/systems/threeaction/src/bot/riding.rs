//! When a bot mounts, and when it gets down.

use affray_kernel::CreatureId;
use affray_kernel::grid::Space;

use super::distance::strikes_from_afar;
use super::moving::{gets_to, in_reach, known_enemies, usual_mode};
use super::{legal, offers, surviving};
use crate::act::Act;
use crate::actions::moving::{may_go, may_move};
use crate::rules::numbers::{able, distance_ft, speed_ft, threat_ft};
use crate::rules::turns::actions_left;
use crate::state::State;

/// To mount and to command takes two Actions.
const ACTIONS: i16 = 2;

/// Mounts what it may command and what stands beside it, where that brings it to the nearest Enemy that is up in fewer Actions than its own legs
/// would, once it has seen to its own life and that of Allies.
pub(super) fn mount(state: &State, who: CreatureId) -> Option<Act> {
    if state.cast.nobody_owned || state.body(who).mount.is_some() {
        return None;
    }
    let (distance, enemy) = nearest_able(state, who)?;
    let moves = (distance - threat_ft(state, who)) / speed_ft(state, who).max(5);
    if moves < ACTIONS || actions_left(state, who) < ACTIONS || strikes_from_afar(state, who) {
        return None;
    }
    let serves = |mount: &CreatureId| {
        state.sheet(*mount).owner == Some(who)
            && !state.body(*mount).commanded
            && speed_ft(state, *mount) > speed_ft(state, who)
            && may_move(state, *mount, usual_mode(state, *mount)).is_ok()
    };
    let mut acts = state
        .creatures()
        .filter(serves)
        .map(|mount| (mount, Act::Mount(mount)));
    let (_, act) =
        acts.find(|(mount, act)| legal(state, who, act) && gets_to(state, *mount, enemy))?;
    surviving::act(state, who).is_none().then_some(act)
}

/// Gets down, toward the nearest Enemy that is up, where the mount cannot carry it there: held fast, or no longer able to go. Who strikes from afar
/// does that from the saddle, and nobody gets down into the air.
pub(super) fn dismount(state: &State, who: CreatureId) -> Option<Act> {
    let mount = state.body(who).mount?;
    let under = state.body(mount);
    let is_aloft = under.flying || under.hanging || under.falling_ft.is_some();
    let carries = able(state, mount) && may_go(state, mount).is_ok();
    let (_, enemy) = nearest_able(state, who)?;
    let is_there = in_reach(state, who, state.space(who), enemy);
    if is_aloft || carries || is_there || strikes_from_afar(state, who) || speed_ft(state, who) == 0
    {
        return None;
    }
    let to_enemy = |act: &Act| match act {
        Act::Dismount(to) => state.grid().distance(Space::cell(*to), state.space(enemy)),
        _ => u32::MAX,
    };
    let acts = offers::beside(state, mount).into_iter().map(Act::Dismount);
    acts.filter(|act| legal(state, who, act))
        .min_by_key(to_enemy)
}

/// The nearest Enemy that it knows of and that is not out of action, with how far off that is.
fn nearest_able(state: &State, who: CreatureId) -> Option<(i16, CreatureId)> {
    known_enemies(state, who)
        .filter(|enemy| able(state, *enemy))
        .map(|enemy| (distance_ft(state, who, enemy), enemy))
        .min()
}
