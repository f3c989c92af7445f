//! Ways: which spaces a movement leads over, and how long it is (`actions/turn-cost`).

use affray_kernel::grid::{
    Cell, Corners, Course as Place, Heading, Mover, Path, Point, Reached, Shape, Terrain, Through,
};
use affray_kernel::{CreatureId, Refusal};
use smallvec::SmallVec;

use crate::act::Action;
use crate::ids::refuse;
use crate::rules::numbers::sprint_m;
use crate::rules::occupied::{Others, bars, can_walk, is_barred, may_end, may_pass, on_floor};
use crate::rules::turning::{sacrifice, turned};
use crate::state::{Course, State};

/// Spaces, one after the other.
pub(crate) type Route = SmallVec<[Cell; 8]>;

/// A way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    /// Its spaces, the first of them next to the mover.
    pub(crate) route: Route,
    /// Whether it is one straight line.
    pub(crate) straight: bool,
    /// Its length in metres, those given up by turning included.
    pub(crate) metres: i16,
}

/// The metres of a way, those given up by turning included (`actions/turn-cost`).
fn metres(state: &State, who: CreatureId, route: &[Cell], straight: bool) -> i16 {
    let (shape, switch) = (state.grid().shape, state.cast.options.turn_cost);
    let line = heading_of_line(state, who, route).filter(|_| straight);
    let mut course = state.body(who).course;
    let mut from = state.body(who).at;
    let mut sum = 0;
    for to in route {
        let Some(heading) = line.or_else(|| Heading::of_step(shape, from, *to)) else {
            break;
        };
        sum += 1 + sacrifice(turned(shape, course, heading), switch);
        course = Some(next_course(shape, course, heading, false));
        from = *to;
    }
    sum
}

/// The fewest metres that going on along a way from the end of another takes, whoever stands on it then: what is in between may have been
/// pushed away (`maneuvers/push-sprint`).
///
/// # Errors
/// If it leads off the map.
pub(super) fn metres_onward(
    state: &State,
    who: CreatureId,
    before: &Way,
    onward: &[Cell],
) -> Result<i16, Refusal> {
    if onward.iter().any(|cell| !state.cast.map.contains(*cell)) {
        return Err(refuse!("actions/run", "that is not on the map"));
    }
    let Some(end) = before.route.last().copied() else {
        return Ok(0);
    };
    let (mut from, mut sum) = (end, 0);
    for to in onward {
        let to = on_floor(state, who, *to);
        sum += state.grid().cells_between(from, to);
        from = to;
    }
    let turn = match onward {
        [goal] => turn_onto(state, who, (before, end), *goal),
        _ => 0,
    };
    Ok(i16::try_from(sum).unwrap_or(i16::MAX).saturating_add(turn))
}

/// Metres given up by turning from the end of a way onto the straight line to a place (`actions/turn-cost`).
fn turn_onto(state: &State, who: CreatureId, (before, end): (&Way, Cell), goal: Cell) -> i16 {
    let shape = state.grid().shape;
    let line = heading_of_line(state, who, &before.route).filter(|_| before.straight);
    let last_step = match before.route[..] {
        [.., from, to] => Heading::of_step(shape, from, to),
        _ => Heading::of_step(shape, state.body(who).at, end),
    };
    let course = line
        .or(last_step)
        .map(|heading| next_course(shape, None, heading, true));
    let goal = state.space_at(who, on_floor(state, who, goal));
    let ahead = Heading::toward(shape, state.space_at(who, end), goal);
    ahead.map_or(0, |heading| {
        sacrifice(turned(shape, course, heading), state.cast.options.turn_cost)
    })
}

/// The straight lines along given spaces, whatever stands on them.
pub(super) fn drawn(state: &State, who: CreatureId, path: &[Cell]) -> Way {
    let mut route = Route::new();
    let mut from = state.body(who).at;
    for to in path.iter().filter(|to| state.cast.map.contains(**to)) {
        let to = on_floor(state, who, *to);
        line(state, who, from, to, &mut route);
        from = to;
    }
    let straight = path.len() == 1;
    Way {
        metres: metres(state, who, &route, straight),
        route,
        straight,
    }
}

/// The one direction of a way that is a straight line (`actions/turn-cost`).
pub(super) fn heading_of_line(state: &State, who: CreatureId, route: &[Cell]) -> Option<Heading> {
    let end = state.space_at(who, *route.last()?);
    Heading::toward(state.grid().shape, state.space(who), end)
}

/// The movement after another metre of a Run in that direction.
pub(super) fn next_course(
    shape: Shape,
    before: Option<Course>,
    heading: Heading,
    sprint: bool,
) -> Course {
    let turns = u8::from(turned(shape, before, heading) >= 45);
    let run = before.filter(|course| !course.shift);
    let sprinted = before.map_or(0, |course| course.sprinted);
    Course {
        heading,
        aside: None,
        straight: straight_on(shape, before, heading),
        turns: run.map_or(0, |course| course.turns).saturating_add(turns),
        sprinted: if sprint {
            sprinted.saturating_add(1)
        } else {
            0
        },
        shift: false,
    }
}

/// The movement after a Shift, which neither pays for a direction nor changes the one that turns are counted from, but is part of a
/// run-up (`actions/turn-cost-back-to-back`, `actions/jump-cost-running`).
pub(super) fn shifted(shape: Shape, before: Option<Course>, heading: Heading) -> Course {
    let run = before.filter(|course| !course.shift);
    let kept = run.map_or(heading, |course| course.heading);
    Course {
        heading: kept,
        aside: (kept != heading).then_some(heading),
        straight: straight_on(shape, before, heading),
        turns: 0,
        sprinted: 0,
        shift: run.is_none(),
    }
}

/// Metres that a movement has gone straight with another one in that direction (`actions/jump-cost-running`).
fn straight_on(shape: Shape, before: Option<Course>, heading: Heading) -> u8 {
    let on = before.filter(|course| course.run_up().degrees_to(shape, heading) < 45);
    on.map_or(0, |course| course.straight).saturating_add(1)
}

/// The way of a movement: it is one straight line, whose steps are no turns, if that is said, or if nothing but a goal is named and the
/// straight line to it is open (`actions/turn-cost`).
///
/// # Errors
/// Where there is no way.
pub(super) fn find(
    state: &State,
    who: CreatureId,
    path: &[Cell],
    straight: bool,
) -> Result<Way, Refusal> {
    let open = match path {
        [goal] => open_line(state, who, *goal),
        _ => None,
    };
    let (route, straight) = match open {
        Some(route) => (route, true),
        None => {
            let route = route_along(state, who, path, straight)?;
            let straight = straight && is_line(state, who, &route);
            (route, straight)
        }
    };
    let metres = metres(state, who, &route, straight);
    Ok(Way {
        route,
        straight,
        metres,
    })
}

/// The straight line to a place, if nothing is in its way.
fn open_line(state: &State, who: CreatureId, goal: Cell) -> Option<Route> {
    if !state.cast.map.contains(goal) {
        return None;
    }
    let (from, to) = (state.body(who).at, on_floor(state, who, goal));
    if from == to || from.z != to.z {
        return None;
    }
    let mut route = Route::new();
    line(state, who, from, to, &mut route);
    walkable(state, who, &route).is_ok().then_some(route)
}

/// Whether a way is the grid's picture of one straight line.
fn is_line(state: &State, who: CreatureId, route: &[Cell]) -> bool {
    let mut drawn = Route::new();
    if let Some(end) = route.last() {
        line(state, who, state.body(who).at, *end, &mut drawn);
    }
    drawn[..] == *route
}

/// The whole way along given spaces: those not next to each other are joined by the straight line where that is open or said, otherwise
/// by the cheapest way.
///
/// # Errors
/// Where there is no way.
pub(crate) fn route(
    state: &State,
    who: CreatureId,
    path: &[Cell],
    straight: bool,
) -> Result<Route, Refusal> {
    find(state, who, path, straight).map(|way| way.route)
}

/// As [`route`], the straight line to a single goal being closed.
fn route_along(
    state: &State,
    who: CreatureId,
    path: &[Cell],
    straight: bool,
) -> Result<Route, Refusal> {
    let mut route = Route::new();
    let mut from = state.body(who).at;
    for to in path {
        if !state.cast.map.contains(*to) {
            return Err(refuse!("actions/run", "that is not on the map"));
        }
        let to = on_floor(state, who, *to);
        let alone = path.len() == 1;
        let adjacent = Heading::of_step(state.grid().shape, from, to).is_some()
            && (!alone
                || can_walk(state, who, from, to)
                    && may_pass(state, who, to, Others::Known).is_ok());
        if adjacent {
            route.push(to);
        } else if straight {
            line(state, who, from, to, &mut route);
        } else {
            search(state, who, (from, to), &mut route)?;
        }
        from = to;
    }
    if route.is_empty() {
        return Err(refuse!("actions/run", "that leads nowhere"));
    }
    walkable(state, who, &route)?;
    Ok(route)
}

/// Whether each step of a way can be made and its end is free.
fn walkable(state: &State, who: CreatureId, route: &[Cell]) -> Result<(), Refusal> {
    let mut from = state.body(who).at;
    for to in route {
        if !can_walk(state, who, from, *to) {
            return Err(refuse!("actions/run", "something solid is in the way"));
        }
        may_pass(state, who, *to, Others::Known)?;
        from = *to;
    }
    may_end(state, who, from, Others::Known)
}

/// The cheapest way between two spaces.
fn search(
    state: &State,
    who: CreatureId,
    (from, to): (Cell, Cell),
    route: &mut Route,
) -> Result<(), Refusal> {
    let Some(path) = cheapest(state, who, (from, to), sprint_m(state, who)) else {
        may_pass(state, who, to, Others::Known)?;
        return Err(refuse!(
            "grid/occupied-spaces",
            "there is no way that is short enough"
        ));
    };
    route.extend(path.places.iter().skip(1).map(|way| way.cell));
    Ok(())
}

/// The cheapest way between two spaces that takes no more than so many metres.
fn cheapest(
    state: &State,
    who: CreatureId,
    (from, to): (Cell, Cell),
    most: i16,
) -> Option<Path<Place>> {
    let terrain = state.terrain();
    let start = start(state, who, from);
    let prices = prices(state, who, start);
    walker(state, who, &terrain).path_turning_to(start, budget(most), to, 1, prices)
}

/// What steps cost in metres on a way from there, those given up by turning included; who is in the way is found out once.
fn prices(state: &State, who: CreatureId, start: Place) -> impl Fn(Place, Place) -> Option<u32> {
    let bars = bars(state, who);
    move |before, after| {
        let barred = is_barred(state, &bars, state.space_at(who, after.cell));
        let level = before.cell.z == after.cell.z;
        (level && !barred).then(|| metres_of_step(state, who, start, (before, after)))
    }
}

fn budget(metres: i16) -> u32 {
    u32::try_from(metres).unwrap_or(0)
}

fn walker<'a, T: Terrain>(state: &State, who: CreatureId, terrain: &'a T) -> Mover<'a, T> {
    Mover {
        terrain,
        space: state.space(who),
        corners: Corners::Cut,
        through: Through::Ground,
    }
}

/// The direction of the movement before, or else the one that the creature looks in.
fn start(state: &State, who: CreatureId, cell: Cell) -> Place {
    let heading = remembered(state, who).unwrap_or(state.body(who).heading);
    Place { cell, heading }
}

/// The direction that turning is counted from, if there is one (`actions/turn-cost-back-to-back`).
fn remembered(state: &State, who: CreatureId) -> Option<Heading> {
    let course = state.body(who).course.filter(|course| !course.shift);
    course.map(|course| course.heading)
}

/// Metres of one step, those given up by turning included.
fn metres_of_step(
    state: &State,
    who: CreatureId,
    start: Place,
    (before, after): (Place, Place),
) -> u32 {
    let free = before.cell == start.cell && remembered(state, who).is_none();
    let degrees = if free {
        0
    } else {
        before.heading.degrees_to(state.grid().shape, after.heading)
    };
    u32::try_from(1 + sacrifice(degrees, state.cast.options.turn_cost)).unwrap_or(1)
}

/// The grid's picture of one straight line (`actions/turn-cost`): at each step the neighbour nearest to the line.
fn line(state: &State, who: CreatureId, from: Cell, to: Cell, route: &mut Route) {
    let (grid, shape) = (state.grid(), state.grid().shape);
    let goal = Point::centre(shape, to);
    let start = Point::centre(shape, from);
    let aside = |cell: Cell| start.off_line(goal, Point::centre(shape, cell));
    let mut here = from;
    while here != to {
        let left = grid.cells_between(here, to);
        let nearer = grid
            .neighbours(here)
            .filter(|cell| grid.cells_between(*cell, to) < left)
            .min_by_key(|cell| (aside(*cell), *cell));
        let Some(next) = nearer else { break };
        here = on_floor(state, who, next);
        route.push(here);
    }
}

/// The places that a Sprint reaches where the creature may stay, and the metres of the way that it would take to each.
pub(super) fn reachable(state: &State, who: CreatureId) -> Vec<(Cell, i16)> {
    let terrain = state.terrain();
    let start = start(state, who, state.body(who).at);
    let budget = budget(sprint_m(state, who));
    let prices = prices(state, who, start);
    let reached = walker(state, who, &terrain).reachable_turning(start, budget, prices);
    let mut places: Vec<(Cell, i16)> = Vec::new();
    for Reached { place, cost } in reached {
        match places.last_mut() {
            Some((cell, metres)) if *cell == place.cell => *metres = (*metres).min(cost as i16),
            _ => places.push((place.cell, cost as i16)),
        }
    }
    places.retain(|(cell, _)| {
        *cell != start.cell && may_end(state, who, *cell, Others::Known).is_ok()
    });
    for (cell, length) in &mut places {
        if let Some(line) = open_line(state, who, *cell) {
            *length = metres(state, who, &line, true);
        }
    }
    places
}

/// The metres to one of the places that are [`reachable`], if they are not more than so many.
pub(super) fn metres_to(state: &State, who: CreatureId, to: Cell, most: i16) -> Option<i16> {
    let from = state.body(who).at;
    if to == from
        || on_floor(state, who, to) != to
        || may_end(state, who, to, Others::Known).is_err()
    {
        return None;
    }
    let within = |most| cheapest(state, who, (from, to), most);
    let Some(line) = open_line(state, who, to) else {
        return within(most).map(|path| path.cost as i16);
    };
    let length = metres(state, who, &line, true);
    if length > most {
        return None;
    }
    // A straight line may be too long for a Sprint where its steps are walked as turns.
    let sprint = sprint_m(state, who);
    let is_reached = metres(state, who, &line, false) <= sprint || within(sprint).is_some();
    is_reached.then_some(length)
}

/// Where the first metre of a Jump or a Climb leads (`action-order/windows`).
#[must_use]
pub(crate) fn ahead(state: &State, who: CreatureId, action: &Action) -> Option<Cell> {
    match action {
        Action::Jump(to) => super::jump::first_metre(state, who, *to),
        Action::Climb(to) => Some(on_floor(state, who, *to)),
        _ => None,
    }
}
