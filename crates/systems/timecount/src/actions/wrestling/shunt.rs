//! Shunt (`wrestling/shunt`).

use affray_kernel::grid::{Cell, Heading, Space};
use affray_kernel::{CreatureId, Frozen, Play, Refusal};

use super::super::special;
use super::drag::direction;
use super::must_hold;
use crate::TimeCount;
use crate::act::{Act, Extra, Window};
use crate::fact;
use crate::ids::rule;
use crate::rules::attack::{Fine, Moment, Term, roll};
use crate::rules::effects::{Effect, Thrown};
use crate::rules::{forced, ground};
use crate::sheet::Defense;
use crate::state::State;

/// Whether a Shunt is possible.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    heading: Heading,
) -> Result<(), Refusal> {
    special::somebody(state, who, target)?;
    direction(state, heading)?;
    must_hold(state, who, target).map(|_| ())
}

/// Rolls a Shunt: both slide 5 ft; the target perhaps further; then the grab is kept or ended with a chance to fell the target.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    (target, heading): (CreatureId, Heading),
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    if aim(scene.state(), who, target, heading).is_err() {
        return Ok(thrown);
    }
    let what = fact::Attempt::Shunt;
    let attempt = special::special(who, target, what, Term::Strength, Defense::Vigor);
    let outcome = roll(scene, &attempt, moment)?;
    special::came(&mut thrown, &attempt, outcome);
    if !outcome.verdict.hits() {
        return Ok(thrown);
    }
    thrown.cite(scene, rule!("wrestling/shunt"));
    thrown.push(Effect::Slide(who, target, heading));
    let mut further = None;
    if outcome.great(5) {
        special::great(scene, &mut thrown, rule!("wrestling/shunt-great-success"));
        further = slide_further(scene, who, target, heading)?;
    }
    if let Some(place) = further {
        thrown.push(Effect::Put(target, place, 1));
    }
    keep_or_fell(scene, who, (target, heading, further), moment, &mut thrown)?;
    Ok(thrown)
}

/// The spaces of the two after the slide; a rider who is slid is so on foot.
pub(crate) fn after(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    heading: Heading,
) -> [Space; 2] {
    let places = [
        forced::step_along(state, (who, target), heading),
        forced::step(state, (target, who), heading),
    ];
    match places {
        [Some(own), Some(other)] if forced::has_room(state, &[(who, own), (target, other)]) => [
            forced::on_foot(state, who, own),
            forced::on_foot(state, target, other),
        ],
        _ => [state.space(who), state.space(target)],
    }
}

/// Another 5 ft for the target alone, in any direction, if the actor likes (`wrestling/shunt-great-success`): not after it has slid down from
/// where it is touched.
fn slide_further(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    target: CreatureId,
    heading: Heading,
) -> Play<Option<Cell>> {
    let state = scene.state();
    let [own, there] = after(state, who, target, heading);
    if state.grid().distance(own, there) > 1 {
        return Ok(None);
    }
    let shape = state.grid().shape;
    let space = match there == state.space(target) {
        true => forced::footing(state, target, who),
        false => there,
    };
    let spaces: Box<[Cell]> = Heading::of_neighbours(shape)
        .filter_map(|way| way.step(shape))
        .filter_map(|(x, y)| ground::standing(state, space.moved_to(space.at.offset(x, y, 0))))
        .filter(|cell| ground::can_be_moved(state, space, *cell))
        .filter(|cell| forced::has_room(state, &[(who, own.at), (target, *cell)]))
        .collect();
    if spaces.is_empty() || !special::takes(scene, who, target, Extra::Slide)? {
        return Ok(None);
    }
    match scene.ask(
        who,
        Window::Place {
            spaces,
            by: rule!("wrestling/shunt-great-success"),
        },
    )? {
        Act::Space(cell) => Ok(Some(cell)),
        _ => Ok(None),
    }
}

/// The grab may be kept while the target is adjacent; otherwise a free Strength attack against Celerity may fell it
/// (`wrestling/shunt-grab-choice`).
fn keep_or_fell(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    (target, heading, further): (CreatureId, Heading, Option<Cell>),
    moment: Moment<'_>,
    thrown: &mut Thrown,
) -> Play {
    let state = scene.state();
    let [own, there] = after(state, who, target, heading);
    let there = further.map_or(there, |to| forced::on_foot(state, target, to));
    let adjacent = state.grid().distance(own, there) <= 1;
    scene.cite(rule!("wrestling/shunt-grab-choice"));
    if adjacent && special::takes(scene, who, target, Extra::KeepGrab)? {
        return Ok(());
    }
    if let Some(grab) = super::grab_of(scene.state(), who, target) {
        thrown.push(Effect::Lose(grab));
    }
    let what = fact::Attempt::Fell;
    let mut attempt = special::special(who, target, what, Term::Strength, Defense::Celerity);
    attempt.fine = Fine::Nothing;
    attempt.follows = true;
    let outcome = roll(scene, &attempt, moment)?;
    special::came(thrown, &attempt, outcome);
    if outcome.verdict.hits() {
        thrown.push(Effect::Prone(target));
    }
    Ok(())
}
