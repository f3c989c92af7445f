//! Where creatures can be by the game master's word.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Space, fits};
use affray_kernel::notation::Unread;
use affray_kernel::scenario::hindrance;

use crate::fact::{Fact, apply};
use crate::notation::Reader;
use crate::rules::ground::terrain;
use crate::rules::numbers::present;
use crate::rules::occupied::others_in;
use crate::rules::terrain::standing_height;
use crate::setup::place::too_far;
use crate::state::State;

/// Takes the place that is meant for a creature: without a height it is where the creature stands or floats there, in a pit at its bottom.
pub(super) fn meant(
    state: &State,
    who: CreatureId,
    reader: &mut Reader<'_, '_>,
) -> Result<Cell, Unread> {
    let has_height = |word: &str| word.matches(',').count() > 1;
    let is_told = reader.peek().is_some_and(has_height);
    let at = reader.cell_on(&state.cast.map)?;
    if is_told {
        return Ok(at);
    }
    let stands = standing_height(state, who, state.own_space(who).moved_to(at));
    Ok(stands.map_or(at, |height| at.with_height(height)))
}

/// These facts, if nobody is off the map, in rock or in the squares of another after them who was not before (`foundations/gm-override`,
/// `move/end-in-occupied-square`). In the air one may be left: whoever nothing holds up falls in its next Turn (`falling/long-fall`).
pub(super) fn possible(state: &State, facts: Vec<Fact>) -> Result<Vec<Fact>, Unread> {
    let mut after = state.clone();
    for fact in &facts {
        apply(&mut after, fact);
    }
    let has_come = |who: &CreatureId| {
        let was_there = present(state, *who) && state.space(*who) == after.space(*who);
        present(&after, *who) && !was_there
    };
    let fault = after
        .creatures()
        .filter(has_come)
        .find_map(|who| Some((who, hinders(&after, who)?)));
    match fault {
        Some((who, message)) => {
            let name = &after.sheet(who).name;
            Err(Unread::new(format!("{name}, at: {message}")))
        }
        None => Ok(facts),
    }
}

/// Why a creature cannot be where it is.
fn hinders(state: &State, who: CreatureId) -> Option<String> {
    let space = state.space(who);
    let name = &state.sheet(who).name;
    if let Some(message) = too_far(space.at.z) {
        return Some(message);
    }
    if let Some(why) = no_room(state, who, space) {
        return Some(format!("{name} {why}"));
    }
    let other = others_in(state, who, space).next()?;
    let other = &state.sheet(other).name;
    Some(format!("{name} and {other} take up the same square"))
}

/// Why the ground as it is now leaves a creature no room. In water it can be as deep as the water is (`swimming/skill`), and whoever burrows
/// can be in the earth (`burrowing/move`).
fn no_room(state: &State, who: CreatureId, space: Space) -> Option<String> {
    if fits(&terrain(state), space) {
        return None;
    }
    let burrows = state.sheet(who).feats.burrow;
    let map = &state.cast.map;
    match hindrance(map, space, burrows) {
        None if burrows => None,
        why => Some(why.unwrap_or_else(|| "has no room there".to_owned())),
    }
}
