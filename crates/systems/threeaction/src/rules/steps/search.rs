//! Searches for ways: what each step costs as long as nobody else moves.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Mover, Path, Reached, Space, Terrain, Through};
use smallvec::SmallVec;

use super::{STEP_FT, goes, is_hard, priced};
use crate::rules::ground::terrain;
use crate::rules::occupied::{CORNERS, Crossing, is_other, is_unknown, past};
use crate::rules::terrain::{footing, in_deep_water, stands};
use crate::rules::thin_ice::carries;
use crate::state::{Mode, State};

/// A search for ways: who moves how, how much movement there is, and whether the first step may cost all of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search<'s> {
    pub(crate) state: &'s State,
    pub(crate) who: CreatureId,
    pub(crate) mode: Mode,
    /// The space it moves in: its own, or the narrower one of squeezing.
    pub(crate) space: Space,
    /// Feet of movement.
    pub(crate) left_ft: i16,
    /// The most that the first step costs (`foundations/minimum-step`).
    pub(crate) first_ft: Option<i16>,
}

impl Search<'_> {
    /// The cheapest way to a goal.
    pub(crate) fn path(&self, goal: impl Fn(Cell) -> bool) -> Option<Path> {
        self.path_over(|_| true, goal)
    }

    /// The cheapest way to a goal over places that will do.
    pub(crate) fn path_over(
        &self,
        will_do: impl Fn(Cell) -> bool,
        goal: impl Fn(Cell) -> bool,
    ) -> Option<Path> {
        self.path_toward(will_do, (goal, |_| 0))
    }

    /// The same where from each place it costs at least what `ahead` says to come to a goal ([`Mover::path_toward`]).
    pub(crate) fn path_toward(
        &self,
        will_do: impl Fn(Cell) -> bool,
        goal: (impl Fn(Cell) -> bool, impl Fn(Cell) -> u32),
    ) -> Option<Path> {
        let budget = u32::from(self.left_ft.unsigned_abs());
        let from = self.space.at;
        match self.through() {
            Through::Ground => {
                let mut prices = self.prices_on_floor();
                self.over(&footing(self.state, self.who)).path_toward(
                    from,
                    budget,
                    goal,
                    |from, to| prices(from, to).filter(|_| will_do(to)),
                )
            }
            Through::Open => {
                let mut prices = self.prices();
                self.over(&terrain(self.state))
                    .path_toward(from, budget, goal, |from, to| {
                        prices(from, to).filter(|_| will_do(to))
                    })
            }
        }
    }

    /// The cheapest way to a place, and of equally cheap ones the [straightest](Self::aside).
    pub(crate) fn way_to(&self, goal: Cell) -> Option<Path> {
        let budget = u32::from(self.left_ft.unsigned_abs());
        let least = u32::from(self.left_ft.min(STEP_FT).unsigned_abs());
        let (from, to) = (self.space.at, (goal, least));
        match self.through() {
            Through::Ground => self
                .over(&footing(self.state, self.who))
                .path_to_preferring(from, budget, to, self.aside(goal), self.prices_on_floor()),
            Through::Open => self.over(&terrain(self.state)).path_to_preferring(
                from,
                budget,
                to,
                self.aside(goal),
                self.prices(),
            ),
        }
    }

    /// What speaks against a place on the way to a goal besides what it takes to get there: ice that breaks, before going higher or lower than
    /// need be, before lying off the straight line.
    fn aside(self, goal: Cell) -> impl Fn(Cell) -> u64 {
        let (state, who, space) = (self.state, self.who, self.space);
        let is_on_foot = self.through() == Through::Ground;
        move |at| {
            let breaks = is_on_foot && breaks_under(state, who, space.moved_to(at));
            let level = off_level(self.mode, space.at, goal, at);
            u64::from(breaks) << 48
                | u64::from(level) << 32
                | u64::from(off_line(space.at, goal, at))
        }
    }

    /// The cheapest way to a place, whichever of equally cheap ones.
    pub(crate) fn path_to(&self, goal: Cell) -> Option<Path> {
        let budget = u32::from(self.left_ft.unsigned_abs());
        let least = u32::from(self.left_ft.min(STEP_FT).unsigned_abs());
        let from = self.space.at;
        match self.through() {
            Through::Ground => self.over(&footing(self.state, self.who)).path_to(
                from,
                budget,
                goal,
                least,
                self.prices_on_floor(),
            ),
            Through::Open => {
                self.over(&terrain(self.state))
                    .path_to(from, budget, goal, least, self.prices())
            }
        }
    }

    /// Every place that can be reached, the start included.
    pub(crate) fn reachable(&self) -> Vec<Reached> {
        let budget = u32::from(self.left_ft.unsigned_abs());
        let from = self.space.at;
        match self.through() {
            Through::Ground => self.over(&footing(self.state, self.who)).reachable(
                from,
                budget,
                self.prices_on_floor(),
            ),
            Through::Open => self
                .over(&terrain(self.state))
                .reachable(from, budget, self.prices()),
        }
    }

    fn through(&self) -> Through {
        match self.mode {
            Mode::Run | Mode::Crawl => Through::Ground,
            _ => Through::Open,
        }
    }

    fn over<'t, T: Terrain>(&self, terrain: &'t T) -> Mover<'t, T> {
        Mover {
            terrain,
            space: self.space,
            corners: CORNERS,
            through: self.through(),
        }
    }

    /// What each step costs, as [`cost`] says. Who is in the way, and what leaving a place costs, is found out once.
    pub(crate) fn prices(self) -> impl FnMut(Cell, Cell) -> Option<u32> {
        self.prices_where(move |end| stands(self.state, self.who, end))
    }

    /// The same over the [`footing`], where each step ends on the floor.
    fn prices_on_floor(self) -> impl FnMut(Cell, Cell) -> Option<u32> {
        self.prices_where(move |end| {
            debug_assert!(stands(self.state, self.who, end));
            true
        })
    }

    /// As [`Search::prices`], where `stands` says whether one stands at the end of a step on foot.
    fn prices_where(self, stands: impl Fn(Space) -> bool) -> impl FnMut(Cell, Cell) -> Option<u32> {
        let Self {
            state,
            who,
            mode,
            space,
            first_ft,
            ..
        } = self;
        let crowd = Crowd::around(state, who);
        let on_foot = matches!(mode, Mode::Run | Mode::Crawl);
        let mut left: Option<(Cell, Option<i16>)> = None;
        move |from, to| {
            let (start, end) = (space.moved_to(from), space.moved_to(to));
            let possible = if on_foot {
                state.cast.open_ground || (to.z - from.z).abs() <= 1 && stands(end)
            } else {
                goes(state, who, mode, start, end)
            };
            if !possible || crowd.bars(state, end) {
                return None;
            }
            let cost = match left {
                Some((at, cost)) if at == from => cost,
                _ => {
                    let sinks =
                        on_foot && !state.cast.open_ground && in_deep_water(state, who, start);
                    (!sinks).then(|| crowd.leaving_cost(state, who, mode, start))
                }
            };
            left = Some((from, cost));
            let cost = match first_ft {
                Some(most) if from == space.at => cost?.min(most),
                _ => cost?,
            };
            u32::try_from(cost).ok()
        }
    }
}

/// Whether a creature that comes there on foot breaks the ice.
pub(crate) fn breaks_under(state: &State, who: CreatureId, space: Space) -> bool {
    !state.cast.open_ground && !carries(state, who, space)
}

/// How many squares a place is above or below all that lies between the ends of a way; in water, how far below the higher end.
fn off_level(mode: Mode, from: Cell, goal: Cell, at: Cell) -> u16 {
    let (low, high) = (from.z.min(goal.z), from.z.max(goal.z));
    let nearest = match mode {
        Mode::Swim => high,
        _ => at.z.clamp(low, high),
    };
    at.z.abs_diff(nearest)
}

/// How far a place lies from the straight line between the ends of a way, seen from above: in parts of a square, the smaller the longer the
/// way is.
pub(crate) fn off_line(from: Cell, goal: Cell, at: Cell) -> u32 {
    let to = |cell: Cell| {
        (
            i32::from(cell.x) - i32::from(from.x),
            i32::from(cell.y) - i32::from(from.y),
        )
    };
    let ((x, y), (far_x, far_y)) = (to(at), to(goal));
    if (far_x, far_y) == (0, 0) {
        return x.unsigned_abs() + y.unsigned_abs();
    }
    x.wrapping_mul(far_y)
        .wrapping_sub(y.wrapping_mul(far_x))
        .unsigned_abs()
}

/// Others among whom somebody looks for a way: what [`crossing`] says of a space, for as long as nobody moves.
struct Crowd(SmallVec<[Other; 8]>);

/// Somebody whose squares are not simply free.
struct Other {
    space: Space,
    /// Whether one cannot pass at all.
    blocks: bool,
    /// Whether one knows that somebody is there.
    known: bool,
}

impl Crowd {
    fn around(state: &State, who: CreatureId) -> Self {
        let others = state
            .creatures()
            .filter(|other| is_other(state, who, *other));
        let kept = others.filter_map(|other| {
            let blocks = match past(state, who, other) {
                Crossing::Blocked(_) => true,
                Crossing::Difficult(_) => false,
                Crossing::Free | Crossing::Open(_) => return None,
            };
            Some(Other {
                space: state.space(other),
                blocks,
                known: !is_unknown(state, who, other),
            })
        });
        Self(kept.collect())
    }

    /// Whether somebody known is in the way in a space.
    fn bars(&self, state: &State, space: Space) -> bool {
        let shape = state.grid().shape;
        let bars =
            |other: &Other| other.blocks && other.known && other.space.overlaps(shape, space);
        self.0.iter().any(bars)
    }

    /// As [`leaving_cost`].
    fn leaving_cost(&self, state: &State, who: CreatureId, mode: Mode, space: Space) -> i16 {
        let shape = state.grid().shape;
        let mut within = self
            .0
            .iter()
            .filter(|other| other.space.overlaps(shape, space));
        let crowded = within
            .next()
            .is_some_and(|first| !first.blocks && within.all(|other| !other.blocks));
        priced(crowded || is_hard(state, who, mode, space))
    }
}
