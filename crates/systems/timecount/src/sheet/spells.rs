//! Spells, and what spells, potions and magic items do.

use affray_kernel::dice::Pool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Brings, DamageType, Defense, SpeedClass, yes};

/// How far a spell reaches (`range/spell-range`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SpellRange {
    /// The caster alone.
    Personal,
    /// Whatever the caster can touch.
    Touch,
    /// So many feet.
    Feet(i16),
}

/// What a spell, a potion or a magic item does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// Damage; Power is added for each target (`spell-attacks/damage-roll`).
    Damage {
        /// The dice.
        dice: Pool,
        /// Of what kind.
        kind: DamageType,
    },
    /// Healing, split between Invigoration and fatigue (`healing/split`).
    Heal {
        /// The dice.
        dice: Pool,
    },
    /// Bonus hit points (`bonus-hit-points/above-maximum`).
    BonusHitPoints {
        /// How many.
        points: i16,
        /// For how many counts.
        counts: u32,
    },
    /// What weapons can bring as well.
    Bring(Brings),
    /// A penalty on all attack rolls, given as a negative number.
    AttackPenalty {
        /// The penalty.
        penalty: i16,
        /// For how many counts.
        counts: u32,
    },
    /// Takes away all losses by poison (`poison/healing`).
    DrawPoison,
    /// Takes away all petrification, full petrification too (`petrification/recovery`).
    Unpetrify,
    /// A flame in the hand, kept by concentration, that can be thrown once (`actions/direct-spell`).
    HeldFlame {
        /// Its damage when thrown.
        dice: Pool,
        /// How far it can be thrown, in feet.
        range_ft: i16,
    },
}

/// What a spell's charges may be put into, besides the attack roll (`preparing/step-6-charge`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChargeUse {
    /// So many more dice of the effect's kind for each charge.
    Dice(Pool),
    /// So many more points for each charge.
    Points(i16),
    /// So many more targets for each charge.
    Targets(u8),
    /// So many feet of range more for each charge.
    RangeFt(i16),
}

/// What a miss of a spell still does (`spell-attacks/hit-and-miss`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnMiss {
    /// Nothing.
    #[default]
    Nothing,
    /// Half the damage.
    Half,
}

/// A spell (`spells/definition`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// What it is called.
    pub name: String,
    /// The Arcana (Int) modifier it requires (`preparing/learn-requirements`).
    pub level: i16,
    /// Its fatigue cost.
    pub fatigue: i16,
    /// Its casting time.
    pub casting_time: SpeedClass,
    /// It must be spoken.
    #[serde(default = "yes")]
    pub verbal: bool,
    /// It needs a free hand that can move.
    #[serde(default = "yes")]
    pub somatic: bool,
    /// How far it reaches.
    pub range: SpellRange,
    /// The radius in feet in which it hits everybody around a space; without it, it has one target.
    #[serde(default)]
    pub area_ft: Option<i16>,
    /// The defense its attack rolls meet; none: no attack roll (`spell-attacks/targets`).
    #[serde(default)]
    pub against: Option<Defense>,
    /// What it does.
    pub effect: Effect,
    /// What a miss does.
    #[serde(default)]
    pub on_miss: OnMiss,
    /// What else its charges may be put into.
    #[serde(default)]
    pub charge: Option<ChargeUse>,
    /// Whether it must be concentrated on (`actions/concentrate`).
    #[serde(default)]
    pub concentration: bool,
    /// Whether it can be a critical hit or fumble (`spell-attacks/no-criticals`).
    #[serde(default)]
    pub criticals: bool,
}
