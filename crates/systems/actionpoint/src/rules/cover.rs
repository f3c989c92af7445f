//! Cover and lines between creatures (`cover/*`, `space/line-of-sight`).

use affray_kernel::grid::{
    Cell, Changed, Corners, EdgeKind, Ground, Line, Map, Space, Terrain, centre_line,
};
use affray_kernel::{CreatureId, Figure, Refusal};

use crate::ids::refuse;
use crate::state::{Cover, State};
use crate::surface::obstacle;

/// What obstacles are asked for: a pane of glass protects and hides nothing, fog and curtains hide and protect nothing
/// (`cover/full-requirement`, `space/line-of-sight`).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Matter {
    /// Protection from blows, shots and spells.
    Protects,
    /// Concealment.
    Hides,
}

impl Matter {
    /// The degree of what stands on the border of two squares (`cover/determination`).
    const fn degree_of_edge(self, edge: EdgeKind) -> Cover {
        match (edge, self) {
            (EdgeKind::Wall | EdgeKind::Door, _)
            | (EdgeKind::Window, Self::Protects)
            | (EdgeKind::Curtain, Self::Hides) => Cover::Full,
            (EdgeKind::High | EdgeKind::Slit | EdgeKind::Bars, _) => Cover::High,
            (EdgeKind::Low, _) => Cover::Low,
            (EdgeKind::OpenDoor | EdgeKind::OpenWindow | EdgeKind::Post, _)
            | (EdgeKind::Window, Self::Hides)
            | (EdgeKind::Curtain, Self::Protects) => Cover::None,
        }
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

/// The cover of a creature's space from another, by the map alone.
#[must_use]
pub(crate) fn cover_between(state: &State, from: Space, of: Space) -> Cover {
    degree_between(state, Matter::Protects, from, of)
}

fn degree_between(state: &State, matter: Matter, from: Space, of: Space) -> Cover {
    let stops = |degree| is_stopped(state, matter, (from, of), degree);
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
fn is_stopped(state: &State, matter: Matter, (from, of): (Space, Space), degree: Cover) -> bool {
    let obstacles = Obstacles {
        terrain: state.terrain(),
        matter,
        from,
        of,
        degree,
    };
    !centre_line(&obstacles, Line::Effect, from, of)
}

/// The map with nothing on it but the obstacles of a degree that count between two spaces, all as walls (`cover/determination`).
struct Obstacles<'s> {
    terrain: Changed<'s>,
    matter: Matter,
    from: Space,
    of: Space,
    degree: Cover,
}

impl Obstacles<'_> {
    /// One of full degree counts anywhere, any other one next to the target.
    fn counts(&self, found: Cover, is_near: impl FnOnce() -> bool) -> bool {
        found == Cover::Full || (found >= self.degree && is_near())
    }

    /// The degree of what fills a square.
    fn degree_of(&self, cell: Cell, ground: Ground) -> Cover {
        if ground.solid || self.is_hidden_by(ground) {
            return Cover::Full;
        }
        let higher_floor = self.from.at.z.max(self.of.at.z);
        let is_flat = ground.kind == 0 && ground.elevation <= higher_floor;
        if is_flat || !self.reaches_the_line(cell, ground) {
            return Cover::None;
        }
        let rises = ground.elevation - higher_floor;
        let raised = if rises > 0 {
            rises
        } else {
            (ground.elevation - self.of.at.z).min(0)
        };
        self.degree_by_share(obstacle(ground), raised)
    }

    /// Fog and the like, which hides nobody from who is within 1 m.
    fn is_hidden_by(&self, ground: Ground) -> bool {
        self.matter == Matter::Hides
            && ground.opaque
            && self.terrain.grid().distance(self.from, self.of) > 1
    }

    /// The degree by the share of the target's body that lies behind an obstacle whose own degree is such a share, standing so much higher
    /// or lower (`cover/low-requirement`, `cover/high-requirement`, `cover/full-requirement`).
    fn degree_by_share(&self, degree: Cover, raised: i16) -> Cover {
        let height = height_m(self.of);
        let quarters = quarters(degree) * height + 4 * i32::from(raised);
        [Cover::Full, Cover::High, Cover::Low]
            .into_iter()
            .find(|degree| quarters >= self::quarters(*degree) * height)
            .unwrap_or(Cover::None)
    }

    /// Whether the top of an obstacle lies above the line between the two floors.
    fn reaches_the_line(&self, cell: Cell, ground: Ground) -> bool {
        let plan = |space: Space| Space::new(space.at.with_height(0), space.side, 1);
        let cell = plan(Space::cell(cell));
        let metres = |to: Space| {
            let distance = self.terrain.grid().distance(plan(to), cell);
            i32::try_from(distance).unwrap_or(i32::MAX)
        };
        let (before, behind) = (metres(self.from), metres(self.of));
        let [start, end] = [self.from, self.of].map(|space| i32::from(space.at.z));
        let top = 4 * i32::from(ground.elevation) + quarters(obstacle(ground)) * height_m(self.of);
        top * (before + behind) > 4 * (start * behind + end * before)
    }
}

/// The share of a body that a degree protects, in quarters (`cover/table`).
const fn quarters(degree: Cover) -> i32 {
    match degree {
        Cover::None => 0,
        Cover::Low => 2,
        Cover::High => 3,
        Cover::Full => 4,
    }
}

/// How tall whoever takes up a space stands, in metres: one more than it is wide (`cover/determination`).
fn height_m(space: Space) -> i32 {
    i32::from(space.side) + 1
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
            solid: !stands && self.counts(self.degree_of(cell, self.terrain.ground(cell)), near),
            elevation: i16::MIN,
            ..Ground::default()
        }
    }

    fn edge(&self, a: Cell, b: Cell) -> Option<EdgeKind> {
        let found = self.matter.degree_of_edge(self.terrain.edge(a, b)?);
        let shape = self.terrain.grid().shape;
        let near = || self.of.covers(shape, a) != self.of.covers(shape, b);
        self.counts(found, near).then_some(EdgeKind::Wall)
    }

    fn without_edges(&self) -> bool {
        self.terrain.without_edges()
    }
}

/// Whether something of full degree stands between two creatures, so that no blow gets through (`space/line-of-sight`).
#[must_use]
pub(crate) fn is_walled_off(state: &State, one: CreatureId, other: CreatureId) -> bool {
    is_walled(state, state.space(one), state.space(other))
}

/// Whether blows and hands get from one creature to another (`space/line-of-sight`).
///
/// # Errors
/// What stands between them: a wall, or a pane of glass, which is seen through.
pub(crate) fn open_to_blows(
    state: &State,
    one: CreatureId,
    other: CreatureId,
) -> Result<(), Refusal> {
    if !is_walled_off(state, one, other) {
        return Ok(());
    }
    let is_pane = is_pane(state, state.space(one), state.space(other));
    let (one, other) = (Figure::Creature(one), Figure::Creature(other));
    Err(if is_pane {
        refuse!(
            "space/line-of-sight",
            "a closed window stands between {} and {}",
            one,
            other
        )
    } else {
        refuse!(
            "space/line-of-sight",
            "a wall stands between {} and {}",
            one,
            other
        )
    })
}

/// Whether what stands between two spaces is a pane of glass: it protects and hides nothing.
pub(crate) fn is_pane(state: &State, one: Space, other: Space) -> bool {
    !is_unseen(state, one, other)
}

/// The same of two spaces: where heights or sizes differ, what protects only one of them from the other is no wall.
#[must_use]
pub(crate) fn is_walled(state: &State, one: Space, other: Space) -> bool {
    let stops = |from, of| is_stopped(state, Matter::Protects, (from, of), Cover::Full);
    !state.cast.open_ground && stops(one, other) && stops(other, one)
}

/// Whether a space is out of sight of another: behind a wall, a curtain or fog (`space/line-of-sight`).
#[must_use]
pub(crate) fn is_unseen(state: &State, from: Space, of: Space) -> bool {
    !state.cast.open_ground && is_stopped(state, Matter::Hides, (from, of), Cover::Full)
}

/// Whether a creature is in another's plain sight, with nothing that hides any of it; the game master's word on its cover settles that
/// (`adventuring/sneak`, `conditions/hidden`).
#[must_use]
pub(crate) fn is_in_plain_sight(state: &State, from: CreatureId, of: CreatureId) -> bool {
    let hides = || degree_between(state, Matter::Hides, state.space(from), state.space(of));
    state.body(of).cover.unwrap_or_else(hides) == Cover::None
}

/// Whether a creature cannot be aimed at from afar because it is not seen, though nothing protects it: a shot at what a wall hides fails of
/// itself (`space/line-of-sight`, `cover/full`).
#[must_use]
pub(crate) fn is_merely_unseen(state: &State, from: CreatureId, of: CreatureId) -> bool {
    state.body(of).cover.is_none()
        && is_unseen(state, state.space(from), state.space(of))
        && cover_of(state, from, of) != Cover::Full
}

/// Around corners of walls one walks if one of both ways is open.
pub(crate) const CORNERS: Corners = Corners::Cut;
