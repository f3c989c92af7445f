//! Exact distributions: every total with its weight.

use num_bigint::BigUint;

use super::chance::Chance;
use super::exact;
use super::pool::Pool;
use super::table::Table;
use super::weight::{Weight, ratio};

/// How likely every total is, exactly: integer weights over one common denominator.
///
/// Dice that explode endlessly have no highest total. Their distribution stops at some depth of explosions; the weight of all that
/// lies deeper is the [tail](Distribution::tail), of which only a lower bound of its totals is known. The weights and the tail
/// always add up to the denominator.
///
/// ```
/// use affray_kernel::dice::{Distribution, pool};
/// let two = pool!("2d6").distribution();
/// assert_eq!(two.at_least(11).as_f64(), 3.0 / 36.0);
/// assert_eq!(two, pool!("d6").distribution().repeat(2));
/// let defence = pool!("2d10!6kh1+9").distribution();
/// assert_eq!(defence.at_least(18).as_f64(), 0.36);
/// let attack = pool!("d20+10").distribution();
/// let hit = attack.minus(&defence).at_least(0);
/// assert!(hit.is_exact());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Distribution {
    weights: Weights,
    /// No total of the tail is below this; `None` without a tail.
    tail_from: Option<i32>,
}

/// Small when the denominator fits, so that equal distributions compare equal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Weights {
    Small(Table<u128>),
    Large(Table<BigUint>),
}

/// Does the same with either kind of weights.
macro_rules! either {
    ($weights:expr, $table:ident => $result:expr) => {
        match $weights {
            Weights::Small($table) => $result,
            Weights::Large($table) => $result,
        }
    };
}

/// Does the same with two tables: small ones when the product of their denominators is.
macro_rules! both {
    ($one:expr, $other:expr, $left:ident, $right:ident => $result:expr) => {
        match (&$one.weights, &$other.weights) {
            (Weights::Small($left), Weights::Small($right))
                if $left.denominator.checked_mul($right.denominator).is_some() =>
            {
                Weights::Small($result)
            }
            (one, other) => {
                let ($left, $right) = (&one.large(), &other.large());
                Weights::Large($result)
            }
        }
    };
}

impl Weights {
    fn large(&self) -> Table<BigUint> {
        either!(self, table => table.to_large())
    }
}

impl Distribution {
    pub(super) fn small(table: Table<u128>, tail_from: i32) -> Distribution {
        let tail_from = (table.tail != 0).then_some(tail_from);
        Distribution {
            weights: Weights::Small(table),
            tail_from,
        }
    }

    pub(super) fn large(table: Table<BigUint>, tail_from: i32) -> Distribution {
        let tail_from = (table.tail != BigUint::ZERO).then_some(tail_from);
        let weights = match table.to_small() {
            Some(small) => Weights::Small(small),
            None => Weights::Large(table),
        };
        Distribution { weights, tail_from }
    }

    /// Always the same total.
    #[must_use]
    pub fn certain(total: i32) -> Distribution {
        Distribution {
            weights: Weights::Small(Table::certain(total)),
            tail_from: None,
        }
    }

    /// Totals with their weights, in any order; weights of equal totals are added. `None` when nothing has any weight.
    #[must_use]
    pub fn from_weights(weights: impl IntoIterator<Item = (i32, u64)>) -> Option<Distribution> {
        let mut denominator: u128 = 0;
        let mut parts = Vec::new();
        for (total, weight) in weights {
            // No collection in memory is long enough to overflow this.
            denominator = denominator.saturating_add(u128::from(weight));
            parts.push((total, u128::from(weight)));
        }
        (denominator > 0).then(|| Distribution {
            weights: Weights::Small(Table::gathered(parts, 0, denominator)),
            tail_from: None,
        })
    }

    /// Every total with its weight, lowest total first, without the tail. No weight is 0.
    pub fn iter(&self) -> impl Iterator<Item = (i32, BigUint)> + '_ {
        (0..self.len()).map(|place| {
            either!(&self.weights, table => {
                let (total, weight) = &table.parts[place];
                (*total, weight.large())
            })
        })
    }

    /// How many different totals there are, without the tail.
    #[must_use]
    pub fn len(&self) -> usize {
        either!(&self.weights, table => table.parts.len())
    }

    /// Whether everything is in the tail.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The weight of everything: of all totals and the tail.
    #[must_use]
    pub fn denominator(&self) -> BigUint {
        either!(&self.weights, table => table.denominator.large())
    }

    /// The weight of what lies deeper than the distribution goes: 0 except where dice explode endlessly.
    #[must_use]
    pub fn tail(&self) -> BigUint {
        either!(&self.weights, table => table.tail.large())
    }

    /// A number that no total of the tail is below; `None` when there is no tail.
    #[must_use]
    pub fn tail_from(&self) -> Option<i32> {
        self.tail_from
    }

    /// The lowest total.
    #[must_use]
    pub fn least(&self) -> i32 {
        let first = either!(&self.weights, table => table.parts.first().map(|part| part.0));
        match (first, self.tail_from) {
            (Some(first), Some(tail)) => first.min(tail),
            (Some(least), None) | (None, Some(least)) => least,
            (None, None) => 0,
        }
    }

    /// The highest total; `None` when there is a tail.
    #[must_use]
    pub fn most(&self) -> Option<i32> {
        let last = either!(&self.weights, table => table.parts.last().map(|part| part.0));
        if self.tail_from.is_some() { None } else { last }
    }

    /// The chance of `target` or more.
    #[must_use]
    pub fn at_least(&self, target: i32) -> Chance {
        let sure = self.tail_from.is_some_and(|from| from >= target);
        self.chance(|total| total >= target, sure, true)
    }

    /// The chance of `target` or less.
    #[must_use]
    pub fn at_most(&self, target: i32) -> Chance {
        let possible = self.tail_from.is_some_and(|from| from <= target);
        self.chance(|total| total <= target, false, possible)
    }

    /// The chance of `target` itself.
    #[must_use]
    pub fn exactly(&self, target: i32) -> Chance {
        let possible = self.tail_from.is_some_and(|from| from <= target);
        self.chance(|total| total == target, false, possible)
    }

    /// The chance of what `belongs`; the tail belongs surely, possibly or not at all.
    fn chance(
        &self,
        belongs: impl Fn(i32) -> bool,
        tail_sure: bool,
        tail_possible: bool,
    ) -> Chance {
        either!(&self.weights, table => table.chance(belongs, tail_sure, tail_possible))
    }

    /// The mean of the totals, the tail left out.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let moments = self.moments();
        f64::from(moments.from) + ratio(&moments.first, &moments.weight)
    }

    /// The variance of the totals, the tail left out.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let moments = self.moments();
        let square = &moments.first * &moments.first;
        ratio(
            &(&moments.weight * moments.second - square),
            &(&moments.weight * &moments.weight),
        )
    }

    fn moments(&self) -> Moments {
        let from = either!(&self.weights, table => table.parts.first().map_or(0, |part| part.0));
        let mut moments = Moments {
            from,
            ..Moments::default()
        };
        for (total, weight) in self.iter() {
            let above = total.abs_diff(from);
            let weighted = &weight * above;
            moments.second += &weighted * above;
            moments.first += weighted;
            moments.weight += weight;
        }
        moments
    }

    /// The sum of two independent totals. Sums stop at the ends of an `i32`.
    #[must_use]
    pub fn add(&self, other: &Distribution) -> Distribution {
        let weights = both!(self, other, one, two => one.add(two));
        let bounds = [
            self.tail_from
                .map(|from| from.saturating_add(other.least())),
            other
                .tail_from
                .map(|from| from.saturating_add(self.least())),
        ];
        Distribution {
            weights,
            tail_from: bounds.into_iter().flatten().min(),
        }
    }

    /// This total less another, independent one: how far an attack beats a defence. Differences stop at the ends of an `i32`.
    ///
    /// Nothing is known about where the tail of a difference begins when `other` has a tail.
    #[must_use]
    pub fn minus(&self, other: &Distribution) -> Distribution {
        self.add(&other.map(i32::saturating_neg))
    }

    /// The sum of `times` independent copies; 0 copies are a certain 0.
    #[must_use]
    pub fn repeat(&self, times: u16) -> Distribution {
        let mut sum = Distribution::certain(0);
        let mut doubled = self.clone();
        let mut left = times;
        while left > 0 {
            if left % 2 == 1 {
                sum = sum.add(&doubled);
            }
            left /= 2;
            if left > 0 {
                doubled = doubled.add(&doubled);
            }
        }
        sum
    }

    /// What a function makes of every total. Nothing is known about where the tail begins afterwards.
    #[must_use]
    pub fn map(&self, change: impl Fn(i32) -> i32) -> Distribution {
        self.mapped(change, self.tail_from.map(|_| i32::MIN))
    }

    /// Every total with a fixed number added.
    #[must_use]
    pub fn plus(&self, more: i32) -> Distribution {
        let add = |total: i32| total.saturating_add(more);
        self.mapped(add, self.tail_from.map(add))
    }

    /// Every total multiplied.
    #[must_use]
    pub fn times(&self, factor: u16) -> Distribution {
        let multiply = |total: i32| total.saturating_mul(i32::from(factor));
        self.mapped(multiply, self.tail_from.map(multiply))
    }

    fn mapped(&self, change: impl Fn(i32) -> i32, tail_from: Option<i32>) -> Distribution {
        let weights = match &self.weights {
            Weights::Small(table) => Weights::Small(table.map(change)),
            Weights::Large(table) => Weights::Large(table.map(change)),
        };
        Distribution { weights, tail_from }
    }

    /// The higher of two independent totals.
    #[must_use]
    pub fn max(&self, other: &Distribution) -> Distribution {
        let weights = both!(self, other, one, two => one.higher(two));
        let bounds = [
            self.tail_from.map(|from| from.max(other.least())),
            other.tail_from.map(|from| from.max(self.least())),
        ];
        Distribution {
            weights,
            tail_from: bounds.into_iter().flatten().min(),
        }
    }

    /// The lower of two independent totals.
    #[must_use]
    pub fn min(&self, other: &Distribution) -> Distribution {
        let (one_from, two_from) = (self.tail_from, other.tail_from);
        let weights = both!(self, other, one, two => one.lower(one_from, two, two_from));
        let has_tail = either!(&weights, table => table.tail > 0_u32.into());
        let bound = one_from.into_iter().chain(two_from).min();
        Distribution {
            weights,
            tail_from: bound.filter(|_| has_tail),
        }
    }

    /// The same chances with the smallest possible weights.
    #[must_use]
    pub fn reduced(&self) -> Distribution {
        match &self.weights {
            Weights::Small(table) => Distribution {
                weights: Weights::Small(table.reduced()),
                ..*self
            },
            Weights::Large(table) => match self.tail_from {
                Some(from) => Distribution::large(table.reduced(), from),
                None => Distribution::large(table.reduced(), 0),
            },
        }
    }
}

/// Sums over all totals, counted from the lowest one outside the tail.
#[derive(Default)]
struct Moments {
    from: i32,
    weight: BigUint,
    first: BigUint,
    second: BigUint,
}

impl Pool {
    /// How likely every total of the pool is.
    ///
    /// Dice that explode endlessly are followed until the tail weighs less than a thousand-millionth, or as deep as a roll has room.
    #[must_use]
    pub fn distribution(&self) -> Distribution {
        exact::distribution(self, exact::depth(self))
    }

    /// As [`Pool::distribution`], following endless explosions to `depth`, or as deep as a roll has room. Pools that do not
    /// explode endlessly are not changed by it.
    #[must_use]
    pub fn distribution_to(&self, depth: u8) -> Distribution {
        exact::distribution(self, exact::depth_at_most(self, depth))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::dice::notation::tests::any_pool;
    use crate::dice::{Explosion, Faces, Seeded};

    fn distribution(text: &str) -> Distribution {
        text.parse::<Pool>().unwrap().distribution()
    }

    /// The weights of all totals by going through every face of every die; `None` when there are too many.
    fn enumerated(pool: &Pool) -> Option<Distribution> {
        let longest = match pool.explosion() {
            Explosion::None => 1,
            Explosion::To(depth) => u32::from(depth) + 1,
            Explosion::Endless => return None,
        };
        let throws = u32::from(pool.dice()) * longest * pool.dice_per_throw() as u32;
        let rolls = u64::from(pool.sides())
            .checked_pow(throws)
            .filter(|&rolls| rolls <= 1 << 18)?;
        let mut weights = BTreeMap::new();
        enumerate(pool, Faces::new(), rolls, &mut weights);
        Distribution::from_weights(weights)
    }

    fn enumerate(pool: &Pool, faces: Faces, weight: u64, weights: &mut BTreeMap<i32, u64>) {
        let Some(sides) = pool.next_die(&faces) else {
            *weights.entry(pool.read(&faces).total).or_default() += weight;
            return;
        };
        for face in 1..=sides {
            let mut faces = faces;
            faces.push(face).unwrap();
            enumerate(pool, faces, weight / u64::from(sides), weights);
        }
    }

    fn assert_adds_up(distribution: &Distribution) {
        let sum: BigUint = distribution.iter().map(|(_, weight)| weight).sum();
        assert_eq!(sum + distribution.tail(), distribution.denominator());
        assert_eq!(
            distribution.tail_from().is_some(),
            distribution.tail() != BigUint::ZERO
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]
        #[test]
        fn equals_going_through_every_face(pool in any_pool(6, 8)) {
            if let Some(expected) = enumerated(&pool) {
                prop_assert_eq!(pool.distribution().reduced(), expected.reduced(), "{}", pool);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]
        #[test]
        fn weights_add_up_and_at_least_never_rises(pool in any_pool(8, 20)) {
            let distribution = pool.distribution();
            assert_adds_up(&distribution);
            prop_assert_eq!(distribution.least(), pool.least());
            prop_assert_eq!(distribution.most(), pool.most().filter(|_| distribution.tail_from().is_none()));
            let mut before = distribution.at_least(pool.least());
            prop_assert_eq!(&before.least, &before.of);
            for (total, weight) in distribution.iter() {
                let now = distribution.at_least(total + 1);
                prop_assert!(now.least <= before.least && now.most <= before.most);
                prop_assert_eq!(distribution.at_most(total).least + &now.most, now.of.clone());
                prop_assert_eq!(distribution.exactly(total).least, weight);
                before = now;
            }
        }

        /// A shallow look at endless explosions brackets a deeper one.
        #[test]
        fn a_deeper_look_lies_within_the_bounds_of_a_shallow_one(pool in any_pool(3, 12), deep in 1..4_u8) {
            let (shallow, deeper) = (pool.distribution_to(0), pool.distribution_to(deep));
            for target in pool.least()..pool.least() + 40 {
                let (outer, inner) = (shallow.at_least(target).bounds(), deeper.at_least(target).bounds());
                prop_assert!(outer.0 <= inner.0 + 1e-12 && inner.1 <= outer.1 + 1e-12, "{} at {}", pool, target);
            }
        }

        #[test]
        fn operations_agree_with_going_through_all_pairs(
            one in proptest::collection::vec((-9..9_i32, 0..5_u64), 1..6),
            two in proptest::collection::vec((-9..9_i32, 1..5_u64), 1..6),
        ) {
            let pairs = |combine: fn(i32, i32) -> i32| {
                Distribution::from_weights(one.iter().flat_map(|&(left, weight)| {
                    two.iter().map(move |&(right, other)| (combine(left, right), weight * other))
                }))
            };
            let right = Distribution::from_weights(two.iter().copied()).unwrap();
            let Some(left) = Distribution::from_weights(one.iter().copied()) else { return Ok(()) };
            prop_assert_eq!(Some(left.add(&right)), pairs(|left, right| left + right));
            prop_assert_eq!(Some(left.minus(&right)), pairs(|left, right| left - right));
            prop_assert_eq!(Some(left.max(&right)), pairs(i32::max));
            prop_assert_eq!(Some(left.min(&right)), pairs(i32::min));
            // Far apart, sums are computed without a table of all totals between.
            let far = |total| total * 1_000_003;
            prop_assert_eq!(left.map(far).add(&right.map(far)), left.add(&right).map(far));
        }

        #[test]
        fn operations_with_tails_bracket_those_on_deeper_looks(
            one in any_pool(2, 6), two in any_pool(2, 6), operation in 0..4_usize,
        ) {
            let combine = [Distribution::add, Distribution::max, Distribution::min, Distribution::minus][operation];
            let shallow = combine(&one.distribution_to(0), &two.distribution_to(1));
            let deeper = combine(&one.distribution_to(3), &two.distribution_to(4));
            assert_adds_up(&shallow);
            for target in -60..80 {
                let (outer, inner) = (shallow.at_least(target).bounds(), deeper.at_least(target).bounds());
                prop_assert!(
                    outer.0 <= inner.0 + 1e-12 && inner.1 <= outer.1 + 1e-12,
                    "{} and {} at {}: {:?} and {:?}", one, two, target, outer, inner
                );
            }
        }
    }

    /// The mean of n rolls lies within six of its standard deviations of the exact mean.
    #[test]
    fn sampled_rolls_agree() {
        let n = 20_000;
        for text in [
            "d20",
            "2d20kl1",
            "4d6kh3*2+1",
            "d10! adv",
            "2d10!6kh1+9",
            "6d6!2>=5",
            "3d8kl2 dis",
        ] {
            let pool: Pool = text.parse().unwrap();
            let exact = pool.distribution();
            let mut sum = 0.0;
            for fight in 0..n {
                let mut seeded = Seeded::new(77, fight);
                let mut place = 0;
                let faces = pool.throw(|sides| {
                    place += 1;
                    Ok::<u16, ()>(seeded.face(place - 1, sides))
                });
                sum += f64::from(pool.read(&faces.unwrap()).total);
            }
            let tolerance = 6.0 * (exact.variance() / n as f64).sqrt();
            assert!((sum / n as f64 - exact.mean()).abs() < tolerance, "{text}");
        }
    }

    #[test]
    fn known_figures() {
        assert_eq!(distribution("2d6").exactly(7).as_f64(), 6.0 / 36.0);
        assert_eq!(distribution("d20 adv").at_least(11).as_f64(), 0.75);
        assert_eq!(distribution("d20 dis").at_least(11).as_f64(), 0.25);
        assert_eq!(distribution("4d6kh3").exactly(18).as_f64(), 21.0 / 1296.0);
        assert_eq!(distribution("3d6kl1").exactly(1).as_f64(), 91.0 / 216.0);
        assert_eq!(
            distribution("8d6>=5").at_least(8).least,
            BigUint::from(2_u32.pow(8))
        );
        assert_eq!(distribution("d10!1").exactly(10).as_f64(), 0.0);
        assert_eq!(distribution("d10!1").exactly(20).as_f64(), 0.01);
        assert_eq!(
            distribution("d6 adv").times(3).at_least(18).as_f64(),
            11.0 / 36.0
        );
    }

    #[test]
    fn means_and_variances() {
        assert_eq!(
            (distribution("3d6").mean(), distribution("3d6").variance()),
            (10.5, 8.75)
        );
        assert_eq!(
            (distribution("d1-5").mean(), distribution("d1-5").variance()),
            (-4.0, 0.0)
        );
        assert!((distribution("20d100").mean() - 1010.0).abs() < 1e-9);
        // An exploding d10 is worth 5.5 × 10/9.
        assert!((distribution("d10!").mean() - 55.0 / 9.0).abs() < 1e-6);
    }

    #[test]
    fn the_tail_belongs_where_its_lower_bound_puts_it() {
        let endless = "d10!".parse::<Pool>().unwrap().distribution_to(1);
        assert_eq!(
            (endless.tail(), endless.denominator()),
            (1_u32.into(), 100_u32.into())
        );
        assert_eq!(endless.tail_from(), Some(21));
        assert_eq!(endless.at_least(21).as_f64(), 0.01);
        let open = endless.at_least(25);
        assert_eq!((open.is_exact(), open.bounds()), (false, (0.0, 0.01)));
        assert_eq!(endless.at_most(20).as_f64(), 0.99);
        assert_eq!(endless.plus(5).tail_from(), Some(26));
        assert_eq!(endless.times(2).tail_from(), Some(42));
        assert_eq!(endless.map(|total| total).tail_from(), Some(i32::MIN));
    }

    #[test]
    fn endless_explosions_are_followed_until_the_tail_is_negligible() {
        for text in ["d10!", "d4!", "d4! adv", "2d10!kh1 adv", "6d6!"] {
            let distribution = distribution(text);
            assert!(
                ratio(&distribution.tail(), &distribution.denominator()) < 1e-8,
                "{text}"
            );
        }
    }

    #[test]
    fn long_denominators_stay_exact() {
        let many = distribution("20d100");
        assert_eq!(many.denominator(), BigUint::from(100_u32).pow(20));
        assert_adds_up(&many);
        assert_eq!(many, distribution("d100").repeat(20));
        assert_eq!(
            many.at_least(1010).least - many.exactly(1010).least,
            many.at_most(1009).least
        );
        let higher = many.max(&distribution("d6"));
        assert_adds_up(&higher);
        assert_adds_up(&many.min(&distribution("d6!")));
        assert_eq!(
            distribution("d6").repeat(64).reduced().denominator(),
            BigUint::from(6_u32).pow(64)
        );
        assert_eq!(
            distribution("d6").repeat(64).map(|_| 1).reduced(),
            Distribution::certain(1)
        );
    }

    #[test]
    fn nothing_and_certainty() {
        assert_eq!(Distribution::from_weights([(3, 0)]), None);
        assert_eq!(Distribution::from_weights([]), None);
        assert_eq!(distribution("d6").repeat(0), Distribution::certain(0));
        assert_eq!(
            Distribution::certain(i32::MAX).plus(1),
            Distribution::certain(i32::MAX)
        );
        assert_eq!(
            Distribution::certain(i32::MAX).add(&Distribution::certain(1)),
            Distribution::certain(i32::MAX)
        );
    }
}
