//! Sums that keep their parts: what was added to a die, from where, and by which rule.

use arrayvec::ArrayVec;

use crate::id::RuleId;

/// How modifiers of one kind combine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stacking {
    /// Every one counts.
    #[default]
    Adds,
    /// Of those with the same number only the highest bonus and the lowest penalty count.
    Group(u8),
}

/// One part of a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Modifier {
    /// What is added, or taken away if negative.
    pub value: i16,
    /// How it combines with others.
    pub stacking: Stacking,
    /// The rule it comes from.
    pub rule: RuleId,
    /// What it is, as players say it: "Level", "range".
    pub source: &'static str,
}

/// The most parts that one sum can have.
pub const PARTS_MAX: usize = 16;

/// A sum under construction. Parts of value 0 are left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    parts: ArrayVec<Modifier, PARTS_MAX>,
    /// The parts that always count, listed or not.
    plain: i32,
    /// Whether there are parts of which some may be covered by others.
    grouped: bool,
    /// Whether parts that always count are not listed, because nobody will read the list.
    unread: bool,
}

impl Tally {
    /// An empty sum.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty sum that lists its parts only if somebody will read the list.
    #[inline]
    #[must_use]
    pub fn read_by_somebody(read: bool) -> Self {
        Self {
            unread: !read,
            ..Self::default()
        }
    }

    /// Adds a part that always counts.
    #[inline(always)]
    pub fn add(&mut self, source: &'static str, value: i16, rule: RuleId) {
        if self.unread {
            self.plain += i32::from(value);
            return;
        }
        self.push(Modifier {
            value,
            stacking: Stacking::Adds,
            rule,
            source,
        });
    }

    /// As [`Tally::add`], where it takes some looking to say which rule it is.
    #[inline(always)]
    pub fn add_by(&mut self, source: &'static str, value: i16, rule: impl FnOnce() -> RuleId) {
        if self.unread {
            self.plain += i32::from(value);
        } else {
            self.add(source, value, rule());
        }
    }

    /// Adds a part. Beyond [`PARTS_MAX`] the value still counts but is no longer listed.
    pub fn push(&mut self, part: Modifier) {
        if part.value == 0 {
            return;
        }
        let plain = part.stacking == Stacking::Adds;
        let listed = !(plain && self.unread) && self.parts.try_push(part).is_ok();
        if listed && !plain {
            self.grouped = true;
        } else {
            self.plain += i32::from(part.value);
        }
    }

    /// Adds the parts of another sum, as long as they all add.
    pub fn extend(&mut self, other: &Self) {
        debug_assert!(other.counts_all(), "covered parts are added nowhere");
        for part in other.parts() {
            self.push(*part);
        }
    }

    /// Adds what is missing for the sum to be this: halved, capped, at least so much.
    pub fn come_to(&mut self, source: &'static str, total: i16, rule: RuleId) {
        let missing = i32::from(total) - self.total();
        self.add(
            source,
            missing.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            rule,
        );
    }

    /// The parts in the order they were added.
    #[must_use]
    pub fn parts(&self) -> &[Modifier] {
        &self.parts
    }

    /// Whether the part counts, or another one of its group covers it.
    #[must_use]
    pub fn counts(&self, index: usize) -> bool {
        let part = self.parts[index];
        let Stacking::Group(_) = part.stacking else {
            return true;
        };
        !self.parts.iter().enumerate().any(|(other_index, other)| {
            other.stacking == part.stacking
                && (other.value > 0) == (part.value > 0)
                && (other.value.abs() > part.value.abs()
                    || (other.value == part.value && other_index < index))
        })
    }

    /// Whether no part is covered by another, since all of them add.
    #[inline]
    #[must_use]
    pub(crate) fn counts_all(&self) -> bool {
        !self.grouped
    }

    /// What the parts come to.
    #[must_use]
    #[inline]
    pub fn total(&self) -> i32 {
        if self.grouped {
            self.plain + self.total_of_groups()
        } else {
            self.plain
        }
    }

    fn total_of_groups(&self) -> i32 {
        (0..self.parts.len())
            .filter(|&index| self.parts[index].stacking != Stacking::Adds && self.counts(index))
            .map(|index| i32::from(self.parts[index].value))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: RuleId = RuleId(0);

    fn of_group(value: i16) -> Modifier {
        Modifier {
            value,
            stacking: Stacking::Group(1),
            rule: RULE,
            source: "cover",
        }
    }

    #[test]
    fn plain_parts_add_up_and_zeros_are_not_listed() {
        let mut tally = Tally::new();
        tally.add("Level", 3, RULE);
        tally.add("nothing", 0, RULE);
        tally.add("range", -2, RULE);
        assert_eq!((tally.total(), tally.parts().len()), (1, 2));
    }

    #[test]
    fn of_a_group_only_the_best_bonus_and_the_worst_penalty_count() {
        let mut tally = Tally::new();
        for value in [2, 2, 1, -3, -4] {
            tally.push(of_group(value));
        }
        assert_eq!(tally.total(), 2 - 4);
        assert!(tally.counts(0) && !tally.counts(1) && !tally.counts(3) && tally.counts(4));
    }

    #[test]
    fn a_sum_can_be_brought_to_a_number() {
        let mut tally = Tally::new();
        tally.add("speed", 25, RULE);
        tally.come_to("halved", 10, RULE);
        tally.come_to("nothing more", 10, RULE);
        assert_eq!((tally.total(), tally.parts().len()), (10, 2));
        let mut other = Tally::new();
        other.add("base", 10, RULE);
        other.extend(&tally);
        assert_eq!((other.total(), other.parts().len()), (20, 3));
    }

    #[test]
    fn parts_beyond_the_list_still_count() {
        let mut tally = Tally::new();
        for _ in 0..20 {
            tally.add("one", 1, RULE);
        }
        assert_eq!((tally.total(), tally.parts().len()), (20, PARTS_MAX));
    }
}
