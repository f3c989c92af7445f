//! What attacks promise: expected damage for each Energy they cost, in thousandths.

use std::cmp::Reverse;

use affray_kernel::dice::Pool;
use affray_kernel::grid::Cell;
use affray_kernel::{Arm, CreatureId};

use super::known::Known;
use super::{
    affordable, claim, foes, hiding, is_down, lies_open, plainly, possible, shoving, spare_stamina,
};
use crate::act::{Act, Action, Approach, Attempt, Boost, Interrupt, Maneuver, Pay, Strike};
use crate::actions::strike::{cost, faced, is_ranged, plain, reached, strikes};
use crate::actions::{agile_move, maneuver, things};
use crate::rules::aura::protected;
use crate::rules::damage::multiplied;
use crate::rules::defenses::Seen;
use crate::rules::facing::{faces, faces_one_at};
use crate::rules::melee::{critical_from, no_evasion};
use crate::rules::numbers::{
    able, attack_value_tally, coverage, defenseless, enemies, evasion_tally, fortitude_tally,
    is_unarmed, longest_reach, masab, masdb, metres_between, miss_chance_modifier_tally,
    proficient, range_m, ranged_evasion_tally, rating, unarmed_evasion_tally,
};
use crate::rules::rounds::FULL_ENERGY;
use crate::rules::swift::{During, allowed, lays_open};
use crate::rules::{draw_weight, ranged};
use crate::sheet::{Weapon, Working};
use crate::state::{Condition, ItemId, PowerId, State};

/// A certainty.
pub(super) const SURE: i32 = 1000;

/// What a wound is worth that means a Death roll, in points of damage: about one in four ends the fight for somebody.
pub(super) const WOUND: i32 = 4;

/// How much harm somebody takes on average after the Aura is gone, in points of damage.
pub(super) const LAST_LIFE: i32 = 12;

/// What the last points of an Aura are worth, in points of damage.
pub(super) const LAST_AURA: i32 = 3;

/// In so many Rounds blows must be able to fell somebody, or something else is tried.
const ROUNDS_MAX: i32 = 40;

/// Stamina that a bot keeps back when it puts some into attacks: in place of Energy, a point a Round, it does more harm.
const RESERVE: i16 = 11;

/// The chance in thousandths that an exploding die of so many sides shows at least `least`, with Disadvantage or without.
pub(super) fn at_least(sides: i32, least: i32, hampered: bool) -> i32 {
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
pub(super) fn mean(dice: Option<Pool>) -> i32 {
    dice.map_or(0, |pool| {
        let each = (SURE * (i32::from(pool.sides()) + 1)) / 2;
        i32::from(pool.dice()) * each * i32::from(pool.factor()) + SURE * i32::from(pool.bonus())
    })
}

/// Where an attacker stands when it strikes, the Agile Moves that it declares being made.
fn stand(state: &State, by: CreatureId, strike: &Strike) -> Cell {
    strike.approach.last().copied().unwrap_or(state.body(by).at)
}

/// Whether its Evasion rolls are at a Disadvantage.
pub(super) fn hampered(state: &State, on: CreatureId, faced: bool) -> bool {
    let conditions = [
        Condition::Surprised,
        Condition::Dazed,
        Condition::Blinded,
        Condition::Prone,
    ];
    !faced || conditions.into_iter().any(|kind| state.has(on, kind))
}

/// The chance in thousandths that a melee attack of that Attack Value from there hits.
fn melee_chance(state: &State, (by, at): (CreatureId, Cell), on: CreatureId, value: i32) -> i32 {
    let lucky = 50;
    if no_evasion(state, on, by, Seen::default()).is_some() {
        return SURE - lucky;
    }
    let faced = faces_one_at(state, on, by, at);
    let evasion = if faced {
        evasion_tally(state, on).total()
    } else {
        unarmed_evasion_tally(state, on).total()
    };
    let tie = i32::from(!state.body(on).defending);
    let misses = at_least(10, value - evasion + tie, hampered(state, on, faced));
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
    let range = range_m(state, by, strike.with, strike.thrown);
    hit_chance(base + evasion, metres_between(state, by, on), range)
}

/// The chance that a Hit roll beats such a Miss Chance from so far away, with Advantage or Disadvantage by the range.
pub(super) fn hit_chance(misses: i32, metres: i16, range: [i16; 3]) -> i32 {
    let hit = (SURE * (21 - misses) / 20).clamp(50, 950);
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
    let raw = mean(weapon.damage) + SURE * added(state, by, strike, weapon);
    let threshold = critical_from(state, by, Some(strike.with));
    let struck = (i32::from(coverage(state, on, from_afar)) - 1).clamp(0, threshold - 1);
    let armored = (raw - SURE * i32::from(rating(state, on))).max(0);
    let base = (raw * (20 - struck) + armored * struck) / 20;
    let sheet = state.sheet(on);
    let weak = u8::from(sheet.weaknesses.contains(&weapon.kind));
    let mut halvings = u8::from(sheet.resistances.contains(&weapon.kind));
    halvings += u8::from(!proficient(state, by, weapon.requirement));
    halvings += u8::from(strike.thrown && weapon.thrown.is_none());
    multiplied(base, weak + u8::from(is_doubled(state, strike)), halvings)
}

/// Whether an ability doubles the damage (`damage/multipliers-add`).
fn is_doubled(state: &State, strike: &Strike) -> bool {
    let works = strike.boost.map(|boost| &state.power(boost.power).works);
    works == Some(&Working::Doubling)
}

/// The chance in thousandths that a hit does any damage at all.
fn wounds(state: &State, by: CreatureId, strike: &Strike) -> i32 {
    let on = strike.target;
    let Some(weapon) = state.weapon(by, strike.with) else {
        return 0;
    };
    let from_afar = is_ranged(state, by, strike);
    let threshold = critical_from(state, by, Some(strike.with));
    let struck = (i32::from(coverage(state, on, from_afar)) - 1).clamp(0, threshold - 1);
    let halvings = i32::from(state.sheet(on).resistances.contains(&weapon.kind))
        + i32::from(!proficient(state, by, weapon.requirement))
        + i32::from(strike.thrown && weapon.thrown.is_none());
    let weak = i32::from(state.sheet(on).weaknesses.contains(&weapon.kind));
    let least = ((1 << halvings) + weak) / (1 + weak) - added(state, by, strike, weapon);
    let bare = shows(weapon.damage, least);
    let armored = shows(weapon.damage, least + i32::from(rating(state, on)));
    (bare * (20 - struck) + armored * struck) / 20
}

/// The chance in thousandths that dice show at least so much, as if each total were as likely as the others.
fn shows(dice: Option<Pool>, least: i32) -> i32 {
    let (low, high) = dice.map_or((0, 0), |pool| {
        let (dice, factor, bonus) = (
            i32::from(pool.dice()),
            i32::from(pool.factor()),
            i32::from(pool.bonus()),
        );
        let sides = i32::from(pool.sides());
        (dice * factor + bonus, dice * sides * factor + bonus)
    });
    let totals = high - low + 1;
    SURE * (high + 1 - least.max(low)).clamp(0, totals) / totals
}

/// What is added to the damage dice of an attack.
fn added(state: &State, by: CreatureId, strike: &Strike, weapon: &Weapon) -> i32 {
    let more = if is_ranged(state, by, strike) {
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
    let boost = strike.boost.filter(|_| !is_doubled(state, strike));
    more + boost.map_or(0, |boost| i32::from(boost.stamina))
}

/// What an attack comes to on average, in thousandths of points of damage.
pub(super) fn expected(state: &State, by: CreatureId, strike: &Strike) -> i32 {
    let (on, wounds) = (strike.target, wounds(state, by, strike));
    if wounds == 0 {
        return 0;
    }
    let chance = if is_ranged(state, by, strike) {
        ranged_chance(state, by, strike)
    } else {
        let value = attack_value_tally(state, by, strike.with).total();
        melee_chance(state, (by, stand(state, by, strike)), on, value)
    };
    if protected(state, on) {
        // What goes beyond the Aura is lost, and yet it is broken.
        let most = SURE * i32::from(state.body(on).aura).max(LAST_AURA);
        chance * damage(state, by, strike).min(most) / SURE
    } else {
        chance * wounds / SURE * WOUND
    }
}

/// How much more it is worth in percent to harm that one than another: whoever is nearly done for, and whoever is dangerous.
fn urgency(known: &Known<'_>, by: CreatureId, on: CreatureId) -> i32 {
    let left = i32::from(known.state.body(on).aura.max(0)) + LAST_LIFE;
    let danger = 40 + (known.threat(on, by) / 30).min(160);
    danger * 50 / (left + 20)
}

/// What attacks with something on somebody would promise for each Energy if it were in hand and in Reach, loading included where it is not
/// loaded yet.
pub(super) fn prospect(known: &Known<'_>, by: CreatureId, on: CreatureId, with: Arm) -> i32 {
    let (state, attack) = (known.state, plain(on, with, false));
    let load = match with {
        Arm::Item(id) if is_ranged(state, by, &attack) && is_to_be_loaded(state, by, id) => {
            things::load_cost(state, id).energy
        }
        _ => 0,
    };
    let price = cost(state, by, &attack, false).energy + load;
    expected(state, by, &attack) / i32::from(price.max(1))
}

/// Whether a weapon has to be loaded for the next shot.
fn is_to_be_loaded(state: &State, by: CreatureId, item: ItemId) -> bool {
    let weapon = state.weapon(by, Arm::Item(item));
    let shooting = weapon.and_then(|weapon| weapon.shooting);
    !state.item(item).loaded && shooting.is_some_and(|shooting| shooting.load_energy > 0)
}

/// What an attack on somebody of that urgency promises for each Energy it costs.
fn promise(
    known: &Known<'_>,
    by: CreatureId,
    strike: &Strike,
    (swift, urgency): (bool, i32),
) -> i32 {
    let (state, on) = (known.state, strike.target);
    let gain = expected(state, by, strike) * urgency / 100;
    let price = i32::from(cost(state, by, strike, swift).energy.max(1));
    let slips_away = !swift
        && !is_ranged(state, by, strike)
        && state.body(by).agility <= strike.approach.len() as i16
        && super::surviving::has_way_out(known, on, by, strike.with);
    // Whoever can step aside and not be followed costs a point of Energy and loses one of Agility: that is worth something, too.
    if slips_away {
        gain / (2 * price)
    } else {
        gain / price
    }
}

/// Whether blows alone would take more Rounds than any fight lasts, as those of bare hands on plate do.
fn is_hopeless(known: &Known<'_>, by: CreatureId, struck: &[Strike]) -> bool {
    let state = known.state;
    let Some(on) = struck.first().map(|strike| strike.target) else {
        return false;
    };
    let left = i32::from(state.body(on).aura.max(0)) + LAST_LIFE;
    let fells = |strike: &Strike| {
        let price = i32::from(cost(state, by, strike, false).energy.max(1));
        let harm = expected(state, by, strike) / price;
        harm * i32::from(FULL_ENERGY) * ROUNDS_MAX >= left * SURE
    };
    !struck.iter().any(fells)
}

/// What knocking somebody down, disarming or holding it promises: worth about as much as a good hit on whoever is strong. Where it is not
/// Exposed the first Defense roll has Advantage (`maneuvers/target-not-exposed`).
fn promise_of_maneuver(
    known: &Known<'_>,
    by: CreatureId,
    attempt: &Attempt,
    (swift, urgency): (bool, i32),
) -> i32 {
    let (state, on) = (known.state, attempt.target);
    let full = attack_value_tally(state, by, attempt.with).total();
    let plain = melee_chance(state, (by, state.body(by).at), on, full - 5);
    let hit = if swift || lies_open(state, by, on) {
        plain
    } else {
        plain * plain / SURE
    };
    let resists = at_least(10, full + 1 - fortitude_tally(state, on).total(), false);
    let chance = match attempt.maneuver {
        Maneuver::Restrain => hit,
        _ => hit * (SURE - resists) / SURE,
    };
    let worth = match attempt.maneuver {
        Maneuver::Trip if !is_down(state, on) => 4 + 2 * company(state, by, on),
        Maneuver::Disarm(_) => 4,
        // Whoever holds does not attack either: that pays against somebody more dangerous than oneself.
        Maneuver::Restrain
            if !is_down(state, on)
                && company(state, by, on) > 0
                && known.threat(on, by) > known.threat(by, on) =>
        {
            6
        }
        // Whoever is pushed lies open to a Swift Attack of everybody near.
        Maneuver::Push if !state.has(on, Condition::Unguarded) => {
            3 * ready_ones(state, by, on) + shoving::worst(state, by, on)
        }
        Maneuver::Push => shoving::worst(state, by, on),
        _ => 0,
    };
    let price = i32::from(maneuver::cost(state, by, attempt, swift).energy.max(1));
    chance * worth / price * urgency / 100
}

/// What striking at somebody who does not know of it would come to with so much Energy, weighed by how urgent that is, and what it costs: in
/// melee a Swift Attack if there is one left (`swift/cost`). `hidden` is the fight where it has hidden.
pub(super) fn struck_unaware(
    known: &Known<'_>,
    hidden: &State,
    (by, on): (CreatureId, CreatureId),
    energy: i16,
) -> (i32, i16) {
    let urgency = urgency(known, by, on);
    let swift = !hidden.body(by).swift;
    let blows = strikes(hidden, by, on).filter(|strike| {
        !is_ranged(hidden, by, strike) && reached(hidden, by, on, strike.with).is_ok()
    });
    let priced = blows.map(|strike| {
        let price = cost(hidden, by, &strike, swift).energy.max(1);
        (expected(hidden, by, &strike) * urgency / 100, price)
    });
    let paid = priced.filter(|(_, price)| *price <= energy);
    paid.max_by_key(|(harm, price)| (*harm, Reverse(*price)))
        .unwrap_or((0, 1))
}

/// Whether a maneuver is of use to whoever does no harm with blows: it takes the weapon of somebody more dangerous than oneself, or friends
/// who can do some harm make use of it.
fn opens(known: &Known<'_>, by: CreatureId, attempt: &Attempt) -> bool {
    let on = attempt.target;
    match attempt.maneuver {
        Maneuver::Disarm(_) => known.threat(on, by) > known.threat(by, on),
        _ => friends_near(known.state, by, on).any(|friend| known.threat(friend, on) > 0),
    }
}

/// Those of one's side who stand by.
fn friends_near(
    state: &State,
    by: CreatureId,
    on: CreatureId,
) -> impl Iterator<Item = CreatureId> + '_ {
    state.creatures().filter(move |other| {
        *other != by
            && !enemies(state, by, *other)
            && able(state, *other)
            && metres_between(state, *other, on) <= 2
    })
}

/// How many of one's side stand by to make use of it; more than three are not counted.
fn company(state: &State, by: CreatureId, on: CreatureId) -> i32 {
    friends_near(state, by, on).take(3).count() as i32
}

/// How many of them could make a Swift Attack on whoever is pushed.
fn ready_ones(state: &State, by: CreatureId, on: CreatureId) -> i32 {
    friends_near(state, by, on)
        .filter(|friend| {
            let body = state.body(*friend);
            !body.swift && body.energy > 0 && longest_reach(state, *friend) > 0
        })
        .take(3)
        .count() as i32
}

/// Attacks worth considering on somebody, those out of Reach with the Agile Moves that bring them into it.
fn attacks(known: &Known<'_>, who: CreatureId, on: CreatureId) -> Vec<Strike> {
    let (state, mut found) = (known.state, Vec::new());
    for strike in strikes(state, who, on) {
        if strike.thrown && !worth_throwing(state, who, &strike) {
            continue;
        }
        if !is_ranged(state, who, &strike) && reached(state, who, on, strike.with).is_err() {
            let Some(to) = super::moving::agile_step_into_reach(known, who, on, strike.with) else {
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
        let boosted = boosted(state, who, &strike);
        if !is_ranged(state, who, &strike)
            && let Some(approach) = super::moving::way_behind(known, who, on, strike.with)
        {
            found.push(Strike {
                approach,
                ..strike.clone()
            });
        }
        found.push(strike);
        // Of two that promise the same the first is taken: no Stamina for nothing.
        found.extend(boosted);
    }
    found
}

/// Weapons made for it are thrown at whoever is out of Reach, if another to strike with is at hand.
fn worth_throwing(state: &State, who: CreatureId, strike: &Strike) -> bool {
    let made_for_it = state
        .weapon(who, strike.with)
        .is_some_and(|weapon| weapon.thrown.is_some());
    let far = reached(state, who, strike.target, strike.with).is_err();
    let Arm::Item(own) = strike.with else {
        return false;
    };
    let another = state.all_items().any(|(id, item)| {
        let strikes = || state.kind(id).weapon().is_some_and(|weapon| weapon.melee);
        id != own && item.place.bearer() == Some(who) && strikes()
    });
    made_for_it && far && another
}

/// The same attack with Stamina put into it, where there is plenty: all that an ability takes which doubles the damage, where that does
/// more to an Aura, or some.
fn boosted(state: &State, who: CreatureId, strike: &Strike) -> Option<Strike> {
    if is_ranged(state, who, strike) || is_unarmed(state, who, strike.with) {
        return None;
    }
    let powers = || {
        let own = state.sheet(who).powers.iter();
        own.map(|number| PowerId(*number))
    };
    let doubling = powers().find_map(|id| {
        let stamina = state.power(id).stamina;
        let is_ready = state.power(id).works == Working::Doubling
            && !state.body(who).used.contains(&id)
            && i16::from(stamina) <= spare_stamina(state, who);
        is_ready.then_some((id, stamina))
    });
    let leaves_some = || {
        let taken = damage(state, who, strike);
        protected(state, strike.target) && SURE * i32::from(state.body(strike.target).aura) > taken
    };
    let spare = state.body(who).stamina - RESERVE;
    let some = || {
        let id = powers().find(|id| state.power(*id).works == Working::PowerStrike)?;
        (spare >= 1).then_some((id, spare.clamp(1, 3) as u8))
    };
    let (power, stamina) = doubling.filter(|_| leaves_some()).or_else(some)?;
    Some(Strike {
        boost: Some(Boost { power, stamina }),
        ..strike.clone()
    })
}

/// The attack or maneuver that promises most, among those that can be paid for.
pub(super) fn best(state: &State, who: CreatureId) -> Option<Act> {
    let known = Known::new(state);
    let mut found: Vec<(i32, Action)> = Vec::new();
    for on in foes(state, who) {
        let (struck, open) = (attacks(&known, who, on), lies_open(state, who, on));
        if struck.is_empty() && !open {
            continue;
        }
        let hopeless = is_hopeless(&known, who, &struck);
        let urgency = urgency(&known, who, on);
        for strike in struck {
            let promise = promise(&known, who, &strike, (false, urgency));
            found.push((promise, Action::Attack(strike)));
        }
        if open || hopeless {
            let attempts = maneuver::attempts(state, who, on);
            for attempt in attempts.filter(|attempt| !hopeless || opens(&known, who, attempt)) {
                let promise = promise_of_maneuver(&known, who, &attempt, (false, urgency));
                found.push((promise, Action::Maneuver(attempt)));
            }
        }
    }
    found.extend(loads(&known, who));
    found.extend(hiding::promise(&known, who));
    for on in finishable(state, who) {
        found.extend(
            strikes(state, who, on)
                .filter(|strike| !strike.thrown)
                .map(|strike| (SURE, Action::Attack(strike))),
        );
    }
    found.retain(|(promise, _)| *promise > 0);
    found.sort_by_key(|(promise, _)| Reverse(*promise));
    found.into_iter().find_map(|(promise, action)| {
        let price = i32::from(super::actions::cost(state, who, &action).energy);
        if promise * price >= SURE {
            claim(state, who, action)
        } else {
            plainly(state, who, action)
        }
    })
}

/// Loading what is in hand, by what its next shot promises for the Energy of both (`actions/load`).
fn loads(known: &Known<'_>, who: CreatureId) -> Vec<(i32, Action)> {
    let state = known.state;
    let empty = |id: &ItemId| things::load_possible(state, who, *id).is_ok();
    let weapons = state.held(who).map(|(id, _)| id).filter(empty);
    weapons
        .map(|id| {
            let load = i32::from(things::load_cost(state, id).energy);
            let shots = foes(state, who).into_iter().map(|on| {
                let shot = plain(on, Arm::Item(id), false);
                let gain = expected(state, who, &shot) * urgency(known, who, on) / 100;
                let [.., farthest] = range_m(state, who, shot.with, false);
                let in_range = metres_between(state, who, on) <= farthest;
                let price = i32::from(cost(state, who, &shot, false).energy) + load;
                if in_range { gain / price } else { 0 }
            });
            (shots.max().unwrap_or(0), Action::Load(id))
        })
        .collect()
}

/// Things that bar the way, and whoever lies unconscious when nobody is left to fight: nobody else needs killing.
fn finishable(state: &State, who: CreatureId) -> Vec<CreatureId> {
    if state.clock.phase.is_aftermath() || !foes(state, who).is_empty() {
        return Vec::new();
    }
    state
        .creatures()
        .filter(|on| enemies(state, who, *on) && defenseless(state, *on, who))
        .filter(|on| state.sheet(*on).traits.object && !state.has(*on, Condition::Dead))
        .collect()
}

/// Whether a Swift Attack on somebody can be made at this moment, its price aside: in melee with that, or else from afar.
fn can_be_swift(
    state: &State,
    who: CreatureId,
    on: CreatureId,
    with: Option<Arm>,
    during: During,
) -> bool {
    with.is_none_or(|arm| reached(state, who, on, arm).is_ok())
        && faced(state, who, on, during.is_none()).is_ok()
        && allowed(state, who, on, with, during).is_ok()
}

/// The Swift Attack that promises most at this moment.
pub(super) fn best_swift(state: &State, who: CreatureId, during: During) -> Option<Interrupt> {
    if state.body(who).swift
        || (state.body(who).energy < 1 && affordable(state, who).nth(1).is_none())
    {
        return None;
    }
    let known = Known::new(state);
    let mut found: Vec<(i32, Interrupt)> = Vec::new();
    let moves = |on: CreatureId| during.is_some_and(|(actor, _)| actor == on);
    let open = |on: &CreatureId| lays_open(state, who, *on) || moves(*on);
    for on in foes(state, who).into_iter().filter(open) {
        // What cannot be done at all is not weighed: that is what most moments come to.
        let can = |with| can_be_swift(state, who, on, with, during);
        let struck: Vec<Strike> = strikes(state, who, on)
            .filter(|strike| !strike.thrown)
            .filter(|strike| can((!is_ranged(state, who, strike)).then_some(strike.with)))
            .collect();
        let attempts = maneuver::attempts(state, who, on);
        let hopeless = is_hopeless(&known, who, &struck);
        let tried: Vec<Attempt> = attempts
            .filter(|attempt| can(Some(attempt.with)))
            .filter(|attempt| !hopeless || opens(&known, who, attempt))
            .collect();
        if struck.is_empty() && tried.is_empty() {
            continue;
        }
        let urgency = urgency(&known, who, on);
        for strike in struck {
            let promise = promise(&known, who, &strike, (true, urgency));
            found.push((promise, Interrupt::Strike(strike, Pay::PLAIN)));
        }
        for attempt in tried {
            let promise = promise_of_maneuver(&known, who, &attempt, (true, urgency));
            found.push((promise, Interrupt::Maneuver(attempt, Pay::PLAIN)));
        }
    }
    found.retain(|(promise, _)| *promise > 0);
    found.sort_by_key(|(promise, _)| Reverse(*promise));
    found.into_iter().find_map(|(promise, given)| {
        let ways = if promise >= SURE { usize::MAX } else { 1 };
        affordable(state, who)
            .take(ways)
            .map(|pay| given.paid(pay))
            .find(|given| possible(state, who, given, during))
    })
}

/// What the best plain attack that is possible where a creature stands comes to for each Energy, in thousandths of points of damage.
pub(super) fn best_blow(state: &State, who: CreatureId) -> i32 {
    let each = foes(state, who).into_iter().flat_map(|on| {
        let possible = strikes(state, who, on).filter(move |strike| {
            is_ranged(state, who, strike) || reached(state, who, on, strike.with).is_ok()
        });
        possible.filter(|strike| !strike.thrown).map(|strike| {
            let price = cost(state, who, &strike, false).energy.max(1);
            expected(state, who, &strike) / i32::from(price)
        })
    });
    each.max().unwrap_or(0)
}

/// The best plain attack of a creature on another, in thousandths of points of damage: how dangerous it is.
pub(super) fn threat(state: &State, by: CreatureId, on: CreatureId) -> i32 {
    strikes(state, by, on)
        .filter(|strike| !strike.thrown)
        .map(|strike| expected(state, by, &plain(on, strike.with, false)))
        .max()
        .unwrap_or(0)
}
