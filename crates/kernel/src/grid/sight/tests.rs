use std::ops::RangeInclusive;

use proptest::prelude::*;

use super::*;
use crate::grid::{EdgeSetup, Grid, Map, MapSetup, Unit};

fn squares(rows: &[&str], edges: &[([i16; 4], EdgeKind)]) -> Map {
    map(Shape::Square, rows, edges)
}

fn map(shape: Shape, rows: &[&str], edges: &[([i16; 4], EdgeKind)]) -> Map {
    let edges = edges.iter().map(|([a, b, c, d], kind)| EdgeSetup {
        between: [Cell::new(*a, *b), Cell::new(*c, *d)],
        until: None,
        kind: *kind,
    });
    let ledge = |elevation| Ground {
        elevation,
        ..Ground::default()
    };
    MapSetup {
        grid: Grid {
            shape,
            ..Grid::default()
        },
        rows: rows.iter().map(ToString::to_string).collect(),
        legend: [
            (
                'o',
                Ground {
                    opaque: true,
                    ..Ground::default()
                },
            ),
            ('1', ledge(1)),
            ('2', ledge(2)),
            ('3', ledge(3)),
        ]
        .into(),
        edges: edges.collect(),
        ..MapSetup::default()
    }
    .build()
    .unwrap()
}

fn at(x: i16, y: i16) -> Space {
    Space::cell(Cell::new(x, y))
}

fn effect(map: &Map, from: (i16, i16), to: (i16, i16)) -> bool {
    line_of_effect(map, at(from.0, from.1), at(to.0, to.1))
}

#[test]
fn solid_cells_stop_lines_unless_a_corner_looks_past_them() {
    let map = squares(&["....", ".##.", "...."], &[]);
    assert!(effect(&map, (0, 0), (3, 0)));
    assert!(
        effect(&map, (0, 1), (3, 1)),
        "along the upper or lower face of the rock"
    );
    let map = squares(&[".#..", ".#..", ".#.."], &[]);
    assert!(!effect(&map, (0, 1), (2, 1)));
    let map = squares(&[".#..", ".#..", "...."], &[]);
    assert!(!effect(&map, (0, 0), (2, 0)));
    assert!(effect(&map, (0, 1), (2, 1)), "under the end of the rock");
}

#[test]
fn nothing_slips_between_solid_cells_that_touch_at_a_corner() {
    let map = squares(&[".#", "#."], &[]);
    assert!(!effect(&map, (0, 0), (1, 1)));
    let map = squares(&[".#", ".."], &[]);
    assert!(effect(&map, (0, 0), (1, 1)));
    let map = squares(&["..#..", "..#..", "##...", ".....", "....."], &[]);
    assert!(!effect(&map, (1, 1), (2, 2)));
    assert!(!effect(&map, (1, 1), (3, 3)));
}

#[test]
fn nothing_slips_along_the_joint_of_two_solid_cells() {
    let map = squares(&["#####", ".##..", ".##..", "#####"], &[]);
    assert!(!effect(&map, (0, 1), (3, 1)));
    let tall = Space::cube(Cell::new(3, 1), 2);
    assert!(!line_of_effect(&map, at(0, 1), tall));
    assert!(!line_of_effect(&map, at(0, 2), tall));
}

#[test]
fn the_line_between_centres_is_one_line_alone() {
    let free = |map: &Map, from: Space, to: Space| centre_line(map, Line::Effect, from, to);
    let map = squares(&["....", ".##.", "...."], &[]);
    assert!(!free(&map, at(0, 1), at(3, 1)) && effect(&map, (0, 1), (3, 1)));
    let wall = |y| ([0, y, 1, y], EdgeKind::Wall);
    let end = squares(&["..", ".."], &[wall(0)]);
    assert!(free(&end, at(0, 0), at(1, 1)), "past the end of the wall");
    let joint = squares(&["..", ".."], &[wall(0), wall(1)]);
    assert!(!free(&joint, at(0, 0), at(1, 1)));
    // Large spaces have their centres on corners; the line between them runs along a border.
    let large = |x| Space::cube(Cell::new(x, 0), 2);
    let across = |y| ([1, y, 2, y], EdgeKind::Wall);
    let open = squares(&["....", "...."], &[across(0)]);
    assert!(
        free(&open, large(0), large(2)),
        "there is a way on one side"
    );
    let shut = squares(&["....", "...."], &[across(0), across(1)]);
    assert!(!free(&shut, large(0), large(2)));
    let rock = squares(&["..#..", "..#.."], &[]);
    assert!(!free(&rock, large(0), large(3)));
}

#[test]
fn a_wall_ends_where_it_ends() {
    let wall = |y| ([0, y, 1, y], EdgeKind::Wall);
    let map = squares(&["..", "..", ".."], &[wall(1)]);
    assert!(effect(&map, (0, 1), (1, 1)), "around the free end");
    assert_eq!(
        exposure(&map, Line::Effect, at(0, 1), at(1, 1)),
        Exposure { reached: 2, of: 5 }
    );
    let inside = |from, to| Exposure::inside(&map, Line::Effect, from, to).reached;
    assert_eq!(inside(at(0, 1), at(1, 1)), 0, "not around it to a corner");
    assert_eq!(inside(at(0, 0), at(1, 1)), 4, "aslant past the end");
    assert_eq!(inside(at(0, 1), at(1, 0)), 4);
    assert_eq!(inside(at(0, 0), at(1, 0)), 5);
    let map = squares(&["..", "..", ".."], &[wall(0), wall(1)]);
    assert!(effect(&map, (0, 1), (1, 1)));
    assert!(
        !effect(&map, (0, 0), (1, 0)),
        "the wall goes on and then the map ends"
    );
    let map = squares(&["..", "..", ".."], &[wall(0), wall(1), wall(2)]);
    for (y, to) in (0..3).flat_map(|y| (0..3).map(move |to| (y, to))) {
        assert!(!effect(&map, (0, y), (1, to)));
    }
}

#[test]
fn doors_windows_bars_and_curtains() {
    let kinds = [
        (EdgeKind::Door, false, false),
        (EdgeKind::OpenDoor, true, true),
        (EdgeKind::Window, false, true),
        (EdgeKind::OpenWindow, true, true),
        (EdgeKind::Low, true, true),
        (EdgeKind::Bars, true, true),
        (EdgeKind::Curtain, true, false),
    ];
    for (kind, effect, sight) in kinds {
        let map = squares(&["##", "..", "##"], &[([0, 1, 1, 1], kind)]);
        assert_eq!(line_of_effect(&map, at(0, 1), at(1, 1)), effect, "{kind:?}");
        assert_eq!(line_of_sight(&map, at(0, 1), at(1, 1)), sight, "{kind:?}");
    }
}

#[test]
fn hedges_stop_sight_alone() {
    let map = squares(&["#####", "..o..", "#####"], &[]);
    assert!(line_of_effect(&map, at(0, 1), at(4, 1)));
    assert!(!line_of_sight(&map, at(0, 1), at(4, 1)));
    assert!(
        line_of_sight(&map, at(0, 1), at(2, 1)),
        "its nearer face is seen"
    );
}

#[test]
fn raised_ground_stops_what_runs_below_its_top() {
    let map = squares(&[".2.3."], &[]);
    let stand = |x: i16, z: i16| Space::cell(Cell::at_height(x, 0, z));
    assert!(!line_of_effect(&map, stand(0, 0), stand(2, 0)));
    assert!(line_of_effect(&map, stand(0, 2), stand(2, 2)));
    assert!(!line_of_effect(&map, stand(0, 0), stand(4, 0)));
    assert!(
        line_of_effect(&map, stand(1, 2), stand(2, 0)),
        "down the face of the ledge"
    );
    assert!(
        line_of_effect(&map, stand(0, 0), stand(1, 2)),
        "up the face of the ledge"
    );
    assert!(
        !line_of_effect(&map, stand(1, 2), stand(4, 0)),
        "the higher ledge is in the way"
    );
    assert!(line_of_effect(&map, stand(1, 2), stand(3, 3)));
    let giant = Space::new(Cell::new(0, 0), 1, 3);
    assert!(
        line_of_effect(&map, giant, Space::new(Cell::new(2, 0), 1, 3)),
        "over the top"
    );
}

#[test]
fn exposure_counts_centre_and_outer_corners() {
    let map = squares(&[".....", "..#..", "....."], &[]);
    assert_eq!(
        exposure(&map, Line::Effect, at(0, 0), at(4, 0)),
        Exposure { reached: 5, of: 5 }
    );
    let behind = exposure(&map, Line::Effect, at(0, 1), at(4, 1));
    assert_eq!(behind, Exposure { reached: 0, of: 5 });
    let half = exposure(&map, Line::Effect, at(0, 0), at(3, 1));
    assert!(!half.is_full() && !half.is_none(), "{half:?}");
    let giant = Space::cube(Cell::new(3, 0), 2);
    assert_eq!(exposure(&map, Line::Effect, at(0, 0), giant).of, 5);
    let hexes = Map::open(Grid::hexes(1, Unit::Metres), 9, 9);
    for (side, of) in [(1, 7), (2, 10), (3, 13)] {
        let target = Space::cube(Cell::new(4, 4), side);
        assert_eq!(
            exposure(&hexes, Line::Sight, at(0, 4), target),
            Exposure { reached: of, of }
        );
    }
}

#[test]
fn hex_walls_and_rock() {
    let rows = ["###", "...", "###"];
    let map = self::map(Shape::Hex, &rows, &[]);
    assert!(effect(&map, (0, 1), (2, 1)));
    let map = self::map(Shape::Hex, &rows, &[([0, 1, 1, 1], EdgeKind::Door)]);
    assert!(!effect(&map, (0, 1), (2, 1)));
    let map = self::map(Shape::Hex, &["....", ".#..", "...."], &[]);
    assert!(effect(&map, (0, 1), (2, 1)), "past the single hex");
    assert_eq!(exposure(&map, Line::Effect, at(0, 1), at(2, 1)).reached, 0);
}

#[test]
fn the_ends_of_the_number_range_are_no_danger() {
    for shape in [Shape::Square, Shape::Hex] {
        let map = map(
            shape,
            &["..#", ".2.", "#.."],
            &[([0, 0, 1, 0], EdgeKind::Wall)],
        );
        for (x, y) in [(i16::MIN, i16::MAX), (i16::MAX, 0)] {
            let far = Space::cell(Cell::at_height(x, y, x));
            assert_eq!(
                line_of_effect(&map, far, at(1, 1)),
                line_of_effect(&map, at(1, 1), far)
            );
            assert!(exposure(&map, Line::Sight, at(1, 2), far).of > 1);
            assert!(cells_on_line(shape, far, at(0, 0)).count() > 0);
        }
    }
}

#[test]
fn cells_between_centres() {
    let line = |from, to| {
        cells_on_line(Shape::Square, from, to)
            .map(|cell| cell.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(line(at(0, 0), at(2, 1)), ["0,0", "1,0", "1,1", "2,1"]);
    assert_eq!(line(at(0, 0), at(0, 0)), ["0,0"]);
    let up = Space::cell(Cell::at_height(4, 0, 2));
    assert_eq!(
        line(at(0, 0), up),
        ["0,0", "1,0,1", "2,0,1", "3,0,2", "4,0,2"]
    );
}

#[test]
fn creatures_stand_in_the_way_of_a_line() {
    let passes = |blocker| passes_through(Shape::Square, at(0, 0), at(4, 0), blocker);
    assert!(passes(at(2, 0)));
    assert!(!passes(at(2, 1)));
    assert!(
        !passes(Space::cell(Cell::at_height(2, 0, 1))),
        "it flies above the line"
    );
    assert!(passes(Space::cube(Cell::new(1, -1), 2)));
    let high = Space::cell(Cell::at_height(4, 0, 4));
    assert!(
        !passes_through(Shape::Square, at(0, 0), high, at(3, 0)),
        "the line rises over its head"
    );
    assert!(passes_through(
        Shape::Square,
        at(0, 0),
        high,
        Space::new(Cell::new(3, 0), 1, 4)
    ));
}

#[test]
fn an_area_reaches_from_its_origin() {
    let map = squares(&["...", "##.", "..."], &[]);
    let origin = Point::corner(Shape::Square, Cell::new(1, 1), 0);
    assert!(line_from_point(&map, Line::Effect, origin, at(0, 0)));
    assert!(!line_from_point(&map, Line::Effect, origin, at(0, 2)));
    let past = Point::corner(Shape::Square, Cell::new(2, 1), 0);
    assert!(line_from_point(&map, Line::Effect, past, at(1, 2)));
}

const SIZE: i16 = 7;

#[derive(Clone)]
struct Scene {
    map: Map,
    from: Space,
    to: Space,
}

impl std::fmt::Debug for Scene {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let symbol = |cell| match self.map.ground(cell) {
            ground if ground.solid => '#',
            ground if ground.opaque => 'o',
            ground if ground.elevation > 0 => char::from(b'0' + ground.elevation as u8),
            _ => '.',
        };
        let symbols: Vec<_> = self.map.cells().map(symbol).collect();
        let rows: Vec<String> = symbols
            .chunks(SIZE as usize)
            .map(|row| row.iter().collect())
            .collect();
        let walls: Vec<_> = self
            .map
            .edges()
            .map(|(edge, _)| edge.cells().map(|cell| cell.to_string()).join("|"))
            .collect();
        let ends =
            [self.from, self.to].map(|space| (space.at.to_string(), space.side, space.height));
        write!(f, "{:?} {rows:?} {walls:?} {ends:?}", self.map.grid.shape)
    }
}

fn any_scene(shape: Shape) -> impl Strategy<Value = Scene> {
    let cells = (SIZE * SIZE) as usize;
    let kinds =
        prop_oneof![8 => Just('.'), 3 => Just('#'), 1 => Just('o'), 1 => Just('1'), 1 => Just('2')];
    let space = || (0..SIZE - 2, 0..SIZE - 2, 0i16..3, 1u8..4, 1u8..3);
    let edge = prop_oneof![3 => Just(None), 1 => Just(Some(EdgeKind::Wall))];
    (
        prop::collection::vec(kinds, cells),
        prop::collection::vec(edge, cells * 3),
        space(),
        space(),
    )
        .prop_map(move |(symbols, edges, from, to)| {
            let rows: Vec<String> = symbols
                .chunks(SIZE as usize)
                .map(|row| row.iter().collect())
                .collect();
            let mut map = map(
                shape,
                &rows.iter().map(String::as_str).collect::<Vec<_>>(),
                &[],
            );
            map.edges = edges
                .into_iter()
                .take(cells * if shape == Shape::Hex { 3 } else { 2 })
                .collect();
            map.survey();
            let space = |(x, y, z, side, height)| {
                let cell = map.at(x as u16, y as u16).unwrap();
                Space::new(cell.with_height(z), side, height)
            };
            Scene {
                from: space(from),
                to: space(to),
                map,
            }
        })
}

fn any() -> impl Strategy<Value = Scene> {
    prop_oneof![any_scene(Shape::Square), any_scene(Shape::Hex)]
}

/// The map seen in a mirror, west for east.
fn mirrored(map: &Map) -> Map {
    let mut mirror = Map::open(map.grid, map.columns, map.rows);
    mirror.edges = vec![None; map.ground.len() * 2].into();
    for cell in map.cells() {
        let flip = |cell: Cell| Cell::new(SIZE - 1 - cell.x, cell.y);
        let place = mirror.index(flip(cell)).unwrap();
        mirror.ground[place] = map.ground(cell);
        for other in [cell.offset(1, 0, 0), cell.offset(0, 1, 0)] {
            if let Some(place) = mirror.edge_index([flip(cell), flip(other)].into()) {
                mirror.edges[place] = map.edge(cell, other);
            }
        }
    }
    mirror.survey();
    mirror
}

proptest! {
    #[test]
    fn lines_are_the_same_both_ways(scene in any()) {
        let Scene { map, from, to } = scene;
        prop_assert_eq!(line_of_effect(&map, from, to), line_of_effect(&map, to, from));
        prop_assert_eq!(line_of_sight(&map, from, to), line_of_sight(&map, to, from));
    }

    #[test]
    fn nothing_stops_a_line_above_all_ground(scene in any()) {
        let Scene { mut map, from, to } = scene;
        for ground in &mut map.ground {
            (ground.solid, ground.opaque) = (false, false);
        }
        map.edges.fill(None);
        // As it was drawn, all is looked at; surveyed, it is known.
        let drawn = [from, to].map(|end| line_of_sight(&map, end, from) && line_of_sight(&map, end, to));
        map.survey();
        let highest = map.ground.iter().map(|ground| ground.elevation).max();
        let above = Some(from.at.z.min(to.at.z)) >= highest;
        prop_assert_eq!(is_clear(&map, from, to), above);
        prop_assert!(!above || drawn == [true, true]);
    }

    #[test]
    fn a_new_obstacle_never_opens_a_line(scene in any(), x in 0..SIZE, y in 0..SIZE) {
        let Scene { map, from, to } = scene;
        let mut fuller = map.clone();
        let place = fuller.index(map.at(x as u16, y as u16).unwrap()).unwrap();
        fuller.ground[place].solid = true;
        fuller.survey();
        prop_assert!(line_of_effect(&map, from, to) || !line_of_effect(&fuller, from, to));
        let (before, after) = (exposure(&map, Line::Effect, from, to), exposure(&fuller, Line::Effect, from, to));
        prop_assert!(after.reached <= before.reached && after.of == before.of);
        prop_assert!(line_of_effect(&map, from, to) || !line_of_sight(&map, from, to) || map.edges.contains(&Some(EdgeKind::Window)));
    }

    #[test]
    fn a_mirror_changes_nothing(scene in any_scene(Shape::Square)) {
        let Scene { map, from, to } = scene;
        let mirror = mirrored(&map);
        let flip = |space: Space| space.moved_to(Cell { x: SIZE - space.at.x - i16::from(space.side), ..space.at });
        prop_assert_eq!(line_of_effect(&map, from, to), line_of_effect(&mirror, flip(from), flip(to)));
        prop_assert_eq!(exposure(&map, Line::Sight, from, to), exposure(&mirror, Line::Sight, flip(from), flip(to)));
    }
}

#[test]
fn no_line_meets_what_lies_aside() {
    let mut aside = 0;
    for shape in [Shape::Square, Shape::Hex] {
        for (side, x, y) in cells_around(1..=3, 4) {
            let (from, to) = (
                Space::cube(Cell::new(0, 0), side),
                Space::cell(Cell::new(x, y)),
            );
            for (width, x, y) in cells_around(1..=3, 9) {
                let space = Space::cube(Cell::new(x, y), width);
                if lies_aside(shape, from, to, space) {
                    aside += 1;
                    let mut line = cells_on_line(shape, from, to);
                    assert!(
                        !line.any(|cell| space.covers(shape, cell)),
                        "{from:?} {to:?} {space:?}"
                    );
                }
            }
        }
    }
    assert!(aside > 10_000);
}

/// Sides with the columns and rows of all cells at most so far from the middle.
fn cells_around(sides: RangeInclusive<u8>, far: i16) -> impl Iterator<Item = (u8, i16, i16)> {
    sides.flat_map(move |side| {
        (-far..=far).flat_map(move |x| (-far..=far).map(move |y| (side, x, y)))
    })
}
