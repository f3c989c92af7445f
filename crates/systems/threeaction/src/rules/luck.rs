//! Advantage and Disadvantage (`foundations/advantage`, `foundations/advantage-cancel`).

use affray_kernel::condition::Held;
use affray_kernel::dice::Pool;
use affray_kernel::{CreatureId, RuleId, Scene};
use arrayvec::ArrayVec;

use crate::ThreeAction;
use crate::ids::rule;
use crate::state::Condition;

/// Sources of Advantage and Disadvantage for one roll.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Luck {
    reasons: ArrayVec<(&'static str, RuleId), 24>,
    advantage: bool,
    disadvantage: bool,
}

/// Which die of a pair counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keeps {
    /// The higher.
    Higher,
    /// The lower.
    Lower,
    /// There is one die only.
    Single,
}

impl Luck {
    /// Adds a source of Advantage: its words ("Advantage: flanked") and rule.
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

    /// Names another rule that acts in one of the sources.
    #[inline]
    pub(crate) fn cites(&mut self, rule: RuleId) {
        let _ = self.reasons.try_push(("", rule));
    }

    /// Adds what the game master has granted for a roll against somebody, or against nobody in particular
    /// (`foundations/gm-override`).
    pub(crate) fn granted(&mut self, held: &Held<Condition>, against: Option<CreatureId>) {
        if held.toward.is_some() && held.toward != against {
            return;
        }
        match held.kind {
            Condition::Advantage => {
                self.advantage("Advantage: granted", rule!("foundations/gm-override"));
            }
            Condition::Disadvantage => {
                self.disadvantage("Disadvantage: granted", rule!("foundations/gm-override"));
            }
            _ => {}
        }
    }

    /// How many reasons there are so far.
    #[inline]
    pub(crate) fn sources(&self) -> usize {
        self.reasons.len()
    }

    /// Whether any source is in play, cancelled or not.
    #[inline]
    pub(crate) fn any(&self) -> bool {
        self.advantage || self.disadvantage
    }

    /// Which die counts: one of each kind cancels to a single die, whatever their numbers.
    #[inline]
    pub(crate) fn keeps(&self) -> Keeps {
        match (self.advantage, self.disadvantage) {
            (true, false) => Keeps::Higher,
            (false, true) => Keeps::Lower,
            _ => Keeps::Single,
        }
    }

    /// The d20 or the pair to roll.
    #[inline]
    pub(crate) fn pool(&self) -> Pool {
        match self.keeps() {
            Keeps::Higher => const { d20().advantage() },
            Keeps::Lower => const { d20().disadvantage() },
            Keeps::Single => const { d20() },
        }
    }

    /// Puts the reasons into the log, before the roll.
    #[inline(always)]
    pub(crate) fn explain(&self, scene: &mut Scene<'_, ThreeAction>) {
        if scene.listened() && (self.any() || !self.reasons.is_empty()) {
            self.explain_heard(scene);
        }
    }

    fn explain_heard(&self, scene: &mut Scene<'_, ThreeAction>) {
        if !self.reasons.is_empty() {
            scene.cite(rule!("conditions/purpose"));
        }
        for (words, rule) in &self.reasons {
            if words.is_empty() {
                scene.cite(*rule);
            } else {
                scene.because(words, *rule);
            }
        }
        match (self.advantage, self.disadvantage) {
            (true, true) => scene.because("they cancel", rule!("foundations/advantage-cancel")),
            (true, false) | (false, true) => scene.cite(rule!("foundations/advantage")),
            (false, false) => {}
        }
    }
}

/// A single d20.
pub(crate) const fn d20() -> Pool {
    match Pool::new(1, 20) {
        Ok(pool) => pool,
        Err(_) => panic!("a d20 is a pool"),
    }
}
