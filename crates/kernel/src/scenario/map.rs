//! The map of a scenario file.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Mistakes, Rows, Square};
use crate::grid::{
    EdgeKind, EdgeSetup, Grid, Ground, LARGEST_MAP, Map, MapSetup, PatchSetup, Shape, Unit,
};

/// Rows and columns of a map that does not say how many.
const USUAL: u16 = 20;

/// The map of a scenario: what its symbols mean, and rectangles in which some things are different.
// `T` is what a symbol of the legend means, `P` such a rectangle; both come from `terrain_tables!`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    default,
    bound(deserialize = "T: Deserialize<'de>, P: Deserialize<'de>")
)]
pub struct MapFile<T, P> {
    /// The shape of the cells.
    pub grid: GridFile,
    /// One text per row from north to south, one symbol per cell; or only how many rows there are.
    pub rows: Option<Rows>,
    /// How many columns there are, where the rows are not drawn.
    pub columns: Option<u16>,
    /// What the symbols mean. Unless it says otherwise `.` is open floor and `#` is solid.
    pub legend: BTreeMap<char, T>,
    /// Rectangles that change what the rows say, in order.
    pub patches: Vec<P>,
    /// Walls, doors and the like between cells.
    pub edges: Vec<EdgeFile>,
}

impl<T, P> Default for MapFile<T, P> {
    fn default() -> Self {
        Self {
            grid: GridFile::default(),
            rows: None,
            columns: None,
            legend: BTreeMap::new(),
            patches: Vec::new(),
            edges: Vec::new(),
        }
    }
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

/// What ground is, as a file says it.
pub trait TerrainTable {
    /// What it says; the rectangle is empty where it says none.
    ///
    /// # Errors
    /// Things that do not go together.
    fn patch(&self, shape: Shape) -> Result<PatchSetup, &'static str>;
}

/// Makes the two tables of what ground can be: one for symbols of a map, one for rectangles. Besides the keys that all systems
/// have, both have the keys given here. The type of these keys alone says what they mean by a method
/// `fn put(self, shape: Shape, patch: &mut PatchSetup) -> Result<(), &'static str>`.
#[macro_export]
macro_rules! terrain_tables {
    (
        $(#[$keys_about:meta])* $keys:ident for
        $(#[$terrain_about:meta])* $terrain:ident,
        $(#[$patch_about:meta])* $patch:ident
        $own:tt
    ) => {
        $crate::terrain_tables! { @keys $(#[$keys_about])* $keys $own }
        $crate::terrain_tables! { @table $(#[$terrain_about])* $terrain {} of $keys $own }
        $crate::terrain_tables! {
            @table $(#[$patch_about])* $patch {
                /// Column and row of one corner, from 0.
                from: [u16; 2],
                /// Column and row of the opposite corner, included.
                to: [u16; 2],
            } of $keys $own
        }
    };
    (@keys $(#[$about:meta])* $keys:ident { $($(#[$doc:meta])* $key:ident: $type:ty,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub struct $keys { $($(#[$doc])* pub $key: Option<$type>,)* }
    };
    (
        @table $(#[$about:meta])* $name:ident { $($(#[$corner_doc:meta])* $corner:ident: $corner_type:ty,)* }
        of $keys:ident { $($(#[$doc:meta])* $key:ident: $type:ty,)* }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, serde::Deserialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$corner_doc])* pub $corner: $corner_type,)*
            /// Height of the solid ground in squares, below any water.
            #[serde(default)]
            pub elevation: Option<i16>,
            /// Filled with rock or masonry at every height.
            #[serde(default)]
            pub solid: Option<bool>,
            /// Stops sight, but neither movement nor effects.
            #[serde(default)]
            pub opaque: Option<bool>,
            /// Hard to move over.
            #[serde(default)]
            pub difficult: Option<bool>,
            $($(#[$doc])* #[serde(default)] pub $key: Option<$type>,)*
        }

        impl $crate::scenario::TerrainTable for $name {
            fn patch(
                &self,
                shape: $crate::grid::Shape,
            ) -> Result<$crate::grid::PatchSetup, &'static str> {
                let mut patch = $crate::grid::PatchSetup {
                    $($corner: self.$corner,)*
                    elevation: self.elevation,
                    solid: self.solid,
                    opaque: self.opaque,
                    difficult: self.difficult,
                    ..$crate::grid::PatchSetup::default()
                };
                $keys { $($key: self.$key,)* }.put(shape, &mut patch)?;
                Ok(patch)
            }
        }
    };
}

impl<T: TerrainTable, P: TerrainTable> MapFile<T, P> {
    /// The grid, where cells measure 5 ft.
    #[must_use]
    pub fn five_foot_grid(&self) -> Grid {
        match self.grid.shape {
            Shape::Square => Grid::squares(5, Unit::Feet),
            Shape::Hex => Grid::hexes(5, Unit::Feet),
        }
    }

    /// The grid, where cells measure 1 m.
    #[must_use]
    pub fn metre_grid(&self) -> Grid {
        match self.grid.shape {
            Shape::Square => Grid::squares(1, Unit::Metres),
            Shape::Hex => Grid::hexes(1, Unit::Metres),
        }
    }

    /// The grid, where cells measure 1 yd.
    #[must_use]
    pub fn yard_grid(&self) -> Grid {
        match self.grid.shape {
            Shape::Square => Grid::squares(1, Unit::Yards),
            Shape::Hex => Grid::hexes(1, Unit::Yards),
        }
    }

    /// The map, and how it is written down; without a map if it has mistakes. What else is wrong in the file can be found then too:
    /// the map that is written down is a single open cell.
    pub fn build(&self, grid: Grid, mistakes: &mut Mistakes) -> (MapSetup, Option<Map>) {
        let setup = self.setup(grid, mistakes);
        match setup.build() {
            Ok(map) => (setup, Some(map)),
            Err(errors) => {
                for error in errors.0 {
                    mistakes.add(format!("map.{}", error.path), error.reason.to_string());
                }
                let open = MapSetup {
                    rows: vec![".".to_owned()],
                    ..MapSetup::default()
                };
                (open, None)
            }
        }
    }

    fn setup(&self, grid: Grid, mistakes: &mut Mistakes) -> MapSetup {
        let shape = grid.shape;
        let mut legend = BTreeMap::new();
        // What is refused stays in its place and changes nothing, so that nothing else seems to be wrong for its sake.
        let mut right = |patch: Result<PatchSetup, &'static str>, path: String| {
            patch.unwrap_or_else(|reason| {
                mistakes.add(path, reason);
                PatchSetup::default()
            })
        };
        for (symbol, terrain) in &self.legend {
            let path = format!("map.legend.{:?}", symbol.to_string());
            let mut ground = Ground::default();
            right(terrain.patch(shape), path).change(&mut ground);
            legend.insert(*symbol, ground);
        }
        let mut patches = Vec::with_capacity(self.patches.len());
        for (index, patch) in self.patches.iter().enumerate() {
            patches.push(right(patch.patch(shape), format!("map.patches[{index}]")));
        }
        MapSetup {
            grid,
            rows: self.drawn(mistakes),
            legend,
            patches,
            edges: self.edges.iter().map(|edge| edge.setup(shape)).collect(),
        }
    }

    fn drawn(&self, mistakes: &mut Mistakes) -> Vec<String> {
        let mut count = |key: &str, number: Option<u16>| match number {
            Some(number) if number == 0 || usize::from(number) > LARGEST_MAP => {
                mistakes.add(
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
                    let message = "the rows that are drawn say how many columns there are";
                    mistakes.add("map.columns", message);
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
