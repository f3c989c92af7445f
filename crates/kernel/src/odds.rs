//! Exact odds: the rule code run over every outcome of its dice, with integer weights that total exactly.

use std::hash::Hash;

use indexmap::IndexMap;
use num_bigint::BigUint;
use rustc_hash::FxBuildHasher;
use thiserror::Error;

use crate::dice::{Faces, Reading};
use crate::id::CreatureId;
use crate::scene::Scene;
use crate::story::Roll;
use crate::system::{Next, System};
use crate::tape::{Answers, Beyond, Detail, Dice, Stop, Tape};

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

/// One point where the dice may fall this way or that.
struct Branch {
    outcomes: Vec<(Faces, u64)>,
    taken: usize,
    total: u128,
}

/// Dice that go through all their outcomes, one run after the other.
#[derive(Default)]
struct Fork {
    branches: Vec<Branch>,
    at: usize,
}

impl Fork {
    /// Turns to the next course; `false` when all are done.
    fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some(last) = self.branches.last_mut() {
            last.taken += 1;
            if last.taken < last.outcomes.len() {
                return true;
            }
            self.branches.pop();
        }
        false
    }

    /// The weight of the course just run and the denominator it is a part of; `None` if they outgrow 128 bits.
    fn weight(&self) -> Option<(u128, u128)> {
        self.branches[..self.at]
            .iter()
            .try_fold((1u128, 1u128), |(weight, total), branch| {
                Some((
                    weight.checked_mul(u128::from(branch.outcomes[branch.taken].1))?,
                    total.checked_mul(branch.total)?,
                ))
            })
    }
}

impl Dice for Fork {
    fn throw(&mut self, roll: &Roll, detail: &Detail<'_>) -> Option<Faces> {
        if self.at == self.branches.len() {
            let outcomes = outcomes(roll, detail);
            let total = outcomes.iter().map(|(_, weight)| u128::from(*weight)).sum();
            self.branches.push(Branch {
                outcomes,
                taken: 0,
                total,
            });
        }
        let branch = &self.branches[self.at];
        self.at += 1;
        branch.outcomes.get(branch.taken).map(|(faces, _)| *faces)
    }
}

/// The outcomes that the rule can tell apart, each with faces that stand for it.
fn outcomes(roll: &Roll, detail: &Detail<'_>) -> Vec<(Faces, u64)> {
    match detail {
        Detail::Faces => every_face(roll),
        Detail::Total => merged(roll, |reading| reading.total),
        Detail::Class(class) => merged(roll, class),
    }
}

fn merged<C: Hash + Eq>(roll: &Roll, class: impl Fn(&Reading) -> C) -> Vec<(Faces, u64)> {
    let mut classes: Weights<C, (Faces, u64)> = Weights::default();
    for (faces, weight) in every_face(roll) {
        let class = class(&roll.pool.read(faces.as_slice()));
        classes.entry(class).or_insert((faces, 0)).1 += weight;
    }
    classes.into_values().collect()
}

/// Every sequence of faces, each with its weight: face by face, an explosion's faces weighing less than those that end the chain.
fn every_face(roll: &Roll) -> Vec<(Faces, u64)> {
    let mut done: Vec<(Faces, u64, u128)> = Vec::new();
    let mut open = vec![(Faces::new(), 1u128)];
    while let Some((faces, denominator)) = open.pop() {
        match roll.pool.next_die(faces.as_slice()) {
            None => done.push((faces, 1, denominator)),
            Some(sides) => {
                for face in (1..=sides).rev() {
                    let mut longer = faces;
                    if longer.push(face).is_err() {
                        continue;
                    }
                    open.push((longer, denominator * u128::from(sides)));
                }
            }
        }
    }
    let common = done
        .iter()
        .map(|(_, _, denominator)| *denominator)
        .max()
        .unwrap_or(1);
    done.into_iter()
        .map(|(faces, weight, denominator)| (faces, weight * (common / denominator) as u64))
        .collect()
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
    let mut fork = Fork::default();
    let mut sums: Weights<K, Weights<u128, BigUint>> = Weights::default();
    let mut runs = 0;
    loop {
        runs += 1;
        if runs > budget {
            return Err(NoOdds::Budget(budget));
        }
        let mut after = state.clone();
        let mut tape = Tape::new(Vec::new(), Beyond::Dice(&mut fork), policy);
        S::resolve(&mut Scene::new(&mut after, &mut tape, None), who, act).map_err(|stop| {
            match stop {
                Stop::Need => NoOdds::Undecided,
                other => NoOdds::Fault(other),
            }
        })?;
        let (weight, total) = fork.weight().ok_or(NoOdds::Fault(Stop::Cap))?;
        *sums
            .entry(key(&after))
            .or_default()
            .entry(total)
            .or_default() += weight;
        if !fork.advance() {
            break;
        }
    }
    let total = sums
        .values()
        .flat_map(Weights::keys)
        .fold(BigUint::from(1u8), |common, denominator| {
            least_common(common, &BigUint::from(*denominator))
        });
    let outcomes: Vec<(K, BigUint)> = sums
        .into_iter()
        .map(|(key, parts)| {
            (
                key,
                parts
                    .into_iter()
                    .map(|(denominator, weight)| weight * (&total / BigUint::from(denominator)))
                    .sum(),
            )
        })
        .collect();
    let sum: BigUint = outcomes.iter().map(|(_, weight)| weight).sum();
    if sum != total {
        return Err(NoOdds::Total);
    }
    Ok(Odds {
        outcomes,
        tail: BigUint::ZERO,
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
                    let chosen = must
                        .iter()
                        .chain(&may)
                        .find_map(|ask| policy.answer(&state, ask).map(|act| (Some(ask.who), act)));
                    chosen.ok_or(NoOdds::Undecided)?
                }
            };
            let mut fork = Fork::default();
            loop {
                let mut after = state.clone();
                let mut tape = Tape::new(Vec::new(), Beyond::Dice(&mut fork), policy);
                S::resolve(&mut Scene::new(&mut after, &mut tape, None), who, &act).map_err(
                    |stop| match stop {
                        Stop::Need => NoOdds::Undecided,
                        other => NoOdds::Fault(other),
                    },
                )?;
                let (part, total) = fork.weight().ok_or(NoOdds::Fault(Stop::Cap))?;
                S::forget(&mut after);
                *following.entry(after).or_insert(0.0) += weight * (part as f64 / total as f64);
                if !fork.advance() {
                    break;
                }
            }
        }
        ends.states += following.len();
        ends.unfinished = following.values().sum();
        if following.is_empty() || ends.unfinished < bound {
            return Ok(ends);
        }
        if ends.states > budget {
            return Err(NoOdds::Budget(budget as u64));
        }
        layer = following;
    }
}
