//! Surprise: the contest before the fight (`combat-overview/surprise-*`).

use std::cmp::Ordering;

use affray_kernel::{CreatureId, Play, Scene};
use smallvec::SmallVec;

use super::conditions;
use super::core_rules::{self, Outcome, contest};
use super::numbers::able;
use crate::ActionPoint;
use crate::fact::{Contest, Fact};
use crate::ids::rule;
use crate::sheet::{Skill, SurpriseStealth};
use crate::state::{Phase, State};

/// The sneaking side tests Stealth; each of the others makes an Observation test against it, in listing order, and is judged alone.
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn determine(scene: &mut Scene<'_, ActionPoint>) -> Play {
    scene.cite(rule!("combat-overview/surprise-contest"));
    let side = scene.state().clock.sneaking;
    let sneaks = side.map(|side| stealth(scene, side)).transpose()?;
    if let Some((sneaker, stealth)) = sneaks.flatten() {
        let rule = rule!("combat-overview/surprise-contest");
        for observer in scene.state().creatures() {
            let state = scene.state();
            if Some(state.sheet(observer).side) == side || !able(state, observer) {
                continue;
            }
            let watcher = (observer, Skill::Observation);
            let seen = core_rules::skill_against(scene, watcher, stealth, rule)?;
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

/// The Stealth test of a side: that of whoever is worst at it or, with the switch, the worst of all; and whose it is.
fn stealth(scene: &mut Scene<'_, ActionPoint>, side: u8) -> Play<Option<(CreatureId, Outcome)>> {
    let state = scene.state();
    let sneakers: SmallVec<[CreatureId; 8]> = match state.cast.options.surprise_stealth {
        SurpriseStealth::One => clumsiest(state, side).into_iter().collect(),
        SurpriseStealth::Each => members(state, side).collect(),
    };
    let mut worst: Option<(CreatureId, Outcome)> = None;
    for sneaker in sneakers {
        let rule = rule!("combat-overview/surprise-contest");
        let test = core_rules::skill(scene, sneaker, Skill::Stealth, rule, |_| {})?;
        if worst.is_none_or(|(_, other)| test.compare(other) == Ordering::Less) {
            worst = Some((sneaker, test));
        }
    }
    Ok(worst)
}

/// Those of a side who are there and conscious, in listing order.
fn members(state: &State, side: u8) -> impl Iterator<Item = CreatureId> + '_ {
    let all = state.creatures();
    all.filter(move |who| state.sheet(*who).side == side && able(state, *who))
}

/// Whoever of a side is worst at Stealth, the first of equal ones.
fn clumsiest(state: &State, side: u8) -> Option<CreatureId> {
    members(state, side).min_by_key(|who| core_rules::target_number(state, *who, Skill::Stealth))
}
