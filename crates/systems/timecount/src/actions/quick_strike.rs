//! Quick Strike (`special-actions/quick-strike`).

use affray_kernel::modifier::Tally;
use affray_kernel::story::Sum;
use affray_kernel::{CreatureId, Frozen, Play};

use super::attack;
use crate::TimeCount;
use crate::act::Strike;
use crate::fact::{self, Verdict};
use crate::ids::rule;
use crate::rules::attack::Moment;
use crate::rules::effects::{Blow, Effect, Thrown};
use crate::rules::speed::Delay;
use crate::state::State;

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
    let outcome = crate::rules::attack::roll(scene, &attempt, moment)?;
    if outcome.verdict.hits() {
        scene.cite(match outcome.verdict {
            Verdict::Critical => rule!("special-actions/quick-strike-critical"),
            _ => rule!("special-actions/quick-strike"),
        });
    }
    attack::strike_with(scene, strike, &attempt, outcome, &mut thrown)?;
    for effect in &mut thrown.effects {
        if let Effect::Damage(blow) = effect {
            let half = (blow.amount / 2).max(1);
            explain_half(scene, blow, half);
            blow.amount = half;
        }
    }
    Ok(thrown)
}

/// Half of the damage, rounded down (`engine/rounding`), and at least 1 (`damage/minimum-one`).
fn explain_half(scene: &mut Frozen<'_, '_, TimeCount>, blow: &Blow, half: i16) {
    let mut parts = Tally::new();
    parts.add("Quick Strike", half - blow.amount, rule!("engine/rounding"));
    scene.explain(
        || Sum {
            by: Some(blow.by),
            what: "damage, halved",
            dice: i32::from(blow.amount),
            total: i32::from(half),
            against: None,
            verdict: "",
            rule: rule!("special-actions/quick-strike"),
        },
        &parts,
    );
}

/// The weapon's Speed Factor, one class faster.
pub(crate) fn delay(state: &State, who: CreatureId, strike: &Strike) -> Delay {
    let mut delay = attack::delay(state, who, strike.with);
    delay
        .steps
        .add("Quick Strike", -1, rule!("special-actions/quick-strike"));
    delay
}
