//! Mounting and dismounting, each a Move Action (`command/mounts`).

use affray_kernel::grid::{Cell, fits};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use crate::ThreeAction;
use crate::fact::{Doing, Fact, Flag};
use crate::ids::{refuse, rule};
use crate::rules::falling::Cause;
use crate::rules::ground::terrain;
use crate::rules::numbers::{able, allies, distance_ft, present};
use crate::rules::occupied::{comes_upon, is_free};
use crate::rules::readied::{self, Happening};
use crate::rules::target::is_located;
use crate::rules::terrain::standing_height;
use crate::rules::ways::leads_into;
use crate::rules::{flying, grapple, steps, thin_ice};
use crate::state::{Condition, State};

/// A willing mount at least one Size larger, next to the rider and without another one.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, mount: CreatureId) -> Result<(), Refusal> {
    let figure = Figure::Creature(mount);
    is_located(state, who, mount)?;
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
    carries_nobody(state, who, mount)?;
    if state.has(mount, Condition::Prone) {
        return Err(refuse!(
            "command/mounts",
            "{} lies Prone: nobody mounts it",
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
    if !leads_into(state, state.space(who), state.space(mount)) {
        return Err(refuse!("command/mounts", "no way leads up to {}", figure));
    }
    bound(state, who)?;
    if !grapple::partners(state, who).is_empty() {
        return Err(refuse!(
            "command/mounts",
            "{} is in a grapple: nobody mounts out of one",
            Figure::Creature(who)
        ));
    }
    Ok(())
}

/// A mount carries one rider, and whoever rides carries nobody.
fn carries_nobody(state: &State, who: CreatureId, mount: CreatureId) -> Result<(), Refusal> {
    let is_ridden = |ridden| state.bodies.iter().any(|body| body.mount == Some(ridden));
    let figure = Figure::Creature(mount);
    if is_ridden(mount) {
        return Err(refuse!(
            "command/mounts",
            "{} carries a rider already",
            figure
        ));
    }
    if state.body(mount).mount.is_some() {
        return Err(refuse!(
            "command/mounts",
            "{} rides itself, and a rider carries nobody",
            figure
        ));
    }
    if is_ridden(who) {
        return Err(refuse!(
            "command/mounts",
            "{} carries a rider, and a rider carries nobody",
            Figure::Creature(who)
        ));
    }
    Ok(())
}

fn bound(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.has(who, Condition::Entangled) || grapple::entangles(state, who) {
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
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    mount: CreatureId,
) -> Play {
    scene.cite(rule!("command/mounts"));
    scene.emit(Fact::Does(who, Doing::Mount(mount)));
    let at = scene.state().body(mount).at;
    let before = scene.state().own_space(who);
    let mut unseen = readied::out_of_view(scene.state());
    if scene.state().body(who).hanging {
        scene.emit(Fact::Flag(who, Flag::Hanging, false));
    }
    steps::put_alone(scene, who, at);
    flying::comes_down(scene, who);
    scene.emit(Fact::Mounted(who, Some(mount)));
    thin_ice::tread(scene, mount)?;
    unseen.retain(|(on, _)| *on != who);
    readied::interrupt(scene, who, Happening::Comes(Some(before)))?;
    readied::come_into_view(scene, &unseen)
}

/// A rider gets down into a free square next to the mount.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_down(state: &State, who: CreatureId, to: Cell) -> Result<Cell, Refusal> {
    let Some(mount) = state.body(who).mount else {
        return Err(refuse!(
            "command/mounts",
            "{} is not mounted",
            Figure::Creature(who)
        ));
    };
    bound(state, who)?;
    place_beside(state, who, mount, to).ok_or_else(|| {
        refuse!(
            "command/mounts",
            "that square is not a free one next to {}",
            Figure::Creature(mount)
        )
    })
}

/// Where a rider comes to that gets down into a square next to the mount with nothing in between: onto the ground there if it is at most 5 ft higher or lower,
/// otherwise into the air beside the mount. Of a creature that is Hidden it knows nothing (`hidden/definition`).
fn place_beside(state: &State, who: CreatureId, mount: CreatureId, to: Cell) -> Option<Cell> {
    let (land, level) = (terrain(state), state.body(mount).at.z);
    let own = state.own_space(who);
    let ground = standing_height(state, who, own.moved_to(to.with_height(level + 1)))?;
    let height = if (ground - level).abs() <= 1 {
        ground
    } else {
        level
    };
    let space = own.moved_to(to.with_height(height));
    let beside = state.grid().distance(space, state.space(mount)) == 1;
    (beside
        && fits(&land, space)
        && leads_into(state, space, state.space(mount))
        && is_free(state, who, space, true))
    .then_some(space.at)
}

/// Gets down, with whoever is in a grapple with it; in the air that is a fall. Where somebody is whom it did not know of, it finds them and stays in the saddle
/// (`hidden/reveal-discovery`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn down(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, to: Cell) -> Play {
    let Ok(to) = aim_down(scene.state(), who, to) else {
        return Ok(());
    };
    scene.cite(rule!("command/mounts"));
    scene.emit(Fact::Does(who, Doing::Dismount));
    let space = scene.state().own_space(who).moved_to(to);
    comes_upon(scene, who, space)?;
    if !is_free(scene.state(), who, space, false) {
        scene.emit(Fact::Lost(who, rule!("hidden/reveal-discovery").0));
        return Ok(());
    }
    steps::moved(scene, who, to, Cause::Unsupported)
}
