//! How a fight goes on: Rounds without turns, the open floor, and the end (`action-order/state-machine`, `rounds/*`, `waiting/*`).

use affray_kernel::condition::{Held, Until};
use affray_kernel::{Ask, CreatureId, Next, Play, Scene};
use smallvec::SmallVec;

use super::Energy;
use super::act::{Act, Window};
use super::actions::{self, Standing, answers, interrupts, race, rest};
use super::ids::rule;
use super::rules::facing;
use super::rules::helping::side_that_helps;
use super::rules::numbers::able;
use super::rules::rounds::{self, decided, may_declare, somebody_struggles};
use super::state::{Phase, State};
use super::volley;

/// How the fight goes on.
pub(crate) fn next(state: &State) -> Next<Energy> {
    match state.clock.phase {
        Phase::Over(winner) => return Next::Over(winner),
        Phase::Aftermath(_) if somebody_struggles(state) => return after_the_combat(state),
        Phase::Aftermath(winner) => return Next::Over(winner),
        Phase::Beginning | Phase::Open => {}
    }
    if decided(state).is_some() {
        return Next::Auto(Act::EndCombat);
    }
    if state.clock.phase == Phase::Beginning {
        return Next::Auto(Act::BeginRound);
    }
    let anybody = |who| has_the_floor(state, who);
    ask(state, anybody).unwrap_or(Next::Auto(Act::EndRound))
}

/// After the combat Rounds follow each other; as long as somebody bleeds whom its own side can still help, that side acts in them
/// (`rounds/rest-outside`).
fn after_the_combat(state: &State) -> Next<Energy> {
    let helpers = side_that_helps(state).and_then(|side| {
        ask(state, |who| {
            state.sheet(who).side == side && may_declare(state, who)
        })
    });
    helpers.unwrap_or(Next::Auto(Act::BeginRound))
}

/// Asks those who have the open floor, if any of them still has something to do.
fn ask(state: &State, has_it: impl Fn(CreatureId) -> bool) -> Option<Next<Energy>> {
    let order = floor(state, &has_it);
    let (first, others) = order.split_first()?;
    let waiting = state
        .creatures()
        .filter(|who| has_it(*who) && !order.contains(who));
    Some(Next::Await {
        must: Ask::open(*first, Window::Floor),
        may: others
            .iter()
            .copied()
            .chain(waiting)
            .map(|who| Ask::open(who, Window::Floor))
            .collect(),
    })
}

/// Whether a creature may do something on the open floor, be it only to rest.
fn has_the_floor(state: &State, who: CreatureId) -> bool {
    may_declare(state, who) || rest::only_rests(state, who)
}

/// Those on the open floor who have not waited since anybody last did anything and can still do something: whoever has most Energy left
/// is asked first, for nobody has precedence and it has done least (`action-order/no-right-of-way`).
fn floor(state: &State, has_it: impl Fn(CreatureId) -> bool) -> SmallVec<[CreatureId; 8]> {
    if enough_wait(state) {
        return SmallVec::new();
    }
    let mut who: SmallVec<[CreatureId; 8]> = state
        .creatures()
        .filter(|who| !state.body(*who).passed && has_it(*who) && has_something(state, *who))
        .collect();
    who.sort_by_key(|who| (std::cmp::Reverse(state.body(*who).energy), *who));
    who
}

/// Whether those who surprise all wait, and somebody who is Surprised can still do something: waiting leaves the moment to them
/// (`surprise/may-act`, `waiting/round-ends`).
fn surprised_may_follow(state: &State) -> bool {
    let idles = |who| {
        able(state, who)
            && rounds::waits_for_ambush(state, who)
            && !state.body(who).passed
            && has_something(state, who)
    };
    !enough_wait(state) && state.creatures().any(idles)
}

/// Whether, by the switch, so many wait that the Round is over: somebody who chose to, and whoever can do nothing (`waiting/round-ends`).
fn enough_wait(state: &State) -> bool {
    let Some(quorum) = state.cast.options.wait_quorum else {
        return false;
    };
    let passed = |who: &CreatureId| able(state, *who) && state.body(*who).passed;
    let idle = |who: &CreatureId| passed(who) || (able(state, *who) && !has_something(state, *who));
    state.creatures().any(|who| passed(&who))
        && state.creatures().filter(idle).count() >= usize::from(quorum)
}

/// Whether a creature has any legal action left; without one it counts as waiting (`waiting/round-ends`).
fn has_something(state: &State, who: CreatureId) -> bool {
    state.cast.scene.peaceful
        || answers::can_begin_something(state, who)
        || interrupts::has_any(state, who, None)
}

/// Carries an act out.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(scene: &mut Scene<'_, Energy>, who: Option<CreatureId>, act: &Act) -> Play {
    match (who, act) {
        (None, Act::BeginRound) if scene.state().clock.phase.is_aftermath() => {
            return rounds::aftermath(scene);
        }
        (None, Act::BeginRound) => {
            scene.cite(rule!("rounds/purpose"));
            return rounds::begin(scene);
        }
        (None, Act::EndRound) => {
            if surprised_may_follow(scene.state()) {
                rounds::give_up_ambush(scene);
            } else {
                rounds::end(scene);
            }
            return Ok(());
        }
        (None, Act::EndCombat) => {
            let winner = decided(scene.state()).flatten();
            rounds::end_combat(scene, winner);
            return Ok(());
        }
        (None, _) => return Ok(()),
        (Some(_), _) => {}
    }
    let Some(who) = who else { return Ok(()) };
    scene.cite(rule!("action-order/open-floor"));
    scene.cite(rule!("action-order/state-machine"));
    scene.cite(rule!("action-order/no-right-of-way"));
    scene.cite(rule!("fundamentals/no-turn-order"));
    match act {
        Act::Do(claim) => actions::undertake(scene, who, claim, Standing::OPEN)?,
        Act::Interrupt(interrupt) => {
            volley::interrupts(scene, &[(who, interrupt.clone())])?;
            rounds::end_ambush(scene, who);
        }
        Act::Race(others, claim) => race::run(scene, who, others, claim)?,
        act => actions::free::carry_out(scene, who, act)?,
    }
    if scene.state().doings.is_empty() {
        facing::settle(scene);
    }
    if scene.listened()
        && !scene.state().clock.phase.is_aftermath()
        && decided(scene.state()).is_some()
    {
        scene.cite(rule!("fundamentals/roster"));
    }
    Ok(())
}

/// Drops what nobody will read any more, so that equal situations become equal states.
pub(crate) fn forget(state: &mut State) {
    state.clock.idle = 0;
    state.clock.spent = false;
    if state.zones.is_empty() {
        count_anew(state);
    }
    for index in 0..state.bodies.len() {
        let who = CreatureId(index as u16);
        if able(state, who) {
            continue;
        }
        let body = &mut state.bodies[index];
        body.passed = false;
        body.credits = 0;
        body.course = None;
    }
}

/// Counts Rounds as if this were the second: how far off the ends of conditions are is all that matters about its number.
fn count_anew(state: &mut State) {
    let passed = state.clock.round.saturating_sub(2);
    if passed == 0 {
        return;
    }
    state.clock.round -= passed;
    let ends = |held: &&Held<_>| matches!(held.until, Until::Round(_));
    let timed: Vec<_> = state.conditions.iter().filter(ends).copied().collect();
    for held in timed {
        if let Until::Round(round) = held.until {
            let until = Until::Round(round.saturating_sub(passed));
            state.conditions.remove(&held);
            state.conditions.add(Held { until, ..held });
        }
    }
}
