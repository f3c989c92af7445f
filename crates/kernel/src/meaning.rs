//! What an act means to a player who has not read the book.

use crate::id::RuleId;

/// What an act means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meaning {
    /// What stands before an act that is done in a way of its own, as a challenge: as it is typed, and what is read in its place.
    pub before: Option<(&'static str, &'static str)>,
    /// What stands in plain words for the beginning of the act as it is typed, where that is the book's or the notation's own: the typed
    /// beginning, and what is read in its place.
    pub instead: Option<(&'static str, &'static str)>,
    /// What stands in plain words for words further on in it: those that are typed, and what is read in their place.
    pub within: &'static [(&'static str, &'static str)],
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
            before: None,
            instead: None,
            within: &[],
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

    /// The same, done in a way that is typed before it: `plain` is read where `typed` is typed.
    #[must_use]
    pub const fn behind(self, typed: &'static str, plain: &'static str) -> Self {
        Self {
            before: Some((typed, plain)),
            ..self
        }
    }

    /// The same, each second word being read where the first is typed last.
    #[must_use]
    pub const fn within(self, within: &'static [(&'static str, &'static str)]) -> Self {
        Self { within, ..self }
    }

    /// The act in plain words, from those that are typed; `None` where these are plain.
    #[must_use]
    pub fn plain(&self, words: &str) -> Option<String> {
        let before = self.before.and_then(|(typed, plain)| {
            let rest = words.strip_prefix(typed)?;
            Some((plain, rest))
        });
        let (before, act) = before.unwrap_or(("", words));
        let beginning = self.instead.and_then(|(typed, plain)| {
            let rest = act.strip_prefix(typed)?;
            Some(format!("{before}{plain}{rest}"))
        });
        let mut plain = beginning.unwrap_or_else(|| format!("{before}{act}"));
        for (typed, read) in self.within {
            if let Some(at) = plain.rfind(typed) {
                plain.replace_range(at..at + typed.len(), read);
            }
        }
        (plain != words).then_some(plain)
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

    #[test]
    fn an_act_behind_something_is_put_plainly_with_it() {
        let meaning = Meaning::of(RuleId(0), "Takes it in hand.").instead("equip", "take in hand");
        let meaning = meaning.behind("haste: ", "In haste: ");
        let plain = |words| meaning.plain(words);
        assert_eq!(
            plain("haste: equip bow").as_deref(),
            Some("In haste: take in hand bow")
        );
        assert_eq!(plain("haste: defend").as_deref(), Some("In haste: defend"));
        assert_eq!(plain("equip bow").as_deref(), Some("take in hand bow"));
    }

    #[test]
    fn what_is_typed_further_on_is_put_plainly() {
        let meaning = Meaning::of(RuleId(0), "Casts it.");
        let meaning = meaning.within(&[(" effect ", " with Effect "), (" range ", ", Range ")]);
        let plain = |words| meaning.plain(words);
        assert_eq!(
            plain("cast effect at 3,4 effect 2 range 1").as_deref(),
            Some("cast effect at 3,4 with Effect 2, Range 1")
        );
        assert_eq!(
            plain("cast fog effect 2").as_deref(),
            Some("cast fog with Effect 2")
        );
        assert_eq!(plain("pass"), None);
    }
}
