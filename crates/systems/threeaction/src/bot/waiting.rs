//! When a bot lets its Enemies come: what it readies, when it carries that out, and when it delays its Turn.

use std::ops::ControlFlow;

use affray_kernel::CreatureId;

use super::distance::strikes_from_afar;
use super::moving::{gets_to, known_enemies, nearest_enemy};
use super::weighing::Weighing;
use super::{beset, fight, legal, offers, worth};
use crate::act::{Act, Event, Target, Trigger, Window};
use crate::rules::numbers::{able, allies, distance_ft, reach_ft, speed_ft, threat_ft};
use crate::rules::occupied::is_unknown;
use crate::rules::turns::actions_left;
use crate::sheet::Use;
use crate::state::{Arm, Condition, State};

/// In how many Moves an Enemy has to come for a blow to be left to it in the same Turn.
const MOVES: i16 = 2;

/// In the first Round, where nobody fights as yet and it could not strike twice in this Turn, whoever fights hand to hand lets Enemies come that
/// do the same: who comes spends the Actions, and is struck first. Afterwards it waits for nobody, so that two who wait do not wait for ever, and
/// whoever sees that an Enemy waits goes to it.
pub(super) fn receive(state: &State, who: CreatureId) -> Option<Act> {
    let body = state.body(who);
    if state.clock.round > 1 || state.bodies.len() <= 2 || body.actions_used > 0 {
        return None;
    }
    let goes_itself = body.mount.is_some() || body.flying || is_heard(state, who);
    if goes_itself || strikes_from_afar(state, who) || is_fight_on(state, who) {
        return None;
    }
    let (distance, _) = nearest_enemy(state, who)?;
    if distance <= threat_ft(state, who) + speed_ft(state, who) {
        return None;
    }
    let foes: Vec<CreatureId> = known_enemies(state, who)
        .filter(|foe| able(state, *foe))
        .collect();
    let waits_or_shoots =
        |foe: &CreatureId| strikes_from_afar(state, *foe) || state.body(*foe).readied.is_some();
    if foes.iter().any(waits_or_shoots) {
        return None;
    }
    let mut coming = foes.into_iter().filter(|foe| comes(state, *foe, who));
    let foe = coming.find(|foe| gets_to(state, *foe, who))?;
    ready_strike(state, who, foe)
}

/// Whether it has others to command, whose Actions are not for waiting.
fn is_heard(state: &State, who: CreatureId) -> bool {
    let owns = |other: CreatureId| state.sheet(other).owner == Some(who);
    state
        .creatures()
        .any(|other| owns(other) && able(state, other))
}

/// Whoever waits with something readied has a Dodge for what is left of its Turn, which those it has commanded may still use.
pub(super) fn keep_waiting(state: &State, who: CreatureId) -> Option<Act> {
    let dodges = state.body(who).dodges == 0 && legal(state, who, &Act::Dodge);
    if dodges {
        Some(Act::Dodge)
    } else {
        super::end(state, who)
    }
}

/// Whether anybody of its side is in an Enemy's Reach already.
fn is_fight_on(state: &State, who: CreatureId) -> bool {
    state
        .creatures()
        .any(|one| (one == who || allies(state, who, one)) && able(state, one) && beset(state, one))
}

/// Whether an Enemy is going to come to blows with a creature in its next Turn: it knows of it, is free to go, and near enough.
pub(super) fn comes(state: &State, foe: CreatureId, who: CreatureId) -> bool {
    const STAYS: u32 = Condition::bits(&[
        Condition::Entangled,
        Condition::Grappled,
        Condition::Prone,
        Condition::Buried,
    ]);
    let body = state.body(foe);
    let is_free = body.hp > 0 && !body.unaware && !state.has_any(foe, STAYS);
    let far = threat_ft(state, foe) + MOVES * speed_ft(state, foe);
    is_free && !is_unknown(state, foe, who) && distance_ft(state, foe, who) <= far
}

/// A blow for whoever comes within Reach, with what does most to that Enemy.
fn ready_strike(state: &State, who: CreatureId, foe: CreatureId) -> Option<Act> {
    let strikes = |arm: &Arm| {
        let weapon = state.weapon(who, *arm);
        weapon.is_some_and(|weapon| weapon.uses.contains(&Use::Melee) && weapon.dice.is_some())
    };
    let with = offers::arms(state, who)
        .filter(strikes)
        .filter(|arm| crate::rules::hands::can_use(state, who, *arm).is_ok())
        .max_by_key(|arm| {
            let does = worth::damage(state, who, foe, *arm);
            (does, reach_ft(state, who, *arm))
        })?;
    let strike = Act::Strike {
        target: Target::Creature(foe),
        with,
        using: None,
    };
    let trigger = Trigger {
        who: None,
        event: Event::ComesInReach,
    };
    Some(Act::Ready(Box::new(strike), trigger)).filter(|act| legal(state, who, act))
}

/// With nothing else to do: delays the Turn if somebody is still to come who may change that, or readies a blow for whoever comes.
pub(super) fn wait(state: &State, who: CreatureId) -> Option<Act> {
    let body = state.body(who);
    if body.hp <= 0 || body.readied.is_some() {
        return None;
    }
    let delays = || !body.delaying && is_worth_a_delay(state, who);
    if delays() && legal(state, who, &Act::Delay) {
        return Some(Act::Delay);
    }
    if actions_left(state, who) < 2 || is_heard(state, who) {
        return None;
    }
    let able_ones = known_enemies(state, who).filter(|foe| able(state, *foe));
    let foe = able_ones.min_by_key(|foe| distance_ft(state, who, *foe))?;
    ready_strike(state, who, foe)
}

/// Whether an Enemy that may come near, or an Ally that may be in the way, has its Turn later in the Round.
fn is_worth_a_delay(state: &State, who: CreatureId) -> bool {
    let may_come = |one: CreatureId| !allies(state, who, one) && comes(state, one, who);
    let is_in_the_way =
        |one: CreatureId| allies(state, who, one) && distance_ft(state, who, one) <= 5;
    still_to_come(state, who).any(|one| may_come(one) || is_in_the_way(one))
}

/// Others who have their Turn later in this Round and do not delay it themselves.
fn still_to_come(state: &State, who: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    let clock = &state.clock;
    let left = clock.order.iter().skip(usize::from(clock.place)).copied();
    left.filter(move |other| {
        let body = state.body(*other);
        *other != who
            && able(state, *other)
            && body.hp > 0
            && !body.unaware
            && !body.delaying
            && body.had_turn < clock.round
            && !is_unknown(state, who, *other)
    })
}

/// Who has delayed enters as soon as there is something to strike, and when nobody else is to come.
pub(super) fn enter(state: &State, who: CreatureId) -> Act {
    let enters = still_to_come(state, who).next().is_none() || fight(state, who).is_some();
    if enters { Act::Enter } else { Act::Pass }
}

/// The best that a readied Action can do now; what is not weighed is done as it was readied.
pub(super) fn trigger(state: &State, who: CreatureId, window: &Window) -> Act {
    let weighing = Weighing::new(state);
    let mut best: Option<(i32, Act)> = None;
    let mut look = |act: Act| {
        if let Act::Trigger(inner) = &act {
            let promise = worth::of(&weighing, who, inner);
            if best.as_ref().is_none_or(|(most, _)| promise > *most) {
                best = Some((promise, act));
            }
        }
        ControlFlow::Continue(())
    };
    offers::sift(state, (who, window), &mut look, &mut |_, _| {});
    best.map_or(Act::Pass, |(_, act)| act)
}
