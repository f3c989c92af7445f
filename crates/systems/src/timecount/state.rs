//! What changes in a fight.

mod body;
mod condition;
mod item;

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use affray_kernel::CreatureId;
use affray_kernel::condition::Conditions;
use affray_kernel::grid::{Cell, Changed, Changes, Grid, Map, Space, Terrain};
pub use affray_kernel::{Arm, ItemId};
use serde::{Deserialize, Serialize};

pub use body::*;
pub use condition::*;
pub use item::*;

use super::sheet::{Attribute, ItemKind, Options, PoisonHarm, Sheet, Spell, Weapon};

/// A spell, by its place in [`Cast::spells`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SpellId(pub u8);

/// Everything that a fight does not change, shared by all its states. Compared by identity first, and kept out of hashes.
#[derive(Clone, Debug)]
pub struct Shared(pub Arc<Cast>);

impl Deref for Shared {
    type Target = Cast;

    fn deref(&self) -> &Cast {
        &self.0
    }
}

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Eq for Shared {}

impl Hash for Shared {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// What a fight is played with.
#[derive(PartialEq, Eq, Debug)]
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
}

/// What holds for the whole scene.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct SceneKind {
    /// No encounter is running: nothing ends by itself, and there is time to rest (`healing/overnight-rest`).
    pub peaceful: bool,
}

/// Whether and how a creature is in the fight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Presence {
    /// It is there.
    Here,
    /// It has not come yet (`initiative/joining`).
    Elsewhere,
    /// It fled.
    Fled,
    /// It gave up.
    Surrendered,
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
}

/// The state of a fight.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// What does not change.
    pub cast: Shared,
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

impl State {
    /// What changes about a creature.
    #[inline]
    #[must_use]
    pub fn body(&self, who: CreatureId) -> &Body {
        &self.bodies[who.index()]
    }

    /// A creature's sheet.
    #[inline]
    #[must_use]
    pub fn sheet(&self, who: CreatureId) -> &Sheet {
        &self.cast.sheets[who.index()]
    }

    /// The grid of the map.
    #[inline]
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.cast.map.grid()
    }

    /// The map as it is at this moment, its doors opened and closed.
    #[inline]
    #[must_use]
    pub fn terrain(&self) -> Changed<'_> {
        self.altered.on(&self.cast.map)
    }

    /// All creatures, in roster order.
    pub fn creatures(&self) -> impl Iterator<Item = CreatureId> + use<> {
        (0..self.bodies.len() as u16).map(CreatureId)
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

    /// The kind of an item.
    #[must_use]
    pub fn kind(&self, item: ItemId) -> &ItemKind {
        &self.cast.kinds[usize::from(self.items[usize::from(item.0)].kind)]
    }

    /// An item.
    #[must_use]
    pub fn item(&self, item: ItemId) -> &Item {
        &self.items[usize::from(item.0)]
    }

    /// The weapon that a creature strikes with; `None` if the item is none or is not there.
    #[inline]
    #[must_use]
    pub fn weapon(&self, who: CreatureId, arm: Arm) -> Option<&Weapon> {
        match arm {
            Arm::Item(item) => self
                .items
                .get(usize::from(item.0))
                .and_then(|_| self.kind(item).weapon()),
            Arm::Natural(number) => self.sheet(who).natural.get(usize::from(number)),
        }
    }

    /// Items, with their ids.
    pub fn all_items(&self) -> impl Iterator<Item = (ItemId, &Item)> {
        self.items
            .iter()
            .enumerate()
            .map(|(index, item)| (ItemId(index as u16), item))
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
