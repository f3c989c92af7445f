//! Which parts of a map hang together on foot, whoever stands about: where two places lie in different ones, no way needs to be looked for.

use std::sync::OnceLock;

use affray_kernel::grid::{Cell, Edge, Map, Shape, Space, Terrain};

use super::ground::terrain;
use crate::state::{Altered, State};

/// The parts of a map, found out when they are first asked for.
#[derive(Debug, Default)]
pub(crate) struct Rooms {
    /// For those who take up one square, whom a rise of more than one square stops.
    by_height: OnceLock<Parts>,
    /// For the large, who stand higher than some of their squares, and for climbers: walls alone stop them.
    by_walls: OnceLock<Parts>,
}

/// What is found out about a map is no part of it.
impl PartialEq for Rooms {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Rooms {}

impl Clone for Rooms {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// The parts into which a map falls with all its doors closed.
#[derive(Debug)]
struct Parts {
    /// The part of each square, row by row.
    of: Box<[u32]>,
    /// Two parts, and the door through which one leads to the other.
    doors: Vec<([u32; 2], Edge)>,
}

/// A square that is in no part as yet, or solid.
const NONE: u32 = 0;

impl Parts {
    fn of(map: &Map, heights: bool) -> Self {
        let mut parts = Self {
            of: vec![NONE; usize::from(map.columns()) * usize::from(map.rows())].into(),
            doors: Vec::new(),
        };
        let mut links = Vec::new();
        let mut count = NONE;
        for start in map.cells() {
            if map.ground(start).solid || parts.part(map, start) != NONE {
                continue;
            }
            count += 1;
            parts.set(map, start, count);
            let mut waiting = vec![start];
            while let Some(here) = waiting.pop() {
                for next in map.grid().neighbours(here) {
                    match leads(map, here, next, heights) {
                        Leads::Freely if parts.part(map, next) == NONE => {
                            parts.set(map, next, count);
                            waiting.push(next);
                        }
                        Leads::Through(door) => links.push(([here, next], door)),
                        Leads::Freely | Leads::Nowhere => {}
                    }
                }
            }
        }
        let part = |[a, b]: [Cell; 2]| [parts.part(map, a), parts.part(map, b)];
        let doors = links.into_iter().map(|(cells, door)| (part(cells), door));
        parts.doors = doors.filter(|([a, b], _)| a != b).collect();
        parts
    }

    /// The part of a square; none where it is solid or outside.
    fn part(&self, map: &Map, cell: Cell) -> u32 {
        index(map, cell).map_or(NONE, |index| self.of[index])
    }

    fn set(&mut self, map: &Map, cell: Cell, part: u32) {
        if let Some(index) = index(map, cell) {
            self.of[index] = part;
        }
    }
}

fn index(map: &Map, cell: Cell) -> Option<usize> {
    let (column, row) = match map.grid().shape {
        Shape::Square => (cell.x, cell.y),
        Shape::Hex => cell.column_row(),
    };
    let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
    let columns = usize::from(map.columns());
    (column < columns && row < usize::from(map.rows())).then_some(row * columns + column)
}

/// Whether a step leads from one square to the next.
enum Leads {
    Freely,
    /// Where that door is open.
    Through(Edge),
    Nowhere,
}

fn leads(map: &Map, from: Cell, to: Cell, heights: bool) -> Leads {
    if !map.contains(to) || map.ground(to).solid {
        return Leads::Nowhere;
    }
    let height = |cell| map.ground(cell).surface();
    if heights && (height(from) - height(to)).abs() > 1 {
        return Leads::Nowhere;
    }
    if Edge::between(map.grid().shape, from, to).is_some() {
        return over(map, from, to);
    }
    // A corner is cut on either side.
    let corners = [Cell { x: to.x, ..from }, Cell { y: to.y, ..from }];
    let mut best = Leads::Nowhere;
    for by in corners {
        if !map.contains(by) || map.ground(by).solid {
            continue;
        }
        match (over(map, from, by), over(map, by, to)) {
            (Leads::Nowhere, _) | (_, Leads::Nowhere) => {}
            (Leads::Freely, Leads::Freely) => return Leads::Freely,
            (Leads::Through(door), _) | (_, Leads::Through(door)) => best = Leads::Through(door),
        }
    }
    best
}

/// Whether what stands between two squares lets anybody pass.
fn over(map: &Map, from: Cell, to: Cell) -> Leads {
    match map.edge(from, to) {
        Some(kind) if kind.opened().or(kind.closed()).is_some() => {
            Leads::Through(Edge::from([from, to]))
        }
        Some(kind) if kind.blocks_movement() => Leads::Nowhere,
        _ => Leads::Freely,
    }
}

/// The squares that hang together with a place on foot as the doors are now.
pub(crate) struct Around<'s> {
    map: &'s Map,
    parts: &'s Parts,
    reached: Vec<u32>,
}

impl Around<'_> {
    /// Whether a square is one of them.
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        self.reached.contains(&self.parts.part(self.map, cell))
    }
}

/// What hangs together with a space; nothing where that is not known: on ground that has been dug up, or from somewhere off the ground. Climbers
/// are stopped by walls alone, and so is whoever takes up several squares.
pub(crate) fn around(state: &State, space: Space, climbs: bool) -> Option<Around<'_>> {
    let is_dug_up = |change: &Altered| matches!(change, Altered::Tunnel(..) | Altered::Breach(_));
    if state.cast.open_ground || state.altered.iter().any(is_dug_up) {
        return None;
    }
    let (map, heights) = (&state.cast.map, space.side <= 1 && !climbs);
    if heights && map.ground(space.at).surface() != space.at.z {
        return None;
    }
    let rooms = &state.cast.rooms;
    let parts = if heights {
        rooms.by_height.get_or_init(|| Parts::of(map, true))
    } else {
        rooms.by_walls.get_or_init(|| Parts::of(map, false))
    };
    let mut reached = vec![parts.part(map, space.at)];
    let mut next = 0;
    while let Some(here) = reached.get(next).copied() {
        for ([a, b], door) in &parts.doors {
            let beyond = match here {
                part if part == *a => *b,
                part if part == *b => *a,
                _ => continue,
            };
            if !reached.contains(&beyond) && is_open(state, *door) {
                reached.push(beyond);
            }
        }
        next += 1;
    }
    (reached[0] != NONE).then_some(Around {
        map,
        parts,
        reached,
    })
}

fn is_open(state: &State, door: Edge) -> bool {
    let [a, b] = door.cells();
    let kind = terrain(state).edge(a, b);
    !kind.is_some_and(|kind| kind.blocks_movement())
}
