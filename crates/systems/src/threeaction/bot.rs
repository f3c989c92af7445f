//! A first sensible policy: what a creature of this system does when a bot plays it.

mod moving;

use std::ops::ControlFlow;

use affray_kernel::CreatureId;

use super::act::{Act, Target, Window};
use super::rules::command::may_command;
use super::rules::numbers::{allies, present};
use super::sheet::{Use, Weapon};
use super::state::{Arm, State};
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
/// nothing left to do waits for those it has commanded.
fn turn(state: &State, who: CreatureId) -> Option<Act> {
    let own_turn = state.turn_of() == Some(who);
    let act = command(state, who)
        .or_else(|| best_strike(state, who))
        .or_else(|| best_shot(state, who));
    if act.is_some() {
        return act;
    }
    if let Some(act) = moving::close_in(state, who)
        && actions::check(state, who, &Window::Turn, &act).is_ok()
    {
        return Some(act);
    }
    own_turn.then_some(Act::EndTurn)
}

/// Commands a creature that can be commanded.
fn command(state: &State, who: CreatureId) -> Option<Act> {
    let mut candidates = state
        .creatures()
        .filter(|creature| may_command(state, who, *creature));
    candidates.find_map(|creature| {
        let act = Act::Command(creature);
        actions::check(state, who, &Window::Turn, &act)
            .is_ok()
            .then_some(act)
    })
}

/// A Melee Attack on the weakest Enemy within Reach.
fn best_strike(state: &State, who: CreatureId) -> Option<Act> {
    let melee = |weapon: &Weapon| weapon.uses.contains(&Use::Melee);
    weakest(state, who, melee, |target, with| Act::Strike {
        target,
        with,
        using: None,
    })
}

/// A Ranged Attack on the weakest Enemy that can be shot at.
fn best_shot(state: &State, who: CreatureId) -> Option<Act> {
    let ranged = |weapon: &Weapon| actions::shoot::ranged_use(weapon).is_some();
    weakest(state, who, ranged, |target, with| Act::Shoot {
        target,
        with,
    })
}

/// The Attack on the weakest Enemy that is possible with a weapon of some sort: those in hand come first, then natural ones.
fn weakest(
    state: &State,
    who: CreatureId,
    serves: impl Fn(&Weapon) -> bool,
    attack: impl Fn(Target, Arm) -> Act,
) -> Option<Act> {
    let mut best: Option<(i16, Act)> = None;
    for on in state
        .creatures()
        .filter(|on| *on != who && !allies(state, who, *on) && present(state, *on))
    {
        let hp = state.body(on).hp;
        if best.as_ref().is_some_and(|(least, _)| *least <= hp) {
            continue;
        }
        let found = offers::arms(state, who)
            .filter(|with| state.weapon(who, *with).is_some_and(&serves))
            .map(|with| attack(Target::Creature(on), with))
            .find(|act| actions::check(state, who, &Window::Turn, act).is_ok());
        if let Some(act) = found {
            best = Some((hp, act));
        }
    }
    best.map(|(_, act)| act)
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
