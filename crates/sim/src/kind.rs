//! Of what kind an act is: the words it begins with, as people say it.

/// Words after which an act says with what, at whom or where.
const ABOUT: [&str; 25] = [
    "against",
    "and",
    "as",
    "at",
    "by",
    "for",
    "from",
    "hampering",
    "in",
    "into",
    "of",
    "on",
    "over",
    "paying",
    "straight",
    "the",
    "then",
    "through",
    "to",
    "toward",
    "until",
    "using",
    "via",
    "when",
    "with",
];

/// The most words that a kind has.
const WORDS_MAX: usize = 4;

/// The kind of an act from its words: what stands before anything that it is about. `begins_with_name` knows the creatures.
pub(crate) fn kind(act: &str, begins_with_name: impl Fn(&str) -> bool) -> String {
    let mut rest = act.trim_start_matches(|sign: char| !sign.is_alphabetic());
    let mut kind = String::new();
    for _ in 0..WORDS_MAX {
        let end = rest.find(' ').unwrap_or(rest.len());
        let word = &rest[..end];
        let is_about = ABOUT.contains(&word) || !word.starts_with(char::is_alphabetic);
        if word.is_empty() || !kind.is_empty() && (is_about || begins_with_name(rest)) {
            break;
        }
        if !kind.is_empty() {
            kind.push(' ');
        }
        let plain = word.trim_end_matches([':', ',']);
        kind.push_str(plain);
        if plain.len() < word.len() {
            break;
        }
        rest = rest[end..].trim_start();
    }
    kind
}

/// Whether a text begins with the name as a whole, in letters of any case.
pub(crate) fn begins_with(text: &str, name: &str) -> bool {
    let head = text.get(..name.len());
    let tail = text.get(name.len()..).unwrap_or_default();
    head.is_some_and(|head| head.eq_ignore_ascii_case(name))
        && !tail.starts_with(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_what_stands_before_what_it_is_about() {
        let names = ["ogre", "Old Maren"];
        let known = |text: &str| names.iter().any(|name| begins_with(text, name));
        for (act, expected) in [
            ("strike ogre with glaive at head", "strike"),
            ("quick strike ogre with dagger", "quick strike"),
            ("cast fire bolt at ogre", "cast fire bolt"),
            ("mount old maren", "mount"),
            ("move to 4,7", "move"),
            ("move 4,7 5,7", "move"),
            ("pick up #3", "pick up"),
            ("end turn", "end turn"),
            ("race ogre, old maren: attack ogre", "race"),
            ("challenge: attack ogre", "challenge"),
            ("on-guard with parry", "on-guard"),
            ("10 ft", "ft"),
            ("", ""),
        ] {
            assert_eq!(kind(act, known), expected, "{act}");
        }
    }
}
