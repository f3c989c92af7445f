//! What a fight comes to, from a sample.

use std::sync::atomic::{AtomicBool, Ordering};

use affray_kernel::System;
use affray_kernel::silent::End;
use rayon::prelude::*;

use super::Outcome;
use crate::policy::{Deciders, Policy};

/// After how many entries a fight counts as unfinished.
const ENTRIES_MAX: u32 = 5_000;

/// How many fights are played before it is looked whether there were enough.
const BLOCK: u64 = 256;

/// Plays the fight so many times, by these policies; fewer where more than so many entries were played. The same for any number of
/// threads.
#[must_use]
pub fn sample<S: System>(
    start: &S::State,
    policies: &[Policy],
    most: (u64, u64),
    seed: u64,
) -> Outcome {
    sample_until::<S>(start, policies, most, seed, &AtomicBool::new(false))
}

/// The same, until `stop` is set: no further fight is begun then.
#[must_use]
pub fn sample_until<S: System>(
    start: &S::State,
    policies: &[Policy],
    (fights, entries): (u64, u64),
    seed: u64,
    stop: &AtomicBool,
) -> Outcome {
    let mut sum = Outcome::of::<S>(start);
    let (mut played, mut spent) = (0, 0);
    let is_stopped = || stop.load(Ordering::Relaxed);
    while played < fights && spent < entries && !is_stopped() {
        let block = played..fights.min(played + BLOCK);
        played = block.end;
        let ones = block.into_par_iter().filter(|_| !is_stopped());
        let ones = ones.map(|number| one::<S>(start, policies, (seed, number)));
        // Counts are whole numbers: in which order they are added up makes no difference.
        let (more, acts) = ones.reduce(
            || (Outcome::of::<S>(start), 0),
            |(mut sum, acts), (more, others)| {
                sum.merge(more);
                (sum, acts + others)
            },
        );
        sum.merge(more);
        spent += acts;
    }
    sum
}

/// What one fight comes to, and how many entries it has.
fn one<S: System>(start: &S::State, policies: &[Policy], dice: (u64, u64)) -> (Outcome, u64) {
    let mut outcome = Outcome::of::<S>(start);
    let mut state = start.clone();
    let deciders = Deciders::new(policies, dice);
    let (end, entries) = deciders.play_out::<S>(&mut state, ENTRIES_MAX);
    match end {
        End::Over(winner) => {
            outcome.add_end(winner, S::length(&state), 1.0);
            outcome.add_fates::<S>(&state, 1.0);
        }
        End::Unfinished => outcome.unfinished += 1.0,
        End::Undecided | End::Fault(_) => outcome.failed += 1.0,
    }
    (outcome, u64::from(entries))
}
