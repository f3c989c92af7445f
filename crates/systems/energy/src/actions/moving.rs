//! Shift, Quick Run, Run and Sprint (`actions/shift`, `actions/run`, `actions/quick-run`, `actions/sprint`).

use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, Heading};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::Found;
use super::halting::{hindrance, pays_for, regained};
use super::sprint_push::RunUp;
use super::way::{self, Route, Way, next_course, shifted};
use crate::Energy;
use crate::act::{Act, Action, Claim, Pay, Step};
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::mishap::{Failure, Halt};
use crate::rules::conditions::{kinds, stop_defending};
use crate::rules::facing;
use crate::rules::numbers::{able, metres_between, speed_m, sprint_m};
use crate::rules::occupied::{
    Others, can_walk, may_end, may_pass, occupants, on_floor, put, unknown_bar,
};
use crate::rules::price::{self, Cost};
use crate::rules::rounds::may_declare;
use crate::rules::turning::{sacrifice, turned};
use crate::state::{Condition, Course, Gait, Pace, State};
use crate::windows;

/// Whether a creature may move at that pace (`conditions/prone`, `actions/kneeling-posture`, `maneuvers/restrained-effects`).
///
/// # Errors
/// What forbids it.
pub(crate) fn free_to_move(state: &State, who: CreatureId, pace: Pace) -> Result<(), Refusal> {
    if state.has(who, Condition::Restrained) {
        return Err(refuse!(
            "maneuvers/restrained-effects",
            "the Restrained may not move"
        ));
    }
    let shifts = is_shift(pace);
    if state.has(who, Condition::Prone) && pace != Pace::Shift {
        return Err(refuse!(
            "conditions/prone",
            "the Prone only crawl: shift for 1 Energy"
        ));
    }
    if state.body(who).kneeling && !shifts {
        return Err(refuse!(
            "actions/kneeling-posture",
            "who kneels does not run: stand up first"
        ));
    }
    Ok(())
}

/// The farthest that a pace goes in metres (`actions/run`, `actions/quick-run`, `actions/sprint`).
#[must_use]
pub(crate) fn reach_m(state: &State, who: CreatureId, pace: Pace) -> i16 {
    let speed = speed_m(state, who);
    match pace {
        Pace::Shift | Pace::AgileShift => 1,
        Pace::QuickRun => 2 * speed / 3,
        Pace::Run => speed,
        Pace::Sprint => sprint_m(state, who),
    }
}

/// Energy for so many metres of a Run (`actions/run-energy-by-distance`).
#[must_use]
pub(crate) fn energy_for(metres: i16, speed: i16) -> i16 {
    let thirds = (3 * metres + speed.max(1) - 1) / speed.max(1);
    thirds.clamp(1, 3)
}

/// Whether a movement is possible, price aside; gives its way.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn possible(state: &State, who: CreatureId, action: &Action) -> Result<Way, Refusal> {
    let Action::Move {
        pace,
        path,
        push,
        straight,
    } = action
    else {
        return Err(refuse!("actions/run", "that is no movement"));
    };
    free_to_move(state, who, *pace)?;
    let mut way = way::find(state, who, path, *straight || is_shift(*pace))?;
    if is_shift(*pace) {
        way.metres = way.route.len() as i16;
    }
    if way.metres > reach_m(state, who, *pace) {
        return Err(too_far(state, who, *pace, way.metres));
    }
    if let Some((target, onward)) = push {
        super::sprint_push::possible(state, who, (*pace, *target), &way.route)?;
        let metres = way.metres + way::metres_onward(state, who, &way, onward)?;
        if metres > reach_m(state, who, *pace) {
            return Err(too_far(state, who, *pace, metres));
        }
    }
    Ok(way)
}

pub(super) const fn is_shift(pace: Pace) -> bool {
    matches!(pace, Pace::Shift | Pace::AgileShift)
}

/// The refusal of a way that is too long; whoever is Slowed hears that.
pub(super) fn too_far(state: &State, who: CreatureId, pace: Pace, metres: i16) -> Refusal {
    let slowed = state.has(who, Condition::Slowed);
    let rule = match pace {
        Pace::Shift | Pace::AgileShift => rule!("actions/shift"),
        _ if slowed => rule!("conditions/slowed"),
        Pace::QuickRun => rule!("actions/quick-run"),
        Pace::Run => rule!("actions/run"),
        Pace::Sprint => rule!("actions/sprint"),
    };
    Refusal::new(rule, "that is {} m with its turns; it reaches {} m")
        .with(Figure::Number(i32::from(metres)))
        .with(Figure::Number(i32::from(reach_m(state, who, pace))))
}

/// What a movement costs (`actions/run-energy-by-distance`, `actions/sprint-needs-full-run`).
#[must_use]
pub(crate) fn cost(state: &State, who: CreatureId, pace: Pace, metres: i16) -> Cost {
    match pace {
        Pace::Shift => Cost::energy(1),
        Pace::AgileShift => Cost {
            agility: 2,
            ..Cost::default()
        },
        Pace::QuickRun | Pace::Run => Cost::energy(energy_for(metres, speed_m(state, who))),
        Pace::Sprint => Cost {
            energy: 3,
            stamina: 1,
            agility: 0,
        },
    }
}

/// Metres of movement are counted: the benefit of Defend ends where they exceed the Speed (`actions/defend-ends`).
pub(crate) fn count_metres(scene: &mut Scene<'_, Energy>, who: CreatureId, more: i16) {
    let moved = scene.state().body(who).moved + more;
    scene.emit(Fact::Set(who, crate::fact::Number::Moved, moved));
    let state = scene.state();
    if moved > speed_m(state, who) {
        stop_defending(scene, who);
    }
}

/// A movement under way.
struct Travel {
    who: CreatureId,
    pace: Pace,
    /// The direction of the straight line that is run, whose steps are no turns (`actions/turn-cost`).
    line: Option<Heading>,
    /// Metres of this action, turns included.
    metres: i16,
    /// Whether the window of its declaration is over.
    declared: bool,
    /// Whether somebody has stepped in.
    touched: bool,
    /// Whether it has set out.
    begun: bool,
    /// Who is to be pushed at the end of a Sprint, and the run-up so far (`maneuvers/push-sprint`).
    push: Option<CreatureId>,
    run_up: RunUp,
    /// Where it came from into a space that it may only pass (`grid/occupied-spaces`).
    came_from: Option<Cell>,
    /// Whether its last metre has put it into a condition.
    hampered: bool,
    /// What has ended it before its goal.
    halt: Option<Halt>,
}

/// Why a movement went no further.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Went {
    /// It came to its end.
    Arrived,
    /// It was ended on the way.
    Ended,
    /// It was withdrawn before anything came of it.
    Withdrawn,
}

/// Carries out a movement metre by metre, each with its window (`action-order/windows`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn carry_out(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    action: &Action,
) -> Play<Went> {
    let Action::Move {
        pace,
        path,
        push,
        straight,
    } = action
    else {
        return Ok(Went::Ended);
    };
    cite_pace(scene, who, *pace);
    if *straight && path.len() > 1 {
        scene.cite(rule!("actions/turn-cost"));
    }
    let mut travel = Travel {
        who,
        pace: *pace,
        line: way::heading_of_line(scene.state(), who, path).filter(|_| *straight),
        metres: 0,
        declared: false,
        touched: false,
        begun: false,
        push: push.as_ref().map(|(target, _)| *target),
        run_up: RunUp::default(),
        came_from: None,
        hampered: false,
        halt: None,
    };
    let went = travel.along(scene, path)?;
    let Some((target, onward)) = push.as_ref().filter(|_| went == Went::Arrived) else {
        return Ok(went);
    };
    if travel.pace != Pace::Sprint {
        super::sprint_push::leave_out(scene, who, *target);
    } else if !super::sprint_push::carry_out(scene, who, (*target, travel.run_up))? {
        return Ok(Went::Ended);
    }
    if onward.is_empty() || !may_go_on(scene.state(), who, travel.pace) {
        return Ok(Went::Arrived);
    }
    // A way that is not free to its end is gone as far as it is.
    let onward = way::find(scene.state(), who, onward, false)
        .unwrap_or_else(|_| way::drawn(scene.state(), who, onward));
    travel.turn_onto(scene.state(), &onward);
    travel.along(scene, &onward.route)
}

fn cite_pace(scene: &mut Scene<'_, Energy>, who: CreatureId, pace: Pace) {
    scene.cite(rule!("gaps/race-speed"));
    if scene.state().has(who, Condition::Slowed) {
        scene.cite(rule!("conditions/slowed"));
    }
    match pace {
        Pace::Shift => scene.cite(rule!("actions/shift")),
        Pace::AgileShift => {
            scene.cite(rule!("actions/shift"));
            scene.cite(rule!("agility/uses"));
        }
        Pace::QuickRun => scene.cite(rule!("actions/quick-run")),
        Pace::Run => scene.cite(rule!("actions/run")),
        Pace::Sprint => {
            scene.cite(rule!("actions/sprint"));
            scene.cite(rule!("actions/sprint-needs-full-run"));
            scene.cite(rule!("stamina/spending-table"));
            scene.cite(rule!("gaps/leg-strength-table"));
        }
    }
}

/// Whether a mover can go on: it may have been knocked Prone, restrained or worse (`swift/target-keeps-moving`).
pub(super) fn may_go_on(state: &State, who: CreatureId, pace: Pace) -> bool {
    able(state, who) && free_to_move(state, who, pace).is_ok()
}

impl Travel {
    /// Along a way; gives why it ended.
    fn along(&mut self, scene: &mut Scene<'_, Energy>, path: &[Cell]) -> Play<Went> {
        let went = self.as_far_as_it_goes(scene, path)?;
        self.step_back(scene);
        if went == Went::Ended && (self.begun || self.halt.is_some()) {
            scene.emit(Fact::Stops(self.who, self.halt));
        }
        Ok(went)
    }

    fn as_far_as_it_goes(&mut self, scene: &mut Scene<'_, Energy>, path: &[Cell]) -> Play<Went> {
        let mut path: Route = path.iter().copied().collect();
        let mut index = 0;
        while let Some(to) = path.get(index).copied() {
            self.look_ahead(scene, to);
            let step = if self.declared {
                Step::Metre
            } else {
                Step::Declared
            };
            self.declared = true;
            let before = scene.state().body(self.who).at;
            let lay = scene.state().has(self.who, Condition::Prone);
            let hampered = std::mem::take(&mut self.hampered);
            let opened = windows::open_after(scene, (self.who, hampered), step, false)?;
            self.touched |= opened.reacted;
            if opened.stopped {
                let untouched = !self.begun && !self.touched;
                return Ok(if untouched {
                    Went::Withdrawn
                } else {
                    Went::Ended
                });
            }
            if let Some(other) = opened.reroute {
                let Ok(onward) = way::find(scene.state(), self.who, &other, false) else {
                    return Ok(Went::Ended);
                };
                self.turn_onto(scene.state(), &onward);
                path.truncate(index);
                path.extend(onward.route);
                continue;
            }
            self.may_still_sprint(scene);
            let fell = !lay && scene.state().has(self.who, Condition::Prone);
            if !fell && self.is_elsewhere(scene.state(), before) {
                let onward = regained(scene.state(), (self.who, self.pace), &path[index..]);
                if onward[..] != path[index..] {
                    scene.cite(rule!("action-order/actor-may-adapt"));
                    path.truncate(index);
                    path.extend(onward);
                    continue;
                }
            }
            if fell || !scene.known(|state| self.can_enter(state, to)) {
                scene.cite(rule!("swift/target-keeps-moving"));
                scene.cite(rule!("action-order/actor-may-adapt"));
                if scene.is_recorded() {
                    self.halt = self.what_hinders(scene.state(), to, fell);
                }
                return Ok(Went::Ended);
            }
            if opened.reacted {
                scene.cite(rule!("swift/target-keeps-moving"));
            }
            self.halt = unknown_bar(scene.state(), self.who, to).map(Halt::InTheWay);
            facing::come_upon(scene, self.who, to);
            if self.halt.is_some() {
                return Ok(Went::Ended);
            }
            self.step(scene, to)?;
            index += 1;
        }
        // Whoever has not set out and was brought to its goal has made no movement.
        Ok(if self.begun {
            Went::Arrived
        } else {
            Went::Ended
        })
    }

    /// Whether something else than its own metres has brought it from a place, and it can still go on
    /// (`action-order/actor-may-adapt`).
    fn is_elsewhere(&self, state: &State, before: Cell) -> bool {
        state.body(self.who).at != before && may_go_on(state, self.who, self.pace)
    }

    /// Whoever can go no farther than a space that it may only pass is where it came from into it, if it can still move and that is free
    /// (`grid/occupied-spaces`).
    fn step_back(&self, scene: &mut Scene<'_, Energy>) {
        let who = self.who;
        let Some(back) = self.came_from else { return };
        let state = scene.state();
        let here = state.body(who).at;
        let stays =
            may_end(state, who, here, Others::All).is_ok() || !may_go_on(state, who, self.pace);
        if !stays && may_end(state, who, back, Others::All).is_ok() {
            scene.cite(rule!("grid/occupied-spaces"));
            put(scene, who, back);
        }
    }

    /// The line that was declared is left for another one, or each turn counts from here on (`actions/turn-cost`).
    fn turn_onto(&mut self, state: &State, onward: &Way) {
        let line = way::heading_of_line(state, self.who, &onward.route);
        self.line = line.filter(|_| onward.straight);
    }

    fn look_ahead(&self, scene: &mut Scene<'_, Energy>, to: Cell) {
        let ahead = scene.state().doing(self.who).and_then(|doing| doing.ahead);
        if self.declared && ahead != Some(to) {
            scene.emit(Fact::Metres(self.who, self.metres, Some(to)));
        }
    }

    /// It is the Stamina that makes a Sprint of a Run: whoever may not spend it any more before the first metre runs (`actions/sprint`).
    fn may_still_sprint(&mut self, scene: &mut Scene<'_, Energy>) {
        if self.pace != Pace::Sprint || self.begun {
            return;
        }
        if price::stamina_is_barred(scene.state(), self.who) {
            price::cite_barred(scene, self.who);
            scene.cite(rule!("actions/run"));
            scene.cite(rule!("action-order/actor-may-adapt"));
            scene.emit(Fact::Fails(self.who, Failure::Sprint));
            self.pace = Pace::Run;
        }
    }

    /// Whether what was reserved still pays for so many metres, at the pace it has now (`swift/target-keeps-moving`).
    fn can_pay(&self, state: &State, metres: i16) -> bool {
        let doing = state.doing(self.who);
        doing.is_none_or(|doing| pays_for(state, doing, self.pace, metres))
    }

    fn what_hinders(&self, state: &State, to: Cell, fell: bool) -> Option<Halt> {
        let reaches = self.metres_to(state, to).is_some();
        hindrance(state, (self.who, self.pace), to, (fell, reaches))
    }

    fn can_enter(&self, state: &State, to: Cell) -> bool {
        let from = state.body(self.who).at;
        may_go_on(state, self.who, self.pace)
            && can_walk(state, self.who, from, to)
            && may_pass(state, self.who, to, Others::Known).is_ok()
            && self
                .metres_to(state, to)
                .is_some_and(|(.., metres)| self.can_pay(state, self.metres + metres))
    }

    /// The metres that the next step takes, if the pace still reaches so far; a mover that was Slowed on the way has its new limit
    /// (`swift/target-keeps-moving`).
    fn metres_to(&self, state: &State, to: Cell) -> Option<(Heading, u16, i16)> {
        let shape = state.grid().shape;
        let step = Heading::of_step(shape, state.body(self.who).at, to)?;
        let heading = self.line.unwrap_or(step);
        let degrees = if is_shift(self.pace) {
            0
        } else {
            turned(shape, state.body(self.who).course, heading)
        };
        let metres = 1 + sacrifice(degrees, state.cast.options.turn_cost);
        let most = reach_m(state, self.who, self.pace);
        (self.metres + metres <= most).then_some((heading, degrees, metres))
    }

    /// One metre: it is paid for, the mover is there and faces that way (`incomplete/spent-as-results-occur`).
    fn step(&mut self, scene: &mut Scene<'_, Energy>, to: Cell) -> Play {
        let who = self.who;
        let Some((heading, degrees, metres)) = self.metres_to(scene.state(), to) else {
            return Ok(());
        };
        self.cite_turn(scene, degrees);
        self.metres += metres;
        self.pay(scene);
        let before = self.course_before(scene.state());
        self.begun = true;
        scene.cite(rule!("grid/one-metre"));
        scene.emit(Fact::Metres(who, self.metres, None));
        face_along(scene, who, to);
        let there = scene.state().space_at(who, to);
        let crosses_company = occupants(scene.state(), Some(who), there).next().is_some();
        self.came_from = crosses_company.then(|| self.last_stay(scene.state()));
        if crosses_company {
            scene.cite(rule!("grid/occupied-spaces"));
        }
        let off = self.metres_to_push(scene.state());
        let before_that = kinds(scene.state(), who);
        put(scene, who, to);
        self.hampered = kinds(scene.state(), who) & !before_that != 0;
        facing::follow(scene, who);
        self.run_up.count(self.metres_to_push(scene.state()) < off);
        count_metres(scene, who, 1);
        self.remember(scene, before, heading);
        super::things::pick_up_in_passing(scene, who)
    }

    /// The last space on its way where it may stay (`grid/occupied-spaces`).
    fn last_stay(&self, state: &State) -> Cell {
        let here = state.body(self.who).at;
        let passes = may_end(state, self.who, here, Others::All).is_err();
        self.came_from.filter(|_| passes).unwrap_or(here)
    }

    /// How far it is from whoever is to be pushed.
    fn metres_to_push(&self, state: &State) -> Option<i16> {
        self.push
            .map(|target| metres_between(state, self.who, target))
    }

    /// The movement made so far; what a Run counts for itself begins anew with each (`ranged/movement-state`, `actions/jump-sprint-bonus`).
    fn course_before(&self, state: &State) -> Option<Course> {
        let course = state.body(self.who).course?;
        Some(if self.begun {
            course
        } else {
            Course {
                turns: 0,
                sprinted: 0,
                ..course
            }
        })
    }

    fn cite_turn(&self, scene: &mut Scene<'_, Energy>, degrees: u16) {
        if is_shift(self.pace) {
            return;
        }
        if degrees >= 45 {
            scene.cite(rule!("actions/turn-cost"));
            if !self.begun {
                scene.cite(rule!("actions/turn-cost-back-to-back"));
            }
        }
        if !self.begun && scene.state().body(self.who).course.is_none() {
            scene.cite(rule!("actions/turn-cost-first-step"));
        }
    }

    /// What so many metres cost is spent by now.
    fn pay(&self, scene: &mut Scene<'_, Energy>) {
        let who = self.who;
        if self.pace == Pace::AgileShift {
            price::spend_reserved_agility(scene, who);
            return;
        }
        if self.pace == Pace::Sprint && !self.begun {
            let stamina = cost(scene.state(), who, self.pace, 1).stamina;
            price::spend_reserved_stamina(scene, who, stamina);
        }
        let due = match self.pace {
            Pace::Shift => 1,
            _ => {
                scene.cite(rule!("actions/run-energy-by-distance"));
                energy_for(self.metres, speed_m(scene.state(), who))
            }
        };
        let paid = scene.state().doing(who).map_or(0, |doing| doing.paid);
        scene.cite(rule!("incomplete/spent-as-results-occur"));
        price::spend_reserved(scene, who, (due - paid).max(0));
    }

    /// The direction is remembered, and how the movement counts for those who shoot: no movement makes an easier target of whoever
    /// sprinted or zig-zagged before it (`ranged/movement-state`).
    fn remember(&self, scene: &mut Scene<'_, Energy>, before: Option<Course>, heading: Heading) {
        let who = self.who;
        let shape = scene.state().grid().shape;
        let course = if is_shift(self.pace) {
            shifted(shape, before, heading)
        } else {
            next_course(shape, before, heading, self.pace == Pace::Sprint)
        };
        scene.emit(Fact::Course(who, Some(course)));
        let evasive = self.pace == Pace::Sprint || course.turns >= 2;
        if evasive {
            scene.cite(rule!("ranged/movement-state"));
        }
        let moved = if evasive {
            Gait::Evasive
        } else {
            Gait::Ordinary
        };
        if scene.state().body(who).gait < moved {
            scene.emit(Fact::Gait(who, moved));
        }
    }
}

/// A mover faces the way it goes.
pub(super) fn face_along(scene: &mut Scene<'_, Energy>, who: CreatureId, to: Cell) {
    let state = scene.state();
    if let Some(heading) = Heading::of_step(state.grid().shape, state.body(who).at, to) {
        facing::turn_in_passing(scene, who, heading);
    }
}

fn to(pace: Pace, goal: Cell, pay: Pay) -> Claim {
    Claim {
        action: Action::Move {
            pace,
            path: Box::new([goal]),
            push: None,
            straight: false,
        },
        pay,
    }
}

/// Shifts to every space next to it.
pub(crate) fn shifts(state: &State, who: CreatureId, legal: &mut Found<'_>) -> ControlFlow<()> {
    for cell in state.grid().neighbours(state.body(who).at) {
        let cell = on_floor(state, who, cell);
        legal(Act::Do(to(Pace::Shift, cell, Pay::PLAIN)))?;
        legal(Act::Do(to(Pace::AgileShift, cell, Pay::PLAIN)))?;
    }
    ControlFlow::Continue(())
}

/// Runs and Sprints to every space that they reach, at the slowest pace that does. All ways are searched at once, so what is found is
/// legal and need not be checked one by one.
pub(crate) fn runs(
    state: &State,
    who: CreatureId,
    found: &mut dyn FnMut(Claim) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if !can_run(state, who) {
        return ControlFlow::Continue(());
    }
    for (place, metres) in way::reachable(state, who) {
        if let Some((pace, pay)) = slowest(state, who, metres) {
            found(to(pace, place, pay))?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether a creature may run and can pay for the first metre.
fn can_run(state: &State, who: CreatureId) -> bool {
    may_declare(state, who)
        && free_to_move(state, who, Pace::Run).is_ok()
        && payment(state, who, (Pace::Run, 1)).is_some()
}

/// The slowest pace that reaches so far, if the creature can pay for it, and how.
fn slowest(state: &State, who: CreatureId, metres: i16) -> Option<(Pace, Pay)> {
    let pace = [Pace::QuickRun, Pace::Run, Pace::Sprint]
        .into_iter()
        .find(|pace| metres <= reach_m(state, who, *pace))?;
    Some((pace, payment(state, who, (pace, metres))?))
}

/// How so many metres at a pace can be paid for, with Energy rather than with Stamina.
fn payment(state: &State, who: CreatureId, (pace, metres): (Pace, i16)) -> Option<Pay> {
    let cost = cost(state, who, pace, metres);
    price::ways_to_pay(state, who).find(|pay| price::afford(state, who, cost, *pay).is_ok())
}

/// The farthest that a creature can run or sprint and pay for, in metres; 0 where it may do neither.
pub(crate) fn farthest_m(state: &State, who: CreatureId) -> i16 {
    if !can_run(state, who) {
        return 0;
    }
    let paid = |metres: &i16| slowest(state, who, *metres).is_some();
    let farthest = (1..=sprint_m(state, who)).rev().find(paid);
    farthest.unwrap_or(0)
}

/// What [`runs`] would offer to a place, which a creature can pay for [so far](farthest_m).
pub(crate) fn run_to(state: &State, who: CreatureId, cell: Cell, farthest: i16) -> Option<Claim> {
    let here = state.body(who).at;
    let there = cell.with_height(here.z);
    if i64::from(state.grid().cells_between(here, there)) > i64::from(farthest) {
        return None;
    }
    let metres = way::metres_to(state, who, there, farthest)?;
    let (pace, pay) = slowest(state, who, metres)?;
    Some(to(pace, there, pay))
}
