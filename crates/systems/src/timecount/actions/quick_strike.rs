//! Quick Strike (`special-actions/quick-strike`).

use affray_kernel::{CreatureId, Frozen, Play};

use super::attack;
use crate::timecount::TimeCount;
use crate::timecount::act::Strike;
use crate::timecount::fact::{self, Verdict};
use crate::timecount::ids::rule;
use crate::timecount::rules::attack::Moment;
use crate::timecount::rules::effects::{Effect, Thrown};
use crate::timecount::rules::speed::Delay;
use crate::timecount::state::State;

/// Rolls the attack; a hit deals half damage, rounded down, at least 1.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    strike: &Strike,
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    let Ok(plan) = attack::aim(scene.state(), who, strike) else {
        return Ok(thrown);
    };
    let mut attempt = attack::attempt(scene.state(), who, strike, plan);
    attempt.what = fact::Attempt::QuickStrike;
    let outcome = crate::timecount::rules::attack::roll(scene, &attempt, moment)?;
    if outcome.verdict.hits() {
        scene.cite(match outcome.verdict {
            Verdict::Critical => rule!("special-actions/quick-strike-critical"),
            _ => rule!("special-actions/quick-strike"),
        });
    }
    attack::strike_with(scene, strike, &attempt, outcome, &mut thrown)?;
    if outcome.verdict.hits() {
        scene.cite(rule!("engine/rounding"));
    }
    for effect in &mut thrown.effects {
        if let Effect::Damage(blow) = effect {
            blow.amount = (blow.amount / 2).max(1);
        }
    }
    Ok(thrown)
}

/// The weapon's Speed Factor, one class faster.
pub(crate) fn delay(state: &State, who: CreatureId, strike: &Strike) -> Delay {
    let mut delay = attack::delay(state, who, strike.with);
    delay
        .steps
        .add("Quick Strike", -1, rule!("special-actions/quick-strike"));
    delay
}
