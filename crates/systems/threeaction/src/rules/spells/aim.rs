//! Targets and Areas of Spells: what can be chosen, and how far it may be (`cast/choose-target`, `control/range`).

use affray_kernel::grid::{Cell, Space};
use affray_kernel::{CreatureId, Figure, Refusal};

use super::components::range_ft;
use super::{Casting, Spread, Subject, must_attack, summon, telekinesis};
use crate::act::{Aim, Target};
use crate::ids::refuse;
use crate::rules::attack::Aimed;
use crate::rules::cover::line_of_effect;
use crate::rules::guess;
use crate::rules::numbers::feet;
use crate::rules::target::{self, Quarry};
use crate::sheet::{Against, AreaShape, Effect, Size};
use crate::state::State;

/// What the Spell is directed at, if that can be chosen: of the right sort, within Range, and with Line of Effect.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn subject(state: &State, casting: Casting, aim: &Aim) -> Result<Subject, Refusal> {
    let Some(spell) = state.cast.spells.get(usize::from(casting.spell.0)) else {
        return Err(refuse!("cast/action", "there is no such Spell"));
    };
    match (&spell.effect, aim) {
        (Effect::Telekinesis { .. }, Aim::Place(Some(on), to)) => {
            carried(state, casting, Target::Creature(*on), *to)
        }
        (Effect::Telekinesis { .. }, Aim::Guess(on, at, to)) => {
            carried(state, casting, Target::Guess(*on, *at), *to)
        }
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
    match target {
        Target::Object(_) | Target::Ice(_) => return thing(state, casting, target),
        Target::Square(at) => return square(state, casting, at),
        Target::Creature(_) | Target::Guess(..) => {}
    }
    let quarry = known(state, casting, target)?;
    within_range(state, casting, quarry.space(state))?;
    Ok(Subject::One(quarry.on, target))
}

/// Whoever is Hidden in a square, for Spells that attack whomever they meet (`hidden/declare-square`).
fn square(state: &State, casting: Casting, at: Cell) -> Result<Subject, Refusal> {
    let spell = state.cast.spells.get(usize::from(casting.spell.0));
    if spell.is_none_or(|spell| spell.attack.is_none()) {
        return Err(guess::names_nobody());
    }
    guess::can_be_aimed_at(state, casting.by, at)?;
    within_range(state, casting, Space::cell(at))?;
    Ok(Subject::Square(at))
}

/// A thing on the ground or ice, for Spells that attack and do Damage (`foundations/objects`).
fn thing(state: &State, casting: Casting, target: Target) -> Result<Subject, Refusal> {
    let burns = state
        .cast
        .spells
        .get(usize::from(casting.spell.0))
        .is_some_and(|spell| {
            spell.attack == Some(Against::Physical) && matches!(spell.effect, Effect::Damage { .. })
        });
    if !burns {
        return Err(refuse!(
            "foundations/objects",
            "this Spell works on creatures alone"
        ));
    }
    let mark = target::mark(state, casting.by, target)?;
    within_range(state, casting, mark.space(state))?;
    Ok(Subject::Thing(mark, target))
}

/// Whether a creature can be named and nothing solid is in between; oneself can be, but not attacked.
fn known(state: &State, casting: Casting, target: Target) -> Result<Quarry, Refusal> {
    match target {
        Target::Creature(on) if on == casting.by && !must_attack(state, casting, on) => {
            Ok(Quarry {
                on,
                aimed: Aimed::Directly,
            })
        }
        _ => target::quarry(state, casting.by, target),
    }
}

/// A creature that is moved; one Hidden to the caster as if it were where it is guessed to be (`hidden/declare-square`).
fn carried(state: &State, casting: Casting, target: Target, to: Cell) -> Result<Subject, Refusal> {
    let quarry = known(state, casting, target)?;
    within_range(state, casting, quarry.space(state))?;
    telekinesis::aim(state, casting, quarry, to)?;
    Ok(Subject::Carried(quarry.on, target, to))
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
    place_in_range(state, casting, space)?;
    if !telekinesis::fits(state, who, at, Some(casting.by)) {
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
        place_in_range(state, casting, Space::cell(spread.at))?;
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

/// Whether a space is within the Spell's Range of its caster.
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
    Ok(())
}

/// Whether a square is within Range, and nothing solid between the caster and it (`line-of-effect/required`).
///
/// # Errors
/// What is in the way.
pub(crate) fn place_in_range(state: &State, casting: Casting, to: Space) -> Result<(), Refusal> {
    within_range(state, casting, to)?;
    if line_of_effect(state, state.space(casting.by), to, Size::Colossal) {
        return Ok(());
    }
    Err(refuse!(
        "line-of-effect/required",
        "{} has no Line of Effect to that",
        Figure::Creature(casting.by)
    ))
}
