//! Whole books of worked examples, and which rules they exercise.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::page::Page;
use super::run::{CaseReport, run_case};
use crate::content::Source;
use crate::id::RuleId;
use crate::system::System;

/// What came of a set of pages.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// Everything that is wrong, each as `page:line: message`.
    pub failures: Vec<String>,
    /// How many cases were run.
    pub cases: usize,
    /// The rules that the cases exercise.
    pub cited: BTreeSet<RuleId>,
}

impl Book {
    /// All failures as one text, empty if there are none.
    #[must_use]
    pub fn complaint(&self) -> String {
        let mut text = String::new();
        for failure in &self.failures {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{failure}");
        }
        text
    }
}

/// Runs every case of the pages; `library` is the content that scenarios may refer to.
#[must_use]
pub fn run_pages<S: System>(pages: &[Source], library: &[Source]) -> Book {
    let mut book = Book::default();
    for source in pages {
        let page = match Page::parse(source.clone()) {
            Ok(page) => page,
            Err(problems) => {
                let lines = problems.to_string();
                book.failures.extend(lines.lines().map(str::to_owned));
                continue;
            }
        };
        for case in &page.cases {
            let report = run_case::<S>(&page, case, library);
            book.cases += 1;
            for failure in report.failures {
                book.failures.push(format!(
                    "{}:{}: [{}] {}",
                    source.name, failure.line, case.title, failure.message
                ));
            }
            book.cited.extend(report.cited);
        }
    }
    book
}

/// Which of a system's rules are exercised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coverage {
    /// The rules cited, in the order of the catalogue.
    pub cited: Vec<RuleId>,
    /// The binding rules that are not.
    pub missing: Vec<RuleId>,
    /// How many rules are binding.
    pub binding: usize,
}

/// Which rules the reports exercise, and which binding ones they do not.
#[must_use]
pub fn coverage<S: System>(reports: &[CaseReport]) -> Coverage {
    let cited = reports
        .iter()
        .flat_map(|report| report.cited.iter().copied())
        .collect();
    covered::<S>(&cited)
}

/// The same for a set of rules that were cited.
#[must_use]
pub fn covered<S: System>(cited: &BTreeSet<RuleId>) -> Coverage {
    let binding = || {
        S::catalogue()
            .rules
            .iter()
            .enumerate()
            .filter(|(_, rule)| rule.kind.binding())
            .map(|(index, _)| RuleId(index as u16))
    };
    Coverage {
        cited: cited.iter().copied().collect(),
        missing: binding().filter(|rule| !cited.contains(rule)).collect(),
        binding: binding().count(),
    }
}
