//! Spells and abilities (`gaps/spells`).

use affray_kernel::dice::Pool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DamageType, Defense};
use crate::state::Condition;

/// When a power can be used again (`gaps/spells`, `rest/short-every-five-minutes`, `rest/long-benefits`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Recharge {
    /// At any time.
    #[default]
    None,
    /// After a Short Rest.
    ShortRest,
    /// After a Long Rest.
    LongRest,
}

/// How long a condition lasts that a power brings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Lasting {
    /// Until the end of the next Round.
    #[default]
    NextRound,
    /// Until the end of this Round.
    ThisRound,
    /// Until the next Short Rest.
    ShortRest,
}

/// A condition that a power brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Imposed {
    /// Which.
    pub condition: Condition,
    /// For how long; whoever is made Prone lies until it gets up.
    #[serde(default)]
    pub lasts: Lasting,
}

/// What a power or a weapon does to its target (`gaps/spells`).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Outcome {
    /// Damage dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage: Option<Pool>,
    /// The type of the damage; force unless it says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<DamageType>,
    /// A condition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub imposes: Option<Imposed>,
    /// Stamina lost.
    pub stamina_loss: i16,
    /// Only on a target whose Aura is at 0 (`aura/harmful-effects`).
    pub needs_zero_aura: bool,
}

/// How a power that attacks is rolled (`gaps/spells`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Aiming {
    /// An Attack Value of 15 and half the best mental modifier against a Defense roll; no Combat roll.
    Value {
        /// The defense it attacks.
        #[serde(default)]
        against: Defense,
        /// Added to the Attack Value.
        #[serde(default)]
        bonus: i16,
    },
    /// A Hit roll against a Miss Chance, as a ranged attack.
    HitRoll {
        /// Its Accuracy.
        #[serde(default)]
        accuracy: i16,
    },
}

/// What a power does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Working {
    /// It attacks one creature.
    Attack {
        /// How far in metres; 0: a touch.
        range_m: i16,
        /// How it is rolled.
        aiming: Aiming,
        /// What a hit does.
        outcome: Outcome,
    },
    /// It makes a zone that imposes a condition on everybody inside (`conditions/continuous-source`).
    Zone {
        /// How far away its middle may be, in metres.
        range_m: i16,
        /// Its radius in metres.
        radius_m: i16,
        /// How many Rounds it lasts, this one included.
        rounds: u16,
        /// The condition.
        condition: Condition,
    },
    /// Somebody spends a Recovery Surge and regains Aura (`aura/recovery-in-combat`).
    Surge {
        /// How far in metres; 0: a touch. `None`: only oneself.
        #[serde(default)]
        range_m: Option<i16>,
    },
    /// It takes a condition off its user, from a continuous source until the end of the Round (`conditions/continuous-source`).
    Shake {
        /// The condition.
        condition: Condition,
    },
    /// Each point of Stamina put into a melee attack adds 1 to its damage (`stamina/attack-enhancement-limit`).
    PowerStrike,
    /// The Stamina of its price put into a melee attack doubles its damage (`stamina/attack-limit-single-ability`).
    Doubling,
    /// More Agility until the end of the Round (`agility/granted-agility-raises-maximum`).
    Quickening {
        /// How much.
        agility: i16,
    },
    /// The Aura is switched off, or on again (`aura/mastery`).
    AuraOff,
}

/// A spell or an ability (`gaps/spells`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Power {
    /// What it is called.
    pub name: String,
    /// A few words about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Whether it is a spell: casting ends Defend (`actions/defend-ends`).
    #[serde(default)]
    pub spell: bool,
    /// Energy it costs.
    #[serde(default)]
    pub energy: u8,
    /// Stamina it costs.
    #[serde(default)]
    pub stamina: u8,
    /// Agility it costs.
    #[serde(default)]
    pub agility: u8,
    /// Whether it is an Immediate Interrupt (`interrupts/list`).
    #[serde(default)]
    pub interrupt: bool,
    /// When it can be used again.
    #[serde(default)]
    pub recharge: Recharge,
    /// What it does.
    pub works: Working,
}
