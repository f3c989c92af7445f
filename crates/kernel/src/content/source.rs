//! A text with the name people know it by.

use std::borrow::Cow;

/// A text to be read, and the name to show when something is wrong in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// What to call the text in messages: usually the path of the file as the user gave it.
    pub name: String,
    /// The whole text.
    pub text: Cow<'static, str>,
}

impl Source {
    /// A text and its name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: Cow::Owned(text.into()),
        }
    }

    /// A text that the program carries: it is read where it lies.
    #[must_use]
    pub fn carried(name: &'static str, text: &'static str) -> Self {
        Self {
            name: name.to_owned(),
            text: Cow::Borrowed(text),
        }
    }

    /// The line and the column of a byte of the text, both counted from 1, columns in characters.
    /// A place beyond the end of the text counts as its end.
    #[must_use]
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let before = &self.text[..self.text.floor_char_boundary(byte)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        (line, before[line_start..].chars().count() + 1)
    }
}
