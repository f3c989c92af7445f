//! What a bot takes in hand to fight with, and what it puts away or lets go of for that.

use std::cmp::Reverse;

use affray_kernel::grid::Space;
use affray_kernel::{Arm, CreatureId};

use super::known::Known;
use super::{barriers, claim, foes, legal, moving, worth};
use crate::act::{Act, Action};
use crate::actions::agile_move;
use crate::actions::powers::power_of;
use crate::actions::strike::reached;
use crate::actions::things::{at_hand, equip_cost, free_hands, hand_for, pick_up_possible};
use crate::fact::{Fact, Number, apply};
use crate::rules::draw_weight::can_draw;
use crate::rules::numbers::{limit_of_reach, longest_reach, metres_between, proficient, range_m};
use crate::rules::price::free_energy;
use crate::rules::rounds::{FULL_ENERGY, grant};
use crate::sheet::{Shield, Weapon};
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

/// A weapon comes to hand where none is that can still be used, the one that promises most, its own before any that lies there; a bow without
/// arrows is dropped for it. Whoever would shoot takes nothing else.
fn take_up_arms(state: &State, who: CreatureId) -> Option<Act> {
    let foe = foes(state, who).first().copied()?;
    let (useful, spent): (Vec<_>, Vec<_>) = state
        .all_items()
        .filter(|(id, _)| state.kind(*id).weapon().is_some())
        .partition(|(id, _)| is_usable(state, who, *id));
    let held = |(_, item): &(ItemId, &Item)| item.place == Place::Held(who);
    if useful.iter().any(held) {
        return None;
    }
    if let Some((id, _)) = spent.into_iter().find(held) {
        return Some(Act::Drop(id)).filter(|act| legal(state, who, act));
    }
    if let Some(wanted) = bow_from_afar(state, who).or_else(|| bow_across(state, who)) {
        return takes(state, who, wanted);
    }
    let known = Known::new(state);
    let promise = |id: ItemId| Reverse(worth::prospect(&known, who, foe, Arm::Item(id)));
    let mut found: Vec<_> = useful
        .into_iter()
        .filter_map(|(id, item)| match item.place {
            Place::Carried(bearer) if bearer == who => Some((false, id, Action::Equip(id))),
            Place::Ground(..) => Some((true, id, Action::PickUp(id))),
            _ => None,
        })
        .filter(|(lies, id, _)| !lies || pick_up_possible(state, who, *id).is_ok())
        .collect();
    found.sort_by_cached_key(|(lies, id, _)| (*lies, promise(*id), *id));
    let mut actions = found.into_iter().map(|(_, _, action)| action);
    actions.find_map(|action| claim(state, who, action))
}

/// Whether somebody can do something with a weapon: it is not a bow without arrows, or one too strong for its arms (`draw/arm-strength`).
fn is_usable(state: &State, who: CreatureId, item: ItemId) -> bool {
    let found = state.item(item);
    let drawn = |weapon: &Weapon| {
        weapon.melee || can_draw(state.sheet(who), weapon, usize::from(found.draw))
    };
    found.left != Some(0) && state.kind(item).weapon().is_some_and(drawn)
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
        Place::Ground(at, _) => {
            let is_wanted = is_usable(state, who, id) && hand_for(state, who, id).is_ok();
            is_wanted.then(|| Space::cell(at))
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

/// What somebody takes off a table in passing, of all that it has the hands for, if it has any use for it: a weapon where it has none that can be
/// used, what has a power, and a shield (`actions/pick-up-in-passing`).
pub(super) fn takes_in_passing(state: &State, who: CreatureId) -> Option<ItemId> {
    let known = Known::new(state);
    let foe = foes(state, who).first().copied();
    let is_armed =
        !has_bare_hands(state, who) || state.held(who).any(|(id, _)| is_usable(state, who, id));
    let worth = |id: ItemId| {
        let kind = state.kind(id);
        if kind.weapon().is_some() {
            let blow = foe.map_or(1, |foe| worth::prospect(&known, who, foe, Arm::Item(id)));
            return if is_armed || !is_usable(state, who, id) {
                0
            } else {
                2 + blow
            };
        }
        let shields =
            |shield: &Shield| shield.bonus > 0 && proficient(state, who, shield.requirement);
        let is_of_use = power_of(state, id).is_some() || kind.shield().is_some_and(shields);
        i32::from(is_of_use)
    };
    let useful = at_hand(state, who).filter(|id| worth(*id) > 0);
    useful.max_by_key(|id| (worth(*id), Reverse(*id)))
}

/// What is taken out of the bag to shoot with, and what is put away first.
type Wanted = (ItemId, Option<ItemId>);

/// A bow out of the bag while all foes are far off and nothing in hand shoots, if it does as much harm for its Energy as what is in hand; that
/// is put away for it (`actions/equip-other`).
pub(super) fn takes_bow(state: &State, who: CreatureId) -> Option<Act> {
    takes(state, who, bow_from_afar(state, who)?)
}

/// Whether it has put away what it struck with, and only the Energy of the next Round pays for the bow: till then it goes nowhere.
pub(super) fn awaits_bow(state: &State, who: CreatureId) -> bool {
    blades_in_hand(state, who).next().is_none() && bow_from_afar(state, who).is_some()
}

/// The bow that it takes while all foes are far off.
fn bow_from_afar(state: &State, who: CreatureId) -> Option<Wanted> {
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
    (shot >= blow.max().unwrap_or(1)).then_some((bow, away))
}

/// The same where no way leads to any foe.
pub(super) fn takes_what_shoots(state: &State, who: CreatureId) -> Option<Act> {
    takes(state, who, bow_across(state, who)?)
}

/// What it takes to shoot with where no way leads to any foe.
fn bow_to_foes_out_of_the_way(state: &State, who: CreatureId) -> Option<Wanted> {
    let bow = bow_in_bag(state, who)?;
    let foe = foes(state, who).first().copied()?;
    let limit = limit_of_reach(state, longest_reach(state, who));
    if metres_between(state, who, foe) <= limit || barriers::has_way(state, who) {
        return None;
    }
    let (away, _) = makes_room(state, who, bow)?;
    Some((bow, away))
}

/// As [`bow_to_foes_out_of_the_way`], where there is no door to open either, nor anything else to get past.
fn bow_across(state: &State, who: CreatureId) -> Option<Wanted> {
    let wanted = bow_to_foes_out_of_the_way(state, who)?;
    is_shut_off(state, who).then_some(wanted)
}

/// Whether there is no door to open, nor anything else to get past, with all the Energy of a Round: what is spent now says nothing of the next.
fn is_shut_off(state: &State, who: CreatureId) -> bool {
    let mut fresh = state.clone();
    let energy = grant(state, who).max(state.body(who).energy);
    apply(&mut fresh, &Fact::Set(who, Number::Energy, energy));
    barriers::pass(&fresh, who).is_none()
}

/// Something to strike with out of the bag where a foe is in reach of it, if it does more harm than the bow in hand; that is let go of if
/// there is the Energy to take the other.
pub(super) fn takes_blade(state: &State, who: CreatureId) -> Option<Act> {
    let mut held = state.held(who).map(|(id, _)| id);
    let bow = held.find(|id| is_for_shots(state, *id))?;
    if blades_in_hand(state, who).next().is_some() {
        return None;
    }
    let foe = foes(state, who).first().copied()?;
    let known = Known::new(state);
    let hands = free_hands(state, who) + i16::from(state.kind(bow).hands());
    let carried = state.all_items().filter_map(|(id, item)| {
        let is_blade = state.kind(id).weapon()?.melee && i16::from(state.kind(id).hands()) <= hands;
        let is_wanted = item.place == Place::Carried(who) && is_blade;
        (is_wanted && will_reach(&known, who, foe, id)).then_some(id)
    });
    let promise = |id: ItemId| worth::prospect(&known, who, foe, Arm::Item(id));
    let (blow, Reverse(blade)) = carried.map(|id| (promise(id), Reverse(id))).max()?;
    if blow <= 2 * promise(bow) {
        return None;
    }
    if hand_for(state, who, blade).is_ok() {
        return claim(state, who, Action::Equip(blade));
    }
    let pays = equip_cost(state, blade).energy <= free_energy(state, who);
    let draws = pays && has_bare_hands(state, who);
    draws
        .then_some(Act::Drop(bow))
        .filter(|act| legal(state, who, act))
}

/// Whether a foe is in Reach of something in the bag, or an Agile Move leads there.
fn will_reach(known: &Known<'_>, who: CreatureId, foe: CreatureId, blade: ItemId) -> bool {
    let (state, with) = (known.state, Arm::Item(blade));
    let steps = || {
        agile_move::able_to_move(state, who).is_ok()
            && moving::agile_step_into_reach(known, who, foe, with).is_some()
    };
    reached(state, who, foe, with).is_ok() || steps()
}

/// A shield out of the bag beside what is in hand to strike with, if no bow is wanted (`actions/equip-other`).
pub(super) fn takes_shield(state: &State, who: CreatureId) -> Option<Act> {
    blades_in_hand(state, who).next()?;
    let shield = |id: ItemId| state.kind(id).shield();
    let has_one = state.held(who).any(|(id, _)| shield(id).is_some());
    if has_one || foes(state, who).is_empty() {
        return None;
    }
    let carried = state.all_items().filter_map(|(id, item)| {
        let found = shield(id)?;
        let is_of_use = found.bonus > 0 && proficient(state, who, found.requirement);
        (item.place == Place::Carried(who) && is_of_use).then_some((found.bonus, Reverse(id)))
    });
    let (_, Reverse(best)) = carried.max()?;
    let wants_bow = bow_from_afar(state, who).or_else(|| bow_across(state, who));
    if wants_bow.is_some() {
        return None;
    }
    claim(state, who, Action::Equip(best))
}

/// Takes the bow, or first puts something away.
fn takes(state: &State, who: CreatureId, (bow, away): Wanted) -> Option<Act> {
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
    let shoots = |id: ItemId| is_for_shots(state, id) && is_usable(state, who, id);
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

/// What is put away first to have the hands for something, if anything has to be, and the Energy that all of it costs: weapons first and
/// shields last. Nothing where a Round does not bring the Energy for one of that (`rounds/no-carry-over`).
fn makes_room(state: &State, who: CreatureId, wanted: ItemId) -> Option<(Option<ItemId>, i16)> {
    let mut lacking = i16::from(state.kind(wanted).hands().max(1)) - free_hands(state, who);
    let held = state.held(who).map(|(id, _)| id);
    let mut full: Vec<ItemId> = held.filter(|id| state.kind(*id).hands() > 0).collect();
    full.sort_by_key(|id| {
        let kind = state.kind(*id);
        (kind.shield().is_some(), kind.weapon().is_none())
    });
    let away = full.into_iter().take_while(|id| {
        let lacked = lacking;
        lacking -= i16::from(state.kind(*id).hands());
        lacked > 0
    });
    let away: Vec<ItemId> = away.collect();
    let prices = away.iter().chain([&wanted]);
    let prices: Vec<i16> = prices.map(|id| equip_cost(state, *id).energy).collect();
    let most = grant(state, who);
    let is_possible = lacking <= 0 && prices.iter().all(|price| *price <= most);
    is_possible.then(|| (away.first().copied(), prices.iter().sum()))
}
