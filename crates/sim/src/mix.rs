//! Numbers that follow from whatever can be hashed, the same on every machine and with every version of every library: dice and files
//! depend on them.

use std::hash::Hasher;

/// Mixes all that is hashed into one number. Words of any width count as words of 64 bits; what it mixes them with, and how bytes become
/// words, is as `rustc-hash` 2 does it on machines of that width.
#[derive(Clone, Default)]
pub(crate) struct Mix(u64);

/// By what the number is multiplied with each word.
const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;
/// How far its bits are turned in the end: the upper ones are mixed best.
const TURN: u32 = 26;
/// What bytes are mixed with: digits of π.
const PI: [u64; 3] = [
    0x243f_6a88_85a3_08d3,
    0x1319_8a2e_0370_7344,
    0xa409_3822_299f_31d0,
];

impl Mix {
    fn add(&mut self, word: u64) {
        self.0 = self.0.wrapping_add(word).wrapping_mul(FACTOR);
    }
}

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0.rotate_left(TURN)
    }

    fn write(&mut self, bytes: &[u8]) {
        self.add(of_bytes(bytes));
    }

    fn write_u8(&mut self, word: u8) {
        self.add(word.into());
    }

    fn write_u16(&mut self, word: u16) {
        self.add(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.add(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    fn write_u128(&mut self, word: u128) {
        self.add(word as u64);
        self.add((word >> 64) as u64);
    }

    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.add(word as i64 as u64);
    }
}

/// Bytes as one word.
fn of_bytes(bytes: &[u8]) -> u64 {
    let [mut one, mut other, turn] = PI;
    let count = bytes.len();
    let (first, last) = match count {
        0 => (0, 0),
        1..4 => (
            bytes[0].into(),
            u64::from(bytes[count - 1]) << 8 | u64::from(bytes[count / 2]),
        ),
        4..8 => (word(&bytes[..4]), word(&bytes[count - 4..])),
        8..=16 => (word(&bytes[..8]), word(&bytes[count - 8..])),
        _ => {
            // The last bytes are taken in by themselves, be they part of a chunk or not.
            for chunk in bytes[..count - 1].chunks_exact(16) {
                let mixed = folded(one ^ word(&chunk[..8]), turn ^ word(&chunk[8..]));
                (one, other) = (other, mixed);
            }
            (
                word(&bytes[count - 16..count - 8]),
                word(&bytes[count - 8..]),
            )
        }
    };
    folded(one ^ first, other ^ last) ^ count as u64
}

/// At most eight bytes as a word, the least first.
fn word(bytes: &[u8]) -> u64 {
    let bytes = bytes.iter().rev();
    bytes.fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// Both halves of a product in one.
fn folded(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use std::hash::Hash;

    use super::*;

    fn of(value: impl Hash) -> u64 {
        let mut mix = Mix::default();
        value.hash(&mut mix);
        mix.finish()
    }

    #[derive(Hash)]
    enum Sample {
        Nothing,
        Words(u8, i16, Option<u32>),
        Text(&'static str, Vec<u8>),
    }

    fn samples() -> [Sample; 3] {
        [
            Sample::Nothing,
            Sample::Words(7, -3, Some(70_000)),
            Sample::Text("ogre", vec![1, 2, 3]),
        ]
    }

    /// Whoever changes a number changes what `random` does in every fight, and the fingerprint in every file of results.
    #[test]
    fn the_numbers_stay_as_they_are() {
        let known = [0, 6_374_501_548_383_282_190, 14_692_947_673_145_664_628];
        assert_eq!(samples().map(of), known);
    }

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn all_is_mixed_as_by_rustc_hash() {
        let theirs = |value: &dyn Fn(&mut rustc_hash::FxHasher)| {
            let mut hasher = rustc_hash::FxHasher::default();
            value(&mut hasher);
            hasher.finish()
        };
        for sample in samples() {
            assert_eq!(theirs(&|hasher| sample.hash(hasher)), of(&sample));
        }
        let bytes: Vec<u8> = (0..100).map(|byte: u8| byte.wrapping_mul(37)).collect();
        for count in 0..bytes.len() {
            let bytes = &bytes[..count];
            assert_eq!(
                theirs(&|hasher| bytes.hash(hasher)),
                of(bytes),
                "{count} bytes"
            );
        }
    }
}
