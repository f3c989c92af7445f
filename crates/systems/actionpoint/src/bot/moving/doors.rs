//! Doors in the way: going to one and opening it.

use std::borrow::Cow;

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Edge, Path, Space, Terrain};

use super::super::waiting;
use super::{FAR_M, Ranges, Watcher, can_attack_one, leg, wary_way, watchers, way_to_one};
use crate::act::{Act, Action, Handling};
use crate::actions::moving::reachable;
use crate::actions::{How, aim, handling};
use crate::fact::{Fact, apply};
use crate::rules::cover::is_walled;
use crate::rules::numbers::movement_left;
use crate::rules::throwing::laid;
use crate::state::State;

/// The situation with every door open.
pub(super) fn opened(state: &State) -> Cow<'_, State> {
    let mut opened = Cow::Borrowed(state);
    for edge in state.cast.map.doors() {
        let [a, b] = edge.cells();
        apply(opened.to_mut(), &Fact::Door(a, b, true));
    }
    opened
}

/// Opens a door within touch where no way leads to a foe, but for those that are better left shut.
pub(super) fn open(state: &State, who: CreatureId) -> Option<Act> {
    let mut doors = state.cast.map.doors().iter().map(|edge| edge.cells());
    let door = |[a, b]: [Cell; 2]| Handling::Door(a, b, true);
    let cells = doors.find(|cells| {
        let action = Action::Manipulate(door(*cells));
        handling::possible(state, who, door(*cells)).is_ok()
            && aim(state, who, &action, How::Primary).is_ok()
            && !waiting::stays_shut(state, who, *cells)
    })?;
    Some(Act::Do(Action::Manipulate(door(cells))))
}

/// Goes towards the first closed door of a way that would lead to a foe if all doors stood open. Where there would be none, but somebody could
/// be attacked from afar, by a way without doors: to the nearest closed door.
pub(super) fn go_to(
    state: &State,
    who: CreatureId,
    foes: &[CreatureId],
    ranges: Ranges,
) -> Option<Act> {
    if state.cast.map.doors().is_empty() {
        return None;
    }
    let places = reachable(state, who, movement_left(state, who));
    if places.is_empty() {
        return None;
    }
    let (opened, watchers) = (opened(state), watchers(state, who));
    let way = |ranges: Ranges| {
        way_to_one(foes, |foes| {
            let goal = |at: Cell| can_attack_one(&opened, ranges, state.space_at(who, at), foes);
            wary_way(&opened, who, (FAR_M, &watchers), goal)
        })
    };
    // Whoever shoots could do so through a door from where it is: only the way to blows leads up to it.
    let blows = Ranges {
        melee: ranges.melee.max(1),
        afar: 0,
    };
    let way = way(blows).or_else(|| {
        let way = way(ranges)?;
        if has_no_door(state, who, &way, &watchers) {
            to_nearest(state, who, &watchers)
        } else {
            Some(way)
        }
    })?;
    let last = way
        .places
        .iter()
        .rposition(|at| places.iter().any(|(to, _)| to == at))?;
    leg(state, who, way.places.get(1..=last)?, &watchers).map(Act::Move)
}

/// Whether a way that is found with every door open ends where one leads with the doors as they are.
fn has_no_door(state: &State, who: CreatureId, way: &Path, watchers: &[Watcher]) -> bool {
    way.places
        .last()
        .is_some_and(|end| wary_way(state, who, (FAR_M, watchers), |at| at == *end).is_some())
}

/// The way to where the nearest closed door is within touch.
fn to_nearest(state: &State, who: CreatureId, watchers: &[Watcher]) -> Option<Path> {
    let closed = |edge: &&Edge| {
        let [a, b] = edge.cells();
        let kind = state.terrain().edge(a, b);
        kind.is_some_and(|kind| kind.turned(true).is_some())
    };
    let doors = state.cast.map.doors().iter().filter(closed);
    let sides: Vec<Space> = doors
        .flat_map(|edge| edge.cells())
        .map(|cell| Space::cell(laid(state, cell)))
        .collect();
    let goal = |at: Cell| {
        let space = state.space_at(who, at);
        let touches = |side: &Space| {
            state.grid().distance(space, *side) <= 1 && !is_walled(state, space, *side)
        };
        sides.iter().any(touches)
    };
    wary_way(state, who, (FAR_M, watchers), goal)
}
