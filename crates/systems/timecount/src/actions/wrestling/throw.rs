//! Throw (`wrestling/throw`).

use affray_kernel::dice::pool;
use affray_kernel::grid::{Cell, Space};
use affray_kernel::story::{Audience, Roll};
use affray_kernel::{CreatureId, Figure, Frozen, Play, Refusal};

use super::super::special::Hurt;
use super::super::{moving, special};
use super::must_hold;
use crate::TimeCount;
use crate::act::{Act, Window};
use crate::fact::{self, Verdict};
use crate::ids::{refuse, rule};
use crate::rules::attack::{Again, Attempt, Fine, Moment, Outcome, Term, explain_again, roll};
use crate::rules::effects::{Effect, Thrown};
use crate::rules::{cover, defenses, forced, ground};
use crate::sheet::Defense;
use crate::state::{Pace, State};

/// Whether a Throw is possible: grabbing the target, into a space within 5 ft of it, or into the own one if one is able to move.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    to: Cell,
) -> Result<(), Refusal> {
    special::somebody(state, who, target)?;
    must_hold(state, who, target)?;
    let start = forced::footing(state, target, who);
    if forced::spaces_to(state, start.at, to) > 1 {
        return Err(refuse!(
            "wrestling/throw-vigor",
            "{} lands within 5 ft of where it was",
            Figure::Creature(target)
        ));
    }
    if is_own(state, who, start.moved_to(to)) && moving::may_move(state, who, Pace::Base).is_err() {
        return Err(refuse!(
            "wrestling/throw-vigor",
            "to swap places one must be able to move"
        ));
    }
    Ok(())
}

/// Whether somebody who lands there takes the thrower's own space, or a part of it (`wrestling/throw-vigor`).
fn is_own(state: &State, who: CreatureId, landing: Space) -> bool {
    state.space(who).shares_column(state.grid().shape, landing)
}

/// Rolls a Throw: one Strength attack, compared with Vigor and with Celerity.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    (target, to): (CreatureId, Cell),
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    if aim(scene.state(), who, target, to).is_err() {
        return Ok(thrown);
    }
    let what = fact::Attempt::Throw;
    let mut attempt = special::special(who, target, what, Term::Strength, Defense::Vigor);
    attempt.fine = Fine::Total;
    let outcome = roll(scene, &attempt, moment)?;
    special::came(&mut thrown, &attempt, outcome);
    scene.cite(rule!("wrestling/throw"));
    if outcome.verdict.hits() {
        scene.cite(rule!("wrestling/throw-vigor"));
        land(scene, who, (target, to), outcome, &mut thrown)?;
    }
    if fells(scene, &attempt, outcome) {
        thrown.cite(scene, rule!("wrestling/throw-celerity"));
        thrown.push(Effect::Prone(target));
    }
    Ok(thrown)
}

/// Whether the same roll reaches Celerity, which height and cover matter to, other than to Vigor (`attack-modifiers/common-table`).
fn fells(scene: &mut Frozen<'_, '_, TimeCount>, rolled: &Attempt, outcome: Outcome) -> bool {
    let attempt = Attempt {
        against: Some(Defense::Celerity),
        ..rolled.clone()
    };
    let besides = cover::besides(scene.state(), rolled, Defense::Celerity);
    let defense = defenses::against(scene.state(), &attempt, Defense::Celerity);
    let (total, celerity) = (outcome.total + besides.total(), 10 + defense.total());
    let fells = match outcome.natural {
        1 => false,
        20 => true,
        _ => total >= celerity,
    };
    let again = Again {
        defense: Defense::Celerity,
        parts: &defense,
        besides: &besides,
        verdict: if fells { "hit" } else { "miss" },
        rule: rule!("wrestling/throw-celerity"),
    };
    explain_again(scene, &attempt, outcome, &again);
    fells
}

/// The target lands in the space and is hurt; with Great Successes worse, and farther (`wrestling/throw-great-success`).
fn land(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    (target, to): (CreatureId, Cell),
    outcome: Outcome,
    thrown: &mut Thrown,
) -> Play {
    debug_assert!(outcome.verdict >= Verdict::Hit);
    let mut hurt = Hurt::by_strength(target);
    if outcome.great(5) {
        special::great(scene, thrown, rule!("wrestling/throw-great-success"));
        hurt.dice = Some(scene.sum(Roll {
            pool: pool!("1d6"),
            by: Some(who),
            what: "damage",
            rule: rule!("wrestling/throw-great-success"),
            audience: Audience::Everyone,
        })?);
    }
    special::hurts(scene, thrown, who, hurt);
    let further = if outcome.great(10) {
        farther(scene, who, target, to)?
    } else {
        None
    };
    let state = scene.state();
    let start = forced::footing(state, target, who);
    let to = ground::standing(state, start.moved_to(to)).unwrap_or(to);
    if let Some(grab) = super::grab_of(state, who, target) {
        thrown.push(Effect::Lose(grab));
    }
    thrown.push(match further {
        Some(place) => Effect::Put(target, place, 2),
        None if is_own(state, who, start.moved_to(to)) => Effect::Swap(target, to),
        None => Effect::Put(target, to, 1),
    });
    Ok(())
}

/// Another 5 ft, if the actor likes.
fn farther(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    target: CreatureId,
    to: Cell,
) -> Play<Option<Cell>> {
    let state = scene.state();
    let grid = state.grid();
    let space = forced::footing(state, target, who);
    let Some(to) = ground::standing(state, space.moved_to(to)) else {
        return Ok(None);
    };
    if !ground::can_be_moved(state, space, to) {
        return Ok(None);
    }
    let spaces: Box<[Cell]> = grid
        .neighbours(to)
        .filter(|cell| forced::spaces_to(state, space.at, *cell) == 2)
        .filter_map(|cell| ground::standing(state, space.moved_to(cell)))
        .filter(|cell| ground::can_be_moved(state, space.moved_to(to), *cell))
        .filter(|cell| forced::has_room(state, &[(target, *cell)]))
        .collect();
    if spaces.is_empty() {
        return Ok(None);
    }
    match scene.ask(
        who,
        Window::Place {
            spaces,
            by: rule!("wrestling/throw-great-success"),
        },
    )? {
        Act::Space(cell) => Ok(Some(cell)),
        _ => Ok(None),
    }
}
