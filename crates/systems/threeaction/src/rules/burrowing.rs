//! Burrowing: ways through soft ground, the tunnels they leave, and those who are caught when a tunnel collapses (`burrowing/*`).

use affray_kernel::condition::Until;
use affray_kernel::grid::{Cell, Space, Terrain};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};
use smallvec::SmallVec;

use super::conditions::{gain, lose, plain};
use super::durations;
use super::falling::Cause;
use super::ground::terrain;
use super::occupied::{Crossing, crossing, is_free, unknown_in};
use super::steps::{self, STEP_FT, Step, leaving_cost};
use super::terrain::{in_deep_water, is_difficult, standing_height};
use super::zero_g::all_squares;
use super::{sight, turf};
use crate::ThreeAction;
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::state::{Altered, Condition, Mode, Moving, Presence, State};
use crate::surface::is_stone;

/// The DC to get free of collapsed earth (`burrowing/tunnel`).
const BURIED_DC: i16 = 15;

/// Whether a creature can burrow.
///
/// # Errors
/// If it has not the feature.
pub(crate) fn may_burrow(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.body(who).squeezing {
        return Err(refuse!(
            "squeezing/space",
            "{} has no room to dig here",
            Figure::Creature(who)
        ));
    }
    if state.sheet(who).feats.burrow {
        return Ok(());
    }
    Err(refuse!(
        "burrowing/move",
        "{} cannot burrow",
        Figure::Creature(who)
    ))
}

/// Whether a square is below the surface or in the rock, dug out or not.
pub(crate) fn is_underground(state: &State, cell: Cell) -> bool {
    let ground = state.cast.map.ground(cell);
    !ground.outside && ground.fills(cell.z)
}

/// Why a burrower cannot be in a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Barred {
    /// It is outside the map.
    Outside,
    /// There is stone (`burrowing/stone`).
    Stone,
    /// There is neither earth around it nor ground under it.
    Air,
    /// There is water too deep to stand in.
    Water,
    /// A creature is there.
    Creature(CreatureId),
    /// A wall stands between.
    Wall,
}

/// Whether a burrower can be in a space: in soft ground or a tunnel, or standing on the surface. Through water one swims (`swimming/skill`).
pub(crate) fn has_place(state: &State, who: CreatureId, space: Space) -> Result<(), Barred> {
    let map = &state.cast.map;
    for cell in all_squares(state, space) {
        let ground = map.ground(cell);
        if ground.outside {
            return Err(Barred::Outside);
        }
        if is_underground(state, cell) && is_stone(ground) {
            return Err(Barred::Stone);
        }
        if !is_underground(state, cell) && (ground.water > 0 && cell.z < ground.surface()) {
            return Err(Barred::Air);
        }
    }
    if in_deep_water(state, who, space) {
        return Err(Barred::Water);
    }
    let in_earth = space
        .cells(state.grid().shape)
        .any(|cell| is_underground(state, cell));
    if in_earth || standing_height(state, who, space) == Some(space.at.z) {
        Ok(())
    } else {
        Err(Barred::Air)
    }
}

/// What a step from a space to a square costs a burrower, in feet, if it can take it, in any direction (`burrowing/move`).
///
/// # Errors
/// What bars the way.
pub(crate) fn step_from(
    state: &State,
    who: CreatureId,
    from: Space,
    to: Cell,
) -> Result<i16, Barred> {
    let grid = state.grid();
    if !grid.surroundings(from.at).any(|other| other == to) {
        return Err(Barred::Air);
    }
    let target = from.moved_to(to);
    has_place(state, who, target)?;
    if is_walled(state, from, target) {
        return Err(Barred::Wall);
    }
    match crossing(state, who, target, true) {
        Crossing::Blocked(by) => Err(Barred::Creature(by)),
        _ => Ok(leaving_cost(state, who, mode(state, from, target), from)),
    }
}

/// Whether a step goes under the surface, or over it like anybody's (`difficult-terrain/bypass`).
fn mode(state: &State, from: Space, to: Space) -> Mode {
    let is_above = |space: Space| {
        let mut cells = space.cells(state.grid().shape);
        !cells.any(|cell| is_underground(state, cell))
    };
    if is_above(from) && is_above(to) {
        Mode::Run
    } else {
        Mode::Burrow
    }
}

/// Whether a wall of the surface stands between two spaces, one of which is not wholly below the ground.
fn is_walled(state: &State, from: Space, to: Space) -> bool {
    let land = terrain(state);
    if land.without_edges() {
        return false;
    }
    let deep = |space: Space| all_squares(state, space).all(|cell| is_underground(state, cell));
    let way = (
        to.at.x.saturating_sub(from.at.x),
        to.at.y.saturating_sub(from.at.y),
    );
    !(deep(from) && deep(to))
        && from.cells(state.grid().shape).any(|cell| {
            land.edge(
                cell.with_height(0),
                cell.offset(way.0, way.1, 0).with_height(0),
            )
            .is_some_and(affray_kernel::grid::EdgeKind::blocks_movement)
        })
}

/// Takes one step of a burrowing Move and digs out the squares it leads to.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn step(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, to: Cell) -> Play<Step> {
    let state = scene.state();
    let from = state.space(who);
    let moving = state.body(who).moving;
    let Some(moving) = moving.filter(|moving| moving.mode == Mode::Burrow) else {
        return Ok(Step::Over);
    };
    let Ok(mut price) = step_from(state, who, from, to) else {
        return Ok(Step::Over);
    };
    if moving.spent_ft == 0 && price > moving.left_ft {
        scene.cite(rule!("foundations/minimum-step"));
        price = moving.left_ft;
    }
    if moving.left_ft < price.max(STEP_FT) {
        return Ok(Step::Over);
    }
    let state = scene.state();
    let target = from.moved_to(to);
    if let Some(other) = unknown_in(state, who, target) {
        sight::found(scene, other, who)?;
        return Ok(Step::Barred);
    }
    cite_step(scene, who, from, target);
    scene.emit(Fact::Moving(
        who,
        Some(Moving {
            left_ft: moving.left_ft - price,
            spent_ft: moving.spent_ft.saturating_add(price),
            ..moving
        }),
    ));
    dig(scene, who, target);
    turf::break_through(scene, from, target);
    steps::moved(scene, who, to, Cause::Unsupported)?;
    Ok(Step::after(scene.state(), who, to))
}

/// The rules by which a step costs what it does.
fn cite_step(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, from: Space, to: Space) {
    if !scene.listened() {
        return;
    }
    let over = mode(scene.state(), from, to) == Mode::Run;
    if is_difficult(scene.state(), who, from) && over {
        scene.cite(rule!("difficult-terrain/cost"));
        scene.cite(rule!("difficult-terrain/square-left"));
    } else if is_difficult(scene.state(), who, from) {
        scene.cite(rule!("difficult-terrain/bypass"));
    }
    if let Crossing::Difficult(rule) = crossing(scene.state(), who, from, false) {
        scene.cite(rule!("occupied-squares/difficult"));
        scene.cite(rule);
    }
}

/// Digs out a space: its earth becomes tunnel (`burrowing/tunnel`).
fn dig(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, space: Space) {
    let state = scene.state();
    let cells: SmallVec<[Cell; 8]> = all_squares(state, space)
        .filter(|cell| is_underground(state, *cell))
        .collect();
    if !cells.is_empty() {
        scene.cite(rule!("burrowing/tunnel"));
    }
    let anchor = durations::anchor(scene.state());
    for cell in cells {
        scene.emit(Fact::Alters(Altered::Tunnel(cell, who, anchor)));
    }
}

/// The tunnel that a burrower leaves behind, whichever way it goes, lasts for a Round from then (`burrowing/tunnel`,
/// `rounds/one-round-duration`).
pub(crate) fn leaves_open(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, from: Space) {
    let state = scene.state();
    if !state.sheet(who).feats.burrow {
        return;
    }
    let (shape, anchor) = (state.grid().shape, durations::anchor(state));
    let left = state.altered.iter().filter_map(|change| match *change {
        Altered::Tunnel(at, by, old) if old != anchor && from.contains(shape, at) => {
            Some(Altered::Tunnel(at, by, anchor))
        }
        _ => None,
    });
    let left: SmallVec<[Altered; 8]> = left.collect();
    for change in left {
        scene.emit(Fact::Alters(change));
    }
}

/// A Round after they were dug or left the tunnels behind burrowers collapse: at the start of the Turn of the creature in whose Turn that was.
/// What a burrower is in stays open (`burrowing/tunnel`, `rounds/one-round-duration`).
///
/// # Errors
/// Stops where a draw is missing.
#[inline(always)]
pub(crate) fn start_of_turn(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if scene.state().altered.is_empty() {
        Ok(())
    } else {
        tunnels_collapse(scene, who)
    }
}

fn tunnels_collapse(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    let ends = |change: &Altered| match *change {
        Altered::Tunnel(at, by, anchor) if anchor == who => Some((at, by)),
        _ => None,
    };
    let old: Vec<(Cell, CreatureId)> = scene.state().altered.iter().filter_map(ends).collect();
    let mut collapsed: Vec<Cell> = Vec::new();
    for (at, by) in old {
        match burrower_in(scene.state(), at, who) {
            None => collapsed.push(at),
            Some(other) if other != who => {
                scene.emit(Fact::Alters(Altered::Tunnel(at, by, other)));
            }
            Some(_) => {}
        }
    }
    if collapsed.is_empty() {
        return Ok(());
    }
    scene.cite(rule!("burrowing/tunnel"));
    for at in &collapsed {
        turf::closes(scene, *at);
        scene.emit(Fact::Restores(Altered::Tunnel(*at, who, who)));
    }
    for other in 0..scene.state().bodies.len() as u16 {
        caught(scene, CreatureId(other), &collapsed)?;
    }
    Ok(())
}

/// Somebody who can burrow and is in a square, `first` before all others.
fn burrower_in(state: &State, cell: Cell, first: CreatureId) -> Option<CreatureId> {
    let shape = state.grid().shape;
    let is_in = |who: &CreatureId| {
        state.sheet(*who).feats.burrow
            && state.body(*who).presence == Presence::Here
            && !state.has(*who, Condition::Dead)
            && state.space(*who).contains(shape, cell)
    };
    std::iter::once(first).chain(state.creatures()).find(is_in)
}

/// A creature in a collapsing tunnel is Entangled and without air until freed (`burrowing/tunnel`).
fn caught(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, collapsed: &[Cell]) -> Play {
    let state = scene.state();
    let shape = state.grid().shape;
    let space = state.space(who);
    let inside = collapsed.iter().any(|cell| space.contains(shape, *cell));
    if !inside || state.body(who).presence != Presence::Here || state.sheet(who).feats.burrow {
        return Ok(());
    }
    gain(
        scene,
        affray_kernel::condition::Held {
            amount: BURIED_DC,
            ..plain(who, Condition::Entangled, Until::Cleared)
        },
    );
    gain(scene, plain(who, Condition::Buried, Until::Cleared));
    if scene.state().body(who).moving.is_some() {
        scene.emit(Fact::Moving(who, None));
    }
    Ok(())
}

/// A creature that has got free of collapsed earth is dug out: it comes to the nearest free place on the surface.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn dug_out(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if !scene.state().has(who, Condition::Buried) {
        return Ok(());
    }
    scene.cite(rule!("burrowing/tunnel"));
    lose(scene, who, Condition::Buried);
    match surface_place(scene.state(), who) {
        Some(to) => steps::moved(scene, who, to, Cause::Unsupported),
        None => Ok(()),
    }
}

/// The nearest free place on the surface, the one straight above before all others.
fn surface_place(state: &State, who: CreatureId) -> Option<Cell> {
    let here = state.space(who);
    let above = |cell: Cell| {
        let high = here.moved_to(cell.with_height(i16::MAX));
        let height = standing_height(state, who, high)?;
        Some(here.moved_to(cell.with_height(height)))
    };
    state
        .cast
        .map
        .cells()
        .filter_map(above)
        .filter(|space| {
            affray_kernel::grid::fits(&terrain(state), *space) && is_free(state, who, *space, false)
        })
        .min_by_key(|space| {
            let level = here.moved_to(space.at.with_height(here.at.z));
            (state.grid().distance(here, level), space.at)
        })
        .map(|space| space.at)
}
