//! What attacks and defences promise: chances in parts of 400, harm in hundredths of a point.

use std::iter;

use affray_kernel::CreatureId;
use affray_kernel::dice::Pool;
use affray_kernel::modifier::Tally;

use crate::act::{Action, Defence, Manner, Manual, Means};
use crate::actions::{How, strike};
use crate::rules::core_rules::read;
use crate::rules::cover::cover_of;
use crate::rules::damage::{self, Dice, armor_against, half_up};
use crate::rules::defend::{self, is_aware, is_ranged};
use crate::rules::hands;
use crate::rules::luck::{Keeps, Luck};
use crate::rules::numbers::{block_rating, value};
use crate::rules::price::magic_of;
use crate::rules::results::Attack;
use crate::sheet::{Damage, DamageType, Options, Skill, Weapon};
use crate::state::{Arm, Cover, Place, SpellId, State};

/// A certainty.
pub(super) const SURE: i32 = 400;

/// The chance that a test passes.
fn chance(options: &Options, tally: &Tally, luck: &Luck) -> i32 {
    let value = tally.total();
    let passes = (1..=20)
        .filter(|die| read(options, value, *die).passed)
        .count() as i32;
    match luck.keeps() {
        Keeps::Single => 20 * passes,
        Keeps::Better => SURE - (20 - passes) * (20 - passes),
        Keeps::Worse => passes * passes,
    }
}

/// The chance that an attack test passes.
pub(super) fn attack_chance(state: &State, attack: Attack) -> i32 {
    let hidden =
        is_ranged(state, attack.means) && cover_of(state, attack.by, attack.on) == Cover::Full;
    if hidden {
        return 0;
    }
    let mut tally = Tally::new();
    let luck = attack.parts(state, &mut tally);
    chance(&state.cast.options, &tally, &luck)
}

/// The chance that a defence passes.
fn defence_chance(
    state: &State,
    who: CreatureId,
    by: CreatureId,
    means: Means,
    defence: Defence,
) -> i32 {
    let mut tally = Tally::new();
    let luck = defend::parts(state, who, by, means, defence, &mut tally);
    chance(&state.cast.options, &tally, &luck)
}

/// What part of an attack's harm a defence takes away, in parts of 400: half of the contests where both pass are won by a Dodge or a
/// Parry, and a Block takes off what the shield does.
fn saved(state: &State, attack: Attack, defence: Defence) -> i32 {
    let (by, on, means) = (attack.by, attack.on, attack.means);
    let passes = defence_chance(state, on, by, means, defence);
    let when_both_pass = match defence.manner {
        Manner::Block => {
            let dice = dice_of(state, attack);
            let open = harm(state, on, &dice, 0).max(1);
            let rating = block_rating(state, on).unwrap_or_default();
            SURE - SURE * harm(state, on, &dice, rating) / open
        }
        _ => SURE / 2,
    };
    let hits = attack_chance(state, attack);
    passes * (SURE - hits + hits * when_both_pass / SURE) / SURE
}

/// The defences that a creature has against an attack, each with what it promises.
fn defences(state: &State, attack: Attack) -> impl Iterator<Item = (Defence, i32)> + '_ {
    let plain = |manner| Defence {
        manner,
        using: None,
        style: None,
    };
    Manner::ALL
        .into_iter()
        .map(plain)
        .filter(move |defence| {
            defend::aim(state, attack.on, attack.by, attack.means, *defence).is_ok()
        })
        .map(move |defence| (defence, saved(state, attack, defence)))
}

/// The defence that takes most of an attack's harm away.
pub(super) fn best_defence(state: &State, attack: Attack) -> Option<(Defence, i32)> {
    let mut best: Option<(Defence, i32)> = None;
    for (defence, saved) in defences(state, attack) {
        if best.is_none_or(|(_, most)| saved > most) {
            best = Some((defence, saved));
        }
    }
    best
}

/// The dice of an attack's damage.
pub(super) fn dice_of(state: &State, attack: Attack) -> Dice {
    match attack.means {
        Means::Spell(spell) | Means::Item(_, spell) => {
            damage::dice(&state.spell(spell).damage, None, attack.manual.kind)
        }
        Means::Melee(arm) | Means::Ranged(arm) => {
            let Some(weapon) = state.weapon(attack.by, arm) else {
                return Dice::new();
            };
            let both_hands =
                matches!(attack.means, Means::Melee(_)) && grip(state, attack, arm) == 2;
            let two_handed = weapon.two_handed.filter(|_| both_hands);
            damage::dice(&weapon.damage, two_handed, attack.manual.kind)
        }
    }
}

/// In how many hands a weapon is for an attack: as it is held, where nothing else is said (`character-stats/hands`).
fn grip(state: &State, attack: Attack, arm: Arm) -> u8 {
    let held = match arm {
        Arm::Item(item) => match state.item(item).place {
            Place::Held(_, hands) => hands,
            _ => 0,
        },
        Arm::Natural(_) => 0,
    };
    attack.manual.grip.unwrap_or(held)
}

/// Expected harm of dice after armor and a blocking shield, in hundredths of a point; totals are taken as equally likely.
fn harm(state: &State, on: CreatureId, dice: &Dice, block: i16) -> i32 {
    let each = |(pool, kind): &(Pool, DamageType)| {
        let shield = if kind.is_physical() {
            block
        } else if kind.is_magical() {
            half_up(block)
        } else {
            0
        };
        let wards = damage::ward_balance(state, on, *kind);
        let off = i32::from(armor_against(state, on, *kind) + shield - wards);
        let (least, most) = (pool.least(), pool.most().unwrap_or(pool.least() + 20));
        let totals = (least..=most).map(|total| (total - off).max(0));
        let sum: i32 = totals.sum();
        100 * sum / (most - least + 1).max(1)
    };
    dice.iter().map(each).sum()
}

/// The harm of dice at their highest, in points: what Precision promises.
pub(super) fn highest(state: &State, on: CreatureId, dice: &Dice) -> i32 {
    let each = |(pool, kind): &(Pool, DamageType)| {
        let wards = damage::ward_balance(state, on, *kind);
        let off = i32::from(armor_against(state, on, *kind) - wards);
        (pool.most().unwrap_or(pool.least()) - off).max(0)
    };
    dice.iter().map(each).sum()
}

/// The mean harm of dice, in hundredths of a point.
pub(super) fn mean(state: &State, on: CreatureId, dice: &Dice) -> i32 {
    harm(state, on, dice, 0)
}

/// What a blow or a spell of a creature does to another on average, chance and all, from wherever that is; that of the best one.
pub(super) fn best_blow(state: &State, by: CreatureId, on: CreatureId) -> i32 {
    let blow = |means| {
        let attack = Attack {
            by,
            on,
            means,
            manual: Manual::USUAL,
            opportunity: false,
            feint: false,
        };
        let hurt = mean(state, on, &dice_of(state, attack));
        if hurt > 0 {
            hurt * attack_chance(state, attack) / SURE
        } else {
            0
        }
    };
    let arms = hands::arms(state, by).filter_map(|arm| {
        let weapon = state.weapon(by, arm)?;
        Some(match weapon.reach_m {
            Some(_) => Means::Melee(arm),
            None => Means::Ranged(arm),
        })
    });
    let spells = state.sheet(by).spells.iter();
    let spells = spells.map(|number| SpellId(*number)).filter(|spell| {
        let spell = state.spell(*spell);
        spell.is_attack() && spell.mana <= state.body(by).mana
    });
    let means = arms.chain(spells.map(Means::Spell));
    means.map(blow).max().unwrap_or_default()
}

/// The chance that a creature wins a contest of skills against another (`core-rules/contest`).
pub(super) fn wins_chance(
    state: &State,
    (who, skill): (CreatureId, Skill),
    (other, theirs): (CreatureId, Skill),
) -> i32 {
    let options = &state.cast.options;
    let outcome = |who, skill, die| read(options, i32::from(value(state, who, skill)), die);
    let pairs = (1..=20).flat_map(|own| (1..=20).map(move |theirs| (own, theirs)));
    pairs
        .filter(|(own, other_die)| {
            outcome(who, skill, *own).beats(outcome(other, theirs, *other_die))
        })
        .count() as i32
}

/// Whether a weapon or a spell of a creature could harm another or hold it, from wherever that is.
pub(super) fn could_harm(state: &State, who: CreatureId, on: CreatureId) -> bool {
    let hurts = |damage: &[Damage], two_handed: Option<Pool>| {
        let first = damage.first().map_or(&[][..], |first| &first.types);
        let kinds = iter::once(None).chain(first.iter().copied().map(Some));
        kinds.into_iter().any(|kind| {
            let grips = [None, two_handed].into_iter();
            grips
                .map(|both| damage::dice(damage, both, kind))
                .any(|dice| highest(state, on, &dice) > 0)
        })
    };
    let weapon = |arm| {
        let weapon = state.weapon(who, arm);
        weapon.is_some_and(|weapon| {
            weapon.on_hit.is_some() || hurts(&weapon.damage, weapon.two_handed)
        })
    };
    let spell = |number: &u8| {
        let spell = state.spell(SpellId(*number));
        spell.is_attack()
            && spell.mana <= state.body(who).mana
            && (spell.effect.is_some() || hurts(&spell.damage, None))
    };
    hands::arms(state, who).any(weapon) || state.sheet(who).spells.iter().any(spell)
}

/// What an attack promises: harm in hundredths of a point, against the best defence of a target that can pay for one. A weapon that
/// holds or topples counts like a few points.
pub(super) fn promise(state: &State, attack: Attack) -> i32 {
    let (by, on) = (attack.by, attack.on);
    let hits = attack_chance(state, attack);
    let dice = dice_of(state, attack);
    let health = 100 * i32::from(state.body(on).health.max(1));
    let rider = match attack.means {
        Means::Melee(arm) | Means::Ranged(arm) => {
            let weapon = state.weapon(by, arm);
            let rides = weapon.is_some_and(|weapon| weapon.on_hit.is_some());
            if rides { 250 } else { 0 }
        }
        Means::Spell(spell) | Means::Item(_, spell) => {
            if state.spell(spell).effect.is_some() {
                200
            } else {
                0
            }
        }
    };
    let open = mean(state, on, &dice) + rider;
    let defended = is_aware(state, on, by) && state.body(on).ap > 0;
    let saved = if defended {
        best_defence(state, attack).map_or(0, |(_, saved)| saved)
    } else {
        0
    };
    let expected = open * hits / SURE * (SURE - saved) / SURE;
    // A foe that may fall to the blow is worth more than its last points.
    if open >= health {
        expected * 3 / 2
    } else {
        expected
    }
}

/// How much of what a throw promises counts, in fifths: all of it, unless the creature throws what it strikes and parries with. Then less
/// where it has to draw another weapon first, and nothing where it has none, nor attacks with magic.
pub(super) fn fifths_of_throw(state: &State, who: CreatureId, with: Arm) -> i32 {
    let serves =
        |weapon: &Weapon| weapon.reach_m.is_some() && !weapon.unarmed && !weapon.damage.is_empty();
    let gives_up = |arm| matches!(arm, Arm::Item(_)) && state.weapon(who, arm).is_some_and(serves);
    let keeps = |arm| arm != with && state.weapon(who, arm).is_some_and(serves);
    let casts = |number: &u8| {
        let spell = state.spell(SpellId(*number));
        spell.is_attack() && spell.mana <= state.body(who).mana
    };
    if !gives_up(with)
        || hands::arms(state, who).any(keeps)
        || state.sheet(who).spells.iter().any(casts)
    {
        return 5;
    }
    let draws = state.all_items().any(|(item, stands)| {
        stands.place == Place::Carried(who) && state.kind(item).weapon().is_some_and(serves)
    });
    if draws { 3 } else { 0 }
}

/// An action as the attack that it is, if it is one and possible.
pub(super) fn attack_of(
    state: &State,
    who: CreatureId,
    action: &Action,
    how: How,
) -> Option<Attack> {
    let plain = |on, means, manual| Attack {
        by: who,
        on,
        means,
        manual,
        opportunity: how == How::Opportunity,
        feint: false,
    };
    match action {
        Action::Strike(made) => {
            let means = strike::possible(state, who, made, how).ok()?;
            let feint = state.body(who).feints.contains(&made.target);
            Some(Attack {
                feint: feint && how != How::Opportunity,
                ..plain(made.target, means, made.manual)
            })
        }
        Action::Cast(spell, at, manual) if state.spell(*spell).is_attack() => {
            let on = crate::actions::magic::creature_of(*at)?;
            Some(plain(on, Means::Spell(*spell), *manual))
        }
        Action::Activate(item, at, manual) => {
            let spell = magic_of(state, *item)?;
            let on = crate::actions::magic::creature_of(*at)?;
            let attacks = state.spell(spell).is_attack();
            attacks.then(|| plain(on, Means::Item(*item, spell), *manual))
        }
        _ => None,
    }
}
