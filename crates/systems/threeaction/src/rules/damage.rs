//! Damage, healing, Incapacitated and death: doubling, Vulnerable, Durability, and what follows from lost Hit Points.

use affray_kernel::condition::Until;
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Audience, Roll, Sum};
use affray_kernel::{CreatureId, Play, RuleId, Scene};

use super::conditions::{gain, lose, plain};
use super::numbers::{incapacitated, worn_durability};
use crate::ThreeAction;
use crate::fact::{Fact, Harm};
use crate::ids::rule;
use crate::sheet::{CriticalDamage, DamageType};
use crate::state::{Condition, State};
use affray_kernel::dice::Pool;

/// Rolls Damage: dice, the parts of the tally, doubled on a critical (`foundations/doubling`).
#[inline(always)]
pub(crate) fn roll_damage(
    scene: &mut Scene<'_, ThreeAction>,
    by: CreatureId,
    dice: Option<Pool>,
    tally: &Tally,
    critical: bool,
) -> Play<i32> {
    let twice_dice =
        critical && scene.state().cast.options.critical_damage == CriticalDamage::DoubleDice;
    let mut rolled = 0;
    if let Some(pool) = dice {
        for _ in 0..if twice_dice { 2 } else { 1 } {
            rolled += scene.sum(Roll {
                pool,
                by: Some(by),
                what: "damage",
                rule: rule!("attack/damage"),
                audience: Audience::Everyone,
            })?;
        }
    }
    let flat = tally.total() * if twice_dice { 2 } else { 1 };
    let once = rolled + flat;
    let total = if critical && !twice_dice {
        once * 2
    } else {
        once
    };
    if critical {
        scene.cite(rule!("foundations/doubling"));
    }
    if critical && scene.listened() {
        let again = i16::try_from(total - rolled - tally.total()).unwrap_or(i16::MAX);
        let mut doubled = tally.clone();
        if again != 0 {
            doubled.add("once more", again, rule!("foundations/doubling"));
        }
        explain_damage(scene, by, (rolled, total), "doubled", &doubled);
    } else {
        explain_damage(scene, by, (rolled, total), "", tally);
    }
    Ok(total.max(0))
}

#[inline(always)]
fn explain_damage(
    scene: &mut Scene<'_, ThreeAction>,
    by: CreatureId,
    (dice, total): (i32, i32),
    verdict: &'static str,
    tally: &Tally,
) {
    scene.explain(
        || Sum {
            by: Some(by),
            what: "damage",
            dice,
            total,
            against: None,
            verdict,
            rule: rule!("attack/damage"),
        },
        tally,
    );
}

/// Whether Durability reduces Damage of that origin to a creature (`foundations/durability`).
#[inline]
fn durability_counts(harm: Harm) -> bool {
    matches!(harm, Harm::Attack | Harm::Spell | Harm::Collision)
}

/// Adds to an amount of Damage what changes it on its way to a creature: doubled if it is Vulnerable, then less its Durability.
#[inline(always)]
fn add_reduction(
    state: &State,
    who: CreatureId,
    (amount, kind): (i32, DamageType),
    harm: Harm,
    tally: &mut Tally,
) {
    if state.sheet(who).vulnerable.contains(&kind) {
        tally.add(
            "Vulnerable",
            i16::try_from(amount).unwrap_or(i16::MAX),
            rule!("foundations/vulnerable"),
        );
    }
    if durability_counts(harm) {
        let (hide, worn) = (state.sheet(who).hide, worn_durability(state, who));
        tally.add("Durability", -hide, rule!("foundations/durability"));
        tally.add("armour", -worn, rule!("foundations/armour-table"));
    }
}

/// Deals Damage to a creature: the amount is as rolled, doubling for a critical included.
///
/// # Errors
/// Stops where a draw is missing (what follows from Damage may need dice).
pub(crate) fn hurt(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    amount: i32,
    kind: DamageType,
    harm: Harm,
) -> Play<i32> {
    if scene.state().has(who, Condition::Dead) {
        return Ok(0);
    }
    let mut tally = scene.tally();
    add_reduction(scene.state(), who, (amount, kind), harm, &mut tally);
    let lost = (amount + tally.total()).max(0);
    if scene.listened() && !tally.parts().is_empty() {
        explain_reduction(scene, who, amount, lost, &tally);
    }
    if lost == 0 {
        scene.emit(Fact::Unhurt(who, harm));
        return Ok(0);
    }
    let was_incapacitated = incapacitated(scene.state(), who);
    let amount = i16::try_from(lost).unwrap_or(i16::MAX);
    scene.emit(Fact::Damaged(who, amount, kind, harm));
    super::bleeding::damaged(scene, who);
    after_loss(scene, who, was_incapacitated)?;
    super::readied::interrupt(scene, who, super::readied::Happening::Damage)?;
    Ok(lost)
}

fn explain_reduction(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    amount: i32,
    lost: i32,
    tally: &Tally,
) {
    scene.explain(
        || Sum {
            by: Some(who),
            what: "damage taken",
            dice: amount,
            total: lost,
            against: None,
            verdict: "",
            rule: rule!("foundations/durability"),
        },
        tally,
    );
}

/// What follows when Hit Points have gone down: death (`dead/negative-hp`) or the onset of Incapacitated (`incapacitated/onset`).
///
/// # Errors
/// Stops where a draw is missing.
#[inline(always)]
pub(crate) fn after_loss(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    was_incapacitated: bool,
) -> Play {
    if scene.state().body(who).hp > 0 {
        Ok(())
    } else {
        sinks(scene, who, was_incapacitated)
    }
}

fn sinks(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, was_incapacitated: bool) -> Play {
    let (hp, max_hp) = (scene.state().body(who).hp, scene.state().sheet(who).max_hp);
    if hp <= -max_hp {
        scene.cite(rule!("dead/negative-hp"));
        scene.cite(rule!("foundations/max-hp"));
        return die(scene, who);
    }
    if hp <= 0 && !was_incapacitated {
        scene.cite(rule!("incapacitated/threshold"));
        scene.cite(rule!("incapacitated/onset"));
        super::bleeding::begin(scene, who);
        super::prone::knock_down(scene, who)?;
    }
    Ok(())
}

/// A creature dies: what it held drops, whom it held is free, its mount goes on without it and its rider is thrown.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn die(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    scene.cite(rule!("dead/definition"));
    gain(scene, plain(who, Condition::Dead, Until::Cleared));
    super::bleeding::end(scene, who);
    lose(scene, who, Condition::OnFire);
    super::unconscious::lose_readied(scene, who);
    super::unconscious::drop_held(scene, who);
    super::grapple::ends_for(scene, who)?;
    super::falling::lets_go(scene, who)?;
    super::flying::keep_up(scene, who)?;
    super::saddle::died(scene, who)
}

/// Rolls so many d6 that a creature suffers.
///
/// # Errors
/// Stops if the dice are missing.
pub(crate) fn d6(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    number: u8,
    what: &'static str,
    rule: RuleId,
) -> Play<i32> {
    let Ok(pool) = Pool::new(number, 6) else {
        return Ok(0);
    };
    scene.sum(Roll {
        pool,
        by: Some(who),
        what,
        rule,
        audience: Audience::Everyone,
    })
}
