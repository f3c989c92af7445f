//! Integer weights: `u128` where they fit, [`BigUint`] beyond.

use std::ops::{AddAssign, DivAssign, MulAssign, RemAssign, SubAssign};

use num_bigint::BigUint;

/// What exact weights are made of. Never negative.
pub(crate) trait Weight:
    Clone
    + Ord
    + From<u32>
    + Into<BigUint>
    + for<'a> AddAssign<&'a Self>
    + for<'a> SubAssign<&'a Self>
    + for<'a> MulAssign<&'a Self>
    + for<'a> RemAssign<&'a Self>
    + for<'a> DivAssign<&'a Self>
{
    /// No weight.
    #[inline]
    fn none() -> Self {
        Self::from(0)
    }

    #[inline]
    fn is_none(&self) -> bool {
        *self == Self::none()
    }

    fn large(&self) -> BigUint {
        self.clone().into()
    }

    /// Adds `one * other`.
    #[inline]
    fn add_product(&mut self, one: &Self, other: &Self) {
        *self += &one.product(other);
    }

    #[inline]
    fn product(&self, other: &Self) -> Self {
        let mut product = self.clone();
        product *= other;
        product
    }

    /// This number to the powers 0 to `highest`.
    fn powers(&self, highest: usize) -> Vec<Self> {
        let mut powers = Vec::with_capacity(highest + 1);
        self.powers_into(highest, &mut powers);
        powers
    }

    /// As [`Weight::powers`], in place of what is in `powers`.
    fn powers_into(&self, highest: usize, powers: &mut Vec<Self>) {
        powers.clear();
        powers.push(Self::from(1));
        for exponent in 0..highest {
            let next = powers[exponent].product(self);
            powers.push(next);
        }
    }

    fn power(&self, exponent: usize) -> Self {
        let mut power = Self::from(1);
        for _ in 0..exponent {
            power *= self;
        }
        power
    }
}

impl Weight for u128 {}
impl Weight for BigUint {}

/// The greatest number that divides both.
pub(crate) fn common_divisor<W: Weight>(mut one: W, mut other: W) -> W {
    while !other.is_none() {
        one %= &other;
        std::mem::swap(&mut one, &mut other);
    }
    one
}

/// The least number that both divide.
pub(crate) fn least_common(one: BigUint, other: &BigUint) -> BigUint {
    let divisor = common_divisor(one.clone(), other.clone());
    one / divisor * other
}

/// `part / whole` to the precision of an `f64`, however long the numbers are; 0 when `whole` is 0.
#[must_use]
pub fn ratio(part: &BigUint, whole: &BigUint) -> f64 {
    if *whole == BigUint::ZERO {
        return 0.0;
    }
    // At least 64 significant bits of the quotient remain; an f64 holds 53.
    let shift = (whole.bits() + 64).saturating_sub(part.bits());
    let quotient = (part << shift) / whole;
    let quotient = u128::try_from(quotient).unwrap_or(u128::MAX);
    quotient as f64 * 0.5_f64.powi(i32::try_from(shift).unwrap_or(i32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_keep_their_precision_however_long_the_numbers_are() {
        let big = |n: u32| BigUint::from(n);
        assert_eq!(ratio(&big(1), &big(3)), 1.0 / 3.0);
        assert_eq!(ratio(&big(700), &big(2)), 350.0);
        assert_eq!(ratio(&big(0), &big(3)), 0.0);
        assert_eq!(ratio(&big(3), &big(0)), 0.0);
        let long = big(10).power(400);
        assert_eq!(ratio(&(&long * 2_u32), &(&long * 3_u32)), 2.0 / 3.0);
        assert_eq!(ratio(&big(1), &long), 0.0);
        assert_eq!(ratio(&big(1), &big(10).pow(10)), 1e-10);
        assert_eq!(ratio(&big(1), &big(2).pow(80)), 0.5_f64.powi(80));
    }

    #[test]
    fn common_divisors() {
        assert_eq!(common_divisor(12_u128, 18), 6);
        assert_eq!(common_divisor(0_u128, 5), 5);
        assert_eq!(
            common_divisor(BigUint::from(35_u32), BigUint::from(64_u32)),
            BigUint::from(1_u32)
        );
    }
}
