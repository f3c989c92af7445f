//! The record of a creature as it is written, and the figures that follow from it.

use affray_kernel::content::FromWord;
use affray_kernel::dice::Pool;
use affray_kernel::modifier::Tally;
use affray_kernel::partial;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::Error;

use crate::ids::rule;
use crate::sheet::{
    Amount, Category, DamageType, Handling, Race, Reduction, Sheet, Size, SpeedClass, Traits,
    Weapon,
};
use crate::state::Kept;

/// An item that a creature has, in full or as the name of its kind.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemFile {
    /// Its kind: the name of a weapon, armor, shield or gear.
    pub kind: String,
    /// What it is called here, if not as its kind.
    #[serde(default)]
    pub name: Option<String>,
    /// Durability Points left: 5 for what was made soundly, 3 poorly, 8 finely, 0 broken.
    #[serde(default)]
    pub durability: Option<i16>,
    /// Where it is kept when it is carried: weapons and shields in a sheath or sling, the rest in a belt pouch, unless it says so.
    #[serde(default)]
    pub kept: Option<Kept>,
    /// Ammunition or uses left; they are then counted.
    #[serde(default)]
    pub left: Option<u16>,
    /// Whether it is lit.
    #[serde(default)]
    pub lit: bool,
    /// Whether a shield that is held is readied; it is unless it says so.
    #[serde(default)]
    pub readied: Option<bool>,
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
            durability: None,
            kept: None,
            left: None,
            lit: false,
            readied: None,
        }
    }
}

/// Ranks in the skills.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it all")]
pub struct Skills {
    pub athletics: i16,
    pub acrobatics: i16,
    pub arcana: i16,
    pub stealth: i16,
    pub perception: i16,
    pub heal: i16,
}

impl Skills {
    /// In the order of [`Skill`](crate::sheet::Skill).
    #[must_use]
    pub const fn ranks(self) -> [i16; 6] {
        [
            self.athletics,
            self.acrobatics,
            self.arcana,
            self.stealth,
            self.perception,
            self.heal,
        ]
    }
}

partial! {
    /// Ranks in skills; those left out are as for the kind of creature.
    SkillsFile of Skills {
        /// Athletics.
        athletics: i16,
        /// Acrobatics.
        acrobatics: i16,
        /// Arcana.
        arcana: i16,
        /// Stealth.
        stealth: i16,
        /// Perception.
        perception: i16,
        /// Heal.
        heal: i16,
    }
}

partial! {
    /// Features; those left out are as for the kind of creature.
    TraitsFile of Traits {
        /// Fights with its body and is never unarmed.
        natural_weapons: bool,
        /// Fills its space; nobody can enter it.
        fills_space: bool,
        /// Immune to critical hits.
        immune_criticals: bool,
        /// Cannot be impaired.
        immune_impairments: bool,
        /// Trained to fight unarmed.
        unarmed_training: bool,
        /// An animal or monster of the bestiary.
        monster: bool,
        /// Can be ridden.
        mount: bool,
    }
}

partial! {
    /// Damage reduction; what is left out is as for the kind of creature.
    cloned ReductionFile of Reduction {
        /// Taken off each attack's damage.
        points: i16,
        /// Only from damage of these kinds; all, if none is named.
        from: Vec<DamageType>,
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
                /// Natural reach in feet, if not that of an upright body of its size.
                reach_ft: i16,
                /// Its race, if it is of one whose speed the book gives.
                race: $crate::sheet::Race,
                /// Speed in feet per 4 counts without armor, if not that of its race, or else 20.
                speed_ft: i16,
                /// Strength, if not 0.
                strength: i16,
                /// Dexterity, if not 0.
                dexterity: i16,
                /// Constitution, if not 0.
                constitution: i16,
                /// Intelligence, if not 0.
                intelligence: i16,
                /// Wisdom, if not 0.
                wisdom: i16,
                /// Persona, if not 0.
                persona: i16,
                /// Accuracy, if not 0.
                accuracy: i16,
                /// Power, if not 0.
                power: i16,
                /// Fortitude, if not 0.
                fortitude: i16,
                /// Agility, if not 0.
                agility: i16,
                /// Willpower, if not 0.
                willpower: i16,
                /// Base Threshold of Pain, if not 3.
                threshold: i16,
                /// Maximum hit points, if not 12 + Constitution, at least 1.
                max_hp: i16,
                /// Natural armor.
                natural_armor: i16,
                /// Spell resistance.
                spell_resistance: i16,
                /// Hands, if not 2.
                hands: u8,
                /// Natural weapons; the unarmed strike is added to them.
                natural: Vec<$crate::sheet::Weapon>,
                /// Names of the spells it knows.
                spells: Vec<String>,
                /// Healing by itself.
                regeneration: $crate::sheet::Regeneration,
                /// What it has; what its hands hold and what it wears is found by itself.
                items: Vec<affray_kernel::content::Short<$crate::content::ItemFile>>,
            }
            tables {
                /// Damage reduction; what is left out is as for the kind of creature.
                reduction: $crate::content::ReductionFile,
                /// How well it handles categories of weapons, where that is neither as for the kind of creature nor plain affinity.
                proficiencies: std::collections::BTreeMap<
                    $crate::sheet::Category,
                    $crate::sheet::Proficiency,
                >,
            }
            layers {
                /// Ranks in skills.
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
    /// The figures, those that are not written as they usually are (`engine/attributes`).
    #[must_use]
    pub fn figures(&self) -> Figures {
        let attributes = [
            self.strength,
            self.dexterity,
            self.constitution,
            self.intelligence,
            self.wisdom,
            self.persona,
        ];
        let attributes = attributes.map(Option::unwrap_or_default);
        let size = self.size.unwrap_or(Size::Medium);
        let hp = || usual_hp(attributes[2]).total() as i16;
        Figures {
            size,
            reach_ft: self.reach_ft.unwrap_or_else(|| size.reach_ft()),
            speed_ft: self
                .speed_ft
                .unwrap_or(self.race.map_or(20, Race::speed_ft)),
            attributes,
            accuracy: self.accuracy.unwrap_or_default(),
            power: self.power.unwrap_or_default(),
            fortitude: self.fortitude.unwrap_or_default(),
            agility: self.agility.unwrap_or_default(),
            willpower: self.willpower.unwrap_or_default(),
            threshold: self.threshold.unwrap_or(3),
            max_hp: self.max_hp.unwrap_or_else(hp),
            natural_armor: self.natural_armor.unwrap_or_default(),
            reduction: self.reduction.clone().unwrap_or_default().whole(),
            spell_resistance: self.spell_resistance.unwrap_or_default(),
            skills: self.skills.whole().ranks(),
            hands: self.hands.unwrap_or(2),
        }
    }
}

/// Maximum hit points where nothing else is written (`hit-points/starting`).
pub(crate) fn usual_hp(constitution: i16) -> Tally {
    let rule = rule!("hit-points/starting");
    let mut tally = Tally::new();
    tally.add("base", 12, rule);
    tally.add("Constitution", constitution.min(i16::MAX - 12), rule);
    if tally.total() < 1 {
        tally.come_to("at least 1", 1, rule);
    }
    tally
}

/// The figures of a creature; see [`Sheet`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figures {
    /// Size.
    pub size: Size,
    /// Natural reach in feet.
    pub reach_ft: i16,
    /// Speed in feet per 4 counts.
    pub speed_ft: i16,
    /// The six attributes.
    pub attributes: [i16; 6],
    /// Accuracy.
    pub accuracy: i16,
    /// Power.
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
    /// Natural armor.
    pub natural_armor: i16,
    /// Damage reduction.
    pub reduction: Reduction,
    /// Spell resistance.
    pub spell_resistance: i16,
    /// Ranks in the skills.
    pub skills: [i16; 6],
    /// Hands.
    pub hands: u8,
}

impl Figures {
    /// The figures of a sheet.
    #[must_use]
    pub fn of(sheet: &Sheet) -> Self {
        Self {
            size: sheet.size,
            reach_ft: sheet.reach_ft,
            speed_ft: sheet.speed_ft,
            attributes: sheet.attributes,
            accuracy: sheet.accuracy,
            power: sheet.power,
            fortitude: sheet.fortitude,
            agility: sheet.agility,
            willpower: sheet.willpower,
            threshold: sheet.threshold,
            max_hp: sheet.max_hp,
            natural_armor: sheet.natural_armor,
            reduction: sheet.reduction.clone(),
            spell_resistance: sheet.spell_resistance,
            skills: sheet.skills,
            hands: sheet.hands,
        }
    }
}

/// What everybody of that size can strike with (`unarmed/damage`, `unarmed/nonlethal`).
#[must_use]
pub fn unarmed(size: Size) -> Weapon {
    let sides = match size {
        Size::Fine | Size::Diminutive | Size::Tiny => None,
        Size::Small => Some(2),
        Size::Medium => Some(3),
        Size::Large => Some(4),
        Size::Huge => Some(6),
        Size::Gargantuan => Some(8),
        Size::Colossal => Some(10),
    };
    let dice = sides.and_then(|sides| Pool::new(1, sides).ok());
    Weapon {
        name: "unarmed".to_owned(),
        category: Category::Unarmed,
        handling: Handling::Body,
        damage: Some(dice.map_or(Amount::Fixed(1), Amount::Dice)),
        types: vec![DamageType::Bludgeoning],
        speed: SpeedClass::Swift,
        reach_bonus_ft: 0,
        melee: true,
        ranged: None,
        against: None,
        precise: false,
        trip: false,
        composite: None,
        longbow: false,
        crossbow: false,
        nonlethal: true,
        attribute: None,
        attack_bonus: 0,
        damage_bonus: 0,
        extra: None,
        multiplier: 1,
        always_impairs: false,
        riders: Vec::new(),
        torch: false,
        durability: None,
    }
}
