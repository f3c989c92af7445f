//! A cursor over words.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Unread;

/// A cursor over the words of one act. Capitals make no difference.
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

    /// Goes on at `rest`, a later part of the same text.
    pub fn jump_to(&mut self, rest: &'t str) {
        self.rest = rest.trim();
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

    /// Takes these words if they stand here, whatever their capitals and spaces.
    pub fn take(&mut self, words: &str) -> bool {
        match after(self.rest, words, "") {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Takes these words or says that they are missing.
    ///
    /// # Errors
    /// If something else or nothing stands here.
    pub fn expect(&mut self, words: &str) -> Result<(), Unread> {
        if self.take(words) {
            return Ok(());
        }
        Err(match self.peek() {
            Some(found) => Unread::new(format!("expected `{words}` before `{found}`")),
            None => Unread::new(format!("`{words}` is missing at the end")),
        })
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
        let (how, digits) = match word.strip_prefix('-') {
            Some(digits) => ("less", digits),
            None => ("more", word.strip_prefix('+').unwrap_or(word)),
        };
        let is_number = !digits.is_empty() && digits.bytes().all(|sign| sign.is_ascii_digit());
        word.parse().map_err(|_| {
            Unread::new(if is_number {
                format!("`{word}` is {how} than is counted here")
            } else {
                format!("`{word}` is no {what}")
            })
        })
    }

    /// Takes a number after a sign such as `#`, if one stands here.
    pub fn marked(&mut self, sign: char) -> Option<u16> {
        let number = self.peek()?.strip_prefix(sign)?.parse().ok()?;
        self.word();
        Some(number)
    }

    /// Takes a number of feet (`10 ft`), if one stands here.
    pub fn feet(&mut self) -> Option<i16> {
        let mut ahead = self.clone();
        let feet = ahead.number("number of feet").ok()?;
        if !ahead.take("ft") && !ahead.take("feet") {
            return None;
        }
        *self = ahead;
        Some(feet)
    }

    /// Takes a number of something that has a singular and a plural (`2 hands`).
    ///
    /// # Errors
    /// If it is missing or no number.
    pub fn count_of<T: std::str::FromStr>(
        &mut self,
        singular: &str,
        plural: &str,
    ) -> Result<T, Unread> {
        let number = self.number(&format!("number of {plural}"))?;
        if !self.take(plural) {
            self.expect(singular)?;
        }
        Ok(number)
    }

    /// Takes words in quotes, if they stand here.
    ///
    /// # Errors
    /// If the quotes are not closed.
    pub fn quoted(&mut self) -> Result<Option<String>, Unread> {
        if !self.rest.starts_with('"') {
            return Ok(None);
        }
        let mut stream = serde_json::Deserializer::from_str(self.rest).into_iter::<String>();
        match stream.next() {
            Some(Ok(words)) => {
                let read = stream.byte_offset();
                self.jump_to(&self.rest[read..]);
                Ok(Some(words))
            }
            _ => Err(Unread::new("the quotation marks are not closed")),
        }
    }

    /// Takes the longest of these names that stands here, if any does: its place in the list.
    pub fn longest<'k>(&mut self, names: impl IntoIterator<Item = &'k str>) -> Option<usize> {
        let (place, rest) = longest(self.rest, names, "")?;
        self.rest = rest;
        Some(place)
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
        let found = self
            .longest(known.clone())
            .and_then(|place| known.clone().into_iter().nth(place));
        match found {
            Some(name) => Ok(name),
            None => Err(Unread::unknown(what, self.need(what)?, known)),
        }
    }

    /// Takes one of these words and gives what it stands for. Longer words stand before their own beginnings.
    ///
    /// # Errors
    /// If none stands here, with the closest one.
    pub fn one_of<T: Clone>(&mut self, what: &str, known: &[(&str, T)]) -> Result<T, Unread> {
        match self.maybe_one_of(known) {
            Some(found) => Ok(found),
            None => Err(self.none_of(what, known.iter().map(|(word, _)| *word))),
        }
    }

    /// What is wrong where none of the known words stands: a word that is none of them, or that one is missing.
    pub fn none_of<'w>(&mut self, what: &str, known: impl IntoIterator<Item = &'w str>) -> Unread {
        match self.word() {
            Some(word) => Unread::unknown(what, word, known),
            None => Unread::missing(what, known),
        }
    }

    /// Takes one of these words, if one stands here. Longer words stand before their own beginnings.
    pub fn maybe_one_of<T: Clone>(&mut self, known: &[(&str, T)]) -> Option<T> {
        let found = known.iter().find(|(words, _)| self.take(words));
        found.map(|(_, value)| value.clone())
    }

    /// Takes `yes` or `no`.
    ///
    /// # Errors
    /// If neither stands here.
    pub fn yes_or_no(&mut self) -> Result<bool, Unread> {
        if self.take("true") || self.take("yes") {
            return Ok(true);
        }
        if self.take("false") || self.take("no") {
            return Ok(false);
        }
        let word = self.need("`yes` or `no`")?;
        Err(Unread::unknown("yes or no", word, ["yes", "no"]))
    }

    /// Takes `yes` or `no`; nothing more means yes.
    ///
    /// # Errors
    /// If something else stands here.
    pub fn yes_unless_said(&mut self) -> Result<bool, Unread> {
        if self.is_empty() {
            Ok(true)
        } else {
            self.yes_or_no()
        }
    }

    /// Takes a value by its own word, in one (`on-fire`, `on_fire`) or several (`on fire`).
    ///
    /// # Errors
    /// If none of the `known` words stands here, with the closest one.
    pub fn value<T: DeserializeOwned>(
        &mut self,
        what: &str,
        known: &[&'static str],
    ) -> Result<T, Unread> {
        let mut ahead = self.clone();
        if let Some(value) = ahead.word().and_then(of_word) {
            *self = ahead;
            return Ok(value);
        }
        let spaced: Vec<String> = known.iter().map(|word| word.replace('-', " ")).collect();
        if let Some(place) = self.longest(spaced.iter().map(String::as_str))
            && let Some(value) = of_word(known[place])
        {
            return Ok(value);
        }
        Err(self.none_of(what, known.iter().copied()))
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

/// The name of a value as paths write it: `hit_points` for `Hit-Points`.
pub(crate) fn key(word: &str) -> String {
    word.to_lowercase().replace('-', "_")
}

/// The value whose own word this is, written with `-` or `_`.
#[must_use]
pub fn of_word<T: DeserializeOwned>(word: &str) -> Option<T> {
    let word = word.to_lowercase().replace('_', "-");
    serde_json::from_value(Value::String(word)).ok()
}

/// A value's own word, as files write it; `None` where it is more than a word.
#[must_use]
pub fn word_of(value: &impl Serialize) -> Option<String> {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => Some(word),
        _ => None,
    }
}

/// What stands after `name` and `suffix` in `text`, whatever their capitals, if they stand there as whole words.
fn after<'t>(text: &'t str, name: &str, suffix: &str) -> Option<&'t str> {
    if begin_differently(text, name) {
        return None;
    }
    let mut rest = text;
    let mut parts = name.split_whitespace().peekable();
    parts.peek()?;
    while let Some(part) = parts.next() {
        let word = rest.split_whitespace().next()?;
        let same = if parts.peek().is_none() && !suffix.is_empty() {
            is_same_word(word.strip_suffix(suffix)?, part)
        } else {
            is_same_word(word, part)
        };
        if !same {
            return None;
        }
        rest = rest.trim_start()[word.len()..].trim_start();
    }
    Some(rest)
}

/// Whether two texts begin with different letters, which is seen without looking for where words end; of most names a text begins with none.
fn begin_differently(text: &str, name: &str) -> bool {
    match (text.as_bytes().first(), name.as_bytes().first()) {
        (Some(one), Some(other)) => {
            one.is_ascii_graphic() && other.is_ascii_graphic() && !one.eq_ignore_ascii_case(other)
        }
        _ => false,
    }
}

/// Whether two words are the same but for their capitals.
fn is_same_word(one: &str, other: &str) -> bool {
    if one.is_ascii() && other.is_ascii() {
        return one.eq_ignore_ascii_case(other);
    }
    one.to_lowercase() == other.to_lowercase()
}

/// The longest of the names that stands at the start of `text`: its place in the list, and what comes after it.
pub(super) fn longest<'t, 'k>(
    text: &'t str,
    names: impl IntoIterator<Item = &'k str>,
    suffix: &str,
) -> Option<(usize, &'t str)> {
    let mut best: Option<(usize, &'t str, bool)> = None;
    for (place, name) in names.into_iter().enumerate() {
        let Some(rest) = after(text, name, suffix) else {
            continue;
        };
        let exact = text.starts_with(name);
        let better = best.is_none_or(|(_, other, other_exact)| {
            rest.len() < other.len() || (rest.len() == other.len() && exact && !other_exact)
        });
        if better {
            best = Some((place, rest, exact));
        }
    }
    best.map(|(place, rest, _)| (place, rest))
}
