//! How a bot moves: toward the nearest enemy with what it strikes with, into sight with what it shoots with.

use std::ops::ControlFlow;

use affray_kernel::grid::Cell;
use affray_kernel::{Arm, CreatureId};

use super::{foes, legal};
use crate::segment::act::{Act, With};
use crate::segment::actions::{feats, moving, strike, ways};
use crate::segment::rules::numbers::{engaged, is_melee, melee_range_yd, yards};
use crate::segment::rules::ranged::ranges;
use crate::segment::state::{Segment, State};

/// How near it wants to be to an enemy: within its best reach, or within the nominal range of what it shoots with.
fn wanted_yd(state: &State, who: CreatureId) -> i16 {
    let shot = strike::means_of(state, who)
        .filter(|with| !is_melee(state, *with) && is_ready(state, *with))
        .filter_map(|with| ranges(state, who, with).0)
        .max();
    let reach = strike::means_of(state, who)
        .filter(|with| is_melee(state, *with))
        .map(|with| melee_range_yd(state, who, with))
        .max();
    match (shot, reach) {
        (Some(range), _) if prefers_range(state, who) => range,
        (_, Some(reach)) => reach,
        (Some(range), None) => range,
        (None, None) => 1,
    }
}

fn is_ready(state: &State, with: With) -> bool {
    match with {
        With::Ranged(Arm::Item(item)) => state.item(item).left != Some(0),
        _ => true,
    }
}

/// Whether what it does from afar has the better target score.
fn prefers_range(state: &State, who: CreatureId) -> bool {
    let best = |melee: bool| {
        strike::means_of(state, who)
            .filter(|with| is_melee(state, *with) == melee)
            .map(|with| crate::segment::rules::attack::skill(state, who, with).0)
            .max()
            .unwrap_or(0)
    };
    best(false) > best(true)
}

/// Whether moving in this segment would bring it nearer to where it can attack.
#[must_use]
pub(super) fn closes(state: &State, who: CreatureId, segment: Segment) -> bool {
    approach(state, who, segment).is_some()
}

/// A movement toward the nearest enemy, if it is not yet where it wants to be.
pub(super) fn approach(state: &State, who: CreatureId, segment: Segment) -> Option<Act> {
    if engaged(state, who) && !state.body(who).disengaged {
        return None;
    }
    let foe = foes(state, who).into_iter().next()?;
    let wanted = wanted_yd(state, who);
    let goal = state.space(foe);
    let distance = |cell: Cell| yards(state, state.space_at(who, cell), goal);
    let here = distance(state.body(who).at);
    let sees = !prefers_range(state, who)
        || affray_kernel::grid::line_of_sight(&state.terrain(), state.space(who), goal);
    if here <= wanted && sees {
        return None;
    }
    if let Some(leap) = quick(state, who, segment, here, &distance) {
        return Some(leap);
    }
    let mut places = moving::places(state, who, segment);
    places.retain(|(cell, _)| distance(*cell) < here || !sees);
    let far = |cell: Cell| (distance(cell) - wanted).max(0);
    places.sort_by_key(|(cell, yards)| (far(*cell), *yards, *cell));
    let walked = places
        .into_iter()
        .map(|(cell, _)| Act::Move(Box::new([cell])))
        .find(|act| legal(state, who, act));
    walked.or_else(|| around(state, who, segment, |cell| distance(cell) <= wanted))
}

/// A movement by a skill that brings it nearer in an earlier segment.
fn quick(
    state: &State,
    who: CreatureId,
    segment: Segment,
    here: i16,
    distance: &dyn Fn(Cell) -> i16,
) -> Option<Act> {
    if segment >= Segment::Movement {
        return None;
    }
    let mut best: Option<(i16, Act)> = None;
    let _ = feats::candidates(state, who, segment, &mut |feat| {
        let end = feat
            .before
            .last()
            .copied()
            .filter(|_| feat.strike.is_none());
        if let Some(end) = end {
            let left = distance(end);
            if left < here && best.as_ref().is_none_or(|(least, _)| left < *least) {
                best = Some((left, Act::Feat(Box::new(feat))));
            }
        }
        ControlFlow::Continue(())
    });
    best.map(|(_, act)| act)
        .filter(|act| legal(state, who, act))
}

/// The longest way around something that is looked for, in yards.
const LONG: i16 = 80;

/// Where every place that is nearer lies behind something: the first part of the way around it, as far as the actions go.
fn around(
    state: &State,
    who: CreatureId,
    segment: Segment,
    near: impl Fn(Cell) -> bool,
) -> Option<Act> {
    moving::may_move(state, who, segment).ok()?;
    let route = ways::toward(state, who, (ways::plain(state, who), LONG), near)?;
    let reached = moving::places(state, who, segment);
    let last = route
        .iter()
        .rev()
        .find(|cell| reached.iter().any(|(place, _)| place == *cell))?;
    let act = Act::Move(Box::new([*last]));
    legal(state, who, &act).then_some(act)
}
