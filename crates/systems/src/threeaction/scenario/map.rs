//! The map of a scenario.

use std::collections::BTreeMap;

use affray_kernel::grid::{
    Cell, EdgeKind, EdgeSetup, Grid, Ground, LARGEST_MAP, MapSetup, PatchSetup, Shape, Unit,
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::short::{Rows, Square};
use crate::threeaction::sheet::Size;
use crate::threeaction::surface::{Climb, Direction, Material, Surface, Swim};

/// Rows and columns of a map that does not say how many.
const USUAL: u16 = 20;

/// The map of a scenario. Squares and hexes measure 5 ft.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct MapFile {
    /// The shape of the cells.
    pub grid: GridFile,
    /// One text per row from north to south, one symbol per cell; or only how many rows there are.
    pub rows: Option<Rows>,
    /// How many columns there are, where the rows are not drawn.
    pub columns: Option<u16>,
    /// What the symbols mean. Unless it says otherwise `.` is open floor and `#` is solid.
    pub legend: BTreeMap<char, TerrainFile>,
    /// Rectangles that change what the rows say, in order.
    pub patches: Vec<PatchFile>,
    /// Walls, doors and the like between cells.
    pub edges: Vec<EdgeFile>,
}

/// The shape of the cells.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct GridFile {
    /// Squares or hexes.
    pub shape: Shape,
}

/// Something between two neighbouring cells, or between each pair of a straight run of such cells.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EdgeFile {
    /// Two cells that share an edge.
    pub between: [Square; 2],
    /// The last cell of a straight run that begins with the first cell of `between`.
    #[serde(default)]
    pub until: Option<Square>,
    /// What stands there.
    pub kind: EdgeKind,
}

/// Makes a table of what ground can be, with keys of its own in front.
macro_rules! terrain_file {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $key:ident: $type:ty,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$doc])* pub $key: $type,)*
            /// Height of the solid ground in squares, below any water.
            #[serde(default)]
            pub elevation: Option<i16>,
            /// Filled with rock or masonry at every height.
            #[serde(default)]
            pub solid: Option<bool>,
            /// Stops sight, but neither movement nor effects.
            #[serde(default)]
            pub opaque: Option<bool>,
            /// Difficult Terrain.
            #[serde(default)]
            pub difficult: Option<bool>,
            /// The Size from which creatures ignore that the terrain is Difficult.
            #[serde(default)]
            pub ignored_from: Option<Size>,
            /// Full of Fog.
            #[serde(default)]
            pub fog: Option<bool>,
            /// In Darkness unless something lights it.
            #[serde(default)]
            pub dark: Option<bool>,
            /// Depth of water above the solid ground, in squares. What can be waded through is `difficult`, not water.
            #[serde(default)]
            pub water: Option<u8>,
            /// Thickness of the ice on top, in inches.
            #[serde(default)]
            pub ice: Option<u8>,
            /// How hard the water is to swim in: calm unless it says so.
            #[serde(default)]
            pub swim: Option<Swim>,
            /// The direction in which the water carries swimmers.
            #[serde(default)]
            pub current: Option<Direction>,
            /// Its sides can be climbed, as hard as that.
            #[serde(default)]
            pub climb: Option<Climb>,
            /// What is below the surface: earth, or stone where it is solid, unless it says so.
            #[serde(default)]
            pub material: Option<Material>,
        }

        impl $name {
            /// The number that describes the surface.
            fn kind(&self, shape: Shape) -> Result<u8, &'static str> {
                if self.swim.is_some() && self.climb.is_some() {
                    return Err("a square has either sides to climb or water to swim in");
                }
                if self.current.is_some() && self.ignored_from.is_some() {
                    return Err("a square has either a current or a Size from which it is ignored");
                }
                let current = match self.current {
                    Some(direction) => Some(
                        direction
                            .neighbour(shape)
                            .ok_or("hexes have no neighbour in that direction")?,
                    ),
                    None => None,
                };
                let size = self.ignored_from.map(|size| size as u8);
                let grade = self.swim.map(|swim| swim as u8).or(self.climb.map(|climb| climb as u8));
                let surface = Surface {
                    grade: grade.map_or(0, |grade| grade + 1),
                    mark: current.or(size).map_or(0, |mark| mark + 1),
                    material: self.material.map_or(0, |material| material as u8 + 1),
                };
                surface.kind().ok_or("these properties do not go together")
            }
        }
    };
}

terrain_file! {
    /// What a symbol of the map means.
    TerrainFile {}
}

terrain_file! {
    /// A rectangle of the map in which some things are different.
    PatchFile {
        /// Column and row of one corner, from 0.
        from: [u16; 2],
        /// Column and row of the opposite corner, included.
        to: [u16; 2],
    }
}

impl TerrainFile {
    fn ground(&self, shape: Shape) -> Result<Ground, &'static str> {
        Ok(Ground {
            elevation: self.elevation.unwrap_or_default(),
            solid: self.solid.unwrap_or_default(),
            opaque: self.opaque.unwrap_or_default(),
            difficult: self.difficult.unwrap_or_default(),
            climbable: self.climb.is_some(),
            fog: self.fog.unwrap_or_default(),
            dark: self.dark.unwrap_or_default(),
            water: self.water.unwrap_or_default(),
            ice: self.ice.unwrap_or_default(),
            kind: self.kind(shape)?,
            outside: false,
        })
    }
}

impl PatchFile {
    fn patch(&self, shape: Shape) -> Result<PatchSetup, &'static str> {
        Ok(PatchSetup {
            from: self.from,
            to: self.to,
            elevation: self.elevation,
            solid: self.solid,
            opaque: self.opaque,
            difficult: self.difficult,
            climbable: self.climb.is_some().then_some(true),
            fog: self.fog,
            dark: self.dark,
            water: self.water,
            ice: self.ice,
            // Without any word about the surface it stays as it is.
            kind: Some(self.kind(shape)?).filter(|kind| *kind > 0),
        })
    }
}

impl Square {
    /// The cell of the map, its height 0 unless it is written.
    #[must_use]
    pub fn cell(self, shape: Shape) -> Cell {
        let cell = match shape {
            Shape::Square => Cell::new(self.column, self.row),
            Shape::Hex => Cell::from_column_row(self.column, self.row),
        };
        cell.with_height(self.height.unwrap_or_default())
    }
}

impl MapFile {
    /// The grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        match self.grid.shape {
            Shape::Square => Grid::squares(5, Unit::Feet),
            Shape::Hex => Grid::hexes(5, Unit::Feet),
        }
    }

    /// The map as the kernel builds it; what cannot be said to the kernel goes to `wrong`, with its place in the file.
    pub fn setup(&self, wrong: &mut dyn FnMut(String, String)) -> MapSetup {
        let shape = self.grid.shape;
        let legend =
            self.legend
                .iter()
                .filter_map(|(symbol, terrain)| match terrain.ground(shape) {
                    Ok(ground) => Some((*symbol, ground)),
                    Err(reason) => {
                        wrong(
                            format!("map.legend.{:?}", symbol.to_string()),
                            reason.to_owned(),
                        );
                        None
                    }
                });
        let legend: BTreeMap<char, Ground> = legend.collect();
        let mut patches = Vec::with_capacity(self.patches.len());
        for (index, patch) in self.patches.iter().enumerate() {
            match patch.patch(shape) {
                Ok(patch) => patches.push(patch),
                Err(reason) => wrong(format!("map.patches[{index}]"), reason.to_owned()),
            }
        }
        MapSetup {
            grid: self.grid(),
            rows: self.drawn(wrong),
            legend,
            patches,
            edges: self.edges.iter().map(|edge| edge.setup(shape)).collect(),
        }
    }

    fn drawn(&self, wrong: &mut dyn FnMut(String, String)) -> Vec<String> {
        let mut count = |key: &str, number: Option<u16>| match number {
            Some(number) if number == 0 || usize::from(number) > LARGEST_MAP => {
                wrong(
                    format!("map.{key}"),
                    format!("a map has 1 to {LARGEST_MAP} {key}, not {number}"),
                );
                usize::from(USUAL)
            }
            number => usize::from(number.unwrap_or(USUAL)),
        };
        let columns = count("columns", self.columns);
        match &self.rows {
            Some(Rows::Drawn(rows)) => {
                if self.columns.is_some() {
                    wrong(
                        "map.columns".to_owned(),
                        "the rows that are drawn say how many columns there are".to_owned(),
                    );
                }
                rows.clone()
            }
            Some(Rows::Count(rows)) => vec![".".repeat(columns); count("rows", Some(*rows))],
            None => vec![".".repeat(columns); usize::from(USUAL)],
        }
    }
}

impl EdgeFile {
    fn setup(&self, shape: Shape) -> EdgeSetup {
        EdgeSetup {
            between: self.between.map(|square| square.cell(shape)),
            until: self.until.map(|square| square.cell(shape)),
            kind: self.kind,
        }
    }
}
