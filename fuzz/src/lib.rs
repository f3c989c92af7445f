//! What the fuzz targets do with a text, for all systems of the table's registry; what they start from, and how it is changed.

mod fights;
mod files;
mod harm;
mod look;
mod seeds;
mod typed;

pub use files::{journal, scenario};
pub use harm::{Chance, changed};
pub use seeds::{mutated, seeds};
pub use typed::notation;

use std::sync::LazyLock;

use affray_table::Library;

static LIBRARY: LazyLock<Library> = LazyLock::new(Library::embedded);

/// What is done with the bytes of a target.
pub type Target = fn(&[u8]);

/// The targets by name.
pub const TARGETS: &[(&str, Target)] = &[
    ("scenario", scenario),
    ("journal", journal),
    ("notation", notation),
];

/// The content of the repository.
pub(crate) fn library() -> &'static Library {
    &LIBRARY
}
