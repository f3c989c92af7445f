//! The policy `simple`: what a creature of this system does when a bot plays it.

mod arming;
mod climbing;
mod distance;
mod doors;
mod drifting;
mod flying;
mod hiding;
mod hindering;
mod leaping;
mod magic;
mod moving;
mod pushing;
mod riding;
mod searching;
mod surviving;
mod tripping;
mod volley;
mod waiting;
mod weighing;
mod worth;

use std::ops::ControlFlow;

use affray_kernel::CreatureId;

use self::moving::Ways;
use self::weighing::Weighing;
use super::act::{Act, Maneuver, Target, Window};
use super::rules::command::{can_go_on, may_command};
use super::rules::flying::others_have_flown_enough;
use super::rules::numbers::{able, allies, distance_ft, present, threat_ft};
use super::rules::turns::{Cost, actions_left};
use super::sheet::Use;
use super::state::{Arm, Condition, Place, State};
use super::{actions, offers};

/// Hit Points left, of all (`System::vigour`).
pub(crate) fn vigour(state: &State, who: CreatureId) -> i32 {
    let most = i32::from(state.sheet(who).max_hp).max(1);
    i32::from(state.body(who).hp) * 1000 / most
}

/// Bots count Rounds no further than this and begin again: where nothing else has changed they go on as before.
pub(crate) const ROUNDS: u16 = 60;

/// The Round as bots count it.
pub(crate) const fn counted(round: u16) -> u16 {
    if round < 2 {
        round
    } else {
        2 + (round - 2) % ROUNDS
    }
}

/// The choice of a sensible creature, made without dice.
pub(crate) fn simple(state: &State, who: CreatureId, window: &Window) -> Option<Act> {
    match window {
        Window::Turn => turn(state, who),
        Window::Readied(_) => Some(waiting::trigger(state, who, window)),
        Window::Enter(_) => Some(waiting::enter(state, who)),
        Window::PushDirection { target } => {
            pushing::direction(state, who, *target).or_else(|| first(state, who, window))
        }
        _ => first(state, who, window),
    }
}

/// The next act of a Turn. A commanded creature that has nothing to do leaves the moment to its commander, and a commander with
/// nothing left to do lets those it has commanded go on.
fn turn(state: &State, who: CreatureId) -> Option<Act> {
    let own_turn = state.turn_of() == Some(who);
    let is_spent = actions_left(state, who) == 0 && state.body(who).moving.is_none();
    if is_spent || others_have_flown_enough(state, who).is_err() {
        return own_turn.then(|| end(state, who)).flatten();
    }
    if own_turn && is_somebody_under_way(state, who) {
        return None;
    }
    let ways = Ways::of(state, who);
    let act = hindering::let_go(state, who)
        .or_else(|| own_turn.then(|| riding::mount(state, who)).flatten())
        .or_else(|| riding::dismount(state, who))
        .or_else(|| command(state, who))
        .or_else(|| flying::stay_up(state, who).filter(|act| legal(state, who, act)))
        .or_else(|| surviving::act(state, who))
        .or_else(|| volley::good(state, who))
        .or_else(|| arming::draw(&ways))
        .or_else(|| arming::pick_up(state, who))
        .or_else(|| distance::step_back(state, who).filter(|act| legal(state, who, act)))
        .or_else(|| fight(state, who))
        .or_else(|| distance::load(state, who))
        .or_else(|| gather(state, who));
    if act.is_none() && own_turn && state.body(who).readied.is_some() {
        return waiting::keep_waiting(state, who);
    }
    let act = act
        .or_else(|| own_turn.then(|| waiting::receive(state, who)).flatten())
        .or_else(|| flying::swoop(&ways).filter(|act| legal(state, who, act)))
        .or_else(|| drifting::push_off(state, who).filter(|act| legal(state, who, act)))
        .or_else(|| moving::close_in(&ways).filter(|act| legal(state, who, act)))
        .or_else(|| prepare(state, who));
    if act.is_none() && own_turn && waits_for_mount(state, who) {
        return None;
    }
    let act = act
        .or_else(|| get_there(&ways))
        .or_else(|| last_resort(state, who))
        .or_else(|| distance::dodge_shots(state, who))
        .or_else(|| own_turn.then(|| waiting::wait(state, who)).flatten());
    act.or_else(|| own_turn.then(|| end(state, who)).flatten())
}

/// Whether a creature that it commanded would go on with a Move, which an Action of the commander would end (`turns/consecutive`).
fn is_somebody_under_way(state: &State, who: CreatureId) -> bool {
    state.waiting.commanded > 0
        && state.creatures().any(|other| {
            let body = state.body(other);
            body.moving.is_some()
                && body.commander == Some(who)
                && can_go_on(state, other)
                && turn(state, other).is_some_and(|act| is_paid(state, other, &act))
        })
}

/// Whether an act goes on with an Action that is paid for.
fn is_paid(state: &State, who: CreatureId, act: &Act) -> bool {
    actions::cost(state, who, act) == Cost::Paid
}

/// Whether it rides a commanded creature that may still carry it to its Enemies.
fn waits_for_mount(state: &State, who: CreatureId) -> bool {
    let mount = state.body(who).mount;
    mount.is_some_and(|mount| can_go_on(state, mount) && turn(state, mount).is_some())
}

/// The best there is where nothing promises anything. The last weapon is thrown only where no way leads to any Enemy.
fn last_resort(state: &State, who: CreatureId) -> Option<Act> {
    let (_, act) = best_blow(state, who)?;
    let keeps = match act {
        Act::Shoot { with, .. } => !worth::is_last(state, who, with),
        _ => true,
    };
    (keeps || !moving::has_way(state, who)).then_some(act)
}

/// Ends the Turn, unless a commanded creature still has something to do.
fn end(state: &State, who: CreatureId) -> Option<Act> {
    let waiting = state.creatures().any(|other| {
        state.body(other).commander == Some(who)
            && can_go_on(state, other)
            && turn(state, other).is_some()
    });
    (!waiting).then_some(Act::EndTurn)
}

/// Whether an act is possible now.
fn legal(state: &State, who: CreatureId, act: &Act) -> bool {
    legal_in(state, who, &Window::Turn, act)
}

/// Whether an act is a possible answer in a window.
fn legal_in(state: &State, who: CreatureId, window: &Window, act: &Act) -> bool {
    actions::check(state, who, window, act).is_ok()
}

/// Commands a creature that can be commanded.
fn command(state: &State, who: CreatureId) -> Option<Act> {
    let mut candidates = state
        .creatures()
        .filter(|creature| may_command(state, who, *creature) && able(state, *creature));
    candidates
        .find_map(|creature| Some(Act::Command(creature)).filter(|act| legal(state, who, act)))
}

/// The Attack, Maneuver or Spell that promises most; for the last Action of somebody in danger that can do no great harm, cover or a
/// Dodge.
fn fight(state: &State, who: CreatureId) -> Option<Act> {
    let blow = best_blow(state, who);
    let mut best = blow.filter(|(promise, _)| *promise > 0);
    for other in [
        magic::best(state, who),
        other_than_blows(state, who, best.is_some()),
    ] {
        let Some((promise, act)) = other else {
            continue;
        };
        if best.as_ref().is_none_or(|(most, _)| promise > *most) {
            best = Some((promise, act));
        }
    }
    let (promise, act) = best.filter(|(promise, _)| *promise > 0)?;
    let strikes = !matches!(act, Act::Cast { .. });
    if strikes && magic::is_worth_recharging(state, who, promise) {
        return Some(Act::Focus);
    }
    let is_weak = actions_left(state, who) == 1 && promise < 2 * 400;
    let saves_itself = || {
        hiding::shut(state, who)
            .or_else(|| distance::take_cover(state, who).filter(|act| legal(state, who, act)))
            .or_else(|| dodge(state, who))
    };
    if is_weak && in_danger(state, who) {
        return Some(saves_itself().unwrap_or(act));
    }
    Some(act)
}

/// What else helps it in a fight: to frighten somebody, to take up what one has lost, to free an Ally, to sneak, to see to the lights. What can
/// wait until others are in reach is for the last Action: with others it gets there. Two alone have each other to strike.
fn other_than_blows(state: &State, who: CreatureId, strikes: bool) -> Option<(i32, Act)> {
    if state.bodies.len() <= 2 {
        return None;
    }
    let weighing = Weighing::new(state);
    let is_last = actions_left(state, who) == 1;
    let at_once = hindering::free(&weighing, who)
        .into_iter()
        .chain(hiding::switch(&weighing, who));
    let at_last = is_last.then(|| hiding::sneak(&weighing, who)).flatten();
    let beside = (strikes || is_last).then(|| {
        let takes = hindering::take_away(&weighing, who);
        takes
            .into_iter()
            .chain(hindering::intimidate(&weighing, who))
    });
    let all = at_once.chain(at_last).chain(beside.into_iter().flatten());
    all.max_by_key(|(worth, _)| *worth)
}

/// Whether a creature that is not down yet has a third of its Hit Points or less.
fn in_danger(state: &State, who: CreatureId) -> bool {
    let hp = state.body(who).hp;
    hp > 0 && hp.saturating_mul(3) <= state.sheet(who).max_hp
}

/// A Dodge where an Enemy that is up has the creature within Reach.
fn dodge(state: &State, who: CreatureId) -> Option<Act> {
    let in_need = state.body(who).dodges == 0 && beset(state, who);
    Some(Act::Dodge).filter(|act| in_need && legal(state, who, act))
}

/// Whether an Enemy that can act and is not down has the creature within Reach.
fn beset(state: &State, who: CreatureId) -> bool {
    enemies(state, who).any(|enemy| {
        able(state, enemy)
            && state.body(enemy).hp > 0
            && distance_ft(state, who, enemy) <= threat_ft(state, enemy)
    })
}

/// When no Enemy can be got at from here or on foot: climbs, opens doors, takes a weapon for shooting, searches.
fn get_there(ways: &Ways<'_>) -> Option<Act> {
    let Ways { state, who, .. } = *ways;
    let looks = !ways.no_other.get();
    looks
        .then(|| climbing::climb(state, who))
        .flatten()
        .or_else(|| flying::land(state, who))
        .filter(|act| legal(state, who, act))
        .or_else(|| {
            let far =
                looks && moving::nearest_enemy(state, who).is_some() && !beside_enemy(state, who);
            far.then(|| doors::open(state, who)).flatten()
        })
        .or_else(|| arming::take_aim(state, who))
        .or_else(|| searching::search(state, who).filter(|act| legal(state, who, act)))
}

/// Whether a known Enemy is within Reach.
fn beside_enemy(state: &State, who: CreatureId) -> bool {
    moving::nearest_enemy(state, who)
        .is_some_and(|(_, enemy)| moving::in_reach(state, who, state.space(who), enemy))
}

fn enemies(state: &State, who: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    state.creatures().filter(move |other| {
        *other != who
            && !allies(state, who, *other)
            && !state.sheet(*other).neutral
            && present(state, *other)
    })
}

/// The weapon Attack or Maneuver on an Enemy that promises most.
fn best_blow(state: &State, who: CreatureId) -> Option<(i32, Act)> {
    let weighing = Weighing::new(state);
    let mut best: Option<(i32, Act)> = None;
    let mut best_of = |promise: i32, act: Act| {
        if best.as_ref().is_none_or(|(most, _)| promise > *most) && legal(state, who, &act) {
            best = Some((promise, act));
        }
    };
    for on in enemies(state, who) {
        if state.bodies.len() > 2 {
            hindering::maneuvers(&weighing, who, on, &mut best_of);
        }
        for with in offers::arms(state, who) {
            if worth::binds_in_vain(&weighing, who, on, with) {
                continue;
            }
            for act in blows(state, who, on, with).into_iter().flatten() {
                best_of(worth::of(&weighing, who, &act), act);
            }
        }
    }
    best
}

/// What can be done to an Enemy with a weapon.
fn blows(state: &State, who: CreatureId, on: CreatureId, with: Arm) -> [Option<Act>; 5] {
    let target = Target::Creature(on);
    let Some(weapon) = state.weapon(who, with) else {
        return [const { None }; 5];
    };
    let near = distance_ft(state, who, on) <= super::rules::numbers::reach_ft(state, who, with);
    let melee = near && weapon.uses.contains(&Use::Melee);
    let ranged = actions::shoot::ranged_use(weapon).is_some()
        && !(melee && weapon.uses.contains(&Use::Thrown));
    let plays = melee && state.bodies.len() > 2;
    let trips = plays || melee && state.body(on).flying;
    let pushes = melee && (!state.cast.open_ground || state.has(who, Condition::Grappled));
    let maneuver = |which| Act::Maneuver {
        which,
        target,
        with,
    };
    [
        melee.then_some(Act::Strike {
            target,
            with,
            using: None,
        }),
        ranged.then_some(Act::Shoot { target, with }),
        trips.then(|| maneuver(Maneuver::Trip)),
        plays.then(|| maneuver(Maneuver::Feint)),
        pushes.then(|| maneuver(Maneuver::Push)),
    ]
}

/// A caster that lacks the Energy for a Spell that would reach an Enemy recharges before it goes near.
fn gather(state: &State, who: CreatureId) -> Option<Act> {
    let lacks = !beside_enemy(state, who) && magic::is_worth_recharging(state, who, 0);
    lacks.then_some(Act::Focus)
}

/// When there is nobody to fight from here: loads what it holds, or recharges.
fn prepare(state: &State, who: CreatureId) -> Option<Act> {
    reload(state, who).or_else(|| magic::recharge(state, who))
}

/// Loads what it holds.
fn reload(state: &State, who: CreatureId) -> Option<Act> {
    let mut loads = state
        .all_items()
        .filter(|(_, item)| {
            item.unloaded > 0 && matches!(item.place, Place::Held(holder, _) if holder == who)
        })
        .map(|(id, _)| Act::Reload(id));
    loads.find(|act| legal(state, who, act))
}

fn first(state: &State, who: CreatureId, window: &Window) -> Option<Act> {
    first_such(state, who, window, |_| true)
}

fn first_such(
    state: &State,
    who: CreatureId,
    window: &Window,
    fits: impl Fn(&Act) -> bool,
) -> Option<Act> {
    let mut found = None;
    let mut look = |act| {
        if !fits(&act) {
            return ControlFlow::Continue(());
        }
        found = Some(act);
        ControlFlow::Break(())
    };
    offers::sift(state, (who, window), &mut look, &mut |_, _| {});
    found
}
