//! Content files: weapons, armour, gear, Spells and kinds of creatures.

mod record;

use affray_kernel::content::{ContentFile, Referred};
use affray_kernel::content_files;

pub use record::{FeatsFile, Figures, ItemFile, Record, SensesFile, unarmed};
pub(crate) use record::{
    NEEDED, creature_keys, usual_energy, usual_hp, usual_mental_defense, usual_physical_defense,
};

use super::scenario::RESERVED;
use super::setup::{bounds::DEMANDS, fields};
use super::sheet::{Armour, Effect, Gear, ItemKind, Shield, Spell, Weapon};

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
    "armour" ArmourFile {
        /// Armour.
        armour: Armour as ItemKind::Armour => item(check_item),
        /// Shields.
        shield: Shield as ItemKind::Shield => item(check_item),
    }
    "gear" GearFile {
        /// Everything that is neither weapon nor armour nor shield.
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
        spell: Some(spell), ..
    }) = kind
    {
        file.refer(format!("{path}.spell.name"), Referred::Spell, &spell.name);
    }
}

fn check_spell(file: &mut ContentFile<'_>, path: &str, spell: &Spell) {
    file.add_faults(path, fields::spell(spell));
    if let Effect::Summon { creatures } = &spell.effect {
        let path = format!("{path}.effect.summon.creatures");
        file.refer_each(&path, Referred::Creature, creatures);
    }
}

fn check_creature(file: &mut ContentFile<'_>, path: &str, kind: &KindFile) {
    let record = kind.record();
    for key in record.missing() {
        file.add(path, format!("the key `{key}` is missing here"), None);
    }
    file.add_faults(path, fields::figures(&record.figures()));
    let talents = fields::talents(record.feats.whole(), record.senses.whole());
    file.add_faults(path, talents);
    for (index, weapon) in kind.natural.iter().flatten().enumerate() {
        let faults = fields::weapon(weapon, true);
        file.add_faults(&format!("{path}.natural[{index}]"), faults);
    }
    if let Some(breath) = kind.breath {
        file.add_faults(path, fields::components("breath", breath.energy));
    }
    let spells = kind.spells.iter().flatten();
    file.refer_each(&format!("{path}.spells"), Referred::Spell, spells);
    let items = kind.items.iter().flatten().map(|item| &item.kind);
    file.refer_each(&format!("{path}.items"), Referred::Item, items);
}
