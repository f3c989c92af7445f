//! Advantage and Disadvantage (`fundamentals/advantage-disadvantage`).

use affray_kernel::dice::{Luck as Pair, Pool};
use affray_kernel::{Frozen, RuleId};
use arrayvec::ArrayVec;

use crate::Energy;
use crate::ids::rule;

/// Sources of Advantage and Disadvantage for one roll.
#[derive(Clone, Debug, Default)]
pub(crate) struct Luck {
    reasons: ArrayVec<(&'static str, RuleId), 12>,
    advantage: bool,
    disadvantage: bool,
}

impl Luck {
    /// Adds a source of Advantage: its words ("Advantage: near range") and rule.
    #[inline]
    pub(crate) fn advantage(&mut self, words: &'static str, rule: RuleId) {
        self.advantage = true;
        let _ = self.reasons.try_push((words, rule));
    }

    /// Adds a source of Disadvantage.
    #[inline]
    pub(crate) fn disadvantage(&mut self, words: &'static str, rule: RuleId) {
        self.disadvantage = true;
        let _ = self.reasons.try_push((words, rule));
    }

    /// The dice to roll: any number of each counts as one, and one of each cancels to a plain roll.
    #[inline]
    pub(crate) fn on(&self, pool: Pool) -> Pool {
        match (self.advantage, self.disadvantage) {
            (true, false) => pool.with_luck(Pair::Advantage),
            (false, true) => pool.with_luck(Pair::Disadvantage),
            _ => pool,
        }
    }

    /// Puts the reasons into the log, before the roll.
    #[inline]
    pub(crate) fn explain(&self, scene: &mut Frozen<'_, '_, Energy>) {
        if !scene.listened() || self.reasons.is_empty() {
            return;
        }
        for (words, rule) in &self.reasons {
            scene.because(words, *rule);
        }
        if self.advantage && self.disadvantage {
            scene.because("they cancel", rule!("fundamentals/advantage-disadvantage"));
        } else {
            scene.cite(rule!("fundamentals/advantage-disadvantage"));
        }
    }
}
