//! Small numbers that stand for creatures, things and rules.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A creature of one fight: its place in the roster, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub struct CreatureId(pub u16);

impl CreatureId {
    /// The creature at that place in the roster: there is none beyond [`u16::MAX`].
    #[inline]
    #[must_use]
    pub const fn at(index: usize) -> Self {
        debug_assert!(index <= u16::MAX as usize);
        Self(index as u16)
    }

    /// The same number as an index into the roster.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A rule of one system's catalogue: its place in the catalogue, from 0.
///
/// Made by a system's `rule!` macro, which checks the id when the program is compiled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RuleId(pub u16);

/// A thing of one fight that can be held, worn or carried: its place among the fight's things, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ItemId(pub u16);

/// A spell of one fight: its place among the spells that somebody or something in the fight can cast, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SpellId(pub u8);

/// What a creature strikes with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arm {
    /// An item in hand.
    Item(ItemId),
    /// A natural weapon of its sheet; the last one is the unarmed strike.
    Natural(u8),
}
