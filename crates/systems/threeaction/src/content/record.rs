//! The record of a creature as it is written, and the figures that follow from it.

use affray_kernel::RuleId;
use affray_kernel::content::FromWord;
use affray_kernel::modifier::Tally;
use affray_kernel::partial;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::Error;

use super::super::ids::rule;
use super::super::sheet::{DamageType, Feats, Senses, Sheet, Size, Weapon};

/// An item that a creature has, in full or as the name of its kind.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemFile {
    /// Its kind: the name of a weapon, armour, shield or gear.
    pub kind: String,
    /// What it is called here, if not as its kind.
    #[serde(default)]
    pub name: Option<String>,
    /// Its hit points, if it is damaged.
    #[serde(default)]
    pub hp: Option<i16>,
    /// Whether it is lit.
    #[serde(default)]
    pub lit: bool,
    /// Load Actions still to be done before the next shot.
    #[serde(default)]
    pub unloaded: Option<u8>,
    /// Ammunition left; it is then counted.
    #[serde(default)]
    pub ammunition: Option<u16>,
    /// Hands that hold it, if not as many as it needs.
    #[serde(default)]
    pub hands: Option<u8>,
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
            hp: None,
            lit: false,
            unloaded: None,
            ammunition: None,
            hands: None,
        }
    }
}

partial! {
    /// Feats and features; those left out are as for the kind of creature.
    FeatsFile of Feats {
        /// Flies.
        flight: bool,
        /// Flies without cost for turning and rising, and hovers.
        improved_flight: bool,
        /// Moves through earth.
        burrow: bool,
        /// Reactions beyond the first.
        extra_reactions: i8,
        /// The highest level of Spells it can cast.
        spell_casting: u8,
        /// One Ranged Attack on everything within 10 ft of a point.
        volley: bool,
        /// Added to weapon Damage.
        weapon_specialization: i16,
        /// Added to melee Damage.
        battle_trance: i16,
        /// +1 Damage per earlier Attack of the Turn.
        wrath: bool,
        /// Draws what it carries as a Free Action.
        quick_draw: bool,
        /// Climbs without checks.
        climbs: bool,
        /// Swims without checks.
        swims: bool,
        /// Needs no air.
        airless: bool,
        /// Invisible in Darkness.
        invisible_in_darkness: bool,
        /// Makes no Attacks and no Maneuvers.
        no_attacks: bool,
    }
}

partial! {
    /// Senses beyond sight; those left out are as for the kind of creature.
    SensesFile of Senses {
        /// Darkness does not conceal.
        darkvision: bool,
        /// Within so many feet nothing conceals but Cover.
        exact_ft: i16,
        /// Has no sight: Blinded beyond its exact sense.
        sightless: bool,
    }
}

/// Hands the keys of every creature to [`layered!`](affray_kernel::layered).
macro_rules! creature_keys {
    ($($what:tt)*) => {
        affray_kernel::layered! {
            $($what)*
            keys {
                /// Level.
                level: i16,
                /// Size; a person's is medium.
                size: $crate::sheet::Size,
                /// STR.
                str: i16,
                /// DEX.
                dex: i16,
                /// ESS.
                ess: i16,
                /// MND.
                mnd: i16,
                /// Maximum Hit Points, if not Level × (10 + STR), at least 1.
                max_hp: i16,
                /// Physical Defense without a shield, if not 10 + Level + DEX.
                physical_defense: i16,
                /// Mental Defense, if not 10 + Level + MND.
                mental_defense: i16,
                /// Maximum Energy, if not ESS + Level.
                max_energy: i16,
                /// Speed in feet before armour and shield, if not 30.
                speed_ft: i16,
                /// Own Reach in feet, if not that of its Size.
                reach_ft: i16,
                /// Hands, if not 2.
                hands: u8,
                /// Durability of its hide.
                hide: i16,
                /// Damage types it is Vulnerable to.
                vulnerable: Vec<$crate::sheet::DamageType>,
                /// Natural weapons; the unarmed strike is added to them.
                natural: Vec<$crate::sheet::Weapon>,
                /// Names of the Spells it knows.
                spells: Vec<String>,
                /// The Energy and the shape of the Area that all its Spells take, if they are a breath or the like.
                breath: $crate::sheet::Breath,
                /// What it has; what its hands hold and what it wears is found by itself.
                items: Vec<affray_kernel::content::Short<$crate::content::ItemFile>>,
            }
            layers {
                /// Feats.
                feats: $crate::content::FeatsFile,
                /// Senses.
                senses: $crate::content::SensesFile,
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

/// What a creature cannot do without: nothing else says it.
pub(crate) const NEEDED: [&str; 5] = ["level", "str", "dex", "ess", "mnd"];

impl Record {
    /// The keys without which no creature can be made, of those that are missing.
    #[must_use]
    pub fn missing(&self) -> Vec<&'static str> {
        let written = [self.level, self.str, self.dex, self.ess, self.mnd];
        let keys = NEEDED.into_iter().zip(written);
        keys.filter_map(|(key, value)| value.is_none().then_some(key))
            .collect()
    }

    /// The figures, those that are not written by their formulas.
    #[must_use]
    pub fn figures(&self) -> Figures {
        let level = self.level.unwrap_or_default();
        let [str, dex, ess, mnd] =
            [self.str, self.dex, self.ess, self.mnd].map(Option::unwrap_or_default);
        let size = self.size.unwrap_or(Size::Medium);
        let number = |tally: Tally| small(tally.total());
        let physical = || number(usual_physical_defense(level, dex));
        let mental = || number(usual_mental_defense(level, mnd));
        let energy = || number(usual_energy(level, ess));
        Figures {
            level,
            size,
            attributes: [str, dex, ess, mnd],
            max_hp: self.max_hp.unwrap_or_else(|| number(usual_hp(level, str))),
            physical_defense: self.physical_defense.unwrap_or_else(physical),
            mental_defense: self.mental_defense.unwrap_or_else(mental),
            max_energy: self.max_energy.unwrap_or_else(energy),
            speed_ft: self.speed_ft.unwrap_or(30),
            reach_ft: self.reach_ft.unwrap_or_else(|| size.reach_ft()),
            hands: self.hands.unwrap_or(2),
            hide: self.hide.unwrap_or_default(),
        }
    }
}

/// Maximum Hit Points where nothing else is written (`foundations/max-hp`).
pub(crate) fn usual_hp(level: i16, str: i16) -> Tally {
    let rule = rule!("foundations/max-hp");
    let level = i32::from(level);
    let mut tally = Tally::new();
    tally.add("10 for each Level", small(level * 10), rule);
    tally.add("STR for each Level", small(level * i32::from(str)), rule);
    at_least(1, "at least 1", rule, tally)
}

/// Physical Defense without a shield, where nothing else is written (`foundations/physical-defense`).
pub(crate) fn usual_physical_defense(level: i16, dex: i16) -> Tally {
    defense(level, ("DEX", dex), rule!("foundations/physical-defense"))
}

/// Mental Defense where nothing else is written (`foundations/mental-defense`).
pub(crate) fn usual_mental_defense(level: i16, mnd: i16) -> Tally {
    defense(level, ("MND", mnd), rule!("foundations/mental-defense"))
}

fn defense(level: i16, (name, attribute): (&'static str, i16), rule: RuleId) -> Tally {
    let mut tally = Tally::new();
    tally.add("base", 10, rule);
    tally.add("Level", level, rule);
    tally.add(name, attribute, rule);
    tally
}

/// Maximum Energy where nothing else is written (`foundations/energy-pool`).
pub(crate) fn usual_energy(level: i16, ess: i16) -> Tally {
    let rule = rule!("foundations/energy-pool");
    let mut tally = Tally::new();
    tally.add("ESS", ess, rule);
    tally.add("Level", level, rule);
    at_least(0, "at least 0", rule, tally)
}

fn at_least(least: i16, source: &'static str, rule: RuleId, mut tally: Tally) -> Tally {
    let total = small(tally.total()).max(least);
    tally.come_to(source, total, rule);
    tally
}

/// The figures of a creature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figures {
    /// Level.
    pub level: i16,
    /// Size.
    pub size: Size,
    /// STR, DEX, ESS, MND.
    pub attributes: [i16; 4],
    /// Maximum Hit Points (`foundations/max-hp`).
    pub max_hp: i16,
    /// Physical Defense without a shield (`foundations/physical-defense`).
    pub physical_defense: i16,
    /// Mental Defense (`foundations/mental-defense`).
    pub mental_defense: i16,
    /// Maximum Energy (`foundations/energy-pool`).
    pub max_energy: i16,
    /// Speed in feet (`foundations/speed`).
    pub speed_ft: i16,
    /// Own Reach in feet.
    pub reach_ft: i16,
    /// Hands.
    pub hands: u8,
    /// Durability of its hide.
    pub hide: i16,
}

impl Figures {
    /// The figures of a sheet.
    #[must_use]
    pub fn of(sheet: &Sheet) -> Self {
        Self {
            level: sheet.level,
            size: sheet.size,
            attributes: [sheet.str, sheet.dex, sheet.ess, sheet.mnd],
            max_hp: sheet.max_hp,
            physical_defense: sheet.physical_defense,
            mental_defense: sheet.mental_defense,
            max_energy: sheet.max_energy,
            speed_ft: sheet.speed_ft,
            reach_ft: sheet.reach_ft,
            hands: sheet.hands,
            hide: sheet.hide,
        }
    }
}

fn small(number: i32) -> i16 {
    number.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}

/// What everybody can strike with (`foundations/unarmed`).
#[must_use]
pub fn unarmed() -> Weapon {
    use super::super::sheet::{Category, Use};
    Weapon {
        name: "unarmed".to_owned(),
        category: Category::Light,
        uses: vec![Use::Melee],
        dice: affray_kernel::dice::Pool::new(1, 3).ok(),
        adds_str: true,
        reach_ft: 0,
        increment_ft: 0,
        hands: 1,
        reload: 0,
        ammunition: None,
        bulk: 0,
        hp: 1,
        durability: 0,
        damage: DamageType::Physical,
        poison: None,
        entangles: None,
    }
}
