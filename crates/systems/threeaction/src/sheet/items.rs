//! Kinds of items: weapons, armour, shields and gear.

use affray_kernel::dice::Pool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Components, DamageType, Size};

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

/// What a weapon does to whom it hits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Impact {
    /// Damage dice.
    pub dice: Option<Pool>,
    /// Whether STR is added to its Damage.
    pub adds_str: bool,
    /// Damage type.
    pub damage: DamageType,
    /// Whether it poisons or binds besides.
    pub lingers: bool,
}

impl Weapon {
    /// What it does to whom it hits.
    #[inline(always)]
    #[must_use]
    pub fn impact(&self) -> Impact {
        Impact {
            dice: self.dice,
            adds_str: self.adds_str,
            damage: self.damage,
            lingers: self.poison.is_some() || self.entangles.is_some(),
        }
    }
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
