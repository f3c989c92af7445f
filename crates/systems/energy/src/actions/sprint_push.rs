//! A Push as part of a Sprint (`maneuvers/push-sprint`).

use std::ops::ControlFlow;

use affray_kernel::grid::{Block, Cell};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};
use smallvec::SmallVec;

use super::moving::free_to_move;
use super::{Found, way};
use crate::Energy;
use crate::act::{Act, Action, Approach, Attempt, Claim, Maneuver, Pay, Step};
use crate::ids::{refuse, rule};
use crate::rules::conditions::unguard;
use crate::rules::defenses::Seen;
use crate::rules::facing;
use crate::rules::maneuvers::{Manner, exposed};
use crate::rules::numbers::{
    able, enemies, limit_of_reach, metres_between, reach_m, sprint_m, within_reach,
};
use crate::rules::price;
use crate::state::{Pace, State};
use crate::volley;
use crate::windows;

/// Metres of the Sprint that must lead towards the target before the Push.
const RUN_UP_M: usize = 3;

/// The metres of a Sprint that have led nearer to whoever is to be pushed without a break, wherever it was at each of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RunUp(usize);

impl RunUp {
    /// One metre more, and whether it has led nearer.
    pub(crate) fn count(&mut self, nearer: bool) {
        self.0 = if nearer { self.0 + 1 } else { 0 };
    }
}

/// Metres that such a Push goes at most.
const FARTHEST_M: u8 = 3;

/// The Push at the end of a run-up.
fn attempt(state: &State, who: CreatureId, target: CreatureId) -> Attempt {
    Attempt {
        maneuver: Maneuver::Push,
        target,
        with: state.unarmed(who),
        approach: Approach::new(),
    }
}

/// Whether a Sprint along that way may end in a Push: each of its last 3 metres leads nearer to the target, which is then in Reach.
///
/// # Errors
/// The rule against it.
pub(crate) fn possible(
    state: &State,
    who: CreatureId,
    (pace, target): (Pace, CreatureId),
    route: &[Cell],
) -> Result<(), Refusal> {
    let run_up = |why: &'static str| Refusal::new(rule!("maneuvers/push-sprint"), why);
    if pace != Pace::Sprint {
        return Err(no_sprint());
    }
    super::maneuver::possible(state, who, &attempt(state, who, target), true)?;
    let metres = |at: Cell| {
        state
            .grid()
            .distance(state.space_at(who, at), state.space(target))
    };
    let start = route.len().checked_sub(RUN_UP_M);
    let Some(start) = start else {
        return Err(run_up("at least 3 m of the Sprint must come before it"));
    };
    let mut before = match start {
        0 => metres(state.body(who).at),
        _ => metres(route[start - 1]),
    };
    for at in &route[start..] {
        let now = metres(*at);
        if now >= before {
            return Err(run_up(
                "each of the last 3 m must lead nearer to the target",
            ));
        }
        before = now;
    }
    let with = state.unarmed(who);
    let reach = reach_m(state, who, with);
    let there = i16::try_from(before).unwrap_or(i16::MAX);
    if !within_reach(state, there, reach) {
        return Err(refuse!(
            "maneuvers/push-sprint",
            "{} will be {} m away, out of Reach",
            Figure::Creature(target),
            Figure::Number(i32::from(there))
        ));
    }
    Ok(())
}

fn no_sprint() -> Refusal {
    refuse!("maneuvers/push-sprint", "only a Sprint can end in a Push")
}

/// A Sprint to every space from which an enemy can be pushed at its end.
pub(crate) fn candidates(state: &State, who: CreatureId, legal: &mut Found<'_>) -> ControlFlow<()> {
    let targets: SmallVec<[CreatureId; 4]> = targets(state, who).collect();
    if targets.is_empty() {
        return ControlFlow::Continue(());
    }
    for (goal, _) in way::reachable(state, who) {
        for target in &targets {
            if is_in_reach(state, who, goal, *target) {
                legal(to(goal, *target))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Enemies that a Sprint may lead to, if the creature can pay for one.
pub(crate) fn targets(state: &State, who: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    let cost = super::moving::cost(state, who, Pace::Sprint, 1);
    let affordable =
        price::ways_to_pay(state, who).any(|pay| price::afford(state, who, cost, pay).is_ok());
    let sprints = affordable && free_to_move(state, who, Pace::Sprint).is_ok();
    let reach = reach(state, who);
    let far = sprint_m(state, who) + reach;
    let in_sight = move |target: &CreatureId| {
        let metres = metres_between(state, who, *target);
        enemies(state, who, *target)
            && (reach + 1..=far).contains(&metres)
            && super::maneuver::possible(state, who, &attempt(state, who, *target), true).is_ok()
    };
    state
        .creatures()
        .filter(move |target| sprints && in_sight(target))
}

/// How near a Push is made, in metres.
fn reach(state: &State, who: CreatureId) -> i16 {
    limit_of_reach(state, reach_m(state, who, state.unarmed(who)))
}

/// Whether somebody can be pushed from a place.
fn is_in_reach(state: &State, who: CreatureId, from: Cell, target: CreatureId) -> bool {
    let there = state.space_at(who, from);
    let metres = state.grid().distance(there, state.space(target));
    i64::from(metres) <= i64::from(reach(state, who))
}

/// The cells around somebody from which it may be pushed.
pub(crate) fn ends(state: &State, who: CreatureId, target: CreatureId) -> Block {
    let reach = reach(state, who).max(0).unsigned_abs();
    let own = u16::from(state.space(who).side);
    Block::around(&state.cast.map, state.space(target), reach + own)
}

/// The Sprint to one of these [`ends`], if a way leads there and it is near enough.
pub(crate) fn candidate(
    state: &State,
    who: CreatureId,
    (cell, target): (Cell, CreatureId),
) -> Option<Act> {
    let goal = cell.with_height(state.body(who).at.z);
    let leads_there = is_in_reach(state, who, goal, target)
        && way::metres_to(state, who, goal, sprint_m(state, who)).is_some();
    leads_there.then(|| to(goal, target))
}

fn to(goal: Cell, target: CreatureId) -> Act {
    Act::Do(Claim {
        action: Action::Move {
            pace: Pace::Sprint,
            path: Box::new([goal]),
            push: Some((target, Box::new([]))),
            straight: false,
        },
        pay: Pay::PLAIN,
    })
}

/// Whether the Push can still be made from where the sprinter is, and paid for with the whole Sprint.
///
/// # Errors
/// What hinders it.
fn still_possible(state: &State, who: CreatureId, attempt: &Attempt) -> Result<(), Refusal> {
    free_to_move(state, who, Pace::Sprint)?;
    super::maneuver::possible(state, who, attempt, true)?;
    super::strike::reached(state, who, attempt.target, attempt.with)?;
    price::still_payable(state, who)
}

/// As [`still_possible`]; that a sprinter who could still push does not is told (`action-order/actor-may-adapt`).
fn may_push(scene: &mut Scene<'_, Energy>, who: CreatureId, attempt: &Attempt) -> bool {
    match still_possible(scene.state(), who, attempt) {
        Ok(()) => able(scene.state(), who),
        Err(refusal) => {
            scene.cite(rule!("action-order/actor-may-adapt"));
            windows::lose(scene, who, &Action::Maneuver(attempt.clone()), &refusal);
            false
        }
    }
}

/// A Sprint that has become a Run ends in no Push, which is told (`maneuvers/push-sprint`, `action-order/actor-may-adapt`).
pub(crate) fn leave_out(scene: &mut Scene<'_, Energy>, who: CreatureId, target: CreatureId) {
    scene.cite(rule!("action-order/actor-may-adapt"));
    let attempt = attempt(scene.state(), who, target);
    windows::lose(scene, who, &Action::Maneuver(attempt), &no_sprint());
}

/// The Push itself; it costs nothing beyond the Sprint, all of whose price is spent with it. Whoever pushes somebody not Exposed becomes Unguarded first, and others may step
/// in (`maneuvers/target-not-exposed`, `action-order/windows`). There is none if its target has moved so that the run-up has not led
/// towards it. Whether the Sprint may go on.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn carry_out(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    (target, run_up): (CreatureId, RunUp),
) -> Play<bool> {
    let attempt = attempt(scene.state(), who, target);
    if !may_push(scene, who, &attempt) {
        return Ok(true);
    }
    if run_up.0 < RUN_UP_M {
        let refusal = refuse!(
            "maneuvers/push-sprint",
            "the last 3 m have not led nearer to the target"
        );
        windows::lose(scene, who, &Action::Maneuver(attempt), &refusal);
        return Ok(true);
    }
    scene.cite(rule!("maneuvers/push-sprint"));
    facing::turn_to(scene, who, target);
    if !exposed(scene.state(), target, who, Seen::default()) {
        scene.cite(rule!("maneuvers/target-not-exposed"));
        unguard(scene, who);
        let opened = windows::open(scene, who, Step::Unguarded, true)?;
        if opened.stopped {
            return Ok(false);
        }
        if !may_push(scene, who, &attempt) {
            return Ok(true);
        }
    }
    // The Push is part of the whole Sprint, however short its run-up was.
    price::spend_all_reserved(scene, who);
    let manner = Manner {
        swift: false,
        seen: Seen::default(),
        moving: false,
        push_m: FARTHEST_M,
    };
    volley::single_maneuver(scene, who, &attempt, manner)?;
    Ok(true)
}
