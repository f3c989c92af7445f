//! The policy `simple`: what a creature of this system does when a bot plays it.

mod arming;
mod defending;
mod dragging;
mod moving;
mod riding;
mod unarmed;
mod utilities;
mod worth;

use affray_kernel::CreatureId;

use super::act::{Act, Window};
use super::actions::{self, feats, strike};
use super::rules::numbers::{active, enemies, engaged, unnoticed, yards_between};
use super::rules::{ambush, segments};
use super::state::{Segment, Stance, State};

pub(crate) use moving::PATIENCE;

/// Hits left, of all; nothing where a blow has felled it and it has only its item of the cycle left (`System::vigour`).
pub(crate) fn vigour(state: &State, who: CreatureId) -> i32 {
    let body = state.body(who);
    let hits = i32::from(body.hits) * 1000 / i32::from(state.sheet(who).hits).max(1);
    if body.pending.is_some() {
        hits.min(0)
    } else {
        hits
    }
}

/// The choice of a sensible creature, made without dice. `None`: it leaves the moment to others.
pub(crate) fn simple(state: &State, who: CreatureId, window: &Window) -> Option<Act> {
    Some(match window {
        Window::Ambush => lie_in_ambush(state, who),
        Window::OnGuard => defending::on_guard(state, who),
        Window::Stance(segment) => Act::Stance(stance(state, who, *segment)),
        Window::Item => item(state, who),
        Window::Opportunity { by, .. } => defending::opportunity(state, who, *by),
        Window::Defend { by, strike } => defending::defend(state, who, *by, strike),
    })
}

/// Enemies that can still fight and that it knows of, the nearest first: of those hidden from it it knows nothing
/// (`ambush/concealment`).
fn foes(state: &State, who: CreatureId) -> Vec<CreatureId> {
    let mut foes: Vec<CreatureId> = state
        .creatures()
        .filter(|other| enemies(state, who, *other) && active(state, *other))
        .filter(|other| !unnoticed(state, who, *other))
        .collect();
    foes.sort_by_key(|other| (yards_between(state, who, *other), *other));
    foes
}

/// Whether an act is possible as an item at this moment.
fn legal(state: &State, who: CreatureId, act: &Act) -> bool {
    actions::check(state, who, &Window::Item, act).is_ok()
}

/// An ambush is always taken, on as many of the nearest as can be named and attacked with what need not be kept.
fn lie_in_ambush(state: &State, who: CreatureId) -> Act {
    if !ambush::names_targets(state) {
        return Act::Ambush(Box::default());
    }
    let most = strike::most_from_ambush(state, who);
    let known: Vec<CreatureId> = ambush::targets(state, who).collect();
    let attacks =
        |target| strike::any_of_from_ambush(state, who, target, unarmed::means(state, who));
    let targets: Box<[CreatureId]> = foes(state, who)
        .into_iter()
        .filter(|target| known.contains(target) && attacks(*target))
        .take(most)
        .collect();
    if targets.is_empty() {
        return Act::Pass;
    }
    Act::Ambush(targets)
}

/// The stance in a segment: attacks where its best attack is possible, otherwise waits for the segment where it is.
fn stance(state: &State, who: CreatureId, segment: Segment) -> Stance {
    let body = state.body(who);
    if segment == Segment::Ambush {
        return Stance::Aggressive;
    }
    if body.committed.is_some_and(|own| own != segment) {
        let goes = utilities::wanted(state, who, segment) || is_idle(state, who, segment);
        return if goes {
            Stance::Defensive
        } else {
            Stance::Hold
        };
    }
    if let Some((_, now)) = worth::best(state, who, segment) {
        return if waits_for_better(state, who, segment, now) {
            Stance::Hold
        } else {
            attacking(state, who)
        };
    }
    let moves = segment >= Segment::Movement || feats::any(state, who, segment);
    if utilities::wanted(state, who, segment) {
        Stance::Defensive
    } else if moves && moving::closes(state, who, segment) {
        Stance::ReadyTrade
    } else {
        Stance::Hold
    }
}

/// Whether it has attacked, or waited in vain for an occasion, and had better go where it can attack in the next round.
fn is_idle(state: &State, who: CreatureId, segment: Segment) -> bool {
    segment >= Segment::Movement && !engaged(state, who) && moving::closes(state, who, segment)
}

/// Whether a longer attack in a later segment is worth more than all attacks that are possible now.
fn waits_for_better(state: &State, who: CreatureId, segment: Segment, now: f64) -> bool {
    if segment == Segment::Multiform || engaged(state, who) {
        return false;
    }
    let at = state.body(who).at;
    let later = strike::means_of(state, who)
        .filter(|with| segments::earliest(state, who, *with, at) > segment)
        .map(|with| worth::of_means(state, who, with))
        .fold(0.0, f64::max);
    later > 1.5 * now
}

/// How it attacks: recklessly where nobody of those around strikes back or its own defence is worth little.
fn attacking(state: &State, who: CreatureId) -> Stance {
    if state.body(who).guarded {
        return Stance::Defensive;
    }
    let hard_pressed = 2 * state.body(who).hits < state.sheet(who).hits;
    if engaged(state, who) && hard_pressed && defending::best_chance(state, who) >= 0.4 {
        Stance::ReadyTrade
    } else {
        Stance::Aggressive
    }
}

/// Its item in the segment.
fn item(state: &State, who: CreatureId) -> Act {
    let Some(segment) = state.clock.segment else {
        return Act::Pass;
    };
    if let Some(utility) = utilities::urgent(state, who, segment) {
        return utility;
    }
    if utilities::waits_to_heal(state, who, segment) {
        return Act::Pass;
    }
    let may_attack = state.body(who).committed.is_none_or(|own| own == segment);
    if !keeps_an_action(state, who) {
        if may_attack && let Some((act, worth)) = worth::best(state, who, segment) {
            let search = utilities::search_first(state, who, (segment, worth));
            return search.unwrap_or(act);
        }
        if (may_attack || !engaged(state, who))
            && let Some(act) = moving::approach(state, who, segment)
        {
            return act;
        }
    }
    if let Some(utility) = utilities::useful(state, who, segment) {
        return utility;
    }
    Act::Pass
}

/// Whether the last action is better kept for a defence: somebody near can still strike, and the defence is good.
fn keeps_an_action(state: &State, who: CreatureId) -> bool {
    let body = state.body(who);
    body.actions == 1
        && state.sheet(who).actions > 1
        && body.guard.is_none()
        && body.stance != Some(Stance::Aggressive)
        && defending::best_chance(state, who) >= 0.5
        && foes(state, who).iter().any(|foe| {
            state.body(*foe).actions > 0 && !state.body(*foe).done && engaged(state, *foe)
        })
}
