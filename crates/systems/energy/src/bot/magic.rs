//! Spells and abilities (`gaps/spells`).

use affray_kernel::CreatureId;
use affray_kernel::modifier::Tally;

use super::{claim, foes, moving, spare_stamina};
use crate::act::{Act, Action, Aim};
use crate::actions::approach::Approaches;
use crate::actions::powers::{by_approach, range_m};
use crate::rules::aura::protected;
use crate::rules::facing::faces;
use crate::rules::numbers::{
    able, coverage, enemies, evasion_tally, fortitude_tally, limit_of_reach, longest_reach,
    metres_between, present, ranged_evasion_tally, rating, will_tally,
};
use crate::rules::powers::usable;
use crate::rules::ranged;
use crate::sheet::{Aiming, Defense, Working};
use crate::state::{PowerId, State};

/// Heals whoever needs it, hampers those who come in a crowd, and strikes from afar.
pub(super) fn act(state: &State, who: CreatureId) -> Option<Act> {
    let powers = state
        .sheet(who)
        .powers
        .iter()
        .map(|number| PowerId(*number));
    let usable: Vec<PowerId> = powers
        .filter(|id| usable(state, who, *id).is_ok())
        .collect();
    usable
        .iter()
        .find_map(|id| heal(state, who, *id))
        .or_else(|| usable.iter().find_map(|id| hamper(state, who, *id)))
        .or_else(|| usable.iter().find_map(|id| strike(state, who, *id)))
}

/// A Recovery Surge for oneself or a friend whose Aura is low, for whoever bleeds out before all others.
fn heal(state: &State, who: CreatureId, id: PowerId) -> Option<Act> {
    let Working::Surge { range_m: range } = state.power(id).works else {
        return None;
    };
    let oneself = || claim(state, who, Action::Use(id, Aim::Oneself));
    if let Some(act) = needs_aura(state, who).then(oneself).flatten() {
        return Some(act);
    }
    range?;
    let mut friends: Vec<CreatureId> = state
        .creatures()
        .filter(|other| *other != who && !enemies(state, who, *other))
        .filter(|other| present(state, *other) && needs_aura(state, *other))
        .collect();
    friends.sort_by_key(|other| {
        let body = state.body(*other);
        let metres = metres_between(state, who, *other);
        (!body.bleeding, body.aura, metres, *other)
    });
    let approaches = Approaches::of(state, who);
    let range = range_m(state.power(id));
    let help = |other: &CreatureId| {
        let aim = Aim::Creature(*other);
        let action = by_approach(state, &approaches, (Action::Use(id, aim), aim), range);
        claim(state, who, action)
    };
    let helped = friends.iter().find_map(help);
    helped.or_else(|| run_to_help(state, who, (&friends, range?)))
}

/// Whether a Recovery Surge is there for whoever needs one; when the combat is over only those do who bleed out (`rounds/rest-outside`).
fn needs_aura(state: &State, who: CreatureId) -> bool {
    let (body, sheet) = (state.body(who), state.sheet(who));
    if state.clock.phase.is_aftermath() && !body.bleeding {
        return false;
    }
    let missing = sheet.aura_strength - body.aura;
    body.surges > 0 && missing >= sheet.recovery_value && 3 * body.aura <= sheet.aura_strength
}

/// On the way to somebody who bleeds out, unless a foe would strike at whoever turns away from it.
fn run_to_help(
    state: &State,
    who: CreatureId,
    (friends, range): (&[CreatureId], i16),
) -> Option<Act> {
    let strikes = |foe: CreatureId| {
        let limit = limit_of_reach(state, longest_reach(state, foe));
        able(state, foe) && metres_between(state, who, foe) <= limit
    };
    if foes(state, who).into_iter().any(strikes) {
        return None;
    }
    let far = |other: &&CreatureId| metres_between(state, who, **other) > range;
    let mut dying = friends.iter().filter(|other| state.body(**other).bleeding);
    let dying = dying.find(far)?;
    moving::go_near(state, who, *dying, range)
}

/// A zone over at least two foes and no friend.
fn hamper(state: &State, who: CreatureId, id: PowerId) -> Option<Act> {
    let Working::Zone { radius_m, .. } = state.power(id).works else {
        return None;
    };
    let inside = |centre: CreatureId, other: CreatureId| {
        present(state, other) && metres_between(state, centre, other) <= radius_m
    };
    foes(state, who)
        .into_iter()
        .filter(|centre| {
            let caught = state.creatures().filter(|other| inside(*centre, *other));
            let (theirs, ours): (Vec<_>, Vec<_>) =
                caught.partition(|other| enemies(state, who, *other));
            theirs.len() >= 2 && ours.is_empty()
        })
        .find_map(|centre| {
            let at = state.body(centre).at;
            claim(state, who, Action::Use(id, Aim::Place(at)))
        })
}

/// An attack on the foe who is easiest to harm; not with Stamina that would be missed as Energy in every later Round
/// (`stamina/energy-table`).
fn strike(state: &State, who: CreatureId, id: PowerId) -> Option<Act> {
    let power = state.power(id);
    let Working::Attack { aiming, .. } = &power.works else {
        return None;
    };
    if i16::from(power.stamina) > spare_stamina(state, who) {
        return None;
    }
    let mut foes = foes(state, who);
    foes.sort_by_key(|foe| {
        (
            !able(state, *foe),
            protected(state, *foe),
            resists(state, who, *foe, *aiming),
            metres_between(state, who, *foe),
        )
    });
    foes.into_iter()
        .find_map(|foe| claim(state, who, Action::Use(id, Aim::Creature(foe))))
}

/// How well somebody withstands a power: its defense, or what makes a shot miss and what armour keeps off together.
fn resists(state: &State, by: CreatureId, on: CreatureId, aiming: Aiming) -> i32 {
    match aiming {
        Aiming::Value { against, .. } => match against {
            Defense::Evasion => evasion_tally(state, on).total(),
            Defense::Fortitude => fortitude_tally(state, on).total(),
            Defense::Will => will_tally(state, on).total(),
        },
        Aiming::HitRoll { .. } => {
            let base = ranged::miss_chance(state, by, on, Tally::new(), None).total();
            let evasion = ranged_evasion_tally(state, on, faces(state, on, by)).total();
            let kept_off = i32::from(rating(state, on)) * i32::from(coverage(state, on, true));
            base + evasion + kept_off / 10
        }
    }
}
