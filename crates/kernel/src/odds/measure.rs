//! How much a course of dice weighs: as a floating-point number, or as so many parts of so many.

use num_bigint::BigUint;
use smallvec::SmallVec;

use super::fork::{Fall, Falls};
use super::ratio;
use crate::dice::weight::{common_divisor, least_common};

/// The weight of a course of dice.
pub(super) trait Measure: Clone {
    /// Of a course without dice.
    fn one() -> Self;
    /// Of this course followed by a fall.
    fn then(&self, fall: &Fall, of: &Falls) -> Self;
    /// Of what lies beyond the falls that are gone through.
    fn beyond(&self, of: &Falls) -> Self;
    /// Of this course and another one.
    fn plus(&self, other: &Self) -> Self;
    /// Of this course followed by one of that weight.
    fn times(&self, other: &Self) -> Self;
    /// Adds another weight, if it is a part of the same whole; whether it is.
    fn add(&mut self, other: &Self) -> bool;
    /// Of this course where a part of the whole that it belongs to is void.
    fn without(&self, whole: &Self, void: &Self) -> Self;
}

impl Measure for f64 {
    fn one() -> Self {
        1.0
    }

    fn then(&self, fall: &Fall, _: &Falls) -> Self {
        self * fall.chance
    }

    fn beyond(&self, of: &Falls) -> Self {
        self * ratio(&of.tail, &of.denominator)
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }

    fn without(&self, whole: &Self, void: &Self) -> Self {
        self * (whole / (whole - void))
    }
}

/// So many parts of so many; small ones as long as both fit.
#[derive(Clone)]
pub(super) enum Parts {
    Small(u128, u128),
    Large(BigUint, BigUint),
}

impl Parts {
    fn large(&self) -> (BigUint, BigUint) {
        match self {
            Self::Small(weight, of) => (BigUint::from(*weight), BigUint::from(*of)),
            Self::Large(weight, of) => (weight.clone(), of.clone()),
        }
    }

    /// In lowest terms, and small if that is possible.
    fn reduced(weight: BigUint, of: BigUint) -> Self {
        let divisor = common_divisor(weight.clone(), of.clone());
        let (weight, of) = (weight / &divisor, of / divisor);
        match (u128::try_from(&weight), u128::try_from(&of)) {
            (Ok(weight), Ok(of)) => Self::Small(weight, of),
            _ => Self::Large(weight, of),
        }
    }

    fn large_times(&self, weight: &BigUint, of: &BigUint) -> Self {
        let (known, whole) = self.large();
        Self::Large(known * weight, whole * of)
    }

    /// As small parts, if both fit.
    fn small_times(&self, (weight, of): (u128, u128)) -> Option<Self> {
        let Self::Small(known, whole) = self else {
            return None;
        };
        Some(Self::Small(
            known.checked_mul(weight)?,
            whole.checked_mul(of)?,
        ))
    }
}

impl Measure for Parts {
    fn one() -> Self {
        Self::Small(1, 1)
    }

    fn then(&self, fall: &Fall, of: &Falls) -> Self {
        let small = fall.small.and_then(|small| self.small_times(small));
        small.unwrap_or_else(|| self.large_times(&fall.weight, &of.denominator))
    }

    fn beyond(&self, of: &Falls) -> Self {
        self.large_times(&of.tail, &of.denominator)
    }

    fn times(&self, other: &Self) -> Self {
        let small = match other {
            Self::Small(weight, of) => self.small_times((*weight, *of)),
            Self::Large(..) => None,
        };
        small.unwrap_or_else(|| {
            let (weight, of) = other.large();
            self.large_times(&weight, &of)
        })
    }

    fn add(&mut self, other: &Self) -> bool {
        match (self, other) {
            // Courses to one place never weigh more than the whole together, so that no sum overflows.
            (Self::Small(sum, whole), Self::Small(weight, of)) if whole == of => *sum += weight,
            (Self::Large(sum, whole), Self::Large(weight, of)) if whole == of => *sum += weight,
            _ => return false,
        }
        true
    }

    fn plus(&self, other: &Self) -> Self {
        let ((weight, of), (more, of_more)) = (self.large(), other.large());
        Self::reduced(weight * &of_more + more * &of, of * of_more)
    }

    fn without(&self, whole: &Self, void: &Self) -> Self {
        let ((weight, of), (all, of_all), (less, of_less)) =
            (self.large(), whole.large(), void.large());
        let kept = &all * &of_less - less * of_all;
        Self::reduced(weight * all * of_less, of * kept)
    }
}

/// Weights that were added up, each under what it is so many parts of.
#[derive(Default)]
pub(super) struct Sums {
    small: SmallVec<[(u128, u128); 2]>,
    large: Vec<(BigUint, BigUint)>,
}

impl Sums {
    pub(super) fn add(&mut self, parts: Parts) {
        match parts {
            // Courses of one denominator never weigh more than it together, so that no sum overflows.
            Parts::Small(weight, of) => match self.small.iter_mut().find(|(_, whole)| *whole == of)
            {
                Some((sum, _)) => *sum += weight,
                None => self.small.push((weight, of)),
            },
            Parts::Large(weight, of) => match self.large.iter_mut().find(|(_, whole)| *whole == of)
            {
                Some((sum, _)) => *sum += weight,
                None => self.large.push((weight, of)),
            },
        }
    }

    /// The least number of which `known` and all that was added up are whole parts.
    pub(super) fn common(&self, known: BigUint) -> BigUint {
        let small = self.small.iter().map(|(_, of)| BigUint::from(*of));
        let large = self.large.iter().map(|(_, of)| of.clone());
        small.chain(large).fold(known, |known, of| {
            if (&known % &of) == BigUint::ZERO {
                known
            } else {
                least_common(known, &of)
            }
        })
    }

    /// Everything as parts of `total`.
    pub(super) fn of(&self, total: &BigUint) -> BigUint {
        let small = self
            .small
            .iter()
            .map(|(weight, of)| (total / *of) * *weight);
        let large = self.large.iter().map(|(weight, of)| (total / of) * weight);
        small.chain(large).sum()
    }
}
