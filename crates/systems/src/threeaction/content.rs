//! Content files: weapons, armour, gear, Spells and kinds of creatures.

mod record;

use affray_kernel::content::{AllProblems, ContentFile, Named, Problems, Referred, Source};
use schemars::JsonSchema;
use serde::Deserialize;

pub(in crate::threeaction) use record::creature_keys;
pub use record::{FeatsFile, Figures, ItemFile, Record, SensesFile, unarmed};

use super::scenario::RESERVED;
use super::setup::fields;
use super::sheet::{Armour, Effect, Gear, ItemKind, Shield, Spell, Weapon};

/// The file `weapons.toml`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeaponsFile {
    /// Weapons.
    #[serde(default)]
    pub weapon: Vec<Weapon>,
}

/// The file `armour.toml`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmourFile {
    /// Armour.
    #[serde(default)]
    pub armour: Vec<Armour>,
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

/// The file `spells.toml`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpellsFile {
    /// Spells.
    #[serde(default)]
    pub spell: Vec<Spell>,
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
const FILES: [&str; 5] = ["weapons", "armour", "gear", "spells", "creatures"];

/// Everything that content files offer, by name.
pub type Library = affray_kernel::content::Library<ItemKind, Spell, KindFile>;

impl Named for ItemKind {
    const WHAT: &'static str = "item";

    fn name(&self) -> &str {
        self.name()
    }
}

impl Named for Spell {
    const WHAT: &'static str = "spell";

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
        "armour" => {
            let ArmourFile { armour, shield } = file.read()?;
            let (armour, shields) = (armour.into_iter(), shield.into_iter());
            library.take_items(file, "armour", armour.map(ItemKind::Armour), check_item);
            library.take_items(file, "shield", shields.map(ItemKind::Shield), check_item);
        }
        "gear" => {
            let gear = file.read::<GearFile>()?.gear.into_iter();
            library.take_items(file, "gear", gear.map(ItemKind::Gear), check_item);
        }
        "spells" => {
            let spells = file.read::<SpellsFile>()?.spell;
            library.take_spells(file, spells, check_spell);
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
        spell: Some(spell), ..
    }) = kind
    {
        file.refer(format!("{path}.spell.name"), Referred::Spell, &spell.name);
    }
}

fn check_spell(file: &mut ContentFile<'_>, path: &str, spell: &Spell) {
    file.add_faults(path, fields::spell(spell));
    if let Effect::Summon { creatures } = &spell.effect {
        for (index, name) in creatures.iter().enumerate() {
            let path = format!("{path}.effect.summon.creatures[{index}]");
            file.refer(path, Referred::Creature, name);
        }
    }
}

fn check_creature(file: &mut ContentFile<'_>, path: &str, kind: &KindFile) {
    let record = kind.record();
    for key in record.missing() {
        file.add(path, format!("the key `{key}` is missing here"), None);
    }
    file.add_faults(path, fields::figures(&record.figures()));
    for (index, weapon) in kind.natural.iter().flatten().enumerate() {
        let faults = fields::weapon(weapon, true);
        file.add_faults(&format!("{path}.natural[{index}]"), faults);
    }
    for (index, name) in kind.spells.iter().flatten().enumerate() {
        file.refer(format!("{path}.spells[{index}]"), Referred::Spell, name);
    }
    for (index, item) in kind.items.iter().flatten().enumerate() {
        file.refer(format!("{path}.items[{index}]"), Referred::Item, &item.kind);
    }
}
