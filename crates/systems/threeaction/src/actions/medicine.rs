//! The Medicine Skill (`foundations/medicine`, `bleeding/medicine`).

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use crate::ThreeAction;
use crate::act::Act;
use crate::fact::{Doing, Fact};
use crate::ids::{refuse, rule};
use crate::rules::bleeding;
use crate::rules::luck::Luck;
use crate::rules::numbers::{distance_ft, present};
use crate::rules::skills::{self, Skill};
use crate::rules::target::is_located;
use crate::rules::ways::is_at_hand;
use crate::state::{Condition, State};

const DC: i32 = 15;

/// Whether a creature can be treated: itself, or one within Reach.
///
/// # Errors
/// If it is too far off, behind something, not noticed or not there.
pub(crate) fn aim(state: &State, who: CreatureId, on: CreatureId) -> Result<(), Refusal> {
    if on.index() >= state.bodies.len() || !present(state, on) {
        return Err(refuse!(
            "dead/definition",
            "{} takes no part in this",
            Figure::Creature(on)
        ));
    }
    is_located(state, who, on)?;
    let (distance, reach) = (distance_ft(state, who, on), state.sheet(who).reach_ft);
    if distance > reach {
        return Err(refuse!(
            "foundations/medicine",
            "{} is {} away; {} reaches {}",
            Figure::Creature(on),
            Figure::Feet(i32::from(distance)),
            Figure::Creature(who),
            Figure::Feet(i32::from(reach))
        ));
    }
    if !is_at_hand(state, who, on) {
        return Err(refuse!(
            "foundations/medicine",
            "something solid is between {} and {}",
            Figure::Creature(who),
            Figure::Creature(on)
        ));
    }
    Ok(())
}

/// A success ends Bleeding and sets the Bleed Penalty to 0; a failure does nothing.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, on: CreatureId) -> Play {
    let rule = rule!("foundations/medicine");
    scene.cite(rule!("use-skill/action"));
    scene.emit(Fact::Does(who, Doing::Medicine(on)));
    if skills::compare(scene, who, Skill::Medicine, &Luck::default(), DC, rule)? {
        scene.cite(rule!("bleeding/medicine"));
        bleeding::end(scene, on);
    }
    Ok(())
}

/// Whom it is worth treating.
pub(crate) fn candidates(
    state: &State,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for on in state.creatures() {
        if state.has(on, Condition::Bleeding) {
            legal(Act::Medicine(on))?;
        }
    }
    ControlFlow::Continue(())
}
