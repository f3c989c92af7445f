//! Getting free, hiding, rousing (`maneuvers/restrained-escape`, `gaps/awareness`, `unconscious/wake-sleep`).

use std::ops::ControlFlow;

use affray_kernel::condition::Held;
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::Found;
use crate::Energy;
use crate::act::{Act, Action, Claim, Pay, Struggle, Window};
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::mishap::Failure;
use crate::rules::checks::{self, Target};
use crate::rules::conditions::{end_all, gain, holders, let_go};
use crate::rules::defenses::{self, Seen};
use crate::rules::facing::{covered, sees};
use crate::rules::numbers::{enemies, in_control, metres_between, present};
use crate::rules::unconscious;
use crate::sheet::Skill;
use crate::state::{Cause, Condition, State};

/// The DC of bonds that say no other (`maneuvers/restrained-escape`).
const BONDS_DC: i16 = 15;

/// The hold that an escape is from.
fn hold(state: &State, who: CreatureId, from: Option<CreatureId>) -> Option<Held<Condition>> {
    state
        .conditions
        .on(who)
        .find(|held| held.kind == Condition::Restrained && held.toward == from)
        .copied()
}

/// Whether a creature can try to get free.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn possible(
    state: &State,
    who: CreatureId,
    from: Option<CreatureId>,
) -> Result<(), Refusal> {
    if hold(state, who, from).is_some() {
        return Ok(());
    }
    Err(match (from, holders(state, who).next()) {
        (Some(other), _) => refuse!(
            "maneuvers/restrained-escape",
            "{} does not hold it",
            Figure::Creature(other)
        ),
        (None, Some(holder)) => refuse!(
            "maneuvers/restrained-escape",
            "no bonds hold it, but {} does: say from whom",
            Figure::Creature(holder)
        ),
        (None, None) => refuse!("maneuvers/restrained-escape", "nothing holds it"),
    })
}

/// One side's roll in a struggle; whoever rolls last knows the other total.
fn struggle(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    by: Struggle,
    target: Target,
) -> Play<i32> {
    match by {
        Struggle::Fortitude => {
            let defending = defenses::fortitude(scene.state(), who, Seen::default());
            defending.roll(&mut scene.frozen(), |total| target.class(total))
        }
        Struggle::ArmStrength => checks::roll(scene, who, Skill::ArmStrength, target),
        Struggle::LegStrength => checks::roll(scene, who, Skill::LegStrength, target),
    }
}

/// The escaper has named its roll, then the holder names its own, then both roll in this order; a tie keeps the hold
/// (`maneuvers/restrained-escape`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn escape(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    from: Option<CreatureId>,
    by: Struggle,
) -> Play {
    scene.cite(rule!("maneuvers/restrained-escape"));
    let Some(held) = hold(scene.state(), who, from) else {
        return Ok(());
    };
    let free = match from {
        Some(holder) => {
            let answer = scene.ask(holder, Window::Struggle { by: who })?;
            let own = match answer {
                Act::Struggle(own) => own,
                _ => Struggle::Fortitude,
            };
            let total = struggle(scene, who, by, Target::Open)?;
            let other = struggle(scene, holder, own, Target::Total(total))?;
            let rule = rule!("maneuvers/restrained-escape");
            checks::contest(scene, (who, total), (Some(holder), other), rule)
        }
        None => {
            let dc = if held.amount > 0 {
                held.amount
            } else {
                BONDS_DC
            };
            let dc = i32::from(dc);
            let total = struggle(scene, who, by, Target::Total(dc))?;
            let rule = rule!("maneuvers/restrained-escape");
            checks::contest(scene, (who, total), (None, dc), rule)
        }
    };
    if !free {
        scene.emit(Fact::Fails(who, Failure::Escape(from)));
        return Ok(());
    }
    match from {
        Some(holder) => let_go(scene, holder, who),
        None => end_all(scene, who, |other| *other == held),
    }
    Ok(())
}

/// Who may notice somebody that hides: enemies who do not know yet that they do not know.
fn observers(state: &State, who: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    state.creatures().filter(move |other| {
        enemies(state, who, *other)
            && in_control(state, *other)
            && !state.conditions.has_toward(*other, Condition::Unaware, who)
            && !grapple(state, who, *other)
    })
}

/// Whether one of the two has hold of the other.
fn grapple(state: &State, one: CreatureId, other: CreatureId) -> bool {
    let held = |captive, by| {
        state
            .conditions
            .has_toward(captive, Condition::Restrained, by)
    };
    held(one, other) || held(other, one)
}

/// Those of them from whom it can hide: they do not face it or are Blinded, or there is cover (`gaps/awareness`, `facing/hiding`).
pub(crate) fn hides_from(state: &State, who: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    let is_covered = covered(state, who);
    observers(state, who).filter(move |other| is_covered || !sees(state, *other, who))
}

/// Whether a creature can hide: at least one enemy does not face it or is Blinded, or there is cover (`gaps/awareness`, `facing/hiding`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn hide_possible(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if hides_from(state, who).next().is_some() {
        return Ok(());
    }
    Err(refuse!(
        "facing/hiding",
        "all who could see it face it, and there is no cover"
    ))
}

/// Hides: a Stealth Check against the Awareness Check of each who does not face the hider or is kept from seeing it, be it by being
/// Blinded.
///
/// # Errors
/// Stops where a die is missing.
pub(crate) fn hide(scene: &mut Scene<'_, Energy>, who: CreatureId) -> Play {
    scene.cite(rule!("gaps/awareness"));
    scene.cite(rule!("facing/hiding"));
    let stealth = checks::roll(scene, who, Skill::Stealth, Target::Open)?;
    let mut hides = false;
    for other in scene.state().creatures() {
        if !hides_from(scene.state(), who).any(|observer| observer == other) {
            continue;
        }
        let awareness = checks::roll(scene, other, Skill::Awareness, Target::Total(stealth))?;
        if awareness < stealth {
            hides = true;
            gain(
                scene,
                Held {
                    toward: Some(who),
                    ..Held::plain(other, Condition::Unaware)
                },
            );
        }
    }
    if !hides {
        scene.emit(Fact::Fails(who, Failure::Hide));
    }
    Ok(())
}

/// Whether a sleeper can be roused (`unconscious/wake-sleep`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn rouse_possible(
    state: &State,
    who: CreatureId,
    sleeper: CreatureId,
) -> Result<(), Refusal> {
    let asleep = present(state, sleeper) && state.body(sleeper).is_out_by(Cause::Sleep);
    if !asleep || sleeper == who {
        return Err(refuse!("unconscious/wake-sleep", "there is no sleeper"));
    }
    if metres_between(state, who, sleeper) > 1 {
        return Err(refuse!(
            "unconscious/wake-sleep",
            "{} is not next to it",
            Figure::Creature(sleeper)
        ));
    }
    Ok(())
}

/// Rouses a sleeper.
pub(crate) fn rouse(scene: &mut Scene<'_, Energy>, sleeper: CreatureId) {
    scene.cite(rule!("unconscious/wake-sleep"));
    unconscious::end_cause(scene, sleeper, Cause::Sleep);
}

/// Escapes from each hold by each roll, hiding, rousing.
pub(crate) fn candidates(state: &State, who: CreatureId, legal: &mut Found<'_>) -> ControlFlow<()> {
    let mut offer = |action| {
        legal(Act::Do(Claim {
            action,
            pay: Pay::PLAIN,
        }))
    };
    let bonds = hold(state, who, None).map(|_| None);
    for from in holders(state, who).map(Some).chain(bonds) {
        for by in [
            Struggle::Fortitude,
            Struggle::ArmStrength,
            Struggle::LegStrength,
        ] {
            offer(Action::Escape(from, by))?;
        }
    }
    offer(Action::Hide)?;
    for other in state.creatures() {
        offer(Action::Rouse(other))?;
    }
    ControlFlow::Continue(())
}
