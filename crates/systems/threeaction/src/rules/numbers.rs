//! The numbers of a creature as they stand (`foundations/*`): Defenses, Speed, Reach, hands.

use affray_kernel::CreatureId;
use affray_kernel::modifier::Tally;

use super::hands::{self, shield_bonus};
use crate::ids::rule;
use crate::sheet::{CombatEnd, Sheet, Use, Weapon};
use crate::state::{Arm, Condition, ItemId, Place, Presence, State};

/// Whether a creature is in the fight and not Dead.
#[inline(always)]
pub(crate) fn present(state: &State, who: CreatureId) -> bool {
    state.body(who).presence == Presence::Here && !state.has(who, Condition::Dead)
}

/// Whether it still fights (`foundations/combat-end`).
#[inline]
pub(crate) fn takes_part(state: &State, who: CreatureId) -> bool {
    present(state, who)
        && match state.cast.options.combat_end {
            CombatEnd::OutOfAction => !state.has(who, Condition::Unconscious),
            CombatEnd::ZeroHp => state.body(who).hp > 0,
        }
}

/// Whether it can do anything by itself: there, alive, and neither Unconscious nor Stunned.
#[inline(always)]
pub(crate) fn able(state: &State, who: CreatureId) -> bool {
    present(state, who)
        && !state.has_any(
            who,
            const { Condition::bits(&[Condition::Unconscious, Condition::Stunned]) },
        )
}

/// Incapacitated: 0 Hit Points or less and not Dead (`incapacitated/threshold`).
#[inline(always)]
pub(crate) fn incapacitated(state: &State, who: CreatureId) -> bool {
    state.body(who).hp <= 0 && !state.has(who, Condition::Dead)
}

/// Whether two creatures are Allies (`foundations/sides`).
#[inline]
pub(crate) fn allies(state: &State, one: CreatureId, other: CreatureId) -> bool {
    let (one, other) = (state.sheet(one), state.sheet(other));
    one.side == other.side && !one.neutral && !other.neutral
}

/// Whether two creatures are Enemies: of different sides, and neither of them neutral (`foundations/sides`).
#[inline]
pub(crate) fn enemies(state: &State, one: CreatureId, other: CreatureId) -> bool {
    let (one, other) = (state.sheet(one), state.sheet(other));
    one.side != other.side && !one.neutral && !other.neutral
}

/// Items that a creature holds, wears or carries.
pub(crate) fn belongings(state: &State, who: CreatureId) -> impl Iterator<Item = ItemId> {
    state
        .all_items()
        .filter(move |(_, item)| bearer(item.place) == Some(who))
        .map(|(id, _)| id)
}

/// Who has an item that is somewhere.
#[inline(always)]
pub(crate) fn bearer(place: Place) -> Option<CreatureId> {
    match place {
        Place::Held(who, _) | Place::Worn(who) | Place::Carried(who) => Some(who),
        Place::Ground(_) | Place::Nowhere => None,
    }
}

/// Physical Defense: 10 + Level + DEX and the shield held (`foundations/physical-defense`).
#[inline(always)]
pub(crate) fn physical_defense(state: &State, who: CreatureId) -> i32 {
    i32::from(state.sheet(who).physical_defense) + i32::from(shield_bonus(state, who))
}

/// Mental Defense (`foundations/mental-defense`).
#[inline]
pub(crate) fn mental_defense(state: &State, who: CreatureId) -> i32 {
    i32::from(state.sheet(who).mental_defense)
}

/// Durability of a creature: hide and worn armour that is not Destroyed (`foundations/durability`, `foundations/armour-table`).
#[inline(always)]
pub(crate) fn durability(state: &State, who: CreatureId) -> i16 {
    state.sheet(who).hide + worn_durability(state, who)
}

/// What worn armour gives that is not Destroyed.
#[inline(always)]
pub(crate) fn worn_durability(state: &State, who: CreatureId) -> i16 {
    state.body(who).equipped.durability
}

/// Speed in feet after armour and shield; halved while grappling or grappled, or carrying somebody who is, down to a multiple of 5 and at least 5 (`foundations/rounding`).
pub(crate) fn speed_ft(state: &State, who: CreatureId) -> i16 {
    speed(state, who, Tally::read_by_somebody(false)).total() as i16
}

/// The same once a creature is in no grapple with a partner any more.
pub(crate) fn speed_apart_ft(state: &State, who: CreatureId, from: CreatureId) -> i16 {
    let mut others = state.conditions.on(who).filter(|held| {
        matches!(held.kind, Condition::Grappled | Condition::Grappling) && held.toward != Some(from)
    });
    let tally = Tally::read_by_somebody(false);
    speed_if(state, who, others.next().is_some(), tally).total() as i16
}

/// What makes up the Speed in feet.
pub(crate) fn speed(state: &State, who: CreatureId, tally: Tally) -> Tally {
    speed_if(state, who, is_slowed_by_grapple(state, who), tally)
}

/// Whether a creature, or somebody who rides it and whom it carries along, is in a grapple (`grappled/speed`, `command/mounts`).
fn is_slowed_by_grapple(state: &State, who: CreatureId) -> bool {
    let in_one = |one| state.has(one, Condition::Grappled) || state.has(one, Condition::Grappling);
    in_one(who)
        || !state.conditions.is_empty()
            && state
                .creatures()
                .any(|rider| state.body(rider).mount == Some(who) && in_one(rider))
}

/// The same of somebody who is in a grapple, or not.
fn speed_if(state: &State, who: CreatureId, held: bool, mut tally: Tally) -> Tally {
    let (own, rule) = (state.sheet(who).speed_ft, rule!("foundations/speed"));
    let change = state.body(who).equipped.speed_ft;
    let speed = (own + change).max(0);
    tally.add("own Speed", own, rule);
    let table = rule!("foundations/armour-table");
    tally.add("armour and shield", change, table);
    tally.come_to("at least 0", speed, rule);
    if held && speed > 0 {
        let half = (speed / 2 / 5 * 5).max(5);
        tally.come_to("halved by a grapple", half, rule!("foundations/rounding"));
    }
    tally
}

/// Reach in feet with a weapon: the creature's own or the weapon's, if that is greater (`melee-attack/definition`).
#[inline(always)]
pub(crate) fn reach_ft(state: &State, who: CreatureId, with: Arm) -> i16 {
    reach_with_ft(state.sheet(who).reach_ft, state.weapon(who, with))
}

/// Reach in feet of a creature whose own is so much, with that weapon if it is one.
#[inline(always)]
pub(crate) fn reach_with_ft(own: i16, weapon: Option<&Weapon>) -> i16 {
    weapon.map_or(own, |weapon| weapon.reach_ft.max(own))
}

/// The greatest Reach of a creature: its own, that of a natural weapon or that of a melee weapon in hand (`flanked/definition`); what a grapple
/// locks does not count (`grappled/arm`, `grappling/arm`).
#[inline]
pub(crate) fn threat_ft(state: &State, who: CreatureId) -> i16 {
    let sheet = state.sheet(who);
    let mut reach = sheet.reach_ft;
    for (number, weapon) in sheet.natural.iter().enumerate() {
        if weapon.reach_ft > reach
            && weapon.uses.contains(&Use::Melee)
            && !hands::is_locked(state, who, Arm::Natural(number as u8))
        {
            reach = weapon.reach_ft;
        }
    }
    for (id, item) in state.all_items() {
        if let Place::Held(holder, _) = item.place
            && holder == who
            && item.hp > 0
            && state
                .kind(id)
                .weapon()
                .is_some_and(|weapon| weapon.uses.contains(&Use::Melee))
            && !hands::is_locked(state, who, Arm::Item(id))
        {
            reach = reach.max(reach_ft(state, who, Arm::Item(id)));
        }
    }
    reach
}

/// Distance between two creatures in feet, from nearest square to nearest square (`foundations/grid-and-distance`); a rider is
/// wherever its mount is (`command/mounts`).
#[inline(always)]
pub(crate) fn distance_ft(state: &State, one: CreatureId, other: CreatureId) -> i16 {
    feet(state.grid().distance(state.space(one), state.space(other)))
}

/// Cells as feet.
#[inline(always)]
pub(crate) fn feet(cells: u32) -> i16 {
    i16::try_from(cells.saturating_mul(5)).unwrap_or(i16::MAX)
}

/// The number of a creature's unarmed strike among its natural weapons.
pub(crate) fn unarmed(sheet: &Sheet) -> Arm {
    Arm::Natural(sheet.natural.len().saturating_sub(1) as u8)
}
