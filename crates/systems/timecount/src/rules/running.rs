//! Running: what it needs, its checks, and how it ends (`running/*`, `run-recovery/*`, `conditions/fatigued`).

use affray_kernel::condition::Until;
use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Figure, Play, Refusal, RuleId, Scene};

use super::begun;
use super::checks::{self, Check};
use super::fatigue::tire;
use super::health::plain;
use super::numbers::{able, hit_points, tireless};
use super::rates::SPACE_FT;
use super::{course, effects, sprinting};
use crate::TimeCount;
use crate::act::Act;
use crate::fact::{Fact, Harm, Number, When};
use crate::ids::{refuse, rule};
use crate::sheet::{Attribute, Skill};
use crate::state::{Condition, NEVER, Pace, Run, Stance, State, Underway};

/// Counts of straight movement before a run (`running/start-requirement`), and of running before a sprint
/// (`sprinting/start-requirement`).
pub(crate) const RUN_UP: u16 = 4;
/// Counts of running between two checks (`running/check`).
const BETWEEN_CHECKS: u16 = 30;
/// The DC of the checks of running and sprinting.
pub(crate) const DIFFICULTY: i32 = 20;
/// A failure by more than this costs two points (`running/check-failure`).
pub(crate) const NARROW: i32 = 5;
/// Failed checks that end a run (`running/three-failures`).
const MOST_FAILURES: u8 = 3;
/// Counts of waiting that take away one point of the penalty (`run-recovery/penalty`).
const MINUTE: u32 = 120;

/// Running speed in feet, from the base speed (`running/speed`).
pub(crate) fn speed_ft(base_ft: i16) -> i16 {
    base_ft + base_ft / 2 / SPACE_FT * SPACE_FT
}

/// Whether a pace is running or sprinting.
pub(crate) const fn is_running(pace: Pace) -> bool {
    matches!(pace, Pace::Run | Pace::Sprint)
}

/// Whether a creature stands Poised, its shift done (`stances/poised-benefit`).
pub(crate) fn is_poised(state: &State, who: CreatureId) -> bool {
    let posture = state.body(who).posture;
    posture.stance == Stance::Poised && posture.from <= state.clock.count
}

/// Whether a creature can run or sprint on this count.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn may_run(state: &State, who: CreatureId, pace: Pace) -> Result<(), Refusal> {
    let figure = Figure::Creature(who);
    if state.has(who, Condition::Fatigued) {
        return Err(refuse!(
            "conditions/fatigued",
            "{} is fatigued: it cannot run before it has rested",
            figure
        ));
    }
    match state.body(who).run {
        Some(run) if pace == Pace::Sprint => sprinting::may_sprint(run, figure),
        Some(_) => Ok(()),
        None => may_begin(state, who, pace),
    }
}

/// Whether a run can begin: poised, or after a run-up (`running/start-requirement`, `running/poised-exception`, `run-recovery/resume`).
fn may_begin(state: &State, who: CreatureId, pace: Pace) -> Result<(), Refusal> {
    let figure = Figure::Creature(who);
    let fatigue = state.body(who).fatigue;
    if fatigue > 0 && fatigue >= hit_points(state, who) {
        return Err(refuse!(
            "running/no-self-knockout",
            "{} has {} fatigue and only {} hit points: it cannot begin to run",
            figure,
            Figure::Number(i32::from(fatigue)),
            Figure::Number(i32::from(hit_points(state, who)))
        ));
    }
    if is_poised(state, who) {
        return Ok(());
    }
    if pace == Pace::Sprint {
        return Err(refuse!(
            "sprinting/start-requirement",
            "{} has not run; a sprint begins after {} counts of running, or poised",
            figure,
            Figure::Number(i32::from(RUN_UP))
        ));
    }
    let counts = course::at_hand(state, who).straight_counts;
    if counts < RUN_UP {
        return Err(refuse!(
            "running/start-requirement",
            "{} has moved {} counts in one direction at base speed; a run begins after {}, or poised",
            figure,
            Figure::Number(i32::from(counts)),
            Figure::Number(i32::from(RUN_UP))
        ));
    }
    Ok(())
}

/// The checks of a run or sprint that is declared for this count, before any of its movement: the pace it is run at, or `None` if the
/// runner has to stop and decides anew (`running/check`, `sprinting/check`).
///
/// # Errors
/// Stops if dice or answers are missing.
pub(crate) fn set_off(
    scene: &mut Scene<'_, TimeCount>,
    who: CreatureId,
    pace: Pace,
) -> Play<Option<Pace>> {
    let before = scene.state().body(who).run;
    let after = match before {
        None => begin(scene, who, pace)?,
        Some(run) => keep_on(scene, who, run, pace)?,
    };
    if let Some(run) = after
        && before != after
    {
        scene.emit(Fact::Runs(who, Some(run)));
    }
    Ok(after.map(|run| run.pace))
}

/// A run begins with a check; a sprint from a standstill with two (`running/check`, `sprinting/from-standstill`).
fn begin(scene: &mut Scene<'_, TimeCount>, who: CreatureId, pace: Pace) -> Play<Option<Run>> {
    let poised = is_poised(scene.state(), who);
    if poised {
        scene.cite(rule!("stances/poised-benefit"));
    }
    scene.cite(if poised {
        rule!("running/poised-exception")
    } else {
        rule!("running/start-requirement")
    });
    if scene.state().body(who).run_penalty > 0 {
        scene.cite(rule!("run-recovery/resume"));
    }
    let mut run = Run {
        pace: Pace::Run,
        counts: 0,
        since_check: 0,
        sprinted: 0,
        failures: 0,
        sprint_gain_ft: None,
        tried: false,
    };
    if pace == Pace::Sprint {
        scene.cite(rule!("sprinting/from-standstill"));
        run = sprinting::try_to(scene, who, run)?;
    }
    let tried = run.tried;
    let kind = if run.pace == Pace::Sprint {
        Pace::Sprint
    } else {
        Pace::Run
    };
    let run = check(scene, who, run, kind)?;
    Ok(run.map(|run| Run { tried, ..run }))
}

/// A run goes on: the check that is due, then what changes between running and sprinting.
fn keep_on(
    scene: &mut Scene<'_, TimeCount>,
    who: CreatureId,
    run: Run,
    pace: Pace,
) -> Play<Option<Run>> {
    let mut run = run;
    let mut rerolled = false;
    if is_due(run) {
        let kind = if run.sprinted > 0 {
            Pace::Sprint
        } else {
            Pace::Run
        };
        if run.sprinted > 0 && run.sprinted < run.since_check {
            scene.cite(rule!("sprinting/mixed-time"));
        }
        match check(scene, who, run, kind)? {
            Some(checked) => run = checked,
            None => return Ok(None),
        }
        if run.pace == Pace::Sprint && pace == Pace::Sprint {
            rerolled = sprinting::rerolls(scene, who)?;
        }
    }
    match (run.pace, pace) {
        (_, Pace::Sprint) if rerolled || run.pace == Pace::Run => {
            sprinting::try_to(scene, who, run).map(Some)
        }
        (Pace::Sprint, Pace::Run) => Ok(Some(sprinting::drop_to_run(run))),
        _ => Ok(Some(run)),
    }
}

/// Whether a check is due: 30 counts after the last one, or 20 if any of them were spent sprinting (`running/check`,
/// `sprinting/check`, `sprinting/mixed-time`).
pub(crate) fn is_due(run: Run) -> bool {
    let counts = if run.sprinted > 0 {
        sprinting::BETWEEN_CHECKS
    } else {
        BETWEEN_CHECKS
    };
    run.since_check >= counts
}

/// Athletics (Con) against DC 20, harder by every check before; `None` if the runner has to stop (`running/check`, `sprinting/check`).
fn check(
    scene: &mut Scene<'_, TimeCount>,
    who: CreatureId,
    run: Run,
    kind: Pace,
) -> Play<Option<Run>> {
    let (added, rule) = match kind {
        Pace::Sprint => (2, rule!("sprinting/check")),
        _ => (1, rule!("running/check")),
    };
    let penalty = scene.state().body(who).run_penalty;
    let mut own = Tally::new();
    own.add("earlier checks", -penalty, rule);
    scene.cite(rule);
    let checked = checks::check(
        &mut scene.frozen(),
        who,
        &Check {
            skill: Skill::Athletics,
            attribute: Attribute::Constitution,
            difficulty: DIFFICULTY,
            own,
        },
    )?;
    scene.emit(Fact::Set(
        who,
        Number::RunPenalty,
        penalty.saturating_add(added),
    ));
    let run = Run {
        since_check: 0,
        sprinted: 0,
        tried: false,
        ..run
    };
    if checked.success {
        return Ok(Some(run));
    }
    if kind == Pace::Sprint {
        scene.cite(rule!("sprinting/check-results"));
    }
    Ok(fail(scene, who, run, DIFFICULTY - checked.total))
}

/// A failed check tires, and may end the run (`running/check-failure`, `running/three-failures`, `running/no-self-knockout`).
fn fail(
    scene: &mut Scene<'_, TimeCount>,
    who: CreatureId,
    run: Run,
    failed_by: i32,
) -> Option<Run> {
    scene.cite(rule!("running/check-failure"));
    let cost = if failed_by > NARROW { 2 } else { 1 };
    let bearable = bearable(scene.state(), who);
    if cost.min(bearable) > 0 {
        tire(scene, who, cost.min(bearable), Harm::Running);
    }
    let run = Run {
        failures: run.failures + 1,
        ..run
    };
    let reason = if cost > bearable {
        rule!("running/no-self-knockout")
    } else if run.failures >= MOST_FAILURES {
        rule!("running/three-failures")
    } else {
        return Some(run);
    };
    force_to_stop(scene, who, reason);
    None
}

/// How much fatigue running can bring before it would knock the runner out (`running/no-self-knockout`).
pub(crate) fn bearable(state: &State, who: CreatureId) -> i16 {
    let left = hit_points(state, who) - 1;
    if tireless(state, who) {
        left.max(0)
    } else {
        (left - state.body(who).fatigue).max(0)
    }
}

/// A runner forced to stop is fatigued (`running/forced-stop`, `conditions/fatigued`).
fn force_to_stop(scene: &mut Scene<'_, TimeCount>, who: CreatureId, reason: RuleId) {
    scene.cite(reason);
    scene.cite(rule!("running/forced-stop"));
    scene.cite(rule!("conditions/fatigued"));
    scene.emit(Fact::Gains(plain(who, Condition::Fatigued, Until::Cleared)));
    if scene.state().body(who).run.is_some() {
        begun::keep_running(scene, who);
        scene.emit(Fact::Runs(who, None));
    }
    if matches!(scene.state().body(who).underway, Underway::Walk(..)) {
        scene.emit(Fact::Underway(who, Underway::Nothing));
    }
}

/// Who is knocked down runs no longer; attacks of that count still meet a runner (`running/unsteady`, `initiative/ties`).
pub(crate) fn fall(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    if scene.state().body(who).run.is_some() {
        begun::keep_running(scene, who);
        scene.emit(Fact::Runs(who, None));
    }
}

/// A count has been run: what the run has come to (`running/unsteady`).
pub(crate) fn count_spent(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    let Some(run) = scene.state().body(who).run else {
        return;
    };
    if run.counts == 0 {
        scene.cite(rule!("running/unsteady"));
    }
    scene.emit(Fact::Runs(
        who,
        Some(Run {
            counts: run.counts.saturating_add(1),
            since_check: run.since_check.saturating_add(1),
            sprinted: run
                .sprinted
                .saturating_add(u16::from(run.pace == Pace::Sprint)),
            ..run
        }),
    ));
}

/// Whoever does anything but run on ends the run, at no cost (`running/voluntary-stop`).
pub(crate) fn leave_off(scene: &mut Scene<'_, TimeCount>, who: CreatureId, act: &Act) {
    let runs_on = matches!(act, Act::Move { pace, .. } if is_running(*pace));
    if !runs_on && scene.state().body(who).run.is_some() {
        scene.cite(rule!("running/voluntary-stop"));
        scene.emit(Fact::Runs(who, None));
    }
}

/// Whether a creature has anything to recover from by waiting.
fn recovers(state: &State, who: CreatureId) -> bool {
    state.body(who).run_penalty > 0 || state.has(who, Condition::Fatigued)
}

/// Keeps since when a creature has done nothing but wait (`run-recovery/penalty`).
pub(crate) fn rests(scene: &mut Scene<'_, TimeCount>, who: CreatureId, act: &Act) {
    let state = scene.state();
    let (now, since) = (state.clock.count, state.body(who).waits_since);
    let since_now = match act {
        Act::Wait(_) if since != NEVER || !recovers(state, who) => return,
        Act::Wait(_) => now,
        Act::GoOn(_) => return,
        _ if since == NEVER => return,
        _ => NEVER,
    };
    scene.emit(Fact::At(who, When::WaitsSince, since_now));
}

/// Whoever has waited for a whole minute recovers a point; without any points left one is fatigued no longer
/// (`run-recovery/penalty`, `conditions/fatigued`).
pub(crate) fn recover(scene: &mut Scene<'_, TimeCount>) {
    for who in scene.state().creatures() {
        while let Some(minute) = minute_waited(scene.state(), who) {
            scene.cite(rule!("run-recovery/penalty"));
            let penalty = (scene.state().body(who).run_penalty - 1).max(0);
            scene.emit(Fact::Set(who, Number::RunPenalty, penalty));
            if penalty == 0 && scene.state().has(who, Condition::Fatigued) {
                scene.cite(rule!("conditions/fatigued"));
                effects::clear(scene, who, Condition::Fatigued);
            }
            let since = if recovers(scene.state(), who) {
                minute
            } else {
                NEVER
            };
            scene.emit(Fact::At(who, When::WaitsSince, since));
        }
    }
}

/// The end of the next minute of waiting, if it has come.
fn minute_waited(state: &State, who: CreatureId) -> Option<u32> {
    let end = state.body(who).waits_since.checked_add(MINUTE)?;
    (end <= state.clock.count && able(state, who)).then_some(end)
}
