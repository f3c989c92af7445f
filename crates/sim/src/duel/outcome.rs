//! What fights come to, as weights: chances, or counts of fights.

use std::collections::BTreeMap;

use affray_kernel::{CreatureId, System};

/// What fights come to. All numbers are weights: of an exact duel chances that add up to 1, of a sample counts of fights.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    /// How much each side wins, by number.
    pub wins: Vec<f64>,
    /// How much nobody wins.
    pub draws: f64,
    /// What was not followed to its end.
    pub unfinished: f64,
    /// What ran into a limit of the rules.
    pub failed: f64,
    /// How long those took that were over, in units of game time.
    pub time: BTreeMap<u32, f64>,
    /// What became of the creatures in those that were over, by id.
    pub fates: Vec<Fate>,
}

/// What became of one creature.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Fate {
    /// How much of it ends with the creature out of the fight, as the system counts who still fights.
    pub out: f64,
    /// What is left of its gauges, the most important first.
    pub left: Vec<(&'static str, BTreeMap<i32, f64>)>,
    /// The conditions that it ends with, in words.
    pub conditions: BTreeMap<String, f64>,
}

impl Outcome {
    pub(super) fn of<S: System>(start: &S::State) -> Self {
        Self {
            wins: vec![0.0; S::sides(start).len()],
            fates: S::creatures(start)
                .map(|who| Fate::of::<S>(start, who))
                .collect(),
            ..Self::default()
        }
    }

    /// Everything together.
    #[must_use]
    pub fn whole(&self) -> f64 {
        self.over() + self.unfinished + self.failed
    }

    /// What was over.
    #[must_use]
    pub fn over(&self) -> f64 {
        self.wins.iter().sum::<f64>() + self.draws
    }

    /// Adds fights that are won by that side, or by nobody.
    pub(super) fn add_end(&mut self, winner: Option<u8>, time: u32, weight: f64) {
        match winner.and_then(|side| self.wins.get_mut(usize::from(side))) {
            Some(wins) => *wins += weight,
            None => self.draws += weight,
        }
        *self.time.entry(time).or_insert(0.0) += weight;
    }

    /// Adds how creatures stand at the end of fights.
    pub(super) fn add_fates<S: System>(&mut self, end: &S::State, weight: f64) {
        for (index, fate) in self.fates.iter_mut().enumerate() {
            let who = CreatureId::at(index);
            if !S::takes_part(end, who) {
                fate.out += weight;
            }
            let Some(seen) = S::seen(end, who) else {
                continue;
            };
            for (name, weights) in &mut fate.left {
                let gauge = seen.gauges.iter().find(|(known, _)| known == name);
                // Of what it no longer has, nothing is left.
                let left = gauge.map_or(0, |(_, gauge)| i32::from(gauge.available()));
                *weights.entry(left).or_insert(0.0) += weight;
            }
            let mut words: Vec<String> = seen
                .conditions
                .into_iter()
                .map(|(words, _)| words)
                .collect();
            words.sort_unstable();
            words.dedup();
            for words in words {
                *fate.conditions.entry(words).or_insert(0.0) += weight;
            }
        }
    }

    /// Adds what other fights came to.
    pub(super) fn merge(&mut self, other: Self) {
        for (sum, more) in self.wins.iter_mut().zip(other.wins) {
            *sum += more;
        }
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.failed += other.failed;
        add(&mut self.time, other.time);
        for (fate, other) in self.fates.iter_mut().zip(other.fates) {
            fate.merge(other);
        }
    }
}

impl Fate {
    /// With the gauges that a creature begins with, and nothing counted.
    fn of<S: System>(start: &S::State, who: CreatureId) -> Self {
        let gauges = S::gauges(start, who).into_iter();
        Self {
            left: gauges.map(|(name, _)| (name, BTreeMap::new())).collect(),
            ..Self::default()
        }
    }

    fn merge(&mut self, other: Self) {
        self.out += other.out;
        for (name, weights) in other.left {
            match self.left.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => add(known, weights),
                None => self.left.push((name, weights)),
            }
        }
        add(&mut self.conditions, other.conditions);
    }
}

fn add<K: Ord>(sums: &mut BTreeMap<K, f64>, more: BTreeMap<K, f64>) {
    for (key, weight) in more {
        *sums.entry(key).or_insert(0.0) += weight;
    }
}
