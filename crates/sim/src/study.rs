//! What was found out about one or more scenarios, as it is kept in a file and joined with what others have found out.

use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::arena::Limits;
use crate::batch::{Done, Pairs};
use crate::record::Cast;
use crate::tally::{CreatureTally, Tally};

/// The format of the file.
pub const FORMAT: u32 = 1;

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
    /// How many fights were to be played of each.
    pub fights: u64,
    /// What was played: one scenario, its variations, or two to compare.
    pub arms: Vec<Arm>,
    /// The two compared, fight by fight; empty where nothing is compared.
    pub pairs: Vec<Pairs>,
}

/// One scenario, or one variation of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Arm {
    /// The scenario, by the name of its file.
    pub scenario: String,
    /// What was varied, and what it was set to.
    pub knobs: Vec<(String, String)>,
    /// Who fights.
    pub cast: Cast,
    /// Which fights were played.
    pub done: Done,
    /// What they came to.
    pub tally: Tally,
}

impl Arm {
    /// What tells it from the others: what was varied, or the scenario.
    #[must_use]
    pub fn label(&self) -> String {
        if self.knobs.is_empty() {
            let path = Path::new(&self.scenario);
            let stem = path.file_stem().and_then(|stem| stem.to_str());
            return stem.unwrap_or(&self.scenario).to_owned();
        }
        let knobs = self.knobs.iter();
        let knobs = knobs.map(|(path, setting)| format!("{path} = {setting}"));
        knobs.collect::<Vec<_>>().join(", ")
    }
}

/// Why studies cannot be joined, or one cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StudyError {
    /// It cannot be read at all.
    #[error("this is no file of results: {0}")]
    Unread(String),
    /// It is of another format.
    #[error("this file of results is of format {0}; this program knows format {FORMAT}")]
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

impl Study {
    /// Reads a study from the text of a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Self, StudyError> {
        let study: Self =
            serde_json::from_str(text).map_err(|error| StudyError::Unread(error.to_string()))?;
        if study.format != FORMAT {
            return Err(StudyError::Format(study.format));
        }
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
            let ends = ends.fold(0_u64, |sum, count| sum.saturating_add(*count));
            ensure(ends == tally.fights, "not every fight has an end")?;
            let counts = |one: &CreatureTally| one.stands.max(one.fell());
            let mut counts = tally.creatures.iter().map(counts);
            ensure(
                counts.all(|count| count <= tally.fights) && tally.over() <= tally.fights,
                "there is more than there were fights",
            )?;
            ensure(done.is_in_order(), "its fights are in no order")?;
            ensure(done.count() == tally.fights, "fights are missing")?;
        }
        Ok(())
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
        same(self.content == other.content, "the content laid over")?;
        same(self.arms.len() == other.arms.len(), "what is varied")?;
        for (one, more) in self.arms.iter().zip(&other.arms) {
            same(one.knobs == more.knobs, "what is varied")?;
            same(one.cast == more.cast, "who fights")?;
            if let Some(fight) = one.done.overlap(&more.done) {
                return Err(StudyError::Twice(fight));
            }
        }
        same(
            self.fights == other.fights,
            "how many fights there are to be",
        )?;
        let sides = |study: &Self| -> Vec<String> {
            let pairs = study.pairs.iter();
            pairs.map(|pairs| pairs.side.clone()).collect()
        };
        same(sides(self) == sides(other), "what is compared")?;
        for (one, more) in self.arms.iter_mut().zip(&other.arms) {
            one.done.merge(&more.done);
            one.tally.merge(&more.tally);
        }
        for (one, more) in self.pairs.iter_mut().zip(&other.pairs) {
            one.merge(more);
        }
        Ok(())
    }
}
