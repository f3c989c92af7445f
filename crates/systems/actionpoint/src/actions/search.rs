//! Search (`primary-actions/search`, `adventuring/search`).

use affray_kernel::{CreatureId, Play, Scene};
use smallvec::SmallVec;

use crate::ActionPoint;
use crate::fact::{Contest, Fact};
use crate::ids::rule;
use crate::rules::core_rules::{self, contest};
use crate::rules::hidden;
use crate::rules::numbers::present;
use crate::sheet::Skill;

/// One Observation test: against the Stealth of each that is hidden from the searcher, and for hidden things as it is.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) -> Play {
    scene.cite(rule!("primary-actions/search"));
    scene.cite(rule!("adventuring/search"));
    let rule = rule!("adventuring/search");
    let seen = core_rules::skill(scene, who, Skill::Observation, rule, |_| {})?;
    scene.emit(Fact::Tested(who, Skill::Observation, seen.passed));
    let state = scene.state();
    let unseen: SmallVec<[CreatureId; 8]> = state
        .creatures()
        .filter(|other| present(state, *other) && hidden::is_hidden_from(state, *other, who))
        .collect();
    for other in unseen {
        let stealth = core_rules::skill(scene, other, Skill::Stealth, rule, |_| {})?;
        if contest(scene, (who, seen), (other, stealth), Contest::Search) {
            hidden::found(scene, other, who, true);
        }
    }
    if seen.passed {
        find_things(scene);
    }
    Ok(())
}

fn find_things(scene: &mut Scene<'_, ActionPoint>) {
    for number in 0..scene.state().fixtures.len() {
        let fixture = scene.state().fixtures[number];
        if !fixture.found {
            scene.emit(Fact::Fixture(number as u8, true, fixture.pulled));
        }
    }
}
