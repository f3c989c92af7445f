//! Being on opposite sides of somebody.

use super::lattice::{Vector, centre, dot};
use super::{Shape, Space};

/// Whether `a` and `b` are on opposite sides of `target`. The same with `a` and `b` exchanged.
///
/// On squares some straight line from a point of `a` to a point of `b` must cross the inside of two opposite faces of the
/// target's room. For three single cells on one level these are the places three or four steps apart on the ring of eight
/// around the target: west and east, west and north-east, north-west and south; not west and north, not north-west and
/// north-east. Height counts like the other two axes, each pair of axes judged by itself: two fliers that are both above the
/// target do not flank it, one above and one below do.
///
/// On hexes some cell of `a` and some cell of `b` must lie at least 150 degrees apart, seen from the middle of the target:
/// next to a single hex these are opposite hexes, three steps apart on the ring of six. They do not flank it when both are
/// wholly above or both wholly below it.
#[must_use]
pub fn opposite_sides(shape: Shape, a: Space, b: Space, target: Space) -> bool {
    match shape {
        Shape::Square => {
            let (a, b, target) = (ranges(a), ranges(b), ranges(target));
            [(0, 1, 2), (1, 0, 2), (2, 0, 1)]
                .into_iter()
                .any(|(main, one, other)| {
                    [(a, b), (b, a)].into_iter().any(|(low, high)| {
                        let along = |side: usize| {
                            Stabbing::new(&low, &high, &target, main, side)
                                .is_some_and(Stabbing::is_possible)
                        };
                        along(one) && along(other)
                    })
                })
        }
        Shape::Hex => {
            let [low, high] = ranges(target)[2];
            let [a_range, b_range] = [ranges(a)[2], ranges(b)[2]];
            let above = a_range[0] >= high && b_range[0] >= high;
            let below = a_range[1] <= low && b_range[1] <= low;
            !above && !below && far_around(shape, a, b, target)
        }
    }
}

/// From and to along each axis, in cells.
fn ranges(space: Space) -> [[i64; 2]; 3] {
    let range = |from: i16, length: i32| [i64::from(from), i64::from(from) + i64::from(length)];
    [
        range(space.at.x, space.width()),
        range(space.at.y, space.width()),
        range(space.at.z, space.levels()),
    ]
}

fn far_around(shape: Shape, a: Space, b: Space, target: Space) -> bool {
    let middle = target.centre(shape);
    let seen = |cell| {
        let (x, y) = centre(shape, cell);
        (i64::from(x - middle.x), i64::from(y - middle.y))
    };
    a.cells(shape).any(|one| {
        b.cells(shape)
            .any(|other| is_far_around(shape, seen(one), seen(other)))
    })
}

/// Whether two directions are at least 150 degrees apart: the square of the cosine is at least 3/4.
fn is_far_around(shape: Shape, a: Vector, b: Vector) -> bool {
    let across = i128::from(dot(shape, a, b));
    let lengths = i128::from(dot(shape, a, a)) * i128::from(dot(shape, b, b));
    across < 0 && 4 * across * across >= 3 * lengths
}

/// The search for a line that goes, from low to high along a main axis, through a rectangle, through the inside of two
/// opposite sides of a second one, and through a third one.
#[derive(Clone, Copy)]
struct Stabbing {
    /// For each of the four things to go through: its extent along the main axis, its extent along the other one, and
    /// whether the ends of the latter are left out.
    gates: [([i64; 2], [i64; 2], bool); 4],
}

impl Stabbing {
    /// Nothing when the outer rectangles do not lie on their sides of the target.
    fn new(
        low: &[[i64; 2]; 3],
        high: &[[i64; 2]; 3],
        target: &[[i64; 2]; 3],
        main: usize,
        side: usize,
    ) -> Option<Self> {
        let [near, far] = target[main];
        if low[main][0] > near || high[main][1] < far {
            return None;
        }
        Some(Self {
            gates: [
                ([low[main][0], low[main][1].min(near)], low[side], false),
                ([near, near], target[side], true),
                ([far, far], target[side], true),
                ([high[main][0].max(far), high[main][1]], high[side], false),
            ],
        })
    }

    /// Whether there is such a line, rising or falling.
    fn is_possible(self) -> bool {
        let mirrored = Self {
            gates: self
                .gates
                .map(|(along, [from, to], open)| (along, [-to, -from], open)),
        };
        self.has_rising_line() || mirrored.has_rising_line()
    }

    /// Whether there is a line that rises or stays level.
    ///
    /// A rising line meets a rectangle when it passes on or above its lower far corner and on or below its upper near one.
    /// So each gate bounds the line's height from below and from above by such points, and each pair of a lower and an
    /// upper point bounds the slope; there is a line if a slope keeps all these bounds.
    fn has_rising_line(self) -> bool {
        let mut slopes = Slopes::rising();
        for (low_along, low_side, low_open) in self.gates {
            for (high_along, high_side, high_open) in self.gates {
                let run = high_along[0] - low_along[1];
                let rise = high_side[1] - low_side[0];
                slopes.keep(run, rise, low_open || high_open);
            }
        }
        slopes.remain
    }
}

/// The slopes a line may still have, between two fractions with positive denominators.
struct Slopes {
    least: (i64, i64, bool),
    most: Option<(i64, i64, bool)>,
    remain: bool,
}

impl Slopes {
    const fn rising() -> Self {
        Self {
            least: (0, 1, false),
            most: None,
            remain: true,
        }
    }

    /// Keeps the slopes that gain no more than `rise` over `run`, or less than that when `strict`.
    fn keep(&mut self, run: i64, rise: i64, strict: bool) {
        if run == 0 {
            self.remain &= if strict { rise > 0 } else { rise >= 0 };
        } else if run > 0 {
            if self
                .most
                .is_none_or(|most| Self::tighter((rise, run, strict), most))
            {
                self.most = Some((rise, run, strict));
            }
        } else if Self::tighter(
            (rise, -run, strict),
            (-self.least.0, self.least.1, self.least.2),
        ) {
            self.least = (-rise, -run, strict);
        }
        if let Some((most, over, open)) = self.most {
            let room = most * self.least.1 - self.least.0 * over;
            self.remain &= if open || self.least.2 {
                room > 0
            } else {
                room >= 0
            };
        }
    }

    /// Whether the first upper bound is below the second, or excludes it where they are equal.
    fn tighter(a: (i64, i64, bool), b: (i64, i64, bool)) -> bool {
        let (one, other) = (a.0 * b.1, b.0 * a.1);
        one < other || (one == other && a.2 && !b.2)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::grid::{Cell, Grid, Unit};

    fn ring(shape: Shape) -> Vec<Space> {
        let grid = Grid {
            shape,
            ..Grid::squares(1, Unit::Spaces)
        };
        grid.neighbours(Cell::new(5, 5)).map(Space::cell).collect()
    }

    #[test]
    fn single_cells_flank_three_steps_apart_or_more() {
        for shape in [Shape::Square, Shape::Hex] {
            let ring = ring(shape);
            for (i, a) in ring.iter().enumerate() {
                for (j, b) in ring.iter().enumerate() {
                    let steps = i.abs_diff(j).min(ring.len() - i.abs_diff(j));
                    let flanked = opposite_sides(shape, *a, *b, Space::cell(Cell::new(5, 5)));
                    assert_eq!(flanked, steps >= 3, "{shape:?} {i} {j}");
                }
            }
        }
    }

    fn square(x: i16, y: i16, side: u8) -> Space {
        Space::new(Cell::new(x, y), side, 1)
    }

    #[test]
    fn large_targets_are_crossed_from_face_to_face() {
        let ogre = square(0, 0, 2);
        let flanks = |a: (i16, i16), b: (i16, i16)| {
            opposite_sides(
                Shape::Square,
                square(a.0, a.1, 1),
                square(b.0, b.1, 1),
                ogre,
            )
        };
        assert!(flanks((-1, 0), (2, 0)));
        assert!(flanks((-1, 0), (2, 1)));
        assert!(flanks((-1, -1), (2, 2)));
        assert!(flanks((-1, 1), (2, -1)));
        assert!(flanks((0, -1), (0, 2)));
        assert!(flanks((-1, -1), (2, 0)));
        assert!(!flanks((-1, 0), (0, -1)));
        assert!(!flanks((-1, -1), (2, -1)));
        assert!(!flanks((-1, 0), (-1, 1)));
        assert!(!flanks((0, -1), (2, 0)));
    }

    #[test]
    fn large_attackers_use_their_whole_area() {
        let target = square(5, 5, 1);
        assert!(opposite_sides(
            Shape::Square,
            square(3, 4, 2),
            square(6, 5, 1),
            target
        ));
        assert!(opposite_sides(
            Shape::Square,
            square(3, 4, 2),
            square(6, 6, 1),
            target
        ));
        assert!(!opposite_sides(
            Shape::Square,
            square(4, 3, 2),
            square(4, 5, 1),
            target
        ));
        assert!(opposite_sides(
            Shape::Hex,
            Space::cube(Cell::new(3, 5), 3),
            Space::cell(Cell::new(6, 5)),
            Space::cell(Cell::new(5, 5))
        ));
    }

    #[test]
    fn reach_flanks_from_afar() {
        let target = square(5, 5, 1);
        assert!(opposite_sides(
            Shape::Square,
            square(3, 5, 1),
            square(7, 5, 1),
            target
        ));
        assert!(opposite_sides(
            Shape::Square,
            square(3, 5, 1),
            square(7, 6, 1),
            target
        ));
        assert!(!opposite_sides(
            Shape::Square,
            square(3, 5, 1),
            square(4, 5, 1),
            target
        ));
    }

    #[test]
    fn height_is_an_axis_too() {
        let at = |x: i16, z: i16| Space::cell(Cell::at_height(x, 5, z));
        for shape in [Shape::Square, Shape::Hex] {
            assert!(opposite_sides(shape, at(4, 0), at(6, 0), at(5, 0)));
            assert!(
                !opposite_sides(shape, at(4, 1), at(6, 1), at(5, 0)),
                "both above"
            );
            assert!(opposite_sides(shape, at(4, 1), at(6, 0), at(5, 0)));
            assert!(
                !opposite_sides(shape, at(5, 1), at(6, 0), at(5, 0)),
                "overhead and beside"
            );
        }
        assert!(opposite_sides(Shape::Square, at(5, 1), at(5, -1), at(5, 0)));
        let ogre = Space::new(Cell::new(4, 5), 1, 2);
        assert!(opposite_sides(Shape::Square, ogre, at(6, 0), at(5, 0)));
    }

    prop_compose! {
        fn any_space()(x in -6i16..6, y in -6i16..6, z in -2i16..2, side in 1u8..4, height in 1u8..4) -> Space {
            Space::new(Cell::at_height(x, y, z), side, height)
        }
    }

    proptest! {
        #[test]
        fn flanking_does_not_depend_on_who_is_named_first(hex: bool, a in any_space(), b in any_space(), target in any_space()) {
            let shape = if hex { Shape::Hex } else { Shape::Square };
            prop_assert_eq!(opposite_sides(shape, a, b, target), opposite_sides(shape, b, a, target));
        }

        #[test]
        fn a_line_between_grid_points_proves_it(a in any_space(), b in any_space(), target in any_space()) {
            // Every line between two points of a fine raster that crosses two opposite sides must have been found.
            let flat = |space: Space| Space::new(space.at.with_height(0), space.side, 1);
            let (a, b, target) = (flat(a), flat(b), flat(target));
            let points = |space: Space| {
                let [x, y, _] = ranges(space);
                (x[0] * 2..=x[1] * 2).flat_map(move |px| (y[0] * 2..=y[1] * 2).map(move |py| (px, py)))
            };
            let [x, y, _] = ranges(target);
            let crosses = |p: (i64, i64), q: (i64, i64), along: [i64; 2], side: [i64; 2]| {
                p.0 <= along[0] * 2 && q.0 >= along[1] * 2 && along.iter().all(|at| {
                    let height = p.1 * (q.0 - at * 2) + q.1 * (at * 2 - p.0);
                    side[0] * 2 * (q.0 - p.0) < height && height < side[1] * 2 * (q.0 - p.0)
                })
            };
            let turn = |(x, y): (i64, i64)| (y, x);
            let proof = points(a).any(|p| points(b).any(|q| {
                [(p, q), (q, p)].into_iter().any(|(p, q)| crosses(p, q, x, y) || crosses(turn(p), turn(q), y, x))
            }));
            prop_assert!(!proof || opposite_sides(Shape::Square, a, b, target));
        }
    }
}
