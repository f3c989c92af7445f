//! Potions, magic items and scrolls (`actions/drink-potion`, `actions/activate-item`).

use affray_kernel::{CreatureId, Frozen, Play, Refusal};

use super::super::special;
use super::work;
use crate::TimeCount;
use crate::act::Aim;
use crate::ids::{refuse, rule};
use crate::rules::effects::{Blow, Cure, Effect, Thrown};
use crate::rules::numbers::{feet_between, present, threshold};
use crate::rules::{damage, riders};
use crate::sheet::{self, Amount, ItemKind};
use crate::state::{BonusPool, ItemId, Place, SpellId, State};

/// The spell that is written on an item.
pub(crate) fn scroll(state: &State, item: ItemId) -> Option<SpellId> {
    let ItemKind::Gear(gear) = state.kind(item) else {
        return None;
    };
    let name = gear.scroll.as_deref()?;
    let place = state
        .cast
        .spells
        .iter()
        .position(|spell| spell.name == name)?;
    Some(SpellId(place as u8))
}

/// Whether a potion is in hand.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_drink(state: &State, who: CreatureId, item: ItemId) -> Result<(), Refusal> {
    super::super::handling::held(state, who, item, rule!("actions/drink-potion"))?;
    match state.kind(item) {
        ItemKind::Gear(gear) if gear.potion.is_some() => Ok(()),
        _ => Err(refuse!("actions/drink-potion", "that is no potion")),
    }
}

/// Whether a magic item at hand can be activated on somebody beside.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_activate(
    state: &State,
    who: CreatureId,
    item: ItemId,
    aim: &Aim,
) -> Result<CreatureId, Refusal> {
    let at_hand = state.items.get(usize::from(item.0)).is_some_and(
        |item| matches!(item.place, Place::Held(owner) | Place::Worn(owner) if owner == who),
    );
    let magic = at_hand && matches!(state.kind(item), ItemKind::Gear(gear) if gear.magic.is_some());
    if !magic {
        return Err(refuse!(
            "actions/activate-item",
            "that is no magic item at hand"
        ));
    }
    if state.item(item).left == Some(0) {
        return Err(refuse!("actions/activate-item", "its magic is spent"));
    }
    let on = match aim {
        Aim::Oneself => who,
        Aim::Creatures(on) if on.len() == 1 => on[0],
        _ => {
            return Err(refuse!("actions/activate-item", "it works on one creature"));
        }
    };
    if !present(state, on) || feet_between(state, who, on) > state.sheet(who).reach_ft {
        return Err(refuse!(
            "actions/activate-item",
            "it works on whoever can be touched"
        ));
    }
    special::not_covered(state, who, on)?;
    Ok(on)
}

/// What drinking a potion does (`actions/drink-potion`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn drink(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    item: ItemId,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    if aim_drink(scene.state(), who, item).is_err() {
        return Ok(thrown);
    }
    scene.cite(rule!("actions/drink-potion"));
    if let ItemKind::Gear(gear) = scene.state().kind(item)
        && let Some(effect) = gear.potion.clone()
    {
        works(scene, who, who, &effect, &mut thrown)?;
    }
    thrown.push(Effect::UseUp(item));
    Ok(thrown)
}

/// What activating a magic item does (`actions/activate-item`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn activate(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    (item, aim): (ItemId, &Aim),
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    let Ok(on) = aim_activate(scene.state(), who, item, aim) else {
        return Ok(thrown);
    };
    scene.cite(rule!("actions/activate-item"));
    if let ItemKind::Gear(gear) = scene.state().kind(item)
        && let Some(effect) = gear.magic.clone()
    {
        works(scene, who, on, &effect, &mut thrown)?;
    }
    thrown.push(Effect::UseOnce(item));
    Ok(thrown)
}

/// An effect without an attack roll.
fn works(
    scene: &mut Frozen<'_, '_, TimeCount>,
    by: CreatureId,
    on: CreatureId,
    effect: &sheet::Effect,
    thrown: &mut Thrown,
) -> Play {
    match effect {
        sheet::Effect::Heal { dice } => {
            let points = work::healing_dice(scene, by, *dice)?;
            work::heal(scene, by, on, points, thrown)?;
        }
        sheet::Effect::BonusHitPoints { points, counts } => {
            thrown.cite(scene, rule!("bonus-hit-points/above-maximum"));
            let until = scene.state().clock.count.saturating_add(*counts);
            let points = *points;
            thrown.push(Effect::Bonus(on, BonusPool { until, points }));
        }
        sheet::Effect::Bring(brings) => riders::bring(scene, by, on, brings, thrown)?,
        sheet::Effect::DrawPoison => thrown.push(Effect::Cure(on, Cure::Poison)),
        sheet::Effect::Unpetrify => thrown.push(Effect::Cure(on, Cure::Petrification)),
        sheet::Effect::Damage { dice, kind } => {
            let shown = damage::amount(scene, by, Amount::Dice(*dice))?;
            thrown.push(Effect::Damage(Blow {
                by,
                on,
                amount: shown.max(1) as i16,
                kind: *kind,
                nonlethal: false,
                wears: false,
                threshold: threshold(scene.state(), on),
                always_impairs: false,
                others: 0,
            }));
        }
        sheet::Effect::AttackPenalty { penalty, counts } => {
            thrown.push(Effect::Gain(work::shaken(
                scene.state(),
                by,
                on,
                (*penalty, *counts),
            )));
        }
        sheet::Effect::HeldFlame { .. } => {}
    }
    Ok(())
}
