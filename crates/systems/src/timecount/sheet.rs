//! What does not change in a fight: creatures' sheets, kinds of items, spells, switches.

use affray_kernel::dice::Pool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Amount {
    /// Always that many.
    Fixed(i16),
    /// What the dice show.
    Dice(Pool),
}

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

fn yes() -> bool {
    true
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

/// How far a spell reaches (`range/spell-range`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SpellRange {
    /// The caster alone.
    Personal,
    /// Whatever the caster can touch.
    Touch,
    /// So many feet.
    Feet(i16),
}

/// What a spell, a potion or a magic item does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// Damage; Power is added for each target (`spell-attacks/damage-roll`).
    Damage {
        /// The dice.
        dice: Pool,
        /// Of what kind.
        kind: DamageType,
    },
    /// Healing, split between Invigoration and fatigue (`healing/split`).
    Heal {
        /// The dice.
        dice: Pool,
    },
    /// Bonus hit points (`bonus-hit-points/above-maximum`).
    BonusHitPoints {
        /// How many.
        points: i16,
        /// For how many counts.
        counts: u32,
    },
    /// What weapons can bring as well.
    Bring(Brings),
    /// A penalty on all attack rolls, given as a negative number.
    AttackPenalty {
        /// The penalty.
        penalty: i16,
        /// For how many counts.
        counts: u32,
    },
    /// Takes away all losses by poison (`poison/healing`).
    DrawPoison,
    /// Takes away all petrification, full petrification too (`petrification/recovery`).
    Unpetrify,
    /// A flame in the hand, kept by concentration, that can be thrown once (`actions/direct-spell`).
    HeldFlame {
        /// Its damage when thrown.
        dice: Pool,
        /// How far it can be thrown, in feet.
        range_ft: i16,
    },
}

/// What a spell's charges may be put into, besides the attack roll (`preparing/step-6-charge`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChargeUse {
    /// So many more dice of the effect's kind for each charge.
    Dice(Pool),
    /// So many more points for each charge.
    Points(i16),
    /// So many more targets for each charge.
    Targets(u8),
    /// So many feet of range more for each charge.
    RangeFt(i16),
}

/// What a miss of a spell still does (`spell-attacks/hit-and-miss`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnMiss {
    /// Nothing.
    #[default]
    Nothing,
    /// Half the damage.
    Half,
}

/// A spell (`spells/definition`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// What it is called.
    pub name: String,
    /// The Arcana (Int) modifier it requires (`preparing/learn-requirements`).
    pub level: i16,
    /// Its fatigue cost.
    pub fatigue: i16,
    /// Its casting time.
    pub casting_time: SpeedClass,
    /// It must be spoken.
    #[serde(default = "yes")]
    pub verbal: bool,
    /// It needs a free hand that can move.
    #[serde(default = "yes")]
    pub somatic: bool,
    /// How far it reaches.
    pub range: SpellRange,
    /// The radius in feet in which it hits everybody around a space; without it, it has one target.
    #[serde(default)]
    pub area_ft: Option<i16>,
    /// The defense its attack rolls meet; none: no attack roll (`spell-attacks/targets`).
    #[serde(default)]
    pub against: Option<Defense>,
    /// What it does.
    pub effect: Effect,
    /// What a miss does.
    #[serde(default)]
    pub on_miss: OnMiss,
    /// What else its charges may be put into.
    #[serde(default)]
    pub charge: Option<ChargeUse>,
    /// Whether it must be concentrated on (`actions/concentrate`).
    #[serde(default)]
    pub concentration: bool,
    /// Whether it can be a critical hit or fumble (`spell-attacks/no-criticals`).
    #[serde(default)]
    pub criticals: bool,
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

/// The switches of the rulings, each with the catalogue's ruling as default (`engine/switches`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Options {
    /// Which dice checks use (`checks/dice`).
    pub check_dice: CheckDice,
    /// What a critical hit adds of the attribute (`critical-hits/damage`).
    pub critical_attribute: CriticalAttribute,
    /// When a worn Threshold of Pain comes back (`threshold-of-pain/recovery`).
    pub top_recovery: ThresholdRecovery,
    /// Whether monsters have fatigue (`creatures/definition`).
    pub monster_fatigue: MonsterFatigue,
    /// Every how many counts the dying lose a hit point (`dying/progress`).
    pub dying_loss: DyingLoss,
    /// When a scroll works (`actions/read-scroll`).
    pub scroll_timing: ScrollTiming,
    /// Whether Wisdom shortens casting times (`spell-timing/casting-time-modifiers`).
    pub wisdom_casting_time: bool,
    /// Which way size counts in a Bull Rush (`special-actions/bull-rush-size`).
    pub bull_rush_size: BullRushSize,
    /// Whether strong hits impair (`impairments/rule`).
    pub impairments: bool,
    /// Whether groups roll initiative together (`initiative/group-roll`).
    pub group_initiative: bool,
    /// Whether actions on the same count strengthen each other (`simultaneous/concept`).
    pub simultaneous_actions: bool,
    /// Whether the game master rolls Speed Factors for those who are no player characters (`speed-classes/npc-rolled`).
    pub npc_rolled_sf: bool,
}

/// Every how many counts the dying lose a hit point: a number, or `off`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum DyingLoss {
    /// Every so many counts.
    Every(u32),
    /// Never.
    Off(Off),
}

/// The word `off`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Off {
    /// Never.
    Off,
}

impl Default for DyingLoss {
    fn default() -> Self {
        Self::Every(10)
    }
}

macro_rules! switch {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $value:ident),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$doc])* $value),+ }
    };
}

switch! {
    /// Which dice checks use.
    CheckDice {
        /// Three six-sided dice; 17 and 18 succeed against any DC.
        #[default]
        #[serde(rename = "3d6")]
        ThreeSixes,
        /// One twenty-sided die.
        #[serde(rename = "1d20")]
        Twenty,
    }
}
switch! {
    /// What a critical hit adds of the attribute.
    CriticalAttribute {
        /// The attribute once more, at least 1.
        #[default]
        Extra,
        /// The usual bonus, raised to at least 1.
        Raised,
    }
}
switch! {
    /// When a worn Threshold of Pain comes back.
    ThresholdRecovery {
        /// With a night's rest.
        #[default]
        Night,
        /// When the encounter ends.
        Encounter,
    }
}
switch! {
    /// Whether monsters have fatigue.
    MonsterFatigue {
        /// As everybody.
        #[default]
        Same,
        /// What would be fatigue comes off their hit points.
        Hp,
    }
}
switch! {
    /// When a scroll works.
    ScrollTiming {
        /// At once; the casting time is the delay afterwards.
        #[default]
        AtOnce,
        /// At the end of the casting time.
        AtEnd,
    }
}
switch! {
    /// Which way size counts in a Bull Rush.
    BullRushSize {
        /// As the table of sizes has it.
        #[default]
        Literal,
        /// With both signs reversed.
        Inverted,
    }
}
