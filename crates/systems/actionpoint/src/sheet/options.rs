//! The switches of the rulings.

use affray_kernel::switches;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The switches of the rulings, each with the catalogue's ruling as default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Options {
    /// What a test is (`core-rules/test`).
    pub core_test: CoreTest,
    /// What die and value have to reach together where `core-test` is `over-target` (`core-rules/test`).
    pub target_number: i16,
    /// How many points of margin make one Success where `core-test` is `over-target`, at least 1 (`core-rules/test`).
    pub success_step: i16,
    /// How the Successes of a passed test are counted where `core-test` is `roll-under` (`core-rules/successes`).
    pub successes: Successes,
    /// Who rolls for a side that sneaks up (`combat-overview/surprise-contest`).
    pub surprise_stealth: SurpriseStealth,
    /// What untrained armour does (`attack/untrained-reminder`).
    pub untrained_armor: UntrainedArmor,
    /// How far starred maneuvers go (`maneuvers/reach`).
    pub maneuver_range: ManeuverRange,
    /// Whether coming into a foe's reach provokes, too (`opportunity-attacks/move`).
    pub entering_provokes: bool,
    /// When a vulnerability is added (`damage-pipeline/order`).
    pub vulnerability: VulnerabilityCounts,
    /// Whether characters can die (`damage-pipeline/death`).
    pub dying: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            core_test: CoreTest::default(),
            target_number: 21,
            success_step: 5,
            successes: Successes::default(),
            surprise_stealth: SurpriseStealth::default(),
            untrained_armor: UntrainedArmor::default(),
            maneuver_range: ManeuverRange::default(),
            entering_provokes: false,
            vulnerability: VulnerabilityCounts::default(),
            dying: false,
        }
    }
}

switches! {
    /// What a test is.
    CoreTest {
        /// A d20 that shows the character's value or less passes.
        #[default]
        RollUnder,
        /// A d20 and the character's value that come to the target number or more pass; each step of the margin is a Success.
        OverTarget,
    }

    /// How the Successes of a passed test are counted.
    Successes {
        /// What the die shows, and what the value has above 19.
        #[default]
        Roll,
        /// What the value is above the die, and 1.
        Margin,
    }

    /// Who rolls for a side that sneaks up.
    SurpriseStealth {
        /// One test with the lowest value of the side.
        #[default]
        One,
        /// Everybody of the side; the worst result counts.
        Each,
    }

    /// What untrained armour does.
    UntrainedArmor {
        /// A bane on Fighting Style, Dodge and Sorcery tests.
        #[default]
        Bane,
        /// The same, and -2 on Fighting Style tests.
        BaneAndPenalty,
    }

    /// How far starred maneuvers go.
    ManeuverRange {
        /// As far as the melee reach of whoever has won.
        #[default]
        Reach,
        /// An attacker's as far as the attack that has won.
        Attack,
    }

    /// When a vulnerability is added.
    VulnerabilityCounts {
        /// Before armour, shield and resistance are taken off.
        #[default]
        Sum,
        /// After that, if anything is left.
        GotThrough,
    }
}
