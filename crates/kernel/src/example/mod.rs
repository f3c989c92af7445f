//! Worked examples: pages of Markdown that say in prose, and in blocks that run, how a rule plays.

pub mod book;
mod laws;
mod markdown;
pub mod page;
pub mod run;
mod script;
mod seen;
mod step;

pub use book::{Book, Coverage, coverage, covered, run_pages};
pub use page::{Case, Page};
pub use run::{CaseReport, Failure, run_case};

#[cfg(test)]
mod tests;
