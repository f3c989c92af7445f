//! What it is worth to a bot to bring an Enemy down.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Space, landing};

use super::weighing::Weighing;
use super::worth::{attack, attempt, chance, damage, eased, opposed, urgency};
use crate::actions::strike;
use crate::offers;
use crate::rules::attack::{self, Kind};
use crate::rules::ground::terrain;
use crate::rules::luck::Keeps;
use crate::rules::numbers::{
    able, allies, distance_ft, physical_defense, present, reach_ft, threat_ft,
};
use crate::rules::prone::on_the_ground;
use crate::rules::turns::actions_left;
use crate::sheet::Use;
use crate::state::{Arm, Condition, State};

/// How many Attacks another creature has in its Turn.
pub(super) const ATTACKS: i32 = 3;

/// What comes later counts for that part: whoever is brought down is often struck down before. With all of it bots trip so often that they
/// lose fights by it.
pub(super) const LATER: i32 = 2;

/// How far a tripped flyer falls (`trip/flying`), how far one falls for each die (`foundations/fall-table`) and for the last of them
/// (`falling/cap`), in feet.
const TRIPPED_FT: i32 = 50;
const DIE_FT: i32 = 10;
const MOST_FT: i32 = 100;

/// What a Trip is worth, in four-hundredths of a Hit Point: the chance that it succeeds times what comes of it.
pub(super) fn trip(weighing: &Weighing<'_>, by: CreatureId, on: CreatureId, with: Arm) -> i32 {
    let state = weighing.state;
    if state.has(on, Condition::Prone) || urgency(state, on) > 1 || is_in_vain(state, on) {
        return 0;
    }
    let comes_of_it = if state.body(on).flying {
        400 * fall(state, on)
    } else {
        own_gain(weighing, by, on, with)
            + gain_of_allies(weighing, by, on) / LATER
            + harm_of_one_action(weighing, on, by) / LATER
    };
    wins(weighing, by, on, with) * (comes_of_it / 400)
}

/// Whether a Trip changes nothing: who swims or floats can neither lie nor fall (`prone/definition`).
fn is_in_vain(state: &State, on: CreatureId) -> bool {
    let body = state.body(on);
    let falls = body.flying || body.hanging || body.mount.is_some();
    !falls && !on_the_ground(state, on)
}

/// How many of 400 opposed rolls of a Maneuver succeed.
pub(super) fn wins(weighing: &Weighing<'_>, by: CreatureId, on: CreatureId, with: Arm) -> i32 {
    let state = weighing.state;
    let bonus = strike::tally(state, by, with, None).total();
    let resists = strike::tally(state, on, attack::resisting_arm(state, on), None).total();
    let keeps = weighing.keeps(attempt(by, on, Kind::Melee, Some(with)));
    opposed(bonus - resists, keeps)
}

/// The mean Damage of a tripped flyer's fall; nothing where the ground is farther below than that.
fn fall(state: &State, who: CreatureId) -> i32 {
    match depth_ft(state, state.space(who)) {
        Some(feet) if feet <= TRIPPED_FT => fall_damage(state, who, feet),
        _ => 0,
    }
}

/// How far it is from a space down to the ground, if that is no water and there is a down.
pub(super) fn depth_ft(state: &State, space: Space) -> Option<i32> {
    let land = terrain(state);
    let landing = landing(&land, space).filter(|landing| landing.ground.water == 0)?;
    (!state.cast.scene.zero_g).then(|| 5 * i32::from(landing.fall))
}

/// The mean Damage of somebody's fall of so many feet, at most what it can lose.
pub(super) fn fall_damage(state: &State, who: CreatureId, feet: i32) -> i32 {
    let left = i32::from(state.body(who).hp) + i32::from(state.sheet(who).max_hp);
    let die = i32::from(state.sheet(who).size.fall_die());
    (feet.min(MOST_FT) / DIE_FT * (die + 1) / 2).min(left)
}

/// What the rest of its own Attacks in this Turn gain.
pub(super) fn own_gain(weighing: &Weighing<'_>, by: CreatureId, on: CreatureId, with: Arm) -> i32 {
    let further = i32::from(actions_left(weighing.state, by)) - 1;
    further.max(0) * gain(weighing, by, on, with)
}

/// What an Attack with a weapon gains on one that lies.
fn gain(weighing: &Weighing<'_>, by: CreatureId, on: CreatureId, with: Arm) -> i32 {
    let state = weighing.state;
    let keeps = weighing.keeps(attempt(by, on, Kind::Melee, Some(with)));
    if keeps == Keeps::Higher {
        return 0;
    }
    let face = physical_defense(state, on) - strike::tally(state, by, with, None).total();
    (chance(face, eased(keeps)) - chance(face, keeps)) * damage(state, by, on, with)
}

/// What the Attacks of Allies gain that have it within Reach and come before it.
fn gain_of_allies(weighing: &Weighing<'_>, by: CreatureId, on: CreatureId) -> i32 {
    let state = weighing.state;
    let best = |ally: CreatureId| {
        melee_arms(state, ally, on)
            .map(|arm| gain(weighing, ally, on, arm))
            .max()
            .unwrap_or(0)
    };
    let beside = state.creatures().filter(|ally| {
        *ally != by
            && allies(state, by, *ally)
            && present(state, *ally)
            && able(state, *ally)
            && state.body(*ally).hp > 0
            && distance_ft(state, *ally, on) <= threat_ft(state, *ally)
            && comes_before(state, by, *ally, on)
    });
    beside.map(|ally| ATTACKS * best(ally)).sum()
}

/// Weapons with which a creature can strike another from where it is.
fn melee_arms(state: &State, who: CreatureId, on: CreatureId) -> impl Iterator<Item = Arm> + '_ {
    let distance = distance_ft(state, who, on);
    offers::arms(state, who).filter(move |arm| {
        let strikes = |weapon: &crate::sheet::Weapon| weapon.uses.contains(&Use::Melee);
        state.weapon(who, *arm).is_some_and(strikes) && distance <= reach_ft(state, who, *arm)
    })
}

/// Whether, after the Turn of `now`, one creature's Turn comes before another's.
fn comes_before(state: &State, now: CreatureId, one: CreatureId, other: CreatureId) -> bool {
    let order = &state.clock.order;
    let place = |who: CreatureId| order.iter().position(|at| *at == who);
    let (Some(now), Some(one), Some(other)) = (place(now), place(one), place(other)) else {
        return false;
    };
    let after = |place: usize| (place + order.len() - now) % order.len();
    after(one) < after(other)
}

/// What it would do with the Action that it needs for getting up.
fn harm_of_one_action(weighing: &Weighing<'_>, who: CreatureId, on: CreatureId) -> i32 {
    let state = weighing.state;
    if !able(state, who) {
        return 0;
    }
    melee_arms(state, who, on)
        .map(|arm| attack(weighing, who, on, arm, Kind::Melee))
        .max()
        .unwrap_or(0)
}
