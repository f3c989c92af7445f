//! What goes between the table and whoever sits at it: the messages of the socket, and the same requests over HTTP.
//!
//! A client opens the socket, says [`Hello`], and is welcomed. From then on it hears [`Update`]s, numbered without gaps, that it lays over
//! what it has, and asks [`Request`]s, each answered once by a [`Reply`] or a [`Problem`] with the same id. A client that comes back says
//! which update it has last seen, and is sent those it has missed, or everything anew.

mod examples;

use std::sync::Arc;

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_kernel::view::{MapView, TimeView};
use affray_table::{
    AccountSeen, Advice, AreaSeen, BranchSeen, ChanceReport, CreatureSeen, Declined, Habit,
    Impossible, LogLine, Numbers, OfferGroup, RuleText, SectionSeen, Standing, SwitchSeen,
};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

pub use examples::examples;

/// What a client sends on the socket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "is", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message, and only that.
    Hello(Hello),
    /// Something that is answered by a reply or a problem with the same id.
    Ask {
        /// Chosen by the client; no number is used twice on one connection.
        id: u32,
        /// What is asked.
        request: Request,
    },
}

impl ClientMessage {
    /// A message as it was meant.
    ///
    /// # Errors
    /// What cannot be read of it.
    pub fn read(text: &str) -> Result<Self, Problem> {
        serde_json::from_str(text).map_err(|error| Problem::Unreadable {
            message: error.to_string(),
        })
    }
}

/// Who comes to the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The secret of the link.
    pub token: String,
    /// What the others may call whoever sits here, at most [`NAME_MAX`] letters.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub name: Option<String>,
    /// What the client has seen already.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub have: Option<Seen>,
}

/// The letters that a display name may have at most.
pub const NAME_MAX: usize = 40;

/// A place in the updates of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// Which run of updates; a server that was started anew has another one.
    pub run: u32,
    /// The number of the last one.
    pub number: u32,
}

/// What can be asked of a table, on the socket and over HTTP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "is", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Do or answer something for a creature; the reply is `done`.
    Act {
        /// Whose act it is.
        #[schema(value_type = u16)]
        who: CreatureId,
        /// The act in words, as offers have it.
        words: String,
        /// The number of the last update that the sender has seen. The act is declined if something has happened since.
        #[serde(default)]
        #[ts(optional)]
        seen: Option<u32>,
    },
    /// Answer what silence means; the reply is `done`.
    Pass {
        /// Whose answer it is.
        #[schema(value_type = u16)]
        who: CreatureId,
        /// As for an act.
        #[serde(default)]
        #[ts(optional)]
        seen: Option<u32>,
    },
    /// Say what dice show that somebody has rolled, as faces (`4 3`) or as a total (`=7`); the reply is `done`.
    Roll {
        /// What they show.
        words: String,
        /// As for an act.
        #[serde(default)]
        #[ts(optional)]
        seen: Option<u32>,
    },
    /// Answer of itself in windows of a kind from now on, or no longer; the reply is `done`.
    Habit {
        /// Whose answers.
        #[schema(value_type = u16)]
        who: CreatureId,
        /// The kind of window, as a question has it.
        window: String,
        /// What it does.
        #[schema(value_type = String)]
        habit: Habit,
    },
    /// What a creature may do now.
    Offers {
        /// Which.
        #[schema(value_type = u16)]
        who: CreatureId,
    },
    /// The odds of an act.
    Odds {
        /// Whose.
        #[schema(value_type = u16)]
        who: CreatureId,
        /// The act in words.
        words: String,
    },
    /// What an act would be made of: the sum that it turns on, before any dice are thrown, and what it covers.
    Preview {
        /// Whose.
        #[schema(value_type = u16)]
        who: CreatureId,
        /// The act in words.
        words: String,
    },
    /// The sheet of a creature, with what its figures are made of.
    Sheet {
        /// Whose.
        #[schema(value_type = u16)]
        who: CreatureId,
    },
    /// The best commands of whoever has to act.
    Advise {
        /// Whose; without it whoever has to act first.
        #[serde(default)]
        #[ts(optional)]
        #[schema(value_type = Option<u16>)]
        who: Option<CreatureId>,
        /// `greedy` or `search:60`.
        policy: String,
    },
    /// The dice, sums and rules behind what happened last.
    Why,
    /// Rules with these words.
    Rules {
        /// The words, or the beginning of an id.
        query: String,
    },
    /// What the fight has come to.
    Account,
    /// What was left by going on differently after an undo.
    Branches,
    /// The whole log as far as the seat may hear it.
    Log {
        /// The number of the first line.
        since: u64,
    },
    /// The game master's: take back the last decision; the reply is `done`, as of all that follow.
    Undo,
    /// The game master's: put it in force again.
    Redo,
    /// The game master's: drop the act in progress.
    Withdraw,
    /// The game master's: go back to what was left.
    TakeBranch {
        /// Its number, from 1.
        number: usize,
    },
    /// The game master's: change something, such as `garret.hp 7`.
    Correct {
        /// What and to what.
        words: String,
    },
    /// The game master's: creatures join the fight.
    Join {
        /// Their entries, as in a scenario: what stands below `[[creature]]`, or several of these.
        entries: String,
        /// Whether the players of other sides do not hear of it.
        #[serde(default)]
        hidden: bool,
    },
    /// The game master's: take a creature out of the fight for good.
    Remove {
        /// Which.
        #[schema(value_type = u16)]
        who: CreatureId,
    },
    /// The switches of the rulings; the reply is `switches`.
    Switches,
    /// The game master's: set a switch from now on.
    Rule {
        /// Its name.
        switch: String,
        /// Where it is to stand: one of its words, or a number.
        value: String,
    },
    /// The game master's: who plays a creature.
    Control {
        /// Which.
        #[schema(value_type = u16)]
        who: CreatureId,
        /// `person`, or a policy.
        by: String,
    },
    /// The game master's: where dice come from.
    Dice {
        /// Whether people roll them.
        real: bool,
    },
    /// The game master's: where the dice of one creature come from, or that they come from where all do.
    DiceOf {
        /// Whose.
        #[schema(value_type = u16)]
        who: CreatureId,
        /// Whether people roll them; nothing: as for all.
        real: Option<bool>,
    },
    /// The game master's: what players are told of the numbers of creatures of other sides.
    Numbers {
        /// What.
        #[schema(value_type = String)]
        numbers: Numbers,
    },
    /// The game master's: hide a creature from the players of other sides, or reveal it.
    Hide {
        /// Which.
        #[schema(value_type = u16)]
        who: CreatureId,
        /// Whether it is hidden.
        hidden: bool,
    },
    /// The game master's: nobody else may act, and nothing happens by itself; or the game goes on.
    Pause {
        /// Whether it is paused.
        paused: bool,
    },
    /// The game master's: who has links to this table; the reply is `seats`.
    Seats,
    /// The game master's: a new link; the reply is `link`.
    AddSeat {
        /// What sort of seat.
        role: Role,
        /// Whom a player plays.
        #[serde(default)]
        #[schema(value_type = Vec<u16>)]
        creatures: Vec<CreatureId>,
        /// What to call it.
        #[serde(default)]
        name: String,
    },
    /// The game master's: make a link worthless.
    Revoke {
        /// The seat.
        seat: u32,
    },
}

/// What a link lets somebody be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Sees and may do everything.
    GameMaster,
    /// Plays some creatures.
    Player,
    /// Looks on.
    Watcher,
}

/// What the table answers.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Reply {
    /// It was done, and is on disk.
    Done,
    /// What a creature may do.
    Offers {
        /// The number of the last update when they were found.
        seen: u32,
        /// By their first words.
        #[schema(value_type = Vec<Object>)]
        groups: Vec<OfferGroup>,
        /// What it may not do now, and why.
        #[schema(value_type = Vec<Object>)]
        impossible: Vec<Impossible>,
    },
    /// The odds.
    Odds {
        /// What they are.
        #[schema(value_type = Object)]
        report: Box<ChanceReport>,
    },
    /// What an act would be made of.
    Preview {
        /// The sums; none where nothing is rolled for.
        #[schema(value_type = Vec<Object>)]
        lines: Vec<LogLine>,
        /// What it covers, where it affects an area.
        #[schema(value_type = Option<Object>)]
        area: Option<AreaSeen>,
    },
    /// The sheet of a creature.
    Sheet {
        /// Its parts; none where its numbers are not for the seat.
        #[schema(value_type = Vec<Object>)]
        sections: Vec<SectionSeen>,
    },
    /// The best commands.
    Advice {
        /// What they are.
        #[schema(value_type = Object)]
        advice: Box<Advice>,
    },
    /// Dice, sums and rules behind what happened last.
    Why {
        /// The lines.
        #[schema(value_type = Vec<Object>)]
        lines: Vec<LogLine>,
        /// The rules behind them.
        #[schema(value_type = Vec<Object>)]
        rules: Vec<RuleText>,
    },
    /// Rules.
    Rules {
        /// Which.
        #[schema(value_type = Vec<Object>)]
        rules: Vec<RuleText>,
    },
    /// What the fight has come to.
    Account {
        /// All of it.
        #[schema(value_type = Object)]
        account: Box<AccountSeen>,
    },
    /// What was left.
    Branches {
        /// All of it.
        #[schema(value_type = Vec<Object>)]
        branches: Vec<BranchSeen>,
    },
    /// Lines of the log.
    Log {
        /// Which.
        #[schema(value_type = Vec<Object>)]
        lines: Vec<LogLine>,
    },
    /// The switches of the rulings.
    Switches {
        /// All of them.
        #[schema(value_type = Vec<Object>)]
        switches: Vec<SwitchSeen>,
    },
    /// Who has links.
    Seats {
        /// All that were not revoked.
        seats: Vec<Seat>,
    },
    /// A new link. Its secret is told this once.
    Link {
        /// The seat.
        seat: Seat,
        /// The secret.
        token: String,
    },
}

/// Why something was not taken. Nothing has changed.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Problem {
    /// The fight does not allow it.
    Declined {
        /// Why.
        #[schema(value_type = Object)]
        why: Declined,
        /// The same in a sentence.
        message: String,
    },
    /// Something has happened that the sender has not seen yet.
    Stale {
        /// What, in sentences.
        changed: Vec<String>,
    },
    /// The seat may not do that.
    NotYours {
        /// Why.
        message: String,
    },
    /// The message makes no sense.
    Unreadable {
        /// Why.
        message: String,
    },
    /// An id was used twice on one connection.
    Repeated {
        /// Which.
        id: u32,
    },
    /// Too much at once.
    TooFast {
        /// How many thousandths of a second to wait.
        wait: u64,
    },
    /// There is no such table or link, or no longer.
    Unknown {
        /// What there is not.
        message: String,
    },
    /// A limit of the server is reached.
    Limit {
        /// Which.
        message: String,
    },
    /// A scenario or a journal has mistakes.
    Mistakes {
        /// All of them, each at its place.
        mistakes: Vec<Mistake>,
    },
    /// The server has failed; what is wrong is in its log.
    Failed {
        /// In short.
        message: String,
    },
}

/// A mistake in a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS, ToSchema)]
pub struct Mistake {
    /// The file that it is in.
    pub file: String,
    /// Its line, from 1; 0 where it has none.
    pub line: usize,
    /// Its column, from 1; 0 where it has none.
    pub column: usize,
    /// The same place as a path of keys, such as `creature[2].at`; empty for the whole file.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub hint: Option<String>,
}

/// A seat at a table, as its game master sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS, ToSchema)]
pub struct Seat {
    /// Its number.
    pub id: u32,
    /// What sort of seat it is.
    pub role: Role,
    /// Whom a player plays.
    #[schema(value_type = Vec<u16>)]
    pub creatures: Vec<CreatureId>,
    /// What it is called.
    pub name: String,
    /// How many sit on it at present.
    pub connected: usize,
}

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
        /// The run of updates that follows.
        run: u32,
    },
    /// Something has changed.
    Update(Box<Update>),
    /// The answer to a request.
    Reply {
        /// Of which id.
        id: u32,
        /// What it is.
        reply: Reply,
    },
    /// Why a request was not taken.
    Problem {
        /// Of which id; nothing where the message had none.
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
    /// Its number: one more than that of the update before. It is given back as `seen`.
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
    /// Lines of the log that are new, or (by their numbers) different.
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
    /// Creatures whose dice come from elsewhere than those of the fight, and whether people roll them.
    pub dice_of: Vec<(CreatureId, bool)>,
    /// Whether the game is paused.
    pub paused: bool,
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
