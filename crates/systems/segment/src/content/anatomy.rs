//! Bodies as files have them: their parts, and what they strike with.

use affray_kernel::dice::Pool;
use affray_kernel::pool;
use schemars::JsonSchema;
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};

use super::things::{one, skill_number};
use crate::sheet::{
    Category, DamageType, Family, Material, Melee, Part, Role, Size, Weapon, WeaponClass,
};

/// What a part of a body does: "arm 0", "leg 0", "wing" or "other".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[schemars(transparent)]
pub struct RoleWord(#[schemars(with = "String")] pub Role);

impl<'de> Deserialize<'de> for RoleWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let numbered = text.split_once(' ');
        let number = numbered.and_then(|(_, number)| number.parse::<u8>().ok());
        let role = match (numbered.map_or(&*text, |(word, _)| word), number) {
            ("arm", Some(hand)) if hand < 8 => Role::Arm(hand),
            ("leg", Some(leg)) if leg < 32 => Role::Leg(leg),
            ("wing", None) if numbered.is_none() => Role::Wing,
            // What stands in while further mistakes are looked for is empty.
            ("other" | "", None) if numbered.is_none() => Role::Other,
            _ => {
                let message = format!(
                    "a part is an `arm 0` to `arm 7`, a `leg 0` to `leg 31`, a `wing` or `other`, not `{text}`"
                );
                return Err(D::Error::custom(message));
            }
        };
        Ok(Self(role))
    }
}

/// A part of a body.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartRecord {
    /// Its name: "left arm", "tentacle 2".
    pub name: String,
    /// What it counts as.
    pub category: Category,
    /// What it does: "arm 0" for the arm of the first hand, "leg 0", "wing"; "other" unless it says so.
    #[serde(default)]
    pub role: RoleWord,
}

impl PartRecord {
    /// The part.
    #[must_use]
    pub fn part(&self) -> Part {
        Part {
            name: self.name.clone(),
            category: self.category,
            role: self.role.0,
        }
    }
}

/// The parts of a person; the right hand is the first (`hit-location/humanoid-basis`).
#[must_use]
pub fn humanoid() -> Vec<Part> {
    use Category::{Appendage, Head, Joint, Limb};
    use Role::{Arm, Leg, Other};
    [
        ("head", Head, Other),
        ("right arm", Limb, Arm(0)),
        ("left arm", Limb, Arm(1)),
        ("right leg", Limb, Leg(0)),
        ("left leg", Limb, Leg(1)),
        ("right hand", Appendage, Arm(0)),
        ("left hand", Appendage, Arm(1)),
        ("right foot", Appendage, Leg(0)),
        ("left foot", Appendage, Leg(1)),
        ("right shoulder", Joint, Arm(0)),
        ("left shoulder", Joint, Arm(1)),
        ("right elbow", Joint, Arm(0)),
        ("left elbow", Joint, Arm(1)),
        ("right knee", Joint, Leg(0)),
        ("left knee", Joint, Leg(1)),
    ]
    .map(|(name, category, role)| Part {
        name: name.to_owned(),
        category,
        role,
    })
    .into()
}

const fn natural() -> Family {
    Family::Natural
}

const fn flesh() -> Material {
    Material::Flesh
}

/// A natural or unarmed attack.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NaturalRecord {
    /// Its name.
    pub name: String,
    /// Natural, which reads the armed table of hit locations, or unarmed; natural unless it says so.
    #[serde(default = "natural")]
    pub family: Family,
    /// Its class; that of natural weapons of the creature's size unless it says so.
    #[serde(default)]
    pub class: Option<WeaponClass>,
    /// The attack skill; its own name, or `unarmed`, unless it says so.
    #[serde(default)]
    pub skill: Option<String>,
    /// The kind of its damage; impact, or physical where it is unarmed, unless it says so.
    #[serde(rename = "type", default)]
    pub kind: Option<DamageType>,
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
    /// What it is made of; flesh unless it says so.
    #[serde(default = "flesh")]
    pub material: Material,
    /// Whether it allows surprise attacks.
    #[serde(default)]
    pub surprise: bool,
    /// Parts of the body that it uses, by their names or how these begin: it is lost when all of them are disabled.
    #[serde(default)]
    pub uses: Vec<String>,
    /// Whether it is the mount's.
    #[serde(default)]
    pub mount: bool,
}

/// The class of natural weapons of creatures of that size (`stats/weapon-classes`).
const fn class_of(size: Size) -> WeaponClass {
    match size {
        Size::Tiny | Size::Small | Size::Medium => WeaponClass::Small,
        Size::Large => WeaponClass::Large,
        Size::Huge | Size::Giant => WeaponClass::Huge,
    }
}

/// Whether a part is meant by a name, or by whole words with which its name begins.
fn is_meant(part: &Part, word: &str) -> bool {
    let rest = part.name.strip_prefix(word);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// What natural weapons break at: nothing ever makes them.
const UNBREAKABLE: i16 = 20;

impl NaturalRecord {
    /// The name of the attack skill.
    #[must_use]
    pub fn skill_name(&self) -> &str {
        let usual = match self.family {
            Family::Unarmed => UNARMED,
            Family::Armed | Family::Natural => &self.name,
        };
        self.skill.as_deref().unwrap_or(usual)
    }

    /// The weapon of a creature of that size with these parts; the skill that it uses gets a number.
    pub fn weapon(&self, size: Size, parts: &[Part], skills: &mut Vec<String>) -> Weapon {
        let usual = match self.family {
            Family::Unarmed => DamageType::Physical,
            Family::Armed | Family::Natural => DamageType::Impact,
        };
        let used = |part: &Part| self.uses.iter().any(|word| is_meant(part, word));
        Weapon {
            name: self.name.clone(),
            family: self.family,
            class: self.class.unwrap_or(class_of(size)),
            kind: self.kind.unwrap_or(usual),
            skill: skill_number(skills, self.skill_name()),
            melee: Some(Melee {
                hit: self.hit,
                damage: self.damage,
                reach: self.reach,
                usage: self.usage,
            }),
            ranged: None,
            hands: 0,
            structural: UNBREAKABLE,
            material: self.material,
            surprise: self.surprise,
            carry_over: false,
            siege: false,
            least_size: None,
            mounted: self.mount,
            uses: places(parts, used),
        }
    }

    /// The names under `uses` that are no part of that body, by their places, and what is wrong with each.
    pub fn use_faults(&self, parts: &[Part]) -> impl Iterator<Item = (usize, String)> {
        let words = self.uses.iter().enumerate();
        words
            .filter(|(_, word)| !parts.iter().any(|part| is_meant(part, word)))
            .map(|(index, word)| (index, format!("there is no part called `{word}`")))
    }
}

/// The places of the parts of which something is true.
fn places(parts: &[Part], is: impl Fn(&Part) -> bool) -> Vec<u8> {
    let all = (0..).zip(parts);
    let found = all.filter(|(_, part)| is(part));
    found.map(|(place, _)| place).collect()
}

/// The skill of punches and kicks.
const UNARMED: &str = "unarmed";

/// The punch and the kick of whoever strikes with nothing else by nature (`unarmed/kinds`).
pub(super) fn bare_body(parts: &[Part], skills: &mut Vec<String>) -> Vec<Weapon> {
    let is_arm = |part: &Part| matches!(part.role, Role::Arm(_));
    let is_leg = |part: &Part| matches!(part.role, Role::Leg(_));
    let limbs = |is: &dyn Fn(&Part) -> bool| {
        places(parts, |part| part.category == Category::Limb && is(part))
    };
    let skill = skill_number(skills, UNARMED);
    let blow = |name: &str, hit, damage, uses| Weapon {
        name: name.to_owned(),
        family: Family::Unarmed,
        class: WeaponClass::Small,
        kind: DamageType::Physical,
        skill,
        melee: Some(Melee {
            hit,
            damage,
            reach: 0,
            usage: 1,
        }),
        ranged: None,
        hands: 0,
        structural: UNBREAKABLE,
        material: Material::Flesh,
        surprise: true,
        carry_over: false,
        siege: false,
        least_size: None,
        mounted: false,
        uses,
    };
    vec![
        blow("punch", 0, pool!("1d6+5"), limbs(&is_arm)),
        blow("kick", -2, pool!("2d6+5"), limbs(&is_leg)),
    ]
}
