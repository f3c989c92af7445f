//! Exact distributions: every total with its weight.

use num_bigint::BigUint;

use super::chance::Chance;
use super::exact;
use super::pool::Pool;
use super::table::Table;
use super::weight::{Weight, least_common, ratio};

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
    #[cfg(test)]
    fn from_weights(weights: impl IntoIterator<Item = (i32, u64)>) -> Option<Distribution> {
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
        let weights = match (&self.weights, &other.weights) {
            (Weights::Large(long), Weights::Small(short))
            | (Weights::Small(short), Weights::Large(long)) => {
                Weights::Large(long.add_short(short))
            }
            _ => both!(self, other, one, two => one.add(two)),
        };
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

    /// A total that a second step makes of this one: hit or miss decides what the damage is. Each total goes on as its own distribution
    /// says. Nothing is known about where the tail begins afterwards.
    ///
    /// ```
    /// use affray_kernel::dice::{Distribution, pool};
    /// let damage = pool!("2d6+3").distribution();
    /// let attack = pool!("d20").distribution().then(|total| {
    ///     if total >= 10 { damage.clone() } else { Distribution::certain(0) }
    /// });
    /// assert_eq!(attack.exactly(0).as_f64(), 0.45);
    /// ```
    #[must_use]
    pub fn then(&self, next: impl Fn(i32) -> Distribution) -> Distribution {
        let steps: Vec<(BigUint, Distribution)> = self
            .iter()
            .map(|(total, weight)| (weight, next(total)))
            .collect();
        let common = steps.iter().fold(BigUint::from(1_u8), |common, (_, step)| {
            least_common(common, &step.denominator())
        });
        let mut tail = self.tail() * &common;
        let mut parts = Vec::new();
        for (weight, step) in &steps {
            let factor = weight * (&common / step.denominator());
            tail += step.tail() * &factor;
            parts.extend(step.iter().map(|(total, part)| (total, part * &factor)));
        }
        let table = Table::gathered(parts, tail, self.denominator() * common);
        Distribution::large(table, i32::MIN)
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
    #[cfg(test)]
    fn distribution_to(&self, depth: u8) -> Distribution {
        exact::distribution(self, exact::depth_at_most(self, depth))
    }
}

#[cfg(test)]
mod tests;
