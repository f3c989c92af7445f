//! How a bot moves: to where it can strike, and away from blows where it shoots or casts.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Space, passes_through};

use super::answering::is_threat;
use super::turn::known_foes;
use super::worth::could_harm;
use crate::act::{Act, Action, Handling};
use crate::actions::moving::{self, reachable, way_to};
use crate::actions::{How, aim, handling};
use crate::rules::cover::cover_between;
use crate::rules::flanking::threatens;
use crate::rules::hands;
use crate::rules::numbers::{allies, movement_left, reach_m, speed_m};
use crate::rules::price::ATTACKS;
use crate::sheet::Spell;
use crate::state::{Cover, SpellId, State};

/// How far it can attack from, in metres: in melee, and from afar.
#[derive(Clone, Copy)]
struct Ranges {
    melee: i16,
    afar: i16,
}

fn ranges(state: &State, who: CreatureId) -> Ranges {
    let weapons = || hands::arms(state, who).filter_map(|arm| state.weapon(who, arm));
    let shots = weapons().filter_map(|weapon| weapon.range_m.or(weapon.thrown_m));
    let spells = state.sheet(who).spells.iter();
    let spells = spells.map(|number| state.spell(SpellId(*number)));
    let spells = spells.filter(|spell| is_cast_from_afar(state, who, spell));
    let afar = shots.chain(spells.filter_map(|spell| spell.range_m)).max();
    Ranges {
        melee: reach_m(state, who).unwrap_or_default(),
        afar: afar.unwrap_or_default(),
    }
}

/// Whether it fights from afar by choice.
pub(super) fn prefers_distance(state: &State, who: CreatureId) -> bool {
    let weapons = || hands::arms(state, who).filter_map(|arm| state.weapon(who, arm));
    let shoots = weapons().any(|weapon| weapon.range_m.is_some() && !weapon.damage.is_empty());
    let spells = state.sheet(who).spells.iter();
    let casts = spells
        .map(|number| state.spell(SpellId(*number)))
        .any(|spell| is_cast_from_afar(state, who, spell) && !spell.ability);
    shoots || casts
}

/// Whether a spell attacks from afar, and there is Mana for it.
fn is_cast_from_afar(state: &State, who: CreatureId, spell: &Spell) -> bool {
    spell.is_attack() && !spell.traits.melee && spell.mana <= state.body(who).mana
}

/// Foes that could strike at it where it is.
pub(super) fn threats(state: &State, who: CreatureId) -> usize {
    let threat = |foe: &CreatureId| is_threat(state, *foe, who) && threatens(state, *foe, who);
    state.creatures().filter(threat).count()
}

/// Foes that could strike at it at a place.
fn threats_at(state: &State, who: CreatureId, at: Cell) -> usize {
    let (grid, space) = (state.grid(), state.space_at(who, at));
    let threat = |foe: &CreatureId| {
        is_threat(state, *foe, who)
            && reach_m(state, *foe).is_some_and(|reach| {
                let distance = grid.distance(state.space(*foe), space);
                i16::try_from(distance).is_ok_and(|distance| distance <= reach)
            })
    };
    state.creatures().filter(threat).count()
}

/// Whoever shoots or casts gets out of reach of blows first: it disengages, then goes.
pub(super) fn get_away(state: &State, who: CreatureId) -> Option<Act> {
    let body = state.body(who);
    if body.attacks >= ATTACKS || !prefers_distance(state, who) || threats(state, who) == 0 {
        return None;
    }
    let to = reachable(state, who, movement_left(state, who))
        .into_iter()
        .filter(|(to, _)| threats_at(state, who, *to) == 0 && sees_somebody(state, who, *to))
        .min_by_key(|(to, metres)| (*metres, *to))?;
    if body.disengaged {
        return Some(Act::Move(Box::new([to.0])));
    }
    (body.ap >= 3).then_some(Act::Do(Action::Disengage))
}

/// Whether it could attack somebody from afar at a place.
fn sees_somebody(state: &State, who: CreatureId, at: Cell) -> bool {
    let ranges = ranges(state, who);
    let space = state.space_at(who, at);
    known_foes(state, who)
        .into_iter()
        .any(|foe| can_attack(state, ranges, space, foe))
}

fn can_attack(state: &State, ranges: Ranges, from: Space, foe: CreatureId) -> bool {
    let there = state.space(foe);
    let distance = state.grid().distance(from, there);
    let distance = i16::try_from(distance).unwrap_or(i16::MAX);
    distance <= ranges.melee.max(ranges.afar) && cover_between(state, from, there) != Cover::Full
}

/// Where nobody can be attacked from here: goes to where it can, the nearest such place within this turn's movement, a flanking one if
/// there is a choice; else as near as it gets, and with a Dash where that helps.
pub(super) fn approach(state: &State, who: CreatureId) -> Option<Act> {
    let body = state.body(who);
    if body.attacks >= ATTACKS || body.ap < 1 {
        return None;
    }
    let foes = worth_reaching(state, who);
    let ranges = closing_in(state, who, &foes)?;
    let left = movement_left(state, who);
    let places = reachable(state, who, left);
    let good = places.iter().filter(|(to, _)| {
        let space = state.space_at(who, *to);
        foes.iter()
            .any(|foe| can_attack(state, ranges, space, *foe))
    });
    let good = good.map(|(to, metres)| {
        let flanks = foes.iter().any(|foe| flanks_from(state, who, *to, *foe));
        (threats_at(state, who, *to), !flanks, *metres, *to)
    });
    if let Some(to) = least_dangerous(state, who, good.collect()) {
        return Some(Act::Move(Box::new([to])));
    }
    let way = foes.iter().find_map(|foe| {
        let goal = |at: Cell| can_attack(state, ranges, state.space_at(who, at), *foe);
        way_to(state, who, goal)
    });
    let Some(way) = way else {
        return open_door(state, who);
    };
    let far = i16::try_from(way.cost).unwrap_or(i16::MAX);
    let dashed = left.saturating_add(speed_m(state, who));
    if body.ap >= 2 && (far <= dashed || left == 0) && speed_m(state, who) > 0 {
        return Some(Act::Do(Action::Dash));
    }
    let along = way
        .places
        .iter()
        .rev()
        .find(|at| places.iter().any(|(to, _)| to == *at));
    along.map(|to| Act::Move(Box::new([*to])))
}

/// A place to attack from, with how many threaten it, whether it does not flank, and the metres to there.
type Stand = (usize, bool, i16, Cell);

/// The place where the fewest can strike at it, there and on the way to there; of equal ones the first.
fn least_dangerous(state: &State, who: CreatureId, mut stands: Vec<Stand>) -> Option<Cell> {
    stands.sort_unstable();
    let watchers = watchers(state, who);
    let mut best: Option<(usize, Cell)> = None;
    for (threats, .., to) in stands {
        if best.is_some_and(|(least, _)| threats >= least) {
            break;
        }
        let strikes = threats + struck_on_the_way(state, who, to, &watchers);
        if best.is_none_or(|(least, _)| strikes < least) {
            best = Some((strikes, to));
        }
    }
    best.map(|(_, to)| to)
}

/// Foes that could make an opportunity attack on it, each with its reach; none after a Disengage (`opportunity-attacks/move`).
fn watchers(state: &State, who: CreatureId) -> Vec<(CreatureId, i16)> {
    if state.body(who).disengaged {
        return Vec::new();
    }
    let watches = |foe: &CreatureId| {
        let body = state.body(*foe);
        body.ap >= 1 && body.attacks < ATTACKS && is_threat(state, *foe, who)
    };
    let foes = state.creatures().filter(watches);
    foes.filter_map(|foe| Some((foe, reach_m(state, foe)?)))
        .collect()
}

/// How many of those who watch it have it within reach where a step of its way to a place begins.
fn struck_on_the_way(
    state: &State,
    who: CreatureId,
    to: Cell,
    watchers: &[(CreatureId, i16)],
) -> usize {
    if watchers.is_empty() {
        return 0;
    }
    let Ok(mut starts) = moving::aim(state, who, &[to]) else {
        return 0;
    };
    starts.pop();
    starts.push(state.body(who).at);
    let (grid, own) = (state.grid(), |at| state.space_at(who, at));
    let reaches = |(foe, reach): &&(CreatureId, i16)| {
        let there = state.space(*foe);
        let near = |at: &Cell| {
            let distance = grid.distance(there, own(*at));
            i16::try_from(distance).is_ok_and(|distance| distance <= *reach)
        };
        starts.iter().any(near)
    };
    watchers.iter().filter(reaches).count()
}

/// Foes that it could harm, from wherever that is; if there are none, all that it knows of.
fn worth_reaching(state: &State, who: CreatureId) -> Vec<CreatureId> {
    let mut known = known_foes(state, who);
    if known.iter().any(|foe| could_harm(state, who, *foe)) {
        known.retain(|foe| could_harm(state, who, *foe));
    }
    known
}

/// From how far it wants to attack. Where its shots promise nothing from here, they are for nearer, to strike blows; `None`: neither do
/// blows, or it keeps away from them, so that it has nothing to go for.
fn closing_in(state: &State, who: CreatureId, foes: &[CreatureId]) -> Option<Ranges> {
    let here = state.space(who);
    let reaches = |ranges| foes.iter().any(|foe| can_attack(state, ranges, here, *foe));
    let ranges = ranges(state, who);
    if !reaches(ranges) {
        return Some(ranges);
    }
    let blows = Ranges { afar: 0, ..ranges };
    let closes = ranges.melee > 0 && !prefers_distance(state, who) && !reaches(blows);
    closes.then_some(blows)
}

/// Whether somebody of its side stands on the other side of a foe from a place (`flanking/condition`).
fn flanks_from(state: &State, who: CreatureId, at: Cell, foe: CreatureId) -> bool {
    let (shape, own) = (state.grid().shape, state.space_at(who, at));
    state.creatures().any(|other| {
        other != who
            && allies(state, other, who)
            && threatens(state, other, foe)
            && passes_through(shape, own, state.space(other), state.space(foe))
    })
}

/// Opens a door within touch where no way leads to a foe.
fn open_door(state: &State, who: CreatureId) -> Option<Act> {
    let mut doors = state.cast.map.doors().iter().map(|edge| {
        let [a, b] = edge.cells();
        Handling::Door(a, b, true)
    });
    let door = doors.find(|door| {
        let action = Action::Manipulate(*door);
        handling::possible(state, who, *door).is_ok()
            && aim(state, who, &action, How::Primary).is_ok()
    })?;
    Some(Act::Do(Action::Manipulate(door)))
}
