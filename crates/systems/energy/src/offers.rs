//! Lists of legal acts: candidates of every kind of action, of which only those that pass its check are offered.

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Refusal};

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
        // What Energy alone does not pay for, Stamina may: the fewest points that do.
        let points = if refusal.rule == rule!("actions/must-afford") {
            swaps
        } else {
            0
        };
        let pushed = (1..=points)
            .filter_map(|points| pushed(&act, points))
            .find(|act| check(state, who, window, act).is_ok());
        match pushed {
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

/// The same act with so many points of Stamina in place of Energy (`stamina/stamina-for-energy`,
/// `stamina/stamina-for-energy-abilities`).
fn pushed(act: &Act, points: u8) -> Option<Act> {
    let pay = Pay::pushed(points);
    let claimed = |claim: &Claim| Claim {
        action: claim.action.clone(),
        pay,
    };
    Some(match act {
        Act::Do(claim) => Act::Do(claimed(claim)),
        Act::Challenge(claim) => Act::Challenge(claimed(claim)),
        Act::Interrupt(Interrupt::Strike(strike, _)) => {
            Act::Interrupt(Interrupt::Strike(strike.clone(), pay))
        }
        Act::Interrupt(Interrupt::Maneuver(attempt, _)) => {
            Act::Interrupt(Interrupt::Maneuver(attempt.clone(), pay))
        }
        Act::Interrupt(Interrupt::Use(id, aim, _)) => {
            Act::Interrupt(Interrupt::Use(*id, *aim, pay))
        }
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
