//! Boons and banes (`core-rules/boon`, `core-rules/bane`, `core-rules/boon-bane-stacking`).

use std::cmp::Ordering;

use affray_kernel::prose::list;
use affray_kernel::{RuleId, Scene};
use arrayvec::ArrayVec;

use crate::ActionPoint;
use crate::ids::rule;

/// Which of two dice counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Keeps {
    /// Two dice, the worse outcome.
    Worse,
    /// A single die.
    Single,
    /// Two dice, the better outcome.
    Better,
}

/// Boons and banes of one test.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Luck {
    reasons: ArrayVec<(&'static str, RuleId), 8>,
    boons: i8,
    banes: i8,
}

impl Luck {
    /// Adds a boon: its words ("boon: Brace") and rule.
    #[inline]
    pub(crate) fn boon(&mut self, words: &'static str, rule: RuleId) {
        self.boons = self.boons.saturating_add(1);
        let _ = self.reasons.try_push((words, rule));
    }

    /// Adds a bane.
    #[inline]
    pub(crate) fn bane(&mut self, words: &'static str, rule: RuleId) {
        self.banes = self.banes.saturating_add(1);
        let _ = self.reasons.try_push((words, rule));
    }

    /// One boon cancels one bane; any surplus counts once (`core-rules/boon-bane-stacking`).
    #[inline]
    pub(crate) fn keeps(&self) -> Keeps {
        match self.boons.cmp(&self.banes) {
            Ordering::Less => Keeps::Worse,
            Ordering::Equal => Keeps::Single,
            Ordering::Greater => Keeps::Better,
        }
    }

    /// What comes of it, with the reasons; `None` where there are none.
    pub(crate) fn in_words(&self) -> Option<String> {
        let reasons = self.reasons.iter();
        let reasons: Vec<String> = reasons
            .map(|(words, _)| words.split_once(": ").map_or(*words, |(_, reason)| reason))
            .map(str::to_owned)
            .collect();
        let what = match self.keeps() {
            Keeps::Better => "with a boon",
            Keeps::Worse => "with a bane",
            Keeps::Single => "as boon and bane cancel",
        };
        (!reasons.is_empty()).then(|| format!("{what} ({})", list(&reasons)))
    }

    /// Puts the reasons into the log, before the roll.
    pub(crate) fn explain(&self, scene: &mut Scene<'_, ActionPoint>) {
        if self.reasons.is_empty() || !scene.listened() {
            return;
        }
        for (words, rule) in &self.reasons {
            scene.because(words, *rule);
        }
        if self.boons.saturating_add(self.banes) > 1 {
            scene.cite(rule!("core-rules/boon-bane-stacking"));
        }
        match self.keeps() {
            Keeps::Better => scene.cite(rule!("core-rules/boon")),
            Keeps::Worse => scene.cite(rule!("core-rules/bane")),
            Keeps::Single => scene.because(
                "boon and bane cancel",
                rule!("core-rules/boon-bane-stacking"),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boons_and_banes_cancel_one_for_one_however_many_there_are() {
        let luck = |boons: usize, banes: usize| {
            let mut luck = Luck::default();
            (0..boons).for_each(|_| luck.boon("boon", rule!("core-rules/boon")));
            (0..banes).for_each(|_| luck.bane("bane", rule!("core-rules/bane")));
            luck.keeps()
        };
        assert_eq!(luck(0, 0), Keeps::Single);
        assert_eq!(luck(2, 2), Keeps::Single);
        assert_eq!(luck(2, 1), Keeps::Better);
        assert_eq!(luck(1, 3), Keeps::Worse);
        assert_eq!(luck(1000, 1), Keeps::Better);
    }
}
