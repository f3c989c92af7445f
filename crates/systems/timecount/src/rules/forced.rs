//! Being moved by others: slid, pushed, thrown, swapped (`special-actions/format`).

use affray_kernel::grid::{self, Cell, Heading};
use affray_kernel::{CreatureId, Scene};

use super::movement::moved_together;
use super::{ground, occupied};
use crate::TimeCount;
use crate::state::State;

/// Whether there is room for creatures at their new places: on the map, no wall, nobody who fills the space, and space enough.
/// Nobody's permission is needed.
pub(crate) fn has_room(state: &State, moved: &[(CreatureId, Cell)]) -> bool {
    moved.iter().all(|(who, to)| fits(state, *who, *to, moved))
}

fn fits(state: &State, who: CreatureId, to: Cell, moved: &[(CreatureId, Cell)]) -> bool {
    let target = state.space(who).moved_to(to);
    let place = |other: CreatureId| {
        let to = moved.iter().find(|(mover, _)| *mover == other);
        let space = state.space(other);
        Some(to.map_or(space, |(_, to)| space.moved_to(*to)))
    };
    grid::fits(&state.terrain(), target)
        && occupied::room_besides(state, who, target, place).is_ok()
}

/// The place one step away in a direction, if no wall is in between.
pub(crate) fn step(state: &State, who: CreatureId, heading: Heading) -> Option<Cell> {
    let (x, y) = heading.step(state.grid().shape)?;
    let space = state.space(who);
    let to = ground::standing(state, space.moved_to(space.at.offset(x, y, 0)))?;
    ground::can_step(state, space, to).then_some(to)
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
    moved_together(scene, &places);
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
        moved_together(scene, &places);
    }
}

/// Two creatures change places, if both have room.
pub(crate) fn swap(scene: &mut Scene<'_, TimeCount>, one: CreatureId, other: CreatureId) {
    let (here, there) = (scene.state().body(one).at, scene.state().body(other).at);
    let places = [(one, there), (other, here)];
    if has_room(scene.state(), &places) {
        moved_together(scene, &places);
    }
}
