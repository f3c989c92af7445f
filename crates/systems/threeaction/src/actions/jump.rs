//! Jumping (`foundations/jump`, `falling/jump`).

use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, Shape, Space, Terrain, cells_on_line, fits};
use affray_kernel::story::Against;
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};
use smallvec::SmallVec;

use super::moving::{self, goes_on, is_free_to_go, may_move};
use crate::ThreeAction;
use crate::act::Act;
use crate::fact::{Doing, Fact, Flag};
use crate::ids::{refuse, rule};
use crate::rules::attack::Thrown;
use crate::rules::falling::Cause;
use crate::rules::ground::terrain;
use crate::rules::luck::Luck;
use crate::rules::numbers::feet;
use crate::rules::occupied::{Crossing, crossing, is_free, step_aside};
use crate::rules::skills::{self, Skill};
use crate::rules::steps;
use crate::rules::terrain::{standing_height, stands, swims};
use crate::rules::turns::Cost;
use crate::state::{Mode, Moving, State};

/// A Jump that is possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// Where it leads.
    to: Cell,
    /// The places on the way, one for each square of distance, the last one being the goal.
    way: SmallVec<[Cell; 8]>,
    /// Feet across: the width of what lies between the squares.
    across_ft: i32,
    /// Feet up, or down.
    up_ft: i32,
    down_ft: i32,
}

impl Plan {
    /// Feet across, feet down and four times the feet up (`foundations/jump`).
    pub(crate) fn dc(&self) -> i32 {
        self.across_ft + self.down_ft + 4 * self.up_ft
    }

    /// The places on the way, one for each square of distance, the last one being the goal.
    pub(crate) fn way(&self) -> &[Cell] {
        &self.way
    }

    /// Feet of movement that it takes inside a Move.
    fn distance_ft(&self) -> i16 {
        feet(self.way.len() as u32)
    }
}

/// A Jump goes in a straight line to a free place where one can stand or swim, with nothing in between that stops it.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, to: Cell) -> Result<Plan, Refusal> {
    can_jump(state, who)?;
    let figure = Figure::Creature(who);
    let here = start(state, who, to);
    let no_room = || refuse!("foundations/jump", "{} has no room there", figure);
    if state.body(who).squeezing {
        return Err(refuse!(
            "squeezing/space",
            "{} is squeezed in and cannot jump",
            figure
        ));
    }
    let height = standing_height(state, who, here.moved_to(to)).ok_or_else(no_room)?;
    let to = to.with_height(height);
    let there = here.moved_to(to);
    if !fits(&terrain(state), there) {
        return Err(no_room());
    }
    if !is_free(state, who, there, true) {
        return Err(refuse!(
            "move/end-in-occupied-square",
            "somebody is in the square to which {} would jump",
            figure
        ));
    }
    let way = way(state, who, here, to);
    let rise = 5 * (i32::from(to.z) - i32::from(here.at.z));
    let across_ft = gap_ft(state, here, to);
    if way.is_empty() || across_ft == 0 && rise == 0 {
        return Err(refuse!(
            "foundations/jump",
            "there is nothing to jump over on the way there"
        ));
    }
    is_open(state, who, here, &way)?;
    Ok(Plan {
        to,
        across_ft,
        way,
        up_ft: rise.max(0),
        down_ft: (-rise).max(0),
    })
}

/// Whether a creature can leap: from its feet, or out of the saddle.
///
/// # Errors
/// What keeps it where it is.
fn can_jump(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.body(who).mount.is_none() {
        return may_move(state, who, Mode::Run);
    }
    is_free_to_go(state, who)?;
    if state.cast.scene.zero_g {
        return Err(refuse!(
            "zero-g/push-off-only",
            "in Zero-G {} can move only by pushing off from something",
            Figure::Creature(who)
        ));
    }
    if swims(state, who) {
        return Err(refuse!(
            "swimming/skill",
            "the mount of {} swims: there is nothing to jump from",
            Figure::Creature(who)
        ));
    }
    Ok(())
}

/// Where a Jump begins: in a creature's own space, or at that side of its saddle which is nearest to the goal.
fn start(state: &State, who: CreatureId, to: Cell) -> Space {
    let (grid, own, saddle) = (state.grid(), state.own_space(who), state.space(who));
    if saddle == own {
        return own;
    }
    let there = own.moved_to(to.with_height(saddle.at.z));
    saddle
        .cells(grid.shape)
        .map(|cell| own.moved_to(cell))
        .filter(|space| {
            space
                .cells(grid.shape)
                .all(|cell| saddle.covers(grid.shape, cell))
        })
        .min_by_key(|space| (grid.distance(*space, there), space.at))
        .unwrap_or(own)
}

/// The width of what lies between a space and the same one at the goal, in feet.
fn gap_ft(state: &State, here: Space, to: Cell) -> i32 {
    let there = here.moved_to(to.with_height(here.at.z));
    i32::from(feet(state.grid().distance(here, there).saturating_sub(1)))
}

/// The squares of the straight line, the first one at each distance.
fn way(state: &State, who: CreatureId, here: Space, to: Cell) -> SmallVec<[Cell; 8]> {
    let (grid, level) = (state.grid(), to.with_height(here.at.z));
    let mut way: SmallVec<[Cell; 8]> = SmallVec::new();
    for cell in cells_on_line(grid.shape, Space::cell(here.at), Space::cell(level)) {
        let cell = cell.with_height(here.at.z);
        let far = grid.cells_between(here.at, cell) as usize;
        if far == way.len() + 2 {
            let last = way.last().copied().unwrap_or(here.at);
            way.extend(along_edge(state, who, here.moved_to(last), cell, to.z));
        }
        if far == way.len() + 1 {
            way.push(cell);
        }
    }
    if let Some(last) = way.last_mut() {
        *last = to;
    }
    way
}

/// Where the line runs along the edge between two hexes: over that one of the two in which neither walls nor creatures that somebody knows of
/// stand in the way at the height of its higher end, the north-western one if both or neither will do.
fn along_edge(state: &State, who: CreatureId, from: Space, to: Cell, end: i16) -> Option<Cell> {
    let grid = state.grid();
    let at = |cell: Cell| from.moved_to(cell.with_height(end.max(from.at.z)));
    let goes = |from: Cell, to: Cell| steps::is_open(state, who, Mode::Fly, at(from), at(to).at);
    let mut both: SmallVec<[Cell; 2]> = grid
        .neighbours(from.at)
        .filter(|cell| grid.cells_between(*cell, to) == 1)
        .collect();
    let lets_by = |cell: Cell| {
        goes(from.at, cell)
            && goes(cell, to)
            && !matches!(crossing(state, who, at(cell), true), Crossing::Blocked(_))
    };
    both.sort_by_key(|cell| (!lets_by(*cell), cell.y, cell.x));
    both.first().copied()
}

/// Whether the way is free of walls and of creatures that one cannot move past, at the height of its higher end.
fn is_open(state: &State, who: CreatureId, here: Space, way: &[Cell]) -> Result<(), Refusal> {
    let top = way.last().map_or(here.at.z, |to| to.z.max(here.at.z));
    let mut from = here.moved_to(here.at.with_height(top));
    for (index, cell) in way.iter().enumerate() {
        let to = cell.with_height(top);
        if !steps::is_open(state, who, Mode::Fly, from, to) {
            return Err(refuse!(
                "foundations/jump",
                "{} cannot jump there: something is in the way",
                Figure::Creature(who)
            ));
        }
        from = here.moved_to(to);
        let last = index + 1 == way.len();
        if let Crossing::Blocked(other) = crossing(state, who, from, true)
            && !last
        {
            return Err(refuse!(
                "move/enemy-square",
                "{} is in the way",
                Figure::Creature(other)
            ));
        }
    }
    Ok(())
}

/// A Jump is part of a run in progress if there is movement left for it, and otherwise an Action of its own (`foundations/jump`).
pub(crate) fn cost(state: &State, who: CreatureId, to: Cell) -> Cost {
    let left = state
        .body(who)
        .moving
        .filter(|_| goes_on(state, who, Mode::Run))
        .map_or(0, |moving| moving.left_ft);
    let distance = feet(way(state, who, start(state, who, to), to).len() as u32);
    if distance > 0 && distance <= left {
        Cost::Paid
    } else {
        Cost::Actions(1)
    }
}

/// Jumps, within the Move in progress or as an Action of its own.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    to: Cell,
    within_move: bool,
) -> Play {
    let Ok(plan) = scene.known(|state| aim(state, who, to)) else {
        return Ok(());
    };
    let inside = within_move && goes_on(scene.state(), who, Mode::Run);
    scene.cite(rule!("foundations/jump"));
    scene.emit(Fact::Does(who, Doing::Jump(plan.to)));
    let luck = luck(scene.state(), who, inside);
    if inside {
        spend(scene, who, plan.distance_ft());
    }
    if scene.state().body(who).jump_prepared {
        scene.emit(Fact::Flag(who, Flag::JumpPrepared, false));
    }
    let rule = rule!("foundations/jump");
    let class = |thrown: Thrown| plan.leads(thrown.total).class();
    let checked = skills::roll_by(scene, who, Skill::Jump, (&luck, rule), class)?;
    let leads = plan.leads(checked.total);
    let verdict = match leads {
        Leads::There => "success",
        _ => "failure",
    };
    let against = Against::number("DC", plan.dc());
    skills::against(scene, who, Skill::Jump, &checked, against, verdict, rule);
    land(scene, who, &plan, leads)?;
    if inside {
        moving::settle(scene, who, Mode::Run)?;
    }
    Ok(())
}

fn luck(state: &State, who: CreatureId, inside: bool) -> Luck {
    let mut luck = Luck::default();
    if inside {
        luck.disadvantage("Disadvantage: within a Move", rule!("foundations/jump"));
    }
    if state.body(who).jump_prepared {
        luck.advantage("Advantage: prepared", rule!("foundations/jump"));
    }
    luck
}

fn spend(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, feet: i16) {
    if let Some(moving) = scene.state().body(who).moving {
        scene.emit(Fact::Moving(
            who,
            Some(Moving {
                left_ft: moving.left_ft.saturating_sub(feet),
                spent_ft: moving.spent_ft.saturating_add(feet),
                ..moving
            }),
        ));
    }
}

/// Where the total of a Jump leads.
#[derive(Clone, Copy)]
enum Leads {
    /// To the goal.
    There,
    /// Nowhere.
    Nowhere,
    /// Above the goal, so many feet to the good: the fall is shorter by them.
    Above(i32),
    /// Across a part of the way, to this square of it.
    Short(usize),
}

impl Leads {
    /// All that follows from the total, as a number.
    fn class(self) -> u32 {
        match self {
            Self::There => 0,
            Self::Nowhere => 1,
            Self::Above(feet) => 2 + 2 * feet.unsigned_abs(),
            Self::Short(square) => 3 + 2 * square as u32,
        }
    }
}

impl Plan {
    /// Where a total leads: to the goal; or, upwards, nowhere; across, as far as it pays, and down there; downwards, into a shorter fall.
    fn leads(&self, total: i32) -> Leads {
        if total >= self.dc() {
            return Leads::There;
        }
        if self.up_ft > 0 {
            return Leads::Nowhere;
        }
        if total >= self.across_ft {
            return Leads::Above(total - self.across_ft);
        }
        let squares = usize::try_from(total / 5).unwrap_or(0);
        match squares.checked_sub(1) {
            Some(last) if last < self.way.len() => Leads::Short(last),
            _ => Leads::Nowhere,
        }
    }
}

/// The jumper comes to where its Jump leads.
fn land(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, plan: &Plan, leads: Leads) -> Play {
    let height = start(scene.state(), who, plan.to).at.z;
    let (to, cause) = match leads {
        Leads::There => {
            if plan.down_ft > 0 {
                scene.cite(rule!("falling/jump"));
            }
            (plan.to, Cause::Unsupported)
        }
        Leads::Nowhere => return Ok(()),
        Leads::Above(feet) => (plan.to.with_height(height), Cause::Jump(feet)),
        Leads::Short(square) => (plan.way[square].with_height(height), Cause::Unsupported),
    };
    arrive(scene, who, to, cause)
}

/// Comes down in a place, or beside whoever is there.
fn arrive(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, to: Cell, cause: Cause) -> Play {
    steps::moved(scene, who, to, cause)?;
    let state = scene.state();
    if stands(state, who, state.space(who)) {
        step_aside(scene, who)?;
    }
    Ok(())
}

/// An Action of preparation for a Jump that follows directly.
///
/// # Errors
/// If no movement is possible.
pub(crate) fn aim_prepare(state: &State, who: CreatureId) -> Result<(), Refusal> {
    can_jump(state, who)
}

/// Prepares a Jump.
pub(crate) fn prepare(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    scene.cite(rule!("foundations/jump"));
    scene.emit(Fact::Does(who, Doing::PrepareJump));
    scene.emit(Fact::Flag(who, Flag::JumpPrepared, true));
}

/// A preparation is in vain when something else is done than to jump.
#[inline(always)]
pub(crate) fn forget_preparation(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if scene.state().body(who).jump_prepared {
        scene.emit(Fact::Flag(who, Flag::JumpPrepared, false));
    }
}

/// Offers Jumps over gaps and to higher or lower ground that a lucky roll can make.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some((best, reach)) = far(state, who) else {
        return ControlFlow::Continue(());
    };
    preparation(state, who, legal)?;
    let at = state.body(who).at;
    // Where somebody leaps off from a saddle depends on where to.
    let rides = state.body(who).mount.is_some();
    let gaps = (!rides).then(|| Gaps::around(state, who, reach));
    for y in -reach..=reach {
        for x in -reach..=reach {
            if gaps.as_ref().is_some_and(|gaps| !gaps.lie_between(x, y)) {
                continue;
            }
            let Ok(plan) = aim(state, who, at.offset(x, y, 0)) else {
                continue;
            };
            if plan.dc() <= i32::from(best) && leads_over_a_gap(state, who, &plan) {
                legal(Act::Jump {
                    to: plan.to,
                    afresh: false,
                })?;
                if cost(state, who, plan.to) == Cost::Paid {
                    legal(Act::Jump {
                        to: plan.to,
                        afresh: true,
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The best roll of a creature that can jump where there may be something to jump over, and how many squares off that leads.
fn far(state: &State, who: CreatureId) -> Option<(i16, i16)> {
    if state.cast.open_ground || nothing_to_jump(state, who) || can_jump(state, who).is_err() {
        return None;
    }
    let best = 20 + state.sheet(who).level + state.sheet(who).str;
    Some((best, (best / 5 + 1).clamp(1, 12)))
}

/// Whether somebody stands on ground that is level everywhere: one walks wherever a Jump leads, but out of a saddle.
fn nothing_to_jump(state: &State, who: CreatureId) -> bool {
    let (land, here) = (terrain(state), state.space(who).at);
    let is_near = |level: i16| (level - here.z).abs() <= 1;
    state.grid().shape == Shape::Square
        && land.level().is_some_and(is_near)
        && state.body(who).mount.is_none()
}

/// Offers to prepare a Jump.
pub(crate) fn preparation(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match far(state, who) {
        Some(_) => legal(Act::PrepareJump),
        None => ControlFlow::Continue(()),
    }
}

/// How many squares there are to which a Jump may lead: [`candidate`] looks at each.
pub(crate) fn squares(state: &State, who: CreatureId, afresh: bool) -> u32 {
    let reach = far(state, who).filter(|_| !afresh || goes_on(state, who, Mode::Run));
    reach.map_or(0, |(_, reach)| {
        let across = 2 * u32::from(reach.unsigned_abs()) + 1;
        across * across
    })
}

/// What [`candidates`] would offer of one of these [`squares`]; whether it is possible is still to be looked at.
pub(crate) fn candidate(state: &State, who: CreatureId, afresh: bool, number: u32) -> Option<Act> {
    let (best, reach) = far(state, who)?;
    let across = 2 * u32::from(reach.unsigned_abs()) + 1;
    let offset = |number: u32| i16::try_from(number).ok().map(|number| number - reach);
    let at = state.body(who).at;
    let to = at.offset(offset(number % across)?, offset(number / across)?, 0);
    if !state.cast.map.contains(to) {
        return None;
    }
    let here = state.space(who);
    let is_walked = || {
        let way = way(state, who, here, to);
        way.iter().all(|cell| is_level(state, who, here, *cell))
    };
    if state.body(who).mount.is_none() && is_walked() {
        return None;
    }
    let plan = aim(state, who, to).ok()?;
    let offered = plan.dc() <= i32::from(best)
        && leads_over_a_gap(state, who, &plan)
        && (!afresh || cost(state, who, plan.to) == Cost::Paid);
    offered.then_some(Act::Jump {
        to: plan.to,
        afresh,
    })
}

/// Where somebody could not simply walk in the squares around: what [`leads_over_a_gap`] comes upon. Most ground is level, and nowhere is
/// anything to jump over.
struct Gaps {
    reach: i16,
    /// How many there are in the columns and rows before each, row by row.
    before: Vec<u16>,
}

impl Gaps {
    fn around(state: &State, who: CreatureId, reach: i16) -> Self {
        let here = state.space(who);
        let wide = usize::from(reach.unsigned_abs()) * 2 + 1;
        let mut before = vec![0; (wide + 1) * (wide + 1)];
        for (row, y) in (1..).zip(-reach..=reach) {
            for (column, x) in (1..).zip(-reach..=reach) {
                let is_gap = !is_level(state, who, here, here.at.offset(x, y, 0));
                let place = row * (wide + 1) + column;
                before[place] = before[place - 1] + before[place - wide - 1]
                    - before[place - wide - 2]
                    + u16::from(is_gap);
            }
        }
        Self { reach, before }
    }

    /// Whether there are any between the middle and a square, these included.
    fn lie_between(&self, x: i16, y: i16) -> bool {
        let wide = usize::from(self.reach.unsigned_abs()) * 2 + 2;
        let place = |offset: i16| usize::from((self.reach + offset).unsigned_abs());
        let (west, east) = (place(x.min(0)), place(x.max(0)) + 1);
        let (north, south) = (place(y.min(0)), place(y.max(0)) + 1);
        let before = |row: usize, column: usize| self.before[row * wide + column];
        before(south, east) + before(north, west) > before(north, east) + before(south, west)
    }
}

/// Whether the ground in a place is about as high as where somebody stands.
fn is_level(state: &State, who: CreatureId, here: Space, at: Cell) -> bool {
    let height = standing_height(state, who, here.moved_to(at));
    height.is_some_and(|height| (height - here.at.z).abs() <= 1)
}

/// Whether one cannot simply walk there: the ground between is not level with the start, or the goal is not.
fn leads_over_a_gap(state: &State, who: CreatureId, plan: &Plan) -> bool {
    let here = start(state, who, plan.to);
    let mut way = plan.way.iter();
    way.any(|cell| !is_level(state, who, here, *cell))
}
