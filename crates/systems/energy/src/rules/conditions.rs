//! Conditions as a family tree: what imposes what, and how each ends (`conditions/daughter-conditions`, `conditions/stacking`,
//! `conditions/summary`).

use affray_kernel::condition::{Held, Kind as _, Until};
use affray_kernel::{CreatureId, Scene};
use smallvec::SmallVec;

use super::facing;
use crate::Energy;
use crate::fact::{Fact, Flag};
use crate::ids::rule;
use crate::sheet::ExposedDefault;
use crate::state::{Condition, State};

/// The condition that a condition imposes on the same creature.
#[must_use]
pub(crate) const fn daughter(condition: Condition) -> Option<Condition> {
    match condition {
        Condition::Surprised | Condition::Blinded | Condition::Unconscious => {
            Some(Condition::Unguarded)
        }
        Condition::Unguarded | Condition::Dazed | Condition::Prone | Condition::Restrained => {
            Some(Condition::Exposed)
        }
        Condition::Restraining => Some(Condition::Slowed),
        _ => None,
    }
}

/// In the amount of [`Condition::Restraining`]: the captive is so small that nothing hinders its captor
/// (`maneuvers/restraining-effects`).
pub(crate) const UNHINDERED: i16 = 1;

/// Size categories between captor and captive from which on the captor is not hindered (`maneuvers/restraining-effects`).
pub(crate) const UNHINDERED_FROM: i16 = 2;

/// The end of this Round.
#[must_use]
pub(crate) const fn this_round(state: &State) -> Until {
    Until::Round(state.clock.round)
}

/// The end of the next Round.
#[must_use]
pub(crate) const fn next_round(state: &State) -> Until {
    Until::Round(state.clock.round.saturating_add(1))
}

/// How long Exposure lasts that says nothing else (`exposed/duration`).
#[must_use]
pub(crate) fn usual_exposure(state: &State) -> Until {
    usual_end(state, Condition::Exposed)
}

/// How long a condition lasts of which nothing else is said (`conditions/summary`).
#[must_use]
pub(crate) fn usual_end(state: &State, kind: Condition) -> Until {
    end_from(state.clock.round, state.cast.options.exposed_default, kind)
}

/// As [`usual_end`], for a condition that begins in a Round.
#[must_use]
pub(crate) fn end_from(round: u16, exposure: ExposedDefault, kind: Condition) -> Until {
    let this = Until::Round(round);
    let next = Until::Round(round.saturating_add(1));
    match (kind, exposure) {
        (Condition::Exposed, ExposedDefault::NextRound)
        | (Condition::Dazed | Condition::Blinded, _) => next,
        (Condition::Exposed | Condition::Unguarded | Condition::Surprised, _) => this,
        _ => Until::Cleared,
    }
}

/// A condition that lasts so long, of nobody in particular.
#[must_use]
pub(crate) const fn lasting(on: CreatureId, kind: Condition, until: Until) -> Held<Condition> {
    Held {
        until,
        ..Held::plain(on, kind)
    }
}

/// Puts a condition in force with all that it imposes. Another instance of one already there is added, each with its own end.
pub(crate) fn gain(scene: &mut Scene<'_, Energy>, held: Held<Condition>) {
    if scene.state().has(held.on, held.kind) {
        scene.cite(rule!("conditions/stacking"));
    }
    cite(scene, held.kind);
    scene.emit(Fact::Gains(held));
    if held.kind == Condition::Restraining && held.amount == UNHINDERED {
        return;
    }
    impose(scene, held.on, held.kind);
}

fn imposed(on: CreatureId, parent: Condition, kind: Condition) -> Held<Condition> {
    Held {
        parent: Some(parent),
        ..Held::plain(on, kind)
    }
}

fn impose(scene: &mut Scene<'_, Energy>, on: CreatureId, parent: Condition) {
    let Some(kind) = daughter(parent) else {
        return;
    };
    let imposed = imposed(on, parent, kind);
    if !scene.state().conditions.on(on).any(|held| *held == imposed) {
        scene.cite(rule!("conditions/daughter-conditions"));
        scene.cite(rule!("conditions/summary"));
        scene.emit(Fact::Gains(imposed));
    }
    impose(scene, on, kind);
}

/// The rules behind a condition that begins.
fn cite(scene: &mut Scene<'_, Energy>, kind: Condition) {
    let rules: &[_] = match kind {
        Condition::Exposed => &[rule!("conditions/exposed"), rule!("exposed/meaning")],
        Condition::Unguarded => &[rule!("conditions/unguarded"), rule!("unguarded/meaning")],
        Condition::Surprised => &[rule!("conditions/surprised"), rule!("surprise/effects")],
        Condition::Dazed => &[rule!("conditions/dazed")],
        Condition::Blinded => &[rule!("conditions/blinded")],
        Condition::Prone => &[rule!("conditions/prone")],
        Condition::Slowed => &[rule!("conditions/slowed")],
        Condition::Shaken => &[rule!("conditions/shaken")],
        Condition::Exhausted => &[rule!("conditions/exhausted")],
        Condition::Restrained => &[
            rule!("conditions/restrained"),
            rule!("maneuvers/restrained-effects"),
        ],
        Condition::Restraining => &[
            rule!("conditions/restraining"),
            rule!("maneuvers/restraining-effects"),
        ],
        Condition::Unconscious => &[rule!("conditions/unconscious"), rule!("unconscious/state")],
        Condition::Helpless => &[rule!("gaps/helpless")],
        Condition::Unaware => &[rule!("gaps/awareness")],
        Condition::Dead => &[],
    };
    for rule in rules {
        scene.cite(*rule);
    }
}

/// Ends one instance with all that it imposes; whoever can see again looks (`gaps/awareness`).
pub(crate) fn end(scene: &mut Scene<'_, Energy>, held: Held<Condition>) {
    scene.emit(Fact::Loses(held));
    let kept_from_seeing = matches!(
        held.kind,
        Condition::Blinded | Condition::Unconscious | Condition::Helpless
    );
    if kept_from_seeing {
        facing::open_eyes(scene, held.on);
    }
}

/// Ends all instances of a condition on a creature that nothing else imposes, if `which` accepts them.
pub(crate) fn end_all(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    which: impl Fn(&Held<Condition>) -> bool,
) {
    let next = |state: &State| {
        let own = |held: &&Held<Condition>| held.parent.is_none() && which(held);
        state.conditions.on(who).find(own).copied()
    };
    while let Some(held) = next(scene.state()) {
        end(scene, held);
    }
}

/// Exposes a creature, once for each reason.
pub(crate) fn expose(scene: &mut Scene<'_, Energy>, who: CreatureId, until: Until) {
    gain(scene, lasting(who, Condition::Exposed, until));
}

/// Makes a creature Unguarded until the end of the Round (`unguarded/duration`, `unguarded/causes`).
pub(crate) fn unguard(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    scene.cite(rule!("unguarded/causes"));
    scene.cite(rule!("unguarded/duration"));
    let until = this_round(scene.state());
    gain(scene, lasting(who, Condition::Unguarded, until));
}

/// Knocks a creature Prone, and down again if it is; whoever kneels no longer does.
pub(crate) fn prone(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    if scene.state().has(who, Condition::Prone) {
        scene.emit(Fact::Falls(who));
    }
    lie(scene, who);
}

/// A creature sinks to the ground, if it does not lie there already: nobody has knocked it down. It stays there until it gets up.
pub(crate) fn lie(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    if scene.state().body(who).kneeling {
        scene.emit(Fact::Flag(who, Flag::Kneeling, false));
    }
    if !scene.state().conditions.on(who).any(lies_for_good) {
        gain(scene, Held::plain(who, Condition::Prone));
    }
}

/// Whether that is a Prone which only getting up ends: neither a Round nor leaving a place does (`conditions/prone`).
fn lies_for_good(held: &Held<Condition>) -> bool {
    held.kind == Condition::Prone
        && held.until == Until::Cleared
        && super::zones::source_of(held).is_none()
}

/// Ends every hold between a creature and those it restrains or is restrained by (`maneuvers/restrain-ends`).
pub(crate) fn let_go(scene: &mut Scene<'_, Energy>, holder: CreatureId, captive: CreatureId) {
    end_all(scene, holder, |held| {
        held.kind == Condition::Restraining && held.toward == Some(captive)
    });
    end_all(scene, captive, |held| {
        held.kind == Condition::Restrained && held.toward == Some(holder)
    });
    // Whoever is left in its hold may be too small to hinder it.
    let slowed = imposed(holder, Condition::Restraining, Condition::Slowed);
    let state = scene.state();
    if !hindered_by_holding(state, holder)
        && state.conditions.on(holder).any(|held| *held == slowed)
    {
        scene.cite(rule!("maneuvers/restraining-effects"));
        end(scene, slowed);
    }
}

/// Lets go of everybody whom a creature restrains that is out of action (`maneuvers/restrain-ends`).
pub(crate) fn let_all_go(scene: &mut Scene<'_, Energy>, holder: CreatureId) {
    let held = |state: &State| captives(state, holder).next();
    while let Some(captive) = held(scene.state()) {
        scene.cite(rule!("maneuvers/restrain-ends"));
        let_go(scene, holder, captive);
    }
}

/// Ends the benefit of Defend, if there is one (`actions/defend-ends`).
pub(crate) fn stop_defending(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    if scene.state().body(who).defending {
        scene.cite(rule!("actions/defend-ends"));
        scene.emit(Fact::Flag(who, Flag::Defending, false));
    }
}

/// The kinds of all conditions of a creature, as their bits together.
pub(crate) fn kinds(state: &State, who: CreatureId) -> u32 {
    let bits = state.conditions.on(who).map(|held| held.kind.bit());
    bits.fold(0, |all, bit| all | bit)
}

/// Those whom a creature restrains, in roster order.
pub(crate) fn captives(state: &State, holder: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    state
        .conditions
        .on(holder)
        .filter(|held| held.kind == Condition::Restraining)
        .filter_map(|held| held.toward)
}

/// Those who restrain a creature, in roster order.
pub(crate) fn holders(state: &State, captive: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    state
        .conditions
        .on(captive)
        .filter(|held| held.kind == Condition::Restrained)
        .filter_map(|held| held.toward)
}

/// Whether a creature is hindered by holding somebody (`maneuvers/restraining-effects`).
#[must_use]
pub(crate) fn hindered_by_holding(state: &State, who: CreatureId) -> bool {
    state
        .conditions
        .on(who)
        .any(|held| held.kind == Condition::Restraining && held.amount != UNHINDERED)
}

/// Holds whose captive is beyond the holder's grasp, or whose holder is out of action, are over (`maneuvers/restrain-ends`).
pub(crate) fn check_holds(scene: &mut Scene<'_, Energy>) {
    loop {
        // Two who have restrained each other let go of each other at once.
        let broken: SmallVec<[(CreatureId, CreatureId); 2]> = broken_holds(scene.state()).collect();
        if broken.is_empty() {
            return;
        }
        scene.cite(rule!("maneuvers/restrain-ends"));
        for (holder, captive) in broken {
            let_go(scene, holder, captive);
        }
    }
}

/// Holds that are over, as holder and captive.
fn broken_holds(state: &State) -> impl Iterator<Item = (CreatureId, CreatureId)> + '_ {
    state.conditions.iter().filter_map(|held| {
        let captive = held
            .toward
            .filter(|_| held.kind == Condition::Restraining)?;
        holds_no_longer(state, held.on, captive).then_some((held.on, captive))
    })
}

fn holds_no_longer(state: &State, holder: CreatureId, captive: CreatureId) -> bool {
    !super::numbers::in_control(state, holder)
        || state.has(holder, Condition::Restrained)
        || !super::numbers::present(state, captive)
        || super::numbers::metres_between(state, holder, captive) > grasp_m(state, holder)
}

/// How far a creature holds on to somebody: as far as its body reaches, and in any case to the next space (`maneuvers/restrain-ends`,
/// `size/reach`).
fn grasp_m(state: &State, holder: CreatureId) -> i16 {
    let reach = super::numbers::reach_m(state, holder, state.unarmed(holder));
    super::numbers::limit_of_reach(state, reach).max(1)
}
