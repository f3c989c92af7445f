//! Doors in the way: going to one and opening it.

use affray_kernel::CreatureId;
use affray_kernel::grid::Terrain;

use super::legal;
use crate::act::Act;
use crate::actions::moving;
use crate::state::{Pace, State};

/// Opens a closed door beside, or goes to the nearest that can be reached.
pub(super) fn open(state: &State, who: CreatureId) -> Option<Act> {
    let shut: Vec<_> = state
        .cast
        .map
        .edges()
        .map(|(edge, _)| edge.cells())
        .filter(|[a, b]| {
            state
                .terrain()
                .edge(*a, *b)
                .is_some_and(|kind| kind.turned(true).is_some())
        })
        .collect();
    let beside = shut
        .iter()
        .map(|[a, b]| Act::Door(*a, *b, true))
        .find(|act| legal(state, who, act));
    beside.or_else(|| {
        let from = state.body(who).at;
        let path = moving::shortest(state, who, from, |cell| {
            shut.iter()
                .any(|door| door.iter().any(|side| side.with_height(cell.z) == cell))
        })?;
        let goal = path.places.last().copied()?;
        let act = Act::Move {
            pace: Pace::Base,
            path: Box::new([goal]),
        };
        (goal != from && legal(state, who, &act)).then_some(act)
    })
}
