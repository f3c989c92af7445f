//! Weapons, armour, shields, gear and fighting styles as files have them: what is left out follows from the rest or is as usual.

use std::borrow::Cow;
use std::fmt;

use affray_kernel::content::Fields;
use affray_kernel::dice::Pool;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::{Deserializer, Error, Unexpected, Visitor};

use crate::setup::fields;
use crate::sheet::{
    Armor, Damage, DamageType, Gear, Hands, ItemKind, Level, Material, OnHit, Protection, Shield,
    Weapon,
};

/// Hands that a weapon takes, as a file has them: 1, 2 or `versatile`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HandsFile(pub Hands);

impl<'de> Deserialize<'de> for HandsFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(HandsVisitor)
    }
}

struct HandsVisitor;

impl Visitor<'_> for HandsVisitor {
    type Value = HandsFile;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("1, 2 or `versatile`")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<HandsFile, E> {
        match number {
            1 => Ok(HandsFile(Hands::One)),
            2 => Ok(HandsFile(Hands::Two)),
            _ => Err(E::invalid_value(Unexpected::Signed(number), &self)),
        }
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<HandsFile, E> {
        match word {
            "versatile" => Ok(HandsFile(Hands::Versatile)),
            _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
        }
    }
}

impl JsonSchema for HandsFile {
    fn schema_name() -> Cow<'static, str> {
        "Hands".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": [1, 2, "versatile"] })
    }
}

/// A further component of damage (`damage-pipeline/several-types`).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AlsoRecord {
    /// Its dice.
    pub damage: Pool,
    /// Its type.
    #[serde(rename = "type", default)]
    pub kind: Option<DamageType>,
    /// Its type, as a list of one: only of the first component of damage one of several is picked (`damage-types/every-source-has-one`).
    #[serde(default)]
    pub types: Vec<DamageType>,
}

/// Damage as the keys of a weapon or a spell say it.
pub(super) struct Written<'r> {
    pub(super) damage: Option<Pool>,
    pub(super) kind: Option<DamageType>,
    pub(super) types: &'r [DamageType],
    pub(super) also: &'r [AlsoRecord],
}

impl Written<'_> {
    /// The components, in their order.
    pub(super) fn components(&self) -> Vec<Damage> {
        let first = self
            .damage
            .map(|dice| component(dice, self.kind, self.types));
        let also = self.also.iter();
        let also = also.map(|also| component(also.damage, also.kind, &also.types));
        first.into_iter().chain(also).collect()
    }

    /// What does not go together.
    pub(super) fn faults(&self, fields: &mut Fields) {
        let typed = self.kind.is_some() || !self.types.is_empty();
        if self.damage.is_none() && (typed || !self.also.is_empty()) {
            fields.add("damage", "the dice of the damage are missing");
        }
        both(fields, "types", self.kind, self.types);
        for also in self.also {
            both(fields, "also", also.kind, &also.types);
            if also.types.len() > 1 {
                let message = "one type is picked of the first component of damage, not of further ones (`damage-types/every-source-has-one`)";
                fields.add("also", message);
            }
        }
    }
}

fn both(fields: &mut Fields, field: &'static str, kind: Option<DamageType>, types: &[DamageType]) {
    if kind.is_some() && !types.is_empty() {
        let message = "one type is written as `type`, several of which one is picked as `types`";
        fields.add(field, message);
    }
}

fn component(dice: Pool, kind: Option<DamageType>, types: &[DamageType]) -> Damage {
    Damage {
        dice,
        types: kind.into_iter().chain(types.iter().copied()).collect(),
    }
}

/// A weapon, held or natural (`equipment/weapon-data`).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeaponRecord {
    /// Its name.
    pub name: String,
    /// The type of gear that it is for training; its name unless it says so.
    #[serde(default)]
    pub gear: Option<String>,
    /// Damage dice; none where a hit does something else.
    #[serde(default)]
    pub damage: Option<Pool>,
    /// The type of its damage.
    #[serde(rename = "type", default)]
    pub kind: Option<DamageType>,
    /// The types of its damage, of which the attacker picks one.
    #[serde(default)]
    pub types: Vec<DamageType>,
    /// Further components of its damage.
    #[serde(default)]
    pub also: Vec<AlsoRecord>,
    /// Damage dice in both hands.
    #[serde(default)]
    pub two_handed: Option<Pool>,
    /// Reach in metres, for melee.
    #[serde(default)]
    pub reach_m: Option<i16>,
    /// Range in metres of what shoots.
    #[serde(default)]
    pub range_m: Option<i16>,
    /// Range in metres of what is thrown.
    #[serde(default)]
    pub thrown_m: Option<i16>,
    /// Hands: 1, 2 or `versatile`; 1 unless it says so.
    #[serde(default)]
    pub hands: HandsFile,
    /// Whether it is heavy.
    #[serde(default)]
    pub heavy: bool,
    /// Manipulate reactions before the next shot; none unless it says so.
    #[serde(default)]
    pub load: u8,
    /// What a hit does besides damage.
    #[serde(default)]
    pub on_hit: Option<OnHit>,
}

impl WeaponRecord {
    fn damage(&self) -> Written<'_> {
        Written {
            damage: self.damage,
            kind: self.kind,
            types: &self.types,
            also: &self.also,
        }
    }

    /// The weapon.
    #[must_use]
    pub fn weapon(&self) -> Weapon {
        Weapon {
            name: self.name.clone(),
            gear: self.gear.clone(),
            unarmed: false,
            damage: self.damage().components(),
            two_handed: self.two_handed,
            reach_m: self.reach_m,
            range_m: self.range_m,
            thrown_m: self.thrown_m,
            hands: self.hands.0,
            heavy: self.heavy,
            load: self.load,
            on_hit: self.on_hit,
        }
    }

    /// What does not go together, apart from what the weapon itself shows.
    #[must_use]
    pub fn faults(&self) -> Fields {
        let mut fields = Fields::default();
        self.damage().faults(&mut fields);
        fields
    }
}

/// Armour (`armor/levels`, `armor/material`).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmorRecord {
    /// Its name.
    pub name: String,
    /// Partial or full.
    pub level: Level,
    /// What it is made of: the ratings follow from it.
    #[serde(default)]
    pub material: Option<Material>,
    /// Armor Rating, if not that of the material.
    #[serde(default)]
    pub rating: Option<i16>,
    /// What it takes off magical damage, if not what the material does.
    #[serde(default)]
    pub magic: Option<i16>,
    /// The magical types that this covers; all three unless it says so.
    #[serde(default)]
    pub magic_types: Vec<DamageType>,
    /// Metres that it takes off the speed.
    #[serde(default)]
    pub slows_m: i16,
}

impl ArmorRecord {
    fn armor(&self) -> Armor {
        let of_material = |rating: fn(Material, Level) -> i16| {
            let material = self.material.map(|material| rating(material, self.level));
            material.unwrap_or_default()
        };
        let rating = self.rating;
        let magic = self.magic;
        Armor {
            name: self.name.clone(),
            level: self.level,
            protection: Protection {
                rating: rating.unwrap_or_else(|| of_material(Material::armor_rating)),
                magic: magic.unwrap_or_else(|| of_material(Material::magic_rating)),
                magic_types: self.magic_types.clone(),
            },
            slows_m: self.slows_m,
        }
    }
}

/// A shield (`shields/block-rating`).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShieldRecord {
    /// Its name.
    pub name: String,
    /// What it is made of: the rating follows from it.
    #[serde(default)]
    pub material: Option<Material>,
    /// Block Rating, if not that of the material.
    #[serde(default)]
    pub rating: Option<i16>,
}

impl ShieldRecord {
    fn shield(&self) -> Shield {
        let of_material = self.material.map(Material::block_rating);
        Shield {
            name: self.name.clone(),
            rating: self.rating.or(of_material).unwrap_or_default(),
        }
    }
}

const fn one() -> u8 {
    1
}

/// Anything else that is carried.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GearRecord {
    /// Its name.
    pub name: String,
    /// Hands; 1 unless it says so, and 0 for what is worn.
    #[serde(default = "one")]
    pub hands: u8,
    /// The spell whose magic it has.
    #[serde(default)]
    pub spell: Option<String>,
    /// How often its magic can be used; without limit unless it says so.
    #[serde(default)]
    pub uses: Option<u16>,
}

/// A fighting style (`fighting-style/definition`).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StyleRecord {
    /// Its name.
    pub name: String,
    /// The types of gear that it trains in: `unarmed fighting`, `shield`, `partial armor`, `full armor`, and weapons of the content. Each is
    /// looked for there even if nobody has the style.
    #[serde(default)]
    pub gear: Vec<String>,
}

/// What has a name and is no spell and no creature: kinds of items, and fighting styles.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say it all")]
pub enum ItemRecord {
    Weapon(WeaponRecord),
    Armor(ArmorRecord),
    Shield(ShieldRecord),
    Gear(GearRecord),
    Style(StyleRecord),
}

impl ItemRecord {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Weapon(weapon) => &weapon.name,
            Self::Armor(armor) => &armor.name,
            Self::Shield(shield) => &shield.name,
            Self::Gear(gear) => &gear.name,
            Self::Style(style) => &style.name,
        }
    }

    /// The kind of item, its magic being the spell of that number; `None`: it is a fighting style.
    #[must_use]
    pub fn kind(&self, spell: Option<u8>) -> Option<ItemKind> {
        Some(match self {
            Self::Weapon(weapon) => ItemKind::Weapon(weapon.weapon()),
            Self::Armor(armor) => ItemKind::Armor(armor.armor()),
            Self::Shield(shield) => ItemKind::Shield(shield.shield()),
            Self::Gear(gear) => ItemKind::Gear(Gear {
                name: gear.name.clone(),
                hands: gear.hands,
                spell,
            }),
            Self::Style(_) => return None,
        })
    }

    /// The style that it is.
    #[must_use]
    pub const fn style(&self) -> Option<&StyleRecord> {
        match self {
            Self::Style(style) => Some(style),
            _ => None,
        }
    }

    /// The name of the spell whose magic it has, and how often it can be used.
    #[must_use]
    pub fn magic(&self) -> (Option<&str>, Option<u16>) {
        match self {
            Self::Gear(gear) => (gear.spell.as_deref(), gear.uses),
            _ => (None, None),
        }
    }

    /// What is impossible about it.
    #[must_use]
    pub fn faults(&self) -> Fields {
        let mut fields = Fields::default();
        if let Some(kind) = self.kind(None) {
            fields.extend(fields::item_kind(&kind));
        }
        let no_material = "say what it is made of (`material`), or its `rating`";
        match self {
            Self::Weapon(weapon) => fields.extend(weapon.faults()),
            Self::Armor(armor) if armor.material.is_none() && armor.rating.is_none() => {
                fields.add("level", no_material);
            }
            Self::Shield(shield) if shield.material.is_none() && shield.rating.is_none() => {
                fields.add("name", no_material);
            }
            Self::Armor(_) | Self::Shield(_) => {}
            Self::Gear(gear) => {
                if let Some(uses) = gear.uses {
                    fields.range("uses", uses, 1, 1_000);
                }
                if gear.spell.is_none() && gear.uses.is_some() {
                    fields.add("uses", "it has no magic to use");
                }
            }
            Self::Style(style) => {
                // How many of the entries are free is each creature's own matter.
                fields::gear_list(&mut fields, &style.gear, 0);
            }
        }
        fields
    }
}
