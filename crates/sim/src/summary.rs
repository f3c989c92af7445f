//! What the counts of a study mean: shares with their intervals, means, what it was like.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::batch::Pairs;
use crate::histogram::Histogram;
use crate::interval::{CONFIDENCE, Share, mcnemar, paired_difference, wilson};
use crate::record::{Role, Unit};
use crate::study::{Arm, Study};
use crate::tally::{CreatureTally, Notable, Tally};

/// What a study has found out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// What all dice followed from.
    pub seed: u64,
    /// How sure the intervals are.
    pub confidence: f64,
    /// Each scenario or variation.
    pub arms: Vec<ArmSummary>,
    /// The two compared, side by side.
    pub comparison: Vec<Comparison>,
}

/// What came of one scenario or variation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ArmSummary {
    /// What tells it from the others.
    pub label: String,
    /// The scenario.
    pub scenario: String,
    /// What was varied, and what it was set to.
    pub knobs: Vec<(String, String)>,
    /// How many fights were played.
    pub fights: u64,
    /// The sides, by number.
    pub sides: Vec<SideSummary>,
    /// Fights that nobody has won.
    pub draws: Counted,
    /// Fights that were not over at a limit.
    pub unfinished: Counted,
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
}

/// How often something was, and how likely it is.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Counted {
    /// How often.
    pub count: u64,
    /// As a part of all, with its interval.
    #[serde(flatten)]
    pub share: Share,
}

/// How a side fared.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TimeSummary {
    /// What is counted.
    pub unit: Unit,
    /// How many of them.
    pub spread: Spread,
    /// The mean in seconds, where the book says how long one is.
    pub seconds: Option<f64>,
}

/// What numbers were like.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Spread {
    /// Their mean.
    pub mean: f64,
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
        Self {
            mean: histogram.mean().unwrap_or_default(),
            tenth: quantile(100),
            median: quantile(500),
            ninetieth: quantile(900),
            most: quantile(1000),
        }
    }
}

/// What became of a creature.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CreatureSummary {
    /// Its name.
    pub name: String,
    /// Its side, by number.
    pub side: u8,
    /// Who played it.
    pub policy: String,
    /// How often it could still take part at the end.
    pub stands: Counted,
    /// How often it fell.
    pub fell: Counted,
    /// By whose doing, and how often, most often first.
    pub felled_by: Vec<(String, u64)>,
    /// Harm done to others in a fight.
    pub dealt: Spread,
    /// Harm taken in a fight.
    pub taken: Spread,
    /// What was left of its gauges, the most important first.
    pub left: Vec<(String, Spread)>,
    /// What it spent in a fight, on average.
    pub spent: BTreeMap<String, f64>,
    /// What it did, by kind, the harm of each kind highest first.
    pub deeds: Vec<DeedSummary>,
}

/// What was done of one kind.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DeedSummary {
    /// The kind.
    pub kind: String,
    /// How often in a fight, on average.
    pub uses: f64,
    /// In what part of the fights at all; of a side, the highest of its creatures.
    pub fights: f64,
    /// Harm to others in a fight, on average.
    pub dealt: f64,
    /// Harm to others each time, on average.
    pub each: f64,
}

/// A fight worth looking at.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NotableSummary {
    /// Its number.
    pub fight: u64,
    /// The side that won it, by name.
    pub winner: String,
    /// What part of their main gauge the winners had left.
    pub left: f64,
}

/// How often a side wins in one scenario and in the other, the same dice in both.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// The side.
    pub side: String,
    /// What was counted.
    pub pairs: Pairs,
    /// How much more often it wins in the second than in the first.
    pub difference: Share,
    /// The chance of a difference at least so clear where there is none: McNemar's test.
    pub p: f64,
}

impl Study {
    /// What it has found out.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let comparison = self.pairs.iter().map(|pairs| Comparison {
            side: pairs.side.clone(),
            difference: paired_difference(pairs.first, pairs.second, pairs.total()),
            p: mcnemar(pairs.first, pairs.second),
            pairs: pairs.clone(),
        });
        Summary {
            seed: self.seed,
            confidence: CONFIDENCE,
            arms: self.arms.iter().zip(self.labels()).map(arm).collect(),
            comparison: comparison.collect(),
        }
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
}

impl ArmSummary {
    /// The side of that name, if it takes part.
    #[must_use]
    pub fn side(&self, name: &str) -> Option<&SideSummary> {
        self.sides.iter().find(|side| side.name == name)
    }
}

fn arm((arm, label): (&Arm, String)) -> ArmSummary {
    let (cast, tally) = (&arm.cast, &arm.tally);
    let counted = |count| Counted {
        count,
        share: wilson(count, tally.fights),
    };
    let sides = cast.sides.iter().zip(&tally.wins).enumerate();
    let sides = sides.map(|(number, (name, wins))| {
        let creatures = cast.creatures.iter().zip(&tally.creatures);
        let own = creatures.filter(|(role, _)| usize::from(role.side) == number);
        let own: Vec<&CreatureTally> = own.map(|(_, creature)| creature).collect();
        SideSummary {
            name: name.clone(),
            wins: counted(*wins),
            deeds: deeds(&own, tally.fights),
            spent: spent(&own, tally.fights),
        }
    });
    let names: Vec<&str> = cast.creatures.iter().map(|role| &*role.name).collect();
    let creatures = cast.creatures.iter().zip(&tally.creatures);
    let spread = Spread::from(&tally.time);
    ArmSummary {
        label,
        scenario: arm.scenario.clone(),
        knobs: arm.knobs.clone(),
        fights: tally.fights,
        sides: sides.collect(),
        draws: counted(tally.draws),
        unfinished: counted(tally.unfinished),
        failed: counted(tally.failed),
        time: TimeSummary {
            unit: cast.unit.clone(),
            spread,
            seconds: cast.unit.seconds(spread.mean),
        },
        creatures: creatures
            .map(|(role, one)| creature(role, one, tally, &names))
            .collect(),
        closest: tally.closest.map(|it| notable(it, &cast.sides)),
        most_one_sided: tally.most_one_sided.map(|it| notable(it, &cast.sides)),
    }
}

fn creature(role: &Role, one: &CreatureTally, tally: &Tally, names: &[&str]) -> CreatureSummary {
    let counted = |count| Counted {
        count,
        share: wilson(count, tally.fights),
    };
    let name = |by: u16| names.get(usize::from(by)).copied().unwrap_or_default();
    let felled_by = one.felled_by.iter();
    let mut felled_by: Vec<(String, u64)> = felled_by
        .map(|(by, count)| (name(*by).to_owned(), *count))
        .collect();
    felled_by.sort_by_key(|(_, count)| u64::MAX - count);
    let known = role
        .gauges
        .iter()
        .filter(|name| one.left.contains_key(*name));
    let others = one.left.keys().filter(|name| !role.gauges.contains(name));
    let left = known.chain(others);
    CreatureSummary {
        name: role.name.clone(),
        side: role.side,
        policy: role.policy.clone(),
        stands: counted(one.stands),
        fell: counted(one.fell()),
        felled_by,
        dealt: Spread::from(&one.dealt),
        taken: Spread::from(&one.taken),
        left: left
            .filter_map(|name| Some((name.clone(), one.left.get(name)?.into())))
            .collect(),
        spent: spent(&[one], tally.fights),
        deeds: deeds(&[one], tally.fights),
    }
}

fn notable(notable: Notable, sides: &[String]) -> NotableSummary {
    let winner = sides.get(usize::from(notable.winner));
    NotableSummary {
        fight: notable.fight,
        winner: winner.cloned().unwrap_or_default(),
        left: f64::from(notable.left) / 1_000_000.0,
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

fn deeds(creatures: &[&CreatureTally], fights: u64) -> Vec<DeedSummary> {
    let mut totals: BTreeMap<&str, (u64, u64, i64)> = BTreeMap::new();
    for (kind, deed) in creatures.iter().flat_map(|one| &one.deeds) {
        let (uses, in_fights, dealt) = totals.entry(kind).or_default();
        *uses = uses.saturating_add(deed.uses);
        *in_fights = deed.fights.max(*in_fights);
        *dealt = dealt.saturating_add(deed.dealt);
    }
    let deed = |(kind, (uses, in_fights, dealt)): (&str, (u64, u64, i64))| DeedSummary {
        kind: kind.to_owned(),
        uses: each(uses as f64, fights),
        fights: each(in_fights as f64, fights),
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
