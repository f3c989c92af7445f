//! What many fights came to. Whole numbers throughout, so that adding up in another order, or in parts, gives the same.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::histogram::Histogram;
use crate::record::{Cast, CreatureRecord, Ending, FightRecord};

/// What many fights came to.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// How many there were.
    pub fights: u64,
    /// How many each side has won.
    pub wins: Vec<u64>,
    /// In how many fights anybody of a side did what is of one kind, side by side.
    pub deeds: Vec<BTreeMap<String, u64>>,
    /// How many nobody has won.
    pub draws: u64,
    /// How many were not over at a limit.
    pub unfinished: u64,
    /// The first of those.
    pub first_unfinished: Option<u64>,
    /// Those of them that were given up because they would never have been over; `None` where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standstills: Option<Standstills>,
    /// In how many the rules ran into a limit.
    pub failed: u64,
    /// The first of those.
    pub first_failed: Option<u64>,
    /// How many units of game time those took that were over.
    pub time: Histogram,
    /// How many entries their journals would have, all together.
    pub entries: u64,
    /// The fight that was won with least to spare.
    pub closest: Option<Notable>,
    /// The fight that was won with most to spare.
    pub most_one_sided: Option<Notable>,
    /// What became of the creatures, by id.
    pub creatures: Vec<CreatureTally>,
}

/// Fights in which the same happens again and again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Standstills {
    /// How many.
    pub fights: u64,
    /// The number of the first.
    pub first: u64,
    /// Since which unit of game time that is so in the first.
    pub since: u32,
}

impl Standstills {
    /// These and others, which may be none of either.
    fn joined(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        let both = one.into_iter().chain(other);
        both.reduce(|one, other| {
            let first = if other.first < one.first { other } else { one };
            Self {
                fights: one.fights.saturating_add(other.fights),
                ..first
            }
        })
    }
}

/// A fight worth looking at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Notable {
    /// Its number.
    pub fight: u64,
    /// The side that won it, by number.
    #[serde(rename = "winner_number")]
    pub winner: u8,
    /// What part of their main gauge the winners had left, in millionths.
    pub margin: u32,
}

/// What became of one creature.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CreatureTally {
    /// In how many fights it could still take part at the end.
    pub stands: u64,
    /// At which unit of time it first fell.
    pub falls: Histogram,
    /// By whose doing, by the creature's id.
    pub felled_by: BTreeMap<u16, u64>,
    /// Harm done to others in a fight.
    pub dealt: Histogram,
    /// Harm taken in a fight.
    pub taken: Histogram,
    /// What was left of each gauge at the end.
    pub left: BTreeMap<String, Histogram>,
    /// What it spent.
    pub spent: BTreeMap<String, SpentTally>,
    /// What it did, by kind.
    pub deeds: BTreeMap<String, DeedTally>,
}

/// What was spent of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SpentTally {
    /// In how many fights any of it was.
    pub fights: u64,
    /// How much in all.
    pub total: i64,
}

/// What was done of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DeedTally {
    /// In how many fights it was done.
    pub fights: u64,
    /// How often in all.
    pub uses: u64,
    /// The harm to others that came of it in all.
    pub dealt: i64,
}

impl Tally {
    /// Of no fight yet.
    #[must_use]
    pub fn new(cast: &Cast) -> Self {
        Self {
            wins: vec![0; cast.sides.len()],
            deeds: vec![BTreeMap::new(); cast.sides.len()],
            creatures: vec![CreatureTally::default(); cast.creatures.len()],
            ..Self::default()
        }
    }

    /// Adds a fight.
    pub fn add(&mut self, cast: &Cast, fight: &FightRecord) {
        self.fights += 1;
        self.entries += u64::from(fight.entries);
        match fight.ending {
            Ending::Won(side) => {
                if let Some(wins) = self.wins.get_mut(usize::from(side)) {
                    *wins += 1;
                }
            }
            Ending::Drawn => self.draws += 1,
            Ending::Unfinished => {
                self.unfinished += 1;
                self.first_unfinished = first(self.first_unfinished, Some(fight.number));
                let standstill = fight.standstill.map(|since| Standstills {
                    fights: 1,
                    first: fight.number,
                    since,
                });
                self.standstills = Standstills::joined(self.standstills, standstill);
            }
            Ending::Failed => {
                self.failed += 1;
                self.first_failed = first(self.first_failed, Some(fight.number));
            }
        }
        if matches!(fight.ending, Ending::Won(_) | Ending::Drawn) {
            self.time.add(whole(fight.time));
        }
        if let (Ending::Won(winner), Some(margin)) = (fight.ending, fight.margin(cast)) {
            let notable = Some(Notable {
                fight: fight.number,
                winner,
                margin,
            });
            self.closest = closest(self.closest, notable);
            self.most_one_sided = most_one_sided(self.most_one_sided, notable);
        }
        for (tally, record) in self.creatures.iter_mut().zip(&fight.creatures) {
            tally.add(record);
        }
        self.add_deeds(cast, fight);
    }

    /// Counts what each side did in a fight, by however many of it.
    fn add_deeds(&mut self, cast: &Cast, fight: &FightRecord) {
        for (number, side) in self.deeds.iter_mut().enumerate() {
            let creatures = cast.creatures.iter().zip(&fight.creatures);
            let own = creatures.filter(|(role, _)| usize::from(role.side) == number);
            let done = own.flat_map(|(_, record)| &record.deeds);
            let kinds: BTreeSet<&str> = done.map(|deed| &*deed.kind).collect();
            for kind in kinds {
                *known(side, kind) += 1;
            }
        }
    }

    /// Adds what other fights of the same cast came to.
    pub fn merge(&mut self, other: &Self) {
        let add = |sum: &mut u64, more: u64| *sum = sum.saturating_add(more);
        add(&mut self.fights, other.fights);
        for (sum, more) in self.wins.iter_mut().zip(&other.wins) {
            add(sum, *more);
        }
        for (side, more) in self.deeds.iter_mut().zip(&other.deeds) {
            for (kind, more) in more {
                add(known(side, kind), *more);
            }
        }
        add(&mut self.draws, other.draws);
        add(&mut self.unfinished, other.unfinished);
        self.first_unfinished = first(self.first_unfinished, other.first_unfinished);
        self.standstills = Standstills::joined(self.standstills, other.standstills);
        add(&mut self.failed, other.failed);
        self.first_failed = first(self.first_failed, other.first_failed);
        self.time.merge(&other.time);
        add(&mut self.entries, other.entries);
        self.closest = closest(self.closest, other.closest);
        self.most_one_sided = most_one_sided(self.most_one_sided, other.most_one_sided);
        for (one, more) in self.creatures.iter_mut().zip(&other.creatures) {
            one.merge(more);
        }
    }

    /// How many fights were over.
    #[must_use]
    pub fn over(&self) -> u64 {
        self.time.total()
    }
}

impl CreatureTally {
    fn add(&mut self, record: &CreatureRecord) {
        self.stands += u64::from(record.stands);
        if let Some(time) = record.fell {
            self.falls.add(whole(time));
        }
        if let Some(by) = record.felled_by {
            *self.felled_by.entry(by).or_default() += 1;
        }
        self.dealt.add(record.dealt);
        self.taken.add(record.taken);
        for (gauge, left, _) in &record.left {
            known(&mut self.left, gauge).add(i32::from(*left));
        }
        for (what, amount) in &record.spent {
            let spent = known(&mut self.spent, what);
            spent.fights += 1;
            spent.total += i64::from(*amount);
        }
        for deed in &record.deeds {
            let tally = known(&mut self.deeds, &deed.kind);
            tally.fights += 1;
            tally.uses += u64::from(deed.uses);
            tally.dealt += i64::from(deed.dealt);
        }
    }

    fn merge(&mut self, other: &Self) {
        self.stands = self.stands.saturating_add(other.stands);
        self.falls.merge(&other.falls);
        for (by, count) in &other.felled_by {
            let sum = self.felled_by.entry(*by).or_default();
            *sum = sum.saturating_add(*count);
        }
        self.dealt.merge(&other.dealt);
        self.taken.merge(&other.taken);
        for (gauge, left) in &other.left {
            known(&mut self.left, gauge).merge(left);
        }
        for (what, more) in &other.spent {
            let spent = known(&mut self.spent, what);
            spent.fights = spent.fights.saturating_add(more.fights);
            spent.total = spent.total.saturating_add(more.total);
        }
        for (kind, more) in &other.deeds {
            let deed = known(&mut self.deeds, kind);
            deed.fights = deed.fights.saturating_add(more.fights);
            deed.uses = deed.uses.saturating_add(more.uses);
            deed.dealt = deed.dealt.saturating_add(more.dealt);
        }
    }

    /// In how many fights it fell.
    #[must_use]
    pub fn fell(&self) -> u64 {
        self.falls.total()
    }
}

/// What stands under the name.
fn known<'m, T: Default>(map: &'m mut BTreeMap<String, T>, name: &str) -> &'m mut T {
    map.entry(name.to_owned()).or_default()
}

fn whole(time: u32) -> i32 {
    i32::try_from(time).unwrap_or(i32::MAX)
}

fn first(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.into_iter().chain(other).min()
}

fn closest(one: Option<Notable>, other: Option<Notable>) -> Option<Notable> {
    let both = one.into_iter().chain(other);
    both.min_by_key(|notable| (notable.margin, notable.fight))
}

fn most_one_sided(one: Option<Notable>, other: Option<Notable>) -> Option<Notable> {
    let both = one.into_iter().chain(other);
    both.min_by_key(|notable| (u32::MAX - notable.margin, notable.fight))
}
