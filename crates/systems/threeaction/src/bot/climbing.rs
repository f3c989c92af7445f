//! How a bot gets up and down walls.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Mover, Through};

use super::arming;
use super::moving::{
    FAR_FT, ahead, go, in_reach, is_walled_off, known_enemies, nearest_enemy, search_for,
};
use crate::act::Act;
use crate::actions::moving::may_move;
use crate::rules::climbing::{can_climb, free_limbs};
use crate::rules::ground::terrain;
use crate::rules::occupied::{CORNERS, is_free};
use crate::rules::steps;
use crate::rules::terrain::{stands, swims};
use crate::state::{Mode, State};

/// Goes on along the cheapest way to an Enemy that leads over walls, on foot as far as that goes. For the wall itself it empties its
/// hands.
pub(super) fn climb(state: &State, who: CreatureId) -> Option<Act> {
    if state.cast.open_ground || swims(state, who) || !has_limbs(state, who) {
        return None;
    }
    let (_, enemy) = nearest_enemy(state, who)?;
    let is_too_far = ahead(state, who)(state.body(who).at) > FAR_FT.unsigned_abs().into();
    let has_none = || is_too_far || is_walled_off(state, who);
    if in_reach(state, who, state.space(who), enemy) || has_none() {
        return None;
    }
    let enemies: Vec<CreatureId> = known_enemies(state, who).collect();
    let way = way(state, who, &enemies)?;
    let mode_of = |from, to| {
        let (here, there) = (
            state.space(who).moved_to(from),
            state.space(who).moved_to(to),
        );
        let cost = |mode| {
            Some(
                steps::cost(state, who, mode, here, there)?
                    .unsigned_abs()
                    .into(),
            )
        };
        stride(state, who, from, to, cost).map(|(mode, _)| mode)
    };
    let mode = mode_of(*way.first()?, *way.get(1)?)?;
    let leg: Vec<Cell> = way
        .windows(2)
        .take_while(|step| mode_of(step[0], step[1]) == Some(mode))
        .map(|step| step[1])
        .collect();
    if mode == Mode::Climb && can_climb(state, who).is_err() {
        return arming::empty_hands(state, who);
    }
    may_move(state, who, mode).ok()?;
    go(state, who, mode, &leg)
}

/// Whether a way over walls leads to where one of these Enemies is within Reach.
pub(super) fn gets_to_one(state: &State, who: CreatureId, of: &[CreatureId]) -> bool {
    let climbs = !state.cast.open_ground && !swims(state, who) && has_limbs(state, who);
    climbs && !is_walled_off(state, who) && way(state, who, of).is_some()
}

/// Whether it could climb with empty hands.
fn has_limbs(state: &State, who: CreatureId) -> bool {
    let sheet = state.sheet(who);
    sheet.feats.climbs || sheet.hands >= 2 || free_limbs(state, who) >= 2
}

/// The cheapest way to where one of these is within Reach, on foot and over walls, from here on; climbing goes half as fast.
fn way(state: &State, who: CreatureId, enemies: &[CreatureId]) -> Option<Vec<Cell>> {
    let space = state.space(who);
    let mover = Mover {
        terrain: &terrain(state),
        space,
        corners: CORNERS,
        through: Through::Open,
    };
    let is_goal = |cell: Cell| {
        let there = space.moved_to(cell);
        is_free(state, who, there, true)
            && enemies
                .iter()
                .any(|enemy| in_reach(state, who, there, *enemy))
    };
    let mut on_foot = search_for(state, who, Mode::Run, FAR_FT).prices();
    let mut climbing = search_for(state, who, Mode::Climb, FAR_FT).prices();
    let price = |from, to| {
        let (mode, cost) = stride(state, who, from, to, |mode| match mode {
            Mode::Climb => climbing(from, to),
            _ => on_foot(from, to),
        })?;
        let slowness = if mode == Mode::Climb { 2 } else { 1 };
        Some(cost * slowness)
    };
    mover
        .path(space.at, u32::from(FAR_FT.unsigned_abs()), is_goal, price)
        .map(|path| path.places)
}

/// How a creature takes a step, on foot from where it stands and otherwise climbing, and what that `cost`s in feet of movement.
fn stride(
    state: &State,
    who: CreatureId,
    from: Cell,
    to: Cell,
    mut cost: impl FnMut(Mode) -> Option<u32>,
) -> Option<(Mode, u32)> {
    let here = state.space(who).moved_to(from);
    let mut goes = |mode| {
        let cost = cost(mode)?;
        steps::is_open(state, who, mode, here, to).then_some((mode, cost))
    };
    let on_foot = stands(state, who, here).then(|| goes(Mode::Run)).flatten();
    on_foot.or_else(|| goes(Mode::Climb))
}
