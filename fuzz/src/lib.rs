//! What the fuzz targets do with a text, for all systems of the table's registry; what they start from, and how it is changed.

mod fights;
mod files;
mod harm;
mod look;
mod message;
mod seeds;
mod typed;

pub use files::{journal, scenario};
pub use harm::{Chance, changed};
pub use message::message;
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
    ("message", message),
];

/// The content of the repository.
pub(crate) fn library() -> &'static Library {
    &LIBRARY
}

/// Built with the crates of the workspace, so that what changes there cannot leave the targets behind.
#[cfg(test)]
mod tests {
    use super::*;

    /// How many texts each target takes as they are, and how many changed.
    const TEXTS: usize = 24;

    #[test]
    fn targets_take_what_they_start_from_and_changes_of_it() {
        for (name, target) in TARGETS {
            let seeds = seeds(name);
            assert!(seeds.len() > TEXTS, "{name}: {} seeds", seeds.len());
            let step = seeds.len() / TEXTS;
            for (number, seed) in seeds.iter().step_by(step).enumerate() {
                target(seed);
                let mut chance = Chance::new(number as u64);
                let other = &seeds[chance.below(seeds.len())];
                target(&changed(name, seed, other, &mut chance));
            }
        }
    }

    #[test]
    fn what_the_fuzzer_changes_stays_within_its_room() {
        for (name, _) in TARGETS {
            let Some(seed) = seeds(name).first() else {
                panic!("{name} starts from nothing");
            };
            let mut data = seed.clone();
            let room = data.len();
            for number in 0..8 {
                let size = mutated(name, &mut data, room, room, number, |_, size, _| size);
                assert!(size <= room);
            }
        }
    }
}
