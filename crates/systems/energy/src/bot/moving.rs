//! Getting at the enemy: ways.

use affray_kernel::grid::{Cell, Corners, Mover, Path, Space, Through};
use affray_kernel::{Arm, CreatureId};

use super::known::Known;
use super::{barriers, claim, foes, leaping, legal};
use crate::act::{Act, Action, Approach, Claim, Pay};
use crate::actions::strike::{is_ranged, strikes};
use crate::actions::way::route;
use crate::actions::{agile_move, moving};
use crate::rules::facing::{faces, follows};
use crate::rules::numbers::{
    able, defenseless, limit_of_reach, longest_reach, metres_between, reach_m, within_reach,
};
use crate::rules::occupied::{Others, bars, is_barred, may_end};
use crate::rules::zones::{self, hampers};
use crate::state::{Condition, Pace, State};

/// The farthest that a way is looked for, in metres.
const FARTHEST_M: u32 = 400;
/// Metres that it goes round rather than a metre through what hampers it.
const DETOUR_M: u32 = 2;

/// A neighbouring space from which a target is in Reach, and to which an Agile Move leads.
pub(super) fn agile_step_into_reach(
    known: &Known<'_>,
    who: CreatureId,
    target: CreatureId,
    with: Arm,
) -> Option<Cell> {
    let state = known.state;
    let reach = reach_m(state, who, with);
    let agility = state.body(who).agility;
    if agility < 1 || state.has(who, Condition::Slowed) {
        return None;
    }
    let steps = known.steps(who).into_iter();
    steps
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
    known: &Known<'_>,
    who: CreatureId,
    target: CreatureId,
    with: Arm,
) -> Option<Approach> {
    let state = known.state;
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
    let near = known.steps(who);
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
pub(super) fn way(state: &State, who: CreatureId, goal: impl Fn(Cell) -> bool) -> Option<Path> {
    way_toward(state, who, (goal, |_| 0))
}

/// As [`way`] to within so many metres of somebody or something: what lies too far away is not looked at first.
fn way_near(state: &State, who: CreatureId, (other, metres): (Space, i64)) -> Option<Path> {
    let near = |cell: Cell| {
        let far = state.grid().distance(state.space_at(who, cell), other);
        i64::from(far) <= metres
    };
    let most = u32::try_from(metres).unwrap_or(0);
    let ahead = |cell: Cell| {
        let there = state.space_at(who, cell);
        state
            .grid()
            .steps_between(there, other)
            .saturating_sub(most)
    };
    way_toward(state, who, (near, ahead))
}

/// As [`way`], where from a place at least so many steps lead to one that the test accepts, and from those next to it one less at least.
fn way_toward(
    state: &State,
    who: CreatureId,
    (goal, ahead): (impl Fn(Cell) -> bool, impl Fn(Cell) -> u32),
) -> Option<Path> {
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
    let stays = |cell: Cell| goal(cell) && may_end(state, who, cell, Others::Known).is_ok();
    mover.path_toward(from, FARTHEST_M, (stays, ahead), cost)
}

/// Whether it shoots from where it is, so that there is no need to come nearer.
pub(super) fn shoots(state: &State, who: CreatureId, on: CreatureId) -> bool {
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
    let shortcut = leaping::shortcuts(state, who);
    foes.into_iter()
        .filter(|foe| able(state, *foe) || !state.has(*foe, Condition::Dead))
        .find_map(|foe| {
            let path = way_near(state, who, (state.space(foe), limit))?;
            shortcut(path.places.len()).or_else(|| along(state, who, &path.places))
        })
}

/// Goes as near as that to a space, through doors where there is no other way.
pub(super) fn go_near(state: &State, who: CreatureId, other: Space, metres: i16) -> Option<Act> {
    if let Some(path) = way_near(state, who, (other, metres.into())) {
        return along(state, who, &path.places);
    }
    barriers::open_toward(state, who, |cell| {
        let far = state.grid().distance(state.space_at(who, cell), other);
        i64::from(far) <= i64::from(metres)
    })
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
pub(super) fn along(state: &State, who: CreatureId, places: &[Cell]) -> Option<Act> {
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
