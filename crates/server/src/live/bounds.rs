//! What a table may come to, and what it may spend on its bots.

use affray_kernel::CreatureId;
use affray_table::{Control, Policy, Session};

use crate::protocol::Problem;

/// The rollouts that search may spend on a decision.
const ROLLOUTS_MAX: u32 = 400;

/// How many entries a fight may have in force; beyond it nothing is taken that makes another.
const ENTRIES_MAX: usize = 200_000;

/// How many lines the log may have, of what was undone or left as well.
const LINES_MAX: usize = 4_000_000;

/// How often something may be written down.
const PARTS_MAX: i64 = 1_000_000;

/// What has come together at a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    /// Entries in force.
    pub(super) entries: usize,
    /// Lines of the log, undone ones included.
    pub(super) lines: usize,
    /// Parts of the journal.
    pub(super) parts: i64,
}

impl Size {
    /// Whether the fight may have an entry more.
    pub(super) fn takes_an_entry(self) -> Result<(), Problem> {
        if self.entries >= ENTRIES_MAX {
            return Err(Problem::Limit {
                message: format!("a fight has at most {ENTRIES_MAX} entries"),
            });
        }
        self.takes_a_change()
    }

    /// Whether anything may change, be it to be undone.
    pub(super) fn takes_a_change(self) -> Result<(), Problem> {
        if self.lines >= LINES_MAX || self.parts >= PARTS_MAX {
            return Err(Problem::Limit {
                message: "too much has been done and undone at this table: begin another with what was saved of it".to_owned(),
            });
        }
        Ok(())
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Size = Size {
        entries: ENTRIES_MAX - 1,
        lines: LINES_MAX - 1,
        parts: PARTS_MAX - 1,
    };

    #[test]
    fn entries_lines_and_parts_are_bounded() {
        assert_eq!(SMALL.takes_an_entry(), Ok(()));
        let many_entries = Size {
            entries: ENTRIES_MAX,
            ..SMALL
        };
        assert!(many_entries.takes_an_entry().is_err());
        assert_eq!(many_entries.takes_a_change(), Ok(()), "it can be undone");
        let many_lines = Size {
            lines: LINES_MAX,
            ..SMALL
        };
        let many_parts = Size {
            parts: PARTS_MAX,
            ..SMALL
        };
        for full in [many_lines, many_parts] {
            assert!(full.takes_an_entry().is_err(), "{full:?}");
            assert!(full.takes_a_change().is_err(), "{full:?}");
        }
    }
}
