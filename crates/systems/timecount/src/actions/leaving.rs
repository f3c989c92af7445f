//! Fleeing and giving up (`time-count/end`).

use affray_kernel::{CreatureId, Figure, Refusal, Scene};

use super::moving;
use crate::TimeCount;
use crate::fact::{Fact, When};
use crate::ids::{refuse, rule};
use crate::rules::health::{distracts_nobody, fall_silent, release_all};
use crate::state::{Condition, NEVER, Pace, Presence, Stance, State, Underway};

/// Fleeing takes a way out: a place at the edge of the map, and nothing that holds.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_flee(state: &State, who: CreatureId) -> Result<(), Refusal> {
    let pace = match state.body(who).posture.stance {
        Stance::Parrying => Pace::Half,
        _ => Pace::Base,
    };
    moving::may_move(state, who, pace)?;
    if state.cast.map.at_border(state.space(who)) {
        return Ok(());
    }
    Err(refuse!(
        "time-count/end",
        "{} can leave the fight only at the edge of the map",
        Figure::Creature(who)
    ))
}

/// Leaves the fight for good, with whoever it carries.
pub(crate) fn flee(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    depart(scene, who, Presence::Fled);
}

/// Is no longer there, nor is whoever it carries.
pub(crate) fn depart(scene: &mut Scene<'_, TimeCount>, who: CreatureId, how: Presence) {
    for one in scene.state().creatures() {
        if one == who || scene.state().body(one).mount == Some(who) {
            leave(scene, one, how);
        }
    }
}

/// Gives up: drops what it holds, and is out of the fight.
pub(crate) fn surrender(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    fall_silent(scene, who);
    leave(scene, who, Presence::Surrendered);
}

fn leave(scene: &mut Scene<'_, TimeCount>, who: CreatureId, how: Presence) {
    scene.cite(rule!("time-count/end"));
    release_all(scene, who);
    distracts_nobody(scene, who);
    while let Some(grab) = scene
        .state()
        .conditions
        .get(who, Condition::Grabbed)
        .copied()
    {
        scene.emit(Fact::Loses(grab));
    }
    let body = scene.state().body(who);
    let (busy, runs) = (body.underway != Underway::Nothing, body.run.is_some());
    if busy {
        scene.emit(Fact::Underway(who, Underway::Nothing));
    }
    if runs {
        scene.emit(Fact::Runs(who, None));
    }
    scene.emit(Fact::At(who, When::Next, NEVER));
    scene.emit(Fact::Presence(who, how));
}
