//! Attacks of opportunity: before the roll of whoever shoots or casts while engaged (`reaction/*`).

use affray_kernel::{Arm, CreatureId, Figure, Play, Refusal, Scene};
use smallvec::SmallVec;

use super::attack;
use super::numbers::{
    acts, before, enemies, engaged, melee_range_yd, melee_weapons, threatens, unnoticed, usable,
    yards_between,
};
use crate::Segments;
use crate::act::{Act, Location, Strike, Window, With};
use crate::fact::{Fact, Flag, Occasion};
use crate::ids::{refuse, rule};
use crate::sheet::{MeleeMagicOpportunity, OpportunityCost, PowerClass};
use crate::state::{Segment, State};

/// Whether an attack draws attacks of opportunity from those around, if its maker is engaged (`reaction/attack-of-opportunity`).
#[must_use]
pub(crate) fn is_drawn_by(state: &State, with: With) -> bool {
    match with {
        With::Melee(_) => false,
        With::Ranged(_) => true,
        With::Power(power) => match state.power(power).class {
            PowerClass::RangedMagic | PowerClass::Mental => true,
            PowerClass::MeleeMagic => {
                state.cast.options.melee_magic_opportunity == MeleeMagicOpportunity::Draws
            }
            PowerClass::Utility => false,
        },
    }
}

/// Whether a creature may make an attack of opportunity against another (`reaction/opportunity-cost`).
///
/// # Errors
/// Why it may not.
pub(crate) fn may_react(state: &State, who: CreatureId, by: CreatureId) -> Result<(), Refusal> {
    let stands = threatens(state, who, state.space(by));
    let falling = state.body(who).pending.is_some();
    if falling
        || !acts(state, who)
        || !enemies(state, who, by)
        || unnoticed(state, who, by)
        || !stands
    {
        return Err(refuse!(
            "reaction/attack-of-opportunity",
            "{} is not in the threat zone of {}",
            Figure::Creature(by),
            Figure::Creature(who)
        ));
    }
    if state.body(who).reacted {
        return Err(refuse!(
            "reaction/opportunity-cost",
            "{} has made its attack of opportunity of this round",
            Figure::Creature(who)
        ));
    }
    let costs = state.cast.options.opportunity_cost == OpportunityCost::OneAction;
    if costs && state.body(who).actions < 1 {
        return Err(refuse!(
            "reaction/opportunity-cost",
            "an attack of opportunity costs an action, and none is left"
        ));
    }
    Ok(())
}

/// Whether a weapon serves for an attack of opportunity (`reaction/opportunity-resolution`).
///
/// # Errors
/// Why it does not.
pub(crate) fn check(
    state: &State,
    who: CreatureId,
    by: CreatureId,
    arm: Arm,
) -> Result<(), Refusal> {
    may_react(state, who, by)?;
    usable(state, who, arm)?;
    let melee = state.weapon(who, arm).filter(|weapon| !weapon.mounted);
    let Some((melee, skill, kind)) =
        melee.and_then(|weapon| Some((weapon.melee?, weapon.skill, weapon.kind)))
    else {
        return Err(refuse!(
            "reaction/opportunity-resolution",
            "an attack of opportunity is made hand to hand"
        ));
    };
    if !state.cast.damage_types[kind as usize] {
        return Err(refuse!(
            "passive/damage-types",
            "this setting does not use that kind of damage"
        ));
    }
    if melee.usage > 1 {
        return Err(refuse!(
            "reaction/opportunity-resolution",
            "an attack of opportunity has no time for an attack of {} actions",
            Figure::Number(melee.usage.into())
        ));
    }
    if state.score(who, skill).is_none() {
        return Err(refuse!(
            "check/missing-score",
            "the skill for it is not on the sheet"
        ));
    }
    if yards_between(state, who, by) > melee_range_yd(state, who, With::Melee(arm)) {
        return Err(refuse!(
            "engagement/melee-range",
            "{} is out of its reach",
            Figure::Creature(by)
        ));
    }
    Ok(())
}

/// Weapons with which a creature can make an attack of opportunity.
pub(crate) fn arms(
    state: &State,
    who: CreatureId,
    by: CreatureId,
) -> impl Iterator<Item = Arm> + '_ {
    melee_weapons(state, who)
        .map(|(arm, _)| arm)
        .filter(move |arm| check(state, who, by, *arm).is_ok())
}

/// Everybody around who may strikes first, if the attack draws it, on somebody or into a space; each decides when the one before is done
/// (`reaction/opportunity-timing`).
///
/// # Errors
/// Stops if a die or an answer is missing.
pub(crate) fn drawn(
    scene: &mut Scene<'_, Segments>,
    by: CreatureId,
    (with, strike): (With, Option<Strike>),
) -> Play {
    let state = scene.state();
    if !is_drawn_by(state, with) || !engaged(state, by) {
        if matches!(with, With::Power(power) if state.power(power).class == PowerClass::MeleeMagic)
        {
            scene.cite(rule!("melee-segment/melee-magic-opportunity"));
        }
        return Ok(());
    }
    let mut order: SmallVec<[CreatureId; 4]> = state
        .creatures()
        .filter(|who| may_react(state, *who, by).is_ok())
        .collect();
    if order.is_empty() {
        return Ok(());
    }
    order.sort_by(|one, other| before(state, *one, *other));
    cite(scene, with);
    let window = |state: &State, who: CreatureId| {
        let due = super::numbers::active(state, by) && arms(state, who, by).next().is_some();
        due.then_some(Window::Opportunity { by, strike })
    };
    scene.poll(&order, window, |scene, who, act| match act {
        Act::Opportunity(arm) => strikes(scene, (who, by), arm),
        Act::Surrender => {
            super::outcomes::surrender(scene, who);
            Ok(())
        }
        _ => Ok(()),
    })
}

fn cite(scene: &mut Scene<'_, Segments>, with: With) {
    if !scene.listened() {
        return;
    }
    scene.cite(rule!("reaction/attack-of-opportunity"));
    scene.cite(rule!("reaction/opportunity-timing"));
    scene.cite(rule!("engagement/threat-zone"));
    match with {
        With::Power(power) if scene.state().power(power).class == PowerClass::MeleeMagic => {
            scene.cite(rule!("melee-segment/melee-magic-opportunity"));
        }
        With::Ranged(_) => scene.cite(rule!("ranged/in-melee-opportunity")),
        _ => {}
    }
    match scene.state().clock.segment {
        Some(Segment::Ambush) => scene.cite(rule!("ambush/opportunity")),
        Some(Segment::Melee) => scene.cite(rule!("melee-segment/opportunity")),
        _ => {}
    }
}

/// An attack of opportunity (`reaction/opportunity-resolution`).
fn strikes(scene: &mut Scene<'_, Segments>, (who, by): (CreatureId, CreatureId), arm: Arm) -> Play {
    scene.cite(rule!("reaction/opportunity-cost"));
    scene.cite(rule!("reaction/opportunity-resolution"));
    scene.emit(Fact::Flag(who, Flag::Reacted, true));
    scene.emit(Fact::Flag(who, Flag::Stirred, true));
    attack::breaks_off(scene, who);
    if scene.state().cast.options.opportunity_cost == OpportunityCost::OneAction {
        scene.emit(Fact::Spends(who, 1));
    }
    let strike = Strike {
        target: by,
        with: With::Melee(arm),
        location: Location::Torso,
        step: None,
        kill_shot: false,
    };
    scene.nested(|scene| attack::roll(scene, who, &strike, (Occasion::Opportunity, 0)))?;
    Ok(())
}
