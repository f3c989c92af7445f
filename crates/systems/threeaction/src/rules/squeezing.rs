//! Squeezing through passages that are too narrow (`squeezing/*`).

use std::collections::{BTreeMap, BTreeSet};

use affray_kernel::grid::{Cell, Reached, Space, Terrain, fits};
use affray_kernel::{CreatureId, Scene};
use smallvec::SmallVec;

use super::attack::Attempt;
use super::ground::terrain;
use super::luck::Luck;
use super::occupied::{Crossing, crossing, is_free};
use super::steps;
use super::terrain::{footing, stands};
use crate::ThreeAction;
use crate::fact::{Fact, Flag};
use crate::ids::rule;
use crate::sheet::Category;
use crate::state::{Mode, State};

/// Where a creature is or will be, and whether it squeezes there: its space is then half as wide, rounded up to whole squares
/// (`squeezing/space`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// Its north-west square.
    pub(crate) at: Cell,
    /// Whether it squeezes.
    pub(crate) squeezing: bool,
}

impl Place {
    /// Where a creature is.
    #[inline]
    pub(crate) fn of(state: &State, who: CreatureId) -> Self {
        let body = state.body(who);
        Self {
            at: body.at,
            squeezing: body.squeezing,
        }
    }

    /// The space it takes up there.
    pub(crate) fn space(self, state: &State, who: CreatureId) -> Space {
        if self.squeezing {
            narrow(state, who, self.at)
        } else {
            Space::cube(self.at, state.sheet(who).size.side())
        }
    }

    /// Begins or ends squeezing, if that changes.
    pub(crate) fn take(self, scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
        if self.squeezing {
            scene.cite(rule!("squeezing/space"));
            scene.cite(rule!("foundations/sizes"));
        }
        if scene.state().body(who).squeezing != self.squeezing {
            scene.emit(Fact::Flag(who, Flag::Squeezing, self.squeezing));
        }
    }
}

/// The space of a creature that squeezes.
pub(crate) fn narrow(state: &State, who: CreatureId, at: Cell) -> Space {
    let side = state.sheet(who).size.side();
    Space::new(at, side.div_ceil(2), side)
}

/// The full spaces that include a narrow one, as far as the ground has room for them, the one at the same place first.
fn wide_spaces(state: &State, who: CreatureId, narrow: Space) -> impl Iterator<Item = Space> + '_ {
    let (shape, side) = (state.grid().shape, state.sheet(who).size.side());
    let reach = i16::from(side);
    let offsets = (-reach..=reach)
        .rev()
        .flat_map(move |y| (-reach..=reach).rev().map(move |x| (x, y)));
    std::iter::once((0, 0))
        .chain(offsets.filter(|offset| *offset != (0, 0)))
        .map(move |(x, y)| Space::cube(narrow.at.offset(x, y, 0), side))
        .filter(move |wide| narrow.cells(shape).all(|cell| wide.covers(shape, cell)))
        .filter(move |wide| fits(&footing(state, who), *wide))
}

/// Whether a space is one of squeezing: narrower than the creature, without room for all of it.
pub(crate) fn is_tight(state: &State, who: CreatureId, space: Space) -> bool {
    space.side < state.sheet(who).size.side() && wide_spaces(state, who, space).next().is_none()
}

/// Where a step of a creature leads and what it costs; nothing if it is not possible. Where there is no room for its whole space it
/// squeezes through passages at least half as wide; where there is room again, it squeezes no longer (`squeezing/space`).
pub(crate) fn step(
    state: &State,
    who: CreatureId,
    mode: Mode,
    from: Place,
    to: Cell,
) -> Option<(Place, i16)> {
    let here = from.space(state, who);
    if !from.squeezing && steps::is_open(state, who, mode, here, to) {
        let cost = steps::cost(state, who, mode, here, here.moved_to(to))?;
        return Some((
            Place {
                at: to,
                squeezing: false,
            },
            cost,
        ));
    }
    if state.sheet(who).size.side() == 1 {
        return None;
    }
    let target = narrow(state, who, to);
    let cost = narrow_spaces(state, who, from)
        .filter(|start| steps::is_open(state, who, mode, *start, to))
        .find_map(|start| steps::cost(state, who, mode, start, target))?;
    let place = settled(state, who, target, from).filter(|place| *place != from)?;
    // Through a gap in a wall as thin as a line it comes as far as it is wide, with one step.
    let far = if from.squeezing || place.squeezing {
        1
    } else {
        state.grid().cells_between(from.at, place.at)
    };
    Some((
        place,
        cost.saturating_mul(i16::try_from(far).unwrap_or(i16::MAX)),
    ))
}

/// Where a creature comes to be when the narrow space is within its reach: from its whole space no farther than it has to.
fn settled(state: &State, who: CreatureId, target: Space, from: Place) -> Option<Place> {
    let wide: SmallVec<[Space; 16]> = wide_spaces(state, who, target).collect();
    if wide.is_empty() {
        return Some(Place {
            at: target.at,
            squeezing: true,
        });
    }
    let can_be_in = |wide: &&Space| {
        let blocked = matches!(crossing(state, who, **wide, true), Crossing::Blocked(_));
        !blocked && stands(state, who, **wide)
    };
    let far = |wide: &&Space| {
        if from.squeezing {
            0
        } else {
            state.grid().cells_between(from.at, wide.at)
        }
    };
    let nearest = wide.iter().filter(can_be_in).min_by_key(far)?;
    Some(Place {
        at: nearest.at,
        squeezing: false,
    })
}

/// Whether one goes from a place to another in one's whole space, by a single step.
pub(crate) fn walks(state: &State, from: Place, to: Place) -> bool {
    !from.squeezing && !to.squeezing && state.grid().cells_between(from.at, to.at) <= 1
}

/// Where a creature comes to be that others move to a place: it squeezes on only if there is no room for all of it (`squeezing/space`).
pub(crate) fn moved_to(state: &State, who: CreatureId, to: Cell) -> Place {
    let place = Place {
        at: to,
        squeezing: state.body(who).squeezing,
    };
    if !place.squeezing {
        return place;
    }
    let room = wide_spaces(state, who, narrow(state, who, to))
        .find(|wide| is_free(state, who, *wide, false));
    room.map_or(place, |wide| Place {
        at: wide.at,
        squeezing: false,
    })
}

/// Where a creature comes to be that is taken along to a place by another one, which is there already: into that one's space, and squeezing
/// with it where there is no room for all of it (`squeezing/space`).
pub(crate) fn together(state: &State, who: CreatureId, to: Cell, with: CreatureId) -> Place {
    let host = state.space(with);
    if !state.body(with).squeezing {
        return moved_to(state, who, to);
    }
    let (side, shape) = (state.sheet(who).size.side(), state.grid().shape);
    let whole = |at: Cell| Space::cube(at, side);
    let has_room =
        |at: &Cell| whole(*at).overlaps(shape, host) && fits(&footing(state, who), whole(*at));
    let within = host.cells(shape);
    let room = std::iter::once(to).chain(within).find(has_room);
    room.map_or(
        Place {
            at: host.at,
            squeezing: side > 1,
        },
        |at| Place {
            at,
            squeezing: false,
        },
    )
}

/// The narrow spaces that a creature can squeeze from: the one it is in, or all within its own.
pub(crate) fn narrow_spaces(
    state: &State,
    who: CreatureId,
    from: Place,
) -> impl Iterator<Item = Space> + '_ {
    let (shape, whole) = (state.grid().shape, from.space(state, who));
    whole
        .cells(shape)
        .map(move |cell| narrow(state, who, cell))
        .filter(move |space| {
            if from.squeezing {
                space.at == from.at
            } else {
                space.cells(shape).all(|cell| whole.covers(shape, cell))
            }
        })
}

/// Whether there may be anything too narrow for a creature.
pub(crate) fn may_squeeze(state: &State, who: CreatureId) -> bool {
    let side = state.sheet(who).size.side();
    side > 1 && !has_room_everywhere(state, side)
}

/// Whether a creature has room for all of it wherever a part of it has: on level ground without walls.
fn has_room_everywhere(state: &State, side: u8) -> bool {
    let (map, side) = (&state.cast.map, u16::from(side));
    terrain(state).level().is_some() && map.columns().min(map.rows()) >= side
}

/// Goals of a Move for which a creature has to squeeze: narrow places next to those that it reaches in its whole space, and what lies
/// beyond them.
pub(crate) fn narrow_goals(
    state: &State,
    who: CreatureId,
    mode: Mode,
    reached: &[Reached],
) -> Vec<Cell> {
    if !may_squeeze(state, who) {
        return Vec::new();
    }
    let here = Place::of(state, who);
    let wide = reached.iter().map(|reached| Place {
        at: reached.place,
        squeezing: false,
    });
    let mut seen: BTreeSet<Cell> = reached.iter().map(|reached| reached.place).collect();
    let mut from: Vec<Place> = wide.chain([here]).collect();
    let mut goals = Vec::new();
    let mut tight = Tight {
        state,
        who,
        known: BTreeMap::new(),
    };
    while let Some(place) = from.pop() {
        let whole = place.space(state, who);
        let beside = whole
            .cells(state.grid().shape)
            .flat_map(|cell| state.grid().neighbours(cell))
            .filter(|cell| !whole.covers(state.grid().shape, *cell));
        for to in beside.map(|to| steps::on_ground(state, who, place, to)) {
            if seen.contains(&to) {
                continue;
            }
            // Out of a whole space one comes to squeeze only where there is no room.
            if !place.squeezing && !tight.is_tight(to) {
                continue;
            }
            let Some((next, _)) = step(state, who, mode, place, to) else {
                continue;
            };
            if place.squeezing || next.squeezing {
                seen.insert(to);
                goals.push(to);
            }
            if next.squeezing && state.grid().cells_between(here.at, to) <= MOST_STEPS {
                from.push(next);
            }
        }
    }
    goals
}

/// The goals of [`narrow_goals`], looked for only where there may be any.
pub(crate) struct Narrow<'s> {
    mode: Mode,
    /// How many squares off they are looked for.
    reach: i16,
    tight: Tight<'s>,
    goals: Option<Vec<Cell>>,
}

impl<'s> Narrow<'s> {
    /// For somebody who walks or swims so many squares.
    pub(crate) fn of(state: &'s State, who: CreatureId, mode: Mode, far: i16) -> Self {
        let side = i16::from(state.sheet(who).size.side());
        let tight = Tight {
            state,
            who,
            known: BTreeMap::new(),
        };
        Self {
            mode,
            reach: far.max(MOST_STEPS as i16) + side + 1,
            tight,
            goals: None,
        }
    }

    /// The way of moving.
    pub(crate) fn mode(&self) -> Mode {
        self.mode
    }

    /// How many squares there are in which a goal may lie.
    pub(crate) fn squares(&self) -> u32 {
        let across = 2 * u32::from(self.reach.unsigned_abs()) + 1;
        across * across
    }

    /// The goal in one of these squares; `reached` says what is reached in its whole space.
    pub(crate) fn goal(
        &mut self,
        number: u32,
        reached: impl FnOnce(Mode) -> Vec<Reached>,
    ) -> Option<Cell> {
        let (state, who, mode) = (self.tight.state, self.tight.who, self.mode);
        let across = 2 * u32::from(self.reach.unsigned_abs()) + 1;
        let offset = |number: u32| i16::try_from(number).ok().map(|number| number - self.reach);
        let here = state.body(who).at;
        let at = here.offset(offset(number % across)?, offset(number / across)?, 0);
        if !state.cast.map.contains(at) || !self.may_squeeze_near(at) {
            return None;
        }
        let goals = self
            .goals
            .get_or_insert_with(|| narrow_goals(state, who, mode, &reached(mode)));
        goals
            .iter()
            .copied()
            .find(|goal| (goal.x, goal.y) == (at.x, at.y))
    }

    /// Whether one might squeeze in a place, or where a step leads there from.
    fn may_squeeze_near(&mut self, at: Cell) -> bool {
        let (state, who) = (self.tight.state, self.tight.who);
        let side = i16::from(state.sheet(who).size.side());
        let around = (-side..=side).flat_map(|y| (-side..=side).map(move |x| (x, y)));
        around
            .map(|(x, y)| steps::on_ground(state, who, Place::of(state, who), at.offset(x, y, 0)))
            .any(|cell| state.cast.map.contains(cell) && self.tight.is_tight(cell))
    }
}

/// Narrow places that are known to be tight, or not.
struct Tight<'s> {
    state: &'s State,
    who: CreatureId,
    known: BTreeMap<Cell, bool>,
}

impl Tight<'_> {
    /// Whether there is room for somebody who squeezes, and none for all of it.
    fn is_tight(&mut self, at: Cell) -> bool {
        let (state, who) = (self.state, self.who);
        let known = self.known.entry(at);
        *known.or_insert_with(|| {
            let narrow = narrow(state, who, at);
            fits(&terrain(state), narrow) && is_tight(state, who, narrow)
        })
    }
}

/// How far off, in squares, narrow places are listed.
const MOST_STEPS: u32 = 12;

/// While squeezing, Attacks with Heavy Weapons have Disadvantage (`squeezing/heavy-weapons`).
#[inline(always)]
pub(crate) fn of_attacker(state: &State, attempt: Attempt, luck: &mut Luck) {
    if state.body(attempt.by).squeezing
        && attempt
            .with
            .and_then(|arm| state.weapon(attempt.by, arm))
            .is_some_and(|weapon| weapon.category == Category::Heavy)
    {
        luck.disadvantage(
            "Disadvantage: Squeezing with a Heavy Weapon",
            rule!("squeezing/heavy-weapons"),
        );
    }
}

/// A squeezing target is Flat Footed against all others (`squeezing/flat-footed`).
#[inline(always)]
pub(crate) fn of_target(state: &State, attempt: Attempt, luck: &mut Luck) {
    if state.body(attempt.on).squeezing && attempt.by != attempt.on {
        luck.advantage("Advantage: Squeezing", rule!("squeezing/flat-footed"));
    }
}
