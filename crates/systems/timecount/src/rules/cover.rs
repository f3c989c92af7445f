//! Higher ground and cover (`attack-modifiers/higher-ground`, `attack-modifiers/cover-determination`, `attack-modifiers/common-table`).

use affray_kernel::CreatureId;
use affray_kernel::grid::{Space, Terrain, cells_on_line, line_of_effect, passes_through};
use affray_kernel::modifier::{Modifier, Tally};

use super::attack::Attempt;
use super::defenses;
use super::numbers::{feet, present};
use crate::ids::rule;
use crate::sheet::Defense;
use crate::state::State;
use crate::surface::Cover;

/// Feet from which on a creature in between gives cover against melee attacks too.
const LONG_REACH_FT: i16 = 10;

/// What height and cover add to an attack roll.
pub(crate) fn modifiers(state: &State, attempt: &Attempt, tally: &mut Tally) {
    if state.space(attempt.by).at.z > state.space(attempt.on).at.z {
        tally.add("higher ground", 1, rule!("attack-modifiers/higher-ground"));
    }
    if state.cast.open_ground {
        return;
    }
    let cover = cover(state, attempt);
    tally.add(
        name(cover),
        cover,
        rule!("attack-modifiers/cover-determination"),
    );
}

/// Whether height and cover matter to rolls against a defense (`attack-modifiers/common-table`).
pub(crate) const fn matters_to(defense: Defense) -> bool {
    matches!(
        defense,
        Defense::Primary | Defense::Passive | Defense::Celerity
    )
}

/// What height and cover make of a total that is held against another defense than the roll was made against: they count against the one
/// and not against the other (`attack-modifiers/common-table`).
pub(crate) fn besides(state: &State, attempt: &Attempt, defense: Defense) -> Tally {
    let (met, _) = defenses::met(state, attempt);
    let mut tally = Tally::new();
    match (matters_to(met), matters_to(defense)) {
        (false, true) => modifiers(state, attempt, &mut tally),
        (true, false) => lift(state, attempt, &mut tally),
        _ => {}
    }
    tally
}

/// Takes back what height and cover add to an attack roll.
pub(crate) fn lift(state: &State, attempt: &Attempt, tally: &mut Tally) {
    let mut counted = Tally::new();
    modifiers(state, attempt, &mut counted);
    for part in counted.parts() {
        let value = -part.value;
        tally.push(Modifier { value, ..*part });
    }
}

/// The cover that gives such a penalty (`attack-modifiers/common-table`).
const fn name(penalty: i16) -> &'static str {
    match penalty {
        -2 => "partial cover",
        -4 => "half cover",
        -6 => "improved cover",
        -8 => "9/10 cover",
        _ => "cover",
    }
}

/// The greatest cover against an attack, as the penalty it gives; 0 for none. An area spreads from its centre.
fn cover(state: &State, attempt: &Attempt) -> i16 {
    let own = state.space(attempt.by);
    let from = attempt
        .centre
        .map_or(own, |centre| Space::new(centre, 1, 1));
    let to = state.space(attempt.on);
    let long = attempt.ranged || feet(state, from, to) >= LONG_REACH_FT;
    let creature = (long && creature_between(state, from, to)).then_some(Cover::Half);
    let greatest = scenery(state, from, to).max(creature);
    greatest.and_then(Cover::modifier).unwrap_or(0)
}

/// The greatest cover that things give along the straight line between two spaces. Who can be seen past a wall on that line
/// stands behind its corner.
fn scenery(state: &State, from: Space, to: Space) -> Option<Cover> {
    let (shape, land) = (state.grid().shape, state.terrain());
    let cells = cells_on_line(shape, from, to);
    let corner = |cover| match cover {
        Cover::Total => Cover::Quarter,
        partial => partial,
    };
    let edges = cells.clone().zip(cells.clone().skip(1));
    let edges = edges.filter_map(|(a, b)| Cover::of_edge(land.edge(a, b)?).map(corner));
    let ground = cells.filter(|cell| !from.contains(shape, *cell));
    let ground = ground.filter_map(|cell| match land.ground(cell) {
        ground if ground.solid => Some(Cover::Quarter),
        ground => Cover::of_ground(ground),
    });
    edges.chain(ground).max()
}

/// Whether a creature stands in a space crossed by the straight line between two others.
fn creature_between(state: &State, from: Space, to: Space) -> bool {
    let shape = state.grid().shape;
    state.creatures().any(|other| {
        let space = state.space(other);
        present(state, other)
            && !space.overlaps(shape, from)
            && !space.overlaps(shape, to)
            && passes_through(shape, from, to, space)
    })
}

/// Whether nothing covers a creature wholly (`attack-modifiers/cover-determination`).
pub(crate) fn in_line(state: &State, by: CreatureId, on: CreatureId) -> bool {
    is_open(state, state.space(by), state.space(on))
}

/// Whether no total cover lies between two spaces.
#[inline]
pub(crate) fn is_open(state: &State, from: Space, to: Space) -> bool {
    state.cast.open_ground
        || line_of_effect(&state.terrain(), from, to)
            && !(may_cover_wholly(state) && scenery(state, from, to) == Some(Cover::Total))
}

/// Whether there may be ground that covers wholly; of what stands between spaces nothing does in which the line of effect is open.
fn may_cover_wholly(state: &State) -> bool {
    state.cast.total_cover || !state.altered.ground().is_empty()
}
