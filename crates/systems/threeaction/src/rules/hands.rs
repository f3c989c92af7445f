//! Hands: what they hold, what a grapple locks, and what can be used (`foundations/hands`, `grappled/arm`, `grappling/arm`).

use affray_kernel::condition::Held;
use affray_kernel::{CreatureId, Figure, Refusal, Scene};

use super::numbers::unarmed;
use crate::ThreeAction;
use crate::fact::Fact;
use crate::ids::refuse;
use crate::sheet::ItemKind;
use crate::state::{Arm, Condition, ItemId, Place, State};

/// What a grapple keeps one of the two creatures from using; kept as the amount of its condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Locked {
    /// Nothing: it had neither hand nor natural weapon left.
    Nothing,
    /// A hand that holds nothing.
    Hand,
    /// A natural weapon.
    Natural(u8),
    /// The hand that holds an item: it stays held, and useless.
    Item(ItemId),
}

/// Amounts from here on are items.
const FIRST_ITEM: i16 = 1000;

impl Locked {
    /// As an amount of a condition; an empty hand is 0.
    pub(crate) fn amount(self) -> i16 {
        match self {
            Self::Nothing => -1,
            Self::Hand => 0,
            Self::Natural(number) => i16::from(number) + 1,
            Self::Item(item) => i16::try_from(item.0)
                .unwrap_or(i16::MAX)
                .saturating_add(FIRST_ITEM),
        }
    }

    /// What an amount means.
    pub(crate) fn of(amount: i16) -> Self {
        match amount {
            0 => Self::Hand,
            1..FIRST_ITEM => Self::Natural(u8::try_from(amount - 1).unwrap_or(u8::MAX)),
            FIRST_ITEM.. => Self::Item(ItemId((amount - FIRST_ITEM).unsigned_abs())),
            _ => Self::Nothing,
        }
    }
}

/// Being in a grapple, either way.
const GRAPPLES: u32 = Condition::bits(&[Condition::Grappled, Condition::Grappling]);

/// The grapples a creature is in, either way, and what each locks.
fn locks(state: &State, who: CreatureId) -> impl Iterator<Item = (&Held<Condition>, Locked)> {
    state
        .conditions
        .on_if(who, GRAPPLES)
        .filter(|held| matches!(held.kind, Condition::Grappled | Condition::Grappling))
        .map(|held| (held, Locked::of(held.amount)))
}

/// Whether a grapple locks that natural weapon, or the hand that holds that item.
pub(crate) fn is_locked(state: &State, who: CreatureId, arm: Arm) -> bool {
    let wanted = match arm {
        Arm::Item(item) => Locked::Item(item),
        Arm::Natural(number) => Locked::Natural(number),
    };
    locks(state, who).any(|(_, locked)| locked == wanted)
}

/// Empty hands that grapples lock. A locked hand that has lost what it held counts.
pub(crate) fn locked_hands(state: &State, who: CreatureId) -> u8 {
    let empty = |locked: Locked| match locked {
        Locked::Hand => true,
        Locked::Item(item) => !holds(state, who, item),
        Locked::Natural(_) | Locked::Nothing => false,
    };
    locks(state, who)
        .filter(|(_, locked)| empty(*locked))
        .count() as u8
}

/// A hand that a grapple locked with an item in it stays locked when the item, which it has lost, comes into another one.
pub(crate) fn stays_locked(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, item: ItemId) {
    let lost = |state: &State| {
        let held = locks(state, who).find(|(_, locked)| *locked == Locked::Item(item));
        held.map(|(held, _)| *held)
    };
    if holds(scene.state(), who, item) {
        return;
    }
    while let Some(held) = lost(scene.state()) {
        let empty = Held {
            amount: Locked::Hand.amount(),
            ..held
        };
        scene.emit(Fact::Renews(Box::new([held, empty])));
    }
}

/// What the best shield adds that a creature in a grapple holds in a hand that it can use (`grappled/arm`, `grappling/arm`).
#[cold]
fn free_shield(state: &State, who: CreatureId) -> i16 {
    let shields = state.all_items().filter_map(|(item, found)| {
        let ItemKind::Shield(shield) = state.kind(item) else {
            return None;
        };
        let usable =
            holds(state, who, item) && found.hp > 0 && !is_locked(state, who, Arm::Item(item));
        usable.then_some(shield.defense)
    });
    shields.max().unwrap_or_default().max(0)
}

/// What a held shield adds that is not Destroyed and that no grapple locks (`foundations/armour-table`).
#[inline(always)]
pub(crate) fn shield_bonus(state: &State, who: CreatureId) -> i16 {
    if state.has_any(who, GRAPPLES) {
        free_shield(state, who)
    } else {
        state.body(who).equipped.defense
    }
}

/// Natural weapons that grapples lock.
pub(crate) fn locked_natural(state: &State, who: CreatureId) -> u8 {
    locks(state, who)
        .filter(|(_, locked)| matches!(locked, Locked::Natural(_)))
        .count() as u8
}

/// Hands that hold something.
pub(crate) fn full_hands(state: &State, who: CreatureId) -> u8 {
    state.body(who).equipped.hands
}

/// Hands a creature has free: neither holding anything nor locked by a grapple.
pub(crate) fn free_hands(state: &State, who: CreatureId) -> u8 {
    state
        .sheet(who)
        .hands
        .saturating_sub(full_hands(state, who))
        .saturating_sub(locked_hands(state, who))
}

/// Whether a creature holds an item.
#[inline(always)]
pub(crate) fn holds(state: &State, who: CreatureId, item: ItemId) -> bool {
    hands_on(state, who, item).is_some()
}

/// How many of its hands are on an item.
#[inline(always)]
pub(crate) fn hands_on(state: &State, who: CreatureId, item: ItemId) -> Option<u8> {
    match state.items.get(usize::from(item.0))?.place {
        Place::Held(holder, hands) if holder == who => Some(hands),
        _ => None,
    }
}

/// Whether a creature can use what it would strike, shoot or cast with: held, whole, in hands enough, and not locked by a grapple.
///
/// # Errors
/// What is wrong with it.
#[inline(always)]
pub(crate) fn can_use(state: &State, who: CreatureId, with: Arm) -> Result<(), Refusal> {
    match with {
        Arm::Item(item) => can_use_item(state, who, item),
        Arm::Natural(number) => can_use_natural(state, who, number),
    }
}

/// Whether a creature holds an item and can do with it what it likes: no grapple locks the hand.
///
/// # Errors
/// If it does not hold it, or cannot let go of it so.
pub(crate) fn held_freely(state: &State, who: CreatureId, item: ItemId) -> Result<(), Refusal> {
    let thing = Figure::Thing(item.0);
    if !holds(state, who, item) {
        return Err(not_held(who, item));
    }
    if !state.has_any(who, GRAPPLES) {
        return Ok(());
    }
    match locks(state, who).find(|(_, locked)| *locked == Locked::Item(item)) {
        Some((held, _)) => Err(locked_by(held, thing)),
        None => Ok(()),
    }
}

/// Whether an arm is a thing that has no Hit Points left (`destroyed/at-zero`).
pub(crate) fn is_destroyed(state: &State, arm: Arm) -> bool {
    matches!(arm, Arm::Item(item) if state.item(item).hp <= 0)
}

#[cold]
fn not_held(who: CreatureId, item: ItemId) -> Refusal {
    refuse!(
        "foundations/hands",
        "{} does not hold the {}",
        Figure::Creature(who),
        Figure::Thing(item.0)
    )
}

#[inline(always)]
fn can_use_item(state: &State, who: CreatureId, item: ItemId) -> Result<(), Refusal> {
    let thing = Figure::Thing(item.0);
    let Some(hands) = hands_on(state, who, item) else {
        return Err(not_held(who, item));
    };
    let grapples = state.has_any(who, GRAPPLES);
    if grapples {
        held_freely(state, who, item)?;
    }
    if state.item(item).hp <= 0 {
        return Err(refuse!(
            "destroyed/at-zero",
            "the {} is Destroyed and of no use",
            thing
        ));
    }
    let needed = state.kind(item).hands();
    if hands < needed {
        return Err(refuse!(
            "foundations/hands",
            "the {} takes {} hands and {} has {} on it",
            thing,
            Figure::Number(i32::from(needed)),
            Figure::Creature(who),
            Figure::Number(i32::from(hands))
        ));
    }
    if !grapples {
        return Ok(());
    }
    let in_use = full_hands(state, who) + locked_hands(state, who);
    match locks(state, who).next() {
        Some((held, _)) if needed > 1 && in_use > state.sheet(who).hands => {
            Err(locked_by(held, thing))
        }
        _ => Ok(()),
    }
}

fn can_use_natural(state: &State, who: CreatureId, number: u8) -> Result<(), Refusal> {
    let sheet = state.sheet(who);
    if usize::from(number) >= sheet.natural.len() {
        return Err(refuse!(
            "foundations/hands",
            "{} has no such natural weapon",
            Figure::Creature(who)
        ));
    }
    let lock = if Arm::Natural(number) == unarmed(sheet) {
        every_hand_locked(state, who)
    } else {
        locks(state, who).find(|(_, locked)| *locked == Locked::Natural(number))
    };
    match lock {
        Some((held, _)) => Err(locked_by(held, Figure::Word("limb"))),
        None => Ok(()),
    }
}

/// The grapple that locks the last hand of a creature with hands; one without strikes with its body.
fn every_hand_locked(state: &State, who: CreatureId) -> Option<(&Held<Condition>, Locked)> {
    let last = state.sheet(who).hands.checked_sub(1)?;
    locks(state, who)
        .filter(|(_, locked)| matches!(locked, Locked::Hand | Locked::Item(_)))
        .nth(usize::from(last))
}

fn locked_by(held: &Held<Condition>, what: Figure) -> Refusal {
    let other = Figure::Creature(held.toward.unwrap_or(held.on));
    if held.kind == Condition::Grappled {
        refuse!(
            "grappled/arm",
            "the grapple of {} keeps {} from using that {}",
            other,
            Figure::Creature(held.on),
            what
        )
    } else {
        refuse!(
            "grappling/arm",
            "grappling {} keeps {} from using that {}",
            other,
            Figure::Creature(held.on),
            what
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_locked_reads_back_from_its_amount() {
        for locked in [
            Locked::Nothing,
            Locked::Hand,
            Locked::Natural(0),
            Locked::Natural(7),
            Locked::Item(ItemId(0)),
            Locked::Item(ItemId(31_000)),
        ] {
            assert_eq!(Locked::of(locked.amount()), locked);
        }
    }
}
