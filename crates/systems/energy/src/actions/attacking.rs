//! An attack in progress, together with the attacks of those who have won the Initiative against it
//! (`action-order/simultaneous-challenge`, `actions/attack-with-approach`).

use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};
use smallvec::SmallVec;

use super::moving::Went;
use super::{
    Standing, agile_move, aim, comes_to_nothing, cost, declared, ended, finish, still_possible,
};
use crate::Energy;
use crate::act::{Action, Claim, Step};
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::rules::conditions::{kinds, unguard};
use crate::rules::defenses::Seen;
use crate::rules::facing;
use crate::rules::maneuvers::exposed;
use crate::rules::numbers::able;
use crate::rules::price::free_energy;
use crate::state::{Condition, Doing, State};
use crate::volley;
use crate::windows::{self, Winners};

/// An attack: its window, then its rolls together with those of whoever won the Initiative against it
/// (`action-order/simultaneous-challenge`).
pub(super) fn attack(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    action: &Action,
) -> Play<Went> {
    let hampered = close_in(scene, who, action);
    let opened = windows::open_after(scene, (who, hampered), Step::Declared, true)?;
    // Who has won the Initiative attacks, whether or not the one who was challenged goes on.
    let winners = join_in(scene, &opened.winners)?;
    let goes_on = !opened.stopped && ready(scene, who, action)?;
    let mut attackers: Attackers = winners.iter().copied().collect();
    attackers.extend(goes_on.then_some(who));
    attackers.retain(|other| may_go_on(scene, *other));
    let moved = has_moved(scene.state(), who);
    if !attackers.is_empty() {
        volley::together(scene, &attackers)?;
    }
    for winner in winners {
        let went = arrived(attackers.contains(&winner));
        let doing = scene.state().doing(winner);
        if let Some(action) = doing.map(|doing| doing.action.clone()) {
            finish(scene, winner, &action, went)?;
        }
    }
    Ok(if opened.stopped {
        ended(opened.reacted || moved)
    } else {
        arrived(attackers.contains(&who))
    })
}

/// Those whose attacks are rolled together, in the order of the rolls.
type Attackers = SmallVec<[CreatureId; 2]>;

const fn arrived(attacked: bool) -> Went {
    if attacked { Went::Arrived } else { Went::Ended }
}

/// Whether Agile Moves of an action in progress have been made.
pub(super) fn has_moved(state: &State, who: CreatureId) -> bool {
    state.doing(who).is_some_and(|doing| doing.borrowed > 0)
}

/// Agile Moves declared with an action are made in its declaration window, one a pass (`actions/attack-with-approach`).
/// Whether they have put the attacker into a condition.
pub(super) fn close_in(scene: &mut Scene<'_, Energy>, who: CreatureId, action: &Action) -> bool {
    let before = kinds(scene.state(), who);
    let from = scene.state().body(who).at;
    for to in action.approach() {
        scene.cite(rule!("actions/attack-with-approach"));
        agile_move::make(scene, who, *to);
    }
    // An Agile Move is something done, whatever becomes of the action.
    if scene.state().body(who).at != from {
        volley::acts(scene, who);
    }
    if let Some(target) = action.attacked()
        && may_turn(scene.state(), who)
        && able(scene.state(), who)
    {
        facing::turn_to(scene, who, target);
    }
    kinds(scene.state(), who) & !before != 0
}

/// Whether a creature turns in its own action: a challenger, who acts in somebody else's, does not (`facing/turning-free`).
fn may_turn(state: &State, who: CreatureId) -> bool {
    state.doing(who).is_some_and(|doing| doing.open)
}

/// Whoever has won the Initiative with an attack on the moment of another declares it: from now on its price is reserved, and what hampers
/// its target counts. Whether it could (`initiative/challenge`, `incomplete/spent-as-results-occur`, `melee/effects-during-attack`).
pub(crate) fn declare(scene: &mut Scene<'_, Energy>, who: CreatureId, claim: &Claim) -> bool {
    let price = match aim(scene.state(), who, claim, false) {
        Ok(price) => price,
        Err(refusal) => {
            windows::lose(scene, who, &claim.action, &refusal);
            return false;
        }
    };
    let declared = declared(scene.state(), who, claim, (price, Standing::FIRST));
    scene.cite(rule!("action-order/simultaneous-challenge"));
    scene.cite(rule!("actions/must-afford"));
    scene.emit(Fact::Declares(declared));
    if let Action::Moving(..) = claim.action {
        close_in(scene, who, &claim.action);
    }
    true
}

/// The attacks of winners, which are rolled together with the one they answer, each have their own window; they can be interrupted, not
/// challenged. One that has become impossible is over (`incomplete/attack-example`).
fn join_in(scene: &mut Scene<'_, Energy>, winners: &Winners) -> Play<SmallVec<[CreatureId; 1]>> {
    let mut joined = SmallVec::new();
    for winner in winners {
        let who = winner.who;
        let Some(action) = scene.state().doing(who).map(|doing| doing.action.clone()) else {
            continue;
        };
        if goes_through(scene, who, &action)? {
            joined.push(who);
        } else {
            finish(scene, who, &action, Went::Ended)?;
        }
    }
    Ok(joined)
}

/// The steps of a winner's attack before the rolls; whether it comes to them.
fn goes_through(scene: &mut Scene<'_, Energy>, who: CreatureId, action: &Action) -> Play<bool> {
    if !able(scene.state(), who) {
        return Ok(false);
    }
    let hampered = close_in(scene, who, action);
    if !hampered && !may_go_on(scene, who) {
        return Ok(false);
    }
    let opened = windows::open_after(scene, (who, hampered), Step::Declared, false)?;
    Ok(!opened.stopped && ready(scene, who, action)?)
}

/// The last step before an attack's rolls: whoever tries a Combat Maneuver on somebody not Exposed becomes Unguarded, and others may
/// step in (`maneuvers/target-not-exposed`). Whether its actor goes on and the attack is still possible.
fn ready(scene: &mut Scene<'_, Energy>, who: CreatureId, action: &Action) -> Play<bool> {
    let Action::Maneuver(attempt) = action else {
        return Ok(may_go_on(scene, who));
    };
    if !may_go_on(scene, who) {
        return Ok(false);
    }
    let seen = Seen(
        scene
            .state()
            .doing(who)
            .map_or(0, |doing| doing.seen_on_target),
    );
    if exposed(scene.state(), attempt.target, who, seen) {
        return Ok(true);
    }
    scene.cite(rule!("maneuvers/target-not-exposed"));
    unguard(scene, who);
    let opened = windows::open(scene, who, Step::Unguarded, true)?;
    Ok(!opened.stopped && may_go_on(scene, who))
}

/// Whether the attack in progress of a creature is still possible; why it is not is told.
fn may_go_on(scene: &mut Scene<'_, Energy>, who: CreatureId) -> bool {
    let possible = still_possible(scene.state(), who);
    if !possible {
        comes_to_nothing(scene, who);
    }
    possible
}

/// Energy that an attack in progress costs beyond what was reserved for it: the blow was meant for somebody who would not defend itself, and
/// now does (`melee/cost`, `melee/single-strike`, `maneuvers/definition`).
#[must_use]
pub(crate) fn dearer(state: &State, doing: &Doing) -> i16 {
    if !matches!(doing.action, Action::Attack(_) | Action::Maneuver(_)) {
        return 0;
    }
    // Whoever could not defend itself at any moment of the attack is hit by a single blow in any case.
    let seen = Seen(doing.seen_on_target);
    if seen.had(Condition::Unconscious) || seen.had(Condition::Helpless) {
        return 0;
    }
    let due = cost(state, doing.who, &doing.action).energy;
    (due - doing.energy - doing.swaps).max(0)
}

/// Whether an attack in progress can be paid for as it is now made: what it costs beyond what was reserved comes out of the Energy that is
/// free (`actions/must-afford`).
///
/// # Errors
/// What it lacks.
pub(super) fn covered(state: &State, doing: &Doing) -> Result<(), Refusal> {
    let (more, have) = (dearer(state, doing), free_energy(state, doing.who));
    if more == 0 || more <= have {
        return Ok(());
    }
    Err(refuse!(
        "actions/must-afford",
        "against somebody who defends itself it costs {} Energy more, and {} are left",
        Figure::Number(i32::from(more)),
        Figure::Number(i32::from(have.max(0)))
    ))
}
