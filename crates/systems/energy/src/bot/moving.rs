//! Getting at the enemy: weapons to hand, ways, doors.

use affray_kernel::grid::{Cell, Corners, Mover, Path, Space, Terrain, Through, can_step};
use affray_kernel::{Arm, CreatureId};

use smallvec::SmallVec;

use super::{claim, foes, legal, spare_stamina};
use crate::act::{Act, Action, Approach, Claim, Pay};
use crate::actions::strike::{is_ranged, strikes};
use crate::actions::things::free_hands;
use crate::actions::way::route;
use crate::actions::{agile_move, moving};
use crate::fact::Fact;
use crate::rules::facing::{faces, follows};
use crate::rules::numbers::{
    able, defenseless, limit_of_reach, longest_reach, metres_between, reach_m, within_reach,
};
use crate::rules::occupied::{bars, is_barred, may_end, steps};
use crate::rules::zones::{self, hampers};
use crate::state::{Altered, Condition, Item, ItemId, Pace, Place, State};

/// The farthest that a way is looked for, in metres.
const FARTHEST_M: u32 = 400;
/// Metres that it goes round rather than a metre through what hampers it.
const DETOUR_M: u32 = 2;

/// A neighbouring space from which a target is in Reach, and to which an Agile Move leads.
pub(super) fn agile_step_into_reach(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    with: Arm,
) -> Option<Cell> {
    let from = state.body(who).at;
    let reach = reach_m(state, who, with);
    let agility = state.body(who).agility;
    if agility < 1 || state.has(who, Condition::Slowed) {
        return None;
    }
    steps(state, who)
        .filter(|to| agile_move::step(state, who, from, *to).is_ok())
        .filter(|to| {
            let metres = state
                .grid()
                .distance(state.space_at(who, *to), state.space(target));
            within_reach(state, i16::try_from(metres).unwrap_or(i16::MAX), reach)
        })
        .min_by_key(|to| hampers(state, who, state.space_at(who, *to)))
}

/// Agile Moves, one or two, that lead from the front of somebody in Reach to where it does not face (`facing/attacked-from-behind`); nothing
/// is gained on whoever cannot avoid blows anyway, or turns with every step (`facing/turning-free`).
pub(super) fn way_behind(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    with: Arm,
) -> Option<Approach> {
    let agility = state.body(who).agility;
    let ready = agility >= 1
        && !state.has(who, Condition::Slowed)
        && agile_move::able_to_move(state, who).is_ok()
        && !defenseless(state, target, who)
        && !follows(state, target, who);
    if !ready || !faces(state, target, who) {
        return None;
    }
    let reach = reach_m(state, who, with);
    let (shape, heading) = (state.grid().shape, state.body(target).heading);
    let behind = |to: Cell| {
        let there = state.space_at(who, to);
        let metres = state.grid().distance(there, state.space(target));
        within_reach(state, i16::try_from(metres).unwrap_or(i16::MAX), reach)
            && !heading.faces(shape, state.space(target), there)
    };
    let from = state.body(who).at;
    let near: SmallVec<[Cell; 8]> = steps(state, who)
        .filter(|to| agile_move::step(state, who, from, *to).is_ok())
        .collect();
    if let Some(to) = near.iter().copied().find(|to| behind(*to)) {
        return Some(Approach::from_slice(&[to]));
    }
    if agility < 2 {
        return None;
    }
    near.into_iter().find_map(|between| {
        let to = state.grid().neighbours(between).find(|to| {
            *to != from && behind(*to) && agile_move::step(state, who, between, *to).is_ok()
        })?;
        Some(Approach::from_slice(&[between, to]))
    })
}

/// The cheapest way to a place that a test accepts and where the creature may stay, round what hampers it if that is not much longer.
fn way(state: &State, who: CreatureId, goal: impl Fn(Cell) -> bool) -> Option<Path> {
    let from = state.body(who).at;
    let terrain = state.terrain();
    let mover = Mover {
        terrain: &terrain,
        space: state.space_at(who, from),
        corners: Corners::Cut,
        through: Through::Ground,
    };
    let bars = bars(state, who);
    let cost = |before: Cell, after: Cell| {
        let there = state.space_at(who, after);
        let open = before.z == after.z && !is_barred(state, &bars, there);
        let detour = || u32::from(hampers(state, who, there)) * DETOUR_M;
        open.then(|| 1 + detour())
    };
    mover.path(
        from,
        FARTHEST_M,
        |cell| goal(cell) && may_end(state, who, cell).is_ok(),
        cost,
    )
}

/// Whoever has nothing but bare hands draws a weapon before striking with them (`actions/equip-easy`).
pub(super) fn draw(state: &State, who: CreatureId) -> Option<Act> {
    let bare = state.sheet(who).natural.len() <= 1;
    bare.then(|| take_up_arms(state, who)).flatten()
}

/// What has to be loaded is loaded, or something to fight with comes to hand (`actions/equip-easy`, `actions/load`).
pub(super) fn arm_oneself(state: &State, who: CreatureId) -> Option<Act> {
    if foes(state, who).is_empty() {
        return None;
    }
    let loads = state
        .held(who)
        .find_map(|(id, _)| claim(state, who, Action::Load(id)));
    loads.or_else(|| take_up_arms(state, who))
}

/// A weapon comes to hand where none is that can still be used; a bow without arrows is dropped for it.
fn take_up_arms(state: &State, who: CreatureId) -> Option<Act> {
    if foes(state, who).is_empty() {
        return None;
    }
    let (useful, spent): (Vec<_>, Vec<_>) = state
        .all_items()
        .filter(|(id, _)| state.kind(*id).weapon().is_some())
        .partition(|(_, item)| item.left != Some(0));
    let held = |(_, item): &(ItemId, &Item)| item.place == Place::Held(who);
    if useful.iter().any(held) {
        return None;
    }
    if let Some((id, _)) = spent.into_iter().find(held) {
        return Some(Act::Drop(id)).filter(|act| legal(state, who, act));
    }
    let own = useful.iter().filter(|(id, item)| {
        item.place == Place::Carried(who)
            && i16::from(state.kind(*id).hands()) <= free_hands(state, who)
    });
    let near = useful
        .iter()
        .filter(|(_, item)| matches!(item.place, Place::Ground(..)));
    own.map(|(id, _)| Action::Equip(*id))
        .chain(near.map(|(id, _)| Action::PickUp(*id)))
        .find_map(|action| claim(state, who, action))
}

/// Whether it shoots from where it is, so that there is no need to come nearer.
fn shoots(state: &State, who: CreatureId, on: CreatureId) -> bool {
    strikes(state, who, on).any(|strike| {
        is_ranged(state, who, &strike)
            && !strike.thrown
            && crate::actions::strike::possible(state, who, &strike, true).is_ok()
    })
}

/// Goes towards the nearest foe that can be reached, as far as its Energy takes it; with room to spare it keeps enough for an attack.
pub(super) fn close_in(state: &State, who: CreatureId) -> Option<Act> {
    let foes = foes(state, who);
    if foes.iter().any(|foe| shoots(state, who, *foe)) {
        return None;
    }
    let reach = longest_reach(state, who);
    let limit = i64::from(limit_of_reach(state, reach).max(0));
    if foes
        .iter()
        .any(|foe| i64::from(metres_between(state, who, *foe)) <= limit)
    {
        return None;
    }
    if state.body(who).kneeling {
        return claim(state, who, Action::Stand);
    }
    foes.into_iter()
        .filter(|foe| able(state, *foe) || !state.has(*foe, Condition::Dead))
        .find_map(|foe| {
            let near = |cell: Cell| {
                let metres = state
                    .grid()
                    .distance(state.space_at(who, cell), state.space(foe));
                i64::from(metres) <= limit
            };
            let path = way(state, who, near)?;
            along(state, who, &path.places)
        })
}

/// Goes as near as that to somebody.
pub(super) fn go_near(
    state: &State,
    who: CreatureId,
    other: CreatureId,
    metres: i16,
) -> Option<Act> {
    let near = |cell: Cell| {
        let far = state
            .grid()
            .distance(state.space_at(who, cell), state.space(other));
        i64::from(far) <= i64::from(metres)
    };
    let path = way(state, who, near)?;
    along(state, who, &path.places)
}

/// The spaces to be named of a movement along a way: the last alone, so that it pays for no turns that can be spared
/// (`actions/turn-cost`), unless that would lead through more that hampers.
fn named(state: &State, who: CreatureId, cells: &[Cell]) -> Box<[Cell]> {
    let end = cells.last().copied().into_iter().collect::<Box<[Cell]>>();
    if zones::nowhere(state) {
        return end;
    }
    let hampered = |cells: &[Cell]| {
        let spaces = cells.iter().map(|cell| state.space_at(who, *cell));
        spaces.filter(|space| hampers(state, who, *space)).count()
    };
    match route(state, who, &end, false) {
        Ok(route) if hampered(&route) > hampered(cells) => cells.into(),
        _ => end,
    }
}

/// As far along a way as one movement goes: a quick one if that is enough, otherwise the farthest.
fn along(state: &State, who: CreatureId, places: &[Cell]) -> Option<Act> {
    let cells: Vec<Cell> = places.iter().skip(1).copied().collect();
    let paces: &[Pace] = if state.has(who, Condition::Prone) {
        &[Pace::Shift]
    } else {
        &[Pace::QuickRun, Pace::Run, Pace::Sprint, Pace::Shift]
    };
    let mut best: Option<(usize, Act)> = None;
    for pace in paces {
        let most = moving::reach_m(state, who, *pace).max(0) as usize;
        if *pace == Pace::Sprint && super::spare_stamina(state, who) < 1 {
            continue;
        }
        let mut length = cells.len().min(most);
        while length > best.as_ref().map_or(0, |(length, _)| *length) {
            let step = Act::Do(Claim {
                action: Action::Move {
                    pace: *pace,
                    path: named(state, who, &cells[..length]),
                    push: None,
                    straight: false,
                },
                pay: Pay::PLAIN,
            });
            if legal(state, who, &step) {
                best = Some((length, step));
                break;
            }
            length -= 1;
        }
        if best
            .as_ref()
            .is_some_and(|(length, _)| *length == cells.len())
        {
            break;
        }
    }
    best.map(|(_, act)| act)
}

/// Opens a door beside, goes to the nearest one, climbs where that helps, or breaks down what is in the way.
pub(super) fn doors(state: &State, who: CreatureId) -> Option<Act> {
    if foes(state, who).is_empty() {
        return None;
    }
    let reachable = foes(state, who).into_iter().any(|foe| {
        let limit = i64::from(limit_of_reach(state, longest_reach(state, who)).max(0));
        let near = |cell: Cell| {
            let metres = state
                .grid()
                .distance(state.space_at(who, cell), state.space(foe));
            i64::from(metres) <= limit
        };
        way(state, who, near).is_some()
    });
    if reachable {
        return None;
    }
    shut_doors(state, who)
        .or_else(|| up_or_down(state, who))
        .or_else(|| break_through(state, who))
}

/// Where nothing but walls and doors keeps it from every foe, it breaks down the first of them on its way (`gaps/break-down`), and gets its
/// breath back before that costs Stamina that would be missed.
fn break_through(state: &State, who: CreatureId) -> Option<Act> {
    let standing = standing_edges(state);
    if standing.is_empty() || state.body(who).energy == 0 {
        return None;
    }
    let limit = i64::from(limit_of_reach(state, longest_reach(state, who)).max(0));
    let foes = foes(state, who);
    let near_one = |cell: Cell| {
        let there = state.space_at(who, cell);
        let metres = |foe: &CreatureId| state.grid().distance(there, state.space(*foe));
        foes.iter().any(|foe| i64::from(metres(foe)) <= limit)
    };
    if foes.is_empty() || is_open_ground(state, who, near_one) {
        return None;
    }
    let mut broken = state.clone();
    for [a, b] in &standing {
        crate::fact::apply(&mut broken, &Fact::Alters(Altered::Broken(*a, *b)));
    }
    let places = way(&broken, who, near_one)?.places;
    let terrain = state.terrain();
    let is_barred = |step: &[Cell]| {
        let space = state.space_at(who, step[0]);
        !can_step(&terrain, space, step[1], Corners::Cut)
    };
    let last = places.windows(2).position(is_barred)?;
    if last > 0 {
        return along(state, who, &places[..=last]);
    }
    let (own, next) = (state.space(who), state.space_at(who, places[1]));
    let beside = standing.into_iter().filter_map(|[a, b]| {
        let far = |cell: Cell, from| state.grid().distance(from, Space::cell(cell));
        let beyond = [(a, b), (b, a)]
            .into_iter()
            .find(|(near, _)| far(*near, own) == 0)?
            .1;
        (far(beyond, next) <= 1).then(|| (far(beyond, next), a, b))
    });
    let (_, a, b) = beside.min()?;
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
fn standing_edges(state: &State) -> Vec<[Cell; 2]> {
    let terrain = state.terrain();
    let edges = state.cast.map.edges().map(|(edge, _)| edge.cells());
    edges
        .filter(|[a, b]| {
            let kind = terrain.edge(*a, *b);
            kind.is_some_and(affray_kernel::grid::EdgeKind::blocks_movement)
        })
        .collect()
}

/// Whether a way leads to such a place on the ground, whoever stands on it now.
fn is_open_ground(state: &State, who: CreatureId, goal: impl Fn(Cell) -> bool) -> bool {
    let from = state.body(who).at;
    let terrain = state.terrain();
    let mover = Mover {
        terrain: &terrain,
        space: state.space_at(who, from),
        corners: Corners::Cut,
        through: Through::Ground,
    };
    let cost = |before: Cell, after: Cell| (before.z == after.z).then_some(1);
    mover.path(from, FARTHEST_M, goal, cost).is_some()
}

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
