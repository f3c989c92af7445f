//! What does not change in a fight: creatures' sheets, kinds of items, powers, switches.

mod described;
mod items;
mod options;
mod powers;
mod skills;
mod things;

use affray_kernel::grid::Shape;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use items::*;
pub use options::*;
pub use powers::*;
pub use skills::*;

/// The sizes, from the smallest (`stats/size`).
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Size {
    Tiny,
    Small,
    #[default]
    Medium,
    Large,
    Huge,
    Giant,
}

impl Size {
    /// Its index, -2 to 3 (`stats/size`).
    #[must_use]
    pub const fn index(self) -> i16 {
        self as i16 - 2
    }

    /// Reach in yards (`engagement/threat-zone`).
    #[must_use]
    pub const fn reach_yd(self) -> i16 {
        match self {
            Self::Tiny | Self::Small | Self::Medium => 1,
            Self::Large => 2,
            Self::Huge => 3,
            Self::Giant => 4,
        }
    }

    /// The side of its space as the grid counts it (`engagement/grid`).
    #[must_use]
    pub const fn side(self, shape: Shape) -> u8 {
        match (self, shape) {
            (Self::Large, _) => 2,
            (Self::Huge, _) => 3,
            (Self::Giant, Shape::Square) => 4,
            (Self::Giant, Shape::Hex) => 5,
            _ => 1,
        }
    }

    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tiny => "Tiny",
            Self::Small => "Small",
            Self::Medium => "Medium",
            Self::Large => "Large",
            Self::Huge => "Huge",
            Self::Giant => "Giant",
        }
    }
}

/// The kinds of damage (`passive/damage-types`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum DamageType {
    Physical,
    Impact,
    Magic,
    Energy,
    Elemental,
}

impl DamageType {
    /// All of them, in the book's order.
    pub const ALL: [Self; 5] = [
        Self::Physical,
        Self::Impact,
        Self::Magic,
        Self::Energy,
        Self::Elemental,
    ];

    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Physical => "Physical",
            Self::Impact => "Impact",
            Self::Magic => "Magic",
            Self::Energy => "Energy",
            Self::Elemental => "Elemental",
        }
    }
}

/// Ratings against each kind of damage, of one source or in all (`passive/factors`).
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(deny_unknown_fields, default)]
#[expect(missing_docs, reason = "the names say it all")]
pub struct Ratings {
    #[serde(skip_serializing_if = "is_zero")]
    pub physical: i16,
    #[serde(skip_serializing_if = "is_zero")]
    pub impact: i16,
    #[serde(skip_serializing_if = "is_zero")]
    pub magic: i16,
    #[serde(skip_serializing_if = "is_zero")]
    pub energy: i16,
    #[serde(skip_serializing_if = "is_zero")]
    pub elemental: i16,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives references")]
const fn is_zero(number: &i16) -> bool {
    *number == 0
}

impl Ratings {
    /// The rating against that kind of damage.
    #[inline]
    #[must_use]
    pub const fn against(&self, kind: DamageType) -> i16 {
        match kind {
            DamageType::Physical => self.physical,
            DamageType::Impact => self.impact,
            DamageType::Magic => self.magic,
            DamageType::Energy => self.energy,
            DamageType::Elemental => self.elemental,
        }
    }
}

/// What a part of a body counts as for called shots (`hit-location/substitution`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// An arm, a leg, a tentacle, a wing.
    Limb,
    /// A hand, a foot, an antenna.
    Appendage,
    /// An elbow, a knee, a shoulder, a web spinner.
    Joint,
    /// A head.
    Head,
}

impl Category {
    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Limb => "Limb",
            Self::Appendage => "Appendage",
            Self::Joint => "Joint",
            Self::Head => "Head",
        }
    }
}

/// What a part of a body does, and so what is lost when it is disabled (`damage-effects/disable`).
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The arm of that hand, counted from 0: hands, elbows and shoulders belong to it.
    Arm(u8),
    /// That leg, counted from 0: feet and knees belong to it.
    Leg(u8),
    /// A wing.
    Wing,
    /// Anything else: attacks that use it are lost.
    #[default]
    Other,
}

/// A part of a body (`hit-location/humanoid-basis`, `hit-location/substitution`).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its name: "left arm", "tentacle 2".
    pub name: String,
    /// What it counts as.
    pub category: Category,
    /// What it does.
    #[serde(default)]
    pub role: Role,
}

/// The most parts a body can have.
pub const MOST_PARTS: usize = 32;

/// What a creature rides (`initiative-skills/ride-by-strike`): a part of its rider's sheet, not a combatant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mount {
    /// What it is called.
    pub name: String,
    /// Its size: whoever rides it takes up its space.
    #[serde(default)]
    pub size: Size,
    /// Yards an action.
    pub move_yd: i16,
    /// Yards an action through the air; on the ground alone without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fly_yd: Option<i16>,
}

/// Yes-or-no features of a creature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Traits {
    /// Nothing in it is vital: undead, constructs (`hit-location/vitals-definition`).
    pub no_vitals: bool,
    /// It drives something: Evasive Action serves it as it does riders (`defend-skills/evasive-action`).
    pub driving: bool,
}

/// A creature's sheet (`stats/list`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// Its name in the fight.
    pub name: String,
    /// The name of its kind.
    pub kind: String,
    /// Its side, by number.
    pub side: u8,
    /// The policy by which a bot plays it; without one a person does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// Level (`damage-effects/general-kill-shot`).
    pub level: i16,
    /// Size.
    pub size: Size,
    /// Agility: breaks ties (`stats/agility`).
    pub agility: i16,
    /// Constitution (`stats/constitution`).
    pub constitution: i16,
    /// Basic Hits: durability, not the hits that damage takes (`stats/basic-hits`).
    pub basic_hits: i16,
    /// Most hits (`health/hits`).
    pub hits: i16,
    /// Actions a round (`actions/pool`).
    pub actions: i16,
    /// Yards an action, before armour (`movement-segment/move-rate`).
    pub move_yd: i16,
    /// Yards an action through the air, for flyers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fly_yd: Option<i16>,
    /// Yards added to its reach (`engagement/threat-zone`).
    pub reach_bonus: i16,
    /// Target scores of attack skills and powers, by [`SkillId`](super::state::SkillId) (`check/target-score`).
    pub scores: Vec<Option<i16>>,
    /// Target scores of defend skills, in the order of [`DefendSkill::ALL`].
    pub defends: [Option<i16>; 13],
    /// Target scores of other checks, in the order of [`CheckSkill::ALL`].
    pub checks: [Option<i16>; 6],
    /// Initiative-affecting skills, as bits (`initiative-skills/list`).
    pub skills: u32,
    /// Natural and unarmed attacks (`unarmed/kinds`, `unarmed/natural-weapons`).
    pub natural: Vec<Weapon>,
    /// Natural armour (`physical/natural-armour`).
    pub natural_armor: Ratings,
    /// Ratings that the sheet gives in all, instead of having them summed up (`passive/factors`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub totals: Option<Ratings>,
    /// Parts of its body.
    pub parts: Vec<Part>,
    /// Hands.
    pub hands: u8,
    /// Powers, by number.
    pub powers: Vec<u8>,
    /// What it rides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mount: Option<Mount>,
    /// Features.
    pub traits: Traits,
}

impl Sheet {
    /// Whether it has that initiative-affecting skill.
    #[inline]
    #[must_use]
    pub const fn has_skill(&self, skill: InitiativeSkill) -> bool {
        self.skills & skill.bit() != 0
    }
}
