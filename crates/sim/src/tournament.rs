//! Policies against each other: the same fights twice, with sides swapped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use affray_kernel::silent::End;
use affray_kernel::tape::{Answers, UnderWay};
use affray_kernel::{Ask, System};
use rayon::prelude::*;

use crate::interval::{Estimate, wilson};
use crate::policy::{Deciders, Policy};

/// The most acts of a fight; one that is not over then is nobody's.
const ACTS_MAX: u32 = 5_000;

/// How one policy fared against another.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Score {
    /// Fights that the first has won.
    pub wins: u32,
    /// Fights that the second has won.
    pub losses: u32,
    /// Fights that nobody has won, those included that were not over.
    pub draws: u32,
    /// Fights in which the rules ran into a limit, or nobody decided where somebody had to.
    pub failed: u32,
    /// How much the first decided.
    pub decisions: u32,
    /// How many seconds that took it.
    pub seconds: f64,
}

impl Score {
    /// The chance of the first in the fights that were decided, with its interval.
    #[must_use]
    pub fn of_decided(&self) -> Estimate {
        wilson(self.wins.into(), (self.wins + self.losses).into())
    }

    /// How many fights were played.
    #[must_use]
    pub fn fights(&self) -> u32 {
        self.wins + self.losses + self.draws + self.failed
    }

    fn with(&self, other: &Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            losses: self.losses + other.losses,
            draws: self.draws + other.draws,
            failed: self.failed + other.failed,
            decisions: self.decisions + other.decisions,
            seconds: self.seconds + other.seconds,
        }
    }
}

/// Has two policies fight each other `pairs` times from `start`, each time once on either side with the same dice, on the threads at hand.
/// The counts follow from `seed` alone, whatever the number of threads; the clock alone says how long it took. Once `stop` is set no further pair
/// is begun, and the score is of those that were played to their end.
///
/// # Errors
/// If not exactly two sides fight.
pub fn meet<S: System>(
    start: &S::State,
    policies: [Policy; 2],
    (pairs, seed): (u32, u64),
    stop: &AtomicBool,
) -> Result<Score, String> {
    let sides = S::sides(start).len();
    if sides != 2 {
        return Err(format!(
            "policies meet where two sides fight; here are {sides}"
        ));
    }
    let pairs = (0..pairs).into_par_iter();
    let begun = pairs.filter(|_| !stop.load(Ordering::Relaxed));
    let fights = begun.filter_map(|pair| {
        let play = |first| fight::<S>(start, (policies, first), (seed, pair.into()), stop);
        Some(play(0)?.with(&play(1)?))
    });
    Ok(fights.reduce(Score::default, |one, other| one.with(&other)))
}

/// One fight, the first policy playing side number `first`; `None` if it was stopped.
fn fight<S: System>(
    start: &S::State,
    (policies, first): ([Policy; 2], u8),
    (seed, number): (u64, u64),
    stop: &AtomicBool,
) -> Option<Score> {
    let sides = S::creatures(start).map(|who| S::side(start, who));
    let by_creature: Vec<Policy> = sides
        .map(|side| policies[usize::from(side != first)])
        .collect();
    let deciders = Deciders::new(&by_creature, (seed, number));
    let mut players = Players {
        deciders: &deciders,
        first,
        stop,
        decisions: 0,
        seconds: 0.0,
    };
    let mut state = start.clone();
    let end = deciders.play_by::<S>(&mut state, &mut players, ACTS_MAX).0;
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let won = |by: u8| u32::from(end == End::Over(Some(by)));
    let (wins, losses) = (won(first), won(1 - first));
    let failed = u32::from(matches!(end, End::Fault(_) | End::Undecided));
    Some(Score {
        wins,
        losses,
        draws: 1 - wins - losses - failed,
        failed,
        decisions: players.decisions,
        seconds: players.seconds,
    })
}

/// Everybody's decisions, those of one side by the clock.
struct Players<'s> {
    deciders: &'s Deciders<'s>,
    /// Once it is set nobody decides anything.
    stop: &'s AtomicBool,
    first: u8,
    decisions: u32,
    seconds: f64,
}

impl Players<'_> {
    /// What is decided for a creature of that side.
    fn decide<A>(
        &mut self,
        side: u8,
        decide: impl FnOnce(&Deciders<'_>) -> Option<A>,
    ) -> Option<A> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let before = Instant::now();
        let act = decide(self.deciders);
        if side == self.first {
            self.decisions += 1;
            self.seconds += before.elapsed().as_secs_f64();
        }
        act
    }
}

impl<S: System> Answers<S> for Players<'_> {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        let side = S::side(state, ask.who);
        self.decide(side, |mut deciders| deciders.answer(state, ask))
    }

    fn looks_back(&self) -> bool {
        Answers::<S>::looks_back(&self.deciders)
    }

    fn answer_within(
        &mut self,
        state: &S::State,
        ask: &Ask<S>,
        under_way: &UnderWay<'_, S>,
    ) -> Option<S::Act> {
        let side = S::side(state, ask.who);
        self.decide(side, |mut deciders| {
            deciders.answer_within(state, ask, under_way)
        })
    }
}
