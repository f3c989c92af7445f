//! Whom an Attack can be aimed at (`foundations/line-for-attacks`, `hidden/declare-square`, `undetected/targeting`).

use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, Space};
use affray_kernel::{CreatureId, Figure, Refusal};

use super::attack::Aimed;
use super::cover::line_of_effect;
use super::guess;
use super::numbers::present;
use super::objects;
use super::sight::{is_hidden, is_undetected};
use super::terrain::standing_height;
use crate::act::Target;
use crate::ids::refuse;
use crate::sheet::Size;
use crate::state::{ItemId, Place, State};

/// A creature that is attacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Quarry {
    /// Who it is.
    pub(crate) on: CreatureId,
    /// Whether it is aimed at directly, or in a square it is suspected in.
    pub(crate) aimed: Aimed,
}

impl Quarry {
    /// Where the Attack goes to: the creature's space, or the suspected square.
    #[inline(always)]
    pub(crate) fn space(self, state: &State) -> Space {
        match self.aimed {
            Aimed::Square(cell) => Space::cell(cell),
            _ => state.space(self.on),
        }
    }
}

/// Whether a creature can be named as the target of an Attack, and then whether there is Line of Effect to it.
///
/// # Errors
/// The rule that forbids it.
#[inline(always)]
pub(crate) fn quarry(state: &State, who: CreatureId, target: Target) -> Result<Quarry, Refusal> {
    let (on, aimed) = match target {
        Target::Creature(on) => (on, Aimed::Directly),
        Target::Guess(on, cell) => (on, Aimed::Square(cell)),
        Target::Square(_) => return Err(guess::names_nobody()),
        Target::Object(_) | Target::Ice(_) => {
            return Err(refuse!(
                "foundations/line-for-attacks",
                "that is no creature"
            ));
        }
    };
    named(state, who, on, aimed)?;
    let quarry = Quarry { on, aimed };
    in_line(state, who, quarry)?;
    Ok(quarry)
}

/// What a weapon is turned against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// A creature.
    Creature(Quarry),
    /// Whoever is Hidden in a square.
    Square(Cell),
    /// An unattended object.
    Object(ItemId),
    /// The ice of a square.
    Ice(Cell),
}

impl Mark {
    /// What a target that can be attacked is.
    #[inline(always)]
    pub(crate) fn of(target: Target) -> Self {
        match target {
            Target::Creature(on) | Target::Guess(on, _) => Self::Creature(Quarry {
                on,
                aimed: Aimed::at(target),
            }),
            Target::Square(cell) => Self::Square(cell),
            Target::Object(item) => Self::Object(item),
            Target::Ice(cell) => Self::Ice(cell),
        }
    }

    /// Where the Attack goes to.
    #[inline(always)]
    pub(crate) fn space(self, state: &State) -> Space {
        match self {
            Self::Creature(quarry) => quarry.space(state),
            Self::Object(item) => objects::space(state, item),
            Self::Square(cell) | Self::Ice(cell) => Space::cell(cell),
        }
    }
}

/// Whether something can be named as the target of an Attack with a weapon, and then whether there is Line of Effect to it.
///
/// # Errors
/// The rule that forbids it.
#[inline(always)]
pub(crate) fn mark(state: &State, who: CreatureId, target: Target) -> Result<Mark, Refusal> {
    match target {
        Target::Creature(_) | Target::Guess(..) => {
            return quarry(state, who, target).map(Mark::Creature);
        }
        Target::Square(cell) => {
            return guess::can_be_aimed_at(state, who, cell).map(|()| Mark::Square(cell));
        }
        Target::Object(item) => objects::can_be_attacked(state, item)?,
        Target::Ice(cell) => objects::has_ice(state, cell)?,
    }
    let mark = Mark::of(target);
    let is_open = |to| line_of_effect(state, state.space(who), to, Size::Tiny);
    let lower = match mark {
        // Ice can be got at from below, too.
        Mark::Ice(cell) => Some(Space::cell(cell.offset(0, 0, -1))),
        _ => None,
    };
    if is_open(mark.space(state)) || lower.is_some_and(is_open) {
        return Ok(mark);
    }
    Err(refuse!(
        "line-of-effect/required",
        "there is no Line of Effect from {} to that",
        Figure::Creature(who)
    ))
}

/// Whether the target is somebody else, is there, and may be named: a Hidden creature by a square, an Undetected one not at all.
#[inline(always)]
fn named(state: &State, who: CreatureId, on: CreatureId, aimed: Aimed) -> Result<(), Refusal> {
    if on.index() >= state.bodies.len() || is_undetected(state, on, who) {
        return Err(refuse!(
            "undetected/targeting",
            "nobody is known to be there"
        ));
    }
    if on == who {
        return Err(refuse!(
            "foundations/line-for-attacks",
            "{} cannot attack itself",
            Figure::Creature(who)
        ));
    }
    if !present(state, on) {
        return Err(refuse!(
            "dead/definition",
            "{} takes no part any more",
            Figure::Creature(on)
        ));
    }
    match (aimed, is_hidden(state, on, who)) {
        (Aimed::Directly, true) => Err(refuse!(
            "hidden/declare-square",
            "{} is Hidden: name the square in which {} suspects it",
            Figure::Creature(on),
            Figure::Creature(who)
        )),
        (Aimed::Square(_), false) => Err(refuse!(
            "hidden/declare-square",
            "{} is not Hidden to {}: no square is guessed",
            Figure::Creature(on),
            Figure::Creature(who)
        )),
        _ => Ok(()),
    }
}

/// Whether a creature knows that another one is there at all, to do something with it or to it (`undetected/targeting`).
///
/// # Errors
/// If it has noticed no such creature.
pub(crate) fn is_noticed(state: &State, by: CreatureId, on: CreatureId) -> Result<(), Refusal> {
    if is_undetected(state, on, by) {
        return Err(refuse!(
            "undetected/targeting",
            "{} has noticed no such creature",
            Figure::Creature(by)
        ));
    }
    Ok(())
}

/// Whether a creature knows where another one is, to do something to it for which no square can be named (`hidden/declare-square`).
///
/// # Errors
/// If that one is Hidden from it, or it has noticed no such creature.
pub(crate) fn is_located(state: &State, by: CreatureId, on: CreatureId) -> Result<(), Refusal> {
    is_noticed(state, by, on)?;
    if is_hidden(state, on, by) {
        return Err(refuse!(
            "hidden/declare-square",
            "{} is Hidden: {} does not know where it is",
            Figure::Creature(on),
            Figure::Creature(by)
        ));
    }
    Ok(())
}

/// Whether the Attack can get there (`cover/complete`, `line-of-effect/required`).
#[inline(always)]
fn in_line(state: &State, who: CreatureId, quarry: Quarry) -> Result<(), Refusal> {
    if state.cast.open_ground {
        return Ok(());
    }
    let size = state.sheet(quarry.on).size;
    if line_of_effect(state, state.space(who), quarry.space(state), size) {
        return Ok(());
    }
    Err(match quarry.aimed {
        Aimed::Square(_) => refuse!(
            "line-of-effect/required",
            "there is no Line of Effect from {} to that square",
            Figure::Creature(who)
        ),
        _ => refuse!(
            "cover/complete",
            "{} is wholly behind cover from {}",
            Figure::Creature(quarry.on),
            Figure::Creature(who)
        ),
    })
}

/// Candidates for the targets of an Attack that goes so far: creatures, objects and ice. Of the squares and things only those are listed
/// that are not too far to matter.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    range_ft: i16,
    offer: &mut dyn FnMut(Target) -> ControlFlow<()>,
) -> ControlFlow<()> {
    creatures(state, who, range_ft, offer)?;
    let own = state.space(who);
    let is_near = |space: Space| state.grid().distance(own, space) <= guessed(range_ft);
    for (item, found) in state.all_items() {
        if matches!(found.place, Place::Ground(_)) && is_near(objects::space(state, item)) {
            offer(Target::Object(item))?;
        }
    }
    // Row by row, as the cells of the map.
    let around = 1 + i16::from(own.side);
    let beside = (-around..=around)
        .flat_map(|y| (-around..=around).map(move |x| own.at.offset(x, y, 0).with_height(0)));
    let frozen = beside.filter(|cell| {
        state.cast.map.contains(*cell)
            && state.grid().distance(own, Space::cell(*cell)) <= 1
            && objects::ice_hp(state, *cell) > 0
    });
    for cell in frozen {
        offer(Target::Ice(cell))?;
    }
    ControlFlow::Continue(())
}

/// Every other creature; for one that is Hidden the squares it may be in (`hidden/declare-square`).
pub(crate) fn creatures(
    state: &State,
    who: CreatureId,
    range_ft: i16,
    offer: &mut dyn FnMut(Target) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let own = state.space(who);
    for on in state.creatures().filter(|on| *on != who) {
        if !is_hidden(state, on, who) {
            offer(Target::Creature(on))?;
            continue;
        }
        let near = state
            .cast
            .map
            .cells()
            .filter(|cell| state.grid().distance(own, Space::cell(*cell)) <= guessed(range_ft));
        for cell in near {
            let ground = standing_height(state, on, Space::cell(cell));
            offer(Target::Guess(
                on,
                cell.with_height(ground.unwrap_or(own.at.z)),
            ))?;
        }
    }
    ControlFlow::Continue(())
}

/// How far away squares are offered for a guess; others can be named all the same.
const GUESSED_FT: i16 = 30;

/// In how many squares an Attack that goes so far is offered for a guess.
fn guessed(range_ft: i16) -> u32 {
    u32::try_from(range_ft.min(GUESSED_FT) / 5).unwrap_or(0)
}
