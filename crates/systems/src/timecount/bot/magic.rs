//! Which spell to prepare, and when to cast it.

use affray_kernel::CreatureId;

use super::worth::weakness;
use super::{legal, targets, wellness};
use crate::timecount::act::{Act, Aim, Charges};
use crate::timecount::actions::magic::cast::difficulty;
use crate::timecount::rules::flanking::presses;
use crate::timecount::rules::numbers::{able, enemies, feet_between, hit_points, present};
use crate::timecount::sheet::{Attribute, Effect, Skill, Spell, SpellRange};
use crate::timecount::state::{Prepared, SpellId, State};

/// Casts the spell that stands prepared at whoever it serves best; lets it be where it serves nobody.
pub(super) fn cast(state: &State, who: CreatureId) -> Option<Act> {
    let prepared = state.body(who).prepared?;
    let spell = state.spell(prepared.spell);
    let (_, aim) = best_aim(state, who, spell)?;
    let modifier =
        state.sheet(who).rank(Skill::Arcana) + state.attribute(who, Attribute::Intelligence);
    let needed = 10 + difficulty(state, who, prepared).total();
    let act = Act::Cast {
        aim,
        charges: Charges {
            attack: if spell.against.is_some() && spell.charge.is_none() {
                prepared.charges
            } else {
                0
            },
        },
        take_ten: 10 + i32::from(modifier) >= needed,
    };
    legal(state, who, &act).then_some(act)
}

/// The spell that is best prepared now, with what it promises for each count, in thousandths; none while an enemy presses or fatigue
/// forbids it.
pub(super) fn prepare(state: &State, who: CreatureId) -> Option<(i32, Act)> {
    let pressed = targets(state, who).any(|enemy| presses(state, enemy, who));
    if pressed || state.body(who).prepared.is_some() {
        return None;
    }
    let left = hit_points(state, who) - state.body(who).fatigue;
    state
        .sheet(who)
        .spells
        .iter()
        .map(|number| SpellId(*number))
        .filter(|spell| state.spell(*spell).fatigue + 2 < left)
        .filter_map(|id| {
            let spell = state.spell(id);
            let act = Act::Prepare(id);
            let chance = chance(state, who, id);
            let (worth, _) = best_aim(state, who, spell)?;
            let cost = 6 * i32::from(spell.fatigue);
            let counts = crate::timecount::actions::delay(state, who, &act).fixed() + 1;
            let promise = (worth * chance / 216 - cost) * 1000 / i32::from(counts.max(1));
            (promise > 0 && legal(state, who, &act)).then_some((promise, act))
        })
        .max_by_key(|(promise, _)| *promise)
}

/// The chance of the casting check, of 216.
fn chance(state: &State, who: CreatureId, spell: SpellId) -> i32 {
    let fresh = Prepared {
        spell,
        charges: 0,
        hindered: 0,
        until: None,
    };
    let needed = 10 + difficulty(state, who, fresh).total();
    let modifier =
        state.sheet(who).rank(Skill::Arcana) + state.attribute(who, Attribute::Intelligence);
    match needed - i32::from(modifier) {
        ..=10 => 216,
        11 => 108,
        12 => 81,
        13 => 56,
        14 => 35,
        15 => 20,
        16 => 10,
        _ => 4,
    }
}

/// Whom a spell serves best, and how much.
fn best_aim(state: &State, who: CreatureId, spell: &Spell) -> Option<(i32, Aim)> {
    let range = match spell.range {
        SpellRange::Personal => 0,
        SpellRange::Touch => 5,
        SpellRange::Feet(feet) => feet,
    };
    let near = |on: &CreatureId| feet_between(state, who, *on) <= range;
    match &spell.effect {
        Effect::Heal { .. } | Effect::BonusHitPoints { .. } => state
            .creatures()
            .filter(|on| !enemies(state, who, *on) && present(state, *on) && near(on))
            .map(|on| (60 - wellness(state, on), on))
            .max()
            .filter(|(worth, _)| *worth > 0)
            .map(|(worth, on)| (worth, Aim::Creatures(Box::new([on])))),
        Effect::DrawPoison | Effect::Unpetrify | Effect::HeldFlame { .. } => None,
        effect => harm(state, who, spell, effect, near),
    }
}

/// The enemy or the place that a harmful spell is best aimed at.
fn harm(
    state: &State,
    who: CreatureId,
    spell: &Spell,
    effect: &Effect,
    near: impl Fn(&CreatureId) -> bool,
) -> Option<(i32, Aim)> {
    let against = spell.against?;
    let each = |on: CreatureId| {
        let chance = (weakness(state, on, against) + 5).clamp(2, 19);
        let amount = match effect {
            Effect::Damage { dice, .. } => {
                5 * (dice.least() + dice.most().unwrap_or_else(|| dice.least()))
            }
            Effect::Bring(_) => 45,
            _ => 20,
        };
        chance * amount / 20
    };
    let struck = |on: &CreatureId| enemies(state, who, *on) && able(state, *on);
    let Some(radius) = spell.area_ft else {
        return state
            .creatures()
            .filter(|on| struck(on) && near(on))
            .map(|on| (each(on), on))
            .max()
            .map(|(worth, on)| (worth, Aim::Creatures(Box::new([on]))));
    };
    state
        .creatures()
        .filter(|on| struck(on) && near(on))
        .map(|centre| {
            let inside =
                |on: &CreatureId| present(state, *on) && feet_between(state, centre, *on) <= radius;
            let worth: i32 = state
                .creatures()
                .filter(inside)
                .map(|on| {
                    if enemies(state, who, on) {
                        each(on)
                    } else {
                        -2 * each(on)
                    }
                })
                .sum();
            (worth, centre)
        })
        .max()
        .filter(|(worth, _)| *worth > 0)
        .map(|(worth, centre)| (worth, Aim::Area(state.body(centre).at)))
}
