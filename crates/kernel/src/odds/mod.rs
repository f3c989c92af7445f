//! Exact odds: the rule code run over every outcome of its dice, with integer weights that total exactly.

mod fork;
mod mean;
mod measure;
mod plays;
mod stages;

use std::cell::Cell;
use std::hash::Hash;

use indexmap::IndexMap;
use num_bigint::BigUint;
use rustc_hash::FxBuildHasher;
use thiserror::Error;

pub use self::fork::Grain;
use self::fork::{FallsCache, Fork};
pub use self::mean::{Mean, Means};
use self::measure::{Measure, Parts, Sums};
pub use self::plays::{Played, Plays};
use self::stages::{End, Way, come_to};
use crate::dice::Seeded;
pub use crate::dice::ratio;
use crate::id::CreatureId;
use crate::log::Log;
use crate::scene::Scene;
use crate::story::{Note, Sum, Verdict};
use crate::system::System;
use crate::tape::{Answers, Beyond, Draw, Kept, Stop, Tape};

/// A map that iterates in the order of insertion, with a fixed hash: the same on every machine.
pub type Weights<K, W> = IndexMap<K, W, FxBuildHasher>;

/// The weights of outcomes over a common denominator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Odds<K: Hash + Eq> {
    /// Each outcome and its weight.
    pub outcomes: Vec<(K, BigUint)>,
    /// The weight that was left out: endless explosions beyond the depth that was followed.
    pub tail: BigUint,
    /// What outcomes and tail add up to.
    pub total: BigUint,
    /// How many times the rules were run.
    pub runs: u64,
}

impl<K: Hash + Eq> Odds<K> {
    /// The chance of what the test accepts, as a fraction.
    #[must_use]
    pub fn chance(&self, accept: impl Fn(&K) -> bool) -> f64 {
        let weight: BigUint = self
            .outcomes
            .iter()
            .filter(|(key, _)| accept(key))
            .map(|(_, weight)| weight)
            .sum();
        ratio(&weight, &self.total)
    }
}

/// Why there are no exact odds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NoOdds {
    /// The act needs a decision that the policy does not give.
    #[error("the act needs a decision that the policy leaves open")]
    Undecided,
    /// More courses than the budget allows.
    #[error("more than {0} different courses: over the budget for exact odds")]
    Budget(u64),
    /// Courses so long that all together have more lines than the budget allows.
    #[error("all courses together have more than {0} lines of log: over the budget for exact odds")]
    Lines(u64),
    /// The act runs into a limit.
    #[error("the act runs into a limit ({0:?})")]
    Fault(Stop),
    /// The weights do not add up: a fault of the program, never rounding.
    #[error("the weights do not add up to their total")]
    Total,
    /// Nobody wants to know them any more.
    #[error("nobody waits for the odds any more")]
    Stopped,
}

/// What going through all outcomes may cost. It counts what is done and not the time that it takes, so that odds are the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The most runs of the rules.
    pub runs: u64,
    /// The most lines that the logs of all runs may have together: a run past everybody who could do something about it costs a hundred times
    /// as much as a blow, and has as many more lines.
    pub lines: u64,
}

/// So many runs, however long each is.
impl From<u64> for Budget {
    fn from(runs: u64) -> Self {
        Self {
            runs,
            lines: u64::MAX,
        }
    }
}

/// The exact odds of an act: its rule code run over every outcome of its dice, decisions made by `policy`, the state afterwards reduced to `key`.
///
/// # Errors
/// If the policy leaves a decision open, the budget of runs is too small, or the act runs into a limit.
pub fn odds<S: System, K: Hash + Eq>(
    state: &S::State,
    who: Option<CreatureId>,
    act: &S::Act,
    policy: &mut dyn Answers<S>,
    budget: u64,
    mut key: impl FnMut(&S::State) -> K,
) -> Result<Odds<K>, NoOdds> {
    let course = Course::of(state, who, act);
    let effort = Effort::within(budget.into());
    run_all(&course, policy, effort, |after, _| {
        Ok(after.as_ref().map(&mut key))
    })
}

/// An act whose odds are wanted, or one in progress and an answer to it.
#[derive(Debug)]
pub struct Course<'c, S: System> {
    /// The state before the act.
    pub state: &'c S::State,
    /// Whose act it is.
    pub who: Option<CreatureId>,
    /// The act.
    pub act: &'c S::Act,
    /// The draws it has had already.
    pub draws: &'c [Draw<S>],
    /// Answers to what is asked after those draws.
    pub partial: &'c [(CreatureId, S::Act)],
    /// How finely dice are gone through.
    pub grain: Grain,
}

impl<'c, S: System> Course<'c, S> {
    /// An act that has not begun.
    #[must_use]
    pub fn of(state: &'c S::State, who: Option<CreatureId>, act: &'c S::Act) -> Self {
        Self {
            state,
            who,
            act,
            draws: &[],
            partial: &[],
            grain: Grain::default(),
        }
    }

    /// The act spelled out, for those who run it many times.
    fn spelled_out(&self) -> Option<S::Act> {
        S::spelled_out(self.state, self.who?, self.act)
    }

    /// The same course of an act in other words.
    fn with_act<'a>(&self, act: &'a S::Act) -> Course<'a, S>
    where
        'c: 'a,
    {
        Course { act, ..*self }
    }

    /// Runs the act once.
    fn run<'t>(
        &'t self,
        beyond: Beyond<'t>,
        policy: &'t mut dyn Answers<S>,
        kept: Option<Kept<'t, S>>,
        log: Option<&mut Log<S>>,
    ) -> Result<Played<S>, Stop> {
        let mut state = self.state.clone();
        let mut tape = Tape::passing(self.draws, beyond, policy).with_partial(self.partial);
        if let Some(kept) = kept {
            tape = tape.with_kept(kept);
        }
        S::resolve(
            &mut Scene::new(&mut state, &mut tape, log),
            self.who,
            self.act,
        )?;
        let thrown_before: u32 = self.draws.iter().map(Draw::dice).sum();
        let is_open = tape.dice_taken() > thrown_before;
        Ok(Played { state, is_open })
    }
}

/// As [`odds`], of any course, with the key made of the log as well: what was rolled for, and what came of it. Of dice that rules take
/// together in a class, notes show one; [`Grain::Faces`] shows all. It is given up as soon as the first courses show that the budget will
/// not do.
///
/// # Errors
/// As [`odds`].
pub fn odds_heard<S: System, K: Hash + Eq>(
    course: &Course<'_, S>,
    policy: &mut dyn Answers<S>,
    budget: impl Into<Budget>,
    mut key: impl FnMut(S::State, &[Note<S>]) -> K,
) -> Result<Odds<K>, NoOdds> {
    let effort = Effort::heard(budget.into());
    run_all(course, policy, effort, |state, log| {
        Ok(state.map(|state| key(state, &log.take_notes())))
    })
}

/// As [`odds_heard`], with the key made of what rolls have come to alone: the rest is not put into words, and courses that have come to the same in
/// a stage of the act ([`Scene::stage`]) go on as one. The sums of each course go to `hear`, as far as it is followed, which may say why no
/// further course is wanted.
///
/// # Errors
/// As [`odds`].
pub fn odds_of_verdicts<S: System, K: Hash + Eq>(
    course: &Course<'_, S>,
    policy: &mut dyn Answers<S>,
    budget: impl Into<Budget>,
    mut hear: impl FnMut(&[Sum]) -> Result<(), NoOdds>,
    mut key: impl FnMut(S::State, Vec<Verdict>) -> K,
) -> Result<Odds<K>, NoOdds> {
    let effort = Effort {
        merges: course.grain == Grain::Merged,
        ..Effort::heard(budget.into())
    };
    run_all(course, policy, effort, |state, log| {
        hear(&log.taken_back().sums)?;
        hear(log.sums())?;
        Ok(state.map(|state| key(state, verdicts(log.sums()))))
    })
}

/// What the rolls of a course have come to.
fn verdicts(sums: &[Sum]) -> Vec<Verdict> {
    sums.iter().filter_map(Sum::judged).collect()
}

fn run_all<S: System, K: Hash + Eq>(
    course: &Course<'_, S>,
    policy: &mut dyn Answers<S>,
    effort: Effort,
    mut key: impl FnMut(Option<S::State>, &mut Log<S>) -> Result<Option<K>, NoOdds>,
) -> Result<Odds<K>, NoOdds> {
    let mut cache = FallsCache::default();
    let courses = follow::<S, K, Parts, _>(course, policy, &mut cache, effort, &mut key)?;
    let mut sums: Weights<K, Sums> = Weights::default();
    let mut tails = Sums::default();
    let runs = courses.runs;
    let weights = courses.weights();
    for key in courses.keys {
        sums.insert(key, Sums::default());
    }
    for (place, parts) in weights {
        match place.and_then(|place| sums.get_index_mut(place)) {
            Some((_, sum)) => sum.add(parts),
            None => tails.add(parts),
        }
    }
    let known = tails.common(BigUint::from(1_u8));
    let total = sums.values().fold(known, |known, sums| sums.common(known));
    let outcomes: Vec<(K, BigUint)> = sums
        .into_iter()
        .map(|(key, sums)| (key, sums.of(&total)))
        .collect();
    let tail = tails.of(&total);
    let sum: BigUint = outcomes.iter().map(|(_, weight)| weight).sum();
    if sum + &tail != total {
        return Err(NoOdds::Total);
    }
    Ok(Odds {
        outcomes,
        tail,
        total,
        runs,
    })
}

/// Reduces an outcome, and the log of it, to what it is known by, or says why no further course is wanted. It hears as well of courses that have
/// no outcome of their own.
type Key<'k, S, K, E> =
    dyn FnMut(Option<<S as System>::State>, &mut Log<S>) -> Result<Option<K>, E> + 'k;

/// All courses of an act.
struct Courses<K: Hash + Eq, M> {
    /// What the courses come to, each once.
    keys: indexmap::IndexSet<K, FxBuildHasher>,
    /// The parts of the courses.
    ways: Vec<Way<M>>,
    /// How many points there are that they may begin at.
    points: usize,
    runs: u64,
}

impl<K: Hash + Eq, M: Measure> Courses<K, M> {
    /// What the courses weigh, and the place of what each comes to; `None`: it was not followed to its end.
    fn weights(&self) -> Vec<(Option<usize>, M)> {
        let come = come_to(&self.ways, self.points);
        let mut weights = Vec::with_capacity(self.ways.len());
        for way in &self.ways {
            let place = match way.to {
                End::Outcome(place) => Some(place),
                End::Beyond => None,
                End::Point(_) => continue,
            };
            let parts = come[way.from].iter();
            weights.extend(parts.map(|part| (place, part.times(&way.weight))));
        }
        weights
    }
}

/// How all courses are gone through.
#[derive(Clone, Copy)]
struct Effort {
    budget: Budget,
    /// It is given up early where the first courses show that all would cost so many times the budget: courses are not spread evenly, and the
    /// rest may be faster.
    patience: f64,
    /// Whether the log of each course is wanted.
    is_heard: bool,
    /// Whether courses go on as one that have come to the same in a stage.
    merges: bool,
}

impl Effort {
    /// After so many runs it is looked for the first time how far they have come.
    const FIRST_RUNS: u64 = 32;

    /// Where courses go on as one it is looked after such a part of the budget at the earliest: the first of them are followed to the end, and
    /// only those after them show how many are not.
    const FIRST_PART: u64 = 16;

    /// Everything that a budget allows, nobody listening.
    const fn within(budget: Budget) -> Self {
        Self {
            budget,
            patience: f64::INFINITY,
            is_heard: false,
            merges: false,
        }
    }

    /// The same, with somebody listening, given up where four times as much would not do.
    const fn heard(budget: Budget) -> Self {
        Self {
            budget,
            patience: 4.0,
            is_heard: true,
            merges: false,
        }
    }

    /// Why no further course is gone through, if that is so after so many runs, when it was last asked and now, and lines, all of them within
    /// the budget.
    fn gives_up<M: Measure>(
        &self,
        (before, runs): (u64, u64),
        lines: u64,
        fork: &Fork<'_, M>,
    ) -> Option<NoOdds> {
        let Budget {
            runs: most_runs,
            lines: most_lines,
        } = self.budget;
        let has_begun = fork.points() == 1
            || runs >= most_runs / Self::FIRST_PART
            || lines >= most_lines / Self::FIRST_PART;
        let is_passed = runs.checked_ilog2() > before.checked_ilog2();
        if !is_passed || runs < Self::FIRST_RUNS || !has_begun {
            return None;
        }
        let all = self.patience * fork.progress();
        let spent = |spent: u64, most: u64| spent as f64 / most as f64;
        let (of_runs, of_lines) = (spent(runs, most_runs), spent(lines, most_lines));
        // The reason is what would be used up first.
        let reason = if of_lines > of_runs {
            NoOdds::Lines(most_lines)
        } else {
            NoOdds::Budget(most_runs)
        };
        (of_runs.max(of_lines) > all).then_some(reason)
    }
}

fn follow<S: System, K: Hash + Eq, M: Measure, E: From<NoOdds>>(
    course: &Course<'_, S>,
    policy: &mut dyn Answers<S>,
    cache: &mut FallsCache,
    effort: Effort,
    key: &mut Key<'_, S, K, E>,
) -> Result<Courses<K, M>, E> {
    let mut log = Log::default();
    let mut lines = 0;
    let at = Cell::new(0);
    let mut known = Vec::new();
    let mut fork: Fork<'_, M> = Fork::new(cache, course.grain, &at);
    if effort.merges {
        fork = fork.merging();
    }
    let mut keys = indexmap::IndexSet::default();
    let mut runs = 0;
    let mut spelled_out = None;
    loop {
        let before = runs;
        runs += 1;
        if runs > effort.budget.runs {
            return Err(NoOdds::Budget(effort.budget.runs).into());
        }
        fork.leave(effort.budget.runs - runs);
        if before > 0 {
            spelled_out.get_or_insert_with(|| course.spelled_out());
        }
        let long = spelled_out.as_ref().and_then(Option::as_ref);
        let course = course.with_act(long.unwrap_or(course.act));
        log.clear();
        let listener = effort.is_heard.then_some(&mut log);
        at.set(0);
        let kept = Kept {
            known: &mut known,
            at: &at,
        };
        let state = match course.run(Beyond::Dice(&mut fork), policy, Some(kept), listener) {
            Ok(play) => Some(play.state),
            Err(Stop::Again | Stop::Met) => None,
            Err(stop) => return Err(fork.why(stop, effort.budget.runs).into()),
        };
        runs += fork.besides();
        lines += (log.notes() + log.taken_back().notes) as u64;
        if lines > effort.budget.lines {
            return Err(NoOdds::Lines(effort.budget.lines).into());
        }
        if let Some(key) = key(state, &mut log)? {
            let (place, _) = keys.insert_full(key);
            fork.ends(End::Outcome(place));
        }
        let goes_on = fork.advance();
        known.truncate(fork.known_kept());
        if !goes_on {
            return Ok(Courses {
                keys,
                points: fork.points(),
                ways: fork.ways,
                runs,
            });
        }
        if let Some(why) = effort.gives_up((before, runs), lines, &fork) {
            return Err(why.into());
        }
    }
}

/// How often outcomes came in seeded plays of an act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample<K> {
    /// Each outcome and in how many plays it came.
    pub outcomes: Vec<(K, u64)>,
    /// How many plays there were.
    pub plays: u64,
}

/// Dice of samples lie where those of no fight do.
const SAMPLED_ENTRY: u32 = u32::MAX;

/// A sample has so many plays, however long each is, unless fewer are wanted.
const PLAYS_LEAST: u64 = 200;

/// Plays an act with seeded dice as often as the budget allows, as [`odds_heard`] goes through all of them. `begin` tells the policy which
/// play begins, so that what it leaves to chance differs from play to play.
///
/// # Errors
/// If the policy leaves a decision open or the act runs into a limit.
pub fn sampled<S: System, P: Answers<S>, K: Hash + Eq>(
    course: &Course<'_, S>,
    policy: &mut P,
    budget: impl Into<Budget>,
    seed: u64,
    begin: impl FnMut(&mut P, &Seeded),
    mut key: impl FnMut(S::State, &[Note<S>]) -> K,
) -> Result<Sample<K>, NoOdds> {
    play_all(
        course,
        policy,
        (budget.into(), seed),
        begin,
        |state, log| Ok(key(state, &log.take_notes())),
    )
}

/// As [`sampled`], with the key made of what rolls have come to alone, as [`odds_of_verdicts`] has it, and all sums heard.
///
/// # Errors
/// As [`sampled`].
pub fn sampled_verdicts<S: System, P: Answers<S>, K: Hash + Eq>(
    course: &Course<'_, S>,
    policy: &mut P,
    budget: impl Into<Budget>,
    seed: u64,
    begin: impl FnMut(&mut P, &Seeded),
    (mut hear, mut key): (
        impl FnMut(&[Sum]) -> Result<(), NoOdds>,
        impl FnMut(S::State, Vec<Verdict>) -> K,
    ),
) -> Result<Sample<K>, NoOdds> {
    play_all(
        course,
        policy,
        (budget.into(), seed),
        begin,
        |state, log| {
            hear(log.sums())?;
            Ok(key(state, verdicts(log.sums())))
        },
    )
}

fn play_all<S: System, P: Answers<S>, K: Hash + Eq>(
    course: &Course<'_, S>,
    policy: &mut P,
    (budget, seed): (Budget, u64),
    mut begin: impl FnMut(&mut P, &Seeded),
    mut key: impl FnMut(S::State, &mut Log<S>) -> Result<K, NoOdds>,
) -> Result<Sample<K>, NoOdds> {
    let mut log = Log::default();
    let mut counts: Weights<K, u64> = Weights::default();
    let mut all = Plays::of(course);
    let (mut plays, mut lines) = (0, 0);
    while plays < budget.runs && (plays < PLAYS_LEAST || lines < budget.lines) {
        let seeded = Seeded::at(seed, plays, SAMPLED_ENTRY);
        begin(policy, &seeded);
        log.clear();
        let play = all.play(seeded, policy, Some(&mut log));
        let play = play.map_err(|stop| match stop {
            Stop::Need => NoOdds::Undecided,
            other => NoOdds::Fault(other),
        })?;
        lines += log.notes() as u64;
        *counts.entry(key(play.state, &mut log)?).or_insert(0) += 1;
        plays += 1;
    }
    Ok(Sample {
        outcomes: counts.into_iter().collect(),
        plays,
    })
}

/// What an act may come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Followed<K> {
    /// Each outcome and its chance.
    pub outcomes: Vec<(K, f64)>,
    /// How likely it is that endless explosions go on beyond what is followed.
    pub beyond: f64,
    /// How often the rules were run.
    pub runs: u64,
}

/// How far chances may be from adding up to 1.
const ROUNDING: f64 = 1e-9;

/// Goes through all outcomes of one act after the other, remembering the falls of dice.
#[derive(Default)]
pub struct Forks {
    cache: FallsCache,
}

impl Forks {
    /// Runs the act over every outcome of its dice, each state afterwards reduced to `key`.
    ///
    /// # Errors
    /// As [`odds`].
    pub fn each<S: System, K: Hash + Eq>(
        &mut self,
        course: &Course<'_, S>,
        policy: &mut dyn Answers<S>,
        budget: u64,
        mut key: impl FnMut(S::State) -> K,
    ) -> Result<Followed<K>, NoOdds> {
        self.try_each(course, policy, budget, |after| Ok(key(after)))
    }

    /// As [`Forks::each`], with a `key` that may end it: it is called once for every course that comes to something, and an error of it is
    /// all that the act comes to.
    ///
    /// # Errors
    /// As [`odds`], and that of `key`.
    pub fn try_each<S: System, K: Hash + Eq, E: From<NoOdds>>(
        &mut self,
        course: &Course<'_, S>,
        policy: &mut dyn Answers<S>,
        budget: u64,
        mut key: impl FnMut(S::State) -> Result<K, E>,
    ) -> Result<Followed<K>, E> {
        let mut key = |after: Option<S::State>, _: &mut Log<S>| after.map(&mut key).transpose();
        let effort = Effort::within(budget.into());
        let courses = follow::<S, K, f64, E>(course, policy, &mut self.cache, effort, &mut key)?;
        let mut beyond = 0.0;
        let mut chances = vec![0.0; courses.keys.len()];
        for (place, chance) in courses.weights() {
            match place {
                Some(place) => chances[place] += chance,
                None => beyond += chance,
            }
        }
        let whole = chances.iter().sum::<f64>() + beyond;
        if (whole - 1.0).abs() > ROUNDING {
            return Err(NoOdds::Total.into());
        }
        let keys = courses.keys.into_iter();
        Ok(Followed {
            outcomes: keys.zip(chances).collect(),
            beyond,
            runs: courses.runs,
        })
    }
}
