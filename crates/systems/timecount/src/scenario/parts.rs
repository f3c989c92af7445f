//! What can be written about the situation of a creature.

use affray_kernel::content::FromWord;
use affray_kernel::grid::Heading;
use affray_kernel::scenario::Square;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde::de::{Error, IntoDeserializer};

use crate::act::Rest;
use crate::sheet::{Amount, DamageType, PoisonHarm};
use crate::state::{Condition, Pace, Stance};

/// Bonus hit points of one source.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BonusFile {
    /// How many are left.
    pub points: i16,
    /// The count at which they end.
    pub until: u32,
}

/// Impairments, by the kind of damage that caused them.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[expect(missing_docs, reason = "the names say it all")]
pub struct ImpairmentsFile {
    pub bludgeoning: i16,
    pub piercing: i16,
    pub slashing: i16,
}

/// A number for each attribute.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[expect(missing_docs, reason = "the names say it all")]
pub struct AttributesFile {
    pub strength: i16,
    pub dexterity: i16,
    pub constitution: i16,
    pub intelligence: i16,
    pub wisdom: i16,
    pub persona: i16,
}

impl AttributesFile {
    /// In the book's order.
    #[must_use]
    pub const fn numbers(self) -> [i16; 6] {
        [
            self.strength,
            self.dexterity,
            self.constitution,
            self.intelligence,
            self.wisdom,
            self.persona,
        ]
    }
}

/// Paralysis damage of one source.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ParalysisFile {
    /// Points.
    pub points: i16,
    /// Counts for one point to go away.
    #[serde(default = "one_minute")]
    pub every: u32,
    /// The count at which the next point goes away, if not after so many.
    #[serde(default)]
    pub next: Option<u32>,
}

fn one_minute() -> u32 {
    120
}

/// What takes time and is under way.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum UnderwayFile {
    /// A path.
    Walk {
        /// How fast.
        pace: Pace,
        /// The spaces still to come, each next to the one before.
        path: Vec<Square>,
    },
    /// Waiting.
    Wait {
        /// Until that count.
        until: u32,
    },
    /// Preparing a spell.
    Prepare {
        /// Its name.
        spell: String,
        /// The count at which it is prepared.
        ready: u32,
        /// Added to the casting DC so far.
        #[serde(default)]
        hindered: i16,
    },
    /// Preparing a Coup de Grace.
    CoupDeGrace {
        /// Whom.
        target: String,
        /// With what weapon.
        with: String,
        /// The count of the attack.
        ready: u32,
    },
    /// A scroll that works at the end of its casting time, being read.
    Scroll {
        /// As it is said: `read scroll of web at ogre`.
        act: String,
        /// The count at which it works.
        ready: u32,
    },
    /// An action that is readied.
    Ready {
        /// The action as it is said: `attack ogre with long sword`.
        act: String,
        /// What triggers it: `ogre comes in reach`.
        when: String,
        /// The count from which it can react.
        #[serde(default)]
        from: u32,
    },
    /// A weapon set against a charge.
    Set {
        /// With what weapon.
        with: String,
        /// The count from which it counts.
        #[serde(default)]
        from: u32,
    },
    /// Resting.
    Rest {
        /// A night or a day.
        rest: Rest,
        /// Until that count.
        until: u32,
    },
    /// Treating impairments.
    Treat {
        /// Whose.
        patient: String,
        /// Of which kind.
        kind: DamageType,
        /// Until that count.
        until: u32,
    },
}

/// A stance, in full or as its name.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StanceFile {
    /// Which. Its drawbacks hold.
    pub stance: Stance,
    /// The count at which its benefits begin; they hold unless it says so.
    #[serde(default)]
    pub from: u32,
}

impl FromWord for StanceFile {
    const WHAT: &'static str = "a stance";

    fn from_word<E: Error>(word: &str) -> Result<Self, E> {
        let stance = Stance::deserialize(word.into_deserializer())?;
        Ok(Self { stance, from: 0 })
    }

    fn word_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Stance>()
    }
}

/// A set facing: a direction, or a creature wherever it goes. A word is a direction.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FacingFile {
    /// A direction.
    #[serde(default)]
    pub heading: Option<Heading>,
    /// A creature.
    #[serde(default)]
    pub creature: Option<String>,
}

impl FromWord for FacingFile {
    const WHAT: &'static str = "a facing";

    fn from_word<E: Error>(word: &str) -> Result<Self, E> {
        let heading = Heading::deserialize(word.into_deserializer())?;
        Ok(Self {
            heading: Some(heading),
            creature: None,
        })
    }

    fn word_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Heading>()
    }
}

/// Moving so far.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct MovementFile {
    /// Counts of consecutive movement.
    pub counts: u16,
    /// The count of the last one.
    pub last: u32,
    /// The last of them at full base speed or more in one direction.
    pub straight_counts: u16,
    /// Spaces entered in a straight line at the end of it.
    pub straight_spaces: u16,
    /// Where it is going.
    pub heading: Option<Heading>,
    /// The direction of the last step, if not the same.
    pub last_step: Option<Heading>,
    /// Coming counts on which a run may not turn.
    pub no_turn_for: u8,
    /// Spaces of the allowance saved up for hindering terrain.
    pub saved: u8,
    /// Spaces that the table has allowed at a walk since its first count.
    pub allowed: u8,
    /// Where it stood before the last count's movement.
    pub from: Option<Square>,
}

/// A run.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunFile {
    /// Running or sprinting.
    pub pace: Pace,
    /// Counts spent running and sprinting.
    #[serde(default)]
    pub counts: u16,
    /// Counts since the last Athletics (Con) check.
    #[serde(default)]
    pub since_check: u16,
    /// How many of these were spent sprinting.
    #[serde(default)]
    pub sprinted: u16,
    /// Failed checks of this run.
    #[serde(default)]
    pub failures: u8,
    /// By how many feet the base speed counts as higher for sprinting.
    #[serde(default)]
    pub sprint_gain_ft: Option<i16>,
    /// Whether the Athletics (Str) check was made since the last Athletics (Con) check.
    #[serde(default)]
    pub tried: bool,
}

/// A prepared spell, in full or as its name.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PreparedFile {
    /// Its name.
    pub spell: String,
    /// Charges put into it.
    #[serde(default)]
    pub charges: u8,
    /// Added to the casting DC by damage, fatigue and walking.
    #[serde(default)]
    pub hindered: i16,
    /// The count at which it lapses.
    #[serde(default)]
    pub until: Option<u32>,
}

impl FromWord for PreparedFile {
    const WHAT: &'static str = "a spell";

    fn from_word<E: Error>(word: &str) -> Result<Self, E> {
        Ok(Self {
            spell: word.to_owned(),
            charges: 0,
            hindered: 0,
            until: None,
        })
    }
}

/// A weapon that pins somebody.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StapledFile {
    /// The DC to get free.
    pub dc: i16,
    /// Whether it pins the body and not only the clothing.
    #[serde(default)]
    pub body: bool,
}

/// A condition in force, in full or as its name.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConditionFile {
    /// Which.
    pub kind: Condition,
    /// Toward whom it holds; everybody, unless it says so.
    #[serde(default)]
    pub toward: Option<String>,
    /// Who caused it.
    #[serde(default)]
    pub cause: Option<String>,
    /// The count at which it ends; only when something ends it, unless it says so.
    #[serde(default)]
    pub until: Option<u32>,
    /// Of `shaken` the penalty, −100 to −1, which has to be said; of `grabbed` 1 for −2 on getting free and 2 for no attacks, 3 for both,
    /// 0 unless it says so; of `feinting` what is added to damage. Other conditions have no number.
    #[serde(default)]
    pub amount: Option<i16>,
}

impl FromWord for ConditionFile {
    const WHAT: &'static str = "a condition";

    fn from_word<E: Error>(word: &str) -> Result<Self, E> {
        Ok(Self {
            kind: Condition::deserialize(word.into_deserializer())?,
            toward: None,
            cause: None,
            until: None,
            amount: None,
        })
    }

    fn word_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Condition>()
    }
}

/// A pulse of a poison that has yet to work.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PoisonFile {
    /// The count at which it works.
    pub at: u32,
    /// How much.
    pub amount: Amount,
    /// Of what.
    pub harms: PoisonHarm,
}
