//! Runs a fuzz target without instrumentation: with all that it starts from, and then with changes of it, each following from a number.
//! What fails is told and written into `fuzz/artifacts`, and the run goes on.
//!
//! `plain TARGET SECONDS [FIRST NUMBER]`, or `plain TARGET FILE` for one file alone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, panic, process, thread};

use affray_fuzz::{Chance, TARGETS, Target, changed, seeds};

/// A run that takes longer hangs.
const HANG: Duration = Duration::from_secs(20);

/// A run that takes longer is told.
const SLOW: Duration = Duration::from_millis(500);

/// Where the last panic was and what it said.
static PANIC: Mutex<Option<(String, String)>> = Mutex::new(None);

/// The number of the present run.
static NUMBER: AtomicU64 = AtomicU64::new(0);

fn main() {
    let mut words = env::args().skip(1);
    let name = words.next().unwrap_or_default();
    let Some((_, target)) = TARGETS.iter().find(|(known, _)| *known == name) else {
        eprintln!("plain TARGET SECONDS [FIRST NUMBER]");
        process::exit(2);
    };
    let what = words.next().unwrap_or_default();
    let Ok(seconds) = what.parse() else {
        return one_file(*target, Path::new(&what));
    };
    let first = words.next().and_then(|word| word.parse().ok());
    let first = first.unwrap_or(0);
    panic::set_hook(Box::new(|info| {
        let place = info
            .location()
            .map_or_else(String::new, ToString::to_string);
        *PANIC.lock().expect("nobody fails while holding it") = Some((place, info.to_string()));
    }));
    let seeds = seeds(&name);
    println!("{name}: {} seeds", seeds.len());
    watch(name.clone());
    let mut found = BTreeMap::new();
    let begun = Instant::now();
    let mut runs = 0_u64;
    let mut number = first;
    while begun.elapsed() < Duration::from_secs(seconds) {
        let bytes = text(seeds, number, &name);
        NUMBER.store(number, Ordering::Relaxed);
        run(*target, &name, number, &bytes, &mut found);
        number += 1;
        runs += 1;
    }
    println!(
        "{name}: {runs} runs from {first} on in {:.0?}, {} kinds of failure",
        begun.elapsed(),
        found.len()
    );
    for (place, count) in found {
        println!("  {place}: {count} times");
    }
}

fn one_file(target: Target, path: &Path) {
    match fs::read(path) {
        Ok(bytes) => {
            let begun = Instant::now();
            target(&bytes);
            println!("{}: {:.1?}", path.display(), begun.elapsed());
        }
        Err(error) => eprintln!("{}: {error}", path.display()),
    }
}

/// The text of a run: first all seeds as they are.
fn text(seeds: &[Vec<u8>], number: u64, name: &str) -> Vec<u8> {
    if let Some(seed) = seeds.get(number as usize) {
        return seed.clone();
    }
    let mut chance = Chance::new(number);
    let (one, other) = (chance.below(seeds.len()), chance.below(seeds.len()));
    changed(name, &seeds[one], &seeds[other], &mut chance)
}

fn run(target: Target, name: &str, number: u64, bytes: &[u8], found: &mut BTreeMap<String, u64>) {
    let begun = Instant::now();
    let result = panic::catch_unwind(|| target(bytes));
    let taken = begun.elapsed();
    if taken > SLOW {
        let path = write(name, "slow", number, bytes);
        println!("run {number} took {taken:.1?}: {}", path.display());
    }
    if result.is_ok() {
        return;
    }
    let panic = PANIC.lock().expect("nobody fails while holding it").take();
    let (place, message) = panic.unwrap_or_default();
    let count = found.entry(place).or_insert(0);
    *count += 1;
    if *count <= 3 {
        let path = write(name, "panic", number, bytes);
        let message: String = message.chars().take(1500).collect();
        println!("run {number}: {message}\n  {}", path.display());
    }
}

/// Ends everything when one run does not end.
fn watch(name: String) {
    thread::spawn(move || {
        loop {
            let before = NUMBER.load(Ordering::Relaxed);
            thread::sleep(HANG);
            if before > 0 && NUMBER.load(Ordering::Relaxed) == before {
                let path = write(&name, "hang", before, &text(seeds(&name), before, &name));
                println!("run {before} hangs: {}", path.display());
                process::exit(1);
            }
        }
    });
}

fn write(name: &str, what: &str, number: u64, bytes: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("artifacts")
        .join(name);
    let path = folder.join(format!("{what}-{number}"));
    if let Err(error) = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, bytes)) {
        println!("{}: {error}", path.display());
    }
    path
}
