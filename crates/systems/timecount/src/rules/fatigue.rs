//! Fatigue: staying conscious, waking, dying (`fatigue/*`, `regaining-consciousness/*`, `dying/*`).

use affray_kernel::condition::Until;
use affray_kernel::dice::{Pool, pool};
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Audience, Roll, Sum};
use affray_kernel::{CreatureId, Play, Scene};

use super::health::{self, fall_silent, plain};
use super::numbers::{dying, hit_points, present, tireless};
use crate::TimeCount;
use crate::fact::{Fact, Flag, Harm, When};
use crate::ids::rule;
use crate::sheet::{Attribute, CheckDice};
use crate::state::{Condition, Posture, Stance, State};

/// Counts of unconsciousness for each point by which the check failed (`regaining-consciousness/minimum-time`).
const COUNTS_PER_POINT: i32 = 10;

/// Fatigue that an action costs, or that comes from elsewhere than a hit (`fatigue/sources`).
pub(crate) fn tire(scene: &mut Scene<'_, TimeCount>, who: CreatureId, amount: i16, why: Harm) {
    scene.cite(rule!("fatigue/sources"));
    let (fatigue, hp) = if tireless(scene.state(), who) {
        scene.cite(rule!("creatures/definition"));
        (0, amount)
    } else {
        (amount, 0)
    };
    scene.emit(Fact::Damaged {
        who,
        fatigue,
        hp,
        kind: None,
        why,
    });
}

/// Those whose fatigue has risen or whose hit points have fallen check whether they stay conscious, in roster order, with the final
/// numbers (`fatigue/consciousness-check`). Those in `harmed` have come to new harm; others have only lost bonus hit points.
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn check_all(
    scene: &mut Scene<'_, TimeCount>,
    affected: &[CreatureId],
    harmed: &[CreatureId],
) -> Play {
    for who in scene.state().creatures() {
        if !affected.contains(&who) || !present(scene.state(), who) {
            continue;
        }
        worsened(scene, who, harmed.contains(&who));
        if at_risk(scene.state(), who) {
            stay_conscious(scene, who)?;
        }
    }
    Ok(())
}

/// New harm makes the stabilized dying again (`dying/stabilize`, `dying/progress`).
pub(crate) fn worsened(scene: &mut Scene<'_, TimeCount>, who: CreatureId, harmed: bool) {
    let state = scene.state();
    let (now, body) = (state.clock.count, state.body(who));
    let (since, stabilized, is_dying) = (body.dying_since, body.stabilized, dying(state, who));
    if stabilized && !harmed {
        return;
    }
    if stabilized {
        scene.cite(rule!("dying/stabilize"));
        scene.emit(Fact::Flag(who, Flag::Stabilized, false));
    }
    if is_dying && (since.is_none() || stabilized) {
        scene.cite(rule!("fatigue/dying-threshold"));
        scene.emit(Fact::Dying(who, Some(now)));
    }
}

/// Whether a creature may fall unconscious (`fatigue/unconscious-threshold`). Being there already, it cannot.
fn at_risk(state: &State, who: CreatureId) -> bool {
    let fatigue = state.body(who).fatigue;
    fatigue > 0
        && fatigue >= hit_points(state, who)
        && !state.has(who, Condition::Unconscious)
        && !tireless(state, who)
}

/// The check to stay conscious, or to wake (`fatigue/consciousness-check`, `fatigue/consciousness-impairments`): by how much it fails;
/// 0 or less for a success. A natural 17 or 18 is no success by itself (`regaining-consciousness/no-automatic-success`).
fn failure(scene: &mut Scene<'_, TimeCount>, who: CreatureId, what: &'static str) -> Play<i32> {
    let state = scene.state();
    let difficulty = i32::from(state.body(who).fatigue) - i32::from(hit_points(state, who));
    let mut tally = Tally::new();
    tally.add(
        "Constitution",
        state.attribute(who, Attribute::Constitution),
        rule!("fatigue/consciousness-check"),
    );
    let impairments: i16 = state.body(who).impairments.iter().sum();
    tally.add(
        "impairments",
        -2 * impairments,
        rule!("fatigue/consciousness-impairments"),
    );
    let pool = check_dice(state);
    let bonus = tally.total();
    let reading = scene.roll_by(
        Roll {
            pool,
            by: Some(who),
            what,
            rule: rule!("checks/dice"),
            audience: Audience::Everyone,
        },
        |reading| (difficulty - reading.total - bonus).max(0).unsigned_abs(),
    )?;
    let total = reading.total + bonus;
    let failure = difficulty - total;
    scene.explain(
        || Sum {
            by: Some(who),
            what,
            dice: reading.total,
            total,
            against: Some(Against::of(who, "DC", difficulty)),
            verdict: if failure <= 0 { "success" } else { "failure" },
            rule: rule!("fatigue/consciousness-check"),
        },
        &tally,
    );
    Ok(failure)
}

/// The dice of checks (`checks/dice`).
pub(crate) fn check_dice(state: &State) -> Pool {
    match state.cast.options.check_dice {
        CheckDice::ThreeSixes => pool!("3d6"),
        CheckDice::Twenty => pool!("1d20"),
    }
}

fn stay_conscious(scene: &mut Scene<'_, TimeCount>, who: CreatureId) -> Play {
    scene.cite(rule!("fatigue/unconscious-threshold"));
    let failure = failure(scene, who, "consciousness")?;
    if failure <= 0 {
        return Ok(());
    }
    scene.cite(rule!("regaining-consciousness/minimum-time"));
    let now = scene.state().clock.count;
    let wait = COUNTS_PER_POINT.saturating_mul(failure).unsigned_abs();
    faint(scene, who);
    scene.emit(Fact::Wakes(who, Some(now.saturating_add(wait))));
    Ok(())
}

/// A creature falls unconscious (`conditions/unconscious`).
pub(crate) fn faint(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    scene.cite(rule!("conditions/unconscious"));
    scene.emit(Fact::Gains(plain(
        who,
        Condition::Unconscious,
        Until::Cleared,
    )));
    sinks_down(scene, who);
}

/// Whoever has become unconscious lies there, with nothing in its hands.
pub(crate) fn sinks_down(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    let now = scene.state().clock.count;
    fall_silent(scene, who);
    scene.emit(Fact::Posture(
        who,
        Posture {
            stance: Stance::Prone,
            from: now,
        },
    ));
}

/// Waking checks whose count has come, in roster order (`regaining-consciousness/check`, `regaining-consciousness/retry`).
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn wake(scene: &mut Scene<'_, TimeCount>) -> Play {
    let now = scene.state().clock.count;
    for who in scene.state().creatures() {
        let due = scene.state().body(who).waking.is_some_and(|at| at <= now);
        if due && present(scene.state(), who) {
            try_to_wake(scene, who)?;
        }
    }
    Ok(())
}

/// Whoever wakes has its turn on that count; nobody has one who is awake already.
fn try_to_wake(scene: &mut Scene<'_, TimeCount>, who: CreatureId) -> Play {
    let state = scene.state();
    let difficulty = state.body(who).fatigue - hit_points(state, who);
    let must_check = difficulty > 0 && state.has(who, Condition::Unconscious);
    scene.cite(rule!("regaining-consciousness/check"));
    if must_check && failure(scene, who, "waking")? > 0 {
        scene.cite(rule!("regaining-consciousness/no-automatic-success"));
        let counts = retry(scene, who)?;
        let now = scene.state().clock.count;
        scene.emit(Fact::Wakes(who, Some(now.saturating_add(counts))));
        return Ok(());
    }
    let held = scene
        .state()
        .conditions
        .get(who, Condition::Unconscious)
        .copied();
    let now = scene.state().clock.count;
    if let Some(held) = held {
        scene.emit(Fact::Loses(held));
        health::recovers(scene, who);
    }
    scene.emit(Fact::Wakes(who, None));
    if held.is_some() {
        scene.emit(Fact::At(who, When::Next, now));
    }
    Ok(())
}

/// When the next check comes: after 1d10 counts, or 1d6 minutes for the stabilized (`regaining-consciousness/retry`,
/// `regaining-consciousness/stabilized`).
fn retry(scene: &mut Scene<'_, TimeCount>, who: CreatureId) -> Play<u32> {
    let (pool, rule, unit) = if scene.state().body(who).stabilized {
        scene.cite(rule!("time-count/length"));
        (
            pool!("1d6"),
            rule!("regaining-consciousness/stabilized"),
            120,
        )
    } else {
        (pool!("1d10"), rule!("regaining-consciousness/retry"), 1)
    };
    let shown = scene.sum(Roll {
        pool,
        by: Some(who),
        what: "next waking check",
        rule,
        audience: Audience::Everyone,
    })?;
    Ok(shown.unsigned_abs() * unit)
}
