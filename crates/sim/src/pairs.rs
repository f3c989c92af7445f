//! The same fights in two arenas: how often a side has won where.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::record::{Cast, Ending, FightRecord};

/// The same fights in two arenas: how often a side has won where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Pairs {
    /// The side, by name.
    pub side: String,
    /// It has won in both.
    pub both: u64,
    /// Only in the first.
    pub first: u64,
    /// Only in the second.
    pub second: u64,
    /// In neither.
    pub neither: u64,
}

impl Pairs {
    /// Pairs of every side that fights in both, nothing counted.
    pub(crate) fn of_sides(first: &[String], second: &[String]) -> Vec<Self> {
        let in_both = first.iter().filter(|side| second.contains(side));
        let none = |side: &String| Self {
            side: side.clone(),
            both: 0,
            first: 0,
            second: 0,
            neither: 0,
        };
        in_both.map(none).collect()
    }

    /// Counts a fight that these have won in the first and in the second.
    pub(crate) fn add(&mut self, first: Option<&str>, second: Option<&str>) {
        let won = |winner: Option<&str>| winner == Some(self.side.as_str());
        *match (won(first), won(second)) {
            (true, true) => &mut self.both,
            (true, false) => &mut self.first,
            (false, true) => &mut self.second,
            (false, false) => &mut self.neither,
        } += 1;
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Self) {
        let add = |sum: &mut u64, more: u64| *sum = sum.saturating_add(more);
        add(&mut self.both, other.both);
        add(&mut self.first, other.first);
        add(&mut self.second, other.second);
        add(&mut self.neither, other.neither);
    }

    /// How many fights were played in both.
    #[must_use]
    pub fn total(&self) -> u64 {
        let counts = [self.both, self.first, self.second, self.neither];
        counts
            .into_iter()
            .fold(0, |sum, count| sum.saturating_add(count))
    }
}

/// Who has won a fight, by name.
pub(crate) fn winner<'c>(cast: &'c Cast, record: &FightRecord) -> Option<&'c str> {
    match record.ending {
        Ending::Won(side) => cast.sides.get(usize::from(side)).map(String::as_str),
        _ => None,
    }
}

/// A fight that nobody has won.
const NOBODY: u8 = u8::MAX - 1;

/// A fight that was not played.
const NOT_PLAYED: u8 = u8::MAX;

/// Who has won each fight of a batch: with it others are compared that are played later, fight by fight.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Winners {
    sides: Vec<String>,
    from: u64,
    by: Vec<u8>,
}

impl Winners {
    /// The most fights whose winners are kept, a byte for each.
    pub const MOST: u64 = 100_000_000;

    /// Of no fight yet; the first has that number.
    pub(crate) fn new(cast: &Cast, from: u64) -> Self {
        Self {
            sides: cast.sides.clone(),
            from,
            by: Vec::new(),
        }
    }

    /// The sides that might win.
    pub(crate) fn sides(&self) -> &[String] {
        &self.sides
    }

    /// Adds the next `count` fights, of which these were played, one after the other from the first.
    pub(crate) fn add(&mut self, count: usize, played: &[FightRecord]) {
        let winner = |record: &FightRecord| match record.ending {
            Ending::Won(side) => side.min(NOBODY),
            _ => NOBODY,
        };
        let end = self.by.len() + count;
        self.by.extend(played.iter().take(count).map(winner));
        self.by.resize(end, NOT_PLAYED);
    }

    /// Adds fights that come next, counted elsewhere.
    pub(crate) fn append(&mut self, next: &Self) {
        self.by.extend_from_slice(&next.by);
    }

    /// Who has won the fight of that number, by name; `None` if it was not played.
    pub(crate) fn of(&self, number: u64) -> Option<Option<&str>> {
        let place = usize::try_from(number.checked_sub(self.from)?).ok()?;
        let by = self.by.get(place).filter(|by| **by != NOT_PLAYED)?;
        Some(self.sides.get(usize::from(*by)).map(String::as_str))
    }
}
