//! Jumping and climbing (`actions/jump`, `size/jump-reach`, `gaps/climb`).

use std::ops::ControlFlow;

use affray_kernel::grid::{Block, Cell, Corners, Heading, Space, Terrain, can_step};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::Found;
use super::halting::in_the_way;
use super::moving::{Went, count_metres, face_along, free_to_move};
use super::way::Route;
use crate::Energy;
use crate::act::{Act, Action, Claim, Pay, Step};
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::mishap::Halt;
use crate::rules::conditions::unguard;
use crate::rules::facing;
use crate::rules::numbers::{able, jump_m, jump_reach_dm, speed_m, unaware};
use crate::rules::occupied::{Others, may_arrive, occupants, on_floor, put, unknown_at};
use crate::rules::price::{self, Cost};
use crate::rules::zones;
use crate::state::{Condition, Course, Doing, Gait, Pace, State};
use crate::surface;
use crate::windows;

/// Metres of run-up that make a Jump cheaper (`actions/jump-cost-running`).
const RUN_UP_M: u8 = 2;

/// Whether the creature has just moved at least 2 m in a straight line that leads on to there.
fn runs_up(state: &State, who: CreatureId, to: Cell) -> bool {
    let Some(course) = state.body(who).course else {
        return false;
    };
    let shape = state.grid().shape;
    let toward = Heading::toward(shape, state.space(who), state.space_at(who, to));
    course.straight >= RUN_UP_M
        && toward.is_some_and(|heading| course.run_up().degrees_to(shape, heading) < 45)
}

/// Whether a Sprint of at least 2 m comes right before (`actions/jump-sprint-bonus`).
fn sprints(state: &State, who: CreatureId) -> bool {
    let course = state.body(who).course;
    course.is_some_and(|course| course.sprinted >= RUN_UP_M)
}

/// How far a Jump goes now, in metres (`actions/jump-distance`).
#[must_use]
pub(crate) fn distance_m(state: &State, who: CreatureId) -> i16 {
    jump_m(state, who) + i16::from(sprints(state, who))
}

fn metres(state: &State, who: CreatureId, to: Cell) -> i16 {
    let metres = state.grid().cells_between(state.body(who).at, to);
    i16::try_from(metres).unwrap_or(i16::MAX)
}

/// The spaces that a Jump leads over, its landing included: the straight line.
fn flight(state: &State, who: CreatureId, to: Cell) -> Route {
    let at = state.body(who).at;
    let height = to.z.max(at.z);
    let (mut here, goal) = (at.with_height(height), to.with_height(height));
    let mut route = Route::new();
    let grid = state.grid();
    while here != goal {
        let left = grid.cells_between(here, goal);
        let nearer = grid
            .neighbours(here)
            .filter(|cell| grid.cells_between(*cell, goal) < left);
        let Some(next) = nearer.min_by_key(|cell| {
            let centre = |cell: Cell| state.space_at(who, cell).centre(grid.shape);
            (
                centre(*cell).squared_distance(grid.shape, centre(goal)),
                *cell,
            )
        }) else {
            break;
        };
        here = next;
        route.push(here);
    }
    if let Some(last) = route.last_mut() {
        *last = to;
    }
    route
}

/// Where the first metre of a Jump leads.
pub(super) fn first_metre(state: &State, who: CreatureId, to: Cell) -> Option<Cell> {
    flight(state, who, on_floor(state, who, to))
        .first()
        .copied()
}

/// How high the feet come in a Jump: Jump Reach is what is touched above the head (`size/jump-reach`).
fn feet_dm(state: &State, who: CreatureId) -> i16 {
    (jump_reach_dm(state, who) - state.sheet(who).size.typical_dm()).max(0)
}

/// How high a creature's head is, by the ground it stands on.
fn top_dm(state: &State, who: CreatureId) -> i16 {
    10 * state.body(who).at.z + state.sheet(who).size.height_dm()
}

/// Whether a Jump is possible, price aside (`actions/jump-in-the-air`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn possible(state: &State, who: CreatureId, to: Cell) -> Result<(), Refusal> {
    free_to_move(state, who, Pace::Run)?;
    if !state.cast.map.contains(to) {
        return Err(refuse!("actions/jump", "that is not on the map"));
    }
    let to = on_floor(state, who, to);
    let (there, most) = (metres(state, who, to), distance_m(state, who));
    if there == 0 || there > most {
        return Err(refuse!(
            "actions/jump-distance",
            "that is {} m; it jumps {} m",
            Figure::Number(i32::from(there)),
            Figure::Number(i32::from(most))
        ));
    }
    let (rise, feet) = (to.z - state.body(who).at.z, feet_dm(state, who));
    if rise > 0 && 10 * rise > feet {
        return Err(refuse!(
            "size/jump-reach",
            "that is {} m up; its feet come up {} dm",
            Figure::Number(i32::from(rise)),
            Figure::Number(i32::from(feet))
        ));
    }
    may_arrive(state, who, to, Others::Known)?;
    let route = flight(state, who, to);
    let mut from = state.body(who).at;
    let jumped = 10 * from.z + jump_reach_dm(state, who);
    for (index, cell) in route.iter().enumerate() {
        if !lets_through(state, who, from, *cell) {
            return Err(refuse!(
                "actions/jump-in-the-air",
                "something solid is in the way"
            ));
        }
        from = *cell;
        if index + 1 == route.len() {
            break;
        }
        for other in occupants(state, Some(who), state.space_at(who, *cell)) {
            if top_dm(state, other) > jumped && !unaware(state, who, other) {
                return Err(refuse!(
                    "actions/jump-in-the-air",
                    "{} is too tall to be jumped over",
                    Figure::Creature(other)
                ));
            }
        }
    }
    Ok(())
}

/// What a Jump costs (`actions/jump-cost-running`, `actions/jump-cost-standing`, `actions/jump-extra-energy`).
#[must_use]
pub(crate) fn cost(state: &State, who: CreatureId, to: Cell) -> Cost {
    let base = if runs_up(state, who, to) { 1 } else { 2 };
    let (far, speed) = (metres(state, who, to), speed_m(state, who).max(1));
    let extra = ((3 * far + speed - 1) / speed - 2).max(0);
    Cost {
        energy: base + extra,
        stamina: 1,
        agility: 0,
    }
}

/// What a leap on the spot costs.
#[must_use]
pub(crate) fn leap_cost(state: &State, who: CreatureId) -> Cost {
    let running = state
        .body(who)
        .course
        .is_some_and(|course| course.straight >= RUN_UP_M);
    Cost {
        energy: if running { 1 } else { 2 },
        stamina: 1,
        agility: 0,
    }
}

/// Whether something so high can be touched by a leap (`size/jump-reach`).
///
/// # Errors
/// How high it leaps.
pub(crate) fn leap_possible(state: &State, who: CreatureId, height: i16) -> Result<(), Refusal> {
    free_to_move(state, who, Pace::Run)?;
    let most = jump_reach_dm(state, who);
    if height <= 0 || height > most {
        return Err(refuse!(
            "size/jump-reach",
            "that is {} dm up; its Jump Reach is {} dm",
            Figure::Number(i32::from(height)),
            Figure::Number(i32::from(most))
        ));
    }
    Ok(())
}

/// Carries a Jump out: all is spent at take-off, and then it cannot be ended in the air (`actions/jump-in-the-air`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn carry_out(scene: &mut Scene<'_, Energy>, who: CreatureId, to: Cell) -> Play<Went> {
    let to = on_floor(scene.state(), who, to);
    let opened = windows::open(scene, who, Step::Declared, false)?;
    if opened.stopped {
        return Ok(if opened.reacted {
            Went::Ended
        } else {
            Went::Withdrawn
        });
    }
    if !super::still_possible(scene.state(), who) {
        super::comes_to_nothing(scene, who);
        return Ok(Went::Ended);
    }
    // Whoever was moved before taking off jumps from where it is now.
    let route = flight(scene.state(), who, to);
    take_off(scene, who, to);
    let halt = fly(scene, who, &route)?;
    land(scene, who);
    let at = scene.state().body(who).at;
    if (at.x, at.y) != (to.x, to.y) {
        scene.emit(Fact::Stops(who, halt));
    }
    Ok(Went::Arrived)
}

/// Whether what was reserved covers a Jump, a leap or a climb from where the creature is when it sets out: it may have been moved since, or
/// have lost its run-up (`actions/must-afford`).
///
/// # Errors
/// What it costs from there.
pub(super) fn covered(state: &State, doing: &Doing) -> Result<(), Refusal> {
    let who = doing.who;
    let due = match doing.action {
        Action::Jump(to) => cost(state, who, on_floor(state, who, to)),
        Action::Leap(_) => leap_cost(state, who),
        Action::Climb(to) => climb_cost(state, who, on_floor(state, who, to)),
        _ => return Ok(()),
    };
    if due.energy <= doing.energy + doing.swaps && due.stamina <= doing.stamina {
        return Ok(());
    }
    Err(refuse!(
        "actions/must-afford",
        "from here it costs {} Energy and {} Stamina, more than was reserved for it",
        Figure::Number(i32::from(due.energy)),
        Figure::Number(i32::from(due.stamina))
    ))
}

/// The metres of a flight, each with its window. Whoever is displaced in the air flies the rest of its way from there; what does not let
/// it on any more brings it down (`actions/jump-in-the-air`). Who was in its way.
fn fly(scene: &mut Scene<'_, Energy>, who: CreatureId, route: &[Cell]) -> Play<Option<Halt>> {
    let mut before = scene.state().body(who).at;
    let mut free = before;
    let jumped = 10 * before.z + jump_reach_dm(scene.state(), who);
    for (index, cell) in route.iter().enumerate() {
        let last = index + 1 == route.len();
        if index > 0 {
            let ahead = onward(scene.state(), who, (before, *cell), last);
            scene.emit(Fact::Metres(who, index as i16, Some(ahead)));
            windows::open(scene, who, Step::Metre, false)?;
            let state = scene.state();
            let down = !able(state, who)
                || state.has(who, Condition::Prone)
                || state.has(who, Condition::Restrained);
            if down {
                scene.cite(rule!("actions/jump-in-the-air"));
                scene.cite(rule!("swift/target-keeps-moving"));
                return Ok(None);
            }
        }
        let state = scene.state();
        let to = onward(state, who, (before, *cell), last);
        let meets = if last {
            let refusal = may_arrive(state, who, to, Others::All).err();
            refusal.map(|refusal| in_the_way(&refusal))
        } else {
            let mut unknown = unknown_at(state, who, to);
            let met = unknown.find(|other| top_dm(state, *other) > jumped);
            met.map(Halt::InTheWay)
        };
        let is_open = lets_through(state, who, state.body(who).at, to);
        let halt = meets.filter(|_| is_open);
        if halt.is_some() {
            facing::come_upon(scene, who, to);
        }
        if halt.is_some() || !is_open {
            scene.cite(rule!("actions/jump-in-the-air"));
            let at = scene.state().body(who).at;
            if at != free && may_arrive(scene.state(), who, at, Others::All).is_err() {
                put(scene, who, free);
            }
            return Ok(halt);
        }
        if last {
            // It is about to touch the ground.
            scene.emit(Fact::Metres(who, index as i16 + 1, None));
        }
        face_along(scene, who, to);
        put(scene, who, to);
        facing::follow(scene, who);
        count_metres(scene, who, 1);
        before = *cell;
        if may_arrive(scene.state(), who, to, Others::All).is_ok() {
            free = to;
        }
    }
    Ok(None)
}

/// Where a metre of a flight leads: as far on as it was meant to, from where the jumper is.
fn onward(state: &State, who: CreatureId, (from, to): (Cell, Cell), last: bool) -> Cell {
    let at = state.body(who).at;
    if (at.x, at.y) == (from.x, from.y) {
        return to;
    }
    let there = at.offset(to.x - from.x, to.y - from.y, 0).with_height(to.z);
    if last {
        on_floor(state, who, there)
    } else {
        there
    }
}

/// Whether nothing solid, no wall and no closed door is between two places of a flight (`actions/jump-in-the-air`).
fn lets_through(state: &State, who: CreatureId, from: Cell, to: Cell) -> bool {
    can_step(
        &state.terrain(),
        state.space_at(who, from),
        to,
        Corners::Cut,
    )
}

/// Whether a creature is in the air: it has taken off and not yet landed.
#[must_use]
pub(crate) fn flies(state: &State, who: CreatureId) -> bool {
    state.doing(who).is_some_and(|doing| {
        matches!(doing.action, Action::Jump(_)) && doing.paid > 0 && doing.ahead.is_some()
    })
}

fn take_off(scene: &mut Scene<'_, Energy>, who: CreatureId, to: Cell) {
    scene.cite(rule!("actions/jump"));
    scene.cite(rule!("actions/jump-distance"));
    scene.cite(rule!("size/jump-distance"));
    scene.cite(rule!("size/jump-leg-strength"));
    scene.cite(rule!("actions/jump-in-the-air"));
    scene.cite(rule!("stamina/spending-table"));
    let state = scene.state();
    let (running, sprinting) = (runs_up(state, who, to), sprints(state, who));
    let extra = metres(state, who, to) > 2 * speed_m(state, who) / 3;
    scene.cite(if running {
        rule!("actions/jump-cost-running")
    } else {
        rule!("actions/jump-cost-standing")
    });
    if extra {
        scene.cite(rule!("actions/jump-extra-energy"));
    }
    if sprinting {
        scene.cite(rule!("actions/jump-sprint-bonus"));
    }
    let due = cost(scene.state(), who, to);
    price::spend_reserved(scene, who, due.energy);
    price::spend_reserved_stamina(scene, who, due.stamina);
}

/// Landing makes Unguarded; the direction of a Run before is not forgotten for it (`actions/jump-landing`,
/// `actions/turn-cost-back-to-back`).
fn land(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    if flies(scene.state(), who) {
        let metres = scene.state().doing(who).map_or(0, |doing| doing.metres);
        scene.emit(Fact::Metres(who, metres, None));
        zones::entered(scene, who);
    }
    let at = scene.state().body(who).at;
    let floor = on_floor(scene.state(), who, at);
    if floor != at {
        put(scene, who, floor);
    }
    scene.cite(rule!("actions/jump-landing"));
    if scene.state().body(who).gait == Gait::Still {
        scene.emit(Fact::Gait(who, Gait::Ordinary));
    }
    forget_run_up(scene, who);
    unguard(scene, who);
}

/// What comes in between makes no run-up any more of what was run before (`actions/jump-cost-running`).
pub(super) fn forget_run_up(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    let course = scene.state().body(who).course;
    let left = course.and_then(Course::without_run_up);
    if course != left {
        scene.emit(Fact::Course(who, left));
    }
}

/// A leap on the spot: something is touched, and the landing makes Unguarded (`size/jump-reach`, `actions/jump-landing`).
pub(crate) fn leap(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    scene.cite(rule!("actions/jump"));
    scene.cite(rule!("size/jump-reach"));
    land(scene, who);
}

/// How hard a climb to a place is, 1 to 3: by the hardest ground under either end, all that a large creature takes up included
/// (`gaps/climb`).
fn hardness(state: &State, who: CreatureId, to: Cell) -> i16 {
    let (shape, terrain) = (state.grid().shape, state.terrain());
    let cells = state.space(who).cells(shape);
    let cells = cells.chain(state.space_at(who, to).cells(shape));
    let hardest = cells.map(|cell| surface::climb(terrain.ground(cell))).max();
    i16::from(hardest.unwrap_or(surface::USUAL_CLIMB))
}

/// Whether a climb is possible, price aside: to a neighbouring place on another level, not farther up or down than half the Speed.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn climb_possible(state: &State, who: CreatureId, to: Cell) -> Result<(), Refusal> {
    // One climbs on one's knees and from the ground as one shifts.
    free_to_move(state, who, Pace::Shift)?;
    if !state.cast.map.contains(to) {
        return Err(refuse!("gaps/climb", "that is not on the map"));
    }
    let (here, to) = (state.body(who).at, on_floor(state, who, to));
    let height = (to.z - here.z).abs();
    let beside = Heading::of_step(state.grid().shape, here, to).is_some();
    if !beside || height == 0 {
        return Err(refuse!(
            "gaps/climb",
            "one climbs to a neighbouring space on another level"
        ));
    }
    if !lets_through(state, who, here, to) {
        return Err(refuse!("gaps/climb", "something solid is in the way"));
    }
    let most = speed_m(state, who) / 2;
    if height > most {
        return Err(refuse!(
            "gaps/climb",
            "that is {} m; half the Speed is {} m",
            Figure::Number(i32::from(height)),
            Figure::Number(i32::from(most))
        ));
    }
    may_arrive(state, who, to, Others::Known)
}

/// What a climb costs (`gaps/climb`, `stamina/spending-table`).
#[must_use]
pub(crate) fn climb_cost(state: &State, who: CreatureId, to: Cell) -> Cost {
    Cost {
        energy: 3,
        stamina: hardness(state, who, to),
        agility: 0,
    }
}

/// Climbs, from the foot to the top in one: nobody is anywhere between. Whoever is knocked down before that stays below
/// (`gaps/climb`, `swift/target-keeps-moving`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn climb(scene: &mut Scene<'_, Energy>, who: CreatureId, to: Cell) -> Play<Went> {
    let to = on_floor(scene.state(), who, to);
    let lay = scene.state().has(who, Condition::Prone);
    let opened = windows::open(scene, who, Step::Declared, false)?;
    if opened.stopped {
        return Ok(if opened.reacted {
            Went::Ended
        } else {
            Went::Withdrawn
        });
    }
    if !super::still_possible(scene.state(), who) {
        super::comes_to_nothing(scene, who);
        return Ok(Went::Ended);
    }
    let fell = !lay && scene.state().has(who, Condition::Prone);
    if fell {
        scene.cite(rule!("swift/target-keeps-moving"));
        scene.emit(Fact::Stops(who, Some(Halt::Condition(Condition::Prone))));
        return Ok(Went::Ended);
    }
    if let Err(refusal) = may_arrive(scene.state(), who, to, Others::All) {
        facing::come_upon(scene, who, to);
        scene.emit(Fact::Stops(who, Some(in_the_way(&refusal))));
        return Ok(Went::Ended);
    }
    scene.cite(rule!("gaps/climb"));
    scene.cite(rule!("stamina/spending-table"));
    let due = climb_cost(scene.state(), who, to);
    price::spend_reserved(scene, who, due.energy);
    price::spend_reserved_stamina(scene, who, due.stamina);
    let height = (to.z - scene.state().body(who).at.z).abs();
    face_along(scene, who, to);
    put(scene, who, to);
    facing::follow(scene, who);
    count_metres(scene, who, height);
    scene.emit(Fact::Course(who, None));
    if scene.state().body(who).gait == Gait::Still {
        scene.emit(Fact::Gait(who, Gait::Ordinary));
    }
    Ok(Went::Arrived)
}

/// Climbs to every space next to it.
pub(crate) fn climbs(state: &State, who: CreatureId, legal: &mut Found<'_>) -> ControlFlow<()> {
    for cell in state.grid().neighbours(state.body(who).at) {
        legal(claim(Action::Climb(on_floor(state, who, cell))))?;
    }
    ControlFlow::Continue(())
}

/// Jumps to every space in reach.
pub(crate) fn candidates(state: &State, who: CreatureId, legal: &mut Found<'_>) -> ControlFlow<()> {
    for cell in landings(state, who).cells(&state.cast.map) {
        if let Some(act) = candidate(state, who, cell) {
            legal(act)?;
        }
    }
    ControlFlow::Continue(())
}

/// The cells around a creature as far as its Jump leads at most.
pub(crate) fn landings(state: &State, who: CreatureId) -> Block {
    let most = distance_m(state, who).max(0).unsigned_abs();
    Block::around(&state.cast.map, Space::cell(state.body(who).at), most)
}

/// The Jump to one of these [`landings`], if it is near enough.
pub(crate) fn candidate(state: &State, who: CreatureId, cell: Cell) -> Option<Act> {
    let metres = state.grid().cells_between(state.body(who).at, cell);
    let is_near = i64::from(metres) <= i64::from(distance_m(state, who));
    is_near.then(|| claim(Action::Jump(on_floor(state, who, cell))))
}

fn claim(action: Action) -> Act {
    Act::Do(Claim {
        action,
        pay: Pay::PLAIN,
    })
}
