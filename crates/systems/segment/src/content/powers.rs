//! Spells, psionic and priestly skills as files have them.

use affray_kernel::dice::Pool;
use schemars::JsonSchema;
use serde::Deserialize;

use super::things::{one, skill_number};
use crate::sheet::{DamageType, Power, PowerClass, Ratings, Working};

const fn magic() -> DamageType {
    DamageType::Magic
}

/// A spell, psionic or priestly skill: it does damage, heals, wards or blinds.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PowerRecord {
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: PowerClass,
    /// The skill whose target score it uses; its own name unless it says so.
    #[serde(default)]
    pub skill: Option<String>,
    /// Usage time in actions; 1 unless it says so.
    #[serde(default = "one")]
    pub usage: u8,
    /// Range in yards; none for those by touch.
    #[serde(default)]
    pub range_yd: Option<i16>,
    /// Yards beyond which it cannot be used.
    #[serde(default)]
    pub max_yd: Option<i16>,
    /// Damage dice.
    #[serde(default)]
    pub damage: Option<Pool>,
    /// The kind of its damage; magic unless it says so.
    #[serde(rename = "type", default = "magic")]
    pub kind: DamageType,
    /// Hits that it heals.
    #[serde(default)]
    pub heals: Option<Pool>,
    /// Ratings of a magical source that it gives while it is maintained.
    #[serde(default)]
    pub wards: Option<Ratings>,
    /// Whether whoever is struck sees nothing while it is maintained.
    #[serde(default)]
    pub blinds: bool,
    /// Whether it lasts while its user concentrates.
    #[serde(default)]
    pub maintained: bool,
    /// Whether it allows surprise attacks.
    #[serde(default)]
    pub surprise: bool,
    /// Whether it needs a clear shot as weapons do.
    #[serde(default)]
    pub needs_clear_shot: bool,
    /// Whether it can be aimed at hit locations.
    #[serde(default)]
    pub locations: bool,
    /// Whether it may be carried over into later segments and rounds.
    #[serde(default)]
    pub carry_over: bool,
}

impl PowerRecord {
    /// The name of the skill that it uses.
    #[must_use]
    pub fn skill_name(&self) -> &str {
        self.skill.as_deref().unwrap_or(&self.name)
    }

    /// What it does.
    ///
    /// # Errors
    /// What is wrong where it does nothing, or several things.
    fn works(&self) -> Result<Working, &'static str> {
        match (self.damage, self.heals, self.wards, self.blinds) {
            (Some(damage), None, None, false) => Ok(Working::Damage(damage, self.kind)),
            (None, Some(heals), None, false) => Ok(Working::Heals(heals)),
            (None, None, Some(wards), false) => Ok(Working::Wards(wards)),
            (None, None, None, true) => Ok(Working::Blinds),
            _ => Err("a power does one thing: `damage`, `heals`, `wards` or `blinds`"),
        }
    }

    /// The power; the skill that it uses gets a number.
    ///
    /// # Errors
    /// What is wrong where it does nothing, or several things.
    pub fn power(&self, skills: &mut Vec<String>) -> Result<Power, &'static str> {
        Ok(Power {
            name: self.name.clone(),
            class: self.class,
            works: self.works()?,
            skill: skill_number(skills, self.skill_name()),
            usage: self.usage,
            range_yd: self.range_yd,
            max_yd: self.max_yd,
            maintained: self.maintained,
            surprise: self.surprise,
            needs_clear_shot: self.needs_clear_shot,
            locations: self.locations,
            carry_over: self.carry_over,
        })
    }
}
