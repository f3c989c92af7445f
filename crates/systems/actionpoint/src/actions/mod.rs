//! What creatures do, a file for each action or for related ones. Every action has one `aim`, which says whether it is possible, and one
//! `resolve`.

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Figure, Play, Refusal, RuleId, Scene};

use super::ActionPoint;
use super::act::{Act, Action, Aim, Declared, Exposure, Handling, Window};
use super::fact::{Fact, Needless, rule_number};
use super::ids::{refuse, rule};
use super::rules::maneuvers::{self, Victory};
use super::rules::numbers::acts;
use super::rules::occupied::{free_to_move, on_floor};
use super::rules::reactions::{Asked, Occasion};
use super::rules::{conditions, defend, hidden, opportunity, price, turns};
use super::state::{Phase, State};

pub(crate) mod free;
pub(crate) mod grapple;
pub(crate) mod handling;
pub(crate) mod magic;
pub(crate) mod moving;
pub(crate) mod saving;
pub(crate) mod search;
pub(crate) mod sneak;
pub(crate) mod stand;
pub(crate) mod strike;
pub(crate) mod widen;

/// A callback for acts that are legal; it says when to stop.
pub(crate) type Found<'f> = dyn FnMut(Act) -> ControlFlow<()> + 'f;

/// In which capacity something is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    /// On one's own turn and for its price, mostly as a primary action (`actions-in-combat/primary-action`).
    Primary,
    /// As a free action, on one's own turn (`free-actions/no-ap`).
    Free,
    /// As a reaction without a trigger of its own (`actions-in-combat/reaction-trigger`).
    Reaction,
    /// As an opportunity attack (`opportunity-attacks/definition`).
    Opportunity,
}

impl How {
    /// Whether it is done on one's own turn.
    pub(crate) const fn is_own_turn(self) -> bool {
        matches!(self, Self::Primary | Self::Free)
    }
}

/// Whether an action is possible and can be paid for.
///
/// # Errors
/// The first rule against it.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    action: &Action,
    how: How,
) -> Result<(), Refusal> {
    if how == How::Free {
        price::can_be_free(state, who, action)?;
    }
    price::can_pay(state, who, price::of(state, action, how == How::Free))?;
    possible(state, who, action, how)
}

/// Whether an action is possible, price aside: asked before it is declared, and again after those who react to it.
fn possible(state: &State, who: CreatureId, action: &Action, how: How) -> Result<(), Refusal> {
    match action {
        Action::Strike(strike) => strike::possible(state, who, strike, how).map(|_| ()),
        Action::Cast(spell, at, manual) => magic::can_cast(state, who, *spell, (*at, *manual), how),
        Action::Activate(item, at, manual) => {
            magic::can_activate(state, who, *item, (*at, *manual), how)
        }
        Action::Manipulate(handling) => handling::possible(state, who, *handling),
        _ if !how.is_own_turn() => Err(refuse!(
            "actions-in-combat/primary-action",
            "that is a primary action, for {}'s own turn",
            Figure::Creature(who)
        )),
        Action::Dash => free_to_move(state, who),
        Action::Disengage | Action::Search => Ok(()),
        Action::Grapple(target) => grapple::possible(state, who, *target),
        Action::Escape(from, skill) => grapple::can_escape(state, who, *from, *skill),
        Action::Sneak => sneak::possible(state, who),
    }
}

/// Carries an action out: it is paid for and declared, others react, and if it is still possible it is resolved; otherwise it is lost
/// with what it cost (`combat-overview/step-by-step`, `actions-in-combat/reaction-resolves-first`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn carry_out(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    action: &Action,
    how: How,
) -> Play {
    let primary = is_primary(scene.state(), action, how);
    if let Err(refusal) = scene.known(|state| aim(state, who, action, how)) {
        comes_to_nothing(scene, who, refusal.rule);
        if primary {
            maneuvers::end_feint(scene, who);
        }
        return Ok(());
    }
    if scene.listened() {
        cite(scene, action, how);
    }
    let price = price::of(scene.state(), action, how == How::Free);
    scene.emit(match action {
        Action::Strike(strike) if how == How::Opportunity => Fact::Opportunity(who, *strike),
        _ => Fact::Does(who, *action, how == How::Free),
    });
    price::pay(scene, who, price);
    let action = &strike::gripped(scene.state(), action);
    // A feint that is won from here on is for a later action.
    let feint = primary && feinted(scene.state(), who, action);
    if primary {
        maneuvers::end_feint(scene, who);
    }
    declare(scene, who, action, how)?;
    let still = scene.known(|state| still_possible(state, who, action, how));
    if let Err(refusal) = still {
        lost(scene, who, action, &refusal);
        return Ok(());
    }
    if turns::is_over(scene.state()) {
        return Ok(());
    }
    resolve(scene, who, action, (how, feint))
}

/// Whether it is a Strike at somebody whom its maker has feinted against (`maneuvers/feint`).
fn feinted(state: &State, who: CreatureId, action: &Action) -> bool {
    matches!(action, Action::Strike(strike) if state.body(who).feints.contains(&strike.target))
}

/// Whether what is done counts as a primary action: Manipulate, and magic that is no attack, are reactions on one's own turn as well,
/// but magic that is used as a free action is not (`actions-in-combat/reaction-trigger`, `primary-actions/use-magic`).
fn is_primary(state: &State, action: &Action, how: How) -> bool {
    let magic = match action {
        Action::Manipulate(_) => return false,
        Action::Cast(spell, ..) => Some(*spell),
        Action::Activate(item, ..) => price::magic_of(state, *item),
        _ => None,
    };
    let attacks = || magic.is_none_or(|spell| state.spell(spell).is_attack());
    how == How::Free || (how.is_own_turn() && attacks())
}

/// Others react to what is declared: primary actions by whatever reaction, casting by opportunity attacks as well
/// (`actions-in-combat/reaction-trigger`, `opportunity-attacks/cast-spell`).
fn declare(scene: &mut Scene<'_, ActionPoint>, who: CreatureId, action: &Action, how: How) -> Play {
    let state = scene.state();
    let exposed = match action {
        Action::Cast(spell, ..)
            if state.spell(*spell).provokes() && !opportunity::is_guarded(state, who) =>
        {
            Some(Exposure::Casts(*spell))
        }
        _ => None,
    };
    let primary = is_primary(state, action, how);
    if exposed.is_none() && !primary {
        return Ok(());
    }
    let occasion = Occasion {
        by: who,
        what: primary.then_some(Declared::Action(*action)),
        exposed,
        target: target_of(state, action),
    };
    occasion.offer(scene, &mut Asked::new())
}

/// Whom somebody sets upon: the target of an attack, or of a Grapple.
pub(crate) fn set_upon(state: &State, action: &Action) -> Option<CreatureId> {
    match action {
        Action::Grapple(on) => Some(*on),
        _ => target_of(state, action),
    }
}

/// The target of an attack.
fn target_of(state: &State, action: &Action) -> Option<CreatureId> {
    match action {
        Action::Strike(strike) => Some(strike.target),
        Action::Cast(spell, at, _) if state.spell(*spell).is_attack() => magic::creature_of(*at),
        Action::Activate(item, at, _) => {
            let spell = price::magic_of(state, *item)?;
            let attacks = state.spell(spell).is_attack();
            magic::creature_of(*at).filter(|_| attacks)
        }
        _ => None,
    }
}

fn still_possible(
    state: &State,
    who: CreatureId,
    action: &Action,
    how: How,
) -> Result<(), Refusal> {
    still_acts(state, who)?;
    possible(state, who, action, how)
}

/// Whether a creature can go on with what it has begun (`actions-in-combat/reaction-resolves-first`).
fn still_acts(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if acts(state, who) {
        return Ok(());
    }
    Err(refuse!(
        "actions-in-combat/reaction-resolves-first",
        "{} cannot act any more",
        Figure::Creature(who)
    ))
}

/// What was declared cannot be done any more; an attack or a casting has given its author away all the same (`conditions/hidden`).
pub(crate) fn lost(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    action: &Action,
    refusal: &Refusal,
) {
    match scene.known(|state| needless(state, who, action)) {
        Some(why) => {
            cite_lost(scene, refusal.rule);
            scene.emit(Fact::Needless(who, why, rule_number(refusal.rule)));
        }
        None => comes_to_nothing(scene, who, refusal.rule),
    }
    hidden::gives_away(scene, who, action);
}

/// What makes an action needless for a creature that could go on with it: it is held by nobody like that, or is there already
/// (`conditions/grappled`, `magic/spell-data`).
fn needless(state: &State, who: CreatureId, action: &Action) -> Option<Needless> {
    if !acts(state, who) {
        return None;
    }
    match action {
        Action::Escape(from, _) => {
            let held = conditions::holds_on(state, who).any(|hold| hold == *from);
            (!held).then_some(Needless::Held(*from))
        }
        Action::Cast(_, Aim::Place(to), _) | Action::Activate(_, Aim::Place(to), _) => {
            let is_there = on_floor(state, who, *to) == state.body(who).at;
            is_there.then_some(Needless::There)
        }
        _ => None,
    }
}

/// What was begun comes to nothing, by that rule (`actions-in-combat/reaction-resolves-first`).
pub(crate) fn comes_to_nothing(scene: &mut Scene<'_, ActionPoint>, who: CreatureId, why: RuleId) {
    cite_lost(scene, why);
    scene.emit(Fact::Lost(who, rule_number(why)));
}

fn cite_lost(scene: &mut Scene<'_, ActionPoint>, why: RuleId) {
    scene.cite(why);
    scene.cite(rule!("actions-in-combat/reaction-resolves-first"));
}

fn cite(scene: &mut Scene<'_, ActionPoint>, action: &Action, how: How) {
    cite_own(scene, action, how);
    scene.cite_all(
        const {
            &[
                rule!("actions-in-combat/two-uses"),
                rule!("actions-in-combat/universal-list"),
                rule!("actions-in-combat/repeatable"),
                rule!("combat-overview/step-by-step"),
            ]
        },
    );
    if is_primary(scene.state(), action, how) {
        scene.cite(rule!("actions-in-combat/primary-action"));
        scene.cite(rule!("initiative-structure/active-uses-primary-actions"));
    } else if how == How::Primary {
        scene.cite(rule!("actions-in-combat/reaction"));
        scene.cite(rule!("actions-in-combat/reaction-trigger"));
    }
}

/// What is said of that action alone; what a hand does to an item is told, with its rules, when it is done.
fn cite_own(scene: &mut Scene<'_, ActionPoint>, action: &Action, how: How) {
    match action {
        Action::Strike(strike) => strike::cite(scene, strike, how),
        Action::Cast(spell, ..) => magic::cite(scene, *spell, how),
        Action::Activate(item, ..) => {
            if let Some(spell) = price::magic_of(scene.state(), *item) {
                magic::cite(scene, spell, how);
                scene.cite(rule!("magic/casting-test"));
            }
        }
        Action::Manipulate(Handling::Door(..) | Handling::Fixture(_) | Handling::Load(_)) => {
            scene.cite(rule!("reactions/manipulate"));
        }
        Action::Manipulate(_) => {}
        Action::Dash => {
            scene.cite(rule!("primary-actions/dash"));
            scene.cite(rule!("character-stats/speed"));
        }
        Action::Disengage => scene.cite(rule!("primary-actions/disengage")),
        Action::Grapple(_) => grapple::cite(scene),
        Action::Escape(..) => scene.cite(rule!("conditions/grappled")),
        Action::Search => {
            scene.cite(rule!("primary-actions/search"));
            scene.cite(rule!("adventuring/search"));
        }
        Action::Sneak => {
            scene.cite(rule!("primary-actions/sneak"));
            scene.cite(rule!("adventuring/sneak"));
        }
    }
}

fn resolve(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    action: &Action,
    (how, feint): (How, bool),
) -> Play {
    match action {
        Action::Strike(strike) => strike::resolve(scene, who, strike, (how, feint)),
        Action::Cast(spell, at, manual) => magic::cast(scene, who, *spell, (*at, *manual), how),
        Action::Activate(item, at, manual) => {
            magic::activate(scene, who, *item, (*at, *manual), how)
        }
        Action::Manipulate(handling) => {
            handling::resolve(scene, who, *handling);
            Ok(())
        }
        Action::Dash => {
            moving::dash(scene, who);
            Ok(())
        }
        Action::Disengage => {
            moving::disengage(scene, who);
            Ok(())
        }
        Action::Grapple(target) => grapple::resolve(scene, who, *target),
        Action::Escape(from, skill) => grapple::escape(scene, who, *from, *skill),
        Action::Search => search::resolve(scene, who),
        Action::Sneak => sneak::resolve(scene, who),
    }
}

/// Whether an act makes use of the own turn, so that it can no longer be saved: reactions do not (`saving-your-turn/option`,
/// `actions-in-combat/reaction-trigger`).
fn uses_turn(state: &State, act: &Act) -> bool {
    match act {
        Act::Do(action) => is_primary(state, action, How::Primary),
        _ => true,
    }
}

/// Carries out what a creature does on its own turn.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn act(scene: &mut Scene<'_, ActionPoint>, who: CreatureId, act: &Act) -> Play {
    if let Act::Save(after) = act {
        saving::resolve(scene, who, *after);
        return Ok(());
    }
    if *act == Act::EndTurn {
        return turns::end(scene, who);
    }
    let begun = false;
    if scene.state().clock.phase == (Phase::Turn { who, begun }) && uses_turn(scene.state(), act) {
        scene.emit(Fact::Phase(Phase::Turn { who, begun: true }));
    }
    match act {
        Act::Do(action) => carry_out(scene, who, action, How::Primary),
        Act::Freely(action) => carry_out(scene, who, action, How::Free),
        Act::Move(path) => moving::resolve(scene, who, path),
        Act::Stand => stand::resolve(scene, who),
        Act::DropProne | Act::Release(_) | Act::Drop(_) => {
            free::resolve(scene, who, act);
            Ok(())
        }
        Act::Widen(style, gear) => {
            widen::resolve(scene, who, *style, *gear);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Whether an act is a legal answer in a window.
///
/// # Errors
/// The first rule against it.
pub(crate) fn check(
    state: &State,
    who: CreatureId,
    window: &Window,
    act: &Act,
) -> Result<(), Refusal> {
    match window {
        Window::Turn => on_own_turn(state, who, act),
        Window::Attacked { by, with, .. } => match act {
            Act::Pass => Ok(()),
            Act::Defend(defence) => defend::aim(state, who, *by, *with, *defence),
            act => other_reaction(state, who, act),
        },
        Window::Exposed { foe, declared, .. } => match act {
            Act::Pass => Ok(()),
            Act::Do(action @ Action::Strike(strike)) => {
                strike::at_foe(strike, *foe)?;
                aim(state, who, action, How::Opportunity)
            }
            act if *declared => other_reaction(state, who, act),
            _ => Err(refuse!(
                "opportunity-attacks/definition",
                "{} may make an opportunity attack on {} or pass",
                Figure::Creature(who),
                Figure::Creature(*foe)
            )),
        },
        Window::Declared { .. } | Window::TurnEnds { .. } => match act {
            Act::Pass => Ok(()),
            act => other_reaction(state, who, act),
        },
        Window::Won { over, how } => match act {
            Act::Pass => Ok(()),
            Act::Maneuver(maneuver) => {
                let victory = Victory {
                    winner: who,
                    loser: *over,
                    how: *how,
                };
                maneuvers::aim(state, victory, *maneuver)
            }
            _ => Err(refuse!(
                "maneuvers/trigger",
                "{} may choose a maneuver or pass",
                Figure::Creature(who)
            )),
        },
        Window::Resist { what, .. } => match act {
            Act::Resist(skill) if what.skills().contains(skill) => Ok(()),
            _ => Err(refuse!(
                "character-stats/skills",
                "that is resisted with {} or {}",
                Figure::Word(what.skills()[0].name()),
                Figure::Word(what.skills()[1].name())
            )),
        },
    }
}

/// A reaction without a trigger of its own: Manipulate, or magic that is no attack (`actions-in-combat/reaction-trigger`).
fn other_reaction(state: &State, who: CreatureId, act: &Act) -> Result<(), Refusal> {
    match act {
        Act::Do(action) if !matches!(action, Action::Strike(_)) => {
            aim(state, who, action, How::Reaction)
        }
        Act::Do(_) | Act::Freely(_) => Err(refuse!(
            "actions-in-combat/primary-action",
            "that is for {}'s own turn",
            Figure::Creature(who)
        )),
        Act::Release(_) | Act::Drop(_) => Err(refuse!(
            "quick-reference/release",
            "that is an act of {}'s own turn, no answer to others",
            Figure::Creature(who)
        )),
        _ => Err(refuse!(
            "actions-in-combat/reaction-trigger",
            "nothing has happened that {} could answer like this",
            Figure::Creature(who)
        )),
    }
}

/// Whether an act is possible on a creature's own turn.
///
/// # Errors
/// The first rule against it.
pub(crate) fn on_own_turn(state: &State, who: CreatureId, act: &Act) -> Result<(), Refusal> {
    if state.active() != Some(who) || !acts(state, who) {
        return Err(refuse!(
            "initiative-structure/active-character",
            "it is not {}'s turn",
            Figure::Creature(who)
        ));
    }
    match act {
        Act::Do(action) => aim(state, who, action, How::Primary),
        Act::Freely(action) => aim(state, who, action, How::Free),
        Act::Move(path) => moving::aim(state, who, path).map(|_| ()),
        Act::Stand => stand::aim(state, who),
        Act::DropProne | Act::Release(_) | Act::Drop(_) => free::aim(state, who, act),
        Act::Save(after) => saving::aim(state, who, *after),
        Act::EndTurn => Ok(()),
        Act::Widen(style, gear) => widen::aim(state, who, *style, *gear),
        Act::Defend(_) => Err(refuse!(
            "reactions/defend",
            "nobody attacks {}",
            Figure::Creature(who)
        )),
        Act::Maneuver(_) => Err(refuse!(
            "maneuvers/trigger",
            "{} has not just won critically",
            Figure::Creature(who)
        )),
        _ => Err(refuse!(
            "initiative-structure/active-character",
            "{} cannot do that on its turn",
            Figure::Creature(who)
        )),
    }
}
