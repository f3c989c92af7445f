//! Everybody's decisions in one fight.

use std::cell::Cell;
use std::ops::ControlFlow;

use affray_kernel::dice::Seeded;
use affray_kernel::log::Log;
use affray_kernel::silent::{End, play_followed, play_out};
use affray_kernel::tape::{Answers, UnderWay};
use affray_kernel::{Ask, CreatureId, System};

use super::Policy;

/// Everybody's decisions in one fight, each by their policy. What is left to chance follows from the seed, the number of the fight and the
/// entry that it has come to, as at a table: whoever comes to the same situation in a later entry may choose differently.
pub(crate) struct Deciders<'p> {
    policies: &'p [Policy],
    seed: u64,
    number: u64,
    entry: Cell<u32>,
}

impl<'p> Deciders<'p> {
    /// Those of a fight that begins.
    pub(crate) const fn new(policies: &'p [Policy], (seed, number): (u64, u64)) -> Self {
        Self {
            policies,
            seed,
            number,
            entry: Cell::new(0),
        }
    }

    /// The fight has come to its next entry.
    pub(crate) fn go_on(&self) {
        self.entry.set(self.entry.get() + 1);
    }

    /// Plays the fight to its end, or until so many acts are done.
    pub(crate) fn play_out<S: System>(&self, state: &mut S::State, acts_max: u32) -> (End, u32) {
        self.play_by::<S>(state, &mut { self }, acts_max)
    }

    /// The same, where `answers` asks these for what they decide.
    pub(crate) fn play_by<S: System>(
        &self,
        state: &mut S::State,
        answers: &mut dyn Answers<S>,
        acts_max: u32,
    ) -> (End, u32) {
        let (seed, number) = (self.seed, self.number);
        if self.policies.iter().all(|policy| policy.is_settled()) {
            return play_out::<S>(state, seed, number, answers, acts_max);
        }
        let mut log = Log::of_facts();
        let heard = &mut |_: &S::State, _: Option<CreatureId>, _: &Log<S>| {
            self.go_on();
            ControlFlow::Continue(())
        };
        play_followed::<S>(state, seed, number, answers, acts_max, (&mut log, heard))
    }

    fn policy(&self, who: CreatureId) -> Policy {
        let policy = self.policies.get(who.index()).copied();
        policy.unwrap_or_default()
    }

    fn chance(&self) -> Seeded {
        Seeded::at(self.seed, self.number, self.entry.get())
    }
}

impl<S: System> Answers<S> for &Deciders<'_> {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        self.policy(ask.who).decide(state, ask, &self.chance())
    }

    fn looks_back(&self) -> bool {
        self.policies.iter().any(|policy| policy.looks_back())
    }

    fn answer_within(
        &mut self,
        state: &S::State,
        ask: &Ask<S>,
        under_way: &UnderWay<'_, S>,
    ) -> Option<S::Act> {
        let policy = self.policy(ask.who);
        policy.decide_within((state, ask), under_way, &self.chance())
    }
}
