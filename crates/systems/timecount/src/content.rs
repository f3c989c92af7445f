//! Content files: weapons, armor, gear, spells and kinds of creatures.

mod record;

use affray_kernel::content::{ContentFile, Referred};
use affray_kernel::content_files;

pub use record::{
    Figures, ItemFile, Record, ReductionFile, Skills, SkillsFile, TraitsFile, unarmed,
};
pub(crate) use record::{creature_keys, usual_hp};

use super::scenario::RESERVED;
use super::setup::{bounds::DEMANDS, fields};
use super::sheet::{Armor, Gear, ItemKind, Shield, Spell, Weapon};

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

content_files! {
    Library of ItemKind, Spell as "spell", KindFile, reserved RESERVED, demands DEMANDS;
    "weapons" WeaponsFile {
        /// Weapons.
        weapon: Weapon as ItemKind::Weapon => item(check_item),
    }
    "armor" ArmorFile {
        /// Armor.
        armor: Armor as ItemKind::Armor => item(check_item),
        /// Shields.
        shield: Shield as ItemKind::Shield => item(check_item),
    }
    "gear" GearFile {
        /// Everything that is neither weapon nor armor nor shield.
        gear: Gear as ItemKind::Gear => item(check_item),
    }
    "spells" SpellsFile {
        /// Spells.
        spell: Spell => spell(check_spell),
    }
    "creatures" CreaturesFile {
        /// Kinds of creatures.
        creature: KindFile => creature(check_creature),
    }
}

fn check_item(file: &mut ContentFile<'_>, path: &str, kind: &ItemKind) {
    file.add_faults(path, fields::item_kind(kind));
    if let ItemKind::Gear(Gear {
        scroll: Some(spell),
        ..
    }) = kind
    {
        file.refer(format!("{path}.scroll"), Referred::Spell, spell);
    }
}

fn check_spell(file: &mut ContentFile<'_>, path: &str, spell: &Spell) {
    file.add_faults(path, fields::spell(spell));
}

fn check_creature(file: &mut ContentFile<'_>, path: &str, kind: &KindFile) {
    file.add_faults(path, fields::figures(&kind.record().figures()));
    if let Some(regeneration) = &kind.regeneration {
        file.add_faults(path, fields::regeneration(regeneration));
    }
    for (index, weapon) in kind.natural.iter().flatten().enumerate() {
        let faults = fields::weapon(weapon);
        file.add_faults(&format!("{path}.natural[{index}]"), faults);
    }
    let spells = kind.spells.iter().flatten();
    file.refer_each(&format!("{path}.spells"), Referred::Spell, spells);
    let items = kind.items.iter().flatten().map(|item| &item.kind);
    file.refer_each(&format!("{path}.items"), Referred::Item, items);
}
