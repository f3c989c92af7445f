//! Maneuvers: special Attacks that cause an effect in place of Damage (`maneuver/*`).

use affray_kernel::{CreatureId, Play, Refusal, Scene};

use super::strike;
use crate::threeaction::ThreeAction;
use crate::threeaction::act::{Maneuver, Target};
use crate::threeaction::fact::{Fact, Verdict};
use crate::threeaction::ids::{refuse, rule};
use crate::threeaction::rules::opposed::{self, Contest};
use crate::threeaction::rules::readied::{self, Happening};
use crate::threeaction::state::{Arm, State};

mod feint;
mod trip;

/// A Maneuver that is possible.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    on: CreatureId,
}

/// Whether a Maneuver is possible: wherever a Melee Attack on that creature is, with the same Reach
/// (`maneuver/replaces-melee-attack`, `maneuver/reach`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    target: Target,
    with: Arm,
) -> Result<Plan, Refusal> {
    if matches!(target, Target::Object(_) | Target::Ice(_)) {
        return Err(refuse!(
            "maneuver/definition",
            "a Maneuver is made against a creature"
        ));
    }
    let on = strike::aim_at_creature(state, who, target, with)?.on;
    Ok(Plan { on })
}

/// Makes a Maneuver.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    which: Maneuver,
    target: Target,
    with: Arm,
) -> Play {
    scene.emit(Fact::Tries(who, which, target, with));
    readied::interrupt(scene, who, Happening::Attack)?;
    let Ok(Plan { on }) = aim(scene.state(), who, target, with) else {
        scene.emit(Fact::Lost(who, rule!("reactions/interrupt").0));
        return Ok(());
    };
    cite(scene, who, on);
    let (what, rule) = match which {
        Maneuver::Break(_) => ("break", rule!("break/roll")),
        Maneuver::Disarm(_) => ("disarm", rule!("disarm/roll")),
        Maneuver::Feint => ("feint", rule!("feint/roll")),
        Maneuver::Grapple => ("grapple", rule!("grapple/roll")),
        Maneuver::Push => ("push", rule!("push/roll")),
        Maneuver::Trip => ("trip", rule!("trip/roll")),
    };
    let contest = Contest {
        by: who,
        target,
        on,
        with,
        what,
        rule,
    };
    let verdict = if which == Maneuver::Feint {
        feint::roll(scene, contest)?
    } else {
        opposed::contest(scene, contest)?
    };
    if verdict == Verdict::Miss {
        return Ok(());
    }
    let critical = verdict == Verdict::Critical;
    match which {
        Maneuver::Feint => {
            feint::succeed(scene, who, on, critical);
            Ok(())
        }
        Maneuver::Trip => trip::succeed(scene, who, on, critical),
        _ => Ok(()),
    }
}

/// The rules that every Maneuver follows.
fn cite(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, on: CreatureId) {
    if !scene.listened() {
        return;
    }
    for rule in [
        rule!("maneuver/definition"),
        rule!("maneuver/replaces-melee-attack"),
        rule!("maneuver/reach"),
        rule!("maneuver/counts-as-attack"),
        rule!("maneuver/resolution"),
        rule!("maneuver/opposed-modifiers"),
        rule!("maneuver/effect-instead-of-damage"),
        rule!("maneuver/feats"),
    ] {
        scene.cite(rule);
    }
    if scene.state().sheet(who).size != scene.state().sheet(on).size {
        scene.cite(rule!("maneuver/size"));
    }
}
