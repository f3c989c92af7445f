//! The record of a creature as it is written, and the figures that follow from it.

use affray_kernel::RuleId;
use affray_kernel::content::{Fields, FromWord};
use affray_kernel::modifier::Tally;
use affray_kernel::partial;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::Error;

use crate::ids::rule;
use crate::rules::numbers::divided;
use crate::setup::bounds::FIGURES;
use crate::sheet::{
    Ability, Class, DamageType, NaturalArmor, NegativeRounding, Sheet, Size, Skill, Traits, Weapon,
};
use crate::state::Access;

/// An item that a creature has, in full or as the name of its kind.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemFile {
    /// Its kind: the name of a weapon, armour, shield or gear.
    pub kind: String,
    /// What it is called here, if not as its kind.
    #[serde(default)]
    pub name: Option<String>,
    /// How hard it is to get at when it is carried: weapons for one hand are easy to reach, other things normal, unless it
    /// says so.
    #[serde(default)]
    pub access: Option<Access>,
    /// Whether it is loaded; a weapon in hand is unless it says so.
    #[serde(default)]
    pub loaded: Option<bool>,
    /// Missiles left; they are then counted.
    #[serde(default)]
    pub left: Option<u16>,
    /// The Arm Strength that its draw weight is made for; the best that its owner may use, unless it says so.
    #[serde(default)]
    pub draw: Option<i16>,
    /// Whether it is Broken.
    #[serde(default)]
    pub broken: bool,
    /// Energy of picking it up off the ground, where the game master says so.
    #[serde(default)]
    pub pick_up: Option<u8>,
}

impl FromWord for ItemFile {
    const WHAT: &'static str = "an item";

    fn from_word<E: Error>(word: &str) -> Result<Self, E> {
        Ok(Self::named(word))
    }
}

impl ItemFile {
    /// An item of that kind without anything special.
    #[must_use]
    pub fn named(kind: &str) -> Self {
        Self {
            kind: kind.to_owned(),
            name: None,
            access: None,
            loaded: None,
            left: None,
            draw: None,
            broken: false,
            pick_up: None,
        }
    }
}

/// A number for each ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it all")]
pub struct Abilities {
    pub strength: i16,
    pub dexterity: i16,
    pub constitution: i16,
    pub intelligence: i16,
    pub wisdom: i16,
    pub charisma: i16,
}

partial! {
    /// Modifiers that are not score - 10; those left out are as for the kind of creature.
    AbilitiesFile of Abilities {
        /// Strength.
        strength: i16,
        /// Dexterity.
        dexterity: i16,
        /// Constitution.
        constitution: i16,
        /// Intelligence.
        intelligence: i16,
        /// Wisdom.
        wisdom: i16,
        /// Charisma.
        charisma: i16,
    }
}

impl AbilitiesFile {
    const fn of(&self, ability: Ability) -> Option<i16> {
        match ability {
            Ability::Strength => self.strength,
            Ability::Dexterity => self.dexterity,
            Ability::Constitution => self.constitution,
            Ability::Intelligence => self.intelligence,
            Ability::Wisdom => self.wisdom,
            Ability::Charisma => self.charisma,
        }
    }

    /// These numbers without those of the abilities that have a score in the record.
    fn without_scores_of(self, record: &Record) -> Self {
        let left =
            |ability, number: Option<i16>| number.filter(|_| record.score(ability).is_none());
        Self {
            strength: left(Ability::Strength, self.strength),
            dexterity: left(Ability::Dexterity, self.dexterity),
            constitution: left(Ability::Constitution, self.constitution),
            intelligence: left(Ability::Intelligence, self.intelligence),
            wisdom: left(Ability::Wisdom, self.wisdom),
            charisma: left(Ability::Charisma, self.charisma),
        }
    }
}

/// A number for each skill.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it all")]
pub struct Skills {
    pub initiative: i16,
    pub arm_strength: i16,
    pub leg_strength: i16,
    pub awareness: i16,
    pub stealth: i16,
    pub craft: i16,
}

partial! {
    /// Numbers for skills; those left out are as for the kind of creature.
    SkillsFile of Skills {
        /// Initiative.
        initiative: i16,
        /// Arm Strength.
        arm_strength: i16,
        /// Leg Strength.
        leg_strength: i16,
        /// Awareness.
        awareness: i16,
        /// Stealth.
        stealth: i16,
        /// Craft, bow making for example.
        craft: i16,
    }
}

impl SkillsFile {
    const fn of(&self, skill: Skill) -> Option<i16> {
        match skill {
            Skill::Initiative => self.initiative,
            Skill::ArmStrength => self.arm_strength,
            Skill::LegStrength => self.leg_strength,
            Skill::Awareness => self.awareness,
            Skill::Stealth => self.stealth,
            Skill::Craft => self.craft,
        }
    }

    /// These numbers without those of the skills that have one in the other table.
    fn without(self, other: &Self) -> Self {
        let left = |skill, number: Option<i16>| number.filter(|_| other.of(skill).is_none());
        Self {
            initiative: left(Skill::Initiative, self.initiative),
            arm_strength: left(Skill::ArmStrength, self.arm_strength),
            leg_strength: left(Skill::LegStrength, self.leg_strength),
            awareness: left(Skill::Awareness, self.awareness),
            stealth: left(Skill::Stealth, self.stealth),
            craft: left(Skill::Craft, self.craft),
        }
    }
}

/// What the levels of Martial Proficiency have raised (`mpl/benefit-per-level`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it all")]
pub struct Choices {
    pub arm_strength: u8,
    pub leg_strength: u8,
    pub initiative: u8,
}

partial! {
    /// What the levels of Martial Proficiency have raised; what is left out is as for the kind of creature.
    ChoicesFile of Choices {
        /// Levels that raised Arm Strength.
        arm_strength: u8,
        /// Levels that raised Leg Strength.
        leg_strength: u8,
        /// Levels that raised Initiative.
        initiative: u8,
    }
}

impl Choices {
    fn levels(self) -> i16 {
        i16::from(self.arm_strength) + i16::from(self.leg_strength) + i16::from(self.initiative)
    }

    fn raise(self, skill: Skill) -> i16 {
        i16::from(match skill {
            Skill::ArmStrength => self.arm_strength,
            Skill::LegStrength => self.leg_strength,
            Skill::Initiative => self.initiative,
            Skill::Awareness | Skill::Stealth | Skill::Craft => 0,
        })
    }
}

partial! {
    /// Features; those left out are as for the kind of creature.
    TraitsFile of Traits {
        /// It is no creature but a thing: it has hit points in place of an Aura, cannot defend itself and breaks at 0.
        object: bool,
        /// It gets its Death roll even when it is unconscious at 0 Aura.
        tough: bool,
    }
}

/// Hands the keys of every creature to [`layered!`](affray_kernel::layered).
macro_rules! creature_keys {
    ($($what:tt)*) => {
        affray_kernel::layered! {
            $($what)*
            keys {
                /// Size; a person's is medium.
                size: $crate::sheet::Size,
                /// Height or length in centimetres, which says the size.
                height_cm: i16,
                /// Level, if not 0.
                level: i16,
                /// Martial Proficiency Level, if not 0. Where it is not that of the kind of creature, the kind's choices do not count.
                martial_proficiency: i16,
                /// Strength Score, if not 10.
                strength: i16,
                /// Dexterity Score, if not 10.
                dexterity: i16,
                /// Constitution Score, if not 10.
                constitution: i16,
                /// Intelligence Score, if not 10.
                intelligence: i16,
                /// Wisdom Score, if not 10.
                wisdom: i16,
                /// Charisma Score, if not 10.
                charisma: i16,
                /// Inherent Evasion, if not that of the Size Chart.
                inherent_evasion: i16,
                /// Inherent Fortitude, if not 10.
                inherent_fortitude: i16,
                /// Inherent Will, if not 10.
                inherent_will: i16,
                /// Speed in metres, if not that of the Size Chart.
                speed_m: i16,
                /// Maximum Stamina, if not the Constitution Score.
                max_stamina: i16,
                /// Aura Strength, or the hit points of a thing, if not 20 and 4/3 of the Aura Modifier.
                aura_strength: i16,
                /// Recovery Value, if not the Aura Modifier.
                recovery_value: i16,
                /// Recovery Surges, if not 5 and half the Constitution Modifier.
                max_surges: i16,
                /// What protects it by nature, where it wears nothing.
                natural_armor: $crate::sheet::NaturalArmor,
                /// Types of damage it has Resistance to.
                resistances: Vec<$crate::sheet::DamageType>,
                /// Types of damage it has a Weakness to.
                weaknesses: Vec<$crate::sheet::DamageType>,
                /// Further abilities in its MASAB.
                attack_abilities: Vec<$crate::sheet::Ability>,
                /// Further abilities in its MASDB.
                damage_abilities: Vec<$crate::sheet::Ability>,
                /// Modifiers that Themes, Feats and Combat Styles bring.
                named: Vec<$crate::sheet::NamedModifier>,
                /// Rolls with Advantage.
                advantages: Vec<$crate::sheet::RollKind>,
                /// Natural weapons; the bare body is added to them.
                natural: Vec<$crate::sheet::Weapon>,
                /// Names of its spells and abilities.
                powers: Vec<String>,
                /// Hands, if not 2.
                hands: u8,
                /// What it has; what its hands hold and what it wears is found by itself.
                items: Vec<affray_kernel::content::Short<$crate::content::ItemFile>>,
            }
            tables {
                /// What each level of Martial Proficiency has raised by 1; Initiative, if nothing is said.
                martial_choices: $crate::content::ChoicesFile,
            }
            layers {
                /// Modifiers of abilities, where they are not score - 10.
                modifiers: $crate::content::AbilitiesFile,
                /// Ranks in skills, added to ability modifiers and what Martial Proficiency has raised.
                ranks: $crate::content::SkillsFile,
                /// Values of skills, where they do not follow from other numbers.
                skills: $crate::content::SkillsFile,
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

impl Record {
    /// This record laid over that of its kind; what is written here counts instead of anything there that says the same in another way.
    #[must_use]
    pub fn over_kind(self, kind: &Self) -> Self {
        let mut below = kind.clone();
        if self.size.is_some() {
            below.height_cm = None;
        }
        if self.height_cm.is_some() {
            below.size = None;
        }
        let level = self.martial_proficiency;
        if level.is_some_and(|level| level != kind.martial_proficiency.unwrap_or_default()) {
            below.martial_choices = None;
        }
        below.modifiers = below.modifiers.without_scores_of(&self);
        below.skills = below.skills.without(&self.ranks);
        self.over(&below)
    }

    /// What does not go together.
    #[must_use]
    pub fn faults(&self) -> Fields {
        let mut fields = Fields::default();
        if let Some(height) = self.height_cm {
            fields.number(FIGURES, "height_cm", height);
            if self.size.is_some() {
                fields.add(
                    "height_cm",
                    "the height says the size: one of both is enough",
                );
            }
        }
        if let Some(choices) = self.martial_choices.map(ChoicesFile::whole) {
            let level = self.martial_proficiency.unwrap_or_default();
            if choices.levels() != level {
                let chosen = choices.levels();
                let message =
                    format!("the choices come to {chosen}, but Martial Proficiency is {level}");
                fields.add("martial_choices", message);
            }
        }
        fields
    }

    const fn score(&self, ability: Ability) -> Option<i16> {
        match ability {
            Ability::Strength => self.strength,
            Ability::Dexterity => self.dexterity,
            Ability::Constitution => self.constitution,
            Ability::Intelligence => self.intelligence,
            Ability::Wisdom => self.wisdom,
            Ability::Charisma => self.charisma,
        }
    }

    /// An ability's modifier: the one that is stated, or else score - 10 (`fundamentals/ability-modifier`).
    fn modifier(&self, ability: Ability) -> i16 {
        let score = self.score(ability).unwrap_or(USUAL_SCORE);
        let stated = self.modifiers.of(ability);
        stated.unwrap_or_else(|| score.saturating_sub(USUAL_SCORE))
    }

    /// The value of a skill: the one that is stated, or else modifier, ranks and what Martial Proficiency has raised
    /// (`fundamentals/skill-check`, `mpl/benefit-per-level`).
    fn skill(&self, skill: Skill) -> i16 {
        let raised = match self.martial_choices.map(ChoicesFile::whole) {
            Some(choices) => choices.raise(skill),
            None if skill == Skill::Initiative => self.martial_proficiency.unwrap_or_default(),
            None => 0,
        };
        let ranks = self.ranks.of(skill).unwrap_or_default();
        let modifier = self.modifier(skill.ability());
        let sum = modifier.saturating_add(ranks).saturating_add(raised);
        self.skills.of(skill).unwrap_or(sum)
    }

    /// The figures, those that are not written as they follow from the others.
    #[must_use]
    pub fn figures(&self, rounding: NegativeRounding) -> Figures {
        let by_height = self.height_cm.map(Size::of_height_cm);
        let size = self.size.or(by_height).unwrap_or_default();
        let modifiers = Ability::ALL.map(|ability| self.modifier(ability));
        let number = |tally: Tally| small(&tally);
        Figures {
            size,
            level: self.level.unwrap_or_default(),
            martial_proficiency: self.martial_proficiency.unwrap_or_default(),
            modifiers,
            skills: Skill::ALL.map(|skill| self.skill(skill)),
            inherent_evasion: self.inherent_evasion.unwrap_or(size.inherent_evasion()),
            inherent_fortitude: self.inherent_fortitude.unwrap_or(10),
            inherent_will: self.inherent_will.unwrap_or(10),
            speed_m: self.speed_m.unwrap_or(size.speed_m()),
            stamina: self
                .max_stamina
                .or(self.constitution)
                .unwrap_or(USUAL_SCORE),
            aura_strength: self
                .aura_strength
                .unwrap_or_else(|| number(usual_aura_strength(modifiers, rounding))),
            recovery_value: self
                .recovery_value
                .unwrap_or_else(|| number(usual_recovery_value(modifiers))),
            surges: self
                .max_surges
                .unwrap_or_else(|| number(usual_surges(modifiers, rounding))),
            natural_armor: self.natural_armor,
            hands: self.hands.unwrap_or(2),
        }
    }
}

/// The score of an ability about which nothing is said.
pub(crate) const USUAL_SCORE: i16 = 10;

/// Maximum Stamina where nothing else is written: the Constitution Score (`stamina/maximum`).
pub(crate) fn usual_stamina(modifiers: [i16; 6]) -> i32 {
    i32::from(modifiers[Ability::Constitution as usize]) + i32::from(USUAL_SCORE)
}

/// The Aura Modifier: the sum of all modifiers but Dexterity's (`aura/modifier`).
fn aura_modifier(modifiers: [i16; 6]) -> Tally {
    let mut tally = Tally::new();
    let counted = Ability::ALL.into_iter().zip(modifiers);
    for (ability, modifier) in counted.filter(|(ability, _)| *ability != Ability::Dexterity) {
        tally.add(ability.name(), modifier, rule!("aura/modifier"));
    }
    tally
}

/// What parts come to, as figures are kept.
fn small(tally: &Tally) -> i16 {
    tally.total().clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// Aura Strength where nothing else is written: 20 and 4/3 of the Aura Modifier (`aura/strength`).
pub(crate) fn usual_aura_strength(modifiers: [i16; 6], rounding: NegativeRounding) -> Tally {
    let rule = rule!("aura/strength");
    let mut tally = aura_modifier(modifiers);
    let thirds = divided(small(&tally).saturating_mul(4), 3, rounding);
    tally.come_to("four thirds of it", thirds, rule);
    tally.add("base", 20, rule);
    at_least(0, "at least 0", rule, tally)
}

/// Recovery Value where nothing else is written: the Aura Modifier (`aura/recovery-value`).
pub(crate) fn usual_recovery_value(modifiers: [i16; 6]) -> Tally {
    let rule = rule!("aura/recovery-value");
    at_least(1, "at least 1", rule, aura_modifier(modifiers))
}

/// Recovery Surges where nothing else is written: 5 and half the Constitution Modifier (`aura/recovery-surges`).
pub(crate) fn usual_surges(modifiers: [i16; 6], rounding: NegativeRounding) -> Tally {
    let rule = rule!("aura/recovery-surges");
    let constitution = modifiers[Ability::Constitution as usize];
    let mut tally = Tally::new();
    tally.add("base", 5, rule);
    let half = divided(constitution, 2, rounding);
    tally.add(
        "half of Constitution",
        half,
        rule!("fundamentals/halved-modifier"),
    );
    at_least(0, "at least 0", rule, tally)
}

fn at_least(least: i16, source: &'static str, rule: RuleId, mut tally: Tally) -> Tally {
    if tally.total() < i32::from(least) {
        tally.come_to(source, least, rule);
    }
    tally
}

/// The figures of a creature; see [`Sheet`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figures {
    /// Size.
    pub size: Size,
    /// Level.
    pub level: i16,
    /// Martial Proficiency Level.
    pub martial_proficiency: i16,
    /// Modifiers of the abilities.
    pub modifiers: [i16; 6],
    /// Values of the skills.
    pub skills: [i16; 6],
    /// Inherent Evasion.
    pub inherent_evasion: i16,
    /// Inherent Fortitude.
    pub inherent_fortitude: i16,
    /// Inherent Will.
    pub inherent_will: i16,
    /// Speed in metres.
    pub speed_m: i16,
    /// Maximum Stamina.
    pub stamina: i16,
    /// Aura Strength, or hit points.
    pub aura_strength: i16,
    /// Recovery Value.
    pub recovery_value: i16,
    /// Recovery Surges.
    pub surges: i16,
    /// Natural armour.
    pub natural_armor: Option<NaturalArmor>,
    /// Hands.
    pub hands: u8,
}

impl Figures {
    /// The figures of a sheet.
    #[must_use]
    pub const fn of(sheet: &Sheet) -> Self {
        Self {
            size: sheet.size,
            level: sheet.level,
            martial_proficiency: sheet.martial_proficiency,
            modifiers: sheet.modifiers,
            skills: sheet.skills,
            inherent_evasion: sheet.inherent_evasion,
            inherent_fortitude: sheet.inherent_fortitude,
            inherent_will: sheet.inherent_will,
            speed_m: sheet.speed_m,
            stamina: sheet.stamina,
            aura_strength: sheet.aura_strength,
            recovery_value: sheet.recovery_value,
            surges: sheet.surges,
            natural_armor: sheet.natural_armor,
            hands: sheet.hands,
        }
    }
}

/// The bare body, with which everybody can strike; for a Disarm it counts as Light (`unarmed/attack`, `maneuvers/disarm-light-heavy`).
#[must_use]
pub fn unarmed() -> Weapon {
    Weapon {
        name: "body".to_owned(),
        class: Class::Light,
        hands: 0,
        attack_bonus: 0,
        damage: None,
        kind: DamageType::Blunt,
        reach_m: 0,
        evasion_bonus: 0,
        requirement: 0,
        precise: 0,
        thrown: None,
        melee: true,
        shooting: None,
        brings: None,
    }
}
