//! Exact odds: the rule code run over every outcome of its dice, with integer weights that total exactly.

mod mean;

pub use mean::{Mean, Means};

use std::hash::Hash;
use std::rc::Rc;

use indexmap::IndexMap;
use num_bigint::BigUint;
use rustc_hash::FxBuildHasher;
use thiserror::Error;

use crate::dice::{Faces, Pool, Reading};
use crate::id::CreatureId;
use crate::log::Log;
use crate::scene::Scene;
use crate::story::{Note, Roll};
use crate::system::{Next, System};
use crate::tape::{Answers, Beyond, Detail, Dice, Draw, Stop, Tape};

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

/// A quotient of big integers as a floating-point number.
#[must_use]
pub fn ratio(part: &BigUint, whole: &BigUint) -> f64 {
    if *whole == BigUint::ZERO {
        return 0.0;
    }
    let scaled: BigUint = (part << 64u32) / whole;
    let digits = scaled.to_u64_digits();
    let low = digits.first().copied().unwrap_or(0) as f64;
    let high = digits.get(1).copied().unwrap_or(0) as f64;
    high + low / 18_446_744_073_709_551_616.0
}

/// Why there are no exact odds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NoOdds {
    /// The act needs a decision that the policy does not give.
    #[error("the act needs a decision that the policy leaves open")]
    Undecided,
    /// More runs than the budget allows.
    #[error("more than {0} different courses: over the budget for exact odds")]
    Budget(u64),
    /// The act runs into a limit.
    #[error("the act runs into a limit ({0:?})")]
    Fault(Stop),
    /// The weights do not add up: a fault of the program, never rounding.
    #[error("the weights do not add up to their total")]
    Total,
}

/// The most outcomes of one roll that are gone through face by face.
const FACES_LISTED_MAX: usize = 100_000;

/// One way in which a roll may fall.
struct Fall {
    faces: Faces,
    weight: BigUint,
    chance: f64,
}

/// All ways in which a roll may fall, as far as its rule can tell them apart.
struct Falls {
    list: Vec<Fall>,
    tail: BigUint,
    denominator: BigUint,
}

impl Falls {
    fn new(outcomes: Vec<(Faces, BigUint)>, tail: BigUint, denominator: BigUint) -> Self {
        let fall = |(faces, weight): (Faces, BigUint)| Fall {
            faces,
            chance: ratio(&weight, &denominator),
            weight,
        };
        Self {
            list: outcomes.into_iter().map(fall).collect(),
            tail,
            denominator,
        }
    }

    fn by_total(pool: &Pool) -> Self {
        let all = pool.outcomes();
        let list = all.list.into_iter();
        let pairs = list.map(|outcome| (outcome.faces, outcome.weight));
        Self::new(pairs.collect(), all.tail, all.denominator)
    }

    /// One fall for each class; which total a class has is all that can differ between two rolls of it.
    fn by_class(&self, pool: &Pool, class: &dyn Fn(&Reading) -> u32) -> Self {
        self.by_shown(&|faces| class(&pool.read(faces)))
    }

    /// One fall for each class of the faces.
    fn by_shown(&self, class: &dyn Fn(&[u16]) -> u32) -> Self {
        let mut classes: Weights<u32, (Faces, BigUint)> = Weights::default();
        for fall in &self.list {
            let class = class(fall.faces.as_slice());
            let known = classes.entry(class);
            known.or_insert((fall.faces, BigUint::ZERO)).1 += &fall.weight;
        }
        Self::new(
            classes.into_values().collect(),
            self.tail.clone(),
            self.denominator.clone(),
        )
    }

    /// Every sequence of faces; `None` if there are too many. A chain of explosions is followed as far as its weight can be counted.
    fn by_face(pool: &Pool) -> Option<Self> {
        let mut done: Vec<(Faces, u64)> = Vec::new();
        let mut open = vec![(Faces::new(), 1_u64)];
        let mut beyond: Vec<u64> = Vec::new();
        while let Some((faces, denominator)) = open.pop() {
            let Some(sides) = pool.next_die(faces.as_slice()) else {
                done.push((faces, denominator));
                if done.len() > FACES_LISTED_MAX {
                    return None;
                }
                continue;
            };
            let Some(longer) = denominator.checked_mul(u64::from(sides)) else {
                beyond.push(denominator);
                continue;
            };
            for face in (1..=sides).rev() {
                let mut faces = faces;
                match faces.push(face) {
                    Ok(()) => open.push((faces, longer)),
                    Err(_) => beyond.push(longer),
                }
            }
        }
        let denominators = done.iter().map(|(_, denominator)| denominator);
        let common = denominators
            .chain(&beyond)
            .fold(BigUint::from(1_u8), |common, one| {
                least_common(common, &BigUint::from(*one))
            });
        let weight = |denominator: u64| &common / BigUint::from(denominator);
        let tail = beyond.into_iter().map(weight).sum();
        let pairs = done
            .into_iter()
            .map(|(faces, denominator)| (faces, weight(denominator)));
        Some(Self::new(pairs.collect(), tail, common.clone()))
    }
}

/// The weight of a course of dice.
trait Measure: Clone {
    /// Of a course without dice.
    fn one() -> Self;
    /// Of this course followed by a fall.
    fn then(&self, fall: &Fall, of: &Falls) -> Self;
    /// Of what lies beyond the falls that are gone through.
    fn beyond(&self, of: &Falls) -> Self;
}

impl Measure for f64 {
    fn one() -> Self {
        1.0
    }

    fn then(&self, fall: &Fall, _: &Falls) -> Self {
        self * fall.chance
    }

    fn beyond(&self, of: &Falls) -> Self {
        self * ratio(&of.tail, &of.denominator)
    }
}

/// So many parts of so many.
#[derive(Clone)]
struct Parts {
    weight: BigUint,
    of: BigUint,
}

impl Measure for Parts {
    fn one() -> Self {
        Self {
            weight: BigUint::from(1_u8),
            of: BigUint::from(1_u8),
        }
    }

    fn then(&self, fall: &Fall, of: &Falls) -> Self {
        Self {
            weight: &self.weight * &fall.weight,
            of: &self.of * &of.denominator,
        }
    }

    fn beyond(&self, of: &Falls) -> Self {
        Self {
            weight: &self.weight * &of.tail,
            of: &self.of * &of.denominator,
        }
    }
}

/// One point where the dice may fall this way or that.
struct Branch<M> {
    falls: Rc<Falls>,
    taken: usize,
    /// The weight of the course up to here.
    before: M,
}

/// Dice that go through all their outcomes, one run after the other.
struct Fork<'c, M> {
    branches: Vec<Branch<M>>,
    at: usize,
    /// What the falls that are gone through leave out.
    beyond: Vec<M>,
    too_many: bool,
    cache: &'c mut FallsCache,
}

/// The falls of every pool met so far.
#[derive(Default)]
struct FallsCache {
    totals: Weights<Pool, Rc<Falls>>,
    faces: Weights<Pool, Option<Rc<Falls>>>,
}

impl FallsCache {
    fn totals(&mut self, pool: &Pool) -> Rc<Falls> {
        let known = self.totals.entry(*pool);
        Rc::clone(known.or_insert_with(|| Rc::new(Falls::by_total(pool))))
    }

    fn falls(&mut self, roll: &Roll, detail: &Detail<'_>) -> Option<Rc<Falls>> {
        let pool = &roll.pool;
        match detail {
            Detail::Total => Some(self.totals(pool)),
            Detail::Class(class) => Some(Rc::new(self.totals(pool).by_class(pool, class))),
            Detail::Shown(class) => Some(Rc::new(self.faces(pool)?.by_shown(class))),
            Detail::Faces => self.faces(pool),
        }
    }

    fn faces(&mut self, pool: &Pool) -> Option<Rc<Falls>> {
        let known = self.faces.entry(*pool);
        known
            .or_insert_with(|| Falls::by_face(pool).map(Rc::new))
            .clone()
    }
}

impl<'c, M: Measure> Fork<'c, M> {
    fn new(cache: &'c mut FallsCache) -> Self {
        Self {
            branches: Vec::new(),
            at: 0,
            beyond: Vec::new(),
            too_many: false,
            cache,
        }
    }

    /// Turns to the next course; `false` when all are done.
    fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some(last) = self.branches.last_mut() {
            last.taken += 1;
            if last.taken < last.falls.list.len() {
                return true;
            }
            self.branches.pop();
        }
        false
    }

    /// The weight of the course up to the last roll made.
    fn weight(&self) -> M {
        let last = self.at.checked_sub(1).and_then(|at| self.branches.get(at));
        match last {
            Some(branch) => match branch.falls.list.get(branch.taken) {
                Some(fall) => branch.before.then(fall, &branch.falls),
                None => branch.before.clone(),
            },
            None => M::one(),
        }
    }

    /// Why a run with these dice stopped.
    fn why(&self, stop: Stop, budget: u64) -> NoOdds {
        match stop {
            Stop::Need if self.too_many => NoOdds::Budget(budget),
            Stop::Need => NoOdds::Undecided,
            other => NoOdds::Fault(other),
        }
    }
}

impl<M: Measure> Dice for Fork<'_, M> {
    fn throw(&mut self, roll: &Roll, detail: &Detail<'_>) -> Option<Faces> {
        if self.at == self.branches.len() {
            let Some(falls) = self.cache.falls(roll, detail) else {
                self.too_many = true;
                return None;
            };
            let before = self.weight();
            if falls.tail != BigUint::ZERO {
                self.beyond.push(before.beyond(&falls));
            }
            self.branches.push(Branch {
                falls,
                taken: 0,
                before,
            });
        }
        let branch = &self.branches[self.at];
        self.at += 1;
        branch.falls.list.get(branch.taken).map(|fall| fall.faces)
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
    let course = Course {
        state,
        who,
        act,
        draws: &[],
        partial: &[],
    };
    run_all(course, policy, budget, false, |after, _| key(after))
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
}

/// As [`odds`], of any course, with the key made of the log as well: what was rolled for, and what came of it.
///
/// # Errors
/// As [`odds`].
pub fn odds_heard<S: System, K: Hash + Eq>(
    course: Course<'_, S>,
    policy: &mut dyn Answers<S>,
    budget: u64,
    key: impl FnMut(&S::State, &[Note<S>]) -> K,
) -> Result<Odds<K>, NoOdds> {
    run_all(course, policy, budget, true, key)
}

fn run_all<S: System, K: Hash + Eq>(
    course: Course<'_, S>,
    policy: &mut dyn Answers<S>,
    budget: u64,
    is_heard: bool,
    mut key: impl FnMut(&S::State, &[Note<S>]) -> K,
) -> Result<Odds<K>, NoOdds> {
    let Course {
        state,
        who,
        act,
        draws,
        partial,
    } = course;
    let mut log = Log::default();
    let mut cache = FallsCache::default();
    let mut fork: Fork<'_, Parts> = Fork::new(&mut cache);
    let mut sums: Weights<K, Weights<BigUint, BigUint>> = Weights::default();
    let mut runs = 0;
    loop {
        runs += 1;
        if runs > budget {
            return Err(NoOdds::Budget(budget));
        }
        let mut after = state.clone();
        let beyond = Beyond::Dice(&mut fork);
        let mut tape = Tape::new(draws.to_vec(), beyond, policy).with_partial(partial);
        log.clear();
        let listener = is_heard.then_some(&mut log);
        let done = S::resolve(&mut Scene::new(&mut after, &mut tape, listener), who, act);
        done.map_err(|stop| fork.why(stop, budget))?;
        let Parts { weight, of } = fork.weight();
        *sums
            .entry(key(&after, &log.take_notes()))
            .or_default()
            .entry(of)
            .or_default() += weight;
        if !fork.advance() {
            break;
        }
    }
    let beyond = fork.beyond;
    let denominators = sums.values().flat_map(Weights::keys);
    let total = denominators
        .chain(beyond.iter().map(|parts| &parts.of))
        .fold(BigUint::from(1_u8), least_common);
    let whole = |weight: BigUint, of: &BigUint| weight * (&total / of);
    let outcomes: Vec<(K, BigUint)> = sums
        .into_iter()
        .map(|(key, parts)| {
            let parts = parts.into_iter();
            (key, parts.map(|(of, weight)| whole(weight, &of)).sum())
        })
        .collect();
    let tail = beyond
        .into_iter()
        .map(|parts| whole(parts.weight, &parts.of))
        .sum();
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

fn least_common(left: BigUint, right: &BigUint) -> BigUint {
    let divisor = greatest_divisor(left.clone(), right.clone());
    left / divisor * right
}

fn greatest_divisor(mut left: BigUint, mut right: BigUint) -> BigUint {
    while right != BigUint::ZERO {
        let rest = left % &right;
        left = right;
        right = rest;
    }
    left
}

/// How a fight ends when everybody follows a policy.
#[derive(Clone, PartialEq, Debug)]
pub struct Ends {
    /// The chance that each side wins, by number.
    pub wins: Vec<f64>,
    /// The chance that nobody wins.
    pub draw: f64,
    /// The weight of courses that had not ended.
    pub unfinished: f64,
    /// How many different states were met.
    pub states: usize,
}

/// The exact chances of a whole fight: layer by layer, equal states merged, until less than `bound` is unfinished.
///
/// # Errors
/// As [`odds`]; `budget` is the number of different states that may be met.
pub fn ends<S: System>(
    start: &S::State,
    policy: &mut dyn Answers<S>,
    bound: f64,
    budget: usize,
) -> Result<Ends, NoOdds> {
    let mut layer: Weights<S::State, f64> = Weights::default();
    layer.insert(start.clone(), 1.0);
    let mut ends = Ends {
        wins: Vec::new(),
        draw: 0.0,
        unfinished: 0.0,
        states: 1,
    };
    let mut cache = FallsCache::default();
    // What lies beyond the explosions that are followed is never finished.
    let mut lost = 0.0;
    loop {
        let mut following: Weights<S::State, f64> = Weights::default();
        for (state, weight) in layer {
            let (who, act) = match S::next(&state) {
                Next::Over(Some(side)) => {
                    let side = usize::from(side);
                    if ends.wins.len() <= side {
                        ends.wins.resize(side + 1, 0.0);
                    }
                    ends.wins[side] += weight;
                    continue;
                }
                Next::Over(None) => {
                    ends.draw += weight;
                    continue;
                }
                Next::Auto(act) => (None, act),
                Next::Await { must, may } => {
                    let chosen = std::iter::once(&must)
                        .chain(&may)
                        .find_map(|ask| policy.answer(&state, ask).map(|act| (Some(ask.who), act)));
                    chosen.ok_or(NoOdds::Undecided)?
                }
            };
            let mut fork: Fork<'_, f64> = Fork::new(&mut cache);
            loop {
                let mut after = state.clone();
                let mut tape = Tape::new(Vec::new(), Beyond::Dice(&mut fork), policy);
                let done = S::resolve(&mut Scene::new(&mut after, &mut tape, None), who, &act);
                done.map_err(|stop| fork.why(stop, budget as u64))?;
                S::forget(&mut after);
                *following.entry(after).or_insert(0.0) += weight * fork.weight();
                if !fork.advance() {
                    break;
                }
            }
            lost += weight * fork.beyond.iter().sum::<f64>();
        }
        ends.states += following.len();
        ends.unfinished = lost + following.values().sum::<f64>();
        if following.is_empty() || ends.unfinished < bound {
            return Ok(ends);
        }
        if ends.states > budget {
            return Err(NoOdds::Budget(budget as u64));
        }
        layer = following;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::pool;

    #[test]
    fn classes_of_faces_tell_more_than_totals_and_keep_the_weights() {
        let falls = Falls::by_face(&pool!("2d20")).expect("few enough to list");
        let classes = falls.by_shown(&|faces| u32::from(faces[0] > faces[1]));
        let weights: Vec<&BigUint> = classes.list.iter().map(|fall| &fall.weight).collect();
        assert_eq!(weights, [&BigUint::from(210_u8), &BigUint::from(190_u8)]);
        assert_eq!(classes.denominator, BigUint::from(400_u16));
    }
}
