//! What a fight comes to, from a sample.

use std::sync::atomic::{AtomicBool, Ordering};

use affray_kernel::dice::Seeded;
use affray_kernel::silent::{End, play_out};
use affray_kernel::tape::{Answers, UnderWay};
use affray_kernel::{Ask, CreatureId, System};
use rayon::prelude::*;

use super::Outcome;
use crate::policy::Policy;

/// After how many entries a fight counts as unfinished.
const ENTRIES_MAX: u32 = 5_000;

/// How many fights are played before it is looked whether there were enough.
const BLOCK: u64 = 256;

/// Everybody's decisions in one fight.
struct Deciders<'p> {
    policies: &'p [Policy],
    seed: u64,
    number: u64,
    asked: u32,
}

impl Deciders<'_> {
    /// Who decides next, and by which chance.
    fn next(&mut self, who: CreatureId) -> (Policy, Seeded) {
        self.asked = self.asked.wrapping_add(1);
        let policy = self.policies.get(who.index()).copied();
        let chance = Seeded::at(self.seed, self.number, self.asked);
        (policy.unwrap_or_default(), chance)
    }
}

impl<S: System> Answers<S> for Deciders<'_> {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        let (policy, chance) = self.next(ask.who);
        policy.decide(state, ask, &chance)
    }

    fn looks_back(&self) -> bool {
        self.policies.iter().any(|policy| policy.looks_back())
    }

    fn answer_within(
        &mut self,
        state: &S::State,
        ask: &Ask<S>,
        under_way: &UnderWay<'_, S>,
    ) -> Option<S::Act> {
        let (policy, chance) = self.next(ask.who);
        policy.decide_within((state, ask), under_way, &chance)
    }
}

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
fn one<S: System>(
    start: &S::State,
    policies: &[Policy],
    (seed, number): (u64, u64),
) -> (Outcome, u64) {
    let mut outcome = Outcome::of::<S>(start);
    let mut state = start.clone();
    let mut deciders = Deciders {
        policies,
        seed,
        number,
        asked: 0,
    };
    let (end, entries) = play_out::<S>(&mut state, seed, number, &mut deciders, ENTRIES_MAX);
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
