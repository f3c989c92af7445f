//! What special actions promise: holding, disarming, knocking down, pinning, pushing, deceiving.

use affray_kernel::CreatureId;
use affray_kernel::grid::Heading;

use super::edges;
use super::worth::{ALL, Weighing, average, blow, chance, counts, effort, hurt};
use crate::act::{Act, Strike};
use crate::actions::disarm::{self, Disarm};
use crate::actions::{bull_rush, special, staple, wrestling};
use crate::fact::Attempt as Name;
use crate::rules::attack::{Attempt, Term};
use crate::rules::flanking::presses;
use crate::rules::forced::can_be_pushed;
use crate::rules::numbers::{able, arms_in_hand, enemies, feet_between, immobile, present};
use crate::sheet::{Attribute, Defense};
use crate::state::{Arm, Condition, Stance, State, Underway};

/// What a prone creature loses: counts for standing up, and defense until then.
const DOWN: i32 = 20;
/// What it adds for each friend who can make use of it.
const DOWN_FOR_FRIENDS: i32 = 8;
/// What holding somebody is worth by itself, for each friend near, and against who casts.
const HELD: i32 = 15;
const HELD_FOR_FRIENDS: i32 = 10;
const HELD_CASTER: i32 = 30;
/// What it is worth to take the only weapon away, and one of several.
const DISARMED: i32 = 45;
const DISARMED_WITH_SPARE: i32 = 15;
/// What getting an enemy off somebody who cannot fight back is worth.
const OFF: i32 = 40;

/// What a special action promises, of [`ALL`], whatever time it takes.
pub(super) fn of(weighing: &Weighing<'_>, act: &Act) -> i32 {
    let (state, who) = (weighing.state, weighing.who);
    match act {
        Act::Trip { target, with } => trip(state, who, *target, *with),
        Act::Tackle(target) => tackle(state, who, *target),
        Act::Grab(target) => grab(state, who, *target),
        Act::Grapple(target, with) => grapple(state, who, *target, *with),
        Act::Disarm { .. } => disarming(state, who, act),
        Act::Staple { target, with } => stapling(state, who, *target, *with),
        Act::Feint { target, with } => feint(weighing, *target, *with),
        Act::BullRush(target) => rush(state, who, *target),
        Act::Shunt(target, heading) => shunt(state, who, *target, *heading),
        _ => 0,
    }
}

/// What an attempt promises if success is worth so much.
fn promise(state: &State, attempt: &Attempt, worth: i32) -> i32 {
    chance(state, attempt) * worth
}

/// The same for an attempt that costs a point of fatigue.
fn strenuous(state: &State, attempt: &Attempt, worth: i32) -> i32 {
    promise(state, attempt, worth) - ALL * effort(state, attempt.by, 1)
}

/// How many allies stand by to make use of an opening.
fn friends_near(state: &State, who: CreatureId, on: CreatureId) -> i32 {
    let near = |other: &CreatureId| {
        *other != who
            && !enemies(state, who, *other)
            && able(state, *other)
            && state.grid().distance(state.space(*other), state.space(on)) <= 2
    };
    state.creatures().filter(near).count() as i32
}

fn is_down(state: &State, on: CreatureId) -> bool {
    state.body(on).posture.stance == Stance::Prone
}

/// Knocking somebody down costs it time and defense.
fn trip(state: &State, who: CreatureId, on: CreatureId, with: Arm) -> i32 {
    if is_down(state, on) {
        return 0;
    }
    let attempt = special::armed(state, (who, on), Name::Trip, with, Defense::Vigor);
    let worth = DOWN + DOWN_FOR_FRIENDS * friends_near(state, who, on);
    strenuous(state, &attempt, worth)
}

fn tackle(state: &State, who: CreatureId, on: CreatureId) -> i32 {
    let attempt = special::with_hands(state, who, on, Name::Tackle, Defense::Vigor);
    let strength = i32::from(state.attribute(who, Attribute::Strength).max(1));
    let down = if is_down(state, on) { 0 } else { DOWN };
    strenuous(state, &attempt, down + hurt(state, on, strength, false))
}

/// Holding somebody pays against those who cast or shoot, and for whoever fights well with bare hands.
fn grab(state: &State, who: CreatureId, on: CreatureId) -> i32 {
    let traits = state.sheet(who).traits;
    let casts = !state.sheet(on).spells.is_empty();
    let wrestles = traits.unarmed_training || traits.natural_weapons;
    if immobile(state, on) || wrestling::grab_of(state, who, on).is_some() || !(wrestles || casts) {
        return 0;
    }
    let attempt = special::with_hands(state, who, on, Name::Grab, Defense::Celerity);
    let caster = if casts { HELD_CASTER } else { 0 };
    let worth = HELD + HELD_FOR_FRIENDS * friends_near(state, who, on) + caster;
    promise(state, &attempt, worth)
}

fn grapple(state: &State, who: CreatureId, on: CreatureId, with: Arm) -> i32 {
    if wrestling::grab_of(state, who, on).is_none() {
        return 0;
    }
    let attempt = special::armed(state, (who, on), Name::Grapple, with, Defense::Vigor);
    let nonlethal = state
        .weapon(who, with)
        .is_some_and(|weapon| weapon.nonlethal);
    let worth = hurt(state, on, average(state, who, with) + 1, nonlethal);
    promise(state, &attempt, worth)
}

/// Disarming pays against whoever has a made weapon to fight with, and most where it is the only one.
fn disarming(state: &State, who: CreatureId, act: &Act) -> i32 {
    let Act::Disarm { target, item, with } = *act else {
        return 0;
    };
    let traits = state.sheet(target).traits;
    let disarm = Disarm { target, item, with };
    let Ok(plan) = disarm::aim(state, who, disarm) else {
        return 0;
    };
    if traits.natural_weapons || traits.unarmed_training {
        return 0;
    }
    let worth = match arms_in_hand(state, target).count() {
        0 => 0,
        1 => DISARMED,
        _ => DISARMED_WITH_SPARE,
    };
    strenuous(state, &disarm::attempt(state, who, disarm, plan), worth)
}

/// Pinning somebody to a wall costs the weapon: for those who hold another one.
fn stapling(state: &State, who: CreatureId, on: CreatureId, with: Arm) -> i32 {
    let spare = arms_in_hand(state, who)
        .filter(|arm| *arm != with)
        .any(|arm| state.weapon(who, arm).is_some_and(|weapon| weapon.melee));
    if !spare || immobile(state, on) {
        return 0;
    }
    let Ok(plan) = staple::aim(state, who, on, with) else {
        return 0;
    };
    let worth = HELD + HELD_FOR_FRIENDS * (1 + friends_near(state, who, on));
    strenuous(state, &staple::attempt(who, on, with, plan), worth)
}

/// A feint is worth what it adds to the attack after it; that attack waits for it, which counts against it.
fn feint(weighing: &Weighing<'_>, on: CreatureId, with: Arm) -> i32 {
    let (state, who) = (weighing.state, weighing.who);
    let strike = Strike::plain(on, with);
    if state.has(who, Condition::Feinting) {
        return 0;
    }
    let attempt = special::armed(state, (who, on), Name::Feint, with, Defense::Spirit);
    let chance = chance(state, &attempt);
    let plain = blow(weighing, &strike, 0, 1);
    let helped = blow(weighing, &strike, 2, 1);
    let (attack, feint) = (Act::Attack(strike), Act::Feint { target: on, with });
    let (slow, quick) = (counts(state, who, &attack), counts(state, who, &feint));
    // As much for each count as feint and attack bring together.
    (chance * helped + (ALL - chance) * plain) / ALL * quick / (slow + quick)
}

/// Pushing an enemy away pays where it presses somebody who had better not be pressed, and over an edge.
fn rush(state: &State, who: CreatureId, on: CreatureId) -> i32 {
    let helpless = |friend: &CreatureId| {
        *friend != who
            && !enemies(state, who, *friend)
            && present(state, *friend)
            && feet_between(state, *friend, on) <= 5
            && presses(state, on, *friend)
            && (!able(state, *friend)
                || matches!(state.body(*friend).underway, Underway::Prepare { .. }))
    };
    if !can_be_pushed(state, who, on) {
        return 0;
    }
    let off = state.creatures().any(|friend| helpless(&friend));
    let worth = edges::of_push(state, who, on).max(if off { OFF } else { 0 });
    if worth == 0 {
        return 0;
    }
    let defense = special::higher(state, on, who);
    strenuous(state, &bull_rush::attempt(state, who, on, defense), worth)
}

/// Sliding somebody whom one holds pays over an edge.
fn shunt(state: &State, who: CreatureId, on: CreatureId, heading: Heading) -> i32 {
    match edges::of_slide(state, who, on, heading) {
        0 => 0,
        worth => {
            let what = Name::Shunt;
            let attempt = special::special(who, on, what, Term::Strength, Defense::Vigor);
            strenuous(state, &attempt, worth)
        }
    }
}

/// What pulling an enemy along by whom one is held promises, of [`ALL`]: over an edge, which parts the two (`wrestling/grab-adjacent`).
pub(super) fn drag(state: &State, who: CreatureId, by: CreatureId, heading: Heading) -> i32 {
    match edges::of_slide(state, who, by, heading) {
        0 => 0,
        worth => {
            let strength = i32::from(state.attribute(who, Attribute::Strength).max(1));
            let worth = worth + HELD + hurt(state, by, strength, false);
            strenuous(state, &wrestling::drag::attempt(who, by), worth)
        }
    }
}

/// What getting out of a hold promises, of [`ALL`], in an attempt that succeeds so often.
pub(super) fn freed(chance: i32) -> i32 {
    chance * HELD
}
