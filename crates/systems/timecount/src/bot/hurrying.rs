//! Running and sprinting to where friends fight (`running/*`, `sprinting/*`).

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;

use super::worth::{at_least, effort};
use super::{best_blow, legal, moving, stances, targets};
use crate::act::Act;
use crate::rules::course;
use crate::rules::numbers::{able, enemies, feet_between};
use crate::rules::rates::rate_ft;
use crate::rules::running::{DIFFICULTY, NARROW, RUN_UP, bearable};
use crate::sheet::{Attribute, Skill};
use crate::state::{Pace, State, Underway};

/// Feet from enemies within which nobody runs.
const NEAR_FT: i16 = 15;
/// Fatigue that a failed check costs at most (`running/check-failure`).
const WORST: i16 = 2;

/// Runs or sprints where a Move leads that has so many steps, if that pays.
pub(super) fn go(state: &State, who: CreatureId, walk: &Act, steps: usize) -> Option<Act> {
    let Act::Move { path, .. } = walk else {
        return None;
    };
    let pace = pace(state, who, (*path.last()?, steps))?;
    let path = path.clone();
    Some(Act::Move { pace, path }).filter(|act| legal(state, who, act))
}

/// Whether somebody who walks or runs had better go faster, or has to slow down.
pub(super) fn changes_pace(state: &State, who: CreatureId) -> bool {
    let Underway::Walk(now, path) = &state.body(who).underway else {
        return false;
    };
    let Some(goal) = path.last() else {
        return false;
    };
    let wanted = pace(state, who, (*goal, path.len() + 1)).unwrap_or(Pace::Base);
    let act = Act::Move {
        pace: wanted,
        path: path.clone(),
    };
    wanted != *now && *now != Pace::Half && legal(state, who, &act)
}

/// The pace above walking at which it pays to go.
fn pace(state: &State, who: CreatureId, (goal, steps): (Cell, usize)) -> Option<Pace> {
    let run = state.body(who).run;
    let runs_up = course::at_hand(state, who).straight_counts >= RUN_UP;
    match run {
        None if !runs_up || !running_pays(state, who, (goal, steps)) => None,
        _ if !is_safe(state, who) => None,
        // A sprint costs a check of Strength and nothing else, unless the way is longer than most.
        Some(run) if run.pace == Pace::Sprint || !run.tried && run.counts >= RUN_UP => {
            Some(Pace::Sprint)
        }
        _ => Some(Pace::Run),
    }
}

/// Whether no enemy is near, and none shoots: a runner is unsteady (`running/unsteady`).
fn is_safe(state: &State, who: CreatureId) -> bool {
    let threatens = |enemy: CreatureId| {
        able(state, enemy)
            && (feet_between(state, who, enemy) <= NEAR_FT
                || stances::could_shoot(state, enemy, who))
    };
    !targets(state, who).any(threatens)
}

/// Whether the counts that a run saves are worth the fatigue that it costs: what blows promise where friends fight already.
fn running_pays(state: &State, who: CreatureId, (goal, steps): (Cell, usize)) -> bool {
    let counts = |pace: Pace| moving::at_rate(rate_ft(state, who, pace), steps);
    let saved = counts(Pace::Base) - counts(Pace::Run);
    // Whom the first check may stop at once (`running/no-self-knockout`) had better walk.
    if saved <= 0 || bearable(state, who) < WORST || !friends_fight(state, who) {
        return false;
    }
    let mut there = state.clone();
    there.bodies[who.index()].at = goal;
    let promise = best_blow(&there, who).map_or(0, |(promise, _)| promise);
    promise * saved > 1000 * price(state, who)
}

/// Whether enemies press a friend who is able to fight.
fn friends_fight(state: &State, who: CreatureId) -> bool {
    let pressed = |one: CreatureId| !state.body(one).pressed_by.is_empty();
    let mut friends = state.creatures().filter(|one| *one != who);
    friends.any(|one| !enemies(state, who, one) && able(state, one) && pressed(one))
}

/// What the check at the start of a run costs on average (`running/check`, `running/check-failure`).
fn price(state: &State, who: CreatureId) -> i32 {
    let rank = state.sheet(who).rank(Skill::Athletics);
    let bonus = rank + state.attribute(who, Attribute::Constitution) - state.body(who).run_penalty;
    let reaches = |total: i32| at_least(state, total - i32::from(bonus)).clamp(0, 216);
    let (succeeds, narrowly) = (reaches(DIFFICULTY), reaches(DIFFICULTY - NARROW));
    let fails = (narrowly - succeeds) * effort(state, who, 1)
        + (216 - narrowly) * effort(state, who, WORST);
    fails / 216
}
