//! Seeded dice: every face is a function of where it lies, not of what was rolled before.

/// A stream of dice and choices grown from one seed, with Philox4x32-10.
///
/// A face is a pure function of seed, fight, entry, place and sides: reading places in another order, twice, or on another
/// machine gives the same faces. Choices ([`Seeded::word`], [`Seeded::pick`]) come from streams of their own, so that a policy
/// that thinks longer never changes what the dice show.
///
/// ```
/// use affray_kernel::dice::Seeded;
/// let mut seeded = Seeded::new(2024, 0);
/// seeded.start_entry(3);
/// let (first, second) = (seeded.face(0, 20), seeded.face(1, 20));
/// assert_eq!(seeded.face(0, 20), first);
/// assert_eq!(Seeded::at(2024, 0, 3).face(1, 20), second);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seeded {
    keys: Keys,
    fight: [u32; 2],
    entry: u32,
    /// The number of the block in `block`, or [`NO_BLOCK`].
    block_number: u32,
    block: [u32; 4],
}

/// No place lies in this block: the places of a `u32` fill 2³⁰ blocks.
const NO_BLOCK: u32 = u32::MAX;

/// Marks, in the highest bits of the first counter word, what a block is for. Dice blocks have neither bit set.
const RETRY: u32 = 1 << 30;
const STREAM_KEY: u32 = 1 << 31;

/// Blocks of replacement words for one place. Each word is rejected with a chance below 2⁻²², so the last one is never reached.
const RETRY_BLOCKS: u32 = 64;

impl Seeded {
    /// The dice of fight number `fight` under `seed`, at the start of entry 0.
    #[must_use]
    pub const fn new(seed: u64, fight: u64) -> Seeded {
        Seeded {
            keys: Keys::of(halves(seed)),
            fight: halves(fight),
            entry: 0,
            block_number: NO_BLOCK,
            block: [0; 4],
        }
    }

    /// The dice of one entry.
    #[must_use]
    pub const fn at(seed: u64, fight: u64, entry: u32) -> Seeded {
        let mut seeded = Seeded::new(seed, fight);
        seeded.entry = entry;
        seeded
    }

    /// Goes to another entry of the same fight.
    #[inline]
    pub const fn start_entry(&mut self, entry: u32) {
        self.entry = entry;
        self.block_number = NO_BLOCK;
    }

    /// The face, from 1 to `sides`, of the die at `place` of the entry. All faces are exactly equally likely.
    #[inline(always)]
    #[must_use]
    pub fn face(&mut self, place: u32, sides: u16) -> u16 {
        if place / 4 == self.block_number {
            self.face_at_hand(place, sides)
        } else {
            self.face_of_another_block(place, sides)
        }
    }

    #[inline(always)]
    fn face_at_hand(&self, place: u32, sides: u16) -> u16 {
        match reduce(self.block[(place % 4) as usize], sides) {
            Some(face) => face,
            None => self.face_again(place, sides),
        }
    }

    #[inline(never)]
    fn face_of_another_block(&mut self, place: u32, sides: u16) -> u16 {
        self.throw_block(place / 4);
        self.face_at_hand(place, sides)
    }

    /// Has the faces of the first places at hand.
    #[inline]
    pub(crate) fn take_up(&mut self) {
        self.throw_block(0);
    }

    #[inline(never)]
    fn throw_block(&mut self, number: u32) {
        self.block = philox(self.counter(number), &self.keys);
        self.block_number = number;
    }

    /// The face at a place whose own word was rejected.
    #[cold]
    fn face_again(&self, place: u32, sides: u16) -> u16 {
        (0..RETRY_BLOCKS)
            .flat_map(|attempt| {
                let number = RETRY | (attempt << 24) | (place & 0x00FF_FFFF);
                philox(self.counter(number), &self.keys)
            })
            .find_map(|word| reduce(word, sides))
            .unwrap_or(1)
    }

    /// 64 random bits at `place` of the choice stream `stream` of this entry. Streams share nothing with the dice or one another.
    #[must_use]
    pub fn word(&self, stream: u32, place: u32) -> u64 {
        let [low, high] = self.fight;
        let [first, second, ..] = philox([STREAM_KEY, stream, low, high], &self.keys);
        let block = philox(self.counter(place / 2), &Keys::of([first, second]));
        let at = 2 * (place % 2) as usize;
        u64::from(block[at]) | u64::from(block[at + 1]) << 32
    }

    /// A number below `below` at `place` of the choice stream `stream`, or 0 when `below` is 0. All numbers are exactly equally likely.
    #[must_use]
    pub fn pick(&self, stream: u32, place: u32, below: u32) -> u32 {
        reduce_wide(self.word(stream, place), below)
            .unwrap_or_else(|| self.pick_again(stream, place, below))
    }

    /// The number at a place whose own word was rejected: from streams that nobody chooses from.
    #[cold]
    fn pick_again(&self, stream: u32, place: u32, below: u32) -> u32 {
        let [low, high] = self.fight;
        let block = philox([STREAM_KEY | RETRY, stream, low, high], &self.keys);
        let keys = Keys::of([block[0], block[1]]);
        (0..RETRY_BLOCKS)
            .flat_map(|attempt| {
                let counter = [place, self.entry, attempt, RETRY];
                let [first, second, third, fourth] = philox(counter, &keys);
                [(first, second), (third, fourth)]
            })
            .find_map(|(low, high)| reduce_wide(u64::from(low) | u64::from(high) << 32, below))
            .unwrap_or(0)
    }

    #[inline]
    const fn counter(&self, number: u32) -> [u32; 4] {
        [number, self.entry, self.fight[0], self.fight[1]]
    }
}

const fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

/// A face from a random word, or `None` for the few words that would make some faces likelier than others
/// (Lemire, "Fast random integer generation in an interval", 2019).
#[inline]
fn reduce(word: u32, sides: u16) -> Option<u16> {
    let sides = u32::from(sides);
    let product = u64::from(word) * u64::from(sides);
    let low = product as u32;
    if low < sides && low < sides.wrapping_neg() % sides {
        return None;
    }
    Some((product >> 32) as u16 + 1)
}

/// As [`reduce`], from a longer word: a number below `below`, or 0 when that is 0.
#[inline]
fn reduce_wide(word: u64, below: u32) -> Option<u32> {
    let below = u64::from(below);
    let product = u128::from(word) * u128::from(below);
    let low = product as u64;
    if low < below && low < below.wrapping_neg() % below {
        return None;
    }
    Some((product >> 64) as u32)
}

/// Philox4x32 with 10 rounds: four random words for a counter and a key
/// (Salmon and others, "Parallel random numbers: as easy as 1, 2, 3", 2011).
#[inline(always)]
fn philox(mut counter: [u32; 4], keys: &Keys) -> [u32; 4] {
    for key in &keys.0 {
        let even = u64::from(counter[0]) * 0xD251_1F53;
        let odd = u64::from(counter[2]) * 0xCD9E_8D57;
        counter = [
            (odd >> 32) as u32 ^ counter[1] ^ key[0],
            odd as u32,
            (even >> 32) as u32 ^ counter[3] ^ key[1],
            even as u32,
        ];
    }
    counter
}

/// The keys of the ten rounds, which follow from the first.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Keys([[u32; 2]; 10]);

impl Keys {
    const fn of(mut key: [u32; 2]) -> Self {
        let mut keys = [key; 10];
        let mut round = 1;
        while round < keys.len() {
            key[0] = key[0].wrapping_add(0x9E37_79B9);
            key[1] = key[1].wrapping_add(0xBB67_AE85);
            keys[round] = key;
            round += 1;
        }
        Self(keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known answers published with Random123 (`kat_vectors`).
    #[test]
    fn philox_gives_the_published_answers() {
        assert_eq!(
            philox([0; 4], &Keys::of([0; 2])),
            [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]
        );
        assert_eq!(
            philox([u32::MAX; 4], &Keys::of([u32::MAX; 2])),
            [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]
        );
        assert_eq!(
            philox(
                [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
                &Keys::of([0xa409_3822, 0x299f_31d0])
            ),
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
        );
    }

    fn draws(seeded: &mut Seeded, sides: u16, count: u32) -> Vec<u16> {
        (0..count).map(|place| seeded.face(place, sides)).collect()
    }

    /// Journals hold seeds: these faces may never change.
    #[test]
    fn first_draws_are_pinned() {
        assert_eq!(
            draws(&mut Seeded::new(0, 0), 20, 8),
            [8, 18, 15, 13, 20, 8, 14, 1]
        );
        assert_eq!(
            draws(&mut Seeded::at(0x0123_4567_89ab_cdef, 7, 42), 20, 8),
            [19, 9, 13, 15, 15, 10, 7, 17]
        );
        assert_eq!(
            draws(&mut Seeded::at(u64::MAX, u64::MAX, u32::MAX), 6, 8),
            [6, 4, 5, 2, 5, 3, 5, 1]
        );
        assert_eq!(Seeded::at(1, 2, 3).word(4, 5), 0xfcc4_cdbd_5f1d_4863);
        let dice = [4, 6, 8, 10, 12, 100, 1000];
        let mut seeded = Seeded::at(7, 1, 2);
        let mixed: Vec<u16> = (0..)
            .zip(dice)
            .map(|(place, sides)| seeded.face(place, sides))
            .collect();
        assert_eq!(mixed, [3, 1, 1, 7, 12, 34, 281]);
        let picks: Vec<u32> = (0..8).map(|place| seeded.pick(1, place, 10)).collect();
        assert_eq!(picks, [3, 5, 4, 3, 5, 6, 6, 7]);
        let again: Vec<(u16, u32)> = (0..6)
            .map(|place| {
                (
                    seeded.face_again(place, 20),
                    seeded.pick_again(1, place, 10),
                )
            })
            .collect();
        assert_eq!(again, [(1, 8), (20, 7), (6, 3), (18, 7), (19, 8), (15, 1)]);
    }

    #[test]
    fn faces_do_not_depend_on_the_order_of_access() {
        let mut forward = Seeded::at(11, 3, 5);
        let expected = draws(&mut forward, 10, 40);
        let mut backward = Seeded::at(11, 3, 5);
        let mut seen: Vec<u16> = (0..40)
            .rev()
            .map(|place| backward.face(place, 10))
            .collect();
        seen.reverse();
        assert_eq!(seen, expected);
        let mut wandering = Seeded::at(11, 3, 9);
        let _ = wandering.face(17, 10);
        wandering.start_entry(5);
        let _ = wandering.word(0, 17);
        assert_eq!(draws(&mut wandering, 10, 40), expected);
    }

    #[test]
    fn every_coordinate_matters() {
        let base = draws(&mut Seeded::at(1, 1, 1), 1000, 16);
        for other in [
            (2, 1, 1),
            (1 << 40, 1, 1),
            (1, 2, 1),
            (1, 1 << 40, 1),
            (1, 1, 2),
        ] {
            assert_ne!(
                draws(&mut Seeded::at(other.0, other.1, other.2), 1000, 16),
                base,
                "{other:?}"
            );
        }
        let seeded = Seeded::at(1, 1, 1);
        let words: Vec<u64> = [(0, 0), (0, 1), (1, 0), (1, 1)]
            .map(|(stream, place)| seeded.word(stream, place))
            .into();
        let mut distinct = words.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), words.len());
    }

    /// Chi-square has `categories - 1` degrees of freedom: mean d, variance 2d. Six standard deviations above the mean
    /// is beyond chance, and the draws are the same on every run.
    fn assert_uniform(counts: &[u32]) {
        let n: f64 = counts.iter().map(|&count| f64::from(count)).sum();
        let expected = n / counts.len() as f64;
        let chi_square: f64 = counts
            .iter()
            .map(|&count| (f64::from(count) - expected).powi(2) / expected)
            .sum();
        let freedom = counts.len() as f64 - 1.0;
        assert!(
            (chi_square - freedom).abs() < 6.0 * (2.0 * freedom).sqrt(),
            "chi-square {chi_square} for {freedom}"
        );
    }

    #[test]
    fn faces_are_uniform_over_places_entries_and_fights() {
        for sides in [2, 3, 4, 6, 7, 10, 20, 100, 1000] {
            let n = 200 * u32::from(sides).max(50);
            let face_at: [fn(u32, u16) -> u16; 3] = [
                |i, sides| Seeded::new(5, 5).face(i, sides),
                |i, sides| Seeded::at(5, 5, i).face(0, sides),
                |i, sides| Seeded::new(5, u64::from(i)).face(0, sides),
            ];
            for face in face_at {
                let mut counts = vec![0; usize::from(sides)];
                for i in 0..n {
                    counts[usize::from(face(i, sides)) - 1] += 1;
                }
                assert_uniform(&counts);
            }
        }
    }

    #[test]
    fn picks_are_uniform_and_below_their_bound() {
        let seeded = Seeded::at(9, 9, 9);
        let mut counts = vec![0; 7];
        for place in 0..7000 {
            counts[seeded.pick(1, place, 7) as usize] += 1;
        }
        assert_uniform(&counts);
        assert_eq!(seeded.pick(1, 1, 0), 0);
    }

    /// Of the 2³² words, exactly as many reach each face: those rejected are 2³² mod sides.
    #[test]
    fn reduction_rejects_exactly_the_surplus_words() {
        for sides in [1_u16, 2, 3, 6, 7, 10, 20, 100, 1000] {
            let wide = u64::from(sides);
            let surplus = (1_u64 << 32) % wide;
            let mut rejected = 0;
            for face in 0..wide {
                // The words of one face are consecutive; only the lowest of them can be rejected.
                let first = (face << 32).div_ceil(wide) as u32;
                assert!(
                    (first..first.saturating_add(3))
                        .any(|word| reduce(word, sides) == Some(face as u16 + 1))
                );
                rejected += u64::from(reduce(first, sides).is_none());
            }
            assert_eq!(rejected, surplus, "d{sides}");
        }
    }

    /// As above, of 2⁶⁴ words and numbers below a bound.
    #[test]
    fn picking_rejects_exactly_the_surplus_words() {
        for below in [1_u32, 3, 7, 10, 1000, 0x8000_0001, u32::MAX] {
            let wide = u128::from(below);
            let surplus = (1_u128 << 64) % wide;
            let numbers = (0..below.min(2000)).chain(below - below.min(2000)..below);
            let rejects = |number: u32| {
                let first = (u128::from(number) << 64).div_ceil(wide) as u64;
                let taken = reduce_wide(first, below);
                assert!(taken.is_none_or(|taken| taken == number));
                assert_eq!(reduce_wide(first + 1, below), Some(number));
                taken.is_none()
            };
            let rejected = numbers.filter(|number| rejects(*number)).count();
            if below <= 2000 {
                assert_eq!(rejected as u128, 2 * surplus, "below {below}");
            }
        }
        assert_eq!(reduce_wide(u64::MAX, 0), Some(0));
    }

    #[test]
    fn a_rejected_word_is_replaced_by_a_fair_one() {
        let seeded = Seeded::at(3, 3, 3);
        let mut counts = vec![0; 6];
        for place in 0..6000 {
            counts[usize::from(seeded.face_again(place, 6)) - 1] += 1;
        }
        assert_uniform(&counts);
        let mut counts = vec![0; 6];
        for place in 0..6000 {
            counts[seeded.pick_again(1, place, 6) as usize] += 1;
        }
        assert_uniform(&counts);
    }
}
