//! How likely something is.

use num_bigint::BigUint;

use super::weight::ratio;

/// How likely something is, as a fraction of integers, or two when a tail leaves it open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chance {
    /// The weight of what certainly belongs to it.
    pub least: BigUint,
    /// The weight of what can belong to it; the same as `least` when the chance is exact.
    pub most: BigUint,
    /// The weight of everything.
    pub of: BigUint,
}

impl Chance {
    /// Whether no tail leaves the chance open.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.least == self.most
    }

    /// The chance between 0 and 1; the middle when a tail leaves it open.
    #[must_use]
    pub fn as_f64(&self) -> f64 {
        let (least, most) = self.bounds();
        if self.is_exact() {
            least
        } else {
            f64::midpoint(least, most)
        }
    }

    /// The lowest and the highest that the chance can be, between 0 and 1.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (ratio(&self.least, &self.of), ratio(&self.most, &self.of))
    }
}
