//! Flanking (`flanking/*`).

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Space, passes_through};
use smallvec::SmallVec;

use super::cover::is_walled_off;
use super::numbers::{acts, distance_m, foes, reach_m};
use crate::state::State;

/// Whether a creature is flanked by two of the same side (`flanking/condition`).
#[must_use]
pub(crate) fn is_flanked(state: &State, on: CreatureId) -> bool {
    state
        .creatures()
        .any(|who| foes(state, who, on) && is_flanked_by_side_of(state, who, on))
}

/// Whether two of that creature's side have the other between them (`flanking/condition`, `flanking/bonus`).
#[must_use]
pub(crate) fn is_flanked_by_side_of(state: &State, by: CreatureId, on: CreatureId) -> bool {
    if state.bodies.len() < 3 || !foes(state, by, on) {
        return false;
    }
    let shape = state.grid().shape;
    let middle = ground_plan(state.space(on));
    let flanks = |who: &CreatureId| !foes(state, by, *who) && reaches(state, *who, on);
    let near: SmallVec<[CreatureId; 8]> = state.creatures().filter(flanks).collect();
    let is_open = |who: CreatureId| !is_walled_off(state, who, on);
    near.iter().enumerate().any(|(place, one)| {
        near[place + 1..].iter().any(|other| {
            let [from, to] = [*one, *other].map(|who| ground_plan(state.space(who)));
            passes_through(shape, from, to, middle) && is_open(*one) && is_open(*other)
        })
    })
}

/// A space as seen from above: the line is drawn between centres on the map, however tall who stands there is.
const fn ground_plan(space: Space) -> Space {
    Space::new(Cell::new(space.at.x, space.at.y), space.side, 1)
}

/// Whether a creature, conscious and not surprised, has another within its reach (`space/reach`).
#[must_use]
pub(crate) fn threatens(state: &State, who: CreatureId, on: CreatureId) -> bool {
    reaches(state, who, on) && !is_walled_off(state, who, on)
}

/// The same, whatever stands between the two.
fn reaches(state: &State, who: CreatureId, on: CreatureId) -> bool {
    who != on
        && acts(state, who)
        && reach_m(state, who).is_some_and(|reach| distance_m(state, who, on) <= reach)
}
