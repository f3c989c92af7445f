//! Acts in plain words, as players say them: printed and read back exactly.

mod defend;
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

pub(super) use nouns::{Tool, effect, part, power, tool};
pub(super) use read::{SEGMENTS, defend_skill};

affray_layout::notation!();
