//! Which Spell a bot casts, if any.

use std::ops::ControlFlow;

use affray_kernel::CreatureId;

use super::moving::known_enemies;
use super::weighing::Weighing;
use super::{legal, worth};
use crate::act::{Act, Aim, Target};
use crate::actions::{cast_choices, focus};
use crate::rules::area::caught;
use crate::rules::cover::line_of_effect;
use crate::rules::numbers::{able, allies, distance_ft, mental_defense, physical_defense, present};
use crate::rules::spells::components::{Spread, energy_for_range, rounds};
use crate::rules::turns::actions_left;
use crate::sheet::{Against, Components, Effect, Spell};
use crate::state::{Condition, State};

/// Spells of one kind are not cast again on those who feel them already; what else they bring is counted in four-hundredths of a Hit Point.
const SLOWED: i32 = 9;
const SHAKEN: i32 = 8;
const HELD: i32 = 10;
/// How many hits a beast that is called is thought to land before it is gone.
const HITS: i32 = 5;

/// The Spell that promises most, with what it promises.
pub(super) fn best(state: &State, who: CreatureId) -> Option<(i32, Act)> {
    if state.sheet(who).spells.is_empty()
        && state
            .items
            .iter()
            .all(|item| !holds_magic(state, item.kind))
    {
        return None;
    }
    let weighing = Weighing::new(state);
    let mut best: Option<(i32, Act)> = None;
    let _ = cast_choices::casts(state, who, &mut |act| {
        let promises = promise(&weighing, who, &act);
        if promises > best.as_ref().map_or(0, |(most, _)| *most) && legal(state, who, &act) {
            best = Some((promises, act));
        }
        ControlFlow::Continue(())
    });
    best
}

fn holds_magic(state: &State, kind: u16) -> bool {
    use crate::sheet::ItemKind;
    matches!(&state.cast.kinds[usize::from(kind)], ItemKind::Gear(gear) if gear.spell.is_some())
}

/// Recharges when the Energy left buys nothing and no Enemy is near.
pub(super) fn recharge(state: &State, who: CreatureId) -> Option<Act> {
    let (body, sheet) = (state.body(who), state.sheet(who));
    let useful = sheet.feats.spell_casting > 0 && !sheet.spells.is_empty() && body.energy < 4;
    (useful && legal(state, who, &Act::Focus)).then_some(Act::Focus)
}

/// Whether a Spell of Damage, cast with what a Focus gives, is worth more than twice of what a blow promises: it takes two Actions.
pub(super) fn is_worth_recharging(state: &State, who: CreatureId, blow: i32) -> bool {
    let (sheet, rank) = (state.sheet(who), state.sheet(who).feats.spell_casting);
    if sheet.spells.is_empty() || !legal(state, who, &Act::Focus) {
        return false;
    }
    let energy = state.body(who).energy + focus::gain(sheet);
    let energy = u8::try_from(energy.min(sheet.max_energy)).unwrap_or(0);
    let breath = sheet.breath.map(|breath| breath.energy);
    let burns = |number: &u8| {
        let spell = state.cast.spells.get(usize::from(*number))?;
        matches!(spell.effect, Effect::Damage { .. }).then_some(spell)
    };
    let (weighing, here) = (Weighing::new(state), state.space(who));
    known_enemies(state, who).any(|on| {
        if !line_of_effect(state, here, state.space(on), state.sheet(on).size) {
            return false;
        }
        let way = distance_ft(state, who, on);
        if let Some(fixed) = breath {
            let mut spells = sheet.spells.iter().filter_map(burns);
            return is_recharged_by(state, who, fixed, way)
                && spells.any(|spell| on_one(&weighing, who, on, spell, fixed) > 2 * blow);
        }
        let range = energy_for_range(state, who, way);
        let Some(range) = range.filter(|range| *range <= rank.min(energy)) else {
            return false;
        };
        let components = Components {
            effect: rank.min(energy - range),
            range,
            ..Components::default()
        };
        // With Energy enough it is something else that keeps it from casting.
        if components.cost() <= state.body(who).energy {
            return false;
        }
        let mut spells = sheet.spells.iter().filter_map(burns);
        spells.any(|spell| on_one(&weighing, who, on, spell, components) > 2 * blow)
    })
}

/// Whether a Focus gives what a breath lacks now that reaches so far.
fn is_recharged_by(state: &State, who: CreatureId, breath: Components, way_ft: i16) -> bool {
    let (now, sheet) = (state.body(who).energy, state.sheet(who));
    let then = now.saturating_add(focus::gain(sheet)).min(sheet.max_energy);
    (now + 1..=then).contains(&breath.cost()) && way_ft <= 15 * i16::from(breath.area.max(1))
}

fn promise(weighing: &Weighing<'_>, who: CreatureId, act: &Act) -> i32 {
    let state = weighing.state;
    let Act::Cast {
        spell, energy, aim, ..
    } = act
    else {
        return 0;
    };
    let Some(spell) = state.cast.spells.get(usize::from(spell.0)) else {
        return 0;
    };
    match aim {
        Aim::Target(Target::Creature(on)) => on_one(weighing, who, *on, spell, *energy),
        Aim::Area(..) => on_area(weighing, who, act, spell, *energy),
        Aim::Place(Some(called), _) if matches!(spell.effect, Effect::Summon { .. }) => {
            beast(state, who, *called, *energy)
        }
        _ => 0,
    }
}

/// What a beast that is called promises, by how hard it strikes: one that is gone before the caller's next Turn has to be commanded in this
/// one, and one that does not fight is of no use.
fn beast(state: &State, who: CreatureId, called: CreatureId, energy: Components) -> i32 {
    let can_act = rounds(energy.duration) > 1 || actions_left(state, who) > 1;
    if can_act && !state.sheet(called).feats.no_attacks {
        HITS * 400 * hardest_blow(state, called)
    } else {
        0
    }
}

/// The mean Damage of the best weapon that a creature was born with.
fn hardest_blow(state: &State, who: CreatureId) -> i32 {
    let sheet = state.sheet(who);
    let blows = sheet.natural.iter().filter_map(|weapon| {
        let flat = if weapon.adds_str { sheet.str } else { 0 };
        Some(mean(weapon.dice?) + i32::from(flat))
    });
    blows.max().unwrap_or(0)
}

fn on_one(
    weighing: &Weighing<'_>,
    who: CreatureId,
    on: CreatureId,
    spell: &Spell,
    energy: Components,
) -> i32 {
    let state = weighing.state;
    let friend = on == who || allies(state, who, on);
    match &spell.effect {
        Effect::Heal { dice } if friend => heal(state, on, i32::from(energy.effect) * mean(*dice)),
        _ if friend => 0,
        _ => harm(weighing, who, on, spell, energy),
    }
}

/// What a Spell promises that does something bad to a creature.
fn harm(
    weighing: &Weighing<'_>,
    who: CreatureId,
    on: CreatureId,
    spell: &Spell,
    energy: Components,
) -> i32 {
    let state = weighing.state;
    let defense = match spell.attack {
        Some(Against::Mental) => mental_defense(state, on),
        _ => physical_defense(state, on),
    };
    let effect = i32::from(energy.effect);
    // What only hinders is of use while somebody else can make use of it, against those who are not down yet.
    let hinders = state.body(on).hp > 0 && has_help(state, who);
    let fresh = |condition| i32::from(hinders && !state.has(on, condition));
    let hits = |worth: i32| worth::spell(weighing, who, on, worth, defense);
    match &spell.effect {
        Effect::Damage { dice, .. } => hits(effect * mean(*dice)),
        Effect::Freeze { .. } => hits(SLOWED * fresh(Condition::Slowed)),
        Effect::Shake => hits(SHAKEN * fresh(Condition::Shaken)),
        Effect::Poison { rounds } => {
            let poisoned = i32::from(state.has(on, Condition::Poisoned));
            hits(effect * 7 / 2 * i32::from(*rounds).min(3) * (1 - poisoned))
        }
        Effect::Entangle { .. } => hits(HELD * fresh(Condition::Entangled)),
        Effect::Sleep => hits(2 * HELD * i32::from(!state.has(on, Condition::Unconscious))),
        _ => 0,
    }
}

/// Whether an Ally is up that can act.
fn has_help(state: &State, who: CreatureId) -> bool {
    state.creatures().any(|other| {
        other != who && allies(state, who, other) && able(state, other) && state.body(other).hp > 0
    })
}

/// Everybody inside counts: Enemies for it, Allies twice against it.
fn on_area(
    weighing: &Weighing<'_>,
    who: CreatureId,
    act: &Act,
    spell: &Spell,
    energy: Components,
) -> i32 {
    let state = weighing.state;
    let Act::Cast {
        aim: Aim::Area(shape, origin, toward),
        ..
    } = act
    else {
        return 0;
    };
    let spread = Spread {
        shape: *shape,
        at: *origin,
        toward: *toward,
    };
    let Some(area) = spread.area(state, energy.area, state.space(who)) else {
        return 0;
    };
    caught(state, area)
        .into_iter()
        .filter(|on| present(state, *on))
        .map(|on| {
            if on == who || allies(state, who, on) {
                -2 * harm(weighing, who, on, spell, energy)
            } else {
                on_one(weighing, who, on, spell, energy)
            }
        })
        .sum()
}

/// Healing counts for what is missing, and twice for those who are down.
fn heal(state: &State, on: CreatureId, mean: i32) -> i32 {
    let (hp, max_hp) = (
        i32::from(state.body(on).hp),
        i32::from(state.sheet(on).max_hp),
    );
    if hp * 2 > max_hp {
        return 0;
    }
    let gained = mean.min(max_hp - hp) * 400;
    if hp <= 0 { gained * 2 } else { gained }
}

fn mean(dice: affray_kernel::dice::Pool) -> i32 {
    (dice.least() + dice.most().unwrap_or(dice.least())) / 2
}
