//! A first sensible policy: what a creature of this system does when a bot plays it.

use std::ops::ControlFlow;

use affray_kernel::CreatureId;

use super::act::{Act, Target, Window};
use super::rules::numbers::{allies, present};
use super::sheet::Use;
use super::state::{Arm, State};
use super::{actions, offers};

/// The choice of a sensible creature, made without dice.
pub(crate) fn sensible(state: &State, who: CreatureId, window: &Window) -> Act {
    match window {
        Window::Turn => turn(state, who),
        Window::Readied(_) => trigger(state, who, window).unwrap_or(Act::Pass),
        _ => first(state, who, window).unwrap_or(Act::Pass),
    }
}

fn turn(state: &State, who: CreatureId) -> Act {
    best_strike(state, who).unwrap_or(Act::EndTurn)
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
