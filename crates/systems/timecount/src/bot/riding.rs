//! Getting into the saddle where that is the faster way to the enemy, and out of it where the mount gets no further (`actions/mount`).

use affray_kernel::CreatureId;

use super::moving::{self, Approach};
use super::{best_blow, legal, targets, turn, worth};
use crate::act::Act;
use crate::rules::numbers::{able, enemies, feet_between};
use crate::rules::rates::speed_ft;
use crate::state::{State, Underway};

/// Counts for which a mount waits at most that somebody gets up.
const PATIENCE: u32 = 12;
/// Counts of waiting at once.
const A_WHILE: u32 = 2;

/// Gets up, gets down, or lets somebody get up.
pub(super) fn act(state: &State, who: CreatureId) -> Option<Act> {
    if state.sheet(who).traits.mount {
        return waits(state, who).then_some(Act::Wait(A_WHILE));
    }
    match state.body(who).mount {
        Some(mount) => get_down(state, who, mount),
        None => mounts(state, who).map(Act::Mount),
    }
}

/// Whether a friend is about to mount.
fn waits(state: &State, mount: CreatureId) -> bool {
    let soon = state.clock.count + PATIENCE;
    state.creatures().any(|friend| {
        friend != mount
            && !state.sheet(friend).traits.mount
            && !enemies(state, friend, mount)
            && able(state, friend)
            && state.body(friend).next <= soon
            && state.body(friend).underway == Underway::Nothing
            && turn(state, friend) == Act::Mount(mount)
    })
}

/// The mount next to a creature that brings it to the enemy sooner than its own feet, mounting included, where nobody is there before it is up.
fn mounts(state: &State, who: CreatureId) -> Option<CreatureId> {
    let mut beside = state
        .creatures()
        .filter(|mount| state.sheet(*mount).traits.mount && legal(state, who, &Act::Mount(*mount)))
        .peekable();
    let counts = worth::counts(state, who, &Act::Mount(*beside.peek()?));
    let is_late = |enemy: CreatureId| {
        let feet = i32::from(feet_between(state, who, enemy) - state.sheet(enemy).reach_ft);
        !able(state, enemy) || 4 * feet > counts * i32::from(speed_ft(state, enemy))
    };
    let Approach::Go(_, steps) = moving::close_in(state, who) else {
        return None;
    };
    if !targets(state, who).all(is_late) {
        return None;
    }
    let on_foot = moving::at_rate(speed_ft(state, who), steps);
    beside.find(|mount| {
        counts + moving::at_rate(speed_ft(state, *mount), steps) < on_foot
            && matches!(moving::close_in(state, *mount), Approach::Go(..))
    })
}

/// Gets down from a mount that comes to nobody, where a way on foot leads to somebody: on the side that is nearest to the enemy.
fn get_down(state: &State, who: CreatureId, mount: CreatureId) -> Option<Act> {
    if best_blow(state, who).is_some() || !is_stuck(state, mount) {
        return None;
    }
    let (grid, space) = (state.grid(), state.space(mount));
    let foes = || targets(state, who).filter(|enemy| able(state, *enemy));
    let mut beside: Vec<_> = space
        .cells(grid.shape)
        .flat_map(|cell| grid.neighbours(cell))
        .filter(|cell| !space.covers(grid.shape, *cell))
        .collect();
    beside.sort_unstable();
    beside.dedup();
    let far = |cell: &affray_kernel::grid::Cell| {
        let nearest = foes().map(|enemy| grid.cells_between(*cell, state.body(enemy).at));
        (nearest.min(), *cell)
    };
    let goes_on = |cell: &affray_kernel::grid::Cell| {
        let mut on_foot = state.clone();
        let body = &mut on_foot.bodies[who.index()];
        (body.mount, body.at) = (None, *cell);
        best_blow(&on_foot, who).is_some()
            || matches!(moving::close_in(&on_foot, who), Approach::Go(..))
    };
    beside.sort_by_key(far);
    let cell = beside
        .into_iter()
        .find(|cell| legal(state, who, &Act::Dismount(*cell)))?;
    goes_on(&cell).then_some(Act::Dismount(cell))
}

/// Whether a mount neither reaches anybody nor comes any nearer.
fn is_stuck(state: &State, mount: CreatureId) -> bool {
    !able(state, mount)
        || best_blow(state, mount).is_none()
            && matches!(moving::close_in(state, mount), Approach::NoWay)
}
