//! When a bot lets foes come: it saves its turn, and shuts a door in the face of those who are more.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;

use super::answering::is_threat;
use super::moving;
use super::turn::known_foes;
use crate::act::{Act, Action, Handling};
use crate::actions::{How, aim, saving};
use crate::fact::{Fact, apply};
use crate::rules::hidden::is_hidden_from;
use crate::rules::numbers::{able, allies, distance_m, present, reach_m, speed_m};
use crate::rules::occupied::free_to_move;
use crate::rules::turns;
use crate::state::{Phase, State};

/// The rounds of a fight in which doors are shut and left so.
const SIEGE_ROUNDS: u16 = 10;

/// Saves its turn until the first foe has had its own that is going to come closer, where none can be reached in this turn: whoever comes
/// spends its Dash, and is struck first. Not where a foe shoots or casts meanwhile, a friend is in a fight already, or foes do not know of
/// anybody. The last in the order has nobody to wait for, so that somebody goes in every round (`saving-your-turn/option`).
pub(super) fn wait(state: &State, who: CreatureId) -> Option<Act> {
    let is_first = state.clock.phase == Phase::Turn { who, begun: false };
    if !is_first || moving::prefers_distance(state, who) {
        return None;
    }
    let foes = known_foes(state, who);
    let comes = |foe: &CreatureId| {
        is_threat(state, *foe, who)
            && !is_hidden_from(state, who, *foe)
            && !moving::prefers_distance(state, *foe)
            && !could_reach(state, who, *foe)
    };
    let friends = |friend: &CreatureId| allies(state, who, *friend) && able(state, *friend);
    let fights = |friend: CreatureId| moving::threats(state, friend) > 0;
    if !foes.iter().all(comes) || state.creatures().filter(friends).any(fights) {
        return None;
    }
    let goes = |foe: &CreatureId| {
        foes.contains(foe)
            && reach_m(state, *foe).is_some()
            && free_to_move(state, *foe).is_ok()
            && saving::aim(state, who, *foe).is_ok()
    };
    turns::coming(state).into_iter().find(goes).map(Act::Save)
}

/// Whether a creature may be within a blow of another after a move and a Dash, as the crow flies.
fn could_reach(state: &State, who: CreatureId, other: CreatureId) -> bool {
    let reach = reach_m(state, who).unwrap_or_default();
    let metres = speed_m(state, who).saturating_mul(2).saturating_add(reach);
    distance_m(state, who, other) <= metres
}

/// Shuts a door within touch that keeps all foes out: one of them has to spend an Action Point on it, and they come in one by one.
pub(super) fn shut(state: &State, who: CreatureId) -> Option<Act> {
    let doors = state.cast.map.doors();
    if doors.is_empty() || !is_besieged(state, who) {
        return None;
    }
    let mut doors = doors.iter().map(|edge| edge.cells());
    let door = doors.find(|[a, b]| {
        let action = Action::Manipulate(Handling::Door(*a, *b, false));
        aim(state, who, &action, How::Primary).is_ok() && keeps_out(state, who, (*a, *b))
    });
    door.map(|[a, b]| Act::Do(Action::Manipulate(Handling::Door(a, b, false))))
}

/// Whether a door that is shut is better left so.
pub(super) fn stays_shut(state: &State, who: CreatureId, [a, b]: [Cell; 2]) -> bool {
    is_besieged(state, who) && held_off(state, who) && all_come(&turned(state, a, b, true), who)
}

/// Whether more foes are known than there are of its own side, none of whom is in a fight or shoots, and every one of them knows where to go.
/// That has an end, so that fights have one where nobody comes.
fn is_besieged(state: &State, who: CreatureId) -> bool {
    if state.clock.round > SIEGE_ROUNDS {
        return false;
    }
    let foes = known_foes(state, who);
    let own: Vec<CreatureId> = own_side(state, who)
        .filter(|one| able(state, *one))
        .collect();
    let comes = |foe: &CreatureId| {
        is_threat(state, *foe, who)
            && own.iter().any(|one| !is_hidden_from(state, *one, *foe))
            && free_to_move(state, *foe).is_ok()
    };
    foes.len() > own.len()
        && foes.iter().all(comes)
        && !own
            .iter()
            .any(|one| moving::threats(state, *one) > 0 || moving::prefers_distance(state, *one))
}

fn own_side(state: &State, who: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    let own = move |one: &CreatureId| *one == who || allies(state, who, *one);
    state
        .creatures()
        .filter(move |one| own(one) && present(state, *one))
}

/// Whether all foes that it knows of have a way to its side through a door that stands open, and none once that is shut.
fn keeps_out(state: &State, who: CreatureId, (a, b): (Cell, Cell)) -> bool {
    all_come(state, who) && none_come(&turned(state, a, b, false), who)
}

/// With a door opened or shut.
fn turned(state: &State, a: Cell, b: Cell, open: bool) -> State {
    let mut turned = state.clone();
    apply(&mut turned, &Fact::Door(a, b, open));
    turned
}

/// Whether all foes that it knows of have a way to its side.
fn all_come(state: &State, who: CreatureId) -> bool {
    let own: Vec<CreatureId> = own_side(state, who).collect();
    let mut foes = known_foes(state, who).into_iter();
    foes.all(|foe| moving::has_way_to(state, foe, &own))
}

/// Whether none of them has.
fn none_come(state: &State, who: CreatureId) -> bool {
    let own: Vec<CreatureId> = own_side(state, who).collect();
    let mut foes = known_foes(state, who).into_iter();
    !foes.any(|foe| moving::has_way_to(state, foe, &own))
}

/// The same, found out at once where no way leads from itself to any of them.
fn held_off(state: &State, who: CreatureId) -> bool {
    !moving::has_way_to(state, who, &known_foes(state, who)) || none_come(state, who)
}
