//! How a fight goes on: the stage, rounds, turns, and the end (`combat-overview/steps`).

use affray_kernel::condition::{Held, Until};
use affray_kernel::{Ask, CreatureId, Next, Others, Play, Scene};

use super::ActionPoint;
use super::act::{Act, Window};
use super::actions;
use super::ids::rule;
use super::rules::numbers::acts;
use super::rules::{initiative, rounds, surprise, turns};
use super::state::{Condition, Phase, State};

/// How the fight goes on.
pub(crate) fn next(state: &State) -> Next<ActionPoint> {
    match state.clock.phase {
        Phase::Over(winner) => return Next::Over(winner),
        Phase::Stage => return Next::Auto(Act::SetStage),
        Phase::Surprise => return Next::Auto(Act::Surprise),
        Phase::Initiative => return Next::Auto(Act::RollInitiative),
        Phase::RoundBegins | Phase::Between | Phase::Turn { .. } => {}
    }
    if let Some(winner) = turns::outcome(state) {
        return Next::Over(winner);
    }
    if let Some(who) = initiative::newcomer(state) {
        return Next::Auto(Act::Arrive(who));
    }
    match state.clock.phase {
        Phase::Turn { who, .. } if acts(state, who) => Next::Await {
            must: Ask::open(who, Window::Turn),
            may: Others::new(),
        },
        Phase::Turn { .. } => Next::Auto(Act::EndTurn),
        Phase::Between if turns::next_up(state).is_some() => Next::Auto(Act::NextTurn),
        Phase::Between => Next::Auto(Act::EndRound),
        _ => Next::Auto(Act::BeginRound),
    }
}

/// Carries an act out.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(
    scene: &mut Scene<'_, ActionPoint>,
    who: Option<CreatureId>,
    act: &Act,
) -> Play {
    match who {
        Some(who) => actions::act(scene, who, act)?,
        None => goes_on(scene, act)?,
    }
    if scene.listened() && is_over(scene.state()) {
        scene.cite(rule!("combat-overview/encounter-ends"));
    }
    Ok(())
}

fn is_over(state: &State) -> bool {
    let fights = matches!(
        state.clock.phase,
        Phase::RoundBegins | Phase::Between | Phase::Turn { .. }
    );
    fights && turns::outcome(state).is_some()
}

/// What happens by itself.
fn goes_on(scene: &mut Scene<'_, ActionPoint>, act: &Act) -> Play {
    match act {
        Act::SetStage => rounds::set_stage(scene),
        Act::Surprise => surprise::determine(scene)?,
        Act::RollInitiative => initiative::roll_for_all(scene)?,
        Act::Arrive(who) => initiative::arrive(scene, *who)?,
        Act::BeginRound => rounds::begin(scene),
        Act::NextTurn => turns::begin_next(scene)?,
        Act::EndTurn => {
            if let Some(who) = scene.state().active() {
                turns::end(scene, who)?;
            }
        }
        Act::EndRound => rounds::end(scene),
        _ => {}
    }
    Ok(())
}

/// Drops what nobody will read any more, so that equal situations become equal states.
pub(crate) fn forget(state: &mut State) {
    let is_dated = |held: &Held<Condition>| held.until != Until::Cleared;
    if !state.conditions.iter().any(is_dated) && state.running.is_empty() {
        state.clock.round = state.clock.round.min(2);
    }
    // Once everybody has a place in the order, nobody asks by which result.
    if state.clock.order.len() == state.bodies.len() {
        for body in &mut state.bodies {
            body.initiative = body.initiative.map(|_| 0);
        }
    }
    let somebody_waits = state.bodies.iter().any(|body| body.after.is_some());
    for body in &mut state.bodies {
        if !somebody_waits {
            body.turn = body.turn.min(1);
        }
    }
    if !somebody_waits {
        state.clock.turns = state.clock.turns.min(1);
    }
}
