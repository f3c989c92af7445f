//! What changes in a fight.

mod body;
mod condition;
mod item;

use affray_kernel::CreatureId;
use affray_kernel::condition::Conditions;
use affray_kernel::grid::{Cell, Changed, Changes, Map, Space, Terrain};
pub use affray_kernel::scenario::Presence;
pub use affray_kernel::{Arm, ItemId, Shared, SpellId};
use serde::{Deserialize, Serialize};

pub use body::*;
pub use condition::*;
pub use item::*;

use super::sheet::{Attribute, ItemKind, Options, PoisonHarm, Sheet, Spell, Weapon};

/// What a fight is played with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cast {
    /// Names of the sides, by number.
    pub sides: Vec<String>,
    /// Sheets, by creature.
    pub sheets: Vec<Sheet>,
    /// Kinds of items.
    pub kinds: Vec<ItemKind>,
    /// Spells.
    pub spells: Vec<Spell>,
    /// The map.
    pub map: Map,
    /// The switches.
    pub options: Options,
    /// What holds for the whole scene.
    pub scene: SceneKind,
    /// Whether no ground, creature or thing can block or cover anybody, so that lines need not be drawn.
    pub open_ground: bool,
    /// Whether any ground of the map covers wholly whoever is behind it.
    pub total_cover: bool,
}

/// What holds for the whole scene.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct SceneKind {
    /// No encounter is running: it ends by itself only where nobody who is there lives, and there is time to rest (`healing/overnight-rest`).
    pub peaceful: bool,
}

/// An active spell.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Active {
    /// Its number in this fight, from 1.
    pub number: u16,
    /// Which.
    pub spell: SpellId,
    /// Who cast it.
    pub caster: CreatureId,
    /// The count at which it ends.
    pub until: u32,
}

/// Something that will happen by itself at a count, before anybody's turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Pending {
    /// The count.
    pub at: u32,
    /// To whom.
    pub on: CreatureId,
    /// What.
    pub what: PendingHarm,
}

/// What is pending (`poison/ongoing`, `actions/extinguish`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PendingHarm {
    /// A fixed amount of a poison.
    Poison(i16, PoisonHarm),
    /// So many dice of so many sides, and a number, of a poison.
    PoisonDice(u8, u16, i16, PoisonHarm),
    /// The fire.
    Fire,
}

impl PendingHarm {
    /// Whether it is an attribute that suffers.
    #[must_use]
    pub const fn takes_attributes(self) -> bool {
        matches!(
            self,
            Self::Poison(_, PoisonHarm::Attribute(_))
                | Self::PoisonDice(.., PoisonHarm::Attribute(_))
        )
    }
}

/// A change of the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Altered {
    /// A door between two spaces is open or closed.
    Door(Cell, Cell, bool),
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Initiative has not been rolled.
    Setup,
    /// A fight under way begins: the turns of its first count have still to come.
    UnderWay,
    /// The count runs.
    Count,
    /// The fight is over by the game master's word, with that winner.
    Over(Option<u8>),
}

/// The clock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// The Time Count (`time-count/length`).
    pub count: u32,
    /// What is going on.
    pub phase: Phase,
    /// What was going on when the game master ended the fight; `None` while it is not over by that word.
    pub broken_off: Option<Phase>,
}

/// The state of a fight.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// What does not change.
    pub cast: Shared<Cast>,
    /// Creatures, by id.
    pub bodies: Vec<Body>,
    /// Conditions in force.
    pub conditions: Conditions<Condition>,
    /// Items, by id.
    pub items: Vec<Item>,
    /// Active spells, oldest first.
    pub spells: Vec<Active>,
    /// What will happen by itself, sorted.
    pub pending: Vec<Pending>,
    /// Changes of the map.
    pub altered: Changes,
    /// The clock.
    pub clock: Clock,
}

affray_layout::state_parts!();

impl State {
    /// The map as it is at this moment, its doors opened and closed.
    #[inline]
    #[must_use]
    pub fn terrain(&self) -> Changed<'_> {
        self.altered.on(&self.cast.map)
    }

    /// Whether a creature has the condition.
    #[inline]
    #[must_use]
    pub fn has(&self, who: CreatureId, condition: Condition) -> bool {
        self.conditions.has(who, condition)
    }

    /// The space a creature occupies; a rider's is in its mount's.
    #[inline]
    #[must_use]
    pub fn space(&self, who: CreatureId) -> Space {
        let whose = self.body(who).mount.unwrap_or(who);
        let side = self.sheet(whose).size.side();
        Space::new(self.body(whose).at, side, side)
    }

    /// An attribute as damage has left it (`attribute-damage/rule`).
    #[inline]
    #[must_use]
    pub fn attribute(&self, who: CreatureId, attribute: Attribute) -> i16 {
        let place = attribute as usize;
        self.sheet(who).attributes[place] - self.body(who).attribute_damage[place]
    }

    /// A spell.
    #[must_use]
    pub fn spell(&self, spell: SpellId) -> &Spell {
        &self.cast.spells[usize::from(spell.0)]
    }
}
