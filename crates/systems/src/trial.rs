//! What the unit tests of all systems are made of: one small fight, and what holds in it of the words, values, corrections and files of
//! every system.

pub(crate) mod aspects;
#[path = "../tests/common/mod.rs"]
mod common;
pub(crate) mod figures;
pub(crate) mod files;
pub(crate) mod sample;
pub(crate) mod values;
pub(crate) mod words;
