//! Search (`primary-actions/search`, `adventuring/search`).

use affray_kernel::grid::Space;
use affray_kernel::{CreatureId, Play, Scene};
use smallvec::SmallVec;

use crate::ActionPoint;
use crate::fact::{Contest, Fact};
use crate::ids::rule;
use crate::rules::core_rules::{self, Outcome, contest};
use crate::rules::cover::is_unseen;
use crate::rules::hidden;
use crate::rules::numbers::present;
use crate::sheet::Skill;
use crate::state::State;

/// One Observation test: against the Stealth of each that is hidden from the searcher, and for hidden things as it is.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) -> Play {
    let rule = rule!("adventuring/search");
    let mut finds = false;
    let state = scene.state();
    let unseen: SmallVec<[CreatureId; 8]> = state
        .creatures()
        .filter(|other| present(state, *other) && hidden::is_hidden_from(state, *other, who))
        .collect();
    // Where nobody hides, nobody has more Successes or fewer.
    let class = |outcome: Outcome| match unseen.is_empty() {
        true => 0,
        false => core_rules::by_successes(outcome),
    };
    let searcher = (who, Skill::Observation);
    let seen = core_rules::skill_by(scene, searcher, rule, |_| {}, class)?;
    for other in unseen {
        let hider = (other, Skill::Stealth);
        let stealth = core_rules::skill_against(scene, hider, seen, rule)?;
        if contest(scene, (who, seen), (other, stealth), Contest::Search) {
            hidden::found(scene, other, who, true);
            finds = true;
        }
    }
    if seen.passed {
        finds |= find_things(scene, who);
    }
    scene.emit(Fact::Tested(who, Skill::Observation, finds));
    Ok(())
}

/// Hidden things come to light for everybody, but for those out of sight; `false`: there are none.
fn find_things(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) -> bool {
    let mut finds = false;
    for number in 0..scene.state().fixtures.len() {
        let fixture = scene.state().fixtures[number];
        if !fixture.found && lies_open_to(scene.state(), number, who) {
            scene.emit(Fact::Fixture(number as u8, true, fixture.pulled));
            finds = true;
        }
    }
    finds
}

/// Whether nothing hides a thing of the place from a searcher (`space/line-of-sight`).
fn lies_open_to(state: &State, number: usize, who: CreatureId) -> bool {
    let thing = state.cast.fixtures.get(number);
    thing.is_some_and(|thing| !is_unseen(state, state.space(who), Space::cell(thing.at)))
}
