//! What a whole fight may come to: exactly, where it is small enough, or from a sample of fights.
//!
//! Exactly means that the rules run over every outcome of their dice, from situation to situation, and that equal situations are one
//! ([`System::forget`] drops what can no longer matter). Everybody follows a policy that chooses by the situation alone.

mod exact;
mod outcome;
mod sample;

use affray_kernel::odds::{Grain, NoOdds};
use thiserror::Error;

pub use exact::exact;
pub use outcome::{Fate, Outcome};
pub use sample::sample;

/// How far an exact duel is followed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// Until less than this is not over.
    pub unfinished: f64,
    /// The most different situations that are held in memory.
    pub situations: usize,
    /// The most ways from one situation to another that are held in memory.
    pub ways: usize,
    /// The most runs of the rules.
    pub runs: u64,
    /// The most units of game time.
    pub time: u32,
    /// How finely dice are gone through.
    pub grain: Grain,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            unfinished: 1e-6,
            situations: 200_000,
            ways: 12_000_000,
            runs: 3_000_000,
            time: 10_000,
            grain: Grain::Merged,
        }
    }
}

/// What an exact duel came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Exact {
    /// The chances.
    pub outcome: Outcome,
    /// How many different situations there are.
    pub situations: usize,
    /// How often the rules were run.
    pub runs: u64,
}

/// Why a fight is not followed exactly.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum NotExact {
    /// Too many situations.
    #[error("there are more than {0} different situations")]
    Situations(usize),
    /// Too many ways between them.
    #[error("there are more than {0} ways from one situation to another")]
    Ways(usize),
    /// Too many runs.
    #[error("the rules would have to be run more than {0} times")]
    Runs(u64),
    /// A policy leaves its choices to chance.
    #[error("the policy `{0}` leaves its choices to chance")]
    Policy(String),
    /// The rules cannot be gone through.
    #[error(transparent)]
    Odds(#[from] NoOdds),
}
