//! The switches of the rulings.

use affray_kernel::switches;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The switches of the rulings, each with the catalogue's ruling as default (`engine/switches`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Options {
    /// Which dice checks use (`checks/dice`).
    pub check_dice: CheckDice,
    /// What a critical hit adds of the attribute (`critical-hits/damage`).
    pub critical_attribute: CriticalAttribute,
    /// When a worn Threshold of Pain comes back (`threshold-of-pain/recovery`).
    pub top_recovery: ThresholdRecovery,
    /// Whether monsters have fatigue (`creatures/definition`).
    pub monster_fatigue: MonsterFatigue,
    /// Every how many counts the dying lose a hit point (`dying/progress`).
    pub dying_loss: DyingLoss,
    /// When a scroll works (`actions/read-scroll`).
    pub scroll_timing: ScrollTiming,
    /// Whether Wisdom shortens casting times (`spell-timing/casting-time-modifiers`).
    pub wisdom_casting_time: bool,
    /// Which way size counts in a Bull Rush (`special-actions/bull-rush-size`).
    pub bull_rush_size: BullRushSize,
    /// Whether strong hits impair (`impairments/rule`).
    pub impairments: bool,
    /// Whether groups roll initiative together (`initiative/group-roll`).
    pub group_initiative: bool,
    /// Whether actions on the same count strengthen each other (`simultaneous/concept`).
    pub simultaneous_actions: bool,
    /// Whether the game master rolls Speed Factors for those who are no player characters (`speed-classes/npc-rolled`).
    pub npc_rolled_sf: bool,
}

/// Every how many counts the dying lose a hit point: a number, or `off` (0 is the same).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a number of counts, or `off`")]
pub enum DyingLoss {
    /// Every so many counts.
    Every(u32),
    /// Never.
    Off(Off),
}

/// The word `off`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Off {
    /// Never.
    Off,
}

impl Default for DyingLoss {
    fn default() -> Self {
        Self::Every(10)
    }
}

switches! {
    /// Which dice checks use.
    CheckDice {
        /// Three six-sided dice; 17 and 18 succeed against any DC.
        #[default]
        #[serde(rename = "3d6")]
        ThreeSixes,
        /// One twenty-sided die.
        #[serde(rename = "1d20")]
        Twenty,
    }
    /// What a critical hit adds of the attribute.
    CriticalAttribute {
        /// The attribute once more, at least 1.
        #[default]
        Extra,
        /// The usual bonus, raised to at least 1.
        Raised,
    }
    /// When a worn Threshold of Pain comes back.
    ThresholdRecovery {
        /// With a night's rest.
        #[default]
        Night,
        /// When the encounter ends.
        Encounter,
    }
    /// Whether monsters have fatigue.
    MonsterFatigue {
        /// As everybody.
        #[default]
        Same,
        /// What would be fatigue comes off their hit points.
        Hp,
    }
    /// When a scroll works.
    ScrollTiming {
        /// At once; the casting time is the delay afterwards.
        #[default]
        AtOnce,
        /// At the end of the casting time.
        AtEnd,
    }
    /// Which way size counts in a Bull Rush.
    BullRushSize {
        /// As the table of sizes has it.
        #[default]
        Literal,
        /// With both signs reversed.
        Inverted,
    }
}
