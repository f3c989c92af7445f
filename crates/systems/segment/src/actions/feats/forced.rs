//! Where an attack moves its target to: pushed back, or dragged along (`initiative-skills/ram`, `initiative-skills/colliding-strike`,
//! `initiative-skills/drag`).

use affray_kernel::grid::{Cell, Corners, Heading, Shape, Space, can_step, floor};
use affray_kernel::{CreatureId, Play, Scene};

use super::frames::FREE;
use crate::Segments;
use crate::act::Strike;
use crate::actions::moving;
use crate::actions::ways::{self, Gait, Way};
use crate::fact::{Fact, Flag, Force, Verdict};
use crate::ids::rule;
use crate::rules::falls;
use crate::rules::numbers::{bulk, settled, within};
use crate::state::State;

/// A target that is no bigger is pushed straight back as far as free; whoever sits in a saddle is as big as the mount
/// (`initiative-skills/ram`, `initiative-skills/colliding-strike`).
///
/// # Errors
/// Stops if a die is missing.
pub(super) fn push(
    scene: &mut Scene<'_, Segments>,
    (by, on): (CreatureId, CreatureId),
    yards: u8,
) -> Play {
    let state = scene.state();
    if bulk(state, on) > bulk(state, by) {
        return Ok(());
    }
    if let Some(at) = pushed(state, by, on, yards) {
        scene.emit(Fact::Forced(on, at, Force::Push));
        return falls::drop_down(scene, on);
    }
    Ok(())
}

/// Where somebody is pushed: straight back from the nearest space of whoever pushes, so many yards, as far as free; over an edge as far as
/// it is free down there.
fn pushed(state: &State, by: CreatureId, on: CreatureId, yards: u8) -> Option<Cell> {
    let shape = state.grid().shape;
    let (from, to) = nearest(state, state.space(by), state.space(on))?;
    let heading = Heading::side_toward(shape, Space::cell(from), Space::cell(to))?;
    let (x, y) = heading.step(shape)?;
    let mut at = state.body(on).at;
    let start = at;
    for _ in 0..yards {
        let next = at.offset(x, y, 0);
        let space = state.space_at(on, at);
        let level = floor(&state.terrain(), space.moved_to(next));
        let Some(level) = level.filter(|level| *level <= next.z + ways::STEP) else {
            break;
        };
        let next = next.with_height(next.z.max(level));
        if !can_step(&state.terrain(), space, next, Corners::Cut)
            || ways::crosses_low_wall(state, space, space.moved_to(next))
            || ways::may_end(state, on, next).is_err()
            || !falls::stays_up(state, on)
                && ways::may_end(state, on, next.with_height(level)).is_err()
        {
            break;
        }
        at = next;
    }
    (at != start).then_some(at)
}

/// The cells of two spaces that are nearest to each other, those in one line first; heights aside.
fn nearest(state: &State, one: Space, other: Space) -> Option<(Cell, Cell)> {
    let grid = state.grid();
    let flat = |space: Space| {
        let cells = space.cells(grid.shape);
        cells.map(|cell| cell.with_height(0))
    };
    let apart = |(one, other): &(Cell, Cell)| {
        let (x, y) = (i32::from(other.x - one.x), i32::from(other.y - one.y));
        let skew = if grid.shape == Shape::Hex { x * y } else { 0 };
        x * x + y * y + skew
    };
    let pairs = flat(one).flat_map(|from| flat(other).map(move |to| (from, to)));
    pairs.min_by_key(|pair| (grid.cells_between(pair.0, pair.1), apart(pair), *pair))
}

/// The target is dragged along, next to whoever drags it; in the air it is let go there (`initiative-skills/drag`, `physical/falls`).
///
/// # Errors
/// Stops if a die is missing.
pub(super) fn drag(
    scene: &mut Scene<'_, Segments>,
    who: CreatureId,
    (strike, verdict): (&Strike, Verdict),
    path: &[Cell],
) -> Play {
    let on = strike.target;
    let state = scene.state();
    if !verdict.hits() || bulk(state, on) > bulk(state, who) {
        return Ok(());
    }
    let gait = Gait {
        flies: ways::flies_along(state, who, path),
        ..FREE
    };
    let start = state.body(who).at;
    let most = half_move(state, who, gait);
    let Ok(way) = ways::find(state, who, start, (path, gait, most)) else {
        scene.cite(rule!("initiative-skills/drag"));
        scene.emit(Fact::Blocked(who));
        return Ok(());
    };
    let (way, met) = match ways::stopped(state, who, (&way, gait)) {
        Some((part, met)) => (part, Some(met)),
        None => (way, None),
    };
    let end = way.end(start);
    moving::go(scene, who, &way)?;
    if let Some(met) = met {
        moving::runs_into(scene, who, met);
    }
    scene.emit(Fact::Flag(who, Flag::Stirred, true));
    if let Some(at) = beside(scene.state(), on, (who, end), &way, start) {
        scene.emit(Fact::Forced(on, at, Force::Drag));
    }
    falls::drop_down(scene, on)
}

/// How all would stand if somebody dragged another along to a place; `None` where no way leads there (`initiative-skills/drag`).
#[must_use]
pub(crate) fn dragged(
    state: &State,
    (who, on): (CreatureId, CreatureId),
    to: Cell,
) -> Option<State> {
    let (start, gait) = (state.body(who).at, FREE);
    let most = half_move(state, who, gait);
    let way = ways::find(state, who, start, (&[to], gait, most)).ok()?;
    let end = way.end(start);
    let mut then = state.clone();
    then.bodies[who.index()].at = end;
    if let Some(at) = beside(&then, on, (who, end), &way, start) {
        then.bodies[on.index()].at = at;
    }
    Some(then)
}

/// Half a move rate in yards, at least 1.
fn half_move(state: &State, who: CreatureId, gait: Gait) -> i16 {
    (ways::rate_yd(state, who, gait) / 2).max(1)
}

/// The place next to whoever drags, on its side of all walls, that the dragged one comes to: nearest to where it was, on the way itself
/// where that is as near (`initiative-skills/drag`).
fn beside(
    state: &State,
    on: CreatureId,
    (by, end): (CreatureId, Cell),
    way: &Way,
    start: Cell,
) -> Option<Cell> {
    let by_space = state.space_at(by, end);
    let was = state.body(on).at;
    let adjacent = |space: Space| within(state, by_space, space, 1);
    if adjacent(state.space(on)) {
        return None;
    }
    let on_the_way = way.route.iter().copied().chain([start]);
    let on_the_way = on_the_way.map(|cell| (cell, 0));
    // Of the others as near as each other, the one straight behind comes first.
    let aside = ring(state, on, (by, end)).map(|cell| {
        let (x, y) = (i32::from(cell.x - was.x), i32::from(cell.y - was.y));
        (cell, x * x + y * y)
    });
    on_the_way
        .chain(aside)
        .filter(|(cell, _)| adjacent(state.space_at(on, *cell)))
        .filter(|(cell, _)| ways::may_end(state, on, *cell).is_ok())
        .min_by_key(|(cell, aside)| (state.grid().cells_between(*cell, was), *aside))
        .map(|(cell, _)| cell)
}

/// Places of a creature of which some space lies next to some space of another that stands there, on whichever side of it.
fn ring(
    state: &State,
    on: CreatureId,
    (by, end): (CreatureId, Cell),
) -> impl Iterator<Item = Cell> {
    let grid = state.grid();
    let around = state.space_at(by, end).cells(grid.shape);
    around
        .flat_map(move |own| grid.neighbours(own))
        .flat_map(move |next| {
            let next = next.with_height(end.z);
            let space = state.space_at(on, next).cells(grid.shape);
            space.map(move |part| {
                let at = next.offset(next.x - part.x, next.y - part.y, 0);
                settled(state, on, at)
            })
        })
}
