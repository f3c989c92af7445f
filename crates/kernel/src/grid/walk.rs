//! Walking along a straight line from cell to cell, exactly.

use super::lattice::{Around, Point, Vector, across, centre, corners, cross};
use super::{Cell, Shape};

/// A place along a line: the share of the way from its start to its end, as a fraction with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Share {
    numerator: i64,
    denominator: i64,
}

impl Share {
    pub(super) const START: Self = Self {
        numerator: 0,
        denominator: 1,
    };
    pub(super) const END: Self = Self {
        numerator: 1,
        denominator: 1,
    };

    const fn new(numerator: i64, denominator: i64) -> Self {
        if denominator < 0 {
            Self {
                numerator: -numerator,
                denominator: -denominator,
            }
        } else {
            Self {
                numerator,
                denominator,
            }
        }
    }

    /// Compares the height of a line here, which rises from `from` to `to` on its whole way, with `height`.
    pub(super) fn height_against(self, from: i32, to: i32, height: i32) -> std::cmp::Ordering {
        let rise = (i64::from(to) - i64::from(from)) * self.numerator;
        rise.cmp(&((i64::from(height) - i64::from(from)) * self.denominator))
    }

    /// The cell level at the height of a line midway between here and `other`.
    pub(super) fn level_midway(self, other: Self, from: i32, to: i32) -> i16 {
        let denominator = i128::from(self.denominator) * i128::from(other.denominator) * 2;
        let sum = i128::from(self.numerator) * i128::from(other.denominator)
            + i128::from(other.numerator) * i128::from(self.denominator);
        let height = i128::from(from) * denominator + (i128::from(to) - i128::from(from)) * sum;
        let level = height.div_euclid(2 * denominator);
        i16::try_from(level).unwrap_or(if level < 0 { i16::MIN } else { i16::MAX })
    }
}

/// What a line meets.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// The inside of a cell, between two shares of the way.
    Inside { cell: Cell, from: Share, to: Share },
    /// The border between two cells, not at its ends.
    Border { from: Cell, to: Cell },
    /// A corner. The places are those of [`Around`]; there is none where the line starts or ends.
    Corner {
        x: i32,
        y: i32,
        at: Share,
        came: Option<u32>,
        goes: Option<u32>,
    },
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// About to pass through the inside of a cell entered there.
    Inside {
        cell: Cell,
        from: Share,
    },
    /// About to cross from one cell into the next.
    Border {
        from: Cell,
        to: Cell,
        at: Share,
    },
    /// About to pass a corner reached from that place.
    Corner {
        x: i32,
        y: i32,
        came: Option<u32>,
    },
    Done,
}

/// Everything a straight line meets, in order. A ray does not end by itself before the number range does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk {
    shape: Shape,
    from: Point,
    to: Point,
    way: Vector,
    endless: bool,
    state: State,
}

impl Walk {
    /// The line from one centre or corner to another.
    pub(super) fn between(shape: Shape, from: Point, to: Point) -> Self {
        let state = match from.cell(shape) {
            Some(cell) => State::Inside {
                cell,
                from: Share::START,
            },
            None => State::Corner {
                x: from.x,
                y: from.y,
                came: None,
            },
        };
        Self {
            shape,
            from,
            to,
            way: from.to(to),
            endless: false,
            state,
        }
    }

    /// The line from one centre or corner through another and beyond.
    pub(super) fn ray(shape: Shape, from: Point, through: Point) -> Self {
        let line = Self::between(shape, from, through);
        Self {
            endless: line.way != (0, 0),
            ..line
        }
    }

    fn offset_of(&self, x: i32, y: i32) -> Vector {
        self.from.to(Point { x, y, z: 0 })
    }

    /// Whether the line ends before it gets to (`x`, `y`), which lies on it.
    fn ends_before(&self, x: i32, y: i32) -> bool {
        let (dx, dy) = self.to.to(Point { x, y, z: 0 });
        !self.endless && dx * self.way.0 + dy * self.way.1 > 0
    }

    fn share(&self, x: i32, y: i32) -> Share {
        let (dx, dy) = self.offset_of(x, y);
        if self.way.0 != 0 {
            Share::new(dx, self.way.0)
        } else if self.way.1 != 0 {
            Share::new(dy, self.way.1)
        } else {
            Share::START
        }
    }

    /// Passes through a cell: where the line leaves it and what comes then.
    fn leave(&self, cell: Cell) -> (Share, State) {
        let (x, y) = centre(self.shape, cell);
        let corners = corners(self.shape);
        let side_of = |index: usize| {
            let (dx, dy) = corners
                .get(index % corners.len())
                .copied()
                .unwrap_or_default();
            (
                x + dx,
                y + dy,
                cross(self.way, self.offset_of(x + dx, y + dy)),
            )
        };
        let (mut before, mut here) = (side_of(corners.len() - 1), side_of(0));
        for (index, across) in across(self.shape).iter().enumerate() {
            let after = side_of(index + 1);
            if here.2 == 0 && before.2 < 0 && after.2 > 0 {
                return self.leave_by_corner(here.0, here.1);
            }
            if here.2 < 0 && after.2 > 0 {
                return self.leave_by_side(cell, *across, (here.0, here.1), (after.0, after.1));
            }
            (before, here) = (here, after);
        }
        (Share::END, State::Done)
    }

    fn leave_by_corner(&self, x: i32, y: i32) -> (Share, State) {
        if self.ends_before(x, y) {
            return (Share::END, State::Done);
        }
        let came = Around::corner(self.shape, x, y).place((-self.way.0, -self.way.1));
        (
            self.share(x, y),
            State::Corner {
                x,
                y,
                came: Some(came),
            },
        )
    }

    fn leave_by_side(
        &self,
        cell: Cell,
        across: (i16, i16),
        a: (i32, i32),
        b: (i32, i32),
    ) -> (Share, State) {
        let side = (i64::from(b.0 - a.0), i64::from(b.1 - a.1));
        let to_end = Point {
            x: a.0,
            y: a.1,
            z: 0,
        }
        .to(self.to);
        if !self.endless && cross(side, to_end) >= 0 {
            return (Share::END, State::Done);
        }
        let at = Share::new(cross(self.offset_of(a.0, a.1), side), cross(self.way, side));
        let next = match (cell.x.checked_add(across.0), cell.y.checked_add(across.1)) {
            (Some(x), Some(y)) => State::Border {
                from: cell,
                to: Cell { x, y, z: cell.z },
                at,
            },
            _ => State::Done,
        };
        (at, next)
    }

    /// Passes a corner: the place it leaves by, and what comes then.
    fn pass(&self, x: i32, y: i32) -> (Option<u32>, State) {
        if self.way == (0, 0) || (!self.endless && (x, y) == (self.to.x, self.to.y)) {
            return (None, State::Done);
        }
        let around = Around::corner(self.shape, x, y);
        let goes = around.place(self.way);
        let next = if goes % 2 == 1 {
            around
                .cell_at(goes)
                .map_or(State::Done, |cell| State::Inside {
                    cell,
                    from: self.share(x, y),
                })
        } else {
            let (dx, dy) = around.along(goes);
            let (x, y) = (x + dx, y + dy);
            let next = Around::corner(self.shape, x, y);
            if self.ends_before(x, y) || next.cells().next().is_none() {
                State::Done
            } else {
                State::Corner {
                    x,
                    y,
                    came: Some(next.place((-self.way.0, -self.way.1))),
                }
            }
        };
        (Some(goes), next)
    }
}

impl Iterator for Walk {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        match self.state {
            State::Inside { cell, from } => {
                let (to, state) = self.leave(cell);
                self.state = state;
                Some(Step::Inside { cell, from, to })
            }
            State::Border { from, to, at } => {
                self.state = State::Inside { cell: to, from: at };
                Some(Step::Border { from, to })
            }
            State::Corner { x, y, came } => {
                let at = self.share(x, y);
                let (goes, state) = self.pass(x, y);
                self.state = state;
                Some(Step::Corner {
                    x,
                    y,
                    at,
                    came,
                    goes,
                })
            }
            State::Done => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn met(shape: Shape, from: Point, to: Point) -> String {
        let mut text = String::new();
        for step in Walk::between(shape, from, to) {
            match step {
                Step::Inside { cell, .. } => text += &format!("[{cell}]"),
                Step::Border { .. } => text += "|",
                Step::Corner { x, y, .. } => text += &format!("({x},{y})"),
            }
        }
        text
    }

    fn centres(shape: Shape, from: (i16, i16), to: (i16, i16)) -> String {
        met(
            shape,
            Point::centre(shape, Cell::new(from.0, from.1)),
            Point::centre(shape, Cell::new(to.0, to.1)),
        )
    }

    #[test]
    fn lines_on_squares() {
        assert_eq!(centres(Shape::Square, (0, 0), (2, 0)), "[0,0]|[1,0]|[2,0]");
        assert_eq!(
            centres(Shape::Square, (0, 0), (2, 2)),
            "[0,0](2,2)[1,1](4,4)[2,2]"
        );
        assert_eq!(
            centres(Shape::Square, (2, 1), (0, 0)),
            "[2,1]|[1,1]|[1,0]|[0,0]"
        );
        assert_eq!(centres(Shape::Square, (1, 1), (1, 1)), "[1,1]");
        let corner = |x, y| Point::corner(Shape::Square, Cell::new(x, y), 0);
        assert_eq!(
            met(Shape::Square, corner(0, 1), corner(3, 1)),
            "(0,2)(2,2)(4,2)(6,2)"
        );
        assert_eq!(
            met(Shape::Square, corner(0, 0), corner(1, 2)),
            "(0,0)[0,0]|[0,1](2,4)"
        );
        assert_eq!(met(Shape::Square, corner(1, 1), corner(1, 1)), "(2,2)");
    }

    #[test]
    fn lines_on_hexes() {
        assert_eq!(centres(Shape::Hex, (0, 0), (2, 0)), "[0,0]|[1,0]|[2,0]");
        assert_eq!(centres(Shape::Hex, (0, 0), (1, 1)), "[0,0](1,1)(2,2)[1,1]");
        assert_eq!(
            centres(Shape::Hex, (0, 0), (-1, 2)),
            "[0,0](0,2)(0,4)[-1,2]"
        );
        assert_eq!(
            centres(Shape::Hex, (0, 0), (2, 1)),
            "[0,0]|[1,0]|[1,1]|[2,1]"
        );
    }

    fn any_point(shape: Shape) -> impl Strategy<Value = Point> {
        (-9i16..9, -9i16..9, 0u8..7).prop_map(move |(x, y, which)| {
            let cell = Cell::new(x, y);
            if which == 6 {
                Point::centre(shape, cell)
            } else {
                Point::corner(shape, cell, which)
            }
        })
    }

    fn two_points() -> impl Strategy<Value = (Shape, Point, Point)> {
        prop_oneof![Just(Shape::Square), Just(Shape::Hex)]
            .prop_flat_map(|shape| (Just(shape), any_point(shape), any_point(shape)))
    }

    proptest! {
        #[test]
        fn a_line_meets_the_same_things_backwards((shape, a, b) in two_points()) {
            let things = |from, to| -> Vec<_> {
                Walk::between(shape, from, to).filter_map(|step| match step {
                    Step::Inside { cell, .. } => Some((i32::from(cell.x), i32::from(cell.y), true)),
                    Step::Corner { x, y, .. } => Some((x, y, false)),
                    Step::Border { .. } => None,
                }).collect()
            };
            let mut back = things(b, a);
            back.reverse();
            prop_assert_eq!(things(a, b), back);
        }

        #[test]
        fn a_line_meets_every_cell_it_passes_through((shape, a, b) in two_points()) {
            let met: Vec<_> = Walk::between(shape, a, b).filter_map(|step| match step {
                Step::Inside { cell, .. } => Some(cell),
                _ => None,
            }).collect();
            // Points along the line, finely spaced, that lie strictly inside a cell.
            let way = a.to(b);
            for part in 0..=60i64 {
                let (x, y) = (i64::from(a.x) * 60 + way.0 * part, i64::from(a.y) * 60 + way.1 * part);
                for cell in (-20..20).flat_map(|x| (-20..20).map(move |y| Cell::new(x, y))) {
                    let (cx, cy) = centre(shape, cell);
                    let corners = corners(shape);
                    let inside = (0..corners.len()).all(|index| {
                        let (p, q) = (corners[index], corners[(index + 1) % corners.len()]);
                        let side = (i64::from(q.0 - p.0), i64::from(q.1 - p.1));
                        cross(side, (x - 60 * i64::from(cx + p.0), y - 60 * i64::from(cy + p.1))) > 0
                    });
                    prop_assert!(!inside || met.contains(&cell.with_height(a.z as i16 >> 1)), "{} of {:?}", cell, met);
                }
            }
        }
    }
}
