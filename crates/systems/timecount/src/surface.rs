//! What the number [`Ground::kind`] means here: cover that ground gives, and what hindering terrain costs.
//!
//! Ones: the grade of cover. Tens: the spaces that entering counts for, 0 for the usual.

use affray_kernel::grid::{EdgeKind, Ground};
use affray_kernel::notation::word_of;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Spaces that entering a hindering space counts for, unless it says otherwise (`movement-rate/hindering-terrain`).
pub const HINDERING: u8 = 2;

/// The most spaces that entering one can count for.
pub const MOST_SPACES: u8 = 24;

/// Grades of cover (`attack-modifiers/common-table`, `attack-modifiers/cover-determination`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Cover {
    /// A corner, a post: −2.
    Quarter,
    /// A low wall: −4.
    Half,
    /// A chest-high wall: −6.
    ThreeQuarters,
    /// An arrow slit: −8.
    NineTenths,
    /// A wall: cannot be targeted.
    Total,
}

impl Cover {
    const ALL: [Self; 5] = [
        Self::Quarter,
        Self::Half,
        Self::ThreeQuarters,
        Self::NineTenths,
        Self::Total,
    ];

    /// The cover that something between two spaces gives to whoever is behind it.
    #[must_use]
    pub const fn of_edge(edge: EdgeKind) -> Option<Self> {
        match edge {
            EdgeKind::Wall | EdgeKind::Door | EdgeKind::Window => Some(Self::Total),
            EdgeKind::Slit => Some(Self::NineTenths),
            EdgeKind::High | EdgeKind::OpenWindow => Some(Self::ThreeQuarters),
            EdgeKind::Low | EdgeKind::Bars => Some(Self::Half),
            EdgeKind::Post => Some(Self::Quarter),
            EdgeKind::OpenDoor | EdgeKind::Curtain => None,
        }
    }

    /// The cover that the ground of a space gives to whoever is in it or behind it: bushes, rubble, furniture.
    #[must_use]
    pub fn of_ground(ground: Ground) -> Option<Self> {
        let grade = usize::from(ground.kind % 10);
        Self::ALL.get(grade.checked_sub(1)?).copied()
    }

    /// What it adds to an attack roll; `None` where nobody can be targeted (`attack-modifiers/common-table`).
    #[must_use]
    pub const fn modifier(self) -> Option<i16> {
        match self {
            Self::Quarter => Some(-2),
            Self::Half => Some(-4),
            Self::ThreeQuarters => Some(-6),
            Self::NineTenths => Some(-8),
            Self::Total => None,
        }
    }
}

/// What ground is besides what every map shows, in words.
#[must_use]
pub fn remarks(ground: Ground) -> Vec<String> {
    let cover = Cover::of_ground(ground).and_then(|cover| word_of(&cover));
    let cover = cover.map(|grade| format!("{} cover", grade.replace('-', " ")));
    let counts = spaces(ground);
    let slow = (counts > 1).then(|| format!("counts for {counts} spaces"));
    cover.into_iter().chain(slow).collect()
}

/// Spaces of the allowance that entering this ground counts for (`movement-rate/hindering-terrain`).
#[must_use]
pub const fn spaces(ground: Ground) -> u8 {
    match (ground.difficult, ground.kind / 10) {
        (false, _) => 1,
        (true, 0) => HINDERING,
        (true, spaces) => spaces,
    }
}

/// The number for a grade of cover and a cost in spaces.
#[must_use]
pub fn kind(cover: Option<Cover>, spaces: Option<u8>) -> u8 {
    cover.map_or(0, |cover| cover as u8 + 1) + 10 * spaces.unwrap_or(0).min(MOST_SPACES)
}
