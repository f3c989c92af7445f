//! Disarm (`disarm/*`).

use affray_kernel::grid::{Cell, Corners, Space, Terrain, can_step};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};
use arrayvec::ArrayVec;

use crate::ThreeAction;
use crate::act::{Act, Window};
use crate::ids::{refuse, rule};
use crate::rules::climbing::hands_to_spare;
use crate::rules::ground::{on_ground, terrain};
use crate::rules::hands::stays_locked;
use crate::rules::{objects, thin_ice};
use crate::state::{ItemId, Place, State};

/// Whether the target can be made to drop that item: held or carried loosely, not worn (`disarm/success`).
///
/// # Errors
/// The rule that forbids it.
pub(super) fn aim(state: &State, on: CreatureId, item: ItemId) -> Result<(), Refusal> {
    match state.items.get(usize::from(item.0)).map(|item| item.place) {
        Some(Place::Held(holder, _) | Place::Carried(holder)) if holder == on => Ok(()),
        Some(Place::Worn(wearer)) if wearer == on => Err(refuse!(
            "disarm/success",
            "{} wears the {}; only what is held or carried loosely can be lost",
            Figure::Creature(on),
            Figure::Thing(item.0)
        )),
        _ => Err(refuse!(
            "disarm/success",
            "{} does not carry that",
            Figure::Creature(on)
        )),
    }
}

/// The target drops the item (`disarm/landing`); a Critical Success may fling it away or take it (`disarm/critical`).
///
/// # Errors
/// Stops where a draw is missing.
pub(super) fn succeed(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    on: CreatureId,
    item: ItemId,
    critical: bool,
) -> Play {
    scene.cite(rule!("disarm/success"));
    let place = if critical {
        scene.cite(rule!("disarm/critical"));
        match scene.ask(who, Window::DisarmCritical { target: on, item })? {
            Act::Take => Place::Held(who, 1),
            Act::Square(cell) => Place::Ground(on_ground(scene.state(), cell)),
            _ => Place::Ground(on_ground(scene.state(), scene.state().body(on).at)),
        }
    } else {
        scene.cite(rule!("disarm/landing"));
        Place::Ground(on_ground(scene.state(), scene.state().body(on).at))
    };
    if place == Place::Held(who, 1) {
        stays_locked(scene, who, item);
        objects::put(scene, item, place)?;
        return thin_ice::tread(scene, who);
    }
    objects::put(scene, item, place)
}

/// Whether that is how a Critical Success can end.
///
/// # Errors
/// The rule that forbids it.
pub(super) fn answer(
    state: &State,
    who: CreatureId,
    on: CreatureId,
    act: &Act,
) -> Result<(), Refusal> {
    match act {
        Act::Take if hands_to_spare(state, who) > 0 => Ok(()),
        Act::Take => Err(refuse!(
            "disarm/critical",
            "{} has no hand free to take it",
            Figure::Creature(who)
        )),
        Act::Square(cell) if *cell == left(state, on) || flings(state, on).contains(cell) => Ok(()),
        _ => Err(refuse!(
            "disarm/critical",
            "the item is taken, left where it falls, or flung {} away from {} in a straight line, as far as no wall is in the way",
            Figure::Feet(10),
            Figure::Creature(on)
        )),
    }
}

/// The square in which the item falls if it is neither taken nor flung (`disarm/landing`).
pub(super) fn left(state: &State, on: CreatureId) -> Cell {
    state.space(on).at
}

/// Where an item flung 10 ft away from a creature comes to lie, one square for each direction, in front of walls.
pub(super) fn flings(state: &State, on: CreatureId) -> ArrayVec<Cell, 8> {
    let (grid, space, land) = (state.grid(), state.space(on), terrain(state));
    let mut cells = ArrayVec::new();
    for next in grid.neighbours(space.at) {
        let (x, y) = (next.x - space.at.x, next.y - space.at.y);
        let far = |step: i16| {
            if step > 0 {
                i16::from(space.side) - 1
            } else {
                0
            }
        };
        let mut cell = space.at.offset(far(x), far(y), 0);
        for _ in 0..2 {
            let beyond = cell.offset(x, y, 0);
            if !flies_over(&land, cell, beyond) {
                break;
            }
            cell = beyond;
        }
        if !cells.contains(&cell) && !cells.is_full() {
            cells.push(cell);
        }
    }
    cells
}

/// Whether something small gets from one square to the next.
fn flies_over(land: &impl Terrain, from: Cell, to: Cell) -> bool {
    can_step(land, Space::cell(from), to, Corners::Cut)
}
