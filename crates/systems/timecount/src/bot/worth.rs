//! What an attack promises: its chance, what it does, what it costs, for each count it takes.

use std::cell::RefCell;

use affray_kernel::CreatureId;
use smallvec::SmallVec;

use super::specials;
use crate::act::{Act, Strike};
use crate::actions::{attack, delay};
use crate::rules::attack::{Attempt, Moment, bonus};
use crate::rules::numbers::{arms_in_hand, hit_points, threshold, tireless};
use crate::rules::{damage, defenses};
use crate::sheet::{Amount, Attribute, CheckDice};
use crate::state::{Arm, State};

/// What a point of damage is worth: it brings its target nearer to falling, as fatigue or as lost hit points.
const POINT: i32 = 8;
/// What wearing down a Threshold of Pain is worth.
const WEAR: i32 = 3;
/// What felling somebody is worth, and killing it.
pub(super) const FELLED: i32 = 90;
const KILLED: i32 = 120;
/// What a point of one's own fatigue is worth.
const FATIGUE: i32 = 6;
/// What staying on one's feet is worth.
const AWAKE: i32 = 120;
/// Promises are reckoned in twentieths, as chances are: what hardly ever succeeds is worth something as well.
pub(super) const ALL: i32 = 20;

/// An attack, and what its die has to show; none where it is not possible.
type Needed = (Strike, Option<i32>);

/// Somebody who weighs what to do while nothing changes, with what it has found out about its attacks: each is aimed and reckoned once,
/// whatever acts it is a part of.
pub(super) struct Weighing<'s> {
    pub(super) state: &'s State,
    pub(super) who: CreatureId,
    needed: RefCell<SmallVec<[Needed; 8]>>,
}

impl<'s> Weighing<'s> {
    /// With nothing found out yet.
    pub(super) fn new(state: &'s State, who: CreatureId) -> Self {
        Self {
            state,
            who,
            needed: RefCell::default(),
        }
    }

    /// What the die of an attack has to show; none where the attack is not possible.
    fn needed(&self, strike: &Strike) -> Option<i32> {
        let mut needed = self.needed.borrow_mut();
        let mut known = needed.iter().rev();
        if let Some((_, known)) = known.find(|(known, _)| known == strike) {
            debug_assert_eq!(*known, needed_for(self.state, self.who, strike));
            return *known;
        }
        let found = needed_for(self.state, self.who, strike);
        needed.push((*strike, found));
        found
    }
}

/// What the act promises for each count it takes, in thousandths; 0 or less for what is not worth trying.
pub(super) fn of(weighing: &Weighing<'_>, act: &Act) -> i32 {
    let (state, who) = (weighing.state, weighing.who);
    let promise = match act {
        Act::Attack(strike) => blow(weighing, strike, 0, 1),
        Act::Alternate(strike) => blow(weighing, strike, -4, 1),
        Act::QuickStrike(strike) => blow(weighing, strike, 0, 2),
        Act::Both { main, off, .. } => {
            let second = Strike {
                with: *off,
                ..*main
            };
            blow(weighing, main, -6, 1) + blow(weighing, &second, -6, 1)
        }
        act => specials::of(weighing, act),
    };
    if promise <= 0 {
        return 0;
    }
    (promise * (1000 / ALL) / counts(state, who, act)).max(1)
}

/// How many counts an act takes, on average.
pub(super) fn counts(state: &State, who: CreatureId, act: &Act) -> i32 {
    let fixed = |act: &Act| i32::from(delay(state, who, act).fixed().max(1));
    match act {
        Act::Both { main, off, .. } => {
            let second = Strike {
                with: *off,
                ..*main
            };
            fixed(act).max(fixed(&Act::Attack(second)))
        }
        act => fixed(act),
    }
}

/// The chance, of [`ALL`], that a roll succeeds.
pub(super) fn chance(state: &State, attempt: &Attempt) -> i32 {
    chance_of(needed(state, attempt))
}

/// The chance, of [`ALL`], that a die shows that.
fn chance_of(needed: i32) -> i32 {
    (21 - needed).clamp(1, 19)
}

/// What the die of a roll has to show.
fn needed(state: &State, attempt: &Attempt) -> i32 {
    let (met, _) = defenses::met(state, attempt);
    let defense = 10 + defenses::against(state, attempt, met).total();
    defense - bonus(state, attempt, Moment::default()).total()
}

/// What the die of an attack has to show; none where the attack is not possible.
fn needed_for(state: &State, who: CreatureId, strike: &Strike) -> Option<i32> {
    let plan = attack::aim(state, who, strike).ok()?;
    Some(needed(state, &attack::attempt(state, who, strike, plan)))
}

/// In how many of 216 cases a check shows at least that number.
pub(super) fn at_least(state: &State, number: i32) -> i32 {
    const THREE_SIXES: [i32; 16] = [
        216, 215, 212, 206, 196, 181, 160, 135, 108, 81, 56, 35, 20, 10, 4, 1,
    ];
    match state.cast.options.check_dice {
        CheckDice::Twenty => (21 - number).clamp(0, 20) * 216 / 20,
        CheckDice::ThreeSixes if number > 18 => 0,
        CheckDice::ThreeSixes => THREE_SIXES[(number - 3).max(0) as usize],
    }
}

/// In how many of 216 cases so much more fatigue, or so many hit points less, make a creature faint (`fatigue/consciousness-check`,
/// `fatigue/consciousness-impairments`).
fn faints(state: &State, who: CreatureId, more: i32) -> i32 {
    let body = state.body(who);
    let over = i32::from(body.fatigue) + more - i32::from(hit_points(state, who));
    if over < 0 || tireless(state, who) {
        return 0;
    }
    let impairments: i16 = body.impairments.iter().sum();
    let bonus = state.attribute(who, Attribute::Constitution) - 2 * impairments;
    216 - at_least(state, over - i32::from(bonus))
}

/// The risk of fainting, or of dying, by so many points of fatigue that an act costs.
pub(super) fn risk(state: &State, who: CreatureId, points: i16) -> i32 {
    let dies = tireless(state, who) && hit_points(state, who) <= points;
    if dies {
        return AWAKE;
    }
    AWAKE * faints(state, who, points.into()) / 216
}

/// What an act costs that costs so many points of fatigue.
pub(super) fn effort(state: &State, who: CreatureId, points: i16) -> i32 {
    FATIGUE * i32::from(points) + risk(state, who, points)
}

/// What so much damage is worth against a target: what it takes, and how likely the target falls by it.
pub(super) fn hurt(state: &State, on: CreatureId, amount: i32, nonlethal: bool) -> i32 {
    let top = i32::from(threshold(state, on));
    let left = i32::from(hit_points(state, on));
    let lost = match nonlethal {
        _ if tireless(state, on) => amount,
        true => 0,
        false => (amount - top).max(0),
    };
    let wear = if top > 0 { WEAR } else { 0 };
    let points = POINT * amount + wear;
    if lost >= left {
        return points + KILLED;
    }
    points + FELLED * faints(state, on, amount) / 216
}

/// The damage of a weapon on average.
pub(super) fn average(state: &State, who: CreatureId, with: Arm) -> i32 {
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

/// What one attack promises, its roll with so much more added and its damage divided.
pub(super) fn blow(weighing: &Weighing<'_>, strike: &Strike, more: i32, divided: i32) -> i32 {
    let Some(needed) = weighing.needed(strike) else {
        return 0;
    };
    let (state, who) = (weighing.state, weighing.who);
    let amount = (average(state, who, strike.with) / divided).max(1);
    let nonlethal = state
        .weapon(who, strike.with)
        .is_some_and(|weapon| weapon.nonlethal);
    let worth = hurt(state, strike.target, amount, nonlethal);
    chance_of(needed - more) * worth - ALL * thrown_away(state, who, strike)
}

/// What it costs to have a weapon out of one's hands: much where it is the last.
fn thrown_away(state: &State, who: CreatureId, strike: &Strike) -> i32 {
    match (strike.thrown, arms_in_hand(state, who).count()) {
        (false, _) => 0,
        (true, 0 | 1) => 40,
        (true, _) => 15,
    }
}
