//! Movement: legs of a turn's movement, Dash and Disengage (`initiative-structure/turn-movement`, `primary-actions/dash`,
//! `primary-actions/disengage`, `opportunity-attacks/move`).

use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, Mover, Path, Through};
use affray_kernel::{CreatureId, Figure, Play, Refusal, RuleId, Scene};
use smallvec::SmallVec;

use super::Found;
use crate::ActionPoint;
use crate::act::{Act, Declared, Exposure};
use crate::fact::{Fact, Flag, Motion, Number, rule_number};
use crate::ids::{refuse, rule};
use crate::rules::cover::CORNERS;
use crate::rules::falling::{hurts, is_fall};
use crate::rules::numbers::{acts, movement_left};
use crate::rules::occupied::{
    self, STEP_UP_M, barred, barred_by, free_to_move, may_stay, open_step_m, step_m,
};
use crate::rules::opportunity;
use crate::rules::reactions::{Asked, Occasion};
use crate::rules::turns::is_over;
use crate::state::{Condition, State};

/// How far a way is looked for before it is said that there is none, in metres.
pub(crate) const FAR_M: u32 = 200;

/// The squares of a leg.
type Route = SmallVec<[Cell; 16]>;

/// Dash: the movement of this turn grows by the speed (`primary-actions/dash`).
pub(crate) fn dash(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) {
    let dashes = scene.state().body(who).dashes + 1;
    scene.emit(Fact::Set(who, Number::Dashes, dashes));
}

/// Disengage: nothing that the creature does in this turn provokes (`primary-actions/disengage`).
pub(crate) fn disengage(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) {
    scene.emit(Fact::Flag(who, Flag::Disengaged, true));
}

/// Metres that a step takes of the movement: twice as many for one who lies (`conditions/prone`, `space/occupied`).
fn cost_m(state: &State, who: CreatureId, from: Cell, to: Cell) -> Option<i16> {
    let metres = step_m(state, who, from, to)?;
    let lies = state.has(who, Condition::Prone);
    Some(if lies { 2 * metres } else { metres })
}

/// Whether a creature could take a step, as far as it knows (`space/occupied`).
fn known_cost_m(state: &State, who: CreatureId, from: Cell, to: Cell) -> Option<i16> {
    let cost = cost_m(state, who, from, to)?;
    barred_by(state, who, to, true).is_none().then_some(cost)
}

fn mover<'t, T>(state: &State, who: CreatureId, terrain: &'t T) -> Mover<'t, T> {
    Mover {
        terrain,
        space: state.space(who),
        corners: CORNERS,
        through: Through::Ground,
    }
}

/// What steps over the [`barred`] map cost, as [`known_cost_m`] says; who is in the way is found out once.
fn prices(state: &State, who: CreatureId) -> impl Fn(Cell, Cell) -> Option<u32> {
    let bars = occupied::known_bars(state, who);
    let (shape, lies) = (state.grid().shape, state.has(who, Condition::Prone));
    move |from, to| {
        let there = state.space_at(who, to);
        if bars.iter().any(|bar| bar.shares_column(shape, there)) {
            return None;
        }
        let metres = open_step_m(state, who, from, to)?;
        u32::try_from(if lies { 2 * metres } else { metres }).ok()
    }
}

/// The cheapest way to a place without a fall that hurts, if `left` metres suffice for one; else the cheapest within `most` on which
/// no fall that hurts is deeper than `deepest` metres (`adventuring/falling`).
fn search(
    state: &State,
    who: CreatureId,
    (from, to): (Cell, Cell),
    (left, most): (i16, u32),
    deepest: i16,
) -> Option<Path> {
    let terrain = barred(state);
    let least = if state.has(who, Condition::Prone) {
        2
    } else {
        1
    };
    let prices = prices(state, who);
    let way = |most, deepest| {
        mover(state, who, &terrain).path_to(from, most, to, least, |here, there| {
            let drop = here.z.saturating_sub(there.z);
            prices(here, there).filter(|_| !hurts(drop) || drop <= deepest)
        })
    };
    let left = u32::try_from(left).unwrap_or_default();
    let safely = (!state.cast.open_ground).then(|| way(left.min(most), 0));
    safely.flatten().or_else(|| way(most, deepest))
}

/// Whether a leg of movement is possible: the squares that it goes through (`initiative-structure/turn-movement`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, path: &[Cell]) -> Result<Route, Refusal> {
    free_to_move(state, who)?;
    let mut route = Route::new();
    let mut here = state.body(who).at;
    let left = movement_left(state, who);
    let mut spent: i16 = 0;
    for goal in path {
        let goal = occupied::on_floor(state, who, *goal);
        if goal == here {
            continue;
        }
        if let Some(cost) = known_cost_m(state, who, here, goal) {
            spent = spent.saturating_add(cost);
            route.push(goal);
        } else {
            let limits = (left.saturating_sub(spent), FAR_M);
            let way = search(state, who, (here, goal), limits, i16::MAX);
            let way = way.ok_or_else(|| why_not(state, who, goal))?;
            spent = spent.saturating_add(i16::try_from(way.cost).unwrap_or(i16::MAX));
            route.extend(way.places.into_iter().skip(1));
        }
        here = goal;
        if spent > left {
            return Err(too_far(state, who, spent));
        }
    }
    if route.is_empty() {
        return Err(refuse!(
            "initiative-structure/turn-movement",
            "{} is there already",
            Figure::Creature(who)
        ));
    }
    may_stay(state, who, here, true)?;
    Ok(route)
}

/// A leg with every step of its way; `None` where it says all of them, or is not possible.
pub(crate) fn spelled_out(state: &State, who: CreatureId, path: &[Cell]) -> Option<Act> {
    let route = aim(state, who, path).ok()?;
    (route.len() > path.len()).then(|| Act::Move(route.into_iter().collect()))
}

/// Metres that a leg of movement takes, and the deepest fall in it that hurts, 0 for none; `None` where it is not possible.
pub(crate) fn measured_m(state: &State, who: CreatureId, path: &[Cell]) -> Option<(i16, i16)> {
    let mut here = state.body(who).at;
    let (mut length, mut deepest): (i16, i16) = (0, 0);
    for to in aim(state, who, path).ok()? {
        length = length.saturating_add(known_cost_m(state, who, here, to)?);
        deepest = deepest.max(here.z.saturating_sub(to.z));
        here = to;
    }
    Some((length, if hurts(deepest) { deepest } else { 0 }))
}

fn too_far(state: &State, who: CreatureId, metres: i16) -> Refusal {
    refuse!(
        "initiative-structure/turn-movement",
        "{} has {} of movement left; this takes {}",
        Figure::Creature(who),
        Figure::Metres(i32::from(movement_left(state, who))),
        Figure::Metres(i32::from(metres))
    )
}

/// Why no way leads to a place.
fn why_not(state: &State, who: CreatureId, goal: Cell) -> Refusal {
    if let Some(foe) = barred_by(state, who, goal, true) {
        return refuse!("space/occupied", "{} is in the way", Figure::Creature(foe));
    }
    let is_up = goal.z > state.body(who).at.z.saturating_add(STEP_UP_M);
    match may_stay(state, who, goal, true) {
        Err(refusal) => refusal,
        Ok(()) if is_up => refuse!(
            "space/occupied",
            "{} knows of no way up there: a step leads up {} at most, and nobody climbs",
            Figure::Creature(who),
            Figure::Metres(STEP_UP_M.into())
        ),
        Ok(()) => refuse!(
            "space/occupied",
            "{} knows of no way there",
            Figure::Creature(who)
        ),
    }
}

/// A leg under way.
struct Leg {
    who: CreatureId,
    goal: Cell,
    /// The steps that are left, the next one last.
    route: Route,
    /// Where the mover should be.
    here: Cell,
    /// Where it has come through since it was last driven off its way, the latest last.
    trail: Route,
    /// Whether the others have heard of the leg.
    declared: bool,
    /// Those who have been asked for an opportunity attack: once a leg (`opportunity-attacks/once-per-leg`).
    asked: Asked,
    /// Whether the mover was knocked down on the way.
    tripped: bool,
}

/// Why a leg under way goes no farther.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// The movement that is left does not suffice for the next step (`initiative-structure/turn-movement`).
    TooFar,
    /// Something has come between the mover and the next step, such as a door that is shut (`space/occupied`).
    Barred,
    /// Somebody is there (`space/occupied`).
    NoRoom,
}

/// Carries a leg out step by step; whoever has it within reach may strike before the first step that provokes that foe.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(scene: &mut Scene<'_, ActionPoint>, who: CreatureId, path: &[Cell]) -> Play {
    let Some(mut route) = scene.known(|state| aim(state, who, path).ok()) else {
        return Ok(());
    };
    if scene.listened() {
        cite(scene, who);
    }
    let here = scene.state().body(who).at;
    let goal = route.last().copied().unwrap_or(here);
    scene.emit(Fact::Leg(who, goal));
    route.reverse();
    let mut leg = Leg {
        who,
        goal,
        route,
        here,
        trail: Route::new(),
        declared: false,
        asked: Asked::new(),
        tripped: false,
    };
    while let Some(to) = leg.next(scene) {
        leg.provoke(scene)?;
        if !leg.is_able(scene.state()) {
            leg.comes_to_nothing(scene, rule!("opportunity-attacks/once-per-leg"));
            return Ok(());
        }
        if is_over(scene.state()) {
            return leg.goes_back(scene);
        }
        if leg.is_off_its_way(scene.state()) {
            continue;
        }
        if let Err(end) = scene.known(|state| leg.can_step(state, to)) {
            leg.ends(scene, end);
            return leg.goes_back(scene);
        }
        leg.route.pop();
        leg.step(scene, to)?;
        if !acts(scene.state(), who) || leg.tripped {
            if scene.state().body(who).at != goal {
                leg.comes_to_nothing(scene, rule!("opportunity-attacks/once-per-leg"));
            }
            return Ok(());
        }
    }
    Ok(())
}

fn cite(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) {
    scene.cite_all(
        const {
            &[
                rule!("initiative-structure/turn-movement"),
                rule!("character-stats/speed"),
                rule!("space/grid"),
                rule!("space/occupied"),
            ]
        },
    );
    if scene.state().has(who, Condition::Prone) {
        scene.cite(rule!("conditions/prone"));
    }
    if opportunity::is_guarded(scene.state(), who) {
        scene.cite(rule!("opportunity-attacks/avoid-by-disengage"));
    }
}

impl Leg {
    /// Before a step: others react to the declaration of the leg, and those who have the mover within reach may strike
    /// (`opportunity-attacks/move`).
    fn provoke(&mut self, scene: &mut Scene<'_, ActionPoint>) -> Play {
        let guarded = opportunity::is_guarded(scene.state(), self.who);
        if guarded && self.declared {
            return Ok(());
        }
        let occasion = Occasion {
            by: self.who,
            what: (!self.declared).then_some(Declared::Leg(self.goal)),
            exposed: (!guarded).then_some(Exposure::Moves),
            target: None,
        };
        self.declared = true;
        let lay = scene.state().has(self.who, Condition::Prone);
        occasion.offer(scene, &mut self.asked)?;
        self.tripped |= !lay && scene.state().has(self.who, Condition::Prone);
        Ok(())
    }

    /// Whether the mover still goes at all: it is neither out, nor knocked down, nor held (`opportunity-attacks/once-per-leg`).
    fn is_able(&self, state: &State) -> bool {
        acts(state, self.who) && !self.tripped && free_to_move(state, self.who).is_ok()
    }

    /// Whether the mover is not where its last step has led, or has teleported.
    fn is_off_its_way(&self, state: &State) -> bool {
        let body = state.body(self.who);
        body.at != self.here || body.teleported
    }

    /// The next step, from wherever the mover has been driven to in the meantime, be it off its goal.
    fn next(&mut self, scene: &mut Scene<'_, ActionPoint>) -> Option<Cell> {
        if self.is_off_its_way(scene.state()) {
            self.find_way(scene);
        }
        self.route.last().copied()
    }

    /// The rest of the leg comes to nothing.
    fn comes_to_nothing(&self, scene: &mut Scene<'_, ActionPoint>, why: RuleId) {
        scene.cite(why);
        scene.emit(Fact::Lost(self.who, rule_number(why)));
    }

    /// The rest of the leg comes to nothing because of the step that would be next.
    fn ends(&self, scene: &mut Scene<'_, ActionPoint>, end: End) {
        match end {
            End::TooFar => {
                self.comes_to_nothing(scene, rule!("initiative-structure/turn-movement"));
            }
            End::NoRoom => self.comes_to_nothing(scene, rule!("space/occupied")),
            End::Barred => {
                scene.cite(rule!("space/occupied"));
                scene.emit(Fact::Barred(self.who));
            }
        }
    }

    /// Nobody stays where somebody is, or on an obstacle: the mover goes back to where it last could, which costs and provokes
    /// nothing (`space/occupied`).
    fn goes_back(&self, scene: &mut Scene<'_, ActionPoint>) -> Play {
        let Some(to) = self.way_back(scene.state()) else {
            return Ok(());
        };
        scene.cite(rule!("space/occupied"));
        occupied::put(scene, self.who, to, Motion::Back)
    }

    /// The last place behind the mover where it may stay, if it cannot stay here and the steps to there can be taken backwards.
    fn way_back(&self, state: &State) -> Option<Cell> {
        let stays = |at| may_stay(state, self.who, at, false).is_ok();
        let mut here = self.here;
        let mut behind = self.trail.iter().rev().copied();
        while !stays(here) {
            let to = behind.next()?;
            step_m(state, self.who, here, to)?;
            here = to;
        }
        (here != self.here).then_some(here)
    }

    /// The deepest fall on what is left of the way from a place.
    fn deepest_fall(&self, from: Cell) -> i16 {
        let mut here = from;
        let mut deepest = 0;
        for to in self.route.iter().rev() {
            deepest = deepest.max(here.z.saturating_sub(to.z));
            here = *to;
        }
        deepest
    }

    /// Driven off its way, the mover goes on to its goal from where it has come to, if its movement suffices, and takes no deeper fall
    /// than it set out to; whoever has teleported has left the way for good.
    fn find_way(&mut self, scene: &mut Scene<'_, ActionPoint>) {
        let state = scene.state();
        let deepest = self.deepest_fall(self.here);
        let body = state.body(self.who);
        self.here = body.at;
        self.route.clear();
        self.trail.clear();
        if self.here == self.goal {
            return;
        }
        let left = movement_left(state, self.who);
        let most = u32::try_from(left).unwrap_or_default();
        let ends = (self.here, self.goal);
        let way = (!body.teleported).then(|| search(state, self.who, ends, (left, most), deepest));
        match way.flatten() {
            Some(way) => {
                self.route.extend(way.places.into_iter().skip(1).rev());
                scene.emit(Fact::Leg(self.who, self.goal));
            }
            None => self.comes_to_nothing(scene, rule!("opportunity-attacks/once-per-leg")),
        }
    }

    /// Whether the mover can take the step: it may meet somebody there whom it did not know of.
    ///
    /// # Errors
    /// Why it cannot.
    fn can_step(&self, state: &State, to: Cell) -> Result<(), End> {
        let cost = cost_m(state, self.who, self.here, to).ok_or(End::Barred)?;
        if cost > movement_left(state, self.who) {
            return Err(End::TooFar);
        }
        let stays = to != self.goal || may_stay(state, self.who, to, false).is_ok();
        if barred_by(state, self.who, to, false).is_some() || !stays {
            return Err(End::NoRoom);
        }
        Ok(())
    }

    fn step(&mut self, scene: &mut Scene<'_, ActionPoint>, to: Cell) -> Play {
        let who = self.who;
        let from = scene.state().body(who).at;
        let ahead = scene.known(|state| {
            let cost = cost_m(state, who, from, to)?;
            Some((cost, self.reached_by(state)))
        });
        let Some((cost, before)) = ahead else {
            return Ok(());
        };
        let body = scene.state().body(who);
        let moved = body.moved.saturating_add(cost);
        let falls = is_fall(body.at.z.saturating_sub(to.z));
        scene.emit(Fact::Set(who, Number::Moved, moved));
        self.trail.push(self.here);
        self.here = to;
        occupied::put(scene, who, to, Motion::Step)?;
        if scene.state().cast.options.entering_provokes
            && !falls
            && !opportunity::is_guarded(scene.state(), who)
            && acts(scene.state(), who)
        {
            self.enter(scene, &before)?;
        }
        Ok(())
    }

    /// Foes that have the mover within reach.
    fn reached_by(&self, state: &State) -> Asked {
        if !state.cast.options.entering_provokes {
            return Asked::new();
        }
        opportunity::reaching(state, self.who).collect()
    }

    /// With the switch `entering-provokes`: those into whose reach the step has led, and not a fall, may strike now
    /// (`opportunity-attacks/move`, `opportunity-attacks/unwilling-movement`).
    fn enter(&mut self, scene: &mut Scene<'_, ActionPoint>, before: &Asked) -> Play {
        let mut out = self.asked.clone();
        out.extend(before.iter().copied());
        let already = out.len();
        let occasion = Occasion {
            by: self.who,
            what: None,
            exposed: Some(Exposure::Enters),
            target: None,
        };
        let lay = scene.state().has(self.who, Condition::Prone);
        occasion.offer(scene, &mut out)?;
        self.asked.extend(out.drain(already..));
        self.tripped |= !lay && scene.state().has(self.who, Condition::Prone);
        Ok(())
    }
}

/// The cheapest way to the first place that is a goal, within so many metres; where it stops does not matter. A step that had better not be
/// made counts for more metres.
pub(crate) fn way_to(
    state: &State,
    who: CreatureId,
    most: u32,
    goal: impl Fn(Cell) -> bool,
    more: impl Fn(Cell, Cell) -> u32,
) -> Option<Path> {
    free_to_move(state, who).ok()?;
    let (terrain, from) = (barred(state), state.body(who).at);
    let prices = prices(state, who);
    let prices = |from, to| Some(prices(from, to)? + more(from, to));
    mover(state, who, &terrain).path(from, most, goal, prices)
}

/// Metres that the steps of a way take, as far as a creature knows.
pub(crate) fn metres_along(state: &State, who: CreatureId, places: &[Cell]) -> Option<i16> {
    let steps = places.windows(2);
    steps
        .map(|step| known_cost_m(state, who, step[0], step[1]))
        .sum()
}

/// Legs to every place that can be reached with the movement that is left.
pub(crate) fn candidates(state: &State, who: CreatureId, found: &mut Found<'_>) -> ControlFlow<()> {
    for (to, _) in reachable(state, who, movement_left(state, who)) {
        found(Act::Move(Box::new([to])))?;
    }
    ControlFlow::Continue(())
}

/// Places where a creature could stop within so many metres, and what each costs.
pub(crate) fn reachable(state: &State, who: CreatureId, metres: i16) -> Vec<(Cell, i16)> {
    let from = state.body(who).at;
    let most = u32::try_from(metres).unwrap_or_default();
    if most == 0 || free_to_move(state, who).is_err() {
        return Vec::new();
    }
    let terrain = barred(state);
    let places = mover(state, who, &terrain).reachable(from, most, prices(state, who));
    let stays = |cell| cell != from && may_stay(state, who, cell, true).is_ok();
    places
        .into_iter()
        .filter(|reached| stays(reached.place))
        .map(|reached| (reached.place, reached.cost as i16))
        .collect()
}

/// How many squares a creature has around it, as far as its movement leads at most: [`candidate`] looks at each.
pub(crate) fn squares(state: &State, who: CreatureId) -> u32 {
    let reach = movement_left(state, who).max(0).unsigned_abs();
    if reach == 0 || free_to_move(state, who).is_err() {
        return 0;
    }
    let across = 2 * u32::from(reach) + 1;
    across * across
}

/// What [`candidates`] would offer in one of these [`squares`].
pub(crate) fn candidate(state: &State, who: CreatureId, number: u32) -> Option<Act> {
    let left = movement_left(state, who);
    let across = 2 * u32::from(left.max(0).unsigned_abs()) + 1;
    let offset = |number: u32| i16::try_from(number).ok().map(|number| number - left);
    let from = state.body(who).at;
    let to = from.offset(offset(number % across)?, offset(number / across)?, 0);
    if (to.x, to.y) == (from.x, from.y) || !state.cast.map.contains(to) {
        return None;
    }
    let to = occupied::on_floor(state, who, to);
    may_stay(state, who, to, true).ok()?;
    let terrain = barred(state);
    let most = u32::try_from(left).ok()?;
    let prices = prices(state, who);
    let way = mover(state, who, &terrain).path_to(from, most, to, 1, prices);
    way.map(|_| Act::Move(Box::new([to])))
}
