//! Getting out of the saddle when rider or mount falls, dies or goes (`command/mounts`).

use affray_kernel::{CreatureId, Play, Scene};

use super::falling::{self, Cause};
use super::numbers::present;
use super::occupied::step_aside;
use super::terrain::height_within;
use super::{grapple, prone, steps, thin_ice};
use crate::ThreeAction;
use crate::fact::Fact;
use crate::ids::rule;
use crate::state::{Presence, State};

/// Those who ride a creature.
fn riders(state: &State, mount: CreatureId) -> Vec<CreatureId> {
    state
        .creatures()
        .filter(|rider| state.body(*rider).mount == Some(mount))
        .collect()
}

/// Those who ride a creature, and whom it rides.
pub(crate) fn in_one_saddle(state: &State, who: CreatureId) -> Vec<CreatureId> {
    let mut company = riders(state, who);
    company.extend(state.body(who).mount);
    company
}

/// A rider that falls Prone comes down beside its mount; from one in the air it falls.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn unseat(scene: &mut Scene<'_, ThreeAction>, rider: CreatureId) -> Play {
    if scene.state().body(rider).mount.is_none() {
        return Ok(());
    }
    dismount(scene, rider);
    if scene.state().body(rider).falling_ft.is_some() {
        falling::loses_hold(scene, rider)?;
    } else {
        falling::drops(scene, rider, Cause::Forced)?;
    }
    step_aside(scene, rider)
}

/// Gets out of the saddle; in water it floats where it sat, be its mount standing on the bottom, and with it whoever is in a grapple with it
/// (`grappled/move-together`, `grappling/move-together`).
pub(crate) fn dismount(scene: &mut Scene<'_, ThreeAction>, rider: CreatureId) {
    scene.cite(rule!("command/mounts"));
    match height_afloat(scene.state(), rider) {
        Some(height) => {
            let at = scene.state().body(rider).at.with_height(height);
            steps::put(scene, rider, at);
        }
        None => scene.emit(Fact::Mounted(rider, None)),
    }
}

/// How high above the feet of its mount a rider floats, if it does.
fn height_afloat(state: &State, rider: CreatureId) -> Option<i16> {
    if state.cast.open_ground || !present(state, rider) {
        return None;
    }
    let own = state.own_space(rider);
    height_within(state, rider, own, state.space(rider)).filter(|height| *height > own.at.z)
}

/// When a mount falls Prone or dies, its rider falls Prone in a neighbouring square.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw_riders(scene: &mut Scene<'_, ThreeAction>, mount: CreatureId) -> Play {
    for rider in riders(scene.state(), mount) {
        if present(scene.state(), rider) {
            prone::knock_down(scene, rider)?;
        }
    }
    Ok(())
}

/// A creature has died: it sits in no saddle any more, and carries nobody.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn died(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if scene.state().body(who).mount.is_some() {
        dismount(scene, who);
        falling::fall_from(scene, who, Cause::Unsupported)?;
        thin_ice::tread(scene, who)?;
    }
    throw_riders(scene, who)
}

/// A creature flees, and whoever rides it or is ridden by it goes with it.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn rides_off(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    for other in in_one_saddle(scene.state(), who) {
        scene.cite(rule!("command/mounts"));
        scene.emit(Fact::Presence(other, Presence::Fled));
        grapple::ends_for(scene, other)?;
    }
    Ok(())
}

/// A creature takes no part any more or is there no longer: whoever sat on it stands, or falls, where it was.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn gone(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if scene.state().body(who).mount.is_some() {
        dismount(scene, who);
    }
    for rider in riders(scene.state(), who) {
        dismount(scene, rider);
        falling::fall_from(scene, rider, Cause::Unsupported)?;
        thin_ice::tread(scene, rider)?;
    }
    Ok(())
}
