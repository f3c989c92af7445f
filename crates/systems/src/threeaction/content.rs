//! Content files: weapons, armour, gear, Spells and kinds of creatures.

mod record;

use std::collections::BTreeMap;

use affray_kernel::content::{Problem, Problems, Source, Tree};
use affray_kernel::notation::closest;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;

pub(in crate::threeaction) use record::creature_file;
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

creature_file! {
    /// A kind of creature.
    KindFile {
        /// What such a creature is called.
        name: String,
        /// A few words about it.
        #[serde(default)]
        about: Option<String>,
    }
}

/// Names of content files.
const FILES: [&str; 5] = ["weapons", "armour", "gear", "spells", "creatures"];

/// Everything that content files offer, by name.
#[derive(Clone, Debug, Default)]
pub struct Library {
    items: BTreeMap<String, ItemKind>,
    spells: BTreeMap<String, Spell>,
    creatures: BTreeMap<String, KindFile>,
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
            let mut file = File::parse(source)?;
            library.take(&mut file)?;
            files.push(file);
        }
        for file in files {
            library.check_references(file)?;
        }
        Ok(library)
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

    fn take(&mut self, file: &mut File<'_>) -> Result<(), Problems> {
        match file.kind()? {
            "weapons" => {
                let weapons = file.read::<WeaponsFile>()?.weapon;
                self.take_items(file, "weapon", weapons, ItemKind::Weapon);
            }
            "armour" => {
                let ArmourFile { armour, shield } = file.read()?;
                self.take_items(file, "armour", armour, ItemKind::Armour);
                self.take_items(file, "shield", shield, ItemKind::Shield);
            }
            "gear" => {
                let gear = file.read::<GearFile>()?.gear;
                self.take_items(file, "gear", gear, ItemKind::Gear);
            }
            "spells" => {
                for (index, spell) in file.read::<SpellsFile>()?.spell.into_iter().enumerate() {
                    let path = format!("spell[{index}]");
                    for (field, message) in fields::spell(&spell) {
                        file.add(&format!("{path}.{field}"), message, None);
                    }
                    file.spells.push((path.clone(), spell.clone()));
                    let name = spell.name.clone();
                    insert(&mut self.spells, file, &path, name, spell);
                }
            }
            _ => {
                for (index, kind) in file
                    .read::<CreaturesFile>()?
                    .creature
                    .into_iter()
                    .enumerate()
                {
                    let path = format!("creature[{index}]");
                    self.take_creature(file, &path, kind);
                }
            }
        }
        Ok(())
    }

    fn take_items<T>(
        &mut self,
        file: &mut File<'_>,
        key: &str,
        items: Vec<T>,
        wrap: impl Fn(T) -> ItemKind,
    ) {
        for (index, item) in items.into_iter().enumerate() {
            let path = format!("{key}[{index}]");
            let kind = wrap(item);
            for (field, message) in fields::item_kind(&kind) {
                file.add(&format!("{path}.{field}"), message, None);
            }
            file.items.push((path.clone(), kind.clone()));
            let name = kind.name().to_owned();
            insert(&mut self.items, file, &path, name, kind);
        }
    }

    fn take_creature(&mut self, file: &mut File<'_>, path: &str, kind: KindFile) {
        for key in kind.record().missing() {
            file.add(path, format!("the key `{key}` is missing here"), None);
        }
        for (field, message) in fields::figures(&kind.record().figures()) {
            file.add(&format!("{path}.{field}"), message, None);
        }
        for (index, weapon) in kind.natural.iter().flatten().enumerate() {
            for (field, message) in fields::weapon(weapon, true) {
                file.add(&format!("{path}.natural[{index}].{field}"), message, None);
            }
        }
        file.creatures.push((path.to_owned(), kind.clone()));
        let name = kind.name.clone();
        insert(&mut self.creatures, file, path, name, kind);
    }

    fn check_references(&self, mut file: File<'_>) -> Result<(), Problems> {
        for (path, kind) in std::mem::take(&mut file.items) {
            if let ItemKind::Gear(Gear {
                spell: Some(spell), ..
            }) = kind
            {
                let place = format!("{path}.spell.name");
                file.refer(&place, "spell", &spell.name, &self.spells);
            }
        }
        for (path, spell) in std::mem::take(&mut file.spells) {
            if let Effect::Summon { creatures } = spell.effect {
                for (index, name) in creatures.iter().enumerate() {
                    let place = format!("{path}.effect.summon.creatures[{index}]");
                    file.refer(&place, "kind of creature", name, &self.creatures);
                }
            }
        }
        for (path, kind) in std::mem::take(&mut file.creatures) {
            for (index, name) in kind.spells.iter().flatten().enumerate() {
                file.refer(
                    &format!("{path}.spells[{index}]"),
                    "spell",
                    name,
                    &self.spells,
                );
            }
            for (index, item) in kind.items.iter().flatten().enumerate() {
                file.refer(
                    &format!("{path}.items[{index}]"),
                    "item",
                    &item.kind,
                    &self.items,
                );
            }
        }
        file.problems.or(())
    }
}

fn insert<T>(
    into: &mut BTreeMap<String, T>,
    file: &mut File<'_>,
    path: &str,
    name: String,
    value: T,
) {
    let place = format!("{path}.name");
    if let Err(message) = fields::name(&name) {
        file.add(&place, message, None);
    }
    if into.contains_key(&name) {
        file.add(&place, format!("there is a `{name}` already"), None);
    }
    into.insert(name, value);
}

/// A content file while it is read.
struct File<'s> {
    source: &'s Source,
    tree: Tree,
    problems: Problems,
    items: Vec<(String, ItemKind)>,
    spells: Vec<(String, Spell)>,
    creatures: Vec<(String, KindFile)>,
}

impl<'s> File<'s> {
    fn parse(source: &'s Source) -> Result<Self, Problems> {
        Ok(Self {
            source,
            tree: Tree::parse(source)?,
            problems: Problems::none(source),
            items: Vec::new(),
            spells: Vec::new(),
            creatures: Vec::new(),
        })
    }

    fn kind(&self) -> Result<&'static str, Problems> {
        let name = self
            .source
            .name
            .rsplit(['/', '\\'])
            .next()
            .unwrap_or_default();
        let stem = name.strip_suffix(".toml").unwrap_or(name);
        let last = stem.rsplit('-').next().unwrap_or(stem);
        FILES.into_iter().find(|file| *file == last).ok_or_else(|| {
            Problems::at_path(
                self.source,
                "",
                "the name of this file does not say what is in it",
                Some(format!(
                    "content files are named {}, each with `.toml`",
                    FILES.join(", ")
                )),
            )
        })
    }

    fn read<T: DeserializeOwned>(&self) -> Result<T, Problems> {
        self.tree.read(self.source)
    }

    fn add(&mut self, path: &str, message: impl Into<String>, hint: Option<String>) {
        let problem = Problem::at_path(&self.tree, path, message, hint);
        self.problems.list.push(problem);
    }

    fn refer<T>(&mut self, path: &str, what: &str, name: &str, known: &BTreeMap<String, T>) {
        if !known.contains_key(name) {
            let hint = suggestion(name, known.keys().map(String::as_str));
            self.add(path, format!("there is no {what} called `{name}`"), hint);
        }
    }
}

/// A hint for an unknown name.
pub(in crate::threeaction) fn suggestion<'n>(
    name: &str,
    known: impl IntoIterator<Item = &'n str>,
) -> Option<String> {
    closest(name, known).map(|meant| format!("did you mean `{meant}`?"))
}
