//! Playing a fight on to see how it goes.

use affray_kernel::odds::{Course, Plays};
use affray_kernel::silent::{End, play_paced};
use affray_kernel::{CreatureId, Next, System};

use super::weighing::{Decided, dice};
use super::worth;

/// So many acts of its own each creature is played on for, on average: a round or two.
const ACTS_EACH: u32 = 5;

/// A rollout never has more than so many times the acts that it is meant to have, whatever the clock says.
const PATIENCE: u32 = 8;

/// How rollouts from one situation are played: all to the same moment of game time, so that no command looks better for having taken less of it.
///
/// In rollouts of the same number every creature has the same dice for its first act, its second and so on, whatever others do in between, so
/// that commands are compared and not luck.
pub(super) struct Rollouts {
    side: u8,
    seed: u64,
    /// They are valued when this unit of time begins.
    until: u32,
}

impl Rollouts {
    /// Rollouts as long as the first one from this course lasts.
    pub(super) fn of<S: System>(course: &Course<'_, S>, side: u8, seed: u64) -> Self {
        let acts_max = S::count(course.state) as u32 * ACTS_EACH;
        let mut rollouts = Self {
            side,
            seed,
            until: u32::MAX,
        };
        if let Some((state, false)) = rollouts.played(course, 0, acts_max) {
            rollouts.until = S::time(&state).saturating_add(1);
        }
        rollouts
    }

    /// What a fight is worth that is played on by the bots of the system after a command.
    pub(super) fn worth<S: System>(&self, course: &Course<'_, S>, number: u64) -> f64 {
        let acts_max = S::count(course.state) as u32 * ACTS_EACH * PATIENCE;
        match self.played(course, number, acts_max) {
            Some((state, _)) => worth::of::<S>(&state, self.side),
            None => worth::of::<S>(course.state, self.side),
        }
    }

    /// The state in which a rollout ends, after so many acts of creatures at most, and whether the fight is over then.
    fn played<S: System>(
        &self,
        course: &Course<'_, S>,
        number: u64,
        acts_max: u32,
    ) -> Option<(S::State, bool)> {
        let first = Plays::of(course).play(dice(self.seed, number), &mut Decided, None);
        let mut state = first.ok()?.state;
        let mut acts = Acts::default();
        let mut is_endless = false;
        let mut pace = |state: &S::State, next: &Next<S>| {
            if acts.of_all >= acts_max || S::time(state) >= self.until {
                return None;
            }
            match next {
                Next::Over(_) => Some(self.seed),
                Next::Auto(_) => {
                    let seed = acts.by_itself(self.seed);
                    is_endless = seed.is_none();
                    seed
                }
                Next::Await { must, .. } => Some(acts.by(must.who, self.seed)),
            }
        };
        let (end, _) = play_paced::<S>(&mut state, number, &mut Decided, &mut pace);
        (!is_endless).then_some((state, matches!(end, End::Over(_))))
    }
}

/// How often each creature has acted, and how often something has happened by itself.
#[derive(Default)]
struct Acts {
    of_all: u32,
    by_itself: u32,
    by: Vec<u32>,
}

impl Acts {
    /// The most that may happen by itself.
    const BY_ITSELF_MAX: u32 = 4_000;

    /// The seed of the next thing that happens by itself; `None` where it never ends.
    fn by_itself(&mut self, seed: u64) -> Option<u64> {
        self.by_itself += 1;
        (self.by_itself < Self::BY_ITSELF_MAX).then(|| seed.wrapping_add(u64::from(self.by_itself)))
    }

    /// The seed of a creature's next act.
    fn by(&mut self, who: CreatureId, seed: u64) -> u64 {
        self.of_all += 1;
        let index = who.index();
        if self.by.len() <= index {
            self.by.resize(index + 1, 0);
        }
        self.by[index] += 1;
        let stream = (u64::from(who.0) + 1) << 32;
        seed.wrapping_add(stream | u64::from(self.by[index]))
    }
}
