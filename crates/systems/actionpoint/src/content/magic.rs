//! Spells and abilities as files have them.

use affray_kernel::content::Fields;
use affray_kernel::dice::Pool;
use schemars::JsonSchema;
use serde::Deserialize;

use super::things::{AlsoRecord, Written};
use crate::act::Manner;
use crate::setup::fields;
use crate::sheet::{DamageType, Effect, Spell, SpellTraits, TestedWith};

const fn one() -> u8 {
    1
}

/// A spell, or an ability that a perk grants (`magic/spell-data`, `what-is-an-attack/perks`).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpellRecord {
    /// Its name.
    pub name: String,
    /// A few words about it.
    #[serde(default)]
    pub about: String,
    /// Whether it is an ability: using it is not casting.
    #[serde(default)]
    pub ability: bool,
    /// Traits.
    #[serde(default)]
    pub traits: SpellTraits,
    /// With what it is tested; Sorcery unless it says so.
    #[serde(default)]
    pub tested: TestedWith,
    /// Range in metres; left out where it is only for oneself.
    #[serde(default)]
    pub range_m: Option<i16>,
    /// Damage dice.
    #[serde(default)]
    pub damage: Option<Pool>,
    /// The type of its damage.
    #[serde(rename = "type", default)]
    pub kind: Option<DamageType>,
    /// The types of its damage, of which the attacker picks one.
    #[serde(default)]
    pub types: Vec<DamageType>,
    /// Further components of its damage.
    #[serde(default)]
    pub also: Vec<AlsoRecord>,
    /// What it does besides damage.
    #[serde(default)]
    pub effect: Option<Effect>,
    /// How one can defend against it; as usual unless it says so.
    #[serde(default)]
    pub defences: Option<Vec<Manner>>,
    /// Action Points; 1 unless it says so.
    #[serde(default = "one")]
    pub ap: u8,
    /// Mana; none unless it says so.
    #[serde(default)]
    pub mana: i16,
}

impl SpellRecord {
    fn damage(&self) -> Written<'_> {
        Written {
            damage: self.damage,
            kind: self.kind,
            types: &self.types,
            also: &self.also,
        }
    }

    /// The spell.
    #[must_use]
    pub fn spell(&self) -> Spell {
        Spell {
            name: self.name.clone(),
            about: self.about.clone(),
            ability: self.ability,
            traits: self.traits,
            tested: self.tested,
            range_m: self.range_m,
            damage: self.damage().components(),
            effect: self.effect.clone(),
            defences: self.defences.clone(),
            ap: self.ap,
            mana: self.mana,
        }
    }

    /// What is impossible about it, and what nobody can mean by it, which a fight that is under way may have all the same.
    #[must_use]
    pub fn faults(&self) -> Fields {
        let mut fields = fields::spell(&self.spell());
        if self.tested == TestedWith::FightingStyle && !self.ability {
            let message =
                "a spell is tested with Sorcery (`attack/spell-attack`); only an `ability` is not";
            fields.add("tested", message);
        }
        self.damage().faults(&mut fields);
        fields
    }
}
