//! Changes of place: the Moves of a count, carried out after everything else (`movement-in-combat/as-action`), and what every change of
//! place brings with it.

use affray_kernel::grid::{Cell, Heading};
use affray_kernel::modifier::Tally;
use affray_kernel::story::Sum;
use affray_kernel::{CreatureId, Play, Scene};
use smallvec::SmallVec;

use super::course::{self, Course};
use super::entering::{self, Entry};
use super::numbers::able;
use super::rates::Allowance;
use super::{ground, rates, running};
use crate::TimeCount;
use crate::act::Act;
use crate::actions::magic::prepare;
use crate::actions::{moving, ready};
use crate::fact::{Fact, Flag};
use crate::flow::Since;
use crate::ids::rule;
use crate::state::{Condition, Pace, Place, Posture, Stance, State, Underway};

/// A creature that moves on this count.
#[derive(Clone, Debug)]
pub(crate) struct Walker<'a> {
    /// Who.
    pub(crate) who: CreatureId,
    /// How fast.
    pub(crate) pace: Pace,
    /// The spaces ahead.
    pub(crate) path: &'a [Cell],
    /// The rate it moves at, in feet (`entering-spaces/first`).
    pub(crate) rate_ft: i16,
    /// Whether it lay prone as the count began.
    prone: bool,
}

/// Those who move on a count.
pub(crate) type Walkers<'a> = SmallVec<[Walker<'a>; 1]>;

/// Those who move, as the count begins.
pub(crate) fn walkers<'a>(state: &State, declared: &'a [(CreatureId, Act)]) -> Walkers<'a> {
    declared
        .iter()
        .filter_map(|(who, act)| match act {
            Act::Move { pace, path } => Some(Walker {
                who: *who,
                pace: *pace,
                path,
                rate_ft: rates::rate_ft(state, *who, *pace),
                prone: state.body(*who).lay(),
            }),
            _ => None,
        })
        .collect()
}

/// Where everybody stands, by creature; nothing where nobody moves.
pub(crate) type Places = SmallVec<[Cell; 8]>;

/// Where everybody stands as the acts of a count begin, for those who move (`entering-spaces/withdraw`).
pub(crate) fn places(state: &State, walkers: &Walkers<'_>) -> Places {
    if walkers.is_empty() {
        return Places::new();
    }
    state.bodies.iter().map(|body| body.at).collect()
}

fn is_prone(state: &State, who: CreatureId) -> bool {
    state.body(who).posture.stance == Stance::Prone
}

impl<'a> Walker<'a> {
    /// Somebody who takes one step at the base speed.
    pub(crate) fn stepping(state: &State, who: CreatureId, to: &'a Cell) -> Self {
        Self {
            who,
            pace: Pace::Base,
            path: std::slice::from_ref(to),
            rate_ft: rates::rate_ft(state, who, Pace::Base),
            prone: is_prone(state, who),
        }
    }

    /// Its pace and the rate of that.
    fn gait(&self) -> (Pace, i16) {
        (self.pace, self.rate_ft)
    }

    /// The spaces ahead that this count allows, as far as nobody is in the way.
    pub(crate) fn reach(&self, state: &State) -> usize {
        let movement = course::at_hand(state, self.who);
        let allowance = rates::allowance(state, self.who, self.gait(), movement);
        let mut course = Course::begin(state.grid().shape, movement, allowance);
        let mut at = state.body(self.who).at;
        self.path
            .iter()
            .take_while(|to| {
                let cost = ground::cost(state, self.who, at, **to);
                let affords = course.affords(cost);
                if let Some(heading) = heading(state, at, **to).filter(|_| affords) {
                    course.step(heading, cost);
                }
                at = **to;
                affords
            })
            .count()
    }
}

/// Carries out the Moves of a count, the fastest first (`movement-in-combat/as-action`). `before` is where everybody stood as its acts
/// began.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn carry_out(
    scene: &mut Scene<'_, TimeCount>,
    mut walkers: Walkers<'_>,
    before: &Places,
    since: &mut Since,
) -> Play {
    walkers.retain(|walker| able(scene.state(), walker.who));
    entering::put_in_order(scene, &mut walkers)?;
    for walker in &walkers {
        walk(scene, walker, before, since)?;
    }
    Ok(())
}

/// How a count of a movement went.
struct Went {
    /// Spaces entered.
    entered: usize,
    /// Whether the way was barred.
    barred: bool,
    /// What was left of the allowance, and the direction that was kept.
    course: Course,
    /// Whether the run has been counted.
    run_counted: bool,
}

/// One creature's Move on one count, and what its steps set off. Whoever is dead, has been knocked prone or cannot move by then stays where it
/// is.
fn walk(
    scene: &mut Scene<'_, TimeCount>,
    walker: &Walker<'_>,
    before: &[Cell],
    since: &mut Since,
) -> Play {
    let Walker {
        who, pace, path, ..
    } = *walker;
    if !can_walk(scene.state(), walker) {
        scene.cite(rule!("movement-in-combat/as-action"));
        stand_still(scene, who);
        return Ok(());
    }
    let from = scene.state().body(who).at;
    let start = ready::whereabouts(scene.state());
    let mut watched = start.clone();
    cite_count(scene, who);
    set_out(scene, who);
    let mut went = steps(scene, walker, (before, from, &mut watched), since)?;
    if went.entered == 0 && !went.barred {
        explain_standstill(scene, walker);
    }
    count_spent(scene, walker, &mut went, from);
    let rest = &path[went.entered..];
    go_on(scene, who, pace, if went.barred { &[] } else { rest });
    if went.entered == 0 {
        return Ok(());
    }
    ready::after_move(scene, who, (&start, &watched), since)
}

/// Whether a creature can walk by now: it lives, can move and was not knocked prone on this count.
fn can_walk(state: &State, walker: &Walker<'_>) -> bool {
    let fell = is_prone(state, walker.who) && !walker.prone;
    able(state, walker.who) && !fell && moving::may_move(state, walker.who, walker.pace).is_ok()
}

/// Walks as far as the count allows. `watched` is where everybody was before the last step, for those who wait for somebody to come within
/// reach.
fn steps(
    scene: &mut Scene<'_, TimeCount>,
    walker: &Walker<'_>,
    (before, from, watched): (&[Cell], Cell, &mut ready::Whereabouts),
    since: &mut Since,
) -> Play<Went> {
    let Walker {
        who, pace, path, ..
    } = *walker;
    let movement = course::at_hand(scene.state(), who);
    let allowance = rates::allowance(scene.state(), who, walker.gait(), movement);
    let mut went = Went {
        entered: 0,
        barred: false,
        course: Course::begin(scene.state().grid().shape, movement, allowance),
        run_counted: false,
    };
    for &to in path {
        let state = scene.state();
        let at = state.body(who).at;
        let (cost, heading) = (ground::cost(state, who, at, to), heading(state, at, to));
        let Some(heading) = heading.filter(|_| ground::can_step(state, state.space(who), to))
        else {
            went.barred = true;
            break;
        };
        if cost > 1 {
            scene.cite(rule!("movement-rate/hindering-terrain"));
        }
        if !went.course.affords(cost) {
            break;
        }
        let turn = went.course.turn(heading);
        if running::is_running(pace) && !turn.is_nearly_straight() {
            scene.cite(rule!("running/turn-limits"));
            went.barred = true;
            break;
        }
        if went.entered > 0 && !goes_past(scene, walker, (&mut went, from, &mut *watched), since)? {
            went.barred = true;
            break;
        }
        if entering::enter(scene, who, to, before)? == Entry::Barred {
            went.barred = true;
            break;
        }
        cite_turn(scene, pace, turn);
        went.course.step(heading, cost);
        went.entered += 1;
    }
    Ok(went)
}

/// What a step on the way sets off, before the next; whether the creature can go on from where it was (`actions/ready`).
fn goes_past(
    scene: &mut Scene<'_, TimeCount>,
    walker: &Walker<'_>,
    (went, from, watched): (&mut Went, Cell, &mut ready::Whereabouts),
    since: &mut Since,
) -> Play<bool> {
    if watched.is_empty() {
        return Ok(true);
    }
    let who = walker.who;
    let at = scene.state().body(who).at;
    note_movement(scene, walker, went, from);
    let met = ready::on_the_way(scene, who, watched, since)?;
    *watched = ready::whereabouts(scene.state());
    let state = scene.state();
    Ok(!met || state.body(who).at == at && can_walk(state, walker))
}

/// The rule behind the direction of a runner's step.
fn cite_turn(scene: &mut Scene<'_, TimeCount>, pace: Pace, turn: course::Turn) {
    if !running::is_running(pace) {
        return;
    }
    match turn {
        course::Turn::Zigzag => scene.cite(rule!("running/hex-zigzag")),
        course::Turn::Slight => scene.cite(rule!("running/turn-limits")),
        _ => {}
    }
}

/// The rules by which a count of movement goes.
fn cite_count(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    scene.cite(rule!("movement-in-combat/as-action"));
    scene.cite(rule!("movement-in-combat/table"));
    scene.cite(rule!("movement-in-combat/unit"));
    scene.cite(rule!("movement-rate/five-foot-spaces"));
    if course::is_consecutive(scene.state(), who) {
        scene.cite(rule!("movement-in-combat/count-sequence"));
    }
}

/// A count on which the rate allows no space, or too few for the ground ahead.
fn explain_standstill(scene: &mut Scene<'_, TimeCount>, walker: &Walker<'_>) {
    let (state, who) = (scene.state(), walker.who);
    let movement = course::at_hand(state, who);
    let Allowance { row, spaces, .. } = rates::allowance(state, who, walker.gait(), movement);
    let allowed = i32::from(spaces);
    let mut tally = Tally::new();
    tally.add(
        "no farther than at a faster walk",
        i16::from(spaces) - i16::from(row),
        rule!("movement-in-combat/count-sequence"),
    );
    let sum = || Sum {
        by: Some(who),
        what: "spaces on this count",
        dice: i32::from(row),
        total: allowed,
        against: None,
        verdict: if allowed > 0 { "saved up" } else { "" },
        rule: rule!("movement-in-combat/table"),
    };
    scene.explain(sum, &tally);
}

/// Once movement begins a poised creature is so no longer (`stances/poised-end`).
fn set_out(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    if scene.state().body(who).posture.stance != Stance::Poised {
        return;
    }
    let from = scene.state().clock.count;
    let stance = Stance::Basic;
    scene.cite(rule!("stances/poised-end"));
    scene.emit(Fact::Posture(who, Posture { stance, from }));
}

/// The creature stays where it is: what it walked or ran is over.
fn stand_still(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    if scene.state().body(who).run.is_some() {
        scene.cite(rule!("running/voluntary-stop"));
        scene.emit(Fact::Runs(who, None));
    }
    go_on(scene, who, Pace::Base, &[]);
}

/// What a count of movement leaves behind: the movement, the run, and what it means to somebody who prepares a spell.
fn count_spent(scene: &mut Scene<'_, TimeCount>, walker: &Walker<'_>, went: &mut Went, from: Cell) {
    note_movement(scene, walker, went, from);
    if went.entered > 0 {
        prepare::walked(scene, walker.who);
    }
}

/// What a movement and a run have come to by now. A run counts from the first step of a count on.
fn note_movement(
    scene: &mut Scene<'_, TimeCount>,
    walker: &Walker<'_>,
    went: &mut Went,
    from: Cell,
) {
    let Walker { who, pace, .. } = *walker;
    let full =
        matches!(pace, Pace::Base | Pace::Run | Pace::Sprint) && !is_prone(scene.state(), who);
    let now = scene.state().clock.count;
    scene.emit(Fact::Moving(who, went.course.end(full, now, from)));
    if running::is_running(pace) && !went.run_counted {
        running::count_spent(scene, who);
        went.run_counted = true;
    }
}

/// What is left of the way is walked on the counts to come, and may be broken off on each of them
/// (`movement-in-combat/as-action`). Who prepares a spell announces each count by itself.
fn go_on(scene: &mut Scene<'_, TimeCount>, who: CreatureId, pace: Pace, rest: &[Cell]) {
    let underway = &scene.state().body(who).underway;
    let walks = matches!(underway, Underway::Walk(..));
    if !walks && *underway != Underway::Nothing {
        return;
    }
    if !rest.is_empty() {
        scene.emit(Fact::Underway(who, Underway::Walk(pace, rest.into())));
        if !walks {
            scene.emit(Fact::Flag(who, Flag::Asked, true));
        }
    } else if walks {
        scene.emit(Fact::Underway(who, Underway::Nothing));
    }
}

/// The direction of a step.
pub(crate) fn heading(state: &State, from: Cell, to: Cell) -> Option<Heading> {
    Heading::of_step(state.grid().shape, from, to)
}

/// Puts a creature somewhere else, of its own will or not.
pub(crate) fn moved(scene: &mut Scene<'_, TimeCount>, who: CreatureId, to: Cell) {
    moved_together(scene, &[(who, to)]);
}

/// Puts creatures somewhere else at the same moment. Every change of place goes through here: a mount carries its rider, whoever is moved
/// out of the saddle rides no longer, whoever is pinned tears loose, and grabs between those no longer next to each other end.
pub(crate) fn moved_together(scene: &mut Scene<'_, TimeCount>, places: &[(CreatureId, Cell)]) {
    put_together(scene, places);
    part(scene);
}

/// As [`moved_together`], where more has to happen before it shows who is still next to whom.
pub(crate) fn put_together(scene: &mut Scene<'_, TimeCount>, places: &[(CreatureId, Cell)]) {
    for &(who, to) in places {
        if scene.state().body(who).mount.is_some() {
            scene.cite(rule!("actions/mount"));
            scene.emit(Fact::Mounted(who, None));
        }
        put(scene, who, to);
        for rider in scene.state().creatures() {
            let body = scene.state().body(rider);
            if body.mount == Some(who) && body.at != to {
                scene.cite(rule!("actions/mount"));
                put(scene, rider, to);
            }
        }
    }
}

/// Puts one creature somewhere else.
fn put(scene: &mut Scene<'_, TimeCount>, who: CreatureId, to: Cell) {
    let from = scene.state().body(who).at;
    if from != to {
        tear_loose(scene, who, from);
        scene.emit(Fact::Moved(who, to));
    }
}

/// Whoever is pinned cannot move, but can be moved: the weapon that pinned stays behind (`special-actions/staple`, `conditions/immobile`).
fn tear_loose(scene: &mut Scene<'_, TimeCount>, who: CreatureId, from: Cell) {
    let Some(stapled) = scene.state().body(who).stapled else {
        return;
    };
    scene.cite(rule!("special-actions/staple"));
    scene.cite(rule!("conditions/immobile"));
    scene.emit(Fact::Stapled(who, None));
    if let Some(item) = stapled.item {
        scene.emit(Fact::Item(item, Place::Ground(from)));
    }
}

/// Whether two creatures are neither next to each other nor in the same space.
pub(crate) fn apart(state: &State, one: CreatureId, other: CreatureId) -> bool {
    state.grid().distance(state.space(one), state.space(other)) > 1
}

/// Grabs between creatures that are no longer next to each other end (`wrestling/grab-adjacent`).
pub(crate) fn part(scene: &mut Scene<'_, TimeCount>) {
    let state = scene.state();
    let ended: SmallVec<[_; 2]> = state
        .conditions
        .iter()
        .filter(|held| held.kind == Condition::Grabbed)
        .filter(|held| {
            held.toward
                .is_some_and(|grabber| apart(state, held.on, grabber))
        })
        .copied()
        .collect();
    for grab in ended {
        scene.cite(rule!("wrestling/grab-adjacent"));
        scene.emit(Fact::Loses(grab));
    }
}
