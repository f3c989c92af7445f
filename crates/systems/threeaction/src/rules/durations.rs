//! How long effects last (`rounds/one-round-duration`, `rounds/multi-round-duration`).

use affray_kernel::condition::{Held, Until};
use affray_kernel::{CreatureId, Scene};

use crate::ThreeAction;
use crate::fact::Fact;
use crate::ids::rule;
use crate::state::{Condition, Phase, State};

/// The end of an effect of so many Rounds that begins now: the start of that many following Turns of the creature whose Turn is running
/// (`rounds/one-round-duration`, `rounds/multi-round-duration`).
pub(crate) fn rounds(state: &State, rounds: u16) -> Until {
    Until::TurnStart(anchor(state), rounds.max(1))
}

/// The rest of the running Turn.
pub(crate) fn rest_of_turn(state: &State) -> Until {
    Until::TurnEnd(anchor(state), 1)
}

/// A Turn has ended, or is put off: a Feint that came too late to end with it, since it was made at the Turn's end, or before the choice to
/// delay, is over now (`feint/success`).
#[inline(always)]
pub(crate) fn turn_is_over(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if !scene.state().conditions.is_empty() {
        feints_end(scene, Until::TurnEnd(who, 1));
    }
}

/// A Round has ended: what the game master let last until then is over.
pub(crate) fn round_is_over(scene: &mut Scene<'_, ThreeAction>, round: u16) {
    while let Some(held) = until_round(scene.state(), round) {
        scene.emit(Fact::Loses(held));
    }
}

fn until_round(state: &State, round: u16) -> Option<Held<Condition>> {
    let is_over =
        |held: &&Held<Condition>| matches!(held.until, Until::Round(last) if last <= round);
    state.conditions.iter().find(is_over).copied()
}

fn feints_end(scene: &mut Scene<'_, ThreeAction>, until: Until) {
    while let Some(held) = feint_until(scene.state(), until) {
        scene.cite(rule!("feint/success"));
        scene.emit(Fact::Loses(held));
    }
}

/// What a Feint has done to somebody until then.
fn feint_until(state: &State, until: Until) -> Option<Held<Condition>> {
    let is_one = |held: &&Held<Condition>| {
        held.kind == Condition::FlatFooted
            && held.until == until
            && held.toward.is_some()
            && held.toward == held.cause
    };
    state.conditions.iter().find(is_one).copied()
}

/// The creature whose Turn is running; between Turns the one whose place came up last.
pub(crate) fn anchor(state: &State) -> CreatureId {
    match state.clock.phase {
        Phase::Turn { who, .. } | Phase::After(who) => who,
        _ => {
            let last = usize::from(state.clock.place).saturating_sub(1);
            state
                .clock
                .order
                .get(last)
                .copied()
                .unwrap_or(CreatureId(0))
        }
    }
}
