//! "Did you mean ...?"

use crate::notation::closest;

/// A hint for an unknown word: the one that was meant, or else all that could be.
pub(super) fn hint(word: &str, known: &[&str]) -> Option<String> {
    match closest(word, known.iter().copied()) {
        Some(meant) => Some(format!("did you mean `{meant}`?")),
        None if known.is_empty() => None,
        None => Some(format!("known here: {}", known.join(", "))),
    }
}
