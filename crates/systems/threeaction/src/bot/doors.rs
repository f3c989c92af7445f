//! How a bot gets through closed doors.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Space, Terrain};

use super::legal;
use super::moving::{
    FAR_FT, FARTHEST_FT, Ways, ahead, around, go, go_along, in_reach, is_small, known_enemies,
    reachable_on_foot, usual_mode,
};
use crate::act::Act;
use crate::actions::handling::within_arm_from;
use crate::fact::{self, Fact};
use crate::rules::ground::{above, terrain};
use crate::rules::squeezing::{self, Place};
use crate::state::{Altered, Mode, State};

/// The two squares that a door is between.
type Door = [Cell; 2];

/// What a bot does about a door.
pub(super) enum Plan {
    /// Opens it, or goes to it.
    Act(Act),
    /// Stays where it is, as it can do neither now.
    Stay,
}

impl Plan {
    fn of(act: Option<Act>) -> Self {
        act.map_or(Self::Stay, Self::Act)
    }

    pub(super) fn act(self) -> Option<Act> {
        match self {
            Self::Act(act) => Some(act),
            Self::Stay => None,
        }
    }
}

/// Opens a closed door, or goes to it.
pub(super) fn open(state: &State, who: CreatureId) -> Option<Act> {
    on_near_way(state, who)
        .or_else(|| farther_off(state, who))?
        .act()
}

/// The first closed door on a way to an Enemy that is not too long.
pub(super) fn on_near_way(state: &State, who: CreatureId) -> Option<Plan> {
    let far_ft = if is_small(state) { FARTHEST_FT } else { FAR_FT };
    Found::by(state, who, &closed(state), far_ft)?.plan(state, who)
}

/// The first closed door on a longer way. Where doors are not all that is in the way, those who have hands open the one that is nearest on
/// foot.
fn farther_off(state: &State, who: CreatureId) -> Option<Plan> {
    let doors = closed(state);
    let looks = !is_small(state);
    let found = looks.then(|| Found::by(state, who, &doors, FARTHEST_FT));
    let plan = found.flatten().and_then(|found| found.plan(state, who));
    plan.or_else(|| nearest(state, who, &doors))
}

/// A longer way on foot, or the first closed door on one that is shorter. With all doors open both are looked for at once.
pub(super) fn on_far_way(ways: &Ways<'_>, mode: Mode) -> Option<Plan> {
    let Ways { state, who, .. } = *ways;
    let doors = closed(state);
    let on_foot = || go(state, who, mode, ways.far_steps()?).map(Plan::Act);
    if is_small(state) || doors.is_empty() || state.sheet(who).hands == 0 {
        return on_foot().or_else(|| farther_off(state, who));
    }
    let plan = match Found::by(state, who, &doors, FARTHEST_FT) {
        None => on_foot(),
        Some(Found::Free(way)) => go(state, who, mode, &way).map(Plan::Act),
        Some(found) => match found.plan(state, who) {
            Some(Plan::Act(act)) => Some(Plan::Act(act)),
            waits => on_foot().or(waits),
        },
    };
    plan.or_else(|| nearest(state, who, &doors))
}

/// What there is about the door that is nearest on foot, for those who have hands.
fn nearest(state: &State, who: CreatureId, doors: &[Door]) -> Option<Plan> {
    if doors.is_empty() || state.sheet(who).hands == 0 {
        return None;
    }
    match open_nearest(state, who, doors) {
        None if !is_one_at_hand(state, state.space(who), doors) => None,
        act => Some(Plan::of(act)),
    }
}

/// The cheapest way to an Enemy that there would be if all doors were open.
enum Found {
    /// It leads through none that is closed.
    Free(Vec<Cell>),
    /// It does.
    Barred(Barred),
}

/// A way to an Enemy, up to the first closed door.
struct Barred {
    way: Vec<Cell>,
    door: Door,
}

impl Found {
    /// The cheapest one of so many feet, with such doors closed.
    fn by(state: &State, who: CreatureId, doors: &[Door], far_ft: i16) -> Option<Self> {
        let (mode, from) = (usual_mode(state, who), state.body(who).at);
        let is_too_far = || ahead(state, who)(from) > far_ft.unsigned_abs().into();
        if doors.is_empty() || known_enemies(state, who).next().is_none() || is_too_far() {
            return None;
        }
        let mut opened = state.clone();
        for [a, b] in doors {
            fact::apply(&mut opened, &Fact::Alters(Altered::Door(*a, *b, true)));
        }
        let (mut here, mut way) = (Place::of(state, who), Vec::new());
        for to in around(&opened, who, mode, far_ft)?.steps {
            let Some((place, _)) = squeezing::step(state, who, mode, here, to) else {
                let (beyond, _) = squeezing::step(&opened, who, mode, here, to)?;
                let sides = [here, beyond].map(|place| place.space(state, who));
                let door = between(state, sides, doors)?;
                return Some(Self::Barred(Barred { way, door }));
            };
            way.push(to);
            here = place;
        }
        let end = here.space(state, who);
        Some(match before_enemy([state, &opened], who, end, doors) {
            Some(door) => Self::Barred(Barred { way, door }),
            None => Self::Free(way),
        })
    }

    /// What there is to do about the door, if there is one.
    fn plan(&self, state: &State, who: CreatureId) -> Option<Plan> {
        match self {
            Self::Free(_) => None,
            Self::Barred(barred) => barred.plan(state, who),
        }
    }
}

impl Barred {
    /// Opens the door where it is at hand, else goes there; nothing where no place beside it can be got at.
    fn plan(&self, state: &State, who: CreatureId) -> Option<Plan> {
        let [a, b] = self.door;
        let opens = Act::Door(a, b, true);
        if legal(state, who, &opens) {
            return Some(Plan::Act(opens));
        }
        let space = state.space(who);
        let end = self.way.last().map_or(space, |end| space.moved_to(*end));
        let goes = if is_one_at_hand(state, end, &[self.door]) {
            go(state, who, usual_mode(state, who), &self.way)
        } else {
            go_along(state, who, beside_one(state, who, &[self.door])?)
        };
        Some(Plan::of(goes.filter(|act| legal(state, who, act))))
    }
}

/// The door behind which an Enemy is that could be struck from a space if it were open as it is in the second of two states.
fn before_enemy(
    [state, opened]: [&State; 2],
    who: CreatureId,
    space: Space,
    doors: &[Door],
) -> Option<Door> {
    let enemy = known_enemies(state, who).find(|enemy| {
        in_reach(opened, who, space, *enemy) && !in_reach(state, who, space, *enemy)
    })?;
    let off = |cell: Cell| {
        let at = Space::cell(on_floor(state, cell));
        let far = |space: Space| state.grid().distance(space, at);
        far(space) + far(state.space(enemy))
    };
    doors.iter().copied().min_by_key(|[a, b]| off(*a) + off(*b))
}

/// The door that is in the way from one of two spaces to the other: between them, or beside the corner that is cut from one to the other.
fn between(state: &State, [here, beyond]: [Space; 2], doors: &[Door]) -> Option<Door> {
    let shape = state.grid().shape;
    let lies_in = |space: Space, cell: Cell| space.cells(shape).any(|own| above(own, cell));
    let parts = |[a, b]: &Door| {
        lies_in(here, *a) && lies_in(beyond, *b) || lies_in(here, *b) && lies_in(beyond, *a)
    };
    let is_beside = |space: Space, cell: Cell| {
        let cell = Space::cell(cell.with_height(space.at.z));
        state.grid().distance(space, cell) <= 1
    };
    let is_around = |cell: &Cell| is_beside(here, *cell) && is_beside(beyond, *cell);
    let is_beside_corner = |door: &Door| {
        let touches = |cell: &Cell| lies_in(here, *cell) || lies_in(beyond, *cell);
        door.iter().all(is_around) && door.iter().any(touches)
    };
    let mut between = doors.iter().copied();
    between
        .clone()
        .find(parts)
        .or_else(|| between.find(is_beside_corner))
}

/// Opens the closed door that is nearest on foot, or goes to it.
fn open_nearest(state: &State, who: CreatureId, doors: &[Door]) -> Option<Act> {
    if let Some(act) = doors
        .iter()
        .map(|[a, b]| Act::Door(*a, *b, true))
        .find(|act| legal(state, who, act))
    {
        return Some(act);
    }
    let goal = beside_one(state, who, doors)?;
    go_along(state, who, goal).filter(|act| legal(state, who, act))
}

/// The place nearest on foot where one of these doors is at hand.
fn beside_one(state: &State, who: CreatureId, doors: &[Door]) -> Option<Cell> {
    reachable_on_foot(state, who)
        .into_iter()
        .filter(|reached| is_one_at_hand(state, state.space(who).moved_to(reached.place), doors))
        .min_by_key(|reached| (reached.cost, reached.place))
        .map(|reached| reached.place)
}

/// Whether one of these doors is at hand in a space.
fn is_one_at_hand(state: &State, space: Space, doors: &[Door]) -> bool {
    doors
        .iter()
        .flatten()
        .any(|cell| within_arm_from(state, space, on_floor(state, *cell)))
}

/// A square at the height of its floor, or of the water on it.
fn on_floor(state: &State, cell: Cell) -> Cell {
    cell.with_height(terrain(state).ground(cell).surface())
}

/// Doors and the like that are closed and can be opened.
fn closed(state: &State) -> Vec<Door> {
    let land = terrain(state);
    if land.without_edges() {
        return Vec::new();
    }
    let doors = state.cast.map.doors().iter().filter_map(|edge| {
        let [a, b] = edge.cells();
        let kind = land.edge(a, b)?;
        (kind.blocks_movement() && kind.opened().is_some()).then_some([a, b])
    });
    doors.collect()
}
