//! Wrestling (`wrestling/*`): grabs and what can be done with them.

use std::ops::ControlFlow;

use affray_kernel::condition::Held;
use affray_kernel::grid::Heading;
use affray_kernel::{CreatureId, Figure, Refusal};

use super::attack::arms;
use crate::act::Act;
use crate::ids::refuse;
use crate::rules::numbers::enemies;
use crate::state::{Condition, State};

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

/// The grab a target must have on oneself, or on somebody else.
///
/// # Errors
/// It grabs nobody such.
pub(crate) fn must_be_held(
    state: &State,
    grabber: CreatureId,
    held: CreatureId,
) -> Result<Held<Condition>, Refusal> {
    grab_of(state, grabber, held).ok_or_else(|| {
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
            let at = state.body(target).at;
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
