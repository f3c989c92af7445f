//! The record of a creature as it is written, and the figures that follow from it.

use std::collections::BTreeMap;

use affray_kernel::content::{Fields, FromWord};
use affray_kernel::partial;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::{Deserializer, Error, IntoDeserializer};

use super::anatomy::{PartRecord, bare_body, humanoid};
use super::things::skill_number;
use crate::sheet::{
    CheckSkill, DefendSkill, InitiativeSkill, Part, Ratings, Sheet, Size, Traits, Weapon,
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
    /// Whether it is loaded; a weapon in hand is unless it says so.
    #[serde(default)]
    pub loaded: Option<bool>,
    /// Missiles left; they are then counted.
    #[serde(default)]
    pub left: Option<u16>,
    /// Whether it is broken.
    #[serde(default)]
    pub broken: bool,
}

impl FromWord for ItemFile {
    const WHAT: &'static str = "an item";

    fn from_word<E: Error>(word: &str) -> Result<Self, E> {
        Ok(Self {
            kind: word.to_owned(),
            name: None,
            loaded: None,
            left: None,
            broken: false,
        })
    }
}

/// Makes a table of target scores of which every key may be left out.
macro_rules! score_table {
    ($(#[$about:meta])* $name:ident of $skill:ident { $($(#[$attribute:meta])* $field:ident: $value:ident,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, default)]
        #[expect(missing_docs, reason = "the names say it all")]
        pub struct $name { $($(#[$attribute])* pub $field: Option<i16>,)+ }

        impl $name {
            /// This table; what it leaves out is as in the one below.
            #[must_use]
            pub fn over(self, below: Self) -> Self {
                Self { $($field: self.$field.or(below.$field),)+ }
            }

            /// The target score for a skill.
            #[must_use]
            pub const fn of(&self, skill: $skill) -> Option<i16> {
                match skill { $($skill::$value => self.$field,)+ }
            }
        }
    };
}

score_table! {
    /// Target scores of defend skills.
    DefendsFile of DefendSkill {
        dodge: Dodge,
        evade: Evade,
        block: Block,
        parry: Parry,
        deflect: Deflect,
        thwart: Thwart,
        sidestep: Sidestep,
        elude: Elude,
        repel: Repel,
        #[serde(rename = "evasive-action", alias = "evasive action", alias = "evasive_action")]
        evasive_action: EvasiveAction,
        aegis: Aegis,
        buffer: Buffer,
        screen: Screen,
    }
}

score_table! {
    /// Target scores of checks that rules impose. Stamina that is left out is 5 + Constitution.
    ChecksFile of CheckSkill {
        stamina: Stamina,
        awareness: Awareness,
        concentration: Concentration,
        search: Search,
        stealth: Stealth,
        disengage: Disengage,
    }
}

partial! {
    /// Ratings by nature; those left out are as for the kind of creature, or else 0.
    NaturalRatingsFile of Ratings {
        /// Against Physical damage.
        physical: i16,
        /// Against Impact damage; where it is at least 1 there can be a weak point in it.
        impact: i16,
        /// Against Magic damage.
        magic: i16,
        /// Against Energy damage.
        energy: i16,
        /// Against Elemental damage.
        elemental: i16,
    }
}

partial! {
    /// Ratings in all; those left out are as they are without worn armour.
    RatingsFile of Ratings {
        /// Against Physical damage.
        physical: i16,
        /// Against Impact damage.
        impact: i16,
        /// Against Magic damage.
        magic: i16,
        /// Against Energy damage.
        energy: i16,
        /// Against Elemental damage.
        elemental: i16,
    }
}

partial! {
    /// Features; those left out are as for the kind of creature.
    TraitsFile of Traits {
        /// Nothing in it is vital: undead, constructs.
        no_vitals: bool,
        /// It drives something: Evasive Action serves it as it does riders.
        driving: bool,
    }
}

/// An initiative-affecting skill by its name, the words of which are joined by spaces or hyphens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SkillWord(pub InitiativeSkill);

impl<'de> Deserialize<'de> for SkillWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?.to_lowercase();
        let spaced = InitiativeSkill::ALL
            .into_iter()
            .find(|skill| skill.name().to_lowercase() == word);
        spaced.map_or_else(
            || InitiativeSkill::deserialize(word.into_deserializer()).map(Self),
            |skill| Ok(Self(skill)),
        )
    }
}

impl JsonSchema for SkillWord {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SkillWord".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let names = InitiativeSkill::ALL.map(|skill| skill.name().to_lowercase());
        let kebab = generator.subschema_for::<InitiativeSkill>();
        json_schema!({ "anyOf": [{ "enum": names }, kebab] })
    }
}

/// Hands the keys of every creature to [`layered!`](affray_kernel::layered).
macro_rules! creature_keys {
    ($($what:tt)*) => {
        affray_kernel::layered! {
            $($what)*
            keys {
                /// Level, if not 1.
                level: i16,
                /// Size; a person's is medium.
                size: $crate::sheet::Size,
                /// Agility, if not 5.
                agility: i16,
                /// Constitution, if not 5.
                constitution: i16,
                /// Basic Hits, if not 4: durability, not the hits that damage takes.
                basic_hits: i16,
                /// Most hits, if not 24.
                hits_max: i16,
                /// Actions a round, if not 4.
                actions: i16,
                /// Yards an action before armour, if not 6.
                move_yd: i16,
                /// Yards an action through the air, for flyers.
                fly_yd: i16,
                /// Yards added to its reach.
                reach_bonus: i16,
                /// Initiative-affecting skills.
                skills: Vec<$crate::content::SkillWord>,
                /// What it strikes with by nature; punch and kick unless it says so.
                natural: Vec<$crate::content::NaturalRecord>,
                /// Parts of its body; those of a person unless it says so.
                parts: Vec<$crate::content::PartRecord>,
                /// Hands, if not 2.
                hands: u8,
                /// Names of its powers.
                powers: Vec<String>,
                /// What it rides.
                mount: $crate::sheet::Mount,
                /// What it has; what its hands hold and what it wears is found by itself.
                items: Vec<affray_kernel::content::Short<$crate::content::ItemFile>>,
            }
            tables {
                /// Target scores of attack skills and powers, by their names.
                attacks: std::collections::BTreeMap<String, i16>,
                /// What protects it by nature; what is left out is as for the kind of creature.
                natural_armor: $crate::content::NaturalRatingsFile,
                /// Ratings in all, instead of having them summed up; what is left out is as for the kind of creature.
                totals: $crate::content::RatingsFile,
            }
            layers {
                /// Target scores of defend skills; those left out are as for the kind of creature.
                defends: $crate::content::DefendsFile,
                /// Target scores of checks that rules impose; those left out are as for the kind of creature.
                checks: $crate::content::ChecksFile,
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

/// The highest target score.
pub(crate) const HIGHEST_SCORE: i64 = 100;

impl Record {
    /// What is impossible about target scores.
    #[must_use]
    pub fn score_faults(&self) -> Fields {
        let mut fields = Fields::default();
        let mut check = |field, name: &str, score: i16| {
            if !(0..=HIGHEST_SCORE).contains(&score.into()) {
                let message = format!("{name}: {score} is not from 0 to {HIGHEST_SCORE}");
                fields.add(field, message);
            }
        };
        for (skill, score) in self.attacks.iter().flatten() {
            check("attacks", skill, *score);
        }
        for skill in DefendSkill::ALL {
            let score = self.defends.of(skill);
            check("defends", skill.name(), score.unwrap_or_default());
        }
        for skill in CheckSkill::ALL {
            let score = self.checks.of(skill);
            check("checks", skill.name(), score.unwrap_or_default());
        }
        fields
    }

    /// The target scores of attack skills, which get numbers.
    pub fn scores(&self, skills: &mut Vec<String>) -> Vec<Option<i16>> {
        let mut scores = Vec::new();
        let all: BTreeMap<&String, &i16> = self.attacks.iter().flatten().collect();
        for (skill, score) in all {
            let place = usize::from(skill_number(skills, skill).0);
            if scores.len() <= place {
                scores.resize(place + 1, None);
            }
            scores[place] = Some(*score);
        }
        scores
    }

    /// The target scores of checks: Stamina is 5 + Constitution unless it is written (`stats/stamina`).
    #[must_use]
    pub fn checks(&self) -> [Option<i16>; 6] {
        let mut checks = CheckSkill::ALL.map(|skill| self.checks.of(skill));
        let constitution = self.constitution.unwrap_or(USUAL);
        checks[CheckSkill::Stamina as usize].get_or_insert(constitution.saturating_add(5));
        checks
    }

    /// Its initiative-affecting skills, as bits.
    #[must_use]
    pub fn skill_bits(&self) -> u32 {
        let skills = self.skills.iter().flatten();
        skills.fold(0, |bits, word| bits | word.0.bit())
    }

    /// The parts of its body.
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        match &self.parts {
            None => humanoid(),
            Some(parts) => parts.iter().map(PartRecord::part).collect(),
        }
    }

    /// What it strikes with by nature; the skills get numbers.
    pub fn natural(&self, skills: &mut Vec<String>) -> Vec<Weapon> {
        let parts = self.parts();
        let Some(natural) = &self.natural else {
            return bare_body(&parts, skills);
        };
        let size = self.size.unwrap_or_default();
        natural
            .iter()
            .map(|natural| natural.weapon(size, &parts, skills))
            .collect()
    }

    /// The figures, those that are not written as they usually are.
    #[must_use]
    pub fn figures(&self) -> Figures {
        let constitution = self.constitution.unwrap_or(USUAL);
        let basic_hits = self.basic_hits.unwrap_or(4);
        let natural_armor = self.natural_armor.unwrap_or_default().whole();
        let unarmoured = RatingsFile {
            physical: Some(constitution.saturating_add(natural_armor.physical)),
            impact: Some(basic_hits.saturating_add(natural_armor.impact)),
            magic: Some(basic_hits.saturating_add(natural_armor.magic)),
            energy: Some(basic_hits.saturating_add(natural_armor.energy)),
            elemental: Some(basic_hits.saturating_add(natural_armor.elemental)),
        };
        Figures {
            level: self.level.unwrap_or(1),
            size: self.size.unwrap_or_default(),
            agility: self.agility.unwrap_or(USUAL),
            constitution,
            basic_hits,
            hits: self.hits_max.unwrap_or(24),
            actions: self.actions.unwrap_or(4),
            move_yd: self.move_yd.unwrap_or(6),
            fly_yd: self.fly_yd,
            reach_bonus: self.reach_bonus.unwrap_or_default(),
            natural_armor,
            totals: self.totals.map(|totals| totals.over(unarmoured).whole()),
            hands: self.hands.unwrap_or(2),
        }
    }
}

/// An attribute about which nothing is said (`stats/agility`, `stats/constitution`).
const USUAL: i16 = 5;

/// The figures of a creature; see [`Sheet`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figures {
    /// Level.
    pub level: i16,
    /// Size.
    pub size: Size,
    /// Agility.
    pub agility: i16,
    /// Constitution.
    pub constitution: i16,
    /// Basic Hits.
    pub basic_hits: i16,
    /// Most hits.
    pub hits: i16,
    /// Actions a round.
    pub actions: i16,
    /// Yards an action, before armour.
    pub move_yd: i16,
    /// Yards an action through the air.
    pub fly_yd: Option<i16>,
    /// Yards added to its reach.
    pub reach_bonus: i16,
    /// Natural armour.
    pub natural_armor: Ratings,
    /// Ratings in all.
    pub totals: Option<Ratings>,
    /// Hands.
    pub hands: u8,
}

impl Figures {
    /// The figures of a sheet.
    #[must_use]
    pub const fn of(sheet: &Sheet) -> Self {
        Self {
            level: sheet.level,
            size: sheet.size,
            agility: sheet.agility,
            constitution: sheet.constitution,
            basic_hits: sheet.basic_hits,
            hits: sheet.hits,
            actions: sheet.actions,
            move_yd: sheet.move_yd,
            fly_yd: sheet.fly_yd,
            reach_bonus: sheet.reach_bonus,
            natural_armor: sheet.natural_armor,
            totals: sheet.totals,
            hands: sheet.hands,
        }
    }
}
