//! What does not change in a fight: creatures' sheets, kinds of items, spells, switches.

mod described;
mod items;
mod options;
mod spells;
mod things;

use affray_kernel::CreatureId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use items::*;
pub use options::*;
pub use spells::*;

/// The nine Sizes, from the smallest (`foundations/sizes`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// Rank 0.
    Fine,
    /// Rank 1.
    Diminutive,
    /// Rank 2.
    Tiny,
    /// Rank 3.
    Small,
    /// Rank 4.
    Medium,
    /// Rank 5.
    Large,
    /// Rank 6.
    Huge,
    /// Rank 7.
    Gargantuan,
    /// Rank 8.
    Colossal,
}

impl Size {
    /// Its rank, 0 to 8.
    #[must_use]
    pub const fn rank(self) -> i8 {
        self as i8
    }

    /// The side of its space in 5-ft squares.
    #[must_use]
    pub const fn side(self) -> u8 {
        match self {
            Self::Large => 2,
            Self::Huge => 3,
            Self::Gargantuan => 4,
            Self::Colossal => 6,
            _ => 1,
        }
    }

    /// Its Reach in feet unless its sheet says otherwise.
    #[must_use]
    pub const fn reach_ft(self) -> i16 {
        self.side() as i16 * 5
    }

    /// The sides of its fall die; 0 for none (`foundations/fall-table`).
    #[must_use]
    pub const fn fall_die(self) -> u16 {
        match self {
            Self::Fine => 0,
            Self::Diminutive => 2,
            Self::Tiny => 3,
            Self::Small => 4,
            Self::Medium => 6,
            Self::Large => 8,
            Self::Huge => 10,
            Self::Gargantuan => 12,
            Self::Colossal => 20,
        }
    }

    /// The Bulk of its body (`foundations/bulk`).
    #[must_use]
    pub const fn body_bulk(self) -> i32 {
        match self {
            Self::Fine | Self::Diminutive => 0,
            Self::Tiny => 1,
            Self::Small => 4,
            Self::Medium => 8,
            Self::Large => 32,
            Self::Huge => 128,
            Self::Gargantuan => 512,
            Self::Colossal => 2048,
        }
    }
}

/// The four Attributes (`foundations/attributes`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Attribute {
    /// Might and toughness.
    Str,
    /// Speed and precision.
    Dex,
    /// Influencing the world with the mind.
    Ess,
    /// Perceiving and understanding.
    Mnd,
}

/// Kinds of Damage (`foundations/damage-types`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum DamageType {
    /// Weapons, falls, collisions.
    Physical,
    /// Fire.
    Fire,
    /// Cold.
    Cold,
    /// Loss of blood.
    Bleed,
    /// Poison.
    Poison,
    /// Of the mind.
    Mental,
}

/// Feats and other features of a creature (`foundations/feats`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Feats {
    /// Flies.
    pub flight: bool,
    /// Flies without cost for turning and rising, and hovers.
    pub improved_flight: bool,
    /// Moves through earth.
    pub burrow: bool,
    /// Reactions beyond the first.
    pub extra_reactions: i8,
    /// The highest level of Spells it can cast.
    pub spell_casting: u8,
    /// One Ranged Attack on everything within 10 ft of a point.
    pub volley: bool,
    /// Added to weapon Damage.
    pub weapon_specialization: i16,
    /// Added to melee Damage.
    pub battle_trance: i16,
    /// +1 Damage per earlier Attack of the Turn.
    pub wrath: bool,
    /// Draws what it carries as a Free Action.
    pub quick_draw: bool,
    /// Climbs without checks.
    pub climbs: bool,
    /// Swims without checks.
    pub swims: bool,
    /// Needs no air.
    pub airless: bool,
    /// Invisible in Darkness.
    pub invisible_in_darkness: bool,
    /// Makes no Attacks and no Maneuvers.
    pub no_attacks: bool,
}

/// Senses beyond sight (`foundations/senses`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Senses {
    /// Darkness does not conceal.
    pub darkvision: bool,
    /// Within so many feet nothing conceals but Cover.
    pub exact_ft: i16,
    /// Has no sight: Blinded beyond its exact sense.
    pub sightless: bool,
}

/// A creature's sheet: everything about it that a fight does not change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sheet {
    /// Its name in this fight.
    pub name: String,
    /// What it is: "ogre", "town guard".
    pub kind: String,
    /// Its side, by number.
    pub side: u8,
    /// Neither side's Ally nor Enemy in flanking (`foundations/sides`).
    pub neutral: bool,
    /// Who owns it: it acts when commanded (`command/action`).
    pub owner: Option<CreatureId>,
    /// Level.
    pub level: i16,
    /// Size.
    pub size: Size,
    /// STR.
    pub str: i16,
    /// DEX.
    pub dex: i16,
    /// ESS.
    pub ess: i16,
    /// MND.
    pub mnd: i16,
    /// Maximum Hit Points.
    pub max_hp: i16,
    /// Physical Defense without a shield.
    pub physical_defense: i16,
    /// Mental Defense.
    pub mental_defense: i16,
    /// Maximum Energy.
    pub max_energy: i16,
    /// Speed in feet, before armour and shield.
    pub speed_ft: i16,
    /// Own Reach in feet.
    pub reach_ft: i16,
    /// Hands.
    pub hands: u8,
    /// Durability of its hide.
    pub hide: i16,
    /// Natural weapons; the last one is always the unarmed strike.
    pub natural: Vec<Weapon>,
    /// Spells it knows, by number.
    pub spells: Vec<u8>,
    /// What its Spells are bound to, if they are no Spells that one learns.
    pub breath: Option<Breath>,
    /// Feats.
    pub feats: Feats,
    /// Senses.
    pub senses: Senses,
    /// Damage types it is Vulnerable to.
    pub vulnerable: Vec<DamageType>,
    /// Whether a bot plays it: the name of its policy.
    pub policy: Option<String>,
}
