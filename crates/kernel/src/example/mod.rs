//! Worked examples: pages of Markdown that say in prose, and in blocks that run, how a rule plays.

mod markdown;
pub mod page;
mod step;

#[cfg(test)]
mod tests;
