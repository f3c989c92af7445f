//! An answer kept for as long as nothing changes what it follows from.

use std::hash::{Hash, Hasher};
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicU64, Ordering};

/// The last question that was answered with yes, as a word of its own; none at first. It may be kept where the state is only looked at, and
/// is no part of it: states that differ in their memos alone are equal.
#[derive(Debug, Default)]
pub struct Memo(AtomicU64);

impl Memo {
    /// Whether this is the question that is known to be answered with yes.
    #[inline(always)]
    #[must_use]
    pub fn knows(&self, question: NonZeroU64) -> bool {
        self.0.load(Ordering::Relaxed) == question.get()
    }

    /// Keeps the question in place of the one before: its answer is yes.
    #[inline]
    pub fn keep(&self, question: NonZeroU64) {
        self.0.store(question.get(), Ordering::Relaxed);
    }

    /// Knows of nothing any more.
    #[inline]
    pub fn forget(&mut self) {
        *self.0.get_mut() = 0;
    }
}

/// A copy knows of nothing yet.
impl Clone for Memo {
    #[inline]
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Memo {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Memo {}

impl Hash for Memo {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memo_knows_the_last_question_until_it_forgets() {
        let questions = [1, 2].map(|word| NonZeroU64::new(word).expect("not zero"));
        let mut memo = Memo::default();
        assert!(!memo.knows(questions[0]));
        memo.keep(questions[0]);
        assert!(memo.knows(questions[0]) && !memo.clone().knows(questions[0]));
        memo.keep(questions[1]);
        assert!(!memo.knows(questions[0]) && memo.knows(questions[1]));
        memo.forget();
        assert!(!memo.knows(questions[1]));
    }

    #[test]
    fn memos_make_no_difference() {
        let memo = Memo::default();
        memo.keep(NonZeroU64::MIN);
        assert_eq!(memo, Memo::default());
    }
}
