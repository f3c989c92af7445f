//! When a bot pushes somebody over an edge, and which way.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Space};

use super::legal_in;
use super::tripping::{depth_ft, fall_damage, wins};
use super::worth::{chance, urgency};
use crate::act::{Act, Window};
use crate::actions::maneuver::push::directions;
use crate::rules::climbing::hold_dc;
use crate::rules::luck::Keeps;
use crate::rules::occupied::is_free;
use crate::rules::turns::reactions_left;
use crate::rules::ways::can_pass;
use crate::state::{Arm, State};

/// From how many feet on a fall is worth a Push.
const DEEP_FT: i32 = 20;

/// What a Push is worth, in four-hundredths of a Hit Point: the chance that it succeeds times the fall over the deepest edge.
pub(super) fn push(state: &State, by: CreatureId, on: CreatureId, with: Arm) -> i32 {
    if state.cast.open_ground || urgency(state, on) > 1 {
        return 0;
    }
    let falls = directions(state, by, on)
        .into_iter()
        .map(|to| falls(state, on, to));
    match falls.max() {
        Some(harm) if harm > 0 => wins(state, by, on, with) * harm,
        _ => 0,
    }
}

/// The way over the deepest edge, if there is any.
pub(super) fn direction(state: &State, who: CreatureId, on: CreatureId) -> Option<Act> {
    let window = Window::PushDirection { target: on };
    directions(state, who, on)
        .into_iter()
        .map(|to| (falls(state, on, to), to))
        .filter(|(harm, _)| *harm > 0)
        .max_by_key(|(harm, _)| *harm)
        .map(|(_, to)| Act::Square(to))
        .filter(|act| legal_in(state, who, &window, act))
}

/// The mean Damage of somebody's fall from the place that it is pushed to, less by the chance that it catches hold.
fn falls(state: &State, who: CreatureId, to: Cell) -> i32 {
    let from = state.space(who);
    let there = from.moved_to(to);
    let is_pushed_there = can_pass(state, from, to) && is_free(state, who, there, true);
    if state.body(who).flying || !is_pushed_there {
        return 0;
    }
    match depth_ft(state, there) {
        Some(feet) if feet >= DEEP_FT => {
            fall_damage(state, who, feet) * (400 - catches_hold(state, who, there)) / 400
        }
        _ => 0,
    }
}

/// In how many of 400 falls from there somebody catches hold.
fn catches_hold(state: &State, who: CreatureId, there: Space) -> i32 {
    let sheet = state.sheet(who);
    match hold_dc(state, there) {
        Some(dc) if reactions_left(state, who) > 0 => {
            chance(i32::from(dc - sheet.level - sheet.str), Keeps::Single)
        }
        _ => 0,
    }
}
