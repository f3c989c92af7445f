//! Darkness and light (`darkness/*`, `light/*`).

use affray_kernel::grid::{Cell, EdgeKind, Ground, Map, Space, Terrain, line_of_effect};

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
        && !sources(state).any(|source| lights(state, source.space, source.radius_ft, cell))
}

/// The ground as it looks: dark is where no light falls that everybody knows of. What those carry who hide from somebody lights nothing
/// here, as it would give them away.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lighted<'s>(pub(crate) &'s State);

impl Terrain for Lighted<'_> {
    fn map(&self) -> &Map {
        &self.0.cast.map
    }

    fn ground(&self, cell: Cell) -> Ground {
        let ground = terrain(self.0).ground(cell);
        let floor = Cell {
            z: ground.elevation,
            ..cell
        };
        let is_lit = || {
            let mut known = sources(self.0).filter(|source| !source.is_hidden(self.0));
            known.any(|source| lights(self.0, source.space, source.radius_ft, floor))
        };
        let dark = (self.0.cast.scene.dark || ground.dark) && !is_lit();
        Ground { dark, ..ground }
    }

    fn edge(&self, a: Cell, b: Cell) -> Option<EdgeKind> {
        terrain(self.0).edge(a, b)
    }

    fn without_edges(&self) -> bool {
        terrain(self.0).without_edges()
    }

    fn is_untouched(&self) -> bool {
        let is_lit = || sources(self.0).next().is_some();
        terrain(self.0).is_untouched() && !self.0.cast.scene.dark && !is_lit()
    }
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

/// What gives light.
struct Source {
    space: Space,
    radius_ft: i16,
    /// Who carries it, or burns.
    bearer: Option<CreatureId>,
}

impl Source {
    /// Whether whoever bears it hides from somebody.
    fn is_hidden(&self, state: &State) -> bool {
        let hides = |kind| matches!(kind, Condition::Hidden | Condition::Undetected);
        let bearer = self.bearer.into_iter();
        bearer
            .flat_map(|who| state.conditions.on(who))
            .any(|held| hides(held.kind))
    }
}

/// Lit things and burning creatures.
fn sources(state: &State) -> impl Iterator<Item = Source> {
    let things = state.items.iter().filter(|item| item.lit && item.hp > 0);
    let things = things.filter_map(|item| {
        let ItemKind::Gear(gear) = state.cast.kinds.get(usize::from(item.kind))? else {
            return None;
        };
        let bearer = bearer(item.place);
        let space = match item.place {
            Place::Ground(cell) => Space::cell(cell),
            _ => state.space(bearer.filter(|who| is_here(state, *who))?),
        };
        Some(Source {
            space,
            radius_ft: gear.light_ft,
            bearer,
        })
    });
    let burning = state
        .creatures()
        .filter(|who| state.has(*who, Condition::OnFire) && is_here(state, *who));
    things.chain(burning.map(|who| Source {
        space: state.space(who),
        radius_ft: FIRE_FT,
        bearer: Some(who),
    }))
}

/// Whether a creature is there, alive or Dead, so that what burns on it gives light.
pub(super) fn is_here(state: &State, who: CreatureId) -> bool {
    state.body(who).presence == Presence::Here
}
