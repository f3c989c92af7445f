//! Bull Rush and Approach (`special-actions/bull-rush`, `special-actions/approach`).

use affray_kernel::grid::{Cell, Heading, Space};
use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Figure, Frozen, Play, Refusal};

use super::special::Hurt;
use super::{moving, special};
use crate::TimeCount;
use crate::act::{Act, Window};
use crate::fact::{self, Verdict};
use crate::ids::{refuse, rule};
use crate::rules::attack::{Attempt, Fine, Moment, Term, roll};
use crate::rules::effects::{Effect, Thrown};
use crate::rules::{course, cover, ground, movement, occupied, rates};
use crate::sheet::{Attribute, BullRushSize, Defense, Skill};
use crate::state::{Pace, Stance, State};

/// Spaces of a running start: 10 ft (`special-actions/bull-rush-running-start`).
const RUNNING_START: u16 = 2;

/// Whether a Bull Rush is possible.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_rush(state: &State, who: CreatureId, target: CreatureId) -> Result<(), Refusal> {
    special::touch(state, who, target)
}

/// The attack roll of a Bull Rush against the defense that the target chooses (`special-actions/bull-rush-running-start`,
/// `special-actions/bull-rush-size`).
pub(crate) fn attempt(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    defense: Defense,
) -> Attempt {
    let what = fact::Attempt::BullRush;
    let mut attempt = special::special(who, target, what, Term::Strength, defense);
    attempt.fine = Fine::Total;
    if running_start(state, who, target) {
        attempt.own.add(
            "running start",
            2,
            rule!("special-actions/bull-rush-running-start"),
        );
    }
    let sign = match state.cast.options.bull_rush_size {
        BullRushSize::Literal => 1,
        BullRushSize::Inverted => -1,
    };
    let size = |whose: CreatureId| sign * state.sheet(whose).size.modifier();
    let rule = rule!("special-actions/bull-rush-size");
    attempt.own.add("size", size(who), rule);
    attempt.defense_own.add("size", size(target), rule);
    attempt
}

/// Rolls a Bull Rush.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw_rush(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    target: CreatureId,
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    if aim_rush(scene.state(), who, target).is_err() {
        return Ok(thrown);
    }
    let defense = special::chosen_defense(scene, target, who, true)?;
    let attempt = attempt(scene.state(), who, target, defense);
    let outcome = roll(scene, &attempt, moment)?;
    special::came(&mut thrown, &attempt, outcome);
    if !outcome.verdict.hits() {
        return Ok(thrown);
    }
    thrown.cite(scene, rule!("special-actions/bull-rush"));
    if outcome.verdict == Verdict::Critical {
        thrown.cite(scene, rule!("special-actions/critical-success"));
        thrown.cite(scene, rule!("special-actions/bull-rush-critical"));
        special::hurts(scene, &mut thrown, who, Hurt::by_strength(target));
    }
    let steps = steps(scene, who, target, outcome.margin())?;
    let state = scene.state();
    let shape = state.grid().shape;
    if let Some(heading) = Heading::side_toward(shape, state.space(who), state.space(target)) {
        thrown.push(Effect::Push(target, heading, steps));
    }
    Ok(thrown)
}

/// At least two spaces entered in a straight line towards the target, directly before (`special-actions/bull-rush-running-start`).
fn running_start(state: &State, who: CreatureId, target: CreatureId) -> bool {
    state.body(who).movement.last + 1 == state.clock.count
        && course::came_straight(state, who, target, RUNNING_START)
}

/// How many spaces the target is pushed: one, and one for each 5 points of margin if the attacker touches it and follows
/// (`special-actions/bull-rush-distance`).
fn steps(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    target: CreatureId,
    margin: i32,
) -> Play<u8> {
    let more = (margin / 5).clamp(0, 20) as u8;
    let state = scene.state();
    let prone = state.body(who).posture.stance == Stance::Prone;
    let stays = prone
        || movement::apart(state, who, target)
        || moving::may_move(state, who, Pace::Base).is_err();
    if more == 0 || stays {
        return Ok(1);
    }
    scene.cite(rule!("special-actions/bull-rush-distance"));
    let most_ft = 5 * (i16::from(more) + 1);
    match scene.ask(who, Window::Push { target, most_ft })? {
        Act::Feet(feet) => Ok((feet / 5).clamp(1, i16::from(more) + 1) as u8),
        _ => Ok(1),
    }
}

/// Whether a space of a creature can be approached, next to the own one and with room, and where one stands then (`special-actions/approach`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_approach(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    cell: Cell,
) -> Result<Cell, Refusal> {
    special::somebody(state, who, target)?;
    let space = state.space(who);
    if places(state, who, target, cell).next().is_none() {
        return Err(refuse!(
            "special-actions/approach",
            "one approaches into a space of {} 5 ft away",
            Figure::Creature(target)
        ));
    }
    moving::may_move(state, who, Pace::Base)?;
    let mut open = places(state, who, target, cell)
        .filter(|to| ground::can_step(state, space, *to))
        .peekable();
    let Some(first) = open.peek().copied() else {
        return Err(refuse!(
            "special-actions/approach",
            "there is a wall between"
        ));
    };
    let roomy = |to: &Cell| occupied::room(state, who, space.moved_to(*to)).is_ok();
    match open.find(roomy) {
        Some(to) => Ok(to),
        None => occupied::room(state, who, space.moved_to(first)).map(|()| first),
    }
}

/// Where a creature would stand after a step that brings it, or part of it, into that space of another: straight steps first.
fn places(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    cell: Cell,
) -> impl Iterator<Item = Cell> {
    let shape = state.grid().shape;
    let space = state.space(who);
    let sought = state.space(target).contains(shape, cell) && !space.covers(shape, cell);
    let step = move |straight: bool| {
        Heading::of_neighbours(shape)
            .filter_map(move |way| way.step(shape))
            .filter(move |(x, y)| (*x == 0 || *y == 0) == straight)
    };
    [true, false]
        .into_iter()
        .flat_map(step)
        .filter(move |_| sought)
        .filter_map(move |(x, y)| ground::standing(state, space.moved_to(space.at.offset(x, y, 0))))
        .filter(move |to| space.moved_to(*to).covers(shape, cell))
}

/// Rolls against everybody in the space who does not let one in; all must be hit (`special-actions/approach-multiple`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw_approach(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    (target, cell): (CreatureId, Cell),
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    let Ok(to) = aim_approach(scene.state(), who, target, cell) else {
        return Ok(thrown);
    };
    scene.cite(rule!("special-actions/approach"));
    let state = scene.state();
    let there = state.space(who).moved_to(to);
    let inside: Vec<CreatureId> = occupied::occupants(state, who, there).collect();
    if inside.len() > 1 {
        scene.cite(rule!("special-actions/approach-multiple"));
    }
    let rivals: Vec<CreatureId> = rivals(scene.state(), who, there, moment).collect();
    let mut enters = true;
    for occupant in inside {
        enters &= gets_past(scene, who, occupant, moment, &mut thrown)?;
    }
    for rival in rivals {
        scene.cite(rule!("entering-spaces/others"));
        if !gets_past(scene, who, rival, moment, &mut thrown)? {
            thrown.push(Effect::KeptOut(who, rival));
        }
    }
    if enters {
        thrown.push(Effect::Enter(who, to));
    }
    Ok(thrown)
}

/// Those who approach the same space at this moment and may be there first, being as fast and as dexterous or more
/// (`entering-spaces/first`, `entering-spaces/tie-break`).
fn rivals<'a>(
    state: &'a State,
    who: CreatureId,
    there: Space,
    moment: Moment<'a>,
) -> impl Iterator<Item = CreatureId> + 'a {
    let rank = move |one: CreatureId| {
        let dexterity = state.attribute(one, Attribute::Dexterity);
        (rates::rate_ft(state, one, Pace::Base), dexterity)
    };
    let together = moment.acts[0].iter().filter(move |(one, _)| *one != who);
    together.filter_map(move |(one, act)| match act {
        Act::Approach(target, cell) if rank(*one) >= rank(who) => {
            let to = aim_approach(state, *one, *target, *cell).ok()?;
            let space = state.space(*one).moved_to(to);
            space
                .shares_column(state.grid().shape, there)
                .then_some(*one)
        }
        _ => None,
    })
}

/// Whether a creature gets past one who is in the space, or will be: let in, or by a roll (`special-actions/approach-multiple`).
fn gets_past(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    occupant: CreatureId,
    moment: Moment<'_>,
    thrown: &mut Thrown,
) -> Play<bool> {
    if admits(scene, occupant, who)? {
        return Ok(true);
    }
    let defense = special::chosen_defense(scene, occupant, who, false)?;
    let term = Term::Skill(Skill::Acrobatics, Attribute::Dexterity);
    let what = fact::Attempt::Approach;
    let mut attempt = special::special(who, occupant, what, term, defense);
    attempt.fine = Fine::Nothing;
    let state = scene.state();
    if defense == Defense::Celerity && movement::apart(state, who, occupant) {
        // Whoever is not there yet is met in the space itself.
        let mut own = Tally::new();
        cover::lift(state, &attempt, &mut own);
        attempt.own = own;
    }
    let outcome = roll(scene, &attempt, moment)?;
    special::came(thrown, &attempt, outcome);
    Ok(outcome.verdict.hits())
}

/// Whether an occupant lets a creature in: it cannot refuse one two sizes different, and the helpless cannot refuse at all
/// (`occupied-spaces/size-difference`, `engine/decision-defaults`).
///
/// # Errors
/// Stops where an answer is missing.
fn admits(
    scene: &mut Frozen<'_, '_, TimeCount>,
    occupant: CreatureId,
    who: CreatureId,
) -> Play<bool> {
    if !occupied::can_keep_out(scene.state(), occupant, who) {
        scene.cite(rule!("occupied-spaces/size-difference"));
        return Ok(true);
    }
    Ok(scene.ask(occupant, Window::Admit(who))? == Act::Yes)
}
