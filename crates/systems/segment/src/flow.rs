//! How a fight goes on: rounds, segments, items (`round/*`, `stances/exchange`).

use affray_kernel::{Ask, CreatureId, Next, Play, Scene};

use super::Segments;
use super::act::{Act, Window};
use super::actions;
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
        }
        state.clock.segment = None;
    }
    let timed = state
        .conditions
        .iter()
        .any(|held| held.kind == Condition::KnockedOut);
    if !timed && state.effects.is_empty() {
        state.clock.round = state.clock.round.min(2);
    }
}
