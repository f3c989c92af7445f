//! The record of a creature as it is written, and the figures that follow from it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use affray_kernel::content::{Fields, FromWord};
use affray_kernel::modifier::Tally;
use affray_kernel::partial;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::{Deserializer, Error, IntoDeserializer, Unexpected, Visitor};

use crate::ids::rule;
use crate::setup::fields;
use crate::sheet::{
    DamageKind, DamageType, FreeAction, Perk, Protection, Rank, Sheet, Skill, Skilled, StyleSkill,
    TestChange, Traits, Ward,
};

/// An item that a creature has, in full or as the name of its kind.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemFile {
    /// Its kind: the name of a weapon, armour, shield or gear.
    pub kind: String,
    /// What it is called here, if not as its kind.
    #[serde(default)]
    pub name: Option<String>,
    /// In how many hands it is held, if it is versatile.
    #[serde(default)]
    pub hands: Option<u8>,
    /// Manipulate reactions that are needed before the next shot; it is loaded unless it says so.
    #[serde(default)]
    pub unloaded: u8,
    /// Uses of its magic that are left, if not all.
    #[serde(default)]
    pub uses: Option<u16>,
}

impl FromWord for ItemFile {
    const WHAT: &'static str = "an item";

    fn from_word<E: Error>(word: &str) -> Result<Self, E> {
        Ok(Self {
            kind: word.to_owned(),
            name: None,
            hands: None,
            unloaded: 0,
            uses: None,
        })
    }
}

/// How good one is in a skill, as a file has it: a rank, or the finished value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SkilledFile(pub Skilled);

impl<'de> Deserialize<'de> for SkilledFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SkilledVisitor)
    }
}

struct SkilledVisitor;

impl Visitor<'_> for SkilledVisitor {
    type Value = SkilledFile;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a rank such as \"adept\", or a whole number")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<SkilledFile, E> {
        let value = i16::try_from(number);
        let value = value.map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))?;
        Ok(SkilledFile(Skilled::Finished(value)))
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<SkilledFile, E> {
        let rank = Rank::deserialize(word.into_deserializer());
        rank.map(|rank| SkilledFile(Skilled::Rank(rank)))
    }
}

impl JsonSchema for SkilledFile {
    fn schema_name() -> Cow<'static, str> {
        "Skilled".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let rank = generator.subschema_for::<Rank>();
        json_schema!({ "anyOf": [rank, { "type": "integer" }] })
    }
}

/// A fighting style of a creature, in full or as its name.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StyleFile {
    /// What it is called.
    pub name: String,
    /// Its rank; novice, unless finished values are written.
    #[serde(default)]
    pub rank: Option<Rank>,
    /// The finished value with Strength.
    #[serde(default)]
    pub strength: Option<i16>,
    /// The finished value with Agility.
    #[serde(default)]
    pub agility: Option<i16>,
    /// The types of gear that it trains in; those of the style of that name in the content, unless it says so.
    #[serde(default)]
    pub gear: Option<Vec<String>>,
    /// How many of them were free; as many as can be, up to 5, unless it says so.
    #[serde(default)]
    pub free: Option<u8>,
}

impl FromWord for StyleFile {
    const WHAT: &'static str = "a fighting style";

    fn from_word<E: Error>(word: &str) -> Result<Self, E> {
        Ok(Self {
            name: word.to_owned(),
            rank: None,
            strength: None,
            agility: None,
            gear: None,
            free: None,
        })
    }
}

impl StyleFile {
    /// How good one is in it, if that is written.
    #[must_use]
    pub fn skilled(&self) -> Option<StyleSkill> {
        match (self.rank, self.strength, self.agility) {
            (None, Some(strength), Some(agility)) => Some(StyleSkill::Finished(strength, agility)),
            (rank, ..) => rank.map(StyleSkill::Rank),
        }
    }

    /// Whether anything is written about how good one is in it.
    const fn is_rated(&self) -> bool {
        self.rank.is_some() || self.strength.is_some() || self.agility.is_some()
    }

    fn without_rating(self) -> Self {
        Self {
            rank: None,
            strength: None,
            agility: None,
            ..self
        }
    }
}

/// A perk (`misc/perks`).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PerkFile {
    /// What it is called.
    pub name: String,
    /// The free action that it grants.
    #[serde(default)]
    pub free_action: Option<FreeAction>,
    /// What it changes about tests.
    #[serde(default)]
    pub tests: Vec<TestChange>,
    /// Resistances.
    #[serde(default)]
    pub resistances: BTreeMap<DamageKind, i16>,
    /// Vulnerabilities.
    #[serde(default)]
    pub vulnerabilities: BTreeMap<DamageKind, i16>,
    /// A source of Armor Rating.
    #[serde(default)]
    pub armor: Option<Protection>,
    /// The ability that it grants, by its name among the spells.
    #[serde(default)]
    pub ability: Option<String>,
}

impl PerkFile {
    /// The perk; its ability is among the spells of whoever has it.
    #[must_use]
    pub fn perk(&self) -> Perk {
        Perk {
            name: self.name.clone(),
            free_action: self.free_action,
            tests: self.tests.clone(),
            resistances: wards(&self.resistances),
            vulnerabilities: wards(&self.vulnerabilities),
            armor: self.armor.clone(),
        }
    }
}

fn wards(written: &BTreeMap<DamageKind, i16>) -> Vec<Ward> {
    let written = written.iter();
    let ward = |(against, value): (&DamageKind, &i16)| Ward {
        against: *against,
        value: *value,
    };
    written.map(ward).collect()
}

partial! {
    /// Features; those left out are as for the kind of creature.
    TraitsFile of Traits {
        /// Nobody can hold it.
        cannot_be_grappled: bool,
    }
}

partial! {
    /// What protects it by nature; what is left out is as for the kind of creature.
    cloned ProtectionFile of Protection {
        /// Armor Rating: off physical damage.
        rating: i16,
        /// Off the magical types below.
        magic: i16,
        /// The magical types that it covers; all three unless it says so.
        magic_types: Vec<DamageType>,
    }
}

/// Hands the keys of every creature to [`layered!`](affray_kernel::layered).
macro_rules! creature_keys {
    ($($what:tt)*) => {
        affray_kernel::layered! {
            $($what)*
            keys {
                /// Whether it is a player character.
                player: bool,
                /// Size; Medium unless it says so.
                size: $crate::sheet::Size,
                /// Strength, if not 8.
                strength: i16,
                /// Agility, if not 8.
                agility: i16,
                /// Endurance, if not 8.
                endurance: i16,
                /// Intelligence, if not 8.
                intelligence: i16,
                /// Willpower, if not 8.
                willpower: i16,
                /// Perception, if not 8.
                perception: i16,
                /// Presence, the attribute, if not 8.
                presence_attribute: i16,
                /// Dodge: a rank or the finished value; untrained unless it says so, as all skills are.
                dodge: $crate::content::SkilledFile,
                /// Sorcery.
                sorcery: $crate::content::SkilledFile,
                /// Focus.
                focus: $crate::content::SkilledFile,
                /// Athletics.
                athletics: $crate::content::SkilledFile,
                /// Acrobatics.
                acrobatics: $crate::content::SkilledFile,
                /// Observation.
                observation: $crate::content::SkilledFile,
                /// Stealth.
                stealth: $crate::content::SkilledFile,
                /// Sleight of Hand.
                sleight_of_hand: $crate::content::SkilledFile,
                /// Deception.
                deception: $crate::content::SkilledFile,
                /// Fighting styles.
                styles: Vec<affray_kernel::content::Short<$crate::content::StyleFile>>,
                /// The finished values of the only fighting style, with Strength and with Agility. Without `styles` it trains in
                /// everything that the creature has.
                fighting_style: [i16; 2],
                /// Initiative of a player character, if not its Perception.
                initiative: i16,
                /// Speed in metres, if not 8.
                speed_m: i16,
                /// Health Pool, if not twice the Endurance.
                health: i16,
                /// Mana, if any.
                mana: i16,
                /// XP not spent yet.
                xp: i16,
                /// Hands, if not 2.
                hands: u8,
                /// Natural weapons, besides the bare hands that everybody with hands has.
                natural: Vec<$crate::content::WeaponRecord>,
                /// Names of its spells.
                spells: Vec<String>,
                /// Perks.
                perks: Vec<$crate::content::PerkFile>,
                /// What it has; what its hands hold and what it wears is found by itself.
                items: Vec<affray_kernel::content::Short<$crate::content::ItemFile>>,
            }
            tables {
                /// What protects it by nature; what is left out is as for the kind of creature.
                natural_armor: $crate::content::ProtectionFile,
                /// Resistances, besides those of the kind of creature.
                resistances: std::collections::BTreeMap<$crate::sheet::DamageKind, i16>,
                /// Vulnerabilities, besides those of the kind of creature.
                vulnerabilities: std::collections::BTreeMap<$crate::sheet::DamageKind, i16>,
            }
            layers {
                /// Features.
                traits: $crate::content::TraitsFile,
            }
        }
    };
}
pub(in super::super) use creature_keys;

creature_keys! {
    record
    /// What is written about a creature itself, apart from its place in a fight.
    Record
}

/// An attribute about which nothing is said: that of ordinary people (`character-stats/attributes`).
const ORDINARY: i16 = 8;

impl Record {
    /// This record laid over that of its kind. What it says of how good a fighting style is counts more than what the kind says, in
    /// whichever way both say it.
    #[must_use]
    pub fn over_kind(self, kind: &Self) -> Self {
        let short = self.fighting_style.is_some();
        let styled = self.styles.is_some();
        let rated = self
            .styles
            .as_ref()
            .is_some_and(|styles| styles.len() != 1 || styles.iter().any(|style| style.is_rated()));
        let mut record = self.over(kind);
        if rated && !short {
            record.fighting_style = None;
        }
        if short && !styled {
            for style in record.styles.iter_mut().flatten() {
                style.0 = style.0.clone().without_rating();
            }
        }
        record
    }

    /// What does not go together.
    #[must_use]
    pub fn faults(&self) -> Fields {
        let mut fields = Fields::default();
        for style in self.styles.iter().flatten() {
            let rating = (style.rank, style.strength, style.agility);
            let complete = matches!(rating, (_, None, None) | (None, Some(_), Some(_)));
            if !complete {
                let name = &style.name;
                let message = format!(
                    "{name}: write a rank, or the finished values with both `strength` and `agility`"
                );
                fields.add("styles", message);
            }
            if self.fighting_style.is_some() && style.is_rated() {
                let name = &style.name;
                let message = format!("{name} has its values here already");
                fields.add("fighting_style", message);
            }
        }
        let several = self.styles.as_ref().is_some_and(|styles| styles.len() > 1);
        if self.fighting_style.is_some() && several {
            let message = "these are the values of one fighting style, and there are several";
            fields.add("fighting_style", message);
        }
        fields
    }

    /// Whoever is no player character adds its Perception (`initiative-structure/npc-initiative-roll`).
    #[must_use]
    pub fn initiative_faults(&self, player: bool) -> Fields {
        let mut fields = Fields::default();
        if self.initiative.is_some() && !player {
            let message = "only a player character (`player = true`) has a rating, others roll with `perception` (`initiative-structure/npc-initiative-roll`)";
            fields.add("initiative", message);
        }
        fields
    }

    /// What is impossible about what is written, each thing by itself.
    #[must_use]
    pub fn single_faults(&self) -> Fields {
        let mut fields = fields::figures(&self.figures());
        for value in self.fighting_style.iter().flatten() {
            fields::value(&mut fields, "fighting_style", *value);
        }
        for style in self.styles.iter().flatten() {
            let Some(gear) = &style.gear else { continue };
            let mut list = Fields::default();
            fields::gear_list(&mut list, gear, style.free.unwrap_or_default());
            fields.extend(list.within("styles", &style.name));
        }
        if let Some(protection) = self.natural_armor() {
            fields.extend(fields::protection(&protection).within("natural_armor", "armor"));
        }
        fields::wards(&mut fields, "resistances", &self.resistances());
        fields::wards(&mut fields, "vulnerabilities", &self.vulnerabilities());
        for perk in self.perks.iter().flatten() {
            fields.extend(fields::perk(&perk.perk()));
        }
        fields
    }

    /// What protects it by nature.
    #[must_use]
    pub fn natural_armor(&self) -> Option<Protection> {
        self.natural_armor.clone().map(ProtectionFile::whole)
    }

    /// Resistances.
    #[must_use]
    pub fn resistances(&self) -> Vec<Ward> {
        self.resistances.as_ref().map(wards).unwrap_or_default()
    }

    /// Vulnerabilities.
    #[must_use]
    pub fn vulnerabilities(&self) -> Vec<Ward> {
        self.vulnerabilities.as_ref().map(wards).unwrap_or_default()
    }

    /// The figures, those that are not written as they usually are.
    #[must_use]
    pub fn figures(&self) -> Figures {
        let attributes = [
            self.strength,
            self.agility,
            self.endurance,
            self.intelligence,
            self.willpower,
            self.perception,
            self.presence_attribute,
        ];
        let attributes = attributes.map(|written| written.unwrap_or(ORDINARY));
        let [_, _, endurance, _, _, perception, _] = attributes;
        let number = |tally: Tally| tally.total().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let skills = [
            self.dodge,
            self.sorcery,
            self.focus,
            self.athletics,
            self.acrobatics,
            self.observation,
            self.stealth,
            self.sleight_of_hand,
            self.deception,
        ];
        Figures {
            attributes,
            skills: skills.map(|skill| skill.unwrap_or_default().0),
            initiative: self.initiative.unwrap_or(perception),
            speed_m: self.speed_m.unwrap_or(8),
            health: self
                .health
                .unwrap_or_else(|| number(usual_health(endurance))),
            mana: self.mana.unwrap_or_default(),
            hands: self.hands.unwrap_or(2),
        }
    }
}

/// Health Pool where nothing else is written: twice the Endurance (`character-stats/health-pool`).
pub(crate) fn usual_health(endurance: i16) -> Tally {
    let rule = rule!("character-stats/health-pool");
    let mut tally = Tally::new();
    tally.add("Endurance", endurance, rule);
    tally.add("Endurance again", endurance, rule);
    tally
}

/// The figures of a creature; see [`Sheet`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figures {
    /// Attributes, in the order of `Attribute::ALL`.
    pub attributes: [i16; 7],
    /// Skills, in the order of [`Skill::LISTED`].
    pub skills: [Skilled; Skill::LISTED.len()],
    /// Initiative.
    pub initiative: i16,
    /// Speed in metres.
    pub speed_m: i16,
    /// Health Pool.
    pub health: i16,
    /// Mana.
    pub mana: i16,
    /// Hands.
    pub hands: u8,
}

impl Figures {
    /// The figures of a sheet.
    #[must_use]
    pub const fn of(sheet: &Sheet) -> Self {
        Self {
            attributes: sheet.attributes,
            skills: sheet.skills,
            initiative: sheet.initiative,
            speed_m: sheet.speed_m,
            health: sheet.health,
            mana: sheet.mana,
            hands: sheet.hands,
        }
    }
}
