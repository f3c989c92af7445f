//! Cover and Line of Effect (`cover/*`, `line-of-effect/*`).

use affray_kernel::grid::{
    self, Cell, EdgeKind, Ground, Line, Map, Origin, Space, Terrain, cells_on_line, exposure,
    line_from_point, passes_through,
};
use affray_kernel::{CreatureId, RuleId};
use smallvec::SmallVec;

use super::attack::{Aimed, Attempt, Kind};
use super::ground::{Land, terrain};
use super::luck::Luck;
use super::numbers::present;
use super::{thin_ice, turf};
use crate::ids::rule;
use crate::sheet::{Gear, ItemKind, Size};
use crate::state::{Condition, ItemId, Place, State};

/// What partly screens a target (`cover/partial`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Screen {
    /// A creature at least of its Size, on the line between the centres.
    Creature,
    /// A wall, a door, rising ground, a low wall, or a loose object at least of its Size.
    Thing,
    /// An object that is not there, for those who believe in it (`cover/illusion`).
    Illusion,
}

/// A target with Cover gives Disadvantage (`cover/disadvantage`); for an Area it is judged from its point of origin (`cover/area-origin`).
#[inline(always)]
pub(crate) fn of_target(state: &State, attempt: Attempt, luck: &mut Luck) {
    let from_area = matches!(attempt.aimed, Aimed::Area(_));
    // With nobody but the two there, only the point of origin of an Area can have somebody before it.
    if state.cast.open_ground && !from_area {
        return;
    }
    let from = attempt.from(state);
    let to = attempt.to(state);
    let size = state.sheet(attempt.on).size;
    let Some(screen) = screen(state, attempt.by, from, Some(attempt.on), to, size) else {
        return;
    };
    luck.disadvantage("Disadvantage: Cover", rule!("cover/disadvantage"));
    luck.cites(partial(screen, attempt.kind));
    if from_area {
        luck.cites(rule!("cover/area-origin"));
    }
}

/// A thing can have Cover too.
pub(crate) fn of_thing(
    state: &State,
    by: CreatureId,
    kind: Kind,
    to: Space,
    size: Size,
    luck: &mut Luck,
) {
    if let Some(screen) = screen(state, by, state.space(by), None, to, size) {
        luck.disadvantage("Disadvantage: Cover", rule!("cover/disadvantage"));
        luck.cites(partial(screen, kind));
    }
}

/// The rule by which something counts as a screen.
fn partial(screen: Screen, kind: Kind) -> RuleId {
    match (screen, kind) {
        (Screen::Creature, Kind::Ranged) => rule!("ranged-attack/cover-by-creatures"),
        (Screen::Illusion, _) => rule!("cover/illusion"),
        _ => rule!("cover/partial"),
    }
}

/// What screens `to`, the space of the creature `on` or of a thing, from a viewer who looks from `from`; nothing if it is in full view.
pub(crate) fn screen(
    state: &State,
    viewer: CreatureId,
    from: Space,
    on: Option<CreatureId>,
    to: Space,
    size: Size,
) -> Option<Screen> {
    let open = state.cast.open_ground;
    if open && from == state.space(viewer) {
        return None;
    }
    if state.grid().distance(from, to) > 1
        && state
            .creatures()
            .any(|other| Some(other) != on && is_between(state, other, size, from, to))
    {
        return Some(Screen::Creature);
    }
    if open {
        return None;
    }
    if Scenery::new(state, size, from, to).screens() {
        return Some(Screen::Thing);
    }
    (has_illusions(state) && Scenery::believed(state, viewer, size, from, to).screens())
        .then_some(Screen::Illusion)
}

/// Whether a creature at least that large stands on the line between the centres of two spaces. Creatures that share one of the two
/// spaces (riders, grapplers) are not between them, and the Dead lie too low.
fn is_between(state: &State, other: CreatureId, size: Size, from: Space, to: Space) -> bool {
    if state.sheet(other).size < size || !present(state, other) {
        return false;
    }
    let (shape, space) = (state.grid().shape, state.space(other));
    !space.overlaps(shape, from)
        && !space.overlaps(shape, to)
        && passes_through(shape, from, to, space)
}

/// Whether the line between the centres crosses a low wall that is as high as the line, or something narrow.
fn screening_edge(scenery: &Scenery<'_>, from: Space, to: Space) -> bool {
    if scenery.without_edges() {
        return false;
    }
    let shape = scenery.grid().shape;
    let cells = cells_on_line(shape, from, to);
    cells.clone().zip(cells.skip(1)).any(|(a, b)| {
        let foot = scenery.ground(a).elevation.max(scenery.ground(b).elevation);
        match scenery.edge(a, b) {
            Some(EdgeKind::Low | EdgeKind::High) => a.z.min(b.z) <= foot,
            Some(EdgeKind::Post | EdgeKind::Slit) => true,
            _ => false,
        }
    })
}

/// Whether an unobstructed line runs from some point of one space to some point of the other; creatures, Darkness and Fog do not matter
/// (`line-of-effect/definition`, `line-of-effect/vision`). Loose objects obstruct it if they have at least the Size of the target,
/// and unbroken ice and the ground over a tunnel do.
pub(crate) fn line_of_effect(state: &State, from: Space, to: Space, size: Size) -> bool {
    if state.cast.open_ground {
        return true;
    }
    let scenery = Scenery::new(state, size, from, to);
    (scenery.is_plain() || grid::line_of_effect(&scenery, from, to))
        && !thin_ice::shuts_off(state, from, to)
        && !turf::shuts_off(state, from, to)
}

/// Whether an unobstructed line runs from the point of origin of an Area to some point of a space, loose objects included
/// (`line-of-effect/required`).
pub(crate) fn line_from_origin(state: &State, origin: Origin, to: Space, size: Size) -> bool {
    if state.cast.open_ground {
        return true;
    }
    let from = match origin {
        Origin::Space(space) => space,
        Origin::Corner(cell, _) => Space::cell(cell),
    };
    let scenery = Scenery::new(state, size, from, to);
    let point = origin.point(state.grid().shape);
    (scenery.is_plain() || line_from_point(&scenery, Line::Effect, point, to))
        && !thin_ice::shuts_off(state, from, to)
        && !turf::shuts_off(state, from, to)
}

/// Whether a viewer in one space can see something of the other, Fog and Darkness aside.
pub(crate) fn line_of_sight(state: &State, from: Space, to: Space, size: Size) -> bool {
    if state.cast.open_ground {
        return true;
    }
    let scenery = Scenery::new(state, size, from, to);
    (scenery.is_plain() || grid::line_of_sight(&scenery, from, to))
        && !turf::shuts_off(state, from, to)
}

/// The land with the loose objects that can screen a target of some Size; those in the squares of either end do not.
struct Scenery<'s> {
    land: Land<'s>,
    /// The spaces of those objects.
    objects: SmallVec<[Space; 2]>,
    ends: [Space; 2],
}

impl<'s> Scenery<'s> {
    /// As it is.
    fn new(state: &'s State, size: Size, from: Space, to: Space) -> Self {
        Self {
            land: terrain(state),
            objects: objects(state, None, size, [from, to]).collect(),
            ends: [from, to],
        }
    }

    /// As it is to somebody who may take illusions for real.
    fn believed(state: &'s State, by: CreatureId, size: Size, from: Space, to: Space) -> Self {
        Self {
            objects: objects(state, Some(by), size, [from, to]).collect(),
            ..Self::new(state, size, from, to)
        }
    }

    /// Whether there is nothing but bare floor around the two spaces and between them, so that lines need not be drawn.
    fn is_plain(&self) -> bool {
        const LARGEST: i32 = 49;
        let [from, to] = self.ends;
        let far = |space: Space, at: i16| i32::from(at) + i32::from(space.side.max(1));
        let (west, east) = (
            i32::from(from.at.x.min(to.at.x)),
            far(from, from.at.x).max(far(to, to.at.x)),
        );
        let (north, south) = (
            i32::from(from.at.y.min(to.at.y)),
            far(from, from.at.y).max(far(to, to.at.y)),
        );
        self.land.without_edges()
            && (east - west) * (south - north) <= LARGEST
            && self.objects.is_empty()
            && (north..south).all(|y| {
                (west..east).all(|x| {
                    let (Ok(x), Ok(y)) = (i16::try_from(x), i16::try_from(y)) else {
                        return false;
                    };
                    let ground = self.land.ground(Cell::new(x, y));
                    !ground.solid && !ground.opaque && ground.elevation <= 0
                })
            })
            && from.at.z >= 0
            && to.at.z >= 0
    }

    /// Whether part of the target cannot be reached from the centre of where the attacker is, or lies behind a low wall.
    fn screens(&self) -> bool {
        let [from, to] = self.ends;
        !self.is_plain()
            && (!exposure(self, Line::Effect, from, to).is_full() || screening_edge(self, from, to))
    }
}

/// Whether there are objects that only seem to be there.
fn has_illusions(state: &State) -> bool {
    let kinds = &state.cast.kinds;
    kinds
        .iter()
        .any(|kind| matches!(kind, ItemKind::Gear(gear) if gear.illusion))
}

/// The spaces of the objects that screen a target of some Size, those included that somebody takes for real.
fn objects(
    state: &State,
    believer: Option<CreatureId>,
    target: Size,
    ends: [Space; 2],
) -> impl Iterator<Item = Space> {
    let shape = state.grid().shape;
    state.all_items().filter_map(move |(id, item)| {
        let Place::Ground(at) = item.place else {
            return None;
        };
        let ItemKind::Gear(gear) = state.kind(id) else {
            return None;
        };
        let size = gear.size?;
        let space = Space::cube(at, size.side());
        let screens = item.hp > 0
            && size >= target
            && is_real(state, believer, id, gear)
            && ends.iter().all(|end| !end.overlaps(shape, space));
        screens.then_some(space)
    })
}

/// Whether an object is there, or seems to be.
fn is_real(state: &State, believer: Option<CreatureId>, id: ItemId, gear: &Gear) -> bool {
    !gear.illusion || believer.is_some_and(|viewer| believes(state, viewer, id))
}

/// Whether a viewer has not seen through an illusory object (`cover/illusion`).
fn believes(state: &State, viewer: CreatureId, id: ItemId) -> bool {
    let number = i16::try_from(id.0).unwrap_or(i16::MAX);
    !state
        .conditions
        .on(viewer)
        .any(|held| held.kind == Condition::SeesThrough && held.amount == number)
}

impl Terrain for Scenery<'_> {
    fn map(&self) -> &Map {
        self.land.map()
    }

    fn ground(&self, cell: Cell) -> Ground {
        let mut ground = self.land.ground(cell);
        let shape = self.grid().shape;
        for object in &self.objects {
            if object.covers(shape, cell) {
                let top = object.at.z.saturating_add(i16::from(object.height));
                ground.elevation = ground.elevation.max(top);
            }
        }
        ground
    }

    fn edge(&self, a: Cell, b: Cell) -> Option<EdgeKind> {
        self.land.edge(a, b)
    }

    fn without_edges(&self) -> bool {
        self.land.without_edges()
    }

    fn clear_from(&self) -> Option<i16> {
        let clear = self.land.clear_from()?;
        self.objects.is_empty().then_some(clear)
    }

    fn is_as_mapped(&self, between: [Cell; 2]) -> bool {
        let shape = self.grid().shape;
        let lies_there = |object: &Space| {
            let mut cells = object.cells(shape);
            cells.any(|cell| cell.lies_between(between))
        };
        self.land.is_as_mapped(between) && !self.objects.iter().any(lies_there)
    }
}
