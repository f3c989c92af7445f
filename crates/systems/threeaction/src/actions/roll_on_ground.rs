//! Dropping Prone and rolling to put out fire (`on-fire/roll`).

use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use crate::ThreeAction;
use crate::fact::{Doing, Fact};
use crate::ids::{refuse, rule};
use crate::rules::conditions::lose;
use crate::rules::prone;
use crate::state::{Condition, State};

/// Whether a creature can roll out its fire: it burns, and it is on the ground.
///
/// # Errors
/// If it does not burn, or flies, hangs or swims.
pub(crate) fn aim(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if !state.has(who, Condition::OnFire) {
        return Err(refuse!(
            "on-fire/roll",
            "{} is not On fire",
            Figure::Creature(who)
        ));
    }
    if !state.has(who, Condition::Prone) && !prone::on_the_ground(state, who) {
        return Err(refuse!(
            "prone/definition",
            "there is no ground under {} to roll on",
            Figure::Creature(who)
        ));
    }
    Ok(())
}

/// It falls Prone, if it is not yet, and the fire is out.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    scene.cite(rule!("on-fire/roll"));
    scene.emit(Fact::Does(who, Doing::RollOnGround));
    prone::knock_down(scene, who)?;
    lose(scene, who, Condition::OnFire);
    Ok(())
}
