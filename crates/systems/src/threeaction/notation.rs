//! Acts in plain words, as players say them: printed and read back exactly.

mod names;
mod print;
mod read;
#[cfg(test)]
pub(super) mod sample;
#[cfg(test)]
mod tests;

use affray_kernel::CreatureId;
use affray_kernel::notation::Unread;

use super::act::Act;
use super::state::State;

pub(super) use names::{Reader, Wanted, item_name};
pub(super) use print::{cell_words, trigger_words};

/// How deep acts may stand in one another: a readied Action inside a readied Action.
const DEPTH_MAX: u8 = 8;

/// The act in words, as nobody in particular would say it.
#[must_use]
pub fn print(state: &State, act: &Act) -> String {
    print_for(state, None, act)
}

/// The act in the words of `who`, whose own things need no further name. [`parse_for`] for the same creature reads it back.
#[must_use]
pub fn print_for(state: &State, who: Option<CreatureId>, act: &Act) -> String {
    let plain = print::Printer::new(state, who, false).act(act);
    if parse_for(state, who, &plain).as_ref() == Ok(act) {
        return plain;
    }
    print::Printer::new(state, who, true).act(act)
}

/// Reads an act from the words of nobody in particular.
///
/// # Errors
/// What was not understood, with a suggestion.
pub fn parse(state: &State, text: &str) -> Result<Act, Unread> {
    parse_for(state, None, text)
}

/// Reads an act from the words of `who`: its own things are meant first.
///
/// # Errors
/// What was not understood, with a suggestion.
pub fn parse_for(state: &State, who: Option<CreatureId>, text: &str) -> Result<Act, Unread> {
    let mut reader = Reader::new(state, who, text);
    let act = reader.act()?;
    reader.end()?;
    Ok(act)
}
