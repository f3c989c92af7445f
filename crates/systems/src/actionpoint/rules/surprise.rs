//! Surprise: the contest before the fight (`combat-overview/surprise-*`).

use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Play, Scene};

use super::conditions;
use super::core_rules::{self, contest};
use super::numbers::able;
use crate::actionpoint::ActionPoint;
use crate::actionpoint::fact::{Contest, Fact};
use crate::actionpoint::ids::rule;
use crate::actionpoint::sheet::Skill;
use crate::actionpoint::state::{Phase, State};

/// The sneaking side makes one Stealth test with its lowest value; each of the others makes an Observation test against it, in listing
/// order, and is judged alone.
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn determine(scene: &mut Scene<'_, ActionPoint>) -> Play {
    scene.cite(rule!("combat-overview/surprise-contest"));
    let side = scene.state().clock.sneaking;
    if let Some(sneaker) = side.and_then(|side| clumsiest(scene.state(), side)) {
        let rule = rule!("combat-overview/surprise-contest");
        let stealth = core_rules::skill(scene, sneaker, Skill::Stealth, rule, |_| {})?;
        for observer in scene.state().creatures() {
            let state = scene.state();
            if Some(state.sheet(observer).side) == side || !able(state, observer) {
                continue;
            }
            let seen = core_rules::skill(scene, observer, Skill::Observation, rule, |_| {})?;
            scene.cite(rule!("combat-overview/surprise-who"));
            let sides = ((sneaker, stealth), (observer, seen));
            if contest(scene, sides.0, sides.1, Contest::Surprise) {
                scene.cite(rule!("conditions/surprised"));
                scene.cite(rule!("combat-overview/surprise-duration"));
                conditions::begin(scene, conditions::surprised(observer));
            }
        }
    }
    scene.emit(Fact::Sneaking(None));
    scene.emit(Fact::Phase(Phase::Initiative));
    Ok(())
}

/// Whoever of a side is worst at Stealth, the first of equal ones.
fn clumsiest(state: &State, side: u8) -> Option<CreatureId> {
    let members = state
        .creatures()
        .filter(|who| state.sheet(*who).side == side && able(state, *who));
    members.min_by_key(|who| {
        let mut tally = Tally::new();
        core_rules::parts(state, *who, Skill::Stealth, &mut tally);
        tally.total()
    })
}
