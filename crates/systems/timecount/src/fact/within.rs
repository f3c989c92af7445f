//! Bounds for what facts set, whatever a journal says.

use crate::state::{Begun, Interrupted, Movement, NEVER, Prepared, Run, Underway};

/// The most that any number of a body comes to, whatever a journal says: sums of such numbers stay small.
pub(crate) const MOST: i16 = 3_000;

/// The last count of a fight.
pub(super) const LAST_COUNT: u32 = 1 << 30;

/// The most that a movement or a run comes to, in counts or in spaces.
pub(super) const LONGEST: u16 = 20_000;

/// The most charges that are put into a spell, checks that are failed in a run, and spaces that are saved up.
pub(super) const MANY: u8 = 100;

pub(super) fn bounded(value: i16) -> i16 {
    value.clamp(-MOST, MOST)
}

/// A count within bounds, or [`NEVER`].
pub(super) fn count_of(count: u32) -> u32 {
    if count == NEVER {
        NEVER
    } else {
        count.min(LAST_COUNT)
    }
}

pub(super) fn begun_within(begun: &Begun) -> Begun {
    Begun {
        reach_ft: begun.reach_ft.map(bounded),
        parrying: begun.parrying.map(bounded),
        interrupted: begun.interrupted.map(|found| Interrupted {
            suffered: bounded(found.suffered),
            ..found
        }),
        ..begun.clone()
    }
}

pub(super) fn movement_within(movement: Movement) -> Movement {
    Movement {
        counts: movement.counts.min(LONGEST),
        last: movement.last.min(LAST_COUNT),
        straight_counts: movement.straight_counts.min(LONGEST),
        straight_spaces: movement.straight_spaces.min(LONGEST),
        saved: movement.saved.min(MANY),
        allowed: movement.allowed.min(MANY),
        ..movement
    }
}

pub(super) fn run_within(run: Run) -> Run {
    Run {
        counts: run.counts.min(LONGEST),
        since_check: run.since_check.min(LONGEST),
        sprinted: run.sprinted.min(LONGEST),
        failures: run.failures.min(MANY),
        sprint_gain_ft: run.sprint_gain_ft.map(bounded),
        ..run
    }
}

pub(super) fn prepared_within(prepared: Prepared) -> Prepared {
    Prepared {
        charges: prepared.charges.min(MANY),
        failure: prepared.failure.map(bounded),
        hindered: bounded(prepared.hindered),
        ..prepared
    }
}

pub(super) fn underway_within(underway: &mut Underway) {
    if let Underway::Prepare {
        failure, hindered, ..
    } = underway
    {
        *failure = failure.map(bounded);
        *hindered = bounded(*hindered);
    }
}
