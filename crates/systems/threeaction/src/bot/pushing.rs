//! When a bot pushes somebody over an edge, and which way.

use std::cmp::Reverse;

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Space};

use super::legal_in;
use super::tripping::{depth_ft, fall_damage, wins};
use super::weighing::Weighing;
use super::worth::{chance, urgency};
use crate::act::{Act, Window};
use crate::actions::maneuver::push::{directions, gets_to};
use crate::rules::falling::can_grab_from;
use crate::rules::luck::Keeps;
use crate::rules::steps::off_line;
use crate::state::{Arm, State};

/// From how many feet on a fall is worth a Push.
const DEEP_FT: i32 = 20;

/// What a Push is worth, in four-hundredths of a Hit Point: the chance that it succeeds times the fall over the deepest edge.
pub(super) fn push(weighing: &Weighing<'_>, by: CreatureId, on: CreatureId, with: Arm) -> i32 {
    let state = weighing.state;
    if state.cast.open_ground || urgency(state, on) > 1 {
        return 0;
    }
    let falls = directions(state, by, on)
        .into_iter()
        .map(|to| falls(state, by, on, to));
    match falls.max() {
        Some(harm) if harm > 0 => wins(weighing, by, on, with) * harm,
        _ => 0,
    }
}

/// The way over the deepest edge, if there is any, the straightest among equals.
pub(super) fn direction(state: &State, who: CreatureId, on: CreatureId) -> Option<Act> {
    let window = Window::PushDirection { target: on };
    let (from, at) = (state.space(who).at, state.own_space(on).at);
    directions(state, who, on)
        .into_iter()
        .map(|to| (falls(state, who, on, to), to))
        .filter(|(harm, _)| *harm > 0)
        .max_by_key(|(harm, to)| (*harm, Reverse(off_line(from, *to, at)), Reverse(*to)))
        .map(|(_, to)| Act::Square(to))
        .filter(|act| legal_in(state, who, &window, act))
}

/// The mean Damage of somebody's fall from the place that it is pushed to, less by the chance that it catches hold; none where the push would
/// be in vain.
fn falls(state: &State, by: CreatureId, on: CreatureId, to: Cell) -> i32 {
    if state.body(on).flying {
        return 0;
    }
    let there = state.own_space(on).moved_to(to);
    match depth_ft(state, there) {
        Some(feet) if feet >= DEEP_FT && gets_to(state, by, on, to) => {
            fall_damage(state, on, feet) * (400 - catches_hold(state, on, there)) / 400
        }
        _ => 0,
    }
}

/// In how many of 400 falls from there somebody catches hold.
fn catches_hold(state: &State, who: CreatureId, there: Space) -> i32 {
    let sheet = state.sheet(who);
    match can_grab_from(state, who, there) {
        Some(_) if sheet.feats.climbs => 400,
        Some(dc) => chance(i32::from(dc - sheet.level - sheet.str), Keeps::Single),
        None => 0,
    }
}
