//! The Move Action, step by step (`move/*`, `running/move`, `crawling/distance`, `swimming/skill`, `climbing/skill`).

mod able;
mod walk;

use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, Reached};
use affray_kernel::{CreatureId, Play, RuleId, Scene};

pub(crate) use able::{
    allowance_ft, goes_on, is_free_to_go, is_unbound, is_unbound_apart, may_go, may_move,
    may_move_apart,
};
pub(crate) use walk::{Plan, aim};

use crate::ThreeAction;
use crate::act::Act;
use crate::fact::{Doing, Fact, Flag};
use crate::ids::rule;
use crate::rules::falling::{self, Cause};
use crate::rules::numbers::present;
use crate::rules::occupied::{is_free, step_aside};
use crate::rules::squeezing::{self, Narrow};
use crate::rules::steps::{self, STEP_FT, Search, Step};
use crate::rules::terrain::{standing_height, stands};
use crate::rules::{climbing, flying, grapple, swimming, thin_ice, turns};
use crate::state::{Mode, Moving, State};
use able::at_hand;

/// The ways of moving that are open to a creature, the usual one first.
const MODES: [Mode; 4] = [Mode::Run, Mode::Crawl, Mode::Swim, Mode::Climb];

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
    let Ok(plan) = scene.known(|state| aim(state, who, mode, path)) else {
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
    settle(scene, who, mode)
}

/// A Move with every square of its way; `None` where it says all of them, or is not possible.
pub(crate) fn spelled_out(
    state: &State,
    who: CreatureId,
    mode: Mode,
    path: &[Cell],
) -> Option<Act> {
    let way = aim(state, who, mode, path).ok()?.path;
    (way.len() > path.len()).then(|| Act::Move {
        mode,
        path: way.into_iter().collect(),
    })
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
        flying::is_cut_short(scene, who);
        scene.emit(Fact::Moving(who, None));
    }
    if !scene.state().body(who).passing.is_empty() {
        scene.emit(Fact::Passing(who, None));
    }
    let_go(scene, who);
}

/// A grapple that begins in the middle of a Move leaves no more of it than the lower Speed pays for (`grappled/speed`, `grappling/speed`).
pub(crate) fn slow_down(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    let state = scene.state();
    let Some(moving) = state.body(who).moving else {
        return;
    };
    let left_ft = (allowance_ft(state, who, moving.mode) - moving.spent_ft).max(0);
    if left_ft < moving.left_ft {
        grapple::cite_speed(scene, who);
        scene.emit(Fact::Moving(who, Some(Moving { left_ft, ..moving })));
    }
}

/// The Move ends before its goal, perhaps among others.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn break_off(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    let hung = scene.state().body(who).hanging;
    stop(scene, who);
    has_let_go(scene, who, hung)?;
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

/// The ice below feels whoever `hung` there and stands now (`thin-ice/support`).
fn has_let_go(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, hung: bool) -> Play {
    if hung && !scene.state().body(who).hanging {
        thin_ice::tread(scene, who)
    } else {
        Ok(())
    }
}

/// After the last step: the Action is over if what is left does not pay for another step, or if it was not its own Turn's.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn settle(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, mode: Mode) -> Play {
    let state = scene.state();
    let hung = state.body(who).hanging;
    if turns::is_in_turn(state, who) && goes_on(state, who, mode) {
        let_go(scene, who);
    } else {
        stop(scene, who);
    }
    has_let_go(scene, who, hung)
}

/// An Action is finished before the next one begins: what is left of a Move is lost when something else is done (`turns/consecutive`).
#[inline(always)]
pub(crate) fn cut_short(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if scene.state().body(who).moving.is_some() {
        scene.cite(rule!("turns/consecutive"));
        stop(scene, who);
    }
}

/// The same of everybody else who acts in this Turn: a commander and those it commands take turns between their Actions, not within them
/// (`turns/consecutive`, `command/simultaneous-turn`).
#[inline(always)]
pub(crate) fn cut_short_others(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if scene.state().waiting.commanded > 0 {
        stop_others(scene, who);
    }
}

fn stop_others(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    for other in scene.state().creatures().filter(|other| *other != who) {
        if turns::is_in_turn(scene.state(), other) {
            cut_short(scene, other);
        }
    }
}

/// Every square where a Move in that way can end, with the least that it costs in feet.
pub(crate) fn reachable(state: &State, who: CreatureId, mode: Mode) -> Vec<Reached> {
    if may_move(state, who, mode).is_err() {
        return Vec::new();
    }
    let (here, search) = (state.space(who), search(state, who, mode));
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
    for mode in open_modes(state, who) {
        for reached in reachable(state, who, mode) {
            found(Act::Move {
                mode,
                path: Box::new([reached.place]),
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// The ways of moving that a creature can begin with, or go on with.
pub(crate) fn open_modes(state: &State, who: CreatureId) -> impl Iterator<Item = Mode> {
    MODES.into_iter().filter(move |mode| {
        let path = Box::default();
        let act = Act::Move { mode: *mode, path };
        super::may_begin(state, who, &act, super::cost(state, who, &act)).is_ok()
    })
}

/// The ways of moving that may lead through narrow places.
pub(crate) const THROUGH_GAPS: [Mode; 3] = [Mode::Run, Mode::Crawl, Mode::Swim];

/// The narrow places to which somebody may squeeze, for each way of moving.
pub(crate) fn narrow(state: &State, who: CreatureId) -> impl Iterator<Item = Narrow<'_>> {
    let open = THROUGH_GAPS.into_iter().filter(move |mode| {
        squeezing::may_squeeze(state, who) && may_move(state, who, *mode).is_ok()
    });
    open.map(move |mode| Narrow::of(state, who, mode, reach(state, who, mode)))
}

/// How many squares there are to which a Move on foot may lead: [`candidate`] looks at each. Nothing where ways lead through the air, or of
/// somebody who squeezes, so that they have to be searched for.
pub(crate) fn squares(state: &State, who: CreatureId, mode: Mode) -> Option<u32> {
    if !matches!(mode, Mode::Run | Mode::Crawl) || state.body(who).squeezing {
        return None;
    }
    if may_move(state, who, mode).is_err() {
        return Some(0);
    }
    let across = 2 * u32::from(reach(state, who, mode).unsigned_abs()) + 1;
    Some(across * across)
}

/// How many squares off a Move leads at most; its first step may cost more than there is (`foundations/minimum-step`).
fn reach(state: &State, who: CreatureId, mode: Mode) -> i16 {
    (at_hand(state, who, mode).left_ft / STEP_FT).max(1)
}

/// The place in one of these [`squares`], if [`candidates`] would offer it.
pub(crate) fn candidate(state: &State, who: CreatureId, mode: Mode, number: u32) -> Option<Cell> {
    let reach = reach(state, who, mode);
    let across = 2 * u32::from(reach.unsigned_abs()) + 1;
    let offset = |number: u32| i16::try_from(number).ok().map(|number| number - reach);
    let here = state.space(who);
    let to = here
        .at
        .offset(offset(number % across)?, offset(number / across)?, 0);
    if (to.x, to.y) == (here.at.x, here.at.y) || !state.cast.map.contains(to) {
        return None;
    }
    let to = to.with_height(standing_height(state, who, here.moved_to(to))?);
    if !is_free(state, who, here.moved_to(to), true) {
        return None;
    }
    let search = search(state, who, mode);
    search.path_to(to).map(|_| to)
}

/// The search for all that a Move reaches.
fn search(state: &State, who: CreatureId, mode: Mode) -> Search<'_> {
    let moving = at_hand(state, who, mode);
    Search {
        state,
        who,
        mode,
        space: state.space(who),
        left_ft: moving.left_ft,
        first_ft: (moving.spent_ft == 0).then_some(moving.left_ft),
    }
}
