//! What a bot takes in hand.

use std::cmp::Reverse;

use affray_kernel::CreatureId;

use super::moving::{Ways, in_reach, nearest_enemy};
use super::{enemies, legal, magic};
use crate::act::Act;
use crate::actions::shoot::ranged_use;
use crate::rules::climbing::hands_to_spare;
use crate::rules::hands::{free_hands, hands_on};
use crate::rules::turns::actions_left;
use crate::sheet::{Use, Weapon};
use crate::state::{ItemId, Place, State};

/// Items that a creature holds.
pub(super) fn held(state: &State, who: CreatureId) -> impl Iterator<Item = ItemId> + '_ {
    state
        .all_items()
        .filter(move |(_, item)| matches!(item.place, Place::Held(holder, _) if holder == who))
        .map(|(id, _)| id)
}

/// Whole weapons that it carries but does not hold.
fn carried(state: &State, who: CreatureId) -> impl Iterator<Item = (ItemId, &Weapon)> {
    state
        .all_items()
        .filter(move |(_, item)| item.place == Place::Carried(who) && item.hp > 0)
        .filter_map(|(id, _)| Some((id, state.kind(id).weapon()?)))
}

/// Draws a weapon when it holds none of use and Enemies can be got at; a launcher without missiles it drops for that.
pub(super) fn draw(ways: &Ways<'_>) -> Option<Act> {
    let Ways { state, who, .. } = *ways;
    let is_armed =
        held(state, who).any(|item| state.kind(item).weapon().is_some() && is_of_use(state, item));
    if state.body(who).hanging || is_armed {
        return None;
    }
    let spent = held(state, who).find(|item| is_spent(state, *item));
    let freed = spent.and_then(|item| hands_on(state, who, item));
    let free = free_hands(state, who) + freed.unwrap_or(0);
    let (item, _) = carried(state, who)
        .filter(|(item, weapon)| weapon.hands <= free && !is_spent(state, *item))
        .max_by_key(|(item, weapon)| (weapon.dice.and_then(|dice| dice.most()), item.0))?;
    let (_, enemy) = nearest_enemy(state, who)?;
    let beside = in_reach(state, who, state.space(who), enemy);
    let in_time = if beside {
        actions_left(state, who) > 1
    } else {
        state.body(who).mount.is_some() || ways.lead_there_on_foot()
    };
    let act = spent.map_or(Act::Draw(item), Act::Drop);
    Some(act).filter(|act| in_time && legal(state, who, act))
}

/// Picks up a weapon that lies beside it when it has none of use, not even in the bag or of nature, no Spell to cast, and an Action left to
/// use it in: one for which it has the hands free, and nothing to shoot with while an Enemy is beside it.
pub(super) fn pick_up(state: &State, who: CreatureId) -> Option<Act> {
    let body = state.body(who);
    let has_one = carried(state, who).any(|(item, _)| is_of_use(state, item))
        || held(state, who)
            .any(|item| state.kind(item).weapon().is_some() && is_of_use(state, item));
    let by_nature = state.sheet(who).natural.len() > 1;
    if body.hanging || has_one || by_nature || actions_left(state, who) < 2 {
        return None;
    }
    let (_, enemy) = nearest_enemy(state, who)?;
    let beside = in_reach(state, who, state.space(who), enemy);
    let free = free_hands(state, who);
    let lying = state.all_items().filter_map(|(item, thing)| {
        let weapon = state.kind(item).weapon()?;
        let lies = matches!(thing.place, Place::Ground(_)) && is_of_use(state, item);
        let is_usable = weapon.hands <= free && !(beside && is_for_shots(weapon));
        (lies && is_usable).then_some((weapon.dice.and_then(|dice| dice.most()), item))
    });
    let mut lying: Vec<_> = lying.collect();
    lying.sort_by_key(|(most, item)| (Reverse(*most), item.0));
    let mut acts = lying.into_iter().map(|(_, item)| Act::PickUp(item));
    let act = acts.find(|act| legal(state, who, act))?;
    magic::best(state, who).is_none().then_some(act)
}

/// Whether a weapon launches missiles and cannot be struck with.
fn is_for_shots(weapon: &Weapon) -> bool {
    weapon.uses.contains(&Use::Launched) && !weapon.uses.contains(&Use::Melee)
}

/// Whether a weapon is of no use for want of missiles.
fn is_spent(state: &State, item: ItemId) -> bool {
    state.item(item).ammunition == Some(0)
}

/// Whether a weapon is whole and not without missiles.
pub(super) fn is_of_use(state: &State, item: ItemId) -> bool {
    !is_spent(state, item) && state.item(item).hp > 0
}

/// Takes a weapon for shooting or throwing in hand, because no Enemy can be got at.
pub(super) fn take_aim(state: &State, who: CreatureId) -> Option<Act> {
    nearest_enemy(state, who)?;
    if let Some(act) = grip(state, who) {
        return Some(act);
    }
    let has_one = held(state, who)
        .filter(|item| is_of_use(state, *item))
        .filter_map(|item| state.kind(item).weapon())
        .any(|weapon| ranged_use(weapon).is_some());
    if has_one || enemies(state, who).next().is_none() {
        return None;
    }
    let (item, weapon) = carried(state, who)
        .filter(|(item, weapon)| ranged_use(weapon).is_some() && !is_spent(state, *item))
        .min_by_key(|(item, _)| item.0)?;
    let act = if hands_to_spare(state, who) >= weapon.hands {
        Act::Draw(item)
    } else {
        Act::Stow(held(state, who).next()?)
    };
    Some(act).filter(|act| legal(state, who, act))
}

/// Takes what it holds in as many hands as it needs.
fn grip(state: &State, who: CreatureId) -> Option<Act> {
    held(state, who)
        .filter_map(|item| Some((item, state.kind(item).weapon()?.hands)))
        .filter(|(item, hands)| hands_on(state, who, *item) < Some(*hands))
        .map(|(item, hands)| Act::Grip(item, hands))
        .find(|act| legal(state, who, act))
}

/// Stows what it holds, to have its hands free for climbing.
pub(super) fn empty_hands(state: &State, who: CreatureId) -> Option<Act> {
    held(state, who)
        .map(Act::Stow)
        .find(|act| legal(state, who, act))
}
