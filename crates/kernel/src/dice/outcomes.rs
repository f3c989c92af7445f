//! A roll as a choice among finitely many outcomes, for going through all of them.

use num_bigint::BigUint;

use super::exact::{End, depth, ends};
use super::faces::{FACES_MAX, Faces, FacesFull};
use super::pool::{Keep, Pool};

/// One total that a pool can come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The total.
    pub total: i32,
    /// A whole roll that comes to the total: the representative of all that do.
    pub faces: Faces,
    /// How many of the denominator's parts come to the total.
    pub weight: BigUint,
}

/// All outcomes of a roll. Their weights and the tail add up to the denominator.
///
/// ```
/// use affray_kernel::dice::pool;
/// let pool = pool!("2d20kh1 adv");
/// let outcomes = pool.outcomes();
/// assert_eq!(outcomes.list.len(), 20);
/// assert!(outcomes.list.iter().all(|outcome| pool.read(&outcome.faces).total == outcome.total));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcomes {
    /// The outcomes, lowest total first.
    pub list: Vec<Outcome>,
    /// The weight of endless explosions that lie deeper than the list goes.
    pub tail: BigUint,
    /// The weight of everything.
    pub denominator: BigUint,
}

impl Pool {
    /// Every total the pool can come to, with its weight and faces that read to it.
    ///
    /// Endless explosions are followed as in [`Pool::distribution`], except where the faces do not fit into a roll.
    #[must_use]
    pub fn outcomes(&self) -> Outcomes {
        let distribution = self.distribution();
        let finder = Finder::new(self);
        let mut tail = distribution.tail();
        let mut list = Vec::with_capacity(distribution.len());
        for (total, weight) in distribution.iter() {
            let sum = (total - i32::from(self.bonus())) / i32::from(self.factor());
            match usize::try_from(sum).ok().and_then(|sum| finder.faces(sum)) {
                Some(faces) => list.push(Outcome {
                    total,
                    faces,
                    weight,
                }),
                None => tail += weight,
            }
        }
        Outcomes {
            list,
            tail,
            denominator: distribution.denominator(),
        }
    }
}

/// Finds faces for a sum: which kept dice make it with the fewest throws.
struct Finder<'a> {
    pool: &'a Pool,
    /// The ways a die can end, one for every worth: that with the fewest throws.
    ends: Vec<End>,
    /// For every number of kept dice and every sum: the fewest explosions, and the end of the last die (a place in `ends`).
    fewest: Vec<Vec<Option<(u32, usize)>>>,
}

impl Finder<'_> {
    fn new(pool: &Pool) -> Finder<'_> {
        let ends = cheapest_ends(pool);
        let most = ends.iter().map(|end| end.worth as usize).max().unwrap_or(0);
        let mut fewest = vec![vec![Some((0, 0))]];
        for dice in 1..=usize::from(pool.kept_dice()) {
            let mut sums: Vec<Option<(u32, usize)>> = vec![None; dice * most + 1];
            for (sum, known) in fewest[dice - 1].iter().enumerate() {
                let Some((explosions, _)) = *known else {
                    continue;
                };
                for (place, end) in ends.iter().enumerate() {
                    let slot = &mut sums[sum + end.worth as usize];
                    let explosions = explosions + u32::from(end.explosions);
                    if slot.is_none_or(|(known, _)| explosions < known) {
                        *slot = Some((explosions, place));
                    }
                }
            }
            fewest.push(sums);
        }
        Finder { pool, ends, fewest }
    }

    /// Faces that come to the sum, or `None` when they do not fit into a roll.
    fn faces(&self, sum: usize) -> Option<Faces> {
        let mut kept = Vec::with_capacity(usize::from(self.pool.dice()));
        let mut left = sum;
        for sums in self.fewest[1..].iter().rev() {
            let (_, place) = (*sums.get(left)?)?;
            let end = self.ends[place];
            kept.push(end);
            left -= end.worth as usize;
        }
        let dropped = match self.pool.keep() {
            Keep::All => None,
            Keep::Highest(_) => Some(End {
                explosions: 0,
                face: 1,
                worth: 0,
            }),
            // As high as the highest kept die: among equal dice, those thrown first are kept.
            Keep::Lowest(_) => kept
                .iter()
                .copied()
                .max_by_key(|end| (end.explosions, end.face)),
        };
        while let (Some(end), true) = (dropped, kept.len() < usize::from(self.pool.dice())) {
            kept.push(end);
        }
        self.shown(&kept).ok()
    }

    /// The faces of dice that end so; both dice of a pair show the same.
    fn shown(&self, dice: &[End]) -> Result<Faces, FacesFull> {
        let mut faces = Faces::new();
        for end in dice {
            let tops = std::iter::repeat_n(self.pool.sides(), usize::from(end.explosions));
            for face in tops.chain([end.face]) {
                for _ in 0..self.pool.dice_per_throw() {
                    faces.push(face)?;
                }
            }
        }
        debug_assert!(faces.len() <= FACES_MAX);
        Ok(faces)
    }
}

/// For every worth of a die, the end with the fewest explosions.
fn cheapest_ends(pool: &Pool) -> Vec<End> {
    let mut cheapest: Vec<End> = Vec::new();
    let mut known = Vec::new();
    for end in ends(pool, depth(pool)) {
        let worth = end.worth as usize;
        if known.len() <= worth {
            known.resize(worth + 1, false);
        }
        // Ends come with ever more explosions, so the first of a worth is the cheapest.
        if !known[worth] {
            known[worth] = true;
            cheapest.push(end);
        }
    }
    cheapest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::dice::notation::tests::any_pool;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]
        #[test]
        fn representatives_are_whole_rolls_of_their_total_and_weights_add_up(pool in any_pool(8, 20)) {
            let outcomes = pool.outcomes();
            let mut sum = outcomes.tail.clone();
            for outcome in &outcomes.list {
                prop_assert_eq!(pool.accept(&outcome.faces), Ok(outcome.faces), "{}", pool);
                prop_assert_eq!(pool.read(&outcome.faces).total, outcome.total, "{}", pool);
                sum += &outcome.weight;
            }
            prop_assert!(outcomes.list.is_sorted_by(|one, two| one.total < two.total));
            prop_assert_eq!(sum, outcomes.denominator);
        }
    }

    #[test]
    fn without_endless_explosions_nothing_is_left_out() {
        for text in [
            "8d6kh6",
            "2d10!6kh1+9",
            "2d10!10kl1 dis",
            "6d6!2>=5",
            "3d1000",
        ] {
            let pool: Pool = text.parse().unwrap();
            assert_eq!(pool.outcomes().tail, BigUint::ZERO, "{text}");
        }
    }
}
