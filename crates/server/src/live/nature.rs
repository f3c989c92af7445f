//! What sort of request each is: who may make it, and what becomes of it. No request is without its line here.

use affray_kernel::CreatureId;

use crate::protocol::Request;

/// How many letters an act, a correction or a query may have.
const WORDS_MAX: usize = 2_000;

/// How many letters the entries of creatures may have that join at once.
const ENTRIES_LETTERS_MAX: usize = 10_000;

/// Who may make a request; the game master always may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Right {
    /// Whoever has a seat. What they are told is what their seat may know.
    Anybody,
    /// Who plays that creature.
    Player(CreatureId),
    /// Whose dice are awaited.
    Roller,
    /// Nobody else.
    GameMaster,
}

/// What becomes of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// It is answered at once, and nothing changes.
    Question,
    /// The rules are run many times for the answer, and nothing changes.
    LongQuestion,
    /// The fight goes on with it.
    Decision,
    /// The fight may have an entry more by it, though nobody has decided anything.
    Change,
    /// Something else holds at the table.
    Setting,
    /// Lines of the log that were told become others. What it puts in force again brings the fight to no more entries than it had.
    GoingBack,
    /// It is about who sits here.
    Seating,
}

/// What sort of request one is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Nature {
    pub(super) right: Right,
    pub(super) kind: Kind,
}

impl Request {
    /// What sort of request it is.
    pub(super) const fn nature(&self) -> Nature {
        let (right, kind) = match self {
            Self::Act { who, .. } | Self::Pass { who, .. } => (Right::Player(*who), Kind::Decision),
            Self::Roll { .. } => (Right::Roller, Kind::Decision),
            Self::Habit { who, .. } => (Right::Player(*who), Kind::Change),
            Self::Offers { .. }
            | Self::AimedAt { .. }
            | Self::Preview { .. }
            | Self::Sheet { .. }
            | Self::Why {}
            | Self::Rules { .. }
            | Self::Account {}
            | Self::Branches {}
            | Self::Log { .. }
            | Self::Switches {} => (Right::Anybody, Kind::Question),
            Self::Odds { .. } | Self::Advise { .. } => (Right::Anybody, Kind::LongQuestion),
            Self::Undo {}
            | Self::UndoFrom { .. }
            | Self::Redo {}
            | Self::Withdraw {}
            | Self::TakeBranch { .. } => (Right::GameMaster, Kind::GoingBack),
            Self::Correct { .. } | Self::Join { .. } | Self::Remove { .. } | Self::Rule { .. } => {
                (Right::GameMaster, Kind::Change)
            }
            Self::Control { .. }
            | Self::Dice { .. }
            | Self::Numbers { .. }
            | Self::Hide { .. }
            | Self::Pause { .. } => (Right::GameMaster, Kind::Setting),
            Self::DiceOf { who, .. } => (Right::Player(*who), Kind::Setting),
            Self::Seats {} | Self::AddSeat { .. } | Self::Revoke { .. } | Self::LeadOn { .. } => {
                (Right::GameMaster, Kind::Seating)
            }
        };
        Nature { right, kind }
    }

    /// Whether it is a question.
    pub(super) const fn changes_nothing(&self) -> bool {
        matches!(self.nature().kind, Kind::Question | Kind::LongQuestion)
    }

    /// Whether lines of the log that were told become others by it.
    pub(super) const fn rewrites(&self) -> bool {
        matches!(self.nature().kind, Kind::GoingBack)
    }

    /// Whether the fight may have an entry more by it.
    pub(super) const fn makes_entries(&self) -> bool {
        matches!(self.nature().kind, Kind::Decision | Kind::Change)
    }

    /// Whether content is read for it or much of the log told anew. Everything else takes less time than to find others who work meanwhile.
    pub(super) const fn takes_a_while(&self) -> bool {
        self.rewrites() || matches!(self, Self::Join { .. })
    }

    /// How many letters somebody has typed at the longest place, and how many that may be.
    pub(super) fn letters(&self) -> (usize, usize) {
        let letters = |text: &str| text.chars().count();
        let longest = match self {
            Self::Join { entries, .. } => return (letters(entries), ENTRIES_LETTERS_MAX),
            Self::Act { words, .. }
            | Self::Roll { words, .. }
            | Self::Odds { words, .. }
            | Self::Preview { words, .. }
            | Self::Correct { words, .. } => letters(words),
            Self::Rules { query } => letters(query),
            Self::Habit { window, .. } => letters(window),
            Self::Advise { policy, .. } => letters(policy),
            Self::Control { by, .. } => letters(by),
            Self::AddSeat { name, .. } => letters(name),
            Self::LeadOn { token, .. } => letters(token),
            Self::Rule { switch, value } => letters(switch).max(letters(value)),
            Self::Pass { .. }
            | Self::Offers { .. }
            | Self::AimedAt { .. }
            | Self::Sheet { .. }
            | Self::Why {}
            | Self::Account {}
            | Self::Branches {}
            | Self::Log { .. }
            | Self::Undo {}
            | Self::UndoFrom { .. }
            | Self::Redo {}
            | Self::Withdraw {}
            | Self::TakeBranch { .. }
            | Self::Remove { .. }
            | Self::Switches {}
            | Self::Dice { .. }
            | Self::DiceOf { .. }
            | Self::Numbers { .. }
            | Self::Hide { .. }
            | Self::Pause { .. }
            | Self::Seats {}
            | Self::Revoke { .. } => 0,
        };
        (longest, WORDS_MAX)
    }
}
