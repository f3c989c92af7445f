//! What creatures do: whether it is possible, and what comes of it.

pub(crate) mod feats;
pub(crate) mod guess;
pub(crate) mod moving;
pub(crate) mod steps;
pub(crate) mod strike;
pub(crate) mod utilities;
pub(crate) mod ways;

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::Segments;
use super::act::{Act, Strike, Utility, Window};
use super::fact::{Fact, Handling};
use super::ids::{refuse, rule};
use super::rules::numbers::{below, usage};
use super::rules::{
    ambush, attack, concentration, defence, on_guard, opportunity, outcomes, stances,
};
use super::state::{Charging, Place, Segment, State};

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
    match (window, act) {
        (_, Act::Surrender) => Ok(()),
        (Window::Ambush, Act::Ambush(targets)) => ambush::check_declaration(state, who, targets),
        (Window::OnGuard, Act::OnGuard(skill)) => on_guard::check(state, who, *skill),
        (Window::Stance(_), Act::Stance(stance)) => stances::check(state, who, *stance),
        (Window::Stance(_), Act::Pass) => Err(refuse!(
            "stances/simultaneous-declaration",
            "say a stance; whoever wants to wait takes Hold"
        )),
        (Window::Opportunity { by, .. }, Act::Opportunity(arm)) => {
            opportunity::check(state, who, *by, *arm)
        }
        (Window::Defend { by, strike }, Act::Defend(defence)) => {
            defence::check(state, (who, *by), strike, defence)
        }
        (_, Act::Pass) => Ok(()),
        (Window::Item, act) => check_item(state, who, act),
        (window, act) => Err(misplaced(who, window, act)),
    }
}

/// Why an act does not belong into a window of somebody's.
fn misplaced(who: CreatureId, window: &Window, act: &Act) -> Refusal {
    let asked = |rule, words| Refusal::new(rule, words).with(Figure::Creature(who));
    match (window, act) {
        (Window::Ambush, _) => asked(
            rule!("round/start-sequence"),
            "now {} declares an ambush, or passes",
        ),
        (Window::OnGuard, _) => asked(
            rule!("on-guard/announce"),
            "now {} goes On-Guard, or passes",
        ),
        (Window::Stance(_) | Window::Item, Act::OnGuard(_)) => refuse!(
            "on-guard/announce",
            "On-Guard is announced at the beginning of the round alone"
        ),
        (Window::Stance(_), _) => asked(
            rule!("stances/simultaneous-declaration"),
            "now {} declares a stance",
        ),
        (Window::Defend { .. }, _) => asked(rule!("defence/timing"), "now {} defends, or passes"),
        (Window::Opportunity { .. }, _) => asked(
            rule!("reaction/opportunity-timing"),
            "now {} makes an attack of opportunity, or passes",
        ),
        (Window::Item, Act::Stance(_)) => refuse!(
            "stances/simultaneous-declaration",
            "stances are declared when the segment is called"
        ),
        (Window::Item, _) => refuse!("stances/exchange", "that is no item of a segment"),
    }
}

fn check_item(state: &State, who: CreatureId, act: &Act) -> Result<(), Refusal> {
    let Some(segment) = state.clock.segment else {
        return Err(refuse!("segments/one-type-each", "no segment is under way"));
    };
    match act {
        Act::Drop(item) => {
            let held = state.held(who).any(|(id, _)| id == *item);
            return if held {
                Ok(())
            } else {
                Err(refuse!(
                    "actions/utility",
                    "the {} is not in hand",
                    Figure::Thing(item.0)
                ))
            };
        }
        Act::Release(number) => {
            let own = state
                .effects
                .iter()
                .any(|effect| effect.number == *number && effect.by == who);
            return if own {
                Ok(())
            } else {
                Err(refuse!(
                    "other-melee/concentration",
                    "there is no such effect to end"
                ))
            };
        }
        _ => {}
    }
    if segment == Segment::Ambush && !matches!(act, Act::Attack(_) | Act::Use(_)) {
        return Err(refuse!(
            "ambush/definition",
            "the Ambush segment is for surprise attacks and short utilities"
        ));
    }
    if segment == Segment::Ambush && state.body(who).ambush.is_none() {
        return Err(refuse!(
            "ambush/reactors-in-the-segment",
            "{} has declared no ambush",
            Figure::Creature(who)
        ));
    }
    match act {
        Act::Attack(strike) => strike::check(state, who, strike, segment),
        Act::Guess(guess) => guess::check(state, who, guess, segment),
        Act::Move(path) => moving::plan(state, who, path, segment).map(|_| ()),
        Act::Feat(feat) => feats::check(state, who, feat, segment),
        Act::Disengage => moving::check_disengage(state, who, segment),
        Act::Flee => moving::check_flee(state, who, segment),
        Act::Use(utility) => utilities::check(state, who, utility, segment),
        act => Err(misplaced(who, &Window::Item, act)),
    }
}

/// Carries out an item, or something free in its stead.
///
/// # Errors
/// Stops if a die or an answer is missing.
pub(crate) fn carry_out(scene: &mut Scene<'_, Segments>, who: CreatureId, act: &Act) -> Play {
    match act {
        Act::Drop(item) => {
            scene.cite(rule!("actions/utility"));
            let at = below(scene.state(), who);
            let place = Place::Ground(at);
            scene.emit(Fact::Handles(who, Handling::Drops, *item, place));
            return Ok(());
        }
        Act::Release(number) => {
            let effects = &scene.state().effects;
            let effect = effects
                .iter()
                .find(|effect| effect.number == *number)
                .copied();
            if let Some(effect) = effect {
                scene.cite(rule!("other-melee/concentration"));
                concentration::lapse(scene, effect);
            }
            return Ok(());
        }
        Act::Surrender => {
            outcomes::surrender(scene, who);
            return Ok(());
        }
        Act::Pass => {
            scene.cite(rule!("stances/pass"));
            scene.emit(Fact::Flag(who, super::fact::Flag::Done, true));
            return Ok(());
        }
        _ => {}
    }
    stances::cite_item(scene, who);
    match act {
        Act::Attack(strike) => strikes(scene, who, strike)?,
        Act::Guess(guess) => guess::carry_out(scene, who, guess)?,
        Act::Move(path) => moving::walk(scene, who, path)?,
        Act::Feat(feat) => feats::carry_out(scene, who, feat)?,
        Act::Disengage => moving::disengage(scene, who)?,
        Act::Flee => moving::flee(scene, who),
        Act::Use(utility) => utilities::carry_out(scene, who, utility)?,
        _ => {}
    }
    scene.emit(Fact::Took(who));
    if scene.state().body(who).actions < 1 && !scene.state().body(who).done {
        scene.emit(Fact::Flag(who, super::fact::Flag::Done, true));
    }
    Ok(())
}

/// An attack, or another part of the preparation of one that takes longer than a round (`multiform-segment/longer-than-a-round`).
fn strikes(scene: &mut Scene<'_, Segments>, who: CreatureId, strike: &Strike) -> Play {
    let state = scene.state();
    let paid = strike::prepared(state, who, strike);
    let (usage, left) = (usage(state, who, strike.with), state.body(who).actions);
    if usage - paid > left {
        scene.cite(rule!("multiform-segment/longer-than-a-round"));
        scene.cite(rule!("segments/carry-over-exception"));
        if paid == 0 {
            // Another target is another attack: what was paid for the first is lost.
            attack::breaks_off(scene, who);
        }
        scene.emit(Fact::Spends(who, left));
        let prepared = Charging {
            strike: *strike,
            paid: paid + left,
        };
        scene.emit(Fact::Charging(who, Some(Box::new(prepared))));
        return Ok(());
    }
    attack::breaks_off(scene, who);
    attack::item(scene, who, strike, paid).map(|_| ())
}

/// Whether any attack on somebody who still fights, with an initiative-affecting skill or without, is legal in a segment
/// (`segments/selection-commits`).
#[must_use]
pub(crate) fn has_attack(state: &State, who: CreatureId, segment: Segment) -> bool {
    strike::any_on_opponents(state, who, segment)
        || segment > Segment::Ambush && feats::any_attack(state, who, segment)
}

/// Whether any attack on somebody who still fights or any initiative-affecting skill is legal in a segment
/// (`round/applicable-segment`).
#[must_use]
pub(crate) fn has_attack_or_feat(state: &State, who: CreatureId, segment: Segment) -> bool {
    strike::any_on_opponents(state, who, segment)
        || feats::any_but_on_fallen(state, who, segment)
        || moving::rushes(state, who) && moving::can_move(state, who, segment)
}

/// Whether a creature has anything legal to do in a segment besides passing (`stances/auto-hold`).
#[must_use]
pub(crate) fn has_item(state: &State, who: CreatureId, segment: Segment) -> bool {
    state.body(who).actions > 0
        && (segment > Segment::Ambush || state.body(who).ambush.is_some())
        && (has_utility(state, who, segment)
            || strike::any(state, who, segment)
            || segment > Segment::Ambush
                && (moves_or_leaves(state, who, segment) || feats::any(state, who, segment)))
}

fn has_utility(state: &State, who: CreatureId, segment: Segment) -> bool {
    utilities::candidates(state, who, &mut |utility: Utility| match utilities::check(
        state, who, &utility, segment,
    ) {
        Ok(()) => ControlFlow::Break(()),
        Err(_) => ControlFlow::Continue(()),
    })
    .is_break()
}

fn moves_or_leaves(state: &State, who: CreatureId, segment: Segment) -> bool {
    moving::check_disengage(state, who, segment).is_ok()
        || moving::check_flee(state, who, segment).is_ok()
        || moving::can_move(state, who, segment)
}
