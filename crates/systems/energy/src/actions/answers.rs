//! Answers in windows: what may be answered, and who has anything to answer (`action-order/windows`).

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Figure, Refusal};

use super::{Found, agile_move, interrupts, powers, things};
use crate::act::{Act, Action, Claim, Step, Struggle, Window};
use crate::ids::refuse;
use crate::rules::maneuvers::{fling_spaces, push_spaces};
use crate::rules::numbers::able;
use crate::rules::occupied::{Others, may_end};
use crate::rules::price::{agility, free_energy, free_swaps};
use crate::rules::rounds::may_declare;
use crate::sheet::ResponseRight;
use crate::state::State;
use crate::volley;

/// Nobody attacks somebody again who has had no chance to answer (`action-order/response-right`).
///
/// # Errors
/// The rule.
pub(crate) fn response_right(
    state: &State,
    who: CreatureId,
    action: &Action,
) -> Result<(), Refusal> {
    match volley::rolled_at(state, action) {
        Some(target) => answered(state, who, target),
        None => Ok(()),
    }
}

/// Whether somebody has had a chance to answer the last attack of that attacker, or can do nothing (`action-order/response-right`).
///
/// # Errors
/// The rule.
pub(crate) fn answered(state: &State, who: CreatureId, target: CreatureId) -> Result<(), Refusal> {
    if state.owed.is_empty() || state.cast.options.response_right == ResponseRight::Off {
        return Ok(());
    }
    let waits = state.owed.contains(&(who, target))
        && !has_just_declared(state, target)
        && !state.body(target).passed
        && may_declare(state, target)
        && (can_begin_something(state, target) || interrupts::has_any(state, target, None));
    if waits {
        return Err(refuse!(
            "action-order/response-right",
            "{} may answer the last attack first",
            Figure::Creature(target)
        ));
    }
    Ok(())
}

/// Whether somebody has declared an action to which nobody has reacted yet: whatever it is, it comes after all that was done before
/// (`action-order/response-right`).
fn has_just_declared(state: &State, who: CreatureId) -> bool {
    state.doing(who).is_some_and(|doing| !doing.begun)
}

/// Whether a challenge is possible: once a Round, against an action that may be challenged, with something that one can do
/// (`initiative/challenge`, `initiative/once-per-round`).
///
/// # Errors
/// The rule against it.
pub(crate) fn can_challenge(
    state: &State,
    who: CreatureId,
    actor: CreatureId,
    (step, claim): (Step, &Claim),
) -> Result<(), Refusal> {
    may_challenge(state, who, actor, step)?;
    super::aim(state, who, claim, false).map(|_| ())
}

/// Whether somebody may challenge an action at that moment, whatever with (`initiative/once-per-round`, `action-order/windows`).
///
/// # Errors
/// The rule against it.
pub(crate) fn may_challenge(
    state: &State,
    who: CreatureId,
    actor: CreatureId,
    step: Step,
) -> Result<(), Refusal> {
    if step == Step::Unguarded {
        return Err(refuse!(
            "action-order/windows",
            "nobody challenges an action between its steps"
        ));
    }
    if state.body(who).initiative {
        return Err(refuse!(
            "initiative/once-per-round",
            "the Initiative roll of this Round has been made"
        ));
    }
    let doing = state.doing(actor);
    if !doing.is_some_and(|doing| doing.open) {
        return Err(refuse!(
            "initiative/challenge",
            "the action of a successful challenger cannot be challenged"
        ));
    }
    if doing.is_some_and(|doing| doing.rivals.contains(&who)) {
        return Err(refuse!(
            "initiative/race",
            "the race has settled who is first"
        ));
    }
    Ok(())
}

/// Whether an act is a legal answer in a window.
///
/// # Errors
/// The rule against it.
pub(crate) fn check(
    state: &State,
    who: CreatureId,
    window: &Window,
    act: &Act,
) -> Result<(), Refusal> {
    let other = refuse!("action-order/windows", "that is no answer to what is asked");
    match (window, act) {
        (Window::Answer { .. } | Window::Ally { .. }, Act::Pass | Act::PassOn(_)) => Ok(()),
        (Window::Answer { actor, step } | Window::Ally { actor, step }, Act::Interrupt(given)) => {
            interrupts::possible(state, who, given, Some((*actor, *step)))
        }
        (Window::Answer { actor, step } | Window::Ally { actor, step }, Act::Challenge(claim)) => {
            can_challenge(state, who, *actor, (*step, claim))
        }
        (Window::Answer { .. } | Window::Ally { .. }, Act::Do(_)) => Err(refuse!(
            "action-order/windows",
            "in somebody else's action that is a challenge, `challenge: ...`, or an interrupt, `swift ...`"
        )),
        (Window::Own { .. }, Act::Pass) => Ok(()),
        (Window::Own { .. }, Act::Do(_)) => Err(refuse!(
            "action-order/actor-may-adapt",
            "nothing else is done in place of the action that is under way"
        )),
        (Window::Own { .. }, Act::Stop) => may_stop(state, who),
        (Window::Own { .. }, Act::Drop(_) | Act::FallProne | Act::Release(_)) => {
            super::free::check(state, who, act)
        }
        (Window::Own { .. }, Act::Reroute(path)) => {
            super::halting::reroute(state, who, path).map(|_| ())
        }
        (Window::Own { step }, Act::Interrupt(given)) => {
            interrupts::possible(state, who, given, Some((who, *step)))
        }
        (Window::Initiative { .. }, Act::Roll | Act::Decline) => Ok(()),
        (Window::Claim { .. }, Act::Pass) => Ok(()),
        (Window::Claim { .. }, Act::Do(claim)) => super::aim(state, who, claim, true).map(|_| ()),
        (Window::Struggle { .. }, Act::Struggle(Struggle::Fortitude | Struggle::ArmStrength)) => {
            Ok(())
        }
        (Window::Struggle { .. }, Act::Struggle(Struggle::LegStrength)) => Err(refuse!(
            "maneuvers/restrained-escape",
            "whoever holds on rolls Fortitude or an Arm Strength Check"
        )),
        (
            Window::Fling { .. } | Window::Take { .. } | Window::Push { optional: true, .. },
            Act::Pass,
        ) => Ok(()),
        (Window::Fling { from, .. }, Act::Space(to)) => {
            agility(state, who, 1)?;
            if fling_spaces(state, who, *from).any(|cell| cell == *to) {
                return Ok(());
            }
            Err(refuse!(
                "maneuvers/disarm-fling",
                "it can be flung to a free space within 2 m of the target"
            ))
        }
        (Window::Push { target, .. }, Act::Space(to)) => {
            if push_spaces(state, who, *target).any(|cell| cell == *to) {
                return Ok(());
            }
            Err(refuse!(
                "maneuvers/push-direction",
                "a push leads away from the pusher, into a free space"
            ))
        }
        (Window::Take { .. }, Act::Take(taken))
            if super::things::at_hand(state, who).any(|item| item == *taken) =>
        {
            Ok(())
        }
        _ => Err(other),
    }
}

/// Whether an action may be ended: nobody ends a movement in a space where it may only pass (`grid/occupied-spaces`).
fn may_stop(state: &State, who: CreatureId) -> Result<(), Refusal> {
    let moves = state
        .doing(who)
        .is_some_and(|doing| doing.metres > 0 && doing.action.is_movement());
    if moves {
        return may_end(state, who, state.body(who).at, Others::All);
    }
    Ok(())
}

/// Lists the legal answers in a window, but for what can be declared in it.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    window: &Window,
    legal: &mut Found<'_>,
) -> ControlFlow<()> {
    match window {
        Window::Floor => ControlFlow::Continue(()),
        Window::Answer { actor, step } | Window::Ally { actor, step } => {
            legal(Act::Pass)?;
            legal(Act::PassOn(None))?;
            interrupts::candidates(state, who, Some((*actor, *step)), legal)
        }
        Window::Own { step } => {
            legal(Act::Pass)?;
            legal(Act::Stop)?;
            super::free::candidates(state, who, legal)?;
            interrupts::candidates(state, who, Some((who, *step)), legal)
        }
        Window::Initiative { .. } => {
            legal(Act::Roll)?;
            legal(Act::Decline)
        }
        Window::Claim { .. } => legal(Act::Pass),
        Window::Struggle { .. } => {
            legal(Act::Struggle(Struggle::Fortitude))?;
            legal(Act::Struggle(Struggle::ArmStrength))
        }
        Window::Fling { from, .. } => {
            legal(Act::Pass)?;
            fling_spaces(state, who, *from).try_for_each(|cell| legal(Act::Space(cell)))
        }
        Window::Push { target, optional } => {
            if *optional {
                legal(Act::Pass)?;
            }
            push_spaces(state, who, *target).try_for_each(|cell| legal(Act::Space(cell)))
        }
        Window::Take { .. } => {
            legal(Act::Pass)?;
            super::things::at_hand(state, who).try_for_each(|item| legal(Act::Take(item)))
        }
    }
}

/// Whether somebody could do anything but pass in a window, found without listing it all (`action-order/windows`).
pub(crate) fn has_any(state: &State, who: CreatureId, window: &Window) -> bool {
    match window {
        Window::Answer { actor, step } | Window::Ally { actor, step } => {
            if may_challenge(state, who, *actor, *step).is_ok() && can_begin_something(state, who) {
                return true;
            }
            interrupts::has_any(state, who, Some((*actor, *step)))
        }
        _ => true,
    }
}

/// Whether a creature could pay for the cheapest of actions, Defend or a Shift by Agility, or has something to do that takes no Energy at
/// all.
#[must_use]
pub(crate) fn can_begin_something(state: &State, who: CreatureId) -> bool {
    able(state, who)
        && (free_energy(state, who) + free_swaps(state, who) >= 1
            || (agility(state, who, 2).is_ok() && agile_move::able_to_move(state, who).is_ok())
            || things::picks_up_for_nothing(state, who)
            || powers::takes_no_energy(state, who))
}
