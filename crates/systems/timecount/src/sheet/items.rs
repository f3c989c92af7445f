//! Weapons, armor, shields and gear, and what they bring besides damage.

use affray_kernel::dice::Pool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Amount, Attribute, DamageType, Defense, Effect, SpeedClass, yes};

/// Weapon categories; each uses Strength or Dexterity (`attribute-bonuses/strength-categories`,
/// `attribute-bonuses/dexterity-categories`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Category {
    Axes,
    GauntletsAndClaws,
    HammersFlailsAndPicks,
    HeavySwords,
    Javelins,
    LightSwords,
    MacesAndClubs,
    Polearms,
    Tools,
    DisksAndBoomerangs,
    Bows,
    ChainsAndRopes,
    Crossbows,
    Daggers,
    Staffs,
    /// Bites, tails and the like: Strength unless the weapon says otherwise.
    Natural,
    /// Bare hands and feet: the better of Strength and Dexterity (`attribute-bonuses/unarmed-better`).
    Unarmed,
}

/// How many hands a weapon takes and how heavy it is (`weapons/definition`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Handling {
    /// One hand; can be used in a Grapple.
    Light,
    /// One hand.
    OneHanded,
    /// Two hands; nobody can Grab with one in hand.
    TwoHanded,
    /// Part of the body.
    Body,
}

impl Handling {
    /// Hands it takes.
    #[must_use]
    pub const fn hands(self) -> u8 {
        match self {
            Self::Body => 0,
            Self::Light | Self::OneHanded => 1,
            Self::TwoHanded => 2,
        }
    }
}

/// How well somebody handles a category of weapons (`attack-modifiers/proficiency-levels`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Proficiency {
    /// No affinity.
    None,
    /// Affinity.
    #[default]
    Affinity,
    /// Proficient.
    Proficient,
}

/// How a ranged weapon sends what it sends (`range/missile-maximum`, `range/thrown-maximum`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Flight {
    /// The weapon launches missiles: at most 10 increments.
    Missile,
    /// The weapon itself is thrown and lies in the target's space: 10 increments and one per point of Strength.
    Thrown,
    /// It throws something else and stays in the hand, as a sling does; range as for a thrown weapon.
    Slung,
}

/// Use at a distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ranged {
    /// How.
    pub flight: Flight,
    /// Range increment in feet.
    pub increment_ft: i16,
}

/// The Composite property: a bow that adds Strength (`attribute-bonuses/composite-bow`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Composite {
    /// The most Strength it can add; without it there is no limit.
    #[serde(default)]
    pub most: Option<i16>,
}

/// Dice added to a weapon's own (`critical-hits/extra-dice`, `multiplying-damage/extra-dice`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExtraDice {
    /// What they are called in the log is the weapon's name.
    pub dice: Pool,
}

/// One pulse of a poison (`poison/ongoing`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pulse {
    /// Counts after the poison entered; 0: at once.
    #[serde(default)]
    pub after: u32,
    /// How much.
    pub amount: Amount,
    /// Of what.
    pub harms: PoisonHarm,
}

/// What a poison takes (`poison/effect`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum PoisonHarm {
    /// Gives fatigue.
    Fatigue,
    /// Takes hit points.
    HitPoints,
    /// Lowers an attribute.
    Attribute(Attribute),
}

/// What a weapon or natural attack brings besides its damage.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rider {
    /// The same total must also reach this defense.
    #[serde(default)]
    pub against: Option<Defense>,
    /// Only on a critical hit (`critical-hits/other-effects`).
    #[serde(default)]
    pub on_critical: bool,
    /// What it brings.
    pub brings: Brings,
}

/// What a rider or a spell brings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Brings {
    /// Paralysis damage (`paralysis/damage`).
    Paralysis {
        /// How much.
        amount: Amount,
        /// One point goes away every so many counts (`paralysis/recovery`).
        #[serde(default = "one_minute")]
        recovery: u32,
    },
    /// Petrification damage (`petrification/points`).
    Petrification {
        /// How much.
        amount: Amount,
    },
    /// A poison (`poison/effect`).
    Poison {
        /// Its pulses.
        pulses: Vec<Pulse>,
    },
    /// The target is caught in a net (`actions/escape-net`).
    Net,
    /// The target burns (`actions/extinguish`).
    Fire,
}

/// 120 counts: one minute.
fn one_minute() -> u32 {
    120
}

/// A weapon, natural attacks and bare hands included (`weapons/definition`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// What it is called.
    pub name: String,
    /// Its category.
    #[serde(default = "natural")]
    pub category: Category,
    /// Hands and weight.
    #[serde(default = "body")]
    pub handling: Handling,
    /// Damage; none for a weapon that only catches.
    #[serde(default)]
    pub damage: Option<Amount>,
    /// Kinds of damage, the usual one first.
    #[serde(default)]
    pub types: Vec<DamageType>,
    /// Its speed class.
    #[serde(default = "standard")]
    pub speed: SpeedClass,
    /// Feet beyond the natural reach of whoever wields it.
    #[serde(default)]
    pub reach_bonus_ft: i16,
    /// Whether it serves in melee.
    #[serde(default = "yes")]
    pub melee: bool,
    /// Use at a distance.
    #[serde(default)]
    pub ranged: Option<Ranged>,
    /// The defense its attacks meet, if not Primary or Passive.
    #[serde(default)]
    pub against: Option<Defense>,
    /// Precise: a 19 can be a critical hit (`critical-hits/precise`).
    #[serde(default)]
    pub precise: bool,
    /// Trip attacks can be made with it (`special-actions/trip-weapons`).
    #[serde(default)]
    pub trip: bool,
    /// A composite bow.
    #[serde(default)]
    pub composite: Option<Composite>,
    /// A longbow: not from a crouch (`stances/crouch-drawback`).
    #[serde(default)]
    pub longbow: bool,
    /// A crossbow: also while prone (`stances/prone-drawback`).
    #[serde(default)]
    pub crossbow: bool,
    /// Its damage is nonlethal (`nonlethal/fatigue-only`).
    #[serde(default)]
    pub nonlethal: bool,
    /// The attribute of a natural weapon, if not Strength.
    #[serde(default)]
    pub attribute: Option<Attribute>,
    /// Added to attack rolls with it: its quality or magic.
    #[serde(default)]
    pub attack_bonus: i16,
    /// Added to its damage.
    #[serde(default)]
    pub damage_bonus: i16,
    /// Further dice of damage.
    #[serde(default)]
    pub extra: Option<ExtraDice>,
    /// Its damage is rolled so many times (`multiplying-damage/roll-again`).
    #[serde(default = "one")]
    pub multiplier: u8,
    /// A hit impairs whatever the damage (`impairments/without-exceeding`).
    #[serde(default)]
    pub always_impairs: bool,
    /// What a hit brings besides.
    #[serde(default)]
    pub riders: Vec<Rider>,
    /// A torch: it can be lit, and brings fire only when it is (`actions/light-torch`).
    #[serde(default)]
    pub torch: bool,
    /// Durability Points; natural weapons and bare hands have none (`critical-fumbles/durability-definition`).
    #[serde(default)]
    pub durability: Option<i16>,
}

fn natural() -> Category {
    Category::Natural
}

fn body() -> Handling {
    Handling::Body
}

fn standard() -> SpeedClass {
    SpeedClass::Standard
}

fn one() -> u8 {
    1
}

/// Armor (`armor/definition`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Armor {
    /// What it is called.
    pub name: String,
    /// Added to Primary and Passive.
    pub bonus: i16,
    /// Added to the Threshold of Pain.
    #[serde(default)]
    pub threshold: i16,
    /// Added to the casting DC.
    #[serde(default)]
    pub spell_failure: i16,
    /// Change of speed in feet.
    #[serde(default)]
    pub speed_ft: i16,
}

/// A shield (`armor/definition`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shield {
    /// What it is called.
    pub name: String,
    /// Added to Primary.
    pub bonus: i16,
    /// Added to the casting DC.
    #[serde(default)]
    pub spell_failure: i16,
    /// Change of speed in feet.
    #[serde(default)]
    pub speed_ft: i16,
    /// A tower shield: nobody can Grab with one (`wrestling/grab`).
    #[serde(default)]
    pub tower: bool,
}

/// Anything else one can carry: a potion, a scroll, a wand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gear {
    /// What it is called.
    pub name: String,
    /// Hands it takes when held.
    #[serde(default = "one")]
    pub hands: u8,
    /// What drinking it does; it is then used up (`actions/drink-potion`).
    #[serde(default)]
    pub potion: Option<Effect>,
    /// What activating it does (`actions/activate-item`).
    #[serde(default)]
    pub magic: Option<Effect>,
    /// How often it can be activated; without a number, always.
    #[serde(default)]
    pub uses: Option<u8>,
    /// The name of the spell that is written on it (`actions/read-scroll`).
    #[serde(default)]
    pub scroll: Option<String>,
}

/// Anything that can be held, worn or carried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ItemKind {
    /// A weapon.
    Weapon(Weapon),
    /// Armor.
    Armor(Armor),
    /// A shield.
    Shield(Shield),
    /// Anything else.
    Gear(Gear),
}

impl ItemKind {
    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Weapon(weapon) => &weapon.name,
            Self::Armor(armor) => &armor.name,
            Self::Shield(shield) => &shield.name,
            Self::Gear(gear) => &gear.name,
        }
    }

    /// The place of that name.
    pub fn name_mut(&mut self) -> &mut String {
        match self {
            Self::Weapon(weapon) => &mut weapon.name,
            Self::Armor(armor) => &mut armor.name,
            Self::Shield(shield) => &mut shield.name,
            Self::Gear(gear) => &mut gear.name,
        }
    }

    /// As a weapon.
    #[must_use]
    pub fn weapon(&self) -> Option<&Weapon> {
        match self {
            Self::Weapon(weapon) => Some(weapon),
            _ => None,
        }
    }

    /// Hands it takes when held (`actions/draw-weapon`).
    #[must_use]
    pub fn hands(&self) -> u8 {
        match self {
            Self::Weapon(weapon) => weapon.handling.hands(),
            Self::Shield(_) => 1,
            Self::Gear(gear) => gear.hands,
            Self::Armor(_) => 2,
        }
    }
}
