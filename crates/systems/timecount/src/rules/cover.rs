//! Higher ground and cover (`attack-modifiers/higher-ground`, `attack-modifiers/cover-determination`, `attack-modifiers/common-table`).

use affray_kernel::CreatureId;
use affray_kernel::grid::{
    Cell, Changed, EdgeKind, Exposure, Ground, Line, Lines, Map, Space, Terrain, cells_on_line,
    centre_line, line_of_effect, passes_through,
};
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

/// The greatest cover against an attack, as the penalty it gives; 0 for none. An area spreads from its centre. Of an attack that is made
/// although nothing of the target shows (it is held, and a door was shut) no more than the last glimpse is taken off.
fn cover(state: &State, attempt: &Attempt) -> i16 {
    let own = state.space(attempt.by);
    let from = attempt
        .centre
        .map_or(own, |centre| Space::new(centre, 1, 1));
    let to = state.space(attempt.on);
    let long = attempt.ranged || feet(state, from, to) >= LONG_REACH_FT;
    let creature = (long && creature_between(state, from, to)).then_some(Cover::Half);
    let greatest = walls(state, from, to)
        .max(scenery(state, from, to))
        .max(creature);
    let greatest = greatest.map(|cover| cover.min(Cover::NineTenths));
    greatest.and_then(Cover::modifier).unwrap_or(0)
}

/// The greatest cover that low walls, slits and the like and the ground give along the straight line between two spaces.
fn scenery(state: &State, from: Space, to: Space) -> Option<Cover> {
    let (shape, land) = (state.grid().shape, state.terrain());
    let cells = cells_on_line(shape, from, to);
    let edges = cells.clone().zip(cells.clone().skip(1));
    let edges = edges.filter_map(|(a, b)| Cover::of_edge(land.edge(a, b)?));
    let edges = edges.filter(|cover| *cover != Cover::Total);
    let ground = cells.filter(|cell| !from.contains(shape, *cell));
    let ground = ground.filter_map(|cell| Cover::of_ground(land.ground(cell)));
    edges.chain(ground).max()
}

/// The cover that walls, closed doors and rock give: by how much of the target they hide from the middle of the other space.
fn walls(state: &State, from: Space, to: Space) -> Option<Cover> {
    let land = Walls(state.terrain());
    if land.are_absent(from, to) {
        return None;
    }
    let shows = Exposure::inside(&land, Line::Effect, from, to);
    let hidden = 4 * (shows.of - shows.reached);
    Some(match shows {
        shows if shows.is_full() => return None,
        shows if shows.is_none() && !land.leave_a_glimpse(from, to) => Cover::Total,
        shows if hidden <= shows.of => Cover::Quarter,
        shows if hidden <= 2 * shows.of => Cover::Half,
        shows if hidden <= 3 * shows.of => Cover::ThreeQuarters,
        _ => Cover::NineTenths,
    })
}

/// The walls and the rock of a map; over what rises from the ground without being rock one sees as far as the line of effect does.
struct Walls<'a>(Changed<'a>);

impl Terrain for Walls<'_> {
    fn map(&self) -> &Map {
        self.0.map()
    }

    fn ground(&self, cell: Cell) -> Ground {
        Ground {
            elevation: i16::MIN,
            ..self.0.ground(cell)
        }
    }

    fn edge(&self, a: Cell, b: Cell) -> Option<EdgeKind> {
        self.0.edge(a, b)
    }

    fn without_edges(&self) -> bool {
        self.0.without_edges()
    }

    fn clear_from(&self) -> Option<i16> {
        self.0.clear_from()
    }

    fn has_heights(&self) -> bool {
        false
    }

    fn lines(&self, between: [Cell; 2]) -> Option<&Lines> {
        self.0.lines(between)
    }
}

impl Walls<'_> {
    /// Whether there are none at the height of two spaces.
    fn are_absent(&self, from: Space, to: Space) -> bool {
        let lowest = from.at.z.min(to.at.z);
        self.clear_from().is_some_and(|clear| lowest >= clear)
    }

    /// Whether they leave anything of one space to be seen from another, or of that one from here.
    fn leave_something(&self, from: Space, to: Space) -> bool {
        centre_line(self, Line::Effect, from, to)
            || !Exposure::inside(self, Line::Effect, from, to).is_none()
            || self.leave_a_glimpse(from, to)
    }

    /// Whether some part of one of two spaces shows from the middle of some part of the other.
    fn leave_a_glimpse(&self, from: Space, to: Space) -> bool {
        let shape = self.grid().shape;
        let shows = |one: Cell, other: Cell| {
            let (one, other) = (Space::cell(one), Space::cell(other));
            !Exposure::inside(self, Line::Effect, one, other).is_none()
        };
        from.cells(shape).any(|one| {
            to.cells(shape)
                .any(|other| shows(one, other) || shows(other, one))
        })
    }
}

/// Whether a creature stands in a space crossed by the straight line between two others.
fn creature_between(state: &State, from: Space, to: Space) -> bool {
    let there = |other: &CreatureId| present(state, *other);
    state
        .creatures()
        .filter(there)
        .any(|other| covers(state, other, (from, to)))
}

/// Whether a creature's space is crossed by the straight line between two others.
fn covers(state: &State, other: CreatureId, (from, to): (Space, Space)) -> bool {
    let (shape, space) = (state.grid().shape, state.space(other));
    !space.overlaps(shape, from)
        && !space.overlaps(shape, to)
        && passes_through(shape, from, to, space)
}

/// Whether a creature stands in the way of what one shoots at another.
pub(crate) fn is_between(
    state: &State,
    one: CreatureId,
    (by, on): (CreatureId, CreatureId),
) -> bool {
    covers(state, one, (state.space(by), state.space(on)))
}

/// Whether nothing covers a creature wholly (`attack-modifiers/cover-determination`).
pub(crate) fn in_line(state: &State, by: CreatureId, on: CreatureId) -> bool {
    is_open(state, state.space(by), state.space(on))
}

/// Whether no total cover lies between two spaces.
#[inline]
pub(crate) fn is_open(state: &State, from: Space, to: Space) -> bool {
    state.cast.open_ground
        || is_unwalled(state, from, to)
            && !(may_cover_wholly(state) && scenery(state, from, to) == Some(Cover::Total))
}

/// Whether walls and heights leave a line from one space to another on which something of each shows.
#[inline]
pub(crate) fn is_unwalled(state: &State, from: Space, to: Space) -> bool {
    state.cast.open_ground
        || line_of_effect(&state.terrain(), from, to)
            && Walls(state.terrain()).leave_something(from, to)
}

/// Whether there may be ground that covers wholly.
fn may_cover_wholly(state: &State) -> bool {
    state.cast.total_cover || !state.altered.ground().is_empty()
}
