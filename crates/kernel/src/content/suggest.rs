//! "Did you mean ...?"

use crate::notation::closest;

/// A hint for an unknown word: the one that was meant, or else all that could be.
pub(super) fn hint(word: &str, known: &[&str]) -> Option<String> {
    let meant = closest(word, known.iter().copied());
    match meant.or_else(|| same_parts(word, known)) {
        Some(meant) => Some(format!("did you mean `{meant}`?")),
        None if known.is_empty() => None,
        None => Some(format!("known here: {}", known.join(", "))),
    }
}

/// The one that is made of the same words in another order: `hits_max` for `max_hits`.
fn same_parts(word: &str, known: &[&str]) -> Option<String> {
    let parts = |word: &str| {
        let mut parts: Vec<String> = word.split('_').map(str::to_lowercase).collect();
        parts.sort_unstable();
        parts
    };
    let wanted = parts(word);
    let found = known.iter().find(|known| parts(known) == wanted);
    found.map(|known| (*known).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_another_order_are_meant() {
        let known = ["strength", "hits_max", "mana"];
        let meant = hint("max_hits", &known);
        assert_eq!(meant.as_deref(), Some("did you mean `hits_max`?"));
        let near = hint("strenght", &known);
        assert_eq!(near.as_deref(), Some("did you mean `strength`?"));
        let far = hint("quickness", &known);
        assert_eq!(far.as_deref(), Some("known here: strength, hits_max, mana"));
    }
}
