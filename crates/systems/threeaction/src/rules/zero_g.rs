//! Zero-G: pushing off, drifting, running into something, tumbling (`zero-g/*`).

use affray_kernel::condition::Until;
use affray_kernel::grid::{Cell, Space, Terrain, can_step};
use affray_kernel::{CreatureId, Play, Scene};

use super::conditions::{gain, lose, plain};
use super::falling::Cause;
use super::flying::{can_stay_up, has_flight};
use super::ground::terrain;
use super::numbers::{able, present};
use super::occupied::{CORNERS, is_free, unknown_in};
use super::{objects, sight, steps};
use crate::ThreeAction;
use crate::fact::Fact;
use crate::ids::rule;
use crate::sheet::ItemKind;
use crate::state::{Condition, Drift, ItemId, Place, State};

/// Whether a creature can fly about in Zero-G, and is spared what becomes of those who float (`zero-g/fliers`).
pub(crate) fn can_fly(state: &State, who: CreatureId) -> bool {
    has_flight(state, who) && can_stay_up(state, who) && able(state, who)
}

/// Whether something in a square holds fast: rock, ground, or what is behind a wall.
pub(crate) fn is_fixed_square(state: &State, from: Cell, cell: Cell) -> bool {
    let land = terrain(state);
    let ground = land.ground(cell);
    if ground.outside {
        return false;
    }
    ground.fills(cell.z)
        || land
            .edge(from.with_height(0), cell.with_height(0))
            .is_some_and(affray_kernel::grid::EdgeKind::blocks_movement)
            && from.z == cell.z
}

/// The squares of a space, at every height.
pub(crate) fn all_squares(state: &State, space: Space) -> impl Iterator<Item = Cell> {
    let shape = state.grid().shape;
    (0..i16::from(space.height.max(1)))
        .flat_map(move |level| space.cells(shape).map(move |cell| cell.offset(0, 0, level)))
}

/// Whether an object is fixed in its place.
pub(crate) fn is_fixed(state: &State, item: ItemId) -> bool {
    matches!(state.kind(item), ItemKind::Gear(gear) if gear.fixed && !gear.illusion)
}

/// Whether an object is a body that one can push off from or run into: real, whole, of some Size, and not in anybody's hands.
pub(crate) fn is_body(state: &State, item: ItemId) -> bool {
    matches!(state.kind(item), ItemKind::Gear(gear) if gear.size.is_some() && !gear.illusion)
        && matches!(state.item(item).place, Place::Ground(_))
        && state.item(item).hp > 0
}

/// Whether a creature touches a fixed object (`zero-g/destabilized`).
pub(crate) fn touches_fixed(state: &State, who: CreatureId) -> bool {
    let (grid, space) = (state.grid(), state.space(who));
    let wall = all_squares(state, space).any(|from| {
        grid.surroundings(from)
            .filter(|cell| !space.contains(grid.shape, *cell))
            .any(|cell| is_fixed_square(state, from, cell))
    });
    wall || state.all_items().any(|(item, _)| {
        is_fixed(state, item)
            && is_body(state, item)
            && grid.distance(space, objects::space(state, item)) <= 1
    })
}

/// Whether an Attack made, or a hit taken, unsettles a creature: it touches nothing fixed, and does not fly (`zero-g/destabilized`).
pub(crate) fn floats(state: &State, who: CreatureId) -> bool {
    !can_fly(state, who) && !touches_fixed(state, who)
}

/// An Attack that is over makes a creature tumble that floats, unless it tumbles already (`zero-g/destabilized`).
pub(crate) fn tumbles(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    let state = scene.state();
    if !state.cast.scene.zero_g
        || state.has(who, Condition::Destabilized)
        || !present(state, who)
        || can_fly(state, who)
        || touches_fixed(state, who)
    {
        return;
    }
    scene.cite(rule!("zero-g/destabilized"));
    gain(scene, plain(who, Condition::Destabilized, Until::Cleared));
}

/// Touching a fixed object steadies a creature (`zero-g/destabilized`).
pub(crate) fn came_to_rest(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if scene.state().has(who, Condition::Destabilized) && touches_fixed(scene.state(), who) {
        scene.cite(rule!("zero-g/destabilized"));
        lose(scene, who, Condition::Destabilized);
    }
}

/// At the start of its Turn a creature drifts on, and so do the loose objects it pushed off from (`zero-g/drift-fixed`,
/// `zero-g/drift-loose`).
///
/// # Errors
/// Stops where a draw is missing.
#[inline]
pub(crate) fn start_of_turn(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if let Some(drift) = scene.state().body(who).drift {
        drifts_on(scene, who, drift)?;
    }
    objects_drift(scene, who);
    Ok(())
}

fn drifts_on(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, drift: Drift) -> Play {
    if !present(scene.state(), who) {
        return Ok(());
    }
    let full = drift.feet >= super::numbers::speed_ft(scene.state(), who);
    scene.cite(if full {
        rule!("zero-g/drift-fixed")
    } else {
        rule!("zero-g/drift-loose")
    });
    drifts(scene, who, drift, drift.feet)
}

/// The loose objects that a creature pushed off from drift on, whatever has become of it (`zero-g/drift-loose`).
pub(crate) fn objects_drift(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    for index in 0..scene.state().items.len() {
        if let Some((anchor, drift)) = scene.state().items[index].drift
            && anchor == who
        {
            scene.cite(rule!("zero-g/drift-loose"));
            object_drifts(scene, ItemId(index as u16), drift);
        }
    }
}

/// The square one step on.
fn onward(at: Cell, drift: Drift) -> Cell {
    let (x, y, z) = drift.step;
    at.offset(i16::from(x), i16::from(y), i16::from(z))
}

/// Whether nothing keeps a space from moving on to a square: neither wall nor creature nor object.
pub(crate) fn is_clear(state: &State, who: Option<CreatureId>, from: Space, to: Cell) -> bool {
    let space = from.moved_to(to);
    let shape = state.grid().shape;
    let object =
        |item: ItemId| is_body(state, item) && objects::space(state, item).overlaps(shape, space);
    let creature = match who {
        Some(who) => !is_free(state, who, space, true),
        None => state
            .creatures()
            .any(|other| present(state, other) && state.space(other).overlaps(shape, space)),
    };
    can_step(&terrain(state), from, to, CORNERS)
        && !creature
        && !state
            .all_items()
            .any(|(item, _)| object(item) && !objects::space(state, item).overlaps(shape, from))
}

/// Moves a creature so many feet along its drift, until it runs into something (`zero-g/collision`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn drifts(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    drift: Drift,
    feet: i16,
) -> Play {
    for _ in 0..feet / steps::STEP_FT {
        let state = scene.state();
        let from = state.space(who);
        let to = onward(from.at, drift);
        if let Some(other) = unknown_in(state, who, from.moved_to(to)) {
            sight::found(scene, other, who)?;
        }
        if !is_clear(scene.state(), Some(who), from, to) {
            scene.cite(rule!("zero-g/collision"));
            if scene.state().body(who).drift.is_some() {
                scene.emit(Fact::Drifts(who, None));
            }
            came_to_rest(scene, who);
            return Ok(());
        }
        steps::moved(scene, who, to, Cause::Unsupported)?;
        let state = scene.state();
        if state.body(who).at != to || state.body(who).drift != Some(drift) {
            return Ok(());
        }
    }
    Ok(())
}

/// Moves a loose object along its drift, until it runs into something.
pub(crate) fn object_drifts(scene: &mut Scene<'_, ThreeAction>, item: ItemId, drift: Drift) {
    for _ in 0..drift.feet / steps::STEP_FT {
        let state = scene.state();
        let Place::Ground(at) = state.item(item).place else {
            scene.emit(Fact::ItemDrifts(item, None));
            return;
        };
        let to = onward(at, drift);
        if !is_clear(state, None, objects::space(state, item), to) {
            scene.cite(rule!("zero-g/collision"));
            scene.emit(Fact::ItemDrifts(item, None));
            return;
        }
        scene.emit(Fact::Item(item, Place::Ground(to)));
    }
}
