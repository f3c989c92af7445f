use super::*;
use crate::grid::{EdgeKind, EdgeSetup, Grid, Ground, Map, MapSetup};

fn map(shape: Shape, rows: &[&str], edges: &[([i16; 4], EdgeKind)]) -> Map {
    MapSetup {
        grid: Grid {
            shape,
            ..Grid::default()
        },
        rows: rows.iter().map(ToString::to_string).collect(),
        legend: [
            (
                '~',
                Ground {
                    difficult: true,
                    ..Ground::default()
                },
            ),
            (
                '2',
                Ground {
                    elevation: 2,
                    ..Ground::default()
                },
            ),
        ]
        .into(),
        edges: edges
            .iter()
            .map(|([a, b, c, d], kind)| EdgeSetup {
                between: [Cell::new(*a, *b), Cell::new(*c, *d)],
                until: None,
                kind: *kind,
            })
            .collect(),
        ..MapSetup::default()
    }
    .build()
    .unwrap()
}

fn walker(terrain: &Map, side: u8) -> Mover<'_, Map> {
    Mover {
        terrain,
        space: Space::cube(Cell::default(), side),
        corners: Corners::Cut,
        through: Through::Ground,
    }
}

fn way(
    mover: &Mover<'_, Map>,
    from: (i16, i16),
    to: (i16, i16),
    budget: u32,
) -> Option<(String, u32)> {
    let difficult = |from: Cell, _| {
        Some(if mover.terrain.ground(from).difficult {
            2
        } else {
            1
        })
    };
    let goal = |cell: Cell| (cell.x, cell.y) == to;
    let path = mover.path(Cell::new(from.0, from.1), budget, goal, difficult)?;
    Some((
        path.places
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" "),
        path.cost,
    ))
}

#[test]
fn the_way_is_short_and_straight() {
    let map = map(Shape::Square, &["....", "....", "...."], &[]);
    let found = way(&walker(&map, 1), (0, 1), (3, 1), 9).unwrap();
    assert_eq!(found, ("0,1 1,1 2,1 3,1".into(), 3));
    assert_eq!(way(&walker(&map, 1), (0, 1), (3, 1), 2), None);
    assert_eq!(way(&walker(&map, 1), (0, 1), (0, 1), 0).unwrap().1, 0);
}

#[test]
fn difficult_ground_is_avoided_when_that_is_cheaper() {
    let map = map(Shape::Square, &[".....", ".~~~.", ".~~~."], &[]);
    assert_eq!(
        way(&walker(&map, 1), (0, 1), (4, 1), 9).unwrap(),
        ("0,1 1,0 2,0 3,0 4,1".into(), 4)
    );
    assert_eq!(way(&walker(&map, 1), (0, 2), (4, 2), 9).unwrap().1, 6);
}

#[test]
fn corners_are_passed_as_the_rule_says() {
    let corner = map(Shape::Square, &[".#", ".."], &[]);
    let gap = map(Shape::Square, &[".#", "#."], &[]);
    let step =
        |map: &Map, corners| can_step(map, Space::cell(Cell::new(0, 0)), Cell::new(1, 1), corners);
    for (corners, past_one, between) in [
        (Corners::Squeeze, true, true),
        (Corners::Cut, true, false),
        (Corners::Round, false, false),
    ] {
        assert_eq!(step(&corner, corners), past_one, "{corners:?}");
        assert_eq!(step(&gap, corners), between, "{corners:?}");
    }
    let wall = map(
        Shape::Square,
        &["..", ".."],
        &[
            ([0, 0, 1, 0], EdgeKind::Wall),
            ([0, 1, 1, 1], EdgeKind::Wall),
        ],
    );
    assert!(!step(&wall, Corners::Cut));
}

#[test]
fn the_large_pass_corners_as_a_whole() {
    let step = |rows: &[&str], corners| {
        let map = map(Shape::Square, rows, &[]);
        let space = Space::new(Cell::new(0, 0), 2, 1);
        can_step(&map, space, Cell::new(1, 1), corners)
    };
    let corner = ["..#.", "....", "....", "...."];
    let gap = ["..#.", "....", "#...", "...."];
    for (corners, past_one, between) in [
        (Corners::Squeeze, true, true),
        (Corners::Cut, true, false),
        (Corners::Round, false, false),
    ] {
        assert_eq!(step(&corner, corners), past_one, "{corners:?}");
        assert_eq!(step(&gap, corners), between, "{corners:?}");
    }
    let mut wall = map(
        Shape::Square,
        &["....", "....", "....", "...."],
        &[([2, 0, 3, 0], EdgeKind::Wall)],
    );
    let large = |map: &Map| {
        let space = Space::new(Cell::new(1, 0), 2, 1);
        can_step(map, space, Cell::new(2, 1), Corners::Cut)
    };
    assert!(large(&wall), "below the wall");
    wall = map(
        Shape::Square,
        &["....", "....", "....", "...."],
        &[
            ([2, 0, 3, 0], EdgeKind::Wall),
            ([1, 1, 1, 2], EdgeKind::Wall),
        ],
    );
    assert!(!large(&wall), "both ways are walled");
}

#[test]
fn walls_and_doors_stop_steps() {
    for (kind, open) in [
        (EdgeKind::Wall, false),
        (EdgeKind::Door, false),
        (EdgeKind::OpenDoor, true),
        (EdgeKind::Low, true),
    ] {
        for shape in [Shape::Square, Shape::Hex] {
            let map = map(shape, &["...."], &[([1, 0, 2, 0], kind)]);
            assert_eq!(
                way(&walker(&map, 1), (0, 0), (3, 0), 9).is_some(),
                open,
                "{kind:?}"
            );
        }
    }
}

#[test]
fn only_neighbours_are_one_step_away() {
    let map = map(Shape::Hex, &["...", "...", "..."], &[]);
    let from = Space::cell(Cell::new(1, 1));
    assert!(can_step(&map, from, Cell::new(2, 0), Corners::Cut));
    assert!(!can_step(&map, from, Cell::new(0, 0), Corners::Cut));
    assert!(!can_step(&map, from, from.at, Corners::Cut));
    assert!(can_step(&map, from, from.at.with_height(1), Corners::Cut));
}

#[test]
fn large_spaces_need_large_gaps() {
    let map = map(
        Shape::Square,
        &["......", "......", "##.###", "##..##", "......", "......"],
        &[],
    );
    assert!(way(&walker(&map, 1), (0, 0), (0, 4), 20).is_some());
    assert!(way(&walker(&map, 2), (0, 0), (0, 4), 20).is_none());
    assert!(
        !fits(&map, Space::cube(Cell::new(5, 0), 2)),
        "half outside the map"
    );
}

#[test]
fn a_wall_does_not_run_through_a_footprint() {
    let rows = ["....", "...."];
    let map = map(Shape::Square, &rows, &[([2, 0, 2, 1], EdgeKind::Wall)]);
    assert!(way(&walker(&map, 2), (0, 0), (2, 0), 9).is_none());
    assert!(way(&walker(&map, 1), (0, 0), (3, 0), 9).is_some());
}

#[test]
fn walkers_follow_the_ground() {
    let map = map(Shape::Square, &[".22."], &[]);
    let climb = |from: Cell, to: Cell| Some(1 + u32::from(from.z.abs_diff(to.z)));
    let path = walker(&map, 1)
        .path(Cell::new(0, 0), 20, |cell| cell.x == 3, climb)
        .unwrap();
    assert_eq!(
        path.places
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        ["0,0", "1,0,2", "2,0,2", "3,0"]
    );
    assert_eq!(path.cost, 7);
    let no_climbing = |from: Cell, to: Cell| (from.z == to.z).then_some(1);
    assert_eq!(
        walker(&map, 1).path(Cell::new(0, 0), 20, |cell| cell.x == 3, no_climbing),
        None
    );
}

#[test]
fn fliers_rise_over_obstacles() {
    let map = map(Shape::Square, &[".2."], &[]);
    let flier = Mover {
        through: Through::Open,
        ..walker(&map, 1)
    };
    let path = flier
        .path(
            Cell::new(0, 0),
            20,
            |cell| cell == Cell::new(2, 0),
            |_, _| Some(1),
        )
        .unwrap();
    assert_eq!(
        path.places
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        ["0,0", "0,0,1", "1,0,2", "2,0,1", "2,0"]
    );
}

#[test]
fn toward_somewhere_all_is_found_that_is_there() {
    let map = map(
        Shape::Square,
        &["......", "..~...", "..~...", "......"],
        &[],
    );
    let goal = Cell::new(5, 1);
    let cost = |_, to| Some(if map.ground(to).difficult { 2 } else { 1 });
    let ahead = |here: Cell| {
        u32::from(here.x.abs_diff(goal.x).max(here.y.abs_diff(goal.y))).saturating_sub(1)
    };
    for budget in 0..9 {
        let all = walker(&map, 1).reachable(Cell::new(0, 1), budget, cost);
        let near = walker(&map, 1).reachable_toward(Cell::new(0, 1), budget, ahead, cost);
        let there = |reached: &&Reached| ahead(reached.place) == 0;
        assert!(
            all.iter().filter(there).eq(near.iter().filter(there)),
            "{budget}"
        );
        assert!(near.iter().all(|reached| all.contains(reached)));
        assert!(
            !(1..6).contains(&budget) || near.len() < all.len(),
            "{budget}"
        );
    }
}

#[test]
fn what_is_reachable_grows_with_the_budget() {
    for (shape, counts) in [(Shape::Square, [1, 9, 25]), (Shape::Hex, [1, 7, 19])] {
        let map = Map::open(
            Grid {
                shape,
                ..Grid::default()
            },
            9,
            9,
        );
        for (budget, count) in (0u32..).zip(counts) {
            let reached = walker(&map, 1).reachable(Cell::new(3, 4), budget, |_, _| Some(1));
            assert_eq!(reached.len(), count);
            assert!(reached.windows(2).all(|pair| pair[0].place < pair[1].place));
            let grid = map.grid;
            assert!(
                reached
                    .iter()
                    .all(|reached| reached.cost
                        == grid.cells_between(Cell::new(3, 4), reached.place))
            );
        }
    }
}

#[test]
fn turning_can_cost_something() {
    let map = map(Shape::Square, &["....", "....", "...."], &[]);
    let start = Course {
        cell: Cell::new(0, 0),
        heading: Heading::East,
    };
    let turns = |from: Course, to: Course| {
        Some(1 + u32::from(from.heading.turns_to(Shape::Square, to.heading)))
    };
    let mover = walker(&map, 1);
    let path = mover
        .path_turning_to(start, 20, Cell::new(3, 2), 1, turns)
        .unwrap();
    assert_eq!(path.cost, 4, "three steps, one turn");
    let back = mover
        .path_turning_to(start, 20, Cell::new(0, 1), 1, turns)
        .unwrap();
    assert_eq!(back.cost, 3);
    let near = mover.reachable_turning(start, 1, turns);
    assert_eq!(
        near.iter()
            .map(|reached| reached.place.cell)
            .collect::<Vec<_>>(),
        [Cell::new(0, 0), Cell::new(1, 0)]
    );
}

#[test]
fn free_steps_upward_do_not_go_on_for_ever() {
    let map = map(Shape::Square, &["."], &[]);
    let flier = Mover {
        through: Through::Open,
        ..walker(&map, 1)
    };
    assert_eq!(
        flier.reachable(Cell::new(0, 0), 0, |_, _| Some(0)).len(),
        1 + i16::MAX as usize
    );
}

/// Steps of somebody who takes up one cell are looked for in another way than those of the large: they are what each neighbour asked by
/// itself comes to.
#[test]
fn steps_over_one_cell_are_those_that_can_be_taken() {
    let rows = ["..#..2", ".#...2", "....#.", "2..2.."];
    for shape in [Shape::Square, Shape::Hex] {
        let wall = ([2, 2, 3, 2], EdgeKind::Wall);
        for map in [map(shape, &rows, &[]), map(shape, &rows, &[wall])] {
            for corners in [Corners::Squeeze, Corners::Cut, Corners::Round] {
                let mover = Mover {
                    corners,
                    ..walker(&map, 1)
                };
                for from in map.cells() {
                    let height = floor(&map, Space::cell(from)).unwrap_or(0);
                    let from = from.with_height(height);
                    let beside = map.grid().neighbours(from).filter_map(|to| {
                        let height = floor(&map, Space::cell(to))?;
                        let to = to.with_height(height);
                        can_step(&map, Space::cell(from), to, corners).then_some(to)
                    });
                    assert!(mover.steps(from).eq(beside), "{from} on {shape:?}");
                }
            }
        }
    }
}

#[test]
fn what_speaks_against_places_decides_between_equally_dear_ways() {
    let map = map(Shape::Square, &[".....", ".....", "....."], &[]);
    let mover = walker(&map, 1);
    let way = |aside: &dyn Fn(Cell) -> u64| {
        let (from, goal) = (Cell::new(0, 1), Cell::new(4, 1));
        let path = mover.path_to_preferring(from, 9, (goal, 1), aside, |_, _| Some(1));
        path.map(|path| (path.places, path.cost)).expect("a way")
    };
    let (straight, cost) = way(&|_| 0);
    assert_eq!((straight.contains(&Cell::new(2, 1)), cost), (true, 4));
    let (round, cost) = way(&|cell| u64::from(cell == Cell::new(2, 1)));
    assert_eq!((round.contains(&Cell::new(2, 1)), cost), (false, 4));
    let (low, cost) = way(&|cell| u64::from(cell.y != 2));
    assert_eq!(cost, 4, "never a dearer way");
    assert_eq!(low.iter().filter(|cell| cell.y == 2).count(), 3, "{low:?}");
}

/// To leave out what lies too far away changes no way, over ground that costs, around walls, to places, to all around them and to some of those.
#[test]
fn ways_toward_a_goal_are_those_that_are_looked_for_everywhere() {
    let mut random = 7_u32;
    let mut below = move |most: u32| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 16) % most
    };
    for round in 0..300 {
        let shape = [Shape::Square, Shape::Hex][round % 2];
        let mut symbol = |_| ['.', '.', '.', '.', '~', '#', '2'][below(7) as usize];
        let rows: Vec<String> = (0..8).map(|_| (0..11).map(&mut symbol).collect()).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let (column, y) = (below(9) as i16, below(7) as i16);
        let x = column - if shape == Shape::Hex { y / 2 } else { 0 };
        let map = map(shape, &rows, &[([x, y, x + 1, y], EdgeKind::Wall)]);
        let cells: Vec<Cell> = map.cells().collect();
        let mut any = || {
            let cell = cells[below(cells.len() as u32) as usize];
            cell.with_height(map.ground(cell).elevation)
        };
        let mover = walker(&map, 1 + (round % 3 / 2) as u8);
        let (from, to, near) = (any(), mover.space.moved_to(any()), round as u32 % 3);
        // In every other six rounds half of the places near are no goals, in every other twelve some steps are refused.
        let (is_choosy, refuses) = (round / 6 % 2 == 1, round / 12 % 2 == 1);
        let cost = |from: Cell, to: Cell| {
            let is_refused = refuses && (from.x + 2 * to.y).rem_euclid(4) == 0;
            (!is_refused).then(|| 1 + u32::from(map.ground(to).difficult))
        };
        let apart = |cell: Cell| map.grid().steps_between(mover.space.moved_to(cell), to);
        let is_chosen = |cell: Cell| !is_choosy || (cell.x + cell.y).rem_euclid(2) == 0;
        let goal = |cell: Cell| apart(cell) <= near && is_chosen(cell);
        let ahead = |cell: Cell| apart(cell).saturating_sub(near);
        assert_eq!(
            mover.path_toward(from, 40, (goal, ahead), cost),
            mover.path(from, 40, goal, cost),
            "{round}: {rows:?}, {from} to {to:?}"
        );
    }
}
