//! Spells, psionic and priestly skills (`other-melee/skill-list`).

use affray_kernel::dice::Pool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::state::SkillId;
use super::{DamageType, Ratings};

/// The classes of such skills.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum PowerClass {
    /// An attack by touch (`other-melee/scope`).
    MeleeMagic,
    /// An attack from afar (`other-ranged/scope`).
    RangedMagic,
    /// An attack on the mind.
    Mental,
    /// No attack (`actions/utility`).
    Utility,
}

/// What such a skill does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Working {
    /// Damage of a kind.
    Damage(Pool, DamageType),
    /// Hits are healed (`health/healing`).
    Heals(Pool),
    /// Ratings of a magical source (`physical/no-stacking`).
    Wards(Ratings),
    /// Whoever is struck sees nothing while it is maintained (`modifiers/blindness`).
    Blinds,
}

/// A spell, psionic or priestly skill.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Power {
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: PowerClass,
    /// The skill whose target score it uses.
    pub skill: SkillId,
    /// Usage time in actions.
    pub usage: u8,
    /// Range in yards, beyond which each further half costs as with weapons; none for those by touch (`other-ranged/like-ranged-weapons`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range_yd: Option<i16>,
    /// Yards beyond which it cannot be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_yd: Option<i16>,
    /// What it does.
    pub works: Working,
    /// Whether it lasts while its user concentrates; an instant otherwise (`other-melee/concentration`).
    #[serde(default)]
    pub maintained: bool,
    /// Whether it allows surprise attacks (`ambush/surprise-capable`).
    #[serde(default)]
    pub surprise: bool,
    /// Whether it needs a clear shot as weapons do (`other-ranged/no-into-melee-penalty`).
    #[serde(default)]
    pub needs_clear_shot: bool,
    /// Whether it can be aimed at hit locations (`other-melee/no-hit-locations`).
    #[serde(default)]
    pub locations: bool,
    /// Whether it may be carried over into later segments and rounds (`segments/carry-over-exception`,
    /// `multiform-segment/longer-than-a-round`).
    #[serde(default)]
    pub carry_over: bool,
}

impl Power {
    /// The kind of its damage; none where it does none.
    #[must_use]
    pub const fn kind(&self) -> Option<DamageType> {
        match self.works {
            Working::Damage(_, kind) => Some(kind),
            _ => None,
        }
    }

    /// Whether it is an attack.
    #[must_use]
    pub const fn is_attack(&self) -> bool {
        !matches!(self.class, PowerClass::Utility)
    }
}
