//! Acts in plain words, as players say them: printed and read back exactly.

mod nouns;
mod print;
mod read;
#[cfg(test)]
pub(super) mod sample;
#[cfg(test)]
mod tests;

use affray_kernel::notation::{Notation, Unread};

use super::act::{Act, Action};
use super::state::State;

pub use affray_kernel::notation::{parse_for, print_for};

pub(super) use nouns::{arm, power, watch};

/// A cursor over the words of an act.
pub(super) type Reader<'s, 't> = affray_kernel::notation::Reader<'s, 't, State>;

/// Names for what acts are about.
pub(super) type Namer<'s> = affray_kernel::notation::Namer<'s, State>;

impl Notation for State {
    type Act = Act;

    fn print(namer: Namer<'_>, act: &Act) -> String {
        print::act(namer, act)
    }

    fn read(reader: &mut Reader<'_, '_>) -> Result<Act, Unread> {
        read::act(reader)
    }
}

/// An action in words, without how it is paid for.
pub(super) fn action_words(
    state: &State,
    who: affray_kernel::CreatureId,
    action: &Action,
) -> String {
    print::action(Namer::by_name(state, Some(who)), action)
}
