//! What an act means to a player who has not read the book.

use crate::id::RuleId;

/// What an act means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meaning {
    /// What stands in plain words for the beginning of the act as it is typed, where that is the book's or the notation's own: the typed
    /// beginning, and what is read in its place.
    pub instead: Option<(&'static str, &'static str)>,
    /// What it does, and what it takes besides its price, in a sentence or two.
    pub does: &'static str,
    /// The rule that it goes by.
    pub rule: RuleId,
}

impl Meaning {
    /// An act by that rule which does that.
    #[must_use]
    pub const fn of(rule: RuleId, does: &'static str) -> Self {
        Self {
            instead: None,
            does,
            rule,
        }
    }

    /// The same, `plain` being read where `typed` is typed.
    #[must_use]
    pub const fn instead(self, typed: &'static str, plain: &'static str) -> Self {
        Self {
            instead: Some((typed, plain)),
            ..self
        }
    }

    /// The act in plain words, from those that are typed; `None` where these are plain.
    #[must_use]
    pub fn plain(&self, words: &str) -> Option<String> {
        let (typed, plain) = self.instead?;
        let rest = words.strip_prefix(typed)?;
        Some(format!("{plain}{rest}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_what_is_typed_is_put_plainly() {
        let meaning = Meaning::of(RuleId(0), "Goes there.");
        assert_eq!(meaning.plain("square 3,4"), None);
        let meaning = meaning.instead("square", "step to");
        assert_eq!(meaning.plain("square 3,4").as_deref(), Some("step to 3,4"));
        assert_eq!(meaning.plain("pass"), None);
    }
}
