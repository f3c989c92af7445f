//! Kneel From Prone, Stand Up, Defend, Catch Your Breath (`actions/kneel-from-prone`, `actions/stand-up`, `actions/defend`,
//! `actions/catch-your-breath`).

use affray_kernel::condition::Held;
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::moving::Went;
use crate::Energy;
use crate::act::Step;
use crate::fact::{Fact, Flag, Number};
use crate::ids::{refuse, rule};
use crate::rules::conditions::{end_all, unguard};
use crate::rules::numbers::able;
use crate::rules::price::{self, Cost, free_energy};
use crate::rules::{unconscious, zones};
use crate::sheet::CatchBreathAll;
use crate::state::{Condition, Gait, State};
use crate::windows;

/// Whether a creature can get to its knees.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn kneel_possible(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.has(who, Condition::Restrained) {
        return Err(refuse!(
            "maneuvers/restrained-effects",
            "the Restrained may not move"
        ));
    }
    if !state.has(who, Condition::Prone) {
        return Err(refuse!("actions/kneel-from-prone", "it is not Prone"));
    }
    Ok(())
}

/// Kneel From Prone in its two steps: Unguarded first, and up only if nobody has knocked it down again
/// (`actions/kneel-two-steps`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn kneel(scene: &mut Scene<'_, Energy>, who: CreatureId) -> Play<Went> {
    scene.cite(rule!("actions/kneel-from-prone"));
    scene.cite(rule!("actions/kneel-two-steps"));
    price::spend_all_reserved(scene, who);
    unguard(scene, who);
    let falls = scene.state().body(who).falls;
    let opened = windows::open(scene, who, Step::Unguarded, false)?;
    let state = scene.state();
    let down_again = state.body(who).falls != falls;
    if opened.stopped || down_again || !able(state, who) || kneel_possible(state, who).is_err() {
        return Ok(Went::Ended);
    }
    end_all(scene, who, |held| held.kind == Condition::Prone);
    scene.cite(rule!("actions/kneeling-posture"));
    scene.emit(Fact::Flag(who, Flag::Kneeling, true));
    moves(scene, who);
    Ok(Went::Arrived)
}

fn moves(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    scene.emit(Fact::Course(who, None));
    if scene.state().body(who).gait == Gait::Still {
        scene.emit(Fact::Gait(who, Gait::Ordinary));
    }
}

/// Whether a creature can stand up (`actions/stand-up`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn stand_possible(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.has(who, Condition::Restrained) {
        return Err(refuse!(
            "maneuvers/restrained-effects",
            "the Restrained may not move"
        ));
    }
    if state.has(who, Condition::Prone) {
        return Err(refuse!("actions/stand-up", "from Prone one kneels first"));
    }
    if !state.body(who).kneeling {
        return Err(refuse!("actions/stand-up", "it stands already"));
    }
    Ok(())
}

/// Stands up.
pub(crate) fn stand(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    scene.cite(rule!("actions/stand-up"));
    scene.emit(Fact::Flag(who, Flag::Kneeling, false));
    moves(scene, who);
}

/// Defends: neither Unguarded nor Exposed any more but for what other conditions impose, and ties are won (`actions/defend`,
/// `exposed/ended-by-defend`, `unguarded/ended-by-defend`). Whoever braces itself submits to nobody (`gaps/helpless`).
pub(crate) fn defend(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    scene.cite(rule!("actions/defend"));
    let state = scene.state();
    let own = |held: &&Held<Condition>| held.parent.is_none();
    let had = |kind: Condition| {
        let of = |held: &&Held<Condition>| held.kind == kind;
        state.conditions.on(who).filter(own).any(|held| of(&held))
    };
    let (exposed, unguarded) = (had(Condition::Exposed), had(Condition::Unguarded));
    if exposed {
        scene.cite(rule!("exposed/ended-by-defend"));
    }
    if unguarded {
        scene.cite(rule!("unguarded/ended-by-defend"));
    }
    zones::ignore(scene, who, Condition::Unguarded);
    zones::ignore(scene, who, Condition::Exposed);
    end_all(scene, who, |held| {
        matches!(held.kind, Condition::Exposed | Condition::Unguarded)
    });
    if scene.state().has(who, Condition::Exposed) {
        scene.cite(rule!("conditions/daughter-conditions"));
        if scene.state().has(who, Condition::Surprised) {
            scene.cite(rule!("surprise/defend-useless"));
        }
    }
    if !scene.state().body(who).defending {
        scene.emit(Fact::Flag(who, Flag::Defending, true));
    }
    if scene.state().body(who).submits.is_some() {
        scene.cite(rule!("gaps/helpless"));
        scene.emit(Fact::Submits(who, None));
    }
}

/// What Catching Your Breath costs: 3 Energy, or the whole grant of who was granted less (`actions/catch-your-breath`).
#[must_use]
pub(crate) fn breath_cost(state: &State, who: CreatureId) -> Cost {
    let body = state.body(who);
    let left = free_energy(state, who);
    let small_grant = (1..3).contains(&body.granted) && !body.spent && left == body.granted;
    let all_left = state.cast.options.catch_breath_all == CatchBreathAll::WhateverIsLeft
        && (1..3).contains(&left);
    Cost::energy(if small_grant || all_left { left } else { 3 })
}

/// Whether breath can be caught (`stamina/maximum`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn breath_possible(state: &State, who: CreatureId) -> Result<(), Refusal> {
    let most = state.sheet(who).stamina;
    if state.body(who).stamina >= most {
        return Err(refuse!(
            "stamina/maximum",
            "its Stamina is at its maximum of {}",
            Figure::Number(i32::from(most))
        ));
    }
    Ok(())
}

/// Regains 1 Stamina (`stamina/restored-by-breath`).
pub(crate) fn breathe(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    scene.cite(rule!("actions/catch-your-breath"));
    scene.cite(rule!("stamina/restored-by-breath"));
    scene.cite(rule!("stamina/maximum"));
    let stamina = scene.state().body(who).stamina + 1;
    scene.emit(Fact::Set(who, Number::Stamina, stamina));
    unconscious::stamina_returns(scene, who);
}
