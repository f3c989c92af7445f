//! Thin ice: what it carries, what it withstands, and how it breaks (`thin-ice/*`, `foundations/bulk`).

use affray_kernel::grid::{Cell, Space, Terrain};
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Sum};
use affray_kernel::{CreatureId, Play, Scene};
use smallvec::SmallVec;

use super::ground::{is_on_every_line, terrain};
use super::numbers::{belongings, present};
use super::occupied::{is_free, is_unknown};
use super::steps;
use super::terrain::{standing_height, swims};
use super::{climbing, grapple, turns};
use crate::ThreeAction;
use crate::act::{Act, Window};
use crate::actions::moving;
use crate::fact::{Doing, Fact};
use crate::ids::rule;
use crate::state::{Altered, Presence, State};

/// Bulk that every inch of ice carries on a square (`thin-ice/support`).
const BULK_PER_INCH: i32 = 2;

/// The DC of the Climb check that saves from breaking in (`thin-ice/breaking`).
pub(crate) const CLIMB_DC: i16 = 10;

/// Inches of ice on a square now.
pub(crate) fn inches(state: &State, cell: Cell) -> u8 {
    terrain(state).ground(cell).ice
}

/// Whether unbroken ice keeps something from stepping from one space to another: out of the water that it closes, into it, or halfway
/// (`thin-ice/breaking`).
pub(crate) fn bars(state: &State, from: Space, to: Space) -> bool {
    let way = |cell: Cell| {
        cell.offset(
            to.at.x.saturating_sub(from.at.x),
            to.at.y.saturating_sub(from.at.y),
            to.at.z.saturating_sub(from.at.z),
        )
    };
    let mut cells = from.cells(state.grid().shape);
    !state.cast.open_ground
        && (sticks_in(state, to) || cells.any(|cell| parts(state, cell, way(cell))))
}

/// Whether a space would be partly above and partly below unbroken ice.
fn sticks_in(state: &State, space: Space) -> bool {
    let (land, top) = (terrain(state), space.at.z + i16::from(space.height.max(1)));
    space.cells(state.grid().shape).any(|cell| {
        let ground = land.ground(cell);
        ground.ice > 0 && space.at.z < ground.surface() && ground.surface() < top
    })
}

/// Whether ice parts two squares, one above and one below the surface: where the water of one of them is open a way leads round it, none
/// where it lies against the shore.
fn parts(state: &State, one: Cell, other: Cell) -> bool {
    let ground = |at: Cell| terrain(state).ground(at);
    let closed = |at: Cell| {
        let ground = ground(at);
        let below = |cell: Cell| cell.z < ground.surface();
        let is_open = ground.ice == 0 && ground.water > 0;
        !is_open && below(one) != below(other)
    };
    (ground(one).ice > 0 || ground(other).ice > 0) && closed(one) && closed(other)
}

/// Whether unbroken ice is on every line between the middles of the squares of two spaces, so that there is no Line of Effect
/// (`line-of-effect/definition`).
pub(crate) fn shuts_off(state: &State, from: Space, to: Space) -> bool {
    let is_under_water = |space: Space| {
        let ground = terrain(state).ground(space.at);
        ground.water > 0 && space.at.z < ground.surface()
    };
    (is_under_water(from) || is_under_water(to))
        && is_on_every_line(state, from, to, |one, other| parts(state, one, other))
}

/// Bulk of a creature's body and of all it has (`foundations/bulk`).
pub(crate) fn bulk(state: &State, who: CreatureId) -> i32 {
    let carried: i32 = belongings(state, who)
        .map(|item| state.kind(item).bulk())
        .sum();
    state.sheet(who).size.body_bulk() + carried
}

/// Whether a creature presses on what is under it: it stands there, and no mount or wing carries it.
fn presses(state: &State, who: CreatureId) -> bool {
    let body = state.body(who);
    body.presence == Presence::Here
        && !body.flying
        && !body.hanging
        && body.mount.is_none()
        && standing_height(state, who, state.space(who)) == Some(body.at.z)
}

/// The Bulk on a square: of everybody who stands there, spread over the squares of its space, riders with their mounts.
pub(crate) fn load(state: &State, cell: Cell) -> i32 {
    pressing(state, cell).map(|who| share(state, who)).sum()
}

/// Who presses on a square.
fn pressing(state: &State, cell: Cell) -> impl Iterator<Item = CreatureId> + '_ {
    let shape = state.grid().shape;
    state
        .creatures()
        .filter(move |who| state.space(*who).covers(shape, cell) && presses(state, *who))
}

/// What a creature and its riders weigh on each square of its space.
fn share(state: &State, who: CreatureId) -> i32 {
    let riders: i32 = state
        .creatures()
        .filter(|rider| state.body(*rider).mount == Some(who))
        .map(|rider| bulk(state, rider))
        .sum();
    let squares = state.space(who).cells(state.grid().shape).count();
    (bulk(state, who) + riders) / i32::try_from(squares).unwrap_or(i32::MAX).max(1)
}

/// The Bulk that the ice of a square carries (`thin-ice/support`).
pub(crate) fn support(state: &State, cell: Cell) -> i32 {
    BULK_PER_INCH * i32::from(inches(state, cell))
}

/// Whether ice would carry a creature in a space, with its riders and those in a grapple with it, together with those who stand there as far as
/// it knows.
pub(crate) fn carries(state: &State, who: CreatureId, space: Space) -> bool {
    space.cells(state.grid().shape).all(|cell| {
        inches(state, cell) == 0
            || space.at.z < terrain(state).ground(cell).surface()
            || weight_of_all(state, who) + known_load(state, who, cell) <= support(state, cell)
    })
}

/// The Bulk of others on a square that do not go where a creature goes, as far as it knows of them.
fn known_load(state: &State, who: CreatureId, cell: Cell) -> i32 {
    left_on(state, who, cell)
        .filter(|other| !is_unknown(state, who, *other))
        .map(|other| share(state, other))
        .sum()
}

/// Who presses on a square and does not go where a creature goes.
fn left_on(state: &State, who: CreatureId, cell: Cell) -> impl Iterator<Item = CreatureId> + '_ {
    let goes_along = move |other| {
        grapple::are_partners(state, who, other) && steps::goes_along(state, who, other).is_some()
    };
    pressing(state, cell).filter(move |other| *other != who && !goes_along(*other))
}

/// Somebody has come onto ice, or has become heavier: every square under it that carries too much breaks (`thin-ice/support`,
/// `thin-ice/breaking`). Exactly as much as it supports is safe.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn tread(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    let state = scene.state();
    if state.cast.open_ground || state.cast.scene.zero_g {
        return Ok(());
    }
    let who = state.body(who).mount.unwrap_or(who);
    if !presses(scene.state(), who) {
        return Ok(());
    }
    let mut breaking: SmallVec<[Cell; 4]> = SmallVec::new();
    let state = scene.state();
    let (space, shape) = (state.space(who), state.grid().shape);
    for cell in space.cells(shape) {
        if inches(scene.state(), cell) == 0 {
            continue;
        }
        scene.cite(rule!("thin-ice/support"));
        scene.cite(rule!("foundations/bulk"));
        if load(scene.state(), cell) > support(scene.state(), cell) {
            explain_load(scene, who, cell);
            breaking.push(cell);
        }
    }
    breaks(scene, &breaking)
}

fn explain_load(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, cell: Cell) {
    let (load, support) = (load(scene.state(), cell), support(scene.state(), cell));
    scene.explain(
        || Sum {
            by: Some(who),
            what: "load on the ice",
            dice: load,
            total: load,
            against: Some(Against::number("support", support)),
            verdict: "it breaks",
            rule: rule!("thin-ice/breaking"),
        },
        &Tally::new(),
    );
}

/// Ice turns to water at once, and those whose whole space is water then fall in (`thin-ice/breaking`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn breaks(scene: &mut Scene<'_, ThreeAction>, cells: &[Cell]) -> Play {
    if cells.is_empty() {
        return Ok(());
    }
    scene.cite(rule!("thin-ice/breaking"));
    let shape = scene.state().grid().shape;
    let over: Vec<CreatureId> = scene
        .state()
        .creatures()
        .filter(|who| {
            let space = scene.state().space(*who);
            cells.iter().any(|cell| space.covers(shape, *cell)) && presses(scene.state(), *who)
        })
        .collect();
    for cell in cells {
        scene.emit(Fact::Alters(Altered::Ice(cell.with_height(0), 0)));
    }
    for who in over {
        if is_all_water(scene.state(), scene.state().space(who)) {
            falls_in(scene, who)?;
        }
    }
    Ok(())
}

/// Whether every square of a space is open water.
fn is_all_water(state: &State, space: Space) -> bool {
    let land = terrain(state);
    space.cells(land.grid().shape).all(|cell| {
        let ground = land.ground(cell);
        ground.water > 0 && ground.ice == 0
    })
}

/// A creature on broken ice may save itself by a Climb check as a Reaction; otherwise it is in the water.
fn falls_in(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if climbs_out(scene, who)? {
        return Ok(());
    }
    let state = scene.state();
    let space = state.space(who);
    let Some(height) = standing_height(state, who, space) else {
        return Ok(());
    };
    scene.cite(rule!("thin-ice/breaking"));
    scene.emit(Fact::Does(who, Doing::FallsIn));
    steps::put(scene, who, space.at.with_height(height));
    if swims(scene.state(), who) {
        scene.cite(rule!("swimming/skill"));
    }
    Ok(())
}

/// What a creature and those in a grapple with it, who go where it goes, weigh on each square.
fn weight_of_all(state: &State, who: CreatureId) -> i32 {
    let partners = grapple::partners(state, who);
    let along = partners.into_iter().filter(|partner| {
        presses(state, *partner) && steps::goes_along(state, who, *partner).is_some()
    });
    share(state, who) + along.map(|partner| share(state, partner)).sum::<i32>()
}

/// The neighbouring squares on which a creature would stand firmly: no water, and no ice that breaks under it and those it has in its arms.
pub(crate) fn firm_squares(state: &State, who: CreatureId) -> Vec<Cell> {
    let land = terrain(state);
    let here = state.space(who);
    let weight = weight_of_all(state, who);
    let mut squares = Vec::new();
    for to in state.grid().neighbours(here.at) {
        let level = here.moved_to(to);
        let Some(height) = standing_height(state, who, level) else {
            continue;
        };
        let space = here.moved_to(to.with_height(height));
        let firm = space.cells(land.grid().shape).all(|cell| {
            let ground = land.ground(cell);
            let kept = here.covers(land.grid().shape, cell);
            let others: i32 = left_on(state, who, cell)
                .map(|other| share(state, other))
                .sum();
            let carries =
                ground.ice > 0 && others + weight <= BULK_PER_INCH * i32::from(ground.ice);
            ground.water == 0 && ground.ice == 0 || carries && !kept
        });
        if firm
            && (height - here.at.z).abs() <= 1
            && affray_kernel::grid::can_step(&land, here, space.at, super::occupied::CORNERS)
            && is_free(state, who, space, false)
        {
            squares.push(space.at);
        }
    }
    squares
}

/// Whether a creature can try to save itself: it has a Reaction, a limb free to hold on with, and firm ground beside it.
fn may_climb_out(state: &State, who: CreatureId) -> bool {
    present(state, who)
        && turns::can_act(state, who).is_ok()
        && turns::reactions_left(state, who) > 0
        && climbing::free_limbs(state, who) > 0
        && moving::is_unbound(state, who).is_ok()
        && !firm_squares(state, who).is_empty()
}

fn climbs_out(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play<bool> {
    if !may_climb_out(scene.state(), who)
        || scene.ask(who, Window::Fall { dc: CLIMB_DC })? != Act::Grab
    {
        return Ok(false);
    }
    scene.emit(Fact::Does(who, Doing::Grab));
    super::turns::spend_reaction(scene, who);
    if !climbing::succeeds(scene, who, CLIMB_DC)? {
        return Ok(false);
    }
    let squares = firm_squares(scene.state(), who);
    if let Act::Square(to) = scene.ask(
        who,
        Window::Place {
            squares: squares.into(),
            by: rule!("thin-ice/breaking"),
        },
    )? {
        steps::put(scene, who, to);
        tread(scene, who)?;
    }
    Ok(true)
}
