//! Facing (`facing/*`).

use affray_kernel::grid::{Cell, Heading, Space};
use affray_kernel::{CreatureId, Figure, Refusal, Scene};
use smallvec::SmallVec;

use super::conditions::end_all;
use super::numbers::{able, in_control, present, unaware};
use super::occupied::occupants;
use crate::Energy;
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::state::{Condition, State, Watch};
use crate::surface;
use crate::volley;

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

/// Whether somebody in plain view is before a creature's eyes: it faces that one and is not Blinded (`facing/hiding`,
/// `conditions/blinded`).
#[must_use]
pub(crate) fn sees(state: &State, who: CreatureId, other: CreatureId) -> bool {
    !state.has(who, Condition::Blinded) && faces(state, who, other)
}

/// Whether a creature faces another that steps to another place: it does so if it turns with that one (`facing/test`,
/// `facing/turning-free`).
#[must_use]
pub(crate) fn faces_one_at(state: &State, who: CreatureId, other: CreatureId, at: Cell) -> bool {
    let there = state.space_at(other, at);
    let heading = state.body(who).heading;
    heading.faces(state.grid().shape, state.space(who), there)
        || at != state.body(other).at && follows(state, who, other)
}

/// The direction in which a creature looks at another; on hexes toward a side.
#[must_use]
pub(crate) fn toward(state: &State, who: CreatureId, other: CreatureId) -> Option<Heading> {
    Heading::side_toward(state.grid().shape, state.space(who), state.space(other))
}

/// Turns a creature, which costs nothing, and shows it whoever stands there in plain view (`facing/turning-free`, `gaps/awareness`).
pub(crate) fn turn(scene: &mut Scene<'_, Energy>, who: CreatureId, heading: Heading) {
    if scene.state().body(who).heading != heading {
        turn_in_passing(scene, who, heading);
        look(scene, who);
    }
}

/// Turns a creature for a moment of its movement, after which it looks elsewhere.
pub(crate) fn turn_in_passing(scene: &mut Scene<'_, Energy>, who: CreatureId, heading: Heading) {
    if scene.state().body(who).heading != heading {
        scene.cite(rule!("facing/turning-free"));
        scene.emit(Fact::Turns(who, heading));
    }
}

/// Whether somebody is covered from view where it stands, with all that it takes up (`facing/hiding`).
pub(crate) fn covered(state: &State, who: CreatureId) -> bool {
    surface::conceals_at(state, state.space(who))
}

/// A creature that can see notices all who stand before it in plain view (`gaps/awareness`, `facing/hiding`).
pub(crate) fn look(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    for other in scene.state().creatures() {
        notice(scene, who, other);
    }
}

/// Whoever can see again looks before itself, unless it is on a way, at whose end it looks (`gaps/awareness`, `conditions/blinded`).
pub(crate) fn open_eyes(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    if !volley::moves(scene.state(), who) {
        look(scene, who);
    }
}

/// Nobody stays unseen in plain view for longer than a Round (`gaps/awareness`, `facing/hiding`).
pub(crate) fn everybody_looks(scene: &mut Scene<'_, Energy>) {
    for who in scene.state().creatures() {
        if scene.state().has(who, Condition::Unaware) {
            look(scene, who);
        }
    }
}

/// At the end of a move one is noticed by those who face one, and notices those whom one faces (`gaps/awareness`, `facing/hiding`).
pub(crate) fn look_after_moving(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    for other in scene.state().creatures() {
        notice(scene, other, who);
        notice(scene, who, other);
    }
}

fn notice(scene: &mut Scene<'_, Energy>, observer: CreatureId, hider: CreatureId) {
    let state = scene.state();
    let seen = unaware(state, observer, hider)
        && present(state, hider)
        && in_control(state, observer)
        && sees(state, observer, hider)
        && !covered(state, hider);
    if seen {
        scene.cite(rule!("gaps/awareness"));
        scene.cite(rule!("facing/hiding"));
        end_all(scene, observer, |held| {
            held.kind == Condition::Unaware && held.toward == Some(hider)
        });
    }
}

/// Whoever would go into a place notices those who are there (`grid/occupied-spaces`, `gaps/awareness`).
pub(crate) fn come_upon(scene: &mut Scene<'_, Energy>, who: CreatureId, at: Cell) {
    let space = scene.state().space_at(who, at);
    find_in(scene, who, space);
}

/// Whoever brings somebody into a space notices those who are there (`grid/occupied-spaces`, `gaps/awareness`).
pub(crate) fn find_in(scene: &mut Scene<'_, Energy>, who: CreatureId, space: Space) {
    if !scene.state().has(who, Condition::Unaware) {
        return;
    }
    let state = scene.state();
    let met: SmallVec<[CreatureId; 2]> = occupants(state, Some(who), space)
        .filter(|other| unaware(state, who, *other))
        .collect();
    for other in met {
        scene.cite(rule!("grid/occupied-spaces"));
        scene.cite(rule!("gaps/awareness"));
        end_all(scene, who, |held| {
            held.kind == Condition::Unaware && held.toward == Some(other)
        });
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

/// Whether a creature turns with one that it keeps an eye on: it knows of it, and goes no way of its own (`facing/turning-free`).
pub(crate) fn follows(state: &State, who: CreatureId, mover: CreatureId) -> bool {
    state.body(who).watch == Watch::Creature(mover)
        && who != mover
        && able(state, who)
        && !unaware(state, who, mover)
        && !volley::moves(state, who)
}

/// Whoever keeps an eye on a mover turns with each of its metres, whosever the moment is (`facing/turning-free`).
pub(crate) fn follow(scene: &mut Scene<'_, Energy>, mover: CreatureId) {
    for who in scene.state().creatures() {
        if follows(scene.state(), who, mover) {
            turn_to(scene, who, mover);
        }
    }
}

/// On the open floor everybody turns to what they watch.
pub(crate) fn settle(scene: &mut Scene<'_, Energy>) {
    for who in scene.state().creatures() {
        turn_as_set(scene, who);
    }
}

/// Turns a creature to what it watches, but to nobody it does not know of (`facing/turning-free`, `facing/hiding`).
pub(crate) fn turn_as_set(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    let state = scene.state();
    if !able(state, who) {
        return;
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
