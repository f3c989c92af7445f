//! Spaces: who may pass, who may stay, and what a change of place brings (`space/*`).

use affray_kernel::grid::{
    Cell, Changed, Edge, EdgeKind, Ground, Map, Space, Terrain, can_step, fits, floor,
};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};
use smallvec::SmallVec;

use super::cover::CORNERS;
use super::hidden::is_hidden_from;
use super::numbers::{able, foes, present};
use super::{conditions, falling, nets};
use crate::ActionPoint;
use crate::fact::{Fact, Motion};
use crate::ids::refuse;
use crate::state::{Condition, Cover, State};
use crate::surface::obstacle;

/// So many metres a step leads up at most.
pub(crate) const STEP_UP_M: i16 = 1;

/// Those besides `who` that are in a space, in listing order.
pub(crate) fn occupants(
    state: &State,
    who: CreatureId,
    space: Space,
) -> impl Iterator<Item = CreatureId> + '_ {
    let shape = state.grid().shape;
    state.creatures().filter(move |other| {
        *other != who && present(state, *other) && state.space(*other).shares_column(shape, space)
    })
}

/// Whether a creature keeps another from passing: a conscious foe does (`space/occupied`).
pub(crate) fn bars(state: &State, other: CreatureId, who: CreatureId) -> bool {
    foes(state, who, other) && able(state, other)
}

/// Whoever keeps a creature from passing a place, of those it knows of or of all.
pub(crate) fn barred_by(
    state: &State,
    who: CreatureId,
    at: Cell,
    known: bool,
) -> Option<CreatureId> {
    let mut others = occupants(state, who, state.space_at(who, at));
    others.find(|other| bars(state, *other, who) && !(known && is_hidden_from(state, *other, who)))
}

/// The spaces that a creature cannot pass because of those whom it knows of, as long as nobody moves.
pub(crate) fn known_bars(state: &State, who: CreatureId) -> SmallVec<[Space; 8]> {
    let others = state.creatures().filter(|other| {
        *other != who
            && present(state, *other)
            && bars(state, *other, who)
            && !is_hidden_from(state, *other, who)
    });
    others.map(|other| state.space(other)).collect()
}

/// The degree of the worst obstacle in a space (`cover/determination`).
pub(crate) fn obstacle_in(state: &State, space: Space) -> Cover {
    if state.cast.open_ground {
        return Cover::None;
    }
    let terrain = state.terrain();
    let cells = space.cells(state.grid().shape);
    let degrees = cells.map(|cell| obstacle(terrain.ground(cell)));
    degrees.max().unwrap_or(Cover::None)
}

/// The degree of the worst obstacle on the borders within a space, which a large one has (`space/occupied`).
pub(crate) fn border_in(terrain: &impl Terrain, space: Space) -> Cover {
    if space.side <= 1 || terrain.without_edges() {
        return Cover::None;
    }
    let shape = terrain.grid().shape;
    let degree = |cell: Cell, (x, y): (i16, i16)| {
        let other = cell.offset(x, y, 0);
        let within = space.covers(shape, other);
        match terrain.edge(cell, other).filter(|_| within) {
            Some(EdgeKind::High) => Cover::High,
            Some(EdgeKind::Low) => Cover::Low,
            _ => Cover::None,
        }
    };
    let borders = space.cells(shape);
    let borders = borders.map(|cell| degree(cell, (1, 0)).max(degree(cell, (0, 1))));
    borders.max().unwrap_or(Cover::None)
}

/// Whoever stands on both sides of a border, of all or of those whom `eye` knows of: no door closes there (`space/occupied`).
pub(crate) fn astride(
    state: &State,
    (a, b): (Cell, Cell),
    eye: Option<CreatureId>,
) -> Option<CreatureId> {
    let shape = state.grid().shape;
    let stands = |who: &CreatureId| {
        let space = state.space(*who);
        present(state, *who) && space.covers(shape, a) && space.covers(shape, b)
    };
    let unseen = |who| eye.is_some_and(|eye| is_hidden_from(state, who, eye));
    state.creatures().find(|who| stands(who) && !unseen(*who))
}

/// Whether a creature may stay in a place: nobody is there, and no obstacle (`space/occupied`).
///
/// # Errors
/// Who or what is there.
pub(crate) fn may_stay(
    state: &State,
    who: CreatureId,
    at: Cell,
    known: bool,
) -> Result<(), Refusal> {
    let space = state.space_at(who, at);
    if !fits(&state.terrain(), space) {
        if !state.cast.map.holds(space) {
            return Err(refuse!("space/grid", "that is not on the map"));
        }
        return Err(refuse!(
            "space/occupied",
            "{} has no room there",
            Figure::Creature(who)
        ));
    }
    let mut others = occupants(state, who, space);
    if let Some(other) = others.find(|other| !(known && is_hidden_from(state, *other, who))) {
        return Err(refuse!(
            "space/occupied",
            "{} is there",
            Figure::Creature(other)
        ));
    }
    match obstacle_in(state, space).max(border_in(&state.terrain(), space)) {
        Cover::None => Ok(()),
        degree => Err(refuse!(
            "space/occupied",
            "nobody can stop on an obstacle of {} cover",
            Figure::Word(degree.name())
        )),
    }
}

/// The place at the height of the floor there.
#[must_use]
pub(crate) fn on_floor(state: &State, who: CreatureId, at: Cell) -> Cell {
    let space = state.space_at(who, at);
    floor(&state.terrain(), space).map_or(at, |height| at.with_height(height))
}

/// Metres that a step costs by the ground alone; `None`: it is not possible (`space/occupied`, `space/grid`).
#[must_use]
pub(crate) fn step_m(state: &State, who: CreatureId, from: Cell, to: Cell) -> Option<i16> {
    let (terrain, space) = (barred(state), state.space_at(who, from));
    if !can_step(&terrain, space, to, CORNERS) {
        return None;
    }
    open_step_m(state, who, from, to)
}

/// As [`step_m`], of a step that the [`barred`] map lets one take.
pub(crate) fn open_step_m(state: &State, who: CreatureId, from: Cell, to: Cell) -> Option<i16> {
    if to.z > from.z.saturating_add(STEP_UP_M) {
        return None;
    }
    let edge_m = i16::from(crosses_low(&barred(state), state.space_at(who, from), to));
    match obstacle_in(state, state.space_at(who, to)) {
        Cover::None => Some(1 + edge_m),
        Cover::Low => Some(2 + edge_m),
        Cover::High | Cover::Full => None,
    }
}

/// Whether a step leads over something low between squares, whichever way it takes round a corner (`space/occupied`).
fn crosses_low(terrain: &Barred<'_>, space: Space, to: Cell) -> bool {
    if terrain.without_edges() {
        return false;
    }
    let (x, y) = (to.x - space.at.x, to.y - space.at.y);
    let shape = terrain.grid().shape;
    let is_clear = |a, b| {
        let edge = terrain.edge(a, b);
        edge.is_none_or(|edge| edge != EdgeKind::Low && !edge.blocks_movement())
    };
    space.cells(shape).any(|cell| {
        let here = cell.with_height(cell.z.max(to.z));
        let there = here.offset(x, y, 0);
        if Edge::between(shape, here, there).is_some() {
            return !is_clear(here, there);
        }
        let ways = [here.offset(x, 0, 0), here.offset(0, y, 0)];
        !ways
            .into_iter()
            .any(|by| !terrain.ground(by).fills(by.z) && is_clear(here, by) && is_clear(by, there))
    })
}

/// The map with all that is of high or full degree as walls, in squares and between them: nobody crosses it, nor slips through where two
/// touch at a corner (`space/occupied`).
pub(crate) struct Barred<'s>(Changed<'s>);

/// The map as somebody sees it who looks for a way.
pub(crate) fn barred(state: &State) -> Barred<'_> {
    Barred(state.terrain())
}

impl Terrain for Barred<'_> {
    fn map(&self) -> &Map {
        self.0.map()
    }

    fn ground(&self, cell: Cell) -> Ground {
        let ground = self.0.ground(cell);
        Ground {
            solid: ground.solid || obstacle(ground) >= Cover::High,
            ..ground
        }
    }

    fn edge(&self, a: Cell, b: Cell) -> Option<EdgeKind> {
        match self.0.edge(a, b) {
            Some(EdgeKind::High) => Some(EdgeKind::Wall),
            edge => edge,
        }
    }

    fn without_edges(&self) -> bool {
        self.0.without_edges()
    }

    fn level(&self) -> Option<i16> {
        self.0.level()
    }
}

/// Where a creature comes to that is driven to a neighbouring place, if there is room (`maneuvers/push`).
#[must_use]
pub(crate) fn pushed_to(state: &State, who: CreatureId, to: Cell) -> Option<Cell> {
    let to = on_floor(state, who, to);
    let from = state.body(who).at;
    step_m(state, who, from, to)?;
    may_stay(state, who, to, false).ok()?;
    Some(to)
}

/// A creature is somewhere else: a drop of more than a metre is a fall, and holds may end (`adventuring/falling`,
/// `conditions/grappled`).
///
/// # Errors
/// Stops if dice of a fall are missing.
pub(crate) fn put(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    to: Cell,
    how: Motion,
) -> Play {
    let from = scene.state().space(who);
    let drop = from.at.z.saturating_sub(to.z);
    scene.emit(Fact::Moved(who, to, how));
    conditions::settle_holds(scene);
    nets::follow(scene, who, (from, to), how);
    if falling::is_fall(drop) && matches!(how, Motion::Step | Motion::Pushed | Motion::Fell) {
        falling::fall(scene, who, drop)?;
    }
    Ok(())
}

/// Whether a creature is kept from moving (`conditions/grappled`).
///
/// # Errors
/// That it is Grappled.
pub(crate) fn free_to_move(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.has(who, Condition::Grappled) {
        return Err(refuse!(
            "conditions/grappled",
            "{} is Grappled and cannot move",
            Figure::Creature(who)
        ));
    }
    Ok(())
}
