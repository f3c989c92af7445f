//! Small words for sentences: names with articles, lists, capitals, numbers.

/// A creature in a sentence: `the ogre` or `the old ogre` where it is named after its kind, `Garret` where the name is its own; `Ogre 2` needs no article
/// either.
#[must_use]
pub fn the(name: &str, kind: &str) -> String {
    if name.starts_with("the ") {
        return name.to_owned();
    }
    let mut words = name.split_whitespace();
    let first = words.next().unwrap_or_default();
    let last = words.next_back().unwrap_or(first);
    let after_kind = kind
        .split_whitespace()
        .any(|word| word == first || word == last);
    let numbered = name.ends_with(|sign: char| sign.is_ascii_digit());
    if after_kind && !numbered && first.starts_with(char::is_lowercase) {
        format!("the {name}")
    } else {
        capital(name.to_owned())
    }
}

/// A thing with the indefinite article; plural names and names with a capital take none.
#[must_use]
pub fn with_article(name: &str) -> String {
    if is_plural(name) || !name.starts_with(char::is_lowercase) {
        return name.to_owned();
    }
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {name}")
}

/// That a side has won: `the guards win` where its name is a plural, `the blue side wins` otherwise, `Hillwatch wins` where the name is
/// its own.
#[must_use]
pub fn side_wins(name: &str) -> String {
    let plural = is_plural(name);
    let article = if name.starts_with(char::is_lowercase) {
        "the "
    } else {
        ""
    };
    let (side, verb) = match (plural, article.is_empty()) {
        (true, _) => ("", "win"),
        (false, false) => (" side", "wins"),
        (false, true) => ("", "wins"),
    };
    format!("{article}{name}{side} {verb}")
}

/// Whether a name reads as a plural.
fn is_plural(name: &str) -> bool {
    name.ends_with('s') && !name.ends_with("ss")
}

/// The same text with a capital at its beginning.
#[must_use]
pub fn capital(text: String) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if first.is_lowercase() => first.to_uppercase().chain(letters).collect(),
        _ => text,
    }
}

/// A sentence: with a capital and a full stop.
#[must_use]
pub fn sentence(text: String) -> String {
    let mut text = capital(text);
    if !text.ends_with(['.', '!', '?', '"']) {
        text.push('.');
    }
    text
}

/// `1 Action`, `2 Actions`.
#[must_use]
pub fn count(number: i32, noun: &str) -> String {
    if number == 1 {
        format!("1 {noun}")
    } else {
        format!("{} {noun}s", signed(number))
    }
}

/// A number with a real minus sign.
#[must_use]
pub fn signed(number: i32) -> String {
    if number < 0 {
        format!("−{}", number.unsigned_abs())
    } else {
        number.to_string()
    }
}

/// A number as it is added: `+3`, `−1`, `+0`.
#[must_use]
pub fn with_sign(number: i32) -> String {
    if number < 0 {
        signed(number)
    } else {
        format!("+{number}")
    }
}

/// What there is to say, side by side: `light, d6 damage`.
#[must_use]
pub fn side_by_side(parts: impl IntoIterator<Item = Option<String>>) -> String {
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(", ")
}

/// `one`, `one and two`, `one, two and three`.
#[must_use]
pub fn list(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_named_after_their_kind_take_an_article() {
        for (name, kind, words) in [
            ("ogre", "ogre", "the ogre"),
            ("ogre 2", "ogre", "Ogre 2"),
            ("grave spider", "giant spider", "the grave spider"),
            ("the shade", "shade", "the shade"),
            ("the pale one", "shade", "the pale one"),
            ("Garret", "fighter", "Garret"),
            ("garret", "fighter", "Garret"),
        ] {
            assert_eq!(the(name, kind), words);
        }
        for (side, words) in [
            ("guards", "the guards win"),
            ("blue", "the blue side wins"),
            ("wilderness", "the wilderness side wins"),
            ("Hillwatch", "Hillwatch wins"),
            ("Red Sails", "Red Sails win"),
            ("1", "1 wins"),
        ] {
            assert_eq!(side_wins(side), words);
        }
        assert_eq!(with_article("axe"), "an axe");
        assert_eq!(with_article("bolas"), "bolas");
    }

    #[test]
    fn sentences_begin_with_a_capital_and_end_with_a_stop() {
        assert_eq!(sentence("élan fails".to_owned()), "Élan fails.");
        assert_eq!(sentence("who?".to_owned()), "Who?");
        assert_eq!(count(-2, "Action"), "−2 Actions");
        let parts = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(list(&parts), "a, b and c");
        assert_eq!(list(&parts[..1]), "a");
    }
}
