//! What the counts of a study mean: chances and means with their intervals, what it was like. `docs/simulation.md` lists the shapes that all
//! commands share.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::histogram::Histogram;
use crate::interval::{
    CONFIDENCE, Estimate, Interval, mcnemar, of_mean, paired_difference, wilson,
};
use crate::pairs::Pairs;
use crate::record::{Cast, Role, Unit};
use crate::study::{Arm, KnobSet, Study};
use crate::tally::{CreatureTally, Notable, Standstills, Tally};

/// What a study has found out.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Summary {
    /// What all dice followed from.
    pub seed: u64,
    /// How sure the intervals are.
    pub confidence: f64,
    /// Each scenario or variation.
    pub arms: Vec<ArmSummary>,
}

/// What came of one scenario or variation.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ArmSummary {
    /// What tells it from the others.
    pub label: String,
    /// The scenario.
    pub scenario: String,
    /// What was varied, and what it was set to.
    pub knobs: Vec<KnobSet>,
    /// How many fights were played.
    pub fights: u64,
    /// The sides, by number.
    pub sides: Vec<SideSummary>,
    /// Fights that nobody has won.
    pub draws: Counted,
    /// Fights that were not over at a limit.
    pub unfinished: Counted,
    /// Those of them in which the same happens again and again, so that they would never be over; `None` where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standstills: Option<Standstills>,
    /// Fights in which the rules ran into a limit.
    pub failed: Counted,
    /// How long fights were that were over.
    pub time: TimeSummary,
    /// The creatures, by id.
    pub creatures: Vec<CreatureSummary>,
    /// The fight that was won with least to spare.
    pub closest: Option<NotableSummary>,
    /// The fight that was won with most to spare.
    pub most_one_sided: Option<NotableSummary>,
    /// How it differs from the first, side by side, the same dice in both; empty of the first itself, and where nothing is compared.
    pub comparison: Vec<Comparison>,
}

/// How often something was, and how likely it is.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Counted {
    /// How often.
    pub count: u64,
    /// As a part of all, with its interval.
    #[serde(flatten)]
    pub chance: Estimate,
}

impl Counted {
    /// So many of all of them.
    #[must_use]
    pub fn of(count: u64, all: u64) -> Self {
        Self {
            count,
            chance: wilson(count, all),
        }
    }
}

/// How a side fared.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SideSummary {
    /// Its name.
    pub name: String,
    /// How often it has won.
    pub wins: Counted,
    /// What its creatures did, by kind, the harm of each kind highest first.
    pub deeds: Vec<DeedSummary>,
    /// What its creatures spent in a fight, on average.
    pub spent: BTreeMap<String, f64>,
}

/// How long fights were.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct TimeSummary {
    /// What is counted.
    pub unit: Unit,
    /// How many of them; `None` where no fight was over.
    pub spread: Option<Spread>,
    /// The mean in seconds, where the book says how long one is.
    pub seconds: Option<f64>,
}

/// What numbers were like.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct Spread {
    /// Their mean.
    pub mean: f64,
    /// Between what the true mean lies; `None` where there are too few of them to say. Of what is known exactly both ends are the mean.
    pub interval: Option<Interval>,
    /// A tenth of them are at most this.
    pub tenth: i32,
    /// Half of them are at most this.
    pub median: i32,
    /// Nine of ten are at most this.
    pub ninetieth: i32,
    /// The highest.
    pub most: i32,
}

impl From<&Histogram> for Spread {
    fn from(histogram: &Histogram) -> Self {
        let quantile = |per_mille| histogram.quantile(per_mille).unwrap_or_default();
        let mean = histogram.mean().unwrap_or_default();
        let variance = histogram.variance();
        Self {
            mean,
            interval: variance.and_then(|variance| of_mean(mean, variance, histogram.total())),
            tenth: quantile(100),
            median: quantile(500),
            ninetieth: quantile(900),
            most: quantile(1000),
        }
    }
}

/// So much less than a part of a thousand is told from it by rounding alone.
const ROUNDING: f64 = 1e-9;

impl Spread {
    /// What numbers are like that come with these exact weights; `None` of nothing.
    #[must_use]
    pub fn exact(weights: &BTreeMap<i32, f64>) -> Option<Self> {
        let whole: f64 = weights.values().sum();
        let (most, _) = weights.last_key_value()?;
        let sum: f64 = weights
            .iter()
            .map(|(value, weight)| f64::from(*value) * weight)
            .sum();
        let mean = sum / whole;
        let quantile = |part: f64| {
            let mut below = 0.0;
            let reached = weights.iter().find_map(|(value, weight)| {
                below += weight / whole;
                (below >= part - ROUNDING).then_some(*value)
            });
            reached.unwrap_or(*most)
        };
        Some(Self {
            mean,
            interval: Some(Interval {
                low: mean,
                high: mean,
            }),
            tenth: quantile(0.1),
            median: quantile(0.5),
            ninetieth: quantile(0.9),
            most: *most,
        })
    }
}

/// What became of a creature.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct CreatureSummary {
    /// Its name.
    pub name: String,
    /// Its side, by name.
    pub side: String,
    /// Who played it.
    pub policy: String,
    /// How often it could still take part at the end.
    pub stands: Counted,
    /// How often it fell.
    pub fell: Counted,
    /// By whose doing, and how often, most often first.
    pub felled_by: Vec<FelledBy>,
    /// Harm done to others in a fight.
    pub dealt: Spread,
    /// Harm taken in a fight.
    pub taken: Spread,
    /// What was left of its gauges, the most important first.
    pub left: Vec<Left>,
    /// What it spent in a fight, on average.
    pub spent: BTreeMap<String, f64>,
    /// What it did, by kind, the harm of each kind highest first.
    pub deeds: Vec<DeedSummary>,
}

/// Who made a creature fall.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct FelledBy {
    /// The name.
    pub name: String,
    /// How often.
    #[serde(flatten)]
    pub fell: Counted,
}

/// What was left of a gauge at the end of a fight.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Left {
    /// Which.
    pub gauge: String,
    /// How much.
    pub spread: Spread,
}

/// What was done of one kind.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct DeedSummary {
    /// The kind.
    pub kind: String,
    /// In how many fights it was done at all; of a side, by any of its creatures.
    pub chance: Counted,
    /// How often in a fight, on average.
    pub uses: f64,
    /// Harm to others in a fight, on average.
    pub dealt: f64,
    /// Harm to others each time, on average.
    pub each: f64,
}

/// A fight worth looking at.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct NotableSummary {
    /// Its number.
    pub fight: u64,
    /// The side that won it, by name.
    pub winner: String,
    /// What part of their main gauge the winners had left, all of them taken together, from 0 to 1.
    pub margin: f64,
}

/// How often a side wins in one scenario and in the other, the same dice in both.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Comparison {
    /// The side.
    pub side: String,
    /// What was counted.
    pub pairs: Pairs,
    /// How much more often it wins in the second than in the first.
    pub difference: Estimate,
    /// The chance of a difference at least so clear where there is none: McNemar's test.
    pub p: f64,
}

impl Study {
    /// What it has found out.
    #[must_use]
    pub fn summary(&self) -> Summary {
        Summary {
            seed: self.seed,
            confidence: CONFIDENCE,
            arms: self.arms.iter().zip(self.labels()).map(arm).collect(),
        }
    }
}

fn compared(pairs: &Pairs) -> Comparison {
    Comparison {
        side: pairs.side.clone(),
        difference: paired_difference(pairs.first, pairs.second, pairs.total()),
        p: mcnemar(pairs.first, pairs.second),
        pairs: pairs.clone(),
    }
}

impl Summary {
    /// The names of all sides, in the order in which the arms have them. What is varied may change which sides there are.
    #[must_use]
    pub fn sides(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for side in self.arms.iter().flat_map(|arm| &arm.sides) {
            if !names.contains(&&*side.name) {
                names.push(&side.name);
            }
        }
        names
    }

    /// Whether anything is compared with the first.
    #[must_use]
    pub fn is_compared(&self) -> bool {
        self.arms.iter().any(|arm| !arm.comparison.is_empty())
    }
}

impl ArmSummary {
    /// The side of that name, if it takes part.
    #[must_use]
    pub fn side(&self, name: &str) -> Option<&SideSummary> {
        self.sides.iter().find(|side| side.name == name)
    }

    /// How the side of that name fares compared with the first, if it is compared.
    #[must_use]
    pub fn compared(&self, side: &str) -> Option<&Comparison> {
        self.comparison.iter().find(|one| one.side == side)
    }
}

fn arm((arm, label): (&Arm, String)) -> ArmSummary {
    let (cast, tally) = (&arm.cast, &arm.tally);
    let counted = |count| Counted::of(count, tally.fights);
    let sides = cast.sides.iter().zip(&tally.wins).enumerate();
    let sides = sides.map(|(number, (name, wins))| {
        let creatures = cast.creatures.iter().zip(&tally.creatures);
        let own = creatures.filter(|(role, _)| usize::from(role.side) == number);
        let own: Vec<&CreatureTally> = own.map(|(_, creature)| creature).collect();
        SideSummary {
            name: name.clone(),
            wins: counted(*wins),
            deeds: deeds(&own, tally.deeds.get(number), tally.fights),
            spent: spent(&own, tally.fights),
        }
    });
    let creatures = cast.creatures.iter().zip(&tally.creatures);
    let spread = (tally.over() > 0).then(|| Spread::from(&tally.time));
    ArmSummary {
        label,
        scenario: arm.scenario.clone(),
        knobs: arm.knobs.clone(),
        fights: tally.fights,
        sides: sides.collect(),
        draws: counted(tally.draws),
        unfinished: counted(tally.unfinished),
        standstills: tally.standstills,
        failed: counted(tally.failed),
        time: TimeSummary {
            unit: cast.unit.clone(),
            spread,
            seconds: spread.and_then(|spread| cast.unit.seconds(spread.mean)),
        },
        creatures: creatures
            .map(|(role, one)| creature(role, one, tally, cast))
            .collect(),
        closest: tally.closest.map(|it| notable(it, &cast.sides)),
        most_one_sided: tally.most_one_sided.map(|it| notable(it, &cast.sides)),
        comparison: arm.pairs.iter().map(compared).collect(),
    }
}

fn creature(role: &Role, one: &CreatureTally, tally: &Tally, cast: &Cast) -> CreatureSummary {
    let counted = |count| Counted::of(count, tally.fights);
    let name = |by: u16| {
        let by = cast.creatures.get(usize::from(by));
        by.map(|role| role.name.clone()).unwrap_or_default()
    };
    let felled_by = one.felled_by.iter();
    let mut felled_by: Vec<FelledBy> = felled_by
        .map(|(by, count)| FelledBy {
            name: name(*by),
            fell: counted(*count),
        })
        .collect();
    felled_by.sort_by_key(|by| u64::MAX - by.fell.count);
    let side = cast.sides.get(usize::from(role.side));
    let known = role
        .gauges
        .iter()
        .filter(|name| one.left.contains_key(*name));
    let others = one.left.keys().filter(|name| !role.gauges.contains(name));
    let left = known.chain(others);
    CreatureSummary {
        name: role.name.clone(),
        side: side.cloned().unwrap_or_default(),
        policy: role.policy.clone(),
        stands: counted(one.stands),
        fell: counted(one.fell()),
        felled_by,
        dealt: Spread::from(&one.dealt),
        taken: Spread::from(&one.taken),
        left: left
            .filter_map(|name| {
                Some(Left {
                    gauge: name.clone(),
                    spread: one.left.get(name)?.into(),
                })
            })
            .collect(),
        spent: spent(&[one], tally.fights),
        deeds: deeds(&[one], None, tally.fights),
    }
}

fn notable(notable: Notable, sides: &[String]) -> NotableSummary {
    let winner = sides.get(usize::from(notable.winner));
    NotableSummary {
        fight: notable.fight,
        winner: winner.cloned().unwrap_or_default(),
        margin: f64::from(notable.margin) / 1_000_000.0,
    }
}

/// A number for each fight, on average.
fn each(total: f64, fights: u64) -> f64 {
    if fights == 0 {
        0.0
    } else {
        total / fights as f64
    }
}

fn spent(creatures: &[&CreatureTally], fights: u64) -> BTreeMap<String, f64> {
    let mut spent: BTreeMap<String, f64> = BTreeMap::new();
    for (what, amount) in creatures.iter().flat_map(|one| &one.spent) {
        *spent.entry(what.clone()).or_default() += each(amount.total as f64, fights);
    }
    spent
}

/// What creatures did; in how many fights any of them did so says `together`, where there are several.
fn deeds(
    creatures: &[&CreatureTally],
    together: Option<&BTreeMap<String, u64>>,
    fights: u64,
) -> Vec<DeedSummary> {
    let mut totals: BTreeMap<&str, (u64, u64, i64)> = BTreeMap::new();
    for (kind, deed) in creatures.iter().flat_map(|one| &one.deeds) {
        let (uses, in_fights, dealt) = totals.entry(kind).or_default();
        *uses = uses.saturating_add(deed.uses);
        let of_all = together.and_then(|together| together.get(kind).copied());
        *in_fights = of_all.unwrap_or(deed.fights);
        *dealt = dealt.saturating_add(deed.dealt);
    }
    let deed = |(kind, (uses, in_fights, dealt)): (&str, (u64, u64, i64))| DeedSummary {
        kind: kind.to_owned(),
        chance: Counted::of(in_fights, fights),
        uses: each(uses as f64, fights),
        dealt: each(dealt as f64, fights),
        each: each(dealt as f64, uses),
    };
    let mut deeds: Vec<DeedSummary> = totals.into_iter().map(deed).collect();
    deeds.sort_by(|one, other| {
        let harm = other.dealt.total_cmp(&one.dealt);
        harm.then(other.uses.total_cmp(&one.uses))
    });
    deeds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_weights_are_spread_as_counts_are() {
        let mut histogram = Histogram::default();
        let mut weights = BTreeMap::new();
        for (value, count) in [(1, 1), (2, 4), (3, 3), (10, 2)] {
            histogram.add_many(value, count);
            weights.insert(value, count as f64 / 40.0);
        }
        let counted = Spread::from(&histogram);
        let exact = Spread::exact(&weights).expect("some");
        assert!((exact.mean - counted.mean).abs() < 1e-12);
        let told = |spread: &Spread| (spread.tenth, spread.median, spread.ninetieth, spread.most);
        assert_eq!(told(&exact), told(&counted));
        assert_eq!(told(&exact), (1, 2, 10, 10));
        let sure = exact.interval.expect("it is known");
        assert_eq!((sure.low, sure.high), (exact.mean, exact.mean));
        assert_eq!(Spread::exact(&BTreeMap::new()), None);
    }

    #[test]
    fn means_have_their_intervals() {
        let mut histogram = Histogram::default();
        histogram.add(4);
        assert_eq!(Spread::from(&histogram).interval, None, "one says nothing");
        histogram.add_many(6, 99);
        let spread = Spread::from(&histogram);
        let interval = spread.interval.expect("a hundred");
        assert!(interval.low < spread.mean && spread.mean < interval.high);
    }
}
