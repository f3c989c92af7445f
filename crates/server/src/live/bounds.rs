//! What a table may spend on its bots.

use affray_kernel::CreatureId;
use affray_table::{Control, Policy, Session};

use crate::protocol::Problem;

/// The rollouts that search may spend on a decision.
const ROLLOUTS_MAX: u32 = 400;

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
