//! Being moved by others: slid, pushed, thrown, swapped (`special-actions/format`).

use affray_kernel::condition::Held;
use affray_kernel::grid::{self, Cell, Heading, Space};
use affray_kernel::{CreatureId, Scene};
use smallvec::{SmallVec, smallvec};

use super::movement::{apart, moved, part, put_together};
use super::{ground, occupied, threshold};
use crate::TimeCount;
use crate::fact::{Barrier, Fact};
use crate::state::{Condition, State};

/// Whether there is room for creatures at their new places: on the map, no wall, nobody who fills the space, and space enough.
/// Nobody's permission is needed.
pub(crate) fn has_room(state: &State, moved: &[(CreatureId, Cell)]) -> bool {
    moved.iter().all(|(who, to)| fits(state, *who, *to, moved))
}

fn fits(state: &State, who: CreatureId, to: Cell, moved: &[(CreatureId, Cell)]) -> bool {
    let target = on_foot(state, who, to);
    let place = |other: CreatureId| {
        let to = moved.iter().find(|(mover, _)| *mover == other);
        let space = state.space(other);
        Some(to.map_or(space, |(_, to)| space.moved_to(*to)))
    };
    grid::fits(&state.terrain(), target)
        && occupied::room_besides(state, who, target, place).is_ok()
}

/// The space of a creature somewhere, a rider's being its own: being moved takes it out of the saddle (`actions/mount`).
pub(crate) fn on_foot(state: &State, who: CreatureId, at: Cell) -> Space {
    let side = state.sheet(who).size.side();
    Space::new(at, side, side)
}

/// Where a creature is that another takes hold of: a rider in the part of its mount's space that is next to the other, straight ahead of it
/// if any is.
pub(crate) fn footing(state: &State, who: CreatureId, by: CreatureId) -> Space {
    let (shape, own, space) = (state.grid().shape, state.space(by), state.space(who));
    if state.body(who).mount.is_none() {
        return space;
    }
    let way = Heading::side_toward(shape, own, space);
    space
        .cells(shape)
        .map(|cell| on_foot(state, who, cell))
        .min_by_key(|seat| {
            let aslant = Heading::side_toward(shape, own, *seat) != way;
            (state.grid().distance(own, *seat), aslant)
        })
        .unwrap_or(space)
}

/// A rider comes off the back of its mount, which moves nobody away: in the part of the mount's space where it stays next to those it grabs
/// or is grabbed by, and next to `by`, who brings it down (`actions/mount`, `wrestling/grab-adjacent`).
pub(crate) fn unseat(scene: &mut Scene<'_, TimeCount>, rider: CreatureId, by: Option<CreatureId>) {
    if let Some(to) = beneath(scene.state(), rider, by) {
        moved(scene, rider, to);
    }
}

/// Where a rider comes to the ground, with room if there is any.
fn beneath(state: &State, rider: CreatureId, by: Option<CreatureId>) -> Option<Cell> {
    let grid = state.grid();
    state.body(rider).mount?;
    let partner = |held: &Held<Condition>| match (held.kind, held.toward) {
        (Condition::Grabbed, Some(by)) if held.on == rider => Some(by),
        (Condition::Grabbed, Some(by)) if by == rider => Some(held.on),
        _ => None,
    };
    let parted = |seat: Space| {
        let partners = state.conditions.iter().filter_map(partner);
        let apart = |one: &CreatureId| grid.distance(seat, state.space(*one)) > 1;
        partners.filter(apart).count()
    };
    let far = |seat: Space| by.map_or(0, |by| grid.distance(state.space(by), seat));
    state
        .space(rider)
        .cells(grid.shape)
        .map(|cell| on_foot(state, rider, cell))
        .min_by_key(|seat| {
            let full = !has_room(state, &[(rider, seat.at)]);
            (full, parted(*seat), far(*seat))
        })
        .map(|seat| seat.at)
}

/// The place one step away in a direction from where another takes hold of a creature, if no wall is in between; over an edge it goes
/// down.
pub(crate) fn step(
    state: &State,
    (who, by): (CreatureId, CreatureId),
    heading: Heading,
) -> Option<Cell> {
    let space = footing(state, who, by);
    next(state, space, heading).filter(|to| ground::can_be_moved(state, space, *to))
}

/// The place one step away for whoever moves along with another.
pub(crate) fn step_along(
    state: &State,
    (who, with): (CreatureId, CreatureId),
    heading: Heading,
) -> Option<Cell> {
    step_from(state, footing(state, who, with), heading)
}

fn step_from(state: &State, space: Space, heading: Heading) -> Option<Cell> {
    next(state, space, heading).filter(|to| ground::can_step(state, space, *to))
}

/// Where a creature would stand in the next space.
fn next(state: &State, space: Space, heading: Heading) -> Option<Cell> {
    let (x, y) = heading.step(state.grid().shape)?;
    ground::standing(state, space.moved_to(space.at.offset(x, y, 0)))
}

/// Puts creatures somewhere else by force, which interrupts whatever they were about.
fn shove(scene: &mut Scene<'_, TimeCount>, places: &[(CreatureId, Cell)]) {
    shove_along(scene, places);
    part(scene);
}

/// As [`shove`], as a part of a longer way.
fn shove_along(scene: &mut Scene<'_, TimeCount>, places: &[(CreatureId, Cell)]) {
    put_together(scene, places);
    for (who, _) in places {
        threshold::disturb(scene, *who);
    }
}

fn stays(scene: &mut Scene<'_, TimeCount>, who: CreatureId, barrier: Barrier) {
    scene.emit(Fact::Stays(who, barrier));
}

/// Slides two creatures together, each one step in the direction; neither moves unless both have room. Those whom something has parted on
/// the same count stay where they are.
pub(crate) fn slide(
    scene: &mut Scene<'_, TimeCount>,
    by: CreatureId,
    other: CreatureId,
    heading: Heading,
) {
    let state = scene.state();
    if apart(state, by, other) {
        return stays(scene, other, Barrier::Distance);
    }
    let places = (
        step_along(state, (by, other), heading),
        step(state, (other, by), heading),
    );
    match places {
        (Some(own), Some(to)) if has_room(state, &[(by, own), (other, to)]) => {
            shove(scene, &[(by, own), (other, to)]);
        }
        _ => stays(scene, other, Barrier::Room),
    }
}

/// How many spaces away a place is for whoever is moved there by others, which goes over an edge however far it is down
/// (`special-actions/format`).
pub(crate) fn spaces_to(state: &State, from: Cell, to: Cell) -> u32 {
    state.grid().cells_between(from, to.with_height(from.z))
}

/// Puts a creature into a space at most so many steps from where it stands by now; `by` must still touch it.
pub(crate) fn put(
    scene: &mut Scene<'_, TimeCount>,
    by: CreatureId,
    (who, to): (CreatureId, Cell),
    steps: u8,
) {
    let state = scene.state();
    let start = footing(state, who, by);
    if to == start.at && state.body(who).mount.is_none() {
        return;
    }
    if apart(state, by, who) || spaces_to(state, start.at, to) > u32::from(steps) {
        return stays(scene, who, Barrier::Distance);
    }
    let open = steps > 1 || to == start.at || ground::can_be_moved(state, start, to);
    if !open || !has_room(state, &[(who, to)]) {
        return stays(scene, who, Barrier::Room);
    }
    shove(scene, &[(who, to)]);
}

/// Pushes a creature straight away, the pusher catching up with the second step and staying next to it from then on. A blocked space stops
/// it, and nobody follows whom he does not touch (`special-actions/bull-rush`, `special-actions/bull-rush-distance`). The pusher moves along, so
/// that where the two end decides about grabs (`wrestling/grab-adjacent`).
pub(crate) fn push(
    scene: &mut Scene<'_, TimeCount>,
    by: CreatureId,
    on: CreatureId,
    heading: Heading,
    steps: u8,
) {
    let touched = !apart(scene.state(), by, on);
    for number in 0..steps {
        if number > 0 && !touched {
            stays(scene, on, Barrier::Distance);
            break;
        }
        match pushed(scene.state(), (by, number), on, heading) {
            Ok(places) => shove_along(scene, &places),
            Err(barrier) => {
                stays(scene, on, barrier);
                break;
            }
        }
    }
    part(scene);
}

/// Whether a creature that is pushed from where another stands has room to give way (`special-actions/bull-rush`).
pub(crate) fn can_be_pushed(state: &State, by: CreatureId, on: CreatureId) -> bool {
    pushed_to(state, by, on).is_some()
}

/// Where the first step of a push from where another stands leads; none where there is no room.
pub(crate) fn pushed_to(state: &State, by: CreatureId, on: CreatureId) -> Option<Cell> {
    let heading = Heading::side_toward(state.grid().shape, state.space(by), state.space(on))?;
    let places = pushed(state, (by, 0), on, heading).ok()?;
    places.first().map(|(_, to)| *to)
}

/// Where a step of a push leads: whoever is pushed, and from the second step on the pusher, who makes up for the first one with it; or what
/// stops it. Nobody goes over an edge after whom he pushes.
fn pushed(
    state: &State,
    (by, number): (CreatureId, u8),
    on: CreatureId,
    heading: Heading,
) -> Result<SmallVec<[(CreatureId, Cell); 2]>, Barrier> {
    let to = step(state, (on, by), heading).ok_or(Barrier::Room)?;
    let mut places = smallvec![(on, to)];
    if number > 0 {
        let mut space = state.space(by);
        let steps = if number == 1 { 2 } else { 1 };
        for _ in 0..steps {
            let follows = step_from(state, space, heading).ok_or(Barrier::Distance)?;
            space = space.moved_to(follows);
        }
        places.push((by, space.at));
    }
    match has_room(state, &places) {
        true => Ok(places),
        false => Err(Barrier::Room),
    }
}

/// A creature throws another into its own space and takes the other's, or a part of it if either is large: it moves no farther than it must,
/// and out of the way of where the other lands if it can (`wrestling/throw-vigor`). No wall may be in either's way (`special-actions/format`).
pub(crate) fn swap(
    scene: &mut Scene<'_, TimeCount>,
    by: CreatureId,
    (other, to): (CreatureId, Cell),
) {
    let state = scene.state();
    if apart(state, by, other) {
        return stays(scene, other, Barrier::Distance);
    }
    let thrown = comes_to(state, footing(state, other, by), to, ground::can_be_moved);
    match taken_over(state, by, (other, to)).filter(|_| thrown) {
        Some(own) => shove(scene, &[(by, own), (other, to)]),
        None => stays(scene, other, Barrier::Room),
    }
}

/// Whether walls and heights let a space be moved to a place next to it.
type Lets = fn(&State, Space, Cell) -> bool;

/// Whether walls and heights let a space get to another place by steps that all lead nearer to it.
fn comes_to(state: &State, space: Space, to: Cell, lets: Lets) -> bool {
    let (grid, left) = (state.grid(), |at: Cell| spaces_to(state, at, to));
    match left(space.at) {
        0 => true,
        1 => lets(state, space, to),
        far => grid.neighbours(space.at).any(|cell| {
            let step = ground::standing(state, space.moved_to(cell));
            step.is_some_and(|at| {
                left(at) < far
                    && lets(state, space, at)
                    && comes_to(state, space.moved_to(at), to, lets)
            })
        }),
    }
}

/// Where a creature stands that takes another's space.
fn taken_over(state: &State, by: CreatureId, (other, to): (CreatureId, Cell)) -> Option<Cell> {
    let (shape, grid) = (state.grid().shape, state.grid());
    let (space, freed) = (state.space(by), footing(state, other, by));
    let landing = freed.moved_to(to);
    freed
        .cells(shape)
        .flat_map(|part| space.cells(shape).map(move |cell| (part, cell)))
        .map(|(part, cell)| part.offset(space.at.x - cell.x, space.at.y - cell.y, 0))
        .filter_map(|at| ground::standing(state, space.moved_to(at)))
        .filter(|at| comes_to(state, space, *at, ground::can_step))
        .filter(|at| has_room(state, &[(by, *at), (other, to)]))
        .min_by_key(|at| {
            let shared = space.moved_to(*at).overlaps(shape, landing);
            (shared, grid.cells_between(space.at, *at))
        })
}
