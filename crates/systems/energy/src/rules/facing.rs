//! Facing (`facing/*`).

use affray_kernel::grid::{Cell, Heading};
use affray_kernel::{CreatureId, Figure, Refusal, Scene};

use super::numbers::{able, present, unaware};
use crate::Energy;
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::state::{State, Watch};

/// Whether a creature faces another (`facing/half`, `facing/test`).
#[inline]
#[must_use]
pub(crate) fn faces(state: &State, who: CreatureId, other: CreatureId) -> bool {
    faces_from(state, who, state.body(who).at, other)
}

/// As [`faces`], from another place without turning.
#[inline]
#[must_use]
pub(crate) fn faces_from(state: &State, who: CreatureId, at: Cell, other: CreatureId) -> bool {
    let heading = state.body(who).heading;
    heading.faces(
        state.grid().shape,
        state.space_at(who, at),
        state.space(other),
    )
}

/// Whether a creature faces another that will be in another place (`facing/test`).
#[must_use]
pub(crate) fn faces_one_at(state: &State, who: CreatureId, other: CreatureId, at: Cell) -> bool {
    let there = state.space_at(other, at);
    let heading = state.body(who).heading;
    heading.faces(state.grid().shape, state.space(who), there)
}

/// The direction in which a creature looks at another; on hexes toward a side.
#[must_use]
pub(crate) fn toward(state: &State, who: CreatureId, other: CreatureId) -> Option<Heading> {
    Heading::side_toward(state.grid().shape, state.space(who), state.space(other))
}

/// Turns a creature, which costs nothing (`facing/turning-free`).
pub(crate) fn turn(scene: &mut Scene<'_, Energy>, who: CreatureId, heading: Heading) {
    if scene.state().body(who).heading != heading {
        scene.cite(rule!("facing/turning-free"));
        scene.emit(Fact::Turns(who, heading));
    }
}

/// Turns a creature to another, if it does not face it already (`facing/attack-only-front`).
pub(crate) fn turn_to(scene: &mut Scene<'_, Energy>, who: CreatureId, other: CreatureId) {
    if faces(scene.state(), who, other) {
        return;
    }
    if let Some(heading) = toward(scene.state(), who, other) {
        turn(scene, who, heading);
    }
}

/// Turns a creature so that another is right before it: what attacks on the open floor begin with (`facing/attack-only-front`).
pub(crate) fn turn_squarely(scene: &mut Scene<'_, Energy>, who: CreatureId, other: CreatureId) {
    if let Some(heading) = toward(scene.state(), who, other) {
        turn(scene, who, heading);
    }
}

/// Whether a creature can keep an eye on another: it knows of it (`facing/hiding`, `gaps/awareness`).
///
/// # Errors
/// The rule against it.
pub(crate) fn may_watch(state: &State, who: CreatureId, other: CreatureId) -> Result<(), Refusal> {
    if unaware(state, who, other) {
        return Err(refuse!(
            "facing/hiding",
            "it does not know where {} is",
            Figure::Creature(other)
        ));
    }
    Ok(())
}

/// On the open floor everybody turns to what they watch, but to nobody they do not know of (`facing/turning-free`, `facing/hiding`).
pub(crate) fn settle(scene: &mut Scene<'_, Energy>) {
    for who in scene.state().creatures() {
        let state = scene.state();
        if !able(state, who) {
            continue;
        }
        match state.body(who).watch {
            Watch::Creature(other) => {
                if present(state, other) && other != who && !unaware(state, who, other) {
                    turn_to(scene, who, other);
                }
            }
            Watch::Heading(heading) => turn(scene, who, heading),
        }
    }
}
