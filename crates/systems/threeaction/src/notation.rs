//! Acts in plain words, as players say them: printed and read back exactly.

mod nouns;
mod print;
mod read;
#[cfg(test)]
pub(super) mod sample;
#[cfg(test)]
mod tests;

use super::act::Act;
use super::state::State;

pub use affray_kernel::notation::{parse_for, parse_knowing, print_for, prose_for};

pub(super) use print::trigger_words;

affray_layout::notation!();
