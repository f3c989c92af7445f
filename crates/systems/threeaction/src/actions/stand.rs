//! Standing up (`move/stand-up`, `prone/stand`).

use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use crate::ThreeAction;
use crate::fact::{Doing, Fact};
use crate::ids::{refuse, rule};
use crate::rules::conditions;
use crate::rules::numbers::able;
use crate::rules::readied::{self, Happening};
use crate::state::{Condition, State};

/// Whoever is Prone can stand up; it takes no Speed, so being Entangled does not matter.
///
/// # Errors
/// If it is not Prone.
pub(crate) fn aim(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.has(who, Condition::Prone) {
        return Ok(());
    }
    Err(refuse!(
        "prone/stand",
        "{} is not Prone",
        Figure::Creature(who)
    ))
}

/// Stands up, unless that is prevented by whoever waited for it.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    scene.cite(rule!("move/stand-up"));
    scene.cite(rule!("prone/stand"));
    scene.emit(Fact::Does(who, Doing::Stand));
    readied::interrupt(scene, who, Happening::Stand)?;
    if able(scene.state(), who) {
        conditions::lose(scene, who, Condition::Prone);
    } else {
        scene.emit(Fact::Lost(who, rule!("reactions/interrupt").0));
    }
    Ok(())
}
