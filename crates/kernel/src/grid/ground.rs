//! What a cell is made of and what stands between two cells.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Cell, Shape};

/// What one column of cells is made of, from its floor upwards.
///
/// Everything below `elevation` is earth or rock: it stops movement and lines. In files every field may be left out.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
    TS,
)]
#[serde(default, deny_unknown_fields)]
pub struct Ground {
    /// Height of the solid ground in cells, below any water.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub elevation: i16,
    /// Filled with rock, masonry or the like at every height: stops movement, effects and sight.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub solid: bool,
    /// Stops sight, but neither movement nor effects.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub opaque: bool,
    /// Hard to move over.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub difficult: bool,
    /// Its sides can be climbed.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub climbable: bool,
    /// Full of fog, smoke or dust.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub fog: bool,
    /// Without light.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub dark: bool,
    /// Depth of water above the solid ground, in cells. Wading depth is `difficult`, not water.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub water: u8,
    /// Thickness of ice on top, in the smallest unit the system measures it in.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub ice: u8,
    /// A number only the system interprets: a material, an obstacle's degree of cover.
    #[serde(skip_serializing_if = "is_default")]
    #[ts(as = "Option<_>", optional)]
    pub kind: u8,
    /// Not part of the map: nothing can stand there, but lines pass.
    #[serde(skip)]
    pub outside: bool,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Ground {
    /// What lies beyond the border of a map.
    pub const OUTSIDE: Self = Self {
        elevation: 0,
        solid: false,
        opaque: false,
        difficult: false,
        climbable: false,
        fog: false,
        dark: false,
        water: 0,
        ice: 0,
        kind: 0,
        outside: true,
    };

    /// Height in cells of the surface one lands on: the solid ground or the water above it.
    #[must_use]
    pub const fn surface(self) -> i16 {
        self.elevation.saturating_add(self.water as i16)
    }

    /// Whether nothing can be at height `z` in this column: it is solid there or outside the map.
    #[must_use]
    pub const fn fills(self, z: i16) -> bool {
        self.outside || self.solid || z < self.elevation
    }
}

/// What stands on the border between two neighbouring cells.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(rename_all = "kebab-case")]
pub enum EdgeKind {
    /// A wall up to the ceiling.
    Wall,
    /// A closed door: a wall until it opens.
    Door,
    /// An open door: nothing.
    OpenDoor,
    /// A closed window: only sight passes.
    Window,
    /// An open window: lines pass, and climbing through is up to the system.
    OpenWindow,
    /// A wall or fence low enough to climb and to see over.
    Low,
    /// A wall or fence up to the chest, which can be climbed and seen over.
    High,
    /// A post, a corner, a pillar: hardly anything is behind it.
    Post,
    /// A wall with an arrow slit: lines pass, movement does not.
    Slit,
    /// Bars: lines pass, movement does not.
    Bars,
    /// A curtain: only sight stops.
    Curtain,
}

impl EdgeKind {
    /// Whether nothing moves across.
    #[must_use]
    pub const fn blocks_movement(self) -> bool {
        matches!(
            self,
            Self::Wall | Self::Door | Self::Window | Self::Bars | Self::Slit
        )
    }

    /// Whether no effect crosses: neither blow, shot nor spell.
    #[must_use]
    pub const fn blocks_effect(self) -> bool {
        matches!(self, Self::Wall | Self::Door | Self::Window)
    }

    /// Whether nobody sees across.
    #[must_use]
    pub const fn blocks_sight(self) -> bool {
        matches!(self, Self::Wall | Self::Door | Self::Curtain)
    }

    /// The same thing opened or closed, if it is a door or window that is not so already.
    #[must_use]
    pub const fn turned(self, open: bool) -> Option<Self> {
        if open { self.opened() } else { self.closed() }
    }

    /// The same thing opened, if it is a closed door or window.
    #[must_use]
    pub const fn opened(self) -> Option<Self> {
        match self {
            Self::Door => Some(Self::OpenDoor),
            Self::Window => Some(Self::OpenWindow),
            _ => None,
        }
    }

    /// The same thing closed, if it is an open door or window.
    #[must_use]
    pub const fn closed(self) -> Option<Self> {
        match self {
            Self::OpenDoor => Some(Self::Door),
            Self::OpenWindow => Some(Self::Window),
            _ => None,
        }
    }
}

/// The border between two cells that share an edge, the same whichever cell is named first.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(from = "[Cell; 2]", into = "[Cell; 2]")]
#[ts(as = "[Cell; 2]")]
pub struct Edge {
    cells: [Cell; 2],
}

impl From<[Cell; 2]> for Edge {
    fn from([a, b]: [Cell; 2]) -> Self {
        let (a, b) = (a.with_height(0), b.with_height(0));
        Self {
            cells: [a.min(b), a.max(b)],
        }
    }
}

impl From<Edge> for [Cell; 2] {
    fn from(edge: Edge) -> Self {
        edge.cells
    }
}

impl Edge {
    /// The border between `a` and `b`, or nothing when they share no edge. Heights do not matter.
    #[must_use]
    pub fn between(shape: Shape, a: Cell, b: Cell) -> Option<Self> {
        let edge = Self::from([a, b]);
        edge.place(shape).is_some().then_some(edge)
    }

    /// The two cells, in order.
    #[must_use]
    pub const fn cells(self) -> [Cell; 2] {
        self.cells
    }

    /// The cell that keeps this edge, and which of its up to three own edges it is.
    pub(super) fn place(self, shape: Shape) -> Option<(Cell, usize)> {
        let [a, b] = self.cells;
        let (x, y) = (
            i32::from(b.x) - i32::from(a.x),
            i32::from(b.y) - i32::from(a.y),
        );
        match (shape, x, y) {
            (_, 1, 0) => Some((a, 0)),
            (_, 0, 1) => Some((a, 1)),
            (Shape::Hex, 1, -1) => Some((a, 2)),
            _ => None,
        }
    }

    /// How many edges each cell keeps.
    pub(super) const fn own(shape: Shape) -> usize {
        match shape {
            Shape::Square => 2,
            Shape::Hex => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Grid, Unit};

    #[test]
    fn an_edge_is_the_same_from_both_cells() {
        for (grid, count) in [
            (Grid::squares(1, Unit::Spaces), 4),
            (Grid::hexes(1, Unit::Spaces), 6),
        ] {
            let cell = Cell::at_height(2, 2, 1);
            let edges: Vec<_> = grid
                .neighbours(cell)
                .filter_map(|other| Edge::between(grid.shape, cell, other))
                .collect();
            assert_eq!(edges.len(), count);
            for (edge, other) in edges.iter().map(|edge| (edge, edge.cells())) {
                assert_eq!(Edge::between(grid.shape, other[1], other[0]), Some(*edge));
            }
        }
        assert_eq!(
            Edge::between(Shape::Square, Cell::new(0, 0), Cell::new(1, 1)),
            None
        );
        assert_eq!(
            Edge::between(Shape::Hex, Cell::new(0, 0), Cell::new(1, 1)),
            None
        );
        assert_eq!(
            Edge::between(Shape::Hex, Cell::new(0, 0), Cell::new(0, 0)),
            None
        );
    }

    #[test]
    fn doors_and_windows_open_and_close() {
        for kind in [EdgeKind::Door, EdgeKind::Window] {
            assert_eq!(kind.opened().and_then(EdgeKind::closed), Some(kind));
            assert!(kind.blocks_movement() && !kind.opened().unwrap().blocks_movement());
            assert!(kind.blocks_effect() && !kind.opened().unwrap().blocks_effect());
        }
        assert_eq!(EdgeKind::Wall.opened(), None);
    }

    #[test]
    fn files_name_only_what_is_unusual() {
        let ground = Ground {
            water: 2,
            fog: true,
            ..Ground::default()
        };
        let json = serde_json::to_string(&ground).unwrap();
        assert_eq!(json, r#"{"fog":true,"water":2}"#);
        assert_eq!(serde_json::from_str::<Ground>(&json).unwrap(), ground);
        assert!(serde_json::from_str::<Ground>(r#"{"muddy":true}"#).is_err());
    }
}
