//! When a bot jumps.

use std::ops::ControlFlow;

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;

use super::moving::{FAR_FT, around, in_reach, nearest_enemy, usual_mode};
use super::tripping::{depth_ft, fall_damage};
use super::worth::chance;
use super::{actions, legal};
use crate::act::Act;
use crate::actions::jump;
use crate::fact::{self, Fact};
use crate::rules::luck::Keeps;
use crate::rules::numbers::feet;
use crate::rules::skills::{self, Skill};
use crate::rules::turns::{Cost, actions_left};
use crate::state::{Mode, State};

/// How many Jumps are looked at for whether a way leads on: looking for ways takes long.
const ASKED: usize = 3;

/// How many of 400 Jumps have to succeed: more than fail.
const MOST: i32 = 200;

/// Jumps across what ends its way, if a way leads on from there to an Enemy: where it succeeds more often than not and loses no more than a
/// quarter of its Hit Points by falling in the mean. Where a preparation is needed for that, that comes first.
pub(super) fn over(state: &State, who: CreatureId) -> Option<Act> {
    if state.cast.open_ground || usual_mode(state, who) != Mode::Run {
        return None;
    }
    let (distance, enemy) = nearest_enemy(state, who)?;
    let away = |to: Cell| {
        let there = state.space(who).moved_to(to);
        feet(state.grid().distance(there, state.space(enemy)))
    };
    let mut jumps = Vec::new();
    let _ = jump::candidates(state, who, &mut |act| {
        if let Act::Jump { to, .. } = act
            && away(to) < distance
        {
            jumps.extend(weighed(state, who, act, to).map(|(act, wins)| (act, to, wins)));
        }
        ControlFlow::Continue(())
    });
    jumps.sort_by_key(|(_, to, wins)| (-wins, away(*to), *to));
    let mut jumps = jumps.into_iter().take(ASKED);
    let (act, ..) =
        jumps.find(|(act, to, _)| legal(state, who, act) && leads_on(state, who, *to))?;
    Some(act)
}

/// A Jump with its chance, or its preparation with the chance after it; nothing if it is too daring.
fn weighed(state: &State, who: CreatureId, act: Act, to: Cell) -> Option<(Act, i32)> {
    let plan = jump::aim(state, who, to).ok()?;
    let face = plan.dc() - skills::tally(state, who, Skill::Jump).total();
    let wins = |keeps| chance(face, keeps);
    let prepared = state.body(who).jump_prepared;
    let keeps = match (actions::cost(state, who, &act), prepared) {
        (Cost::Paid, false) => Keeps::Lower,
        (Cost::Paid, true) | (_, false) => Keeps::Single,
        (_, true) => Keeps::Higher,
    };
    let will_do = |wins: i32| {
        let falls = (400 - wins) * deepest(state, who, &plan);
        wins > MOST && falls * 4 <= 400 * i32::from(state.body(who).hp)
    };
    if will_do(wins(keeps)) {
        return Some((act, wins(keeps)));
    }
    let prepares = !prepared && actions_left(state, who) > 1;
    (prepares && will_do(wins(Keeps::Higher))).then(|| (Act::PrepareJump, wins(Keeps::Higher)))
}

/// The mean Damage of a fall where it is deepest on the way of a Jump.
fn deepest(state: &State, who: CreatureId, plan: &jump::Plan) -> i32 {
    let space = state.space(who);
    let below = |cell: &Cell| depth_ft(state, space.moved_to(cell.with_height(space.at.z)));
    let deepest = plan.way().iter().filter_map(below).max().unwrap_or(0);
    fall_damage(state, who, deepest)
}

/// Whether an Enemy is within reach from there, or a way leads on to one.
fn leads_on(state: &State, who: CreatureId, to: Cell) -> bool {
    let mut there = state.clone();
    fact::apply(&mut there, &Fact::Moved(who, to));
    let mode = usual_mode(&there, who);
    let near = nearest_enemy(&there, who)
        .is_some_and(|(_, enemy)| in_reach(&there, who, there.space(who), enemy));
    near || around(&there, who, mode, FAR_FT).is_some()
}
