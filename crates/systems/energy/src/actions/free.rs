//! What costs nothing: waiting, turning, dropping, falling Prone, letting go (`fundamentals/free-actions`, `facing/turning-free`).

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::{Found, rest, things};
use crate::Energy;
use crate::act::Act;
use crate::fact::{Fact, Flag};
use crate::ids::{refuse, rule};
use crate::rules::conditions::{self, let_go};
use crate::rules::{facing, unconscious};
use crate::state::{Condition, State};

/// Whether something is possible that costs nothing and may be done in one's own action as well (`fundamentals/free-actions`).
///
/// # Errors
/// The rule against it.
pub(crate) fn check(state: &State, who: CreatureId, act: &Act) -> Result<(), Refusal> {
    match act {
        Act::Drop(item) => things::stow_possible(state, who, *item),
        Act::FallProne if state.has(who, Condition::Prone) => {
            Err(refuse!("fundamentals/free-actions", "it lies already"))
        }
        Act::Release(captive)
            if !conditions::captives(state, who).any(|other| other == *captive) =>
        {
            Err(refuse!(
                "maneuvers/restrain-ends",
                "it does not hold that one"
            ))
        }
        _ => Ok(()),
    }
}

/// Whether one can submit to that one: whatever is no creature attacks nobody (`gaps/helpless`).
///
/// # Errors
/// If it is none.
pub(crate) fn submit(state: &State, to: CreatureId) -> Result<(), Refusal> {
    if state.sheet(to).traits.object {
        return Err(refuse!(
            "gaps/helpless",
            "{} attacks nobody",
            Figure::Creature(to)
        ));
    }
    Ok(())
}

/// Dropping what is held, letting go, and falling Prone (`fundamentals/free-actions`).
pub(crate) fn candidates(state: &State, who: CreatureId, legal: &mut Found<'_>) -> ControlFlow<()> {
    for (item, _) in state.held(who) {
        legal(Act::Drop(item))?;
    }
    for other in state.creatures() {
        legal(Act::Release(other))?;
    }
    legal(Act::FallProne)
}

/// What costs nothing: carried out at once (`fundamentals/free-actions`, `facing/turning-free`).
///
/// # Errors
/// None today; the same as its callers.
pub(crate) fn carry_out(scene: &mut Scene<'_, Energy>, who: CreatureId, act: &Act) -> Play {
    match act {
        Act::Wait => wait(scene, who),
        Act::Face(watch) => {
            scene.cite(rule!("facing/half"));
            scene.emit(Fact::Watches(who, *watch));
            facing::turn_as_set(scene, who);
            facing::look(scene, who);
        }
        Act::Drop(item) => {
            scene.cite(rule!("fundamentals/free-actions"));
            unconscious::drop_item(scene, who, *item);
        }
        Act::FallProne => {
            scene.cite(rule!("fundamentals/free-actions"));
            conditions::prone(scene, who);
        }
        Act::Release(captive) => {
            scene.cite(rule!("fundamentals/free-actions"));
            scene.cite(rule!("maneuvers/restrain-ends"));
            let_go(scene, who, *captive);
        }
        Act::Submit(to) => {
            scene.cite(rule!("gaps/helpless"));
            scene.emit(Fact::Submits(who, Some(*to)));
        }
        Act::Rest(rest) => {
            rest::rest(scene, who, rest)?;
            scene.emit(Fact::Flag(who, Flag::Passed, true));
        }
        _ => {}
    }
    Ok(())
}

/// Waits: that gives nothing up, and whoever attacked it may attack again (`waiting/pass-is-not-final`,
/// `action-order/response-right`).
fn wait(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    scene.cite(rule!("waiting/pass-is-not-final"));
    scene.emit(Fact::Flag(who, Flag::Passed, true));
    if scene.state().owed.iter().any(|(_, target)| *target == who) {
        scene.cite(rule!("action-order/response-right"));
        scene.emit(Fact::Answered(who));
    }
}
