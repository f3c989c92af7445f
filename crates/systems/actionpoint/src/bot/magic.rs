//! How a bot uses magic that is no attack: healing, and spells that guard.

use affray_kernel::CreatureId;

use super::moving;
use super::turn::known_foes;
use super::worth::best_blow;
use crate::act::{Act, Action, Aim, Handling, Manual};
use crate::actions::{How, aim};
use crate::fact::{Fact, apply};
use crate::rules::hands;
use crate::rules::hidden::is_hidden_from;
use crate::rules::numbers::{allies, distance_m, movement_left, present, reach_m, speed_m};
use crate::rules::price::{self, ATTACKS, can_pay, magic_of};
use crate::sheet::Effect;
use crate::state::{Condition, Place, Running, SpellId, State};

/// Whether somebody should be mended: down, or at less than half of its Health.
fn is_hurt(state: &State, who: CreatureId) -> bool {
    let body = state.body(who);
    present(state, who)
        && !state.has(who, Condition::Dead)
        && 2 * body.health < state.sheet(who).health
}

fn is_mending(state: &State, spell: SpellId) -> bool {
    matches!(state.spell(spell).effect, Some(Effect::Mend(_))) && !state.spell(spell).is_attack()
}

/// Mends itself or the worst off of its side, with a spell or a potion at hand.
pub(super) fn mend(state: &State, who: CreatureId, how: How) -> Option<Act> {
    let mut patients: Vec<CreatureId> = state
        .creatures()
        .filter(|other| (*other == who || allies(state, who, *other)) && is_hurt(state, *other))
        .collect();
    patients.sort_by_key(|other| (state.body(*other).health, *other));
    for on in patients {
        let at = if on == who {
            Aim::Oneself
        } else {
            Aim::Creature(on)
        };
        let possible = |action: &Action| aim(state, who, action, how).is_ok();
        if let Some(action) = mending(state, who, at).into_iter().find(possible) {
            return Some(Act::Do(action));
        }
    }
    None
}

/// Goes to somebody of its side who is down, to where it can mend that one with a spell and nobody could strike at it.
pub(super) fn attend(state: &State, who: CreatureId) -> Option<Act> {
    let affordable = |spell: &SpellId| {
        let action = Action::Cast(*spell, Aim::Oneself, Manual::USUAL);
        can_pay(state, who, price::of(state, &action, false)).is_ok()
    };
    let spells = state.sheet(who).spells.iter();
    let spells = spells.map(|number| SpellId(*number));
    let mending = spells.filter(|spell| is_mending(state, *spell) && affordable(spell));
    let range = mending
        .filter_map(|spell| state.spell(spell).range_m)
        .max()?;
    let is_down = |other: &CreatureId| {
        let known = allies(state, who, *other) && !is_hidden_from(state, *other, who);
        known && is_hurt(state, *other) && state.body(*other).health <= 0
    };
    let mut down: Vec<CreatureId> = state.creatures().filter(is_down).collect();
    down.sort_by_key(|other| (distance_m(state, who, *other), *other));
    let mut ways = down
        .into_iter()
        .filter_map(|on| moving::safely_to(state, who, (on, range)));
    ways.next().map(Act::Move)
}

/// The ways to mend somebody; a potion that is carried has to be drawn first.
fn mending(state: &State, who: CreatureId, at: Aim) -> Vec<Action> {
    let spells = state
        .sheet(who)
        .spells
        .iter()
        .map(|number| SpellId(*number));
    let spells = spells.filter(|spell| is_mending(state, *spell));
    let mut ways: Vec<Action> = spells
        .map(|spell| Action::Cast(spell, at, Manual::USUAL))
        .collect();
    for (item, stands) in state.all_items() {
        let mends = magic_of(state, item).is_some_and(|spell| is_mending(state, spell));
        if !mends || stands.uses == Some(0) {
            continue;
        }
        match stands.place {
            Place::Held(holder, _) | Place::Worn(holder) if holder == who => {
                ways.push(Action::Activate(item, at, Manual::USUAL));
            }
            Place::Carried(bearer) if bearer == who && at == Aim::Oneself => {
                ways.push(Action::Manipulate(Handling::Draw(item)));
            }
            _ => {}
        }
    }
    ways
}

/// The same before it goes for anybody, with an Action Point that is left over from both attacks of the round; not where that pays for the
/// Dash by which it gets at somebody.
pub(super) fn guard_first(state: &State, who: CreatureId) -> Option<Act> {
    let body = state.body(who);
    let spare = body.ap + body.attacks > ATTACKS;
    (spare && !has_use_for_dash(state, who))
        .then(|| guard(state, who))
        .flatten()
}

/// Whether a Dash, and nothing less, takes it to within a blow of some foe, as the crow flies.
fn has_use_for_dash(state: &State, who: CreatureId) -> bool {
    let foes = known_foes(state, who).into_iter();
    let nearest = foes.map(|foe| distance_m(state, who, foe)).min();
    let reach = reach_m(state, who).unwrap_or_default();
    let without = reach.saturating_add(movement_left(state, who));
    let with = without.saturating_add(speed_m(state, who));
    nearest.is_some_and(|metres| metres > without && metres <= with)
}

/// With an Action Point that is left over: a spell or a thing's magic on itself that guards and does not run yet, if it takes away more of
/// what foes may do before it ends than a defence for that Action Point would.
pub(super) fn guard(state: &State, who: CreatureId) -> Option<Act> {
    if state.body(who).ap < 2 {
        return None;
    }
    let ways: Vec<(Action, SpellId)> = guards(state, who).collect();
    if ways.is_empty() {
        return None;
    }
    let foes: Vec<CreatureId> = known_foes(state, who)
        .into_iter()
        .filter(|foe| could_attack_soon(state, *foe, who))
        .collect();
    let blows = |state: &State| -> Vec<i32> {
        let blows = foes.iter().map(|foe| best_blow(state, *foe, who));
        blows.collect()
    };
    let open = blows(state);
    let worst = *open.iter().max()?;
    let mut best: Option<(i32, Action)> = None;
    for (action, spell) in ways {
        let mut guarded = state.clone();
        let running = Running {
            on: who,
            spell,
            left: 1,
        };
        apply(&mut guarded, &Fact::Runs(running));
        let pairs = open.iter().zip(blows(&guarded));
        // A foe strikes twice in a round (`what-is-an-attack/attacks-per-round`); a defence takes about half of one blow away. That more
        // than one of them comes for it is not to be counted on.
        let taken_away = pairs.map(|(open, guarded)| 2 * (open - guarded)).max()?;
        let pays = taken_away > 0 && 2 * taken_away >= worst;
        if pays && best.is_none_or(|(most, _)| taken_away > most) {
            best = Some((taken_away, action));
        }
    }
    best.map(|(_, action)| Act::Do(action))
}

/// The spells and the things at hand that guard whoever uses them, but for those that do so already.
fn guards(state: &State, who: CreatureId) -> impl Iterator<Item = (Action, SpellId)> + '_ {
    let known = state.sheet(who).spells.iter();
    let cast = known.map(|number| {
        let spell = SpellId(*number);
        (Action::Cast(spell, Aim::Oneself, Manual::USUAL), spell)
    });
    let held = state.held(who).map(|(item, _)| item);
    let used = held.chain(state.worn(who)).filter_map(|item| {
        let spell = magic_of(state, item)?;
        let action = Action::Activate(item, Aim::Oneself, Manual::USUAL);
        (state.item(item).uses != Some(0)).then_some((action, spell))
    });
    cast.chain(used).filter(move |(action, spell)| {
        let mut running = state.running.iter();
        let runs = running.any(|running| running.on == who && running.spell == *spell);
        let kind = state.spell(*spell);
        let lasting = kind.effect.as_ref().is_some_and(Effect::lasts);
        lasting
            && kind.range_m.is_none()
            && !kind.is_attack()
            && !runs
            && leaves_mana(state, who, action)
            && aim(state, who, action, How::Primary).is_ok()
    })
}

/// Whether the Mana for an attack with the dearest spell that it could cast now is still there afterwards.
fn leaves_mana(state: &State, who: CreatureId, action: &Action) -> bool {
    let Action::Cast(spell, ..) = action else {
        return true;
    };
    let mana = state.body(who).mana;
    let known = state.sheet(who).spells.iter();
    let attacks = known
        .map(|number| state.spell(SpellId(*number)))
        .filter(|spell| spell.is_attack() && spell.mana <= mana);
    let dearest = attacks.map(|spell| spell.mana).max().unwrap_or_default();
    mana - state.spell(*spell).mana >= dearest
}

/// Whether a foe could attack a creature from where it is after a move.
fn could_attack_soon(state: &State, foe: CreatureId, who: CreatureId) -> bool {
    let weapons = hands::arms(state, foe).filter_map(|arm| {
        let weapon = state.weapon(foe, arm)?;
        weapon.reach_m.max(weapon.range_m)
    });
    let spells = state.sheet(foe).spells.iter();
    let spells = spells.filter_map(|number| {
        let spell = state.spell(SpellId(*number));
        spell.range_m.filter(|_| spell.is_attack())
    });
    let far = weapons.chain(spells).max();
    far.is_some_and(|far| distance_m(state, who, foe) <= far.saturating_add(speed_m(state, foe)))
}
