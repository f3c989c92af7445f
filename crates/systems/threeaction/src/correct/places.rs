//! Where creatures can be by the game master's word.

use affray_kernel::CreatureId;
use affray_kernel::grid::fits;
use affray_kernel::notation::Unread;
use affray_kernel::scenario::hindrance;

use crate::fact::{Fact, apply};
use crate::rules::numbers::present;
use crate::rules::occupied::others_in;
use crate::rules::terrain::footing;
use crate::state::State;

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
    let (space, sheet) = (state.space(who), state.sheet(who));
    let name = &sheet.name;
    if !fits(&footing(state, who), space) {
        let why = hindrance(&state.cast.map, space, sheet.feats.burrow);
        let why = why.unwrap_or_else(|| "has no room there".to_owned());
        return Some(format!("{name} {why}"));
    }
    let other = others_in(state, who, space).next()?;
    let other = &state.sheet(other).name;
    Some(format!("{name} and {other} take up the same square"))
}
