//! The switches of the rulings.

use affray_kernel::switches;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The switches of the rulings, each with the catalogue's ruling as default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Options {
    /// What a Critical Success is (`foundations/critical-success`).
    pub critical_success: CriticalSuccess,
    /// Who wins a tied opposed roll (`foundations/opposed-roll`).
    pub opposed_ties: OpposedTies,
    /// Whether Prone hinders the defender of an opposed roll (`foundations/opposed-defender-state`).
    pub opposed_prone: OpposedProne,
    /// What a critical doubles (`foundations/doubling`).
    pub critical_damage: CriticalDamage,
    /// Whether Allies' squares are Difficult Terrain (`move/allied-squares`).
    pub allied_squares: AlliedSquares,
    /// When an unused Dodge ends (`dodge/expiry`).
    pub dodge_expiry: DodgeExpiry,
    /// Whether a readied Action costs the Reaction (`readied-action/not-a-reaction`).
    pub readied_reaction: ReadiedReaction,
    /// Per what the least flying distance counts (`flying/minimum`).
    pub flight_minimum: FlightMinimum,
    /// Whether a Stabilize result is still followed by Bleed Damage (`bleeding/damage`).
    pub bleed_after_stabilize: BleedAfterStabilize,
    /// What puts a creature out of the fight (`foundations/combat-end`).
    pub combat_end: CombatEnd,
}

switches! {
    /// What a Critical Success is.
    CriticalSuccess {
        /// A kept die of 20.
        #[default]
        #[serde(rename = "natural-20")]
        Natural20,
        /// A total of 10 or more over the target number.
        #[serde(rename = "beat-by-10")]
        BeatBy10,
    }
    /// Who wins a tied opposed roll.
    OpposedTies {
        /// The initiator.
        #[default]
        Initiator,
        /// The defender.
        Defender,
    }
    /// Whether Prone hinders the defender of an opposed roll.
    OpposedProne {
        /// It does not.
        #[default]
        None,
        /// The defender rolls with Disadvantage.
        Disadvantage,
    }
    /// What a critical doubles.
    CriticalDamage {
        /// The whole sum.
        #[default]
        DoubleTotal,
        /// The dice are rolled twice and the flat part is added twice.
        DoubleDice,
    }
    /// Whether Allies' squares are Difficult Terrain.
    AlliedSquares {
        /// They cost nothing extra.
        #[default]
        Free,
        /// They are Difficult.
        Difficult,
    }
    /// When an unused Dodge ends.
    DodgeExpiry {
        /// At the creature's next Turn.
        #[default]
        NextTurn,
        /// Only when an Attack uses it up.
        UntilAttacked,
    }
    /// Whether a readied Action costs the Reaction.
    ReadiedReaction {
        /// It does not.
        #[default]
        Free,
        /// It does.
        CostsReaction,
    }
    /// Per what the least flying distance counts.
    FlightMinimum {
        /// Each Fly Action.
        #[default]
        PerAction,
        /// The Turn's Fly Actions together.
        PerTurn,
    }
    /// Whether a Stabilize result is still followed by Bleed Damage.
    BleedAfterStabilize {
        /// It is not.
        #[default]
        Skip,
        /// It is, once.
        Suffer,
    }
    /// What puts a creature out of the fight.
    CombatEnd {
        /// Being Dead, Unconscious, fled or surrendered.
        #[default]
        OutOfAction,
        /// 0 Hit Points or less.
        ZeroHp,
    }
}
