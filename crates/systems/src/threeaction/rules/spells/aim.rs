//! Targets and Areas of Spells: what can be chosen, and how far it may be (`cast/choose-target`, `control/range`).

use affray_kernel::grid::{Cell, Space, line_of_effect};
use affray_kernel::{CreatureId, Figure, Refusal};

use super::components::range_ft;
use super::{Casting, Spread, Subject, must_attack, summon, telekinesis};
use crate::threeaction::act::{Aim, Target};
use crate::threeaction::ids::refuse;
use crate::threeaction::rules::ground::terrain;
use crate::threeaction::rules::numbers::{feet, present};
use crate::threeaction::sheet::{AreaShape, Effect};
use crate::threeaction::state::{Condition, State};

/// What the Spell is directed at, if that can be chosen: of the right sort, within Range, and with Line of Effect.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn subject(state: &State, casting: Casting, aim: &Aim) -> Result<Subject, Refusal> {
    let Some(spell) = state.cast.spells.get(usize::from(casting.spell.0)) else {
        return Err(refuse!("cast/action", "there is no such Spell"));
    };
    match (&spell.effect, aim) {
        (Effect::Telekinesis { .. }, Aim::Place(Some(on), to)) => carried(state, casting, *on, *to),
        (Effect::Telekinesis { .. }, _) => Err(refuse!(
            "cast/choose-target",
            "this Spell moves a creature: name it and the square it is moved to"
        )),
        (Effect::Summon { .. }, Aim::Place(who, at)) => appears(state, casting, *who, *at),
        (Effect::Summon { .. }, _) => Err(refuse!(
            "cast/choose-target",
            "this Spell calls a creature: name the square where it appears"
        )),
        (_, Aim::Area(shape, at, toward)) if casting.energy.area > 0 => {
            let spread = Spread {
                shape: *shape,
                at: *at,
                toward: *toward,
            };
            cast_area(state, casting, spread)
        }
        (_, Aim::Target(target)) if casting.energy.area == 0 => one(state, casting, *target),
        (_, _) if casting.energy.area > 0 => Err(refuse!(
            "cast/choose-target",
            "with Energy in the Area, a blast, a cone or a line has to be chosen"
        )),
        _ => Err(refuse!(
            "cast/choose-target",
            "without Energy in the Area, a target has to be chosen"
        )),
    }
}

fn one(state: &State, casting: Casting, target: Target) -> Result<Subject, Refusal> {
    let (on, place) = match target {
        Target::Creature(on) => (on, None),
        Target::Guess(on, cell) => (on, Some(cell)),
        Target::Object(_) | Target::Ice(_) => {
            return Err(refuse!(
                "foundations/objects",
                "this Spell works on creatures alone"
            ));
        }
    };
    known(state, casting.by, on, place)?;
    if casting.by == on && must_attack(state, casting, on) {
        return Err(refuse!(
            "foundations/line-for-attacks",
            "{} cannot attack itself",
            Figure::Creature(on)
        ));
    }
    let space = place.map_or_else(|| state.space(on), Space::cell);
    within_range(state, casting, space)?;
    Ok(Subject::One(on, target))
}

/// Whether a creature is there and can be named: a Hidden one only with a square, an Undetected one not at all.
fn known(
    state: &State,
    by: CreatureId,
    on: CreatureId,
    guess: Option<Cell>,
) -> Result<(), Refusal> {
    if on.index() >= state.bodies.len() || !present(state, on) {
        return Err(refuse!(
            "dead/definition",
            "{} takes no part in this",
            Figure::Creature(on)
        ));
    }
    if state.conditions.has_toward(on, Condition::Undetected, by) {
        return Err(refuse!(
            "undetected/targeting",
            "{} has noticed no such creature",
            Figure::Creature(by)
        ));
    }
    let hidden = by != on && state.conditions.has_toward(on, Condition::Hidden, by);
    match (hidden, guess) {
        (true, None) => Err(refuse!(
            "hidden/declare-square",
            "{} is Hidden: the square where it is thought to be has to be named",
            Figure::Creature(on)
        )),
        (false, Some(_)) => Err(refuse!(
            "hidden/declare-square",
            "{} is not Hidden: no square has to be guessed",
            Figure::Creature(on)
        )),
        _ => Ok(()),
    }
}

fn carried(state: &State, casting: Casting, on: CreatureId, to: Cell) -> Result<Subject, Refusal> {
    known(state, casting.by, on, None)?;
    within_range(state, casting, state.space(on))?;
    telekinesis::aim(state, casting, on, to)?;
    Ok(Subject::Carried(on, to))
}

fn appears(
    state: &State,
    casting: Casting,
    who: Option<CreatureId>,
    at: Cell,
) -> Result<Subject, Refusal> {
    let chosen = match who {
        Some(who) => Some(who).filter(|who| {
            who.index() < state.bodies.len() && summon::can_appear(state, casting, *who)
        }),
        None => summon::choices(state, casting).next(),
    };
    let Some(who) = chosen else {
        return Err(refuse!(
            "foundations/spell-list",
            "with {} Energy in the Effect no such creature can be called",
            Figure::Number(i32::from(casting.effect()))
        ));
    };
    let space = state.space(who).moved_to(at);
    within_range(state, casting, space)?;
    if !telekinesis::fits(state, who, at) {
        return Err(refuse!(
            "foundations/spell-list",
            "there is no room for {}",
            Figure::Creature(who)
        ));
    }
    Ok(Subject::Appears(who, at))
}

/// An Area that is cast: a blast has its point of origin within Range, a cone or a line begins at the caster.
fn cast_area(state: &State, casting: Casting, spread: Spread) -> Result<Subject, Refusal> {
    let own = state.space(casting.by);
    if spread.shape == AreaShape::Blast {
        within_range(state, casting, Space::cell(spread.at))?;
    } else if !own.contains(state.grid().shape, spread.at) {
        return Err(refuse!(
            "cast/choose-target",
            "a cone or a line begins in a square of {}",
            Figure::Creature(casting.by)
        ));
    }
    filled(state, casting, spread, own)
}

/// An Area with its squares, beginning at a space.
///
/// # Errors
/// If it points nowhere.
pub(crate) fn filled(
    state: &State,
    casting: Casting,
    spread: Spread,
    from: Space,
) -> Result<Subject, Refusal> {
    let Some(area) = spread.area(state, casting.energy.area, from) else {
        return Err(refuse!(
            "cast/choose-target",
            "a cone or a line needs a square to point to"
        ));
    };
    Ok(Subject::Area(spread, area))
}

/// Whether a space is within the Spell's Range of its caster, and nothing solid in between (`line-of-effect/required`).
///
/// # Errors
/// How far it is and how far the Spell reaches.
pub(crate) fn within_range(state: &State, casting: Casting, to: Space) -> Result<(), Refusal> {
    let own = state.space(casting.by);
    let distance = feet(state.grid().distance(own, to));
    let range = range_ft(state, casting.by, casting.energy.range);
    if distance > range {
        return Err(refuse!(
            "cast/choose-target",
            "that is {} away; {} Energy in the Range reaches {}",
            Figure::Feet(i32::from(distance)),
            Figure::Number(i32::from(casting.energy.range)),
            Figure::Feet(i32::from(range))
        ));
    }
    if !state.cast.open_ground && own != to && !line_of_effect(&terrain(state), own, to) {
        return Err(refuse!(
            "line-of-effect/required",
            "{} has no Line of Effect to that",
            Figure::Creature(casting.by)
        ));
    }
    Ok(())
}
