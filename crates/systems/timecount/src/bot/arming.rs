//! What to have in hand: a weapon that serves, and the one that the distance asks for.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Space};
use smallvec::SmallVec;

use super::moving::{self, Approach};
use super::{items, legal, stances, targets, worth};
use crate::act::{Act, Strike};
use crate::fact::{Fact, apply};
use crate::rules::cover;
use crate::rules::flanking::presses;
use crate::rules::hands::{free_hands, taken};
use crate::rules::numbers::{able, arms_in_hand, enemies, feet_between, present};
use crate::sheet::Weapon;
use crate::state::{Arm, ItemId, Kept, Place, State};

/// Feet beyond which whoever carries a bow would rather have it in hand.
const FAR_FT: i16 = 30;

/// Whether a weapon can do anything: one that shoots needs something to shoot.
pub(super) fn is_of_use(state: &State, who: CreatureId, arm: Arm) -> bool {
    let weapon = state.weapon(who, arm);
    match arm {
        Arm::Item(id) => weapon.is_some_and(|weapon| serves(state, id, weapon)),
        Arm::Natural(_) => weapon.is_some(),
    }
}

fn serves(state: &State, id: ItemId, weapon: &Weapon) -> bool {
    let item = state.item(id);
    item.durability > 0 && (weapon.melee || item.left != Some(0))
}

/// The weapon in hand that shoots, and has something to shoot.
pub(super) fn shooter(state: &State, who: CreatureId) -> Option<Arm> {
    arms_in_hand(state, who).find(|arm| {
        is_of_use(state, who, *arm) && state.weapon(who, *arm).is_some_and(|weapon| !weapon.melee)
    })
}

fn has_melee(state: &State, who: CreatureId) -> bool {
    arms_in_hand(state, who).any(|arm| state.weapon(who, arm).is_some_and(|weapon| weapon.melee))
}

/// What is carried within reach, or lies about, and would serve.
fn spare(state: &State, who: CreatureId, wanted: impl Fn(&Weapon) -> bool) -> Option<Act> {
    let suits = |id: ItemId| {
        let weapon = state.kind(id).weapon();
        weapon.is_some_and(|weapon| wanted(weapon) && serves(state, id, weapon))
    };
    let carried = state.all_items().filter(|(_, item)| {
        matches!(item.place, Place::Carried(owner, kept) if owner == who && kept != Kept::Backpack)
    });
    let lying = state
        .all_items()
        .filter(|(_, item)| matches!(item.place, Place::Ground(_)));
    carried
        .map(|(id, _)| (id, Act::Draw(id)))
        .chain(lying.map(|(id, _)| (id, Act::PickUp(id))))
        .filter(|(id, _)| suits(*id))
        .map(|(_, act)| act)
        .find(|act| legal(state, who, act))
}

/// Whether something suitable is carried, or lies at one's feet, that wants no more than so many free hands.
fn has_at_hand(
    state: &State,
    who: CreatureId,
    hands: u8,
    wanted: impl Fn(&Weapon) -> bool,
) -> bool {
    state.all_items().any(|(id, item)| {
        let near = match item.place {
            Place::Carried(owner, kept) => owner == who && kept != Kept::Backpack,
            Place::Ground(at) => lies_near(state, who, at),
            _ => false,
        };
        let weapon = state.kind(id).weapon();
        near && state.kind(id).hands() <= hands
            && weapon.is_some_and(|weapon| wanted(weapon) && serves(state, id, weapon))
    })
}

/// Whether what lies in a space can be picked up from where a creature is (`actions/pick-up`).
fn lies_near(state: &State, who: CreatureId, at: Cell) -> bool {
    let (own, there) = (state.space(who), Space::new(at, 1, 1));
    state.grid().distance(own, there) <= 1 && cover::is_open(state, own, there)
}

/// Draws, picks up or changes weapons where what is in hand does not serve.
pub(super) fn act(state: &State, who: CreatureId) -> Option<Act> {
    let traits = state.sheet(who).traits;
    if traits.natural_weapons || traits.unarmed_training {
        return None;
    }
    let pressed = targets(state, who).any(|enemy| presses(state, enemy, who));
    if pressed {
        return if has_melee(state, who) {
            None
        } else {
            exchange(state, who, |weapon| weapon.melee, Act::Drop)
                .or_else(|| free_the_fists(state, who))
        };
    }
    if shooter(state, who).is_some() {
        return None;
    }
    let nearest = targets(state, who)
        .filter(|enemy| able(state, *enemy))
        .map(|enemy| feet_between(state, who, enemy))
        .min()?;
    if nearest > FAR_FT
        && let Some(act) = take_bow(state, who)
        && !is_at_the_front_soon(state, who, &act)
    {
        return Some(act);
    }
    if has_melee(state, who) {
        return None;
    }
    // What was put away for want of a way is not taken out again.
    if let Some(act) = take_bow(state, who)
        && matches!(moving::close_in(state, who), Approach::NoWay)
    {
        return Some(act);
    }
    exchange(state, who, |weapon| weapon.melee, Act::Drop)
        .or_else(|| spare(state, who, |_| true))
        .or_else(|| free_the_fists(state, who))
}

/// Whether friends stand in the way of every shot (`attack-modifiers/cover-determination`), and a creature with a blade in hand is at the front
/// in the time that one shot takes and weapons to be changed for it and back again, this act being the first for that.
fn is_at_the_front_soon(state: &State, who: CreatureId, act: &Act) -> bool {
    let covers = |friend: CreatureId, on: CreatureId| {
        friend != who
            && !enemies(state, who, friend)
            && present(state, friend)
            && cover::is_between(state, friend, (who, on))
    };
    let mut foes = targets(state, who).filter(|on| able(state, *on));
    let blade = arms_in_hand(state, who)
        .find(|arm| state.weapon(who, *arm).is_some_and(|weapon| weapon.melee));
    let Some(blade) = blade else { return false };
    if !foes.all(|on| state.creatures().any(|friend| covers(friend, on))) {
        return false;
    }
    let changes = if matches!(act, Act::Draw(_)) { 2 } else { 3 };
    let changed = changes * worth::counts(state, who, act);
    // A shot is about as slow as a blow.
    let shot = worth::counts(state, who, &Act::Attack(Strike::plain(who, blade)));
    match moving::close_in(state, who) {
        Approach::Go(_, steps) => moving::counts_for(state, who, steps) <= changed + shot,
        Approach::Stay | Approach::NoWay => false,
    }
}

/// Takes what shoots in hand, for whatever is in the way.
fn take_bow(state: &State, who: CreatureId) -> Option<Act> {
    match exchange(state, who, |weapon| !weapon.melee, Act::Sheathe)? {
        Act::Sheathe(item) => thrown(state, who, item).or(Some(Act::Sheathe(item))),
        act => Some(act),
    }
}

/// Takes what shoots in hand where no way leads to any enemy, be there one ever so near.
pub(super) fn without_way(state: &State, who: CreatureId) -> Option<Act> {
    let traits = state.sheet(who).traits;
    let needs_none = traits.natural_weapons || traits.unarmed_training;
    let able = targets(state, who).any(|enemy| able(state, enemy));
    let wants = !needs_none && able && shooter(state, who).is_none();
    wants
        .then(|| take_bow(state, who).or_else(|| loose_shield(state, who)))
        .flatten()
}

/// Takes the shield off the arm where the bow could be taken in hand without it: no enemy gets at whoever no way leads to, unless by a shot
/// (`actions/shield`).
fn loose_shield(state: &State, who: CreatureId) -> Option<Act> {
    if targets(state, who).any(|enemy| stances::could_shoot(state, enemy, who)) {
        return None;
    }
    let (shield, act) = state
        .all_items()
        .map(|(id, _)| (id, Act::LooseShield(id)))
        .find(|(_, act)| legal(state, who, act))?;
    let mut without = state.clone();
    apply(&mut without, &Fact::Item(shield, Place::Nowhere));
    take_bow(&without, who).is_some().then_some(act)
}

/// Lets go of a weapon that is of no use where both hands are full: bare ones strike better (`unarmed/other-limbs`).
fn free_the_fists(state: &State, who: CreatureId) -> Option<Act> {
    if free_hands(state, who) > 0 {
        return None;
    }
    state
        .all_items()
        .filter(|(id, item)| {
            let weapon = state.kind(*id).weapon();
            item.place == Place::Held(who)
                && weapon.is_some_and(|weapon| !serves(state, *id, weapon))
        })
        .map(|(id, _)| Act::Drop(id))
        .find(|act| legal(state, who, act))
}

/// Throws at an enemy what is to leave the hand anyway, where it is made for that and may hit.
fn thrown(state: &State, who: CreatureId, item: ItemId) -> Option<Act> {
    let throw = |on| {
        Act::Attack(Strike {
            thrown: true,
            ..Strike::plain(on, Arm::Item(item))
        })
    };
    state.kind(item).weapon()?.ranged?;
    let weighing = worth::Weighing::new(state, who);
    targets(state, who)
        .filter(|on| able(state, *on))
        .map(|on| (worth::of(&weighing, &throw(on)), throw(on)))
        .filter(|(promise, act)| *promise > 0 && legal(state, who, act))
        .max_by_key(|(promise, _)| *promise)
        .map(|(_, act)| act)
}

/// Takes such a weapon in hand, if need be by putting another away, or what has magic in it, where that leaves the hands for it.
fn exchange(
    state: &State,
    who: CreatureId,
    wanted: impl Fn(&Weapon) -> bool + Copy,
    away: impl Fn(ItemId) -> Act,
) -> Option<Act> {
    if let Some(act) = spare(state, who, wanted) {
        return Some(act);
    }
    let held = || {
        let all = state.all_items();
        let held = all.filter(|(_, item)| item.place == Place::Held(who));
        held.map(|(id, _)| id)
    };
    let unwanted = |id: &ItemId| {
        let weapon = state.kind(*id).weapon();
        weapon.is_some_and(|weapon| !wanted(weapon))
    };
    let weapons = held().filter(unwanted).map(|id| (id, away(id)));
    let magical = held().filter(|id| items::effect(state, *id).is_some());
    let ways: SmallVec<[(ItemId, Act); 2]> = weapons
        .chain(magical.map(|id| (id, Act::Sheathe(id))))
        .filter(|(_, act)| legal(state, who, act))
        .collect();
    let freed: u8 = ways
        .iter()
        .map(|(id, _)| taken(state, *id, state.item(*id)))
        .sum();
    let suffices = has_at_hand(state, who, free_hands(state, who) + freed, wanted);
    let (_, act) = ways.into_iter().next()?;
    suffices.then_some(act)
}
