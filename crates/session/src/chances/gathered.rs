//! All outcomes of an act, added up in the ways in which they are told.

use affray_kernel::CreatureId;
use affray_kernel::odds::{Weights, ratio};
use affray_kernel::story::{Compared, Verdict};
use num_bigint::BigUint;

use super::difference::{Difference, NO_LONGER};
use super::report::{Change, Effect, EffectKind, Risk, Row, ValueChance, VerdictChance, Whole};
use super::subjects::Subject;

/// Whose gauge and which, by their places.
type Place = (usize, usize);

/// Changes of a gauge with their weights.
type Changes = Vec<(i32, BigUint)>;

/// All outcomes, merged where they are told alike.
pub(super) struct Gathered<'v> {
    before: &'v [Subject],
    rows: Weights<(Vec<Verdict>, Difference), BigUint>,
}

impl<'v> Gathered<'v> {
    /// Nothing yet; `before` is whoever and whatever may be different after the act.
    pub(super) fn new(before: &'v [Subject]) -> Self {
        Self {
            before,
            rows: Weights::default(),
        }
    }

    pub(super) fn add(&mut self, weight: &BigUint, verdicts: Vec<Verdict>, difference: Difference) {
        *self.rows.entry((verdicts, difference)).or_default() += weight;
    }

    fn name(&self, subject: usize) -> String {
        self.before[subject].name.clone()
    }

    fn name_of(&self, who: Option<CreatureId>) -> Option<String> {
        let who = who?;
        let creature = self.before.iter().find(|one| one.id == Some(who));
        creature.map(|creature| creature.name.clone())
    }

    /// Adds up the weights of whatever a row has in it, each once a row.
    fn sums<'r, K: std::hash::Hash + Eq, I: Iterator<Item = K>>(
        &'r self,
        parts: impl Fn(&'r Vec<Verdict>, &'r Difference) -> I,
    ) -> Weights<K, BigUint> {
        let mut sums: Weights<K, BigUint> = Weights::default();
        for ((verdicts, difference), weight) in &self.rows {
            let mut met: Vec<usize> = Vec::new();
            for part in parts(verdicts, difference) {
                let entry = sums.entry(part);
                let place = entry.index();
                let sum = entry.or_default();
                if !met.contains(&place) {
                    met.push(place);
                    *sum += weight;
                }
            }
        }
        sums
    }

    /// All rolls by what they are held against, each with the weight of the outcomes that it is made in.
    fn compared(&self) -> Weights<Compared, BigUint> {
        self.sums(|verdicts, _| verdicts.iter().map(|(compared, _)| *compared))
    }

    /// Every outcome, the likeliest first.
    pub(super) fn rows(&self, whole: &Whole) -> Vec<Row> {
        let compared = self.compared();
        let mut rows: Vec<_> = self.rows.iter().collect();
        rows.sort_by(|(_, one), (_, other)| other.cmp(one));
        let row = |((verdicts, difference), weight): (&(Vec<Verdict>, Difference), &BigUint)| Row {
            chance: whole.share(weight),
            verdicts: verdicts
                .iter()
                .map(|(one, verdict)| {
                    let roll = called(one, &compared);
                    match self.name_of(one.0) {
                        Some(name) => format!("{name}: {roll}: {verdict}"),
                        None => format!("{roll}: {verdict}"),
                    }
                })
                .collect(),
            effects: self.words(difference),
        };
        rows.into_iter().map(row).collect()
    }

    fn words(&self, difference: &Difference) -> Vec<String> {
        let gauges = difference.gauges.iter().map(|(creature, gauge, change)| {
            let (gauge, _) = self.before[*creature].gauges[*gauge];
            let sign = if *change < 0 { '−' } else { '+' };
            let amount = change.unsigned_abs();
            format!("{}: {gauge} {sign}{amount}", self.before[*creature].name)
        });
        let effects = difference.effects.iter();
        let effects =
            effects.map(|(creature, _, what)| format!("{}: {what}", self.before[*creature].name));
        gauges.chain(effects).collect()
    }

    /// What rolls may come to, roll by roll, those of each in the order of `rank`, each with the chance that it comes at least once.
    pub(super) fn verdicts(
        &self,
        whole: &Whole,
        rank: impl Fn(&Verdict) -> i32,
    ) -> Vec<VerdictChance> {
        let sums = self.sums(|verdicts, _| verdicts.iter().copied());
        let rolls = self.compared();
        let mut sums: Vec<(Verdict, BigUint)> = sums.into_iter().collect();
        sums.sort_by_key(|(verdict, _)| {
            let (compared, word) = *verdict;
            (rolls.get_index_of(&compared), rank(verdict), word)
        });
        let told = |((compared, verdict), weight): (Verdict, BigUint)| VerdictChance {
            by: self.name_of(compared.0),
            roll: called(&compared, &rolls),
            compared,
            verdict: verdict.to_owned(),
            chance: whole.share(&weight),
            rolled: whole.share(&rolls[&compared]),
        };
        sums.into_iter().map(told).collect()
    }

    /// What may be different, gauges apart; the gravest first.
    pub(super) fn effects(&self, whole: &Whole) -> Vec<Effect> {
        let sums = self.sums(|_, difference| difference.effects.iter());
        let told = |((creature, change, what), weight): (&(usize, EffectKind, String), BigUint)| {
            let effect = Effect {
                name: self.name(*creature),
                change: *change,
                what: what.clone(),
                chance: whole.share(&weight),
            };
            (*creature, effect)
        };
        let mut effects: Vec<(usize, Effect)> = sums.into_iter().map(told).collect();
        effects.sort_by_key(|(subject, effect)| (*subject, effect.change != EffectKind::Drops));
        effects.into_iter().map(|(_, effect)| effect).collect()
    }

    /// How far gauges may change, those outcomes included in which they do not.
    pub(super) fn changes(&self, whole: &Whole) -> Vec<Change> {
        let gauges = self.gauges(whole).into_iter();
        let told = |((creature, gauge), changes): ((usize, usize), Vec<(i32, BigUint)>)| {
            let (name, rises) = self.before[creature].gauges[gauge];
            let changed = changes.iter().filter(|(change, _)| *change != 0);
            let changed: BigUint = changed.map(|(_, weight)| weight).sum();
            Change {
                name: self.name(creature),
                gauge: name.to_owned(),
                rises,
                mean: mean(&changes, whole),
                chance: whole.share(&changed),
                distribution: distribution(&changes, whole),
            }
        };
        gauges.map(told).collect()
    }

    /// Every gauge that may change, and by how much with which weight, from the lowest.
    fn gauges(&self, whole: &Whole) -> Vec<(Place, Changes)> {
        let sums = self.sums(|_, difference| difference.gauges.iter().copied());
        let mut gauges: Weights<Place, Changes> = Weights::default();
        for ((creature, gauge, change), weight) in sums {
            let changes = gauges.entry((creature, gauge)).or_default();
            changes.push((change, weight));
        }
        for changes in gauges.values_mut() {
            let changed: BigUint = changes.iter().map(|(_, weight)| weight).sum();
            let unchanged = &whole.total - &whole.tail - changed;
            if unchanged != BigUint::ZERO {
                changes.push((0, unchanged));
            }
            changes.sort_by_key(|(change, _)| *change);
        }
        let mut gauges: Vec<_> = gauges.into_iter().collect();
        gauges.sort_by_key(|(gauge, _)| *gauge);
        gauges
    }

    /// What stands before what is told of a subject to a creature, where it is that creature itself (nothing) or one of its things (the name).
    fn own(&self, subject: usize, who: CreatureId) -> Option<String> {
        let subject = &self.before[subject];
        match &subject.owned {
            Some((bearer, name)) => (*bearer == who).then(|| format!("{name}: ")),
            None => (subject.id == Some(who)).then(String::new),
        }
    }

    /// What may become worse for a creature or its things; it is not for conditions that are good for whoever has them.
    pub(super) fn risks(
        &self,
        who: CreatureId,
        is_boon: impl Fn(&str) -> bool,
        whole: &Whole,
    ) -> Vec<Risk> {
        let mut risks = Vec::new();
        for ((subject, gauge), changes) in self.gauges(whole) {
            let Some(of) = self.own(subject, who) else {
                continue;
            };
            let (name, rises) = self.before[subject].gauges[gauge];
            let is_worse = |change: i32| if rises { change > 0 } else { change < 0 };
            let worse: Vec<_> = changes
                .into_iter()
                .filter(|(change, _)| is_worse(*change))
                .collect();
            if !worse.is_empty() {
                let weight = worse.iter().map(|(_, weight)| weight).sum();
                risks.push(Risk {
                    what: format!("{of}{name}"),
                    chance: whole.share(&weight),
                    mean: Some(mean(&worse, whole)),
                });
            }
        }
        let effects = self.sums(|_, difference| difference.effects.iter());
        for ((subject, change, what), weight) in effects {
            let is_bad = match change {
                EffectKind::Drops | EffectKind::LetsGo | EffectKind::Breaks => true,
                EffectKind::Gains => !is_boon(what),
                EffectKind::Loses => what.strip_prefix(NO_LONGER).is_some_and(&is_boon),
                EffectKind::Rises | EffectKind::Holds | EffectKind::Moves | EffectKind::Mends => {
                    false
                }
            };
            if let Some(of) = self.own(*subject, who).filter(|_| is_bad) {
                risks.push(Risk {
                    what: format!("{of}{what}"),
                    chance: whole.share(&weight),
                    mean: None,
                });
            }
        }
        risks
    }
}

/// What a roll is called: one that is held against several things by them, as what comes of one has nothing to do with what comes of
/// another.
fn called(one: &Compared, all: &Weights<Compared, BigUint>) -> String {
    let (by, roll, against) = *one;
    let mut others = all.keys();
    let is_twice = others.any(|other| (other.0, other.1) == (by, roll) && other.2 != against);
    if is_twice && !against.is_empty() {
        format!("{roll} against {against}")
    } else {
        roll.to_owned()
    }
}

fn mean(changes: &[(i32, BigUint)], whole: &Whole) -> f64 {
    let parts = changes.iter();
    parts
        .map(|(change, weight)| f64::from(*change) * ratio(weight, &whole.total))
        .sum()
}

fn distribution(changes: &[(i32, BigUint)], whole: &Whole) -> Vec<ValueChance> {
    let parts = changes.iter();
    parts
        .map(|(change, weight)| ValueChance {
            value: *change,
            chance: whole.share(weight),
        })
        .collect()
}
