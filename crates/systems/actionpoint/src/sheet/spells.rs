//! Spells and abilities that work like them (`magic/spell-data`, `misc/perks`).

use affray_kernel::dice::Pool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Damage, Ward};
use crate::act::Manner;

/// Traits of a spell (`magic/spell-data`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SpellTraits {
    /// Attack: it harms, and uses one of the two attacks of the round.
    pub attack: bool,
    /// Melee Attack: it does not provoke, and is an attack, too.
    pub melee: bool,
    /// Mind: it targets the mind.
    pub mind: bool,
}

/// With what a spell or an ability is tested (`attack/spell-attack`, `misc/perks`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TestedWith {
    /// Sorcery.
    #[default]
    Sorcery,
    /// Fighting Style: with Agility, such as breath, or of a melee ability with Strength or Agility.
    FightingStyle,
}

/// What a spell does besides damage.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// Its caster is in a free space in sight, at most as far away as its range.
    Teleport,
    /// The target regains Health (`damage-pipeline/healing`).
    Mend(Pool),
    /// A source of Armor Rating until the end of the next own turn (`armor/one-source`).
    Armor(i16),
    /// A resistance until the end of the next own turn (`resistance/notation`).
    Ward(Ward),
    /// The target is Dazed.
    Daze,
    /// The target is Prone.
    Topple,
    /// The target is Grappled, by nobody.
    Entangle,
}

impl Effect {
    /// Whether it lasts until the end of the next own turn.
    #[must_use]
    pub const fn lasts(&self) -> bool {
        matches!(self, Self::Armor(_) | Self::Ward(_))
    }
}

/// A spell, or an ability that a perk grants (`magic/spell-data`, `what-is-an-attack/perks`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// What it is called.
    pub name: String,
    /// A few words about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Whether it is no spell but an ability: using it is not casting.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ability: bool,
    /// Traits.
    #[serde(default)]
    pub traits: SpellTraits,
    /// With what it is tested.
    #[serde(default)]
    pub tested: TestedWith,
    /// Range in metres; `None`: only oneself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range_m: Option<i16>,
    /// Damage, if any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damage: Vec<Damage>,
    /// What it does besides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// How one can defend against it, where it is not as usual (`defend/spells-block-or-dodge`, `defend/withstand-only-mind`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defences: Option<Vec<Manner>>,
    /// Action Points (`magic/spell-data`).
    #[serde(default = "one")]
    pub ap: u8,
    /// Mana (`magic/cost`).
    #[serde(default, skip_serializing_if = "costs_nothing")]
    pub mana: i16,
}

const fn one() -> u8 {
    1
}

const fn costs_nothing(mana: &i16) -> bool {
    *mana == 0
}

impl Spell {
    /// Whether it has the Attack trait; Melee Attack implies it, and so does damage (`what-is-an-attack/direct-harm-test`).
    #[must_use]
    pub const fn is_attack(&self) -> bool {
        self.traits.attack || self.traits.melee || !self.damage.is_empty()
    }

    /// Whether it can be used on oneself or on somebody else, as one likes.
    #[must_use]
    pub fn goes_to_others(&self) -> bool {
        let teleports = matches!(self.effect, Some(Effect::Teleport));
        self.range_m.is_some() && !self.is_attack() && !teleports
    }

    /// Whether casting it provokes opportunity attacks (`opportunity-attacks/cast-spell`).
    #[must_use]
    pub const fn provokes(&self) -> bool {
        !self.ability && !self.traits.melee
    }

    /// Whether one can defend against it in that manner (`defend/spells-block-or-dodge`, `defend/withstand-only-mind`).
    #[must_use]
    pub fn allows(&self, manner: Manner) -> bool {
        match (&self.defences, self.traits.mind) {
            (Some(listed), _) => listed.contains(&manner),
            (None, true) => manner == Manner::Withstand,
            // A blow that is neither spell nor shot can be parried (`defend/parry-not-vs-ranged`).
            (None, false) if manner == Manner::Parry => self.ability && self.traits.melee,
            (None, false) => matches!(manner, Manner::Block | Manner::Dodge),
        }
    }

    /// Whether one can defend against it in that manner where it is the magic of an item, which is no blow to be parried unless it says so
    /// (`magic/casting-test`).
    #[must_use]
    pub fn allows_through_item(&self, manner: Manner) -> bool {
        self.allows(manner) && (self.defences.is_some() || manner != Manner::Parry)
    }
}
