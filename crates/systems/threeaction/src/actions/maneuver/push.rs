//! Push (`push/*`).

use affray_kernel::dice::Pool;
use affray_kernel::grid::{Cell, Heading, Mover, Shape, Space, Terrain, Through, fits};
use affray_kernel::story::{Audience, Roll};
use affray_kernel::{CreatureId, Play, RuleId, Scene};
use smallvec::SmallVec;

use super::grapple::escape;
use crate::ThreeAction;
use crate::act::{Act, Window};
use crate::actions::moving::{is_unbound, is_unbound_apart, may_move_apart};
use crate::fact::{Fact, Harm};
use crate::ids::rule;
use crate::rules::damage::hurt;
use crate::rules::falling::{Cause, drops};
use crate::rules::grapple::AllFreed;
use crate::rules::ground::terrain;
use crate::rules::numbers::{able, present, speed_apart_ft, speed_ft};
use crate::rules::occupied::{CORNERS, is_unknown, step_aside};
use crate::rules::prone::knock_down;
use crate::rules::steps::{STEP_FT, goes, leaving_cost, moved, off_line};
use crate::rules::terrain::{footing, swims};
use crate::rules::ways::{can_pass, leads_into};
use crate::rules::{grapple, objects, sight};
use crate::sheet::DamageType;
use crate::state::{Condition, Mode, State};

/// The target is pushed: 5 ft (`push/success`), or up to 15 ft on a Critical Success (`push/critical`), in a direction of the pusher's
/// choice (`push/direction`). If it was the target who held the pusher, the grapple ends first (`grappled/escape`).
///
/// # Errors
/// Stops where a draw is missing.
pub(super) fn succeed(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    on: CreatureId,
    critical: bool,
) -> Play {
    let is_free = grapple::grapples(scene.state(), on, who);
    let from = [who, on].map(|one| (one, scene.state().body(one).at));
    escape(scene, who, on);
    scene.cite(rule!("push/success"));
    let feet = if critical {
        distance(scene, who, on)?
    } else {
        5
    };
    scene.cite(rule!("push/direction"));
    let in_vain = if directions(scene.state(), who, on).is_empty() {
        Some(rule!("push/direction"))
    } else if let Act::Square(toward) = scene.ask(who, Window::PushDirection { target: on })? {
        shove(scene, who, on, feet / 5, toward)?
    } else {
        None
    };
    if is_free {
        // The grapple may have held one of them up; who has left its place has fallen if it had to.
        for (one, from) in from {
            let body = scene.state().body(one);
            if body.at == from && body.falling_ft.is_none() {
                drops(scene, one, Cause::Forced)?;
            }
        }
    } else if let Some(rule) = in_vain {
        // Who has got free by it has not pushed in vain.
        scene.emit(Fact::Lost(who, rule.0));
    }
    Ok(())
}

/// How far a Critical Success pushes: as the pusher chooses, within its Speed (`push/speed-limit`), which no grapple with the target halves
/// any more.
fn distance(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, on: CreatureId) -> Play<i16> {
    scene.cite(rule!("push/critical"));
    let speed = speed_apart_ft(scene.state(), who, on);
    if speed < 15 {
        scene.cite(rule!("push/speed-limit"));
    }
    let window = Window::PushDistance {
        target: on,
        most_ft: speed.clamp(5, 15),
    };
    Ok(match scene.ask(who, window)? {
        Act::Feet(feet) => feet,
        _ => 5,
    })
}

/// Where the first step can go: every direction that leads away from the pusher, any at all out of a shared space; what leads farthest first. A
/// rider is pushed out of its saddle, and whoever is in the saddle with the pusher out of that.
pub(crate) fn directions(state: &State, who: CreatureId, on: CreatureId) -> SmallVec<[Cell; 8]> {
    let (grid, from, own) = (state.grid(), state.space(who), state.own_space(on));
    let far = |cell: Cell| grid.distance(from, own.moved_to(cell));
    let now = grid.distance(from, state.space(on));
    let leads_away = |cell: &Cell| {
        let mut cells = own.moved_to(*cell).cells(grid.shape);
        (now == 0 || far(*cell) > now) && cells.all(|cell| state.cast.map.contains(cell))
    };
    let nearest_of = |mut cells: SmallVec<[Cell; 8]>, far: &dyn Fn(Cell) -> u32| {
        cells.retain(|cell| leads_away(cell));
        let nearest = cells.iter().map(|cell| far(*cell)).min();
        cells.retain(|cell| Some(far(*cell)) == nearest);
        cells
    };
    let mut cells = if let Some(saddle) = saddle(state, on) {
        nearest_of(beside(state, own, saddle), &far)
    } else if let Some(saddle) = shared_saddle(state, who, on) {
        let step = |cell: Cell| grid.distance(own, own.moved_to(cell));
        nearest_of(beside(state, own, saddle), &step)
    } else {
        grid.neighbours(own.at).filter(leads_away).collect()
    };
    cells.sort_by_key(|cell| std::cmp::Reverse(apart(from, own.moved_to(*cell))));
    cells
}

/// The space of the mount in whose saddle a creature sits.
fn saddle(state: &State, on: CreatureId) -> Option<Space> {
    let mount = state.body(on).mount?;
    Some(state.own_space(mount)).filter(|saddle| *saddle == state.space(on))
}

/// The space of the pusher's mount, if the target is in it.
fn shared_saddle(state: &State, who: CreatureId, on: CreatureId) -> Option<Space> {
    let shape = state.grid().shape;
    saddle(state, who).filter(|saddle| saddle.overlaps(shape, state.space(on)))
}

/// The places next to a saddle for somebody of its rider's Size.
fn beside(state: &State, own: Space, saddle: Space) -> SmallVec<[Cell; 8]> {
    let (grid, far) = (state.grid(), i16::from(own.side) + i16::from(saddle.side));
    (-far..=far)
        .flat_map(|y| (-far..=far).map(move |x| saddle.at.offset(x, y, 0)))
        .filter(|cell| grid.distance(own.moved_to(*cell), saddle) == 1)
        .collect()
}

/// The square of the distance between the middles of two spaces, in half squares.
fn apart(one: Space, other: Space) -> i32 {
    let middle = |at: i16, side: u8| 2 * i32::from(at) + i32::from(side);
    let x = middle(one.at.x, one.side) - middle(other.at.x, other.side);
    let y = middle(one.at.y, one.side) - middle(other.at.y, other.side);
    x * x + y * y
}

/// Farther than any pusher has to go to close up for one step.
const FAR_FT: i16 = 60;

/// What happens to a step of a push.
enum Step {
    /// It is taken, and the pusher goes these squares to stay next to the target, at that cost in feet.
    Taken(Vec<Cell>, i16),
    /// The pusher cannot keep up, or somebody is in the way, by that rule.
    Stopped(RuleId),
    /// Something hard is in the way.
    Wall,
}

/// Pushes square by square in a straight line, the pusher always next to the target (`push/stay-adjacent`). Whoever shares a space with
/// others after it steps out: those that the target held there, and of the two the smaller one. Gives the rule by which not a single step could
/// be done.
fn shove(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    on: CreatureId,
    steps: i16,
    toward: Cell,
) -> Play<Option<RuleId>> {
    let (x, y) = heading(scene.state(), who, on, toward);
    let mut to = toward;
    let mut left_ft = reach_of_following(scene.state(), who, on);
    let mut left_behind = AllFreed::new();
    let mut in_vain = None;
    for done in 0..steps {
        match step(scene, who, on, to, left_ft)? {
            Step::Taken(way, cost) => {
                left_ft -= cost;
                let freed = release_partners(scene, who, on);
                let goes_on = carry(scene, on, to)? && follow(scene, who, way)?;
                grapple::lose_hold(scene, &freed)?;
                left_behind.extend(freed.into_iter().filter(|partner| partner.who != who));
                if !goes_on {
                    break;
                }
                to = scene.state().body(on).at.offset(x, y, 0);
            }
            Step::Stopped(rule) => {
                in_vain = Some(rule).filter(|_| done == 0);
                break;
            }
            Step::Wall => {
                collide(scene, who, on, steps - done)?;
                break;
            }
        }
    }
    let (first, second) = if scene.state().sheet(who).size < scene.state().sheet(on).size {
        (who, on)
    } else {
        (on, who)
    };
    grapple::make_room(scene, &left_behind)?;
    step_aside(scene, first)?;
    step_aside(scene, second)?;
    Ok(in_vain)
}

/// The direction of each step of a push of which the first leads to a square: for a rider, who comes out of the saddle with it, away from
/// the pusher.
fn heading(state: &State, who: CreatureId, on: CreatureId, toward: Cell) -> (i16, i16) {
    let at = state.body(on).at;
    if saddle(state, on).is_none() {
        return ((toward.x - at.x).signum(), (toward.y - at.y).signum());
    }
    let (from, there) = (state.space(who), state.own_space(on).moved_to(toward));
    let shape = state.grid().shape;
    if shape == Shape::Hex {
        // Along an axis at a time two hexes would be no neighbours.
        let away = Heading::side_toward(shape, from, there);
        return away.and_then(|away| away.step(shape)).unwrap_or((0, 0));
    }
    let past = |here: i16, from: i16, side: u8| here >= from.saturating_add(i16::from(side));
    let away = |there: (i16, u8), from: (i16, u8)| {
        i16::from(past(there.0, from.0, from.1)) - i16::from(past(from.0, there.0, there.1))
    };
    (
        away((there.at.x, there.side), (from.at.x, from.side)),
        away((there.at.y, there.side), (from.at.y, from.side)),
    )
}

/// How far the pusher can go along, in feet: its Speed (`push/speed-limit`); nowhere if it cannot move from where it is, and 5 ft if it lies
/// Prone. A grapple with the target does not hinder it: that ends with the first step (`grappled/move-together`).
fn reach_of_following(state: &State, who: CreatureId, on: CreatureId) -> i16 {
    let (mode, speed) = (
        mode_of_following(state, who),
        speed_apart_ft(state, who, on),
    );
    if may_move_apart(state, who, mode, Some(on)).is_err() {
        0
    } else if mode == Mode::Crawl {
        speed.min(STEP_FT)
    } else {
        speed
    }
}

/// How the pusher goes along: on foot, on its belly, swimming or flying, as it is; where there is no gravity nobody walks
/// (`zero-g/push-off-only`).
fn mode_of_following(state: &State, who: CreatureId) -> Mode {
    if state.body(who).flying || state.cast.scene.zero_g {
        Mode::Fly
    } else if swims(state, who) {
        Mode::Swim
    } else if state.has(who, Condition::Prone) {
        Mode::Crawl
    } else {
        Mode::Run
    }
}

/// By which rule the pusher goes no farther along: what holds it, its Speed, or that it cannot move from where it is.
fn why_not_followed(state: &State, who: CreatureId, on: CreatureId) -> RuleId {
    match is_unbound_apart(state, who, Some(on)) {
        Err(refusal) => refusal.rule,
        Ok(()) if speed_ft(state, who) <= 0 => rule!("push/speed-limit"),
        Ok(()) if reach_of_following(state, who, on) == 0 => rule!("push/stay-adjacent"),
        Ok(()) => rule!("push/speed-limit"),
    }
}

fn step(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    on: CreatureId,
    to: Cell,
    left_ft: i16,
) -> Play<Step> {
    scene.cite(rule!("push/stay-adjacent"));
    let state = scene.state();
    let (own, space) = (state.space(who), state.space(on));
    let there = state.own_space(on).moved_to(to);
    let beside = state.grid().distance(own, there) <= 1;
    if !beside && left_ft < 5 {
        let rule = why_not_followed(state, who, on);
        scene.cite(rule);
        return Ok(Step::Stopped(rule));
    }
    let shape = state.grid().shape;
    if there
        .cells(shape)
        .any(|cell| !state.cast.map.contains(cell))
    {
        return Ok(Step::Stopped(rule!("push/direction")));
    }
    if !is_open(state, who, on, there) || objects::stops(state, on, space, there) {
        return Ok(Step::Wall);
    }
    if let Some(other) = occupant(state, who, on, there) {
        scene.cite(rule!("push/blocked-by-creature"));
        for finder in [on, who] {
            if is_unknown(scene.state(), finder, other) {
                sight::found(scene, other, finder)?;
            }
        }
        return Ok(Step::Stopped(rule!("push/blocked-by-creature")));
    }
    if beside {
        return Ok(Step::Taken(Vec::new(), 0));
    }
    if let Some((way, cost)) = way_along(state, who, on, there, (left_ft, false)) {
        return Ok(Step::Taken(way, cost));
    }
    if scene.listened() && way_along(scene.state(), who, on, there, (FAR_FT, false)).is_some() {
        scene.cite(rule!("push/speed-limit"));
    }
    Ok(Step::Stopped(rule!("push/stay-adjacent")))
}

/// Whether a push to a square moves the target, as far as the pusher knows: nothing stops it, and the pusher stays next to it
/// (`push/stay-adjacent`).
pub(crate) fn gets_to(state: &State, who: CreatureId, on: CreatureId, to: Cell) -> bool {
    let there = state.own_space(on).moved_to(to);
    is_open(state, who, on, there)
        && !objects::stops(state, on, state.space(on), there)
        && occupants(state, who, on, there).all(|other| is_unknown(state, who, other))
        && keeps_up(state, who, on, there)
}

/// Whether the pusher is next to a space, or can go there as far as it knows.
fn keeps_up(state: &State, who: CreatureId, on: CreatureId, there: Space) -> bool {
    let left_ft = reach_of_following(state, who, on);
    state.grid().distance(state.space(who), there) <= 1
        || left_ft >= STEP_FT && way_along(state, who, on, there, (left_ft, true)).is_some()
}

/// Whether walls and ground let the target through to a space: out of the saddle, or by a step.
fn is_open(state: &State, who: CreatureId, on: CreatureId, there: Space) -> bool {
    match saddle(state, on).or_else(|| shared_saddle(state, who, on)) {
        Some(saddle) => fits(&terrain(state), there) && leads_into(state, there, saddle),
        None => can_pass(state, state.space(on), there.at),
    }
}

/// The first of the [`occupants`].
fn occupant(state: &State, who: CreatureId, on: CreatureId, there: Space) -> Option<CreatureId> {
    occupants(state, who, on, there).next()
}

/// Others who are where the target would go; its own rider or mount is not in its way.
fn occupants(
    state: &State,
    who: CreatureId,
    on: CreatureId,
    there: Space,
) -> impl Iterator<Item = CreatureId> + '_ {
    let shape = state.grid().shape;
    state.creatures().filter(move |other| {
        let other = *other;
        other != who
            && other != on
            && present(state, other)
            && state.body(other).mount != Some(on)
            && state.body(on).mount != Some(other)
            && state.space(other).overlaps(shape, there)
            && !state.space(other).overlaps(shape, state.space(on))
    })
}

/// The cheapest way to a square next to where the target goes, the one it leaves before all others and straight there, and its cost in feet.
/// Whoever flies or swims goes along in the same way. Nobody is in the way there, or nobody whom the pusher knows of (`known`).
fn way_along(
    state: &State,
    who: CreatureId,
    on: CreatureId,
    there: Space,
    (left_ft, known): (i16, bool),
) -> Option<(Vec<Cell>, i16)> {
    let mode = mode_of_following(state, who);
    if mode == Mode::Swim {
        way_by(
            state,
            who,
            on,
            there,
            (left_ft, known, mode, &terrain(state)),
        )
    } else {
        way_by(
            state,
            who,
            on,
            there,
            (left_ft, known, mode, &footing(state, who)),
        )
    }
}

/// The same for so many feet of movement, in that way, over that land.
fn way_by<T: Terrain>(
    state: &State,
    who: CreatureId,
    on: CreatureId,
    there: Space,
    (left_ft, known, mode, land): (i16, bool, Mode, &T),
) -> Option<(Vec<Cell>, i16)> {
    let (grid, own) = (state.grid(), state.space(who));
    let mover = Mover {
        terrain: land,
        space: own,
        corners: CORNERS,
        through: if matches!(mode, Mode::Run | Mode::Crawl) {
            Through::Ground
        } else {
            Through::Open
        },
    };
    let budget = u32::try_from(left_ft).ok()?;
    let cost = |from: Cell, to: Cell| {
        let to = own.moved_to(to);
        let mut others = occupants(state, on, who, to);
        let taken = to.overlaps(grid.shape, there)
            || others.any(|other| !(known && is_unknown(state, who, other)))
            || mode != Mode::Fly && !goes(state, who, mode, own.moved_to(from), to);
        let feet = leaving_cost(state, who, mode, own.moved_to(from));
        (!taken).then(|| u32::from(feet.unsigned_abs()))
    };
    let beside = |cell: Cell| grid.adjacent(own.moved_to(cell), there);
    let any = mover.path(own.at, budget, beside, cost)?;
    let vacated = state.body(on).at;
    let same = beside(vacated) && state.sheet(who).size.side() == state.sheet(on).size.side();
    let goal = (vacated, STEP_FT.unsigned_abs().into());
    let aside = |at: Cell| {
        let level =
            at.z.abs_diff(at.z.clamp(own.at.z.min(vacated.z), own.at.z.max(vacated.z)));
        u64::from(level) << 32 | u64::from(off_line(own.at, vacated, at))
    };
    let best = same
        .then(|| mover.path_to_preferring(own.at, any.cost, goal, aside, cost))
        .flatten()
        .unwrap_or(any);
    let cost = i16::try_from(best.cost).ok()?;
    Some((best.places.into_iter().skip(1).collect(), cost))
}

/// A push of only one of two who grapple ends their grapple (`grappled/move-together`). Gives those who are left behind.
fn release_partners(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    on: CreatureId,
) -> AllFreed {
    let freed = grapple::loosen_all(scene, on);
    for partner in &freed {
        scene.cite(rule!("grappled/move-together"));
        scene.cite(if partner.who == who {
            rule!("grappling/other-ends")
        } else {
            rule!("grappling/move-together")
        });
    }
    freed
}

/// Moves the target, out of its saddle if it is mounted (`entangled/forced`). `false`: the push is over, as it has fallen or been stopped.
fn carry(scene: &mut Scene<'_, ThreeAction>, on: CreatureId, to: Cell) -> Play<bool> {
    if scene.state().has(on, Condition::Entangled) {
        scene.cite(rule!("entangled/forced"));
    }
    if scene.state().body(on).mount.is_some() {
        scene.emit(Fact::Mounted(on, None));
    }
    moved(scene, on, to, Cause::Forced)?;
    let state = scene.state();
    let is_there = state.space(on).contains(state.grid().shape, to);
    Ok(is_there && present(state, on) && !state.body(on).hanging)
}

/// The pusher goes along, and whoever it grapples with it. `false`: it is stopped.
fn follow(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, way: Vec<Cell>) -> Play<bool> {
    for cell in way {
        if !able(scene.state(), who) || is_unbound(scene.state(), who).is_err() {
            return Ok(false);
        }
        moved(scene, who, cell, Cause::Unsupported)?;
        if scene.state().body(who).at != cell {
            return Ok(false);
        }
    }
    Ok(able(scene.state(), who))
}

/// 1d6 Damage for each 5 ft it could not travel, and Prone (`push/hard-surface`, `push/hard-surface-prone`).
fn collide(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    on: CreatureId,
    steps_left: i16,
) -> Play {
    scene.cite(rule!("push/hard-surface"));
    let dice = u8::try_from(steps_left).unwrap_or(1);
    if let Ok(pool) = Pool::new(dice, 6) {
        let amount = scene.sum(Roll {
            pool,
            by: Some(who),
            what: "collision",
            rule: rule!("push/hard-surface"),
            audience: Audience::Everyone,
        })?;
        hurt(scene, on, amount, DamageType::Physical, Harm::Collision)?;
    }
    if present(scene.state(), on) {
        scene.cite(rule!("push/hard-surface-prone"));
        knock_down(scene, on)?;
    }
    Ok(())
}
