//! How a bot flies: it stays up, swoops on its enemies, and does not fall.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Space, fits};

use super::moving::{FAR_FT, Ways, in_reach, nearest_enemy};
use crate::act::Act;
use crate::actions::moving::{goes_on, may_move};
use crate::rules::flight_path::{cheapest, least_ft};
use crate::rules::flying::{
    AirStep, allowance_ft, has_flight, heading, is_aloft, is_improved, neighbours, owed_ft,
    step_from,
};
use crate::rules::ground::terrain;
use crate::rules::numbers::{feet, speed_ft, threat_ft};
use crate::rules::occupied::is_free;
use crate::rules::terrain::standing_height;
use crate::rules::turns::actions_left;
use crate::sheet::FlightMinimum;
use crate::state::{Mode, State};

/// A flight that can wait no longer: one that is too short as yet, or the last Action of a Turn without any (`flying/minimum`,
/// `flying/fall-without-action`).
pub(super) fn stay_up(state: &State, who: CreatureId) -> Option<Act> {
    let body = state.body(who);
    if !has_flight(state, who) || is_improved(state, who) || state.cast.scene.zero_g {
        return None;
    }
    let short = match state.cast.options.flight_minimum {
        FlightMinimum::PerAction => owed_ft(state, who) > 0,
        FlightMinimum::PerTurn => body
            .flown_ft
            .is_some_and(|flown| flown < speed_ft(state, who)),
    };
    let due = body.flown_ft.is_none() && actions_left(state, who) == 1;
    (is_aloft(state, who) && body.flying && (short || due))
        .then(|| fly(state, who))
        .flatten()
}

/// Flies toward the nearest Enemy out of reach, down to the ground beside it if that is where it stands; not where one gets there on foot and
/// not in a straight flight. What stands in the way is flown around.
pub(super) fn swoop(ways: &Ways<'_>) -> Option<Act> {
    let Ways { state, who, .. } = *ways;
    if !has_flight(state, who) {
        return None;
    }
    let (_, enemy) = nearest_enemy(state, who)?;
    if in_reach(state, who, state.space(who), enemy) {
        return None;
    }
    if let Some(act) = fly(state, who).filter(|act| brings_nearer(state, who, act, enemy))
        && leads_there(state, who, enemy)
    {
        return Some(act);
    }
    if ways.lead_there_on_foot() {
        return None;
    }
    // On open ground nothing stands in the way.
    let round = (!state.cast.open_ground)
        .then(|| fly_around(state, who, enemy))
        .flatten();
    round.or_else(|| fly(state, who).filter(|act| brings_nearer(state, who, act, enemy)))
}

/// Whether a flight ends nearer to an Enemy than it begins.
fn brings_nearer(state: &State, who: CreatureId, act: &Act, enemy: CreatureId) -> bool {
    let Act::Move { path, .. } = act else {
        return false;
    };
    let here = state.space(who);
    path.last()
        .is_some_and(|end| gap(state, here.moved_to(*end), enemy) < gap(state, here, enemy))
}

/// As much of the cheapest way through the air to where an Enemy is in reach as the movement at hand pays for.
fn fly_around(state: &State, who: CreatureId, enemy: CreatureId) -> Option<Act> {
    may_move(state, who, Mode::Fly).ok()?;
    let way = way_to(state, who, enemy)?;
    let mut flight = Flight::begun(state, who);
    let mut good = 0;
    for to in way {
        if !flight.goes_to(to) {
            break;
        }
        if flight.may_end() {
            good = flight.path.len();
        }
    }
    while good < flight.path.len() && !flight.may_end() && flight.goes_one_step(Some(enemy)) {
        if flight.may_end() {
            good = flight.path.len();
        }
    }
    flight.path.truncate(good);
    (good > 0).then(|| Act::Move {
        mode: Mode::Fly,
        path: flight.path.into(),
    })
}

/// The cheapest way through the air to the nearest place where an Enemy is in reach, detours within reason: where walls leave no way a search
/// looks at all the air around.
fn way_to(state: &State, who: CreatureId, enemy: CreatureId) -> Option<Vec<Cell>> {
    const DETOUR_FT: i16 = 40;
    const MOST_PLACES: usize = 1_000;
    let (here, there) = (state.space(who), state.space(enemy));
    let (shape, heading) = (state.grid().shape, heading(state, who));
    let reach = threat_ft(state, who) / 5;
    let (low, high) = (
        -reach - i16::from(here.side),
        reach + i16::from(there.side.max(there.height)),
    );
    let span = || low..=high;
    let fits_there = |at: Cell| {
        let space = here.moved_to(at);
        is_free(state, who, space, true)
            && fits(&terrain(state), space)
            && in_reach(state, who, space, enemy)
    };
    let (least, goal) = span()
        .flat_map(|z| span().flat_map(move |y| span().map(move |x| there.at.offset(x, y, z))))
        .filter(|at| state.cast.map.contains(*at) && fits_there(*at))
        .map(|at| (least_ft(shape, is_improved(state, who), here.at, at), at))
        .min()?;
    let most = least.saturating_add(DETOUR_FT).min(FAR_FT);
    cheapest(state, who, (here, heading), goal, (most, MOST_PLACES)).map(|way| way.places)
}

/// How far a space is from an Enemy, and how far over the ground: who is high above it comes nearer sideways.
fn gap(state: &State, space: Space, enemy: CreatureId) -> (i16, i16) {
    let (grid, there) = (state.grid(), state.space(enemy));
    let level = space.moved_to(space.at.with_height(there.at.z));
    (
        feet(grid.distance(space, there)),
        feet(grid.distance(level, there)),
    )
}

/// Whether a straight flight leads to where an Enemy is in reach, however long it takes.
fn leads_there(state: &State, who: CreatureId, enemy: CreatureId) -> bool {
    let mut flight = Flight {
        left: FAR_FT,
        ..Flight::begun(state, who)
    };
    loop {
        if in_reach(state, who, flight.space, enemy) {
            return true;
        }
        if !flight.goes_one_step(Some(enemy)) {
            return false;
        }
    }
}

/// Comes down where it is, to go on by foot.
pub(super) fn land(state: &State, who: CreatureId) -> Option<Act> {
    if !is_aloft(state, who) || !state.body(who).flying {
        return None;
    }
    let space = state.space(who);
    let ground = standing_height(state, who, space)?;
    Some(Act::Move {
        mode: Mode::Fly,
        path: Box::new([space.at.with_height(ground)]),
    })
}

/// A flight of at least the minimum: nearer and nearer to an Enemy, and straight on where there is none to get nearer to.
fn fly(state: &State, who: CreatureId) -> Option<Act> {
    may_move(state, who, Mode::Fly).ok()?;
    let mut flight = Flight::begun(state, who);
    let enemy = nearest_enemy(state, who).map(|(_, enemy)| enemy);
    let mut good = 0;
    while !flight.has_arrived(enemy) && flight.goes_one_step(enemy) {
        if flight.may_end() {
            good = flight.path.len();
        }
    }
    flight.path.truncate(good);
    (good > 0).then(|| Act::Move {
        mode: Mode::Fly,
        path: flight.path.into(),
    })
}

/// A flight thought through.
struct Flight<'s> {
    state: &'s State,
    who: CreatureId,
    space: Space,
    heading: Option<u8>,
    left: i16,
    spent: i16,
    path: Vec<Cell>,
}

impl<'s> Flight<'s> {
    /// The flight that is under way, or a new one.
    fn begun(state: &'s State, who: CreatureId) -> Self {
        let moving = state.body(who).moving;
        let (left, spent) = moving
            .filter(|_| goes_on(state, who, Mode::Fly))
            .map_or((allowance_ft(state, who), 0), |moving| {
                (moving.left_ft, moving.spent_ft)
            });
        Self {
            state,
            who,
            space: state.space(who),
            heading: heading(state, who),
            left,
            spent,
            path: Vec::new(),
        }
    }

    /// Whether the flight may end here: far enough, or on the ground, and in a free place.
    fn may_end(&self) -> bool {
        let far = self.spent >= speed_ft(self.state, self.who) || is_improved(self.state, self.who);
        (far || self.is_down()) && is_free(self.state, self.who, self.space, true)
    }

    fn is_down(&self) -> bool {
        standing_height(self.state, self.who, self.space) == Some(self.space.at.z)
    }

    /// Whether it is where it wants to be.
    fn has_arrived(&self, enemy: Option<CreatureId>) -> bool {
        let near = enemy.is_none_or(|enemy| in_reach(self.state, self.who, self.space, enemy));
        near && self.may_end() && !self.path.is_empty()
    }

    /// Takes the step that leads nearest to an Enemy, the cheapest among equals; within reach, the cheapest one that stays up. Who need
    /// not keep moving takes no step that leads no nearer, and nobody comes back to where it was if there is another way.
    fn goes_one_step(&mut self, enemy: Option<CreatureId>) -> bool {
        let (state, who) = (self.state, self.who);
        let away = |space: Space| {
            enemy
                .filter(|enemy| !in_reach(state, who, self.space, *enemy))
                .map_or((0, 0), |enemy| gap(state, space, enemy))
        };
        let now = away(self.space);
        let has_to_move = !is_improved(state, who) && !self.may_end();
        let best = neighbours(state, self.space.at)
            .filter_map(|to| {
                let step = step_from(state, who, self.heading, self.space, to)?;
                let space = self.space.moved_to(to);
                let fits = step.cost_ft <= self.left && is_free(state, who, space, true);
                let helps = has_to_move || away(space) < now;
                (fits && helps)
                    .then(|| (self.path.contains(&to), away(space), step.cost_ft, to, step))
            })
            .min_by_key(|(again, away, cost, to, _)| (*again, *away, *cost, *to));
        let Some((.., to, step)) = best else {
            return false;
        };
        self.takes(to, &step);
        true
    }

    /// Takes the step to that square, if it is possible and there is movement for it.
    fn goes_to(&mut self, to: Cell) -> bool {
        let step = step_from(self.state, self.who, self.heading, self.space, to);
        let Some(step) = step.filter(|step| step.cost_ft <= self.left) else {
            return false;
        };
        self.takes(to, &step);
        true
    }

    fn takes(&mut self, to: Cell, step: &AirStep) {
        self.space = self.space.moved_to(to);
        self.heading = step.heading;
        self.left -= step.cost_ft;
        self.spent += step.cost_ft;
        self.path.push(to);
    }
}
