//! Which lines are free and what they show, kept once they were followed.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::Space;
use super::sight::{Exposure, Line};

/// How many answers of a kind are kept with a map, as a power of two.
const KEPT_LOG: u32 = 12;

/// The same with the changes of a fight: fewer lines lie near them, and many fights that have changed their maps may be remembered.
const KEPT_OF_CHANGES_LOG: u32 = 9;

/// Bits of an answer to what lines show: twice as many as a number has in it.
const SHOWN_BITS: u32 = 8;

/// What is known of lines on a map, as it is before the fight or as a fight has changed it: from which space to which they are free, and how
/// much they show. It may be kept where the map is only looked at, and is no part of it: maps that differ in nothing else are equal.
pub struct Lines {
    free: Answers,
    shown: Answers,
}

/// Answers, each with its question in one number.
struct Answers {
    kept: OnceLock<Box<[AtomicU64]>>,
    /// How many are kept, as a power of two.
    log: u32,
}

impl Answers {
    /// None yet.
    const fn new(log: u32) -> Self {
        let kept = OnceLock::new();
        Self { kept, log }
    }

    /// Where the answer to a question is kept: each question has one place, at which the last one stays that was answered.
    fn place(&self, question: u64) -> Option<&AtomicU64> {
        let kept = self.kept.get_or_init(|| {
            let none = || AtomicU64::new(0);
            std::iter::repeat_with(none).take(1 << self.log).collect()
        });
        let place = question.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - self.log);
        kept.get(place as usize)
    }
}

/// What is asked of lines besides whether any is free.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asked {
    /// Whether the line from centre to centre is free: it shows one point of one.
    Centre,
    /// How many points show, lines turning at the ends of walls.
    Corners,
    /// How many points show, lines not turning there.
    InsideCorners,
}

impl Lines {
    /// Nothing is known; so many answers of a kind will be kept, as a power of two.
    const fn new(log: u32) -> Self {
        Self {
            free: Answers::new(log),
            shown: Answers::new(log),
        }
    }

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
        let Some(slot) = self.free.place(question) else {
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

    /// What such lines show of one space from another, where the ground rises or where walls alone stop them, as it was found or as `find`
    /// says now.
    pub(super) fn shown(
        &self,
        (asked, line, has_heights): (Asked, Line, bool),
        from: Space,
        to: Space,
        find: impl Fn() -> Exposure,
    ) -> Exposure {
        let question = showing((asked, line, has_heights), from, to);
        let Some((question, slot)) = question.and_then(|question| {
            let slot = self.shown.place(question)?;
            Some((question, slot))
        }) else {
            return find();
        };
        let known = slot.load(Ordering::Relaxed);
        if known & !((1 << SHOWN_BITS) - 1) == question {
            let known = Exposure {
                reached: (known >> 4 & 15) as u16,
                of: (known & 15) as u16,
            };
            debug_assert_eq!(known, find(), "{asked:?} from {from:?} to {to:?}");
            return known;
        }
        let found = find();
        if found.reached < 16 && found.of < 16 {
            let answer = u64::from(found.reached) << 4 | u64::from(found.of);
            slot.store(question | answer, Ordering::Relaxed);
        }
        found
    }
}

/// A question after what shows as a number other than 0 with its last bits free for the answer; none for spaces that do not fit into it.
fn showing((asked, line, has_heights): (Asked, Line, bool), from: Space, to: Space) -> Option<u64> {
    let asked = match asked {
        Asked::Centre => 1,
        Asked::Corners => 2,
        Asked::InsideCorners => 3,
    };
    let line = match line {
        Line::Effect => 0,
        Line::Sight => 1,
    };
    let kind = asked << 2 | line << 1 | u64::from(has_heights);
    // From a space to another more shows than back.
    Some((narrow(from)? << 26 | narrow(to)?) << 12 | kind << SHOWN_BITS)
}

/// A number in so many bits, those below 0 down to an offset included.
fn bits(number: i16, offset: i16, count: u32) -> Option<u64> {
    let number = u64::try_from(number.checked_add(offset)?).ok()?;
    (number < 1 << count).then_some(number)
}

/// The size of a space in six bits.
fn size(space: Space) -> Option<u64> {
    let size = |number: u8| (number < 8).then_some(u64::from(number));
    Some(size(space.side)? << 3 | size(space.height)?)
}

/// A space in 26 bits.
fn narrow(space: Space) -> Option<u64> {
    let (x, y, z) = (
        bits(space.at.x, 64, 8)?,
        bits(space.at.y, 64, 8)?,
        bits(space.at.z, 4, 4)?,
    );
    Some(x << 18 | y << 10 | z << 6 | size(space)?)
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
    let (x, y, z) = (
        bits(space.at.x, 128, 9)?,
        bits(space.at.y, 128, 9)?,
        bits(space.at.z, 16, 6)?,
    );
    Some(x << 21 | y << 12 | z << 6 | size(space)?)
}

impl std::fmt::Debug for Lines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Lines")
    }
}

/// Those of a map.
impl Default for Lines {
    fn default() -> Self {
        Self::new(KEPT_LOG)
    }
}

/// A copy knows of nothing yet.
impl Clone for Lines {
    fn clone(&self) -> Self {
        Self::new(self.free.log)
    }
}

impl PartialEq for Lines {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Lines {}

impl Hash for Lines {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// What is known of lines on a map with the changes of a fight, shared by copies that have the same changes; whoever changes something more
/// begins anew. No part of the changes either.
#[derive(Clone, Debug, Default)]
pub(super) struct LinesOfChanges(Option<Arc<Lines>>);

impl LinesOfChanges {
    /// Nothing is known of the changes as they are now.
    pub(super) fn begin(&mut self) {
        self.0 = Some(Arc::new(Lines::new(KEPT_OF_CHANGES_LOG)));
    }

    /// What is known, if anything is kept.
    pub(super) fn get(&self) -> Option<&Lines> {
        self.0.as_deref()
    }
}

impl PartialEq for LinesOfChanges {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for LinesOfChanges {}

impl Hash for LinesOfChanges {
    fn hash<H: Hasher>(&self, _: &mut H) {}
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

    #[test]
    fn what_shows_is_asked_in_one_direction_and_for_each_kind_of_line() {
        let lines = Lines::default();
        let at = |x, y| Space::cell(Cell::new(x, y));
        let found = |reached| Exposure { reached, of: 5 };
        let mut number = 0;
        let mut kinds = Vec::new();
        for asked in [Asked::Centre, Asked::Corners, Asked::InsideCorners] {
            for line in [Line::Effect, Line::Sight] {
                kinds.extend([true, false].map(|heights| (asked, line, heights)));
            }
        }
        for round in 0..2 {
            for kind in &kinds {
                for (from, to) in [((0, 0), (7, 3)), ((7, 3), (0, 0)), ((0, 0), (3, 7))] {
                    let question = showing(*kind, at(from.0, from.1), at(to.0, to.1));
                    assert!(question.is_some_and(|question| question & 255 == 0 && question > 0));
                    number += 1;
                    let reached = number % 6;
                    let shown =
                        lines.shown(*kind, at(from.0, from.1), at(to.0, to.1), || found(reached));
                    assert_eq!(shown, found(reached), "{kind:?} {round}");
                }
            }
        }
        assert_eq!(
            showing(kinds[0], at(192, 0), at(0, 0)),
            None,
            "too far away to be kept"
        );
    }
}
