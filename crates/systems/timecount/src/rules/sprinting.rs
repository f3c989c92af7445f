//! Sprinting (`sprinting/*`).

use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::checks::{self, Check};
use super::rates::SPACE_FT;
use super::running::{self, RUN_UP};
use crate::TimeCount;
use crate::act::{Act, Window};
use crate::ids::{refuse, rule};
use crate::sheet::{Attribute, Skill};
use crate::state::{Pace, Run};

/// Counts between two checks if any of them were spent sprinting (`sprinting/check`).
pub(crate) const BETWEEN_CHECKS: u16 = 20;
/// The DC of the check for sprinting (`sprinting/start-check`).
const DIFFICULTY: i32 = 10;
/// Points above the DC for each further gain (`sprinting/speed`).
const POINTS_PER_GAIN: i32 = 5;

/// Sprinting speed in feet: running speed from a base that counts as so much higher, at least one space more than running
/// (`sprinting/speed`, `sprinting/minimum-gain`).
pub(crate) fn speed_ft(base_ft: i16, gain_ft: i16) -> i16 {
    running::speed_ft(base_ft + gain_ft).max(running::speed_ft(base_ft) + SPACE_FT)
}

/// By how much the base speed counts as higher after a successful check (`sprinting/speed`). A natural 17 or 18 can succeed with less than
/// the DC, and counts as the DC then.
fn gain_ft(total: i32) -> i16 {
    let gains = 1 + (total.max(DIFFICULTY) - DIFFICULTY) / POINTS_PER_GAIN;
    SPACE_FT * gains as i16
}

/// Whether a runner can sprint: after 4 counts of running, and only with one try between two checks (`sprinting/start-requirement`,
/// `sprinting/start-check`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn may_sprint(run: Run, figure: Figure) -> Result<(), Refusal> {
    if run.pace == Pace::Sprint {
        return Ok(());
    }
    if run.counts < RUN_UP {
        return Err(refuse!(
            "sprinting/start-requirement",
            "{} has run for {} counts; a sprint begins after {}, or poised",
            figure,
            Figure::Number(i32::from(run.counts)),
            Figure::Number(i32::from(RUN_UP))
        ));
    }
    if run.tried && !running::is_due(run) {
        return Err(refuse!(
            "sprinting/start-check",
            "{} can try to sprint again when the next check for running is due",
            figure
        ));
    }
    Ok(())
}

/// Tries to sprint: Athletics (Str) against DC 10; on a failure one runs (`sprinting/start-check`).
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn try_to(scene: &mut Scene<'_, TimeCount>, who: CreatureId, run: Run) -> Play<Run> {
    scene.cite(rule!("sprinting/start-check"));
    if run.pace == Pace::Run && run.counts >= RUN_UP {
        scene.cite(rule!("sprinting/start-requirement"));
    }
    let checked = checks::check(
        &mut scene.frozen(),
        who,
        &Check {
            skill: Skill::Athletics,
            attribute: Attribute::Strength,
            difficulty: DIFFICULTY,
            own: Tally::new(),
        },
    )?;
    if !checked.success {
        return Ok(Run {
            tried: true,
            ..drop_to_run(run)
        });
    }
    let gain = gain_ft(checked.total);
    scene.cite(rule!("sprinting/speed"));
    scene.cite(rule!("sprinting/minimum-gain"));
    Ok(Run {
        pace: Pace::Sprint,
        sprint_gain_ft: Some(gain),
        tried: true,
        ..run
    })
}

/// Whether a sprinter rolls its speed anew with the check it has just made (`sprinting/reroll`).
///
/// # Errors
/// Stops if the answer is missing.
pub(crate) fn rerolls(scene: &mut Scene<'_, TimeCount>, who: CreatureId) -> Play<bool> {
    scene.cite(rule!("sprinting/reroll"));
    Ok(scene.ask(who, Window::Reroll)? == Act::Yes)
}

/// A sprint becomes a run; the next try has to wait for the next check (`sprinting/start-check`).
pub(crate) fn drop_to_run(run: Run) -> Run {
    Run {
        pace: Pace::Run,
        sprint_gain_ft: None,
        tried: true,
        ..run
    }
}

#[cfg(test)]
mod tests {
    use super::{gain_ft, speed_ft};

    #[test]
    fn every_5_points_add_5_feet_to_the_base() {
        assert_eq!([9, 10, 14, 15, 19, 20].map(gain_ft), [5, 5, 5, 10, 10, 15]);
    }

    #[test]
    fn a_sprint_is_worked_out_like_a_run_from_a_higher_base() {
        assert_eq!(speed_ft(20, 5), 35);
        assert_eq!(speed_ft(20, 10), 45);
        assert_eq!(speed_ft(15, 5), 30);
    }
}
