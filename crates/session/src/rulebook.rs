//! The rules of a system in words.

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

/// Rules whose id begins with the query, or that contain all of its words; those with the words in their id come first.
pub(crate) fn search(catalogue: &Catalogue, query: &str) -> Vec<RuleText> {
    let query = query.trim().to_lowercase();
    let words: Vec<&str> = query.split_whitespace().collect();
    let rank = |rule: &Rule| {
        let id = rule.id.to_lowercase();
        if id.starts_with(&query) {
            return Some(0);
        }
        if words.iter().all(|word| id.contains(word)) {
            return Some(1);
        }
        let texts = [
            Some(&rule.text),
            rule.ruling.as_ref(),
            rule.formula.as_ref(),
        ];
        let all = texts
            .into_iter()
            .flatten()
            .fold(id, |all, text| format!("{all} {}", text.to_lowercase()));
        words.iter().all(|word| all.contains(word)).then_some(2)
    };
    let mut found: Vec<(i32, &Rule)> = catalogue
        .rules
        .iter()
        .filter_map(|rule| Some((rank(rule)?, rule)))
        .collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, rule)| rule.into()).collect()
}
