//! What a creature can strike with (`character-stats/hands`, `equipment/weapon-data`).

use affray_kernel::{CreatureId, Figure, Refusal, Scene};

use super::numbers::free_hands;
use crate::ActionPoint;
use crate::fact::Fact;
use crate::ids::refuse;
use crate::ids::rule;
use crate::sheet::{Hands, ItemKind, Weapon};
use crate::state::{Arm, ItemId, Place, State};

/// All that a creature can strike with at this moment: held weapons, natural ones, and its bare body where a hand is free or could be.
pub(crate) fn arms(state: &State, who: CreatureId) -> impl Iterator<Item = Arm> + '_ {
    let held = state
        .held(who)
        .filter(move |(item, hands)| is_gripped(state, *item, *hands))
        .map(|(item, _)| Arm::Item(item));
    let natural = state.sheet(who).natural.iter().enumerate();
    let natural = natural
        .filter(move |(_, weapon)| !weapon.unarmed || to_spare(state, who) > 0)
        .map(|(place, _)| Arm::Natural(place as u8));
    held.chain(natural)
}

/// Whether an item is a weapon, held in as many hands as it needs.
fn is_gripped(state: &State, item: ItemId, hands: u8) -> bool {
    let kind = state.kind(item);
    kind.weapon().is_some() && hands >= kind.hands()
}

/// The weapon, if the creature has it ready to strike with.
///
/// # Errors
/// What is missing.
pub(crate) fn ready(state: &State, who: CreatureId, arm: Arm) -> Result<&Weapon, Refusal> {
    let Some(weapon) = state.weapon(who, arm) else {
        return Err(refuse!("equipment/weapon-data", "that is no weapon"));
    };
    match arm {
        Arm::Natural(_) if weapon.unarmed && to_spare(state, who) <= 0 => Err(refuse!(
            "character-stats/hands",
            "{} has no free hand",
            Figure::Creature(who)
        )),
        Arm::Natural(_) => Ok(weapon),
        Arm::Item(item) => match state.item(item).place {
            Place::Held(holder, hands) if holder == who => {
                if is_gripped(state, item, hands) {
                    Ok(weapon)
                } else {
                    Err(refuse!(
                        "character-stats/hands",
                        "{} takes {} hands",
                        Figure::Thing(item.0),
                        Figure::Number(i32::from(state.kind(item).hands()))
                    ))
                }
            }
            _ => Err(refuse!(
                "what-is-an-attack/strike-is-common",
                "{} does not hold {}",
                Figure::Creature(who),
                Figure::Thing(item.0)
            )),
        },
    }
}

/// In how many hands a weapon is used: as it is held, unless the grip of a versatile one is changed.
///
/// # Errors
/// Where the grip is not possible.
pub(crate) fn grip(
    state: &State,
    who: CreatureId,
    arm: Arm,
    wanted: Option<u8>,
) -> Result<u8, Refusal> {
    let Arm::Item(item) = arm else {
        return match wanted {
            None => Ok(0),
            Some(_) => Err(refuse!(
                "character-stats/hands",
                "only a weapon that is held can be gripped otherwise"
            )),
        };
    };
    let Place::Held(_, held) = state.item(item).place else {
        return Ok(0);
    };
    let Some(wanted) = wanted else {
        return Ok(held);
    };
    if !is_versatile(state, item) || !(1..=2).contains(&wanted) {
        return Err(refuse!(
            "character-stats/hands",
            "the grip of {} cannot be changed",
            Figure::Thing(item.0)
        ));
    }
    if i16::from(wanted) - i16::from(held) > free_hands(state, who) {
        return Err(refuse!(
            "character-stats/hands",
            "{} has no free hand",
            Figure::Creature(who)
        ));
    }
    Ok(wanted)
}

/// Whether one hand is enough for a weapon, and two can be used.
pub(crate) fn is_versatile(state: &State, item: ItemId) -> bool {
    matches!(state.kind(item), ItemKind::Weapon(weapon) if weapon.hands == Hands::Versatile)
}

/// Versatile weapons that a creature has in both hands: the second hand comes off for nothing (`character-stats/hands`).
fn in_both_hands(state: &State, who: CreatureId) -> impl Iterator<Item = ItemId> + '_ {
    let held = state.held(who);
    held.filter(|(item, hands)| *hands >= 2 && is_versatile(state, *item))
        .map(|(item, _)| item)
}

/// Hands that are free, or could be at once, for taking something up, laying hold of somebody or striking with the bare hand
/// (`character-stats/hands`).
#[must_use]
pub(crate) fn to_spare(state: &State, who: CreatureId) -> i16 {
    free_hands(state, who) + in_both_hands(state, who).count() as i16
}

/// Takes hands off versatile weapons until so many are free (`character-stats/hands`).
pub(crate) fn free(scene: &mut Scene<'_, ActionPoint>, who: CreatureId, needed: i16) {
    while free_hands(scene.state(), who) < needed {
        let Some(item) = in_both_hands(scene.state(), who).next() else {
            return;
        };
        scene.cite(rule!("character-stats/hands"));
        scene.emit(Fact::Item(item, Place::Held(who, 1)));
    }
}

/// Whether a creature wields a melee weapon, a natural one included.
pub(crate) fn has_melee_weapon(state: &State, who: CreatureId) -> bool {
    arms(state, who).any(|arm| {
        let weapon = state.weapon(who, arm);
        weapon.is_some_and(|weapon| weapon.reach_m.is_some() && !weapon.unarmed)
    })
}

/// Whether a creature wields a shield.
pub(crate) fn has_shield(state: &State, who: CreatureId) -> bool {
    state
        .held(who)
        .any(|(item, _)| state.kind(item).shield().is_some())
}
