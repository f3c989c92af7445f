//! What costs nothing: Release, dropping things, dropping prone (`quick-reference/release`, `conditions/prone`).

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Figure, Refusal, Scene};

use super::Found;
use crate::ActionPoint;
use crate::act::Act;
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::rules::conditions;
use crate::rules::throwing::laid;
use crate::state::{Condition, Place, State};

/// Whether such an act is possible.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, act: &Act) -> Result<(), Refusal> {
    match act {
        Act::DropProne if state.has(who, Condition::Prone) => Err(refuse!(
            "conditions/prone",
            "{} is Prone already",
            Figure::Creature(who)
        )),
        Act::Release(held) if !conditions::grappling(state, who).any(|other| other == *held) => {
            Err(refuse!(
                "quick-reference/release",
                "{} does not hold {}",
                Figure::Creature(who),
                Figure::Creature(*held)
            ))
        }
        Act::Drop(item) if !state.held(who).any(|(held, _)| held == *item) => Err(refuse!(
            "quick-reference/release",
            "{} does not hold {}",
            Figure::Creature(who),
            Figure::Thing(item.0)
        )),
        _ => Ok(()),
    }
}

/// Does it.
pub(crate) fn resolve(scene: &mut Scene<'_, ActionPoint>, who: CreatureId, act: &Act) {
    match act {
        Act::DropProne => {
            scene.cite(rule!("conditions/prone"));
            scene.emit(Fact::DropsProne(who));
        }
        Act::Release(held) => {
            scene.cite(rule!("quick-reference/release"));
            scene.cite(rule!("conditions/grappled"));
            conditions::end_hold(scene, *held, Some(who));
        }
        Act::Drop(item) => {
            let at = laid(scene.state(), scene.state().body(who).at);
            scene.cite(rule!("quick-reference/release"));
            scene.emit(Fact::Item(*item, Place::Ground(at)));
        }
        _ => {}
    }
}

/// Such acts that could be done.
pub(crate) fn candidates(state: &State, who: CreatureId, found: &mut Found<'_>) -> ControlFlow<()> {
    for held in conditions::grappling(state, who) {
        found(Act::Release(held))?;
    }
    for (item, _) in state.held(who) {
        found(Act::Drop(item))?;
    }
    found(Act::DropProne)
}
