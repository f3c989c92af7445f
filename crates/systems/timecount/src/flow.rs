//! Who is next and when the fight ends: the running count (`time-count/*`, `initiative/*`).

use affray_kernel::dice::pool;
use affray_kernel::story::{Audience, Roll};
use affray_kernel::{Ask, CreatureId, Next, Others, Play, RuleId, Scene};
use smallvec::SmallVec;

use super::TimeCount;
use super::act::{Act, Event, Window};
use super::actions::{self, Kind, coup_de_grace, delay, helping, moving, ready, stance, tried};
use super::fact::{Fact, Flag, When, lost_by};
use super::ids::rule;
use super::rules::attack::Moment;
use super::rules::effects::{self, Thrown, Volley};
use super::rules::numbers::{able, present, takes_part, unarmed};
use super::rules::{begun, initiative, movement, recovery, running};
use super::state::{Condition, Phase, State, Underway};

mod forgetting;
mod passing;
mod since;

pub(crate) use forgetting::forget;
use passing::advance;
pub(crate) use passing::turn_comes;
pub(crate) use since::Since;

/// What is declared for a count, in roster order.
pub(crate) type Declared = SmallVec<[(CreatureId, Act); 2]>;

/// How the fight goes on.
pub(crate) fn next(state: &State) -> Next<TimeCount> {
    match state.clock.phase {
        Phase::Over(winner) => return Next::Over(winner),
        Phase::Setup => return Next::Auto(Act::RollInitiative),
        Phase::UnderWay => return Next::Auto(Act::Advance),
        Phase::Count => {}
    }
    if state.creatures().any(|who| initiative::arrives(state, who)) {
        return Next::Auto(Act::RollInitiative);
    }
    let mut declared = false;
    for who in state.creatures() {
        if let Some(window) = decision(state, who) {
            return Next::Await {
                must: Ask::open(who, window),
                may: besides(state, who),
            };
        }
        declared |= state.body(who).declared.is_some();
    }
    if declared {
        return Next::Auto(Act::CarryOut);
    }
    match decided(state) {
        Some(_) if recovery::encounter_ends(state) => Next::Auto(Act::EndEncounter),
        Some(winner) => Next::Over(winner),
        None => Next::Auto(Act::Advance),
    }
}

/// The decision that a creature has to make on this count, if it has not made it.
#[inline]
pub(crate) fn decision(state: &State, who: CreatureId) -> Option<Window> {
    let body = state.body(who);
    if body.decided || !able(state, who) {
        return None;
    }
    let now = state.clock.count;
    match &body.underway {
        Underway::Nothing => (body.next == now).then_some(Window::Turn),
        Underway::Walk(..) => (body.asked && body.next <= now).then_some(Window::Underway),
        Underway::Ready { from, .. } | Underway::Set { from, .. } => {
            (*from <= now && body.asked).then_some(Window::Holding)
        }
        _ => body.asked.then_some(Window::Underway),
    }
}

/// Lets everybody else who has yet to decide on this count do nothing there (`initiative/ties`): who they are.
pub(crate) fn without_others(state: &mut State, who: CreatureId) -> Vec<CreatureId> {
    let others: Vec<CreatureId> = state
        .creatures()
        .filter(|other| *other != who && decision(state, *other).is_some())
        .collect();
    for other in &others {
        state.bodies[other.index()].decided = true;
    }
    others
}

/// Who may act while another decides: whoever grabs somebody may let go (`wrestling/release`), and whoever waits for a trigger that
/// people judge may say that it has come (`actions/ready`).
fn besides(state: &State, deciding: CreatureId) -> Others<TimeCount> {
    let others = || {
        state
            .creatures()
            .filter(|who| *who != deciding && able(state, *who))
    };
    let holds = |who: &CreatureId| {
        state
            .conditions
            .iter()
            .any(|held| held.kind == Condition::Grabbed && held.toward == Some(*who))
    };
    let judges = |who: &CreatureId| match &state.body(*who).underway {
        Underway::Ready { trigger, from, .. } => {
            *from <= state.clock.count && matches!(trigger.event, Event::Words(_))
        }
        _ => false,
    };
    let releases = others()
        .filter(holds)
        .map(|who| Ask::open(who, Window::Hold));
    let judged = others()
        .filter(judges)
        .map(|who| Ask::open(who, Window::Readied));
    releases.chain(judged).collect()
}

/// The outcome, if at most one side can still act (`time-count/end`); a peaceful scene ends where nobody who is
/// there lives.
fn decided(state: &State) -> Option<Option<u8>> {
    if state.cast.scene.peaceful {
        let is_left = state.creatures().any(|who| present(state, who));
        return (!is_left).then_some(None);
    }
    let mut left = None;
    for who in state.creatures().filter(|who| takes_part(state, *who)) {
        let side = state.sheet(who).side;
        match left {
            None => left = Some(side),
            Some(other) if other != side => return None,
            Some(_) => {}
        }
    }
    Some(left)
}

/// Carries an act out.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(
    scene: &mut Scene<'_, TimeCount>,
    who: Option<CreatureId>,
    act: &Act,
) -> Play {
    match (who, act) {
        (None, Act::RollInitiative) if scene.state().clock.phase == Phase::Count => {
            initiative::join(scene)
        }
        (None, Act::RollInitiative) => initiative::open(scene),
        (None, Act::Advance) => advance(scene),
        (None, Act::EndEncounter) => {
            recovery::end_encounter(scene);
            Ok(())
        }
        (None, Act::CarryOut) => carry_out_declared(scene, None),
        (None, _) => Ok(()),
        (Some(who), act) => decide(scene, who, act),
    }
}

/// A creature decides: what is free happens at once, everything else is declared; the last to decide sets it all going
/// (`initiative/ties`).
fn decide(scene: &mut Scene<'_, TimeCount>, who: CreatureId, act: &Act) -> Play {
    if act.kind() == Kind::Free {
        begun::keep(scene, who, act);
        return actions::perform_free(scene, who, act);
    }
    match act {
        Act::BreakOff => return break_off(scene, who),
        Act::Pass => return Ok(()),
        Act::Yes => return ready::judged(scene, who),
        Act::Wait(1) => effects::does(scene, who, act),
        _ => {}
    }
    let Some(act) = moving::announce(scene, who, act)? else {
        return Ok(());
    };
    if act == Act::GoOn(true) {
        scene.emit(Fact::Flag(who, Flag::Asked, false));
    }
    let state = scene.state();
    let others = state
        .creatures()
        .any(|other| other != who && decision(state, other).is_some());
    if others {
        scene.emit(Fact::Declares(who, act));
        return Ok(());
    }
    carry_out_declared(scene, Some((who, &act)))
}

/// What is under way is broken off: the creature acts again on the next count (`spell-timing/cancel`); walking, waiting and holding
/// leave it its turn on this one.
fn break_off(scene: &mut Scene<'_, TimeCount>, who: CreatureId) -> Play {
    let now = scene.state().clock.count;
    let at_once = matches!(
        scene.state().body(who).underway,
        Underway::Walk(..) | Underway::Wait(_) | Underway::Ready { .. } | Underway::Set { .. }
    );
    if !at_once {
        scene.cite(rule!("spell-timing/cancel"));
    }
    if matches!(scene.state().body(who).underway, Underway::Prepare { .. }) {
        scene.cite(rule!("abandoning/during-casting"));
    }
    begun::keep(scene, who, &Act::BreakOff);
    effects::does(scene, who, &Act::BreakOff);
    scene.emit(Fact::Underway(who, Underway::Nothing));
    let next = if at_once { now } else { now + 1 };
    scene.emit(Fact::At(who, When::Next, next));
    Ok(())
}

/// What is declared, and what the last to decide does.
pub(crate) fn declared(state: &State, last: Option<(CreatureId, &Act)>) -> Declared {
    let acts = state.creatures().filter_map(|who| match last {
        Some((deciding, act)) if deciding == who => Some((who, act.clone())),
        _ => state.body(who).declared.clone().map(|act| (who, act)),
    });
    acts.collect()
}

/// Carries out everything that was declared, and what the last to decide does.
fn carry_out_declared(scene: &mut Scene<'_, TimeCount>, last: Option<(CreatureId, &Act)>) -> Play {
    let declared = declared(scene.state(), last);
    if declared.len() > 1 {
        scene.cite(rule!("initiative/ties"));
        scene.cite(rule!("engine/dice-order"));
    }
    let mut since = Since::of(scene.state(), &declared);
    carry_out(scene, &declared, (&[], &[]), &mut since)?;
    if declared.len() > 1 || last.is_none() {
        scene.emit(Fact::CarriedOut);
    }
    Ok(())
}

/// All dice, then all effects, then what takes no roll, then Moves, then Speed Factors (`engine/dice-order`). What is readied may be done
/// just before, and then `interrupted` is what comes right after it. `received` are blows of set weapons that have been rolled already and
/// that the same moment has set off.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn carry_out(
    scene: &mut Scene<'_, TimeCount>,
    declared: &[(CreatureId, Act)],
    (interrupted, received): (&[(CreatureId, Act)], &[Thrown]),
    since: &mut Since,
) -> Play {
    let walkers = movement::walkers(scene.state(), declared);
    let places = movement::places(scene.state(), &walkers);
    let upright = stance::upright(scene.state(), declared);
    let sprung = ready::before(scene, declared, since)?;
    let moment = Moment {
        acts: [declared, interrupted, &sprung, &since.sprung],
    };
    let start = Start::of(scene, declared, (upright, !sprung.is_empty()));
    let mut volley = throw_all(scene, declared, &start.lost, moment)?;
    for (who, act) in declared {
        spend_feint(scene, *who, act);
        if volley.iter().any(|one| one.who == *who && !one.is_lost()) {
            remember(scene, *who, act);
        }
    }
    if !received.is_empty() {
        volley.extend(received.iter().cloned());
        volley.sort_by_key(|one| one.who);
    }
    count_simultaneous(scene, declared, &mut volley);
    since.note(scene.state(), &volley);
    effects::land(scene, &volley)?;
    for (who, act) in declared {
        running::leave_off(scene, *who, act);
        running::rests(scene, *who, act);
    }
    do_the_rest(scene, &start, since)?;
    ready::after_acts(scene, &start.spaces, since)?;
    movement::carry_out(scene, walkers, &places, since)?;
    for (who, act) in declared {
        let fumbles = fumbles_of(*who, &volley);
        time_goes_on(scene, *who, act, (fumbles, &start.early))?;
    }
    coup_de_grace::spoil(scene);
    helping::entangle(scene);
    stance::newly_flanked(scene, start.flanked.as_deref(), &mut since.asked)?;
    if scene.listened() && decided(scene.state()).is_some() {
        scene.cite(rule!("time-count/end"));
    }
    Ok(())
}

/// What is kept of the state as the dice are about to fall, for what comes after the effects.
struct Start<'a> {
    /// Those whose act is lost already.
    lost: SmallVec<[CreatureId; 2]>,
    /// What takes no roll, of those who can act.
    doing: SmallVec<[&'a (CreatureId, Act); 4]>,
    /// Those who shift or stand up and did not lie, whatever has come before that since.
    upright: SmallVec<[CreatureId; 2]>,
    /// Those who are flanked; none: nobody changes places.
    flanked: Option<Vec<CreatureId>>,
    /// Where everybody is.
    spaces: ready::Whereabouts,
    /// How long acts take.
    early: delay::Early,
}

impl<'a> Start<'a> {
    fn of(
        scene: &mut Scene<'_, TimeCount>,
        declared: &'a [(CreatureId, Act)],
        (upright, interrupted): (SmallVec<[CreatureId; 2]>, bool),
    ) -> Self {
        let lost = lost_beforehand(scene, declared, interrupted);
        let flanked = scene.known(|state| stance::flanked_already(state, declared));
        let state = scene.state();
        let doing = declared
            .iter()
            .filter(|(who, act)| actions::kind_of(state, act) == Kind::Doing && able(state, *who));
        Self {
            lost,
            doing: doing.collect(),
            upright,
            flanked,
            spaces: ready::whereabouts(state),
            early: delay::beforehand(state, declared),
        }
    }
}

/// Those whose declared act has become impossible: after readied actions, or because they are held fast or can act no longer by now.
fn lost_beforehand(
    scene: &mut Scene<'_, TimeCount>,
    declared: &[(CreatureId, Act)],
    interrupted: bool,
) -> SmallVec<[CreatureId; 2]> {
    let mut lost = SmallVec::new();
    for (who, act) in declared {
        let refused = scene.known(|state| refused(state, *who, act, interrupted));
        if let Some(rule) = refused {
            scene.cite(rule);
            scene.emit(Fact::Lost(*who, lost_by(rule)));
            lost.push(*who);
        }
    }
    lost
}

/// The rule by which a declared act has become impossible.
fn refused(state: &State, who: CreatureId, act: &Act, interrupted: bool) -> Option<RuleId> {
    if !able(state, who) {
        return (act.kind() != Kind::Time).then_some(rule!("conditions/helpless"));
    }
    let interrupted = interrupted || state.body(who).interrupted().is_some();
    let good = actions::holds_good(state, who, act, interrupted);
    good.err().map(|refusal| refusal.rule)
}

/// All dice of attacks and of what else lands with them, in the state as it is now; of what is lost only the cost is left.
///
/// # Errors
/// Stops where a draw is missing.
fn throw_all(
    scene: &mut Scene<'_, TimeCount>,
    declared: &[(CreatureId, Act)],
    lost: &[CreatureId],
    moment: Moment<'_>,
) -> Play<Volley> {
    let mut volley = Volley::new();
    for (who, act) in declared {
        if actions::kind_of(scene.state(), act) != Kind::Roll || !able(scene.state(), *who) {
            continue;
        }
        let is_lost = lost.contains(who);
        if !is_lost {
            tried::announce(scene, *who, act);
        }
        let thrown = actions::throw(&mut scene.frozen(), *who, (act, is_lost), moment)?;
        if !is_lost && thrown.is_lost() {
            actions::lose(scene, *who, act);
        }
        volley.push(thrown);
    }
    Ok(volley)
}

/// Who hits the same target on one count lowers its threshold for impairments (`simultaneous/concept`, `simultaneous/different-attackers`).
pub(crate) fn count_simultaneous(
    scene: &mut Scene<'_, TimeCount>,
    declared: &[(CreatureId, Act)],
    volley: &mut Volley,
) {
    if !scene.state().cast.options.simultaneous_actions {
        return;
    }
    let twice = effects::hit_twice(volley);
    if declared.len() > 1 || twice {
        scene.cite(rule!("simultaneous/concept"));
    }
    if twice {
        scene.cite(rule!("simultaneous/different-attackers"));
    }
    effects::count_attackers(volley);
}

/// What takes no roll. Whoever has fallen by now loses what it would have done for itself (`initiative/ties`).
///
/// # Errors
/// Stops where a draw is missing.
fn do_the_rest(scene: &mut Scene<'_, TimeCount>, start: &Start<'_>, since: &Since) -> Play {
    for (who, act) in &start.doing {
        let lost = start.lost.contains(who);
        if able(scene.state(), *who) || act.outlasts_its_actor() {
            let fallen = !lost && start.upright.contains(who) && stance::has_fallen(scene, *who);
            do_it(scene, *who, act, fallen || lost)?;
            if matches!(act, Act::Prepare(_)) {
                since.hinder_from_the_start(scene, *who);
            }
        } else if !lost {
            scene.emit(Fact::Lost(*who, lost_by(rule!("conditions/helpless"))));
        }
    }
    Ok(())
}

/// How many fumbles a creature has made.
fn fumbles_of(who: CreatureId, volley: &Volley) -> u8 {
    volley
        .iter()
        .filter(|thrown| thrown.who == who)
        .map(|thrown| thrown.fumbles)
        .sum()
}

/// Does what takes no roll, unless it is lost already or impossible by now. Whoever loses an act that would have set its own next turn acts
/// on the next count.
fn do_it(scene: &mut Scene<'_, TimeCount>, who: CreatureId, act: &Act, lost: bool) -> Play {
    let delays_itself = actions::delays_itself(scene.state(), act);
    let impossible = !lost && actions::possible(scene.state(), who, act).is_err();
    if impossible {
        actions::lose(scene, who, act);
    }
    if lost || impossible {
        if delays_itself {
            let next = scene.state().clock.count + 1;
            scene.emit(Fact::At(who, When::Next, next));
        }
        return Ok(());
    }
    if !delays_itself {
        scene.cite(rule!("actions/immediate-effect"));
    }
    actions::perform(scene, who, act)
}

/// What a creature attacked with last, in a special action too (`two-weapon/alternate`).
pub(crate) fn remember(scene: &mut Scene<'_, TimeCount>, who: CreatureId, act: &Act) {
    let arm = match act {
        Act::Attack(strike) | Act::Alternate(strike) | Act::QuickStrike(strike) => strike.with,
        Act::Both { off, .. } => *off,
        Act::Feint { with, .. }
        | Act::Distract { with, .. }
        | Act::Disarm { with, .. }
        | Act::Staple { with, .. }
        | Act::Trip { with, .. }
        | Act::Deliver { with, .. }
        | Act::Grapple(_, with) => *with,
        Act::Grab(_) | Act::Tackle(_) => unarmed(scene.state(), who),
        _ => return,
    };
    if scene.state().body(who).last_arm != Some(arm) {
        scene.emit(Fact::LastArm(who, Some(arm)));
    }
}

/// A feint serves the very next action or none (`special-actions/feint`).
fn spend_feint(scene: &mut Scene<'_, TimeCount>, who: CreatureId, act: &Act) {
    if !matches!(act, Act::GoOn(_)) && scene.state().has(who, Condition::Feinting) {
        effects::clear(scene, who, Condition::Feinting);
    }
}

/// When the creature acts next: its action's Speed Factor later, and 1d6 for each fumble (`initiative/next-turn`,
/// `critical-fumbles/delay`). Whoever is dead or unconscious by now rolls neither; whoever cannot act for another reason has acted all the
/// same.
fn time_goes_on(
    scene: &mut Scene<'_, TimeCount>,
    who: CreatureId,
    act: &Act,
    (fumbles, early): (u8, &delay::Early),
) -> Play {
    if !spends_time(scene.state(), who, act) {
        return Ok(());
    }
    let now = scene.state().clock.count;
    match act {
        Act::GoOn(_) => {
            scene.emit(Fact::Flag(who, Flag::Decided, true));
            return Ok(());
        }
        Act::Wait(counts) if *counts > 1 => {
            let until = now.saturating_add(*counts);
            scene.emit(Fact::Underway(who, Underway::Wait(until)));
            scene.emit(Fact::Flag(who, Flag::Asked, true));
            scene.emit(Fact::Flag(who, Flag::Decided, true));
            scene.emit(Fact::At(who, When::Next, until));
            return Ok(());
        }
        _ => {}
    }
    let walks_preparing = matches!(act, Act::Move { .. })
        && matches!(scene.state().body(who).underway, Underway::Prepare { .. });
    if walks_preparing || actions::delays_itself(scene.state(), act) {
        scene.emit(Fact::Flag(who, Flag::Decided, true));
        return Ok(());
    }
    if matches!(act, Act::Move { .. })
        && matches!(scene.state().body(who).underway, Underway::Walk(..))
    {
        scene.emit(Fact::At(who, When::Next, now + 1));
        return Ok(());
    }
    if scene.state().body(who).prepared.is_some() {
        scene.cite(rule!("preparing/hold"));
    }
    let factor = delay::roll(scene, who, act, early)?;
    let late = fumble_delay(scene, who, fumbles)?;
    scene.cite(rule!("initiative/next-turn"));
    let factor = u32::from(factor.max(0).unsigned_abs());
    let next = now.saturating_add(factor + late);
    scene.emit(Fact::At(who, When::Next, next));
    stance::settle(scene, who, next);
    Ok(())
}

/// Whether what a creature has done puts off its next turn (`engine/dice-order`). To those who can act no longer only an action does that
/// has taken effect.
fn spends_time(state: &State, who: CreatureId, act: &Act) -> bool {
    let goes_on = act.kind() == Kind::Time || actions::delays_itself(state, act);
    let awake = present(state, who) && !state.has(who, Condition::Unconscious);
    able(state, who) || awake && !goes_on
}

/// 1d6 for each fumble (`critical-fumbles/delay`).
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn fumble_delay(
    scene: &mut Scene<'_, TimeCount>,
    who: CreatureId,
    fumbles: u8,
) -> Play<u32> {
    let mut late = 0;
    for _ in 0..fumbles {
        let shown = scene.sum(Roll {
            pool: pool!("1d6"),
            by: Some(who),
            what: "fumble",
            rule: rule!("critical-fumbles/delay"),
            audience: Audience::Everyone,
        })?;
        late += shown.unsigned_abs();
    }
    Ok(late)
}
