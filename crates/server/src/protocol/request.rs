//! What clients send, and what can be asked of a table.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_table::{Habit, Numbers};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::Problem;
use super::reading::unreadable;

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
            message: unreadable::<Self>(text.as_bytes(), &error),
        })
    }

    /// The id of a message of which nothing else need be readable.
    pub(crate) fn id(text: &str) -> Option<u32> {
        #[derive(Deserialize)]
        struct Numbered {
            id: u32,
        }
        let read: Option<Numbered> = serde_json::from_str(text).ok();
        read.map(|numbered| numbered.id)
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
    /// Which run of updates; a table that was out of memory meanwhile has another one.
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
        /// The kind of window, as a question or the first message has it.
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
    /// What becomes of acts that a creature is offered for some place, where they are aimed at one that was not listed for them.
    AimedAt {
        /// Which.
        #[schema(value_type = u16)]
        who: CreatureId,
        /// Where.
        #[schema(value_type = Vec<i16>)]
        place: Cell,
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
    Why {},
    /// Rules with these words.
    Rules {
        /// The words, or the beginning of an id.
        query: String,
    },
    /// What the fight has come to.
    Account {},
    /// What was left by going on differently after an undo.
    Branches {},
    /// The whole log as far as the seat may hear it.
    Log {
        /// The number of the first line.
        since: u64,
    },
    /// The game master's: take back the last decision; the reply is `done`, as of all that follow.
    Undo {},
    /// The game master's: take back what a line of the log tells of, whoever decided it, and all that followed; the game is paused then.
    UndoFrom {
        /// The number of the line.
        line: u64,
    },
    /// The game master's: put what was taken back last in force again.
    Redo {},
    /// The game master's: drop the act in progress.
    Withdraw {},
    /// The game master's: go back to what was left.
    TakeBranch {
        /// Its number, from 1.
        number: usize,
    },
    /// The game master's: change something, such as `garret.hp 7`. It holds from before the act in progress on, which is begun anew with the
    /// dice and answers that it has; where it does not go on so, it is declined because it is `unfit`.
    Correct {
        /// What and to what.
        words: String,
        /// Whether the act in progress is dropped for it.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        instead: bool,
    },
    /// The game master's: creatures join the fight. While an act is in progress that holds as for a correction.
    Join {
        /// Their entries, as in a scenario: what stands below `[[creature]]`, or several of these.
        entries: String,
        /// Whether the players of other sides do not hear of it.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        hidden: bool,
    },
    /// The game master's: take a creature out of the fight for good.
    Remove {
        /// Which.
        #[schema(value_type = u16)]
        who: CreatureId,
    },
    /// The switches of the rulings; the reply is `switches`.
    Switches {},
    /// The game master's: set a switch from now on. While an act is in progress that holds as for a correction.
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
    /// Where the dice of one creature come from, or that they come from where all do: players say so of those they play.
    DiceOf {
        /// Whose.
        #[schema(value_type = u16)]
        who: CreatureId,
        /// Whether people roll them; nothing: as for all.
        #[serde(default)]
        #[ts(optional = nullable)]
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
    Seats {},
    /// The game master's: a new link; the reply is `link`.
    AddSeat {
        /// What sort of seat.
        role: Role,
        /// Whom a player plays.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        #[schema(value_type = Vec<u16>)]
        creatures: Vec<CreatureId>,
        /// What to call it, at most 40 letters.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        name: String,
    },
    /// The game master's: make a link worthless.
    Revoke {
        /// The seat.
        seat: u32,
    },
    /// The game master's: the same fight is played again at another table; whoever has this seat is told the link there, and nobody else is.
    LeadOn {
        /// The seat.
        seat: u32,
        /// The secret of its link at the other table.
        token: String,
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
