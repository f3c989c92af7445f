//! Spaces: who may pass, who may stay, and what a change of place brings (`grid/occupied-spaces`, `grid/footprints`).

use affray_kernel::grid::{Cell, Corners, Space, Terrain, can_step, fits, floor};
use affray_kernel::{CreatureId, Figure, Refusal, Scene};

use smallvec::SmallVec;

use super::numbers::{enemies, present, unaware};
use super::zones;
use crate::Energy;
use crate::fact::Fact;
use crate::ids::refuse;
use crate::sheet::Size;
use crate::state::{Condition, State};

/// From so many size categories of difference on nobody can keep the other out.
const DIFFERENT: i16 = 2;

/// Who counts where it is asked whether a place is free.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Others {
    /// Those of whom the creature knows: so it decides where to go.
    Known,
    /// Those of whom somebody else knows, who decides for it.
    KnownTo(CreatureId),
    /// Everybody: so it comes there.
    All,
}

/// Those besides `who` that are in a space, in roster order.
pub(crate) fn occupants(
    state: &State,
    who: Option<CreatureId>,
    space: Space,
) -> impl Iterator<Item = CreatureId> + '_ {
    let shape = state.grid().shape;
    state.creatures().filter(move |other| {
        Some(*other) != who
            && present(state, *other)
            && state.space(*other).shares_column(shape, space)
    })
}

/// Those of them who count.
fn counted(
    state: &State,
    who: CreatureId,
    at: Cell,
    others: Others,
) -> impl Iterator<Item = CreatureId> + '_ {
    occupants(state, Some(who), state.space_at(who, at)).filter(move |other| match others {
        Others::All => true,
        Others::Known => !unaware(state, who, *other),
        Others::KnownTo(knower) => !unaware(state, knower, *other),
    })
}

/// Whoever is in a place of whom a creature does not know.
pub(crate) fn unknown_at(
    state: &State,
    who: CreatureId,
    at: Cell,
) -> impl Iterator<Item = CreatureId> + '_ {
    counted(state, who, at, Others::All).filter(move |other| unaware(state, who, *other))
}

/// Whoever keeps a creature out of a place without its knowledge (`grid/occupied-spaces`).
pub(crate) fn unknown_bar(state: &State, who: CreatureId, at: Cell) -> Option<CreatureId> {
    unknown_at(state, who, at).find(|other| !passes(state, who, *other))
}

/// Whether nobody of whom a creature knows and nothing solid is in a space.
#[must_use]
pub(crate) fn seems_free(state: &State, knower: CreatureId, space: Space) -> bool {
    fits(&state.terrain(), space)
        && occupants(state, None, space).all(|other| unaware(state, knower, other))
}

/// The spaces of those who keep a creature out, as far as it knows of them.
pub(crate) fn bars(state: &State, who: CreatureId) -> SmallVec<[Space; 8]> {
    state
        .creatures()
        .filter(|other| *other != who && present(state, *other) && !passes(state, who, *other))
        .filter(|other| !unaware(state, who, *other))
        .map(|other| state.space(other))
        .collect()
}

/// Whether any of those spaces is in the way of a creature at a place.
pub(crate) fn is_barred(state: &State, bars: &[Space], space: Space) -> bool {
    let shape = state.grid().shape;
    bars.iter().any(|bar| bar.shares_column(shape, space))
}

/// Whether a creature may pass through a space.
///
/// # Errors
/// Whoever bars the way.
pub(crate) fn may_pass(
    state: &State,
    who: CreatureId,
    at: Cell,
    others: Others,
) -> Result<(), Refusal> {
    for other in counted(state, who, at, others) {
        if !passes(state, who, other) {
            return Err(refuse!(
                "grid/occupied-spaces",
                "{} is in the way",
                Figure::Creature(other)
            ));
        }
    }
    Ok(())
}

/// Whether a creature may move through the space of another.
fn passes(state: &State, who: CreatureId, other: CreatureId) -> bool {
    let (own, theirs) = (state.sheet(who).size, state.sheet(other).size);
    !enemies(state, who, other)
        || state.has(other, Condition::Prone)
        || state.has(other, Condition::Unconscious)
        || (own.rank() - theirs.rank()).abs() >= DIFFERENT
        || own <= Size::Tiny
}

/// Whether a creature may stay in a space: it is free, or shared with somebody Tiny or smaller (`grid/footprints`).
///
/// # Errors
/// Whoever is there.
pub(crate) fn may_end(
    state: &State,
    who: CreatureId,
    at: Cell,
    others: Others,
) -> Result<(), Refusal> {
    let space = state.space_at(who, at);
    if !fits(&state.terrain(), space) {
        return Err(refuse!("grid/footprints", "there is no room"));
    }
    let small = |who| state.sheet(who).size <= Size::Tiny;
    for other in counted(state, who, at, others) {
        let shares = small(who) || small(other);
        let lies = state.sheet(other).traits.object && state.has(other, Condition::Dead);
        if !shares && !lies {
            return Err(refuse!(
                "grid/occupied-spaces",
                "{} is there",
                Figure::Creature(other)
            ));
        }
    }
    Ok(())
}

/// Whether a creature may move into a space and stay there (`grid/occupied-spaces`, `grid/footprints`).
///
/// # Errors
/// Whoever is there.
pub(crate) fn may_arrive(
    state: &State,
    who: CreatureId,
    at: Cell,
    others: Others,
) -> Result<(), Refusal> {
    may_end(state, who, at, others)?;
    may_pass(state, who, at, others)
}

/// The floor of a creature's space at a place.
#[must_use]
pub(crate) fn on_floor(state: &State, who: CreatureId, at: Cell) -> Cell {
    let space = state.space_at(who, at);
    floor(&state.terrain(), space).map_or(at, |z| at.with_height(z))
}

/// Where things lie that a creature lets go of: on the floor of its space, even in the middle of a Jump (`unconscious/state`).
#[must_use]
pub(crate) fn at_its_feet(state: &State, who: CreatureId) -> Cell {
    on_floor(state, who, state.body(who).at)
}

/// Whether a creature could walk one metre to a neighbouring place: on the same level, and nothing solid between.
#[must_use]
pub(crate) fn can_walk(state: &State, who: CreatureId, from: Cell, to: Cell) -> bool {
    from.z == to.z
        && can_step(
            &state.terrain(),
            state.space_at(who, from),
            to,
            Corners::Cut,
        )
}

/// The places next to a creature that it could walk to, as far as ground and walls go.
pub(crate) fn steps(state: &State, who: CreatureId) -> impl Iterator<Item = Cell> + '_ {
    let from = state.body(who).at;
    state
        .grid()
        .neighbours(from)
        .map(move |cell| on_floor(state, who, cell))
        .filter(move |to| can_walk(state, who, from, *to))
}

/// A creature is somewhere else: zones begin and end for it.
pub(crate) fn put(scene: &mut Scene<'_, Energy>, who: CreatureId, to: Cell) {
    scene.emit(Fact::Moved(who, to));
    zones::entered(scene, who);
    super::conditions::check_holds(scene);
}

/// Whether a door or wall stands between two neighbouring spaces.
#[must_use]
pub(crate) fn edge(state: &State, a: Cell, b: Cell) -> Option<affray_kernel::grid::EdgeKind> {
    state.terrain().edge(a, b)
}
