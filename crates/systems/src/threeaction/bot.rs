//! A first sensible policy: what a creature of this system does when a bot plays it.

use std::ops::ControlFlow;

use affray_kernel::CreatureId;

use super::act::{Act, Target, Window};
use super::rules::command::may_command;
use super::rules::numbers::{allies, present};
use super::sheet::Use;
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
    if let Some(act) = command(state, who).or_else(|| best_strike(state, who)) {
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
    let mut best: Option<(i16, Act)> = None;
    for on in state
        .creatures()
        .filter(|on| *on != who && !allies(state, who, *on) && present(state, *on))
    {
        for with in arms(state, who) {
            let act = Act::Strike {
                target: Target::Creature(on),
                with,
                using: None,
            };
            let hp = state.body(on).hp;
            if best.as_ref().is_none_or(|(least, _)| hp < *least)
                && actions::check(state, who, &Window::Turn, &act).is_ok()
            {
                best = Some((hp, act));
                break;
            }
        }
    }
    best.map(|(_, act)| act)
}

/// Melee weapons in hand, then natural ones.
fn arms(state: &State, who: CreatureId) -> impl Iterator<Item = Arm> {
    offers::arms(state, who).filter(move |arm| {
        state
            .weapon(who, *arm)
            .is_some_and(|weapon| weapon.uses.contains(&Use::Melee))
    })
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
