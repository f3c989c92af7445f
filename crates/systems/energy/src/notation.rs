//! Acts in plain words, as players say them: printed and read back exactly.

mod nouns;
mod print;
mod read;
#[cfg(test)]
pub(super) mod sample;
#[cfg(test)]
mod tests;

use super::act::{Act, Action};
use super::state::State;

pub use affray_kernel::notation::{parse_for, parse_knowing, print_for, prose_for};

pub(super) use nouns::{arm, power, watch};

affray_layout::notation!();

/// An action in words, without how it is paid for.
pub(super) fn action_words(
    state: &State,
    who: affray_kernel::CreatureId,
    action: &Action,
) -> String {
    print::action(Namer::by_name(state, Some(who)), action)
}
