//! Mounting and dismounting, each a Move Action (`command/mounts`).

use affray_kernel::grid::Cell;
use affray_kernel::{CreatureId, Figure, Refusal, Scene};

use crate::threeaction::ThreeAction;
use crate::threeaction::fact::{Doing, Fact};
use crate::threeaction::ids::{refuse, rule};
use crate::threeaction::rules::numbers::{able, allies, distance_ft, present};
use crate::threeaction::state::{Condition, State};

/// A willing mount at least one Size larger, next to the rider and without another one.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, mount: CreatureId) -> Result<(), Refusal> {
    let figure = Figure::Creature(mount);
    if who == mount || !present(state, mount) || !able(state, mount) || !allies(state, who, mount) {
        return Err(refuse!("command/mounts", "{} is no willing mount", figure));
    }
    if state.sheet(mount).size.rank() <= state.sheet(who).size.rank() {
        return Err(refuse!(
            "command/mounts",
            "{} is not larger than {}: a mount is at least one Size larger",
            figure,
            Figure::Creature(who)
        ));
    }
    if state.body(who).mount.is_some() {
        return Err(refuse!(
            "command/mounts",
            "{} is mounted already",
            Figure::Creature(who)
        ));
    }
    if state.bodies.iter().any(|body| body.mount == Some(mount)) {
        return Err(refuse!(
            "command/mounts",
            "{} carries a rider already",
            figure
        ));
    }
    let distance = distance_ft(state, who, mount);
    if distance > 5 {
        return Err(refuse!(
            "command/mounts",
            "{} is {} away; mounting needs it within 5 ft",
            figure,
            Figure::Feet(i32::from(distance))
        ));
    }
    bound(state, who)
}

fn bound(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.has(who, Condition::Entangled) {
        return Err(refuse!(
            "entangled/no-move",
            "{} is Entangled",
            Figure::Creature(who)
        ));
    }
    if state.has(who, Condition::Prone) {
        return Err(refuse!(
            "prone/crawl",
            "{} lies Prone: it can only crawl or stand up",
            Figure::Creature(who)
        ));
    }
    Ok(())
}

/// Mounts: the rider is carried in the mount's space.
pub(crate) fn resolve(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, mount: CreatureId) {
    scene.cite(rule!("command/mounts"));
    scene.emit(Fact::Does(who, Doing::Mount(mount)));
    scene.emit(Fact::Mounted(who, Some(mount)));
    let at = scene.state().body(mount).at;
    scene.emit(Fact::Moved(who, at));
}

/// A rider gets down into a free square next to the mount.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_down(state: &State, who: CreatureId, to: Cell) -> Result<(), Refusal> {
    let Some(mount) = state.body(who).mount else {
        return Err(refuse!(
            "command/mounts",
            "{} is not mounted",
            Figure::Creature(who)
        ));
    };
    bound(state, who)?;
    if !free_beside(state, who, mount, to) {
        return Err(refuse!(
            "command/mounts",
            "that square is not a free one next to {}",
            Figure::Creature(mount)
        ));
    }
    Ok(())
}

/// Whether a creature fits into a free place next to another one.
pub(crate) fn free_beside(state: &State, who: CreatureId, beside: CreatureId, to: Cell) -> bool {
    let (shape, space) = (state.grid().shape, state.space(who).moved_to(to));
    let inside = space.cells(shape).all(|cell| {
        use affray_kernel::grid::Terrain;
        state.cast.map.contains(cell) && !state.cast.map.ground(cell).solid
    });
    let occupied = state.creatures().any(|other| {
        other != who && present(state, other) && state.space(other).overlaps(shape, space)
    });
    inside && !occupied && state.grid().distance(space, state.space(beside)) == 1
}

/// Gets down.
pub(crate) fn down(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, to: Cell) {
    scene.cite(rule!("command/mounts"));
    scene.emit(Fact::Does(who, Doing::Dismount));
    scene.emit(Fact::Mounted(who, None));
    scene.emit(Fact::Moved(who, to));
}
