//! Attacks rolled together, from the price to what comes of them (`action-order/simultaneous-challenge`, `melee/sequence`).

use affray_kernel::{CreatureId, Figure, Frozen, Play, Refusal, Scene};
use smallvec::SmallVec;

use super::Energy;
use super::act::{Action, Aim, Attempt, Boost, Interrupt, Pay, Strike};
use super::actions::{agile_move, attacking, maneuver, powers, strike};
use super::fact::{Fact, Flag, Price};
use super::ids::{refuse, rule};
use super::mishap::{Deed, Failure};
use super::rules::conditions::stop_defending;
use super::rules::defenses::Seen;
use super::rules::effects::{Effect, Thrown, Volley, land};
use super::rules::facing;
use super::rules::maneuvers::{self, Manner, own_rule};
use super::rules::numbers::{able, defenseless};
use super::rules::price;
use super::rules::unconscious;
use super::rules::{melee, powers as power_rules, ranged};
use super::sheet::ResponseRight;
use super::state::{Cause, Condition, Doing, Gait, PowerId, State, Watch};
use super::windows;

/// The conditions that count for the attack of an action in progress (`melee/effects-during-attack`).
fn seen(doing: Option<&Doing>) -> Seen {
    Seen(doing.map_or(0, |doing| doing.seen_on_target))
}

/// Whether a creature is in the middle of a movement of its own (`maneuvers/trip-moving-target`).
#[must_use]
pub(crate) fn moves(state: &State, who: CreatureId) -> bool {
    state
        .doings
        .iter()
        .any(|doing| doing.who == who && doing.action.is_movement())
}

/// Pays for the attack of an action in progress, and says by which rules it is priced.
fn pay(scene: &mut Scene<'_, Energy>, who: CreatureId, action: &Action) {
    match action {
        Action::Attack(strike) => {
            for rule in strike::price_rules(scene.state(), who, strike, false) {
                scene.cite(rule);
            }
            boosted(scene, who, strike);
        }
        Action::Maneuver(attempt) => {
            scene.cite(own_rule(attempt.maneuver));
            if defenseless(scene.state(), attempt.target, who) {
                scene.cite(rule!("melee/single-strike"));
            }
        }
        Action::Use(id, _) => {
            powers::cast(scene, who, *id);
            power_rules::use_up(scene, who, *id);
        }
        Action::Consume(item, _) => {
            if let Ok(id) = powers::held_power(scene.state(), who, *item) {
                powers::cast(scene, who, id);
                scene.emit(Fact::Item(*item, super::state::Place::Nowhere));
            }
        }
        _ => {}
    }
    price::cite_barred(scene, who);
    let state = scene.state();
    let energy = state
        .doing(who)
        .map_or(0, |doing| attacking::dearer(state, doing));
    price::spend_all_reserved(scene, who);
    price::spend(
        scene,
        who,
        Price {
            energy,
            ..Price::default()
        },
    );
    stop_defending(scene, who);
}

/// The ability that goes with an attack is used up if it recharges (`stamina/attack-limit-excludes-energy`).
fn boosted(scene: &mut Scene<'_, Energy>, who: CreatureId, strike: &Strike) {
    let Some(boost) = strike.boost else { return };
    if boost.stamina > 4 {
        scene.cite(rule!("stamina/attack-limit-single-ability"));
    }
    if scene
        .state()
        .doing(who)
        .is_some_and(|doing| doing.swaps > 0)
    {
        scene.cite(rule!("stamina/attack-limit-excludes-energy"));
    }
    power_rules::use_up(scene, who, boost.power);
}

/// The power behind an attack that is no weapon's, and whom it is aimed at.
fn power_of(state: &State, action: &Action) -> Option<(PowerId, CreatureId)> {
    match action.plain() {
        Action::Use(id, Aim::Creature(on)) => Some((*id, *on)),
        Action::Consume(item, Aim::Creature(on)) => {
            let kind = state.items.get(usize::from(item.0))?.kind;
            let power = state.cast.consumables.get(usize::from(kind)).copied()??;
            Some((power, *on))
        }
        _ => None,
    }
}

/// Whether an action is an attack that is rolled: an attack, a maneuver, or a power that attacks.
#[must_use]
pub(crate) fn is_attack(state: &State, action: &Action) -> bool {
    action.attacked().is_some()
        || power_of(state, action).is_some_and(|(id, _)| power_rules::attacks(state.power(id)))
}

/// Whom an attack is aimed at.
#[must_use]
pub(crate) fn attacked(state: &State, action: &Action) -> Option<CreatureId> {
    action
        .attacked()
        .or_else(|| power_of(state, action).map(|(_, on)| on))
}

/// At whom an action rolls an attack; what mends or helps somebody is none (`facing/attack-only-front`).
#[must_use]
pub(crate) fn rolled_at(state: &State, action: &Action) -> Option<CreatureId> {
    attacked(state, action).filter(|_| is_attack(state, action))
}

/// Rolls the attack of an action in progress.
fn throw(
    scene: &mut Frozen<'_, '_, Energy>,
    who: CreatureId,
    action: &Action,
    power: Option<PowerId>,
) -> Play<Thrown> {
    let seen = seen(scene.state().doing(who));
    match action {
        Action::Attack(strike) if strike::is_ranged(scene.state(), who, strike) => {
            ranged::throw(scene, who, strike)
        }
        Action::Attack(strike) => melee::throw(scene, who, strike, seen),
        Action::Maneuver(attempt) => {
            let manner = Manner {
                swift: false,
                seen,
                moving: moves(scene.state(), attempt.target),
                push_m: 1,
            };
            maneuvers::throw(scene, who, attempt, manner)
        }
        Action::Use(_, Aim::Creature(on)) | Action::Consume(_, Aim::Creature(on)) => match power {
            Some(id) => power_rules::throw(scene, who, id, *on),
            None => Ok(Thrown::by(who, *on)),
        },
        _ => Ok(Thrown::by(who, who)),
    }
}

/// An action as what is left to spend pays for it: Stamina that was only to strengthen an attack is left out if it may not be spent any
/// more (`incomplete/spent-as-results-occur`).
fn as_still_paid(state: &State, who: CreatureId, action: &Action) -> Action {
    match action {
        Action::Attack(strike)
            if strike.boost.is_some() && price::stamina_is_barred(state, who) =>
        {
            Action::Attack(Strike {
                boost: None,
                ..strike.clone()
            })
        }
        other => other.clone(),
    }
}

/// What is to strengthen an attack.
const fn boost(action: &Action) -> Option<Boost> {
    match action {
        Action::Attack(strike) => strike.boost,
        _ => None,
    }
}

/// Attacks of actions in progress, those who won the Initiative first: all are paid for, then rolled from that same state, and only
/// then does anything come of them.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn together(scene: &mut Scene<'_, Energy>, attackers: &[CreatureId]) -> Play {
    if attackers.len() > 1 {
        scene.cite(rule!("action-order/simultaneous-challenge"));
    }
    let mut actions: SmallVec<[(CreatureId, Action, Option<PowerId>); 1]> = SmallVec::new();
    for who in attackers {
        let state = scene.state();
        if let Some(doing) = state.doing(*who) {
            let action = as_still_paid(state, *who, &doing.action);
            let power = power_of(state, &action).map(|(id, _)| id);
            let left_out = boost(&doing.action).filter(|_| boost(&action).is_none());
            actions.push((*who, action, power));
            if let Some(boost) = left_out {
                price::cite_barred(scene, *who);
                scene.emit(Fact::Fails(*who, Failure::Boost(boost.power)));
            }
        }
    }
    for (who, action, _) in &actions {
        pay(scene, *who, action);
    }
    let mut volley = Volley::new();
    for (who, action, power) in &actions {
        volley.push(throw(&mut scene.frozen(), *who, action, *power)?);
    }
    land(scene, &volley)?;
    owe(scene, &volley);
    Ok(())
}

/// Whoever was attacked and can still do anything may answer before the same attacker attacks again (`action-order/response-right`).
fn owe(scene: &mut Scene<'_, Energy>, volley: &[Thrown]) {
    if scene.state().cast.options.response_right == ResponseRight::Off {
        return;
    }
    for Thrown { who, on, .. } in volley {
        let state = scene.state();
        if able(state, *on) && !state.owed.contains(&(*who, *on)) {
            scene.cite(rule!("action-order/response-right"));
            scene.emit(Fact::Owes(*who, *on));
        }
    }
}

/// A Combat Maneuver that is part of something else and already paid for.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn single_maneuver(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    attempt: &Attempt,
    manner: Manner,
) -> Play {
    stop_defending(scene, who);
    let thrown = maneuvers::throw(&mut scene.frozen(), who, attempt, manner)?;
    let volley = [thrown];
    land(scene, &volley)?;
    owe(scene, &volley);
    Ok(())
}

/// What an Immediate Interrupt costs.
#[must_use]
pub(crate) fn interrupt_cost(
    state: &State,
    who: CreatureId,
    interrupt: &Interrupt,
) -> (price::Cost, Pay) {
    match interrupt {
        Interrupt::AgileMove(_) => (
            price::Cost {
                agility: 1,
                ..price::Cost::default()
            },
            Pay::PLAIN,
        ),
        Interrupt::Strike(strike, pay) => (strike::cost(state, who, strike, true), *pay),
        Interrupt::Maneuver(attempt, pay) => (maneuver::cost(state, who, attempt, true), *pay),
        Interrupt::Use(id, _, pay) => (powers::cost(state, *id), *pay),
    }
}

/// Immediate Interrupts of one moment: all are judged and rolled from the state in which it began, then all moves are made, then
/// everything comes of them (`interrupts/simultaneous`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn interrupts(scene: &mut Scene<'_, Energy>, given: &[(CreatureId, Interrupt)]) -> Play {
    if given.len() > 1 {
        scene.cite(rule!("interrupts/simultaneous"));
    }
    for (who, interrupt) in given {
        scene.cite(rule!("interrupts/list"));
        scene.cite(rule!("interrupts/any-time"));
        if scene.state().doings.is_empty() {
            turn_first(scene, *who, interrupt);
            scene.emit(Fact::Interrupts(*who, interrupt.clone()));
        }
        acts(scene, *who);
        pay_interrupt(scene, *who, interrupt);
    }
    let agile = |other: CreatureId| {
        given
            .iter()
            .any(|(who, interrupt)| *who == other && matches!(interrupt, Interrupt::AgileMove(_)))
    };
    let mut volley = Volley::new();
    for (who, interrupt) in given {
        if let Some(thrown) = throw_interrupt(scene, *who, interrupt, &agile)? {
            volley.push(thrown);
        }
    }
    for (who, interrupt) in given {
        if let Interrupt::AgileMove(to) = interrupt {
            match seized(&volley, *who) {
                Some(refusal) => {
                    windows::tell_lost(scene, *who, &refusal, || Deed::AgileMove(*to));
                }
                None => agile_move::make(scene, *who, *to),
            }
        }
    }
    land(scene, &volley)?;
    owe(scene, &volley);
    for (who, interrupt) in given {
        if let Interrupt::Use(id, aim, _) = interrupt
            && !power_rules::attacks(scene.state().power(*id))
        {
            powers::work(scene, *who, (*id, *aim))?;
        }
        if !matches!(interrupt, Interrupt::AgileMove(_)) {
            stands_still(scene, *who);
        }
        // A point that was spent on the action in the midst of which it is made is not at stake before that is over.
        if spends_stamina(scene.state(), *who, interrupt) {
            collapse(scene, *who)?;
        }
    }
    Ok(())
}

/// What keeps somebody in its space who steps aside at the moment in which it is seized (`interrupts/simultaneous`, `maneuvers/restrain`).
fn seized(volley: &[Thrown], who: CreatureId) -> Option<Refusal> {
    let holder = volley.iter().find(|thrown| {
        let held = |effect: &Effect| *effect == Effect::Restrain(who);
        thrown.effects.iter().any(held)
    })?;
    Some(refuse!(
        "interrupts/simultaneous",
        "{} seizes it at the same moment",
        Figure::Creature(holder.who)
    ))
}

/// Whether an interrupt is paid for with Stamina, be it in place of Energy (`stamina/spending-the-last-point`).
fn spends_stamina(state: &State, who: CreatureId, interrupt: &Interrupt) -> bool {
    let (cost, pay) = interrupt_cost(state, who, interrupt);
    cost.stamina > 0 || pay.stamina > 0
}

/// Whoever does something besides moving forgets where it ran, and no longer zig-zags or sprints; in the middle of that only its run-up
/// is over (`actions/turn-cost-back-to-back`, `ranged/movement-state`, `actions/jump-cost-running`).
pub(crate) fn stands_still(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    if moves(scene.state(), who) {
        agile_move::stray(scene, who);
        return;
    }
    if scene.state().body(who).course.is_some() {
        scene.emit(Fact::Course(who, None));
    }
    if scene.state().body(who).gait == Gait::Evasive {
        scene.cite(rule!("ranged/movement-state"));
        scene.emit(Fact::Gait(who, Gait::Ordinary));
    }
}

/// On the open floor whoever attacks by an interrupt turns to its target first (`facing/attack-only-front`).
fn turn_first(scene: &mut Scene<'_, Energy>, who: CreatureId, interrupt: &Interrupt) {
    let target = match interrupt {
        Interrupt::Strike(strike, _) => strike.target,
        Interrupt::Maneuver(attempt, _) => attempt.target,
        Interrupt::Use(id, Aim::Creature(on), _)
            if power_rules::attacks(scene.state().power(*id)) =>
        {
            *on
        }
        Interrupt::AgileMove(_) | Interrupt::Use(..) => return,
    };
    scene.cite(rule!("facing/attack-only-front"));
    facing::turn_to(scene, who, target);
    if scene.state().body(who).watch != Watch::Creature(target) {
        scene.emit(Fact::Watches(who, Watch::Creature(target)));
    }
}

/// Pays for an interrupt; an Agile Move pays when it is made, for it may find its space taken.
fn pay_interrupt(scene: &mut Scene<'_, Energy>, who: CreatureId, interrupt: &Interrupt) {
    let (cost, paying) = interrupt_cost(scene.state(), who, interrupt);
    match interrupt {
        Interrupt::AgileMove(_) => return,
        Interrupt::Strike(strike, _) => {
            for rule in strike::price_rules(scene.state(), who, strike, true) {
                scene.cite(rule);
            }
            cite_swift(scene, strike.target);
            boosted(scene, who, strike);
        }
        Interrupt::Maneuver(attempt, _) => cite_swift(scene, attempt.target),
        Interrupt::Use(id, ..) => {
            powers::cast(scene, who, *id);
            if power_rules::attacks(scene.state().power(*id)) {
                power_rules::use_up(scene, who, *id);
                stop_defending(scene, who);
            }
        }
    }
    let swaps = i16::from(paying.stamina);
    let paid = Price {
        energy: (cost.energy - swaps).max(0),
        swaps,
        stamina: cost.stamina,
        agility: cost.agility,
        collapse: paying.collapse && swaps + cost.stamina > 0,
    };
    price::spend(scene, who, paid);
    if matches!(interrupt, Interrupt::Strike(..) | Interrupt::Maneuver(..)) {
        scene.emit(Fact::Flag(who, Flag::Swift, true));
        stop_defending(scene, who);
    }
}

/// The rules of a Swift Attack on somebody.
fn cite_swift(scene: &mut Scene<'_, Energy>, target: CreatureId) {
    scene.cite(rule!("swift/definition"));
    scene.cite(rule!("swift/cost"));
    scene.cite(rule!("swift/once-per-round"));
    scene.cite(rule!("swift/targets"));
    if scene.state().has(target, Condition::Unguarded) {
        scene.cite(rule!("unguarded/meaning"));
        scene.cite(rule!("conditions/unguarded"));
    }
}

fn throw_interrupt(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    interrupt: &Interrupt,
    agile: &dyn Fn(CreatureId) -> bool,
) -> Play<Option<Thrown>> {
    let moving = |state: &State, on: CreatureId| moves(state, on) || agile(on);
    if moved_through(scene.state(), who, interrupt) {
        scene.cite(rule!("swift/movement-trigger"));
    }
    Ok(match interrupt {
        Interrupt::Strike(strike, _) => {
            let mut frozen = scene.frozen();
            Some(if strike::is_ranged(frozen.state(), who, strike) {
                ranged::throw(&mut frozen, who, strike)?
            } else {
                melee::throw(&mut frozen, who, strike, Seen::default())?
            })
        }
        Interrupt::Maneuver(attempt, _) => {
            let manner = Manner {
                swift: true,
                seen: Seen::default(),
                moving: moving(scene.state(), attempt.target),
                push_m: 1,
            };
            Some(maneuvers::throw(&mut scene.frozen(), who, attempt, manner)?)
        }
        Interrupt::Use(id, Aim::Creature(on), _)
            if power_rules::attacks(scene.state().power(*id)) =>
        {
            Some(power_rules::throw(&mut scene.frozen(), who, *id, *on)?)
        }
        _ => None,
    })
}

/// Whether a Swift Attack is one that only the target's movement allows.
fn moved_through(state: &State, who: CreatureId, interrupt: &Interrupt) -> bool {
    let target = match interrupt {
        Interrupt::Strike(strike, _) => strike.target,
        Interrupt::Maneuver(attempt, _) => attempt.target,
        _ => return false,
    };
    !super::rules::swift::lays_open(state, who, target)
}

/// A creature acts: it has answered those who attacked it, and all who had waited are asked again
/// (`action-order/response-right`, `waiting/pass-is-not-final`).
pub(crate) fn acts(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    if scene.state().owed.iter().any(|(_, target)| *target == who) {
        scene.emit(Fact::Answered(who));
    }
    for other in scene.state().creatures() {
        if scene.state().body(other).passed {
            scene.cite(rule!("waiting/pass-is-not-final"));
            scene.emit(Fact::Flag(other, Flag::Passed, false));
        }
    }
    if scene.state().body(who).gait == Gait::Still {
        scene.emit(Fact::Gait(who, Gait::Ordinary));
    }
}

/// Whoever has spent its last Stamina falls unconscious when what it paid for is over (`stamina/spending-the-last-point`).
///
/// # Errors
/// None today; the same as its callers.
pub(crate) fn collapse(scene: &mut Scene<'_, Energy>, who: CreatureId) -> Play {
    let state = scene.state();
    let spent_out = state.body(who).stamina == 0
        && !state.sheet(who).traits.object
        && !state.body(who).is_out_by(Cause::Stamina)
        && !state.body(who).is_out_by(Cause::NonLethal)
        && !state.has(who, super::state::Condition::Dead);
    if spent_out {
        scene.cite(rule!("stamina/spending-the-last-point"));
        scene.cite(rule!("stamina/zero-means-unconscious"));
        unconscious::fall(scene, who, Cause::Stamina)?;
    }
    Ok(())
}
