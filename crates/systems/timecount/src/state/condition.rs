//! Conditions that are stored.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Kind, Until};
use serde::{Deserialize, Serialize};

/// Conditions that are stored; others (flanked, wounded, dying, helpless, immobile) are computed.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Surprised: unsteady until its first turn (`surprise/unsteady`).
    Surprised,
    /// Hiding before the fight (`surprise/determine`).
    Hiding,
    /// Stunned: 1d6 more on initiative (`conditions/stunned`).
    Stunned,
    /// Off balance after a fumble (`critical-fumbles/unsteady`).
    Unsteady,
    /// Cannot run (`conditions/fatigued`).
    Fatigued,
    /// Grabbed by the creature it is held toward (`wrestling/grab`); the amount tells whether it is hampered, and whether it cannot attack.
    Grabbed,
    /// In a net (`actions/escape-net`).
    Netted,
    /// Unconscious (`conditions/unconscious`).
    Unconscious,
    /// Asleep (`conditions/helpless`).
    Asleep,
    /// Bound (`conditions/helpless`).
    Bound,
    /// Dead (`hit-points/death`).
    Dead,
    /// Burning (`actions/extinguish`).
    Burning,
    /// −2 on attacks against the creature it is held toward (`special-actions/distract`).
    DistractedAttack,
    /// −2 on defense against the creature it is held toward (`special-actions/distract`).
    DistractedDefense,
    /// +2 on its next attack against the creature it is held toward, and the amount on its damage (`special-actions/feint`).
    Feinting,
    /// A penalty on all attack rolls: the amount.
    Shaken,
    /// A frightened mount (`actions/control-mount`).
    Frightened,
}

impl Condition {
    /// Whether it is what a Distract brings (`special-actions/distract`).
    #[must_use]
    pub const fn is_distraction(self) -> bool {
        matches!(self, Self::DistractedAttack | Self::DistractedDefense)
    }

    /// When it ends where nothing is said about it: being off balance with the next turn, a Distract with that of its cause
    /// (`surprise/unsteady`, `critical-fumbles/unsteady`, `special-actions/distract`).
    #[must_use]
    pub fn usual_end(self, on: CreatureId, cause: Option<CreatureId>) -> Until {
        let anchor = match self {
            Self::Surprised | Self::Unsteady => Some(on),
            kind if kind.is_distraction() => cause,
            _ => None,
        };
        anchor.map_or(Until::Cleared, |anchor| Until::TurnStart(anchor, 1))
    }
}

impl Kind for Condition {
    #[inline]
    fn bit(self) -> u32 {
        Self::bits(&[self])
    }
}

impl Condition {
    /// The bits of these conditions together; every condition has its own.
    #[inline]
    #[must_use]
    pub const fn bits(conditions: &[Self]) -> u32 {
        let mut bits = 0;
        let mut index = 0;
        while index < conditions.len() {
            bits |= 1 << conditions[index] as u32;
            index += 1;
        }
        bits
    }
}

/// In the amount of [`Condition::Grabbed`]: −2 on getting free (`wrestling/grab-great-success`).
pub const HAMPERED: i16 = 1;
/// In the amount of [`Condition::Grabbed`]: no attacks and no somatic spells (`wrestling/grab-critical-success`).
pub const NO_ATTACK: i16 = 2;
