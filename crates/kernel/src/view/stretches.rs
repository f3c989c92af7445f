//! Stretches of a map that walls and rock keep apart.

use rustc_hash::FxHashSet;

use super::MapView;
use crate::grid::{Cell, Edge, EdgeKind, Shape};

impl MapView {
    /// For each cell, row by row from the top, the number of the stretch that it belongs to. From one stretch nothing gets to another:
    /// neither steps nor flight, neither shots nor spells. Doors and windows can be opened; rock belongs to no stretch.
    #[must_use]
    pub fn stretches(&self) -> Vec<Option<u32>> {
        let walls = self.edges.iter();
        let walls = walls.filter_map(|(edge, kind)| (*kind == EdgeKind::Wall).then_some(*edge));
        let walls: FxHashSet<Edge> = walls.collect();
        let mut found = vec![None; self.ground.len()];
        let mut number = 0;
        for first in 0..found.len() {
            if found[first].is_some() || self.ground[first].solid {
                continue;
            }
            found[first] = Some(number);
            let mut edge = vec![first];
            while let Some(place) = edge.pop() {
                for next in self.beside(place, &walls) {
                    if found[next].is_none() && !self.ground[next].solid {
                        found[next] = Some(number);
                        edge.push(next);
                    }
                }
            }
            number += 1;
        }
        found
    }

    /// Where a cell stands in [`MapView::ground`]; `None` outside the map.
    #[must_use]
    pub fn place(&self, cell: Cell) -> Option<usize> {
        let (column, row) = match self.shape() {
            Shape::Square => (cell.x, cell.y),
            Shape::Hex => cell.column_row(),
        };
        let is_inside = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        let place = i32::from(row) * i32::from(self.columns) + i32::from(column);
        is_inside.then(|| usize::try_from(place).ok()).flatten()
    }

    /// The cells that share a border with one at which no wall stands.
    fn beside(&self, place: usize, walls: &FxHashSet<Edge>) -> impl Iterator<Item = usize> {
        let columns = usize::try_from(self.columns).unwrap_or(1).max(1);
        let (column, row) = ((place % columns) as i16, (place / columns) as i16);
        let (cell, sides): (_, &[(i16, i16)]) = match self.shape() {
            Shape::Square => (Cell::new(column, row), &[(1, 0), (0, 1), (-1, 0), (0, -1)]),
            Shape::Hex => (
                Cell::from_column_row(column, row),
                &[(1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1)],
            ),
        };
        let all = sides.iter().map(move |(x, y)| cell.offset(*x, *y, 0));
        all.filter(move |next| !walls.contains(&Edge::from([cell, *next])))
            .filter_map(|next| self.place(next))
    }

    const fn shape(&self) -> Shape {
        if self.hexes {
            Shape::Hex
        } else {
            Shape::Square
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::grid::{Changes, Grid, Ground, Map, Unit};

    use super::*;

    fn view(changes: &Changes, map: &Map) -> std::sync::Arc<MapView> {
        MapView::of(&changes.on(map), |_| Vec::new(), |ground| ground)
    }

    #[test]
    fn rock_and_walls_part_a_map_and_doors_do_not() {
        let grid = Grid::squares(5, Unit::Feet);
        let map = Map::open(grid, 4, 2);
        let at = |x, y| Cell::new(x, y);
        let rock = Ground {
            solid: true,
            ..Ground::default()
        };
        let mut changes = Changes::default();
        changes.set_ground(&map, at(1, 0), rock);
        changes.set_edge(&map, at(0, 1), at(1, 1), Some(EdgeKind::Wall));
        let parted = view(&changes, &map).stretches();
        let (left, right) = (Some(0), Some(1));
        let expected = [left, None, right, right, left, right, right, right];
        assert_eq!(parted, expected);
        for opening in [EdgeKind::Door, EdgeKind::Slit, EdgeKind::Low] {
            changes.set_edge(&map, at(0, 1), at(1, 1), Some(opening));
            let whole = view(&changes, &map).stretches();
            assert!(
                whole.iter().flatten().all(|number| *number == 0),
                "{opening:?}"
            );
        }
    }

    #[test]
    fn hexes_have_six_sides() {
        let grid = Grid::hexes(1, Unit::Yards);
        let map = Map::open(grid, 3, 3);
        let middle = Cell::from_column_row(1, 1);
        let mut changes = Changes::default();
        for next in grid.neighbours(middle) {
            changes.set_edge(&map, middle, next, Some(EdgeKind::Wall));
        }
        let shown = view(&changes, &map);
        let parted = shown.stretches();
        let own = shown.place(middle).expect("it is on the map");
        assert_eq!(own, 4);
        let alike = parted.iter().filter(|number| **number == parted[own]);
        assert_eq!(alike.count(), 1);
        changes.set_edge(&map, middle, middle.offset(1, -1, 0), None);
        let whole = view(&changes, &map).stretches();
        assert!(whole.iter().all(|number| *number == Some(0)));
        assert_eq!(shown.place(Cell::from_column_row(3, 0)), None);
        assert_eq!(shown.place(Cell::from_column_row(0, -1)), None);
    }
}
