//! Duels: what a whole fight may come to, in words that fit every system.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use affray_kernel::content::Source;
use affray_kernel::dice::Seeded;
use affray_kernel::tape::Answers;
use affray_kernel::{Ask, CreatureId, System};
use affray_sim::Policy;
use affray_sim::duel::{self, Bounds, Fate, Outcome};
use affray_sim::histogram::Histogram;
use affray_sim::interval::{CONFIDENCE, Estimate, wilson};
use affray_sim::policy::NEVER;
use affray_sim::record::Unit;
use affray_sim::summary::Spread;
use schemars::JsonSchema;
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

/// What a duel came to.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
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
    pub draws: Estimate,
    /// The chance that it is not over where it was no longer followed.
    pub unfinished: Estimate,
    /// The chance that the rules run into a limit.
    pub failed: Estimate,
    /// Whether it was stopped before it was through.
    pub stopped: bool,
    /// How long it lasts.
    pub time: Lasting,
    /// What becomes of the creatures, by id.
    pub creatures: Vec<FateSeen>,
}

/// What the figures of a duel rest on.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
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
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SideChance {
    /// The side.
    pub name: String,
    /// The chance that it wins.
    pub wins: Estimate,
}

/// How long a fight lasts.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Lasting {
    /// In what it is counted.
    pub unit: Unit,
    /// How many of them, of what was over; `None` where nothing was.
    pub spread: Option<Spread>,
    /// On average in seconds of game time, where the book says how long a unit is.
    pub seconds: Option<f64>,
    /// How likely it is to be over within that unit, not before and not later: parts of everything, so that what is missing from 1 was not
    /// over.
    pub distribution: Vec<Part>,
}

/// A number and how likely it comes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Part {
    /// The number.
    pub value: i32,
    /// How likely it comes.
    pub chance: Estimate,
}

/// What becomes of a creature.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct FateSeen {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: String,
    /// By which policy it decides.
    pub policy: String,
    /// The chance that it is out of the fight at the end, as the system counts who still fights. Where not everything was over, it lies
    /// between `low` and `high`.
    pub out: Estimate,
    /// What is left of its gauges at the end of what was over, the most important first.
    pub left: Vec<Left>,
    /// The conditions that it may end with, the likeliest first; chances as those of `out`.
    pub conditions: Vec<Met>,
}

/// A condition in which a creature may end.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Met {
    /// What, in words: `prone`.
    pub what: String,
    /// How likely it is.
    pub chance: Estimate,
}

/// What is left of a gauge at the end.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Left {
    /// Which.
    pub gauge: &'static str,
    /// How much; `None` where nothing was over.
    pub spread: Option<Spread>,
    /// How likely it is to stand at each number: parts of everything.
    pub distribution: Vec<Part>,
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
    let written = |who| S::policy(&start, who).and_then(Policy::named);
    let policies: Vec<Policy> = S::creatures(&start)
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
    fn chance(&self, weight: f64) -> Estimate {
        if self.is_sample || self.whole == 0.0 {
            return wilson(weight as u64, self.whole as u64);
        }
        let value = weight / self.whole;
        Estimate {
            value,
            low: value,
            high: (value + self.unfinished / self.whole).min(1.0),
        }
    }

    /// The chance of what is neither more nor less than was found.
    fn settled(&self, weight: f64) -> Estimate {
        match self.is_sample || self.whole == 0.0 {
            true => self.chance(weight),
            false => Estimate::exact(weight / self.whole),
        }
    }

    /// The chance of each number.
    fn distribution(&self, weights: &BTreeMap<i32, f64>) -> Vec<Part> {
        let part = |(value, weight): (&i32, &f64)| Part {
            value: *value,
            chance: self.chance(*weight),
        };
        weights.iter().map(part).collect()
    }

    /// What numbers are like.
    fn spread(&self, weights: &BTreeMap<i32, f64>) -> Option<Spread> {
        if !self.is_sample {
            return Spread::exact(weights);
        }
        let mut counted = Histogram::default();
        for (value, weight) in weights {
            counted.add_many(*value, *weight as u64);
        }
        (counted.total() > 0).then(|| Spread::from(&counted))
    }

    /// How long it lasts, of weights by units of game time.
    fn lasting(&self, unit: Unit, time: &BTreeMap<u32, f64>) -> Lasting {
        let weights = time.iter();
        let weights =
            weights.map(|(time, weight)| (i32::try_from(*time).unwrap_or(i32::MAX), *weight));
        let weights: BTreeMap<i32, f64> = weights.collect();
        let spread = self.spread(&weights);
        Lasting {
            seconds: spread.and_then(|spread| unit.seconds(spread.mean)),
            unit,
            spread,
            distribution: self.distribution(&weights),
        }
    }

    /// What becomes of a creature that decides by this policy.
    fn fate<S: System>(
        &self,
        start: &S::State,
        who: CreatureId,
        fate: &Fate,
        policy: Policy,
    ) -> FateSeen {
        let side = S::sides(start).get(usize::from(S::side(start, who)));
        let left = fate.left.iter();
        FateSeen {
            name: S::name(start, who).to_owned(),
            side: side.cloned().unwrap_or_default(),
            policy: policy.name(),
            out: self.chance(fate.out),
            left: left
                .map(|(gauge, weights)| self.left(gauge, weights))
                .collect(),
            conditions: self.conditions(&fate.conditions),
        }
    }

    fn left(&self, gauge: &'static str, weights: &BTreeMap<i32, f64>) -> Left {
        Left {
            gauge,
            spread: self.spread(weights),
            distribution: self.distribution(weights),
        }
    }

    /// Conditions, the likeliest first.
    fn conditions(&self, weights: &BTreeMap<String, f64>) -> Vec<Met> {
        let met = |(words, weight): (&String, &f64)| Met {
            what: words.clone(),
            chance: self.chance(*weight),
        };
        let mut conditions: Vec<Met> = weights.iter().map(met).collect();
        conditions.sort_by(|one, other| other.chance.value.total_cmp(&one.chance.value));
        conditions
    }
}

fn told<S: System>(
    start: &S::State,
    policies: &[Policy],
    outcome: &Outcome,
    basis: DuelBasis,
    (name, stopped): (&str, bool),
) -> DuelReport {
    let all = Scale {
        whole: outcome.whole(),
        unfinished: outcome.unfinished,
        is_sample: matches!(basis, DuelBasis::Sample { .. }),
    };
    let sides = S::sides(start).iter().zip(&outcome.wins);
    let fates = S::creatures(start).zip(outcome.fates.iter().zip(policies));
    DuelReport {
        system: S::ID,
        name: name.to_owned(),
        basis,
        sides: sides
            .map(|(name, wins)| SideChance {
                name: name.clone(),
                wins: all.chance(*wins),
            })
            .collect(),
        draws: all.chance(outcome.draws),
        unfinished: all.settled(outcome.unfinished),
        failed: all.chance(outcome.failed),
        stopped,
        time: all.lasting(Unit::from(S::TIME), &outcome.time),
        creatures: fates
            .map(|(who, (fate, policy))| all.fate::<S>(start, who, fate, *policy))
            .collect(),
    }
}
