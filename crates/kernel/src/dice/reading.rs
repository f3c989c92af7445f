//! What a pool makes of the faces shown: pure functions, whatever the faces come from.

use super::faces::{FACES_MAX, Faces};
use super::pool::{DICE_MAX, Explosion, Keep, Luck, Pool};

/// What a roll came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The result: the sum, multiplied and with everything added.
    pub total: i32,
    /// The sum of the kept dice, or the number of counted faces, before anything is multiplied or added.
    pub sum: i32,
    /// How many faces met the target; 0 when the pool counts none.
    pub successes: u16,
    kept: u64,
}

impl Reading {
    /// Whether the face at this place of the roll was kept: neither dropped nor the worse of a pair.
    #[inline]
    #[must_use]
    pub fn keeps(&self, place: usize) -> bool {
        place < FACES_MAX && self.kept & (1 << place) != 0
    }

    /// The first kept face of the roll that was read: what a single die "shows", its natural face.
    #[inline]
    #[must_use]
    pub fn natural(&self, faces: &[u16]) -> Option<u16> {
        faces.get(self.kept.trailing_zeros() as usize).copied()
    }
}

/// Why faces are not a whole roll of a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FacesError {
    /// A die shows no such face.
    #[error("die {place} shows {face}: it is a d{sides}")]
    Face {
        /// Which die, counted from 1.
        place: usize,
        /// What it was said to show.
        face: u16,
        /// How many sides it has.
        sides: u16,
    },
    /// A die is still to be thrown.
    #[error("only {given} given: another d{sides} is still to be thrown")]
    Missing {
        /// How many faces were given.
        given: usize,
        /// The sides of the next die.
        sides: u16,
    },
    /// More faces than the roll has dice.
    #[error("the roll takes {used} of the {given} dice given")]
    LeftOver {
        /// How many faces were given.
        given: usize,
        /// How many the roll took.
        used: usize,
    },
}

/// How far faces go towards a whole roll.
enum Progress {
    /// The roll is over after this many faces.
    Complete(usize),
    /// Another die is to be thrown.
    Wanting,
}

impl Pool {
    /// The sides of the next die to be thrown after `faces`, or `None` when the roll is over.
    #[inline]
    #[must_use]
    pub fn next_die(&self, faces: &[u16]) -> Option<u16> {
        let wanting = match self.explosion() {
            Explosion::None => faces.len() < usize::from(self.dice()) * self.dice_per_throw(),
            _ => matches!(self.walk(faces, |_, _, _| ()), Progress::Wanting),
        };
        wanting.then(|| self.sides())
    }

    /// Throws the whole pool, asking `die` for a face of a die with so many sides, one at a time and in order.
    ///
    /// # Errors
    /// Whatever `die` returns.
    #[inline]
    pub fn throw<E>(&self, mut die: impl FnMut(u16) -> Result<u16, E>) -> Result<Faces, E> {
        let pair = self.dice_per_throw();
        let mut faces = Faces::new();
        for number in 0..usize::from(self.dice()) {
            let mut depth = 0;
            loop {
                let first = die(self.sides())?;
                let mut counts = first;
                let mut full = faces.push(first);
                if pair == 2 {
                    let second = die(self.sides())?;
                    counts = [first, second][self.luck().pick(first, second)];
                    full = faces.push(second);
                }
                // A pool never asks for more than fits.
                if full.is_err() || !self.again(counts, number, depth, faces.len()) {
                    break;
                }
                depth += 1;
            }
        }
        Ok(faces)
    }

    /// As [`Pool::throw`], for those who want to know the total alone: spares the list of faces. `None`, before any die is thrown, for pools
    /// that explode, keep some of their dice or count faces.
    #[inline]
    #[must_use]
    pub(crate) fn throw_total(&self, mut die: impl FnMut(u16) -> u16) -> Option<i32> {
        if !self.counts_every_die() {
            return None;
        }
        let mut sum = 0;
        for _ in 0..self.dice() {
            let first = die(self.sides());
            sum += i32::from(match self.luck() {
                Luck::Plain => first,
                Luck::Advantage => first.max(die(self.sides())),
                Luck::Disadvantage => first.min(die(self.sides())),
            });
        }
        Some(self.total_of(sum))
    }

    /// Checks that `shown` is exactly one whole roll of this pool, as when people type what their dice showed.
    ///
    /// # Errors
    /// The first thing that is wrong, see [`FacesError`].
    pub fn accept(&self, shown: &[u16]) -> Result<Faces, FacesError> {
        let given = shown.len();
        let used = match self.walk(shown, |_, _, _| ()) {
            Progress::Complete(used) => used,
            Progress::Wanting => given,
        };
        let sides = self.sides();
        if let Some(place) = shown[..used]
            .iter()
            .position(|&face| face == 0 || face > sides)
        {
            return Err(FacesError::Face {
                place: place + 1,
                face: shown[place],
                sides,
            });
        }
        if let Some(sides) = self.next_die(shown) {
            return Err(FacesError::Missing { given, sides });
        }
        match Faces::try_from(&shown[..used]) {
            Ok(faces) if used == given => Ok(faces),
            _ => Err(FacesError::LeftOver { given, used }),
        }
    }

    /// What the faces come to. Reads as far as whole throws go: faces that the roll does not ask for count for nothing, and
    /// an unfinished roll comes to what it shows so far.
    #[inline]
    #[must_use]
    pub fn read(&self, faces: &[u16]) -> Reading {
        let single = self.explosion() == Explosion::None && self.luck() == Luck::Plain;
        if !single || self.target().is_some() {
            return self.read_throws(faces);
        }
        let faces = faces.get(..usize::from(self.dice())).unwrap_or(faces);
        match self.keep() {
            Keep::All => {
                let sum = faces.iter().map(|&face| i32::from(face)).sum();
                self.reading(sum, 0, (1 << faces.len()) - 1)
            }
            Keep::Highest(1) => self.reading_of_one(faces, |face, best| face > best),
            Keep::Lowest(1) => self.reading_of_one(faces, |face, best| face < best),
            _ => self.read_chains(faces),
        }
    }

    #[inline]
    fn reading(&self, sum: i32, successes: u16, kept: u64) -> Reading {
        Reading {
            total: self.total_of(sum),
            sum,
            successes,
            kept,
        }
    }

    #[inline]
    fn reading_of_one(&self, faces: &[u16], beats: impl Fn(u16, u16) -> bool) -> Reading {
        let Some((&first, rest)) = faces.split_first() else {
            return self.reading(0, 0, 0);
        };
        let (mut best, mut kept) = (first, 1);
        for (place, &face) in rest.iter().enumerate() {
            if beats(face, best) {
                (best, kept) = (face, 2 << place);
            }
        }
        self.reading(i32::from(best), 0, kept)
    }

    /// Reads throws of any kind. When all dice count, their chains need not be told apart.
    #[inline(never)]
    fn read_throws(&self, faces: &[u16]) -> Reading {
        if self.keep() != Keep::All {
            return self.read_chains(faces);
        }
        let (mut sum, mut successes, mut kept) = (0, 0, 0);
        self.walk(faces, |_, place, face| {
            sum += i32::from(face);
            successes += u16::from(self.target().is_some_and(|target| target.counts(face)));
            kept |= 1 << place;
        });
        if self.target().is_some() {
            sum = i32::from(successes);
        }
        self.reading(sum, successes, kept)
    }

    /// Reads dice that may be chains of throws, of which only some count.
    #[inline(never)]
    fn read_chains(&self, faces: &[u16]) -> Reading {
        let mut chains = [Chain::default(); DICE_MAX as usize];
        let mut begun = 0;
        self.walk(faces, |die, place, face| {
            begun = die + 1;
            chains[die].sum = chains[die].sum.saturating_add(face);
            chains[die].kept |= 1 << place;
            chains[die].successes +=
                u16::from(self.target().is_some_and(|target| target.counts(face)));
        });
        let chains = &mut chains[..begun];
        // A stable sort keeps the dice thrown first among equal ones.
        match self.keep() {
            Keep::All => {}
            Keep::Highest(_) => insertion_sort(chains, |one, other| one.sum > other.sum),
            Keep::Lowest(_) => insertion_sort(chains, |one, other| one.sum < other.sum),
        }
        let mut sum = 0;
        let mut successes = 0;
        let mut kept = 0;
        for chain in chains.iter().take(usize::from(self.kept_dice())) {
            sum += i32::from(chain.sum);
            successes += chain.successes;
            kept |= chain.kept;
        }
        if self.target().is_some() {
            sum = i32::from(successes);
        }
        self.reading(sum, successes, kept)
    }

    /// Calls `throw` with die, place and face of what counts of each whole throw.
    #[inline]
    fn walk(&self, faces: &[u16], mut throw: impl FnMut(usize, usize, u16)) -> Progress {
        let pair = self.dice_per_throw();
        let dice = usize::from(self.dice());
        let mut place = 0;
        for die in 0..dice {
            let mut depth = 0;
            loop {
                let Some(thrown) = faces.get(place..place + pair) else {
                    return Progress::Wanting;
                };
                let counts = match *thrown {
                    [first, second] => self.luck().pick(first, second),
                    _ => 0,
                };
                throw(die, place + counts, thrown[counts]);
                place += pair;
                if !self.again(thrown[counts], die, depth, place) {
                    break;
                }
                depth += 1;
            }
        }
        Progress::Complete(place)
    }

    /// Whether die number `die`, which has exploded `depth` times and now shows `face`, is thrown again after `shown` faces.
    #[inline]
    fn again(&self, face: u16, die: usize, depth: usize, shown: usize) -> bool {
        let deep_enough = match self.explosion() {
            Explosion::None => return false,
            Explosion::To(deepest) => depth >= usize::from(deepest),
            Explosion::Endless => false,
        };
        // Every die after this one must still find room.
        let room = shown + self.dice_per_throw() * (usize::from(self.dice()) - die) <= FACES_MAX;
        face == self.sides() && !deep_enough && room
    }
}

/// A die with its explosions.
#[derive(Clone, Copy, Default)]
struct Chain {
    sum: u16,
    successes: u16,
    kept: u64,
}

/// Stable, in place, and quick for the few dice of a pool.
fn insertion_sort(chains: &mut [Chain], before: impl Fn(&Chain, &Chain) -> bool) {
    for end in 1..chains.len() {
        let mut at = end;
        while at > 0 && before(&chains[at], &chains[at - 1]) {
            chains.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::dice::Seeded;
    use crate::dice::notation::tests::any_pool;

    fn pool(text: &str) -> Pool {
        text.parse().unwrap()
    }

    /// Total, and the kept places.
    fn read(text: &str, faces: &[u16]) -> (i32, Vec<usize>) {
        let pool = pool(text);
        assert_eq!(pool.accept(faces).as_deref(), Ok(faces), "{text}");
        let reading = pool.read(faces);
        (
            reading.total,
            (0..faces.len())
                .filter(|&place| reading.keeps(place))
                .collect(),
        )
    }

    #[test]
    fn sums_and_keeps() {
        assert_eq!(read("2d6+3", &[2, 5]), (10, vec![0, 1]));
        assert_eq!(read("2d20kh1", &[7, 15]), (15, vec![1]));
        assert_eq!(read("2d20kl1", &[7, 7]), (7, vec![0]));
        assert_eq!(read("4d6kh3", &[1, 6, 1, 3]), (10, vec![0, 1, 3]));
        assert_eq!(read("4d6kl2*3", &[1, 6, 1, 3]), (6, vec![0, 2]));
    }

    #[test]
    fn explodes_one_die_before_the_next_is_thrown() {
        assert_eq!(read("2d6!", &[6, 6, 1, 3]), (16, vec![0, 1, 2, 3]));
        assert_eq!(read("2d6!1", &[6, 6, 1]), (13, vec![0, 1, 2]));
        assert_eq!(read("2d10!6kh1+9", &[4, 10, 2]), (21, vec![1, 2]));
    }

    #[test]
    fn every_throw_of_a_chain_is_a_pair() {
        assert_eq!(
            read("d10!6 adv", &[3, 10, 10, 2, 5, 5]),
            (25, vec![1, 2, 4])
        );
        assert_eq!(read("d10! dis", &[10, 10, 10, 4]), (14, vec![0, 3]));
        assert_eq!(read("2d20kl1 adv", &[1, 9, 8, 2]), (8, vec![2]));
    }

    #[test]
    fn counts_faces_of_kept_dice() {
        assert_eq!(read("4d6>=5", &[5, 1, 6, 4]).0, 2);
        assert_eq!(read("4d6<=2+1", &[5, 1, 6, 4]).0, 2);
        assert_eq!(read("2d6!>=5", &[6, 5, 4]).0, 2);
        assert_eq!(read("3d6kl1>=2", &[6, 5, 4]).0, 1);
        assert_eq!(pool("4d6>=5").read(&[5, 1, 6, 4]).successes, 2);
        assert_eq!(pool("4d6").read(&[5, 1, 6, 4]).successes, 0);
    }

    #[test]
    fn an_unfinished_roll_comes_to_what_it_shows() {
        assert_eq!(pool("3d6+1").read(&[4]).total, 5);
        assert_eq!(pool("2d20kh1").read(&[]).total, 0);
        assert_eq!(pool("d20 adv").read(&[4]).total, 0);
        assert_eq!(pool("2d6").read(&[4, 5, 6]).total, 9);
    }

    #[test]
    fn natural_face_and_kept_faces() {
        let faces = [3, 18];
        let reading = pool("d20+7 adv").read(&faces);
        assert_eq!(reading.natural(&faces), Some(18));
        assert_eq!([0, 1].map(|place| reading.keeps(place)), [false, true]);
        assert_eq!(pool("d20").read(&[]).natural(&[]), None);
        assert!(!reading.keeps(200));
    }

    #[test]
    fn accept_says_what_is_wrong_with_typed_faces() {
        let error = |text: &str, faces: &[u16]| pool(text).accept(faces).unwrap_err();
        assert_eq!(
            error("2d6", &[3, 7]),
            FacesError::Face {
                place: 2,
                face: 7,
                sides: 6
            }
        );
        assert_eq!(
            error("2d6", &[0]),
            FacesError::Face {
                place: 1,
                face: 0,
                sides: 6
            }
        );
        assert_eq!(
            error("2d6", &[3]),
            FacesError::Missing { given: 1, sides: 6 }
        );
        assert_eq!(
            error("d6!", &[6]),
            FacesError::Missing { given: 1, sides: 6 }
        );
        assert_eq!(
            error("d6!", &[5, 2]),
            FacesError::LeftOver { given: 2, used: 1 }
        );
        assert_eq!(
            error("d6", &[1; 100]),
            FacesError::LeftOver {
                given: 100,
                used: 1
            }
        );
    }

    #[test]
    fn endless_explosions_end_when_the_roll_is_full_and_leave_room_for_every_die() {
        for text in ["d10!", "d10! adv", "5d6!", "5d6! dis", "23d6! adv"] {
            let pool = pool(text);
            let faces = pool.throw(Ok::<u16, ()>).unwrap();
            assert!(
                faces.len() <= FACES_MAX && faces.len() + pool.dice_per_throw() > FACES_MAX,
                "{text}"
            );
            assert_eq!(pool.next_die(&faces), None);
            assert_eq!(
                pool.read(&faces).total,
                (faces.len() / pool.dice_per_throw()) as i32 * i32::from(pool.sides())
            );
        }
    }

    proptest! {
        #[test]
        fn a_thrown_pool_is_accepted_and_read_within_its_bounds(pool in any_pool(23, 40), seed: u64) {
            let mut seeded = Seeded::new(seed, 0);
            let mut place = 0;
            let faces = pool.throw(|sides| {
                place += 1;
                Ok::<u16, ()>(seeded.face(place, sides))
            }).unwrap();
            prop_assert_eq!(pool.accept(&faces), Ok(faces));
            let reading = pool.read(&faces);
            prop_assert!(reading.total >= pool.least());
            prop_assert!(pool.most().is_none_or(|most| reading.total <= most));
            for short in 0..faces.len() {
                prop_assert_eq!(pool.next_die(&faces[..short]), Some(pool.sides()));
            }
            let shown = faces.as_slice().iter().enumerate();
            let kept: u16 = shown.filter(|(place, _)| reading.keeps(*place)).map(|(_, face)| face).sum();
            if pool.target().is_none() {
                prop_assert_eq!(i32::from(kept), reading.sum);
            }
        }

        #[test]
        fn no_faces_panic(pool in any_pool(23, 40), faces in proptest::collection::vec(any::<u16>(), 0..60)) {
            let _ = pool.read(&faces);
            let _ = pool.next_die(&faces);
            let _ = pool.accept(&faces);
        }
    }
}
