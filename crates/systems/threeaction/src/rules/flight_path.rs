//! The cheapest way through the air, with its turns.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Shape, Space};

use super::flying::{is_improved, neighbours, step_from};
use super::steps::STEP_FT;
use crate::state::State;

/// The most places that a search for a flight that somebody asks for looks at before it gives up.
pub(crate) const MOST_PLACES: usize = 5_000;

/// A square entered with a heading.
type Course = (Cell, Option<u8>);

/// A way through the air.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AirPath {
    /// Every square after the first.
    pub(crate) places: Vec<Cell>,
    /// Feet of movement.
    pub(crate) cost_ft: i16,
    /// The heading at its end.
    pub(crate) heading: Option<u8>,
}

/// The cheapest way for a flyer from a space with a heading to a square, if there is one for so many feet that is found among so many places.
/// Of equally dear ways the order of the squares decides.
pub(crate) fn cheapest(
    state: &State,
    who: CreatureId,
    (from, heading): (Space, Option<u8>),
    goal: Cell,
    (most_ft, most_places): (i16, usize),
) -> Option<AirPath> {
    let shape = state.grid().shape;
    let least = |cell: Cell| least_ft(shape, is_improved(state, who), cell, goal);
    let start: Course = (from.at, heading);
    let mut best: BTreeMap<Course, (i16, Option<Course>)> = BTreeMap::new();
    let mut waiting: BinaryHeap<Reverse<(i16, Reverse<i16>, Course)>> = BinaryHeap::new();
    best.insert(start, (0, None));
    waiting.push(Reverse((least(from.at), Reverse(0), start)));
    while let Some(Reverse((_, Reverse(cost), here))) = waiting.pop() {
        if here.0 == goal {
            return Some(AirPath {
                places: way_to(&best, here),
                cost_ft: cost,
                heading: here.1,
            });
        }
        if best.get(&here).is_some_and(|(known, _)| *known < cost) {
            continue;
        }
        if best.len() > most_places {
            return None;
        }
        let space = from.moved_to(here.0);
        for to in neighbours(state, here.0) {
            let ahead = least(to).saturating_add(cost);
            if ahead.saturating_add(STEP_FT) > most_ft {
                continue;
            }
            let Some(step) = step_from(state, who, here.1, space, to) else {
                continue;
            };
            let (next, sum) = ((to, step.heading), cost.saturating_add(step.cost_ft));
            let whole = sum.saturating_add(least(to));
            if whole > most_ft || best.get(&next).is_some_and(|(known, _)| *known <= sum) {
                continue;
            }
            best.insert(next, (sum, Some(here)));
            waiting.push(Reverse((whole, Reverse(sum), next)));
        }
    }
    None
}

/// The least that any way costs: turns and obstacles aside.
pub(crate) fn least_ft(shape: Shape, improved: bool, from: Cell, to: Cell) -> i16 {
    let (x, y) = (
        i32::from(to.x) - i32::from(from.x),
        i32::from(to.y) - i32::from(from.y),
    );
    let level = match shape {
        Shape::Square => x.abs().max(y.abs()),
        Shape::Hex => x.abs().max(y.abs()).max((x + y).abs()),
    };
    let rise = (i32::from(to.z) - i32::from(from.z)).max(0);
    let sink = (i32::from(from.z) - i32::from(to.z)).max(0);
    let steps = level.max(rise).max((sink + 1) / 2) + if improved { 0 } else { rise };
    i16::try_from(steps.saturating_mul(i32::from(STEP_FT))).unwrap_or(i16::MAX)
}

fn way_to(best: &BTreeMap<Course, (i16, Option<Course>)>, last: Course) -> Vec<Cell> {
    let mut places = Vec::new();
    let mut here = last;
    while let Some((_, Some(before))) = best.get(&here) {
        places.push(here.0);
        here = *before;
    }
    places.reverse();
    places
}
