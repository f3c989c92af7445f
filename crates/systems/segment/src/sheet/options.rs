//! The switches of the rulings.

use affray_kernel::switches;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The switches of the rulings, each with the catalogue's ruling as default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Options {
    /// What selects the segment of a combatant's attacks (`segments/selection-commits`).
    pub segment_commitment: SegmentCommitment,
    /// How long a declared stance holds (`stances/declared-per-segment`).
    pub stance_scope: StanceScope,
    /// How several attack actions of several combatants follow one another (`stances/exchange`).
    pub exchange_order: ExchangeOrder,
    /// Whether combatants of the same stance strike one after the other (`stances/tie-break`).
    pub trade_timing: TradeTiming,
    /// Whom an ambush binds (`ambush/only-reactors-act`).
    pub ambush_scope: AmbushScope,
    /// What an attack of opportunity costs (`reaction/opportunity-cost`).
    pub opportunity_cost: OpportunityCost,
    /// Whether melee magic draws attacks of opportunity (`melee-segment/melee-magic-opportunity`).
    pub melee_magic_opportunity: MeleeMagicOpportunity,
    /// When Concentration is tested (`other-melee/concentration-timing`).
    pub concentration_timing: ConcentrationTiming,
    /// Whether ranged magic and mental attacks are harder while engaged (`other-ranged/like-ranged-weapons`).
    pub magic_in_melee: MagicInMelee,
    /// Whether a defend check has to come out below the target score (`defence/strict-defend`).
    pub strict_defend: bool,
    /// Whether a natural 1 always succeeds and a natural 20 always fails (`check/natural-extremes`).
    pub natural_extremes: bool,
    /// Whether the Damaged may be killed without their vitals being known (`damage-effects/general-kill-shot`).
    pub general_kill_shot: bool,
    /// Whether two attackers on opposite sides gain and their target loses by it (`modifiers/flanking`).
    pub flanking: bool,
}

switches! {
    /// What selects the segment of a combatant's attacks.
    SegmentCommitment {
        /// Declaring Aggressive or Ready with a legal attack, or an attack.
        #[default]
        Stance,
        /// An attack alone.
        FirstAttack,
    }

    /// How long a declared stance holds.
    StanceScope {
        /// For the segment.
        #[default]
        Segment,
        /// For the round; only Hold is exchanged for another.
        Round,
    }

    /// How several attack actions of several combatants follow one another.
    ExchangeOrder {
        /// Cycles of one item each through Aggressive and trading Ready, then waiting Ready, then Defensive.
        #[default]
        Cycles,
        /// Each stance runs all its cycles before the next.
        AggressiveFirst,
    }

    /// Whether combatants of the same stance strike one after the other.
    TradeTiming {
        /// They do: whoever is felled does not strike back.
        #[default]
        Sequential,
        /// Whoever is felled by another of the same stance still takes the item of that cycle.
        Simultaneous,
    }

    /// Whom an ambush binds.
    AmbushScope {
        /// All enemies in the first round, named targets afterwards.
        #[default]
        Opening,
        /// All enemies in every round.
        Side,
        /// Named targets in every round.
        Targets,
    }

    /// What an attack of opportunity costs.
    OpportunityCost {
        /// Nothing.
        #[default]
        Free,
        /// One action.
        OneAction,
    }

    /// Whether melee magic draws attacks of opportunity.
    MeleeMagicOpportunity {
        /// It does not.
        #[default]
        Exempt,
        /// It does.
        Draws,
    }

    /// When Concentration is tested.
    ConcentrationTiming {
        /// At the start of a round, if engaged.
        #[default]
        EngagedRound,
        /// At the start of every round.
        EveryRound,
        /// At the start of a round if engaged, and after every hit.
        EveryHit,
    }

    /// Whether ranged magic and mental attacks are harder while engaged.
    MagicInMelee {
        /// They are, as shots are.
        #[default]
        Penalised,
        /// They are not.
        Free,
    }
}
