//! What was found out about one or more scenarios, as it is kept in a file and joined with what others have found out.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::arena::Limits;
use crate::batch::Done;
use crate::pairs::Pairs;
use crate::record::Cast;
use crate::tally::{CreatureTally, Tally};

/// The format of the file.
pub const FORMAT: u32 = 3;

/// What was found out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Study {
    /// [`FORMAT`].
    pub format: u32,
    /// What all dice follow from.
    pub seed: u64,
    /// After what a fight counts as unfinished.
    pub limits: Limits,
    /// Who decided for everybody, where that was not left to the scenario.
    pub policy: Option<String>,
    /// The folder of content that was laid over the program's own, as it was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// How many fights were to be played of each, at most.
    pub fights: u64,
    /// To how much more or less the chances to win were to be known, as a percentage: fewer fights may have been enough for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// What was played: one scenario, its variations, or two to compare.
    pub arms: Vec<Arm>,
}

/// One scenario, or one variation of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Arm {
    /// The scenario, by the name of its file.
    pub scenario: String,
    /// What was varied, and what it was set to.
    pub knobs: Vec<KnobSet>,
    /// Who fights.
    pub cast: Cast,
    /// Which fights were played.
    pub done: Done,
    /// What they came to.
    pub tally: Tally,
    /// The same fights in the first arm and in this one, side by side; empty of the first itself, and where none is compared.
    pub pairs: Vec<Pairs>,
}

/// What a knob was set to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct KnobSet {
    /// Where it stands: `ogre.max_hp`.
    pub knob: String,
    /// The value.
    pub value: String,
}

impl Arm {
    /// What was varied, or the scenario by the last `parts` of its path.
    fn label(&self, parts: usize) -> String {
        if self.knobs.is_empty() {
            return tail(&self.scenario, parts);
        }
        let knobs = self.knobs.iter();
        let knobs = knobs.map(|KnobSet { knob, value }| format!("{knob} = {value}"));
        knobs.collect::<Vec<_>>().join(", ")
    }
}

/// The last parts of a path, without what its file is named as; all of it where it has no more.
fn tail(path: &str, parts: usize) -> String {
    let plain = Path::new(path).with_extension("");
    let all: Vec<&OsStr> = plain.iter().collect();
    match all.len().checked_sub(parts) {
        Some(from) => {
            let last: PathBuf = all[from..].iter().collect();
            last.display().to_string()
        }
        None => path.to_owned(),
    }
}

/// Why studies cannot be joined, or one cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StudyError {
    /// It cannot be read at all.
    #[error("this is no file of results: {0}")]
    Unread(String),
    /// It is of another format.
    #[error(
        "this file of results is of format {0}; this program reads format {FORMAT}: play the fights again, or join them with the version that wrote it"
    )]
    Format(u32),
    /// Its parts contradict each other.
    #[error("this file of results contradicts itself: {0}")]
    Contradicts(&'static str),
    /// They are of different fights.
    #[error("they differ in {0}")]
    Differ(&'static str),
    /// A fight is in both.
    #[error("fight {0} is in both")]
    Twice(u64),
}

/// The most parts of a path that tell scenarios of the same name apart.
const PARTS_MAX: usize = 32;

/// The sum, if it is no more than can be counted.
fn sum(counts: impl IntoIterator<Item = u64>) -> Option<u64> {
    counts.into_iter().try_fold(0, u64::checked_add)
}

/// Whether pairs are counted from all fights that were played in both, and a side has won as often as the arms say.
fn is_of(pairs: &Pairs, first: &Arm, second: &Arm) -> bool {
    let shared = first.done.shared(&second.done);
    let is_won = |arm: &Arm, only: u64| {
        let place = arm.cast.sides.iter().position(|side| *side == pairs.side);
        let wins = place.and_then(|place| arm.tally.wins.get(place).copied());
        let others = arm.tally.fights.saturating_sub(shared);
        let elsewhere = wins.zip(sum([pairs.both, only]));
        let elsewhere = elsewhere.and_then(|(wins, won)| wins.checked_sub(won));
        elsewhere.is_some_and(|elsewhere| elsewhere <= others)
    };
    let fights = sum([pairs.both, pairs.first, pairs.second, pairs.neither]);
    fights == Some(shared) && is_won(first, pairs.first) && is_won(second, pairs.second)
}

/// What differs where casts do: their fingerprint is of all that a fight follows from besides its dice, content included.
const FIGHTS: &str =
    "who fights, where or how: they are of different scenarios, or of one that has changed";

/// What every version has in its files.
#[derive(Deserialize)]
struct Heading {
    format: u32,
}

impl Study {
    /// Reads a study from the text of a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Self, StudyError> {
        let unread = |error: serde_json::Error| StudyError::Unread(error.to_string());
        let Heading { format } = serde_json::from_str(text).map_err(unread)?;
        if format != FORMAT {
            return Err(StudyError::Format(format));
        }
        let study: Self = serde_json::from_str(text).map_err(unread)?;
        study.consistent()?;
        Ok(study)
    }

    fn consistent(&self) -> Result<(), StudyError> {
        let ensure = |holds: bool, what| holds.then_some(()).ok_or(StudyError::Contradicts(what));
        ensure(!self.arms.is_empty(), "it holds nothing")?;
        for Arm {
            cast, tally, done, ..
        } in &self.arms
        {
            let sides = cast.sides.len();
            let is_side = |side: u8| usize::from(side) < sides;
            let known = cast.creatures.iter().all(|role| is_side(role.side));
            ensure(known, "a creature is of no side")?;
            ensure(tally.wins.len() == sides, "not every side has its wins")?;
            ensure(tally.deeds.len() == sides, "not every side has its deeds")?;
            let creatures = cast.creatures.len();
            ensure(
                tally.creatures.len() == creatures,
                "not every creature has its counts",
            )?;
            let mut fallen = tally.creatures.iter().flat_map(|one| one.felled_by.keys());
            ensure(
                fallen.all(|by| usize::from(*by) < creatures),
                "somebody unknown fells creatures",
            )?;
            let mut notable = tally.closest.iter().chain(&tally.most_one_sided);
            ensure(
                notable.all(|notable| is_side(notable.winner)),
                "no side has won a fight",
            )?;
            let ends = [tally.draws, tally.unfinished, tally.failed];
            let ends = ends.iter().chain(&tally.wins);
            let ends = sum(ends.copied());
            ensure(ends == Some(tally.fights), "not every fight has an end")?;
            let standing = tally.standstills.map_or(0, |still| still.fights);
            ensure(
                standing <= tally.unfinished,
                "more fights stand still than were not over",
            )?;
            let counts = |one: &CreatureTally| one.stands.max(one.fell());
            let mut counts = tally.creatures.iter().map(counts);
            let mut done_in = tally.deeds.iter().flat_map(BTreeMap::values);
            ensure(
                counts.all(|count| count <= tally.fights)
                    && done_in.all(|fights| *fights <= tally.fights)
                    && tally.over() <= tally.fights,
                "there is more than there were fights",
            )?;
            ensure(done.is_in_order(), "its fights are in no order")?;
            ensure(done.count() == tally.fights, "fights are missing")?;
        }
        let Some((first, others)) = self.arms.split_first() else {
            return Ok(());
        };
        ensure(first.pairs.is_empty(), "the first is compared with itself")?;
        let fit = |other: &Arm| other.pairs.iter().all(|pairs| is_of(pairs, first, other));
        ensure(
            others.iter().all(fit),
            "its pairs are not those of its fights",
        )
    }

    /// What the arms are called, each told from the others: what was varied, or the scenario by the end of its path, as much of it as it
    /// takes. One alone is called by both.
    #[must_use]
    pub fn labels(&self) -> Vec<String> {
        if let [arm] = self.arms.as_slice()
            && !arm.knobs.is_empty()
        {
            return vec![format!("{}, {}", tail(&arm.scenario, 1), arm.label(1))];
        }
        let named = |parts: usize| -> Vec<String> {
            let arms = self.arms.iter();
            arms.map(|arm| arm.label(parts)).collect()
        };
        let differ = |labels: &Vec<String>| {
            let labels: BTreeSet<&String> = labels.iter().collect();
            labels.len() == self.arms.len()
        };
        let mut labels = (1..=PARTS_MAX).map(named);
        labels.find(differ).unwrap_or_else(|| named(1))
    }

    /// The numbers of fights that were to be played and were not, of any arm. Where an interval was asked for, none are missing: it was
    /// narrow enough without them.
    #[must_use]
    pub fn missing(&self) -> Done {
        let mut missing = Done::default();
        if self.until.is_none() {
            for arm in &self.arms {
                missing.merge(&arm.done.gaps(self.fights));
            }
        }
        missing
    }

    /// The study without the arms of which no fight was played, but for the first where none was played of any.
    #[must_use]
    pub fn played(mut self) -> Self {
        let is_played = |arm: &Arm| arm.tally.fights > 0;
        if self.arms.iter().any(is_played) {
            self.arms.retain(is_played);
        } else {
            self.arms.truncate(1);
        }
        self
    }

    /// Adds the fights of another study of the same.
    ///
    /// # Errors
    /// If they are not of the same, or a fight is in both.
    pub fn merge(&mut self, other: &Self) -> Result<(), StudyError> {
        let same = |holds: bool, what| holds.then_some(()).ok_or(StudyError::Differ(what));
        same(self.seed == other.seed, "their seed")?;
        same(self.limits == other.limits, "their limits")?;
        same(self.policy == other.policy, "who decides for everybody")?;
        same(self.arms.len() == other.arms.len(), "what is varied")?;
        for (one, more) in self.arms.iter().zip(&other.arms) {
            same(one.knobs == more.knobs, "what is varied")?;
            same(one.cast == more.cast, FIGHTS)?;
            if let Some(fight) = one.done.overlap(&more.done) {
                return Err(StudyError::Twice(fight));
            }
        }
        same(
            self.fights == other.fights,
            "how many fights there are to be",
        )?;
        same(self.until == other.until, "how narrow intervals are to be")?;
        let sides = |study: &Self| -> Vec<Vec<String>> {
            let sides = |arm: &Arm| arm.pairs.iter().map(|pairs| pairs.side.clone()).collect();
            study.arms.iter().map(sides).collect()
        };
        same(sides(self) == sides(other), "what is compared")?;
        for (one, more) in self.arms.iter_mut().zip(&other.arms) {
            one.done.merge(&more.done);
            one.tally.merge(&more.tally);
            for (pairs, more) in one.pairs.iter_mut().zip(&more.pairs) {
                pairs.merge(more);
            }
        }
        Ok(())
    }
}
