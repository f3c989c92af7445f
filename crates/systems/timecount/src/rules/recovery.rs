//! Resting and treatment: what a night, a day in bed and the Heal skill give back (`healing/overnight-rest`,
//! `impairments/recovery-*`, `threshold-of-pain/recovery`, `attribute-damage/rule`, `poison/attribute-healing`).

use affray_kernel::dice::Pool;
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Audience, Roll};
use affray_kernel::{CreatureId, Play, Scene};
use smallvec::SmallVec;

use super::checks::{self, Check};
use super::numbers::present;
use crate::TimeCount;
use crate::act::Rest;
use crate::fact::{Fact, Flag, Number};
use crate::ids::rule;
use crate::sheet::{Attribute, DamageType, Skill, ThresholdRecovery};
use crate::state::{Condition, State};

/// Counts in an hour.
const HOUR: u32 = 60 * 120;

/// How long a rest takes, in counts.
pub(crate) const fn counts(rest: Rest) -> u32 {
    match rest {
        Rest::Night => 8 * HOUR,
        Rest::Day => 24 * HOUR,
    }
}

/// Counts of one treatment: 10 minutes (`impairments/heal-discipline`).
pub(crate) const TREATMENT: u32 = 10 * 120;

/// What a rest gives back (`healing/overnight-rest`, `healing/invigoration-ends`).
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn rested(scene: &mut Scene<'_, TimeCount>, who: CreatureId, rest: Rest) -> Play {
    scene.cite(rule!("healing/overnight-rest"));
    let body = scene.state().body(who).clone();
    if body.invigoration > 0 {
        scene.cite(rule!("healing/invigoration-ends"));
        scene.emit(Fact::Set(who, Number::Invigoration, 0));
    }
    natural_healing(scene, who, rest);
    for number in [Number::Fatigue, Number::PoisonFatigue, Number::RunPenalty] {
        scene.emit(Fact::Set(who, number, 0));
    }
    if body.wear > 0 {
        scene.cite(rule!("threshold-of-pain/recovery"));
        scene.emit(Fact::Set(who, Number::Wear, 0));
    }
    super::health::recovers(scene, who);
    super::effects::clear(scene, who, Condition::Fatigued);
    for (spell, _) in body.castings {
        scene.cite(rule!("preparing/step-2-repeat"));
        scene.emit(Fact::Castings(who, spell, 0));
    }
    scene.emit(Fact::Flag(who, Flag::Treated, false));
    attributes(scene, who, rest);
    impairments(scene, who, rest)
}

/// Whether a Threshold of Pain comes back with the end of the encounter (`threshold-of-pain/recovery`).
pub(crate) fn encounter_ends(state: &State) -> bool {
    state.cast.options.top_recovery == ThresholdRecovery::Encounter
        && state
            .creatures()
            .any(|who| present(state, who) && state.body(who).wear > 0)
}

/// All wear of the Threshold of Pain is gone (`threshold-of-pain/recovery`).
pub(crate) fn end_encounter(scene: &mut Scene<'_, TimeCount>) {
    scene.cite(rule!("threshold-of-pain/recovery"));
    for who in scene.state().creatures() {
        if present(scene.state(), who) && scene.state().body(who).wear > 0 {
            scene.emit(Fact::Set(who, Number::Wear, 0));
        }
    }
}

/// Hit points by Constitution, at least 1, twice for a day in bed.
fn natural_healing(scene: &mut Scene<'_, TimeCount>, who: CreatureId, rest: Rest) {
    let state = scene.state();
    let (body, sheet) = (state.body(who), state.sheet(who));
    let each = state.attribute(who, Attribute::Constitution).max(1);
    let gain = match rest {
        Rest::Night => each,
        Rest::Day => 2 * each,
    };
    let points = gain.min(sheet.max_hp - body.hp).max(0);
    let poison = (body.poison_hp - points).max(0);
    if points > 0 {
        scene.emit(Fact::Regains(who, points));
        scene.emit(Fact::Set(who, Number::PoisonHp, poison));
    }
}

/// A point of each damaged attribute; of damage by poison only after a day in bed.
fn attributes(scene: &mut Scene<'_, TimeCount>, who: CreatureId, rest: Rest) {
    for attribute in Attribute::ALL {
        let place = attribute as usize;
        let body = scene.state().body(who);
        let (damage, poison) = (body.attribute_damage[place], body.attribute_poison[place]);
        let plain = damage > poison;
        if damage == 0 || (!plain && rest == Rest::Night) {
            continue;
        }
        scene.emit(Fact::Set(
            who,
            Number::AttributeDamage(attribute),
            damage - 1,
        ));
        if plain {
            scene.cite(rule!("attribute-damage/rule"));
        } else {
            scene.cite(rule!("poison/attribute-healing"));
            scene.emit(Fact::Set(
                who,
                Number::AttributePoison(attribute),
                poison - 1,
            ));
        }
    }
}

/// The worst kind of impairment heals by a point, after a day in bed the two worst; ties are rolled (`impairments/recovery-night`,
/// `impairments/recovery-bed-rest`, `impairments/recovery-ties`).
fn impairments(scene: &mut Scene<'_, TimeCount>, who: CreatureId, rest: Rest) -> Play {
    let kinds = match rest {
        Rest::Night => 1,
        Rest::Day => 2,
    };
    let mut healed: SmallVec<[usize; 2]> = SmallVec::new();
    for _ in 0..kinds {
        let Some(place) = worst(scene, who, &healed)? else {
            return Ok(());
        };
        scene.cite(match rest {
            Rest::Night => rule!("impairments/recovery-night"),
            Rest::Day => rule!("impairments/recovery-bed-rest"),
        });
        ease(scene, who, place);
        healed.push(place);
    }
    Ok(())
}

fn ease(scene: &mut Scene<'_, TimeCount>, who: CreatureId, place: usize) {
    let points = scene.state().body(who).impairments[place];
    scene.emit(Fact::Set(
        who,
        Number::Impairments(place as u8),
        (points - 1).max(0),
    ));
}

fn worst(
    scene: &mut Scene<'_, TimeCount>,
    who: CreatureId,
    healed: &[usize],
) -> Play<Option<usize>> {
    let points = scene.state().body(who).impairments;
    let left = (0..points.len()).filter(|place| !healed.contains(place) && points[*place] > 0);
    let Some(most) = left.clone().map(|place| points[place]).max() else {
        return Ok(None);
    };
    let tied: SmallVec<[usize; 3]> = left.filter(|place| points[*place] == most).collect();
    let Ok(pool) = Pool::new(1, tied.len() as u16) else {
        return Ok(None);
    };
    if tied.len() == 1 {
        return Ok(Some(tied[0]));
    }
    let shown = scene.sum(Roll {
        pool,
        by: Some(who),
        what: "which impairment heals",
        rule: rule!("impairments/recovery-ties"),
        audience: Audience::Everyone,
    })?;
    Ok(tied.get(shown.max(1) as usize - 1).copied())
}

/// Where impairments of a kind are counted.
pub(crate) fn place(kind: DamageType) -> Option<usize> {
    match kind {
        DamageType::Bludgeoning => Some(0),
        DamageType::Piercing => Some(1),
        DamageType::Slashing => Some(2),
        _ => None,
    }
}

/// The treatment is over: Heal (Wis) against 15 and the impairments of that kind (`impairments/heal-discipline`).
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn treated(
    scene: &mut Scene<'_, TimeCount>,
    who: CreatureId,
    patient: CreatureId,
    kind: DamageType,
) -> Play {
    let Some(place) = place(kind) else {
        return Ok(());
    };
    let points = scene.state().body(patient).impairments[place];
    scene.cite(rule!("impairments/heal-discipline"));
    scene.emit(Fact::Flag(patient, Flag::Treated, true));
    let check = Check {
        skill: Skill::Heal,
        attribute: Attribute::Wisdom,
        difficulty: 15 + i32::from(points),
        own: Tally::new(),
    };
    if points > 0 && checks::check(&mut scene.frozen(), who, &check)?.success {
        ease(scene, patient, place);
    }
    Ok(())
}

/// Whether somebody is to be treated.
pub(crate) fn can_be_treated(state: &State, patient: CreatureId, kind: DamageType) -> bool {
    let body = state.body(patient);
    place(kind).is_some_and(|place| body.impairments[place] > 0) && !body.treated
}
