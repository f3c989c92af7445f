//! What an attack or special action promises: its chance, what it does, what it costs, for each count it takes.

use affray_kernel::CreatureId;

use super::wellness;
use crate::timecount::act::{Act, Strike};
use crate::timecount::actions::{attack, delay, special, wrestling};
use crate::timecount::fact;
use crate::timecount::rules::attack::{Attempt, Moment, Term, bonus};
use crate::timecount::rules::numbers::{defense, enemies, hit_points, present, threshold};
use crate::timecount::rules::{damage, defenses};
use crate::timecount::sheet::{Amount, Defense};
use crate::timecount::state::{Arm, Stance, State};

/// What a point of fatigue and a hit point are worth.
const FATIGUE: i32 = 6;
const HIT_POINT: i32 = 10;

/// What the act promises for each count it takes, in thousandths; 0 or less for what is not worth trying.
pub(super) fn of(state: &State, who: CreatureId, act: &Act) -> i32 {
    let promise = match act {
        Act::Attack(strike) => strike_worth(state, who, strike, 0, 1),
        Act::Alternate(strike) => strike_worth(state, who, strike, -4, 1),
        Act::QuickStrike(strike) => strike_worth(state, who, strike, 0, 2),
        Act::Both { main, off, .. } => {
            let second = Strike {
                with: *off,
                ..*main
            };
            strike_worth(state, who, main, -6, 1) + strike_worth(state, who, &second, -6, 1)
        }
        Act::Trip { target, with } => trip(state, who, *target, *with),
        Act::Tackle(target) => tackle(state, who, *target),
        Act::Grab(target) => grab(state, who, *target),
        Act::Grapple(target, with) => grapple(state, who, *target, *with),
        Act::Disarm { target, with, .. } => disarm(state, who, *target, *with),
        _ => 0,
    };
    let counts = i32::from(delay(state, who, act).fixed().max(1));
    promise * 1000 / counts
}

/// The chance in twentieths that a roll succeeds.
fn chance(state: &State, attempt: &Attempt, more: i32) -> i32 {
    let (met, _) = defenses::met(state, attempt);
    let needed = 10 + defenses::against(state, attempt, met).total();
    let moment = Moment { acts: &[] };
    let bonus = bonus(state, attempt, moment).total() + more;
    (21 - (needed - bonus)).clamp(1, 19)
}

/// What so much damage is worth against a target.
fn hurt(state: &State, on: CreatureId, amount: i32, nonlethal: bool) -> i32 {
    let top = if nonlethal {
        i32::MAX
    } else {
        i32::from(threshold(state, on))
    };
    let (tired, hp) = (amount.min(top), amount.saturating_sub(top).max(0));
    let left = i32::from(hit_points(state, on));
    let fatigue = i32::from(state.body(on).fatigue);
    let fells = if hp >= left {
        150
    } else if fatigue + tired >= left - hp {
        60
    } else {
        0
    };
    FATIGUE * tired + HIT_POINT * hp + fells + (100 - wellness(state, on)) / 10
}

/// The damage of a weapon on average.
fn average(state: &State, who: CreatureId, with: Arm) -> i32 {
    let Some(weapon) = state.weapon(who, with) else {
        return 0;
    };
    let dice = match weapon.damage {
        None => return 0,
        Some(Amount::Fixed(number)) => i32::from(number),
        Some(dice @ Amount::Dice(pool)) => (pool.least() + damage::most(dice)) / 2,
    };
    let extra = weapon.extra.map_or(0, |extra| {
        (extra.dice.least() + extra.dice.most().unwrap_or(0)) / 2
    });
    let riders = 4 * weapon.riders.len() as i32;
    (dice + damage::modifiers(state, who, weapon).total()).max(1) + extra + riders
}

fn strike_worth(state: &State, who: CreatureId, strike: &Strike, more: i32, divided: i32) -> i32 {
    let Ok(plan) = attack::aim(state, who, strike) else {
        return 0;
    };
    let attempt = attack::attempt(state, who, strike, plan);
    let amount = (average(state, who, strike.with) / divided).max(1);
    let thrown_away = if strike.thrown { 15 } else { 0 };
    let nonlethal = state
        .weapon(who, strike.with)
        .is_some_and(|weapon| weapon.nonlethal);
    chance(state, &attempt, more) * hurt(state, strike.target, amount, nonlethal) / 20 - thrown_away
}

fn special_chance(
    state: &State,
    who: CreatureId,
    on: CreatureId,
    term: Term,
    against: Defense,
    more: i32,
) -> i32 {
    let attempt = special::special(who, on, fact::Attempt::Trip, term, against);
    chance(state, &attempt, more)
}

/// How many allies stand by to make use of an opening.
fn friends_near(state: &State, who: CreatureId, on: CreatureId) -> i32 {
    let near = |other: &CreatureId| {
        *other != who
            && !enemies(state, who, *other)
            && present(state, *other)
            && state.grid().distance(state.space(*other), state.space(on)) <= 2
    };
    state.creatures().filter(near).count() as i32
}

/// Knocking somebody down costs it time and defense.
fn trip(state: &State, who: CreatureId, on: CreatureId, with: Arm) -> i32 {
    if state.body(on).posture.stance == Stance::Prone {
        return 0;
    }
    let chance = special_chance(state, who, on, Term::Weapon(with), Defense::Vigor, 0);
    chance * (20 + 8 * friends_near(state, who, on)) / 20 - FATIGUE
}

fn tackle(state: &State, who: CreatureId, on: CreatureId) -> i32 {
    let bare = crate::timecount::rules::numbers::unarmed(state, who);
    let chance = special_chance(state, who, on, Term::Weapon(bare), Defense::Vigor, 0);
    let strength = state.attribute(who, crate::timecount::sheet::Attribute::Strength);
    let down = if state.body(on).posture.stance == Stance::Prone {
        0
    } else {
        20
    };
    chance * (down + hurt(state, on, i32::from(strength.max(1)), false)) / 20 - FATIGUE
}

/// Holding somebody pays against those who cast or shoot, and for whoever grapples well.
fn grab(state: &State, who: CreatureId, on: CreatureId) -> i32 {
    let sheet = state.sheet(who);
    let wrestles = sheet.traits.unarmed_training || sheet.traits.natural_weapons;
    let casts = !state.sheet(on).spells.is_empty();
    if wrestling::grab_of(state, who, on).is_some() || !(wrestles || casts) {
        return 0;
    }
    let bare = crate::timecount::rules::numbers::unarmed(state, who);
    let chance = special_chance(state, who, on, Term::Weapon(bare), Defense::Celerity, 0);
    let worth = 15 + 10 * friends_near(state, who, on) + if casts { 30 } else { 0 };
    chance * worth / 20
}

fn grapple(state: &State, who: CreatureId, on: CreatureId, with: Arm) -> i32 {
    if wrestling::grab_of(state, who, on).is_none() {
        return 0;
    }
    let chance = special_chance(state, who, on, Term::Weapon(with), Defense::Vigor, 0);
    let nonlethal = state
        .weapon(who, with)
        .is_some_and(|weapon| weapon.nonlethal);
    chance * hurt(state, on, average(state, who, with) + 1, nonlethal) / 20
}

/// Disarming pays against whoever has a single made weapon to fight with.
fn disarm(state: &State, who: CreatureId, on: CreatureId, with: Arm) -> i32 {
    let armed = crate::timecount::rules::numbers::arms_in_hand(state, on).count();
    if armed != 1 || state.sheet(on).traits.natural_weapons {
        return 0;
    }
    let two_hands = crate::timecount::rules::numbers::arms_in_hand(state, on)
        .next()
        .and_then(|arm| state.weapon(on, arm))
        .is_some_and(|weapon| weapon.handling.hands() == 2);
    let more = if two_hands { -8 } else { -4 };
    let chance = special_chance(state, who, on, Term::Weapon(with), Defense::Celerity, more);
    chance * 30 / 20 - FATIGUE
}

/// How far a creature's Celerity or Vigor lies below what another can reach on average.
pub(super) fn weakness(state: &State, on: CreatureId, against: Defense) -> i32 {
    20 - i32::from(defense(state, on, against))
}
