//! What the odds of an act are told as.

use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use affray_kernel::odds::ratio;
use affray_kernel::story::Compared;
use affray_sim::interval::{CONFIDENCE, wilson};

/// A chance.
#[derive(Clone, PartialEq, Debug, Serialize, TS, JsonSchema)]
pub struct Share {
    /// As a fraction in lowest terms, such as `13/40`: of all courses of the dice, or of the plays of a sample.
    pub fraction: String,
    /// From 0 to 1.
    pub value: f64,
    /// The least that it can be. Of exact odds the same as `value`; of a sample the lower end of its interval.
    pub low: f64,
    /// The most that it can be: above `value` by what was not followed to its end, or the upper end of the interval of a sample.
    pub high: f64,
}

/// One way in which the act may come out.
#[derive(Clone, PartialEq, Debug, Serialize, TS, JsonSchema)]
pub struct Row {
    /// How likely it is.
    pub chance: Share,
    /// What the rolls came to, such as `garret: attack: hit`.
    pub verdicts: Vec<String>,
    /// What is different afterwards, such as `ogre: HP −7`.
    pub effects: Vec<String>,
}

/// Something that a roll may come to.
#[derive(Clone, PartialEq, Debug, Serialize, TS, JsonSchema)]
pub struct VerdictChance {
    /// Whose roll; `None`: nobody's.
    pub by: Option<String>,
    /// What is rolled: `attack`, or `attack against Armor Coverage` where it is held against several things.
    pub roll: String,
    /// By what the roll is told from all others, however it is called.
    #[serde(skip)]
    #[ts(skip)]
    pub(super) compared: Compared,
    /// What it comes to: `critical hit`.
    pub verdict: String,
    /// How likely it does so at least once.
    pub chance: Share,
    /// How likely the dice are rolled at all: what comes first may spare them.
    pub rolled: Share,
}

/// What kind of difference something makes to a creature, or to a thing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EffectKind {
    /// It is out of the fight.
    Drops,
    /// It is back in the fight.
    Rises,
    /// It gets a condition.
    Gains,
    /// It is rid of a condition.
    Loses,
    /// It holds something.
    Holds,
    /// It holds something no longer.
    LetsGo,
    /// It is at another place, comes onto the map or leaves it.
    Moves,
    /// Of a thing: it breaks.
    Breaks,
    /// Of a thing: it is whole again.
    Mends,
}

/// Something that may be different about a creature or a thing afterwards.
#[derive(Clone, PartialEq, Debug, Serialize, TS, JsonSchema)]
pub struct Effect {
    /// The creature, or the thing: `dagger of garret`.
    pub name: String,
    /// What kind of difference it is.
    pub change: EffectKind,
    /// What, in words: `out of the fight`, `prone`, `no longer prone`, `broken`.
    pub what: String,
    /// How likely it is.
    pub chance: Share,
}

/// How far a gauge may go up or down.
#[derive(Clone, PartialEq, Debug, Serialize, TS, JsonSchema)]
pub struct Change {
    /// Whose gauge.
    pub name: String,
    /// Which.
    pub gauge: String,
    /// Whether it rises as things go badly.
    pub rises: bool,
    /// The change on average.
    pub mean: f64,
    /// How likely it changes at all.
    pub chance: Share,
    /// Every change and its chance, from the lowest, none at all among them.
    pub distribution: Vec<ValueChance>,
}

/// A number and how likely it comes.
#[derive(Clone, PartialEq, Debug, Serialize, TS, JsonSchema)]
pub struct ValueChance {
    /// The number.
    pub value: i32,
    /// How likely it comes.
    pub chance: Share,
}

/// Something bad that may happen to the one who acts.
#[derive(Clone, PartialEq, Debug, Serialize, TS, JsonSchema)]
pub struct Risk {
    /// What: `HP`, `prone`, `out of the fight`, of a thing of its own `long sword: broken`.
    pub what: String,
    /// How likely it is.
    pub chance: Share,
    /// Of a gauge, how much it is worse on average.
    pub mean: Option<f64>,
}

/// Who decided something within the act, and how.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS, JsonSchema)]
pub struct Decision {
    /// Who.
    pub name: String,
    /// On which kind of occasion, in words.
    pub when: &'static str,
    /// By which policy.
    pub policy: String,
}

/// The courses that dice may take.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS, JsonSchema)]
pub struct Courses {
    /// How many were gone through: those that come to the same go on as one.
    pub count: u64,
    /// What all chances are whole parts of.
    pub denominator: String,
}

/// What odds rest on.
#[derive(Clone, PartialEq, Debug, Serialize, TS, JsonSchema)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Basis {
    /// Every course that the dice may take.
    Exact {
        /// How many courses might have been gone through at most.
        budget: u64,
        /// How many were gone through and what all chances are whole parts of, for the game master: that depends on numbers of everybody.
        courses: Option<Courses>,
    },
    /// Some plays with seeded dice.
    Sample {
        /// How many.
        plays: u64,
        /// The number that their dice follow from.
        seed: u64,
        /// How many intervals of a hundred hold the true chance.
        confidence: f64,
        /// Why there are no exact odds.
        because: String,
    },
}

/// The odds of an act.
#[derive(Clone, PartialEq, Debug, Serialize, TS, JsonSchema)]
pub struct ChanceReport {
    /// Who acts.
    pub name: String,
    /// The act in words.
    pub act: String,
    /// What the odds rest on.
    pub basis: Basis,
    /// Who decides something within the act, and by which policy, as far as the viewer may know.
    pub decisions: Vec<Decision>,
    /// Who has yet to decide for the same moment, as far as the viewer may know: what these do is left out.
    pub left_out: Vec<String>,
    /// Every outcome, the likeliest first.
    pub rows: Vec<Row>,
    /// What rolls may come to.
    pub verdicts: Vec<VerdictChance>,
    /// What may be different afterwards, gauges apart.
    pub effects: Vec<Effect>,
    /// Gauges that may change.
    pub changes: Vec<Change>,
    /// What the one who acts risks.
    pub risks: Vec<Risk>,
    /// Whether something was left out that comes just as likely without the answer; it stands among all outcomes still.
    pub comes_anyway: bool,
    /// The chance of what was not followed to its end: endless explosions.
    pub tail: Share,
}

impl Share {
    /// Whether it may well be the same chance.
    fn is_like(&self, other: &Self) -> bool {
        self.low <= other.high + ROUNDING && other.low <= self.high + ROUNDING
    }
}

/// So far apart are equal numbers that were worked out in different ways.
const ROUNDING: f64 = 1e-9;

impl ChanceReport {
    /// Leaves out what comes just as likely without the act, but for the outcomes as a whole.
    pub(super) fn leave_out(&mut self, without: &Self) {
        let anyway: Vec<bool> = (self.verdicts.iter())
            .map(|one| self.verdicts_alike(without, one))
            .collect();
        let mut anyway = anyway.into_iter();
        let left_out = &mut self.comes_anyway;
        let mut keep = |is_new: bool| {
            *left_out |= !is_new;
            is_new
        };
        self.verdicts
            .retain(|_| keep(!anyway.next().unwrap_or_default()));
        self.effects.retain(|one| {
            let alike = |other: &Effect| {
                (&one.name, &one.what) == (&other.name, &other.what)
                    && one.chance.is_like(&other.chance)
            };
            keep(!without.effects.iter().any(alike))
        });
        self.changes
            .retain(|one| keep(!without.changes.iter().any(|other| one.is_like(other))));
        self.risks
            .retain(|one| keep(!without.risks.iter().any(|other| one.is_like(other))));
    }

    /// Whether the roll of a verdict comes to the same without the act.
    fn verdicts_alike(&self, without: &Self, of: &VerdictChance) -> bool {
        let of_roll = |report: &Self| -> Vec<VerdictChance> {
            let all = report.verdicts.iter();
            all.filter(|one| one.compared == of.compared)
                .cloned()
                .collect()
        };
        let (own, others) = (of_roll(self), of_roll(without));
        own.len() == others.len()
            && own.iter().all(|one| {
                let mut others = others.iter();
                others
                    .any(|other| one.verdict == other.verdict && one.chance.is_like(&other.chance))
            })
    }
}

impl Change {
    fn is_like(&self, other: &Self) -> bool {
        let alike = |(one, other): (&ValueChance, &ValueChance)| {
            one.value == other.value && one.chance.is_like(&other.chance)
        };
        let (own, others) = (&self.distribution, &other.distribution);
        (&self.name, &self.gauge) == (&other.name, &other.gauge)
            && own.len() == others.len()
            && own.iter().zip(others).all(alike)
    }
}

impl Risk {
    fn is_like(&self, other: &Self) -> bool {
        // A mean of a sample is as exact as its chance.
        let is_sample = self.chance.low < self.chance.value;
        let means = match (self.mean, other.mean) {
            (Some(one), Some(other)) => is_sample || (one - other).abs() < ROUNDING,
            (one, other) => one == other,
        };
        self.what == other.what && self.chance.is_like(&other.chance) && means
    }
}

/// What shares are parts of.
pub(super) struct Whole {
    pub(super) total: BigUint,
    pub(super) tail: BigUint,
    /// The part of it that the tail is.
    pub(super) beyond: f64,
    pub(super) is_sample: bool,
}

impl Whole {
    /// So much of it.
    pub(super) fn share(&self, weight: &BigUint) -> Share {
        let value = ratio(weight, &self.total);
        let (low, high) = if self.is_sample {
            let count = |number: &BigUint| u64::try_from(number).unwrap_or(u64::MAX);
            let interval = wilson(count(weight), count(&self.total));
            (interval.low, interval.high)
        } else {
            (value, value + self.beyond)
        };
        Share {
            fraction: fraction(weight, &self.total),
            value,
            low,
            high,
        }
    }
}

/// How sure the intervals of a sample are.
pub(super) const fn confidence() -> f64 {
    CONFIDENCE
}

fn fraction(weight: &BigUint, total: &BigUint) -> String {
    if *weight == BigUint::ZERO {
        return "0".to_owned();
    }
    if weight == total {
        return "1".to_owned();
    }
    let divisor = common_divisor(weight, total);
    match (u128::try_from(weight), u128::try_from(total)) {
        (Ok(weight), Ok(total)) => {
            let divisor = u128::try_from(divisor).unwrap_or(1);
            format!("{}/{}", weight / divisor, total / divisor)
        }
        _ => format!("{}/{}", weight / &divisor, total / &divisor),
    }
}

/// The greatest number that divides both, neither of which is 0. Weights are made of twos for the most part, without which most are short
/// enough to be divided fast.
fn common_divisor(one: &BigUint, other: &BigUint) -> BigUint {
    let [twos, others] = [one, other].map(|number| number.trailing_zeros().unwrap_or(0));
    let (mut left, mut right) = (one >> twos, other >> others);
    let divisor = loop {
        if let (Ok(left), Ok(right)) = (u128::try_from(&left), u128::try_from(&right)) {
            break BigUint::from(short_divisor(left, right));
        }
        if right == BigUint::ZERO {
            break left;
        }
        let rest = left % &right;
        left = right;
        right = rest;
    };
    divisor << twos.min(others)
}

/// The greatest number that divides both, which is odd; the second of them may be 0.
fn short_divisor(mut left: u128, mut right: u128) -> u128 {
    left >>= left.trailing_zeros();
    while right != 0 {
        right >>= right.trailing_zeros();
        if left > right {
            (left, right) = (right, left);
        }
        right -= left;
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Denominators of dice that explode are powers of other numbers than two as well.
    #[test]
    fn what_divides_both_may_be_long_itself() {
        let long = BigUint::from(3_u8).pow(100);
        let five = &long * 5_u8;
        assert_eq!(fraction(&long, &five), "1/5");
        assert_eq!(fraction(&(&long << 7_u8), &five), "128/5");
        assert_eq!(fraction(&long, &(&five << 7_u8)), "1/640");
        assert_eq!(fraction(&(&long << 70_u8), &(&five << 73_u8)), "1/40");
    }
}
