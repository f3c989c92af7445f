//! Which lines are free, kept once they were followed.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Space;
use super::sight::Line;

/// How many answers are kept, as a power of two.
const KEPT_LOG: u32 = 12;

/// What is known of lines on a map as it is before the fight: from which space to which they are free. It may be kept where the map is only
/// looked at, and is no part of it: maps that differ in nothing else are equal.
#[derive(Debug, Default)]
pub(super) struct Lines(OnceLock<Box<[AtomicU64]>>);

impl Lines {
    /// Whether such a line is free, as it was found or as `find` says now.
    pub(super) fn known(
        &self,
        line: Line,
        from: Space,
        to: Space,
        find: impl FnOnce() -> bool,
    ) -> bool {
        let Some(question) = question(line, from, to) else {
            return find();
        };
        let kept = self.0.get_or_init(|| {
            let none = || AtomicU64::new(0);
            std::iter::repeat_with(none).take(1 << KEPT_LOG).collect()
        });
        // Each question has one place, at which the last one stays that was answered.
        let place = question.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - KEPT_LOG);
        let Some(slot) = kept.get(place as usize) else {
            return find();
        };
        let known = slot.load(Ordering::Relaxed);
        if known & !1 == question {
            return known & 1 == 1;
        }
        let is_free = find();
        slot.store(question | u64::from(is_free), Ordering::Relaxed);
        is_free
    }
}

/// A question as a number other than 0 with its last bit free for the answer; none for spaces that do not fit into it.
fn question(line: Line, from: Space, to: Space) -> Option<u64> {
    let line = match line {
        Line::Effect => 1,
        Line::Sight => 2,
    };
    // Lines are the same both ways.
    let packed = packed(from.min(to))? << 30 | packed(from.max(to))?;
    Some(packed << 3 | line << 1)
}

/// A space in 30 bits.
fn packed(space: Space) -> Option<u64> {
    let bits = |number: i16, offset: i16, count: u32| {
        let number = u64::try_from(number.checked_add(offset)?).ok()?;
        (number < 1 << count).then_some(number)
    };
    let size = |number: u8| (number < 8).then_some(u64::from(number));
    let (x, y, z) = (
        bits(space.at.x, 128, 9)?,
        bits(space.at.y, 128, 9)?,
        bits(space.at.z, 16, 6)?,
    );
    Some(x << 21 | y << 12 | z << 6 | size(space.side)? << 3 | size(space.height)?)
}

/// A copy knows of nothing yet.
impl Clone for Lines {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Lines {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Lines {}

impl std::hash::Hash for Lines {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;

    #[test]
    fn a_question_is_answered_once() {
        let lines = Lines::default();
        let at = |x, y| Space::cell(Cell::new(x, y));
        for answer in [true, false] {
            let to = at(3, i16::from(answer));
            assert_eq!(lines.known(Line::Sight, at(0, 0), to, || answer), answer);
            assert_eq!(lines.known(Line::Sight, at(0, 0), to, || !answer), answer);
            assert_eq!(lines.known(Line::Effect, at(0, 0), to, || !answer), !answer);
        }
        assert!(
            lines
                .clone()
                .known(Line::Sight, at(0, 0), at(3, 0), || true)
        );
    }

    #[test]
    fn no_two_questions_are_taken_for_each_other() {
        let mut seen = rustc_hash::FxHashSet::default();
        for line in [Line::Effect, Line::Sight] {
            for (x, y, z) in [
                (0, 0, 0),
                (1, 0, 0),
                (0, 1, 0),
                (0, 0, 1),
                (-128, 383, -16),
                (383, -128, 47),
            ] {
                for (side, height) in [(1, 1), (1, 2), (2, 1), (7, 7)] {
                    let from = Space::new(Cell::at_height(x, y, z), side, height);
                    let to = Space::cell(Cell::new(5, 5));
                    let asked = question(line, from, to).expect("it fits");
                    assert!(asked != 0 && asked & 1 == 0 && seen.insert(asked));
                    assert_eq!(question(line, to, from), Some(asked));
                }
            }
        }
        let far = Space::cell(Cell::new(400, 0));
        assert_eq!(question(Line::Sight, far, far), None);
    }
}
