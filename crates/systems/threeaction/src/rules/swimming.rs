//! Swimming and currents (`swimming/*`).

use affray_kernel::grid::{Cell, Space, Terrain, fits};
use affray_kernel::{CreatureId, Play, Scene};

use super::falling::Cause;
use super::ground::terrain;
use super::luck::Luck;
use super::numbers::present;
use super::occupied::{comes_upon, is_free};
use super::skills::{self, Skill};
use super::squeezing::Place;
use super::terrain::swims;
use super::ways::can_pass;
use super::{grapple, steps};
use crate::ThreeAction;
use crate::ids::rule;
use crate::state::{Mode, State};
use crate::surface::{CURRENT_FT, current, swim_dc};

/// How far a failed check makes a swimmer sink, in squares: 10 ft.
const SINKS: i16 = 2;

/// The DC of the roughest water in a space.
pub(crate) fn dc(state: &State, space: Space) -> i16 {
    let land = terrain(state);
    space
        .cells(state.grid().shape)
        .map(|cell| land.ground(cell))
        .filter(|ground| ground.water > 0)
        .map(swim_dc)
        .max()
        .unwrap_or_default()
}

/// The Swim check of a Move Action (`swimming/skill`); a creature that swims by nature needs none. A failure makes it sink.
///
/// # Errors
/// Stops if the die is missing.
pub(crate) fn succeeds(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play<bool> {
    scene.cite(rule!("swimming/skill"));
    if scene.state().sheet(who).feats.swims {
        return Ok(true);
    }
    let dc = dc(scene.state(), scene.state().space(who));
    let (luck, rule) = (Luck::default(), rule!("swimming/skill"));
    if skills::compare(scene, who, Skill::Swim, &luck, i32::from(dc), rule)? {
        return Ok(true);
    }
    sink(scene, who)?;
    Ok(false)
}

/// Sinks 10 ft, or to the bottom, or onto whoever is below.
fn sink(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    let state = scene.state();
    let here = state.space(who);
    let land = terrain(state);
    let mut at = here.at;
    for _ in 0..SINKS {
        let lower = here.moved_to(at.offset(0, 0, -1));
        if !fits(&land, lower) || !is_free(state, who, lower, false) {
            break;
        }
        at = lower.at;
    }
    if at == here.at {
        return Ok(());
    }
    steps::moved(scene, who, at, Cause::Forced)
}

/// A current carries whoever is in the water, swimming or wading, square by square, up to an obstacle or out of the water
/// (`swimming/current`).
///
/// # Errors
/// Stops where a draw is missing.
#[inline(always)]
pub(crate) fn start_of_turn(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if scene.state().cast.open_ground {
        Ok(())
    } else {
        carried_on(scene, who)
    }
}

fn carried_on(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    let state = scene.state();
    if !present(state, who) || state.body(who).mount.is_some() || goes_with_another(state, who) {
        return Ok(());
    }
    for _ in 0..CURRENT_FT / steps::STEP_FT {
        let Some(to) = carried_to(scene.state(), who) else {
            break;
        };
        scene.cite(rule!("swimming/current"));
        let space = scene.state().space(who).moved_to(to);
        comes_upon(scene, who, space)?;
        if !is_free(scene.state(), who, space, false) {
            break;
        }
        steps::moved(scene, who, to, Cause::Unsupported)?;
        if !present(scene.state(), who) || scene.state().body(who).at != to {
            break;
        }
    }
    Ok(())
}

/// Those in a grapple with one another are carried once a Round, together: at the start of the Turn of the one of them that comes first in the
/// roster (`grappled/move-together`, `grappling/move-together`).
fn goes_with_another(state: &State, who: CreatureId) -> bool {
    let partners = grapple::partners(state, who);
    let carries = |partner: &CreatureId| {
        *partner < who && present(state, *partner) && carried_to(state, *partner).is_some()
    };
    partners.iter().any(carries)
}

/// The next square in the direction of the current, if no wall, bank or ledge stands in the way; of several that somebody is in, the first
/// one's (`swimming/current`).
fn carried_to(state: &State, who: CreatureId) -> Option<Cell> {
    let here = state.space(who);
    let direction = steps::waters(state, here).find_map(current)?;
    let to = state
        .grid()
        .neighbours(here.at)
        .nth(usize::from(direction))?;
    let ground = steps::on_ground(state, who, Place::of(state, who), to);
    let over_an_edge = here.at.z.saturating_sub(ground.z) > 1;
    // Over an edge it keeps its height, and falls from there.
    let drifts = swims(state, who) || over_an_edge;
    let to = if drifts { to } else { ground };
    let space = here.moved_to(to);
    let open = if drifts {
        can_pass(state, here, to)
    } else {
        to.z - here.at.z <= 1 && steps::is_open(state, who, Mode::Run, here, to)
    };
    let wet = steps::in_water(state, space) || drifts && falls_over(state, who, space);
    (wet && open).then_some(to)
}

/// Whether the water goes on below: a fall.
fn falls_over(state: &State, who: CreatureId, space: Space) -> bool {
    super::terrain::standing_height(state, who, space).is_some_and(|height| height < space.at.z)
}
