//! What one fight came to, as statistics take it.

use std::sync::Arc;

use affray_kernel::TimeUnit;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who fights, the same in every fight of a batch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cast {
    /// The system, by its id.
    pub system: String,
    /// The names of the sides, by number.
    pub sides: Vec<String>,
    /// The creatures, by id.
    pub creatures: Vec<Role>,
    /// What game time is counted in.
    pub unit: Unit,
    /// A number that follows from everything about the fight before it starts, and from who decides for whom.
    pub fingerprint: String,
}

/// A creature of the cast.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Role {
    /// Its name.
    pub name: String,
    /// Its side, by number.
    #[serde(rename = "side_number")]
    pub side: u8,
    /// The policy that plays it.
    pub policy: String,
    /// Its gauges by name, the most important first.
    pub gauges: Vec<String>,
}

/// A unit of game time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Unit {
    /// Its word: "round", "count".
    pub name: String,
    /// How long it is in thousandths of a second; 0 where the book does not say.
    pub milliseconds: u32,
}

impl Unit {
    /// So many of them in seconds, where the book says how long one is.
    #[must_use]
    pub fn seconds(&self, count: f64) -> Option<f64> {
        (self.milliseconds > 0).then(|| count * f64::from(self.milliseconds) / 1000.0)
    }
}

impl From<TimeUnit> for Unit {
    fn from(unit: TimeUnit) -> Self {
        Self {
            name: unit.name.to_owned(),
            milliseconds: unit.milliseconds,
        }
    }
}

/// How a fight has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// That side has won.
    Won(u8),
    /// Nobody has won.
    Drawn,
    /// It was not over when it reached a limit.
    Unfinished,
    /// The rules ran into a limit, or nobody decided where somebody had to.
    Failed,
}

/// What one fight came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FightRecord {
    /// Its number.
    pub number: u64,
    /// How it has ended.
    pub ending: Ending,
    /// How many entries its journal would have.
    pub entries: u32,
    /// How many units of game time it took.
    pub time: u32,
    /// Since which unit of game time the same has happened again and again, where that is so: it would never be over.
    pub standstill: Option<u32>,
    /// What became of the creatures, by id.
    pub creatures: Vec<CreatureRecord>,
}

/// What became of a creature in one fight.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CreatureRecord {
    /// Whether it can still take part at the end.
    pub stands: bool,
    /// At which unit of time it first fell, if it did.
    pub fell: Option<u32>,
    /// By whose doing, if by anybody's: the creature's id.
    pub felled_by: Option<u16>,
    /// Harm done to others.
    pub dealt: i32,
    /// Harm taken.
    pub taken: i32,
    /// Its gauges at the end: name, what is left, what it is filled up to.
    pub left: Vec<(&'static str, i16, i16)>,
    /// What it spent, and how much.
    pub spent: Vec<(String, i32)>,
    /// What it did, by kind.
    pub deeds: Vec<Deed>,
}

/// What a creature did of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// The kind, in words: "strike", "cast fire bolt".
    pub kind: Arc<str>,
    /// How often.
    pub uses: u32,
    /// The harm to others that came of it.
    pub dealt: i32,
}

impl FightRecord {
    /// The part of the winners' main gauge that is left, in millionths; `None` where nobody has won. `cast` is the fight's.
    #[must_use]
    pub fn margin(&self, cast: &Cast) -> Option<u32> {
        let Ending::Won(winner) = self.ending else {
            return None;
        };
        let of_winner = cast.creatures.iter().zip(&self.creatures);
        let of_winner = of_winner.filter(|(role, _)| role.side == winner);
        let main = of_winner.filter_map(|(_, creature)| creature.left.first());
        let (mut left, mut whole) = (0_i64, 0_i64);
        for (_, available, maximum) in main {
            left += i64::from(*available).max(0);
            whole += i64::from(*maximum).max(0);
        }
        let part = (left * 1_000_000).checked_div(whole)?;
        u32::try_from(part).ok()
    }
}
