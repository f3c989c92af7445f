//! Darkness and light (`darkness/*`, `light/*`).

use affray_kernel::grid::{Cell, Space, Terrain, line_of_effect};

use super::ground::terrain;
use super::numbers::{bearer, feet};
use super::turf;
use crate::sheet::ItemKind;
use crate::state::{Condition, Place, Presence, State};
use affray_kernel::CreatureId;

/// How far any fire lights, unless its record says otherwise (`light/fire`).
const FIRE_FT: i16 = 20;

/// Whether a creature or a thing is in Darkness: no square of its space is lit (`darkness/concealed`).
pub(crate) fn in_darkness(state: &State, space: Space) -> bool {
    let mut cells = space.cells(state.grid().shape);
    cells.all(|cell| is_dark(state, cell))
}

/// Whether a square is in Darkness: without light of its own, and out of the light of every source (`light/sources`).
pub(crate) fn is_dark(state: &State, cell: Cell) -> bool {
    unlit(state, cell)
        && !sources(state).any(|(from, radius_ft)| lights(state, from, radius_ft, cell))
}

/// Whether the surroundings give a square no light.
fn unlit(state: &State, cell: Cell) -> bool {
    state.cast.scene.dark || terrain(state).ground(cell).dark
}

/// Whether a square is dark by itself and lit by a source.
pub(crate) fn is_lit_up(state: &State, cell: Cell) -> bool {
    unlit(state, cell) && !is_dark(state, cell)
}

/// A square within the radius of a source is lit if there is Line of Effect to it.
fn lights(state: &State, from: Space, radius_ft: i16, cell: Cell) -> bool {
    let to = Space::cell(cell);
    feet(state.grid().distance(from, to)) <= radius_ft
        && line_of_effect(&terrain(state), from, to)
        && !turf::shuts_off(state, from, to)
}

/// Lit things and burning creatures, with the radius each lights in feet.
fn sources(state: &State) -> impl Iterator<Item = (Space, i16)> {
    let things = state.items.iter().filter(|item| item.lit && item.hp > 0);
    let things = things.filter_map(|item| {
        let ItemKind::Gear(gear) = state.cast.kinds.get(usize::from(item.kind))? else {
            return None;
        };
        let at = match item.place {
            Place::Ground(cell) => Space::cell(cell),
            place => state.space(bearer(place).filter(|who| is_here(state, *who))?),
        };
        Some((at, gear.light_ft))
    });
    let burning = state
        .creatures()
        .filter(|who| state.has(*who, Condition::OnFire) && is_here(state, *who));
    things.chain(burning.map(|who| (state.space(who), FIRE_FT)))
}

/// Whether a creature is there, alive or Dead, so that what burns on it gives light.
pub(super) fn is_here(state: &State, who: CreatureId) -> bool {
    state.body(who).presence == Presence::Here
}
