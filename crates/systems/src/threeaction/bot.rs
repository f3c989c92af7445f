//! A first sensible policy: what a creature of this system does when a bot plays it.

mod flying;
mod magic;
mod moving;
mod surviving;
mod volley;
mod worth;

use std::ops::ControlFlow;

use affray_kernel::CreatureId;

use super::act::{Act, Maneuver, Target, Window};
use super::rules::command::{can_go_on, may_command};
use super::rules::numbers::{able, allies, distance_ft, present, threat_ft};
use super::rules::sight::{is_hidden, is_undetected};
use super::rules::turns::actions_left;
use super::sheet::{ItemKind, Use};
use super::state::{Arm, Place, State};
use super::{actions, offers};

/// The choice of a sensible creature, made without dice.
pub(crate) fn sensible(state: &State, who: CreatureId, window: &Window) -> Option<Act> {
    match window {
        Window::Turn => turn(state, who),
        Window::Readied(_) => Some(trigger(state, who, window).unwrap_or(Act::Pass)),
        _ => first(state, who, window),
    }
}

/// The next act of a Turn. A commanded creature that has nothing to do leaves the moment to its commander, and a commander with
/// nothing left to do lets those it has commanded go on.
fn turn(state: &State, who: CreatureId) -> Option<Act> {
    let own_turn = state.turn_of() == Some(who);
    if actions_left(state, who) == 0 && state.body(who).moving.is_none() {
        return own_turn.then(|| end(state, who)).flatten();
    }
    let act = command(state, who)
        .or_else(|| flying::stay_up(state, who).filter(|act| legal(state, who, act)))
        .or_else(|| surviving::act(state, who))
        .or_else(|| volley::good(state, who))
        .or_else(|| fight(state, who))
        .or_else(|| flying::swoop(state, who).filter(|act| legal(state, who, act)))
        .or_else(|| moving::close_in(state, who).filter(|act| legal(state, who, act)))
        .or_else(|| prepare(state, who));
    act.or_else(|| own_turn.then(|| end(state, who)).flatten())
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
    actions::check(state, who, &Window::Turn, act).is_ok()
}

/// Commands a creature that can be commanded.
fn command(state: &State, who: CreatureId) -> Option<Act> {
    let mut candidates = state
        .creatures()
        .filter(|creature| may_command(state, who, *creature) && able(state, *creature));
    candidates
        .find_map(|creature| Some(Act::Command(creature)).filter(|act| legal(state, who, act)))
}

/// The Attack, Maneuver or Spell that promises most; a Dodge for the last Action of somebody in danger that can do no great harm.
fn fight(state: &State, who: CreatureId) -> Option<Act> {
    let blow = best_blow(state, who);
    let spell = magic::best(state, who);
    let (promise, act) = match (blow, spell) {
        (Some(blow), Some(spell)) => Some(if spell.0 > blow.0 { spell } else { blow }),
        (blow, spell) => blow.or(spell),
    }?;
    let in_danger =
        state.body(who).hp * 3 <= state.sheet(who).max_hp && state.body(who).dodges == 0;
    if in_danger
        && actions_left(state, who) == 1
        && promise < 2 * 400
        && beset(state, who)
        && legal(state, who, &Act::Dodge)
    {
        return Some(Act::Dodge);
    }
    Some(act)
}

/// Whether an Enemy that can act has the creature within Reach.
fn beset(state: &State, who: CreatureId) -> bool {
    enemies(state, who).any(|enemy| {
        able(state, enemy) && distance_ft(state, who, enemy) <= threat_ft(state, enemy)
    })
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
    let mut best: Option<(i32, Act)> = None;
    for on in enemies(state, who) {
        for with in offers::arms(state, who) {
            for act in blows(state, who, on, with).into_iter().flatten() {
                let promise = worth::of(state, who, &act);
                if best.as_ref().is_none_or(|(most, _)| promise > *most) && legal(state, who, &act)
                {
                    best = Some((promise, act));
                }
            }
        }
    }
    best
}

/// What can be done to an Enemy with a weapon.
fn blows(state: &State, who: CreatureId, on: CreatureId, with: Arm) -> [Option<Act>; 4] {
    let target = Target::Creature(on);
    let Some(weapon) = state.weapon(who, with) else {
        return [None, None, None, None];
    };
    let near = distance_ft(state, who, on) <= super::rules::numbers::reach_ft(state, who, with);
    let melee = near && weapon.uses.contains(&Use::Melee);
    let ranged = actions::shoot::ranged_use(weapon).is_some()
        && !(melee && weapon.uses.contains(&Use::Thrown));
    let plays = melee && state.bodies.len() > 2;
    [
        melee.then_some(Act::Strike {
            target,
            with,
            using: None,
        }),
        ranged.then_some(Act::Shoot { target, with }),
        plays.then_some(Act::Maneuver {
            which: Maneuver::Trip,
            target,
            with,
        }),
        plays.then_some(Act::Maneuver {
            which: Maneuver::Feint,
            target,
            with,
        }),
    ]
}

/// When there is nobody to fight from here: loads, draws a weapon, recharges, searches.
fn prepare(state: &State, who: CreatureId) -> Option<Act> {
    let empty_handed = !state
        .items
        .iter()
        .any(|item| matches!(item.place, Place::Held(holder, _) if holder == who));
    let mut wishes = Vec::new();
    for (id, item) in state.all_items() {
        match item.place {
            Place::Held(holder, _) if holder == who && item.unloaded > 0 => {
                wishes.push(Act::Reload(id))
            }
            Place::Carried(holder)
                if holder == who
                    && empty_handed
                    && matches!(state.kind(id), ItemKind::Weapon(_)) =>
            {
                wishes.push(Act::Draw(id))
            }
            _ => {}
        }
    }
    let found = wishes.into_iter().find(|act| legal(state, who, act));
    found
        .or_else(|| magic::recharge(state, who))
        .or_else(|| search(state, who))
}

/// Looks for Enemies that it knows to be about but cannot see.
fn search(state: &State, who: CreatureId) -> Option<Act> {
    let hidden = enemies(state, who).any(|enemy| {
        is_hidden(state, enemy, who) && !is_undetected(state, enemy, who) && able(state, enemy)
    });
    (hidden && legal(state, who, &Act::Investigate)).then_some(Act::Investigate)
}

fn trigger(state: &State, who: CreatureId, window: &Window) -> Option<Act> {
    let mut found = None;
    offers::offers(state, who, window, &mut |act| {
        if matches!(act, Act::Trigger(_)) {
            found = Some(act);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}

fn first(state: &State, who: CreatureId, window: &Window) -> Option<Act> {
    let mut found = None;
    offers::offers(state, who, window, &mut |act| {
        found = Some(act);
        ControlFlow::Break(())
    });
    found
}
