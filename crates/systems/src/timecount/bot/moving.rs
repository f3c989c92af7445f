//! Where to go: to where an enemy can be fought or a friend healed, and away from those who press.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, line_of_effect};

use super::{arming, legal, magic, targets};
use crate::timecount::act::Act;
use crate::timecount::actions::attack::arms;
use crate::timecount::actions::moving;
use crate::timecount::rules::flanking::presses;
use crate::timecount::rules::numbers::{able, enemies, feet_between, reach_ft};
use crate::timecount::rules::range::longest_ft;
use crate::timecount::rules::{occupied, rates};
use crate::timecount::state::{Arm, NEVER, Pace, State};

/// Counts for which whoever stepped back stays where it is.
const RESTS: u32 = 12;
/// Spaces within which somebody steps back.
const STEP_BACK: u32 = 3;

/// A Move to a space, if it is possible.
fn go(state: &State, who: CreatureId, goal: Cell) -> Option<Act> {
    let act = Act::Move {
        pace: Pace::Base,
        path: Box::new([goal]),
    };
    (goal != state.body(who).at && legal(state, who, &act)).then_some(act)
}

/// Whether nobody else stands where a creature would come to stand.
fn is_free(state: &State, who: CreatureId, cell: Cell) -> bool {
    let there = state.space(who).moved_to(cell);
    occupied::occupants(state, who, there).next().is_none()
}

/// The way to where somebody is within so many feet, in sight and with a space for oneself; the last space of it.
fn way_to(state: &State, who: CreatureId, on: CreatureId, feet: i16) -> Option<(Cell, usize)> {
    let own = state.space(who);
    let spaces = i32::from(feet.max(5)) / 5;
    let near = |cell: Cell| {
        let there = own.moved_to(cell);
        state.grid().distance(there, state.space(on)) as i32 <= spaces
            && (state.cast.open_ground || line_of_effect(&state.terrain(), there, state.space(on)))
    };
    let alone = moving::shortest(state, who, own.at, |cell| {
        near(cell) && (cell == own.at || is_free(state, who, cell))
    });
    let path = alone.or_else(|| moving::shortest(state, who, own.at, near))?;
    let goal = path.places.last().copied()?;
    (goal != own.at).then_some((goal, path.places.len()))
}

/// Goes to where an enemy can be fought, the nearest first; and how many steps that takes.
pub(super) fn close_in(state: &State, who: CreatureId) -> Option<(Act, usize)> {
    let feet = useful_feet(state, who);
    let mut near: Vec<CreatureId> = targets(state, who).collect();
    near.sort_by_key(|on| (!able(state, *on), feet_between(state, who, *on), *on));
    near.into_iter().find_map(|on| {
        let (goal, steps) = way_to(state, who, on, feet)?;
        Some((go(state, who, goal)?, steps))
    })
}

/// Whether a way of so many steps leads far around to whoever is nearest.
pub(super) fn is_detour(state: &State, who: CreatureId, steps: usize) -> bool {
    let nearest = targets(state, who)
        .filter(|on| able(state, *on))
        .map(|on| feet_between(state, who, on) / 5)
        .min();
    nearest.is_some_and(|spaces| steps > 2 * usize::from(spaces.unsigned_abs()) + 4)
}

/// Goes to a friend, to within so many feet.
pub(super) fn join(state: &State, who: CreatureId, friend: CreatureId, feet: i16) -> Option<Act> {
    let (goal, steps) = way_to(state, who, friend, feet)?;
    (steps <= 12).then(|| go(state, who, goal))?
}

/// How near a creature wants to be to an enemy, in feet.
fn useful_feet(state: &State, who: CreatureId) -> i16 {
    let weapons = arms(state, who)
        .filter(|arm| arming::is_of_use(state, who, *arm))
        .filter_map(|arm| useful_ft(state, who, arm));
    let spells = magic::reach_ft(state, who);
    weapons.chain(spells).max().unwrap_or(5).max(5)
}

/// How far a weapon is of use: its reach, or two range increments.
fn useful_ft(state: &State, who: CreatureId, arm: Arm) -> Option<i16> {
    let weapon = state.weapon(who, arm)?;
    match (weapon.melee, weapon.ranged) {
        (false, Some(ranged)) => Some(longest_ft(state, who, weapon)?.min(2 * ranged.increment_ft)),
        _ => Some(reach_ft(state, who, arm)),
    }
}

/// Whoever shoots or casts steps back from those who press it, where they are slower or have others to fight; not over and over again.
pub(super) fn step_back(state: &State, who: CreatureId) -> Option<Act> {
    let movement = state.body(who).movement;
    let lately = movement.last != NEVER && movement.last + RESTS > state.clock.count;
    if lately && movement.counts > 0 || !fights_from_afar(state, who) {
        return None;
    }
    let mut pressing = targets(state, who).filter(|enemy| presses(state, *enemy, who));
    let first = pressing.next()?;
    let lets_go = |enemy: CreatureId| {
        let slower = rates::speed_ft(state, enemy) < rates::speed_ft(state, who);
        let busy = state.creatures().any(|friend| {
            friend != who
                && able(state, friend)
                && enemies(state, friend, enemy)
                && presses(state, enemy, friend)
                && presses(state, friend, enemy)
        });
        slower || busy
    };
    if !lets_go(first) || !pressing.all(lets_go) {
        return None;
    }
    let own = state.space(who);
    let path = moving::shortest(state, who, own.at, |cell| {
        let there = own.moved_to(cell);
        is_free(state, who, cell)
            && targets(state, who)
                .filter(|enemy| able(state, *enemy))
                .all(|enemy| state.grid().distance(there, state.space(enemy)) > 2)
    })?;
    let goal = path.places.last().copied()?;
    let near = path.places.len() as u32 <= STEP_BACK + 1;
    near.then(|| go(state, who, goal))?
}

/// Whether a creature shoots or casts rather than strikes.
pub(super) fn fights_from_afar(state: &State, who: CreatureId) -> bool {
    arming::shooter(state, who).is_some() || magic::reach_ft(state, who).is_some()
}
