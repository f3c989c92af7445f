//! Standing up (`conditions/prone`, `opportunity-attacks/stand-up`).

use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::{comes_to_nothing, still_acts};
use crate::ActionPoint;
use crate::act::{Declared, Exposure};
use crate::fact::{Fact, Number};
use crate::ids::{refuse, rule};
use crate::rules::conditions;
use crate::rules::damage::half_up;
use crate::rules::numbers::{movement_left, speed_m};
use crate::rules::occupied::{free_to_move, may_stay};
use crate::rules::opportunity;
use crate::rules::reactions::{Asked, Occasion};
use crate::rules::turns::is_over;
use crate::state::{Condition, State};

/// Metres of the turn's movement that standing up takes: half the speed, rounded up (`conditions/prone`, `core-rules/rounding`).
#[must_use]
pub(crate) fn cost_m(state: &State, who: CreatureId) -> i16 {
    half_up(speed_m(state, who))
}

/// Whether a creature can stand up: not in a space where it could not have stopped (`space/occupied`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if !state.has(who, Condition::Prone) {
        return Err(refuse!(
            "conditions/prone",
            "{} is not Prone",
            Figure::Creature(who)
        ));
    }
    free_to_move(state, who)?;
    may_stay(state, who, state.body(who).at, true)?;
    let (cost, left) = (cost_m(state, who), movement_left(state, who));
    if cost > left {
        return Err(refuse!(
            "conditions/prone",
            "{} has {} of movement left; standing up takes {}",
            Figure::Creature(who),
            Figure::Metres(i32::from(left)),
            Figure::Metres(i32::from(cost))
        ));
    }
    Ok(())
}

/// Stands up; opportunity attacks come while it still lies.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) -> Play {
    scene.cite(rule!("conditions/prone"));
    scene.cite(rule!("core-rules/rounding"));
    scene.emit(Fact::Rises(who));
    let guarded = opportunity::is_guarded(scene.state(), who);
    let occasion = Occasion {
        by: who,
        what: Some(Declared::StandUp),
        exposed: (!guarded).then_some(Exposure::StandsUp),
        target: None,
    };
    occasion.offer(scene, &mut Asked::new())?;
    let state = scene.state();
    if let Err(refusal) = still_acts(state, who).and_then(|()| aim(state, who)) {
        comes_to_nothing(scene, who, refusal.rule);
        return Ok(());
    }
    if is_over(scene.state()) {
        return Ok(());
    }
    let state = scene.state();
    let moved = state.body(who).moved + cost_m(state, who);
    scene.emit(Fact::Set(who, Number::Moved, moved));
    conditions::end(scene, who, Condition::Prone);
    Ok(())
}
