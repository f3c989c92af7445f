//! Grapple and the ladder of dice (`wrestling/grapple`, `wrestling/die-steps`).

use affray_kernel::dice::pool;
use affray_kernel::{CreatureId, Frozen, Play, Refusal};

use super::super::attack::{blow, feint, usable};
use super::super::special;
use super::must_hold;
use crate::TimeCount;
use crate::act::Strike;
use crate::fact::{self, Verdict};
use crate::ids::{refuse, rule};
use crate::rules::attack::{Fine, Moment, roll};
use crate::rules::damage::{self, WeaponHit};
use crate::rules::effects::{Effect, Thrown};
use crate::rules::numbers::arms_in_hand;
use crate::rules::riders;
use crate::sheet::{Amount, Category, Defense, Handling};
use crate::state::{Arm, State};

/// The ladder of dice, from a plain 1 to 2d10 (`wrestling/die-steps`).
const LADDER: [Amount; 11] = [
    Amount::Fixed(1),
    Amount::Dice(pool!("1d2")),
    Amount::Dice(pool!("1d3")),
    Amount::Dice(pool!("1d4")),
    Amount::Dice(pool!("1d6")),
    Amount::Dice(pool!("1d8")),
    Amount::Dice(pool!("1d10")),
    Amount::Dice(pool!("1d12")),
    Amount::Dice(pool!("2d6")),
    Amount::Dice(pool!("2d8")),
    Amount::Dice(pool!("2d10")),
];

/// Twice the average of an amount.
fn twice_average(amount: Amount) -> i32 {
    match amount {
        Amount::Fixed(number) => 2 * i32::from(number),
        Amount::Dice(pool) => pool.least() + pool.most().unwrap_or_else(|| pool.least()),
    }
}

/// Dice improved by so many steps of the ladder, stopping at its end. Dice that are not on it count as the step with the nearest average,
/// the lower of two.
pub(crate) fn improved(dice: Amount, steps: usize) -> Amount {
    let place = LADDER
        .iter()
        .position(|step| *step == dice)
        .unwrap_or_else(|| nearest(twice_average(dice)));
    LADDER[(place + steps).min(LADDER.len() - 1)]
}

fn nearest(average: i32) -> usize {
    let away = |place: &usize| (twice_average(LADDER[*place]) - average).abs();
    (0..LADDER.len()).min_by_key(away).unwrap_or_default()
}

/// Whether a Grapple is possible: grabbing the target, with nothing heavier than a light weapon in hand.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    with: Arm,
) -> Result<(), Refusal> {
    special::somebody(state, who, target)?;
    must_hold(state, who, target)?;
    let weapon = usable(state, who, with)?;
    if !matches!(weapon.handling, Handling::Light | Handling::Body) {
        return Err(refuse!(
            "wrestling/grapple",
            "one grapples bare-handed or with a light weapon"
        ));
    }
    let heavy = arms_in_hand(state, who).any(|arm| {
        state.weapon(who, arm).is_some_and(|weapon| {
            matches!(weapon.handling, Handling::OneHanded | Handling::TwoHanded)
        })
    });
    if heavy {
        return Err(refuse!(
            "wrestling/grapple",
            "nobody grapples while wielding a one- or two-handed weapon"
        ));
    }
    Ok(())
}

/// The sizes of Great Successes that improve the damage die (`wrestling/grapple-great-success`).
const GREAT: [i32; 2] = [5, 10];

/// Rolls a Grapple. What the weapon brings besides damage it brings here as well (`paralysis/damage`, `poison/effect`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    (target, with): (CreatureId, Arm),
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    if aim(scene.state(), who, target, with).is_err() {
        return Ok(thrown);
    }
    let what = fact::Attempt::Grapple;
    let state = scene.state();
    let mut attempt = special::armed(state, (who, target), what, with, Defense::Vigor);
    let weapon = state.weapon(who, with);
    attempt.fine = match weapon.is_some_and(riders::look_at_the_total) {
        true => Fine::Total,
        false => Fine::Great(&GREAT),
    };
    let outcome = roll(scene, &attempt, moment)?;
    special::came(&mut thrown, &attempt, outcome);
    if !outcome.verdict.hits() {
        return Ok(thrown);
    }
    scene.cite(rule!("wrestling/grapple"));
    scene.cite(rule!("wrestling/die-steps"));
    let mut steps = 1;
    for size in GREAT {
        if outcome.great(size) {
            special::great(scene, &mut thrown, rule!("wrestling/grapple-great-success"));
            steps += 1;
        }
    }
    let critical = outcome.verdict == Verdict::Critical
        && !scene.state().sheet(target).traits.immune_criticals;
    let state = scene.state();
    let weapon = state.weapon(who, with);
    let dice = weapon.and_then(|weapon| weapon.damage);
    let own = feint(state, (who, target), false);
    let hit = WeaponHit {
        by: who,
        with,
        critical,
        dice: dice.map(|dice| improved(dice, steps)),
        times: 1,
        own: &own,
    };
    let amount = damage::roll(scene, hit)?;
    let strike = Strike::plain(target, with);
    let state = scene.state();
    let bare = state
        .weapon(who, with)
        .is_some_and(|weapon| weapon.category == Category::Unarmed);
    if let Some(mut blow) = amount.and_then(|amount| blow(state, &strike, who, amount)) {
        blow.nonlethal |= bare;
        thrown.push(Effect::Damage(blow));
    }
    let outcome = Some(outcome);
    riders::of_weapon(scene, &attempt, with, (outcome, critical), &mut thrown)?;
    Ok(thrown)
}

#[cfg(test)]
mod tests {
    use affray_kernel::dice::Pool;

    use super::*;

    fn dice(notation: &str) -> Amount {
        Amount::Dice(notation.parse::<Pool>().expect("dice"))
    }

    #[test]
    fn dice_climb_the_ladder_and_stop_at_its_end() {
        assert_eq!(improved(dice("1d3"), 1), dice("1d4"));
        assert_eq!(improved(Amount::Fixed(1), 2), dice("1d3"));
        assert_eq!(improved(dice("2d8"), 3), dice("2d10"));
    }

    #[test]
    fn dice_beside_the_ladder_count_as_the_nearest_step() {
        assert_eq!(improved(dice("2d4"), 0), dice("1d8"));
    }
}
