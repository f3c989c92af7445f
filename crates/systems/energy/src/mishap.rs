//! What goes wrong, as facts tell it: acts that come to nothing, attempts that fail, movements that end before their goal. Nothing changes by
//! it but the log.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use serde::{Deserialize, Serialize};

use super::act::{Action, Maneuver};
use super::state::{Condition, ItemId, PowerId};

/// Something that was begun, or meant, and cannot be done any more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lost {
    /// Who would have done it.
    pub who: CreatureId,
    /// What.
    pub deed: Deed,
    /// The number of the rule against it.
    pub rule: u16,
    /// What the rule says of it, as a refusal does.
    pub why: String,
}

/// What cannot be done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// An action, begun or claimed.
    Action(Action),
    /// An Agile Move.
    AgileMove(Cell),
}

/// How somebody fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Failure {
    /// It does not get free from that holder, or from its bonds (`maneuvers/restrained-escape`).
    Escape(Option<CreatureId>),
    /// What it wants to break down stands (`gaps/break-down`).
    BreakDown,
    /// All from whom it wants to hide notice it (`gaps/awareness`).
    Hide,
    /// The missile slips from its hand (`conditions/shaken`).
    Load(ItemId),
    /// What it takes up slips from its hand (`conditions/shaken`).
    Slips(ItemId),
    /// Whoever its Combat Maneuver hit resists it (`maneuvers/fortitude-save`).
    Resisted(CreatureId, Maneuver),
    /// It loses the Initiative to whomever it has challenged (`initiative/lose`).
    Initiative(CreatureId),
    /// It has made the Initiative roll of the Round before (`initiative/auto-fail`).
    Rolled,
    /// It may spend no Stamina any more and runs instead of sprinting (`actions/sprint`).
    Sprint,
    /// It may spend no Stamina any more and attacks without that power.
    Boost(PowerId),
}

/// What ends a movement before its goal, if its mover does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Halt {
    /// It lies, is held, or has become too slow for another metre.
    Condition(Condition),
    /// Somebody is in the way.
    InTheWay(CreatureId),
    /// A wall or a closed door is, or there is no floor.
    Barred,
    /// Its pace leads no farther.
    Pace,
    /// What was reserved for it pays for no more metres.
    Price,
}
