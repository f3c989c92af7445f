//! Falling down and lying Prone (`prone/*`).

use affray_kernel::condition::Until;
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::conditions::{gain, plain};
use super::numbers::{incapacitated, present};
use super::terrain::swims;
use super::{falling, flying, grapple, saddle};
use crate::ThreeAction;
use crate::ids::{refuse, rule};
use crate::state::{Condition, State};

/// Knocks a creature Prone: it, whoever it grapples or is grappled by, and whoever rides it. In the air and in water nobody is Prone
/// (`prone/definition`): a climber loses its hold and falls, and so do a rider in the air and a flyer that can no longer fly; they are Prone
/// when they have come to the ground, and not at all if they catch hold (`falling/forced`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn knock_down(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if scene.state().has(who, Condition::Prone) {
        return Ok(());
    }
    falling::lets_go(scene, who)?;
    saddle::unseat(scene, who)?;
    flying::keep_up(scene, who)?;
    if scene.state().has(who, Condition::Prone) || !present(scene.state(), who) {
        return Ok(());
    }
    scene.cite(rule!("prone/definition"));
    if !on_the_ground(scene.state(), who) {
        return Ok(());
    }
    gain(scene, plain(who, Condition::Prone, Until::Cleared));
    grapple::falls_together(scene, who)?;
    saddle::throw_riders(scene, who)
}

/// Once there is ground under it, an Unconscious creature lies there (`unconscious/prone`), and so does an Incapacitated one that has `floated`
/// (`incapacitated/onset`). That is no fall: it takes nobody along.
pub(crate) fn sinks_down(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, floated: bool) {
    let state = scene.state();
    let faint = state.has(who, Condition::Unconscious);
    let down = floated && incapacitated(state, who);
    if !(faint || down)
        || state.has_any(
            who,
            const { Condition::bits(&[Condition::Prone, Condition::Dead]) },
        )
        || state.body(who).mount.is_some()
        || !on_the_ground(state, who)
    {
        return;
    }
    scene.cite(if faint {
        rule!("unconscious/prone")
    } else {
        rule!("incapacitated/onset")
    });
    gain(scene, plain(who, Condition::Prone, Until::Cleared));
}

/// Whether there is something on which it could lie: it neither flies nor hangs nor swims nor floats in mid-air.
pub(crate) fn on_the_ground(state: &State, who: CreatureId) -> bool {
    let body = state.body(who);
    !(body.flying || body.hanging || swims(state, who) || flying::is_aloft(state, who))
}

/// Whether a creature can lie down on purpose.
///
/// # Errors
/// If it lies already, or there is no ground under it.
pub(crate) fn can_lie_down(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.has(who, Condition::Prone) {
        return Err(refuse!(
            "prone/definition",
            "{} lies Prone already",
            Figure::Creature(who)
        ));
    }
    if !on_the_ground(state, who) {
        return Err(refuse!(
            "prone/definition",
            "there is no ground under {} to lie on",
            Figure::Creature(who)
        ));
    }
    Ok(())
}
