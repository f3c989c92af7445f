//! Lines of effect and of sight, what lies on a line, and how much of a target can be reached.
//!
//! A line is stopped where it passes through the inside of a blocking cell or across a blocking edge. Along the face of a
//! wall it is free. At every corner it touches there must be a way around on at least one side: so two blocking cells that
//! touch at a corner leave no gap between them, nor do two that share the face the line runs along, nor a wall that goes on
//! straight past the corner; but a line slips past the free end of a wall and past a single outer corner.
//! Beyond the border of the map everything goes on as in the nearest cell of the map, so that no line slips around a wall there.
//! A line that starts or ends on a corner starts or ends on the side of that corner where its space is.

use std::cmp::Ordering;

use super::lattice::{Around, Point, centre, corners};
use super::lines::Asked;
use super::walk::{Share, Step, Walk};
use super::{Cell, EdgeKind, Ground, Shape, Space, Terrain};

/// What has to get through.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Line {
    /// A blow, shot or spell: solid cells, raised ground and closed edges stop it.
    Effect,
    /// Sight: what stops an effect stops it, windows excepted, and so do opaque cells and curtains.
    Sight,
}

/// How many of a target's points can be reached; see [`exposure`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Exposure {
    /// Points that can be reached.
    pub reached: u16,
    /// All points: the centre and the outer corners.
    pub of: u16,
}

impl Exposure {
    /// As [`exposure`], with points just inside the outer corners: where a line comes to the end of a wall from its other side it does not
    /// turn around it to the corner there.
    #[must_use]
    pub fn inside(terrain: &impl Terrain, line: Line, from: Space, to: Space) -> Self {
        let trace = Trace {
            turns_at_ends: false,
            ..Trace::new(terrain, line)
        };
        shown(terrain, (Asked::InsideCorners, line), (from, to), || {
            trace.exposure(from, to)
        })
    }

    /// Whether nothing is in the way of any point.
    #[must_use]
    pub const fn is_full(self) -> bool {
        self.reached == self.of
    }

    /// Whether no point can be reached.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.reached == 0
    }
}

impl Line {
    fn stops_in(self, ground: Ground) -> bool {
        ground.solid || (self == Self::Sight && ground.opaque)
    }

    fn stops_at(self, edge: EdgeKind) -> bool {
        match self {
            Self::Effect => edge.blocks_effect(),
            Self::Sight => edge.blocks_sight(),
        }
    }
}

/// Whether some corner or centre of a cell of `from` has a free line to some corner or centre of a cell of `to`.
///
/// The same both ways. Creatures do not count. A space must lie on or above the ground: what is buried in it is not seen to be.
#[must_use]
pub fn line_of_effect(terrain: &impl Terrain, from: Space, to: Space) -> bool {
    connected(terrain, Line::Effect, from, to)
}

/// Whether somebody in `from` can see something of `to`: as [`line_of_effect`], for [`Line::Sight`]. Fog and darkness are the
/// system's to judge, with [`cells_on_line`].
#[must_use]
pub fn line_of_sight(terrain: &impl Terrain, from: Space, to: Space) -> bool {
    connected(terrain, Line::Sight, from, to)
}

/// Whether the straight line from centre to centre is free, whatever other lines there are.
#[must_use]
pub fn centre_line(terrain: &impl Terrain, line: Line, from: Space, to: Space) -> bool {
    if is_clear(terrain, from, to) {
        return true;
    }
    let shape = terrain.grid().shape;
    let trace = Trace::new(terrain, line);
    let (start, end) = (from.centre(shape), to.centre(shape));
    let shows = shown(terrain, (Asked::Centre, line), (from, to), || Exposure {
        reached: u16::from(trace.is_free((start, Some(from)), (end, Some(to)))),
        of: 1,
    });
    shows.is_full()
}

/// Whether a line reaches some corner or centre of a cell of `to` from one point, such as the origin of an area.
///
/// A point on a wall counts as being on both sides of it.
#[must_use]
pub fn line_from_point(terrain: &impl Terrain, line: Line, from: Point, to: Space) -> bool {
    let shape = terrain.grid().shape;
    let trace = Trace::new(terrain, line);
    any_point(shape, to, true, &mut |point| {
        trace.is_free((from, None), (point, Some(to)))
    })
}

/// From the centre of `from`: how many of the centre and the outer corners of `to`, at half its height, a line reaches.
///
/// The outer corners are those that only one cell of the footprint has: 4 on squares, 6 around a single hex.
#[must_use]
pub fn exposure(terrain: &impl Terrain, line: Line, from: Space, to: Space) -> Exposure {
    shown(terrain, (Asked::Corners, line), (from, to), || {
        Trace::new(terrain, line).exposure(from, to)
    })
}

/// What lines show of one space from another: as it is known of the terrain, or as it is found now.
fn shown(
    terrain: &impl Terrain,
    (asked, line): (Asked, Line),
    (from, to): (Space, Space),
    find: impl Fn() -> Exposure,
) -> Exposure {
    match terrain.lines(region(from, to)) {
        Some(lines) => lines.shown((asked, line, terrain.has_heights()), from, to, find),
        None => find(),
    }
}

/// The cells whose inside the line from centre to centre passes through, both ends included, in order.
///
/// Each has the height at which the line is midway through it. A line that runs along edges passes through no cell there.
pub fn cells_on_line(shape: Shape, from: Space, to: Space) -> impl Iterator<Item = Cell> + Clone {
    let (start, end) = (from.centre(shape), to.centre(shape));
    Walk::between(shape, start, end).filter_map(move |step| match step {
        Step::Inside { cell, from, to } => {
            Some(cell.with_height(from.level_midway(to, start.z, end.z)))
        }
        Step::Border { .. } | Step::Corner { .. } => None,
    })
}

/// Whether the line from centre to centre passes through the inside of a cell of `between`, heights included.
#[must_use]
pub fn passes_through(shape: Shape, from: Space, to: Space, between: Space) -> bool {
    if lies_aside(shape, from, to, between) {
        return false;
    }
    let (start, end) = (from.centre(shape), to.centre(shape));
    let bottom = 2 * i32::from(between.at.z);
    let top = bottom + 2 * between.levels();
    Walk::between(shape, start, end).any(|step| match step {
        Step::Inside { cell, from, to } => {
            let against =
                |height| [from, to].map(|share| share.height_against(start.z, end.z, height));
            between.covers(shape, cell)
                && against(bottom).contains(&Ordering::Greater)
                && against(top).contains(&Ordering::Less)
        }
        Step::Border { .. } | Step::Corner { .. } => false,
    })
}

fn connected(terrain: &impl Terrain, line: Line, from: Space, to: Space) -> bool {
    if is_clear(terrain, from, to) {
        return true;
    }
    let kept = terrain.lines(region(from, to));
    let Some(lines) = kept.filter(|_| terrain.has_heights()) else {
        return is_free(terrain, line, from, to);
    };
    let known = lines.known(line, from, to, || is_free(terrain, line, from, to));
    debug_assert!(
        terrain.is_as_mapped(region(from, to)) || known == is_free(terrain, line, from, to),
        "{line:?} from {from:?} to {to:?}"
    );
    known
}

/// The corners of a rectangle that holds two spaces and all that lines between them come to.
fn region(from: Space, to: Space) -> [Cell; 2] {
    let margin = i16::try_from(from.width().max(to.width()) + 2).unwrap_or(i16::MAX);
    let first = |a: i16, b: i16| a.min(b).saturating_sub(margin);
    let last = |a: i16, b: i16| a.max(b).saturating_add(margin);
    [
        Cell::new(first(from.at.x, to.at.x), first(from.at.y, to.at.y)),
        Cell::new(last(from.at.x, to.at.x), last(from.at.y, to.at.y)),
    ]
}

/// Whether a space lies wholly outside a rectangle that holds two others and all lines between them.
fn lies_aside(shape: Shape, from: Space, to: Space, space: Space) -> bool {
    let [first, last] = region(from, to);
    let (west, north, east, south) = space.bounds(shape);
    east < i32::from(first.x)
        || south < i32::from(first.y)
        || west > i32::from(last.x)
        || north > i32::from(last.y)
}

fn is_free(terrain: &impl Terrain, line: Line, from: Space, to: Space) -> bool {
    let shape = terrain.grid().shape;
    let trace = Trace::new(terrain, line);
    let direct = (
        Point::centre(shape, middle_cell(shape, from)),
        Point::centre(shape, middle_cell(shape, to)),
    );
    if trace.is_free((direct.0, Some(from)), (direct.1, Some(to))) {
        return true;
    }
    let levels = rises_between(terrain, from, to);
    any_point(shape, from, levels, &mut |start| {
        any_point(shape, to, levels, &mut |end| {
            trace.is_free((start, Some(from)), (end, Some(to)))
        })
    })
}

/// Whether there is nothing between two spaces that could stop a line.
fn is_clear(terrain: &impl Terrain, from: Space, to: Space) -> bool {
    let lowest = from.at.z.min(to.at.z);
    terrain.clear_from().is_some_and(|clear| lowest >= clear)
}

/// A cell in the middle of the lowest level.
fn middle_cell(shape: Shape, space: Space) -> Cell {
    match shape {
        Shape::Square => {
            let half = i16::from(space.side.saturating_sub(1) / 2);
            space.at.offset(half, half, 0)
        }
        Shape::Hex => space.at,
    }
}

/// Whether heights matter between two spaces: some ground rises above the lower one.
///
/// If not, all levels are alike and one of them is enough to look at.
fn rises_between(terrain: &impl Terrain, from: Space, to: Space) -> bool {
    let lowest = from.at.z.min(to.at.z);
    let reach = |at: i16, to: i16, side: i32| {
        let beyond = i16::try_from(side).unwrap_or(i16::MAX);
        (
            at.min(to).saturating_sub(beyond),
            at.max(to).saturating_add(beyond),
        )
    };
    let side = from.width().max(to.width()) + 1;
    let (west, east) = reach(from.at.x, to.at.x, side);
    let (north, south) = reach(from.at.y, to.at.y, side);
    // No map lies beyond these, however far the spaces are from it; axial coordinates begin left of 0.
    let map = terrain.map();
    let end = |count: u16| i16::try_from(count).unwrap_or(i16::MAX);
    let (west, east) = (west.max(-end(map.rows())), east.min(end(map.columns())));
    let (north, south) = (north.max(0), south.min(end(map.rows())));
    (north..=south)
        .any(|y| (west..=east).any(|x| terrain.ground(Cell::new(x, y)).elevation > lowest))
}

/// Tries the centre and the corners of every cell, corners that cells share once, until one does; on all levels or on the
/// lowest alone.
fn any_point(
    shape: Shape,
    space: Space,
    levels: bool,
    test: &mut dyn FnMut(Point) -> bool,
) -> bool {
    let bottom = 2 * i32::from(space.at.z);
    let count = if levels { space.levels() } else { 1 };
    space.cells(shape).any(|cell| {
        let (x, y) = centre(shape, cell);
        let inside = (0..count).any(|level| {
            test(Point {
                x,
                y,
                z: bottom + 2 * level + 1,
            })
        });
        inside
            || corners(shape).iter().any(|(dx, dy)| {
                let (x, y) = (x + dx, y + dy);
                let mut sharing = Around::corner(shape, x, y)
                    .cells()
                    .filter(|(_, other)| space.covers(shape, *other));
                let first = sharing
                    .next()
                    .is_some_and(|(_, other)| (other.x, other.y) == (cell.x, cell.y));
                first
                    && if levels {
                        (0..=count).any(|level| {
                            test(Point {
                                x,
                                y,
                                z: bottom + 2 * level,
                            })
                        })
                    } else {
                        test(Point {
                            x,
                            y,
                            z: bottom + 1,
                        })
                    }
            })
    })
}

/// An end of a line: the point, and the space it belongs to if that matters on a corner.
type End = (Point, Option<Space>);

struct Trace<'a, T> {
    terrain: &'a T,
    line: Line,
    /// Whether a line turns all around the corner at which it ends to get to the side where the space there is.
    turns_at_ends: bool,
}

impl<'a, T: Terrain> Trace<'a, T> {
    const fn new(terrain: &'a T, line: Line) -> Self {
        Self {
            terrain,
            line,
            turns_at_ends: true,
        }
    }

    /// How many points of `to` are reached from the centre of `from`.
    fn exposure(&self, from: Space, to: Space) -> Exposure {
        let shape = self.terrain.grid().shape;
        let (start, middle) = (from.centre(shape), to.centre(shape));
        let mut found = Exposure {
            reached: u16::from(self.is_free((start, None), (middle, None))),
            of: 1,
        };
        for cell in to.cells(shape) {
            let (x, y) = centre(shape, cell);
            for (dx, dy) in corners(shape) {
                let point = Point {
                    x: x + dx,
                    y: y + dy,
                    z: middle.z,
                };
                let sharing = Around::corner(shape, point.x, point.y)
                    .cells()
                    .filter(|(_, cell)| to.covers(shape, *cell));
                if sharing.count() == 1 {
                    found.of += 1;
                    found.reached += u16::from(self.is_free((start, None), (point, Some(to))));
                }
            }
        }
        found
    }

    fn is_free(&self, from: End, to: End) -> bool {
        let shape = self.terrain.grid().shape;
        let heights = (from.0.z, to.0.z);
        let mut sides = Sides::BOTH;
        Walk::between(shape, from.0, to.0).all(|step| match step {
            Step::Inside { cell, from, to } => !self.fills(cell, heights, &[from, to]),
            Step::Border { from, to } => !self.parts(from, to),
            Step::Corner {
                x,
                y,
                at,
                came,
                goes,
            } => {
                let around = Around::corner(shape, x, y);
                let start = came.map_or_else(
                    || side_of(shape, around, from.1),
                    |place| sides.behind(around, place),
                );
                let end = goes.map_or_else(
                    || side_of(shape, around, to.1),
                    |place| Sides::BOTH.ahead(around, place),
                );
                let own =
                    if came.is_none() { start } else { 0 } | if goes.is_none() { end } else { 0 };
                let upright = came.is_none() && goes.is_none();
                let shares = if upright {
                    &[Share::START, Share::END][..]
                } else {
                    &[at]
                };
                let turns = match (came, goes) {
                    // No farther than to the other side of the corner: what is nearer the other way round lies behind a wall.
                    (Some(place), None) if !self.turns_at_ends => {
                        around.places() / 2 - u32::from(place % 2 == 0)
                    }
                    _ => around.places(),
                };
                let reached = self.around(around, heights, shares, (own, start, turns)) & end;
                if let Some(place) = goes {
                    sides = Sides::of(around, place, reached);
                }
                reached != 0
            }
        })
    }

    /// Whether a cell stops a line of these heights anywhere between the shares.
    fn fills(&self, cell: Cell, heights: (i32, i32), shares: &[Share]) -> bool {
        let ground = self.terrain.ground(self.terrain.map().nearest(cell));
        self.line.stops_in(ground) || rises(ground, heights, shares)
    }

    fn parts(&self, a: Cell, b: Cell) -> bool {
        let map = self.terrain.map();
        self.terrain
            .edge(map.nearest(a), map.nearest(b))
            .is_some_and(|edge| self.line.stops_at(edge))
    }

    /// The cells around a corner that can be reached, turning around it by so many places, from those it is `start`ed at; all as bits of
    /// places.
    ///
    /// What is opaque does not hide itself: it counts as open where it is among the `own` cells of an end of the line.
    fn around(
        &self,
        around: Around,
        heights: (i32, i32),
        shares: &[Share],
        (own, start, turns): (u32, u32, u32),
    ) -> u32 {
        let mut blocked = 0;
        for (place, cell) in around.cells() {
            let ground = self.terrain.ground(self.terrain.map().nearest(cell));
            let stops = if own >> place & 1 == 1 {
                ground.solid
            } else {
                self.line.stops_in(ground)
            };
            blocked |= u32::from(stops || rises(ground, heights, shares)) << place;
        }
        if !self.terrain.without_edges() {
            for (place, a, b) in around.edges() {
                blocked |= u32::from(self.parts(a, b)) << place;
            }
        }
        let all = (1 << around.places()) - 1;
        let turned =
            |bits: u32, by: u32| (bits << by | bits >> (around.places() - by)) & all & !blocked;
        let mut reached = start & !blocked;
        for _ in 0..turns {
            reached |= turned(reached, 1) | turned(reached, around.places() - 1);
        }
        reached
    }
}

/// Whether ground stops a line of these heights by its elevation alone, somewhere between the shares.
fn rises(ground: Ground, (from, to): (i32, i32), shares: &[Share]) -> bool {
    let top = 2 * i32::from(ground.elevation);
    shares
        .iter()
        .any(|share| share.height_against(from, to, top) == Ordering::Less)
}

/// The places of a space's cells around a corner, as bits; all cells when there is no space.
fn side_of(shape: Shape, around: Around, space: Option<Space>) -> u32 {
    let own = around
        .cells()
        .filter(|(_, cell)| space.is_none_or(|space| space.covers(shape, *cell)));
    own.fold(0, |bits, (place, _)| bits | 1 << place)
}

/// On which sides of an edge a line runs along it: a wall there keeps the two apart.
#[derive(Clone, Copy)]
struct Sides {
    left: bool,
    right: bool,
}

impl Sides {
    const BOTH: Self = Self {
        left: true,
        right: true,
    };

    /// The places of the cells behind a corner that is reached from `place`, as bits.
    fn behind(self, around: Around, place: u32) -> u32 {
        Self {
            left: self.right,
            right: self.left,
        }
        .ahead(around, place)
    }

    /// The places of the cells ahead of a corner that is left by `place`, as bits.
    fn ahead(self, around: Around, place: u32) -> u32 {
        if place % 2 == 1 {
            return 1 << place;
        }
        let [left, right] = Self::flanks(around, place);
        (u32::from(self.left) * left) | (u32::from(self.right) * right)
    }

    /// The sides of the edge at `place` that are among the places reached.
    fn of(around: Around, place: u32, reached: u32) -> Self {
        let [left, right] = Self::flanks(around, place);
        Self {
            left: reached & left != 0,
            right: reached & right != 0,
        }
    }

    /// The cells to the left and right of one who leaves by an edge.
    fn flanks(around: Around, place: u32) -> [u32; 2] {
        [
            1 << ((place + around.places() - 1) % around.places()),
            1 << ((place + 1) % around.places()),
        ]
    }
}

#[cfg(test)]
mod tests;
