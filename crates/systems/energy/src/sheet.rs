//! What does not change in a fight: creatures' sheets, kinds of items, powers, switches.

mod described;
mod items;
mod options;
mod powers;
mod things;

use affray_kernel::grid::Shape;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use items::*;
pub use options::*;
pub use powers::*;

/// The sizes, from the smallest (`size/category-order`).
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
    Miniscule,
    Fine,
    Diminutive,
    Tiny,
    Small,
    #[default]
    Medium,
    Large,
    Huge,
    Gigantic,
}

impl Size {
    /// Its place among the sizes, 0 to 8 (`size/category-order`).
    #[must_use]
    pub const fn rank(self) -> i16 {
        self as i16
    }

    /// Inherent Evasion (`size/chart`, `evasion/inherent`).
    #[must_use]
    pub const fn inherent_evasion(self) -> i16 {
        13 - self.rank()
    }

    /// What it adds to the Miss Chance of attacks on it (`ranged/size-modifier`, `ranged/size-gigantic`).
    #[must_use]
    pub const fn miss_chance(self, table: SizeMissChance) -> i16 {
        match (self, table) {
            (Self::Gigantic, _) => -6,
            (Self::Huge, _) => -4,
            (Self::Large, _) => -2,
            (Self::Medium, _) => 0,
            (Self::Small, _) => 2,
            (Self::Tiny, _) => 4,
            (Self::Diminutive, SizeMissChance::RangedTable) => 8,
            (Self::Diminutive, SizeMissChance::SizeChart) => 6,
            (Self::Fine, SizeMissChance::RangedTable) => 12,
            (Self::Fine, SizeMissChance::SizeChart) => 8,
            (Self::Miniscule, SizeMissChance::RangedTable) => 18,
            (Self::Miniscule, SizeMissChance::SizeChart) => 10,
        }
    }

    /// Jump Reach and Jump Distance without a run-up, in decimetres (`size/chart`).
    #[must_use]
    pub const fn jump_dm(self) -> i16 {
        match self {
            Self::Miniscule => 2,
            Self::Fine => 3,
            Self::Diminutive => 5,
            Self::Tiny => 10,
            Self::Small => 20,
            Self::Medium => 30,
            Self::Large => 40,
            Self::Huge => 50,
            Self::Gigantic => 60,
        }
    }

    /// The Speed of a typical creature in metres (`size/chart`, `gaps/race-speed`).
    #[must_use]
    pub const fn speed_m(self) -> i16 {
        match self {
            Self::Miniscule | Self::Fine => 1,
            Self::Diminutive => 2,
            Self::Tiny => 3,
            Self::Small => 5,
            Self::Medium => 6,
            Self::Large => 8,
            Self::Huge => 10,
            Self::Gigantic => 12,
        }
    }

    /// What it adds to Reach (`size/reach`).
    #[must_use]
    pub const fn reach_bonus(self) -> i16 {
        match self {
            Self::Huge | Self::Gigantic => 1,
            Self::Small | Self::Medium | Self::Large => 0,
            _ => -1,
        }
    }

    /// The side of its space as the grid counts it: 1, 3, 7 or 19 hexes, or a square of 1 to 4 spaces (`grid/footprints`).
    #[must_use]
    pub const fn side(self, shape: Shape) -> u8 {
        match (self, shape) {
            (Self::Large, _) => 2,
            (Self::Huge, _) => 3,
            (Self::Gigantic, Shape::Square) => 4,
            (Self::Gigantic, Shape::Hex) => 5,
            _ => 1,
        }
    }

    /// The height in metres that a jump over it must have: the least of its row (`size/chart`, `actions/jump-in-the-air`).
    #[must_use]
    pub const fn height_dm(self) -> i16 {
        match self {
            Self::Miniscule => 1,
            Self::Fine => 2,
            Self::Diminutive => 3,
            Self::Tiny => 6,
            Self::Small => 14,
            Self::Medium => 24,
            Self::Large => 36,
            Self::Huge => 48,
            Self::Gigantic => 60,
        }
    }

    /// The height of a typical creature in decimetres: the middle of its row (`size/chart`, `size/jump-reach`).
    #[must_use]
    pub const fn typical_dm(self) -> i16 {
        match self {
            Self::Miniscule => 0,
            Self::Fine => 1,
            Self::Diminutive => 2,
            Self::Tiny => 4,
            Self::Small => 10,
            Self::Medium => 19,
            Self::Large => 30,
            Self::Huge => 42,
            Self::Gigantic => 54,
        }
    }

    /// The size of a creature of that height or length in centimetres; the lower bound belongs to the bigger size, but 480 is
    /// still Huge (`size/chart`).
    #[must_use]
    pub const fn of_height_cm(height: i16) -> Self {
        match height {
            ..5 => Self::Miniscule,
            5..15 => Self::Fine,
            15..30 => Self::Diminutive,
            30..60 => Self::Tiny,
            60..140 => Self::Small,
            140..240 => Self::Medium,
            240..360 => Self::Large,
            360..=480 => Self::Huge,
            481.. => Self::Gigantic,
        }
    }

    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Miniscule => "Miniscule",
            Self::Fine => "Fine",
            Self::Diminutive => "Diminutive",
            Self::Tiny => "Tiny",
            Self::Small => "Small",
            Self::Medium => "Medium",
            Self::Large => "Large",
            Self::Huge => "Huge",
            Self::Gigantic => "Gigantic",
        }
    }
}

/// The six abilities (`fundamentals/ability-modifier`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Ability {
    Strength,
    Dexterity,
    Constitution,
    Intelligence,
    Wisdom,
    Charisma,
}

impl Ability {
    /// All of them, in the book's order.
    pub const ALL: [Self; 6] = [
        Self::Strength,
        Self::Dexterity,
        Self::Constitution,
        Self::Intelligence,
        Self::Wisdom,
        Self::Charisma,
    ];

    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strength => "Strength",
            Self::Dexterity => "Dexterity",
            Self::Constitution => "Constitution",
            Self::Intelligence => "Intelligence",
            Self::Wisdom => "Wisdom",
            Self::Charisma => "Charisma",
        }
    }
}

/// The skills that the chapter needs (`fundamentals/skill-check`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Skill {
    Initiative,
    ArmStrength,
    LegStrength,
    Awareness,
    Stealth,
    Craft,
}

impl Skill {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Initiative,
        Self::ArmStrength,
        Self::LegStrength,
        Self::Awareness,
        Self::Stealth,
        Self::Craft,
    ];

    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Initiative => "Initiative",
            Self::ArmStrength => "Arm Strength",
            Self::LegStrength => "Leg Strength",
            Self::Awareness => "Awareness",
            Self::Stealth => "Stealth",
            Self::Craft => "Craft",
        }
    }

    /// The ability whose modifier it adds (`fundamentals/skill-check`).
    #[must_use]
    pub const fn ability(self) -> Ability {
        match self {
            Self::Initiative | Self::Stealth => Ability::Dexterity,
            Self::ArmStrength | Self::LegStrength => Ability::Strength,
            Self::Awareness => Ability::Wisdom,
            Self::Craft => Ability::Intelligence,
        }
    }

    /// Whether it relies on sight (`conditions/blinded`).
    #[must_use]
    pub const fn needs_sight(self) -> bool {
        matches!(self, Self::Initiative | Self::Awareness)
    }
}

/// The defenses (`defenses/list`).
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
pub enum Defense {
    #[default]
    Evasion,
    Fortitude,
    Will,
}

impl Defense {
    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Evasion => "Evasion",
            Self::Fortitude => "Fortitude",
            Self::Will => "Will",
        }
    }
}

/// Types of damage (`damage/types`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum DamageType {
    Blunt,
    Slashing,
    Piercing,
    Fire,
    Cold,
    Lightning,
    Acid,
    Poison,
    Psychic,
    Force,
}

impl DamageType {
    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blunt => "blunt",
            Self::Slashing => "slashing",
            Self::Piercing => "piercing",
            Self::Fire => "fire",
            Self::Cold => "cold",
            Self::Lightning => "lightning",
            Self::Acid => "acid",
            Self::Poison => "poison",
            Self::Psychic => "psychic",
            Self::Force => "force",
        }
    }
}

/// What is so unless a file says otherwise.
const fn yes() -> bool {
    true
}

/// Yes-or-no features of a creature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Traits {
    /// It is no creature but a thing: it has hit points in place of an Aura, cannot defend itself and breaks at 0 (`gaps/objects`).
    pub object: bool,
    /// It gets its Death roll even when it is unconscious at 0 Aura (`death/helpless-kill`).
    pub tough: bool,
}

/// What a named modifier of a sheet changes (`gaps/combat-styles`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Changes {
    /// The Attack Value of melee attacks.
    AttackValue,
    /// Precision of all attacks (`critical/precision`).
    Precision,
    /// Maximum Agility (`agility/granted-agility-raises-maximum`).
    Agility,
    /// How much Stamina may stand in for Energy each Round (`stamina/stamina-for-energy-abilities`).
    StaminaForEnergy,
    /// Death rolls and Death Saves (`death/d20`).
    DeathRolls,
}

/// A modifier that a Theme, a Feat or a Combat Style brings (`gaps/combat-styles`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NamedModifier {
    /// What brings it.
    pub name: String,
    /// What it changes.
    pub changes: Changes,
    /// By how much.
    pub amount: i16,
}

/// The rolls that a Theme, a Feat or a Combat Style can bring Advantage on (`gaps/combat-styles`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum RollKind {
    Attack,
    Evasion,
    Fortitude,
    Will,
    Skill,
}

/// A creature's sheet.
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
    /// Size.
    pub size: Size,
    /// Its level (`fundamentals/third-level`).
    pub level: i16,
    /// Martial Proficiency Level (`mpl/definition`).
    pub martial_proficiency: i16,
    /// Strength, Dexterity, Constitution, Intelligence, Wisdom and Charisma Modifiers (`fundamentals/ability-modifier`).
    pub modifiers: [i16; 6],
    /// Values of Initiative, Arm Strength, Leg Strength, Awareness, Stealth and Craft (`fundamentals/skill-check`).
    pub skills: [i16; 6],
    /// Inherent Evasion (`evasion/inherent`).
    pub inherent_evasion: i16,
    /// Inherent Fortitude (`fortitude/inherent`).
    pub inherent_fortitude: i16,
    /// Inherent Will (`will/inherent`).
    pub inherent_will: i16,
    /// Speed in metres (`gaps/race-speed`).
    pub speed_m: i16,
    /// Maximum Stamina (`stamina/maximum`).
    pub stamina: i16,
    /// Aura Strength, or the hit points of a thing (`aura/strength`, `gaps/objects`).
    pub aura_strength: i16,
    /// Recovery Value (`aura/recovery-value`).
    pub recovery_value: i16,
    /// Recovery Surges (`aura/recovery-surges`).
    pub surges: i16,
    /// What protects it by nature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub natural_armor: Option<NaturalArmor>,
    /// Types of damage it has Resistance to (`damage/resistance`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resistances: Vec<DamageType>,
    /// Types of damage it has a Weakness to (`damage/weakness`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weaknesses: Vec<DamageType>,
    /// Further abilities in its MASAB (`melee/extra-ability-in-bonus`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attack_abilities: Vec<Ability>,
    /// Further abilities in its MASDB (`melee/extra-ability-in-bonus`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damage_abilities: Vec<Ability>,
    /// Modifiers by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<NamedModifier>,
    /// Rolls with Advantage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub advantages: Vec<RollKind>,
    /// Natural weapons; the last one is the body (`unarmed/attack`).
    pub natural: Vec<Weapon>,
    /// Spells and abilities, by number.
    pub powers: Vec<u8>,
    /// Hands (`gaps/hands`).
    pub hands: u8,
    /// Features.
    pub traits: Traits,
}

impl Sheet {
    /// An ability's modifier.
    #[inline]
    #[must_use]
    pub const fn modifier(&self, ability: Ability) -> i16 {
        self.modifiers[ability as usize]
    }

    /// The value of a skill.
    #[inline]
    #[must_use]
    pub const fn skill(&self, skill: Skill) -> i16 {
        self.skills[skill as usize]
    }

    /// What its named modifiers come to.
    #[must_use]
    pub fn named(&self, changes: Changes) -> i16 {
        let of_these = self.named.iter().filter(|named| named.changes == changes);
        of_these.map(|named| named.amount).sum()
    }
}
