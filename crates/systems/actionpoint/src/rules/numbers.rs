//! Figures of a creature that follow from its sheet, its conditions and what it has (`character-stats/*`, `misc/sides`).

use affray_kernel::CreatureId;
use affray_kernel::modifier::Tally;

use super::hands;
use crate::ids::rule;
use crate::sheet::{DamageType, Skill};
use crate::state::{Condition, Presence, State};

/// Whether a creature is on the map.
#[inline]
#[must_use]
pub(crate) fn present(state: &State, who: CreatureId) -> bool {
    state.body(who).presence == Presence::Here
}

/// The conditions in which nothing is done at all.
const OUT: u32 = 1 << Condition::Unconscious as u32 | 1 << Condition::Dead as u32;

/// Whether a creature is there and conscious (`conditions/unconscious`).
#[inline]
#[must_use]
pub(crate) fn able(state: &State, who: CreatureId) -> bool {
    present(state, who) && !state.conditions.may_have(who, OUT)
}

/// Whether a creature still fights (`combat-overview/encounter-ends`).
#[inline]
#[must_use]
pub(crate) fn takes_part(state: &State, who: CreatureId) -> bool {
    able(state, who)
}

/// Whether a creature can do anything: it is able and not surprised (`combat-overview/surprise-no-actions`).
#[inline]
#[must_use]
pub(crate) fn acts(state: &State, who: CreatureId) -> bool {
    able(state, who) && !state.has(who, Condition::Surprised)
}

/// Whether two creatures are of different sides (`misc/sides`).
#[inline]
#[must_use]
pub(crate) fn foes(state: &State, one: CreatureId, other: CreatureId) -> bool {
    state.sheet(one).side != state.sheet(other).side
}

/// Whether two creatures are of the same side (`misc/sides`).
#[inline]
#[must_use]
pub(crate) fn allies(state: &State, one: CreatureId, other: CreatureId) -> bool {
    one != other && !foes(state, one, other)
}

/// Speed in metres: that of the sheet without what worn armour takes off (`character-stats/speed`, `armor/unarmored`).
#[must_use]
pub(crate) fn speed_m(state: &State, who: CreatureId) -> i16 {
    speed(state, who, Tally::read_by_somebody(false)).total() as i16
}

/// What makes up the Speed in metres.
#[must_use]
pub(crate) fn speed(state: &State, who: CreatureId, mut tally: Tally) -> Tally {
    let rule = rule!("character-stats/speed");
    let worn = state.worn(who).filter_map(|item| state.kind(item).armor());
    let slowed = worn.map(|armor| armor.slows_m).max().unwrap_or_default();
    tally.add("own Speed", state.sheet(who).speed_m, rule);
    tally.add("armor", -slowed, rule!("armor/unarmored"));
    if tally.total() < 0 {
        tally.come_to("at least 0", 0, rule);
    }
    tally
}

/// Metres of movement left in this turn (`initiative-structure/turn-movement`, `primary-actions/dash`).
#[must_use]
pub(crate) fn movement_left(state: &State, who: CreatureId) -> i16 {
    let body = state.body(who);
    let dashes = body.dashes.saturating_add(1);
    let budget = speed_m(state, who).saturating_mul(dashes);
    budget.saturating_sub(body.moved).max(0)
}

/// Distance of two creatures in metres (`space/grid`).
#[inline]
#[must_use]
pub(crate) fn distance_m(state: &State, one: CreatureId, other: CreatureId) -> i16 {
    let cells = state.grid().distance(state.space(one), state.space(other));
    i16::try_from(cells).unwrap_or(i16::MAX)
}

/// Whether two creatures are within 1 m of each other (`primary-actions/grapple-range`).
#[inline]
#[must_use]
pub(crate) fn adjacent(state: &State, one: CreatureId, other: CreatureId) -> bool {
    distance_m(state, one, other) <= 1
}

/// How far a creature reaches in melee, in metres; `None`: it has nothing to strike with (`space/reach`).
#[must_use]
pub(crate) fn reach_m(state: &State, who: CreatureId) -> Option<i16> {
    let reach = |arm| state.weapon(who, arm).and_then(|weapon| weapon.reach_m);
    hands::arms(state, who).filter_map(reach).max()
}

/// Hands that hold nothing and nobody; a creature without hands has its natural weapons for that, one at least
/// (`character-stats/hands`, `primary-actions/grapple-free-hand`).
#[must_use]
pub(crate) fn free_hands(state: &State, who: CreatureId) -> i16 {
    let sheet = state.sheet(who);
    let hands = match sheet.hands {
        0 => sheet.natural.len().max(1) as i16,
        hands => i16::from(hands),
    };
    let held: i16 = state.held(who).map(|(_, hands)| i16::from(hands)).sum();
    let grappled = super::conditions::grappling(state, who).count() as i16;
    hands - held - grappled
}

/// Armor Rating against crushing damage (`armor/rating`).
#[must_use]
pub(crate) fn armor_rating(state: &State, who: CreatureId) -> i16 {
    super::damage::armor_against(state, who, DamageType::Crushing)
}

/// Block Rating of the shield that is wielded; of several the highest (`shields/block-rating`).
#[must_use]
pub(crate) fn block_rating(state: &State, who: CreatureId) -> Option<i16> {
    let shield = |(item, _)| state.kind(item).shield().map(|shield| shield.rating);
    state.held(who).filter_map(shield).max()
}

/// The value of a skill without anything that the situation adds; of Fighting Style the best (`core-rules/target-number`).
#[must_use]
pub(crate) fn value(state: &State, who: CreatureId, skill: Skill) -> i16 {
    let sheet = state.sheet(who);
    if skill != Skill::FightingStyle {
        return super::core_rules::skill_value(sheet, skill);
    }
    let values = |style| {
        let attributes = Skill::FightingStyle.governed_by().iter();
        attributes.map(move |attribute| super::fighting_style::value(sheet, style, *attribute))
    };
    let styles = 0..sheet.styles.len() as u8;
    styles.flat_map(values).max().unwrap_or_default()
}
