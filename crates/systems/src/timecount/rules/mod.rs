//! The rules, a file for each matter of the book.

pub(crate) mod numbers;
pub(crate) mod speed;
