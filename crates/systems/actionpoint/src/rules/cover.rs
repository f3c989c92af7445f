//! Cover and lines between creatures (`cover/*`, `space/line-of-sight`).

use affray_kernel::CreatureId;
use affray_kernel::grid::{
    Cell, Changed, Corners, EdgeKind, Ground, Line, Map, Space, Terrain, centre_line,
};

use crate::state::{Cover, State};
use crate::surface::obstacle;

/// The degree that something standing on the border of two squares has (`cover/determination`).
const fn degree_of_edge(edge: EdgeKind) -> Cover {
    match edge {
        EdgeKind::Wall | EdgeKind::Door | EdgeKind::Window | EdgeKind::Curtain => Cover::Full,
        EdgeKind::High | EdgeKind::Slit | EdgeKind::Bars => Cover::High,
        EdgeKind::Low => Cover::Low,
        EdgeKind::OpenDoor | EdgeKind::OpenWindow | EdgeKind::Post => Cover::None,
    }
}

/// The cover of a creature from another: by the game master's word, or the best of the obstacles on the line that count
/// (`cover/determination`).
#[must_use]
pub(crate) fn cover_of(state: &State, from: CreatureId, of: CreatureId) -> Cover {
    if let Some(cover) = state.body(of).cover {
        return cover;
    }
    cover_between(state, state.space(from), state.space(of))
}

/// The cover of a space from another, by the map alone.
#[must_use]
pub(crate) fn cover_between(state: &State, from: Space, of: Space) -> Cover {
    let stops = |degree| is_stopped(state, from, of, degree);
    if state.cast.open_ground || !stops(Cover::Low) {
        return Cover::None;
    }
    let higher = [Cover::Full, Cover::High];
    higher
        .into_iter()
        .find(|degree| stops(*degree))
        .unwrap_or(Cover::Low)
}

/// Whether the line from centre to centre meets an obstacle of at least such a degree that counts. Where it only touches a corner, or
/// runs along a border, there must be one on either side (`cover/determination`).
fn is_stopped(state: &State, from: Space, of: Space, degree: Cover) -> bool {
    let obstacles = Obstacles {
        terrain: state.terrain(),
        from,
        of,
        degree,
    };
    !centre_line(&obstacles, Line::Effect, from, of)
}

/// The map with nothing on it but the obstacles of a degree that count between two spaces, all as walls (`cover/determination`).
struct Obstacles<'s> {
    terrain: Changed<'s>,
    from: Space,
    of: Space,
    degree: Cover,
}

impl Obstacles<'_> {
    /// One of full degree counts anywhere, any other one next to the target.
    fn counts(&self, found: Cover, is_near: impl FnOnce() -> bool) -> bool {
        found == Cover::Full || (found >= self.degree && is_near())
    }

    /// The degree of what fills a square; ground higher than both hides like a wall.
    fn degree_of(&self, ground: Ground) -> Cover {
        let rises = ground.elevation > self.from.at.z.max(self.of.at.z);
        if ground.opaque || rises {
            Cover::Full
        } else {
            obstacle(ground)
        }
    }
}

impl Terrain for Obstacles<'_> {
    fn map(&self) -> &Map {
        self.terrain.map()
    }

    fn ground(&self, cell: Cell) -> Ground {
        let grid = self.terrain.grid();
        let stands = [self.from, self.of]
            .iter()
            .any(|space| space.covers(grid.shape, cell));
        let near = || grid.distance(Space::cell(cell.with_height(self.of.at.z)), self.of) <= 1;
        Ground {
            solid: !stands && self.counts(self.degree_of(self.terrain.ground(cell)), near),
            elevation: i16::MIN,
            ..Ground::default()
        }
    }

    fn edge(&self, a: Cell, b: Cell) -> Option<EdgeKind> {
        let found = degree_of_edge(self.terrain.edge(a, b)?);
        let shape = self.terrain.grid().shape;
        let near = || self.of.covers(shape, a) != self.of.covers(shape, b);
        self.counts(found, near).then_some(EdgeKind::Wall)
    }

    fn without_edges(&self) -> bool {
        self.terrain.without_edges()
    }
}

/// Whether something of full degree stands between two creatures: neither sees the other, and no blow gets through
/// (`space/line-of-sight`).
#[must_use]
pub(crate) fn is_walled_off(state: &State, one: CreatureId, other: CreatureId) -> bool {
    is_walled(state, state.space(one), state.space(other))
}

/// The same of two spaces.
#[must_use]
pub(crate) fn is_walled(state: &State, one: Space, other: Space) -> bool {
    !state.cast.open_ground && is_stopped(state, one, other, Cover::Full)
}

/// Around corners of walls one walks if one of both ways is open.
pub(crate) const CORNERS: Corners = Corners::Cut;
