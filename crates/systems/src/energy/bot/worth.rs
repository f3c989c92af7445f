//! What attacks promise: expected damage for each Energy they cost, in thousandths.

use affray_kernel::dice::Pool;
use affray_kernel::{Arm, CreatureId};

use super::{claim, foes, is_down, lies_open, plainly, possible};
use crate::energy::act::{Act, Action, Approach, Attempt, Boost, Interrupt, Maneuver, Pay, Strike};
use crate::energy::actions::strike::{cost, is_ranged, plain, reached, strikes};
use crate::energy::actions::{agile_move, maneuver};
use crate::energy::rules::aura::protected;
use crate::energy::rules::damage::multiplied;
use crate::energy::rules::facing::faces;
use crate::energy::rules::melee::{critical_from, no_evasion};
use crate::energy::rules::numbers::{
    attack_value_tally, coverage, defenseless, enemies, evasion_tally, fortitude_tally, is_unarmed,
    masab, masdb, metres_between, miss_chance_modifier_tally, proficient, range_m,
    ranged_evasion_tally, rating, unarmed_evasion_tally,
};
use crate::energy::rules::swift::During;
use crate::energy::rules::{draw_weight, ranged};
use crate::energy::sheet::Working;
use crate::energy::state::{Condition, PowerId, State};

/// A certainty.
const SURE: i32 = 1000;

/// Stamina that a bot keeps back when it puts some into attacks.
const RESERVE: i16 = 8;

/// The chance in thousandths that an exploding die of so many sides shows at least `least`, with Disadvantage or without.
fn at_least(sides: i32, least: i32, hampered: bool) -> i32 {
    let plain = if least <= 1 {
        SURE
    } else if least <= sides {
        SURE * (sides + 1 - least) / sides
    } else {
        at_least(sides, least - sides, false) / sides
    };
    if hampered {
        plain * plain / SURE
    } else {
        plain
    }
}

/// The mean of dice, in thousandths.
fn mean(dice: Option<Pool>) -> i32 {
    dice.map_or(0, |pool| {
        let each = (SURE * (i32::from(pool.sides()) + 1)) / 2;
        i32::from(pool.dice()) * each * i32::from(pool.factor()) + SURE * i32::from(pool.bonus())
    })
}

/// Whether its Evasion rolls are at a Disadvantage against that attacker.
fn hampered(state: &State, on: CreatureId, by: CreatureId) -> bool {
    let conditions = [
        Condition::Surprised,
        Condition::Dazed,
        Condition::Blinded,
        Condition::Prone,
    ];
    conditions.into_iter().any(|kind| state.has(on, kind)) || !faces(state, on, by)
}

/// The chance in thousandths that a melee attack of that Attack Value hits.
fn melee_chance(state: &State, by: CreatureId, on: CreatureId, value: i32) -> i32 {
    let lucky = 50;
    if no_evasion(state, on, by).is_some() {
        return SURE - lucky;
    }
    let evasion = if faces(state, on, by) {
        evasion_tally(state, on).total()
    } else {
        unarmed_evasion_tally(state, on).total()
    };
    let tie = i32::from(!state.body(on).defending);
    let misses = at_least(10, value - evasion + tie, hampered(state, on, by));
    (SURE - misses).clamp(lucky, SURE - lucky)
}

/// The chance that a shot hits.
fn ranged_chance(state: &State, by: CreatureId, strike: &Strike) -> i32 {
    let on = strike.target;
    let modifier = miss_chance_modifier_tally(state, by, strike.with, strike.thrown);
    let base = ranged::miss_chance(state, by, on, modifier, strike.nonlethal).total();
    let evades = ranged::may_evade(state, on, by);
    let evasion = if evades {
        3 + ranged_evasion_tally(state, on, faces(state, on, by)).total()
    } else {
        0
    };
    let hit = (SURE * (21 - base - evasion) / 20).clamp(50, 950);
    let (metres, range) = (
        metres_between(state, by, on),
        range_m(state, by, strike.with, strike.thrown),
    );
    if metres <= range[0] {
        SURE - (SURE - hit) * (SURE - hit) / SURE
    } else if metres > range[1] {
        hit * hit / SURE
    } else {
        hit
    }
}

/// Expected damage of a hit, in thousandths.
fn damage(state: &State, by: CreatureId, strike: &Strike) -> i32 {
    let on = strike.target;
    let Some(weapon) = state.weapon(by, strike.with) else {
        return 0;
    };
    let from_afar = is_ranged(state, by, strike);
    let more = if from_afar {
        match strike.with {
            Arm::Item(item) if !strike.thrown => {
                let row = usize::from(state.item(item).draw);
                i32::from(draw_weight::extra_damage(weapon, row))
            }
            _ => 0,
        }
    } else if is_unarmed(state, by, strike.with) {
        i32::from(masab(state, by).max(1))
    } else {
        i32::from(masdb(state, by))
    };
    let boost = strike.boost.map_or(0, |boost| i32::from(boost.stamina));
    let raw = mean(weapon.damage) + SURE * (more + boost);
    let threshold = critical_from(state, by, Some(strike.with));
    let struck = (i32::from(coverage(state, on, from_afar)) - 1).clamp(0, threshold - 1);
    let armored = (raw - SURE * i32::from(rating(state, on))).max(0);
    let base = (raw * (20 - struck) + armored * struck) / 20;
    let sheet = state.sheet(on);
    let weak = u8::from(sheet.weaknesses.contains(&weapon.kind));
    let mut halvings = u8::from(sheet.resistances.contains(&weapon.kind));
    halvings += u8::from(!proficient(state, by, weapon.requirement));
    halvings += u8::from(strike.thrown && weapon.thrown.is_none());
    multiplied(base, weak, halvings)
}

/// What an attack promises for each Energy it costs.
fn promise(state: &State, by: CreatureId, strike: &Strike, swift: bool) -> i32 {
    let chance = if is_ranged(state, by, strike) {
        ranged_chance(state, by, strike)
    } else {
        melee_chance(
            state,
            by,
            strike.target,
            attack_value_tally(state, by, strike.with).total(),
        )
    };
    let on = strike.target;
    let mut gain = chance * damage(state, by, strike) / SURE;
    if !protected(state, on) && gain > 0 {
        // Without Aura any wound is a Death roll, however small.
        gain = gain.max(chance * 8);
    }
    let price = i32::from(cost(state, by, strike, swift).energy.max(1));
    let slips_away = !swift
        && !is_ranged(state, by, strike)
        && super::surviving::way_out(state, on, by, strike.with).is_some()
        && state.body(by).agility <= strike.approach.len() as i16;
    // Whoever can step aside and not be followed costs a point of Energy and loses one of Agility: that is worth something, too.
    if slips_away {
        gain / (2 * price)
    } else {
        gain / price
    }
}

/// What knocking somebody down, disarming or holding it promises: worth about as much as a good hit on whoever is strong.
fn promise_of_maneuver(state: &State, by: CreatureId, attempt: &Attempt, swift: bool) -> i32 {
    let on = attempt.target;
    let full = attack_value_tally(state, by, attempt.with).total();
    let hit = melee_chance(state, by, on, full - 5);
    let resists = at_least(10, full + 1 - fortitude_tally(state, on).total(), false);
    let chance = match attempt.maneuver {
        Maneuver::Restrain => hit,
        _ => hit * (SURE - resists) / SURE,
    };
    let worth = match attempt.maneuver {
        Maneuver::Trip if !is_down(state, on) => 4,
        Maneuver::Disarm(_) => 4,
        Maneuver::Restrain if !is_down(state, on) && allies_near(state, by, on) => 6,
        _ => 0,
    };
    let price = i32::from(maneuver::cost(state, by, attempt, swift).energy.max(1));
    chance * worth / price
}

/// Whether somebody of one's side stands by to make use of it.
fn allies_near(state: &State, by: CreatureId, on: CreatureId) -> bool {
    state.creatures().any(|other| {
        other != by
            && !enemies(state, by, other)
            && crate::energy::rules::numbers::able(state, other)
            && metres_between(state, other, on) <= 2
    })
}

/// Attacks worth considering on somebody, those out of Reach with the Agile Moves that bring them into it.
fn attacks(state: &State, who: CreatureId, on: CreatureId) -> Vec<Strike> {
    let mut found = Vec::new();
    for strike in strikes(state, who, on) {
        if strike.thrown && !worth_throwing(state, who, &strike) {
            continue;
        }
        if !is_ranged(state, who, &strike) && reached(state, who, on, strike.with).is_err() {
            let Some(to) = super::moving::agile_step_into_reach(state, who, on, strike.with) else {
                continue;
            };
            let moved = Strike {
                approach: Approach::from_slice(&[to]),
                ..strike
            };
            if agile_move::able_to_move(state, who).is_ok() {
                found.push(moved);
            }
            continue;
        }
        if let Some(boosted) = boosted(state, who, &strike) {
            found.push(boosted);
        }
        found.push(strike);
    }
    found
}

/// Weapons made for it are thrown at whoever is out of Reach, if another is at hand.
fn worth_throwing(state: &State, who: CreatureId, strike: &Strike) -> bool {
    let made_for_it = state
        .weapon(who, strike.with)
        .is_some_and(|weapon| weapon.thrown.is_some());
    let far = reached(state, who, strike.target, strike.with).is_err();
    let Arm::Item(own) = strike.with else {
        return false;
    };
    let another = state.all_items().any(|(id, item)| {
        id != own && item.place.bearer() == Some(who) && state.kind(id).weapon().is_some()
    });
    made_for_it && far && another
}

/// The same attack with Stamina put into it, where there is plenty.
fn boosted(state: &State, who: CreatureId, strike: &Strike) -> Option<Strike> {
    if is_ranged(state, who, strike) || is_unarmed(state, who, strike.with) {
        return None;
    }
    let spare = state.body(who).stamina - RESERVE;
    let power = state
        .sheet(who)
        .powers
        .iter()
        .map(|number| PowerId(*number));
    let id = power
        .clone()
        .find(|id| state.power(*id).works == Working::PowerStrike && spare >= 1)?;
    let stamina = spare.clamp(1, 3) as u8;
    Some(Strike {
        boost: Some(Boost { power: id, stamina }),
        ..strike.clone()
    })
}

/// The attack or maneuver that promises most, among those that can be paid for.
pub(super) fn best(state: &State, who: CreatureId) -> Option<Act> {
    let mut found: Vec<(i32, Action)> = Vec::new();
    for on in foes(state, who) {
        for strike in attacks(state, who, on) {
            found.push((promise(state, who, &strike, false), Action::Attack(strike)));
        }
        if lies_open(state, on) {
            for attempt in maneuver::attempts(state, who, on) {
                let promise = promise_of_maneuver(state, who, &attempt, false);
                found.push((promise, Action::Maneuver(attempt)));
            }
        }
    }
    for on in finishable(state, who) {
        found.extend(
            strikes(state, who, on)
                .filter(|strike| !strike.thrown)
                .map(|strike| (SURE, Action::Attack(strike))),
        );
    }
    found.retain(|(promise, _)| *promise > 0);
    found.sort_by_key(|(promise, _)| std::cmp::Reverse(*promise));
    found.into_iter().find_map(|(promise, action)| {
        let price = i32::from(super::actions::cost(state, who, &action).energy);
        if promise * price >= SURE {
            claim(state, who, action)
        } else {
            plainly(state, who, action)
        }
    })
}

/// Things that bar the way, and whoever lies unconscious when nobody is left to fight: nobody else needs killing.
fn finishable(state: &State, who: CreatureId) -> Vec<CreatureId> {
    if !foes(state, who).is_empty() {
        return Vec::new();
    }
    state
        .creatures()
        .filter(|on| enemies(state, who, *on) && defenseless(state, *on, who))
        .filter(|on| state.sheet(*on).traits.object && !state.has(*on, Condition::Dead))
        .collect()
}

/// The Swift Attack that promises most at this moment.
pub(super) fn best_swift(state: &State, who: CreatureId, during: During) -> Option<Interrupt> {
    if state.body(who).swift || state.body(who).energy < 1 {
        return None;
    }
    let mut found: Vec<(i32, Interrupt)> = Vec::new();
    for on in foes(state, who) {
        let near = metres_between(state, who, on) <= 4;
        for strike in strikes(state, who, on).filter(|strike| !strike.thrown) {
            if near || is_ranged(state, who, &strike) {
                let promise = promise(state, who, &strike, true);
                found.push((promise, Interrupt::Strike(strike, Pay::PLAIN)));
            }
        }
        if near {
            for attempt in maneuver::attempts(state, who, on) {
                let promise = promise_of_maneuver(state, who, &attempt, true);
                found.push((promise, Interrupt::Maneuver(attempt, Pay::PLAIN)));
            }
        }
    }
    found.retain(|(promise, _)| *promise > 0);
    found.sort_by_key(|(promise, _)| std::cmp::Reverse(*promise));
    found
        .into_iter()
        .map(|(_, given)| given)
        .find(|given| possible(state, who, given, during))
}

/// A plain attack with what promises most on somebody, whatever it costs: how dangerous a creature is to another.
pub(super) fn threat(state: &State, by: CreatureId, on: CreatureId) -> i32 {
    let arms = crate::energy::rules::numbers::melee_arms(state, by);
    arms.map(|arm| {
        let strike = plain(on, arm, false);
        promise(state, by, &strike, false) * i32::from(cost(state, by, &strike, false).energy)
    })
    .max()
    .unwrap_or(0)
}
