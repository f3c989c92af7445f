//! How a bot gets about in Zero-G: it pushes off from what is at hand, toward its enemies.

use std::ops::ControlFlow;

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Space};

use super::counted;
use super::moving::{in_reach, nearest_enemy};
use crate::act::{Act, Hold};
use crate::actions::push_off;
use crate::rules::numbers::{able, feet, speed_ft};
use crate::rules::zero_g::is_clear;
use crate::state::State;

/// Pushes off toward the nearest Enemy; where nothing leads nearer, to another place, from which something may.
pub(super) fn push_off(state: &State, who: CreatureId) -> Option<Act> {
    if !state.cast.scene.zero_g {
        return None;
    }
    let (distance, enemy) = nearest_enemy(state, who)?;
    if in_reach(state, who, state.space(who), enemy) {
        return None;
    }
    let mut ways = Vec::new();
    let _ = push_off::candidates(state, who, &mut |act| {
        if let Act::PushOff(hold, toward) = &act
            && leaves_helpers_alone(state, *hold)
            && push_off::aim(state, who, *hold, *toward).is_ok()
        {
            ways.push((nearest_pass(state, who, *toward, enemy), act));
        }
        ControlFlow::Continue(())
    });
    let drifts = state.body(who).drift.is_some();
    ways.sort_by_key(|((pass, _), _)| *pass);
    match ways.first() {
        Some(((pass, place), act)) if *pass < distance => {
            Some(stopping(state, who, act.clone(), *place))
        }
        Some(_) if !drifts => {
            let turn = usize::from(counted(state.clock.round)) % ways.len();
            Some(ways.swap_remove(turn).1)
        }
        _ => None,
    }
}

/// Nobody who can act is sent off into the void.
fn leaves_helpers_alone(state: &State, hold: Hold) -> bool {
    !matches!(hold, Hold::Creature(other) if able(state, other))
}

/// The same push, at first only as far as where the way leads nearest, if it gets there at once: there is somebody to strike.
fn stopping(state: &State, who: CreatureId, act: Act, place: Cell) -> Act {
    let far = feet(state.grid().cells_between(state.body(who).at, place));
    match act {
        Act::PushOff(hold, _) if far <= speed_ft(state, who) => Act::PushOff(hold, place),
        act => act,
    }
}

/// How near a straight line from here leads to an Enemy, in feet, before something is in the way, and the place where that is.
fn nearest_pass(state: &State, who: CreatureId, toward: Cell, enemy: CreatureId) -> (i16, Cell) {
    let at = state.body(who).at;
    let step = [toward.x - at.x, toward.y - at.y, toward.z - at.z].map(i16::signum);
    let away = |space: Space| feet(state.grid().distance(space, state.space(enemy)));
    let mut space = state.space(who);
    let mut nearest = (i16::MAX, toward);
    loop {
        let to = space.at.offset(step[0], step[1], step[2]);
        if !is_clear(state, Some(who), space, to) {
            return nearest;
        }
        space = space.moved_to(to);
        let now = away(space);
        if now >= nearest.0 {
            return nearest;
        }
        nearest = (now, to);
    }
}
