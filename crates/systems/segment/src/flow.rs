//! How a fight goes on: rounds, segments, items (`round/*`, `stances/exchange`).

use affray_kernel::condition::{Held, Until};
use affray_kernel::{Ask, CreatureId, Next, Play, Scene};
use smallvec::SmallVec;

use super::Segments;
use super::act::{Act, Window};
use super::actions;
use super::bot::PATIENCE;
use super::fact::{Fact, Flag};
use super::ids::rule;
use super::rules::{ambush, health, on_guard, outcomes, rounds, segments, stances};
use super::state::{Condition, Phase, State};

/// How the fight goes on.
pub(crate) fn next(state: &State) -> Next<Segments> {
    if let Phase::Over(winner) = state.clock.phase {
        return Next::Over(winner);
    }
    if outcomes::decided(state).is_some() {
        return Next::Auto(Act::EndCombat);
    }
    match state.clock.phase {
        Phase::Over(winner) => Next::Over(winner),
        Phase::Beginning => Next::Auto(Act::BeginRound),
        Phase::Ambushes => Next::Auto(Act::Ambushes),
        Phase::OnGuards => Next::Auto(Act::OnGuards),
        Phase::Calling => Next::Auto(segments::next(state).map_or(Act::EndRound, Act::Call)),
        // Within the act of calling only: it is called again if it ever stops there.
        Phase::Declaring => Next::Auto(state.clock.segment.map_or(Act::EndRound, Act::Call)),
        Phase::Acting => item(state),
    }
}

/// Whose item is next in the segment under way.
fn item(state: &State) -> Next<Segments> {
    let next = stances::next(state);
    if stances::cycle_is_over(state, next.map(|(_, turn)| turn)) {
        return Next::Auto(Act::Settle);
    }
    let (Some((who, _)), Some(segment)) = (next, state.clock.segment) else {
        return Next::Auto(Act::Close);
    };
    if !actions::has_item(state, who, segment) {
        return Next::Auto(Act::Idle(who));
    }
    Next::Await {
        must: Ask::open(who, Window::Item),
        may: affray_kernel::Others::<Segments>::new(),
    }
}

/// Carries an act out.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(scene: &mut Scene<'_, Segments>, who: Option<CreatureId>, act: &Act) -> Play {
    match (who, act) {
        (Some(who), act) => actions::carry_out(scene, who, act),
        (None, Act::BeginRound) => rounds::begin(scene),
        (None, Act::Ambushes) => {
            ambush::declare(scene)?;
            ambush::idle(scene);
            let phase = rounds::after_ambushes(scene.state());
            scene.emit(Fact::Phase(phase));
            Ok(())
        }
        (None, Act::OnGuards) => {
            on_guard::announce(scene)?;
            ambush::idle(scene);
            scene.emit(Fact::Phase(Phase::Calling));
            Ok(())
        }
        (None, Act::Call(segment)) => {
            stances::call(scene, *segment)?;
            scene.emit(Fact::Phase(Phase::Acting));
            Ok(())
        }
        (None, Act::Idle(who)) => {
            scene.cite(rule!("stances/exchange"));
            scene.emit(Fact::Flag(*who, Flag::Done, true));
            Ok(())
        }
        (None, Act::Settle) => health::settle_pending(scene),
        (None, Act::Close) => {
            rounds::close(scene);
            Ok(())
        }
        (None, Act::EndRound) => {
            rounds::end(scene);
            Ok(())
        }
        (None, Act::EndCombat) => {
            outcomes::end(scene);
            Ok(())
        }
        (None, _) => Ok(()),
    }
}

/// Drops what nobody will read any more, so that equal situations become equal states.
pub(crate) fn forget(state: &mut State) {
    if state.clock.phase == Phase::Beginning {
        for body in &mut state.bodies {
            body.actions = 0;
            body.moved = 0;
            body.moved_in_segment = 0;
            body.taken = 0;
            body.stance = None;
            body.committed = None;
            body.stepped = false;
            body.reacted = false;
            body.ambushed = false;
        }
        state.clock.segment = None;
    }
    count_anew(state);
}

/// Counts rounds as if this were the second: how far off an end and how long ago a beginning is are all that matters about its number. While
/// somebody lies hidden it matters besides whether the patience of bots is over.
fn count_anew(state: &mut State) {
    let is_hidden = |held: &Held<Condition>| held.kind == Condition::Concealed;
    let kept = if state.conditions.iter().any(is_hidden) {
        PATIENCE + 1
    } else {
        2
    };
    let passed = state.clock.round.saturating_sub(kept);
    if passed == 0 {
        return;
    }
    let earlier = |round: u16| round.saturating_sub(passed);
    state.clock.round = earlier(state.clock.round);
    let timed: SmallVec<[Held<Condition>; 8]> = state
        .conditions
        .iter()
        .filter(|held| matches!(held.until, Until::Round(_)))
        .copied()
        .collect();
    for held in timed {
        if let Until::Round(round) = held.until {
            let until = Until::Round(earlier(round));
            state.conditions.remove(&held);
            state.conditions.add(Held { until, ..held });
        }
    }
    for effect in &mut state.effects {
        effect.since = earlier(effect.since);
    }
    let pending = state
        .bodies
        .iter_mut()
        .filter_map(|body| body.pending.as_mut());
    for pending in pending {
        pending.knocked_out = pending.knocked_out.map(earlier);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sample::{GARRET, OGRE, fight};
    use crate::state::{Maintained, Pending, PowerId};

    /// The sample fight in a round, with all that is counted by rounds: how many they began before it or end after it.
    fn in_round(round: u16) -> State {
        let mut state = unhidden_in(round);
        state
            .conditions
            .add(Held::plain(OGRE, Condition::Concealed));
        state
    }

    /// The same with nobody hidden.
    fn unhidden_in(round: u16) -> State {
        let mut state = fight();
        state.clock.round = round;
        state.conditions.add(Held {
            until: Until::Round(round + 4),
            ..Held::plain(OGRE, Condition::Blinded)
        });
        state.effects.push(Maintained {
            number: 1,
            power: PowerId(4),
            by: GARRET,
            on: GARRET,
            since: round - 1,
        });
        state.bodies[1].pending = Some(Pending {
            dead: false,
            knocked_out: Some(round + 3),
            damaged: false,
            disabled: 0,
            cycle: 0,
        });
        state
    }

    #[test]
    fn situations_are_equal_in_whichever_round_their_ends_are_as_far_off() {
        let second = unhidden_in(2);
        let mut ninth = unhidden_in(9);
        assert_ne!(second, ninth);
        forget(&mut ninth);
        assert_eq!(second, ninth);
    }

    #[test]
    fn while_somebody_is_hidden_it_matters_whether_others_are_still_patient() {
        let fourth = in_round(PATIENCE + 1);
        let mut ninth = in_round(9);
        forget(&mut ninth);
        assert_eq!(fourth, ninth);
    }

    #[test]
    fn the_first_rounds_stay_what_they_are() {
        for round in [1, 2] {
            let mut state = unhidden_in(round);
            forget(&mut state);
            assert_eq!(state, unhidden_in(round));
        }
        for round in 1..=PATIENCE + 1 {
            let mut state = in_round(round);
            forget(&mut state);
            assert_eq!(state, in_round(round));
        }
    }
}
