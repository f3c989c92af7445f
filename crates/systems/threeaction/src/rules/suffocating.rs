//! Going without air (`suffocating/*`).

use affray_kernel::grid::{Space, Terrain};
use affray_kernel::{CreatureId, Play, Scene};

use super::damage;
use super::ground::terrain;
use super::numbers::incapacitated;
use crate::ThreeAction;
use crate::fact::{Doing, Fact, Flag, Number};
use crate::ids::rule;
use crate::state::{Condition, State};

/// Whether a creature can breathe where it is: not choked, buried or under water, and the scene has air; or it needs none.
#[inline(always)]
pub(crate) fn has_air(state: &State, who: CreatureId) -> bool {
    state.sheet(who).feats.airless
        || !(state.cast.scene.airless
            || state.has_any(
                who,
                const { Condition::bits(&[Condition::Choked, Condition::Buried]) },
            )
            || (!state.cast.open_ground && is_submerged(state, who)))
}

/// Whether all of a creature's space is below the surface of water.
fn is_submerged(state: &State, who: CreatureId) -> bool {
    is_under_water(state, state.space(who))
}

/// Whether all of a space is below the surface of water.
pub(crate) fn is_under_water(state: &State, space: Space) -> bool {
    let land = terrain(state);
    let top = space.at.z.saturating_add(i16::from(space.height));
    space.cells(state.grid().shape).all(|cell| {
        let ground = land.ground(cell);
        ground.water > 0 && top <= ground.surface()
    })
}

/// A creature that begins its Turn with air has all its breath again (`suffocating/recover`).
#[inline]
pub(crate) fn start_of_turn(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    let airless = !has_air(scene.state(), who);
    if !airless {
        recover(scene, who);
    }
    if scene.state().body(who).began_airless != airless {
        scene.emit(Fact::Flag(who, Flag::BeganAirless, airless));
    }
}

#[inline(always)]
fn recover(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if scene.state().body(who).airless != 0 {
        scene.cite(rule!("suffocating/recover"));
        scene.emit(Fact::Set(who, Number::Airless, 0));
    }
}

/// A Turn begun and ended without air is counted; as many as STR can be held out (`suffocating/hold-breath`), then the creature
/// collapses (`suffocating/collapse`), and one Turn later it dies (`suffocating/death`).
///
/// # Errors
/// Stops where a draw is missing.
#[inline]
pub(crate) fn end_of_turn(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if has_air(scene.state(), who) {
        recover(scene, who);
        Ok(())
    } else {
        holds_breath(scene, who)
    }
}

fn holds_breath(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if !scene.state().body(who).began_airless || scene.state().has(who, Condition::Dead) {
        return Ok(());
    }
    scene.cite(rule!("suffocating/hold-breath"));
    let count = scene.state().body(who).airless.saturating_add(1);
    scene.emit(Fact::Set(who, Number::Airless, count));
    // A Turn that was begun ends once: who is commanded by another in the same Round does not hold its breath twice.
    scene.emit(Fact::Flag(who, Flag::BeganAirless, false));
    let breath = scene.state().sheet(who).str.max(1);
    if count == breath {
        collapse(scene, who)?;
    } else if count > breath {
        scene.cite(rule!("suffocating/death"));
        scene.emit(Fact::Does(who, Doing::Suffocates));
        damage::die(scene, who)?;
    }
    Ok(())
}

/// Down to 0 Hit Points, which is no Damage; lower ones stay.
fn collapse(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    scene.cite(rule!("suffocating/collapse"));
    let was_incapacitated = incapacitated(scene.state(), who);
    if !was_incapacitated {
        scene.emit(Fact::Does(who, Doing::Collapses));
        scene.emit(Fact::Set(who, Number::Hp, 0));
    }
    damage::after_loss(scene, who, was_incapacitated)
}
