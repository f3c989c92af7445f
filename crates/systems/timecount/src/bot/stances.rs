//! When another stance pays.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;

use super::worth::{self, Weighing};
use super::{arming, legal, targets, wellness};
use crate::act::{Act, Event, Strike, Trigger};
use crate::actions::delay;
use crate::rules::flanking::{arms_for_melee, presses};
use crate::rules::numbers::{
    able, arms_in_hand, enemies, feet, feet_between, immobile, reach_ft, riders, shield,
};
use crate::rules::rates::speed_ft;
use crate::state::{Arm, Stance, State, Underway};

/// So many who press at once make caution pay; with one less it goes on.
const OUTNUMBERED: usize = 3;
/// So badly off, a fighter whom friends help only parries.
const BADLY_OFF: i32 = 25;
/// Feet within which enemies come up too soon for crouching.
const NEAR_FT: i16 = 30;
/// Feet within which enemies leave no time to set a weapon.
const SET_FT: i16 = 25;
/// Feet from which on whoever comes up is worth waiting for.
const COMING_FT: i16 = 50;
/// Feet of a step.
const STEP_FT: i16 = 5;

/// The stance that serves a creature now.
fn wanted(state: &State, who: CreatureId) -> Stance {
    let pressing = targets(state, who)
        .filter(|enemy| presses(state, *enemy, who))
        .count();
    let hard_pressed = pressing > 0 && wellness(state, who) < BADLY_OFF;
    if hard_pressed && !immobile(state, who) && has_help(state, who) {
        return Stance::Parrying;
    }
    if caution_pays(state, who, pressing) {
        return Stance::Cautious;
    }
    if under_fire(state, who) {
        return Stance::Crouch;
    }
    Stance::Basic
}

/// Whether a better Primary defense is worth weaker attacks, for whoever can make use of one. A shift takes time, so that nobody leaves the
/// stance again for one enemy less.
fn caution_pays(state: &State, who: CreatureId, pressing: usize) -> bool {
    let trained = !state.sheet(who).traits.natural_weapons;
    let cautious = state.body(who).posture.stance == Stance::Cautious;
    let outnumbered = pressing + usize::from(cautious) >= OUTNUMBERED;
    let well = wellness(state, who) > 2 * BADLY_OFF || cautious;
    outnumbered && trained && well && !immobile(state, who)
}

/// Whether parrying helps much, and a friend who is better off fights every enemy that presses.
fn has_help(state: &State, who: CreatureId) -> bool {
    let shielded = shield(state, who).is_some() && arms_in_hand(state, who).next().is_some();
    let helps = |friend: CreatureId, enemy: CreatureId| {
        friend != who
            && !enemies(state, who, friend)
            && able(state, friend)
            && state.body(friend).posture.stance != Stance::Parrying
            && wellness(state, friend) > BADLY_OFF
            && presses(state, friend, enemy)
    };
    shielded
        && targets(state, who)
            .filter(|enemy| presses(state, *enemy, who))
            .all(|enemy| state.creatures().any(|friend| helps(friend, enemy)))
}

/// Whether somebody shoots and is shot at from afar, and nobody is about to come up. Where no shot passes, crouching would only keep it from
/// going to where one does (`stances/crouch-drawback`).
fn under_fire(state: &State, who: CreatureId) -> bool {
    let Some(own) = arming::shooter(state, who) else {
        return false;
    };
    if state.weapon(who, own).is_some_and(|weapon| weapon.longbow) {
        return false;
    }
    let foes = || targets(state, who).filter(|enemy| able(state, *enemy));
    let is_far = |enemy: CreatureId| {
        let shoots = arming::shooter(state, enemy).is_some();
        feet_between(state, who, enemy) > if shoots { NEAR_FT } else { 2 * NEAR_FT }
    };
    foes().all(is_far)
        && foes().any(|enemy| could_shoot(state, enemy, who))
        && foes().any(|enemy| could_shoot(state, who, enemy))
}

/// Whether a shot with what somebody has in hand could hit another from where they are.
pub(super) fn could_shoot(state: &State, by: CreatureId, on: CreatureId) -> bool {
    let shot = |with: Arm| Act::Attack(Strike::plain(on, with));
    arming::shooter(state, by)
        .is_some_and(|with| worth::of(&Weighing::new(state, by), &shot(with)) > 0)
}

/// Shifts into the stance that serves, or back out of one that serves no longer.
pub(super) fn act(state: &State, who: CreatureId) -> Option<Act> {
    let now = state.body(who).posture.stance;
    let wanted = wanted(state, who);
    if now == wanted || now == Stance::Prone {
        return None;
    }
    let act = match (now, wanted) {
        (Stance::Crouch, _) => Act::StandUp,
        (_, Stance::Basic) => Act::Basic,
        (_, stance) => Act::Shift(stance),
    };
    legal(state, who, &act).then_some(act)
}

/// Whoever parries waits for help.
pub(super) fn parry(state: &State, who: CreatureId) -> Option<Act> {
    (state.body(who).posture.stance == Stance::Parrying).then_some(Act::Wait(2))
}

/// The melee weapon in hand that reaches farthest.
fn longest(state: &State, who: CreatureId) -> Option<Arm> {
    let serves = |arm: &Arm| {
        let weapon = state.weapon(who, *arm);
        arming::is_of_use(state, who, *arm) && weapon.is_some_and(|weapon| weapon.melee)
    };
    arms_in_hand(state, who)
        .filter(serves)
        .max_by_key(|arm| reach_ft(state, who, *arm))
}

/// Sets the longest weapon in hand against whoever comes up, if it is ready in time: it strikes first, and twice as hard
/// (`actions/set-against-charge`).
pub(super) fn set(state: &State, who: CreatureId) -> Option<Act> {
    let longest = longest(state, who)?;
    let (act, reach) = (Act::Set(longest), reach_ft(state, who, longest));
    let is_ready_for = |enemy: CreatureId| is_ready_in_time(state, who, (&act, reach), enemy);
    let in_time =
        comes_up(state, who, (reach, SET_FT)) && coming(state, who, reach).all(is_ready_for);
    (in_time && legal(state, who, &act)).then_some(act)
}

/// Sets it in the middle of a way as well, against those only who do not reach as far: of two who walk up to each other one goes on.
pub(super) fn set_on_the_way(state: &State, who: CreatureId) -> Option<Act> {
    let reach = reach_ft(state, who, longest(state, who)?);
    let reaches_less = |enemy: CreatureId| {
        arms_for_melee(state, enemy).all(|arm| reach_ft(state, enemy, arm) < reach)
    };
    let outreaches = coming(state, who, reach).all(reaches_less);
    set(state, who).filter(|_| outreaches)
}

/// Readies a blow against whoever walks up, for want of a weapon to set: with bare hands, claws and teeth (`actions/ready`). It comes before
/// theirs where nobody reaches as far, if it is ready in time.
pub(super) fn ready(state: &State, who: CreatureId) -> Option<Act> {
    if riders(state, who).next().is_some() {
        return None;
    }
    let with = arms_for_melee(state, who)
        .max_by_key(|arm| (reach_ft(state, who, *arm), worth::average(state, who, *arm)))?;
    let reach = reach_ft(state, who, with);
    if !comes_up(state, who, (reach, SET_FT)) {
        return None;
    }
    let on = coming(state, who, reach).min_by_key(|enemy| feet_between(state, who, *enemy))?;
    let act = Act::Ready(
        Box::new(Act::Attack(Strike::plain(on, with))),
        Trigger {
            who: Some(on),
            event: Event::ComesInReach,
        },
    );
    let reaches_less = |enemy: CreatureId| {
        arms_for_melee(state, enemy).all(|arm| reach_ft(state, enemy, arm) <= reach)
    };
    let in_time = is_ready_in_time(state, who, (&act, reach), on);
    (in_time && reaches_less(on) && legal(state, who, &act)).then_some(act)
}

/// Whether what somebody holds until an enemy comes within so many feet can be held before that.
fn is_ready_in_time(
    state: &State,
    who: CreatureId,
    (act, reach): (&Act, i16),
    enemy: CreatureId,
) -> bool {
    let feet = i32::from(feet_between(state, who, enemy) - reach);
    let counts = i32::from(delay(state, who, act).fixed());
    4 * feet >= counts * i32::from(speed_ft(state, enemy))
}

/// Whether somebody comes within so many feet, and nobody else is nearer than so many.
fn comes_up(state: &State, who: CreatureId, (reach, nobody_within): (i16, i16)) -> bool {
    let is_far = |enemy| feet_between(state, who, enemy) >= nobody_within;
    coming(state, who, reach).next().is_some()
        && targets(state, who)
            .filter(|enemy| able(state, *enemy))
            .all(is_far)
}

/// Those who are on their way to within so many feet of a creature, and will soon be there.
fn coming(state: &State, who: CreatureId, reach: i16) -> impl Iterator<Item = CreatureId> {
    targets(state, who).filter(move |enemy| {
        able(state, *enemy)
            && feet_between(state, who, *enemy) <= COMING_FT
            && walks_up(state, *enemy, who, reach)
    })
}

/// Whether somebody's way comes within so many feet of a creature.
pub(super) fn walks_up(state: &State, enemy: CreatureId, who: CreatureId, reach: i16) -> bool {
    let Underway::Walk(_, path) = &state.body(enemy).underway else {
        return false;
    };
    let (own, now) = (state.space(who), state.space(enemy));
    let is_within = |cell: &Cell| feet(state, now.moved_to(*cell), own) <= reach;
    path.iter().any(is_within)
}

/// Whether a weapon that is set, or an action that is readied, is still worth holding: somebody comes, and nobody is there yet.
pub(super) fn holds(state: &State, who: CreatureId) -> bool {
    let arm = match &state.body(who).underway {
        Underway::Set { with, .. } => Some(*with),
        Underway::Ready { act, .. } => match &**act {
            Act::Attack(strike) => Some(strike.with),
            _ => None,
        },
        _ => longest(state, who),
    };
    let reach = arm.map_or(STEP_FT, |arm| reach_ft(state, who, arm));
    comes_up(state, who, (reach, reach + STEP_FT))
}
