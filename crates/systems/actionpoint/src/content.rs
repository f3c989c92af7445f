//! Content files: weapons, armour and shields, gear, spells, fighting styles and kinds of creatures.

mod magic;
mod record;
mod things;

use affray_kernel::content::{ContentFile, Fields, Referred};
use affray_kernel::content_files;

pub use magic::SpellRecord;
pub use record::{
    Figures, ItemFile, PerkFile, ProtectionFile, Record, SkilledFile, StyleFile, TraitsFile,
};
pub(crate) use record::{creature_keys, usual_health};
pub use things::{
    AlsoRecord, ArmorRecord, GearRecord, HandsFile, ItemRecord, ShieldRecord, StyleRecord,
    WeaponRecord,
};

use super::scenario::RESERVED;
use super::setup::{bounds::DEMANDS, fields};
use super::state::GearId;

creature_keys! {
    table
    /// A kind of creature.
    KindFile {
        /// What such a creature is called.
        name: String,
        /// A few words about it.
        #[serde(default)]
        about: Option<String>,
        /// Presence, the attribute, if not 8; the same as `presence_attribute`.
        #[serde(default)]
        presence: Option<i16>,
    } of Record;
}

impl KindFile {
    /// What is written about such creatures.
    #[must_use]
    pub fn whole_record(&self) -> Record {
        Record {
            presence_attribute: self.presence_attribute.or(self.presence),
            ..self.record()
        }
    }
}

/// Presence, the attribute, is written with one of its two keys, not with both.
pub(crate) fn said_once(as_presence: bool, as_attribute: Option<i16>) -> Fields {
    let mut fields = Fields::default();
    if as_presence && as_attribute.is_some() {
        let message = "this is `presence` once more: write one of both";
        fields.add("presence_attribute", message);
    }
    fields
}

content_files! {
    Library of ItemRecord, SpellRecord as "spell", KindFile, reserved RESERVED, demands DEMANDS, words words;
    "weapons" WeaponsFile {
        /// Weapons.
        weapon: WeaponRecord as ItemRecord::Weapon => item(check_item),
    }
    "armor" ArmorFile {
        /// Armour.
        armor: ArmorRecord as ItemRecord::Armor => item(check_item),
        /// Shields.
        shield: ShieldRecord as ItemRecord::Shield => item(check_item),
    }
    "gear" GearFile {
        /// Everything that is neither weapon nor armour nor shield.
        gear: GearRecord as ItemRecord::Gear => item(check_item),
    }
    "spells" SpellsFile {
        /// Spells, and abilities that perks grant.
        spell: SpellRecord => spell(check_spell),
    }
    "styles" StylesFile {
        /// Fighting styles. They share their names with nothing that can be carried.
        style: StyleRecord as ItemRecord::Style => item(check_item),
    }
    "creatures" CreaturesFile {
        /// Kinds of creatures.
        creature: KindFile => creature(check_creature),
    }
}

fn check_item(file: &mut ContentFile<'_>, path: &str, record: &ItemRecord) {
    file.add_faults(path, record.faults());
    if let ItemRecord::Gear(GearRecord {
        spell: Some(spell), ..
    }) = record
    {
        file.refer(format!("{path}.spell"), Referred::Spell, spell);
    }
    if let ItemRecord::Style(style) = record {
        file.refer_each(&format!("{path}.gear"), Referred::Word(GEAR), &style.gear);
    }
}

fn check_spell(file: &mut ContentFile<'_>, path: &str, record: &SpellRecord) {
    file.add_faults(path, record.faults());
}

fn check_creature(file: &mut ContentFile<'_>, path: &str, kind: &KindFile) {
    let record = kind.whole_record();
    file.add_faults(
        path,
        said_once(kind.presence.is_some(), kind.presence_attribute),
    );
    // Whoever is of a kind that does not say so may be a player character or not.
    file.add_faults(path, record.initiative_faults(record.player != Some(false)));
    file.add_faults(path, fields::experience(record.xp.unwrap_or_default()));
    file.add_faults(path, record.single_faults());
    file.add_faults(path, record.faults());
    for (index, natural) in kind.natural.iter().flatten().enumerate() {
        let path = format!("{path}.natural[{index}]");
        file.add_faults(&path, natural.faults());
        file.add_faults(&path, fields::natural_weapon(&natural.weapon()));
    }
    let spells = kind.spells.iter().flatten();
    file.refer_each(&format!("{path}.spells"), Referred::Spell, spells);
    for (index, perk) in kind.perks.iter().flatten().enumerate() {
        if let Some(ability) = &perk.ability {
            let path = format!("{path}.perks[{index}].ability");
            file.refer(path, Referred::Word(ABILITY), ability);
        }
    }
    for (index, item) in kind.items.iter().flatten().enumerate() {
        if let Some(Err(message)) = item.name.as_deref().map(fields::name) {
            file.add(&format!("{path}.items[{index}].name"), message, None);
        }
    }
    let items = kind.items.iter().flatten().map(|item| &item.kind);
    file.refer_each(&format!("{path}.items"), Referred::Word(ITEM), items);
    for (index, style) in kind.styles.iter().flatten().enumerate() {
        let path = format!("{path}.styles[{index}]");
        match &style.gear {
            Some(gear) => file.refer_each(&format!("{path}.gear"), Referred::Word(GEAR), gear),
            None => file.refer(format!("{path}.name"), Referred::Word(STYLE), &style.name),
        }
    }
}

/// What fighting styles are called.
pub(crate) const STYLE: &str = "fighting style";
/// What types of gear are called that one can be trained in (`fighting-style/entries-are-types`).
pub(crate) const GEAR: &str = "type of gear";
/// What is granted by a perk, as no spell is.
const ABILITY: &str = "ability";
/// What can be carried, as no style can.
const ITEM: &str = "item";

/// Words that records refer to besides the names of all spells.
#[must_use]
pub(crate) fn words(library: &Library, what: &'static str) -> Vec<String> {
    let items = library.items();
    match what {
        STYLE => {
            let styles = items.filter_map(ItemRecord::style);
            styles.map(|style| style.name.clone()).collect()
        }
        GEAR => types_of_gear(library),
        ABILITY => {
            let abilities = library.spells().filter(|spell| spell.ability);
            abilities.map(|ability| ability.name.clone()).collect()
        }
        ITEM => {
            let items = items.filter(|item| item.style().is_none());
            items.map(|item| item.name().to_owned()).collect()
        }
        _ => Vec::new(),
    }
}

/// The general types of gear, and those of weapons.
fn types_of_gear(library: &Library) -> Vec<String> {
    let mut gear = GearId::GENERAL.map(str::to_owned).to_vec();
    for item in library.items() {
        if let ItemRecord::Weapon(weapon) = item {
            let word = weapon.gear.as_ref().unwrap_or(&weapon.name);
            if !gear.contains(word) {
                gear.push(word.clone());
            }
        }
    }
    gear
}
