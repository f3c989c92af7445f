//! What does not change in a fight: creatures' sheets, kinds of items, spells, switches.

mod described;
mod items;
mod options;
mod spells;
mod things;

use std::fmt;

use affray_kernel::dice::Pool;
use schemars::JsonSchema;
use serde::de::{self, Deserializer, Unexpected, Visitor};
use serde::{Deserialize, Serialize};

pub use items::*;
pub use options::*;
pub use spells::*;

/// The nine sizes, from the smallest (`sizes/table`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Size {
    Fine,
    Diminutive,
    Tiny,
    Small,
    Medium,
    Large,
    Huge,
    Gargantuan,
    Colossal,
}

impl Size {
    /// Its place among the sizes, 0 to 8.
    #[must_use]
    pub const fn rank(self) -> i8 {
        self as i8
    }

    /// The size modifier (`sizes/table`).
    #[must_use]
    pub const fn modifier(self) -> i16 {
        match self {
            Self::Fine => 8,
            Self::Diminutive => 4,
            Self::Tiny => 2,
            Self::Small => 1,
            Self::Medium => 0,
            Self::Large => -1,
            Self::Huge => -2,
            Self::Gargantuan => -4,
            Self::Colossal => -8,
        }
    }

    /// The side of its space in 5-ft spaces (`sizes/table`, `occupied-spaces/size-equivalents`).
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

    /// Natural reach in feet of an upright body (`sizes/table`).
    #[must_use]
    pub const fn reach_ft(self) -> i16 {
        match self {
            Self::Fine | Self::Diminutive | Self::Tiny => 0,
            Self::Small | Self::Medium => 5,
            Self::Large => 10,
            Self::Huge => 15,
            Self::Gargantuan => 20,
            Self::Colossal => 30,
        }
    }

    /// Sixteenths of a Normal-sized creature that it counts for in each space it occupies (`occupied-spaces/size-equivalents`).
    #[must_use]
    pub const fn sixteenths(self) -> u16 {
        match self {
            Self::Fine => 1,
            Self::Diminutive => 2,
            Self::Tiny => 4,
            Self::Small => 8,
            Self::Medium => 16,
            _ => 48,
        }
    }
}

/// The six attributes; each number is itself the modifier (`engine/attributes`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Attribute {
    Strength,
    Dexterity,
    Constitution,
    Intelligence,
    Wisdom,
    Persona,
}

impl Attribute {
    /// All of them, in the book's order.
    pub const ALL: [Self; 6] = [
        Self::Strength,
        Self::Dexterity,
        Self::Constitution,
        Self::Intelligence,
        Self::Wisdom,
        Self::Persona,
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
            Self::Persona => "Persona",
        }
    }
}

/// The skills that the chapter needs (`checks/modifiers`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Skill {
    Athletics,
    Acrobatics,
    Arcana,
    Stealth,
    Perception,
    Heal,
}

impl Skill {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Athletics,
        Self::Acrobatics,
        Self::Arcana,
        Self::Stealth,
        Self::Perception,
        Self::Heal,
    ];

    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Athletics => "Athletics",
            Self::Acrobatics => "Acrobatics",
            Self::Arcana => "Arcana",
            Self::Stealth => "Stealth",
            Self::Perception => "Perception",
            Self::Heal => "Heal",
        }
    }
}

/// The five defenses (`defenses/five`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Defense {
    Primary,
    Passive,
    Vigor,
    Celerity,
    Spirit,
}

impl Defense {
    /// All of them, in the book's order.
    pub const ALL: [Self; 5] = [
        Self::Primary,
        Self::Passive,
        Self::Vigor,
        Self::Celerity,
        Self::Spirit,
    ];

    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Primary => "Primary",
            Self::Passive => "Passive",
            Self::Vigor => "Vigor",
            Self::Celerity => "Celerity",
            Self::Spirit => "Spirit",
        }
    }
}

/// The speed classes, from the fastest (`speed-classes/table`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum SpeedClass {
    Free,
    Rapid,
    Swift,
    Fast,
    Standard,
    Slow,
    Sluggish,
    Lethargic,
    Sedentary,
}

/// Kinds of damage (`damage/types`). Only the first three cause impairments.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum DamageType {
    Bludgeoning,
    Piercing,
    Slashing,
    Acid,
    Cold,
    Electricity,
    Fire,
    Force,
    Poison,
    Sonic,
}

/// Dice, or a number where no die is small enough.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Amount {
    /// Always that many.
    Fixed(i16),
    /// What the dice show.
    Dice(Pool),
}

// Written out, so that what is wrong with the dice is said.
impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Written;

        impl Visitor<'_> for Written {
            type Value = Amount;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, or dice such as `1d6`")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Amount, E> {
                let fits = i16::try_from(number).map(Amount::Fixed);
                fits.map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Amount, E> {
                let fits = i16::try_from(number).map(Amount::Fixed);
                fits.map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Amount, E> {
                let dice = Pool::deserialize(de::value::StrDeserializer::new(text));
                dice.map(Amount::Dice)
            }
        }

        deserializer.deserialize_any(Written)
    }
}

/// What is so unless a file says otherwise.
fn yes() -> bool {
    true
}

/// Who plays a combatant (`engine/pc-npc`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Control {
    /// A player character.
    #[serde(rename = "pc")]
    PlayerCharacter,
    /// Anybody else.
    #[default]
    #[serde(rename = "npc")]
    NonPlayerCharacter,
}

/// Whether Speed Factors are rolled (`speed-classes/pc-rolled`, `speed-classes/npc-static`, `speed-classes/npc-rolled`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SpeedFactors {
    /// Rolled after each action.
    Rolled,
    /// The number of the table.
    Static,
}

/// Healing by itself: so many hit points every so many counts, unless damage of some kind has stopped it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Regeneration {
    /// Hit points each time.
    pub points: i16,
    /// Counts between two times.
    pub counts: u32,
    /// Kinds of damage that stop it for good.
    #[serde(default)]
    pub stopped_by: Vec<DamageType>,
}

/// Damage reduction (`damage/reduction-definition`).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Reduction {
    /// Taken off each attack's damage.
    pub points: i16,
    /// Only from damage of these kinds; all, if none is named.
    pub from: Vec<DamageType>,
}

/// The races whose speed the book gives (`movement-rate/slow-races`, `movement-rate/normal-races`, `movement-rate/fast-races`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Race {
    Halfling,
    Gnome,
    Dwarf,
    Human,
    Drow,
    Aleiram,
    Niera,
    HalfElf,
    Alidran,
    Lyorae,
}

impl Race {
    /// Unencumbered speed in feet per 4 counts.
    #[must_use]
    pub const fn speed_ft(self) -> i16 {
        match self {
            Self::Halfling | Self::Gnome | Self::Dwarf => 15,
            Self::Human | Self::Drow | Self::Aleiram | Self::Niera | Self::HalfElf => 20,
            Self::Alidran | Self::Lyorae => 25,
        }
    }
}

/// Yes-or-no features of a creature (`creatures/definition`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Traits {
    /// It fights with its body and is never unarmed (`unarmed/passive-defense`).
    pub natural_weapons: bool,
    /// It fills its space; nobody can enter it (`occupied-spaces/unsharable`).
    pub fills_space: bool,
    /// Immune to critical hits (`critical-hits/immunity`).
    pub immune_criticals: bool,
    /// Cannot be impaired (`impairments/immunity`).
    pub immune_impairments: bool,
    /// Trained to fight unarmed (`unarmed/passive-defense`).
    pub unarmed_training: bool,
    /// An animal or monster of the bestiary: the switch `monster-fatigue` is about it (`creatures/definition`).
    pub monster: bool,
    /// It can be ridden.
    pub mount: bool,
}

/// A creature's sheet (`creatures/definition`). Numbers that armor, shield and circumstances change are without them here.
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
    /// Player character or not.
    pub control: Control,
    /// Whether its Speed Factors are rolled.
    pub speed_factors: SpeedFactors,
    /// The group that rolls initiative together (`initiative/group-roll`); creatures without one roll alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Size.
    pub size: Size,
    /// Natural reach in feet.
    pub reach_ft: i16,
    /// Its race, if it is of one whose speed the book gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub race: Option<Race>,
    /// Speed in feet per 4 counts without armor (`movement-rate/definition`).
    pub speed_ft: i16,
    /// Strength, Dexterity, Constitution, Intelligence, Wisdom, Persona.
    pub attributes: [i16; 6],
    /// Accuracy (`accuracy/definition`).
    pub accuracy: i16,
    /// Power (`damage/power-all-attacks`).
    pub power: i16,
    /// Fortitude.
    pub fortitude: i16,
    /// Agility.
    pub agility: i16,
    /// Willpower.
    pub willpower: i16,
    /// Base Threshold of Pain (`threshold-of-pain/base`).
    pub threshold: i16,
    /// Maximum hit points (`hit-points/starting`).
    pub max_hp: i16,
    /// Natural armor, added to Primary and Passive like armor worn.
    pub natural_armor: i16,
    /// Damage reduction.
    pub reduction: Reduction,
    /// Spell resistance (`actions/lower-spell-resistance`).
    pub spell_resistance: i16,
    /// Ranks in Athletics, Acrobatics, Arcana, Stealth, Perception and Heal.
    pub skills: [i16; 6],
    /// Proficiency by category, where it is not plain affinity.
    pub proficiencies: Vec<(Category, Proficiency)>,
    /// Natural weapons; the last one is the unarmed strike.
    pub natural: Vec<Weapon>,
    /// Spells it knows, by number.
    pub spells: Vec<u8>,
    /// Hands.
    pub hands: u8,
    /// Features.
    pub traits: Traits,
    /// Healing by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regeneration: Option<Regeneration>,
}

impl Sheet {
    /// The rank in a skill.
    #[must_use]
    pub fn rank(&self, skill: Skill) -> i16 {
        self.skills[skill as usize]
    }
}
