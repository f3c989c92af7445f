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

pub(super) use nouns::spell;
pub(super) use print::{aim_in_prose, trigger_in_prose, trigger_words};
pub(super) use read::facing;

affray_layout::notation!();
