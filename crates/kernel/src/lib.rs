//! The kernel of Affray: everything that five very different combat systems share, and no word of any one of them.
//!
//! No input or output, no clock, no threads and no hash-order iteration happens here.

pub mod content;
pub mod dice;
pub mod example;
pub mod grid;
pub mod id;
