//! The rules of a system in words.

use std::ops::Range;

use affray_kernel::catalogue::{Catalogue, Rule};
use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

/// A rule in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS, JsonSchema)]
pub struct RuleText {
    /// Its id.
    pub id: String,
    /// What it says.
    pub text: String,
    /// Its formula, if it has one.
    pub formula: Option<String>,
    /// What is done where the book leaves something open.
    pub ruling: Option<String>,
}

impl From<&Rule> for RuleText {
    fn from(rule: &Rule) -> Self {
        Self {
            id: rule.id.clone(),
            text: rule.text.clone(),
            formula: rule.formula.clone(),
            ruling: rule.ruling.clone(),
        }
    }
}

/// How words begin that players type for the same thing, whatever it is called in a system: where one of them is looked for, the others are
/// found as well.
const SAME: &[&[&str]] = &[
    &["hit point", "hp", "health", "stamina"],
    &["grab", "grappl", "wrestl"],
    &["heal", "recovery"],
];

/// So short words are part of too many others: they are looked for as whole words.
const SHORT: usize = 2;

/// What ends the words that take `es` where they are many.
const HISSING: &[&str] = &["ss", "us", "x", "ch", "sh", "o"];

/// Rules whose id begins with the query, or that contain all of its words, in whatever number they stand; those with the words in their id
/// come first, and those that only have other words for the same last.
pub(crate) fn search(catalogue: &Catalogue, query: &str) -> Vec<RuleText> {
    let query = query.trim().to_lowercase();
    let wanted = Wanted::of(&query);
    let mut found: Vec<(u8, &Rule)> = catalogue
        .rules
        .iter()
        .filter_map(|rule| Some((wanted.rank(&query, rule)?, rule)))
        .collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, rule)| rule.into()).collect()
}

/// What is looked for.
struct Wanted {
    /// The words as they are typed, each in the forms by which it is found in either number.
    words: Vec<Vec<String>>,
    /// The same, each with others that mean the same.
    meant: Vec<Vec<String>>,
}

impl Wanted {
    fn of(query: &str) -> Self {
        let text = query.replace('-', " ");
        Self {
            words: text.split_whitespace().map(forms).collect(),
            meant: meant(&text),
        }
    }

    /// How well a rule fits, from 0 on, if it does.
    fn rank(&self, query: &str, rule: &Rule) -> Option<u8> {
        let id = rule.id.to_lowercase();
        if id.starts_with(query) {
            return Some(0);
        }
        let name = id.replace('-', " ");
        let text = text_of(rule);
        let fits = [
            has_all(&name, &self.words),
            has_all(&text, &self.words),
            has_all(&name, &self.meant),
            has_all(&text, &self.meant),
        ];
        (1..)
            .zip(fits)
            .find_map(|(rank, fits)| fits.then_some(rank))
    }
}

/// All that a rule says, its name included.
fn text_of(rule: &Rule) -> String {
    let texts = [
        Some(&rule.id),
        Some(&rule.text),
        rule.ruling.as_ref(),
        rule.formula.as_ref(),
    ];
    let all: Vec<String> = texts
        .into_iter()
        .flatten()
        .map(|text| text.to_lowercase())
        .collect();
    all.join("\n").replace('-', " ")
}

/// Whether one of each stands there.
fn has_all(text: &str, words: &[Vec<String>]) -> bool {
    words
        .iter()
        .all(|forms| forms.iter().any(|word| has(text, word)))
}

/// Whether a word stands there, or begins or ends another one.
fn has(text: &str, word: &str) -> bool {
    if word.len() > SHORT {
        return text.contains(word);
    }
    text.split(|sign: char| !sign.is_alphanumeric())
        .any(|whole| whole == word)
}

/// How a word begins for one of its kind and for many: an ally and allies, a push and pushes.
fn forms(word: &str) -> Vec<String> {
    let with = |stem: &str, ends: [&str; 2]| ends.map(|end| format!("{stem}{end}")).to_vec();
    let ending = |end| {
        let stem: Option<&str> = word.strip_suffix(end);
        stem.filter(|stem| stem.len() >= SHORT)
    };
    let hisses = |stem: &&str| HISSING.iter().any(|end| stem.ends_with(end));
    if let Some(stem) = ending("ies").or_else(|| ending("y")) {
        return with(stem, ["y", "ie"]);
    }
    if let Some(stem) = ending("es").filter(hisses) {
        return with(stem, ["", "e"]);
    }
    let is_one = ["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    let one = ending("s").filter(|stem| stem.len() > SHORT && !is_one);
    vec![one.unwrap_or(word).to_owned()]
}

/// The words of a text, each with those that mean the same; several may mean one thing together.
fn meant(text: &str) -> Vec<Vec<String>> {
    let mut rest = text.to_owned();
    let mut found = Vec::new();
    for same in SAME {
        if let Some(typed) = same.iter().find_map(|word| typed(&rest, word)) {
            rest.replace_range(typed, " ");
            found.push(same.iter().map(|word| (*word).to_owned()).collect());
        }
    }
    found.extend(rest.split_whitespace().map(forms));
    found
}

/// Where words of a text begin so, up to the end of the last one.
fn typed(text: &str, beginning: &str) -> Option<Range<usize>> {
    let is_begun = |at: &usize| {
        text[..*at]
            .chars()
            .next_back()
            .is_none_or(char::is_whitespace)
    };
    let mut places = text.match_indices(beginning).map(|(at, _)| at);
    let start = places.find(is_begun)?;
    let end = start + beginning.len();
    let rest = text[end..].find(char::is_whitespace);
    let end = rest.map_or(text.len(), |rest| end + rest);
    let is_whole = end == start + beginning.len();
    (is_whole || beginning.len() > SHORT).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use affray_kernel::System as _;
    use affray_threeaction::ThreeAction;

    use super::search;

    fn ids(query: &str) -> Vec<String> {
        let found = search(ThreeAction::catalogue(), query);
        found.into_iter().map(|rule| rule.id).collect()
    }

    #[test]
    fn what_is_named_comes_first() {
        let found = ids("bleeding");
        assert!(found[0].starts_with("bleeding"), "{found:?}");
        assert_eq!(ids("").len(), ThreeAction::catalogue().rules.len());
        assert_eq!(ids("no such words"), [""; 0]);
    }

    #[test]
    fn words_are_found_in_either_number_and_order_and_with_hyphens_or_without() {
        assert_eq!(ids("grapples"), ids("grapple"));
        for (many, one) in [("allies", "ally"), ("pushes", "push"), ("bonuses", "bonus")] {
            assert_eq!(ids(many), ids(one));
            assert!(!ids(many).is_empty(), "{many}");
        }
        assert!(ids("allies").len() < ids("all").len());
        assert_eq!(ids("critical hits"), ids("hit critical"));
        assert!(!ids("critical hits").is_empty());
        assert_eq!(ids("melee-attacks"), ids("melee attack"));
    }

    #[test]
    fn what_is_called_something_else_is_found_too() {
        let hp = ids("HP");
        assert!(hp.len() > 10, "{hp:?}");
        for other in ["hit points", "Hit point", "health"] {
            assert_eq!(ids(other).len(), hp.len(), "{other}");
        }
        let grab = ids("grabbing");
        assert!(grab.iter().any(|id| id.contains("grapple")), "{grab:?}");
    }
}
