//! Delaying, ending a Turn, giving up, fleeing (`rounds/hold-turn`, `turns/delay-decision`, `foundations/combat-end`).

use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::moving;
use crate::ThreeAction;
use crate::fact::{Doing, Fact};
use crate::flow;
use crate::ids::{refuse, rule};
use crate::rules::{grapple, saddle};
use crate::state::{Condition, Phase, Presence, State};

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
            "it is not the Turn of {}",
            Figure::Creature(who)
        )),
    }
}

/// A creature ends its own Turn, not that of its commander.
///
/// # Errors
/// If it is not its own.
pub(crate) fn aim_end(state: &State, who: CreatureId) -> Result<(), Refusal> {
    match state.clock.phase {
        Phase::Turn { who: whose, .. } if whose == who => Ok(()),
        _ => Err(refuse!(
            "command/simultaneous-turn",
            "{} acts in its commander's Turn and cannot end it",
            Figure::Creature(who)
        )),
    }
}

/// Fleeing needs a place at the edge of the map, and that the creature can move from there, or its mount if it rides, and that nobody holds either of them.
///
/// # Errors
/// If it stands elsewhere, or what holds it.
pub(crate) fn aim_flee(state: &State, who: CreatureId) -> Result<(), Refusal> {
    aim_end(state, who)?;
    if !state.cast.map.at_border(state.space(who)) {
        return Err(refuse!(
            "foundations/combat-end",
            "{} can leave the fight only at the edge of the map",
            Figure::Creature(who)
        ));
    }
    let mover = mover(state, who);
    moving::may_go(state, mover)?;
    let goes = |one: &CreatureId| *one == mover || state.body(*one).mount == Some(mover);
    let mut going = state.creatures().filter(goes);
    match going.find_map(|one| state.conditions.get(one, Condition::Grappled)) {
        Some(held) => Err(refuse!(
            "grappled/definition",
            "{} is held by {}",
            Figure::Creature(held.on),
            Figure::Creature(held.toward.unwrap_or(held.on))
        )),
        None => Ok(()),
    }
}

/// Who goes when a creature does: itself, or its mount.
fn mover(state: &State, who: CreatureId) -> CreatureId {
    state.body(who).mount.unwrap_or(who)
}

/// Whether a creature is in the midst of a Move that takes it off the map; otherwise fleeing is a Move of its own (`foundations/combat-end`).
pub(crate) fn flees_in_stride(state: &State, who: CreatureId) -> bool {
    let mover = mover(state, who);
    let moving = state.body(mover).moving;
    moving.is_some_and(|moving| moving::goes_on(state, mover, moving.mode))
}

/// Leaves the fight for good, by fleeing or giving up, and ends the Turn.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn leave(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, how: Presence) -> Play {
    scene.cite(rule!("foundations/combat-end"));
    if how == Presence::Fled {
        scene.cite(rule!("move/action"));
    }
    scene.emit(Fact::Does(
        who,
        if how == Presence::Fled {
            Doing::Flee
        } else {
            Doing::Surrender
        },
    ));
    scene.emit(Fact::Presence(who, how));
    grapple::ends_for(scene, who)?;
    if how == Presence::Fled {
        saddle::rides_off(scene, who)?;
    } else {
        saddle::gone(scene, who)?;
    }
    if scene.state().turn_of() == Some(who) {
        flow::end_turn(scene, who)
    } else {
        Ok(())
    }
}
