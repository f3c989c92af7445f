//! What does not change in a fight: creatures' sheets, kinds of items, spells, switches.

use affray_kernel::CreatureId;
use affray_kernel::dice::Pool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The nine Sizes, from the smallest (`foundations/sizes`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// Rank 0.
    Fine,
    /// Rank 1.
    Diminutive,
    /// Rank 2.
    Tiny,
    /// Rank 3.
    Small,
    /// Rank 4.
    Medium,
    /// Rank 5.
    Large,
    /// Rank 6.
    Huge,
    /// Rank 7.
    Gargantuan,
    /// Rank 8.
    Colossal,
}

impl Size {
    /// Its rank, 0 to 8.
    #[must_use]
    pub const fn rank(self) -> i8 {
        self as i8
    }

    /// The side of its space in 5-ft squares.
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

    /// Its Reach in feet unless its sheet says otherwise.
    #[must_use]
    pub const fn reach_ft(self) -> i16 {
        self.side() as i16 * 5
    }

    /// The sides of its fall die; 0 for none (`foundations/fall-table`).
    #[must_use]
    pub const fn fall_die(self) -> u16 {
        match self {
            Self::Fine => 0,
            Self::Diminutive => 2,
            Self::Tiny => 3,
            Self::Small => 4,
            Self::Medium => 6,
            Self::Large => 8,
            Self::Huge => 10,
            Self::Gargantuan => 12,
            Self::Colossal => 20,
        }
    }

    /// The Bulk of its body (`foundations/bulk`).
    #[must_use]
    pub const fn body_bulk(self) -> i32 {
        match self {
            Self::Fine | Self::Diminutive => 0,
            Self::Tiny => 1,
            Self::Small => 4,
            Self::Medium => 8,
            Self::Large => 32,
            Self::Huge => 128,
            Self::Gargantuan => 512,
            Self::Colossal => 2048,
        }
    }
}

/// The four Attributes (`foundations/attributes`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Attribute {
    /// Might and toughness.
    Str,
    /// Speed and precision.
    Dex,
    /// Influencing the world with the mind.
    Ess,
    /// Perceiving and understanding.
    Mnd,
}

/// Kinds of Damage (`foundations/damage-types`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum DamageType {
    /// Weapons, falls, collisions.
    Physical,
    /// Fire.
    Fire,
    /// Cold.
    Cold,
    /// Loss of blood.
    Bleed,
    /// Poison.
    Poison,
    /// Of the mind.
    Mental,
}

/// Weapon categories (`foundations/weapon-table`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// DEX may be used to hit.
    Light,
    /// DEX may be used to hit.
    Medium,
    /// STR only.
    Heavy,
}

/// A way in which a weapon can be used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Use {
    /// In hand, within Reach.
    Melee,
    /// Thrown: leaves the hand.
    Thrown,
    /// Launches ammunition.
    Launched,
}

/// A poison that a weapon or spell brings (`poisoned/damage`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Poison {
    /// Its level; the Damage is `level`d6 unless `dice` says otherwise.
    pub level: i16,
    /// At how many starts of Turn it acts.
    pub rounds: u16,
    /// Its own Damage dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<Pool>,
}

/// A weapon, natural ones included (`foundations/weapon-table`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// What it is called.
    pub name: String,
    /// Its category; natural weapons and bare hands count as Light (`foundations/unarmed`).
    #[serde(default = "light")]
    pub category: Category,
    /// How it can be used, the usual way first.
    #[serde(default = "melee")]
    pub uses: Vec<Use>,
    /// Damage dice; none for a weapon that only binds.
    #[serde(default)]
    pub dice: Option<Pool>,
    /// Whether STR is added to its Damage.
    #[serde(default)]
    pub adds_str: bool,
    /// Reach in feet; 0: its wielder's own.
    #[serde(default)]
    pub reach_ft: i16,
    /// Range Increment in feet; 0 for weapons that are neither thrown nor launched.
    #[serde(default)]
    pub increment_ft: i16,
    /// Hands needed to use it.
    #[serde(default)]
    pub hands: u8,
    /// Actions to load it after each shot.
    #[serde(default)]
    pub reload: u8,
    /// Ammunition it starts a fight with; none: it is not counted.
    #[serde(default)]
    pub ammunition: Option<u16>,
    /// Bulk.
    #[serde(default)]
    pub bulk: i32,
    /// Hit points of the object.
    #[serde(default = "one")]
    pub hp: i16,
    /// Durability of the object.
    #[serde(default)]
    pub durability: i16,
    /// Damage type.
    #[serde(default = "physical")]
    pub damage: DamageType,
    /// Poison on a hit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poison: Option<Poison>,
    /// Entangles on a hit, with this DC to get free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entangles: Option<i16>,
}

fn light() -> Category {
    Category::Light
}

fn melee() -> Vec<Use> {
    vec![Use::Melee]
}

fn one() -> i16 {
    1
}

fn physical() -> DamageType {
    DamageType::Physical
}

/// Worn armour (`foundations/armour-table`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// What it is called.
    pub name: String,
    /// Durability it gives its wearer; as an object it has the same.
    pub durability: i16,
    /// Change of Speed in feet.
    #[serde(default)]
    pub speed_ft: i16,
    /// Bulk.
    #[serde(default)]
    pub bulk: i32,
    /// Hit points of the object.
    pub hp: i16,
}

/// A shield (`foundations/armour-table`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shield {
    /// What it is called.
    pub name: String,
    /// Added to Physical Defense while held.
    pub defense: i16,
    /// Change of Speed in feet while held.
    #[serde(default)]
    pub speed_ft: i16,
    /// Bulk.
    #[serde(default)]
    pub bulk: i32,
    /// Hit points of the object.
    pub hp: i16,
    /// Durability of the object itself.
    pub durability: i16,
}

/// Energy put into the components of a Spell (`foundations/spell-components`), or the steps it buys.
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
#[serde(deny_unknown_fields)]
pub struct Components {
    /// Energy for the Effect, at least 1.
    pub effect: u8,
    /// Energy for the Range: 0 Reach, 1 30 ft, 2 60 ft, 3 120 ft, 4 240 ft.
    #[serde(default)]
    pub range: u8,
    /// Energy for the Duration: 0 instantaneous, 1 1 Round, 2 10 Rounds, 3 100 Rounds, 4 1 hour.
    #[serde(default)]
    pub duration: u8,
    /// Energy for the Area: 0 one target, 1 to 4 growing blasts, cones and lines.
    #[serde(default)]
    pub area: u8,
}

impl Components {
    /// Energy in all.
    #[must_use]
    pub fn cost(self) -> i16 {
        i16::from(self.effect)
            + i16::from(self.range)
            + i16::from(self.duration)
            + i16::from(self.area)
    }

    /// The Spell's level: its dearest component.
    #[must_use]
    pub fn level(self) -> u8 {
        self.effect
            .max(self.range)
            .max(self.duration)
            .max(self.area)
    }
}

/// Anything else one can carry or that stands about: a wand, a torch, a potion, a crate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gear {
    /// What it is called.
    pub name: String,
    /// Hands it takes when held.
    #[serde(default = "one_hand")]
    pub hands: u8,
    /// Bulk.
    #[serde(default)]
    pub bulk: i32,
    /// Hit points of the object.
    #[serde(default = "one")]
    pub hp: i16,
    /// Durability of the object.
    #[serde(default)]
    pub durability: i16,
    /// The Spell that can be cast from it, with the Energy it fixes (`cast/magic-item`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spell: Option<ItemSpell>,
    /// The radius in feet that it lights (`light/fire`: 20 for any fire).
    #[serde(default)]
    pub light_ft: i16,
    /// The Size of a loose object that stands on the map, for Cover and pushing off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Size>,
    /// Whether it is fixed in its place.
    #[serde(default)]
    pub fixed: bool,
    /// Whether it only seems to be there (`cover/illusion`).
    #[serde(default)]
    pub illusion: bool,
    /// Damage types it is Vulnerable to.
    #[serde(default)]
    pub vulnerable: Vec<DamageType>,
    /// Whether it helps in climbing (`climbing/skill`).
    #[serde(default)]
    pub climbing: bool,
}

fn one_hand() -> u8 {
    1
}

/// The Spell in an item.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemSpell {
    /// The Spell's name.
    pub name: String,
    /// The Energy it fixes.
    pub energy: Components,
}

/// A kind of item.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ItemKind {
    /// A weapon.
    Weapon(Weapon),
    /// Armour.
    Armour(Armour),
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
            Self::Armour(armour) => &armour.name,
            Self::Shield(shield) => &shield.name,
            Self::Gear(gear) => &gear.name,
        }
    }

    /// Hands it takes when it is held.
    #[must_use]
    pub fn hands(&self) -> u8 {
        match self {
            Self::Weapon(weapon) => weapon.hands,
            Self::Armour(_) => 2,
            Self::Shield(_) => 1,
            Self::Gear(gear) => gear.hands,
        }
    }

    /// Bulk.
    #[must_use]
    pub fn bulk(&self) -> i32 {
        match self {
            Self::Weapon(weapon) => weapon.bulk,
            Self::Armour(armour) => armour.bulk,
            Self::Shield(shield) => shield.bulk,
            Self::Gear(gear) => gear.bulk,
        }
    }

    /// Hit points and Durability of the object.
    #[must_use]
    pub fn toughness(&self) -> (i16, i16) {
        match self {
            Self::Weapon(weapon) => (weapon.hp, weapon.durability),
            Self::Armour(armour) => (armour.hp, armour.durability),
            Self::Shield(shield) => (shield.hp, shield.durability),
            Self::Gear(gear) => (gear.hp, gear.durability),
        }
    }

    /// The weapon, if it is one.
    #[must_use]
    pub fn weapon(&self) -> Option<&Weapon> {
        match self {
            Self::Weapon(weapon) => Some(weapon),
            _ => None,
        }
    }
}

/// What a Spell's Effect does (`foundations/spell-list`); numbers are per Energy in the Effect component.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// Damage dice per Energy; on a critical double, and On fire if `ignites`.
    Damage {
        /// Dice per Energy.
        dice: Pool,
        /// Damage type.
        kind: DamageType,
        /// Whether a critical sets the target On fire.
        ignites: bool,
    },
    /// Slowed; from `stuns_from` Energy Stunned for a Round first.
    Freeze {
        /// Energy from which it stuns.
        stuns_from: u8,
    },
    /// Shaken for as many Rounds as Energy.
    Shake,
    /// Heals dice per Energy.
    Heal {
        /// Dice per Energy.
        dice: Pool,
    },
    /// The Area becomes Fog.
    Fog,
    /// Moves the target; feet per Energy.
    Telekinesis {
        /// Feet per Energy.
        feet: i16,
    },
    /// Poison of a level equal to the Energy.
    Poison {
        /// Rounds; twice as many on a critical.
        rounds: u16,
    },
    /// Entangled with DC `base` + `per_energy` for each Energy; also Prone on a critical.
    Entangle {
        /// DC before Energy.
        base: i16,
        /// DC per Energy.
        per_energy: i16,
    },
    /// A creature of this name, of a Level up to the Energy, appears.
    Summon {
        /// Names of creatures it can be, in the content.
        creatures: Vec<String>,
    },
    /// Unconscious for the Duration.
    Sleep,
}

/// The Defense a Spell Attack is made against.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Against {
    /// Physical Defense.
    Physical,
    /// Mental Defense.
    Mental,
}

/// The shapes that an Area can have.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum AreaShape {
    /// Around a point.
    Blast,
    /// From the caster's side.
    Cone,
    /// From the caster's side.
    Line,
}

/// What Control does with a running Spell (`control/effect-depends`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ControlUse {
    /// Move its Area up to 30 ft; attacks again where the Spell attacks.
    MoveArea,
    /// Do the same again.
    Repeat,
}

/// A Spell (`foundations/spell-list`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// What it is called.
    pub name: String,
    /// The Defense it attacks; none: no Spell Attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<Against>,
    /// Whether willing targets are spared the Spell Attack.
    #[serde(default)]
    pub willing: bool,
    /// What it does.
    pub effect: Effect,
    /// The least Energy for Duration.
    #[serde(default)]
    pub least_duration: u8,
    /// The most Energy for Duration that has a meaning: 0 for Spells that are over at once.
    #[serde(default = "four")]
    pub most_duration: u8,
    /// The least Energy for Area.
    #[serde(default)]
    pub least_area: u8,
    /// What Control does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<ControlUse>,
}

fn four() -> u8 {
    4
}

/// Feats and other features of a creature (`foundations/feats`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Feats {
    /// Flies.
    pub flight: bool,
    /// Flies without cost for turning and rising, and hovers.
    pub improved_flight: bool,
    /// Moves through earth.
    pub burrow: bool,
    /// Reactions beyond the first.
    pub extra_reactions: i8,
    /// The highest level of Spells it can cast.
    pub spell_casting: u8,
    /// One Ranged Attack on everything within 10 ft of a point.
    pub volley: bool,
    /// Added to weapon Damage.
    pub weapon_specialization: i16,
    /// Added to melee Damage.
    pub battle_trance: i16,
    /// +1 Damage per earlier Attack of the Turn.
    pub wrath: bool,
    /// Draws what it carries as a Free Action.
    pub quick_draw: bool,
    /// Climbs without checks.
    pub climbs: bool,
    /// Swims without checks.
    pub swims: bool,
    /// Needs no air.
    pub airless: bool,
    /// Invisible in Darkness.
    pub invisible_in_darkness: bool,
}

/// Senses beyond sight (`foundations/senses`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Senses {
    /// Darkness does not conceal.
    pub darkvision: bool,
    /// Within so many feet nothing conceals but Cover.
    pub exact_ft: i16,
    /// Has no sight: Blinded beyond its exact sense.
    pub sightless: bool,
}

/// A creature's sheet: everything about it that a fight does not change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sheet {
    /// Its name in this fight.
    pub name: String,
    /// What it is: "ogre", "town guard".
    pub kind: String,
    /// Its side, by number.
    pub side: u8,
    /// Neither side's Ally nor Enemy in flanking (`foundations/sides`).
    pub neutral: bool,
    /// Who owns it: it acts when commanded (`command/action`).
    pub owner: Option<CreatureId>,
    /// Level.
    pub level: i16,
    /// Size.
    pub size: Size,
    /// STR.
    pub str: i16,
    /// DEX.
    pub dex: i16,
    /// ESS.
    pub ess: i16,
    /// MND.
    pub mnd: i16,
    /// Maximum Hit Points.
    pub max_hp: i16,
    /// Physical Defense without a shield.
    pub physical_defense: i16,
    /// Mental Defense.
    pub mental_defense: i16,
    /// Maximum Energy.
    pub max_energy: i16,
    /// Speed in feet, before armour and shield.
    pub speed_ft: i16,
    /// Own Reach in feet.
    pub reach_ft: i16,
    /// Hands.
    pub hands: u8,
    /// Durability of its hide.
    pub hide: i16,
    /// Natural weapons; the last one is always the unarmed strike.
    pub natural: Vec<Weapon>,
    /// Spells it knows, by number.
    pub spells: Vec<u8>,
    /// Feats.
    pub feats: Feats,
    /// Senses.
    pub senses: Senses,
    /// Damage types it is Vulnerable to.
    pub vulnerable: Vec<DamageType>,
    /// Whether a bot plays it: the name of its policy.
    pub policy: Option<String>,
}

/// The switches of the rulings, each with the catalogue's ruling as default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Options {
    /// What a Critical Success is (`foundations/critical-success`).
    pub critical_success: CriticalSuccess,
    /// Who wins a tied opposed roll (`foundations/opposed-roll`).
    pub opposed_ties: OpposedTies,
    /// Whether Prone hinders the defender of an opposed roll (`foundations/opposed-defender-state`).
    pub opposed_prone: OpposedProne,
    /// What a critical doubles (`foundations/doubling`).
    pub critical_damage: CriticalDamage,
    /// Whether Allies' squares are Difficult Terrain (`move/allied-squares`).
    pub allied_squares: AlliedSquares,
    /// When an unused Dodge ends (`dodge/expiry`).
    pub dodge_expiry: DodgeExpiry,
    /// Whether a readied Action costs the Reaction (`readied-action/not-a-reaction`).
    pub readied_reaction: ReadiedReaction,
    /// Per what the least flying distance counts (`flying/minimum`).
    pub flight_minimum: FlightMinimum,
    /// Whether a Stabilize result is still followed by Bleed Damage (`bleeding/damage`).
    pub bleed_after_stabilize: BleedAfterStabilize,
    /// What puts a creature out of the fight (`foundations/combat-end`).
    pub combat_end: CombatEnd,
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
    /// What a Critical Success is.
    CriticalSuccess {
        /// A kept die of 20.
        #[default]
        #[serde(rename = "natural-20")]
        Natural20,
        /// A total of 10 or more over the target number.
        #[serde(rename = "beat-by-10")]
        BeatBy10,
    }
}
switch! {
    /// Who wins a tied opposed roll.
    OpposedTies {
        /// The initiator.
        #[default]
        Initiator,
        /// The defender.
        Defender,
    }
}
switch! {
    /// Whether Prone hinders the defender of an opposed roll.
    OpposedProne {
        /// It does not.
        #[default]
        None,
        /// The defender rolls with Disadvantage.
        Disadvantage,
    }
}
switch! {
    /// What a critical doubles.
    CriticalDamage {
        /// The whole sum.
        #[default]
        DoubleTotal,
        /// The dice are rolled twice and the flat part is added twice.
        DoubleDice,
    }
}
switch! {
    /// Whether Allies' squares are Difficult Terrain.
    AlliedSquares {
        /// They cost nothing extra.
        #[default]
        Free,
        /// They are Difficult.
        Difficult,
    }
}
switch! {
    /// When an unused Dodge ends.
    DodgeExpiry {
        /// At the creature's next Turn.
        #[default]
        NextTurn,
        /// Only when an Attack uses it up.
        UntilAttacked,
    }
}
switch! {
    /// Whether a readied Action costs the Reaction.
    ReadiedReaction {
        /// It does not.
        #[default]
        Free,
        /// It does.
        CostsReaction,
    }
}
switch! {
    /// Per what the least flying distance counts.
    FlightMinimum {
        /// Each Fly Action.
        #[default]
        PerAction,
        /// The Turn's Fly Actions together.
        PerTurn,
    }
}
switch! {
    /// Whether a Stabilize result is still followed by Bleed Damage.
    BleedAfterStabilize {
        /// It is not.
        #[default]
        Skip,
        /// It is, once.
        Suffer,
    }
}
switch! {
    /// What puts a creature out of the fight.
    CombatEnd {
        /// Being Dead, Unconscious, fled or surrendered.
        #[default]
        OutOfAction,
        /// 0 Hit Points or less.
        ZeroHp,
    }
}
