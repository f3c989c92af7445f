//! Wrestling (`wrestling/*`): grabs and what can be done with them.

use std::ops::ControlFlow;

use affray_kernel::condition::Held;
use affray_kernel::grid::Heading;
use affray_kernel::{CreatureId, Figure, Refusal};

use super::attack::arms;
use crate::act::Act;
use crate::ids::refuse;
use crate::rules::forced;
use crate::rules::numbers::enemies;
use crate::state::{Condition, NO_ATTACK, State};

pub(crate) mod drag;
pub(crate) mod escape;
pub(crate) mod grab;
pub(crate) mod grapple;
pub(crate) mod shunt;
pub(crate) mod throw;

/// The grab of a creature by another, if there is one.
pub(crate) fn grab_of(
    state: &State,
    grabber: CreatureId,
    held: CreatureId,
) -> Option<Held<Condition>> {
    state
        .conditions
        .on(held)
        .find(|grab| grab.kind == Condition::Grabbed && grab.toward == Some(grabber))
        .copied()
}

/// As [`grab_of`], for an attempt to get free that was declared before the grabber let go (`initiative/ties`).
fn grab_met(
    state: &State,
    grabber: CreatureId,
    held: CreatureId,
    by: CreatureId,
) -> Option<Held<Condition>> {
    let let_go = || {
        let grabs = state.body(held).let_go().iter().copied();
        let declared = state.body(by).declared.is_some();
        grabs
            .filter(|_| declared)
            .find(|grab| grab.toward == Some(grabber))
    };
    grab_of(state, grabber, held).or_else(let_go)
}

/// Whether a grab forbids a creature attack rolls and spells that take a hand, or did as the count began
/// (`wrestling/grab-critical-success`, `initiative/ties`).
pub(crate) fn held_fast(state: &State, who: CreatureId) -> bool {
    let let_go = state.body(who).let_go();
    let mut grabs = state.conditions.on(who).chain(let_go);
    grabs.any(|held| held.kind == Condition::Grabbed && held.amount & NO_ATTACK != 0)
}

/// The grab one must have on a target (`wrestling/overview`).
///
/// # Errors
/// One does not grab it.
pub(crate) fn must_hold(
    state: &State,
    who: CreatureId,
    target: CreatureId,
) -> Result<Held<Condition>, Refusal> {
    grab_of(state, who, target).ok_or_else(|| {
        refuse!(
            "wrestling/overview",
            "one must be grabbing {} for that",
            Figure::Creature(target)
        )
    })
}

/// The grab that a target must have on oneself, or on somebody else, for `who` to get that one free.
///
/// # Errors
/// It grabs nobody such.
pub(crate) fn must_be_held(
    state: &State,
    who: CreatureId,
    (grabber, held): (CreatureId, CreatureId),
) -> Result<Held<Condition>, Refusal> {
    grab_met(state, grabber, held, who).ok_or_else(|| {
        refuse!(
            "wrestling/overview",
            "{} is not grabbing {}",
            Figure::Creature(grabber),
            Figure::Creature(held)
        )
    })
}

/// Everything that wrestling offers against each creature near by.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let shape = state.grid().shape;
    for target in state.creatures().filter(|target| *target != who) {
        if enemies(state, who, target) {
            legal(Act::Grab(target))?;
        }
        if grab_of(state, who, target).is_some() {
            legal(Act::Release(target))?;
            for with in arms(state, who) {
                legal(Act::Grapple(target, with))?;
            }
            for heading in Heading::of_neighbours(shape) {
                legal(Act::Shunt(target, heading))?;
            }
            let at = forced::footing(state, target, who).at;
            for to in state.grid().neighbours(at) {
                legal(Act::Throw(target, to))?;
            }
        }
        if grab_of(state, target, who).is_some() {
            legal(Act::EscapeGrab(target))?;
            for heading in Heading::of_neighbours(shape) {
                legal(Act::Drag(target, heading))?;
            }
        }
        for held in state.creatures() {
            legal(Act::BreakGrab {
                grabber: target,
                held,
            })?;
        }
    }
    ControlFlow::Continue(())
}
