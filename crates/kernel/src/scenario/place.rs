//! Where nothing can stand.

use crate::grid::{Cell, Map, Space, Terrain};

/// The farthest from height 0 that ground can be, in cells.
pub const HIGHEST: i16 = 1000;

/// Whether some ground of the map is higher or deeper than [`HIGHEST`].
#[must_use]
pub fn too_high(map: &Map) -> bool {
    map.cells()
        .any(|cell| !(-HIGHEST..=HIGHEST).contains(&map.ground(cell).elevation))
}

/// The cell as scenarios write it: hexes by column and row.
#[must_use]
pub fn written(map: &Map, cell: Cell) -> Cell {
    map.grid().shape.written(cell)
}

/// Why nothing can fill a space, in words that follow its name: it is off the map, in rock, or on both sides of a wall. Whoever
/// moves through earth can be below the ground.
#[must_use]
pub fn hindrance(map: &Map, space: Space, through_earth: bool) -> Option<String> {
    let shape = map.grid().shape;
    let takes_up = |cell, what| Some(format!("takes up {}, which is {what}", written(map, cell)));
    if let Some(cell) = space.cells(shape).find(|cell| !map.contains(*cell)) {
        return takes_up(cell, "off the map");
    }
    let inside = |cell: &Cell| {
        let ground = map.ground(*cell);
        ground.fills(cell.z) && (ground.solid || !through_earth)
    };
    if let Some(cell) = space.cells(shape).find(inside) {
        return takes_up(cell, "solid");
    }
    let walled = |cell: &Cell| {
        let mut others = map.grid().neighbours(*cell);
        others.any(|other| {
            let edge = map.edge(*cell, other);
            space.contains(shape, other) && edge.is_some_and(|edge| edge.blocks_movement())
        })
    };
    if let Some(cell) = space.cells(shape).find(walled) {
        return takes_up(cell, "cut off by a wall");
    }
    None
}
