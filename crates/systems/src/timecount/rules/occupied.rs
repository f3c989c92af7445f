//! Sharing spaces: who fits, and how well one fights in a crowd (`occupied-spaces/*`, `occupied-fighting/*`).

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_kernel::modifier::Tally;

use super::numbers::present;
use crate::timecount::ids::rule;
use crate::timecount::state::State;

/// Sixteenths of a Normal-sized creature that fit into a space (`occupied-spaces/capacity`).
pub(crate) const CAPACITY: u16 = 4 * 16;
/// Beyond this many sixteenths creatures hamper each other (`occupied-fighting/penalty`).
const CROWDED: u16 = 16;
/// Beyond this many sixteenths nobody can fight (`occupied-fighting/overcrowded`).
const OVERCROWDED: u16 = 2 * 16;

/// Whether a creature covers a space.
fn covers(state: &State, who: CreatureId, cell: Cell) -> bool {
    present(state, who) && state.space(who).contains(state.grid().shape, cell)
}

/// What the creatures in a space come to, in sixteenths of a Normal-sized one (`occupied-spaces/size-equivalents`).
pub(crate) fn filled(state: &State, cell: Cell) -> u16 {
    state
        .creatures()
        .filter(|who| covers(state, *who, cell))
        .map(|who| state.sheet(who).size.sixteenths())
        .sum()
}

/// The most crowded of the creature's spaces, by those within one size category of it, itself included: how many and how much
/// (`occupied-fighting/who-counts`).
fn crowd(state: &State, who: CreatureId) -> (u16, u16) {
    if state.bodies.len() <= 1 {
        return (1, 0);
    }
    let rank = state.sheet(who).size.rank();
    let near = |other: &CreatureId| (state.sheet(*other).size.rank() - rank).abs() <= 1;
    let shape = state.grid().shape;
    let own = state.space(who);
    let mut worst = (1, 0);
    let shares = state.creatures().any(|other| {
        other != who
            && near(&other)
            && present(state, other)
            && state.space(other).overlaps(shape, own)
    });
    if !shares {
        return worst;
    }
    for cell in own.cells(shape) {
        let counted = state
            .creatures()
            .filter(|other| near(other) && covers(state, *other, cell));
        let (number, total) = counted.fold((0, 0), |(number, total), other| {
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
    let (number, total) = crowd(state, who);
    number >= 2 && total > OVERCROWDED
}

/// −4 in a crowd (`occupied-fighting/penalty`).
#[inline]
pub(crate) fn attack_penalty(state: &State, who: CreatureId, tally: &mut Tally) {
    let (number, total) = crowd(state, who);
    if number >= 2 && total > CROWDED {
        tally.add("crowded space", -4, rule!("occupied-fighting/penalty"));
    }
}
