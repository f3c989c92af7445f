//! What changes about an item.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use serde::{Deserialize, Serialize};

/// Where somebody keeps an item (`actions/draw-weapon`, `actions/belt-pouch`, `actions/backpack`).
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Kept {
    /// In a sheath, quiver or sling.
    Sheath,
    /// Hidden.
    Hidden,
    /// In a belt pouch.
    Pouch,
    /// In a backpack.
    Backpack,
}

/// Where an item is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In somebody's hands.
    Held(CreatureId),
    /// Worn.
    Worn(CreatureId),
    /// Carried.
    Carried(CreatureId, Kept),
    /// Stuck in a creature's clothing or body (`special-actions/staple`).
    Stuck(CreatureId),
    /// On the ground.
    Ground(Cell),
    /// Gone.
    Nowhere,
}

impl Place {
    /// Who has it in hand, on the body or in a bag, or is pinned by it.
    #[must_use]
    pub const fn bearer(self) -> Option<CreatureId> {
        match self {
            Self::Held(who) | Self::Worn(who) | Self::Carried(who, _) | Self::Stuck(who) => {
                Some(who)
            }
            Self::Ground(_) | Self::Nowhere => None,
        }
    }
}

/// What changes about an item.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Its kind, in [`Cast::kinds`](super::Cast::kinds).
    pub kind: u16,
    /// Where it is.
    pub place: Place,
    /// Durability Points left; 0: broken. Things that cannot break have 1.
    pub durability: i16,
    /// Whether a shield is readied.
    pub readied: bool,
    /// Ammunition or uses left, where they are counted.
    pub left: Option<u16>,
    /// Whether it is lit.
    pub lit: bool,
    /// Whether it can be wielded already: an item taken by a Disarm only from the next turn on.
    pub in_grip: bool,
}
