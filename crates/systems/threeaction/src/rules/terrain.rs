//! The ground under a creature: where it stands, where it floats, and what is hard to walk over (`terrain/*`,
//! `difficult-terrain/*`).

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, EdgeKind, Ground, Map, Space, Terrain, floor};

use super::ground::{Land, terrain};
use crate::state::State;
use crate::surface::is_difficult_for;

/// The land as what carries a creature of some height: ice and water too deep to stand in count as ground up to their surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Footing<'s> {
    land: Land<'s>,
    tall: i16,
}

/// The land as it carries a creature.
#[inline]
pub(crate) fn footing(state: &State, who: CreatureId) -> Footing<'_> {
    Footing {
        land: terrain(state),
        tall: tall(state, who),
    }
}

impl Terrain for Footing<'_> {
    fn map(&self) -> &Map {
        self.land.map()
    }

    fn ground(&self, cell: Cell) -> Ground {
        let ground = self.land.ground(cell);
        if ground.ice > 0 || is_deep(ground, self.tall) {
            Ground {
                elevation: ground.surface(),
                water: 0,
                ..ground
            }
        } else {
            ground
        }
    }

    fn edge(&self, a: Cell, b: Cell) -> Option<EdgeKind> {
        self.land.edge(a, b)
    }

    fn without_edges(&self) -> bool {
        self.land.without_edges()
    }

    fn level(&self) -> Option<i16> {
        self.land.level()
    }
}

/// A creature's height in squares.
#[inline]
fn tall(state: &State, who: CreatureId) -> i16 {
    i16::from(state.sheet(who).size.side())
}

/// Whether water is too deep for a creature of that height to stand in.
#[inline]
fn is_deep(ground: Ground, tall: i16) -> bool {
    i16::from(ground.water) >= tall
}

/// The height at which a creature stands, or floats, in that place, whatever its height; nothing outside the map and in rock.
#[inline]
pub(crate) fn standing_height(state: &State, who: CreatureId, place: Space) -> Option<i16> {
    floor(&footing(state, who), place)
}

/// Whether a creature would stand or float in that space.
#[inline]
pub(crate) fn stands(state: &State, who: CreatureId, space: Space) -> bool {
    standing_height(state, who, space) == Some(space.at.z)
}

/// Whether a creature would be swimming in that space: in water too deep to stand in, with no firm ground under any part of it.
pub(crate) fn in_deep_water(state: &State, who: CreatureId, space: Space) -> bool {
    let (land, tall) = (terrain(state), tall(state, who));
    if land.level().is_some() {
        return false;
    }
    let mut water = false;
    for cell in space.cells(land.grid().shape) {
        let ground = land.ground(cell);
        if ground.outside || ground.solid || space.at.z < ground.elevation {
            return false;
        }
        if !is_deep(ground, tall) || ground.ice > 0 && space.at.z >= ground.surface() {
            if space.at.z <= ground.surface() {
                return false;
            }
        } else if space.at.z <= ground.surface() {
            water = true;
        }
    }
    water
}

/// Whether a creature swims, floats or sinks; in the saddle its mount does it for both.
#[inline]
pub(crate) fn swims(state: &State, who: CreatureId) -> bool {
    if state.cast.open_ground {
        return false;
    }
    let bearer = state.body(who).mount.unwrap_or(who);
    in_deep_water(state, bearer, state.space(bearer))
}

/// The height at which a creature stands or floats inside another's space, as far up as that goes: where the larger one wades, the smaller one
/// is not on the bottom. Nothing where there is no ground below.
pub(crate) fn height_within(
    state: &State,
    who: CreatureId,
    own: Space,
    host: Space,
) -> Option<i16> {
    let floor = standing_height(state, who, own)?;
    let room = i16::from(host.height) - i16::from(own.height);
    Some(floor.clamp(host.at.z, host.at.z.saturating_add(room.max(0))))
}

/// Whether a square of that space is Difficult Terrain for a creature (`difficult-terrain/cost`, `difficult-terrain/square-left`,
/// `difficult-terrain/larger-creatures`). Shallow water, which one can stand in, is.
pub(crate) fn is_difficult(state: &State, who: CreatureId, space: Space) -> bool {
    if state.cast.open_ground {
        return false;
    }
    let (land, tall) = (terrain(state), tall(state, who));
    let size = state.sheet(who).size;
    space.cells(land.grid().shape).any(|cell| {
        let ground = land.ground(cell);
        let wading = ground.water > 0 && ground.ice == 0 && !is_deep(ground, tall);
        wading || is_difficult_for(ground, size)
    })
}
