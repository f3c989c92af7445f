//! Fights of bots by the thousand, with all that is counted of them.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use affray_sim::arena::Limits;
use affray_sim::batch::{self, Orders};
use affray_table::{Arena, Library, open_arena};

use crate::Bench;

/// How many turns one thread and two have at being measured.
const TURNS: u32 = 2;

fn arena(bench: &Bench) -> Box<dyn Arena> {
    open_arena(&bench.scenario, &Library::embedded(), None).expect("an arena")
}

/// Plays so many fights and gives the seconds that it took.
fn play(arena: &dyn Arena, threads: usize, fights: u64) -> f64 {
    let stop = AtomicBool::new(false);
    let orders = Orders {
        seed: 7,
        numbers: 0..fights,
        limits: Limits::default(),
        until: None,
        stop: &stop,
        progress: &|_| {},
        row: None,
    };
    let pool = batch::threads(Some(threads)).expect("threads");
    let begun = Instant::now();
    let played = pool.install(|| batch::play(&[arena], &orders, &mut |_| Ok::<(), ()>(())));
    assert!(played.is_ok());
    begun.elapsed().as_secs_f64()
}

/// Fights a second on one thread and on two, in turns.
pub(crate) fn fights(bench: &Bench) {
    let arena = arena(bench);
    let mut count = 8;
    while play(&*arena, 1, count) < bench.seconds / 16.0 {
        count *= 2;
    }
    count *= 4;
    let (mut one, mut two) = (0.0, 0.0);
    for _ in 0..TURNS {
        one += play(&*arena, 1, count);
        two += play(&*arena, 2, count);
    }
    println!(
        "fights, {}: {:.0} a second on one thread, {:.0} on two: {:.2} times as many ({count} fights, {TURNS} times each)",
        bench.system.name,
        count as f64 * f64::from(TURNS) / one,
        count as f64 * f64::from(TURNS) / two,
        one / two
    );
}

/// The most memory that the program has ever taken, in MB; where the machine says so.
fn peak() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024.0)
}

/// The most memory after some fights, and after twenty times as many.
pub(crate) fn memory(bench: &Bench) {
    let arena = arena(bench);
    let mut told = Vec::new();
    for fights in [bench.fights, bench.fights * 20] {
        play(&*arena, 2, fights);
        let peak = peak().map_or_else(|| "unknown".to_owned(), |peak| format!("{peak:.1} MB"));
        told.push(format!("{peak} after {fights} fights"));
    }
    println!("memory, {}: {}", bench.system.name, told.join(", "));
}
