//! Sharing spaces: who fits, who can be kept out, and how well one fights in a crowd (`occupied-spaces/*`, `occupied-fighting/*`).

use affray_kernel::grid::{Shape, Space};
use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Figure, Refusal};
use smallvec::SmallVec;

use super::numbers::{helpless, present};
use crate::ids::{refuse, rule};
use crate::state::State;

/// Sixteenths of a Normal-sized creature that fit into a space (`occupied-spaces/capacity`).
pub(crate) const CAPACITY: u16 = 4 * 16;
/// Beyond this many sixteenths creatures hamper each other (`occupied-fighting/penalty`).
const CROWDED: u16 = 16;
/// Beyond this many sixteenths nobody can fight (`occupied-fighting/overcrowded`).
const OVERCROWDED: u16 = 2 * 16;
/// From so many size categories of difference on nobody can keep the other out (`occupied-spaces/size-difference`).
const DIFFERENT: i8 = 2;

/// Whether a creature takes up room of its own: it is there, and no mount carries it.
fn takes_room(state: &State, who: CreatureId) -> bool {
    present(state, who) && state.body(who).mount.is_none()
}

/// How many size categories lie between two creatures.
fn categories_between(state: &State, one: CreatureId, other: CreatureId) -> i8 {
    let rank = |who: CreatureId| state.sheet(who).size.rank();
    (rank(one) - rank(other)).abs()
}

/// Those besides `who` that take up room in a space, in roster order; riders are where their mount is and take none.
pub(crate) fn occupants(
    state: &State,
    who: CreatureId,
    space: Space,
) -> impl Iterator<Item = CreatureId> + '_ {
    let shape = state.grid().shape;
    state.creatures().filter(move |other| {
        *other != who
            && takes_room(state, *other)
            && state.space(*other).shares_column(shape, space)
    })
}

/// Where everybody besides one creature takes up room, looked up once for a search that asks for many places.
pub(crate) struct Taken {
    shape: Shape,
    spaces: SmallVec<[Space; 16]>,
}

impl Taken {
    /// The room that is taken up by others than `who`.
    pub(crate) fn besides(state: &State, who: CreatureId) -> Self {
        let others = state.creatures().filter(|other| *other != who);
        Self {
            shape: state.grid().shape,
            spaces: others
                .filter(|other| takes_room(state, *other))
                .map(|other| state.space(other))
                .collect(),
        }
    }

    /// Whether nobody is in a space, as [`occupants`] would find them.
    pub(crate) fn is_free(&self, space: Space) -> bool {
        let mut taken = self.spaces.iter();
        !taken.any(|there| there.shares_column(self.shape, space))
    }
}

/// Whether a creature has room in a space besides all who are there (`occupied-spaces/capacity`, `occupied-spaces/unsharable`).
///
/// # Errors
/// The rule that keeps it out.
pub(crate) fn room(state: &State, who: CreatureId, space: Space) -> Result<(), Refusal> {
    room_besides(state, who, space, |other| Some(state.space(other)))
}

/// As [`room`], the others being where `place` says; none: not in the way.
///
/// # Errors
/// The rule that keeps it out.
pub(crate) fn room_besides(
    state: &State,
    who: CreatureId,
    space: Space,
    place: impl Fn(CreatureId) -> Option<Space>,
) -> Result<(), Refusal> {
    let shape = state.grid().shape;
    let others: SmallVec<[(CreatureId, Space); 4]> = state
        .creatures()
        .filter(|other| *other != who && takes_room(state, *other))
        .filter_map(|other| Some((other, place(other)?)))
        .filter(|(_, there)| there.shares_column(shape, space))
        .collect();
    let fills = |other: CreatureId| state.sheet(other).traits.fills_space;
    if let Some((other, _)) = others.iter().find(|(other, _)| fills(*other) || fills(who)) {
        return Err(refuse!(
            "occupied-spaces/unsharable",
            "{} cannot share a space with {}",
            Figure::Creature(who),
            Figure::Creature(*other)
        ));
    }
    let size = |one: CreatureId| state.sheet(one).size.sixteenths();
    let full = space.cells(shape).any(|cell| {
        let inside = others.iter().filter(|(_, there)| there.covers(shape, cell));
        size(who) + inside.map(|(other, _)| size(*other)).sum::<u16>() > CAPACITY
    });
    if full {
        return Err(refuse!(
            "occupied-spaces/capacity",
            "the space is too full for {}: it holds no more than 4 of Normal size",
            Figure::Creature(who)
        ));
    }
    Ok(())
}

/// Whether a creature can keep another out of its space: awake, and of a size within one category (`occupied-spaces/entry`,
/// `occupied-spaces/size-difference`).
pub(crate) fn can_keep_out(state: &State, who: CreatureId, other: CreatureId) -> bool {
    categories_between(state, who, other) < DIFFERENT && !helpless(state, who)
}

/// Whether a creature counts for how well another fights in its space: within one size category, and neither its rider nor its mount
/// (`occupied-fighting/who-counts`).
fn counts(state: &State, who: CreatureId, other: CreatureId) -> bool {
    categories_between(state, who, other) < DIFFERENT
        && takes_room(state, other)
        && state.body(who).mount != Some(other)
}

/// The most crowded of the spaces that a creature has or would have, itself included, by those who count: how many there are, and how
/// much.
fn crowd(state: &State, who: CreatureId, own: Space) -> (u16, u16) {
    if state.bodies.len() <= 1 {
        return (1, 0);
    }
    let shape = state.grid().shape;
    let counted = |other: &CreatureId| *other != who && counts(state, who, *other);
    let mut worst = (1, 0);
    let shares = state
        .creatures()
        .any(|other| state.space(other).shares_column(shape, own) && counted(&other));
    if !shares {
        return worst;
    }
    let size = state.sheet(who).size.sixteenths();
    for cell in own.cells(shape) {
        let others = state
            .creatures()
            .filter(|other| counted(other) && state.space(*other).covers(shape, cell));
        let (number, total) = others.fold((1, size), |(number, total), other| {
            (number + 1, total + state.sheet(other).size.sixteenths())
        });
        if number >= 2 && total > worst.1 {
            worst = (number, total);
        }
    }
    worst
}

/// Whether the space is too crowded to fight at all (`occupied-fighting/overcrowded`).
#[inline]
pub(crate) fn overcrowded(state: &State, who: CreatureId) -> bool {
    would_be_overcrowded(state, who, state.space(who))
}

/// Whether a space would be too crowded for a creature to fight in it.
#[inline]
pub(crate) fn would_be_overcrowded(state: &State, who: CreatureId, there: Space) -> bool {
    let (number, total) = crowd(state, who, there);
    number >= 2 && total > OVERCROWDED
}

/// −4 in a crowd (`occupied-fighting/penalty`).
#[inline]
pub(crate) fn attack_penalty(state: &State, who: CreatureId, tally: &mut Tally) {
    let (number, total) = crowd(state, who, state.space(who));
    if number >= 2 && total > CROWDED {
        tally.add("crowded space", -4, rule!("occupied-fighting/penalty"));
    }
}

/// Whether a creature shares a space with anybody, so that it matters who counts (`occupied-fighting/who-counts`).
pub(crate) fn shares_space(state: &State, who: CreatureId) -> bool {
    occupants(state, who, state.space(who)).any(|other| state.body(who).mount != Some(other))
}
