//! Weapons, armour, shields and gear as files have them: skills by their names, and what is left out as usual.

use affray_kernel::dice::Pool;
use affray_kernel::scenario::number_in;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::sheet::{
    Armor, DamageType, Family, Gear, ItemKind, Material, Melee, Ranged, Ratings, Shield,
    ShieldSize, Size, Weapon, WeaponClass,
};
use crate::state::SkillId;

/// The number of an attack skill, which the list gets to know. Capitals do not matter.
pub fn skill_number(skills: &mut Vec<String>, name: &str) -> SkillId {
    // Too many skills are refused when the setup is checked as a whole.
    let place = number_in(skills, &name.to_lowercase());
    SkillId(u8::try_from(place).unwrap_or(u8::MAX))
}

pub(super) const fn one() -> u8 {
    1
}

const fn usual_strength() -> i16 {
    13
}

const fn impact() -> DamageType {
    DamageType::Impact
}

const fn steel() -> Material {
    Material::Steel
}

const fn wood() -> Material {
    Material::Wood
}

/// Hand-to-hand use of a weapon.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeleeRecord {
    /// Added to the target score.
    #[serde(default)]
    pub hit: i16,
    /// Damage dice.
    pub damage: Pool,
    /// Yards added to the reach.
    #[serde(default)]
    pub reach: i16,
    /// Usage time in actions; 1 unless it says so.
    #[serde(default = "one")]
    pub usage: u8,
}

/// Use of a weapon at range.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RangedRecord {
    /// The skill, if not the weapon's own.
    #[serde(default)]
    pub skill: Option<String>,
    /// Added to the target score.
    #[serde(default)]
    pub hit: i16,
    /// Damage dice.
    pub damage: Pool,
    /// Nominal range in yards.
    pub range_yd: i16,
    /// Yards beyond which it cannot be used.
    #[serde(default)]
    pub max_yd: Option<i16>,
    /// The class of what flies; small unless it says so.
    #[serde(default)]
    pub class: Option<WeaponClass>,
    /// What the missile is made of; iron, or what the weapon is made of where it is thrown, unless it says so.
    #[serde(default)]
    pub material: Option<Material>,
    /// Usage time in actions; 1 unless it says so.
    #[serde(default = "one")]
    pub usage: u8,
    /// Actions of reloading after a shot; none unless it says so.
    #[serde(default)]
    pub reload: u8,
    /// Whether it leaves the hand.
    #[serde(default)]
    pub thrown: bool,
    /// Whether it is of no use while engaged.
    #[serde(default)]
    pub no_melee: bool,
}

/// A weapon. It is used hand to hand, at range, or both.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeaponRecord {
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: WeaponClass,
    /// The attack skill, of which users have a target score.
    pub skill: String,
    /// The kind of its damage; impact unless it says so.
    #[serde(rename = "type", default = "impact")]
    pub kind: DamageType,
    /// Hands; 1 unless it says so.
    #[serde(default = "one")]
    pub hands: u8,
    /// Structural strength; 13 unless it says so.
    #[serde(default = "usual_strength")]
    pub structural: i16,
    /// What it is made of; steel unless it says so.
    #[serde(default = "steel")]
    pub material: Material,
    /// Whether it allows surprise attacks.
    #[serde(default)]
    pub surprise: bool,
    /// Whether its attacks may be carried over into later segments.
    #[serde(default)]
    pub carry_over: bool,
    /// Whether averting it always strains the averting item.
    #[serde(default)]
    pub siege: bool,
    /// The least size of those who can attack with it; any unless it says so.
    #[serde(default)]
    pub least_size: Option<Size>,
    /// Hand-to-hand use.
    #[serde(default)]
    pub melee: Option<MeleeRecord>,
    /// Use at range.
    #[serde(default)]
    pub ranged: Option<RangedRecord>,
}

impl WeaponRecord {
    fn weapon(&self, skills: &mut Vec<String>) -> Weapon {
        let skill = skill_number(skills, &self.skill);
        let melee = self.melee.map(|melee| Melee {
            hit: melee.hit,
            damage: melee.damage,
            reach: melee.reach,
            usage: melee.usage,
        });
        let ranged = self
            .ranged
            .as_ref()
            .map(|ranged| ranged.ranged(self.material, skills));
        Weapon {
            name: self.name.clone(),
            family: Family::Armed,
            class: self.class,
            kind: self.kind,
            skill,
            melee,
            ranged,
            hands: self.hands,
            structural: self.structural,
            material: self.material,
            surprise: self.surprise,
            carry_over: self.carry_over,
            siege: self.siege,
            least_size: self.least_size,
            mounted: false,
            uses: Vec::new(),
        }
    }
}

impl RangedRecord {
    fn ranged(&self, own: Material, skills: &mut Vec<String>) -> Ranged {
        let usual = if self.thrown { own } else { Material::Iron };
        let skill = self.skill.as_deref();
        Ranged {
            skill: skill.map(|skill| skill_number(skills, skill)),
            hit: self.hit,
            damage: self.damage,
            range_yd: self.range_yd,
            max_yd: self.max_yd,
            class: self.class.unwrap_or(WeaponClass::Small),
            material: self.material.unwrap_or(usual),
            usage: self.usage,
            reload: self.reload,
            thrown: self.thrown,
            no_melee: self.no_melee,
        }
    }
}

/// Armour.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmorRecord {
    /// Its name.
    pub name: String,
    /// Rating against Physical damage.
    #[serde(default)]
    pub physical: i16,
    /// Rating against Impact damage.
    #[serde(default)]
    pub impact: i16,
    /// Rating against Magic damage.
    #[serde(default)]
    pub magic: i16,
    /// Rating against Energy damage.
    #[serde(default)]
    pub energy: i16,
    /// Rating against Elemental damage.
    #[serde(default)]
    pub elemental: i16,
    /// Added to the move rate, in yards an action; 0 or less.
    #[serde(default)]
    pub move_yd: i16,
    /// Added to move-related skills; 0 or less.
    #[serde(default)]
    pub move_skills: i16,
    /// Whether it leaves no vitals open.
    #[serde(default)]
    pub full_coverage: bool,
}

impl ArmorRecord {
    fn armor(&self) -> Armor {
        Armor {
            name: self.name.clone(),
            ratings: Ratings {
                physical: self.physical,
                impact: self.impact,
                magic: self.magic,
                energy: self.energy,
                elemental: self.elemental,
            },
            move_yd: self.move_yd,
            move_skills: self.move_skills,
            full_coverage: self.full_coverage,
        }
    }
}

/// A shield.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShieldRecord {
    /// Its name.
    pub name: String,
    /// Its size.
    pub size: ShieldSize,
    /// Structural strength; 13 unless it says so.
    #[serde(default = "usual_strength")]
    pub structural: i16,
    /// What it is made of; wood unless it says so.
    #[serde(default = "wood")]
    pub material: Material,
    /// Added to the move rate, in yards an action; 0 or less.
    #[serde(default)]
    pub move_yd: i16,
}

/// Anything else that is carried.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GearRecord {
    /// Its name.
    pub name: String,
    /// Hands; 1 unless it says so.
    #[serde(default = "one")]
    pub hands: u8,
    /// Hits that drinking it heals, which uses it up.
    #[serde(default)]
    pub heals: Option<Pool>,
}

/// A kind of item.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say it all")]
pub enum ItemRecord {
    Weapon(WeaponRecord),
    Armor(ArmorRecord),
    Shield(ShieldRecord),
    Gear(GearRecord),
}

impl ItemRecord {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Weapon(weapon) => &weapon.name,
            Self::Armor(armor) => &armor.name,
            Self::Shield(shield) => &shield.name,
            Self::Gear(gear) => &gear.name,
        }
    }

    /// The attack skills that it is used with, each with the key under which it stands.
    pub fn skills(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let weapon = match self {
            Self::Weapon(weapon) => Some(weapon),
            _ => None,
        };
        let own = weapon.map(|weapon| ("skill", &*weapon.skill));
        let ranged = weapon.and_then(|weapon| weapon.ranged.as_ref()?.skill.as_deref());
        own.into_iter()
            .chain(ranged.map(|skill| ("ranged.skill", skill)))
    }

    /// The kind of item; the skills that it is used with get numbers.
    pub fn kind(&self, skills: &mut Vec<String>) -> ItemKind {
        match self {
            Self::Weapon(weapon) => ItemKind::Weapon(weapon.weapon(skills)),
            Self::Armor(armor) => ItemKind::Armor(armor.armor()),
            Self::Shield(shield) => ItemKind::Shield(Shield {
                name: shield.name.clone(),
                size: shield.size,
                structural: shield.structural,
                material: shield.material,
                move_yd: shield.move_yd,
            }),
            Self::Gear(gear) => ItemKind::Gear(Gear {
                name: gear.name.clone(),
                hands: gear.hands,
                heals: gear.heals,
            }),
        }
    }
}
