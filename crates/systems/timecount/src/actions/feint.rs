//! Feint and Distract Opponent (`special-actions/feint`, `special-actions/distract`).

use affray_kernel::condition::{Held, Until};
use affray_kernel::{CreatureId, Frozen, Play, Refusal};

use super::{attack, special};
use crate::TimeCount;
use crate::act::Hampers;
use crate::fact::{self, Verdict};
use crate::ids::{refuse, rule};
use crate::rules::attack::{Fine, Moment, roll};
use crate::rules::effects::{Effect, Thrown};
use crate::rules::numbers::{enemies, present};
use crate::rules::speed::Delay;
use crate::sheet::Defense;
use crate::state::{Arm, Condition, State};

/// Rolls a Feint: a hit gives +2 on the next attack, a Great Success +2 damage as well.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw_feint(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    (target, with): (CreatureId, Arm),
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    if special::melee(scene.state(), who, target, with).is_err() {
        return Ok(thrown);
    }
    let what = fact::Attempt::Feint;
    let attempt = special::armed(scene.state(), (who, target), what, with, Defense::Spirit);
    let outcome = roll(scene, &attempt, moment)?;
    special::came(&mut thrown, &attempt, outcome);
    if outcome.verdict.hits() {
        thrown.cite(scene, rule!("special-actions/feint"));
        let great = outcome.great(5);
        if great {
            special::great(
                scene,
                &mut thrown,
                rule!("special-actions/feint-great-success"),
            );
        }
        thrown.push(Effect::Gain(Held {
            on: who,
            kind: Condition::Feinting,
            toward: Some(target),
            parent: None,
            cause: Some(who),
            until: Until::Cleared,
            amount: if great { 2 } else { 0 },
        }));
    }
    Ok(thrown)
}

/// Half the weapon's Speed Factor, after all that changes it.
pub(crate) fn delay_feint(state: &State, who: CreatureId, with: Arm) -> Delay {
    let mut delay = attack::delay(state, who, with);
    delay.halved = true;
    delay.rule = rule!("special-actions/feint");
    delay
}

/// Whether an opponent can be distracted for the good of an ally (`special-actions/distract`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_distract(
    state: &State,
    who: CreatureId,
    (target, with): (CreatureId, Arm),
    ally: CreatureId,
) -> Result<(), Refusal> {
    special::melee(state, who, target, with)?;
    if ally == who || ally == target || enemies(state, who, ally) || !present(state, ally) {
        return Err(refuse!(
            "special-actions/distract",
            "one distracts for the good of an ally"
        ));
    }
    Ok(())
}

/// Rolls a Distract: a hit hampers the target's attack on one ally, or its defense against that ally; a Critical Success both.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw_distract(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    (target, with): (CreatureId, Arm),
    (ally, hampers): (CreatureId, Hampers),
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    if aim_distract(scene.state(), who, (target, with), ally).is_err() {
        return Ok(thrown);
    }
    let what = fact::Attempt::Distract;
    let mut attempt = special::armed(scene.state(), (who, target), what, with, Defense::Spirit);
    attempt.fine = Fine::Nothing;
    let outcome = roll(scene, &attempt, moment)?;
    special::came(&mut thrown, &attempt, outcome);
    if !outcome.verdict.hits() {
        return Ok(thrown);
    }
    thrown.cite(scene, rule!("special-actions/distract"));
    let both = outcome.verdict == Verdict::Critical;
    if both {
        thrown.cite(scene, rule!("special-actions/critical-success"));
        thrown.cite(scene, rule!("special-actions/distract-critical"));
    }
    let kinds = [
        (Condition::DistractedAttack, Hampers::Attack),
        (Condition::DistractedDefense, Hampers::Defense),
    ];
    for (kind, side) in kinds {
        if both || side == hampers {
            thrown.push(Effect::Gain(Held {
                on: target,
                kind,
                toward: Some(ally),
                parent: None,
                cause: Some(who),
                until: Until::TurnStart(who, 1),
                amount: 0,
            }));
        }
    }
    Ok(thrown)
}
