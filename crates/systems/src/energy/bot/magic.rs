//! Spells and abilities (`gaps/spells`).

use affray_kernel::CreatureId;

use super::{claim, foes};
use crate::energy::act::{Act, Action, Aim};
use crate::energy::rules::numbers::{enemies, metres_between, present};
use crate::energy::rules::powers::usable;
use crate::energy::sheet::Working;
use crate::energy::state::{PowerId, State};

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

/// A Recovery Surge for a friend, or for oneself, whose Aura is low.
fn heal(state: &State, who: CreatureId, id: PowerId) -> Option<Act> {
    let Working::Surge { range_m } = state.power(id).works else {
        return None;
    };
    let low = |other: CreatureId| {
        let (aura, value) = (state.body(other).aura, state.sheet(other).recovery_value);
        let missing = state.sheet(other).aura_strength - aura;
        missing >= value && 3 * aura <= state.sheet(other).aura_strength
    };
    if low(who) {
        let oneself = claim(state, who, Action::Use(id, Aim::Oneself));
        if oneself.is_some() {
            return oneself;
        }
    }
    range_m?;
    state
        .creatures()
        .filter(|other| !enemies(state, who, *other) && present(state, *other) && low(*other))
        .find_map(|other| claim(state, who, Action::Use(id, Aim::Creature(other))))
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

/// An attack on the nearest foe.
fn strike(state: &State, who: CreatureId, id: PowerId) -> Option<Act> {
    if !matches!(state.power(id).works, Working::Attack { .. }) {
        return None;
    }
    foes(state, who)
        .into_iter()
        .find_map(|foe| claim(state, who, Action::Use(id, Aim::Creature(foe))))
}
