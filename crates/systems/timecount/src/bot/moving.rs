//! Where to go: to where an enemy can be fought or a friend healed, and away from those who press.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Space};
use affray_kernel::modifier::Tally;

use super::{arming, legal, magic, targets};
use crate::act::Act;
use crate::actions::attack::arms;
use crate::actions::moving;
use crate::rules::flanking::presses;
use crate::rules::numbers::{able, enemies, feet_between, reach_ft};
use crate::rules::occupied::Taken;
use crate::rules::range::longest_ft;
use crate::rules::{cover, occupied, rates};
use crate::state::{Arm, Pace, Presence, State};

/// Counts for which whoever stepped back stays where it is.
pub(crate) const RESTS: u32 = 12;
/// Counts for which whoever has just arrived stays where it is.
const SETTLES: u32 = 3;
/// How near one comes to fight hand to hand, unless one has to share a space.
const HAND_TO_HAND_FT: i16 = 5;
/// Spaces within which somebody steps back.
const STEP_BACK: u32 = 3;
/// Feet within which enemies make use of somebody who stands in a crowd.
const AT_HAND_FT: i32 = 10;

/// A Move to a space, if it is possible.
fn go(state: &State, who: CreatureId, goal: Cell) -> Option<Act> {
    let act = Act::Move {
        pace: Pace::Base,
        path: Box::new([goal]),
    };
    (goal != state.body(who).at && legal(state, who, &act)).then_some(act)
}

/// A way that a search has found.
#[derive(Clone, Copy)]
struct Way {
    /// Its last space.
    goal: Cell,
    /// The one after the first, if there is one.
    next: Option<Cell>,
    /// How many it has with the first.
    steps: usize,
}

/// The way to where somebody is within so many feet, in sight and with a space for oneself; to within none, into its space
/// (`sizes/reach-zero`).
fn way_to(state: &State, who: CreatureId, on: CreatureId, feet: i16) -> Option<Way> {
    let own = state.space(who);
    let spaces = i32::from(feet.max(0)) / 5;
    let near = |cell: Cell| {
        let there = own.moved_to(cell);
        state.grid().distance(there, state.space(on)) as i32 <= spaces
            && cover::is_open(state, there, state.space(on))
    };
    let taken = Taken::besides(state, who);
    let is_alone = |cell: Cell| spaces == 0 || cell == own.at || taken.is_free(own.moved_to(cell));
    // Most of the nearest places are free: only where one is not, a free one is looked for.
    let ahead = |cell: Cell| {
        let steps = state
            .grid()
            .steps_between(own.moved_to(cell), state.space(on));
        steps.saturating_sub(spaces.unsigned_abs())
    };
    let nearest = moving::shortest_toward(state, who, own.at, (near, ahead))?;
    let path = if nearest.places.last().is_some_and(|cell| is_alone(*cell)) {
        nearest
    } else {
        let free = |cell: Cell| is_alone(cell) && near(cell);
        moving::shortest_toward(state, who, own.at, (free, ahead)).unwrap_or(nearest)
    };
    Some(Way {
        goal: path.places.last().copied()?,
        next: path.places.get(1).copied(),
        steps: path.places.len(),
    })
}

/// What getting to an enemy comes to.
pub(super) enum Approach {
    /// A Move, and how many steps the way has.
    Go(Act, usize),
    /// It is where it wants to be.
    Stay,
    /// There is no way to anybody.
    NoWay,
}

/// Goes to where an enemy can be fought, the nearest first. Whoever is near enough to shoot or cast stays there while friends keep that
/// enemy busy, and comes up to it otherwise. Nobody joins a crowd that fights in too little room.
pub(super) fn close_in(state: &State, who: CreatureId) -> Approach {
    let feet = useful_feet(state, who);
    let mut near: Vec<CreatureId> = targets(state, who).collect();
    near.sort_by_key(|on| (!able(state, *on), feet_between(state, who, *on), *on));
    let mut queues = false;
    for on in near {
        if let Some(act) = slip_in(state, who, on) {
            return Approach::Go(act, 1);
        }
        let feet = feet.max(least_ft(state, who, on));
        let Some(way) = way_to(state, who, on, feet) else {
            continue;
        };
        let is_there = way.goal == state.body(who).at;
        if is_there && is_busy(state, on) {
            return Approach::Stay;
        }
        let way = if is_there {
            way_to(state, who, on, hand_to_hand_ft(state, who, on))
        } else {
            Some(way)
        };
        let Some(way) = way else {
            continue;
        };
        // Nowhere is it nearer to that enemy than here.
        if way.next.is_none() && able(state, on) {
            return Approach::Stay;
        }
        if way.next.is_some_and(|next| is_crush(state, who, next)) {
            queues = true;
        } else if let Some(act) = go(state, who, way.goal) {
            return Approach::Go(act, way.steps);
        }
    }
    if queues || queues_behind_friends(state, who, feet) {
        Approach::Stay
    } else {
        Approach::NoWay
    }
}

/// Whether nothing but friends who fight keeps a creature from the enemy: they fill the way, and it will be free again.
fn queues_behind_friends(state: &State, who: CreatureId, feet: i16) -> bool {
    let fights = |friend: &CreatureId| {
        *friend != who
            && !enemies(state, who, *friend)
            && able(state, *friend)
            && is_busy(state, *friend)
    };
    let mut without = None;
    for friend in state.creatures().filter(fights) {
        let without: &mut State = without.get_or_insert_with(|| state.clone());
        without.bodies[friend.index()].presence = Presence::Fled;
    }
    let Some(without) = without else {
        return false;
    };
    let leads_there = |on| way_to(&without, who, on, feet.max(least_ft(state, who, on))).is_some();
    targets(state, who)
        .filter(|on| able(state, *on))
        .any(leads_there)
}

/// Whether a creature reaches nobody but those whose space it shares (`sizes/reach-zero`).
fn has_to_share(state: &State, who: CreatureId) -> bool {
    arms(state, who).all(|arm| reach_ft(state, who, arm) == 0)
}

/// How near a creature can come to another by walking: not into a space that it is kept out of (`occupied-spaces/size-difference`).
fn least_ft(state: &State, who: CreatureId, on: CreatureId) -> i16 {
    match occupied::can_keep_out(state, on, who) {
        true => HAND_TO_HAND_FT,
        false => 0,
    }
}

/// How near a creature comes to another to fight it hand to hand.
fn hand_to_hand_ft(state: &State, who: CreatureId, on: CreatureId) -> i16 {
    match has_to_share(state, who) {
        true => least_ft(state, who, on),
        false => HAND_TO_HAND_FT,
    }
}

/// Gets past the defense of an enemy into its space, for whoever has to share it and is kept out otherwise (`special-actions/approach`):
/// not into a crush.
fn slip_in(state: &State, who: CreatureId, on: CreatureId) -> Option<Act> {
    let kept_out = least_ft(state, who, on) > 0 && feet_between(state, who, on) > 0;
    if !kept_out || !has_to_share(state, who) || feet_between(state, who, on) > HAND_TO_HAND_FT {
        return None;
    }
    let there = state.space(on);
    there
        .cells(state.grid().shape)
        .filter(|cell| !is_crush(state, who, *cell))
        .map(|cell| Act::Approach(on, cell))
        .find(|act| legal(state, who, act))
}

/// Whether a creature could not fight in a space where enemies are at hand, for all the friends who are there already
/// (`occupied-fighting/overcrowded`).
pub(super) fn is_crush(state: &State, who: CreatureId, cell: Cell) -> bool {
    let there = state.space(who).moved_to(cell);
    let fights = |other: CreatureId| !enemies(state, who, other) && able(state, other);
    occupied::occupants(state, who, there).any(fights)
        && occupied::would_be_overcrowded(state, who, there)
        && reaches_from(state, who, there, AT_HAND_FT)
}

/// Whoever cannot fight for the crowd around it gets out of it, with enemies at hand: to the nearest free space, best one from which it
/// can fight.
pub(super) fn leave_crowd(state: &State, who: CreatureId) -> Option<Act> {
    let own = state.space(who);
    if !occupied::overcrowded(state, who) || !reaches_from(state, who, own, AT_HAND_FT) {
        return None;
    }
    let taken = Taken::besides(state, who);
    let is_free = |cell: Cell| taken.is_free(own.moved_to(cell));
    let reach = i32::from(useful_feet(state, who));
    let reaches = |cell: Cell| reaches_from(state, who, own.moved_to(cell), reach);
    // Whoever reaches nobody but in its own space fights from no free one.
    let beside = (reach > 0)
        .then(|| moving::shortest(state, who, own.at, |cell| is_free(cell) && reaches(cell)))
        .flatten()
        .filter(|path| path.places.len() == 2);
    let path = beside.or_else(|| moving::shortest(state, who, own.at, is_free))?;
    let goal = path.places.last().copied()?;
    let near = path.places.len() as u32 <= STEP_BACK + 1;
    near.then(|| go(state, who, goal))?
}

/// Whether an enemy who can act is within so many feet of a space.
fn reaches_from(state: &State, who: CreatureId, there: Space, feet: i32) -> bool {
    targets(state, who)
        .filter(|enemy| able(state, *enemy))
        .any(|enemy| state.grid().distance(there, state.space(enemy)) as i32 * 5 <= feet)
}

/// Whether somebody fights a creature hand to hand.
fn is_busy(state: &State, on: CreatureId) -> bool {
    state.creatures().any(|other| presses(state, other, on))
}

/// Whoever is hampered by others in its space steps to a free one from which it still reaches an enemy; not over and over again.
pub(super) fn step_apart(state: &State, who: CreatureId) -> Option<Act> {
    let mut crowd = Tally::new();
    occupied::attack_penalty(state, who, &mut crowd);
    let movement = state.body(who).movement;
    let lately = movement.counts > 0 && movement.last + SETTLES > state.clock.count;
    if crowd.total() == 0 || lately {
        return None;
    }
    let own = state.space(who);
    let reach = i32::from(useful_feet(state, who));
    if reach == 0 {
        return None;
    }
    let taken = Taken::besides(state, who);
    let path = moving::shortest(state, who, own.at, |cell| {
        let there = own.moved_to(cell);
        taken.is_free(there) && reaches_from(state, who, there, reach)
    })?;
    let goal = path.places.last().copied()?;
    (path.places.len() == 2).then(|| go(state, who, goal))?
}

/// Whether a way of so many steps leads far around to whoever is nearest.
pub(super) fn is_detour(state: &State, who: CreatureId, steps: usize) -> bool {
    let nearest = targets(state, who)
        .filter(|on| able(state, *on))
        .map(|on| feet_between(state, who, on) / 5)
        .min();
    nearest.is_some_and(|spaces| steps > 2 * usize::from(spaces.unsigned_abs()) + 4)
}

/// How many counts it takes a creature to get to where it fights another hand to hand, if a way leads there.
pub(super) fn counts_to_fight(state: &State, who: CreatureId, on: CreatureId) -> Option<i32> {
    let way = way_to(
        state,
        who,
        on,
        useful_feet(state, who).max(least_ft(state, who, on)),
    )?;
    Some(counts_for(state, who, way.steps))
}

/// How many counts a walk of so many steps takes, the space that it begins in being one of them.
pub(super) fn counts_for(state: &State, who: CreatureId, steps: usize) -> i32 {
    at_rate(rates::speed_ft(state, who), steps)
}

/// The same at a rate of so many feet in 4 counts.
pub(super) fn at_rate(rate_ft: i16, steps: usize) -> i32 {
    let feet = 5 * i32::try_from(steps.saturating_sub(1)).unwrap_or(i32::MAX / 20);
    4 * feet / i32::from(rate_ft.max(1))
}

/// Goes to a friend, to within so many feet.
pub(super) fn join(state: &State, who: CreatureId, friend: CreatureId, feet: i16) -> Option<Act> {
    let way = way_to(state, who, friend, feet)?;
    (way.steps <= 12).then(|| go(state, who, way.goal))?
}

/// How near a creature wants to be to an enemy, in feet.
fn useful_feet(state: &State, who: CreatureId) -> i16 {
    let weapons = arms(state, who)
        .filter(|arm| arming::is_of_use(state, who, *arm))
        .filter_map(|arm| useful_ft(state, who, arm));
    let spells = magic::reach_ft(state, who);
    weapons.chain(spells).max().unwrap_or(HAND_TO_HAND_FT)
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
    let lately = movement.last + RESTS > state.clock.count;
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
    let (own, taken) = (state.space(who), Taken::besides(state, who));
    let path = moving::shortest(state, who, own.at, |cell| {
        let there = own.moved_to(cell);
        taken.is_free(there)
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
