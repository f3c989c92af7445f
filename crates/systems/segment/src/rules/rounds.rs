//! Rounds: their beginning, their segments, their end (`round/*`).

use affray_kernel::{Play, Scene};

use super::{ambush, concentration, on_guard};
use crate::Segments;
use crate::fact::Fact;
use crate::ids::rule;
use crate::state::{Condition, Phase, State};

/// A round begins: actions refill, Concentration is tested (`round/start-sequence`, `actions/refresh`).
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn begin(scene: &mut Scene<'_, Segments>) -> Play {
    for rule in [
        rule!("round/start-sequence"),
        rule!("round/length"),
        rule!("round/time-mechanics"),
        rule!("actions/pool"),
        rule!("actions/refresh"),
    ] {
        scene.cite(rule);
    }
    let round = scene.state().clock.round.saturating_add(1);
    scene.emit(Fact::Round(round));
    concentration::at_round_start(scene)?;
    let phase = if scene
        .state()
        .creatures()
        .any(|who| ambush::possible(scene.state(), who))
    {
        Phase::Ambushes
    } else {
        after_ambushes(scene.state())
    };
    scene.emit(Fact::Phase(phase));
    Ok(())
}

/// What follows when ambushes are declared.
#[must_use]
pub(crate) fn after_ambushes(state: &State) -> Phase {
    if state.creatures().any(|who| on_guard::possible(state, who)) {
        Phase::OnGuards
    } else {
        Phase::Calling
    }
}

/// A segment is over (`round/segment-finishes-before-next`).
pub(crate) fn close(scene: &mut Scene<'_, Segments>) {
    scene.cite(rule!("round/segment-finishes-before-next"));
    if ambush::is_under_way(scene.state()) {
        ambush::wasted(scene);
    }
    ambush::reveal_stirred(scene);
    if let Some(segment) = scene.state().clock.segment {
        scene.emit(Fact::Closed(segment));
    }
    scene.emit(Fact::Phase(Phase::Calling));
}

/// A round is over: what lasted until then ends (`round/next-round`, `stances/hold-lapses`).
pub(crate) fn end(scene: &mut Scene<'_, Segments>) {
    scene.cite(rule!("round/next-round"));
    if scene.listened() {
        let state = scene.state();
        let held = state
            .creatures()
            .any(|who| state.body(who).actions > 0 && super::numbers::acts(state, who));
        let wakes = state
            .conditions
            .iter()
            .any(|held| held.kind == Condition::KnockedOut);
        let guarded = state.bodies.iter().any(|body| body.guard.is_some());
        let surprised = state
            .conditions
            .iter()
            .any(|held| held.kind == Condition::Surprised);
        if held {
            scene.cite(rule!("stances/hold-lapses"));
            scene.cite(rule!("actions/refresh"));
        }
        if wakes {
            scene.cite(rule!("damage-effects/knockout"));
        }
        if guarded {
            scene.cite(rule!("on-guard/duration"));
        }
        if surprised {
            scene.cite(rule!("ambush/surprised"));
        }
    }
    ambush::reveal_noticed(scene);
    let round = scene.state().clock.round;
    scene.emit(Fact::RoundOver(round));
    scene.emit(Fact::Phase(Phase::Beginning));
}
