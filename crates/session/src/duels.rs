//! Duels: what a whole fight may come to, in words that fit every system.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use affray_kernel::content::Source;
use affray_kernel::dice::Seeded;
use affray_kernel::tape::Answers;
use affray_kernel::{Ask, CreatureId, System};
use affray_sim::Policy;
use affray_sim::duel::{self, Bounds, Outcome};
use affray_sim::interval::{CONFIDENCE, wilson};
use serde::Serialize;

use crate::entry::CannotOpen;

/// How a duel is to be worked out.
#[derive(Clone, Copy, Debug)]
pub struct DuelOrders {
    /// How far it is followed exactly; `None`: it is not, and a sample of fights is played.
    pub bounds: Option<Bounds>,
    /// How many fights a sample has.
    pub fights: u64,
    /// The number that their dice follow from.
    pub seed: u64,
    /// By which policy everybody decides; without it as the scenario says, and sensibly where people would.
    pub policy: Option<Policy>,
    /// Set once it is to be followed, or fights are to be played, no further.
    pub stop: &'static AtomicBool,
}

/// What nobody stops.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for DuelOrders {
    fn default() -> Self {
        Self {
            bounds: Some(Bounds::default()),
            fights: 10_000,
            seed: 1,
            policy: None,
            stop: &NEVER,
        }
    }
}

/// After how many entries no further fights of a sample are begun.
const ENTRIES_ENOUGH: u64 = 4_000_000;

/// A chance, and between what it lies.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Likelihood {
    /// From 0 to 1.
    pub value: f64,
    /// The least that it can be; of a sample the lower end of its interval.
    pub low: f64,
    /// The most that it can be: above `value` by what was not followed to its end, or the upper end of the interval of a sample.
    pub high: f64,
}

/// What a duel came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DuelReport {
    /// The system, by its id.
    pub system: &'static str,
    /// What it is called.
    pub name: String,
    /// What the figures rest on.
    pub basis: DuelBasis,
    /// The sides, in their order.
    pub sides: Vec<SideChance>,
    /// The chance that nobody wins.
    pub draw: Likelihood,
    /// The chance that it is not over where it was no longer followed.
    pub unfinished: f64,
    /// The share of fights in which the rules ran into a limit.
    pub failed: f64,
    /// Whether it was stopped before it was through.
    pub stopped: bool,
    /// How long it lasts.
    pub length: Length,
    /// What becomes of the creatures, by id.
    pub creatures: Vec<FateSeen>,
}

/// What the figures of a duel rest on.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum DuelBasis {
    /// Every course of dice from situation to situation.
    Exact {
        /// Until less than this was not over.
        bound: f64,
        /// How many different situations there are.
        situations: usize,
        /// About how many bytes they and the ways between them took.
        memory: usize,
        /// How often the rules were run.
        runs: u64,
    },
    /// Some fights with seeded dice.
    Sample {
        /// How many.
        fights: u64,
        /// The number that their dice follow from.
        seed: u64,
        /// How many intervals of a hundred hold the true chance.
        confidence: f64,
        /// Why it is not exact; empty where a sample was asked for.
        because: String,
    },
}

/// How a side fares.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SideChance {
    /// The side.
    pub name: String,
    /// The chance that it wins.
    pub wins: Likelihood,
}

/// How long a fight lasts.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Length {
    /// In what it is counted: `round`.
    pub unit: &'static str,
    /// On average of what was over; `None` where nothing was.
    pub mean: Option<f64>,
    /// On average in seconds of game time, where the book says how long a unit is.
    pub seconds: Option<f64>,
    /// How likely it is to be over within that unit, not before and not later: parts of everything, so that what is missing from 1 was not
    /// over.
    pub spread: Vec<(u32, f64)>,
}

/// What becomes of a creature.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FateSeen {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: String,
    /// By which policy it decides.
    pub policy: String,
    /// The chance that it is out of the fight at the end, as the system counts who still fights. Where not everything was over, it lies
    /// between `low` and `high`.
    pub out: Likelihood,
    /// What is left of its gauges at the end of what was over, the most important first.
    pub left: Vec<Left>,
    /// The conditions that it may end with, the likeliest first; chances as those of `out`.
    pub conditions: Vec<(String, Likelihood)>,
}

/// What is left of a gauge at the end.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Left {
    /// Which.
    pub gauge: &'static str,
    /// On average.
    pub mean: f64,
    /// How likely it is to stand at each number.
    pub spread: Vec<(i32, f64)>,
}

/// Everybody's decisions where they follow from the situation alone.
struct Settled<'p>(&'p [Policy], Seeded);

impl<S: System> Answers<S> for Settled<'_> {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        let policy = self.0.get(ask.who.index()).copied();
        policy.unwrap_or_default().decide(state, ask, &self.1)
    }
}

/// What the fight of a scenario may come to.
pub(crate) fn report<S: System>(
    scenario: &Source,
    content: &[Source],
    orders: &DuelOrders,
) -> Result<DuelReport, CannotOpen> {
    let setup = S::compose(scenario, content).map_err(CannotOpen::Problems)?;
    let start = S::set_up(&setup).map_err(CannotOpen::Impossible)?;
    let ids = (0..S::count(&start)).map(|index| CreatureId(index as u16));
    let written = |who| S::policy(&start, who).and_then(Policy::named);
    let policies: Vec<Policy> = ids
        .map(|who| orders.policy.or(written(who)).unwrap_or_default())
        .collect();
    let exact = orders
        .bounds
        .map(|bounds| follow::<S>(&start, &policies, &bounds, orders.stop));
    let (outcome, basis) = match exact {
        Some(Ok(exact)) => exact,
        Some(Err(because)) => play::<S>(&start, &policies, orders, because),
        None => play::<S>(&start, &policies, orders, String::new()),
    };
    Ok(told::<S>(
        &start,
        &policies,
        &outcome,
        basis,
        (&scenario.name, orders.stop.load(Ordering::Relaxed)),
    ))
}

fn follow<S: System>(
    start: &S::State,
    policies: &[Policy],
    bounds: &Bounds,
    stop: &AtomicBool,
) -> Result<(Outcome, DuelBasis), String> {
    if let Some(policy) = policies.iter().find(|policy| !policy.is_settled()) {
        return Err(duel::NotExact::Policy(policy.name()).to_string());
    }
    let mut settled = Settled(policies, Seeded::new(0, 0));
    let exact = duel::exact_until::<S>(start, &mut settled, bounds, stop);
    let exact = exact.map_err(|error| error.to_string())?;
    let basis = DuelBasis::Exact {
        bound: bounds.unfinished,
        situations: exact.situations,
        memory: exact.memory,
        runs: exact.runs,
    };
    Ok((exact.outcome, basis))
}

fn play<S: System>(
    start: &S::State,
    policies: &[Policy],
    orders: &DuelOrders,
    because: String,
) -> (Outcome, DuelBasis) {
    let most = (orders.fights, ENTRIES_ENOUGH);
    let outcome = duel::sample_until::<S>(start, policies, most, orders.seed, orders.stop);
    let basis = DuelBasis::Sample {
        fights: outcome.whole() as u64,
        seed: orders.seed,
        confidence: CONFIDENCE,
        because,
    };
    (outcome, basis)
}

/// Weights as chances.
struct Scale {
    whole: f64,
    /// What may be anything.
    unfinished: f64,
    is_sample: bool,
}

impl Scale {
    /// The chance of so much of everything; of nothing, anything is possible.
    fn likelihood(&self, weight: f64) -> Likelihood {
        if self.is_sample || self.whole == 0.0 {
            let interval = wilson(weight as u64, self.whole as u64);
            return Likelihood {
                value: interval.share,
                low: interval.low,
                high: interval.high,
            };
        }
        let value = weight / self.whole;
        Likelihood {
            value,
            low: value,
            high: (value + self.unfinished / self.whole).min(1.0),
        }
    }
}

fn told<S: System>(
    start: &S::State,
    policies: &[Policy],
    outcome: &Outcome,
    basis: DuelBasis,
    (name, stopped): (&str, bool),
) -> DuelReport {
    let whole = outcome.whole();
    let all = Scale {
        whole,
        unfinished: outcome.unfinished,
        is_sample: matches!(basis, DuelBasis::Sample { .. }),
    };
    let sides = S::sides(start);
    let chances = sides.iter().zip(&outcome.wins);
    let fates = outcome.fates.iter().zip(policies).enumerate();
    let mean = (outcome.over() > 0.0).then(|| outcome.mean_time());
    let seconds = f64::from(S::TIME.milliseconds) / 1000.0;
    DuelReport {
        system: S::ID,
        name: name.to_owned(),
        basis,
        sides: chances
            .map(|(name, wins)| SideChance {
                name: name.clone(),
                wins: all.likelihood(*wins),
            })
            .collect(),
        draw: all.likelihood(outcome.draws),
        unfinished: part(outcome.unfinished, whole),
        failed: part(outcome.failed, whole),
        stopped,
        length: Length {
            unit: S::TIME.name,
            mean,
            seconds: mean.filter(|_| seconds > 0.0).map(|mean| mean * seconds),
            spread: spread(&outcome.time, whole),
        },
        creatures: fates
            .map(|(index, (fate, policy))| {
                let who = CreatureId(index as u16);
                let mut conditions: Vec<(String, Likelihood)> = fate
                    .conditions
                    .iter()
                    .map(|(words, weight)| (words.clone(), all.likelihood(*weight)))
                    .collect();
                conditions.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
                FateSeen {
                    name: S::name(start, who).to_owned(),
                    side: sides
                        .get(usize::from(S::side(start, who)))
                        .cloned()
                        .unwrap_or_default(),
                    policy: policy.name(),
                    out: all.likelihood(fate.out),
                    left: fate
                        .left
                        .iter()
                        .map(|(gauge, left)| seen(gauge, left))
                        .collect(),
                    conditions,
                }
            })
            .collect(),
    }
}

/// So much of a whole, of which there is nothing where no fight was played.
fn part(weight: f64, whole: f64) -> f64 {
    if whole > 0.0 { weight / whole } else { 0.0 }
}

fn seen(gauge: &'static str, left: &BTreeMap<i32, f64>) -> Left {
    let whole: f64 = left.values().sum();
    Left {
        gauge,
        mean: left
            .iter()
            .map(|(left, weight)| f64::from(*left) * weight)
            .sum::<f64>()
            / whole,
        spread: spread(left, whole),
    }
}

fn spread<K: Copy>(weights: &BTreeMap<K, f64>, whole: f64) -> Vec<(K, f64)> {
    let parts = weights.iter();
    parts.map(|(key, weight)| (*key, weight / whole)).collect()
}
