//! Facts, answers and questions in plain English.

mod blows;
mod bodies;
mod conditions;
mod opening;
mod pools;
mod questions;
mod rounds;
#[cfg(test)]
mod tests;
mod things;
mod words;

use affray_kernel::notation::item_name;
use affray_kernel::prose::sentence;
use affray_kernel::story::Sentence;
use affray_kernel::{Ask, CreatureId};

use super::Segments;
use super::act::{Act, Window};
use super::fact::Fact;
use super::state::{ItemId, State};

pub(super) use opening::opening;
/// What a condition is called, as the log writes it.
pub(super) use words::{condition_name, cover_name};

/// How a fact reads; `state` is the state just before it. `None` if there is nothing to say.
#[must_use]
pub fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    rounds::tell(state, fact)
        .or_else(|| blows::tell(state, fact))
        .or_else(|| pools::tell(state, fact))
        .or_else(|| conditions::tell(state, fact))
        .or_else(|| bodies::tell(state, fact))
        .or_else(|| things::tell(state, fact))
}

/// How an answer reads.
#[must_use]
pub fn answer(state: &State, ask: &Ask<Segments>, act: &Act) -> Option<Sentence> {
    questions::answer(state, ask.who, &ask.window, act)
}

/// The question of a window.
#[must_use]
pub fn question(state: &State, who: CreatureId, window: &Window) -> String {
    questions::question(state, who, window)
}

/// The name of an item by its number; `#12` if there is none.
#[must_use]
pub fn thing(state: &State, number: u16) -> String {
    item_name(state, ItemId(number))
}

/// The sentence of a fact with the way it reads to those who may not know the creature's numbers.
#[must_use]
pub fn veiled(state: &State, fact: &Fact, told: Sentence) -> Sentence {
    let without_numbers = pools::without_numbers(state, fact).map(|text| {
        if text.is_empty() {
            text
        } else {
            sentence(text)
        }
    });
    Sentence {
        without_numbers,
        ..told
    }
}

/// An event: a sentence with a capital and a full stop.
fn event(text: String, about: Vec<CreatureId>) -> Sentence {
    Sentence::event(sentence(text)).about(about)
}

/// The same, as a detail: it holds numbers that not everybody may know, or what goes without saying.
fn detail(text: String, about: Vec<CreatureId>) -> Sentence {
    Sentence::number(sentence(text)).about(about)
}
