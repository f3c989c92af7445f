//! Delaying, giving up, and entering the order again (`turns/delay-*`, `rounds/hold-*`).

use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use crate::threeaction::ThreeAction;
use crate::threeaction::fact::{Doing, Fact, Flag};
use crate::threeaction::flow;
use crate::threeaction::ids::{refuse, rule};
use crate::threeaction::state::{Phase, Presence, State};

/// A Turn can be delayed before anything was done in it (`rounds/hold-turn`).
///
/// # Errors
/// If the Turn is begun or is not its own.
pub(crate) fn aim_delay(state: &State, who: CreatureId) -> Result<(), Refusal> {
    match state.clock.phase {
        Phase::Turn {
            who: whose,
            begun: false,
        } if whose == who => Ok(()),
        Phase::Turn { who: whose, .. } if whose == who => Err(refuse!(
            "rounds/hold-turn",
            "{} has already acted: a Turn begun cannot be delayed",
            Figure::Creature(who)
        )),
        _ => Err(refuse!(
            "rounds/hold-turn",
            "only the creature whose Turn it is can delay it"
        )),
    }
}

/// Delays the Turn.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn delay(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    scene.cite(rule!("turns/delay-decision"));
    scene.emit(Fact::Does(who, Doing::Delay));
    scene.emit(Fact::Flag(who, Flag::Delaying, true));
    scene.emit(Fact::Flag(who, Flag::ReactionReady, false));
    scene.emit(Fact::Phase(Phase::After(who)));
    Ok(())
}

/// Gives up.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn surrender(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    scene.emit(Fact::Does(who, Doing::Surrender));
    scene.emit(Fact::Presence(who, Presence::Surrendered));
    flow::end_turn(scene, who)
}
