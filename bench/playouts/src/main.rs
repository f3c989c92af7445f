//! What fights cost, all in one run: what is decided in a second of random play beside the plies that shakmaty plays, how many fights of
//! bots are played in a second on one thread and on two, and what memory they take. In every system, four against four.
//!
//! Run with `cargo run --release` in this folder. Words are names of parts (`random`, `listed`, `fights`, `memory`) and of systems; `SECONDS` says how
//! long each is measured, `FIGHTS` with how many fights memory begins.

mod batches;
mod random;

use std::path::{Path, PathBuf};
use std::str::FromStr;

use affray_kernel::content::Source;
use affray_table::{SystemEntry, system_of};

/// What is measured.
pub(crate) struct Bench {
    pub(crate) system: &'static SystemEntry,
    pub(crate) scenario: Source,
    pub(crate) seconds: f64,
    pub(crate) fights: u64,
}

/// The scenarios of the benchmarks in which four fight against four.
fn scenarios() -> Vec<Source> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/systems/benches");
    let files = std::fs::read_dir(folder).expect("the scenarios");
    let mut paths: Vec<_> = files
        .map(|file| file.expect("a readable folder").path())
        .filter(|path| path.to_string_lossy().ends_with("eight.toml"))
        .collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).expect("a readable file");
        Source::new(path.display().to_string(), text)
    };
    paths.iter().map(read).collect()
}

fn asked_for<T: FromStr>(name: &str) -> Option<T> {
    std::env::var(name).ok()?.parse().ok()
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let benches: Vec<Bench> = scenarios()
        .into_iter()
        .map(|scenario| Bench {
            system: system_of(&scenario).expect("a system of the registry"),
            scenario,
            seconds: asked_for("SECONDS").unwrap_or(8.0),
            fights: asked_for("FIGHTS").unwrap_or(1_000),
        })
        .collect();
    let parts: [(&str, fn(&Bench)); 4] = [
        ("random", random::random),
        ("listed", random::listed),
        ("fights", batches::fights),
        ("memory", batches::memory),
    ];
    let is_named = |name: &str| wanted.iter().any(|word| word == name);
    let some_part = parts.iter().any(|(name, _)| is_named(name));
    let some_system = benches.iter().any(|bench| is_named(bench.system.id));
    for (_, part) in parts
        .iter()
        .filter(|(name, _)| !some_part || is_named(name))
    {
        for bench in &benches {
            if !some_system || is_named(bench.system.id) {
                part(bench);
            }
        }
    }
}
