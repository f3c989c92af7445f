//! The Move Action, step by step (`move/*`, `running/move`, `crawling/distance`, `swimming/skill`, `climbing/skill`).

use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, Reached, Space, Terrain, passes_through};
use affray_kernel::{CreatureId, Figure, Play, Refusal, RuleId, Scene};
use smallvec::SmallVec;

use crate::threeaction::ThreeAction;
use crate::threeaction::act::Act;
use crate::threeaction::fact::{Doing, Fact, Flag};
use crate::threeaction::ids::{refuse, rule};
use crate::threeaction::rules::falling::{self, Cause};
use crate::threeaction::rules::grapple;
use crate::threeaction::rules::ground::terrain;
use crate::threeaction::rules::numbers::{feet, present, speed_ft};
use crate::threeaction::rules::occupied::{
    Crossing, crossing, is_free, is_unknown, past, step_aside,
};
use crate::threeaction::rules::squeezing::{self, Place};
use crate::threeaction::rules::steps::{self, STEP_FT, Search, Step};
use crate::threeaction::rules::swimming;
use crate::threeaction::rules::terrain::{stands, swims};
use crate::threeaction::rules::turns;
use crate::threeaction::rules::{burrowing, climbing, flying};
use crate::threeaction::state::{Condition, Mode, Moving, State};

/// How far a way is looked for before a refusal says that there is none, in feet.
const FAR_FT: i16 = 500;

/// A Move that is possible.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Every square on the way.
    path: SmallVec<[Cell; 16]>,
    /// The hardest surface on the way, for climbers.
    climb_dc: i16,
}

/// The ways of moving that are open to a creature, the usual one first.
const MODES: [Mode; 4] = [Mode::Run, Mode::Crawl, Mode::Swim, Mode::Climb];

/// Feet of movement that one Move Action gives: Speed on foot (`running/move`), 5 ft on the belly (`crawling/distance`), half Speed in
/// water and on walls (`swimming/skill`, `climbing/skill`, `foundations/rounding`).
pub(crate) fn allowance_ft(state: &State, who: CreatureId, mode: Mode) -> i16 {
    let speed = speed_ft(state, who);
    match mode {
        Mode::Run => speed,
        Mode::Crawl => STEP_FT,
        Mode::Swim | Mode::Climb => (speed / 2 / STEP_FT * STEP_FT).max(STEP_FT),
        Mode::Fly => flying::allowance_ft(state, who),
        Mode::Burrow => speed,
    }
}

/// The movement at hand: of a Move Action in progress, or of a new one.
fn at_hand(state: &State, who: CreatureId, mode: Mode) -> Moving {
    state
        .body(who)
        .moving
        .filter(|_| goes_on(state, who, mode))
        .unwrap_or(Moving {
            mode,
            left_ft: allowance_ft(state, who, mode),
            spent_ft: 0,
        })
}

/// Whether a creature is able to move in that way at all.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn may_move(state: &State, who: CreatureId, mode: Mode) -> Result<(), Refusal> {
    is_unbound(state, who)?;
    let body = state.body(who);
    let figure = Figure::Creature(who);
    if state.cast.scene.zero_g && mode != Mode::Fly {
        return Err(refuse!(
            "zero-g/push-off-only",
            "in Zero-G {} can move only by pushing off from something",
            figure
        ));
    }
    if body.falling_ft.is_some() && mode != Mode::Fly {
        return Err(refuse!("falling/long-fall", "{} is falling", figure));
    }
    if speed_ft(state, who) <= 0 {
        return Err(refuse!(
            "foundations/speed",
            "{} has a Speed of {}",
            figure,
            Figure::Feet(0)
        ));
    }
    let prone = state.has(who, Condition::Prone);
    if prone && mode != Mode::Crawl {
        return Err(refuse!(
            "prone/crawl",
            "{} lies Prone: it can only crawl or stand up",
            figure
        ));
    }
    by_mode(state, who, mode, prone)
}

/// What each way of moving needs.
fn by_mode(state: &State, who: CreatureId, mode: Mode, prone: bool) -> Result<(), Refusal> {
    let figure = Figure::Creature(who);
    let body = state.body(who);
    match mode {
        Mode::Run if body.flying || body.hanging || is_carried(state, who) => {
            Err(refuse!("running/move", "{} is not on the ground", figure))
        }
        Mode::Run | Mode::Crawl if swims(state, who) => Err(refuse!(
            "swimming/skill",
            "{} is in water too deep to stand in: it has to swim",
            figure
        )),
        Mode::Crawl if !prone => Err(refuse!(
            "crawling/distance",
            "{} is not Prone: only a Prone creature crawls",
            figure
        )),
        Mode::Swim if !swims(state, who) => Err(refuse!(
            "swimming/skill",
            "{} is not in water too deep to stand in",
            figure
        )),
        Mode::Climb if body.flying => Err(refuse!("climbing/skill", "{} is in the air", figure)),
        Mode::Climb => climbing::can_climb(state, who),
        Mode::Fly => flying::may_fly(state, who),
        Mode::Burrow => burrowing::may_burrow(state, who),
        _ => Ok(()),
    }
}

/// Whether a partner in a grapple keeps a creature in the air.
fn is_carried(state: &State, who: CreatureId) -> bool {
    let held = state.has(who, Condition::Grappled) || state.has(who, Condition::Grappling);
    held && !state.cast.scene.zero_g && flying::is_aloft(state, who)
}

/// Whether nothing holds a creature in its place: neither bonds nor a larger partner in a grapple, nor a saddle.
///
/// # Errors
/// What holds it.
pub(crate) fn is_unbound(state: &State, who: CreatureId) -> Result<(), Refusal> {
    is_free_to_go(state, who)?;
    match state.body(who).mount {
        Some(mount) => Err(refuse!(
            "command/mounts",
            "{} is mounted on {}: it moves as its mount does",
            Figure::Creature(who),
            Figure::Creature(mount)
        )),
        None => Ok(()),
    }
}

/// Whether neither bonds nor a larger partner in a grapple hold a creature.
///
/// # Errors
/// What holds it.
pub(crate) fn is_free_to_go(state: &State, who: CreatureId) -> Result<(), Refusal> {
    let figure = Figure::Creature(who);
    if state.has(who, Condition::Entangled) {
        return Err(refuse!("entangled/no-move", "{} is Entangled", figure));
    }
    let size = state.sheet(who).size;
    for held in state.conditions.on(who) {
        let Some(partner) = held
            .toward
            .filter(|partner| state.sheet(*partner).size > size)
        else {
            continue;
        };
        let partner = Figure::Creature(partner);
        match held.kind {
            Condition::Grappled => {
                return Err(refuse!(
                    "grappled/smaller",
                    "{} is held by the larger {}",
                    figure,
                    partner
                ));
            }
            Condition::Grappling => {
                return Err(refuse!(
                    "grappling/smaller",
                    "{} holds the larger {}",
                    figure,
                    partner
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether a Move along a path is possible; far squares are reached by the cheapest way there is (`move/step-by-step`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    mode: Mode,
    path: &[Cell],
) -> Result<Plan, Refusal> {
    may_move(state, who, mode)?;
    let moving = at_hand(state, who, mode);
    let mut walk = Walk {
        state,
        who,
        moving,
        place: Place::of(state, who),
        spent_ft: 0,
        plan: Plan {
            path: SmallVec::new(),
            climb_dc: 0,
        },
    };
    if path.is_empty() {
        return Err(refuse!("running/move", "the way has no goal"));
    }
    for (index, goal) in path.iter().enumerate() {
        walk.go_to(*goal, index + 1 == path.len())?;
    }
    walk.end()
}

/// A Move thought through.
struct Walk<'s> {
    state: &'s State,
    who: CreatureId,
    moving: Moving,
    place: Place,
    spent_ft: i16,
    plan: Plan,
}

impl Walk<'_> {
    /// Goes to a square: by one step if it is next to here, else by the cheapest way.
    fn go_to(&mut self, goal: Cell, last: bool) -> Result<(), Refusal> {
        let goal = match self.moving.mode {
            Mode::Run | Mode::Crawl => steps::on_ground(self.state, self.who, self.place, goal),
            _ => goal,
        };
        if self.place.at == goal {
            return if last && self.plan.path.is_empty() {
                Err(refuse!(
                    "running/move",
                    "{} is there already",
                    Figure::Creature(self.who)
                ))
            } else {
                Ok(())
            };
        }
        if let Some((place, cost)) = self.step(goal) {
            return self.take(goal, place, cost);
        }
        let left = self.moving.left_ft.saturating_sub(self.spent_ft);
        if let Some(way) = self.straight(goal, left) {
            for (to, place) in way {
                self.take(to, place, STEP_FT)?;
            }
            return Ok(());
        }
        let Some(way) = self.search(goal, left) else {
            return Err(self.why_not(goal));
        };
        for cell in way {
            let Some((place, cost)) = self.step(cell) else {
                return Err(self.why_not(goal));
            };
            self.take(cell, place, cost)?;
        }
        Ok(())
    }

    /// A step from here, at its price: the first one of an Action may take all of its movement (`foundations/minimum-step`).
    fn step(&self, to: Cell) -> Option<(Place, i16)> {
        let (place, cost) =
            squeezing::step(self.state, self.who, self.moving.mode, self.place, to)?;
        let first = self.moving.spent_ft == 0 && self.plan.path.is_empty();
        let most = if first { self.moving.left_ft } else { i16::MAX };
        Some((place, cost.min(most)))
    }

    fn take(&mut self, to: Cell, place: Place, cost: i16) -> Result<(), Refusal> {
        self.spent_ft = self.spent_ft.saturating_add(cost);
        if self.spent_ft > self.moving.left_ft {
            return Err(self.too_far(self.spent_ft));
        }
        if self.moving.mode == Mode::Climb {
            for place in [self.place, place] {
                let space = place.space(self.state, self.who);
                if !stands(self.state, self.who, space) {
                    let dc = climbing::hold_dc(self.state, space).unwrap_or_default();
                    self.plan.climb_dc = self.plan.climb_dc.max(dc);
                }
            }
        }
        self.place = place;
        self.plan.path.push(to);
        Ok(())
    }

    /// A way on which every step leads nearer and costs the least that a step can cost: no other one is cheaper. Most ways in the open
    /// are found like this, without a search.
    fn straight(&self, goal: Cell, left_ft: i16) -> Option<SmallVec<[(Cell, Place); 16]>> {
        let (grid, mode) = (self.state.grid(), self.moving.mode);
        let mut way = SmallVec::new();
        let mut here = self.place;
        if !matches!(mode, Mode::Run) || here.squeezing {
            return None;
        }
        let mut distance = grid.cells_between(here.at, goal);
        if feet(distance) > left_ft {
            return None;
        }
        while distance > 0 {
            let next = grid
                .neighbours(here.at)
                .filter(|to| grid.cells_between(to.with_height(goal.z), goal) < distance)
                .map(|to| steps::on_ground(self.state, self.who, here, to))
                .find_map(|to| {
                    let step = squeezing::step(self.state, self.who, mode, here, to);
                    let plain = step.filter(|(place, cost)| *cost == STEP_FT && !place.squeezing);
                    plain.map(|(place, _)| (to, place))
                })?;
            here = next.1;
            distance -= 1;
            way.push(next);
        }
        (here.at == goal).then_some(way)
    }

    /// The cheapest way within so many feet: in its whole space, or squeezing where that does not fit.
    fn search(&self, goal: Cell, left_ft: i16) -> Option<SmallVec<[Cell; 16]>> {
        let first = self.moving.spent_ft == 0 && self.plan.path.is_empty();
        let search = Search {
            state: self.state,
            who: self.who,
            mode: self.moving.mode,
            space: self.place.space(self.state, self.who),
            left_ft,
            first_ft: first.then_some(self.moving.left_ft),
        };
        let steps = |path: affray_kernel::grid::Path| path.places.into_iter().skip(1).collect();
        if !self.place.squeezing
            && let Some(path) = search.path_to(goal)
        {
            return Some(steps(path));
        }
        if self.state.sheet(self.who).size.side() == 1 {
            return None;
        }
        squeezing::narrow_spaces(self.state, self.who, self.place)
            .filter_map(|space| Search { space, ..search }.path_to(goal))
            .min_by_key(|path| path.cost)
            .map(steps)
    }

    /// A Move ends in a free square (`move/end-in-occupied-square`).
    fn end(self) -> Result<Plan, Refusal> {
        let space = self.place.space(self.state, self.who);
        if is_free(self.state, self.who, space, true) {
            return Ok(self.plan);
        }
        Err(occupied(self.state, self.who, self.place))
    }

    fn too_far(&self, cost: i16) -> Refusal {
        let refusal = match self.moving.mode {
            Mode::Run => refuse!("running/move", "{} has {} of movement left; this takes {}"),
            Mode::Crawl => {
                refuse!(
                    "crawling/distance",
                    "{} has {} of movement left; this takes {}"
                )
            }
            Mode::Climb => refuse!(
                "climbing/skill",
                "{} has {} of movement left; this takes {}"
            ),
            _ => refuse!(
                "swimming/skill",
                "{} has {} of movement left; this takes {}"
            ),
        };
        refusal
            .with(Figure::Creature(self.who))
            .with(Figure::Feet(i32::from(self.moving.left_ft)))
            .with(Figure::Feet(i32::from(cost)))
    }

    /// Why a square cannot be reached.
    fn why_not(&self, goal: Cell) -> Refusal {
        let place = Place {
            at: goal,
            squeezing: self.place.squeezing,
        };
        let space = place.space(self.state, self.who);
        match crossing(self.state, self.who, space, true) {
            Crossing::Blocked(enemy) => {
                return refuse!(
                    "move/enemy-square",
                    "{} is in the way: passing through its square takes a Push attempt",
                    Figure::Creature(enemy)
                );
            }
            Crossing::Open(_) | Crossing::Difficult(_) => {
                return occupied(self.state, self.who, place);
            }
            Crossing::Free => {}
        }
        let land = terrain(self.state);
        if space
            .cells(self.state.grid().shape)
            .any(|cell| land.ground(cell).outside || land.ground(cell).solid)
        {
            return refuse!(
                "running/move",
                "{} has no room there",
                Figure::Creature(self.who)
            );
        }
        match self.far_cost(goal) {
            Some(cost) => self.too_far(cost),
            None if self.held_up(space).is_some() => refuse!(
                "move/enemy-square",
                "{} is in the way: passing through its square takes a Push attempt",
                Figure::Creature(self.held_up(space).unwrap_or(self.who))
            ),
            None => refuse!(
                "running/move",
                "{} knows of no way there within {}",
                Figure::Creature(self.who),
                Figure::Feet(i32::from(FAR_FT))
            ),
        }
    }

    /// An Enemy next to here that stands between here and there.
    fn held_up(&self, there: Space) -> Option<CreatureId> {
        let (state, shape) = (self.state, self.state.grid().shape);
        let here = self.place.space(state, self.who);
        state.creatures().find(|other| {
            let space = state.space(*other);
            *other != self.who
                && present(state, *other)
                && !is_unknown(state, self.who, *other)
                && matches!(past(state, self.who, *other), Crossing::Blocked(_))
                && state.grid().adjacent(here, space)
                && passes_through(shape, here, there, space)
        })
    }

    fn far_cost(&self, goal: Cell) -> Option<i16> {
        let search = Search {
            state: self.state,
            who: self.who,
            mode: self.moving.mode,
            space: self.place.space(self.state, self.who),
            left_ft: FAR_FT,
            first_ft: None,
        };
        let path = search.path_to(goal)?;
        i16::try_from(path.cost)
            .ok()
            .map(|cost| cost.saturating_add(self.spent_ft))
            .filter(|cost| *cost > self.moving.left_ft)
    }
}

fn occupied(state: &State, who: CreatureId, place: Place) -> Refusal {
    let space = place.space(state, who);
    let shape = state.grid().shape;
    let holder = state.creatures().find(|other| {
        *other != who
            && !is_unknown(state, who, *other)
            && present(state, *other)
            && state.space(*other).overlaps(shape, space)
    });
    refuse!(
        "move/end-in-occupied-square",
        "a Move cannot end in the square of {}",
        Figure::Creature(holder.unwrap_or(who))
    )
}

/// Moves along a path, or goes on with a Move Action.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    mode: Mode,
    path: &[Cell],
) -> Play {
    let Ok(plan) = aim(scene.state(), who, mode, path) else {
        return Ok(());
    };
    scene.cite(rule!("move/step-by-step"));
    if !goes_on(scene.state(), who, mode) {
        begin(scene, who, mode);
        if !starts_off(scene, who, mode, &plan)? {
            stop(scene, who);
            return Ok(());
        }
    }
    for to in &plan.path {
        match steps::step(scene, who, *to, mode)? {
            Step::Taken => {}
            Step::Barred => {
                leave_occupied(scene, who)?;
                break;
            }
            Step::Over => return break_off(scene, who),
        }
    }
    settle(scene, who, mode);
    Ok(())
}

/// A new Move Action begins, with its whole movement.
pub(crate) fn begin(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, mode: Mode) {
    scene.cite(rule!("move/action"));
    scene.cite(by_rule(mode));
    if mode != Mode::Crawl {
        scene.cite(rule!("foundations/speed"));
    }
    if matches!(mode, Mode::Swim | Mode::Climb) {
        scene.cite(rule!("foundations/rounding"));
    }
    grapple::cite_speed(scene, who);
    let left_ft = allowance_ft(scene.state(), who, mode);
    scene.emit(Fact::Does(who, Doing::Move(mode)));
    scene.emit(Fact::Moving(
        who,
        Some(Moving {
            mode,
            left_ft,
            spent_ft: 0,
        }),
    ));
}

fn by_rule(mode: Mode) -> RuleId {
    match mode {
        Mode::Run => rule!("running/move"),
        Mode::Crawl => rule!("crawling/distance"),
        Mode::Swim => rule!("swimming/skill"),
        Mode::Climb => rule!("climbing/skill"),
        Mode::Fly => rule!("flying/speed"),
        Mode::Burrow => rule!("burrowing/move"),
    }
}

/// The check that swimming and climbing begin with. `false`: no movement.
fn starts_off(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    mode: Mode,
    plan: &Plan,
) -> Play<bool> {
    match mode {
        Mode::Swim => swimming::succeeds(scene, who),
        Mode::Climb => {
            if climbing::succeeds(scene, who, plan.climb_dc)? {
                scene.emit(Fact::Flag(who, Flag::Hanging, true));
                return Ok(true);
            }
            if scene.state().body(who).hanging {
                scene.emit(Fact::Flag(who, Flag::Hanging, false));
            }
            falling::fall_from(scene, who, Cause::Climb)?;
            Ok(false)
        }
        _ => Ok(true),
    }
}

/// The rest of the Move Action is lost.
pub(crate) fn stop(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if scene.state().body(who).moving.is_some() {
        scene.emit(Fact::Moving(who, None));
    }
    if !scene.state().body(who).passing.is_empty() {
        scene.emit(Fact::Passing(who, None));
    }
    let_go(scene, who);
}

/// The Move ends before its goal, perhaps among others.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn break_off(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    stop(scene, who);
    leave_occupied(scene, who)
}

/// A creature that has come to a halt among others steps out of their squares, for no Move ends there (`move/end-in-occupied-square`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn leave_occupied(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    let state = scene.state();
    if !present(state, who) || is_free(state, who, state.space(who), false) {
        return Ok(());
    }
    scene.cite(rule!("move/end-in-occupied-square"));
    step_aside(scene, who)
}

/// A climber that stands somewhere holds on no longer.
fn let_go(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    let state = scene.state();
    if state.body(who).hanging && stands(state, who, state.space(who)) {
        scene.emit(Fact::Flag(who, Flag::Hanging, false));
    }
}

/// After the last step: the Action is over if what is left does not pay for another step, or if it was not its own Turn's.
pub(crate) fn settle(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, mode: Mode) {
    let state = scene.state();
    let own = state.turn_of() == Some(who) || state.body(who).commanded;
    if own && goes_on(state, who, mode) {
        let_go(scene, who);
    } else {
        stop(scene, who);
    }
}

/// Whether there is movement left for at least one step in that way.
pub(crate) fn goes_on(state: &State, who: CreatureId, mode: Mode) -> bool {
    state.body(who).moving.is_some_and(|moving| {
        moving.mode == mode
            && moving.left_ft >= steps::leaving_cost(state, who, mode, state.space(who))
            && may_move(state, who, mode).is_ok()
    })
}

/// An Action is finished before the next one begins: what is left of a Move is lost when something else is done (`turns/consecutive`).
pub(crate) fn cut_short(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if scene.state().body(who).moving.is_some() {
        scene.cite(rule!("turns/consecutive"));
        stop(scene, who);
    }
}

/// Every square where a Move in that way can end, with the least that it costs in feet.
pub(crate) fn reachable(state: &State, who: CreatureId, mode: Mode) -> Vec<Reached> {
    if may_move(state, who, mode).is_err() {
        return Vec::new();
    }
    let moving = at_hand(state, who, mode);
    let here = state.space(who);
    let search = Search {
        state,
        who,
        mode,
        space: here,
        left_ft: moving.left_ft,
        first_ft: (moving.spent_ft == 0).then_some(moving.left_ft),
    };
    let mut places = search.reachable();
    places.retain(|reached| {
        reached.place != here.at
            && is_free(state, who, here.moved_to(reached.place), true)
            && (!state.body(who).squeezing || aim(state, who, mode, &[reached.place]).is_ok())
    });
    places
}

/// Offers every square where a Move can end, each as a way of one square.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    found: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for mode in MODES {
        let price = super::cost(
            state,
            who,
            &Act::Move {
                mode,
                path: Box::default(),
            },
        );
        if turns::can_pay(state, who, price).is_err() {
            continue;
        }
        for reached in reachable(state, who, mode) {
            found(Act::Move {
                mode,
                path: Box::new([reached.place]),
            })?;
        }
    }
    ControlFlow::Continue(())
}
