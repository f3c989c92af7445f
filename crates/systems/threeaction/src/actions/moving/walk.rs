//! A Move thought through: the way it takes, or why there is none.

use affray_kernel::grid::{Cell, Space, Terrain, passes_through};
use affray_kernel::{CreatureId, Figure, Refusal};
use smallvec::SmallVec;

use super::able::{at_hand, may_move};
use crate::ids::refuse;
use crate::rules::climbing;
use crate::rules::ground::terrain;
use crate::rules::numbers::{feet, present};
use crate::rules::occupied::{Crossing, crossing, is_free, is_unknown, past};
use crate::rules::squeezing::{self, Place};
use crate::rules::steps::{self, STEP_FT, Search};
use crate::rules::terrain::stands;
use crate::state::{Mode, Moving, State};

/// How far a way is looked for before a refusal says that there is none, in feet.
const FAR_FT: i16 = 500;

/// A Move that is possible.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Plan {
    /// Every square on the way.
    pub(super) path: SmallVec<[Cell; 16]>,
    /// The hardest surface on the way, for climbers.
    pub(super) climb_dc: i16,
    /// What it takes of the movement, in feet.
    pub(crate) spent_ft: i16,
}

/// Whether a Move along a path is possible; far squares are reached by the cheapest way there is (`move/step-by-step`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    mode: Mode,
    path: &[Cell],
) -> Result<Plan, Refusal> {
    may_move(state, who, mode)?;
    let moving = at_hand(state, who, mode);
    let mut walk = Walk {
        state,
        who,
        moving,
        place: Place::of(state, who),
        spent_ft: 0,
        plan: Plan {
            path: SmallVec::new(),
            climb_dc: 0,
            spent_ft: 0,
        },
    };
    if path.is_empty() {
        return Err(refuse!("running/move", "the way has no goal"));
    }
    for (index, goal) in path.iter().enumerate() {
        walk.go_to(*goal, index + 1 == path.len())?;
    }
    walk.end()
}

/// A Move thought through.
struct Walk<'s> {
    state: &'s State,
    who: CreatureId,
    moving: Moving,
    place: Place,
    spent_ft: i16,
    plan: Plan,
}

impl Walk<'_> {
    /// Goes to a square: by one step if it is next to here, else by the cheapest way. Only who squeezes may come to be beside the square that is
    /// named.
    fn go_to(&mut self, goal: Cell, last: bool) -> Result<(), Refusal> {
        let goal = match self.moving.mode {
            Mode::Run | Mode::Crawl => steps::on_ground(self.state, self.who, self.place, goal),
            _ => goal,
        };
        if self.place.at == goal {
            return if last && self.plan.path.is_empty() {
                Err(refuse!(
                    "running/move",
                    "{} is there already",
                    Figure::Creature(self.who)
                ))
            } else {
                Ok(())
            };
        }
        let beside =
            self.place.squeezing || self.state.grid().cells_between(self.place.at, goal) <= 1;
        if beside && let Some((place, cost)) = self.step(goal) {
            return self.take(goal, place, cost);
        }
        let left = self.moving.left_ft.saturating_sub(self.spent_ft);
        if let Some(way) = self.straight(goal, left) {
            for (to, place) in way {
                self.take(to, place, STEP_FT)?;
            }
            return Ok(());
        }
        let Some(way) = self.search(goal, left) else {
            return Err(self.why_not(goal));
        };
        let mut squeezes = false;
        for cell in way {
            let Some((place, cost)) = self.step(cell) else {
                return Err(self.why_not(goal));
            };
            squeezes |= !squeezing::walks(self.state, self.place, place);
            self.take(cell, place, cost)?;
        }
        if squeezes || self.place.at == goal {
            Ok(())
        } else {
            Err(self.why_not(goal))
        }
    }

    /// A step from here, at its price: the first one of an Action may take all of its movement (`foundations/minimum-step`).
    fn step(&self, to: Cell) -> Option<(Place, i16)> {
        let (place, cost) =
            squeezing::step(self.state, self.who, self.moving.mode, self.place, to)?;
        let first = self.moving.spent_ft == 0 && self.plan.path.is_empty();
        let most = if first { self.moving.left_ft } else { i16::MAX };
        Some((place, cost.min(most)))
    }

    fn take(&mut self, to: Cell, place: Place, cost: i16) -> Result<(), Refusal> {
        self.spent_ft = self.spent_ft.saturating_add(cost);
        if self.spent_ft > self.moving.left_ft {
            return Err(self.too_far(self.spent_ft));
        }
        if self.moving.mode == Mode::Climb {
            for place in [self.place, place] {
                let space = place.space(self.state, self.who);
                if !stands(self.state, self.who, space) {
                    let dc = climbing::hold_dc(self.state, space).unwrap_or_default();
                    self.plan.climb_dc = self.plan.climb_dc.max(dc);
                }
            }
        }
        let walks = squeezing::walks(self.state, self.place, place);
        self.place = place;
        self.plan.path.push(if walks { place.at } else { to });
        Ok(())
    }

    /// A way on which every step leads nearer, costs the least that a step can cost and breaks no ice, each as near to the straight line as can
    /// be: no other one is cheaper. Most ways in the open are found like this, without a search.
    fn straight(&self, goal: Cell, left_ft: i16) -> Option<SmallVec<[(Cell, Place); 16]>> {
        let (grid, mode) = (self.state.grid(), self.moving.mode);
        let mut way = SmallVec::new();
        let mut here = self.place;
        if !matches!(mode, Mode::Run) || here.squeezing {
            return None;
        }
        let mut distance = grid.cells_between(here.at, goal);
        if feet(distance) > left_ft {
            return None;
        }
        let start = here.at;
        while distance > 0 {
            let mut nearer: SmallVec<[Cell; 8]> = grid
                .neighbours(here.at)
                .filter(|to| grid.cells_between(to.with_height(goal.z), goal) < distance)
                .collect();
            nearer.sort_unstable_by_key(|to| (steps::off_line(start, goal, *to), *to));
            let next = nearer
                .into_iter()
                .map(|to| steps::on_ground(self.state, self.who, here, to))
                .find_map(|to| {
                    let step = squeezing::step(self.state, self.who, mode, here, to);
                    let plain = step.filter(|(place, cost)| *cost == STEP_FT && !place.squeezing);
                    plain.map(|(place, _)| (to, place))
                })?;
            if steps::breaks_under(self.state, self.who, next.1.space(self.state, self.who)) {
                return None;
            }
            here = next.1;
            distance -= 1;
            way.push(next);
        }
        (here.at == goal).then_some(way)
    }

    /// The cheapest way within so many feet: in its whole space, or squeezing where that does not fit.
    fn search(&self, goal: Cell, left_ft: i16) -> Option<SmallVec<[Cell; 16]>> {
        let first = self.moving.spent_ft == 0 && self.plan.path.is_empty();
        let search = Search {
            state: self.state,
            who: self.who,
            mode: self.moving.mode,
            space: self.place.space(self.state, self.who),
            left_ft,
            first_ft: first.then_some(self.moving.left_ft),
        };
        let steps = |path: affray_kernel::grid::Path| path.places.into_iter().skip(1).collect();
        if !self.place.squeezing
            && let Some(path) = search.way_to(goal)
        {
            return Some(steps(path));
        }
        if self.state.sheet(self.who).size.side() == 1 {
            return None;
        }
        squeezing::narrow_spaces(self.state, self.who, self.place)
            .filter_map(|space| Search { space, ..search }.way_to(goal))
            .min_by_key(|path| path.cost)
            .map(steps)
    }

    /// A Move ends in a free square (`move/end-in-occupied-square`).
    fn end(self) -> Result<Plan, Refusal> {
        let space = self.place.space(self.state, self.who);
        if is_free(self.state, self.who, space, true) {
            return Ok(Plan {
                spent_ft: self.spent_ft,
                ..self.plan
            });
        }
        Err(occupied(self.state, self.who, self.place))
    }

    fn too_far(&self, cost: i16) -> Refusal {
        let refusal = match self.moving.mode {
            Mode::Run => refuse!("running/move", "{} has {} of movement left; this takes {}"),
            Mode::Crawl => {
                refuse!(
                    "crawling/distance",
                    "{} has {} of movement left; this takes {}"
                )
            }
            Mode::Climb => refuse!(
                "climbing/skill",
                "{} has {} of movement left; this takes {}"
            ),
            _ => refuse!(
                "swimming/skill",
                "{} has {} of movement left; this takes {}"
            ),
        };
        refusal
            .with(Figure::Creature(self.who))
            .with(Figure::Feet(i32::from(self.moving.left_ft)))
            .with(Figure::Feet(i32::from(cost)))
    }

    /// Why a square cannot be reached.
    fn why_not(&self, goal: Cell) -> Refusal {
        let place = Place {
            at: goal,
            squeezing: self.place.squeezing,
        };
        let space = place.space(self.state, self.who);
        match crossing(self.state, self.who, space, true) {
            Crossing::Blocked(enemy) => {
                return refuse!(
                    "move/enemy-square",
                    "{} is in the way: passing through its square takes a Push attempt",
                    Figure::Creature(enemy)
                );
            }
            Crossing::Open(_) | Crossing::Difficult(_) => {
                return occupied(self.state, self.who, place);
            }
            Crossing::Free => {}
        }
        let land = terrain(self.state);
        if space
            .cells(self.state.grid().shape)
            .any(|cell| land.ground(cell).outside || land.ground(cell).solid)
        {
            return refuse!(
                "running/move",
                "{} has no room there",
                Figure::Creature(self.who)
            );
        }
        match self.far_cost(goal) {
            Some(cost) => self.too_far(cost),
            None if self.held_up(space).is_some() => refuse!(
                "move/enemy-square",
                "{} is in the way: passing through its square takes a Push attempt",
                Figure::Creature(self.held_up(space).unwrap_or(self.who))
            ),
            None => refuse!(
                "running/move",
                "{} knows of no way there within {}",
                Figure::Creature(self.who),
                Figure::Feet(i32::from(FAR_FT))
            ),
        }
    }

    /// An Enemy next to here that stands between here and there.
    fn held_up(&self, there: Space) -> Option<CreatureId> {
        let (state, shape) = (self.state, self.state.grid().shape);
        let here = self.place.space(state, self.who);
        state.creatures().find(|other| {
            let space = state.space(*other);
            *other != self.who
                && present(state, *other)
                && !is_unknown(state, self.who, *other)
                && matches!(past(state, self.who, *other), Crossing::Blocked(_))
                && state.grid().adjacent(here, space)
                && passes_through(shape, here, there, space)
        })
    }

    fn far_cost(&self, goal: Cell) -> Option<i16> {
        let search = Search {
            state: self.state,
            who: self.who,
            mode: self.moving.mode,
            space: self.place.space(self.state, self.who),
            left_ft: FAR_FT,
            first_ft: None,
        };
        let path = search.path_to(goal)?;
        i16::try_from(path.cost)
            .ok()
            .map(|cost| cost.saturating_add(self.spent_ft))
            .filter(|cost| *cost > self.moving.left_ft)
    }
}

fn occupied(state: &State, who: CreatureId, place: Place) -> Refusal {
    let space = place.space(state, who);
    let shape = state.grid().shape;
    let holder = state.creatures().find(|other| {
        *other != who
            && !is_unknown(state, who, *other)
            && present(state, *other)
            && state.space(*other).overlaps(shape, space)
    });
    refuse!(
        "move/end-in-occupied-square",
        "a Move cannot end in the square of {}",
        Figure::Creature(holder.unwrap_or(who))
    )
}
