//! What attacks and spells bring besides damage: paralysis, petrification, poison, nets, fire (`paralysis/damage`,
//! `petrification/points`, `poison/effect`, `actions/escape-net`, `actions/extinguish`).

use affray_kernel::condition::Until;
use affray_kernel::story::{Audience, Roll};
use affray_kernel::{CreatureId, Frozen, Play, RuleId};

use super::attack::{Again, Attempt, Outcome, explain_again};
use super::effects::{Effect, Thrown};
use super::health::plain;
use super::{cover, defenses};
use crate::TimeCount;
use crate::ids::rule;
use crate::sheet::{Amount, Brings, Defense, Pulse, Weapon};
use crate::state::{Arm, Condition, Paralysis, Pending, PendingHarm, State};

/// Counts between two bites of a fire (`actions/extinguish`).
pub(crate) const FIRE_COUNTS: u32 = 10;

/// Whether something that a weapon brings is held against another defense, by the total of the attack roll.
pub(crate) fn look_at_the_total(weapon: &Weapon) -> bool {
    weapon.riders.iter().any(|rider| rider.against.is_some())
}

/// What a hit with a weapon brings besides its damage; a hit without a roll is automatic, and reaches any defense.
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn of_weapon(
    scene: &mut Frozen<'_, '_, TimeCount>,
    attempt: &Attempt,
    with: Arm,
    (outcome, critical): (Option<Outcome>, bool),
    thrown: &mut Thrown,
) -> Play {
    let count = scene
        .state()
        .weapon(attempt.by, with)
        .map_or(0, |weapon| weapon.riders.len());
    for number in 0..count {
        let state = scene.state();
        let Some(rider) = state
            .weapon(attempt.by, with)
            .and_then(|weapon| weapon.riders.get(number))
        else {
            continue;
        };
        let (against, on_critical) = (rider.against, rider.on_critical);
        if on_critical && !critical
            || rider.brings == Brings::Fire && unlit(state, attempt.by, with)
            || against
                .zip(outcome)
                .is_some_and(|(defense, outcome)| !reaches(scene, attempt, outcome, defense))
        {
            continue;
        }
        if on_critical {
            thrown.cite(scene, rule!("critical-hits/other-effects"));
        }
        let brings = match scene.state().weapon(attempt.by, with) {
            Some(weapon) => weapon.riders[number].brings.clone(),
            None => continue,
        };
        bring(scene, attempt.by, attempt.on, &brings, thrown)?;
    }
    Ok(())
}

/// Whether the total of a hit reaches another defense as well, without what matters to the first alone; a natural 20 reaches any
/// (`poison/effect`, `petrification/points`, `natural-rolls/twenty`).
fn reaches(
    scene: &mut Frozen<'_, '_, TimeCount>,
    attempt: &Attempt,
    outcome: Outcome,
    defense: Defense,
) -> bool {
    let parts = defenses::against(scene.state(), attempt, defense);
    let besides = cover::besides(scene.state(), attempt, defense);
    let total = outcome.total + besides.total();
    let enough = total >= 10 + parts.total();
    let reached = enough || outcome.natural == 20;
    if !enough && reached {
        scene.cite(rule!("natural-rolls/twenty"));
    }
    let again = Again {
        defense,
        parts: &parts,
        besides: &besides,
        verdict: if reached {
            "it takes hold"
        } else {
            "it does not take hold"
        },
        rule: rule!("attack-roll/meets-defense"),
    };
    explain_again(scene, attempt, outcome, &again);
    reached
}

/// Whether a weapon is a torch that does not burn (`actions/light-torch`).
fn unlit(state: &State, by: CreatureId, with: Arm) -> bool {
    let is_torch = state.weapon(by, with).is_some_and(|weapon| weapon.torch);
    is_torch && matches!(with, Arm::Item(item) if !state.item(item).lit)
}

/// Brings something upon a creature.
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn bring(
    scene: &mut Frozen<'_, '_, TimeCount>,
    by: CreatureId,
    on: CreatureId,
    brings: &Brings,
    thrown: &mut Thrown,
) -> Play {
    let now = scene.state().clock.count;
    match brings {
        Brings::Paralysis { amount, recovery } => {
            let points = rolled(scene, by, *amount, ("paralysis", rule!("paralysis/damage")))?;
            thrown.push(Effect::Paralyse(
                on,
                Paralysis {
                    every: *recovery,
                    next: now.saturating_add(*recovery),
                    points,
                },
            ));
        }
        Brings::Petrification { amount } => {
            let what = ("petrification", rule!("petrification/points"));
            let points = rolled(scene, by, *amount, what)?;
            thrown.push(Effect::Petrify(on, points));
        }
        Brings::Poison { pulses } => {
            for pulse in pulses {
                poison(scene, by, on, *pulse, thrown)?;
            }
        }
        Brings::Net => {
            thrown.push(Effect::Gain(plain(on, Condition::Netted, Until::Cleared)));
        }
        Brings::Fire => {
            if !scene.state().has(on, Condition::Burning) {
                thrown.push(Effect::Gain(plain(on, Condition::Burning, Until::Cleared)));
                thrown.push(Effect::Pend(Pending {
                    at: now.saturating_add(FIRE_COUNTS),
                    on,
                    what: PendingHarm::Fire,
                }));
            }
        }
    }
    Ok(())
}

/// One pulse of a poison: at once, or to come (`poison/ongoing`).
fn poison(
    scene: &mut Frozen<'_, '_, TimeCount>,
    by: CreatureId,
    on: CreatureId,
    pulse: Pulse,
    thrown: &mut Thrown,
) -> Play {
    if pulse.after == 0 {
        let amount = rolled(scene, by, pulse.amount, ("poison", rule!("poison/effect")))?;
        thrown.push(Effect::Poison(on, amount, pulse.harms));
        return Ok(());
    }
    let what = match pulse.amount {
        Amount::Fixed(amount) => PendingHarm::Poison(amount, pulse.harms),
        Amount::Dice(dice) => {
            PendingHarm::PoisonDice(dice.dice(), dice.sides(), dice.bonus(), pulse.harms)
        }
    };
    let at = scene.state().clock.count.saturating_add(pulse.after);
    thrown.push(Effect::Pend(Pending { at, on, what }));
    Ok(())
}

fn rolled(
    scene: &mut Frozen<'_, '_, TimeCount>,
    by: CreatureId,
    amount: Amount,
    (what, rule): (&'static str, RuleId),
) -> Play<i16> {
    match amount {
        Amount::Fixed(number) => Ok(number),
        Amount::Dice(pool) => Ok(scene.sum(Roll {
            pool,
            by: Some(by),
            what,
            rule,
            audience: Audience::Everyone,
        })? as i16),
    }
}
