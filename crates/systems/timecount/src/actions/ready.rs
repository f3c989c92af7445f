//! Readied actions and weapons set against a charge (`actions/ready`, `actions/set-against-charge`).

use std::ops::ControlFlow;

use affray_kernel::grid::Space;
use affray_kernel::{CreatureId, Play, Refusal, Scene};
use smallvec::{SmallVec, smallvec};

use super::attack::{self, usable};
use super::{Kind, aim, barred, delay, delays_itself, magic, moving, possible, tried};
use crate::TimeCount;
use crate::act::{Act, Event, Strike, Trigger};
use crate::fact::{Fact, Flag, When};
use crate::flow::{self, Declared, Since};
use crate::ids::{refuse, rule};
use crate::rules::attack::Moment;
use crate::rules::effects::{self, Thrown, Volley};
use crate::rules::hands::free_hands;
use crate::rules::numbers::{able, enemies, feet, present, reach_ft, unarmed};
use crate::rules::{begun, course, cover, range};
use crate::state::{Arm, Body, State, Underway};

/// Spaces that a charge takes: 10 ft (`actions/set-against-charge`).
const CHARGE: u16 = 2;
/// The range of an Approach in feet (`special-actions/approach`).
const APPROACH_FT: i16 = 5;

/// Whether an action can be readied.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_ready(
    state: &State,
    who: CreatureId,
    act: &Act,
    trigger: &Trigger,
) -> Result<(), Refusal> {
    // Neither does an act become an action while one waits, nor a hand free.
    let lasting = [rule!("actions/one-per-turn"), rule!("unarmed/other-limbs")];
    if let Err(refusal) = possible(state, who, act)
        && lasting.contains(&refusal.rule)
    {
        return Err(refusal);
    }
    if matches!(act.kind(), Kind::Free | Kind::Time) || delays_itself(state, act) {
        return Err(refuse!(
            "actions/ready",
            "one readies an action that takes effect at once"
        ));
    }
    not_parrying(state, who, act)?;
    if trigger.who.is_some_and(|who| !present(state, who)) {
        return Err(refuse!("actions/ready", "there is nobody to wait for"));
    }
    Ok(())
}

/// What the stance bars it would still bar when the trigger comes: the stance is given up on the own turn only
/// (`stances/parrying-drawback`).
fn not_parrying(state: &State, who: CreatureId, act: &Act) -> Result<(), Refusal> {
    match barred(state, who, act) {
        Err(refusal) if refusal.rule == rule!("stances/parrying-drawback") => Err(refusal),
        _ => Ok(()),
    }
}

/// Whether a weapon can be set against a charge: any wielded melee weapon.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_set(state: &State, who: CreatureId, with: Arm) -> Result<(), Refusal> {
    if !usable(state, who, with)?.melee || !matches!(with, Arm::Item(_)) {
        return Err(refuse!(
            "actions/set-against-charge",
            "that takes a melee weapon in hand"
        ));
    }
    not_parrying(state, who, &Act::Attack(Strike::plain(who, with)))
}

/// Readies: from the end of the delay the turn is held (`actions/ready`, `actions/set-against-charge`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn begin(scene: &mut Scene<'_, TimeCount>, who: CreatureId, act: &Act) -> Play {
    let factor = delay(scene.state(), who, act).roll(scene, who)?;
    let now = scene.state().clock.count;
    let from = now.saturating_add(u32::from(factor.max(1).unsigned_abs()));
    let underway = match act {
        Act::Ready(act, trigger) => {
            scene.cite(rule!("actions/ready"));
            Underway::Ready {
                act: act.clone(),
                trigger: Box::new(trigger.clone()),
                from,
            }
        }
        Act::Set(with) => {
            scene.cite(rule!("actions/set-against-charge"));
            Underway::Set { with: *with, from }
        }
        _ => return Ok(()),
    };
    scene.emit(Fact::Underway(who, underway));
    scene.emit(Fact::Flag(who, Flag::Asked, true));
    scene.emit(Fact::At(who, When::Next, from));
    Ok(())
}

/// What somebody's act is to those who wait for it: a spell with an attack roll is cast, and an attack.
fn events_of(state: &State, by: CreatureId, act: &Act) -> SmallVec<[Event; 2]> {
    match act {
        act if delays_itself(state, act) && !matches!(act, Act::Prepare(_)) => smallvec![],
        Act::Cast { .. } | Act::ReadScroll(..) | Act::ScrollWorks(..) => {
            match magic::attacks_by_spell(state, by, act) {
                true => smallvec![Event::Casts, Event::Attacks],
                false => smallvec![Event::Casts],
            }
        }
        Act::Prepare(_) => smallvec![Event::Prepares],
        Act::StandUp => smallvec![Event::StandsUp],
        act if act.is_attack() => smallvec![Event::Attacks],
        _ => smallvec![],
    }
}

/// Those whose readied action is triggered by an event of that creature.
fn waiting_for(
    state: &State,
    by: CreatureId,
    event: Event,
) -> impl Iterator<Item = (CreatureId, &Act)> {
    let now = state.clock.count;
    state
        .creatures()
        .filter(move |who| *who != by && able(state, *who))
        .filter_map(move |who| match &state.body(who).underway {
            Underway::Ready { act, trigger, from }
                if *from <= now
                    && trigger.event == event
                    && trigger
                        .who
                        .map_or_else(|| enemies(state, who, by), |awaited| awaited == by) =>
            {
                Some((who, &**act))
            }
            _ => None,
        })
}

/// Those who wait, in roster order and each of them once, with what they do.
fn in_order<'a>(waiting: impl Iterator<Item = (CreatureId, &'a Act)>) -> Declared {
    let mut waiting: Declared = waiting.map(|(who, act)| (who, act.clone())).collect();
    waiting.sort_by_key(|(who, _)| *who);
    waiting.dedup_by_key(|(who, _)| *who);
    waiting
}

/// Readied actions that come just before what is about to be done, all together: what they are (`actions/ready`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn before(
    scene: &mut Scene<'_, TimeCount>,
    declared: &[(CreatureId, Act)],
    since: &mut Since,
) -> Play<Declared> {
    let state = scene.state();
    let holds = |body: &Body| matches!(body.underway, Underway::Ready { .. });
    if !state.bodies.iter().any(holds) {
        return Ok(Declared::new());
    }
    let events = declared.iter().flat_map(|(by, act)| {
        events_of(state, *by, act)
            .into_iter()
            .map(|event| (*by, event))
    });
    let waiting = in_order(events.flat_map(|(by, event)| waiting_for(state, by, event)));
    spring(scene, &waiting, (declared, &[]), since)
}

/// Where everybody is, by creature; nothing where nobody waits for anybody to come or to move.
pub(crate) type Whereabouts = SmallVec<[Space; 8]>;

/// Where everybody is before something changes that.
pub(crate) fn whereabouts(state: &State) -> Whereabouts {
    if !state.bodies.iter().any(|body| watches(&body.underway)) {
        return Whereabouts::new();
    }
    state.creatures().map(|who| state.space(who)).collect()
}

fn watches(underway: &Underway) -> bool {
    match underway {
        Underway::Ready { trigger, .. } => {
            matches!(trigger.event, Event::ComesInReach | Event::Moves)
        }
        Underway::Set { .. } => true,
        _ => false,
    }
}

/// Readied actions and set weapons that come right after somebody has moved, and carried a rider along: all together, as one moment sets
/// them off (`actions/ready`, `actions/set-against-charge`). `start` is where everybody was before the Move, `before` where before its last
/// step.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn after_move(
    scene: &mut Scene<'_, TimeCount>,
    by: CreatureId,
    (start, before): (&Whereabouts, &Whereabouts),
    since: &mut Since,
) -> Play {
    if before.is_empty() {
        return Ok(());
    }
    come_after(scene, by, (Some(start), before), since).map(|_| ())
}

/// Those that a step on the way of somebody sets off who comes within reach, before the next step; whether there were any.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn on_the_way(
    scene: &mut Scene<'_, TimeCount>,
    by: CreatureId,
    before: &Whereabouts,
    since: &mut Since,
) -> Play<bool> {
    come_after(scene, by, (None, before), since)
}

/// Readied actions and set weapons that changes of place set off; whether there were any.
fn come_after(
    scene: &mut Scene<'_, TimeCount>,
    by: CreatureId,
    (start, before): (Option<&Whereabouts>, &Whereabouts),
    since: &mut Since,
) -> Play<bool> {
    let received = receive(scene, by, before, since)?;
    let waiting = set_off_since(scene.state(), start, before);
    let sprung = spring(scene, &waiting, (&[], &received), since)?;
    if sprung.is_empty() && !received.is_empty() {
        let mut volley = received.clone();
        flow::count_simultaneous(scene, &[], &mut volley);
        effects::land(scene, &volley)?;
    }
    hold_no_longer(scene, &received)?;
    Ok(!waiting.is_empty() || !received.is_empty())
}

/// Readied actions that come right after acts other than Moves have brought somebody to another place, of its own will or not
/// (`actions/ready`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn after_acts(
    scene: &mut Scene<'_, TimeCount>,
    before: &Whereabouts,
    since: &mut Since,
) -> Play {
    if before.is_empty() {
        return Ok(());
    }
    let waiting = set_off_since(scene.state(), Some(before), before);
    spring(scene, &waiting, (&[], &[]), since).map(|_| ())
}

/// What those wait to do whom the changes of place since then set off, and all movement since its `start` if it is over.
fn set_off_since(state: &State, start: Option<&Whereabouts>, before: &Whereabouts) -> Declared {
    let there = || state.creatures().filter(|one| present(state, *one));
    // Who waits may be carried or pushed up to somebody as well.
    let comes = there().flat_map(|one| {
        waiting_for(state, one, Event::ComesInReach).filter(move |(who, act)| {
            has_come_within(state, (*who, reach_of(state, *who, act)), one, before)
        })
    });
    let has_moved =
        |one: &CreatureId| start.is_some_and(|start| state.space(*one) != start[one.index()]);
    let moves = there()
        .filter(has_moved)
        .flat_map(|one| waiting_for(state, one, Event::Moves));
    in_order(moves.chain(comes))
}

/// Whether a creature has come near enough for another to reach it so many feet away, past no total cover, and was not so before.
fn has_come_within(
    state: &State,
    (who, reach): (CreatureId, i16),
    by: CreatureId,
    before: &Whereabouts,
) -> bool {
    let within =
        |from: Space, to: Space| feet(state, from, to) <= reach && cover::is_open(state, from, to);
    within(state.space(who), state.space(by)) && !within(before[who.index()], before[by.index()])
}

/// How far a weapon reaches in feet, or flies where it is thrown or serves for nothing else (`special-actions/touch-range`).
fn weapon_reach(state: &State, who: CreatureId, arm: Arm, thrown: bool) -> i16 {
    let flies = state
        .weapon(who, arm)
        .filter(|weapon| thrown || !weapon.melee)
        .and_then(|weapon| range::longest_ft(state, who, weapon));
    flies.unwrap_or_else(|| reach_ft(state, who, arm))
}

/// The reach of an action in feet: of the weapons it uses, a touch, or of the longest weapon at hand where it has a range of its own
/// (`special-actions/touch-range`).
fn reach_of(state: &State, who: CreatureId, act: &Act) -> i16 {
    let reach = |arm: Arm| weapon_reach(state, who, arm, false);
    match act {
        Act::Attack(strike) | Act::Alternate(strike) | Act::QuickStrike(strike) => {
            weapon_reach(state, who, strike.with, strike.thrown)
        }
        Act::Both { main, off, .. } => reach(main.with).min(reach(*off)),
        Act::Feint { with, .. }
        | Act::Distract { with, .. }
        | Act::Disarm { with, .. }
        | Act::Staple { with, .. }
        | Act::Trip { with, .. } => reach(*with),
        Act::Approach(..) => APPROACH_FT,
        act if act.is_attack() && !act.is_magic() => state.sheet(who).reach_ft,
        _ => {
            let arms = attack::arms(state, who).map(|arm| reach_ft(state, who, arm));
            arms.max().unwrap_or(0)
        }
    }
}

/// A trigger that people judge has come: the action comes just before everything that has been declared (`actions/ready`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn judged(scene: &mut Scene<'_, TimeCount>, who: CreatureId) -> Play {
    let Underway::Ready { act, .. } = scene.state().body(who).underway.clone() else {
        return Ok(());
    };
    let state = scene.state();
    let declared = flow::declared(state, None);
    let lay = lying(state, &declared);
    let mut since = Since::of(state, &declared);
    let sprung = spring(scene, &[(who, *act)], (&declared, &[]), &mut since)?;
    if declared.is_empty() {
        return Ok(());
    }
    for (who, act) in &sprung {
        begun::keep_interrupted(scene, &declared, &lay, &since);
        begun::keep_sprung(scene, *who, act);
    }
    Ok(())
}

/// Those of the declared who lay prone before anything interrupted them.
fn lying(state: &State, declared: &[(CreatureId, Act)]) -> SmallVec<[CreatureId; 2]> {
    let declaring = declared.iter().map(|(who, _)| *who);
    declaring.filter(|who| state.body(*who).lay()).collect()
}

/// Carries out together what one moment sets off, as far as it is still possible, just before what it interrupts: what is carried out. The
/// Speed Factors count from now (`actions/ready`, `initiative/ties`). The blows of set weapons land with it, if there is anything.
///
/// # Errors
/// Stops where a draw is missing.
fn spring(
    scene: &mut Scene<'_, TimeCount>,
    waiting: &[(CreatureId, Act)],
    besides: (&[(CreatureId, Act)], &[Thrown]),
    since: &mut Since,
) -> Play<Declared> {
    let mut sprung = Declared::new();
    for (who, act) in waiting {
        let who = *who;
        scene.cite(rule!("actions/ready"));
        scene.emit(Fact::Underway(who, Underway::Nothing));
        scene.emit(Fact::Flag(who, Flag::Decided, true));
        if scene.is_recorded() {
            effects::does(scene, who, &Act::Trigger(Box::new(act.clone())));
        }
        if aim(scene.state(), who, act).is_err() {
            let next = scene.state().clock.count + 1;
            let lost = crate::fact::lost_by(rule!("actions/ready"));
            scene.emit(Fact::Lost(who, lost));
            scene.emit(Fact::At(who, When::Next, next));
        } else if let Some(act) = moving::announce(scene, who, act)? {
            sprung.push((who, act));
        }
    }
    if !sprung.is_empty() {
        scene.nested(|scene| flow::carry_out(scene, &sprung, besides, since))?;
    }
    Ok(sprung)
}

/// The first enemy that has come at least 10 ft straight towards set weapons and into their reach is attacked at once, their damage rolled
/// twice: what is rolled for it (`actions/set-against-charge`, `multiplying-damage/roll-again`). Their blows set off what waits for an attack
/// of theirs, just before (`actions/ready`).
fn receive(
    scene: &mut Scene<'_, TimeCount>,
    by: CreatureId,
    before: &Whereabouts,
    since: &mut Since,
) -> Play<Volley> {
    let mut volley = Volley::new();
    let mut blows = charged(scene.state(), by, before);
    let state = scene.state();
    let waiting = |(who, _): &(CreatureId, Act)| waiting_for(state, *who, Event::Attacks);
    let waiting = in_order(blows.iter().flat_map(waiting));
    if !waiting.is_empty() {
        spring(scene, &waiting, (&blows, &[]), since)?;
        blows = charged(scene.state(), by, before);
    }
    for (who, act) in blows {
        let Act::Attack(strike) = act else { continue };
        scene.cite(rule!("actions/set-against-charge"));
        scene.emit(Fact::Underway(who, Underway::Nothing));
        tried::announce(scene, who, &act);
        let moment = Moment::default();
        volley.push(attack::throw_times(
            &mut scene.frozen(),
            who,
            &strike,
            2,
            moment,
        )?);
        flow::remember(scene, who, &act);
        scene.emit(Fact::Flag(who, Flag::Decided, true));
    }
    Ok(volley)
}

/// The blows of the set weapons that somebody has charged.
fn charged(state: &State, by: CreatureId, before: &Whereabouts) -> Declared {
    let blow = |who: CreatureId| {
        let Underway::Set { with, from } = state.body(who).underway else {
            return None;
        };
        let ready = from <= state.clock.count && able(state, who) && enemies(state, who, by);
        let reach = (who, reach_ft(state, who, with));
        let comes = ready && has_come_within(state, reach, by, before) && charges(state, by, who);
        let act = Act::Attack(Strike::plain(by, with));
        (comes && aim(state, who, &act).is_ok()).then_some((who, act))
    };
    state.creatures().filter_map(blow).collect()
}

/// Those whose set weapons have struck hold their turns no longer: they act on the next count, after a fumble later
/// (`actions/set-against-charge`, `critical-fumbles/delay`).
fn hold_no_longer(scene: &mut Scene<'_, TimeCount>, received: &[Thrown]) -> Play {
    for thrown in received {
        let who = thrown.who;
        if able(scene.state(), who) {
            let late = flow::fumble_delay(scene, who, thrown.fumbles)?;
            let next = scene.state().clock.count + 1 + late;
            scene.emit(Fact::At(who, When::Next, next));
        }
    }
    Ok(())
}

/// Whether a creature has come straight towards another.
fn charges(state: &State, by: CreatureId, toward: CreatureId) -> bool {
    state.body(by).movement.last == state.clock.count
        && course::came_straight(state, by, toward, CHARGE)
}

/// Attacks on whoever comes, attacks or casts.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let events = [Event::ComesInReach, Event::Attacks, Event::Casts];
    for target in state
        .creatures()
        .filter(|other| enemies(state, who, *other))
    {
        for with in attack::arms(state, who) {
            let strike = Strike {
                limb: with == unarmed(state, who) && free_hands(state, who) == 0,
                ..Strike::plain(target, with)
            };
            for event in &events {
                let trigger = Trigger {
                    who: Some(target),
                    event: event.clone(),
                };
                legal(Act::Ready(Box::new(Act::Attack(strike)), trigger))?;
            }
        }
    }
    ControlFlow::Continue(())
}
