//! How a bot moves: to where it can strike, and away from blows where it shoots or casts.

mod doors;

use std::iter;

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Path, Space, Terrain, passes_through};

use super::answering::is_threat;
use super::turn::{known_foes, metres_from_afar, take_what_reaches};
use super::worth::{could_harm, fifths_of_throw, mean};
use crate::act::{Act, Action};
use crate::actions::How;
use crate::actions::moving::{self, FAR_M, metres_along, reachable, way_to};
use crate::rules::cover::{cover_between, is_unseen, is_walled};
use crate::rules::falling::{self, hurts};
use crate::rules::flanking::threatens;
use crate::rules::hands;
use crate::rules::numbers::{allies, movement_left, reach_m, speed_m};
use crate::rules::occupied::free_to_move;
use crate::rules::price::{ATTACKS, magic_of};
use crate::sheet::Spell;
use crate::state::{Cover, SpellId, State};

/// How far it can attack from, in metres: in melee, and from afar.
#[derive(Clone, Copy)]
struct Ranges {
    melee: i16,
    afar: i16,
}

/// Metres that it goes round rather than past somebody who may strike at it on the way.
const DETOUR_M: u32 = 4;
/// Stands for which it looks for another way there than the shortest.
const WAYS: usize = 4;

fn ranges(state: &State, who: CreatureId) -> Ranges {
    let shots = hands::arms(state, who).filter_map(|arm| {
        let weapon = state.weapon(who, arm)?;
        let spares = || fifths_of_throw(state, who, arm) > 0;
        weapon.range_m.or(weapon.thrown_m.filter(|_| spares()))
    });
    let afar = shots.chain(from_afar(state, who).filter_map(|spell| spell.range_m));
    Ranges {
        melee: reach_m(state, who).unwrap_or_default(),
        afar: afar.max().unwrap_or_default(),
    }
}

/// Whether it fights from afar by choice.
pub(super) fn prefers_distance(state: &State, who: CreatureId) -> bool {
    let weapons = || hands::arms(state, who).filter_map(|arm| state.weapon(who, arm));
    let shoots = weapons().any(|weapon| weapon.range_m.is_some() && !weapon.damage.is_empty());
    let casts = from_afar(state, who).any(|spell| !spell.ability);
    shoots || casts
}

/// The magic that it attacks with from afar: spells that it has Mana for, and that of things at hand that are not used up.
fn from_afar(state: &State, who: CreatureId) -> impl Iterator<Item = &Spell> {
    let known = state.sheet(who).spells.iter();
    let known = known.map(|number| state.spell(SpellId(*number)));
    let cast = known.filter(move |spell| spell.mana <= state.body(who).mana);
    let held = state.held(who).map(|(item, _)| item);
    let at_hand = held.chain(state.worn(who));
    let magic = at_hand
        .filter(|item| state.item(*item).uses != Some(0))
        .filter_map(|item| magic_of(state, item));
    cast.chain(magic.map(|spell| state.spell(spell)))
        .filter(|spell| spell.is_attack() && !spell.traits.melee)
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

/// The leg to somebody, to within such a range and sight, where nobody could strike at it then.
pub(super) fn safely_to(
    state: &State,
    who: CreatureId,
    (on, range): (CreatureId, i16),
) -> Option<Box<[Cell]>> {
    let there = state.space(on);
    let is_near = |at: Cell| {
        let space = state.space_at(who, at);
        let distance = state.grid().distance(space, there);
        i16::try_from(distance).is_ok_and(|distance| distance <= range)
            && !is_walled(state, space, there)
            && !is_unseen(state, space, there)
    };
    let places = reachable(state, who, movement_left(state, who));
    let good = places
        .into_iter()
        .filter(|(to, _)| is_near(*to) && threats_at(state, who, *to) == 0);
    let good = good.map(|(to, metres)| (0, false, metres, to)).collect();
    least_dangerous(state, who, good, &watchers(state, who))
}

/// Whether it could attack somebody from afar at a place.
fn sees_somebody(state: &State, who: CreatureId, at: Cell) -> bool {
    let ranges = ranges(state, who);
    let foes = known_foes(state, who);
    can_attack_one(state, ranges, state.space_at(who, at), &foes)
}

fn can_attack_one(state: &State, ranges: Ranges, from: Space, foes: &[CreatureId]) -> bool {
    let mut foes = foes.iter();
    foes.any(|foe| can_attack(state, ranges, from, *foe))
}

fn can_attack(state: &State, ranges: Ranges, from: Space, foe: CreatureId) -> bool {
    let there = state.space(foe);
    let distance = state.grid().distance(from, there);
    let distance = i16::try_from(distance).unwrap_or(i16::MAX);
    let in_melee = distance <= ranges.melee && !is_walled(state, from, there);
    let from_afar = || {
        distance <= ranges.afar
            && cover_between(state, from, there) != Cover::Full
            && !is_unseen(state, from, there)
    };
    in_melee || from_afar()
}

/// Where nobody can be attacked from here: goes to where it can, the nearest such place within this turn's movement, a flanking one if
/// there is a choice; else as near as it gets, and with a Dash where that helps.
pub(super) fn approach(state: &State, who: CreatureId) -> Option<Act> {
    let (foes, ranges) = goes_for(state, who)?;
    get_within(state, who, &foes, ranges)
        .or_else(|| doors::open(state, who))
        .or_else(|| doors::go_to(state, who, &foes, ranges))
        .or_else(|| take_what_reaches(state, who, How::Primary))
        .or_else(|| get_within_a_throw(state, who, &foes, ranges))
}

/// Foes that it goes for, and to within what ranges, while it can still attack in this turn.
fn goes_for(state: &State, who: CreatureId) -> Option<(Vec<CreatureId>, Ranges)> {
    let body = state.body(who);
    if body.attacks >= ATTACKS || body.ap < 1 {
        return None;
    }
    let foes = worth_reaching(state, who);
    let ranges = closing_in(state, who, &foes)?;
    Some((foes, ranges))
}

/// Takes in hand what reaches, where it goes for nobody: else that has been asked already.
pub(super) fn take_what_reaches_from_here(state: &State, who: CreatureId) -> Option<Act> {
    let stays = goes_for(state, who).is_none();
    stays
        .then(|| take_what_reaches(state, who, How::Primary))
        .flatten()
}

/// Goes as near to some foe as such ranges make necessary.
fn get_within(state: &State, who: CreatureId, foes: &[CreatureId], ranges: Ranges) -> Option<Act> {
    let left = movement_left(state, who);
    let places = reachable(state, who, left);
    let watchers = watchers(state, who);
    let good = places
        .iter()
        .filter(|(to, _)| can_attack_one(state, ranges, state.space_at(who, *to), foes));
    let good = good.map(|(to, metres)| {
        let flanks = foes.iter().any(|foe| flanks_from(state, who, *to, *foe));
        (threats_at(state, who, *to), !flanks, *metres, *to)
    });
    if let Some(leg) = least_dangerous(state, who, good.collect(), &watchers) {
        return Some(Act::Move(leg));
    }
    let way = way_to_one(foes, |foes| {
        let goal = |at: Cell| can_attack_one(state, ranges, state.space_at(who, at), foes);
        wary_way(state, who, (FAR_M, &watchers), goal)
    })?;
    let body = state.body(who);
    let far = metres_along(state, who, &way.places).unwrap_or(i16::MAX);
    let dashed = left.saturating_add(speed_m(state, who));
    if body.ap >= 2 && (far <= dashed || left == 0) && speed_m(state, who) > 0 {
        return Some(Act::Do(Action::Dash));
    }
    let last = way
        .places
        .iter()
        .rposition(|at| places.iter().any(|(to, _)| to == at))?;
    leg(state, who, way.places.get(1..=last)?, &watchers).map(Act::Move)
}

/// Where no way leads to any foe: to where the last weapon can be thrown from, unless that is here.
fn get_within_a_throw(
    state: &State,
    who: CreatureId,
    foes: &[CreatureId],
    ranges: Ranges,
) -> Option<Act> {
    let weapons = hands::arms(state, who).filter_map(|arm| state.weapon(who, arm));
    let afar = weapons.filter_map(|weapon| weapon.thrown_m).max()?;
    let ranges = Ranges { afar, ..ranges };
    let here = state.space(who);
    let reaches = can_attack_one(state, ranges, here, foes);
    let held = free_to_move(state, who).is_err();
    (!reaches && !held)
        .then(|| get_within(state, who, foes, ranges))
        .flatten()
}

/// Whether a way leads to some foe that it knows of, be it through closed doors, as far as it is free to go.
pub(super) fn has_way(state: &State, who: CreatureId) -> bool {
    let blows = Ranges {
        afar: 0,
        ..ranges(state, who)
    };
    let foes = known_foes(state, who);
    if free_to_move(state, who).is_err() {
        return true;
    }
    let opened = doors::opened(state);
    let goal = |at: Cell| can_attack_one(&opened, blows, state.space_at(who, at), &foes);
    !foes.is_empty() && wary_way(&opened, who, (FAR_M, &[]), goal).is_some()
}

/// Whether a foe could be upon a creature in its next turn, by a way that it would go.
pub(super) fn could_come_to_blows(state: &State, foe: CreatureId, who: CreatureId) -> bool {
    let Some(melee) = reach_m(state, foe) else {
        return false;
    };
    let blows = Ranges { melee, afar: 0 };
    let goal = |at: Cell| can_attack(state, blows, state.space_at(foe, at), who);
    let dashed = u32::try_from(2 * speed_m(state, foe)).unwrap_or_default();
    wary_way(state, foe, (dashed, &[]), goal).is_some()
}

/// Whether a way leads a creature to where it could strike at one of those.
pub(super) fn has_way_to(state: &State, who: CreatureId, others: &[CreatureId]) -> bool {
    let melee = reach_m(state, who).unwrap_or_default();
    let blows = Ranges { melee, afar: 0 };
    let goal = |at: Cell| can_attack_one(state, blows, state.space_at(who, at), others);
    wary_way(state, who, (FAR_M, &[]), goal).is_some()
}

/// Whether some foe that it knows of could be shot at from here with what reaches so far.
pub(super) fn could_shoot(state: &State, who: CreatureId, metres: i16) -> bool {
    let shots = Ranges {
        melee: -1,
        afar: metres,
    };
    can_attack_one(state, shots, state.space(who), &known_foes(state, who))
}

/// The way to the first foe to whom one leads. That none leads to any of them is found out by looking for all of them at once.
fn way_to_one(foes: &[CreatureId], way: impl Fn(&[CreatureId]) -> Option<Path>) -> Option<Path> {
    match foes {
        [] => None,
        [_] => way(foes),
        _ => way(foes).and_then(|_| foes.chunks(1).find_map(way)),
    }
}

/// A foe that may strike at it on its way, with its reach.
type Watcher = (CreatureId, i16);

/// The cheapest way to a goal within so many metres, with as much of a detour around those who may strike at it as that is worth, and around
/// falls that hurt.
fn wary_way(
    state: &State,
    who: CreatureId,
    (most, watchers): (u32, &[Watcher]),
    goal: impl Fn(Cell) -> bool,
) -> Option<Path> {
    let here = state.body(who).at;
    way_to(state, who, most, goal, |from, to| {
        let seen = |watcher: &&Watcher| from != here && reaches(state, who, **watcher, from);
        let struck = watchers.iter().filter(seen).count() as u32;
        let drop = from.z.saturating_sub(to.z);
        let falls = if fells(state, who, drop) {
            return FAR_M + 1;
        } else if hurts(drop) {
            u32::from(drop.unsigned_abs())
        } else {
            0
        };
        DETOUR_M * struck + 2 * falls
    })
}

/// Whether a fall of so many metres is likely enough to take all the Health that it has left: what it takes on average would, or half as much
/// again for those who have something to attack with from where they are.
fn fells(state: &State, who: CreatureId, metres: i16) -> bool {
    if !hurts(metres) {
        return false;
    }
    let health = 100 * i32::from(state.body(who).health);
    let halves = if has_what_reaches(state, who) { 3 } else { 2 };
    halves * mean(state, who, &falling::dice(metres)) >= 2 * health
}

/// Whether it holds or carries anything that shoots or can be thrown.
fn has_what_reaches(state: &State, who: CreatureId) -> bool {
    state.all_items().any(|(item, stands)| {
        stands.place.bearer() == Some(who) && metres_from_afar(state, item).is_some()
    })
}

/// Whether a leg leads over an edge that it is likely not to get up from.
pub(super) fn is_deadly(state: &State, who: CreatureId, path: &[Cell]) -> bool {
    if state.cast.open_ground || state.terrain().level().is_some() {
        return false;
    }
    let Ok(route) = moving::aim(state, who, path) else {
        return false;
    };
    let starts = iter::once(state.body(who).at).chain(route.iter().copied());
    starts
        .zip(&route)
        .any(|(from, to)| fells(state, who, from.z.saturating_sub(to.z)))
}

/// The leg along a way, its start left out: named by its end alone where the shortest way there is as safe.
fn leg(state: &State, who: CreatureId, way: &[Cell], watchers: &[Watcher]) -> Option<Box<[Cell]>> {
    let plain = [*way.last()?];
    let shortest = struck_on_the_way(state, who, &plain, watchers);
    let said = struck_on_the_way(state, who, way, watchers);
    let safer = match (shortest, said) {
        (Some(shortest), Some(said)) => said < shortest,
        (None, said) => said.is_some(),
        (Some(_), None) => false,
    } || is_deadly(state, who, &plain);
    Some(if safer { way.into() } else { plain.into() })
}

/// A place to attack from, with how many threaten it, whether it does not flank, and the metres to there.
type Stand = (usize, bool, i16, Cell);

/// The leg to the place where the fewest can strike at it, there and on the way to there; of equal ones the first.
fn least_dangerous(
    state: &State,
    who: CreatureId,
    mut stands: Vec<Stand>,
    watchers: &[Watcher],
) -> Option<Box<[Cell]>> {
    stands.sort_unstable();
    let most = u32::try_from(movement_left(state, who)).unwrap_or_default();
    let mut looked = 0;
    let mut best: Option<(usize, Box<[Cell]>)> = None;
    for (threats, .., to) in stands {
        if best.as_ref().is_some_and(|(least, _)| threats >= *least) {
            break;
        }
        let mut path: Box<[Cell]> = [to].into();
        let mut struck = struck_on_the_way(state, who, &path, watchers).unwrap_or_default();
        if struck > 0 && looked < WAYS {
            looked += 1;
            let limit = most + DETOUR_M * 2 * most;
            let wary = wary_way(state, who, (limit, watchers), |at| at == to);
            let wary = wary.map(|way| way.places.into_iter().skip(1).collect::<Box<[Cell]>>());
            if let Some(wary) = wary
                && let Some(less) = struck_on_the_way(state, who, &wary, watchers)
                && less < struck
            {
                (path, struck) = (wary, less);
            }
        }
        if is_deadly(state, who, &path) {
            continue;
        }
        let strikes = threats + struck;
        if best.as_ref().is_none_or(|(least, _)| strikes < *least) {
            best = Some((strikes, path));
        }
    }
    best.map(|(_, path)| path)
}

/// Foes that could make an opportunity attack on it, each with its reach; none after a Disengage (`opportunity-attacks/move`).
fn watchers(state: &State, who: CreatureId) -> Vec<Watcher> {
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

/// Whether somebody who watches it has it within reach at a place.
fn reaches(state: &State, who: CreatureId, (foe, reach): Watcher, at: Cell) -> bool {
    let distance = state
        .grid()
        .distance(state.space(foe), state.space_at(who, at));
    i16::try_from(distance).is_ok_and(|distance| distance <= reach)
}

/// How many of those who watch it have it within reach where a step of a leg begins; nothing where the leg is not possible.
fn struck_on_the_way(
    state: &State,
    who: CreatureId,
    path: &[Cell],
    watchers: &[Watcher],
) -> Option<usize> {
    if watchers.is_empty() && path.len() == 1 {
        return Some(0);
    }
    let mut starts = moving::aim(state, who, path).ok()?;
    starts.pop();
    starts.push(state.body(who).at);
    let strikes = |watcher: &&Watcher| starts.iter().any(|at| reaches(state, who, **watcher, *at));
    Some(watchers.iter().filter(strikes).count())
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
    let reaches = |ranges| can_attack_one(state, ranges, here, foes);
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
