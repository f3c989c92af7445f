//! Staying alive: getting up and free, stepping aside, catching breath, bracing.

use affray_kernel::Arm;
use affray_kernel::CreatureId;
use affray_kernel::condition::Held;
use affray_kernel::grid::Cell;

use super::known::Known;
use super::{claim, foes, plainly, possible, strongest, worth};
use crate::act::{Act, Action, Aim, Claim, Interrupt, Pay, Step};
use crate::actions::agile_move;
use crate::actions::strike::{is_ranged, reached};
use crate::rules::conditions::{captives, hindered_by_holding, holders};
use crate::rules::numbers::{
    able, enemies, limit_of_reach, longest_reach, metres_between, present, reach_m, within_reach,
};
use crate::rules::swift::During;
use crate::sheet::Working;
use crate::state::{Cause, Condition, PowerId, State};

/// As near as a foe may be, in metres, while somebody looks after friends.
const NEAR_M: i16 = 4;

/// As near, in metres, as a foe has to be to come and strike within a Round.
pub(super) const STRIKES_M: i16 = 8;

/// Gets free, up, and back to its breath.
pub(super) fn act(state: &State, who: CreatureId) -> Option<Act> {
    if state.has(who, Condition::Restrained) {
        let from = holders(state, who).next();
        return claim(state, who, Action::Escape(from, strongest(state, who)));
    }
    if state.has(who, Condition::Prone) {
        return claim(state, who, Action::Kneel);
    }
    let spent = state.body(who).stamina < 5 && state.body(who).stamina < state.sheet(who).stamina;
    let alone = foes(state, who)
        .first()
        .is_none_or(|foe| metres_between(state, who, *foe) > 6);
    if spent && alone {
        return claim(state, who, Action::CatchBreath);
    }
    None
}

/// Shakes off what hampers it, with no Stamina that would be missed: a daze before it does anything, and what slows it while it has a way
/// to go (`gaps/spells`).
pub(super) fn shake(state: &State, who: CreatureId, during: During) -> Option<Interrupt> {
    let is_on_a_way = during.is_some() || is_far_from_all(state, who);
    let wanted = |condition| match condition {
        Condition::Slowed => is_on_a_way,
        condition => condition == Condition::Dazed && during.is_none(),
    };
    let spare = super::spare_stamina(state, who);
    let ids = state
        .sheet(who)
        .powers
        .iter()
        .map(|number| PowerId(*number));
    ids.filter(|id| {
        let power = state.power(*id);
        let Working::Shake { condition } = power.works else {
            return false;
        };
        wanted(condition) && state.has(who, condition) && i16::from(power.stamina) <= spare
    })
    .map(|id| Interrupt::Use(id, Aim::Oneself, Pay::PLAIN))
    .find(|given| possible(state, who, given, during))
}

/// Whether there are foes, all of them out of its Reach, and Energy to go there.
fn is_far_from_all(state: &State, who: CreatureId) -> bool {
    let limit = limit_of_reach(state, longest_reach(state, who));
    let foes = foes(state, who);
    let nearest = foes
        .iter()
        .map(|foe| metres_between(state, who, *foe))
        .min();
    state.body(who).energy > 0 && nearest.is_some_and(|metres| metres > limit)
}

/// Lets go of whoever is less dangerous than oneself: whoever holds does not attack (`maneuvers/restraining-effects`).
pub(super) fn let_go(state: &State, who: CreatureId) -> Option<Act> {
    if !hindered_by_holding(state, who) || state.body(who).energy < 2 {
        return None;
    }
    let captive = captives(state, who).next()?;
    let pays = worth::threat(state, captive, who) > worth::threat(state, who, captive);
    (!pays).then_some(Act::Release(captive))
}

/// Wakes a friend who sleeps beside it, or goes to one while no foe is near (`unconscious/wake-sleep`).
pub(super) fn rouse(state: &State, who: CreatureId) -> Option<Act> {
    let foes = foes(state, who);
    let nearest = *foes.first()?;
    let mut sleepers: Vec<CreatureId> = state
        .creatures()
        .filter(|other| {
            !enemies(state, who, *other)
                && present(state, *other)
                && state.body(*other).causes == Cause::Sleep.bit()
        })
        .collect();
    sleepers.sort_by_key(|other| (metres_between(state, who, *other), *other));
    let sleeper = *sleepers.first()?;
    let far = metres_between(state, who, sleeper);
    if far <= 1 {
        return claim(state, who, Action::Rouse(sleeper));
    }
    let at_peace = metres_between(state, who, nearest) > NEAR_M.max(far);
    let others = state
        .creatures()
        .filter(|other| !enemies(state, who, *other) && able(state, *other) && *other != who);
    let first = others
        .map(|other| metres_between(state, other, sleeper))
        .all(|metres| metres >= far);
    if at_peace && first {
        super::moving::go_near(state, who, state.space(sleeper), 1)
    } else {
        None
    }
}

/// With its last Energy it hides, or Defends, if anybody is near enough to hurt it; Stamina goes into that only for the Unguarded whom
/// somebody can still attack this Round.
pub(super) fn brace(state: &State, who: CreatureId) -> Option<Act> {
    let near = |foe: &CreatureId| metres_between(state, who, *foe) <= STRIKES_M;
    let own = |kind: Condition| {
        let of = |held: &Held<Condition>| held.parent.is_none() && held.kind == kind;
        state.conditions.on(who).any(of)
    };
    let open = own(Condition::Exposed) || own(Condition::Unguarded);
    let foes = foes(state, who);
    if !open && let Some(hides) = super::hiding::with_the_rest(state, who) {
        return Some(hides);
    }
    if !foes.iter().any(near) || (state.body(who).defending && !open) {
        return None;
    }
    let threatened = own(Condition::Unguarded)
        && foes
            .iter()
            .any(|foe| near(foe) && state.body(*foe).energy > 0);
    if threatened {
        return claim(state, who, Action::Defend);
    }
    plainly(state, who, Action::Defend)
}

/// Steps out of the Reach of whoever strikes at it, by an Agile Move (`interrupts/not-rolls`); whoever is out of it already stays, and so does
/// whoever would only be followed.
pub(super) fn evade(state: &State, who: CreatureId, actor: CreatureId) -> Option<Act> {
    let doing = state.doing(actor)?;
    let with = match &doing.action {
        Action::Attack(strike) if strike.target == who && !is_ranged(state, actor, strike) => {
            strike.with
        }
        Action::Maneuver(attempt) if attempt.target == who => attempt.with,
        _ => return None,
    };
    reached(state, actor, who, with).ok()?;
    let known = Known::new(state);
    let to = way_out(&known, who, actor, with)?;
    if follows(&known, actor, who, (with, to)) {
        return None;
    }
    Some(Act::Interrupt(Interrupt::AgileMove(to)))
}

/// Whether an attacker could step after somebody who has gone there: it has Agility, and its attack pays for an Agile Move.
fn follows(known: &Known<'_>, actor: CreatureId, who: CreatureId, (with, to): (Arm, Cell)) -> bool {
    let state = known.state;
    let reach = reach_m(state, actor, with);
    is_ready(state, actor)
        && known.steps(actor).into_iter().any(|step| {
            let metres = state
                .grid()
                .distance(state.space_at(actor, step), state.space_at(who, to));
            within_reach(state, i16::try_from(metres).unwrap_or(i16::MAX), reach)
        })
}

/// Whether a creature can make an Agile Move, if there is a place for it.
fn is_ready(state: &State, who: CreatureId) -> bool {
    state.body(who).agility >= 1
        && agile_move::credits(state, who) >= 1
        && agile_move::able_to_move(state, who).is_ok()
        && !state.has(who, Condition::Slowed)
}

/// Whether a creature at a place would be within so much Reach of somebody.
fn touches(state: &State, foe: CreatureId, reach: i16, (who, to): (CreatureId, Cell)) -> bool {
    let metres = state
        .grid()
        .distance(state.space_at(who, to), state.space(foe));
    within_reach(state, i16::try_from(metres).unwrap_or(i16::MAX), reach)
}

/// Whether an Agile Move leads out of an attacker's Reach.
pub(super) fn has_way_out(
    known: &Known<'_>,
    who: CreatureId,
    actor: CreatureId,
    with: Arm,
) -> bool {
    let state = known.state;
    let reach = reach_m(state, actor, with);
    let mut steps = is_ready(state, who).then(|| known.steps(who)).into_iter();
    steps.any(|steps| {
        let mut steps = steps.into_iter();
        steps.any(|to| !touches(state, actor, reach, (who, to)))
    })
}

/// Where an Agile Move leads out of an attacker's Reach, if one can be made: to the place that fewest other foes reach.
fn way_out(known: &Known<'_>, who: CreatureId, actor: CreatureId, with: Arm) -> Option<Cell> {
    let state = known.state;
    if !is_ready(state, who) {
        return None;
    }
    let reach = reach_m(state, actor, with);
    let foes = foes(state, who);
    let steps = known.steps(who).into_iter();
    steps
        .filter(|to| !touches(state, actor, reach, (who, *to)))
        .min_by_key(|to| {
            let strikes =
                |foe: &&CreatureId| touches(state, **foe, longest_reach(state, **foe), (who, *to));
            foes.iter().filter(strikes).count()
        })
}

/// Challenges an attack that may well be its last, to brace itself first; only where that changes something: it lies open.
pub(super) fn forestall(
    state: &State,
    who: CreatureId,
    actor: CreatureId,
    step: Step,
) -> Option<Act> {
    let doing = state.doing(actor)?;
    let aimed = doing.action.attacked() == Some(who) && step == Step::Declared;
    let open = state.has(who, Condition::Exposed) && !state.body(who).defending;
    if !aimed || !open {
        return None;
    }
    let grave = is_grave(state, who, worth::threat(state, actor, who));
    grave.then_some(Act::Challenge(Claim {
        action: Action::Defend,
        pay: Pay::PLAIN,
    }))
}

/// Whether somebody whose action is challenged keeps its Initiative roll for later (`initiative/decline`): it lies open, somebody else may
/// fell it with one blow this Round, which it could only forestall by that roll, and that weighs more than its own action.
pub(super) fn keeps_roll(state: &State, who: CreatureId, by: CreatureId) -> bool {
    if !state.has(who, Condition::Exposed) || state.body(who).defending {
        return false;
    }
    let strikes = |foe: &CreatureId| {
        let limit = limit_of_reach(state, longest_reach(state, *foe));
        *foe != by
            && able(state, *foe)
            && state.body(*foe).energy > 0
            && metres_between(state, who, *foe) <= limit
    };
    let threats = foes(state, who).into_iter().filter(strikes);
    let worst = threats.map(|foe| worth::threat(state, foe, who)).max();
    worst.is_some_and(|worst| is_grave(state, who, worst) && worst > stake(state, who))
}

/// What the action of somebody may come to that is not first with it, in thousandths of points of damage: all of a maneuver, for which the
/// other would not lie open any more.
fn stake(state: &State, who: CreatureId) -> i32 {
    match state.doing(who).map(|doing| &doing.action) {
        Some(Action::Attack(strike)) => worth::expected(state, who, strike),
        Some(Action::Maneuver(_)) => worth::WOUND * worth::SURE,
        _ => 0,
    }
}

/// Whether a blow of so much harm, in thousandths, may be the last.
fn is_grave(state: &State, who: CreatureId, harm: i32) -> bool {
    i32::from(state.body(who).aura) * worth::SURE <= harm
}
