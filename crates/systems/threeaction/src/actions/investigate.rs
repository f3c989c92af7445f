//! Investigate: searching for Hidden creatures (`foundations/investigate`).

use affray_kernel::{CreatureId, Play, Scene};

use crate::ThreeAction;
use crate::fact::{Doing, Fact};
use crate::ids::rule;
use crate::rules::luck::Luck;
use crate::rules::numbers::present;
use crate::rules::sight::{found, is_hidden, is_undetected};
use crate::rules::skills::{self, Skill};
use crate::state::State;

/// One roll against the Sneak total of each creature Hidden to the searcher. Those it does not know of stay unknown
/// (`undetected/targeting`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    scene.emit(Fact::Does(who, Doing::Investigate));
    scene.cite(rule!("use-skill/action"));
    let rule = rule!("foundations/investigate");
    let checked = skills::roll(scene, who, Skill::Investigate, &Luck::default(), rule)?;
    // What it is compared with would tell of those who are not found.
    skills::against(scene, who, Skill::Investigate, &checked, None, "", rule);
    for on in scene.state().creatures() {
        let state = scene.state();
        let sought = present(state, on) && is_hidden(state, on, who);
        if !sought || is_undetected(state, on, who) {
            continue;
        }
        if checked.total >= difficulty(state, on) {
            found(scene, on, who)?;
        }
    }
    Ok(())
}

/// The last Sneak total; 10 + Level + DEX if it never rolled.
fn difficulty(state: &State, on: CreatureId) -> i32 {
    let sheet = state.sheet(on);
    let unrolled = 10 + i32::from(sheet.level) + i32::from(sheet.dex);
    state.body(on).sneak.map_or(unrolled, i32::from)
}
