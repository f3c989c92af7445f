//! Weapons, shields, armour and gear (`weapons/list`, `armour/list`).

use affray_kernel::dice::Pool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::state::SkillId;
use super::{DamageType, Ratings, Size};

/// The classes of weapons (`stats/weapon-classes`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum WeaponClass {
    Small,
    Medium,
    Large,
    Huge,
}

impl WeaponClass {
    /// Its rank, 1 to 4 (`defence/aversion-chart`).
    #[must_use]
    pub const fn rank(self) -> i16 {
        self as i16 + 1
    }

    /// Its name as the log writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Small => "Small",
            Self::Medium => "Medium",
            Self::Large => "Large",
            Self::Huge => "Huge",
        }
    }
}

/// What things are made of (`hit-location/weapon-structural-save`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Material {
    Flesh,
    Wood,
    Bone,
    Stone,
    Bronze,
    Iron,
    Steel,
    Exotic,
}

impl Material {
    /// Its rank, 0 to 5: an attacking weapon of at least the rank of the struck one may break it.
    #[must_use]
    pub const fn rank(self) -> i16 {
        match self {
            Self::Flesh => 0,
            Self::Wood | Self::Bone | Self::Stone => 1,
            Self::Bronze => 2,
            Self::Iron => 3,
            Self::Steel => 4,
            Self::Exotic => 5,
        }
    }
}

/// Which table of hit locations an attack with a weapon reads (`armed/scope`, `unarmed/kinds`, `unarmed/natural-weapons`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// A held weapon.
    Armed,
    /// A punch, a kick.
    Unarmed,
    /// A bite, claws, a tentacle: reads the armed table.
    Natural,
}

/// Hand-to-hand use of a weapon (`attack/skill-and-weapon-decide-type`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Melee {
    /// Added to the target score (`armed/weapon-statistics`).
    pub hit: i16,
    /// Damage dice.
    pub damage: Pool,
    /// Yards added to the reach.
    pub reach: i16,
    /// Usage time in actions (`actions/usage-time`).
    pub usage: u8,
}

/// Use of a weapon at range (`ranged/scope`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ranged {
    /// The skill, where it is not the weapon's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill: Option<SkillId>,
    /// Added to the target score.
    pub hit: i16,
    /// Damage dice.
    pub damage: Pool,
    /// Nominal range in yards (`ranged/nominal-range`).
    pub range_yd: i16,
    /// Yards beyond which it cannot be used (`ranged/no-maximum`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_yd: Option<i16>,
    /// The class of what flies (`defence/aversion-chart`).
    pub class: WeaponClass,
    /// What the missile is made of.
    pub material: Material,
    /// Usage time in actions.
    pub usage: u8,
    /// Actions of reloading after a shot; 0: none is needed (`ranged/ammunition`).
    pub reload: u8,
    /// Whether it leaves the hand.
    pub thrown: bool,
    /// Whether it is of no use while engaged (`ranged/not-usable-in-melee`).
    pub no_melee: bool,
}

/// A weapon, natural and unarmed ones included (`weapons/list`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Its name.
    pub name: String,
    /// Which table of hit locations it reads.
    pub family: Family,
    /// Its class.
    pub class: WeaponClass,
    /// The kind of its damage.
    pub kind: DamageType,
    /// The attack skill.
    pub skill: SkillId,
    /// Hand-to-hand use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub melee: Option<Melee>,
    /// Use at range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranged: Option<Ranged>,
    /// Hands.
    pub hands: u8,
    /// Structural strength (`structural/save`).
    pub structural: i16,
    /// What it is made of.
    pub material: Material,
    /// Whether it allows surprise attacks (`ambush/surprise-capable`).
    #[serde(default)]
    pub surprise: bool,
    /// Whether its attacks may be carried over into later segments (`segments/carry-over-exception`).
    #[serde(default)]
    pub carry_over: bool,
    /// Whether averting it always strains the averting item (`defence/avert-structural-save`).
    #[serde(default)]
    pub siege: bool,
    /// The least size of those who can attack with it (`weapons/list`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_size: Option<Size>,
    /// Whether it is the mount's (`initiative-skills/trample`).
    #[serde(default)]
    pub mounted: bool,
    /// Parts of the body that a natural or unarmed attack uses; it is lost when all of them are disabled
    /// (`damage-effects/disable`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<u8>,
}

/// The sizes of shields (`defence/shields-no-modifier`, `defence/large-shield`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum ShieldSize {
    Small,
    Medium,
    Large,
}

impl ShieldSize {
    /// What it adds to Block (`defence/aversion-chart`).
    #[must_use]
    pub const fn block(self) -> i16 {
        match self {
            Self::Large => 2,
            Self::Small | Self::Medium => 0,
        }
    }

    /// The class that it counts as when its strength is tried (`defence/avert-structural-save`).
    #[must_use]
    pub const fn counts_as(self) -> WeaponClass {
        match self {
            Self::Small => WeaponClass::Medium,
            Self::Medium | Self::Large => WeaponClass::Large,
        }
    }
}

/// A shield (`armour/list`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shield {
    /// Its name.
    pub name: String,
    /// Its size.
    pub size: ShieldSize,
    /// Structural strength (`structural/save`).
    pub structural: i16,
    /// What it is made of.
    pub material: Material,
    /// What it adds to the move rate, in yards an action; negative or 0.
    pub move_yd: i16,
}

/// Armour (`armour/list`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armor {
    /// Its name.
    pub name: String,
    /// Its ratings.
    pub ratings: Ratings,
    /// What it adds to the move rate, in yards an action; negative or 0 (`impact/drawbacks`).
    pub move_yd: i16,
    /// What it adds to move-related skills; negative or 0.
    pub move_skills: i16,
    /// Whether it leaves no vitals open (`hit-location/vitals-definition`).
    pub full_coverage: bool,
}

/// Anything else that is carried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gear {
    /// Its name.
    pub name: String,
    /// Hands.
    pub hands: u8,
    /// Hits that drinking it heals, which uses it up (`health/healing`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heals: Option<Pool>,
}

/// A kind of item.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum ItemKind {
    Weapon(Weapon),
    Shield(Shield),
    Armor(Armor),
    Gear(Gear),
}

impl ItemKind {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Weapon(weapon) => &weapon.name,
            Self::Shield(shield) => &shield.name,
            Self::Armor(armor) => &armor.name,
            Self::Gear(gear) => &gear.name,
        }
    }

    /// Hands that it takes when it is held.
    #[must_use]
    pub const fn hands(&self) -> u8 {
        match self {
            Self::Weapon(weapon) => weapon.hands,
            Self::Shield(_) => 1,
            Self::Gear(gear) => gear.hands,
            Self::Armor(_) => 0,
        }
    }

    /// The weapon that it is.
    #[must_use]
    pub const fn weapon(&self) -> Option<&Weapon> {
        match self {
            Self::Weapon(weapon) => Some(weapon),
            _ => None,
        }
    }

    /// The shield that it is.
    #[must_use]
    pub const fn shield(&self) -> Option<&Shield> {
        match self {
            Self::Shield(shield) => Some(shield),
            _ => None,
        }
    }

    /// The armour that it is.
    #[must_use]
    pub const fn armor(&self) -> Option<&Armor> {
        match self {
            Self::Armor(armor) => Some(armor),
            _ => None,
        }
    }

    /// Structural strength and material of what can be struck as Weapon (`hit-location/weapon-target-valid`).
    #[must_use]
    pub const fn strength(&self) -> Option<(i16, Material)> {
        match self {
            Self::Weapon(weapon) => Some((weapon.structural, weapon.material)),
            Self::Shield(shield) => Some((shield.structural, shield.material)),
            Self::Armor(_) | Self::Gear(_) => None,
        }
    }
}
