//! "Did you mean ...?"

/// The candidate most like a word somebody typed, when one is like it at all.
///
/// Of two equally like candidates the earlier one is given.
pub fn closest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let typed = word.to_lowercase();
    // A third of the letters may be wrong, and one letter always may.
    let tolerated = (typed.chars().count() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let distance = strsim::damerau_levenshtein(&typed, &candidate.to_lowercase());
        if distance <= tolerated && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// A hint for an unknown word: the one that was meant, or else all that could be.
pub(super) fn hint(word: &str, known: &[&str]) -> Option<String> {
    match closest(word, known.iter().copied()) {
        Some(meant) => Some(format!("did you mean `{meant}`?")),
        None if known.is_empty() => None,
        None => Some(format!("known here: {}", known.join(", "))),
    }
}
