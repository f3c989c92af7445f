//! How a bot gets through closed doors.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Terrain};

use super::legal;
use super::moving::{go_along, reachable_on_foot};
use crate::act::Act;
use crate::actions::handling::within_arm_from;
use crate::rules::ground::terrain;
use crate::state::State;

/// Opens the closed door that is nearest on foot, or goes to it. Creatures without hands leave doors alone.
pub(super) fn open(state: &State, who: CreatureId) -> Option<Act> {
    if state.sheet(who).hands == 0 || terrain(state).without_edges() {
        return None;
    }
    let doors: Vec<[Cell; 2]> = closed(state).collect();
    if doors.is_empty() {
        return None;
    }
    if let Some(act) = doors
        .iter()
        .map(|[a, b]| Act::Door(*a, *b, true))
        .find(|act| legal(state, who, act))
    {
        return Some(act);
    }
    let beside = |place: Cell| {
        let space = state.space(who).moved_to(place);
        doors.iter().flatten().any(|cell| {
            let foot = terrain(state).ground(*cell).surface();
            within_arm_from(state, space, cell.with_height(foot))
        })
    };
    let goal = reachable_on_foot(state, who)
        .into_iter()
        .filter(|reached| beside(reached.place))
        .min_by_key(|reached| (reached.cost, reached.place))?;
    go_along(state, who, goal.place).filter(|act| legal(state, who, act))
}

/// Doors and the like that are closed and can be opened.
fn closed(state: &State) -> impl Iterator<Item = [Cell; 2]> + '_ {
    let land = terrain(state);
    state.cast.map.doors().iter().filter_map(move |edge| {
        let [a, b] = edge.cells();
        let kind = land.edge(a, b)?;
        (kind.blocks_movement() && kind.opened().is_some()).then_some([a, b])
    })
}
