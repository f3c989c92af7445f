//! Answers to what is asked while an action is carried out (`engine/decision-defaults`).

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Refusal};

use super::{stance, wrestling};
use crate::act::{Act, Facing, Window};
use crate::ids::refuse;
use crate::sheet::Defense;
use crate::state::State;

/// Whether the act answers the window.
///
/// # Errors
/// It does not.
pub(crate) fn check(
    state: &State,
    who: CreatureId,
    window: &Window,
    act: &Act,
) -> Result<(), Refusal> {
    let fits = match (window, act) {
        (Window::Defend { .. }, Act::Defend(defense)) => {
            matches!(defense, Defense::Vigor | Defense::Celerity)
        }
        (Window::Admit(_) | Window::Enter(_) | Window::Reroll, Act::Yes | Act::Pass)
        | (Window::Extra { .. }, Act::Yes | Act::Pass)
        | (Window::Hold | Window::Facing { .. } | Window::Place { .. }, Act::Pass)
        | (Window::Readied, Act::Pass | Act::Yes) => true,
        (Window::Hold, Act::Release(target)) => {
            return wrestling::must_hold(state, who, *target).map(|_| ());
        }
        (Window::Facing { .. }, Act::Face(facing)) if *facing != Facing::Around => {
            return stance::aim_face(state, who, *facing);
        }
        (Window::Split { points, .. }, Act::Invigorate(into)) => (0..=*points).contains(into),
        (Window::Push { most_ft, .. }, Act::Feet(feet)) => {
            (5..=*most_ft).contains(feet) && feet % 5 == 0
        }
        (Window::Place { spaces, .. }, Act::Space(cell)) => spaces.contains(cell),
        _ => false,
    };
    if fits {
        Ok(())
    } else {
        Err(refuse!(
            "engine/decision-defaults",
            "that is no answer to what is asked"
        ))
    }
}

/// The answers there are, the usual one first (`engine/decision-defaults`).
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    window: &Window,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match window {
        Window::Defend { .. } => {
            legal(Act::Defend(Defense::Vigor))?;
            legal(Act::Defend(Defense::Celerity))
        }
        Window::Hold => {
            for target in state.creatures() {
                legal(Act::Release(target))?;
            }
            legal(Act::Pass)
        }
        Window::Facing { .. } => {
            for heading in affray_kernel::grid::Heading::of_neighbours(state.grid().shape) {
                legal(Act::Face(Facing::Heading(heading)))?;
            }
            for other in state.creatures().filter(|other| *other != who) {
                if state.body(who).pressed_by.contains(&other) {
                    legal(Act::Face(Facing::Creature(other)))?;
                }
            }
            legal(Act::Pass)
        }
        Window::Split { points, .. } => {
            for into in (0..=*points).rev() {
                legal(Act::Invigorate(into))?;
            }
            ControlFlow::Continue(())
        }
        Window::Push { most_ft, .. } => {
            for steps in (1..=most_ft / 5).rev() {
                legal(Act::Feet(5 * steps))?;
            }
            ControlFlow::Continue(())
        }
        Window::Place { spaces, .. } => {
            for cell in spaces {
                legal(Act::Space(*cell))?;
            }
            legal(Act::Pass)
        }
        Window::Turn | Window::Underway | Window::Holding => ControlFlow::Continue(()),
        Window::Admit(_)
        | Window::Enter(_)
        | Window::Reroll
        | Window::Extra { .. }
        | Window::Readied => {
            legal(Act::Yes)?;
            legal(Act::Pass)
        }
    }
}
