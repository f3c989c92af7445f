//! Maps as they are written: rows of symbols, rectangles and edges.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::distance::{HEX_STEPS, SQUARE_STEPS};
use super::{Cell, Edge, EdgeKind, Grid, Ground, Map, Shape};

/// The most columns or rows a map may have.
pub const LARGEST_MAP: usize = 512;

/// The most cells that the rectangles of a map may change between them.
pub const MOST_PAINTED: usize = 4 * LARGEST_MAP * LARGEST_MAP;

/// A map as it is written. [`MapSetup::build`] makes the [`Map`] or reports everything wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MapSetup {
    /// Shape, counting and length of the cells.
    #[serde(default)]
    pub grid: Grid,
    /// One text per row from north to south, one symbol per cell, all equally long, at most 512 by 512.
    /// On hexes every second row is shifted half a cell to the right, beginning with the second.
    pub rows: Vec<String>,
    /// What the symbols mean. Unless it says otherwise `.` is open floor and `#` is solid.
    #[serde(default)]
    pub legend: BTreeMap<char, Ground>,
    /// Rectangles that change what the rows say, in order.
    #[serde(default)]
    pub patches: Vec<PatchSetup>,
    /// Walls, doors and the like between cells.
    #[serde(default)]
    pub edges: Vec<EdgeSetup>,
}

/// A rectangle of a map in which some things are different.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PatchSetup {
    /// Column and row of one corner, from 0.
    pub from: [u16; 2],
    /// Column and row of the opposite corner, included.
    pub to: [u16; 2],
    /// See [`Ground::elevation`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elevation: Option<i16>,
    /// See [`Ground::solid`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solid: Option<bool>,
    /// See [`Ground::opaque`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opaque: Option<bool>,
    /// See [`Ground::difficult`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficult: Option<bool>,
    /// See [`Ground::climbable`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub climbable: Option<bool>,
    /// See [`Ground::fog`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fog: Option<bool>,
    /// See [`Ground::dark`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dark: Option<bool>,
    /// See [`Ground::water`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub water: Option<u8>,
    /// See [`Ground::ice`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ice: Option<u8>,
    /// See [`Ground::kind`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<u8>,
}

/// Something between two neighbouring cells, or between each pair of a straight run of such cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EdgeSetup {
    /// Two cells that share an edge.
    pub between: [Cell; 2],
    /// The last cell of a straight run that begins with the first cell of `between`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Cell>,
    /// What stands there.
    pub kind: EdgeKind,
}

/// One thing wrong with a [`MapSetup`], and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{path}: {reason}")]
pub struct MapError {
    /// Where in the setup, such as `rows[2]` or `edges[0].until`.
    pub path: String,
    /// What is wrong.
    pub reason: MapReason,
}

/// What can be wrong with a [`MapSetup`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MapReason {
    /// A cell of length 0.
    #[error("a cell must be at least 1 long")]
    NoLength,
    /// No row, or rows without symbols.
    #[error("a map needs at least one row of at least one symbol")]
    Empty,
    /// More rows or columns than allowed.
    #[error("{0} is more than the {LARGEST_MAP} a map may have")]
    TooLarge(usize),
    /// A row of another length than the first.
    #[error("{found} symbols, but the first row has {expected}")]
    Ragged {
        /// Symbols in this row.
        found: usize,
        /// Symbols in the first row.
        expected: usize,
    },
    /// A symbol the legend does not explain, where it stands first.
    #[error("the symbol `{symbol}` in column {column} is not in the legend")]
    UnknownSymbol {
        /// The symbol.
        symbol: char,
        /// Its column, from 0.
        column: usize,
    },
    /// Rectangles that change more than they may.
    #[error(
        "the rectangles change {0} cells between them, more than the {MOST_PAINTED} that they may"
    )]
    Painted(usize),
    /// Column and row beyond the map.
    #[error("column {0}, row {1} is outside the map")]
    OutsideRectangle(u16, u16),
    /// A cell beyond the map, as it is written.
    #[error("{0} is outside the map")]
    Outside(Cell),
    /// Two cells, as they are written, that share no edge.
    #[error("{0} and {1} do not share an edge")]
    NoEdge(Cell, Cell),
    /// A run that is not straight.
    #[error("{0} and {1} do not lie on one straight row of cells")]
    Crooked(Cell, Cell),
    /// An edge marked twice, the first of a run.
    #[error("the edge between {0} and {1} is already marked")]
    Twice(Cell, Cell),
}

/// Everything wrong with a [`MapSetup`], at least one thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapErrors(pub Vec<MapError>);

impl fmt::Display for MapErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            write!(f, "{}{error}", if index == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl std::error::Error for MapErrors {}

impl MapSetup {
    /// Makes the map.
    ///
    /// # Errors
    /// Everything that is wrong with the setup, each with its place.
    pub fn build(&self) -> Result<Map, MapErrors> {
        let mut errors = Errors::default();
        if self.grid.cell == 0 {
            errors.add("grid.cell", MapReason::NoLength);
        }
        let Some((columns, rows)) = self.size(&mut errors) else {
            return Err(MapErrors(errors.0));
        };
        let mut map = Map::open(self.grid, columns, rows);
        self.draw_rows(&mut map, &mut errors);
        let painted = self.patches.iter().map(PatchSetup::area).sum();
        if painted > MOST_PAINTED {
            errors.add("patches", MapReason::Painted(painted));
            return Err(MapErrors(errors.0));
        }
        for (index, patch) in self.patches.iter().enumerate() {
            patch.draw(&mut map, &mut errors, index);
        }
        if !self.edges.is_empty() {
            map.edges = vec![None; map.ground.len() * Edge::own(self.grid.shape)].into();
        }
        for (index, edge) in self.edges.iter().enumerate() {
            edge.draw(&mut map, &mut errors, index);
        }
        map.survey();
        if errors.0.is_empty() {
            Ok(map)
        } else {
            Err(MapErrors(errors.0))
        }
    }

    /// Columns and rows, unless the map is empty or too large.
    fn size(&self, errors: &mut Errors) -> Option<(u16, u16)> {
        let rows = self.rows.len();
        let columns = self.rows.first().map_or(0, |row| row.chars().count());
        if rows == 0 || columns == 0 {
            errors.add("rows", MapReason::Empty);
            return None;
        }
        for (size, path) in [(rows, "rows"), (columns, "rows[0]")] {
            if size > LARGEST_MAP {
                errors.add(path, MapReason::TooLarge(size));
                return None;
            }
        }
        Some((u16::try_from(columns).ok()?, u16::try_from(rows).ok()?))
    }

    fn draw_rows(&self, map: &mut Map, errors: &mut Errors) {
        let columns = usize::from(map.columns);
        let mut unknown = BTreeSet::new();
        for (index, row) in self.rows.iter().enumerate() {
            let found = row.chars().count();
            if found != columns {
                errors.add(
                    format!("rows[{index}]"),
                    MapReason::Ragged {
                        found,
                        expected: columns,
                    },
                );
            }
            for (column, symbol) in row.chars().enumerate().take(columns) {
                match self.meaning(symbol) {
                    Some(ground) => {
                        if let Some(cell) = map.ground.get_mut(index * columns + column) {
                            *cell = ground;
                        }
                    }
                    None if unknown.insert(symbol) => errors.add(
                        format!("rows[{index}]"),
                        MapReason::UnknownSymbol { symbol, column },
                    ),
                    None => {}
                }
            }
        }
    }

    fn meaning(&self, symbol: char) -> Option<Ground> {
        self.legend.get(&symbol).copied().or(match symbol {
            '.' => Some(Ground::default()),
            '#' => Some(Ground {
                solid: true,
                ..Ground::default()
            }),
            _ => None,
        })
    }
}

impl PatchSetup {
    /// How many cells it has.
    fn area(&self) -> usize {
        let length = |one: u16, other: u16| usize::from(one.abs_diff(other)) + 1;
        length(self.from[0], self.to[0]) * length(self.from[1], self.to[1])
    }

    fn draw(&self, map: &mut Map, errors: &mut Errors, index: usize) {
        let before = errors.0.len();
        for (name, [column, row]) in [("from", self.from), ("to", self.to)] {
            if column >= map.columns || row >= map.rows {
                errors.add(
                    format!("patches[{index}].{name}"),
                    MapReason::OutsideRectangle(column, row),
                );
            }
        }
        if errors.0.len() > before {
            return;
        }
        let ([west, north], [east, south]) = (self.from, self.to);
        for row in north.min(south)..=north.max(south) {
            for column in west.min(east)..=west.max(east) {
                let place = usize::from(row) * usize::from(map.columns) + usize::from(column);
                if let Some(ground) = map.ground.get_mut(place) {
                    self.change(ground);
                }
            }
        }
    }

    /// Makes a cell what the rectangle says of its cells.
    pub fn change(&self, ground: &mut Ground) {
        fn set<T: Copy>(field: &mut T, value: Option<T>) {
            if let Some(value) = value {
                *field = value;
            }
        }
        set(&mut ground.elevation, self.elevation);
        set(&mut ground.solid, self.solid);
        set(&mut ground.opaque, self.opaque);
        set(&mut ground.difficult, self.difficult);
        set(&mut ground.climbable, self.climbable);
        set(&mut ground.fog, self.fog);
        set(&mut ground.dark, self.dark);
        set(&mut ground.water, self.water);
        set(&mut ground.ice, self.ice);
        set(&mut ground.kind, self.kind);
    }
}

impl EdgeSetup {
    fn draw(&self, map: &mut Map, errors: &mut Errors, index: usize) {
        let [first, second] = self.between.map(|cell| cell.with_height(0));
        let path = format!("edges[{index}].between");
        let written = |cell: Cell| map.grid.shape.written(cell.with_height(0));
        if Edge::between(map.grid.shape, first, second).is_none() {
            return errors.add(path, MapReason::NoEdge(written(first), written(second)));
        }
        let Some((step, count)) = self.run(map.grid.shape) else {
            let until = self.until.unwrap_or(first);
            return errors.add(
                format!("edges[{index}].until"),
                MapReason::Crooked(written(first), written(until)),
            );
        };
        let (mut a, mut b) = (first, second);
        for done in 0..=count {
            let path = if done == 0 {
                path.clone()
            } else {
                format!("edges[{index}].until")
            };
            if let Some(outside) = [a, b].into_iter().find(|cell| !map.contains(*cell)) {
                return errors.add(path, MapReason::Outside(written(outside)));
            }
            let place = map.edge_index(Edge::from([a, b]));
            if let Some(kind) = place.and_then(|place| map.edges.get_mut(place))
                && kind.replace(self.kind).is_some()
            {
                return errors.add(path, MapReason::Twice(written(a), written(b)));
            }
            (a, b) = (a.offset(step.0, step.1, 0), b.offset(step.0, step.1, 0));
        }
    }

    /// The step from edge to edge and how many steps there are; nothing when the run is not straight.
    fn run(&self, shape: Shape) -> Option<((i16, i16), i32)> {
        let Some(until) = self.until else {
            return Some(((0, 0), 0));
        };
        let [first, _] = self.between;
        let (x, y) = (
            i32::from(until.x) - i32::from(first.x),
            i32::from(until.y) - i32::from(first.y),
        );
        let count = x.abs().max(y.abs());
        if count == 0 {
            return Some(((0, 0), 0));
        }
        let steps: &[(i16, i16)] = match shape {
            Shape::Square => &SQUARE_STEPS,
            Shape::Hex => &HEX_STEPS,
        };
        let step = steps
            .iter()
            .find(|(dx, dy)| (i32::from(*dx) * count, i32::from(*dy) * count) == (x, y))?;
        Some((*step, count))
    }
}

#[derive(Default)]
struct Errors(Vec<MapError>);

impl Errors {
    fn add(&mut self, path: impl Into<String>, reason: MapReason) {
        self.0.push(MapError {
            path: path.into(),
            reason,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Terrain, Unit};

    fn setup(text: &str) -> MapSetup {
        toml::from_str(text).unwrap()
    }

    fn errors(text: &str) -> Vec<String> {
        setup(text)
            .build()
            .unwrap_err()
            .0
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn rows_patches_and_edges_make_a_map() {
        let map = setup(
            r##"
            rows = ["#..~", "#..~", "#..."]
            legend."~" = { water = 2, elevation = -2 }
            patches = [{ from = [2, 2], to = [1, 1], fog = true }]
            edges = [
                { between = [[1, 0], [2, 0]], until = [1, 1], kind = "wall" },
                { between = [[2, 2], [1, 2]], kind = "open-door" },
            ]
            [grid]
            cell = 5
            unit = "feet"
            "##,
        )
        .build()
        .unwrap();
        assert_eq!(
            (map.columns(), map.rows(), map.grid().unit),
            (4, 3, Unit::Feet)
        );
        assert!(map.ground(Cell::new(0, 2)).solid);
        assert_eq!(map.ground(Cell::new(3, 1)).surface(), 0);
        let fog: Vec<_> = map
            .cells()
            .filter(|cell| map.ground(*cell).fog)
            .map(|cell| cell.to_string())
            .collect();
        assert_eq!(fog, ["1,1", "2,1", "1,2", "2,2"]);
        assert_eq!(
            map.edge(Cell::new(2, 1), Cell::new(1, 1)),
            Some(EdgeKind::Wall)
        );
        assert_eq!(
            map.edge(Cell::new(1, 2), Cell::new(2, 2)),
            Some(EdgeKind::OpenDoor)
        );
        assert_eq!(map.edge(Cell::new(2, 0), Cell::new(3, 0)), None);
        assert_eq!(map.edges().count(), 3);
        assert_eq!(
            map.doors(),
            [Edge::from([Cell::new(1, 2), Cell::new(2, 2)])]
        );
    }

    #[test]
    fn hex_rows_are_columns_shifted() {
        let map = setup("rows = [\"..\", \"..\", \"#.\"]\ngrid.shape = \"hex\"\nedges = [{ between = [[0, 1], [1, 0]], kind = \"low\" }]")
            .build()
            .unwrap();
        assert!(map.ground(Cell::new(-1, 2)).solid);
        assert_eq!(
            map.edge(Cell::new(1, 0), Cell::new(0, 1)),
            Some(EdgeKind::Low)
        );
        assert_eq!(
            map.edges().collect::<Vec<_>>(),
            [(
                Edge::from([Cell::new(1, 0), Cell::new(0, 1)]),
                EdgeKind::Low
            )]
        );
    }

    #[test]
    fn a_symbol_and_a_run_are_wrong_once() {
        assert_eq!(
            errors("rows = [\"xx.\", \".xy\"]"),
            [
                "rows[0]: the symbol `x` in column 0 is not in the legend",
                "rows[1]: the symbol `y` in column 2 is not in the legend"
            ]
        );
        let run = "{ between = [[0, 0], [0, 1]], until = [2, 0], kind = \"wall\" }";
        let twice = format!("rows = [\"...\", \"...\"]\nedges = [{run}, {run}]");
        assert_eq!(
            errors(&twice),
            ["edges[1].between: the edge between 0,0 and 0,1 is already marked"]
        );
    }

    #[test]
    fn rectangles_change_so_many_cells_and_no_more() {
        let row = ".".repeat(LARGEST_MAP);
        let whole = PatchSetup {
            to: [511, 511],
            fog: Some(true),
            ..PatchSetup::default()
        };
        let mut map = MapSetup {
            rows: vec![row; LARGEST_MAP],
            patches: vec![whole; 4],
            ..MapSetup::default()
        };
        assert!(map.build().is_ok());
        map.patches.push(PatchSetup::default());
        let reason = MapReason::Painted(MOST_PAINTED + 1);
        let path = "patches".to_owned();
        assert_eq!(
            map.build().map(|_| ()),
            Err(MapErrors(vec![MapError { path, reason }]))
        );
    }

    #[test]
    fn every_error_is_reported_with_its_place() {
        let found = errors(
            r##"
            rows = ["..x", "...."]
            patches = [{ from = [3, 0], to = [0, 2] }]
            edges = [
                { between = [[0, 0], [1, 1]], kind = "wall" },
                { between = [[2, 0], [3, 0]], kind = "wall" },
                { between = [[0, 0], [1, 0]], kind = "wall" },
                { between = [[1, 0], [0, 0]], kind = "door" },
                { between = [[0, 0], [0, 1]], until = [2, 1], kind = "wall" },
                { between = [[0, 0], [0, 1]], until = [5, 0], kind = "wall" },
            ]
            grid.cell = 0
            "##,
        );
        assert_eq!(
            found,
            [
                "grid.cell: a cell must be at least 1 long",
                "rows[0]: the symbol `x` in column 2 is not in the legend",
                "rows[1]: 4 symbols, but the first row has 3",
                "patches[0].from: column 3, row 0 is outside the map",
                "patches[0].to: column 0, row 2 is outside the map",
                "edges[0].between: 0,0 and 1,1 do not share an edge",
                "edges[1].between: 3,0 is outside the map",
                "edges[3].between: the edge between 1,0 and 0,0 is already marked",
                "edges[4].until: 0,0 and 2,1 do not lie on one straight row of cells",
                "edges[5].until: 3,0 is outside the map",
            ]
        );
    }

    #[test]
    fn hexes_are_told_by_column_and_row() {
        let edge = |between: [(i16, i16); 2], until: Option<(i16, i16)>| EdgeSetup {
            between: between.map(|(column, row)| Cell::from_column_row(column, row)),
            until: until.map(|(column, row)| Cell::from_column_row(column, row)),
            kind: EdgeKind::Wall,
        };
        let mut map = setup("rows = []\ngrid.shape = \"hex\"");
        map.rows = vec![".".repeat(8); 6];
        map.edges = vec![
            edge([(3, 5), (5, 5)], None),
            edge([(3, 5), (3, 6)], None),
            edge([(6, 4), (7, 4)], Some((9, 4))),
            edge([(0, 5), (1, 5)], Some((3, 2))),
            edge([(3, 4), (4, 4)], None),
            edge([(4, 4), (3, 4)], None),
        ];
        let found = map.build().unwrap_err().0;
        assert_eq!(
            found.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [
                "edges[0].between: 3,5 and 5,5 do not share an edge",
                "edges[1].between: 3,6 is outside the map",
                "edges[2].until: 8,4 is outside the map",
                "edges[3].until: 0,5 and 3,2 do not lie on one straight row of cells",
                "edges[5].between: the edge between 4,4 and 3,4 is already marked",
            ]
        );
    }

    #[test]
    fn empty_and_huge_maps_are_refused() {
        assert_eq!(
            errors("rows = []"),
            ["rows: a map needs at least one row of at least one symbol"]
        );
        assert_eq!(
            errors("rows = [\"\"]"),
            ["rows: a map needs at least one row of at least one symbol"]
        );
        let wide = MapSetup {
            rows: vec![".".repeat(513)],
            ..MapSetup::default()
        };
        assert_eq!(
            wide.build().unwrap_err().to_string(),
            "rows[0]: 513 is more than the 512 a map may have"
        );
    }

    #[test]
    fn unknown_keys_are_refused() {
        for text in [
            "rows = [\".\"]\nlegent = {}",
            "rows = [\".\"]\npatches = [{ from = [0, 0], to = [0, 0], foggy = true }]",
        ] {
            assert!(toml::from_str::<MapSetup>(text).is_err());
        }
    }
}
