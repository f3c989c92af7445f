//! How a bot gets through closed doors.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Space, Terrain};

use super::legal;
use super::moving::{
    FARTHEST_FT, around, go, go_along, known_enemies, reachable_on_foot, usual_mode,
};
use crate::act::Act;
use crate::actions::handling::within_arm_from;
use crate::fact::{self, Fact};
use crate::rules::ground::{above, terrain};
use crate::rules::squeezing::{self, Place};
use crate::state::{Altered, State};

/// The two squares that a door is between.
type Door = [Cell; 2];

/// Opens the first closed door on the way to an Enemy, or goes to it. Where doors are not all that is in the way, those who have hands
/// open the one that is nearest on foot.
pub(super) fn open(state: &State, who: CreatureId) -> Option<Act> {
    if terrain(state).without_edges() {
        return None;
    }
    let doors: Vec<Door> = closed(state).collect();
    if doors.is_empty() {
        return None;
    }
    if let Some(barred) = Barred::by(state, who, &doors) {
        return barred.act(state, who);
    }
    (state.sheet(who).hands > 0)
        .then(|| open_nearest(state, who, &doors))
        .flatten()
}

/// A way to an Enemy, up to the first closed door.
struct Barred {
    way: Vec<Cell>,
    door: Door,
}

impl Barred {
    /// The cheapest way to an Enemy that there would be if these doors were open.
    fn by(state: &State, who: CreatureId, doors: &[Door]) -> Option<Self> {
        known_enemies(state, who).next()?;
        let mut opened = state.clone();
        for [a, b] in doors {
            fact::apply(&mut opened, &Fact::Alters(Altered::Door(*a, *b, true)));
        }
        let mode = usual_mode(state, who);
        let (mut here, mut way) = (Place::of(state, who), Vec::new());
        for to in around(&opened, who, mode, FARTHEST_FT)? {
            let Some((place, _)) = squeezing::step(state, who, mode, here, to) else {
                let (beyond, _) = squeezing::step(&opened, who, mode, here, to)?;
                let sides = [here, beyond].map(|place| place.space(state, who));
                let door = between(state, sides, doors)?;
                return Some(Self { way, door });
            };
            way.push(to);
            here = place;
        }
        None
    }

    /// Opens the door where it is at hand, else goes there.
    fn act(&self, state: &State, who: CreatureId) -> Option<Act> {
        let [a, b] = self.door;
        let opens = Act::Door(a, b, true);
        if legal(state, who, &opens) {
            return Some(opens);
        }
        go(state, who, usual_mode(state, who), &self.way).filter(|act| legal(state, who, act))
    }
}

/// The door that is in the way from one of two spaces to the other.
fn between(state: &State, [here, beyond]: [Space; 2], doors: &[Door]) -> Option<Door> {
    let shape = state.grid().shape;
    let lies_in = |space: Space, cell: Cell| space.cells(shape).any(|own| above(own, cell));
    let parts = |[a, b]: &Door| {
        lies_in(here, *a) && lies_in(beyond, *b) || lies_in(here, *b) && lies_in(beyond, *a)
    };
    doors.iter().copied().find(parts)
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
    let beside = |place: Cell| {
        let space = state.space(who).moved_to(place);
        doors.iter().flatten().any(|cell| {
            let foot = terrain(state).ground(*cell).surface();
            within_arm_from(state, space, cell.with_height(foot))
        })
    };
    let goal = reachable_on_foot(state, who)
        .into_iter()
        .filter(|reached| beside(reached.place))
        .min_by_key(|reached| (reached.cost, reached.place))?;
    go_along(state, who, goal.place).filter(|act| legal(state, who, act))
}

/// Doors and the like that are closed and can be opened.
fn closed(state: &State) -> impl Iterator<Item = Door> + '_ {
    let land = terrain(state);
    state.cast.map.doors().iter().filter_map(move |edge| {
        let [a, b] = edge.cells();
        let kind = land.edge(a, b)?;
        (kind.blocks_movement() && kind.opened().is_some()).then_some([a, b])
    })
}
