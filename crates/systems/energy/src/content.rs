//! Content files: weapons, armour and shields, gear, powers and kinds of creatures.

mod record;

use affray_kernel::content::{ContentFile, Fields, Referred};
use affray_kernel::content_files;

pub use record::{
    Abilities, AbilitiesFile, Choices, ChoicesFile, Figures, ItemFile, Record, Skills, SkillsFile,
    TraitsFile, unarmed,
};
pub(crate) use record::{
    USUAL_SCORE, creature_keys, usual_aura_strength, usual_recovery_value, usual_stamina,
    usual_surges,
};

use super::scenario::RESERVED;
use super::setup::{bounds::DEMANDS, fields};
use super::sheet::{Armor, Gear, ItemKind, NegativeRounding, Power, Shield, Weapon};

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
    Library of ItemKind, Power as "power", KindFile, reserved RESERVED, demands DEMANDS;
    "weapons" WeaponsFile {
        /// Weapons.
        weapon: Weapon as ItemKind::Weapon => item(check_item),
    }
    "armor" ArmorFile {
        /// Armour.
        armor: Armor as ItemKind::Armor => item(check_item),
        /// Shields.
        shield: Shield as ItemKind::Shield => item(check_item),
    }
    "gear" GearFile {
        /// Everything that is neither weapon nor armour nor shield.
        gear: Gear as ItemKind::Gear => item(check_item),
    }
    "powers" PowersFile {
        /// Spells and abilities.
        power: Power => spell(check_power),
    }
    "creatures" CreaturesFile {
        /// Kinds of creatures.
        creature: KindFile => creature(check_creature),
    }
}

fn check_power(file: &mut ContentFile<'_>, path: &str, power: &Power) {
    file.add_faults(path, fields::power(power));
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
    let mut modifiers = Fields::default();
    fields::named(&mut modifiers, kind.named.as_deref().unwrap_or_default());
    file.add_faults(path, modifiers);
    for (index, item) in kind.items.iter().flatten().enumerate() {
        let faults = fields::pick_up(item.pick_up);
        file.add_faults(&format!("{path}.items[{index}]"), faults);
        file.refer(format!("{path}.items[{index}]"), Referred::Item, &item.kind);
    }
}
