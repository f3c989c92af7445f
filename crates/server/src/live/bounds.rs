//! What a table may come to, and what it may spend on its bots.

use affray_kernel::CreatureId;
use affray_table::{Control, Policy, Session};

use crate::protocol::Problem;

/// The rollouts that search may spend on a decision.
const ROLLOUTS_MAX: u32 = 400;

/// What a table may come to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Entries in force; beyond them nothing is taken that makes another.
    pub(crate) entries: usize,
    /// Bytes of the log, about, with what was undone or left.
    pub(crate) log_bytes: usize,
    /// What going back and forth may cost, as [`Session::effort`] counts it: all of it is done again by whoever reads the journal. Beyond it
    /// nothing is taken back or put in force again; the fight goes on.
    pub(crate) effort: u64,
    /// How often something may be written down.
    pub(crate) parts: i64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            entries: 200_000,
            log_bytes: 64 * 1024 * 1024,
            effort: 100_000_000,
            parts: 1_000_000,
        }
    }
}

/// What has come together at a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    /// Entries in force.
    pub(super) entries: usize,
    /// Bytes of the log, undone lines included, and what the step to come may add.
    pub(super) log_bytes: usize,
    /// What going back and forth has cost.
    pub(super) effort: u64,
    /// Parts of the journal.
    pub(super) parts: i64,
}

impl Size {
    /// Whether the fight may have an entry more.
    pub(super) fn takes_an_entry(self, bounds: &Bounds) -> Result<(), Problem> {
        self.room_for_an_entry(bounds).map_err(limit)
    }

    /// Whether anything may change, be it to be undone.
    pub(super) fn takes_a_change(self, bounds: &Bounds) -> Result<(), Problem> {
        self.room_for_a_change(bounds).map_err(limit)
    }

    /// Whether entries may be taken back or put in force again.
    pub(super) fn takes_going_back(self, bounds: &Bounds) -> Result<(), Problem> {
        if self.effort >= bounds.effort {
            return Err(limit(FULL.to_owned()));
        }
        self.takes_a_change(bounds)
    }

    /// As [`Size::takes_an_entry`]; why not, in words.
    pub(super) fn room_for_an_entry(self, bounds: &Bounds) -> Result<(), String> {
        if self.entries >= bounds.entries {
            return Err(format!("a fight has at most {} entries", bounds.entries));
        }
        self.room_for_a_change(bounds)
    }

    fn room_for_a_change(self, bounds: &Bounds) -> Result<(), String> {
        let is_full = self.log_bytes >= bounds.log_bytes || self.parts >= bounds.parts;
        if is_full {
            return Err(FULL.to_owned());
        }
        Ok(())
    }
}

const FULL: &str =
    "too much has been done and undone at this table: begin another with what was saved of it";

fn limit(message: String) -> Problem {
    Problem::Limit { message }
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
        Policy::Search(rollouts) if rollouts > ROLLOUTS_MAX => Err(Problem::TooMuch {
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

    #[test]
    fn entries_bytes_effort_and_parts_are_bounded() {
        let bounds = Bounds::default();
        let small = Size {
            entries: bounds.entries - 1,
            log_bytes: bounds.log_bytes - 1,
            effort: bounds.effort - 1,
            parts: bounds.parts - 1,
        };
        assert_eq!(small.takes_an_entry(&bounds), Ok(()));
        let many_entries = Size {
            entries: bounds.entries,
            ..small
        };
        assert!(many_entries.takes_an_entry(&bounds).is_err());
        assert_eq!(
            many_entries.takes_a_change(&bounds),
            Ok(()),
            "it can be undone"
        );
        let long_log = Size {
            log_bytes: bounds.log_bytes,
            ..small
        };
        let much_effort = Size {
            effort: bounds.effort,
            ..small
        };
        let many_parts = Size {
            parts: bounds.parts,
            ..small
        };
        for full in [long_log, many_parts] {
            assert!(full.takes_an_entry(&bounds).is_err(), "{full:?}");
            assert!(full.takes_a_change(&bounds).is_err(), "{full:?}");
            assert!(full.takes_going_back(&bounds).is_err(), "{full:?}");
        }
        assert_eq!(small.takes_going_back(&bounds), Ok(()));
        assert!(much_effort.takes_going_back(&bounds).is_err());
        assert_eq!(
            (
                much_effort.takes_an_entry(&bounds),
                much_effort.takes_a_change(&bounds)
            ),
            (Ok(()), Ok(())),
            "the fight goes on"
        );
    }
}
