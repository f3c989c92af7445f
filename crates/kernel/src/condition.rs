//! Conditions in force: on whom, towards whom, from what, until when.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::id::CreatureId;

/// When a condition ends by itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// Only when something ends it.
    Cleared,
    /// At the n-th start of that creature's turn from now; 1 is the next.
    TurnStart(CreatureId, u16),
    /// At the n-th end of that creature's turn from now; 1 is the next.
    TurnEnd(CreatureId, u16),
    /// At the end of the round of that number.
    Round(u16),
    /// When the clock shows that count.
    At(u32),
}

/// One instance of a condition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Held<C> {
    /// Who has it.
    pub on: CreatureId,
    /// What it is.
    pub kind: C,
    /// Towards whom it holds; `None`: towards everybody.
    pub toward: Option<CreatureId>,
    /// What imposes it: the condition it is a daughter of. A daughter cannot be removed while its parent stands, and falls with it.
    pub parent: Option<C>,
    /// Who caused it.
    pub cause: Option<CreatureId>,
    /// When it ends.
    pub until: Until,
    /// A number that the kind gives a meaning to (a level, a difficulty, a penalty).
    pub amount: i16,
}

impl<C> Held<C> {
    /// Whether a condition can no longer be, or would never end, once a creature is taken out of the fight: it holds toward that one or waits
    /// for its turns, or is its own and not for good.
    #[must_use]
    pub fn ends_without(&self, who: CreatureId) -> bool {
        let waits = matches!(self.until, Until::TurnStart(anchor, _) | Until::TurnEnd(anchor, _) if anchor == who);
        let own = self.on == who && (self.toward.is_some() || self.until != Until::Cleared);
        self.toward == Some(who) || waits || own
    }

    /// Whoever has it, and towards whom it holds.
    #[must_use]
    pub fn about(&self) -> Vec<CreatureId> {
        [self.on].into_iter().chain(self.toward).collect()
    }

    /// A condition that lasts until something ends it, toward everybody, from nobody in particular.
    #[must_use]
    pub const fn plain(on: CreatureId, kind: C) -> Self {
        Self {
            on,
            kind,
            toward: None,
            parent: None,
            cause: None,
            until: Until::Cleared,
            amount: 0,
        }
    }
}

/// A kind of condition.
pub trait Kind: Copy + Ord + Hash {
    /// A word with one bit set. Kinds with a bit of their own are found fastest; others may share one.
    fn bit(self) -> u32;
}

/// All conditions of a fight, in a canonical order, so that equal situations are equal values.
#[derive(Debug)]
pub struct Conditions<C> {
    held: Vec<Held<C>>,
    /// By creature, the bits of the kinds in force on it: most questions are about creatures that have nothing of the kind.
    /// Follows from `held`, and may be shorter than the roster.
    kinds: SmallVec<[u32; 8]>,
    /// The bits of all creatures together.
    any: u32,
}

impl<C> Default for Conditions<C> {
    fn default() -> Self {
        Self {
            held: Vec::new(),
            kinds: SmallVec::new(),
            any: 0,
        }
    }
}

impl<C: Clone> Clone for Conditions<C> {
    fn clone(&self) -> Self {
        Self {
            held: self.held.clone(),
            kinds: self.kinds.clone(),
            any: self.any,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { held, kinds, any } = source;
        self.held.clone_from(held);
        self.kinds.clone_from(kinds);
        self.any = *any;
    }
}

impl<C: PartialEq> PartialEq for Conditions<C> {
    fn eq(&self, other: &Self) -> bool {
        self.held == other.held
    }
}

impl<C: Eq> Eq for Conditions<C> {}

impl<C: Hash> Hash for Conditions<C> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.held.hash(state);
    }
}

/// As many instances as small fights hardly exceed: the memory for them is taken once.
const USUAL: usize = 16;

impl<C: Kind> Conditions<C> {
    /// Puts a condition in force.
    pub fn add(&mut self, held: Held<C>) {
        if self.held.capacity() == 0 {
            self.held.reserve(USUAL);
        }
        let place = self.held.partition_point(|other| *other <= held);
        self.held.insert(place, held);
        self.mark(held.on, held.kind);
    }

    /// Takes one instance away; `false` if it was not there.
    pub fn remove(&mut self, held: &Held<C>) -> bool {
        match self.held.binary_search(held) {
            Ok(place) => {
                self.held.remove(place);
                self.mark_anew();
                true
            }
            Err(_) => false,
        }
    }

    /// Keeps only what the test accepts.
    pub fn retain(&mut self, keep: impl FnMut(&Held<C>) -> bool) {
        self.held.retain(keep);
        self.mark_anew();
    }

    /// Ends every condition on `who` of that kind which has no parent, and then all daughters whose parent is gone.
    pub fn clear(&mut self, who: CreatureId, kind: C) {
        self.retain(|held| !(held.on == who && held.kind == kind && held.parent.is_none()));
        self.drop_orphans(who);
    }

    fn mark(&mut self, who: CreatureId, kind: C) {
        if self.kinds.len() <= who.index() {
            self.kinds.resize(who.index() + 1, 0);
        }
        self.kinds[who.index()] |= kind.bit();
        self.any |= kind.bit();
    }

    fn mark_anew(&mut self) {
        self.kinds.clear();
        self.any = 0;
        for index in 0..self.held.len() {
            let Held { on, kind, .. } = self.held[index];
            self.mark(on, kind);
        }
    }

    /// Whether a creature may have a condition of one of these kinds, given as their bits together: `false` is certain.
    #[inline(always)]
    #[must_use]
    pub fn may_have(&self, who: CreatureId, bits: u32) -> bool {
        self.any & bits != 0 && self.is_on(who, bits)
    }

    #[inline(never)]
    fn is_on(&self, who: CreatureId, bits: u32) -> bool {
        let kinds = self.kinds.get(who.index());
        kinds.is_some_and(|kinds| kinds & bits != 0)
    }

    /// Ends the daughters on `who` whose parent kind is no longer in force on `who`.
    pub fn drop_orphans(&mut self, who: CreatureId) {
        while let Some(place) = self.held.iter().position(|held| {
            held.on == who && held.parent.is_some_and(|parent| !self.has(who, parent))
        }) {
            self.held.remove(place);
            self.mark_anew();
        }
    }

    /// Everything in force on a creature.
    #[inline]
    pub fn on(&self, who: CreatureId) -> impl Iterator<Item = &Held<C>> {
        self.on_if(who, u32::MAX)
    }

    /// Everything in force on a creature, if something of it may be of one of these kinds, given as their bits together.
    #[inline]
    pub fn on_if(&self, who: CreatureId, bits: u32) -> impl Iterator<Item = &Held<C>> {
        let start = if self.may_have(who, bits) {
            self.held.partition_point(|held| held.on < who)
        } else {
            self.held.len()
        };
        self.held[start..]
            .iter()
            .take_while(move |held| held.on == who)
    }

    /// Whether a creature has the condition towards anybody.
    #[inline]
    #[must_use]
    pub fn has(&self, who: CreatureId, kind: C) -> bool {
        self.may_have(who, kind.bit())
            && self
                .held
                .iter()
                .any(|held| held.on == who && held.kind == kind)
    }

    /// Whether a creature has the condition towards that other one, either by itself or towards everybody.
    #[inline(always)]
    #[must_use]
    pub fn has_toward(&self, who: CreatureId, kind: C, other: CreatureId) -> bool {
        self.may_have(who, kind.bit()) && self.holds_toward(who, kind, other)
    }

    fn holds_toward(&self, who: CreatureId, kind: C, other: CreatureId) -> bool {
        self.held.iter().any(|held| {
            held.on == who && held.kind == kind && held.toward.is_none_or(|toward| toward == other)
        })
    }

    /// The first instance of the kind on a creature.
    #[inline]
    #[must_use]
    pub fn get(&self, who: CreatureId, kind: C) -> Option<&Held<C>> {
        if !self.may_have(who, kind.bit()) {
            return None;
        }
        self.on(who).find(|held| held.kind == kind)
    }

    /// The instances of the same kind on the same creature toward the same one: what `held` would take the place of.
    pub fn alike(&self, held: &Held<C>) -> impl Iterator<Item = Held<C>> {
        let (kind, toward) = (held.kind, held.toward);
        self.on(held.on)
            .filter(move |old| old.kind == kind && old.toward == toward)
            .copied()
    }

    /// Counts down what is anchored to the start of the creature's turn; what has run out is taken away and handed to `ended`.
    #[inline]
    pub fn turn_starts(&mut self, whose: CreatureId, ended: impl FnMut(Held<C>)) {
        self.count_down(ended, |until| match until {
            Until::TurnStart(anchor, left) if *anchor == whose => Some(left),
            _ => None,
        });
    }

    /// Counts down what is anchored to the end of the creature's turn; what has run out is taken away and handed to `ended`.
    #[inline]
    pub fn turn_ends(&mut self, whose: CreatureId, ended: impl FnMut(Held<C>)) {
        self.count_down(ended, |until| match until {
            Until::TurnEnd(anchor, left) if *anchor == whose => Some(left),
            _ => None,
        });
    }

    #[inline(always)]
    fn count_down(
        &mut self,
        ended: impl FnMut(Held<C>),
        counter: impl Fn(&mut Until) -> Option<&mut u16>,
    ) {
        if !self.held.is_empty() {
            self.count_down_each(ended, counter);
        }
    }

    #[inline(never)]
    fn count_down_each(
        &mut self,
        mut ended: impl FnMut(Held<C>),
        counter: impl Fn(&mut Until) -> Option<&mut u16>,
    ) {
        let mut changed = false;
        self.held.retain_mut(|held| {
            let before = *held;
            let Some(left) = counter(&mut held.until) else {
                return true;
            };
            changed = true;
            *left = left.saturating_sub(1);
            if *left == 0 {
                ended(before);
            }
            *left > 0
        });
        if changed {
            self.held.sort_unstable();
            self.mark_anew();
        }
    }

    /// Takes away what the round or the clock has ended.
    pub fn time_is(
        &mut self,
        round_over: Option<u16>,
        count: Option<u32>,
        mut ended: impl FnMut(Held<C>),
    ) {
        self.held.retain(|held| {
            let over = match held.until {
                Until::Round(round) => round_over.is_some_and(|now| round <= now),
                Until::At(at) => count.is_some_and(|now| at <= now),
                _ => false,
            };
            if over {
                ended(*held);
            }
            !over
        });
        self.mark_anew();
    }

    /// Whether nothing at all is in force.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// Everything in force, in canonical order.
    pub fn iter(&self) -> impl Iterator<Item = &Held<C>> {
        self.held.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: CreatureId = CreatureId(0);
    const B: CreatureId = CreatureId(1);

    impl Kind for u8 {
        fn bit(self) -> u32 {
            1 << (self % 2)
        }
    }

    fn held(on: CreatureId, kind: u8, until: Until) -> Held<u8> {
        Held {
            until,
            ..Held::plain(on, kind)
        }
    }

    #[test]
    fn order_of_arrival_does_not_matter() {
        let (one, two) = (held(B, 1, Until::Cleared), held(A, 2, Until::Round(3)));
        let (mut left, mut right) = (Conditions::default(), Conditions::default());
        left.add(one);
        left.add(two);
        right.add(two);
        right.add(one);
        assert_eq!(left, right);
    }

    #[test]
    fn a_daughter_stands_while_its_parent_does_and_falls_with_it() {
        let mut conditions = Conditions::default();
        conditions.add(held(A, 1, Until::Cleared));
        conditions.add(Held {
            parent: Some(1),
            ..held(A, 2, Until::Cleared)
        });
        conditions.add(Held {
            parent: Some(2),
            ..held(A, 3, Until::Cleared)
        });
        conditions.clear(A, 2);
        assert!(conditions.has(A, 2), "its parent still stands");
        conditions.clear(A, 1);
        assert_eq!(conditions.iter().count(), 0);
    }

    #[test]
    fn anchored_durations_count_the_anchor_only() {
        let mut conditions = Conditions::default();
        conditions.add(held(A, 1, Until::TurnStart(B, 2)));
        conditions.turn_starts(A, |_| panic!("not its anchor"));
        conditions.turn_starts(B, |_| panic!("one start is left"));
        let mut ended = Vec::new();
        conditions.turn_starts(B, |held| ended.push(held.kind));
        assert_eq!(ended, [1]);
    }

    #[test]
    fn rounds_and_counts_end_when_reached() {
        let mut conditions = Conditions::default();
        conditions.add(held(A, 1, Until::Round(2)));
        conditions.add(held(A, 2, Until::At(9)));
        conditions.time_is(Some(1), Some(8), |_| panic!("too early"));
        conditions.time_is(Some(2), Some(9), |_| {});
        assert_eq!(conditions.iter().count(), 0);
    }

    #[test]
    fn kinds_that_share_a_bit_are_told_apart() {
        let mut conditions = Conditions::default();
        conditions.add(held(B, 1, Until::Cleared));
        conditions.add(held(B, 2, Until::Cleared));
        assert!(conditions.has(B, 1) && conditions.has(B, 2) && !conditions.has(B, 3));
        assert!(!conditions.has(A, 1) && conditions.get(A, 1).is_none());
        conditions.clear(B, 1);
        assert!(!conditions.has(B, 1) && conditions.has(B, 2));
        assert!(
            !conditions.may_have(B, 1_u8.bit()),
            "nothing with that bit is left"
        );
    }

    #[test]
    fn toward_limits_to_a_pair() {
        let mut conditions = Conditions::default();
        conditions.add(Held {
            toward: Some(B),
            ..held(A, 1, Until::Cleared)
        });
        assert!(conditions.has_toward(A, 1, B) && !conditions.has_toward(A, 1, A));
    }
}
