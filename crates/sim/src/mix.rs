//! Numbers that follow from whatever can be hashed: dice and files depend on them. With one version of the standard library they are the same
//! on every machine on which the least byte of a word comes first, whatever its width. What a value hands over to be hashed is up to that
//! library: whole numbers in a list as they lie in memory, before a list its length, of a value that is one of several which.

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

    fn write_i8(&mut self, word: i8) {
        self.write_u8(word as u8);
    }

    fn write_i16(&mut self, word: i16) {
        self.write_u16(word as u16);
    }

    fn write_i32(&mut self, word: i32) {
        self.write_u32(word as u32);
    }

    fn write_i64(&mut self, word: i64) {
        self.write_u64(word as u64);
    }

    fn write_i128(&mut self, word: i128) {
        self.write_u128(word as u128);
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
        Place([i16; 3]),
    }

    fn samples() -> [Sample; 4] {
        [
            Sample::Nothing,
            Sample::Words(7, -3, Some(70_000)),
            Sample::Text("ogre", vec![1, 2, 3]),
            Sample::Place([4, -5, 300]),
        ]
    }

    /// Whoever changes a number changes what `random` does in every fight, and the fingerprint in every file of results.
    #[cfg(target_endian = "little")]
    #[test]
    fn the_numbers_stay_as_they_are() {
        let known = [
            0,
            6_374_501_548_383_282_190,
            14_692_947_673_145_664_628,
            1_553_747_949_551_333_966,
        ];
        assert_eq!(samples().map(of), known);
    }

    #[test]
    fn the_numbers_of_bytes_stay_as_they_are() {
        let bytes: Vec<u8> = (0..40).map(|byte: u8| byte.wrapping_mul(37)).collect();
        let numbers: Vec<u64> = (0..=bytes.len())
            .map(|count| {
                let mut mix = Mix::default();
                mix.write(&bytes[..count]);
                mix.finish()
            })
            .collect();
        assert_eq!(numbers, OF_BYTES);
    }

    /// Of none, of one, and so on.
    const OF_BYTES: [u64; 41] = [
        0xf456_d268_76d7_2d91,
        0x4b9d_47c1_6312_57a6,
        0xc414_cdf6_afc4_3e90,
        0x067a_6c9e_fe17_cf5c,
        0x11f4_dfb7_fbf1_4772,
        0xa48e_747d_8a9c_5a18,
        0x731c_0ea5_2e7c_297f,
        0xe200_053b_40db_806d,
        0x2615_6c0b_44d2_a127,
        0x8f67_815d_c97c_a732,
        0xc7e8_ad1b_492a_7a35,
        0xbbf6_8499_a423_d4ac,
        0xced4_bf27_b444_2ed1,
        0x1e75_df79_d026_7d03,
        0xf4a7_c690_9c97_c4da,
        0x5b84_519a_1d79_2688,
        0x82e6_0f16_993d_1a8d,
        0xdac4_cb46_5959_409f,
        0x44c0_0105_aea8_3d6e,
        0xbdd2_f640_e0f9_ca75,
        0x2d3e_272e_dfc2_49b4,
        0x91b3_b655_47f9_cda3,
        0xf903_72fc_8b97_a18b,
        0x585e_13f8_8c43_3fae,
        0x1b38_095d_6689_be5a,
        0x1e56_2ef6_72c6_83a7,
        0x4623_088e_a675_5133,
        0xc696_a229_0d06_d2c4,
        0x5081_ca6c_b520_2e27,
        0x32e8_676a_339b_fb75,
        0xb38e_0d4e_cd6d_a567,
        0x6278_399a_9053_5e33,
        0x5ebe_495b_dfbd_4bbc,
        0x85f1_034b_a8dd_0fc6,
        0x6ec6_9ec1_b440_031a,
        0x57e5_597b_da53_b7b9,
        0x6d9c_39ba_da33_41c3,
        0xc82b_5b0d_58bf_7a7f,
        0x4725_5d5b_85ae_68b8,
        0xba0f_bc4f_74d2_eadf,
        0xe38c_1664_2dbc_63b9,
    ];
}
