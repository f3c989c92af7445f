//! How often which number came.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How often which number came, exactly: as many places as there are different numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Bar>", into = "Vec<Bar>")]
pub struct Histogram {
    counts: BTreeMap<i32, u64>,
}

/// A number that came, and how often, as it is written to a file.
#[derive(Serialize, Deserialize)]
struct Bar {
    value: i32,
    count: u64,
}

impl Histogram {
    /// Counts one more `value`.
    pub fn add(&mut self, value: i32) {
        self.add_many(value, 1);
    }

    /// Counts `count` more of `value`.
    pub fn add_many(&mut self, value: i32, count: u64) {
        let so_far = self.counts.entry(value).or_default();
        *so_far = so_far.saturating_add(count);
    }

    /// Adds everything that another one has counted.
    pub fn merge(&mut self, other: &Self) {
        for (value, count) in other.iter() {
            self.add_many(value, count);
        }
    }

    /// Every number that came, and how often, the lowest first.
    pub fn iter(&self) -> impl Iterator<Item = (i32, u64)> + '_ {
        self.counts.iter().map(|(value, count)| (*value, *count))
    }

    /// How many numbers were counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        total(self.counts.values())
    }

    /// How many of them are at most `value`.
    #[must_use]
    pub fn up_to(&self, value: i32) -> u64 {
        total(self.counts.range(..=value).map(|(_, count)| count))
    }

    /// The mean; `None` of nothing.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let total = self.total();
        let sum: i128 = self
            .iter()
            .map(|(value, count)| i128::from(value) * i128::from(count))
            .sum();
        (total > 0).then(|| sum as f64 / total as f64)
    }

    /// How far the numbers lie about their mean, as an estimate of all like them: the mean of the squares of their differences from it, with one
    /// number less. `None` of fewer than two.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        let total = self.total();
        // Whole numbers are counted; only what is told of them is worked out in parts, and always in the same order.
        let squares = self.iter().map(|(value, count)| {
            let apart = f64::from(value) - mean;
            apart * apart * count as f64
        });
        let squares: f64 = squares.sum();
        (total > 1).then(|| squares / (total - 1) as f64)
    }

    /// The smallest number that at least `per_mille` thousandths of all reach or stay below; `None` of nothing.
    #[must_use]
    pub fn quantile(&self, per_mille: u64) -> Option<i32> {
        let wanted = u128::from(self.total()) * u128::from(per_mille);
        let mut below = 0_u128;
        self.iter().find_map(|(value, count)| {
            below += u128::from(count);
            (below * 1000 >= wanted).then_some(value)
        })
    }

    /// The lowest and the highest number.
    #[must_use]
    pub fn range(&self) -> Option<(i32, i32)> {
        let (lowest, _) = self.counts.first_key_value()?;
        let (highest, _) = self.counts.last_key_value()?;
        Some((*lowest, *highest))
    }

    /// The counts in at most `most` bins of the same whole width: where each begins, and how many are in it.
    #[must_use]
    pub fn bins(&self, most: usize) -> Bins {
        let Some((lowest, highest)) = self.range() else {
            return Bins::default();
        };
        let (lowest, highest) = (i64::from(lowest), i64::from(highest));
        let width = (highest - lowest) / most.max(1) as i64 + 1;
        let number = (highest - lowest) / width + 1;
        let mut counts = vec![0; number as usize];
        for (value, count) in self.iter() {
            let bin: &mut u64 = &mut counts[((i64::from(value) - lowest) / width) as usize];
            *bin = bin.saturating_add(count);
        }
        Bins {
            from: lowest,
            width,
            counts,
        }
    }
}

/// A sum that stays at the highest number there is.
fn total<'c>(counts: impl Iterator<Item = &'c u64>) -> u64 {
    counts.fold(0, |sum, count| sum.saturating_add(*count))
}

/// Counts in bins of the same width.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bins {
    /// The lowest number of the first bin.
    pub from: i64,
    /// How many numbers each bin holds.
    pub width: i64,
    /// How many are in each.
    pub counts: Vec<u64>,
}

impl From<Vec<Bar>> for Histogram {
    fn from(bars: Vec<Bar>) -> Self {
        let mut histogram = Self::default();
        for Bar { value, count } in bars {
            histogram.add_many(value, count);
        }
        histogram
    }
}

impl From<Histogram> for Vec<Bar> {
    fn from(histogram: Histogram) -> Self {
        let bars = histogram.counts.into_iter();
        bars.map(|(value, count)| Bar { value, count }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram(values: &[i32]) -> Histogram {
        let mut histogram = Histogram::default();
        values.iter().for_each(|value| histogram.add(*value));
        histogram
    }

    #[test]
    fn what_is_counted_apart_adds_up() {
        let mut one = histogram(&[1, 2, 2]);
        one.merge(&histogram(&[2, -5]));
        assert_eq!(one, histogram(&[-5, 1, 2, 2, 2]));
        assert_eq!(one.total(), 5);
        assert_eq!(one.up_to(1), 2);
        assert_eq!(one.mean(), Some(0.4));
        assert_eq!(one.range(), Some((-5, 2)));
    }

    #[test]
    fn the_variance_is_that_of_a_sample() {
        let variance = histogram(&[2, 4, 4, 4, 5, 5, 7, 9]).variance();
        assert!((variance.expect("eight") - 32.0 / 7.0).abs() < 1e-12);
        assert_eq!(histogram(&[3]).variance(), None);
        assert_eq!(histogram(&[3, 3]).variance(), Some(0.0));
    }

    #[test]
    fn quantiles_are_numbers_that_came() {
        let ten: Vec<i32> = (1..=10).collect();
        let ten = histogram(&ten);
        assert_eq!(ten.quantile(500), Some(5));
        assert_eq!(ten.quantile(501), Some(6));
        assert_eq!(ten.quantile(1000), Some(10));
        assert_eq!(ten.quantile(0), Some(1));
        assert_eq!(Histogram::default().quantile(500), None);
        assert_eq!(Histogram::default().mean(), None);
    }

    #[test]
    fn bins_hold_everything() {
        let some = histogram(&[3, 4, 9, 9, 22]);
        let bins = some.bins(4);
        assert_eq!((bins.from, bins.width), (3, 5));
        assert_eq!(bins.counts, [2, 2, 0, 1]);
        assert_eq!(some.bins(100).counts.len(), 20);
        assert_eq!(Histogram::default().bins(4), Bins::default());
    }

    #[test]
    fn it_is_written_as_values_with_their_counts() -> Result<(), serde_json::Error> {
        let some = histogram(&[3, 3, -1]);
        let text = serde_json::to_string(&some)?;
        assert_eq!(text, r#"[{"value":-1,"count":1},{"value":3,"count":2}]"#);
        assert_eq!(serde_json::from_str::<Histogram>(&text)?, some);
        Ok(())
    }
}
