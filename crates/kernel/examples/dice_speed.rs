//! How long dice take: `cargo run --release -p affray-kernel --example dice_speed`.

use std::hint::black_box;
use std::time::Instant;

use affray_kernel::dice::{Faces, Pool, Seeded, pool};

/// Prints the mean time of one call.
fn measure<T>(what: &str, times: u32, mut call: impl FnMut(u32) -> T) {
    for i in 0..times / 10 {
        black_box(call(i));
    }
    let start = Instant::now();
    for i in 0..times {
        black_box(call(i));
    }
    let nanoseconds = start.elapsed().as_nanos() as f64 / f64::from(times);
    println!("{what:<40} {nanoseconds:>14.1} ns");
}

fn throw(pool: Pool, seeded: &mut Seeded, first: u32) -> Faces {
    let mut place = first;
    let thrown = pool.throw(|sides| {
        place += 1;
        Ok::<u16, std::convert::Infallible>(seeded.face(place, sides))
    });
    match thrown {
        Ok(faces) => faces,
    }
}

fn main() {
    let mut seeded = Seeded::new(1, 1);
    measure("one seeded face", 10_000_000, |i| seeded.face(i, 20));
    for text in [
        "d20",
        "2d20kh1",
        "d8",
        "d20 adv",
        "2d6+3",
        "d10!",
        "d10! adv",
        "8d6kh6",
        "2d10!6kh1+9",
    ] {
        let pool: Pool = black_box(text).parse().expect("a pool");
        let faces = throw(pool, &mut seeded, 0);
        measure(&format!("{text}: read"), 10_000_000, |_| {
            black_box(pool).read(black_box(&faces))
        });
        measure(&format!("{text}: throw and read"), 5_000_000, |i| {
            pool.read(&throw(pool, &mut seeded, i))
        });
    }
    measure("2d10!6kh1+9 reaches 18", 100_000, |_| {
        black_box(pool!("2d10!6kh1+9")).distribution().at_least(18)
    });
    measure("8d6kh6: distribution", 100_000, |_| {
        black_box(pool!("8d6kh6")).distribution()
    });
    for text in ["d20", "8d6", "d10! adv", "d4! adv", "6d6!"] {
        let pool: Pool = text.parse().expect("a pool");
        measure(&format!("{text}: distribution"), 1000, |_| {
            black_box(pool).distribution()
        });
        measure(&format!("{text}: outcomes"), 1000, |_| {
            black_box(pool).outcomes()
        });
    }
    for text in [
        "23d173kh12",
        "23d173kh22",
        "23d100kh15",
        "20d40!kh15",
        "4d1000kh2",
        "4d1000 adv",
        "23d43! adv",
        "7d40!2kh5 adv",
    ] {
        let pool: Pool = text.parse().expect("a pool");
        measure(&format!("{text}: distribution"), 1, |_| {
            black_box(pool).distribution()
        });
        measure(&format!("{text}: outcomes"), 1, |_| {
            black_box(pool).outcomes()
        });
    }
}
