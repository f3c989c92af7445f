//! Lists of legal acts: candidates of every kind of action, of which only those that pass its check are offered.

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Refusal, RuleId};

use super::act::{Act, Action, Claim, Interrupt, Pay, Window};
use super::actions::{Found, answers, check, claims, free, interrupts, moving, rest};
use super::aspect::aspect;
use super::ids::rule;
use super::rules::numbers::{enemies, unaware};
use super::rules::price::most_swaps;
use super::state::{Pace, State, Watch};

/// Lists legal acts in a window, and the candidates that are none.
pub(crate) fn sift(
    state: &State,
    (who, window): (CreatureId, &Window),
    found: &mut dyn FnMut(Act) -> ControlFlow<()>,
    refused: &mut dyn FnMut(Act, Refusal),
) {
    let swaps = most_swaps(state, who);
    let knows_all = !state.creatures().any(|other| unaware(state, who, other));
    let mut legal = |act: Act| {
        if !knows_all && names_unknown(state, who, &act) {
            return ControlFlow::Continue(());
        }
        let refusal = match check(state, who, window, &act) {
            Ok(()) => return found(act),
            Err(refusal) => refusal,
        };
        match payable(state, (who, window), (&act, refusal.rule), swaps) {
            Some(act) => found(act),
            None => {
                refused(act, refusal);
                ControlFlow::Continue(())
            }
        }
    };
    let listed = match window {
        Window::Floor => floor(state, who, &mut legal),
        window => answers::candidates(state, who, window, &mut legal),
    };
    if listed.is_continue() {
        let _ = runs(state, who, window, found);
    }
}

/// An act that was refused by that rule, paid for otherwise: with the fewest points of Stamina in place of Energy, be it the last where
/// nothing else pays for it (`stamina/stamina-for-energy`, `stamina/spending-the-last-point`).
fn payable(
    state: &State,
    (who, window): (CreatureId, &Window),
    (act, rule): (&Act, RuleId),
    swaps: u8,
) -> Option<Act> {
    let check = |act: &Act| check(state, who, window, act);
    let last = rule!("stamina/spending-the-last-point");
    let to_collapse = |stamina| {
        let collapse = true;
        paid(act, Pay { stamina, collapse }).filter(|act| check(act).is_ok())
    };
    if rule == last {
        return to_collapse(0);
    }
    if rule != rule!("actions/must-afford") {
        return None;
    }
    (1..=swaps).find_map(|stamina| {
        let act = paid(act, Pay::pushed(stamina))?;
        match check(&act) {
            Ok(()) => Some(act),
            Err(refusal) if refusal.rule == last => to_collapse(stamina),
            Err(_) => None,
        }
    })
}

/// Whether an act is aimed at somebody of whom the creature does not know: offering it would tell (`gaps/awareness`).
fn names_unknown(state: &State, who: CreatureId, act: &Act) -> bool {
    let targets = aspect(state, who, act).targets;
    targets.iter().any(|target| unaware(state, who, *target))
}

/// What a creature may look for although nobody lists it as a candidate: a first step at each pace.
pub(crate) fn sought(
    state: &State,
    (who, window): (CreatureId, &Window),
    look: &mut dyn FnMut(Act),
) {
    if !matches!(window, Window::Floor | Window::Claim { .. }) {
        return;
    }
    for pace in [Pace::QuickRun, Pace::Run, Pace::Sprint] {
        for cell in state.grid().neighbours(state.body(who).at) {
            look(Act::Do(Claim {
                action: Action::Move {
                    pace,
                    path: Box::new([cell]),
                    push: None,
                    straight: false,
                },
                pay: Pay::PLAIN,
            }));
        }
    }
}

/// The same act paid for so (`stamina/stamina-for-energy`, `stamina/stamina-for-energy-abilities`).
fn paid(act: &Act, pay: Pay) -> Option<Act> {
    let claimed = |claim: &Claim| Claim {
        action: claim.action.clone(),
        pay,
    };
    Some(match act {
        Act::Do(claim) => Act::Do(claimed(claim)),
        Act::Challenge(claim) => Act::Challenge(claimed(claim)),
        Act::Interrupt(Interrupt::AgileMove(_)) => return None,
        Act::Interrupt(interrupt) => Act::Interrupt(interrupt.paid(pay)),
        _ => return None,
    })
}

/// Ways to run, where an action can be declared or an action challenged by one.
fn runs(
    state: &State,
    who: CreatureId,
    window: &Window,
    found: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match window {
        Window::Floor | Window::Claim { .. } => {
            moving::runs(state, who, &mut |claim| found(Act::Do(claim)))
        }
        Window::Answer { actor, step } | Window::Ally { actor, step }
            if answers::may_challenge(state, who, *actor, *step).is_ok() =>
        {
            moving::runs(state, who, &mut |claim| found(Act::Challenge(claim)))
        }
        _ => ControlFlow::Continue(()),
    }
}

fn floor(state: &State, who: CreatureId, legal: &mut Found<'_>) -> ControlFlow<()> {
    claims(state, who, legal)?;
    interrupts::candidates(state, who, legal)?;
    free::candidates(state, who, legal)?;
    for other in state.creatures() {
        // Nobody turns to whom they do not know of.
        if enemies(state, who, other) && !unaware(state, who, other) {
            legal(Act::Face(Watch::Creature(other)))?;
        }
    }
    rest::candidates(state, who, legal)?;
    legal(Act::Wait)
}
