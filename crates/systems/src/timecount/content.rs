//! Content files: weapons, armor, gear, spells and kinds of creatures.

mod record;

use affray_kernel::content::{ContentFile, Fields, Problems, Records, Source};
use schemars::JsonSchema;
use serde::Deserialize;

pub(in crate::timecount) use record::creature_keys;
pub use record::{Figures, ItemFile, Record, Skills, SkillsFile, TraitsFile, unarmed};

use super::setup::fields;
use super::sheet::{Armor, Gear, ItemKind, Shield, Spell, Weapon};

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
    /// Armor.
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
    /// Everything that is neither weapon nor armor nor shield.
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
const FILES: [&str; 5] = ["weapons", "armor", "gear", "spells", "creatures"];

/// Everything that content files offer, by name.
#[derive(Clone, Debug, Default)]
pub struct Library {
    items: Records<ItemKind>,
    spells: Records<Spell>,
    creatures: Records<KindFile>,
}

/// A name in a file that must be that of something else, to be looked at once all files are read.
struct Reference {
    path: String,
    what: Referred,
    name: String,
}

/// What a name refers to.
#[derive(Clone, Copy)]
enum Referred {
    Item,
    Spell,
}

impl Library {
    /// Reads content files; the name of a file decides what it is: `weapons.toml`, or `my-weapons.toml`.
    ///
    /// # Errors
    /// Everything that is wrong with the first file that has mistakes: with itself, or with what it refers to.
    pub fn read(sources: &[Source]) -> Result<Self, Problems> {
        let mut library = Self::default();
        let mut files = Vec::with_capacity(sources.len());
        for source in sources {
            let mut file = ContentFile::parse(source)?;
            let references = library.take(&mut file)?;
            files.push((file, references));
        }
        for (mut file, references) in files {
            for Reference { path, what, name } in &references {
                match what {
                    Referred::Item => file.refer(path, "item", name, &library.items),
                    Referred::Spell => file.refer(path, "spell", name, &library.spells),
                }
            }
            file.finish()?;
        }
        Ok(library)
    }

    /// A kind of item by its name.
    #[must_use]
    pub fn item(&self, name: &str) -> Option<&ItemKind> {
        self.items.get(name)
    }

    /// A spell by its name.
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

    /// The spells' names.
    pub fn spell_names(&self) -> impl Iterator<Item = &str> {
        self.spells.keys().map(String::as_str)
    }

    /// The names of the kinds of creatures.
    pub fn creature_names(&self) -> impl Iterator<Item = &str> {
        self.creatures.keys().map(String::as_str)
    }

    fn take(&mut self, file: &mut ContentFile<'_>) -> Result<Vec<Reference>, Problems> {
        let mut references = Vec::new();
        let items: Vec<(String, ItemKind)> = match file.kind(&FILES)? {
            "weapons" => numbered("weapon", file.read::<WeaponsFile>()?.weapon)
                .map(|(path, weapon)| (path, ItemKind::Weapon(weapon)))
                .collect(),
            "armor" => {
                let ArmorFile { armor, shield } = file.read()?;
                let armor =
                    numbered("armor", armor).map(|(path, armor)| (path, ItemKind::Armor(armor)));
                let shields = numbered("shield", shield)
                    .map(|(path, shield)| (path, ItemKind::Shield(shield)));
                armor.chain(shields).collect()
            }
            "gear" => numbered("gear", file.read::<GearFile>()?.gear)
                .map(|(path, gear)| (path, ItemKind::Gear(gear)))
                .collect(),
            "spells" => {
                for (path, spell) in numbered("spell", file.read::<SpellsFile>()?.spell) {
                    check(file, &path, &spell.name, fields::spell(&spell));
                    file.insert(&path, &spell.name, spell.clone(), &mut self.spells);
                }
                Vec::new()
            }
            _ => {
                let kinds = file.read::<CreaturesFile>()?.creature;
                for (path, kind) in numbered("creature", kinds) {
                    references.extend(kind_references(&path, &kind));
                    self.take_creature(file, &path, kind);
                }
                Vec::new()
            }
        };
        for (path, kind) in items {
            check(file, &path, kind.name(), fields::item_kind(&kind));
            if let ItemKind::Gear(Gear {
                scroll: Some(scroll),
                ..
            }) = &kind
            {
                references.push(Reference {
                    path: format!("{path}.scroll"),
                    what: Referred::Spell,
                    name: scroll.clone(),
                });
            }
            let name = kind.name().to_owned();
            file.insert(&path, &name, kind, &mut self.items);
        }
        Ok(references)
    }

    fn take_creature(&mut self, file: &mut ContentFile<'_>, path: &str, kind: KindFile) {
        let figures = fields::figures(&kind.record().figures());
        check(file, path, &kind.name, figures);
        for (index, weapon) in kind.natural.iter().flatten().enumerate() {
            let faults = fields::weapon(weapon);
            file.add_faults(&format!("{path}.natural[{index}]"), faults);
        }
        let name = kind.name.clone();
        file.insert(path, &name, kind, &mut self.creatures);
    }
}

/// Records with their paths.
fn numbered<T>(key: &str, records: Vec<T>) -> impl Iterator<Item = (String, T)> {
    let records = records.into_iter().enumerate();
    records.map(move |(index, record)| (format!("{key}[{index}]"), record))
}

fn check(file: &mut ContentFile<'_>, path: &str, name: &str, faults: Fields) {
    file.add_faults(path, faults);
    if let Err(message) = fields::name(name) {
        file.add(&format!("{path}.name"), message, None);
    }
}

fn kind_references(path: &str, kind: &KindFile) -> Vec<Reference> {
    let spells = kind.spells.iter().flatten().enumerate();
    let spells = spells.map(|(index, name)| Reference {
        path: format!("{path}.spells[{index}]"),
        what: Referred::Spell,
        name: name.clone(),
    });
    let items = kind.items.iter().flatten().enumerate();
    let items = items.map(|(index, item)| Reference {
        path: format!("{path}.items[{index}]"),
        what: Referred::Item,
        name: item.kind.clone(),
    });
    spells.chain(items).collect()
}
