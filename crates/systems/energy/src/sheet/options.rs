//! The switches of the rulings.

use affray_kernel::switches;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The switches of the rulings, each with the catalogue's ruling as default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Options {
    /// Which way divisions of negative numbers round (`fundamentals/rounding`).
    pub negative_rounding: NegativeRounding,
    /// Energy of a Ranged Attack, 1 or 2 (`actions/ranged-attack`).
    #[schemars(range(min = 1, max = 2))]
    pub ranged_attack_energy: u8,
    /// What turning costs a runner (`actions/turn-cost`).
    pub turn_cost: TurnCost,
    /// When Agile Moves may be made (`actions/agile-move-credit`).
    pub agile_move_credit: AgileMoveCredit,
    /// Energy of picking something up off the ground, 1 or 2 (`actions/pick-up-ground`).
    #[schemars(range(min = 1, max = 2))]
    pub pick_up_energy: u8,
    /// Who may Catch Their Breath with less than 3 Energy (`actions/catch-your-breath`).
    pub catch_breath_all: CatchBreathAll,
    /// Whether one may answer before the same attacker strikes again (`action-order/response-right`).
    pub response_right: ResponseRight,
    /// How many creatures that wait end the Round; all unless it says so (`waiting/round-ends`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub wait_quorum: Option<u16>,
    /// Whether creatures on the actor's own side are asked in its windows (`action-order/windows`).
    pub ask_allies: bool,
    /// Whether shots at those who cannot defend themselves still need the Miss Chance (`defenses/no-roll-means-hit`).
    pub helpless_ranged: HelplessRanged,
    /// Which of the two tables of sizes counts for the Miss Chance (`ranged/size-modifier`).
    pub size_miss_chance: SizeMissChance,
    /// Whether damage beyond what empties the Aura causes a Death roll (`aura/damage`).
    pub aura_overflow: AuraOverflow,
    /// How long Exposure lasts that says nothing else (`exposed/duration`).
    pub exposed_default: ExposedDefault,
    /// Which metres of movement let others make Swift Attacks (`swift/movement-trigger`).
    pub swift_movement: SwiftMovement,
    /// Whether the surprised may act (`surprise/may-act`).
    pub surprise_round: SurpriseRound,
    /// What Non-Lethal damage does at 0 Aura (`nonlethal/dealt-at-zero`).
    pub nonlethal_at_zero: NonlethalAtZero,
    /// What a Push that misses does (`maneuvers/push-failure`).
    pub push_miss: PushMiss,
    /// Whether the unconscious at 0 Aura get a Death roll (`death/helpless-kill`).
    pub helpless_kill: HelplessKill,
    /// What a number of Reach means (`gaps/reach-measure`).
    pub reach_measure: ReachMeasure,
    /// Whether natural 20s and 1s are marked (`critical/optional-success`, `critical/optional-failure`).
    pub critical_successes_and_failures: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            negative_rounding: NegativeRounding::default(),
            ranged_attack_energy: 1,
            turn_cost: TurnCost::default(),
            agile_move_credit: AgileMoveCredit::default(),
            pick_up_energy: 1,
            catch_breath_all: CatchBreathAll::default(),
            response_right: ResponseRight::default(),
            wait_quorum: None,
            ask_allies: false,
            helpless_ranged: HelplessRanged::default(),
            size_miss_chance: SizeMissChance::default(),
            aura_overflow: AuraOverflow::default(),
            exposed_default: ExposedDefault::default(),
            swift_movement: SwiftMovement::default(),
            surprise_round: SurpriseRound::default(),
            nonlethal_at_zero: NonlethalAtZero::default(),
            push_miss: PushMiss::default(),
            helpless_kill: HelplessKill::default(),
            reach_measure: ReachMeasure::default(),
            critical_successes_and_failures: false,
        }
    }
}

switches! {
    /// Which way divisions of negative numbers round.
    NegativeRounding {
        /// Towards minus infinity.
        #[default]
        Down,
        /// Towards 0.
        TowardZero,
    }

    /// What turning costs a runner.
    TurnCost {
        /// 1 m from 45 to 90 degrees, 2 m for more.
        #[default]
        TwoStep,
        /// 1 m for each 45 degrees, at most 2 m.
        Capped,
    }

    /// When Agile Moves may be made.
    AgileMoveCredit {
        /// At any time of the Round in which the Energy was spent.
        #[default]
        WholeRound,
        /// Only in windows of the action that the Energy is spent on.
        DuringAction,
    }

    /// Who may Catch Their Breath with less than 3 Energy.
    CatchBreathAll {
        /// Who was granted less this Round and has spent nothing.
        #[default]
        WholeGrant,
        /// Anybody, with all Energy that is left.
        WhateverIsLeft,
    }

    /// Whether one may answer before the same attacker strikes again.
    ResponseRight {
        /// One may.
        #[default]
        Enforced,
        /// Nobody has to wait.
        Off,
    }

    /// Whether shots at those who cannot defend themselves still need the Miss Chance.
    HelplessRanged {
        /// They do.
        #[default]
        MissChance,
        /// They hit but on a 1.
        Automatic,
    }

    /// Which of the two tables of sizes counts for the Miss Chance.
    SizeMissChance {
        /// That of ranged attacks.
        #[default]
        RangedTable,
        /// The Size Chart.
        SizeChart,
    }

    /// Whether damage beyond what empties the Aura causes a Death roll.
    AuraOverflow {
        /// It is lost.
        #[default]
        Lost,
        /// It does.
        DeathRoll,
    }

    /// How long Exposure lasts that says nothing else.
    ExposedDefault {
        /// Until the end of this Round.
        #[default]
        ThisRound,
        /// Until the end of the next Round.
        NextRound,
    }

    /// Which metres of movement let others make Swift Attacks.
    SwiftMovement {
        /// Those that begin at the limit of the Reach.
        #[default]
        OuterBand,
        /// All that begin within Reach.
        AnyStep,
        /// Those that lead out of Reach.
        Leaving,
    }

    /// Whether the surprised may act.
    SurpriseRound {
        /// They may, but not before the first action of the others is over.
        #[default]
        MayAct,
        /// Not in the first Round.
        NoActions,
    }

    /// What Non-Lethal damage does at 0 Aura.
    NonlethalAtZero {
        /// Both of the following.
        #[default]
        Both,
        /// Shaken, and 5 Stamina lost.
        ShakenOnly,
        /// Exhausted.
        ExhaustedOnly,
    }

    /// What a Push that misses does.
    PushMiss {
        /// Whoever pushed is Unguarded.
        #[default]
        Unguarded,
        /// Nothing.
        Nothing,
    }

    /// Whether the unconscious at 0 Aura get a Death roll.
    HelplessKill {
        /// Not against melee hits.
        #[default]
        Automatic,
        /// They do.
        DeathRoll,
    }

    /// What a number of Reach means.
    ReachMeasure {
        /// The gap in metres that can be bridged.
        #[default]
        Gap,
        /// The distance, adjacent spaces always being in reach.
        Adjacent,
    }
}
