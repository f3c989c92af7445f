//! What counts say about chances and means: intervals and a test of pairs.

use schemars::JsonSchema;
use serde::Serialize;
use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal};

/// A chance, or a difference of chances, with the interval in which the true one lies.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Estimate {
    /// What was counted, as a part of all; of what is known exactly, the chance itself.
    pub value: f64,
    /// The least that it may be: the lower end of the interval.
    pub low: f64,
    /// The most that it may be: its upper end.
    pub high: f64,
}

impl Estimate {
    /// What is known exactly.
    #[must_use]
    pub const fn exact(value: f64) -> Self {
        Self {
            value,
            low: value,
            high: value,
        }
    }

    /// Half of the width of the interval.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether a chance is one that the counts may well come from.
    #[must_use]
    pub fn holds(&self, chance: f64) -> bool {
        (self.low..=self.high).contains(&chance)
    }
}

/// How sure intervals are: 95 of 100 hold the true chance.
pub const CONFIDENCE: f64 = 0.95;

/// Between what a true mean lies.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Half of the width.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// So many standard deviations lie to either side of the middle of an interval of that [`CONFIDENCE`].
const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// The 95% interval of the mean of `count` numbers with that variance: the normal distribution that means of many numbers come to. One
/// number alone says nothing about its like: `None`.
#[must_use]
pub(crate) fn of_mean(mean: f64, variance: f64, count: u64) -> Option<Interval> {
    if count < 2 {
        return None;
    }
    let half = DEVIATIONS * (variance / count as f64).sqrt();
    Some(Interval {
        low: mean - half,
        high: mean + half,
    })
}

/// The part that `count` is of `total` with its 95% Wilson interval; of nothing, anything is possible.
///
/// Wilson, "Probable inference, the law of succession, and statistical inference" (1927): unlike the plain interval it never leaves
/// 0 to 1, and means something even where a count is 0.
#[must_use]
pub fn wilson(count: u64, total: u64) -> Estimate {
    if total == 0 {
        return Estimate {
            value: 0.0,
            low: 0.0,
            high: 1.0,
        };
    }
    let (count, total) = (count as f64, total as f64);
    let value = count / total;
    let z = DEVIATIONS;
    let square = z * z;
    let scale = 1.0 + square / total;
    let middle = (value + square / (2.0 * total)) / scale;
    let spread = value * (1.0 - value) / total + square / (4.0 * total * total);
    let half = z / scale * spread.sqrt();
    Estimate {
        value,
        low: if count == 0.0 { 0.0 } else { middle - half },
        high: if count == total { 1.0 } else { middle + half },
    }
}

/// How many unequal pairs are tested exactly: of more, sums of so many terms are less exact than the normal distribution.
const EXACT_MAX: u64 = 50_000;

/// The chance that pairs come out at least as unequal as `first` against `second` where neither is favoured: McNemar's exact test, on
/// both sides, and of very many pairs the one with a normal distribution and Edwards' correction for continuity. Pairs that came out alike
/// say nothing and are not counted.
#[must_use]
pub(crate) fn mcnemar(first: u64, second: u64) -> f64 {
    let unequal = first.saturating_add(second);
    if unequal > EXACT_MAX {
        let apart = first.abs_diff(second).saturating_sub(1) as f64;
        let away = apart / (unequal as f64).sqrt();
        return (2.0 * Normal::standard().cdf(-away)).min(1.0);
    }
    match Binomial::new(0.5, unequal) {
        Ok(fair) if unequal > 0 => (2.0 * fair.cdf(first.min(second))).min(1.0),
        _ => 1.0,
    }
}

/// The difference of two shares of the same `total` fights, `first` being those that only the first has and `second` those that only
/// the second has, with its 95% interval: that of Bonett and Price ("Adjusted Wald confidence interval for a difference of binomial proportions
/// based on paired data", 2012), which adds one fight to either kind, so that few fights, or none that differ, do not seem to say all.
#[must_use]
pub(crate) fn paired_difference(first: u64, second: u64, total: u64) -> Estimate {
    if total == 0 {
        return Estimate {
            value: 0.0,
            low: -1.0,
            high: 1.0,
        };
    }
    let (first, second, total) = (first as f64, second as f64, total as f64);
    let all = total + 2.0;
    let middle = (second - first) / all;
    let variance = ((first + second + 2.0) / all - middle * middle) / all;
    let half = DEVIATIONS * variance.sqrt();
    Estimate {
        value: (second - first) / total,
        low: (middle - half).max(-1.0),
        high: (middle + half).min(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64) {
        assert!((one - other).abs() < 5e-5, "{one} is not {other}");
    }

    #[test]
    fn intervals_are_as_wide_as_they_are_to_be_sure() {
        let exact = Normal::standard().inverse_cdf(0.5 + CONFIDENCE / 2.0);
        assert!((DEVIATIONS - exact).abs() < 1e-12, "{exact}");
    }

    #[test]
    fn intervals_are_those_of_the_tables() {
        let half = wilson(50, 100);
        near(half.low, 0.4038);
        near(half.high, 0.5962);
        let none = wilson(0, 10);
        near(none.low, 0.0);
        near(none.high, 0.2775);
        let all = wilson(10, 10);
        near(all.low, 0.7225);
        near(all.high, 1.0);
        assert!(wilson(0, 0).holds(0.9));
        assert!(half.holds(0.45) && !half.holds(0.4));
    }

    #[test]
    fn means_are_known_the_better_the_more_there_are_of_them() {
        // A standard deviation of 10: one of 100 is known to a tenth of twice as much.
        let some = of_mean(5.0, 100.0, 100).expect("many");
        near(some.low, 5.0 - 1.959_964);
        near(some.high, 5.0 + 1.959_964);
        near(some.half_width(), 1.959_964);
        let same = of_mean(3.0, 0.0, 2).expect("two");
        near(same.half_width(), 0.0);
        assert_eq!(of_mean(3.0, 0.0, 1), None);
    }

    #[test]
    fn pairs_are_tested_exactly() {
        near(mcnemar(0, 0), 1.0);
        near(mcnemar(5, 5), 1.0);
        near(mcnemar(0, 5), 0.0625);
        near(mcnemar(1, 9), 22.0 / 1024.0);
        near(mcnemar(9, 1), mcnemar(1, 9));
    }

    #[test]
    fn very_many_pairs_are_tested_as_well_as_many() {
        // Two standard deviations apart, and five.
        for (deviations, expected) in [(2.0, 0.0455), (5.0, 5.733e-7)] {
            for unequal in [EXACT_MAX, EXACT_MAX + 2, 40_000_000] {
                let apart = (deviations * (unequal as f64).sqrt()) as u64 + 1;
                let first = (unequal - apart) / 2;
                let p = mcnemar(first, unequal - first);
                assert!((p / expected - 1.0).abs() < 0.05, "{unequal}: {p}");
            }
        }
        near(mcnemar(500_000, 500_000), 1.0);
        assert!(mcnemar(0, 1_000_000) < 1e-300);
    }

    #[test]
    fn equal_pairs_show_no_difference() {
        let none = paired_difference(10, 10, 100);
        near(none.value, 0.0);
        assert!(none.holds(0.0));
        let clear = paired_difference(2, 40, 100);
        near(clear.value, 0.38);
        assert!(!clear.holds(0.0));
    }

    #[test]
    fn pairs_that_are_all_alike_leave_room_for_others() {
        let alike = paired_difference(0, 0, 20);
        near(alike.value, 0.0);
        near(alike.high, 1.959_964 * (2.0_f64 / 22.0 / 22.0).sqrt());
        near(alike.low, -alike.high);
        let all = paired_difference(0, 20, 20);
        near(all.value, 1.0);
        assert!(
            all.low < 0.95 && all.high <= 1.0 && all.holds(1.0),
            "{all:?}"
        );
    }
}
