//! Content files: weapons, armour and shields, gear, powers and kinds of creatures.

mod record;

use affray_kernel::content::{AllProblems, ContentFile, Named, Problems, Referred, Source};
use schemars::JsonSchema;
use serde::Deserialize;

pub(in crate::energy) use record::creature_keys;
pub use record::{
    Abilities, AbilitiesFile, ChoicesFile, Figures, ItemFile, Record, Skills, SkillsFile,
    TraitsFile, unarmed,
};

use super::scenario::RESERVED;
use super::setup::fields;
use super::sheet::{Armor, Gear, ItemKind, NegativeRounding, Power, Shield, Weapon};

/// The file `weapons.toml`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeaponsFile {
    /// Weapons.
    #[serde(default)]
    pub weapon: Vec<Weapon>,
}

/// The file `armor.toml`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmorFile {
    /// Armour.
    #[serde(default)]
    pub armor: Vec<Armor>,
    /// Shields.
    #[serde(default)]
    pub shield: Vec<Shield>,
}

/// The file `gear.toml`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GearFile {
    /// Everything that is neither weapon nor armour nor shield.
    #[serde(default)]
    pub gear: Vec<Gear>,
}

/// The file `powers.toml`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PowersFile {
    /// Spells and abilities.
    #[serde(default)]
    pub power: Vec<Power>,
}

/// The file `creatures.toml`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreaturesFile {
    /// Kinds of creatures.
    #[serde(default)]
    pub creature: Vec<KindFile>,
}

creature_keys! {
    table
    /// A kind of creature.
    KindFile {
        /// What such a creature is called.
        name: String,
        /// A few words about it.
        #[serde(default)]
        about: Option<String>,
    } of Record;
}

/// Names of content files.
const FILES: [&str; 5] = ["weapons", "armor", "gear", "powers", "creatures"];

/// Everything that content files offer, by name.
pub type Library = affray_kernel::content::Library<ItemKind, Power, KindFile>;

impl Named for ItemKind {
    const WHAT: &'static str = "item";

    fn name(&self) -> &str {
        self.name()
    }
}

impl Named for Power {
    const WHAT: &'static str = "power";

    fn name(&self) -> &str {
        &self.name
    }
}

impl Named for KindFile {
    const WHAT: &'static str = "kind of creature";

    fn name(&self) -> &str {
        &self.name
    }
}

/// Reads content files; the name of a file decides what it is: `weapons.toml`, or `my-weapons.toml`. With them comes everything that is
/// wrong.
#[must_use]
pub fn library(sources: &[Source]) -> (Library, AllProblems) {
    Library::read(sources, &FILES, RESERVED, take)
}

fn take(library: &mut Library, file: &mut ContentFile<'_>, kind: &str) -> Result<(), Problems> {
    match kind {
        "weapons" => {
            let weapons = file.read::<WeaponsFile>()?.weapon.into_iter();
            library.take_items(file, "weapon", weapons.map(ItemKind::Weapon), check_item);
        }
        "armor" => {
            let ArmorFile { armor, shield } = file.read()?;
            let (armor, shields) = (armor.into_iter(), shield.into_iter());
            library.take_items(file, "armor", armor.map(ItemKind::Armor), check_item);
            library.take_items(file, "shield", shields.map(ItemKind::Shield), check_item);
        }
        "gear" => {
            let gear = file.read::<GearFile>()?.gear.into_iter();
            library.take_items(file, "gear", gear.map(ItemKind::Gear), check_item);
        }
        "powers" => {
            let powers = file.read::<PowersFile>()?.power;
            library.take_spells(file, powers, |file, path, power| {
                file.add_faults(path, fields::power(power));
            });
        }
        _ => {
            let kinds = file.read::<CreaturesFile>()?.creature;
            library.take_creatures(file, kinds, check_creature);
        }
    }
    Ok(())
}

fn check_item(file: &mut ContentFile<'_>, path: &str, kind: &ItemKind) {
    file.add_faults(path, fields::item_kind(kind));
    if let ItemKind::Gear(Gear {
        power: Some(power), ..
    }) = kind
    {
        file.refer(format!("{path}.power"), Referred::Spell, power);
    }
}

fn check_creature(file: &mut ContentFile<'_>, path: &str, kind: &KindFile) {
    let record = kind.record();
    file.add_faults(path, record.faults());
    file.add_faults(
        path,
        fields::figures(&record.figures(NegativeRounding::Down)),
    );
    for (index, weapon) in kind.natural.iter().flatten().enumerate() {
        let path = format!("{path}.natural[{index}]");
        file.add_faults(&path, fields::natural_weapon(weapon));
    }
    for (index, name) in kind.powers.iter().flatten().enumerate() {
        file.refer(format!("{path}.powers[{index}]"), Referred::Spell, name);
    }
    for (index, item) in kind.items.iter().flatten().enumerate() {
        file.refer(format!("{path}.items[{index}]"), Referred::Item, &item.kind);
    }
}
