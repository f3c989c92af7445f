//! Maps, what a fight changes in them, and how both are asked.

use serde::{Deserialize, Serialize};

use super::lines::{Lines, LinesOfChanges};
use super::{Cell, Edge, EdgeKind, Grid, Ground, Shape, Space};
use crate::view::Drawn;

/// A map as it is before the fight: a grid, its cells and what stands between them. Made from a [`super::MapSetup`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Map {
    pub(super) grid: Grid,
    pub(super) columns: u16,
    pub(super) rows: u16,
    /// Row by row.
    pub(super) ground: Box<[Ground]>,
    /// Two (squares) or three (hexes) per cell, row by row; empty when no edge is marked.
    pub(super) edges: Box<[Option<EdgeKind>]>,
    /// See [`Map::doors`].
    doors: Box<[Edge]>,
    /// As it was drawn last.
    pub(crate) drawn: Drawn,
    /// See [`Terrain::clear_from`].
    clear_from: Option<i16>,
    /// See [`Terrain::level`].
    level: Option<i16>,
    pub(super) lines: Lines,
}

/// Anything that answers what lies in and between cells: a [`Map`], or a map as a fight has [`Changed`] it.
pub trait Terrain {
    /// The map beneath.
    fn map(&self) -> &Map;

    /// What the column of `cell` is made of; [`Ground::OUTSIDE`] beyond the border.
    fn ground(&self, cell: Cell) -> Ground;

    /// What stands between two cells that share an edge; nothing for any other two cells.
    fn edge(&self, a: Cell, b: Cell) -> Option<EdgeKind>;

    /// Whether no edge is marked anywhere, so that nobody needs to ask for any.
    fn without_edges(&self) -> bool;

    /// The height from which on nothing stops a line, whatever kind of line it is, so that nobody needs to follow any; none where cells are
    /// solid or opaque or edges are marked, or where it is not known.
    fn clear_from(&self) -> Option<i16> {
        None
    }

    /// The height of the ground where it is the same in all cells of the map, none is solid, of a kind of its own, or holds water or ice, and no
    /// edge is marked, so that whatever is inside the map has room on it and stands at that height; none where it is not so, or not known.
    fn level(&self) -> Option<i16> {
        None
    }

    /// Whether everything that may stop a line is as on the map in the columns and rows between two cells, these included, so that what is
    /// known of lines there holds.
    fn is_as_mapped(&self, _: [Cell; 2]) -> bool {
        false
    }

    /// Whether all ground and all edges are as on the map, so that nobody needs to look at each of them; not where it is not known.
    fn is_untouched(&self) -> bool {
        false
    }

    /// Whether ground that rises stops lines; where it does not, walls and what is solid do alone, and what is known of lines is kept apart.
    fn has_heights(&self) -> bool {
        true
    }

    /// What is known of lines between two cells, if it is kept for this terrain.
    fn lines(&self, between: [Cell; 2]) -> Option<&Lines> {
        let map = self.map();
        self.is_as_mapped(between).then_some(&map.lines)
    }

    /// The grid of the map.
    fn grid(&self) -> Grid {
        self.map().grid
    }
}

impl Map {
    /// An open map without any feature.
    #[must_use]
    pub fn open(grid: Grid, columns: u16, rows: u16) -> Self {
        let cells = usize::from(columns) * usize::from(rows);
        Self {
            grid,
            columns,
            rows,
            ground: vec![Ground::default(); cells].into(),
            edges: Box::default(),
            doors: Box::default(),
            drawn: Drawn::default(),
            clear_from: Some(0),
            level: Some(0),
            lines: Lines::default(),
        }
    }

    /// Looks what there is on the map once it is drawn.
    pub(super) fn survey(&mut self) {
        let stops = |ground: &Ground| ground.solid || ground.opaque;
        let bare = self.edges.iter().all(Option::is_none) && !self.ground.iter().any(stops);
        let highest = self.ground.iter().map(|ground| ground.elevation).max();
        self.clear_from = highest.filter(|_| bare);
        let lowest = self.ground.iter().map(|ground| ground.elevation).min();
        let plain = |ground: &Ground| (ground.water, ground.ice, ground.kind) == (0, 0, 0);
        let even = bare && self.edges.is_empty() && self.ground.iter().all(plain);
        self.level = highest.filter(|_| even && lowest == highest);
        let is_door = |kind: EdgeKind| kind.opened().or(kind.closed()).is_some();
        let doors = self.edges().filter(|(_, kind)| is_door(*kind));
        self.doors = doors.map(|(edge, _)| edge).collect();
        self.lines = Lines::default();
    }

    /// Number of columns.
    #[must_use]
    pub const fn columns(&self) -> u16 {
        self.columns
    }

    /// Number of rows.
    #[must_use]
    pub const fn rows(&self) -> u16 {
        self.rows
    }

    /// Whether the column of `cell` is part of the map.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.index(cell).is_some()
    }

    /// Whether all cells of a space are part of the map, whatever their height.
    #[must_use]
    pub fn holds(&self, space: Space) -> bool {
        match self.grid.shape {
            Shape::Square => {
                let (west, north, east, south) = space.bounds(Shape::Square);
                west >= 0
                    && north >= 0
                    && east < i32::from(self.columns)
                    && south < i32::from(self.rows)
            }
            Shape::Hex => space.cells(Shape::Hex).all(|cell| self.contains(cell)),
        }
    }

    /// Whether a space lies at the border of the map: one of its cells has a neighbour outside.
    #[must_use]
    pub fn at_border(&self, space: Space) -> bool {
        space
            .cells(self.grid.shape)
            .any(|cell| self.grid.neighbours(cell).any(|next| !self.contains(next)))
    }

    /// The cell in a column and row of the drawn map, if there is one.
    #[must_use]
    pub fn at(&self, column: u16, row: u16) -> Option<Cell> {
        if column >= self.columns || row >= self.rows {
            return None;
        }
        let (column, row) = (i16::try_from(column).ok()?, i16::try_from(row).ok()?);
        Some(match self.grid.shape {
            Shape::Square => Cell::new(column, row),
            Shape::Hex => Cell::from_column_row(column, row),
        })
    }

    /// All cells at height 0, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        (0..self.rows)
            .flat_map(move |row| (0..self.columns).filter_map(move |column| self.at(column, row)))
    }

    /// All marked edges, in the order of their cells on the map.
    pub fn edges(&self) -> impl Iterator<Item = (Edge, EdgeKind)> {
        let own: &[(i16, i16)] = match self.grid.shape {
            Shape::Square => &[(1, 0), (0, 1)],
            Shape::Hex => &[(1, 0), (0, 1), (1, -1)],
        };
        let kinds = self.edges.chunks(own.len().max(1));
        self.cells().zip(kinds).flat_map(move |(cell, kinds)| {
            own.iter().zip(kinds).filter_map(move |((x, y), kind)| {
                Some((Edge::from([cell, cell.offset(*x, *y, 0)]), (*kind)?))
            })
        })
    }

    /// Where doors and windows are, open or closed, in the order of their cells on the map.
    #[must_use]
    pub fn doors(&self) -> &[Edge] {
        &self.doors
    }

    /// The cell itself, or outside the map the one in the nearest row and column.
    pub(super) fn nearest(&self, cell: Cell) -> Cell {
        if self.contains(cell) {
            return cell;
        }
        let (column, row) = self.column_row(cell);
        let clamp = |place: i32, count: u16| {
            let place = u16::try_from(place.max(0)).unwrap_or(u16::MAX);
            place.min(count.saturating_sub(1))
        };
        self.at(clamp(column, self.columns), clamp(row, self.rows))
            .unwrap_or(cell)
    }

    fn column_row(&self, cell: Cell) -> (i32, i32) {
        let (x, y) = (i32::from(cell.x), i32::from(cell.y));
        match self.grid.shape {
            Shape::Square => (x, y),
            Shape::Hex => (x + y.div_euclid(2), y),
        }
    }

    pub(super) fn index(&self, cell: Cell) -> Option<usize> {
        let (column, row) = self.column_row(cell);
        let column = u16::try_from(column)
            .ok()
            .filter(|column| *column < self.columns)?;
        let row = u16::try_from(row).ok().filter(|row| *row < self.rows)?;
        Some(usize::from(row) * usize::from(self.columns) + usize::from(column))
    }

    /// Where an edge is kept, if its first cell is part of the map.
    pub(super) fn edge_index(&self, edge: Edge) -> Option<usize> {
        let (cell, side) = edge.place(self.grid.shape)?;
        Some(self.index(cell)? * Edge::own(self.grid.shape) + side)
    }
}

impl Terrain for Map {
    fn map(&self) -> &Map {
        self
    }

    fn ground(&self, cell: Cell) -> Ground {
        self.index(cell)
            .and_then(|index| self.ground.get(index).copied())
            .unwrap_or(Ground::OUTSIDE)
    }

    fn edge(&self, a: Cell, b: Cell) -> Option<EdgeKind> {
        if self.edges.is_empty() {
            return None;
        }
        self.edge_index(Edge::from([a, b]))
            .and_then(|index| self.edges.get(index).copied().flatten())
    }

    fn without_edges(&self) -> bool {
        self.edges.is_empty()
    }

    fn clear_from(&self) -> Option<i16> {
        self.clear_from
    }

    fn level(&self) -> Option<i16> {
        self.level
    }

    fn is_as_mapped(&self, _: [Cell; 2]) -> bool {
        true
    }

    fn is_untouched(&self) -> bool {
        true
    }
}

impl<T: Terrain> Terrain for &T {
    fn map(&self) -> &Map {
        (**self).map()
    }

    fn ground(&self, cell: Cell) -> Ground {
        (**self).ground(cell)
    }

    fn edge(&self, a: Cell, b: Cell) -> Option<EdgeKind> {
        (**self).edge(a, b)
    }

    fn without_edges(&self) -> bool {
        (**self).without_edges()
    }

    fn clear_from(&self) -> Option<i16> {
        (**self).clear_from()
    }

    fn level(&self) -> Option<i16> {
        (**self).level()
    }

    fn is_as_mapped(&self, between: [Cell; 2]) -> bool {
        (**self).is_as_mapped(between)
    }

    fn is_untouched(&self) -> bool {
        (**self).is_untouched()
    }

    fn has_heights(&self) -> bool {
        (**self).has_heights()
    }

    fn lines(&self, between: [Cell; 2]) -> Option<&Lines> {
        (**self).lines(between)
    }
}

/// What a fight has changed in its map: doors opened, ice broken, fog moved.
///
/// Kept in order and without changes that restore what the map says, so that equal situations are equal values.
/// Belongs to the state of a fight; the [`Map`] is shared.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Changes {
    ground: Vec<(Cell, Ground)>,
    edges: Vec<(Edge, Option<EdgeKind>)>,
    /// Not in files: of changes that were read nothing is kept until the next one.
    #[serde(skip)]
    lines: LinesOfChanges,
}

impl Changes {
    /// Whether everything is as on the map.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ground.is_empty() && self.edges.is_empty()
    }

    /// The changed cells, in order.
    #[must_use]
    pub fn ground(&self) -> &[(Cell, Ground)] {
        &self.ground
    }

    /// The changed edges, in order; nothing stands where the kind is none.
    #[must_use]
    pub fn edges(&self) -> &[(Edge, Option<EdgeKind>)] {
        &self.edges
    }

    /// Makes the column of `cell` what `ground` says. A cell outside the map stays as it is.
    pub fn set_ground(&mut self, map: &Map, cell: Cell, ground: Ground) {
        let cell = cell.with_height(0);
        if map.contains(cell) {
            let change = (ground != map.ground(cell)).then_some(ground);
            if put(&mut self.ground, cell, change) {
                self.lines.begin();
            }
        }
    }

    /// Puts `kind`, or nothing, between two cells. Nothing happens unless they share an edge and one lies on the map.
    pub fn set_edge(&mut self, map: &Map, a: Cell, b: Cell, kind: Option<EdgeKind>) {
        let Some(edge) = Edge::between(map.grid.shape, a, b) else {
            return;
        };
        if map.contains(a) || map.contains(b) {
            let change = (kind != map.edge(a, b)).then_some(kind);
            if put(&mut self.edges, edge, change) {
                self.lines.begin();
            }
        }
    }

    /// The map with these changes.
    #[must_use]
    pub const fn on<'a>(&'a self, map: &'a Map) -> Changed<'a> {
        Changed { map, changes: self }
    }
}

/// Sets or, without a value, drops an entry of an ordered list: whether that changes it.
fn put<K: Ord + Copy, V: PartialEq>(list: &mut Vec<(K, V)>, key: K, value: Option<V>) -> bool {
    let place = list.binary_search_by_key(&key, |(key, _)| *key);
    let before = place.ok().map(|index| &list[index].1);
    if before == value.as_ref() {
        return false;
    }
    match (place, value) {
        (Ok(index), Some(value)) => list[index].1 = value,
        (Ok(index), None) => drop(list.remove(index)),
        (Err(index), Some(value)) => list.insert(index, (key, value)),
        (Err(_), None) => {}
    }
    true
}

fn find<K: Ord + Copy, V: Copy>(list: &[(K, V)], key: K) -> Option<V> {
    let index = list.binary_search_by_key(&key, |(key, _)| *key).ok()?;
    list.get(index).map(|(_, value)| *value)
}

/// A map with the changes of a fight.
#[derive(Clone, Copy, Debug)]
pub struct Changed<'a> {
    map: &'a Map,
    changes: &'a Changes,
}

impl Terrain for Changed<'_> {
    fn map(&self) -> &Map {
        self.map
    }

    fn ground(&self, cell: Cell) -> Ground {
        if self.changes.ground.is_empty() {
            return self.map.ground(cell);
        }
        find(&self.changes.ground, cell.with_height(0)).unwrap_or_else(|| self.map.ground(cell))
    }

    fn edge(&self, a: Cell, b: Cell) -> Option<EdgeKind> {
        if self.changes.edges.is_empty() {
            return self.map.edge(a, b);
        }
        find(&self.changes.edges, Edge::from([a, b])).unwrap_or_else(|| self.map.edge(a, b))
    }

    fn without_edges(&self) -> bool {
        self.map.without_edges() && self.changes.edges.is_empty()
    }

    fn clear_from(&self) -> Option<i16> {
        self.map.clear_from.filter(|_| self.changes.is_empty())
    }

    fn level(&self) -> Option<i16> {
        self.map.level.filter(|_| self.changes.is_empty())
    }

    fn is_as_mapped(&self, between: [Cell; 2]) -> bool {
        let holds = |cell: Cell| cell.lies_between(between);
        let edge = |(edge, _): &(Edge, _)| edge.cells().into_iter().any(holds);
        !self.changes.ground.iter().any(|(cell, _)| holds(*cell))
            && !self.changes.edges.iter().any(edge)
    }

    fn is_untouched(&self) -> bool {
        self.changes.is_empty()
    }

    fn lines(&self, between: [Cell; 2]) -> Option<&Lines> {
        if self.is_as_mapped(between) {
            return Some(&self.map.lines);
        }
        self.changes.lines.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{
        Corners, Line, Mover, Through, Unit, can_step, exposure, fits, floor, line_of_effect,
    };

    #[test]
    fn a_map_knows_its_cells() {
        for grid in [Grid::squares(5, Unit::Feet), Grid::hexes(1, Unit::Metres)] {
            let map = Map::open(grid, 4, 3);
            let cells: Vec<_> = map.cells().collect();
            assert_eq!(cells.len(), 12);
            assert!(cells.iter().all(|cell| map.contains(*cell)));
            assert!(
                cells
                    .iter()
                    .all(|cell| map.ground(*cell) == Ground::default())
            );
            assert_eq!(map.at(4, 0), None);
            assert_eq!(map.at(0, 3), None);
            assert_eq!(map.ground(Cell::new(0, -1)), Ground::OUTSIDE);
        }
        assert_eq!(
            Map::open(Grid::hexes(1, Unit::Metres), 4, 3).at(0, 2),
            Some(Cell::new(-1, 2))
        );
    }

    #[test]
    fn changes_overlay_the_map_and_cancel_out() {
        let map = Map::open(Grid::squares(5, Unit::Feet), 4, 4);
        let (a, b) = (Cell::new(1, 1), Cell::new(2, 1));
        let ice = Ground {
            ice: 2,
            ..Ground::default()
        };
        let mut changes = Changes::default();
        changes.set_ground(&map, a.with_height(3), ice);
        changes.set_edge(&map, b, a, Some(EdgeKind::Door));
        let changed = changes.on(&map);
        assert_eq!(changed.ground(a.with_height(9)), ice);
        assert_eq!(changed.ground(b), Ground::default());
        assert_eq!(changed.edge(a, b), Some(EdgeKind::Door));
        assert_eq!(changed.edge(b, a), Some(EdgeKind::Door));
        assert!(!changed.without_edges());
        changes.set_ground(&map, a, Ground::default());
        changes.set_edge(&map, a, b, None);
        assert_eq!(changes, Changes::default());
    }

    #[test]
    fn what_is_known_of_lines_is_forgotten_with_every_change() {
        let map = Map::open(Grid::squares(5, Unit::Feet), 5, 1);
        let (from, to) = [0, 4].map(|x| Space::cell(Cell::new(x, 0))).into();
        let (a, b) = (Cell::new(1, 0), Cell::new(2, 0));
        let mut changes = Changes::default();
        let shows = |changes: &Changes| {
            let land = changes.on(&map);
            let shows = || exposure(&land, Line::Effect, from, to);
            assert_eq!(shows(), shows());
            (line_of_effect(&land, from, to), shows().reached)
        };
        for _ in 0..2 {
            changes.set_edge(&map, a, b, Some(EdgeKind::Wall));
            let copy = changes.clone();
            assert_eq!((shows(&changes), shows(&copy)), ((false, 0), (false, 0)));
            changes.set_edge(&map, a, b, Some(EdgeKind::OpenDoor));
            assert_eq!((shows(&changes), shows(&copy)), ((true, 5), (false, 0)));
        }
        let known = |changes: &Changes| changes.lines.get().map(std::ptr::from_ref);
        let before = known(&changes);
        changes.set_edge(&map, b, a, Some(EdgeKind::OpenDoor));
        changes.set_ground(&map, a, Ground::default());
        assert!(before.is_some() && known(&changes) == before);
        assert_ne!(changes, Changes::default());
        changes.set_edge(&map, a, b, None);
        assert_eq!(changes, Changes::default());
    }

    #[test]
    fn changes_outside_the_map_or_between_strangers_do_nothing() {
        let map = Map::open(Grid::squares(5, Unit::Feet), 4, 4);
        let mut changes = Changes::default();
        changes.set_ground(
            &map,
            Cell::new(4, 0),
            Ground {
                fog: true,
                ..Ground::default()
            },
        );
        changes.set_edge(&map, Cell::new(0, 0), Cell::new(1, 1), Some(EdgeKind::Wall));
        changes.set_edge(&map, Cell::new(8, 0), Cell::new(8, 1), Some(EdgeKind::Wall));
        assert!(changes.is_empty());
    }

    #[test]
    fn ground_is_level_where_nothing_is_in_the_way() {
        for grid in [Grid::squares(5, Unit::Feet), Grid::hexes(1, Unit::Metres)] {
            let map = Map::open(grid, 6, 5);
            assert_eq!(map.level(), Some(0));
            let mut changes = Changes::default();
            let hill = Ground {
                elevation: 1,
                ..Ground::default()
            };
            changes.set_ground(&map, Cell::new(3, 2), hill);
            assert_eq!(changes.on(&map).level(), None);
            changes.set_ground(&map, Cell::new(3, 2), Ground::default());
            assert_eq!(changes.on(&map).level(), Some(0));
            changes.set_edge(&map, Cell::new(1, 1), Cell::new(2, 1), Some(EdgeKind::Low));
            assert_eq!(changes.on(&map).level(), None);
        }
    }

    /// A map of which it is not said that it is level.
    struct Unsurveyed<'a>(&'a Map);

    impl Terrain for Unsurveyed<'_> {
        fn map(&self) -> &Map {
            self.0
        }

        fn ground(&self, cell: Cell) -> Ground {
            self.0.ground(cell)
        }

        fn edge(&self, a: Cell, b: Cell) -> Option<EdgeKind> {
            self.0.edge(a, b)
        }

        fn without_edges(&self) -> bool {
            self.0.without_edges()
        }
    }

    /// The cell and all that lie next to it, above and below included.
    fn around(cell: Cell) -> impl Iterator<Item = Cell> {
        (-1..2).flat_map(move |x| {
            (-1..2).flat_map(move |y| (-1..2).map(move |z| cell.offset(x, y, z)))
        })
    }

    #[test]
    fn on_level_ground_everything_has_room_stands_and_steps_as_where_each_cell_is_looked_at() {
        for grid in [Grid::squares(5, Unit::Feet), Grid::hexes(1, Unit::Metres)] {
            let map = Map::open(grid, 6, 5);
            let each = Unsurveyed(&map);
            for (x, y, z) in
                (-4..9).flat_map(|x| (-2..8).flat_map(move |y| (-1..2).map(move |z| (x, y, z))))
            {
                for side in 0..4 {
                    let space = Space::cube(Cell::at_height(x, y, z), side);
                    assert_eq!(fits(&map, space), fits(&each, space), "{space:?}");
                    assert_eq!(floor(&map, space), floor(&each, space), "{space:?}");
                    for through in [Through::Ground, Through::Open] {
                        let steps = steps(&map, space, through);
                        assert_eq!(steps, self::steps(&each, space, through), "{space:?}");
                    }
                    for to in around(space.at) {
                        for corners in [Corners::Squeeze, Corners::Cut, Corners::Round] {
                            let open = can_step(&map, space, to, corners);
                            let seen = can_step(&each, space, to, corners);
                            assert_eq!(open, seen, "{space:?} to {to:?}, {corners:?}");
                        }
                    }
                }
            }
        }
    }

    fn steps(terrain: &impl Terrain, space: Space, through: Through) -> Vec<Cell> {
        let mover = Mover {
            terrain,
            space,
            corners: Corners::Round,
            through,
        };
        mover.steps(space.at).collect()
    }
}
