//! Sums of a distribution with long weights and one with short ones: what many attacks come to, one after the other.
//!
//! The long weights are laid out side by side, each in as many words as the common denominator needs, so that no number is made on the way.

use num_bigint::BigUint;

use super::table::Table;

/// The bits of a word.
const WORD: u64 = 64;

/// Numbers of the same length in words, the lowest word first.
struct Row {
    words: Vec<u64>,
    length: usize,
}

impl Row {
    fn zeros(count: usize, length: usize) -> Self {
        Self {
            words: vec![0; count * length],
            length,
        }
    }

    fn set(&mut self, place: usize, number: &BigUint) {
        let slot = &mut self.words[place * self.length..][..self.length];
        for (word, digit) in slot.iter_mut().zip(number.iter_u64_digits()) {
            *word = digit;
        }
    }

    fn number(&self, place: usize) -> Option<BigUint> {
        let slot = &self.words[place * self.length..][..self.length];
        let digits = slot.len() - slot.iter().rev().take_while(|word| **word == 0).count();
        if digits == 0 {
            return None;
        }
        let mut halves = Vec::with_capacity(2 * digits);
        for word in &slot[..digits] {
            halves.push(*word as u32);
            halves.push((*word >> 32) as u32);
        }
        Some(BigUint::new(halves))
    }

    /// Adds the numbers of `other`, times `factor`, to those from `place` on.
    fn add_product(&mut self, place: usize, other: &Self, factor: u64) {
        let into = self.words[place * self.length..].chunks_exact_mut(self.length);
        for (slot, number) in into.zip(other.words.chunks_exact(self.length)) {
            let mut carry = 0_u128;
            for (word, digit) in slot.iter_mut().zip(number) {
                carry += u128::from(*digit) * u128::from(factor) + u128::from(*word);
                *word = carry as u64;
                carry >>= WORD;
            }
        }
    }
}

/// The sums of two dense tables with these spans; `None` where a weight of the short one is longer than a word.
pub(super) fn sums(
    long: &Table<BigUint>,
    long_span: usize,
    short: &Table<u128>,
    short_span: usize,
    denominator: &BigUint,
) -> Option<Vec<(i32, BigUint)>> {
    let factors: Vec<(i32, u64)> = short
        .parts
        .iter()
        .map(|(total, weight)| Some((*total, u64::try_from(*weight).ok()?)))
        .collect::<Option<_>>()?;
    // No sum of weights is above the denominator.
    let length = usize::try_from(denominator.bits().div_ceil(WORD)).ok()?;
    let (first, short_first) = (long.parts.first()?.0, short.parts.first()?.0);
    let mut row = Row::zeros(long_span, length);
    for (total, weight) in &long.parts {
        row.set(total.abs_diff(first) as usize, weight);
    }
    let mut sums = Row::zeros(long_span + short_span - 1, length);
    for (total, factor) in factors {
        sums.add_product(total.abs_diff(short_first) as usize, &row, factor);
    }
    let span = long_span + short_span - 1;
    let mut parts = Vec::with_capacity(span);
    for (place, total) in (0..span).zip(first + short_first..) {
        if let Some(weight) = sums.number(place) {
            parts.push((total, weight));
        }
    }
    Some(parts)
}
