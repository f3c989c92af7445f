//! Content files: weapons, armour and shields, gear, powers and kinds of creatures.

mod anatomy;
mod powers;
mod record;
mod things;

use affray_kernel::content::{ContentFile, Referred};
use affray_kernel::content_files;

pub use anatomy::{NaturalRecord, PartRecord, RoleWord, humanoid};
pub use powers::PowerRecord;
pub use record::{
    ChecksFile, DefendsFile, Figures, ItemFile, NaturalRatingsFile, RatingsFile, Record, SkillWord,
    TraitsFile,
};
pub(crate) use record::{HIGHEST_SCORE, creature_keys};
pub use things::{
    ArmorRecord, GearRecord, ItemRecord, MeleeRecord, RangedRecord, ShieldRecord, WeaponRecord,
    skill_number,
};

use super::scenario::RESERVED;
use super::setup::{bounds::DEMANDS, fields};

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
    Library of ItemRecord, PowerRecord as "power", KindFile, reserved RESERVED, demands DEMANDS, words words;
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
    "powers" PowersFile {
        /// Spells, psionic and priestly skills.
        power: PowerRecord => spell(check_power),
    }
    "creatures" CreaturesFile {
        /// Kinds of creatures.
        creature: KindFile => creature(check_creature),
    }
}

fn check_item(file: &mut ContentFile<'_>, path: &str, record: &ItemRecord) {
    for (field, skill) in record.skills() {
        check_skill(file, &format!("{path}.{field}"), skill);
    }
    let kind = record.kind(&mut Vec::new());
    file.add_faults(path, fields::item_kind(&kind));
}

fn check_power(file: &mut ContentFile<'_>, path: &str, record: &PowerRecord) {
    if let Some(skill) = &record.skill {
        check_skill(file, &format!("{path}.skill"), skill);
    }
    match record.power(&mut Vec::new()) {
        Ok(power) => file.add_faults(path, fields::power(&power)),
        Err(message) => file.add(path, message, None),
    }
}

fn check_skill(file: &mut ContentFile<'_>, path: &str, skill: &str) {
    if let Err(message) = fields::name(skill) {
        file.add(path, message, None);
    }
}

fn check_creature(file: &mut ContentFile<'_>, path: &str, kind: &KindFile) {
    let record = kind.record();
    file.add_faults(path, fields::figures(&record.figures()));
    file.add_faults(path, record.score_faults());
    let parts = record.parts();
    file.add_faults(path, fields::parts(&parts));
    if let Some(mount) = &record.mount {
        file.add_faults(path, fields::mount(mount));
    }
    for (index, natural) in kind.natural.iter().flatten().enumerate() {
        let path = format!("{path}.natural[{index}]");
        let weapon = natural.weapon(record.size.unwrap_or_default(), &parts, &mut Vec::new());
        file.add_faults(&path, fields::natural_weapon(&weapon));
        for (index, message) in natural.use_faults(&parts) {
            file.add(&format!("{path}.uses[{index}]"), message, None);
        }
    }
    let powers = kind.powers.iter().flatten();
    file.refer_each(&format!("{path}.powers"), Referred::Spell, powers);
    for (index, item) in kind.items.iter().flatten().enumerate() {
        if let Some(Err(message)) = item.name.as_deref().map(fields::name) {
            file.add(&format!("{path}.items[{index}].name"), message, None);
        }
    }
    let items = kind.items.iter().flatten().map(|item| &item.kind);
    file.refer_each(&format!("{path}.items"), Referred::Item, items);
    check_attacks(file, path, &record);
}

/// Scores are for skills that something is used with: natural weapons, which those of a kind may have without it, or what the content has.
fn check_attacks(file: &mut ContentFile<'_>, path: &str, record: &Record) {
    let natural = record.natural.iter().flatten();
    let own: Vec<String> = natural
        .map(|natural| natural.skill_name().to_lowercase())
        .collect();
    for skill in record.attacks.iter().flatten().map(|(skill, _)| skill) {
        if !own.contains(&skill.to_lowercase()) {
            let path = format!("{path}.attacks.{skill:?}");
            file.refer(path, Referred::Slip(ATTACK_SKILL), skill);
        }
    }
}

/// What skills are called that scores are for.
pub(crate) const ATTACK_SKILL: &str = "attack skill";

/// Words that records refer to: attack skills that weapons and powers of the content are used with, and those of punches and kicks.
#[must_use]
pub(crate) fn words(library: &Library, what: &'static str) -> Vec<String> {
    if what != ATTACK_SKILL {
        return Vec::new();
    }
    let mut skills = vec!["unarmed".to_owned()];
    for item in library.items() {
        skills.extend(item.skills().map(|(_, skill)| skill.to_lowercase()));
    }
    let powers = library.spells();
    skills.extend(powers.map(|power| power.skill_name().to_lowercase()));
    skills.sort();
    skills.dedup();
    skills
}
