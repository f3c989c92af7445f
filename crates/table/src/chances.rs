//! The exact odds of an act, in words that fit every system: what was rolled for, and what is different afterwards.

use affray_kernel::fight::Fight;
use affray_kernel::odds::{Course, NoOdds, odds_heard, ratio};
use affray_kernel::story::Note;
use affray_kernel::view::{CreatureView, View};
use affray_kernel::{CreatureId, System};
use num_bigint::BigUint;
use serde::Serialize;

use crate::controls::Bots;
use crate::secrecy::{Knowledge, Matter, Viewer};

/// The most courses of dice that are gone through.
const RUNS_MAX: u64 = 300_000;

/// A chance.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Share {
    /// As a fraction in lowest terms, such as `13/40`.
    pub exact: String,
    /// From 0 to 1.
    pub value: f64,
}

/// One way in which the act may come out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// How likely it is.
    pub chance: Share,
    /// What the rolls came to, such as `garret: attack: hit`.
    pub verdicts: Vec<String>,
    /// What is different afterwards, such as `ogre: HP −7`.
    pub effects: Vec<String>,
}

/// Something that may be different afterwards.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Effect {
    /// What.
    pub what: String,
    /// How likely it is.
    pub chance: Share,
}

/// How far a gauge may go up or down.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Spread {
    /// Whose gauge.
    pub name: String,
    /// Which.
    pub gauge: String,
    /// The change on average.
    pub mean: f64,
    /// Every change and its chance, from the lowest.
    pub changes: Vec<(i32, Share)>,
}

/// The odds of an act.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ChanceReport {
    /// The act in words.
    pub act: String,
    /// Every outcome, the likeliest first.
    pub rows: Vec<Row>,
    /// What rolls may come to, each with the chance that it does at least once.
    pub verdicts: Vec<Effect>,
    /// What may be different afterwards, gauges apart.
    pub effects: Vec<Effect>,
    /// Gauges that may change.
    pub spreads: Vec<Spread>,
    /// The chance of what was not followed to its end: endless explosions.
    pub tail: Share,
    /// How many courses of dice were gone through.
    pub runs: u64,
}

/// What one outcome is known by.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Outcome<S: System> {
    state: S::State,
    verdicts: Vec<(Option<CreatureId>, &'static str, &'static str)>,
}

/// What is different between two views.
#[derive(Default)]
struct Difference {
    gauges: Vec<(usize, &'static str, i32)>,
    effects: Vec<String>,
}

/// The odds of an act of `who`, or of an answer to the act in progress, as far as the viewer may know them.
pub(crate) fn report<S: System>(
    fight: &Fight<S>,
    who: CreatureId,
    act: &S::Act,
    bots: &mut Bots<'_>,
    viewer: &Viewer,
) -> Result<ChanceReport, NoOdds> {
    let mut partial = vec![(who, act.clone())];
    let course = match fight.open() {
        Some(open) => {
            partial.extend(open.partial.iter().cloned());
            Course {
                state: fight.settled(),
                who: open.who,
                act: &open.act,
                draws: &open.draws,
                partial: &partial,
            }
        }
        None => Course {
            state: fight.settled(),
            who: Some(who),
            act,
            draws: &[],
            partial: &[],
        },
    };
    // What was rolled before an answer is no longer open.
    let rolled = fight.open().map_or(0, |open| verdicts(&open.notes).len());
    let odds = odds_heard(course, bots, RUNS_MAX, |state, notes| Outcome::<S> {
        state: state.clone(),
        verdicts: verdicts(notes).split_off(rolled),
    })?;
    let before = S::view(fight.state());
    let known = Knowledge::in_view(&before);
    let is_open = |creature: &CreatureView| known.allows(viewer, Matter::Numbers(creature));
    let mut gathered = Gathered::new(odds.total.clone());
    let names = |who: Option<CreatureId>| {
        who.map(|who| format!("{}: ", S::name(fight.state(), who)))
            .unwrap_or_default()
    };
    let is_heard = |by: Option<CreatureId>| {
        by.is_none_or(|who| known.allows(viewer, Matter::NumbersOf(&[who])))
    };
    for (outcome, weight) in &odds.outcomes {
        let verdicts = outcome.verdicts.iter().filter(|(by, ..)| is_heard(*by));
        let verdicts =
            verdicts.map(|(by, what, verdict)| format!("{}{what}: {verdict}", names(*by)));
        let difference = differences(&before, &S::view(&outcome.state), is_open);
        gathered.add(weight, verdicts.collect(), &difference, &before);
    }
    Ok(gathered.report(
        S::print(fight.state(), Some(who), act),
        &odds.tail,
        odds.runs,
    ))
}

fn verdicts<S: System>(notes: &[Note<S>]) -> Vec<(Option<CreatureId>, &'static str, &'static str)> {
    let verdict = |note: &Note<S>| match note {
        Note::Sum(sum) if !sum.verdict.is_empty() => Some((sum.by, sum.what, sum.verdict)),
        _ => None,
    };
    notes.iter().filter_map(verdict).collect()
}

/// What is different, as far as it is about creatures whose numbers are open to the viewer: what becomes of the others depends on those.
fn differences(before: &View, after: &View, is_open: impl Fn(&CreatureView) -> bool) -> Difference {
    let mut difference = Difference::default();
    let both = before.creatures.iter().zip(&after.creatures).enumerate();
    for (index, (was, is)) in both.filter(|(_, (was, _))| is_open(was)) {
        for ((name, old), (_, new)) in was.gauges.iter().zip(&is.gauges) {
            let change = i32::from(new.available()) - i32::from(old.available());
            if change != 0 {
                difference.gauges.push((index, name, change));
            }
        }
        effects(was, is, &mut difference.effects);
    }
    difference
}

fn effects(was: &CreatureView, is: &CreatureView, effects: &mut Vec<String>) {
    let name = &is.name;
    let only = |one: &CreatureView, other: &CreatureView| -> Vec<String> {
        let only = one.conditions.iter();
        let only = only.filter(|condition| !other.conditions.contains(condition));
        only.map(|(words, _)| words.clone()).collect()
    };
    effects.extend(
        only(is, was)
            .iter()
            .map(|gained| format!("{name}: {gained}")),
    );
    effects.extend(
        only(was, is)
            .iter()
            .map(|lost| format!("{name}: no longer {lost}")),
    );
    if was.active && !is.active {
        effects.push(format!("{name}: out of the fight"));
    }
    for item in was.holding.iter().filter(|one| !is.holding.contains(one)) {
        effects.push(format!("{name}: no longer holds {item}"));
    }
    for item in is.holding.iter().filter(|one| !was.holding.contains(one)) {
        effects.push(format!("{name}: holds {item}"));
    }
    match (was.space, is.space) {
        (Some(from), Some(to)) if from != to => effects.push(format!("{name}: elsewhere")),
        (Some(_), None) => effects.push(format!("{name}: gone")),
        (None, Some(_)) => effects.push(format!("{name}: there")),
        _ => {}
    }
}

/// Weights under words, in the order in which they came.
struct Tally<K>(Vec<(K, BigUint)>);

impl<K: PartialEq> Tally<K> {
    fn add(&mut self, key: K, weight: &BigUint) {
        match self.0.iter_mut().find(|(known, _)| *known == key) {
            Some((_, sum)) => *sum += weight,
            None => self.0.push((key, weight.clone())),
        }
    }
}

/// All outcomes, merged where their words are the same.
struct Gathered {
    total: BigUint,
    rows: Tally<(Vec<String>, Vec<String>)>,
    verdicts: Tally<String>,
    effects: Tally<String>,
    gauges: Vec<((String, &'static str), Tally<i32>)>,
}

impl Gathered {
    fn new(total: BigUint) -> Self {
        Self {
            total,
            rows: Tally(Vec::new()),
            verdicts: Tally(Vec::new()),
            effects: Tally(Vec::new()),
            gauges: Vec::new(),
        }
    }

    fn add(
        &mut self,
        weight: &BigUint,
        verdicts: Vec<String>,
        difference: &Difference,
        before: &View,
    ) {
        for (index, verdict) in verdicts.iter().enumerate() {
            if !verdicts[..index].contains(verdict) {
                self.verdicts.add(verdict.clone(), weight);
            }
        }
        let mut words = Vec::new();
        for (creature, gauge, change) in &difference.gauges {
            let name = &before.creatures[*creature].name;
            let sign = if *change < 0 { '−' } else { '+' };
            words.push(format!("{name}: {gauge} {sign}{}", change.unsigned_abs()));
            let key = (name.clone(), *gauge);
            let known = self.gauges.iter().position(|(known, _)| *known == key);
            let place = known.unwrap_or_else(|| {
                self.gauges.push((key, Tally(Vec::new())));
                self.gauges.len() - 1
            });
            self.gauges[place].1.add(*change, weight);
        }
        for effect in &difference.effects {
            self.effects.add(effect.clone(), weight);
            words.push(effect.clone());
        }
        self.rows.add((verdicts, words), weight);
    }

    fn share(&self, weight: &BigUint) -> Share {
        share(weight, &self.total)
    }

    fn report(mut self, act: String, tail: &BigUint, runs: u64) -> ChanceReport {
        self.rows.0.sort_by(|(_, one), (_, other)| other.cmp(one));
        let row = |((verdicts, effects), weight): &((Vec<String>, Vec<String>), BigUint)| Row {
            chance: self.share(weight),
            verdicts: verdicts.clone(),
            effects: effects.clone(),
        };
        let effect = |(what, weight): &(String, BigUint)| Effect {
            what: what.clone(),
            chance: self.share(weight),
        };
        ChanceReport {
            act,
            rows: self.rows.0.iter().map(row).collect(),
            verdicts: self.verdicts.0.iter().map(effect).collect(),
            effects: self.effects.0.iter().map(effect).collect(),
            spreads: self
                .gauges
                .iter()
                .map(|(key, tally)| self.spread(key, tally, tail))
                .collect(),
            tail: self.share(tail),
            runs,
        }
    }

    /// A gauge's changes, those outcomes included in which it does not change.
    fn spread(&self, key: &(String, &'static str), tally: &Tally<i32>, tail: &BigUint) -> Spread {
        let mut changes = tally.0.clone();
        let changed: BigUint = changes.iter().map(|(_, weight)| weight).sum();
        let unchanged = &self.total - tail - changed;
        if unchanged != BigUint::ZERO {
            changes.push((0, unchanged));
        }
        changes.sort_by_key(|(change, _)| *change);
        let mean = changes
            .iter()
            .map(|(change, weight)| f64::from(*change) * ratio(weight, &self.total))
            .sum();
        Spread {
            name: key.0.clone(),
            gauge: key.1.to_owned(),
            mean,
            changes: changes
                .iter()
                .map(|(change, weight)| (*change, self.share(weight)))
                .collect(),
        }
    }
}

fn share(weight: &BigUint, total: &BigUint) -> Share {
    let divisor = greatest_divisor(weight.clone(), total.clone());
    let exact = if *weight == BigUint::ZERO {
        "0".to_owned()
    } else if weight == total {
        "1".to_owned()
    } else {
        format!("{}/{}", weight / &divisor, total / &divisor)
    };
    Share {
        exact,
        value: ratio(weight, total),
    }
}

fn greatest_divisor(mut left: BigUint, mut right: BigUint) -> BigUint {
    while right != BigUint::ZERO {
        let rest = left % &right;
        left = right;
        right = rest;
    }
    left
}
