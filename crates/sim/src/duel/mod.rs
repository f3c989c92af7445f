//! What a whole fight may come to: exactly, where it is small enough, or from a sample of fights.
//!
//! Exactly means that the rules run over every outcome of their dice, from situation to situation, and that equal situations are one
//! ([`affray_kernel::System::forget`] drops what can no longer matter). Everybody follows a policy that chooses by the situation alone.

mod exact;
mod outcome;
mod sample;

use affray_kernel::odds::{Grain, NoOdds};
use thiserror::Error;

pub(crate) use exact::{Step, next};
pub use exact::{exact, exact_until};
pub use outcome::{Fate, Outcome};
pub use sample::{sample, sample_until};

/// So many bytes are one MB.
pub const MEGABYTE: usize = 1_000_000;

/// How far an exact duel is followed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// Until less than this is not over.
    pub unfinished: f64,
    /// About how many bytes the situations and the ways between them may take.
    pub memory: usize,
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
            memory: 500_000_000,
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
    /// About how many bytes they and the ways between them took.
    pub memory: usize,
    /// How often the rules were run.
    pub runs: u64,
}

/// Why a fight is not followed exactly.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum NotExact {
    /// Too many situations, or too many ways between them.
    #[error("the {situations} situations met so far take more than the {} MB of memory allowed", memory / MEGABYTE)]
    Memory {
        /// How many there were.
        situations: usize,
        /// What they may take, in bytes.
        memory: usize,
    },
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
