//! Scrolls and magic items, at hand or in a bag; flames in hand.

use affray_kernel::CreatureId;

use super::magic::WALK_FT;
use super::{best_blow, legal, magic, moving, targets, wellness};
use crate::act::{Act, Aim};
use crate::actions::magic::items::scroll;
use crate::fact::{Fact, apply};
use crate::rules::flanking::presses;
use crate::rules::healing;
use crate::rules::numbers::{able, enemies, feet_between, present};
use crate::sheet::{Effect, ItemKind, SpellRange};
use crate::state::{Item, ItemId, Place, State};

/// So badly off, a friend is healed.
const BADLY_OFF: i32 = 60;

/// Feet within which an able enemy keeps a bot from looking for something in its bags.
const NEAR_FT: i16 = 20;

/// Helps a friend, or oneself, with what is at hand or in a bag, while nobody presses.
pub(super) fn mend(state: &State, who: CreatureId) -> Option<Act> {
    if is_without(state, who) || targets(state, who).any(|enemy| presses(state, enemy, who)) {
        return None;
    }
    at_hand(state, who)
        .find_map(|item| mends_with(state, who, item))
        .or_else(|| takes_out(state, who, is_needed, mends_with))
}

/// Carries what is in hand to a friend near who needs it, while nobody presses and no blow reaches an enemy.
pub(super) fn carry(state: &State, who: CreatureId) -> Option<Act> {
    let mut errands = at_hand(state, who)
        .flat_map(|item| errands(state, who, item))
        .peekable();
    errands.peek()?;
    let busy = targets(state, who).any(|enemy| presses(state, enemy, who))
        || best_blow(state, who).is_some();
    if busy {
        return None;
    }
    errands.find_map(|(needy, feet)| moving::join(state, who, needy, feet))
}

/// Those who need an item with magic left in it and can be walked to, the worst off first, and to within how many feet.
fn errands(state: &State, who: CreatureId, item: ItemId) -> Vec<(CreatureId, i16)> {
    let effect = effect(state, item).filter(|_| state.item(item).left != Some(0));
    let (Some(effect), Some(range)) = (effect, range_ft(state, who, item)) else {
        return Vec::new();
    };
    // Behind a wall somebody is far however near, and only walking up to it shows that.
    let near = |on: &CreatureId| *on != who && feet_between(state, who, *on) <= range + WALK_FT;
    let mut needy: Vec<CreatureId> = state
        .creatures()
        .filter(|on| !enemies(state, who, *on) && present(state, *on))
        .filter(|on| near(on) && is_in_need(state, *on, effect))
        .collect();
    needy.sort_by_key(|on| (wellness(state, *on), *on));
    needy.into_iter().map(|on| (on, range)).collect()
}

/// From how far a magic item or a scroll works on somebody else; what works on its user alone does not.
fn range_ft(state: &State, who: CreatureId, item: ItemId) -> Option<i16> {
    let touch = state.sheet(who).reach_ft;
    match scroll(state, item).map(|spell| state.spell(spell).range) {
        Some(SpellRange::Personal) => None,
        Some(SpellRange::Feet(feet)) => Some(feet),
        Some(SpellRange::Touch) | None => Some(touch),
    }
}

/// Harms an enemy with what is at hand or in a bag, where no blow reaches one.
pub(super) fn harm(state: &State, who: CreatureId) -> Option<Act> {
    let flames = state.spells.iter().any(|active| active.caster == who);
    if is_without(state, who) && !flames || best_blow(state, who).is_some() {
        return None;
    }
    at_hand(state, who)
        .find_map(|item| harms_with(state, who, item))
        .or_else(|| direct(state, who))
        .or_else(|| takes_out(state, who, is_harmful, harms_with))
}

/// Whether a creature has no magic items or scrolls at all.
fn is_without(state: &State, who: CreatureId) -> bool {
    at_hand(state, who)
        .chain(in_bags(state, who))
        .next()
        .is_none()
}

/// Takes out of a bag what would be used at once, where no enemy is near who could use the time that it takes. What was only just taken in
/// hand first gets all the hands that it needs.
fn takes_out(
    state: &State,
    who: CreatureId,
    serves: impl Fn(&State, CreatureId, &Effect) -> bool,
    used: impl Fn(&State, CreatureId, ItemId) -> Option<Act>,
) -> Option<Act> {
    let near = |enemy: CreatureId| able(state, enemy) && feet_between(state, who, enemy) <= NEAR_FT;
    let loosely = |item: &Item| item.place == Place::Held(who) && !item.in_grip;
    if targets(state, who).any(near) || state.all_items().any(|(_, item)| loosely(item)) {
        return None;
    }
    let mut bags = in_bags(state, who)
        .filter(|item| effect(state, *item).is_some_and(|effect| serves(state, who, effect)))
        .filter(|item| legal(state, who, &Act::Draw(*item)))
        .peekable();
    bags.peek()?;
    let mut in_hand = state.clone();
    let mut is_used = |item: ItemId| {
        apply(&mut in_hand, &Fact::Item(item, Place::Held(who)));
        let is_used = used(&in_hand, who, item).is_some();
        apply(&mut in_hand, &Fact::Item(item, state.item(item).place));
        is_used
    };
    bags.find(|item| is_used(*item)).map(Act::Draw)
}

/// Whether somebody of its side needs what an effect does.
fn is_needed(state: &State, who: CreatureId, effect: &Effect) -> bool {
    let mut friends = state.creatures();
    friends
        .any(|on| !enemies(state, who, on) && present(state, on) && is_in_need(state, on, effect))
}

/// Whether an effect is meant for enemies, and there is one to be harmed.
fn is_harmful(state: &State, who: CreatureId, effect: &Effect) -> bool {
    !is_for_friends(effect) && targets(state, who).any(|on| able(state, on))
}

/// Helps whoever needs it most of those whom an item can help.
fn mends_with(state: &State, who: CreatureId, item: ItemId) -> Option<Act> {
    let effect = effect(state, item)?;
    let mut friends: Vec<CreatureId> = state
        .creatures()
        .filter(|on| !enemies(state, who, *on) && present(state, *on))
        .filter(|on| is_in_need(state, *on, effect))
        .collect();
    friends.sort_by_key(|on| (wellness(state, *on), *on));
    friends
        .into_iter()
        .map(|on| used_on(state, who, item, on))
        .find(|act| legal(state, who, act))
}

/// Reads a harmful scroll, or activates an item on an enemy that can be touched.
fn harms_with(state: &State, who: CreatureId, item: ItemId) -> Option<Act> {
    let effect = effect(state, item)?;
    if is_for_friends(effect) {
        return None;
    }
    if let Some(spell) = scroll(state, item) {
        let aim = magic::aim_now(state, who, spell)?;
        let act = Act::ReadScroll(item, aim);
        return legal(state, who, &act).then_some(act);
    }
    targets(state, who)
        .filter(|on| able(state, *on))
        .map(|on| used_on(state, who, item, on))
        .find(|act| legal(state, who, act))
}

/// Throws a flame that one holds at the nearest enemy in reach of it (`actions/direct-spell`).
fn direct(state: &State, who: CreatureId) -> Option<Act> {
    let mut near: Vec<CreatureId> = targets(state, who).filter(|on| able(state, *on)).collect();
    near.sort_by_key(|on| (feet_between(state, who, *on), *on));
    let own = state.spells.iter().filter(|active| active.caster == who);
    own.flat_map(|active| near.iter().map(|on| Act::Direct(active.number, *on)))
        .find(|act| legal(state, who, act))
}

/// Magic items and scrolls in hand or worn.
fn at_hand(state: &State, who: CreatureId) -> impl Iterator<Item = ItemId> {
    magical(
        state,
        move |place| matches!(place, Place::Held(by) | Place::Worn(by) if by == who),
    )
}

/// Magic items and scrolls that are carried in a pouch or a pack.
fn in_bags(state: &State, who: CreatureId) -> impl Iterator<Item = ItemId> {
    magical(
        state,
        move |place| matches!(place, Place::Carried(by, _) if by == who),
    )
}

fn magical(state: &State, lies: impl Fn(Place) -> bool) -> impl Iterator<Item = ItemId> {
    let items = state.all_items().filter(move |(_, item)| lies(item.place));
    items
        .map(|(id, _)| id)
        .filter(|id| effect(state, *id).is_some())
}

/// What a magic item or a scroll does.
pub(super) fn effect(state: &State, item: ItemId) -> Option<&Effect> {
    match state.kind(item) {
        ItemKind::Gear(gear) if gear.magic.is_some() => gear.magic.as_ref(),
        _ => scroll(state, item).map(|spell| &state.spell(spell).effect),
    }
}

/// An item used on somebody.
fn used_on(state: &State, who: CreatureId, item: ItemId, on: CreatureId) -> Act {
    let aim = Aim::Creatures(Box::new([on]));
    match scroll(state, item) {
        Some(_) => Act::ReadScroll(item, aim),
        None if on == who => Act::Activate(item, Aim::Oneself),
        None => Act::Activate(item, aim),
    }
}

/// Whether an effect helps whoever it comes to.
fn is_for_friends(effect: &Effect) -> bool {
    magic::is_kind(effect)
        || matches!(
            effect,
            Effect::DrawPoison | Effect::Unpetrify | Effect::HeldFlame { .. }
        )
}

/// Whether somebody needs what an effect does.
pub(super) fn is_in_need(state: &State, on: CreatureId, effect: &Effect) -> bool {
    match effect {
        Effect::Heal { .. } => {
            let room = healing::room(state, on);
            wellness(state, on) < BADLY_OFF && room.invigoration + room.fatigue > 0
        }
        Effect::BonusHitPoints { .. } => wellness(state, on) < BADLY_OFF,
        Effect::DrawPoison => state.body(on).poison_fatigue > 0 || state.body(on).poison_hp > 0,
        Effect::Unpetrify => state.body(on).petrification > 0,
        _ => false,
    }
}
