//! What is answered to a request.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_table::{
    AccountSeen, Advice, AreaSeen, BranchSeen, ChanceReport, CircumstanceSeen, Declined,
    Impossible, LogLine, OfferGroup, RuleText, SectionSeen, SettableSeen, SwitchSeen,
};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::Role;

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
        /// What in it comes of where everybody is: who flanks, what covers.
        #[schema(value_type = Vec<Object>)]
        circumstances: Vec<CircumstanceSeen>,
        /// What the spell, the power or the magic of a thing does that it uses.
        #[schema(required = true)]
        magic: Option<String>,
        /// What it covers, where it affects an area.
        #[schema(value_type = Option<Object>, required = true)]
        area: Option<AreaSeen>,
        /// The places that it leads whoever does it to, in order; none where it stays in its place.
        #[schema(value_type = Vec<Vec<i16>>)]
        way: Vec<Cell>,
    },
    /// The sheet of a creature.
    Sheet {
        /// Its parts; none where its numbers are not for the seat.
        #[schema(value_type = Vec<Object>)]
        sections: Vec<SectionSeen>,
        /// What of it, and of what its things are, the game master can correct; nothing for others.
        #[schema(value_type = Vec<Object>)]
        settable: Vec<SettableSeen>,
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

/// Why something was not taken. Nothing has changed, but for one thing: whoever an act that is declined because it `comes-upon` them was hidden
/// from by the game master is hidden no longer.
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
    /// Too much at once: a connection, and over HTTP a seat, may ask 20 requests a second in the long run, and 60 at once.
    TooFast {
        /// How many thousandths of a second to wait.
        wait: u64,
    },
    /// Nothing has that name, number or secret, or no longer: table, link, seat, creature, scenario and whatever else is asked for by one.
    Unknown {
        /// What there is not.
        message: String,
    },
    /// A limit of the server is reached: later it may be possible.
    Limit {
        /// Which.
        message: String,
    },
    /// It is longer, or asks for more, than may be at once: the same is not possible later either.
    TooMuch {
        /// What there may be at most.
        message: String,
    },
    /// A scenario or a journal has mistakes.
    Mistakes {
        /// All of them, each at its place.
        mistakes: Vec<Mistake>,
        /// Whether some of them kept others from being looked for: more may be found when these are mended.
        hide_others: bool,
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
    #[schema(required = true)]
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
    /// What these are called.
    pub plays: Vec<String>,
    /// What it is called.
    pub name: String,
    /// How many sit on it at present.
    pub connected: usize,
}
