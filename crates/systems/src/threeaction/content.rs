//! Content files: weapons, armour, gear, Spells and kinds of creatures.

mod record;

use affray_kernel::content::{AllProblems, ContentFile, Problems, Records, Source};
use schemars::JsonSchema;
use serde::Deserialize;

pub(in crate::threeaction) use record::creature_keys;
pub use record::{FeatsFile, Figures, ItemFile, Record, SensesFile, unarmed};

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
#[derive(Clone, Debug, Default)]
pub struct Library {
    items: Records<ItemKind>,
    spells: Records<Spell>,
    creatures: Records<KindFile>,
    is_partial: bool,
}

/// The records of a file, each with its path, for a look at what they refer to once all files are read.
#[derive(Default)]
struct Referring {
    items: Vec<(String, ItemKind)>,
    spells: Vec<(String, Spell)>,
    creatures: Vec<(String, KindFile)>,
}

impl Library {
    /// Reads content files; the name of a file decides what it is: `weapons.toml`, or `my-weapons.toml`. With it comes everything that is
    /// wrong with them: with the files themselves, and with what they refer to where all of them can be read.
    #[must_use]
    pub fn read(sources: &[Source]) -> (Self, AllProblems) {
        let (mut library, mut mistakes) = (Self::default(), AllProblems::default());
        let mut files = Vec::with_capacity(sources.len());
        for source in sources {
            let file = ContentFile::parse(source).and_then(|mut file| {
                let records = library.take(&mut file)?;
                Ok((file, records))
            });
            files.extend(mistakes.take(file));
        }
        library.is_partial = !mistakes.files.is_empty();
        for (mut file, records) in files {
            if library.is_whole() {
                library.check_references(&mut file, &records);
            }
            mistakes.take(file.finish());
        }
        (library, mistakes)
    }

    /// Whether every file could be read, so that what is not here does not exist.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        !self.is_partial
    }

    /// A kind of item by its name.
    #[must_use]
    pub fn item(&self, name: &str) -> Option<&ItemKind> {
        self.items.get(name)
    }

    /// A Spell by its name.
    #[must_use]
    pub fn spell(&self, name: &str) -> Option<&Spell> {
        self.spells.get(name)
    }

    /// A kind of creature by its name.
    #[must_use]
    pub fn creature(&self, name: &str) -> Option<&KindFile> {
        self.creatures.get(name)
    }

    /// The items' names.
    pub fn item_names(&self) -> impl Iterator<Item = &str> {
        self.items.keys().map(String::as_str)
    }

    /// The Spells' names.
    pub fn spell_names(&self) -> impl Iterator<Item = &str> {
        self.spells.keys().map(String::as_str)
    }

    /// The names of the kinds of creatures.
    pub fn creature_names(&self) -> impl Iterator<Item = &str> {
        self.creatures.keys().map(String::as_str)
    }

    fn take(&mut self, file: &mut ContentFile<'_>) -> Result<Referring, Problems> {
        let mut records = Referring::default();
        match file.kind(&FILES)? {
            "weapons" => {
                let weapons = file.read::<WeaponsFile>()?.weapon;
                self.take_items(file, &mut records, "weapon", weapons, ItemKind::Weapon);
            }
            "armour" => {
                let ArmourFile { armour, shield } = file.read()?;
                self.take_items(file, &mut records, "armour", armour, ItemKind::Armour);
                self.take_items(file, &mut records, "shield", shield, ItemKind::Shield);
            }
            "gear" => {
                let gear = file.read::<GearFile>()?.gear;
                self.take_items(file, &mut records, "gear", gear, ItemKind::Gear);
            }
            "spells" => {
                for (index, spell) in file.read::<SpellsFile>()?.spell.into_iter().enumerate() {
                    let path = format!("spell[{index}]");
                    file.add_faults(&path, fields::spell(&spell));
                    check_name(file, &path, &spell.name);
                    file.insert(&path, &spell.name, spell.clone(), &mut self.spells);
                    records.spells.push((path, spell));
                }
            }
            _ => {
                let kinds = file.read::<CreaturesFile>()?.creature;
                for (index, kind) in kinds.into_iter().enumerate() {
                    let path = format!("creature[{index}]");
                    self.take_creature(file, &path, &kind);
                    records.creatures.push((path, kind));
                }
            }
        }
        Ok(records)
    }

    fn take_items<T>(
        &mut self,
        file: &mut ContentFile<'_>,
        records: &mut Referring,
        key: &str,
        items: Vec<T>,
        wrap: impl Fn(T) -> ItemKind,
    ) {
        for (index, item) in items.into_iter().enumerate() {
            let path = format!("{key}[{index}]");
            let kind = wrap(item);
            file.add_faults(&path, fields::item_kind(&kind));
            check_name(file, &path, kind.name());
            file.insert(&path, kind.name(), kind.clone(), &mut self.items);
            records.items.push((path, kind));
        }
    }

    fn take_creature(&mut self, file: &mut ContentFile<'_>, path: &str, kind: &KindFile) {
        let record = kind.record();
        for key in record.missing() {
            file.add(path, format!("the key `{key}` is missing here"), None);
        }
        file.add_faults(path, fields::figures(&record.figures()));
        for (index, weapon) in kind.natural.iter().flatten().enumerate() {
            file.add_faults(
                &format!("{path}.natural[{index}]"),
                fields::weapon(weapon, true),
            );
        }
        check_name(file, path, &kind.name);
        file.insert(path, &kind.name, kind.clone(), &mut self.creatures);
    }

    fn check_references(&self, file: &mut ContentFile<'_>, records: &Referring) {
        for (path, kind) in &records.items {
            if let ItemKind::Gear(Gear {
                spell: Some(spell), ..
            }) = kind
            {
                let place = format!("{path}.spell.name");
                file.refer(&place, "spell", &spell.name, &self.spells);
            }
        }
        for (path, spell) in &records.spells {
            if let Effect::Summon { creatures } = &spell.effect {
                for (index, name) in creatures.iter().enumerate() {
                    let place = format!("{path}.effect.summon.creatures[{index}]");
                    file.refer(&place, "kind of creature", name, &self.creatures);
                }
            }
        }
        for (path, kind) in &records.creatures {
            for (index, name) in kind.spells.iter().flatten().enumerate() {
                let place = format!("{path}.spells[{index}]");
                file.refer(&place, "spell", name, &self.spells);
            }
            for (index, item) in kind.items.iter().flatten().enumerate() {
                let place = format!("{path}.items[{index}]");
                file.refer(&place, "item", &item.kind, &self.items);
            }
        }
    }
}

fn check_name(file: &mut ContentFile<'_>, path: &str, name: &str) {
    if let Err(message) = fields::name(name) {
        file.add(&format!("{path}.name"), message, None);
    }
}
