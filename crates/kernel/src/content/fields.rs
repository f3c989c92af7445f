//! What is impossible about single values, wherever they were written.

use super::{Bound, Bounds};
use crate::dice::{Explosion, Pool};

/// A faulty field and what is wrong with it.
pub type FieldFault = (&'static str, String);

/// Collects what is wrong with the fields of one thing.
#[derive(Clone, Debug, Default)]
pub struct Fields(Vec<FieldFault>);

impl Fields {
    /// A field that is wrong.
    pub fn add(&mut self, field: &'static str, message: impl Into<String>) {
        self.0.push((field, message.into()));
    }

    /// A number lies within a range.
    pub fn range(&mut self, field: &'static str, number: impl Into<i64>, least: i64, most: i64) {
        let number = number.into();
        if !(least..=most).contains(&number) {
            self.add(field, format!("{number} is not from {least} to {most}"));
        }
    }

    /// A number lies within the bounds of its key.
    pub fn number(&mut self, bounds: Bounds, key: &'static str, number: impl Into<i64>) {
        self.bounded(key, bounds.of(key), number);
    }

    /// A number lies within the bounds of its key, which stands somewhere within the field: the message names it, unless the field does.
    pub fn number_of(
        &mut self,
        field: &'static str,
        bounds: Bounds,
        key: &str,
        number: impl Into<i64>,
    ) {
        let before = self.0.len();
        self.bounded(field, bounds.of(key), number);
        if !field.ends_with(key) {
            for (_, message) in &mut self.0[before..] {
                *message = format!("`{key}`: {message}");
            }
        }
    }

    /// A number lies within these bounds.
    pub fn bounded(&mut self, field: &'static str, bound: Bound, number: impl Into<i64>) {
        let number = number.into();
        self.range(field, number, bound.least, bound.most);
        if bound.by_fives {
            self.by_fives(field, number);
        }
    }

    /// Feet: within the range and a multiple of 5.
    pub fn feet(&mut self, field: &'static str, number: i16, least: i64, most: i64) {
        self.range(field, number, least, most);
        self.by_fives(field, number.into());
    }

    fn by_fives(&mut self, field: &'static str, number: i64) {
        if number % 5 != 0 {
            self.add(field, format!("{number} ft is no multiple of 5 ft"));
        }
    }

    /// Dice that are simply added up, to at most that much.
    pub fn dice(&mut self, field: &'static str, pool: Option<Pool>, most: u32) {
        let Some(pool) = pool else {
            return;
        };
        let plain = pool.explosion() == Explosion::None && pool.target().is_none();
        let highest = u32::from(pool.dice()) * u32::from(pool.sides()) * u32::from(pool.factor());
        if !plain || highest > most || !(-100..=200).contains(&pool.bonus()) {
            let message = format!("{pool}: only plain dice that show at most {most} can be used");
            self.add(field, message);
        }
    }

    /// All that is wrong with a thing called `name` inside the field.
    #[must_use]
    pub fn within(self, field: &'static str, name: &str) -> Self {
        let faults = self.0.into_iter();
        let named = |(inner, message)| (field, format!("{name}, {inner}: {message}"));
        Self(faults.map(named).collect())
    }

    /// What is wrong, as faults of that part of a whole.
    pub fn about<P: Copy>(self, part: P) -> impl Iterator<Item = Fault<P>> {
        let faults = self.0.into_iter();
        faults.map(move |(field, message)| Fault::new(part, field, message))
    }
}

impl IntoIterator for Fields {
    type Item = FieldFault;
    type IntoIter = std::vec::IntoIter<FieldFault>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl Extend<FieldFault> for Fields {
    fn extend<F: IntoIterator<Item = FieldFault>>(&mut self, faults: F) {
        self.0.extend(faults);
    }
}

/// Something impossible about a whole, such as a fight before it starts: `P` says which part of it is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault<P> {
    /// Which part.
    pub part: P,
    /// Which field of it; empty for all of it.
    pub field: &'static str,
    /// What is wrong with it.
    pub message: String,
}

impl<P> Fault<P> {
    /// A fault.
    pub fn new(part: P, field: &'static str, message: impl Into<String>) -> Self {
        Self {
            part,
            field,
            message: message.into(),
        }
    }
}
