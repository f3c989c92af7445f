//! Fights that will never be over: no dice fall any more, and the same situations come again and again.

use std::sync::atomic::{AtomicBool, Ordering};

use affray_kernel::System;
use affray_kernel::odds::{Course, Forks};
use affray_kernel::tape::Answers;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::duel::{Step, next};

/// After so many entries in which nobody was harmed it is looked for the first time whether a fight stands still, and again whenever they
/// have become twice as many. Few fights that are going to be over ever come to that.
const QUIET: u32 = 200;

/// So many different situations are looked at: they are all kept meanwhile.
const SITUATIONS_MAX: usize = 2_000;

/// Situations in the order in which they come.
pub(crate) type Situations<S> = IndexSet<<S as System>::State, FxBuildHasher>;

/// For how long nobody has been harmed.
pub(crate) struct Quiet {
    entries: u32,
    look: u32,
}

impl Quiet {
    /// That of a fight which begins.
    pub(crate) const fn new() -> Self {
        Self {
            entries: 0,
            look: QUIET,
        }
    }

    /// Counts an entry. Gives how many acts to look ahead for a standstill, where it is time for that.
    pub(crate) fn entry(&mut self, is_harmed: bool) -> Option<u32> {
        if is_harmed {
            *self = Self::new();
            return None;
        }
        self.entries += 1;
        if self.entries < self.look {
            return None;
        }
        self.look = self.look.saturating_mul(2);
        Some(self.entries)
    }
}

/// The situations that come again and again from this state on, in their order, each as it is when a unit of game time has begun; `None`
/// where dice fall or the fight is over before one comes again, or so many acts do not show it, or `stop` is set meanwhile.
///
/// What it says is sure where everybody decides by the situation alone: equal situations ([`System::forget`] drops what can no longer matter)
/// are followed by the same.
pub(crate) fn standstill<S: System>(
    state: &S::State,
    policy: &mut dyn Answers<S>,
    acts: u32,
    stop: &AtomicBool,
) -> Option<Situations<S>> {
    let mut forks = Forks::default();
    let mut now = state.clone();
    let mut met = Situations::<S>::default();
    for _ in 0..acts {
        if stop.load(Ordering::Relaxed) || met.len() >= SITUATIONS_MAX {
            return None;
        }
        let before = S::time(&now);
        now = sure_course::<S>(&now, policy, &mut forks)?;
        if S::time(&now) == before {
            continue;
        }
        let (first, is_new) = met.insert_full(situation::<S>(&now));
        if !is_new {
            return Some(met.split_off(first));
        }
    }
    None
}

/// The state without what can no longer matter.
pub(crate) fn situation<S: System>(state: &S::State) -> S::State {
    let mut situation = state.clone();
    S::forget(&mut situation);
    situation
}

/// What the next act leads to, where no dice fall in it.
fn sure_course<S: System>(
    state: &S::State,
    policy: &mut dyn Answers<S>,
    forks: &mut Forks,
) -> Option<S::State> {
    let Step::Act(who, act) = next::<S>(state, policy).ok()? else {
        return None;
    };
    let course = Course::of(state, who, &act);
    let followed = forks.each(&course, policy, 1, |after| after).ok()?;
    if followed.beyond > 0.0 || followed.outcomes.len() > 1 {
        return None;
    }
    let (after, _) = followed.outcomes.into_iter().next()?;
    Some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_is_looked_at_less_and_less_often() {
        let mut quiet = Quiet::new();
        let mut looks = |entries: u32| -> Vec<u32> {
            let looks = (0..entries).filter_map(|_| quiet.entry(false));
            looks.collect()
        };
        assert_eq!(looks(1000), [200, 400, 800]);
        assert_eq!(quiet.entry(true), None);
        let again: Vec<u32> = (0..300).filter_map(|_| quiet.entry(false)).collect();
        assert_eq!(again, [200]);
    }
}
