//! Skills: those that defend, those that rules test, and those that affect initiative (`defend-skills/list`,
//! `initiative-skills/list`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::state::Segment;

/// The thirteen defend skills (`on-guard/allowed-skills`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum DefendSkill {
    Dodge,
    Evade,
    Block,
    Parry,
    Deflect,
    Thwart,
    Sidestep,
    Elude,
    Repel,
    EvasiveAction,
    Aegis,
    Buffer,
    Screen,
}

impl DefendSkill {
    /// All of them, in the book's order.
    pub const ALL: [Self; 13] = [
        Self::Dodge,
        Self::Evade,
        Self::Block,
        Self::Parry,
        Self::Deflect,
        Self::Thwart,
        Self::Sidestep,
        Self::Elude,
        Self::Repel,
        Self::EvasiveAction,
        Self::Aegis,
        Self::Buffer,
        Self::Screen,
    ];

    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dodge => "Dodge",
            Self::Evade => "Evade",
            Self::Block => "Block",
            Self::Parry => "Parry",
            Self::Deflect => "Deflect",
            Self::Thwart => "Thwart",
            Self::Sidestep => "Sidestep",
            Self::Elude => "Elude",
            Self::Repel => "Repel",
            Self::EvasiveAction => "Evasive Action",
            Self::Aegis => "Aegis",
            Self::Buffer => "Buffer",
            Self::Screen => "Screen",
        }
    }

    /// Whether it stops the attack with a weapon or shield rather than making it miss (`defence/avert`).
    #[must_use]
    pub const fn averts(self) -> bool {
        matches!(
            self,
            Self::Block | Self::Parry | Self::Deflect | Self::Thwart
        )
    }

    /// Whether heavy armour hampers it (`impact/drawbacks`).
    #[must_use]
    pub const fn is_hampered_by_armor(self) -> bool {
        matches!(
            self,
            Self::Dodge | Self::Evade | Self::Sidestep | Self::Elude
        )
    }

    /// Whether a disabled leg hampers it (`damage-effects/disable`).
    #[must_use]
    pub const fn needs_legs(self) -> bool {
        self.is_hampered_by_armor() || matches!(self, Self::EvasiveAction)
    }
}

/// Checks that rules impose (`check/missing-score`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum CheckSkill {
    Stamina,
    Awareness,
    Concentration,
    Search,
    Stealth,
    Disengage,
}

impl CheckSkill {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Stamina,
        Self::Awareness,
        Self::Concentration,
        Self::Search,
        Self::Stealth,
        Self::Disengage,
    ];

    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stamina => "Stamina",
            Self::Awareness => "Awareness",
            Self::Concentration => "Concentration",
            Self::Search => "Search",
            Self::Stealth => "Stealth",
            Self::Disengage => "Disengage",
        }
    }
}

/// The mark of an initiative-affecting skill (`initiative-skills/list`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tier {
    /// No mark.
    Basic,
    /// Marked E.
    Expert,
    /// Marked M.
    Master,
}

/// The twenty-five skills that affect initiative (`initiative-skills/list`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum InitiativeSkill {
    Charge,
    DiligentPath,
    Hopping,
    Pounce,
    RushMoves,
    Swoop,
    Bounding,
    MobileShot,
    MobileStrike,
    Ram,
    Rapidity,
    RideByStrike,
    RollingStrike,
    RunningCast,
    RunningShot,
    Trample,
    Acrobatic,
    Aerobatics,
    Backstab,
    CollidingStrike,
    DivingStrike,
    Drag,
    GreatLeap,
    RapidCast,
    Skipping,
}

impl InitiativeSkill {
    /// All of them, in the book's order.
    pub const ALL: [Self; 25] = [
        Self::Charge,
        Self::DiligentPath,
        Self::Hopping,
        Self::Pounce,
        Self::RushMoves,
        Self::Swoop,
        Self::Bounding,
        Self::MobileShot,
        Self::MobileStrike,
        Self::Ram,
        Self::Rapidity,
        Self::RideByStrike,
        Self::RollingStrike,
        Self::RunningCast,
        Self::RunningShot,
        Self::Trample,
        Self::Acrobatic,
        Self::Aerobatics,
        Self::Backstab,
        Self::CollidingStrike,
        Self::DivingStrike,
        Self::Drag,
        Self::GreatLeap,
        Self::RapidCast,
        Self::Skipping,
    ];

    /// Its bit in [`Sheet::skills`](super::Sheet::skills).
    #[must_use]
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }

    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Charge => "Charge",
            Self::DiligentPath => "Diligent Path",
            Self::Hopping => "Hopping",
            Self::Pounce => "Pounce",
            Self::RushMoves => "Rush Moves",
            Self::Swoop => "Swoop",
            Self::Bounding => "Bounding",
            Self::MobileShot => "Mobile Shot",
            Self::MobileStrike => "Mobile Strike",
            Self::Ram => "Ram",
            Self::Rapidity => "Rapidity",
            Self::RideByStrike => "Ride-By Strike",
            Self::RollingStrike => "Rolling Strike",
            Self::RunningCast => "Running Cast",
            Self::RunningShot => "Running Shot",
            Self::Trample => "Trample",
            Self::Acrobatic => "Acrobatic",
            Self::Aerobatics => "Aerobatics",
            Self::Backstab => "Backstab",
            Self::CollidingStrike => "Colliding Strike",
            Self::DivingStrike => "Diving Strike",
            Self::Drag => "Drag",
            Self::GreatLeap => "Great Leap",
            Self::RapidCast => "Rapid Cast",
            Self::Skipping => "Skipping",
        }
    }

    /// Its mark (`initiative-skills/list`).
    #[must_use]
    pub const fn tier(self) -> Tier {
        match self {
            Self::Charge
            | Self::DiligentPath
            | Self::Hopping
            | Self::Pounce
            | Self::RushMoves
            | Self::Swoop => Tier::Basic,
            Self::Bounding
            | Self::MobileShot
            | Self::MobileStrike
            | Self::Ram
            | Self::Rapidity
            | Self::RideByStrike
            | Self::RollingStrike
            | Self::RunningCast
            | Self::RunningShot
            | Self::Trample => Tier::Expert,
            _ => Tier::Master,
        }
    }

    /// Its mark in words: "Expert" (`initiative-skills/list`).
    #[must_use]
    pub const fn mark(self) -> &'static str {
        match self.tier() {
            Tier::Basic => "Basic",
            Tier::Expert => "Expert",
            Tier::Master => "Master",
        }
    }

    /// Whether it is an item of its own; the others change what their owner does otherwise
    /// (`initiative-skills/move-or-speed`).
    #[must_use]
    pub const fn is_item(self) -> bool {
        !matches!(
            self,
            Self::RushMoves | Self::Rapidity | Self::Backstab | Self::RapidCast
        )
    }

    /// The first segment in which it can be used (`initiative-skills/common-frame`).
    #[must_use]
    pub const fn earliest(self) -> Segment {
        match self {
            Self::Backstab => Segment::Ambush,
            Self::Hopping
            | Self::RushMoves
            | Self::MobileShot
            | Self::RunningCast
            | Self::RunningShot
            | Self::Skipping => Segment::Ranged,
            _ => Segment::Melee,
        }
    }
}
