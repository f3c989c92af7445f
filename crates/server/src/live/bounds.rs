//! What a table may spend on its bots, and how much it keeps of what its players make up.

use affray_kernel::CreatureId;
use affray_table::{Control, Habit, Policy, Session};

use crate::protocol::Problem;

/// The rollouts that search may spend on a decision.
const ROLLOUTS_MAX: u32 = 400;

/// How many letters the word for a kind of window may have.
const WINDOW_MAX: usize = 60;

/// In how many kinds of windows a creature may answer of itself: more than any system has.
const HABITS_MAX: usize = 40;

/// Who plays a creature: people, or a policy within what a table may spend on it.
pub(super) fn player(name: &str) -> Result<Control, Problem> {
    match Control::named(name).ok_or_else(|| no_policy(name))? {
        Control::Bot(_) => Ok(Control::Bot(policy(name)?)),
        Control::People => Ok(Control::People),
    }
}

/// A policy within what a table may spend on it.
pub(super) fn policy(name: &str) -> Result<Policy, Problem> {
    match Policy::named(name).ok_or_else(|| no_policy(name))? {
        Policy::Search(rollouts) if rollouts > ROLLOUTS_MAX => Err(Problem::Limit {
            message: format!("at most {ROLLOUTS_MAX} rollouts at a table"),
        }),
        policy => Ok(policy),
    }
}

fn no_policy(name: &str) -> Problem {
    Problem::Unknown {
        message: format!("nobody plays as `{name}`"),
    }
}

/// Bots that a scenario, a journal or the entry of a newcomer gives more than a table may spend do with as much as that.
pub(super) fn curb_bots(session: &mut dyn Session) {
    let count = u16::try_from(session.names().len()).unwrap_or(u16::MAX);
    for who in (0..count).map(CreatureId) {
        if matches!(session.control(who), Control::Bot(Policy::Search(rollouts)) if rollouts > ROLLOUTS_MAX)
        {
            session.set_control(who, Control::Bot(Policy::Search(ROLLOUTS_MAX)));
        }
    }
}

/// Refuses habits in windows that no system can have, and more of them than there are windows: all are kept in the journal and told to
/// everybody who plays the creature.
pub(super) fn is_habit(
    session: &dyn Session,
    who: CreatureId,
    window: &str,
    habit: Habit,
) -> Result<(), Problem> {
    let fits = |sign: char| sign.is_alphanumeric() || "- ".contains(sign);
    if window.chars().count() > WINDOW_MAX || !window.chars().all(fits) {
        return Err(Problem::Limit {
            message: format!(
                "a kind of window has at most {WINDOW_MAX} letters, digits, hyphens and spaces"
            ),
        });
    }
    let is_new = habit != Habit::Ask && session.habit(who, window) == Habit::Ask;
    let kept = session.habits().into_iter();
    if is_new && kept.filter(|(by, ..)| *by == who).count() >= HABITS_MAX {
        return Err(Problem::Limit {
            message: format!(
                "a creature answers of itself in at most {HABITS_MAX} kinds of windows"
            ),
        });
    }
    Ok(())
}
