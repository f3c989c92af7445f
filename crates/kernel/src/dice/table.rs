//! Totals and weights of one kind: the arithmetic of distributions.

use std::cmp::Ordering;

use num_bigint::BigUint;

use super::chance::Chance;
use super::weight::{Weight, common_divisor};
use super::wide;

/// Totals with their weights. The weights and the tail add up to the denominator.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Table<W> {
    /// Lowest total first, every total once, no weight 0.
    pub(super) parts: Vec<(i32, W)>,
    pub(super) tail: W,
    pub(super) denominator: W,
}

impl<W: Weight> Table<W> {
    pub(super) fn certain(total: i32) -> Table<W> {
        Table {
            parts: vec![(total, W::from(1))],
            tail: W::none(),
            denominator: W::from(1),
        }
    }

    /// A table of the parts, in any order, whose tail is what they lack.
    pub(super) fn with_rest_as_tail(parts: Vec<(i32, W)>, denominator: W) -> Table<W> {
        let mut tail = denominator.clone();
        for (_, weight) in &parts {
            tail -= weight;
        }
        Table {
            parts,
            tail,
            denominator,
        }
    }

    /// A table of parts in any order, where totals may come more than once.
    pub(super) fn gathered(mut parts: Vec<(i32, W)>, tail: W, denominator: W) -> Table<W> {
        if !parts.is_sorted_by_key(|part| part.0) {
            parts.sort_by_key(|part| part.0);
        }
        parts.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 += &later.1;
            }
            same
        });
        parts.retain(|part| !part.1.is_none());
        Table {
            parts,
            tail,
            denominator,
        }
    }

    pub(super) fn to_large(&self) -> Table<BigUint> {
        Table {
            parts: self
                .parts
                .iter()
                .map(|(total, weight)| (*total, weight.large()))
                .collect(),
            tail: self.tail.large(),
            denominator: self.denominator.large(),
        }
    }

    /// The chance of what `belongs`; the tail belongs surely, possibly or not at all.
    pub(super) fn chance(
        &self,
        belongs: impl Fn(i32) -> bool,
        tail_sure: bool,
        tail_possible: bool,
    ) -> Chance {
        let mut least = W::none();
        for (total, weight) in &self.parts {
            if belongs(*total) {
                least += weight;
            }
        }
        let mut most = least.clone();
        if tail_sure {
            least += &self.tail;
        }
        if tail_possible {
            most += &self.tail;
        }
        Chance {
            least: least.into(),
            most: most.into(),
            of: self.denominator.large(),
        }
    }

    pub(super) fn map(&self, change: impl Fn(i32) -> i32) -> Table<W> {
        let mut parts: Vec<(i32, W)> = Vec::with_capacity(self.parts.len());
        for (total, weight) in &self.parts {
            let total = change(*total);
            match parts.last_mut() {
                Some((last, sum)) if *last == total => *sum += weight,
                _ => parts.push((total, weight.clone())),
            }
        }
        Table::gathered(parts, self.tail.clone(), self.denominator.clone())
    }

    pub(super) fn add(&self, other: &Table<W>) -> Table<W> {
        let denominator = self.denominator.product(&other.denominator);
        let parts = match (self.dense_span(), other.dense_span()) {
            (Some(one), Some(two)) => self.dense_sums(one, other, two),
            _ => self.sparse_sums(other),
        };
        Table::with_rest_as_tail(parts, denominator)
    }

    /// From the lowest to the highest total, when there are few gaps between them and sums stay far from the ends of an `i32`.
    fn dense_span(&self) -> Option<usize> {
        let (first, last) = (self.parts.first()?.0, self.parts.last()?.0);
        let span = usize::try_from(i64::from(last) - i64::from(first) + 1).ok()?;
        let near = first.unsigned_abs().max(last.unsigned_abs()) < 1 << 30;
        (near && span <= 4 * self.parts.len() + 64).then_some(span)
    }

    fn dense_sums(&self, span: usize, other: &Table<W>, other_span: usize) -> Vec<(i32, W)> {
        let (first, other_first) = (self.parts[0].0, other.parts[0].0);
        let mut sums = vec![W::none(); span + other_span - 1];
        for (one, weight) in &self.parts {
            let row = &mut sums[one.abs_diff(first) as usize..];
            for (two, other_weight) in &other.parts {
                row[two.abs_diff(other_first) as usize].add_product(weight, other_weight);
            }
        }
        (first + other_first..)
            .zip(sums)
            .filter(|(_, weight)| !weight.is_none())
            .collect()
    }

    fn sparse_sums(&self, other: &Table<W>) -> Vec<(i32, W)> {
        let mut sums = Vec::with_capacity(self.parts.len() * other.parts.len());
        for (one, weight) in &self.parts {
            sums.extend(other.parts.iter().map(|(two, other_weight)| {
                (one.saturating_add(*two), weight.product(other_weight))
            }));
        }
        Table::gathered(sums, W::none(), W::none()).parts
    }

    /// The higher of two totals: no more than v when both are. The tail is above everything.
    pub(super) fn higher(&self, other: &Table<W>) -> Table<W> {
        let parts = joint(
            self.parts.iter(),
            W::none(),
            other.parts.iter(),
            W::none(),
            |one, two| one.cmp(&two),
        );
        Table::with_rest_as_tail(parts, self.denominator.product(&other.denominator))
    }

    /// The lower of two totals: no less than v when both are. Tails count as above everything, except where a total of
    /// one side lies above the start of the other's tail: which of them is lower is not known, and that goes into the tail.
    pub(super) fn lower(
        &self,
        from: Option<i32>,
        other: &Table<W>,
        other_from: Option<i32>,
    ) -> Table<W> {
        let (one, two) = (self.parts.iter().rev(), other.parts.iter().rev());
        let mut parts = joint(
            one,
            self.tail.clone(),
            two,
            other.tail.clone(),
            |one, two| two.cmp(&one),
        );
        parts.reverse();
        for (sure, unsure, unsure_from) in [(self, other, other_from), (other, self, from)] {
            let Some(from) = unsure_from else { continue };
            for (total, weight) in sure.parts.iter().filter(|part| part.0 > from) {
                if let Ok(place) = parts.binary_search_by_key(total, |part| part.0) {
                    parts[place].1 -= &weight.product(&unsure.tail);
                }
            }
        }
        parts.retain(|part| !part.1.is_none());
        Table::with_rest_as_tail(parts, self.denominator.product(&other.denominator))
    }

    /// The same proportions in lowest terms.
    pub(super) fn reduced(&self) -> Table<W> {
        let mut divisor = common_divisor(self.denominator.clone(), self.tail.clone());
        for (_, weight) in &self.parts {
            divisor = common_divisor(divisor, weight.clone());
        }
        let mut reduced = self.clone();
        reduced.parts.iter_mut().for_each(|part| part.1 /= &divisor);
        reduced.tail /= &divisor;
        reduced.denominator /= &divisor;
        reduced
    }
}

impl Table<BigUint> {
    /// As [`Table::add`], with a table of short weights.
    pub(super) fn add_short(&self, short: &Table<u128>) -> Table<BigUint> {
        let denominator = &self.denominator * short.denominator;
        let spans = self.dense_span().zip(short.dense_span());
        let sums = spans
            .and_then(|(span, short_span)| wide::sums(self, span, short, short_span, &denominator));
        match sums {
            Some(parts) => Table::with_rest_as_tail(parts, denominator),
            None => self.add(&short.to_large()),
        }
    }

    /// The same with small weights, when the denominator fits.
    pub(super) fn to_small(&self) -> Option<Table<u128>> {
        let denominator = u128::try_from(&self.denominator).ok()?;
        let tail = u128::try_from(&self.tail).ok()?;
        let small = |(total, weight): &(i32, BigUint)| Some((*total, u128::try_from(weight).ok()?));
        Some(Table {
            parts: self.parts.iter().map(small).collect::<Option<_>>()?,
            tail,
            denominator,
        })
    }
}

/// Walks two lists of totals in the given order. At each total, what both have passed (their start included) has grown by the
/// product of what each has; that growth is the weight of the total.
fn joint<'a, W: Weight + 'a>(
    one: impl Iterator<Item = &'a (i32, W)>,
    mut one_passed: W,
    other: impl Iterator<Item = &'a (i32, W)>,
    mut other_passed: W,
    order: impl Fn(i32, i32) -> Ordering,
) -> Vec<(i32, W)> {
    let (mut one, mut other) = (one.peekable(), other.peekable());
    let mut both = one_passed.product(&other_passed);
    let mut parts = Vec::new();
    loop {
        let total = match (one.peek(), other.peek()) {
            (Some((left, _)), Some((right, _))) if order(*right, *left).is_lt() => *right,
            (Some((total, _)), _) | (None, Some((total, _))) => *total,
            (None, None) => return parts,
        };
        while let Some((_, weight)) = one.next_if(|part| part.0 == total) {
            one_passed += weight;
        }
        while let Some((_, weight)) = other.next_if(|part| part.0 == total) {
            other_passed += weight;
        }
        let now = one_passed.product(&other_passed);
        let mut growth = now.clone();
        growth -= &both;
        both = now;
        if !growth.is_none() {
            parts.push((total, growth));
        }
    }
}
