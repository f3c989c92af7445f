//! Acts in plain words: a cursor over words, the nouns of a fight, and errors that suggest what was meant.
//!
//! A system gives its nouns ([`Nouns`]) and says how each act reads ([`Notation`]); what names mean, whose things are meant first
//! and which words are shortest is decided here, the same for all systems.

mod correction;
mod known;
mod namer;
mod nouns;
mod phrase;
mod reader;
#[cfg(test)]
mod tests;
mod words;

use thiserror::Error;

pub use correction::{Corrections, correction, no_more_than, settable};
pub use known::Unknown;
pub use namer::{Namer, quote};
pub(crate) use nouns::creature_names;
pub use nouns::{Nouns, Thing, Wanted, Whereabouts, is_ordinal, item_name, name_among};
pub use phrase::Phrase;
pub use reader::Reader;
pub(crate) use words::key;
pub use words::{Words, of_word, word_of};

use crate::id::CreatureId;

/// Words that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}{}", .suggestion.as_ref().map(|word| format!("; did you mean `{word}`?")).unwrap_or_default())]
pub struct Unread {
    /// What is wrong.
    pub message: String,
    /// The word that was perhaps meant.
    pub suggestion: Option<String>,
}

impl Unread {
    /// An error without a suggestion.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            suggestion: None,
        }
    }

    /// An unknown word, with the closest of those that would have been understood; with all of them for a `?`.
    #[must_use]
    pub fn unknown<'w>(what: &str, word: &str, known: impl IntoIterator<Item = &'w str>) -> Self {
        if word == "?" {
            return Self::new(one_of(known));
        }
        Self {
            message: format!("`{word}` is no {what} here"),
            suggestion: closest(word, known),
        }
    }

    /// A word that is missing, with all that would have been understood.
    #[must_use]
    pub fn missing<'w>(what: &str, known: impl IntoIterator<Item = &'w str>) -> Self {
        let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) {
            "an"
        } else {
            "a"
        };
        let known = one_of(known);
        Self::new(format!("{article} {what} is missing at the end: {known}"))
    }
}

/// `one of hp, energy or sneak`.
fn one_of<'w>(known: impl IntoIterator<Item = &'w str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match known.as_slice() {
        [most @ .., last] if !most.is_empty() => format!("one of {} or {last}", most.join(", ")),
        known => known.concat(),
    }
}

/// The known words that are closest to `word`, if any are close. One that begins with it is close as well: `long` to `long sword`.
#[must_use]
pub fn closest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<String> {
    let word = word.to_lowercase();
    known
        .into_iter()
        .filter_map(|candidate| {
            let distance = distance(&word, &candidate.to_lowercase())?;
            Some((distance, candidate))
        })
        .min_by_key(|(distance, candidate)| (*distance, *candidate))
        .map(|(_, candidate)| candidate.to_owned())
}

/// How many letters differ, if these are not too many: from the whole candidate, or, being stricter, from its beginning of as many words.
fn distance(word: &str, candidate: &str) -> Option<usize> {
    let words = word.split_whitespace().count();
    let mut ends = candidate.match_indices(' ').map(|(end, _)| end);
    let beginning = ends
        .nth(words.saturating_sub(1))
        .map_or(candidate, |end| &candidate[..end]);
    let most = 1 + candidate.len().min(word.len()) / 3;
    let most_of_beginning = word.len() / 5;
    let letters = word.chars().count();
    [(candidate, most), (beginning, most_of_beginning)]
        .into_iter()
        // As many letters differ at least as one is longer: a word without end is not compared letter by letter.
        .filter(|(known, most)| known.chars().count().abs_diff(letters) <= *most)
        .filter_map(|(known, most)| {
            let distance = strsim::damerau_levenshtein(word, known);
            (distance <= most).then_some(distance)
        })
        .min()
}

/// How the acts of a system are written and read.
pub trait Notation: Nouns + Sized {
    /// The acts.
    type Act: PartialEq;

    /// The act in words.
    fn print(namer: Namer<'_, Self>, act: &Self::Act) -> String;

    /// Takes an act.
    ///
    /// # Errors
    /// What was not understood, with a suggestion.
    fn read(reader: &mut Reader<'_, '_, Self>) -> Result<Self::Act, Unread>;
}

/// The act in the words of `who`, whose own things need no further name. [`parse_for`] for the same creature reads it back.
#[must_use]
pub fn print_for<N: Notation>(nouns: &N, who: Option<CreatureId>, act: &N::Act) -> String {
    [Namer::by_name(nouns, who), Namer::with_numbers(nouns, who)]
        .into_iter()
        .map(|namer| N::print(namer, act))
        .find(|words| parse_for(nouns, who, words).as_ref() == Ok(act))
        .unwrap_or_else(|| N::print(Namer::by_number(nouns, who), act))
}

/// The act in the words of a sentence, with articles: `attack the ogre with a longsword`. Such words are read by people and not read back.
#[must_use]
pub fn prose_for<N: Notation>(nouns: &N, who: Option<CreatureId>, act: &N::Act) -> String {
    N::print(Namer::in_prose(nouns, who), act)
}

/// Reads an act from the words of `who`: its own things are meant first.
///
/// # Errors
/// What was not understood, with a suggestion.
pub fn parse_for<N: Notation>(
    nouns: &N,
    who: Option<CreatureId>,
    text: &str,
) -> Result<N::Act, Unread> {
    read_all(Reader::new(nouns, who, text))
}

/// As [`parse_for`], from the words of somebody who does not know of everything.
///
/// # Errors
/// What was not understood, with a suggestion of nothing unknown.
pub fn parse_knowing<N: Notation>(
    nouns: &N,
    who: Option<CreatureId>,
    unknown: &Unknown,
    text: &str,
) -> Result<N::Act, Unread> {
    read_all(Reader::knowing(nouns, who, Some(unknown), text))
}

fn read_all<N: Notation>(mut reader: Reader<'_, '_, N>) -> Result<N::Act, Unread> {
    let act = N::read(&mut reader)?;
    reader.end()?;
    Ok(act)
}
