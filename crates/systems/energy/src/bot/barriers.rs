//! What bars the way: doors to open, ledges to climb, walls to break down.

use affray_kernel::CreatureId;
use affray_kernel::grid::{
    Cell, Changes, Corners, EdgeKind, Mover, Shape, Space, Terrain, Through, can_step,
};

use super::moving::{along, shoots, way};
use super::worth::threat;
use super::{claim, foes, leaping, spare_stamina};
use crate::act::{Act, Action};
use crate::rules::numbers::{limit_of_reach, longest_reach};
use crate::rules::occupied::{bars, is_barred};
use crate::state::State;

/// Metres that it goes round rather than open a door.
const OPENING_M: u32 = 3;
/// Metres that it goes round rather than wait until somebody is out of its way: all of them, if no wall has to be broken down for that.
const WAITING_M: u32 = 5_000;
/// Metres that it goes round rather than break something down: all of them.
const BREAKING_M: u32 = 1_000_000;

/// Where no foe can be walked to: opens a door on the way or any other, climbs or jumps where that helps, or breaks down what is in the way.
pub(super) fn pass(state: &State, who: CreatureId) -> Option<Act> {
    if foes(state, who).is_empty() || stands_off(state, who) || has_way(state, who) {
        return None;
    }
    let near_one = near_one(state, who);
    let passage = passage(state, who, near_one);
    let by_doors = passage.as_ref().filter(|passage| !passage.is_walled);
    by_doors
        .and_then(|passage| clear(state, who, &passage.places))
        .or_else(|| shut_doors(state, who))
        .or_else(|| up_or_down(state, who))
        .or_else(|| leaping::leap(state, who))
        .or_else(|| clear(state, who, &passage?.places))
}

/// Whether it does harm from afar where it is, so that it needs no way to anybody.
fn stands_off(state: &State, who: CreatureId) -> bool {
    let foes = foes(state, who);
    foes.iter()
        .any(|foe| shoots(state, who, *foe) && threat(state, who, *foe) > 0)
}

/// Whether some foe can be walked to as things stand.
pub(super) fn has_way(state: &State, who: CreatureId) -> bool {
    way(state, who, near_one(state, who)).is_some()
}

/// Whether a place is within its Reach of a foe.
pub(super) fn near_one(state: &State, who: CreatureId) -> impl Fn(Cell) -> bool + '_ {
    let limit = i64::from(limit_of_reach(state, longest_reach(state, who)).max(0));
    let foes: Vec<Space> = foes(state, who)
        .into_iter()
        .map(|foe| state.space(foe))
        .collect();
    move |cell| {
        let there = state.space_at(who, cell);
        let metres = |foe: &Space| i64::from(state.grid().distance(there, *foe));
        foes.iter().any(|foe| metres(foe) <= limit)
    }
}

/// Opens the doors on the way to such a place, if nothing else bars it.
pub(super) fn open_toward(
    state: &State,
    who: CreatureId,
    goal: impl Fn(Cell) -> bool,
) -> Option<Act> {
    let passage = passage(state, who, goal)?;
    let open = !passage.is_walled;
    open.then(|| clear(state, who, &passage.places)).flatten()
}

/// A way on which doors are to be opened and walls to be broken down.
struct Passage {
    places: Vec<Cell>,
    is_walled: bool,
}

/// The way to such a place with the fewest walls, and of these the shortest, whoever stands on it now.
fn passage(state: &State, who: CreatureId, goal: impl Fn(Cell) -> bool) -> Option<Passage> {
    if state.body(who).energy == 0 || standing_edges(state).next().is_none() {
        return None;
    }
    let (mut opened, mut broken) = (state.altered.clone(), state.altered.clone());
    let map = &state.cast.map;
    for (a, b, kind) in standing_edges(state) {
        if kind.opened().is_some() {
            opened.set_edge(map, a, b, kind.opened());
        }
        broken.set_edge(map, a, b, None);
    }
    let costs = Costs {
        state,
        who,
        bars: &bars(state, who),
        opened: &opened,
    };
    let from = state.body(who).at;
    let mover = Mover {
        terrain: &broken.on(map),
        space: state.space_at(who, from),
        corners: Corners::Cut,
        through: Through::Ground,
    };
    let path = mover.path(from, u32::MAX, goal, |before, after| {
        costs.of(before, after)
    })?;
    Some(Passage {
        places: path.places,
        is_walled: path.cost >= BREAKING_M,
    })
}

/// What the steps of a creature cost that opens doors and breaks down walls.
struct Costs<'a> {
    state: &'a State,
    who: CreatureId,
    bars: &'a [Space],
    opened: &'a Changes,
}

impl Costs<'_> {
    fn of(&self, before: Cell, after: Cell) -> Option<u32> {
        if before.z != after.z {
            return None;
        }
        let barrier = self.barrier(before, after);
        if barrier > 0 && self.is_diagonal(before, after) {
            return None;
        }
        let there = self.state.space_at(self.who, after);
        let is_occupied = is_barred(self.state, self.bars, there);
        let waiting = if is_occupied { WAITING_M } else { 0 };
        Some(1 + waiting + barrier)
    }

    /// Whether a step leads past a corner: what bars it need not stand at an edge of the space that it starts from.
    fn is_diagonal(&self, before: Cell, after: Cell) -> bool {
        self.state.grid().shape == Shape::Square && before.x != after.x && before.y != after.y
    }

    fn barrier(&self, before: Cell, after: Cell) -> u32 {
        let space = self.state.space_at(self.who, before);
        let opened = self.opened.on(&self.state.cast.map);
        if can_step(&self.state.terrain(), space, after, Corners::Cut) {
            0
        } else if can_step(&opened, space, after, Corners::Cut) {
            OPENING_M
        } else {
            BREAKING_M
        }
    }
}

/// Opens or breaks down the first thing that stands on a way, or goes there.
fn clear(state: &State, who: CreatureId, places: &[Cell]) -> Option<Act> {
    let terrain = state.terrain();
    let bars_step = |step: &[Cell]| {
        let space = state.space_at(who, step[0]);
        !can_step(&terrain, space, step[1], Corners::Cut)
    };
    let last = places.windows(2).position(bars_step)?;
    if last > 0 {
        return along(state, who, &places[..=last]);
    }
    let (a, b, kind) = first_edge(state, who, places[1])?;
    if kind.opened().is_some() {
        return claim(state, who, Action::Door(a, b, true));
    }
    break_down(state, who, (a, b))
}

/// What stands on an edge of its space towards the next one.
fn first_edge(state: &State, who: CreatureId, next: Cell) -> Option<(Cell, Cell, EdgeKind)> {
    let (own, next) = (state.space(who), state.space_at(who, next));
    let shape = state.grid().shape;
    let is_in = |cell: Cell, space: Space| space.shares_column(shape, Space::cell(cell));
    let leads_there = |(a, b, _): &(Cell, Cell, EdgeKind)| {
        let mut ways = [(*a, *b), (*b, *a)].into_iter();
        ways.any(|(near, far)| is_in(near, own) && is_in(far, next))
    };
    standing_edges(state).find(leads_there)
}

/// Breaks something down (`gaps/break-down`), and gets its breath back before that costs Stamina that would be missed.
fn break_down(state: &State, who: CreatureId, (a, b): (Cell, Cell)) -> Option<Act> {
    let out_of_breath =
        spare_stamina(state, who) < 1 && state.body(who).stamina < state.sheet(who).stamina;
    let action = if out_of_breath {
        Action::CatchBreath
    } else {
        Action::BreakDown(a, b)
    };
    claim(state, who, action)
}

/// Doors, walls and the like that still stand on the map.
fn standing_edges(state: &State) -> impl Iterator<Item = (Cell, Cell, EdgeKind)> + '_ {
    let terrain = state.terrain();
    let edges = state.cast.map.edges().map(|(edge, _)| edge.cells());
    edges.filter_map(move |[a, b]| {
        let kind = terrain.edge(a, b)?;
        kind.blocks_movement().then_some((a, b, kind))
    })
}

/// Opens any door beside, or goes to the nearest one.
fn shut_doors(state: &State, who: CreatureId) -> Option<Act> {
    let shut: Vec<[Cell; 2]> = state
        .cast
        .map
        .edges()
        .map(|(edge, _)| edge.cells())
        .filter(|[a, b]| {
            let kind = state.terrain().edge(*a, *b);
            kind.is_some_and(|kind| kind.turned(true).is_some())
        })
        .collect();
    let beside = shut
        .iter()
        .find_map(|[a, b]| claim(state, who, Action::Door(*a, *b, true)));
    beside.or_else(|| {
        let at_door = |cell: Cell| {
            shut.iter()
                .any(|door| door.iter().any(|side| side.with_height(cell.z) == cell))
        };
        let path = way(state, who, at_door)?;
        along(state, who, &path.places)
    })
}

/// Climbs to a neighbouring level that lies nearer to the nearest foe.
fn up_or_down(state: &State, who: CreatureId) -> Option<Act> {
    let foe = foes(state, who).first().copied()?;
    let metres = |cell: Cell| {
        state
            .grid()
            .distance(state.space_at(who, cell), state.space(foe))
    };
    let here = state.body(who).at;
    let climbs = |from: Cell| {
        state
            .grid()
            .neighbours(from)
            .map(|cell| crate::rules::occupied::on_floor(state, who, cell))
            .filter(move |cell| cell.z != from.z)
    };
    let mut beside: Vec<Cell> = climbs(here).collect();
    beside.sort_by_key(|cell| (metres(*cell), *cell));
    let level =
        |cell: &Cell| (cell.z - state.body(foe).at.z).abs() < (here.z - state.body(foe).at.z).abs();
    let climbed = beside
        .into_iter()
        .filter(level)
        .find_map(|cell| claim(state, who, Action::Climb(cell)));
    climbed.or_else(|| {
        let edge = |cell: Cell| climbs(cell).any(|other| level(&other));
        let path = way(state, who, edge)?;
        along(state, who, &path.places)
    })
}
