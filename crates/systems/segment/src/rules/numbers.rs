//! What is asked for all the time: who is active, how far apart, who threatens whom, what can be used.

use affray_kernel::grid::{Cell, Space, floor, line_of_effect, line_of_sight};
use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Figure, Refusal};

use crate::act::With;
use crate::ids::{refuse, rule};
use crate::sheet::{
    Armor, Family, InitiativeSkill, Mount, Part, Power, PowerClass, Role, Size, Weapon,
};
use crate::state::{Arm, Condition, INACTIVE, ItemId, Place, Presence, State};

/// Whether a creature is there and alive.
#[inline]
#[must_use]
pub(crate) fn present(state: &State, who: CreatureId) -> bool {
    state.body(who).presence == Presence::Here && !state.has(who, Condition::Dead)
}

/// Whether it is active: conscious, alive, neither surrendered nor fled (`round/end-of-fight`).
#[inline]
#[must_use]
pub(crate) fn active(state: &State, who: CreatureId) -> bool {
    state.body(who).presence == Presence::Here && !state.conditions.may_have(who, INACTIVE)
}

/// Whether it still fights (`round/end-of-fight`).
#[inline]
#[must_use]
pub(crate) fn takes_part(state: &State, who: CreatureId) -> bool {
    active(state, who)
}

/// Whether it is conscious and alive, whether it has given up or not (`health/unconscious`).
#[must_use]
pub(crate) fn conscious(state: &State, who: CreatureId) -> bool {
    let out = [
        Condition::Unconscious,
        Condition::KnockedOut,
        Condition::Dead,
    ];
    !out.iter().any(|condition| state.has(who, *condition))
}

/// Whether it is active and not surprised.
#[inline]
#[must_use]
pub(crate) fn acts(state: &State, who: CreatureId) -> bool {
    active(state, who) && !state.has(who, Condition::Surprised)
}

/// Whether two creatures are on different sides.
#[inline]
#[must_use]
pub(crate) fn enemies(state: &State, one: CreatureId, other: CreatureId) -> bool {
    state.sheet(one).side != state.sheet(other).side
}

/// Yards between two spaces (`engagement/grid`).
#[inline]
#[must_use]
pub(crate) fn yards(state: &State, one: Space, other: Space) -> i16 {
    i16::try_from(state.grid().distance(one, other)).unwrap_or(i16::MAX)
}

/// Yards between the nearest spaces of two creatures (`engagement/grid`).
#[inline]
#[must_use]
pub(crate) fn yards_between(state: &State, one: CreatureId, other: CreatureId) -> i16 {
    yards(state, state.space(one), state.space(other))
}

/// A place as a creature takes it: on the ground, or for those who fly no lower than the ground.
#[must_use]
pub(crate) fn settled(state: &State, who: CreatureId, at: Cell) -> Cell {
    let floor = floor(&state.terrain(), state.space_at(who, at));
    let flies = fly_yd(state, who).is_some();
    floor.map_or(at, |floor| {
        at.with_height(if flies { at.z.max(floor) } else { floor })
    })
}

/// Yards above the ground.
#[must_use]
pub(crate) fn aloft(state: &State, who: CreatureId) -> i16 {
    let space = state.space(who);
    let floor = floor(&state.terrain(), space).unwrap_or(space.at.z);
    space.at.z - floor
}

/// The ground straight below a creature, where things come to lie that it lets fall.
#[must_use]
pub(crate) fn below(state: &State, who: CreatureId) -> Cell {
    let at = state.body(who).at;
    let floor = floor(&state.terrain(), state.space(who));
    floor.map_or(at, |floor| at.with_height(floor))
}

/// Whether a creature does not know where another is: it is hidden from it (`ambush/concealment`).
#[inline]
#[must_use]
pub(crate) fn unnoticed(state: &State, by: CreatureId, whom: CreatureId) -> bool {
    state.has(whom, Condition::Concealed)
        && enemies(state, by, whom)
        && !state.conditions.has_toward(by, Condition::Noticed, whom)
}

/// Whether a creature cannot see another: it is blinded, the other is hidden from it, or something between them stops sight, if not a blow
/// (`modifiers/blindness`).
#[inline]
#[must_use]
pub(crate) fn unseen(state: &State, by: CreatureId, whom: CreatureId) -> bool {
    state.has(by, Condition::Blinded)
        || unnoticed(state, by, whom)
        || !line_of_sight(&state.terrain(), state.space(by), state.space(whom))
}

/// Whether one's threat zone keeps an enemy from leaving it: neither is hidden from the other (`defence/disengage-first`,
/// `engagement/engaged`).
#[inline]
#[must_use]
pub(crate) fn holds_back(state: &State, by: CreatureId, whom: CreatureId) -> bool {
    enemies(state, by, whom) && !unnoticed(state, by, whom) && !unnoticed(state, whom, by)
}

/// How far a creature reaches; 0 while it threatens nobody (`engagement/threat-zone`).
#[inline]
#[must_use]
pub(crate) fn threat_yd(state: &State, who: CreatureId) -> i16 {
    if acts(state, who) {
        state.reaches[who.index()]
    } else {
        0
    }
}

/// Whether somebody in that space stands in a creature's threat zone (`engagement/threat-zone`).
#[inline]
#[must_use]
pub(crate) fn threatens(state: &State, who: CreatureId, space: Space) -> bool {
    let reach = threat_yd(state, who);
    reach > 0 && within(state, state.space(who), space, reach)
}

/// Whether somebody in one space can strike into another with such a reach: not through walls (`engagement/threat-zone`).
#[inline]
#[must_use]
pub(crate) fn within(state: &State, from: Space, to: Space, reach: i16) -> bool {
    yards(state, from, to) <= reach && line_of_effect(&state.terrain(), from, to)
}

/// Whether a creature is engaged (`engagement/engaged`).
#[inline]
#[must_use]
pub(crate) fn engaged(state: &State, who: CreatureId) -> bool {
    engaged_at(state, who, state.body(who).at)
}

/// Whether a creature would be engaged at a place.
#[must_use]
pub(crate) fn engaged_at(state: &State, who: CreatureId, at: Cell) -> bool {
    let space = state.space_at(who, at);
    state
        .creatures()
        .any(|other| engages(state, who, space, other))
}

/// Whether a creature in that space and an enemy engage each other: one of them stands in the other's threat zone, and neither is
/// hidden from the other.
fn engages(state: &State, who: CreatureId, space: Space, other: CreatureId) -> bool {
    if !enemies(state, who, other) || !acts(state, other) || !active(state, who) {
        return false;
    }
    let reach = threat_yd(state, other).max(threat_yd(state, who));
    reach > 0
        && !unnoticed(state, other, who)
        && !unnoticed(state, who, other)
        && within(state, space, state.space(other), reach)
}

/// Whether two creatures are engaged with each other.
#[must_use]
pub(crate) fn engaged_with(state: &State, who: CreatureId, other: CreatureId) -> bool {
    active(state, other) && engages(state, who, state.space(who), other)
}

/// The place of a limb among its kind, as a bit.
fn bit(limb: u8) -> u32 {
    1 << u32::from(limb).min(31)
}

/// Whether a leg is disabled, and whether all are (`damage-effects/disable`).
#[must_use]
pub(crate) fn legs(state: &State, who: CreatureId) -> (bool, bool) {
    let lost = disabled_legs(state, who);
    if lost == 0 {
        return (false, false);
    }
    let parts = state.sheet(who).parts.iter();
    let all = parts.fold(0, |all, part| match part.role {
        Role::Leg(leg) => all | bit(leg),
        _ => all,
    });
    (true, lost == all)
}

/// What the disabled parts of a body are to it (`damage-effects/disable`).
fn disabled_roles(state: &State, who: CreatureId) -> impl Iterator<Item = Role> + '_ {
    let disabled = state.body(who).disabled;
    let parts = if disabled == 0 {
        &[][..]
    } else {
        &state.sheet(who).parts[..]
    };
    let is_disabled = move |(index, _): &(usize, &Part)| disabled & (1 << index) != 0;
    let parts = parts.iter().enumerate().filter(is_disabled);
    parts.map(|(_, part)| part.role)
}

/// Disabled legs, as bits (`damage-effects/disable`).
fn disabled_legs(state: &State, who: CreatureId) -> u32 {
    disabled_roles(state, who).fold(0, |lost, role| match role {
        Role::Leg(leg) => lost | bit(leg),
        _ => lost,
    })
}

/// Hands of disabled arms, as bits (`damage-effects/disable`).
#[must_use]
pub(crate) fn disabled_hands(state: &State, who: CreatureId) -> u8 {
    disabled_roles(state, who).fold(0, |hands, role| match role {
        Role::Arm(hand) => hands | 1_u8.checked_shl(hand.into()).unwrap_or(0),
        _ => hands,
    })
}

/// Whether a wing is disabled (`damage-effects/disable`).
#[must_use]
pub(crate) fn wing_disabled(state: &State, who: CreatureId) -> bool {
    disabled_roles(state, who).any(|role| role == Role::Wing)
}

/// Hands that are free and work, as bits.
#[must_use]
pub(crate) fn free_hands(state: &State, who: CreatureId) -> u8 {
    let all = (1_u16 << u32::from(state.sheet(who).hands).min(8)) - 1;
    let taken = state
        .held(who)
        .fold(0, |taken, (_, item)| match item.place {
            Place::Held(_, hands) => taken | hands,
            _ => taken,
        });
    (all as u8) & !taken & !disabled_hands(state, who)
}

/// The armour that a creature wears.
pub(crate) fn worn(state: &State, who: CreatureId) -> impl Iterator<Item = &Armor> {
    state
        .all_items()
        .filter(move |(_, item)| item.place == Place::Worn(who))
        .filter_map(|(id, _)| state.kind(id).armor())
}

/// Yards an action, on foot or by the mount (`movement-segment/move-rate`, `impact/drawbacks`).
#[must_use]
pub(crate) fn move_yd(state: &State, who: CreatureId) -> i16 {
    move_rate(state, who, Tally::read_by_somebody(false)).total() as i16
}

/// What makes up the yards an action on the ground.
#[must_use]
pub(crate) fn move_rate(state: &State, who: CreatureId, mut tally: Tally) -> Tally {
    let sheet = state.sheet(who);
    let rule = rule!("movement-segment/move-rate");
    if let Some(mount) = mount_of(state, who) {
        tally.add("mount", mount.move_yd.max(1), rule);
        return tally;
    }
    tally.add("own rate", sheet.move_yd, rule);
    let disabled = rule!("damage-effects/disable");
    let (some, all) = legs(state, who);
    if all {
        tally.come_to("legs disabled", 0, disabled);
        return tally;
    }
    let rate = burdened(state, who, sheet.move_yd, &mut tally);
    if some {
        tally.come_to("leg disabled: halved", (rate / 2).max(1), disabled);
    }
    tally
}

/// A rate of one's own with what armour and shields take off it, at least 1 (`impact/drawbacks`).
fn burdened(state: &State, who: CreatureId, own: i16, tally: &mut Tally) -> i16 {
    let armor: i16 = worn(state, who).map(|armor| armor.move_yd).sum();
    let shields: i16 = state
        .held(who)
        .filter_map(|(id, _)| state.kind(id).shield())
        .map(|shield| shield.move_yd)
        .sum();
    tally.add("armour", armor, rule!("impact/drawbacks"));
    tally.add("shield", shields, rule!("impact/drawbacks"));
    let rate = (own + armor + shields).max(1);
    tally.come_to("at least 1", rate, rule!("movement-segment/move-rate"));
    rate
}

/// Yards an action through the air; none for those who cannot fly (`damage-effects/disable`, `impact/drawbacks`).
#[must_use]
pub(crate) fn fly_yd(state: &State, who: CreatureId) -> Option<i16> {
    let rate = fly_rate(state, who, Tally::read_by_somebody(false))?;
    Some(rate.total() as i16)
}

/// What makes up the yards an action through the air.
#[must_use]
pub(crate) fn fly_rate(state: &State, who: CreatureId, mut tally: Tally) -> Option<Tally> {
    let rule = rule!("movement-segment/move-rate");
    if let Some(mount) = mount_of(state, who) {
        tally.add("mount", mount.fly_yd?, rule);
        return Some(tally);
    }
    let own = state.sheet(who).fly_yd?;
    if wing_disabled(state, who) {
        return None;
    }
    tally.add("own rate", own, rule);
    if own > 0 {
        burdened(state, who, own, &mut tally);
    }
    Some(tally)
}

/// The per-action move rate by the faster way of moving: 0 where a creature does not move at all (`movement-segment/move-rate`).
#[must_use]
pub(crate) fn rate_yd(state: &State, who: CreatureId) -> i16 {
    let ground = move_yd(state, who);
    fly_yd(state, who).map_or(ground, |air| air.max(ground))
}

/// What a creature rides at this moment.
#[must_use]
pub(crate) fn mount_of(state: &State, who: CreatureId) -> Option<&Mount> {
    let mount = state.sheet(who).mount.as_ref()?;
    state.body(who).mounted.then_some(mount)
}

/// How big a creature is together with what it rides (`stats/size`).
#[must_use]
pub(crate) fn bulk(state: &State, who: CreatureId) -> Size {
    let own = state.sheet(who).size;
    mount_of(state, who).map_or(own, |mount| mount.size.max(own))
}

/// The weapons that a creature could attack with, hand to hand or not: those in hand, then natural and unarmed ones.
pub(crate) fn weapons(state: &State, who: CreatureId) -> impl Iterator<Item = (Arm, &Weapon)> {
    let held = state
        .held(who)
        .filter_map(|(id, _)| Some((Arm::Item(id), state.kind(id).weapon()?)));
    let natural = state.sheet(who).natural.iter().enumerate();
    held.chain(natural.map(|(index, weapon)| (Arm::Natural(index as u8), weapon)))
}

/// Those of them that strike hand to hand, the mount's aside.
pub(crate) fn melee_weapons(
    state: &State,
    who: CreatureId,
) -> impl Iterator<Item = (Arm, &Weapon)> {
    weapons(state, who).filter(|(_, weapon)| weapon.melee.is_some() && !weapon.mounted)
}

/// Whether a weapon can be used as it is: in hand or grown, whole, with hands or parts that work.
///
/// # Errors
/// Why it cannot.
pub(crate) fn usable(state: &State, who: CreatureId, arm: Arm) -> Result<(), Refusal> {
    match arm {
        Arm::Item(item) => usable_item(state, who, item),
        Arm::Natural(number) => usable_part(state, who, number),
    }
}

fn usable_item(state: &State, who: CreatureId, id: ItemId) -> Result<(), Refusal> {
    let item = state.item(id);
    let Place::Held(by, hands) = item.place else {
        return Err(refuse!(
            "attack/two-weapons",
            "the {} is not in hand",
            Figure::Thing(id.0)
        ));
    };
    if by != who {
        return Err(refuse!(
            "attack/two-weapons",
            "the {} is not in hand",
            Figure::Thing(id.0)
        ));
    }
    if item.broken {
        return Err(refuse!(
            "structural/save",
            "the {} is broken",
            Figure::Thing(id.0)
        ));
    }
    let least = state.kind(id).weapon().and_then(|weapon| weapon.least_size);
    if let Some(least) = least.filter(|least| state.sheet(who).size < *least) {
        return Err(refuse!(
            "weapons/list",
            "the {} is for those of size {} or more",
            Figure::Thing(id.0),
            Figure::Word(least.name())
        ));
    }
    if disabled_hands(state, who) & hands != 0 {
        return Err(refuse!(
            "damage-effects/disable",
            "the arm that holds the {} is disabled",
            Figure::Thing(id.0)
        ));
    }
    Ok(())
}

fn usable_part(state: &State, who: CreatureId, number: u8) -> Result<(), Refusal> {
    let Some(weapon) = state.sheet(who).natural.get(usize::from(number)) else {
        return Err(refuse!(
            "unarmed/natural-weapons",
            "there is no such attack"
        ));
    };
    let disabled = state.body(who).disabled;
    if disabled == 0 || weapon.uses.is_empty() {
        return Ok(());
    }
    // A hand or an elbow takes the arm with it, a foot or a knee the leg.
    let (hands, legs) = (disabled_hands(state, who), disabled_legs(state, who));
    let lost = |part: &u8| {
        let own = disabled & 1_u32.checked_shl((*part).into()).unwrap_or(0) != 0;
        let role = state.sheet(who).parts.get(usize::from(*part));
        own || match role.map(|part| part.role) {
            Some(Role::Arm(hand)) => u32::from(hands) & bit(hand) != 0,
            Some(Role::Leg(leg)) => legs & bit(leg) != 0,
            _ => false,
        }
    };
    if weapon.uses.iter().all(lost) {
        return Err(refuse!(
            "damage-effects/disable",
            "the parts of the body that it uses are disabled"
        ));
    }
    Ok(())
}

/// The usage time of an attack in actions, Rapid Cast included (`actions/usage-time`, `initiative-skills/rapid-cast`).
#[must_use]
pub(crate) fn usage(state: &State, who: CreatureId, with: With) -> i16 {
    match with {
        With::Melee(arm) => state
            .weapon(who, arm)
            .and_then(|weapon| weapon.melee)
            .map_or(1, |melee| melee.usage.into()),
        With::Ranged(arm) => state
            .weapon(who, arm)
            .and_then(|weapon| weapon.ranged)
            .map_or(1, |ranged| ranged.usage.into()),
        With::Power(power) => power_usage(state, who, state.power(power)),
    }
}

/// The usage time of a power: Rapid Cast makes magic and mental attacks 1 shorter (`initiative-skills/rapid-cast`).
#[must_use]
pub(crate) fn power_usage(state: &State, who: CreatureId, power: &Power) -> i16 {
    let plain = i16::from(power.usage);
    if power.is_attack() && state.sheet(who).has_skill(InitiativeSkill::RapidCast) {
        (plain - 1).max(1)
    } else {
        plain
    }
}

/// Whether an attack is made hand to hand (`attack/melee-or-ranged`).
#[must_use]
pub(crate) fn is_melee(state: &State, with: With) -> bool {
    match with {
        With::Melee(_) => true,
        With::Ranged(_) => false,
        With::Power(power) => state.power(power).class == PowerClass::MeleeMagic,
    }
}

/// Which table of locations an attack reads; none for powers that cannot be aimed.
#[must_use]
pub(crate) fn family(state: &State, who: CreatureId, with: With) -> Option<Family> {
    match with {
        With::Melee(arm) | With::Ranged(arm) => state.weapon(who, arm).map(|weapon| weapon.family),
        With::Power(power) => state.power(power).locations.then_some(Family::Armed),
    }
}

/// How far a melee attack of a creature reaches with a weapon, or a power by touch (`engagement/melee-range`).
#[must_use]
pub(crate) fn melee_range_yd(state: &State, who: CreatureId, with: With) -> i16 {
    let sheet = state.sheet(who);
    let own = sheet.size.reach_yd() + sheet.reach_bonus;
    let more = match with {
        With::Melee(arm) => state
            .weapon(who, arm)
            .and_then(|weapon| weapon.melee)
            .map_or(0, |melee| melee.reach),
        With::Ranged(_) | With::Power(_) => 0,
    };
    own + more
}

/// All creatures by their place among those of the same stance: the highest first, then roster order (`stances/tie-break`).
pub(crate) fn before(state: &State, one: CreatureId, other: CreatureId) -> std::cmp::Ordering {
    let place = |who: CreatureId| (std::cmp::Reverse(state.body(who).order), who);
    place(one).cmp(&place(other))
}
