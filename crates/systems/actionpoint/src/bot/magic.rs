//! How a bot uses magic that is no attack: healing, and spells that guard.

use affray_kernel::CreatureId;

use super::moving;
use super::turn::known_foes;
use crate::act::{Act, Action, Aim, Handling, Manual};
use crate::actions::{How, aim};
use crate::rules::hidden::is_hidden_from;
use crate::rules::numbers::{allies, distance_m, present};
use crate::rules::price::{self, can_pay, magic_of};
use crate::sheet::Effect;
use crate::state::{Condition, Place, SpellId, State};

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

/// With an Action Point that is left over: a spell on itself that guards and does not run yet, while foes are about.
pub(super) fn guard(state: &State, who: CreatureId) -> Option<Act> {
    let near = known_foes(state, who)
        .first()
        .is_some_and(|foe| distance_m(state, who, *foe) <= 12);
    if !near || state.body(who).ap < 2 {
        return None;
    }
    let runs = |spell: SpellId| {
        let mut running = state.running.iter();
        running.any(|running| running.on == who && running.spell == spell)
    };
    let guards = |spell: &SpellId| {
        let kind = state.spell(*spell);
        let lasting = kind.effect.as_ref().is_some_and(Effect::lasts);
        lasting && kind.range_m.is_none() && !kind.is_attack() && !runs(*spell)
    };
    let mut spells = state
        .sheet(who)
        .spells
        .iter()
        .map(|number| SpellId(*number));
    let spell = spells.find(guards)?;
    Some(Act::Do(Action::Cast(spell, Aim::Oneself, Manual::USUAL)))
}
