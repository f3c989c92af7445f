//! What is impossible about single things: names, kinds of items, powers, bodies and figures of creatures.

use affray_kernel::content::Fields;
use affray_kernel::scenario::check_name;

use super::bounds::{ARMOR, FIGURES, GEAR, MELEE, MOUNT, POWER, RANGED, SHIELD, WEAPON};
use crate::content::Figures;
use crate::scenario::RESERVED;
use crate::sheet::{
    Armor, DamageType, Family, ItemKind, MOST_PARTS, Mount, Part, Power, PowerClass, Ranged,
    Ratings, Weapon, Working,
};

/// The last round that anything may be set for.
pub(super) const LAST_ROUND: i64 = 60_000;

/// The highest sum that dice of one thing may show.
const MOST_DAMAGE: u32 = 400;

/// Whether something may have that name; acts are written with names.
pub(crate) fn name(name: &str) -> Result<(), String> {
    check_name(name, RESERVED)
}

/// What is impossible about a kind of item.
pub(crate) fn item_kind(kind: &ItemKind) -> Fields {
    let mut fields = Fields::default();
    match kind {
        ItemKind::Weapon(weapon) => {
            self::weapon(&mut fields, weapon);
            fields.number(WEAPON, "hands", weapon.hands);
            if weapon.family != Family::Armed {
                fields.add("family", "a weapon that is held is no part of the body");
            }
        }
        ItemKind::Armor(armor) => self::armor(&mut fields, armor),
        ItemKind::Shield(shield) => {
            fields.number(SHIELD, "structural", shield.structural);
            fields.number(SHIELD, "move_yd", shield.move_yd);
        }
        ItemKind::Gear(gear) => {
            fields.number(GEAR, "hands", gear.hands);
            fields.dice("heals", gear.heals, MOST_DAMAGE);
        }
    }
    fields
}

fn armor(fields: &mut Fields, armor: &Armor) {
    for (field, kind) in [
        ("physical", DamageType::Physical),
        ("impact", DamageType::Impact),
        ("magic", DamageType::Magic),
        ("energy", DamageType::Energy),
        ("elemental", DamageType::Elemental),
    ] {
        fields.number(ARMOR, field, armor.ratings.against(kind));
    }
    fields.number(ARMOR, "move_yd", armor.move_yd);
    fields.number(ARMOR, "move_skills", armor.move_skills);
}

fn weapon(fields: &mut Fields, weapon: &Weapon) {
    fields.number(WEAPON, "structural", weapon.structural);
    if weapon.melee.is_none() && weapon.ranged.is_none() {
        let message = "a weapon is used hand to hand (`melee`), at range (`ranged`), or both";
        fields.add("name", message);
    }
    if let Some(melee) = weapon.melee {
        fields.number_of("melee.hit", MELEE, "hit", melee.hit);
        fields.dice("melee.damage", Some(melee.damage), MOST_DAMAGE);
        fields.number_of("melee.reach", MELEE, "reach", melee.reach);
        fields.number_of("melee.usage", MELEE, "usage", melee.usage);
    }
    if let Some(ranged) = &weapon.ranged {
        self::ranged(fields, ranged);
    }
}

fn ranged(fields: &mut Fields, ranged: &Ranged) {
    fields.number_of("ranged.hit", RANGED, "hit", ranged.hit);
    fields.dice("ranged.damage", Some(ranged.damage), MOST_DAMAGE);
    fields.number_of("ranged.range_yd", RANGED, "range_yd", ranged.range_yd);
    farthest(
        fields,
        "ranged.max_yd",
        Some(ranged.range_yd),
        ranged.max_yd,
    );
    fields.number_of("ranged.usage", RANGED, "usage", ranged.usage);
    fields.number_of("ranged.reload", RANGED, "reload", ranged.reload);
    if ranged.thrown && ranged.reload > 0 {
        fields.add("ranged.reload", "what leaves the hand is not reloaded");
    }
}

/// The farthest use is not nearer than the nominal range.
fn farthest(fields: &mut Fields, field: &'static str, range: Option<i16>, most: Option<i16>) {
    match (range, most) {
        (_, None) => {}
        (Some(range), Some(most)) => fields.range(field, most, range.into(), 10_000),
        (None, Some(_)) => fields.add(field, "it has no range"),
    }
}

/// What is impossible about a natural or unarmed attack.
pub(crate) fn natural_weapon(weapon: &Weapon) -> Fields {
    let mut fields = Fields::default();
    if let Err(message) = name(&weapon.name) {
        fields.add("name", message);
    }
    if let Some(melee) = weapon.melee {
        fields.number(MELEE, "hit", melee.hit);
        fields.dice("damage", Some(melee.damage), MOST_DAMAGE);
        fields.number(MELEE, "reach", melee.reach);
        fields.number(MELEE, "usage", melee.usage);
    } else {
        fields.add("damage", "a part of the body strikes hand to hand");
    }
    if weapon.hands != 0 || weapon.ranged.is_some() || weapon.family == Family::Armed {
        let message = "a part of the body is natural or unarmed, and neither held nor thrown";
        fields.add("family", message);
    }
    if weapon.family == Family::Unarmed && weapon.kind != DamageType::Physical {
        fields.add("type", "unarmed attacks do Physical damage");
    }
    fields
}

/// What is impossible about a power.
pub(crate) fn power(power: &Power) -> Fields {
    let mut fields = Fields::default();
    fields.number(POWER, "usage", power.usage);
    if let Some(range) = power.range_yd {
        fields.number(POWER, "range_yd", range);
    }
    farthest(&mut fields, "max_yd", power.range_yd, power.max_yd);
    match (power.class, power.range_yd) {
        (PowerClass::MeleeMagic, Some(_)) => {
            fields.add("range_yd", "melee magic works by touch");
        }
        (PowerClass::RangedMagic | PowerClass::Mental, None) => {
            fields.add("class", "what works from afar has a `range_yd`");
        }
        _ => {}
    }
    works(&mut fields, power);
    fields
}

fn works(fields: &mut Fields, power: &Power) {
    let lasts = matches!(power.works, Working::Wards(_) | Working::Blinds);
    if power.maintained != lasts {
        let message = "wards and blindness are maintained, damage and healing are not";
        fields.add("maintained", message);
    }
    let attacks = matches!(power.works, Working::Damage(..) | Working::Blinds);
    if power.is_attack() != attacks {
        let message = "attacks do damage or blind, utilities heal or ward";
        fields.add("class", message);
    }
    match power.works {
        Working::Damage(damage, _) => fields.dice("damage", Some(damage), MOST_DAMAGE),
        Working::Heals(heals) => fields.dice("heals", Some(heals), MOST_DAMAGE),
        Working::Wards(wards) => ratings(fields, "wards", wards, 0),
        Working::Blinds => {}
    }
}

fn ratings(fields: &mut Fields, field: &'static str, ratings: Ratings, least: i64) {
    for kind in DamageType::ALL {
        fields.range(field, ratings.against(kind), least, 200);
    }
}

/// What is impossible about the parts of a body.
pub(crate) fn parts(parts: &[Part]) -> Fields {
    let mut fields = Fields::default();
    if parts.len() > MOST_PARTS {
        let message = format!(
            "{} parts are more than the {MOST_PARTS} there may be",
            parts.len()
        );
        fields.add("parts", message);
    }
    for (index, part) in parts.iter().enumerate() {
        if let Err(message) = name(&part.name) {
            fields.add("parts", message);
        }
        if parts[..index].iter().any(|other| other.name == part.name) {
            let message = format!("there is a part called `{}` already", part.name);
            fields.add("parts", message);
        }
    }
    fields
}

/// What is impossible about a mount.
pub(crate) fn mount(mount: &Mount) -> Fields {
    let mut fields = Fields::default();
    if let Err(message) = name(&mount.name) {
        fields.add("mount.name", message);
    }
    fields.number_of("mount.move_yd", MOUNT, "move_yd", mount.move_yd);
    fields.number_of(
        "mount.fly_yd",
        MOUNT,
        "fly_yd",
        mount.fly_yd.unwrap_or_default(),
    );
    fields
}

/// What is impossible about a creature's figures.
pub(crate) fn figures(figures: &Figures) -> Fields {
    let mut fields = Fields::default();
    fields.number(FIGURES, "level", figures.level);
    fields.number(FIGURES, "agility", figures.agility);
    fields.number(FIGURES, "constitution", figures.constitution);
    fields.number(FIGURES, "basic_hits", figures.basic_hits);
    fields.number(FIGURES, "hits_max", figures.hits);
    fields.number(FIGURES, "actions", figures.actions);
    fields.number(FIGURES, "move_yd", figures.move_yd);
    fields.number(FIGURES, "fly_yd", figures.fly_yd.unwrap_or_default());
    fields.number(FIGURES, "reach_bonus", figures.reach_bonus);
    fields.number(FIGURES, "hands", figures.hands);
    ratings(&mut fields, "natural_armor", figures.natural_armor, 0);
    if let Some(totals) = figures.totals {
        ratings(&mut fields, "totals", totals, 0);
    }
    fields
}
