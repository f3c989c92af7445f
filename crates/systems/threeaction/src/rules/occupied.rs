//! Squares that creatures hold: who may move through them, and at what cost (`occupied-squares/*`, `move/allied-squares`,
//! `move/enemy-square`, `move/end-in-occupied-square`).

use affray_kernel::grid::{Cell, Corners, Space, fits, line_of_effect};
use affray_kernel::{CreatureId, Play, RuleId, Scene};

use super::falling;
use super::ground::terrain;
use super::numbers::{allies, present};
use super::terrain::standing_height;
use super::{grapple, readied, sight, steps, thin_ice};
use crate::ThreeAction;
use crate::act::{Act, Window};
use crate::ids::rule;
use crate::sheet::AlliedSquares;
use crate::state::{Condition, State};

/// How the corners of walls are passed: diagonally, if one of the two ways around is open.
pub(crate) const CORNERS: Corners = Corners::Cut;

/// Whether a creature can move through a space because of those who are in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Crossing {
    /// Nobody is in the way.
    Free,
    /// Somebody is there, and it costs nothing extra.
    Open(RuleId),
    /// Somebody is there, and the squares are Difficult Terrain.
    Difficult(RuleId),
    /// That creature is in the way.
    Blocked(CreatureId),
}

/// Those other than `who` that are in a space.
pub(crate) fn others_in(
    state: &State,
    who: CreatureId,
    space: Space,
) -> impl Iterator<Item = CreatureId> + '_ {
    let shape = state.grid().shape;
    state.creatures().filter(move |other| {
        state.space(*other).overlaps(shape, space) && is_other(state, who, *other)
    })
}

/// Whether a creature is somebody else who is there and with whom `who` cannot share its space.
pub(crate) fn is_other(state: &State, who: CreatureId, other: CreatureId) -> bool {
    other != who && present(state, other) && !may_share(state, who, other)
}

/// Whether two creatures may be in the same space: joined, or each so with a third one.
pub(crate) fn may_share(state: &State, one: CreatureId, other: CreatureId) -> bool {
    are_joined(state, one, other)
        || state
            .creatures()
            .any(|third| are_joined(state, one, third) && are_joined(state, third, other))
}

/// Whether two creatures are rider and mount, in a grapple with one another, or one of them with whoever rides the other.
fn are_joined(state: &State, one: CreatureId, other: CreatureId) -> bool {
    state.body(one).mount == Some(other)
        || state.body(other).mount == Some(one)
        || grapple::are_partners(state, one, other)
        || grapple::holds_rider(state, one, other)
        || grapple::holds_rider(state, other, one)
}

/// Whether `who` does not know where `other` is.
#[inline]
pub(crate) fn is_unknown(state: &State, who: CreatureId, other: CreatureId) -> bool {
    state.conditions.has_toward(other, Condition::Hidden, who)
        || state
            .conditions
            .has_toward(other, Condition::Undetected, who)
}

/// Whether a creature can move through a space, by those that it knows to be there (`known`), or by all that are.
pub(crate) fn crossing(state: &State, who: CreatureId, space: Space, known: bool) -> Crossing {
    let mut crossing = Crossing::Free;
    for other in others_in(state, who, space) {
        if known && is_unknown(state, who, other) {
            continue;
        }
        match past(state, who, other) {
            Crossing::Blocked(by) => return Crossing::Blocked(by),
            Crossing::Difficult(rule) => crossing = Crossing::Difficult(rule),
            Crossing::Open(rule) if crossing == Crossing::Free => crossing = Crossing::Open(rule),
            _ => {}
        }
    }
    crossing
}

/// What one creature's squares are to another: an Ally's are free unless the scenario says otherwise (`move/allied-squares`), those of
/// a creature 2 or more Sizes different are Difficult (`occupied-squares/pass`), and an Enemy's take a Push (`move/enemy-square`). Whoever
/// rides is in the way as its mount is.
pub(crate) fn past(state: &State, who: CreatureId, other: CreatureId) -> Crossing {
    let other = state.body(other).mount.unwrap_or(other);
    if allies(state, who, other) {
        return match state.cast.options.allied_squares {
            AlliedSquares::Free => Crossing::Open(rule!("move/allied-squares")),
            AlliedSquares::Difficult => Crossing::Difficult(rule!("move/allied-squares")),
        };
    }
    let ranks = state.sheet(who).size.rank() - state.sheet(other).size.rank();
    if ranks.abs() >= 2 {
        return Crossing::Difficult(rule!("occupied-squares/pass"));
    }
    let mut passing = state.body(who).passing.iter();
    match passing.find(|(passed, _)| *passed == other) {
        Some((_, true)) => Crossing::Open(rule!("move/enemy-square-critical")),
        Some((_, false)) => Crossing::Difficult(rule!("move/enemy-square-success")),
        None => Crossing::Blocked(other),
    }
}

/// Whether nobody that `who` knows of (`known`), or nobody at all, is in a space where it is to stay.
pub(crate) fn is_free(state: &State, who: CreatureId, space: Space, known: bool) -> bool {
    others_in(state, who, space).all(|other| known && is_unknown(state, who, other))
}

/// Somebody in a space whom `who` does not know to be there.
pub(crate) fn unknown_in(state: &State, who: CreatureId, space: Space) -> Option<CreatureId> {
    others_in(state, who, space).find(|other| is_unknown(state, who, *other))
}

/// Everybody in a space whom `who` does not know to be there is found (`hidden/reveal-discovery`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn comes_upon(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    space: Space,
) -> Play {
    while let Some(other) = unknown_in(scene.state(), who, space) {
        sight::found(scene, other, who)?;
    }
    Ok(())
}

/// How far, in squares, a place is looked for.
const ASIDE: i16 = 12;

/// The nearest free places for a creature that cannot stay where it is, all at the same distance, in order: on ground or water not
/// higher than it is now, with nothing but air between. A flyer stays at its height, and so does everybody, for the moment, above a drop of
/// more than 5 ft.
pub(crate) fn nearest_free(state: &State, who: CreatureId) -> Vec<Cell> {
    let (land, here, grid) = (terrain(state), state.space(who), state.grid());
    let at_level = |space: Space| here.moved_to(space.at.with_height(here.at.z));
    let mut places: Vec<(u32, Space)> = (-ASIDE..=ASIDE)
        .flat_map(|y| (-ASIDE..=ASIDE).map(move |x| here.at.offset(x, y, 0)))
        .filter_map(|cell| {
            let ground = standing_height(state, who, here.moved_to(cell))?;
            let stays_up = state.body(who).flying || here.at.z - ground > 1;
            let height = if stays_up { here.at.z } else { ground };
            let space = here.moved_to(cell.with_height(height));
            (ground <= here.at.z && fits(&land, space) && is_free(state, who, space, false))
                .then(|| (grid.distance(here, at_level(space)).max(1), space))
        })
        .collect();
    places.sort_unstable();
    let mut found = Vec::new();
    let mut nearest = u32::MAX;
    for (distance, space) in places {
        if distance > nearest {
            break;
        }
        if line_of_effect(&land, here, at_level(space)) {
            nearest = distance;
            found.push(space.at);
        }
    }
    found
}

/// Moves a creature out of a square that it cannot stay in, to the nearest free one, its choice among equals. If nothing holds it there it
/// falls.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn step_aside(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    let unseen = readied::out_of_view(scene.state());
    let company = move_aside(scene, who)?;
    if company.is_empty() {
        return Ok(());
    }
    falling::loses_hold(scene, who)?;
    thin_ice::tread(scene, who)?;
    steps::have_come(scene, &company, unseen)
}

/// As [`step_aside`], without what follows from the new place. Gives those who have changed place.
///
/// # Errors
/// Stops where an answer is missing.
pub(crate) fn move_aside(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
) -> Play<steps::Company> {
    Ok(match place_aside(scene, who)? {
        Some(to) => steps::put(scene, who, to),
        None => steps::Company::new(),
    })
}

/// Where a creature goes that cannot stay where it is; the Dead stay (`dead/definition`). Whoever it has come upon without knowing of them is
/// found (`hidden/reveal-discovery`).
///
/// # Errors
/// Stops where an answer is missing.
pub(crate) fn place_aside(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
) -> Play<Option<Cell>> {
    let space = scene.state().space(who);
    if !present(scene.state(), who) || is_free(scene.state(), who, space, false) {
        return Ok(None);
    }
    comes_upon(scene, who, space)?;
    let squares: Box<[Cell]> = nearest_free(scene.state(), who).into();
    if squares.is_empty() {
        return Ok(None);
    }
    let answer = scene.ask(
        who,
        Window::Place {
            squares,
            by: rule!("move/end-in-occupied-square"),
        },
    )?;
    Ok(match answer {
        Act::Square(to) => Some(to),
        _ => None,
    })
}
