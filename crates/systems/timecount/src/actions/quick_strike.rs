//! Quick Strike (`special-actions/quick-strike`).

use affray_kernel::modifier::Tally;
use affray_kernel::story::Sum;
use affray_kernel::{CreatureId, Frozen, Play, Refusal};

use super::attack::{self, Plan};
use crate::TimeCount;
use crate::act::Strike;
use crate::fact::{self, Verdict};
use crate::ids::{refuse, rule};
use crate::rules::attack::Moment;
use crate::rules::effects::{Effect, Thrown};
use crate::rules::speed::Delay;
use crate::state::State;

/// Whether a Quick Strike is possible: it gives up half of the damage, which takes a weapon that deals some.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, strike: &Strike) -> Result<Plan, Refusal> {
    let plan = attack::aim(state, who, strike)?;
    let weapon = state.weapon(who, strike.with);
    if weapon.is_some_and(|weapon| weapon.damage.is_none()) {
        return Err(refuse!(
            "special-actions/quick-strike",
            "the weapon deals no damage that could be halved"
        ));
    }
    Ok(plan)
}

/// Rolls the attack; a hit deals half damage, that of paralysis and petrification too; a poison does damage of its own.
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
    let Ok(plan) = aim(scene.state(), who, strike) else {
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
        let (what, amount) = match effect {
            Effect::Damage(blow) => ("damage, halved", &mut blow.amount),
            Effect::Paralyse(_, source) => ("paralysis damage, halved", &mut source.points),
            Effect::Petrify(_, points) => ("petrification damage, halved", points),
            _ => continue,
        };
        *amount = halved(scene, who, what, *amount);
    }
    Ok(thrown)
}

/// Half of the damage, rounded down (`engine/rounding`), and at least 1 (`damage/minimum-one`).
fn halved(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    what: &'static str,
    amount: i16,
) -> i16 {
    let half = (amount / 2).max(1);
    let mut parts = Tally::new();
    parts.add("Quick Strike", half - amount, rule!("engine/rounding"));
    scene.explain(
        || Sum {
            by: Some(who),
            what,
            dice: i32::from(amount),
            total: i32::from(half),
            against: None,
            verdict: "",
            rule: rule!("special-actions/quick-strike"),
        },
        &parts,
    );
    half
}

/// The weapon's Speed Factor, one class faster.
pub(crate) fn delay(state: &State, who: CreatureId, strike: &Strike) -> Delay {
    let mut delay = attack::delay(state, who, strike.with);
    delay
        .steps
        .add("Quick Strike", -1, rule!("special-actions/quick-strike"));
    delay
}
