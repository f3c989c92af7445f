//! What creatures do, a file for each kind of action: whether it is possible, what it costs, and how it is carried out.

pub(crate) mod agile_move;
pub(crate) mod answers;
pub(crate) mod approach;
pub(crate) mod attacking;
pub(crate) mod escape;
pub(crate) mod free;
pub(crate) mod halting;
pub(crate) mod interrupts;
pub(crate) mod jump;
pub(crate) mod maneuver;
pub(crate) mod moving;
pub(crate) mod posture;
pub(crate) mod powers;
pub(crate) mod race;
pub(crate) mod rest;
pub(crate) mod sprint_push;
pub(crate) mod strike;
pub(crate) mod things;
pub(crate) mod way;

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Play, Refusal, Scene};

use self::approach::Approaches;
use self::moving::Went;
use super::Energy;
use super::act::{Act, Action, Approach, Claim, Pay, Step, Window};
use super::fact::{Declared, Fact, Price};
use super::ids::{refuse, rule};
use super::rules::conditions;
use super::rules::facing;
use super::rules::numbers::{able, present};
use super::rules::price::{self, Cost};
use super::rules::rounds::{self, may_declare};
use super::state::{Condition, State, Watch};
use super::volley;
use super::windows;

/// Takes an act that is legal; breaks off when enough were found.
pub(crate) type Found<'f> = dyn FnMut(Act) -> ControlFlow<()> + 'f;

/// What an action costs (`actions/cost-list`).
#[must_use]
pub(crate) fn cost(state: &State, who: CreatureId, action: &Action) -> Cost {
    match action {
        Action::Attack(strike) => strike::cost(state, who, strike, false),
        Action::Maneuver(attempt) => maneuver::cost(state, who, attempt, false),
        Action::Move { pace, .. } => {
            let metres = moving::possible(state, who, action).map_or(1, |way| way.metres);
            moving::cost(state, who, *pace, metres)
        }
        Action::Jump(to) => jump::cost(state, who, *to),
        Action::Leap(_) => jump::leap_cost(state, who),
        Action::Climb(to) => jump::climb_cost(state, who, *to),
        Action::Kneel | Action::Stand | Action::Defend | Action::Rouse(_) => Cost::energy(1),
        Action::Door(..) => Cost::energy(1),
        Action::Equip(item) | Action::Stow(item) => things::equip_cost(state, *item),
        Action::PickUp(item) => things::pick_up_cost(state, *item),
        Action::Load(item) => things::load_cost(state, *item),
        Action::CatchBreath => posture::breath_cost(state, who),
        Action::Escape(..) => Cost::energy(3),
        Action::Hide => Cost::energy(2),
        Action::BreakDown(..) => things::break_cost(),
        Action::Use(id, _) => powers::cost(state, *id),
        Action::Consume(item, _) => match powers::held_power(state, who, *item) {
            Ok(id) => Cost::energy(i16::from(state.power(id).energy.max(1))),
            Err(_) => Cost::energy(1),
        },
        Action::Moving(action, _) => cost(state, who, action),
    }
}

/// Whether an action is possible, price and Reach aside; on the open floor one turns first.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn possible(
    state: &State,
    who: CreatureId,
    action: &Action,
    floor: bool,
) -> Result<(), Refusal> {
    match action {
        Action::Attack(strike) => strike::possible(state, who, strike, floor),
        Action::Maneuver(attempt) => maneuver::possible(state, who, attempt, floor),
        Action::Move { .. } => moving::possible(state, who, action).map(|_| ()),
        Action::Jump(to) => jump::possible(state, who, *to),
        Action::Leap(height) => jump::leap_possible(state, who, *height),
        Action::Climb(to) => jump::climb_possible(state, who, *to),
        Action::Kneel => posture::kneel_possible(state, who),
        Action::Stand => posture::stand_possible(state, who),
        Action::Defend => Ok(()),
        Action::Equip(item) => things::equip_possible(state, who, *item),
        Action::Stow(item) => things::stow_possible(state, who, *item),
        Action::PickUp(item) => things::pick_up_possible(state, who, *item),
        Action::Load(item) => things::load_possible(state, who, *item),
        Action::CatchBreath => posture::breath_possible(state, who),
        Action::Escape(from, _) => escape::possible(state, who, *from),
        Action::Hide => escape::hide_possible(state, who),
        Action::BreakDown(a, b) => things::break_possible(state, who, (*a, *b)),
        Action::Door(a, b, open) => things::door_possible(state, who, (*a, *b, *open)),
        Action::Rouse(sleeper) => escape::rouse_possible(state, who, *sleeper),
        Action::Use(id, aim) => powers::possible(state, who, (*id, *aim), floor),
        Action::Consume(item, aim) => powers::consume_possible(state, who, (*item, *aim), floor),
        Action::Moving(action, moves) => approach::possible(state, who, (action, moves), floor),
    }
}

/// The Reach of an attack in melee, as it will be when the Agile Moves declared with it are made.
fn in_reach(state: &State, who: CreatureId, action: &Action) -> Result<(), Refusal> {
    let (target, with, approach) = match action {
        Action::Attack(strike) => (strike.target, strike.with, &strike.approach),
        Action::Maneuver(attempt) => (attempt.target, attempt.with, &attempt.approach),
        _ => return Ok(()),
    };
    let shot = matches!(action, Action::Attack(strike) if strike::is_ranged(state, who, strike));
    if !shot {
        let energy = cost(state, who, action).energy;
        strike::will_reach(state, who, target, (with, approach, energy))?;
    }
    approach::paid_for(state, who, action)
}

/// Whether an action can be declared and paid for; what will be reserved for it.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    claim: &Claim,
    floor: bool,
) -> Result<Price, Refusal> {
    if !may_declare(state, who) {
        return Err(refuse!("surprise/may-act", "it cannot act now"));
    }
    if let Action::Move { pace, push, .. } = &claim.action {
        let way = moving::possible(state, who, &claim.action)?;
        if let Some((target, _)) = push {
            answers::answered(state, who, *target)?;
        }
        let cost = moving::cost(state, who, *pace, way.metres);
        return price::afford(state, who, cost, claim.pay);
    }
    possible(state, who, &claim.action, floor)?;
    in_reach(state, who, &claim.action)?;
    answers::response_right(state, who, &claim.action)?;
    let cost = cost(state, who, &claim.action);
    price::afford(state, who, cost, claim.pay)
}

/// How an action stands against those who would be first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing<'a> {
    /// Whether others may challenge it; the action of a successful challenger may not be (`initiative/challenge`).
    pub(crate) open: bool,
    /// Those who have raced for this moment and lost it: they may not challenge it besides (`initiative/race`, `initiative/decline`).
    pub(crate) rivals: &'a [CreatureId],
    /// The Initiative roll that was made for it already (`initiative/auto-fail`).
    pub(crate) rolled: Option<i16>,
}

impl Standing<'_> {
    /// Whoever likes may challenge it.
    pub(crate) const OPEN: Self = Self {
        open: true,
        rivals: &[],
        rolled: None,
    };

    /// It was first already.
    pub(crate) const FIRST: Self = Self {
        open: false,
        ..Self::OPEN
    };
}

/// Declares an action and carries it out with all its windows.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn undertake(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    claim: &Claim,
    standing: Standing<'_>,
) -> Play {
    let floor = scene.state().doings.is_empty();
    let price = match scene.known(|state| aim(state, who, claim, floor)) {
        Ok(price) => price,
        Err(refusal) => {
            windows::lose(scene, who, &claim.action, &refusal);
            return Ok(());
        }
    };
    if floor && let Some(target) = volley::rolled_at(scene.state(), &claim.action) {
        scene.cite(rule!("facing/attack-only-front"));
        facing::turn_squarely(scene, who, target);
        if scene.state().body(who).watch != Watch::Creature(target) {
            scene.emit(Fact::Watches(who, Watch::Creature(target)));
        }
    }
    let declared = scene.known(|state| declared(state, who, claim, (price, standing)));
    let action = declared.action.clone();
    scene.cite(rule!("action-order/resolve-fully"));
    scene.cite(rule!("actions/must-afford"));
    scene.cite(rule!("actions/cost-list"));
    scene.emit(Fact::Declares(declared));
    if let Some(total) = standing.rolled {
        scene.cite(rule!("initiative/auto-fail"));
        scene.emit(Fact::Rolled(who, total));
    }
    let went = carry_out(scene, who, &action)?;
    finish(scene, who, &action, went)
}

/// What a claim declares; a movement with its whole way.
fn declared(
    state: &State,
    who: CreatureId,
    claim: &Claim,
    (price, standing): (Price, Standing<'_>),
) -> Declared {
    let way = match &claim.action {
        Action::Move { .. } => moving::possible(state, who, &claim.action).ok(),
        _ => None,
    };
    let action = match (&claim.action, way) {
        (Action::Move { pace, push, .. }, Some(way)) => Action::Move {
            pace: *pace,
            path: way.route.into_vec().into(),
            push: push.clone(),
            straight: way.straight,
        },
        (other, _) => other.clone(),
    };
    Declared {
        who,
        target: volley::attacked(state, &action),
        ahead: way::ahead(state, who, &action),
        action,
        price,
        open: standing.open,
        rivals: standing.rivals.iter().copied().collect(),
    }
}

/// Carries out the action in progress.
fn carry_out(scene: &mut Scene<'_, Energy>, who: CreatureId, action: &Action) -> Play<Went> {
    match action {
        Action::Move { .. } => moving::carry_out(scene, who, action),
        Action::Jump(to) => jump::carry_out(scene, who, *to),
        Action::Climb(to) => jump::climb(scene, who, *to),
        _ if volley::is_attack(scene.state(), action) => attacking::attack(scene, who, action),
        _ => plain(scene, who, action),
    }
}

/// An action that its actor ends: withdrawn if nobody had reacted to it yet (`incomplete/minimum-one`).
const fn ended(reacted: bool) -> Went {
    if reacted {
        Went::Ended
    } else {
        Went::Withdrawn
    }
}

/// Whether the action in progress of a creature can still be done: it is able, and nothing hinders it.
fn still_possible(state: &State, who: CreatureId) -> bool {
    able(state, who) && unhindered(state, who).is_ok()
}

/// Whether nothing hinders the action in progress of a creature: its weapon is there, its target in Reach and faced, and what was reserved
/// for it covers it and may be spent.
///
/// # Errors
/// The rule that does.
fn unhindered(state: &State, who: CreatureId) -> Result<(), Refusal> {
    let gone = refuse!("action-order/actor-may-adapt", "no action is in progress");
    let doing = state.doing(who).ok_or(gone)?;
    possible_now(state, who, &doing.action)?;
    reach_now(state, who, &doing.action)?;
    jump::covered(state, doing)?;
    attacking::covered(state, doing)?;
    price::still_payable(state, who)
}

/// Says why an action in progress ends although its actor would go on; whoever is not able to any more needs no other reason
/// (`action-order/actor-may-adapt`).
pub(crate) fn comes_to_nothing(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    if let Err(refusal) = unhindered(scene.state(), who) {
        windows::lose_own(scene, who, &refusal);
    }
}

/// As [`possible`], the Agile Moves that were declared with an attack having been made.
fn possible_now(state: &State, who: CreatureId, action: &Action) -> Result<(), Refusal> {
    match action {
        Action::Attack(strike) if !strike.approach.is_empty() => {
            let there = super::act::Strike {
                approach: Approach::new(),
                ..strike.clone()
            };
            strike::possible(state, who, &there, false)
        }
        Action::Maneuver(attempt) if !attempt.approach.is_empty() => {
            let there = super::act::Attempt {
                approach: Approach::new(),
                ..attempt.clone()
            };
            maneuver::possible(state, who, &there, false)
        }
        action => possible(state, who, action, false),
    }
}

fn reach_now(state: &State, who: CreatureId, action: &Action) -> Result<(), Refusal> {
    match action {
        Action::Attack(strike) if !strike::is_ranged(state, who, strike) => {
            strike::reached(state, who, strike.target, strike.with)
        }
        Action::Maneuver(attempt) => strike::reached(state, who, attempt.target, attempt.with),
        _ => Ok(()),
    }
}

/// Everything that is neither movement nor attack: its window, then its price, then what it does.
fn plain(scene: &mut Scene<'_, Energy>, who: CreatureId, action: &Action) -> Play<Went> {
    if matches!(action, Action::Load(_)) {
        scene.cite(rule!("actions/load"));
    }
    let hampered = attacking::close_in(scene, who, action);
    let opened = windows::open_after(scene, (who, hampered), Step::Declared, false)?;
    if opened.stopped {
        return Ok(ended(
            opened.reacted || attacking::has_moved(scene.state(), who),
        ));
    }
    if !still_possible(scene.state(), who) {
        comes_to_nothing(scene, who);
        return Ok(Went::Ended);
    }
    let action = action.plain();
    if *action == Action::Kneel {
        return posture::kneel(scene, who);
    }
    price::spend_all_reserved(scene, who);
    match action {
        Action::Leap(_) => jump::leap(scene, who),
        Action::Stand => posture::stand(scene, who),
        Action::Defend => posture::defend(scene, who),
        Action::Equip(item) => things::equip(scene, who, *item)?,
        Action::Stow(item) => things::stow(scene, who, *item)?,
        Action::PickUp(item) => things::pick_up(scene, who, *item)?,
        Action::Load(item) => things::load(scene, who, *item)?,
        Action::CatchBreath => posture::breathe(scene, who),
        Action::Escape(from, by) => escape::escape(scene, who, *from, *by)?,
        Action::Hide => escape::hide(scene, who)?,
        Action::BreakDown(a, b) => things::break_down(scene, who, (*a, *b))?,
        Action::Door(a, b, open) => {
            scene.cite(rule!("actions/equip-gm-price"));
            scene.emit(Fact::Alters(super::state::Altered::Door(*a, *b, *open)));
        }
        Action::Rouse(sleeper) => escape::rouse(scene, *sleeper),
        Action::Use(id, aim) => powers::work(scene, who, (*id, *aim))?,
        Action::Consume(item, aim) => powers::consume(scene, who, (*item, *aim))?,
        Action::Attack(_)
        | Action::Maneuver(_)
        | Action::Move { .. }
        | Action::Jump(_)
        | Action::Climb(_)
        | Action::Kneel
        | Action::Moving(..) => {}
    }
    Ok(Went::Arrived)
}

/// An action is over: what it did not use is released, and it costs at least 1 if it was ended before its time
/// (`incomplete/minimum-one`, `incomplete/price-table`).
fn finish(scene: &mut Scene<'_, Energy>, who: CreatureId, action: &Action, went: Went) -> Play {
    if went == Went::Withdrawn {
        scene.cite(rule!("incomplete/end-willingly"));
        scene.emit(Fact::Ends(who, true));
        return Ok(());
    }
    if went == Went::Ended {
        scene.cite(rule!("action-order/actor-may-adapt"));
        scene.cite(rule!("incomplete/price-table"));
        scene.cite(rule!("incomplete/spent-as-results-occur"));
        if scene
            .state()
            .doing(who)
            .is_some_and(|doing| doing.swaps > 0)
        {
            scene.cite(rule!("stamina/stamina-for-energy"));
        }
        price::spend_minimum(scene, who);
    }
    scene.emit(Fact::Ends(who, false));
    if action.is_movement() {
        facing::look_after_moving(scene, who);
    } else {
        volley::stands_still(scene, who);
    }
    volley::collapse(scene, who)?;
    conditions::check_holds(scene);
    rounds::end_ambush(scene, who);
    Ok(())
}

/// Whether an act is legal in a window.
///
/// # Errors
/// The rule against it.
pub(crate) fn check(
    state: &State,
    who: CreatureId,
    window: &Window,
    act: &Act,
) -> Result<(), Refusal> {
    if !super::known::knows_act(state, act) {
        return Err(refuse!(
            "action-order/open-floor",
            "it names something that is not part of the fight"
        ));
    }
    if *window != Window::Floor {
        return answers::check(state, who, window, act);
    }
    if rest::only_rests(state, who) && !matches!(act, Act::Rest(_) | Act::Wait) {
        return Err(if state.has(who, Condition::Unconscious) {
            refuse!("unconscious/state", "the unconscious do nothing but rest")
        } else {
            refuse!("gaps/helpless", "the helpless do nothing but rest")
        });
    }
    match act {
        Act::Do(claim) => aim(state, who, claim, true).map(|_| ()),
        Act::Interrupt(interrupt) => interrupts::possible(state, who, interrupt, None),
        Act::Race(others, claim) => race::possible(state, who, others, claim),
        Act::Wait | Act::Face(Watch::Heading(_)) => Ok(()),
        Act::Face(Watch::Creature(other)) if *other != who && present(state, *other) => {
            facing::may_watch(state, who, *other)
        }
        Act::Drop(_) | Act::FallProne | Act::Release(_) => free::check(state, who, act),
        Act::Submit(to) if *to != who && present(state, *to) => free::submit(state, *to),
        Act::Rest(rest) => rest::possible(state, who, rest),
        Act::Face(Watch::Creature(_)) | Act::Submit(_) => Err(refuse!(
            "action-order/open-floor",
            "that has to be somebody else who is there"
        )),
        Act::Challenge(_) => Err(refuse!(
            "initiative/challenge",
            "no action is in progress that could be challenged"
        )),
        Act::Pass | Act::PassOn(_) => Err(refuse!(
            "waiting/pass-is-not-final",
            "on the open floor one waits: `wait`"
        )),
        _ => Err(refuse!(
            "action-order/open-floor",
            "that is nothing to do on the open floor"
        )),
    }
}

/// Everything that can be declared, Runs left out.
pub(crate) fn claims(state: &State, who: CreatureId, legal: &mut Found<'_>) -> ControlFlow<()> {
    on_the_spot(state, who, legal)?;
    sprint_push::candidates(state, who, legal)?;
    jump::climbs(state, who, legal)?;
    jump::candidates(state, who, legal)
}

/// Everything that can be declared and leads nowhere, or no farther than to the next space.
pub(crate) fn near_claims(
    state: &State,
    who: CreatureId,
    legal: &mut Found<'_>,
) -> ControlFlow<()> {
    on_the_spot(state, who, legal)?;
    jump::climbs(state, who, legal)
}

/// Everything that can be declared, Shifts included, and no other way.
fn on_the_spot(state: &State, who: CreatureId, legal: &mut Found<'_>) -> ControlFlow<()> {
    let approaches = Approaches::of(state, who);
    strike::candidates(state, &approaches, legal)?;
    maneuver::candidates(state, &approaches, legal)?;
    powers::candidates(state, &approaches, legal)?;
    let mut offer = |action| {
        legal(Act::Do(Claim {
            action,
            pay: Pay::PLAIN,
        }))
    };
    for action in [
        Action::Defend,
        Action::Kneel,
        Action::Stand,
        Action::CatchBreath,
    ] {
        offer(action)?;
    }
    escape::candidates(state, who, legal)?;
    things::candidates(state, who, legal)?;
    moving::shifts(state, who, legal)
}
