//! Reading acts from plain words: a cursor over words, and errors that suggest what was meant.

use thiserror::Error;

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

    /// An unknown word, with the closest of those that would have been understood.
    #[must_use]
    pub fn unknown<'w>(what: &str, word: &str, known: impl IntoIterator<Item = &'w str>) -> Self {
        Self {
            message: format!("`{word}` is no {what} here"),
            suggestion: closest(word, known),
        }
    }
}

/// The known word that is closest to `word`, if any is close.
#[must_use]
pub fn closest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<String> {
    let word = word.to_lowercase();
    known
        .into_iter()
        .map(|candidate| {
            (
                strsim::damerau_levenshtein(&word, &candidate.to_lowercase()),
                candidate,
            )
        })
        .filter(|(distance, candidate)| *distance <= 1 + candidate.len().min(word.len()) / 3)
        .min_by_key(|(distance, candidate)| (*distance, *candidate))
        .map(|(_, candidate)| candidate.to_owned())
}

/// A cursor over the words of one act.
#[derive(Clone, Debug)]
pub struct Words<'t> {
    rest: &'t str,
}

impl<'t> Words<'t> {
    /// A cursor at the start of `text`.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        Self { rest: text.trim() }
    }

    /// What has not been read.
    #[must_use]
    pub fn rest(&self) -> &'t str {
        self.rest
    }

    /// Whether everything was read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next word without taking it.
    #[must_use]
    pub fn peek(&self) -> Option<&'t str> {
        self.rest.split_whitespace().next()
    }

    /// Takes the next word.
    pub fn word(&mut self) -> Option<&'t str> {
        let word = self.peek()?;
        self.rest = self.rest[word.len()..].trim_start();
        Some(word)
    }

    /// Takes the next words if they are exactly these (several words may be asked for at once).
    pub fn take(&mut self, words: &str) -> bool {
        let Some(after) = self.rest.strip_prefix(words) else {
            return false;
        };
        if !(after.is_empty() || after.starts_with(char::is_whitespace)) {
            return false;
        }
        self.rest = after.trim_start();
        true
    }

    /// Takes the next word or says what is missing.
    ///
    /// # Errors
    /// If nothing is left.
    pub fn need(&mut self, what: &str) -> Result<&'t str, Unread> {
        self.word()
            .ok_or_else(|| Unread::new(format!("{what} is missing at the end")))
    }

    /// Takes a whole number.
    ///
    /// # Errors
    /// If it is missing or no number.
    pub fn number<T: std::str::FromStr>(&mut self, what: &str) -> Result<T, Unread> {
        let word = self.need(what)?;
        word.parse()
            .map_err(|_| Unread::new(format!("`{word}` is no {what}")))
    }

    /// Takes the longest name among `known` that stands here; names may have several words.
    ///
    /// # Errors
    /// If none does, with the closest one.
    pub fn name<'k>(
        &mut self,
        what: &str,
        known: impl IntoIterator<Item = &'k str> + Clone,
    ) -> Result<&'k str, Unread> {
        let mut best: Option<&'k str> = None;
        for candidate in known.clone() {
            if self.clone().take(candidate) && best.is_none_or(|best| candidate.len() > best.len())
            {
                best = Some(candidate);
            }
        }
        if let Some(best) = best {
            self.take(best);
            return Ok(best);
        }
        let word = self.need(what)?;
        Err(Unread::unknown(what, word, known))
    }

    /// Refuses words that were not understood.
    ///
    /// # Errors
    /// If anything is left.
    pub fn end(&self) -> Result<(), Unread> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(Unread::new(format!("`{}` was not understood", self.rest)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_name_is_taken() {
        let mut words = Words::new("ogre chief with club");
        assert_eq!(
            words.name("creature", ["ogre", "ogre chief"]),
            Ok("ogre chief")
        );
        assert!(words.take("with"));
        assert_eq!(words.rest(), "club");
    }

    #[test]
    fn unknown_words_get_a_suggestion() {
        let error = Words::new("orge")
            .name("creature", ["ogre", "garret"])
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "`orge` is no creature here; did you mean `ogre`?"
        );
    }

    #[test]
    fn a_prefix_of_a_word_is_not_that_word() {
        let mut words = Words::new("movement");
        assert!(!words.take("move"));
        assert!(words.end().is_err());
    }
}
