//! Three questions about dice through the general interface, timed: `bench/icepool/compare.py` puts the same ones to icepool.
//!
//! Prints a line for each: its letter, the fastest time in nanoseconds, and the answer as a fraction in lowest terms (of a distribution, its
//! weights).

use std::hint::black_box;
use std::time::Instant;

use affray_kernel::dice::{Chance, Distribution, pool};
use num_bigint::BigUint;

/// How long each question is asked over and over, in seconds.
const SECONDS: f64 = 1.0;

fn main() {
    report("a", || fraction(&explosions()), explosions);
    report("b", || weights(&six_best()), six_best);
    report("c", || fractions(&falls()), falls);
}

/// The chance that 9 + the better of two d10, each exploding to depth 6, reaches 18.
fn explosions() -> Chance {
    let defence = black_box(pool!("2d10!6kh1+9"));
    defence.distribution().at_least(black_box(18))
}

/// The distribution of 8d6 without the lowest two.
fn six_best() -> Distribution {
    black_box(pool!("8d6kh6")).distribution()
}

/// The chances that a target with 40 hit points is down after 1, 2, ... 40 attacks that hit with 0.55 for 2d6+3 less 4.
fn falls() -> Vec<Chance> {
    const HIT_POINTS: i32 = 40;
    let damage = black_box(pool!("2d6+3")).distribution().plus(-4);
    let attack = black_box(pool!("d20")).distribution().then(|total| {
        if total >= 10 {
            damage.clone()
        } else {
            Distribution::certain(0)
        }
    });
    let mut taken = Distribution::certain(0);
    let mut chances = Vec::with_capacity(40);
    for _ in 0..40 {
        taken = taken.add(&attack).map(|points| points.min(HIT_POINTS));
        chances.push(taken.at_least(HIT_POINTS));
    }
    chances
}

fn report<T>(letter: &str, answer: impl Fn() -> String, ask: impl Fn() -> T) {
    let begun = Instant::now();
    let mut fastest = u128::MAX;
    while begun.elapsed().as_secs_f64() < SECONDS {
        let before = Instant::now();
        black_box(ask());
        fastest = fastest.min(before.elapsed().as_nanos());
    }
    println!("{letter} {fastest} {}", answer());
}

fn fraction(chance: &Chance) -> String {
    assert!(chance.is_exact());
    let divisor = greatest_divisor(chance.least.clone(), chance.of.clone());
    format!("{}/{}", &chance.least / &divisor, &chance.of / &divisor)
}

fn fractions(chances: &[Chance]) -> String {
    let all: Vec<String> = chances.iter().map(fraction).collect();
    all.join(",")
}

fn weights(distribution: &Distribution) -> String {
    let weights = distribution
        .iter()
        .map(|(total, weight)| format!("{total}:{weight}"));
    let weights: Vec<String> = weights.collect();
    weights.join(",")
}

fn greatest_divisor(mut left: BigUint, mut right: BigUint) -> BigUint {
    while right != BigUint::ZERO {
        let rest = left % &right;
        left = right;
        right = rest;
    }
    left
}
