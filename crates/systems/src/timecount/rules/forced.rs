//! Being moved by others: slid, pushed, thrown, swapped (`special-actions/format`).

use affray_kernel::grid::{Cell, Corners, Heading, Space, Terrain, can_step};
use affray_kernel::{CreatureId, Scene};

use super::numbers::present;
use super::occupied::CAPACITY;
use crate::timecount::TimeCount;
use crate::timecount::fact::Fact;
use crate::timecount::ids::rule;
use crate::timecount::state::{Condition, State};

/// Whether there is room for creatures at their new places: on the map, no wall, nobody who fills the space, and space enough.
/// Nobody's permission is needed.
pub(crate) fn has_room(state: &State, moved: &[(CreatureId, Cell)]) -> bool {
    moved.iter().all(|(who, to)| fits(state, *who, *to, moved))
}

fn fits(state: &State, who: CreatureId, to: Cell, moved: &[(CreatureId, Cell)]) -> bool {
    let (shape, map) = (state.grid().shape, &state.cast.map);
    let target = state.space(who).moved_to(to);
    target.cells(shape).all(|cell| {
        map.contains(cell)
            && !map.ground(cell).solid
            && shared(state, who, cell, moved)
                .is_some_and(|filled| filled + state.sheet(who).size.sixteenths() <= CAPACITY)
    })
}

/// What the others in a space come to, in sixteenths, once everybody has moved; `None` where somebody fills it alone
/// (`occupied-spaces/unsharable`).
fn shared(state: &State, who: CreatureId, cell: Cell, moved: &[(CreatureId, Cell)]) -> Option<u16> {
    let shape = state.grid().shape;
    let mut filled = 0;
    for other in state.creatures() {
        if other == who || !present(state, other) {
            continue;
        }
        let to = moved.iter().find(|(mover, _)| *mover == other);
        let space = to.map_or_else(
            || state.space(other),
            |(_, to)| state.space(other).moved_to(*to),
        );
        if space.contains(shape, cell) {
            if state.sheet(other).traits.fills_space || state.sheet(who).traits.fills_space {
                return None;
            }
            filled += state.sheet(other).size.sixteenths();
        }
    }
    Some(filled)
}

/// The place one step away in a direction, if no wall is in between.
pub(crate) fn step(state: &State, who: CreatureId, heading: Heading) -> Option<Cell> {
    let (x, y) = heading.step(state.grid().shape)?;
    let space = state.space(who);
    let to = space.at.offset(x, y, 0);
    open(state, space, to).then_some(to)
}

/// Whether no wall is between a space and the place next to it.
pub(crate) fn open(state: &State, space: Space, to: Cell) -> bool {
    state.cast.map.contains(to) && can_step(&state.cast.map, space, to, Corners::Cut)
}

/// Puts a creature somewhere else, against its will or not: every change of place goes through here. Grabs between those no longer
/// next to each other end (`wrestling/grab-adjacent`).
pub(crate) fn moved(scene: &mut Scene<'_, TimeCount>, who: CreatureId, to: Cell) {
    if scene.state().body(who).at == to {
        return;
    }
    scene.emit(Fact::Moved(who, to));
    part(scene, who);
}

/// Ends the grabs of and on a creature that are no longer next to each other.
fn part(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    let state = scene.state();
    let apart: smallvec::SmallVec<[_; 2]> = state
        .conditions
        .iter()
        .filter(|held| held.kind == Condition::Grabbed)
        .filter(|held| held.on == who || held.toward == Some(who))
        .filter(|held| {
            held.toward.is_some_and(|grabber| {
                state
                    .grid()
                    .distance(state.space(held.on), state.space(grabber))
                    > 1
            })
        })
        .copied()
        .collect();
    for grab in apart {
        scene.cite(rule!("wrestling/grab-adjacent"));
        scene.emit(Fact::Loses(grab));
    }
}

/// Slides creatures together, each one step in the direction; nobody moves unless all have room.
pub(crate) fn slide(
    scene: &mut Scene<'_, TimeCount>,
    who: &[CreatureId],
    heading: Heading,
) -> bool {
    let state = scene.state();
    let mut places: smallvec::SmallVec<[(CreatureId, Cell); 2]> = smallvec::SmallVec::new();
    for &one in who {
        match step(state, one, heading) {
            Some(to) => places.push((one, to)),
            None => return false,
        }
    }
    if !has_room(state, &places) {
        return false;
    }
    for (one, to) in &places {
        scene.emit(Fact::Moved(*one, *to));
    }
    for (one, _) in places {
        part(scene, one);
    }
    true
}

/// Pushes a creature straight away, the pusher following from the second step on; a blocked space stops it
/// (`special-actions/bull-rush`, `special-actions/bull-rush-distance`).
pub(crate) fn push(
    scene: &mut Scene<'_, TimeCount>,
    by: CreatureId,
    on: CreatureId,
    heading: Heading,
    steps: u8,
) {
    for number in 0..steps {
        let follows = number > 0;
        let state = scene.state();
        let Some(to) = step(state, on, heading) else {
            return;
        };
        let mut places: smallvec::SmallVec<[(CreatureId, Cell); 2]> = smallvec::smallvec![(on, to)];
        if follows {
            match step(state, by, heading) {
                Some(place) => places.push((by, place)),
                None => return,
            }
        }
        if !has_room(state, &places) {
            return;
        }
        for (one, to) in places {
            moved(scene, one, to);
        }
    }
}

/// Two creatures change places, if both have room.
pub(crate) fn swap(scene: &mut Scene<'_, TimeCount>, one: CreatureId, other: CreatureId) {
    let (here, there) = (scene.state().body(one).at, scene.state().body(other).at);
    let places = [(one, there), (other, here)];
    if has_room(scene.state(), &places) {
        scene.emit(Fact::Moved(one, there));
        scene.emit(Fact::Moved(other, here));
        part(scene, one);
        part(scene, other);
    }
}
