//! Magic: preparing, charging and casting spells, scrolls, active spells, potions and magic items (`preparing/*`, `spell-attacks/*`).

use std::ops::ControlFlow;

use affray_kernel::{Covered, CreatureId};

use crate::act::{Act, Aim, Charges};
use crate::rules::numbers::enemies;
use crate::sheet::{ChargeUse, Effect, ItemKind, SpellRange};
use crate::state::{Place, SpellId, State};

pub(crate) mod active;
pub(crate) mod cast;
pub(crate) mod items;
pub(crate) mod prepare;
pub(crate) mod targets;
pub(crate) mod work;

/// Everything magic that a creature may do.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for spell in &state.sheet(who).spells {
        legal(Act::Prepare(SpellId(*spell)))?;
    }
    casts(state, who, legal)?;
    // Whoever has no spells need not be told that none is prepared.
    if !state.sheet(who).spells.is_empty() || state.body(who).prepared.is_some() {
        legal(Act::Charge)?;
        legal(Act::ReleaseCharge)?;
    }
    for active in state.spells.iter().filter(|active| active.caster == who) {
        legal(Act::Cease(active.number))?;
        for target in state.creatures().filter(|target| *target != who) {
            legal(Act::Direct(active.number, target))?;
        }
    }
    for (item, _) in state.all_items().filter(
        |(_, item)| matches!(item.place, Place::Held(owner) | Place::Worn(owner) if owner == who),
    ) {
        if let ItemKind::Gear(gear) = state.kind(item) {
            if gear.potion.is_some() {
                legal(Act::Drink(item))?;
            }
            if gear.magic.is_some() {
                for aim in creatures(state) {
                    legal(Act::Activate(item, aim))?;
                }
            }
            if let Some(spell) = items::scroll(state, item) {
                for aim in aims(state, who, spell, 0) {
                    legal(Act::ReadScroll(item, aim))?;
                }
            }
        }
    }
    if state.sheet(who).spell_resistance <= 0 {
        return ControlFlow::Continue(());
    }
    legal(Act::LowerResistance)?;
    legal(Act::RaiseResistance)
}

/// Whether a spell that is cast or read makes an attack roll against that creature (`simultaneous/mutual-attack`).
pub(crate) fn attacks(state: &State, who: CreatureId, act: &Act, on: CreatureId) -> bool {
    at_work(state, who, act).is_some_and(|(spell, aim, charges)| {
        let spell = state.spell(spell);
        spell.against.is_some()
            && targets::of(state, who, spell, aim, charges).is_ok_and(|aimed| aimed.contains(&on))
    })
}

/// Whether an act casts or reads a spell with an attack roll.
pub(crate) fn attacks_by_spell(state: &State, who: CreatureId, act: &Act) -> bool {
    at_work(state, who, act).is_some_and(|(spell, ..)| state.spell(spell).against.is_some())
}

/// What an act covers that casts or reads a spell with an area, if it can be aimed so.
pub(crate) fn covered(state: &State, who: CreatureId, act: &Act) -> Option<Covered> {
    let (spell, aim, charges) = at_work(state, who, act)?;
    let Aim::Area(around) = aim else {
        return None;
    };
    let spell = state.spell(spell);
    let inside = targets::of(state, who, spell, aim, charges).ok()?;
    Some(targets::covered(state, spell, *around, inside))
}

/// The spell that an act casts or reads, what it is aimed at, and the charges in its effect.
fn at_work<'a>(state: &State, who: CreatureId, act: &'a Act) -> Option<(SpellId, &'a Aim, u8)> {
    match act {
        Act::Cast { aim, charges, .. } => state
            .body(who)
            .prepared
            .map(|held| (held.spell, aim, held.charges.saturating_sub(charges.attack))),
        Act::ReadScroll(item, aim) | Act::ScrollWorks(item, aim) => {
            items::scroll(state, *item).map(|spell| (spell, aim, 0))
        }
        _ => None,
    }
}

/// The spell that an act casts or reads.
pub(crate) fn spell_at_work(state: &State, who: CreatureId, act: &Act) -> Option<SpellId> {
    at_work(state, who, act).map(|(spell, ..)| spell)
}

fn casts(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(prepared) = state.body(who).prepared else {
        return ControlFlow::Continue(());
    };
    let spell = state.spell(prepared.spell);
    let splits = match (spell.against, spell.charge) {
        (None, _) => 0..=0,
        (Some(_), None) => prepared.charges..=prepared.charges,
        (Some(_), Some(_)) => 0..=prepared.charges,
    };
    for attack in splits {
        for aim in aims(state, who, prepared.spell, prepared.charges - attack) {
            for take_ten in [true, false] {
                legal(Act::Cast {
                    aim: aim.clone(),
                    charges: Charges { attack },
                    take_ten,
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// What a spell can be aimed at, `effect` charges being left for it: each creature, or the spaces of creatures for an area.
fn aims(state: &State, who: CreatureId, spell: SpellId, effect: u8) -> Vec<Aim> {
    let entry = state.spell(spell);
    if entry.range == SpellRange::Personal || matches!(entry.effect, Effect::HeldFlame { .. }) {
        return vec![Aim::Oneself];
    }
    if entry.area_ft.is_some() {
        return state
            .creatures()
            .map(|on| Aim::Area(state.body(on).at))
            .collect();
    }
    let mut aims: Vec<Aim> = creatures(state).collect();
    let more = match entry.charge {
        Some(ChargeUse::Targets(each)) => usize::from(each) * usize::from(effect),
        _ => 0,
    };
    if more > 0 {
        let reached = |on: &CreatureId| {
            let aim = Aim::Creatures(Box::new([*on]));
            enemies(state, who, *on) && targets::of(state, who, entry, &aim, effect).is_ok()
        };
        let near: Vec<CreatureId> = state.creatures().filter(reached).collect();
        let groups = groups(&near, (1 + more).min(near.len()));
        aims.extend(groups.into_iter().map(Aim::Creatures));
    }
    aims
}

/// How many groups of targets are offered at most, the first ones in roster order.
const MOST_GROUPS: usize = 24;

/// Groups of so many out of several, at least two, in roster order.
fn groups(of: &[CreatureId], size: usize) -> Vec<Box<[CreatureId]>> {
    let mut groups = Vec::new();
    let mut places: Vec<usize> = (0..size).collect();
    while size > 1 && groups.len() < MOST_GROUPS {
        groups.push(places.iter().map(|place| of[*place]).collect());
        let free = |number: &usize| places[*number] < of.len() - size + *number;
        let Some(number) = (0..size).rev().find(free) else {
            break;
        };
        places[number] += 1;
        for next in number + 1..size {
            places[next] = places[next - 1] + 1;
        }
    }
    groups
}

fn creatures(state: &State) -> impl Iterator<Item = Aim> {
    state.creatures().map(|on| Aim::Creatures(Box::new([on])))
}
