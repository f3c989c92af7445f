//! What a spell does once it is cast: its attack rolls, its damage, its other effects (`spell-attacks/*`, `spells/definition`).

use affray_kernel::condition::{Held, Until};

use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Audience, Roll, Sum};
use affray_kernel::{CreatureId, Frozen, Play};
use smallvec::SmallVec;

use super::super::attack::feint;
use super::super::special;
use super::targets;
use crate::TimeCount;
use crate::act::{Act, Aim, Window};
use crate::fact::{self, Verdict};
use crate::ids::rule;
use crate::rules::attack::{Attempt, Fine, Moment, Term, roll};
use crate::rules::effects::{Blow, Cure, Effect, Thrown};
use crate::rules::numbers::threshold;
use crate::rules::{damage, healing, riders};
use crate::sheet::{
    self, Amount, Attribute, Brings, ChargeUse, DamageType, Defense, OnMiss, Spell, SpellRange,
};
use crate::state::{BonusPool, Condition, SpellId, State};

/// A spell at work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    /// Who cast it.
    pub(crate) caster: CreatureId,
    /// Which.
    pub(crate) spell: SpellId,
    /// Charges in the attack rolls.
    pub(crate) attack: u8,
    /// Charges in the effect.
    pub(crate) effect: u8,
    /// By how much the casting check exceeded its DC (`actions/lower-spell-resistance`); a scroll takes none.
    pub(crate) over: Option<i32>,
}

/// Everybody a spell is aimed at, and whether it hits.
type Reached = SmallVec<[(CreatureId, Verdict); 4]>;

/// Lets a spell work.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn spell(
    scene: &mut Frozen<'_, '_, TimeCount>,
    work: Work,
    aim: &Aim,
    moment: Moment<'_>,
    thrown: &mut Thrown,
) -> Play {
    let state = scene.state();
    let entry = state.spell(work.spell).clone();
    let Ok(aimed) = targets::of(state, work.caster, &entry, aim, work.effect) else {
        return Ok(());
    };
    let mut reached = Reached::new();
    if aimed.len() > 1 && entry.against.is_some() {
        scene.cite(rule!("spell-attacks/multiple-targets"));
    }
    for on in aimed {
        let verdict = match entry.against {
            Some(against) => attack(scene, work, (&entry, aim), (on, against), moment, thrown)?,
            None if resists(scene.state(), work, on) => {
                keep_out(scene, work, on, thrown);
                Verdict::Miss
            }
            None => Verdict::Hit,
        };
        reached.push((on, verdict));
    }
    take_effect(scene, work, &entry, &reached, thrown)
}

/// Whether a spell without an attack roll does not get through spell resistance (`actions/lower-spell-resistance`).
fn resists(state: &State, work: Work, on: CreatureId) -> bool {
    let resistance = i32::from(state.sheet(on).spell_resistance);
    resistance > 0
        && !state.body(on).resistance_lowered_met()
        && work.over.unwrap_or(0) < resistance
}

/// Spell resistance keeps a spell out: the casting check exceeds its DC by too little, or there is none (`actions/lower-spell-resistance`).
fn keep_out(
    scene: &mut Frozen<'_, '_, TimeCount>,
    work: Work,
    on: CreatureId,
    thrown: &mut Thrown,
) {
    let rule = rule!("actions/lower-spell-resistance");
    let resistance = i32::from(scene.state().sheet(on).spell_resistance);
    let over = work.over.unwrap_or(0);
    scene.explain(
        || Sum {
            by: Some(work.caster),
            what: match work.over {
                Some(_) => "casting check above its DC",
                None => "scroll, without a casting check",
            },
            dice: over,
            total: over,
            against: Some(Against::of(on, "spell resistance", resistance)),
            verdict: "kept out",
            rule,
        },
        &Tally::new(),
    );
    thrown.cite(scene, rule);
    let what = fact::Attempt::Spell(work.spell);
    thrown.push(Effect::Came(what, on, Verdict::Miss));
}

/// The attack roll against one target (`spell-attacks/bonus`, `spell-attacks/targets`).
fn attack(
    scene: &mut Frozen<'_, '_, TimeCount>,
    work: Work,
    (entry, aim): (&Spell, &Aim),
    (on, against): (CreatureId, Defense),
    moment: Moment<'_>,
    thrown: &mut Thrown,
) -> Play<Verdict> {
    let what = fact::Attempt::Spell(work.spell);
    let mut attempt: Attempt = special::special(work.caster, on, what, Term::Spell, against);
    attempt.fine = Fine::Nothing;
    attempt.ranged = matches!(entry.range, SpellRange::Feet(_));
    if let Aim::Area(centre) = aim {
        attempt.centre = Some(*centre);
    }
    attempt.own.add(
        "charges",
        2 * i16::from(work.attack),
        rule!("spell-attacks/bonus"),
    );
    scene.cite(rule!("spell-attacks/targets"));
    if !entry.criticals {
        scene.cite(rule!("spell-attacks/no-criticals"));
    }
    let outcome = roll(scene, &attempt, moment)?;
    special::came(thrown, &attempt, outcome);
    if outcome.verdict == Verdict::Critical && scene.state().sheet(on).traits.immune_criticals {
        thrown.cite(scene, rule!("critical-hits/immunity"));
        return Ok(Verdict::Hit);
    }
    Ok(outcome.verdict)
}

/// What the spell does to those it reaches (`spell-attacks/hit-and-miss`).
fn take_effect(
    scene: &mut Frozen<'_, '_, TimeCount>,
    work: Work,
    entry: &Spell,
    reached: &Reached,
    thrown: &mut Thrown,
) -> Play {
    if let sheet::Effect::Damage { dice, kind } = entry.effect {
        return hurt(
            scene,
            work,
            entry,
            (dice.into_amount(), kind),
            reached,
            thrown,
        );
    }
    let now = scene.state().clock.count;
    for &(on, verdict) in reached.iter().filter(|(_, verdict)| verdict.hits()) {
        match &entry.effect {
            sheet::Effect::Damage { .. } => {}
            sheet::Effect::Heal { dice } => {
                let points = more_dice(scene, work, entry, dice.into_amount(), "healing")?;
                heal(scene, work.caster, on, points, thrown)?;
            }
            sheet::Effect::BonusHitPoints { points, counts } => {
                thrown.cite(scene, rule!("bonus-hit-points/above-maximum"));
                thrown.cite(scene, rule!("bonus-hit-points/duration"));
                let points = points + more_points(entry, work);
                let until = now.saturating_add(*counts);
                thrown.push(Effect::Bonus(on, BonusPool { until, points }));
            }
            sheet::Effect::Bring(brings) => {
                let brings = charged(entry, work, brings);
                riders::bring(scene, work.caster, on, &brings, thrown)?;
            }
            sheet::Effect::AttackPenalty { penalty, counts } => {
                let shaken = shaken(scene.state(), work.caster, on, (*penalty, *counts));
                thrown.push(Effect::Gain(shaken));
            }
            sheet::Effect::DrawPoison => thrown.push(Effect::Cure(on, Cure::Poison)),
            sheet::Effect::Unpetrify => thrown.push(Effect::Cure(on, Cure::Petrification)),
            sheet::Effect::HeldFlame { .. } => {
                debug_assert!(verdict.hits());
                thrown.push(Effect::Activate(work.caster, work.spell));
            }
        }
    }
    Ok(())
}

/// A penalty on all attack rolls for so many counts.
pub(crate) fn shaken(
    state: &State,
    by: CreatureId,
    on: CreatureId,
    (penalty, counts): (i16, u32),
) -> Held<Condition> {
    Held {
        on,
        kind: Condition::Shaken,
        toward: None,
        parent: None,
        cause: Some(by),
        until: Until::At(state.clock.count.saturating_add(counts)),
        amount: penalty,
    }
}

/// A pool as an amount.
trait IntoAmount {
    /// The amount.
    fn into_amount(self) -> Amount;
}

impl IntoAmount for affray_kernel::dice::Pool {
    fn into_amount(self) -> Amount {
        Amount::Dice(self)
    }
}

/// Points that charges add.
fn more_points(entry: &Spell, work: Work) -> i16 {
    match entry.charge {
        Some(ChargeUse::Points(each)) => each * i16::from(work.effect),
        _ => 0,
    }
}

/// The dice of the effect and those that charges add.
fn more_dice(
    scene: &mut Frozen<'_, '_, TimeCount>,
    work: Work,
    entry: &Spell,
    dice: Amount,
    what: &'static str,
) -> Play<i16> {
    let own = rolled(scene, work.caster, dice, what)?;
    let total = own.saturating_add(of_charges(scene, work, entry, what)?);
    Ok(total.clamp(0, i32::from(i16::MAX)) as i16)
}

/// What charges add to a roll of the effect.
fn of_charges(
    scene: &mut Frozen<'_, '_, TimeCount>,
    work: Work,
    entry: &Spell,
    what: &'static str,
) -> Play<i32> {
    let mut total = i32::from(more_points(entry, work));
    if let Some(ChargeUse::Dice(each)) = entry.charge {
        for _ in 0..work.effect {
            total += rolled(scene, work.caster, Amount::Dice(each), what)?;
        }
    }
    Ok(total)
}

fn rolled(
    scene: &mut Frozen<'_, '_, TimeCount>,
    by: CreatureId,
    dice: Amount,
    what: &'static str,
) -> Play<i32> {
    match dice {
        Amount::Fixed(number) => Ok(i32::from(number)),
        Amount::Dice(pool) => scene.sum(Roll {
            pool,
            by: Some(by),
            what,
            rule: rule!("spells/definition"),
            audience: Audience::Everyone,
        }),
    }
}

/// What weapons can bring as well, with the charges of the spell in it.
fn charged(entry: &Spell, work: Work, brings: &Brings) -> Brings {
    let stronger = |amount: Amount| match (amount, entry.charge) {
        (Amount::Dice(dice), Some(ChargeUse::Points(each))) => {
            Amount::Dice(dice.plus(each * i16::from(work.effect)))
        }
        (Amount::Dice(dice), Some(ChargeUse::Dice(each))) if each.sides() == dice.sides() => {
            let count = dice
                .dice()
                .saturating_add(each.dice().saturating_mul(work.effect));
            affray_kernel::dice::Pool::new(count, dice.sides()).map_or(Amount::Dice(dice), |pool| {
                Amount::Dice(pool.plus(dice.bonus()))
            })
        }
        (amount, _) => amount,
    };
    match brings {
        Brings::Paralysis { amount, recovery } => Brings::Paralysis {
            amount: stronger(*amount),
            recovery: *recovery,
        },
        Brings::Petrification { amount } => Brings::Petrification {
            amount: stronger(*amount),
        },
        other => other.clone(),
    }
}

/// Damage is rolled once; Power counts for each target, and a miss may still deal half (`spell-attacks/damage-roll`).
fn hurt(
    scene: &mut Frozen<'_, '_, TimeCount>,
    work: Work,
    entry: &Spell,
    (dice, kind): (Amount, DamageType),
    reached: &Reached,
    thrown: &mut Thrown,
) -> Play {
    let touched = |verdict: Verdict| verdict.hits() || entry.on_miss == OnMiss::Half;
    if !reached.iter().any(|(_, verdict)| touched(*verdict)) {
        return Ok(());
    }
    let hurt = || reached.iter().filter(|(_, verdict)| touched(*verdict));
    scene.cite(rule!("spell-attacks/damage-roll"));
    let shown = if hurt().all(|(_, verdict)| *verdict == Verdict::Critical) {
        damage::most(dice)
    } else {
        rolled(scene, work.caster, dice, "damage")?
    };
    let more = of_charges(scene, work, entry, "damage")?;
    for &(on, verdict) in hurt() {
        let amount = amount(scene, (work.caster, on), (dice, shown, more), verdict);
        thrown.push(Effect::Damage(Blow {
            by: work.caster,
            on,
            amount,
            kind,
            nonlethal: false,
            wears: verdict.hits(),
            threshold: threshold(scene.state(), on),
            always_impairs: false,
            others: 0,
        }));
    }
    Ok(())
}

/// The damage to one target: of a critical hit the spell's own dice at their most and Intelligence; those that charges add are as they
/// were rolled (`critical-hits/damage`, `critical-hits/extra-dice`).
fn amount(
    scene: &mut Frozen<'_, '_, TimeCount>,
    (by, on): (CreatureId, CreatureId),
    (dice, shown, more): (Amount, i32, i32),
    verdict: Verdict,
) -> i16 {
    let mut own = feint(scene.state(), (by, on), false);
    let mut base = shown;
    if verdict == Verdict::Critical {
        base = damage::most(dice);
        let intelligence = scene.state().attribute(by, Attribute::Intelligence);
        own.add(
            "critical hit",
            intelligence.max(1),
            rule!("critical-hits/damage"),
        );
        if more > 0 {
            scene.cite(rule!("critical-hits/extra-dice"));
        }
    }
    let half = (!verdict.hits()).then_some(rule!("spell-attacks/hit-and-miss"));
    let is_told = more == 0 && damage::is_rolled(dice);
    damage::of_magic(scene, by, (base + more, is_told), (&own, half))
}

/// Healing is split between Invigoration and fatigue, as whoever heals likes (`healing/split`, `healing/caps`).
///
/// # Errors
/// Stops where an answer is missing.
pub(crate) fn heal(
    scene: &mut Frozen<'_, '_, TimeCount>,
    by: CreatureId,
    patient: CreatureId,
    points: i16,
    thrown: &mut Thrown,
) -> Play {
    thrown.cite(scene, rule!("healing/split"));
    let room = healing::room(scene.state(), patient);
    let into = if room.invigoration == 0 || room.fatigue == 0 {
        (points - room.fatigue).max(0)
    } else {
        match scene.ask(by, Window::Split { patient, points })? {
            Act::Invigorate(into) => into,
            _ => (points - room.fatigue).max(0),
        }
    };
    let invigoration = into.min(room.invigoration);
    let fatigue = (points - into).min(room.fatigue);
    if invigoration + fatigue < points {
        thrown.cite(scene, rule!("healing/caps"));
    }
    thrown.cite(scene, rule!("healing/separate-pool"));
    thrown.push(Effect::Heal(patient, invigoration, fatigue));
    Ok(())
}

/// The dice of something that heals.
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn healing_dice(
    scene: &mut Frozen<'_, '_, TimeCount>,
    by: CreatureId,
    dice: affray_kernel::dice::Pool,
) -> Play<i16> {
    Ok(rolled(scene, by, Amount::Dice(dice), "healing")? as i16)
}
