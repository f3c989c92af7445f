//! What a bot takes in hand to fight with, and what it puts away or lets go of for that.

use std::cmp::Reverse;

use affray_kernel::grid::Space;
use affray_kernel::{Arm, CreatureId};

use super::known::Known;
use super::{barriers, claim, foes, legal, moving, worth};
use crate::act::{Act, Action};
use crate::actions::things::{equip_cost, free_hands, hand_for};
use crate::rules::draw_weight::can_draw;
use crate::rules::numbers::{limit_of_reach, longest_reach, metres_between, range_m, reach_m};
use crate::rules::rounds::FULL_ENERGY;
use crate::state::{Item, ItemId, Place, State};

/// Metres beyond which whoever carries a bow would rather have it in hand, for each Round that it takes to get it there.
const FAR_M: i16 = 10;

/// So many metres whoever has bare hands goes for a weapon that lies somewhere.
const FETCH_M: u32 = 8;

/// Whoever has nothing but bare hands draws a weapon before striking with them (`actions/equip-easy`).
pub(super) fn draw(state: &State, who: CreatureId) -> Option<Act> {
    has_bare_hands(state, who)
        .then(|| take_up_arms(state, who))
        .flatten()
}

/// Whether it has no weapon of nature but its body.
fn has_bare_hands(state: &State, who: CreatureId) -> bool {
    state.sheet(who).natural.len() <= 1
}

/// What has to be loaded is loaded, or something to fight with comes to hand (`actions/equip-easy`, `actions/load`).
pub(super) fn arm_oneself(state: &State, who: CreatureId) -> Option<Act> {
    if foes(state, who).is_empty() {
        return None;
    }
    let loads = state
        .held(who)
        .find_map(|(id, _)| claim(state, who, Action::Load(id)));
    loads.or_else(|| take_up_arms(state, who))
}

/// A weapon comes to hand where none is that can still be used; a bow without arrows is dropped for it.
fn take_up_arms(state: &State, who: CreatureId) -> Option<Act> {
    if foes(state, who).is_empty() {
        return None;
    }
    let (useful, spent): (Vec<_>, Vec<_>) = state
        .all_items()
        .filter(|(id, _)| state.kind(*id).weapon().is_some())
        .partition(|(_, item)| item.left != Some(0));
    let held = |(_, item): &(ItemId, &Item)| item.place == Place::Held(who);
    if useful.iter().any(held) {
        return None;
    }
    if let Some((id, _)) = spent.into_iter().find(held) {
        return Some(Act::Drop(id)).filter(|act| legal(state, who, act));
    }
    let own = useful.iter().filter(|(id, item)| {
        item.place == Place::Carried(who)
            && i16::from(state.kind(*id).hands()) <= free_hands(state, who)
    });
    let near = useful
        .iter()
        .filter(|(_, item)| matches!(item.place, Place::Ground(..)));
    own.map(|(id, _)| Action::Equip(*id))
        .chain(near.map(|(id, _)| Action::PickUp(*id)))
        .find_map(|action| claim(state, who, action))
}

/// Whoever has bare hands and no weapon in the bag goes to one that lies near, if no foe is as near to it.
pub(super) fn fetch(state: &State, who: CreatureId) -> Option<Act> {
    let has_own = || {
        let mut items = state.all_items();
        items
            .any(|(id, item)| item.place.bearer() == Some(who) && state.kind(id).weapon().is_some())
    };
    if !has_bare_hands(state, who) || has_own() {
        return None;
    }
    let metres = |one: CreatureId, at: Space| state.grid().distance(state.space(one), at);
    let lying = state.all_items().filter_map(|(id, item)| match item.place {
        Place::Ground(at, _) if item.left != Some(0) => {
            let is_weapon = state.kind(id).weapon().is_some();
            (is_weapon && hand_for(state, who, id).is_ok()).then(|| Space::cell(at))
        }
        _ => None,
    });
    let nearest = lying.min_by_key(|at| (metres(who, *at), at.at))?;
    let far = metres(who, nearest);
    let foes = foes(state, who);
    let is_near = (2..=FETCH_M).contains(&far);
    let is_contested = foes.iter().any(|foe| metres(*foe, nearest) <= far);
    if foes.is_empty() || !is_near || is_contested {
        return None;
    }
    moving::go_near(state, who, nearest, 1)
}

/// A bow out of the bag while all foes are far off and nothing in hand shoots, if it does as much harm for its Energy as what is in hand; that
/// is put away for it (`actions/equip-other`).
pub(super) fn takes_bow(state: &State, who: CreatureId) -> Option<Act> {
    let bow = bow_in_bag(state, who)?;
    let foe = foes(state, who).first().copied()?;
    let (away, energy) = makes_room(state, who, bow)?;
    let rounds = (energy + FULL_ENERGY - 1) / FULL_ENERGY;
    if metres_between(state, who, foe) <= FAR_M * rounds.max(1) {
        return None;
    }
    let known = Known::new(state);
    let shot = worth::prospect(&known, who, foe, Arm::Item(bow));
    let strikes = blades_in_hand(state, who);
    let blow = strikes.map(|id| worth::prospect(&known, who, foe, Arm::Item(id)));
    if shot < blow.max().unwrap_or(1) {
        return None;
    }
    takes(state, who, (bow, away))
}

/// The same where no way leads to any foe.
pub(super) fn takes_what_shoots(state: &State, who: CreatureId) -> Option<Act> {
    let bow = bow_in_bag(state, who)?;
    let foe = foes(state, who).first().copied()?;
    let limit = limit_of_reach(state, longest_reach(state, who));
    if metres_between(state, who, foe) <= limit || barriers::has_way(state, who) {
        return None;
    }
    let (away, _) = makes_room(state, who, bow)?;
    takes(state, who, (bow, away))
}

/// Something to strike with out of the bag where a foe is in reach of it, if it does more harm than the bow in hand; that is let go of.
pub(super) fn takes_blade(state: &State, who: CreatureId) -> Option<Act> {
    let mut held = state.held(who).map(|(id, _)| id);
    let bow = held.find(|id| is_for_shots(state, *id))?;
    if blades_in_hand(state, who).next().is_some() {
        return None;
    }
    let foe = foes(state, who).first().copied()?;
    let carried = state.all_items().filter_map(|(id, item)| {
        let is_blade = state.kind(id).weapon()?.melee;
        (item.place == Place::Carried(who) && is_blade).then_some(id)
    });
    let known = Known::new(state);
    let (blow, Reverse(blade)) = carried
        .map(|id| {
            (
                worth::prospect(&known, who, foe, Arm::Item(id)),
                Reverse(id),
            )
        })
        .max()?;
    let metres = metres_between(state, who, foe);
    let reach = reach_m(state, who, Arm::Item(blade));
    if metres > limit_of_reach(state, reach) + 1
        || blow <= 2 * worth::prospect(&known, who, foe, Arm::Item(bow))
    {
        return None;
    }
    if hand_for(state, who, blade).is_ok() {
        return claim(state, who, Action::Equip(blade));
    }
    Some(Act::Drop(bow)).filter(|act| legal(state, who, act))
}

/// Takes the bow, or first puts something away.
fn takes(state: &State, who: CreatureId, (bow, away): (ItemId, Option<ItemId>)) -> Option<Act> {
    let action = away.map_or(Action::Equip(bow), Action::Stow);
    claim(state, who, action)
}

/// What is held to strike with.
fn blades_in_hand(state: &State, who: CreatureId) -> impl Iterator<Item = ItemId> + '_ {
    let held = state.held(who).map(|(id, _)| id);
    held.filter(|id| state.kind(*id).weapon().is_some_and(|weapon| weapon.melee))
}

/// Whether something is for shooting and nothing else.
fn is_for_shots(state: &State, item: ItemId) -> bool {
    let weapon = state.kind(item).weapon();
    weapon.is_some_and(|weapon| !weapon.melee && weapon.shooting.is_some())
}

/// What it carries that shoots as far as the nearest foe and that it can draw, while it has nothing in hand or of nature that shoots.
fn bow_in_bag(state: &State, who: CreatureId) -> Option<ItemId> {
    let foe = foes(state, who).first().copied()?;
    let shoots = |id: ItemId| {
        let weapon = state.kind(id).weapon();
        let item = state.item(id);
        let drawn = |weapon| can_draw(state.sheet(who), weapon, usize::from(item.draw));
        is_for_shots(state, id) && item.left != Some(0) && weapon.is_some_and(drawn)
    };
    let by_nature = || {
        let mut natural = state.sheet(who).natural.iter();
        natural.any(|weapon| weapon.shooting.is_some())
    };
    let mut items = state.all_items();
    let (bow, _) = items.find(|(id, item)| {
        let [.., farthest] = range_m(state, who, Arm::Item(*id), false);
        item.place == Place::Carried(who)
            && shoots(*id)
            && metres_between(state, who, foe) <= farthest
    })?;
    let is_ready = by_nature() || state.held(who).any(|(id, _)| shoots(id));
    (!is_ready).then_some(bow)
}

/// What is put away first to have the hands for something, if anything has to be, and the Energy that all of it costs.
fn makes_room(state: &State, who: CreatureId, wanted: ItemId) -> Option<(Option<ItemId>, i16)> {
    let mut energy = equip_cost(state, wanted).energy;
    let mut lacking = i16::from(state.kind(wanted).hands().max(1)) - free_hands(state, who);
    let mut first = None;
    let held = state.held(who).map(|(id, _)| id);
    for id in held.filter(|id| state.kind(*id).hands() > 0) {
        if lacking <= 0 {
            break;
        }
        lacking -= i16::from(state.kind(id).hands());
        energy += equip_cost(state, id).energy;
        first = first.or(Some(id));
    }
    (lacking <= 0).then_some((first, energy))
}
