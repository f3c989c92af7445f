//! What the server sends, and what it tells of a table without being asked.

use std::sync::Arc;

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_kernel::occasion::Occasion;
use affray_kernel::view::{MapView, TimeView};
use affray_table::{CreatureSeen, Habit, LogLine, Numbers, Standing};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Problem, Reply, Role, Seat};

/// What the server sends on the socket.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The first message.
    Welcome {
        /// The table.
        table: TableInfo,
        /// Where one sits.
        seat: Seat,
        /// The kinds of windows in which creatures are asked, in words.
        occasions: Vec<Occasion>,
        /// The run of updates that follows.
        run: u32,
    },
    /// Something has changed.
    Update(Box<Update>),
    /// The same fight is played again at another table; told anew to whoever comes back while this one is in memory.
    LedOn {
        /// The secret of one's own link there.
        token: String,
    },
    /// The answer to a request.
    Reply {
        /// Of which id.
        id: u32,
        /// What it is.
        reply: Reply,
    },
    /// Why a request was not taken.
    Problem {
        /// Of which id; nothing where the message had none that can be read.
        id: Option<u32>,
        /// What is wrong.
        problem: Problem,
    },
}

/// A table, as everybody at it may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS, ToSchema)]
pub struct TableInfo {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The word for its system.
    pub system: String,
    /// The full name of its system.
    pub system_name: String,
}

/// What has changed for a seat. What is not there is as before.
#[derive(Clone, PartialEq, Debug, Default, Serialize, TS)]
pub struct Update {
    /// Its number: one more than that of the update before, the first being any. It is given back as `seen`.
    pub number: u32,
    /// Whether it holds everything: what was known before is to be forgotten, the log included.
    pub whole: bool,
    /// Creatures that are new or different.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<CreatureSeen>>", optional)]
    pub creatures: Vec<CreatureSeen>,
    /// Creatures that are no longer seen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<CreatureId>>", optional)]
    pub gone: Vec<CreatureId>,
    /// Where the system stands in its own idea of time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub time: Option<TimeView>,
    /// The map.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub map: Option<Arc<MapView>>,
    /// Things lying about, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub things: Option<Vec<(Cell, String)>>,
    /// The names of the sides, by number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub sides: Option<Vec<String>>,
    /// Those who are asked and have not answered, as far as the seat may know.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub asked: Option<Vec<CreatureId>>,
    /// Where the fight stands: who is asked what, what is to be rolled, or the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub standing: Option<Standing>,
    /// Lines of the log that are new, or (by their numbers) different. A table that was out of memory meanwhile tells what is in force, and
    /// begins counting anew: lines that were undone, and remarks, are no part of its log then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<LogLine>>", optional)]
    pub log: Vec<LogLine>,
    /// What the act in progress has shown so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub progress: Option<Vec<LogLine>>,
    /// What holds at this table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub settings: Option<Settings>,
    /// Who sits at the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub people: Option<Vec<Person>>,
}

/// What holds at a table, as far as a seat may know it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, TS)]
pub struct Settings {
    /// Whether people roll the dice and type what they show.
    pub real_dice: bool,
    /// Creatures of which it was said whose dice they have, whatever holds for all, and whether people roll them.
    pub dice_of: Vec<(CreatureId, bool)>,
    /// Whether the game is paused.
    pub paused: bool,
    /// Whether anything of the fight has happened yet of which the seat may read. What the game master sets beforehand is no part of it.
    pub begun: bool,
    /// What players are told of the numbers of creatures of other sides.
    pub numbers: Numbers,
    /// Creatures that the game master hides; known to game masters alone.
    pub hidden: Vec<CreatureId>,
    /// Who plays whom (`person`, or a policy), of the creatures that the seat plays; a game master sees all.
    pub controls: Vec<(CreatureId, String)>,
    /// What creatures do of themselves where they are asked in windows of a kind, of the same creatures.
    pub habits: Vec<(CreatureId, String, Habit)>,
}

/// Somebody at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct Person {
    /// The seat.
    pub seat: u32,
    /// What it is called.
    pub name: String,
    /// What sort of seat.
    pub role: Role,
    /// Whom they play.
    pub creatures: Vec<CreatureId>,
    /// Whether somebody sits there now.
    pub here: bool,
}
