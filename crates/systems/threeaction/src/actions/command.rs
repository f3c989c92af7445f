//! Command: directing a creature under one's control (`command/action`).

use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use crate::ThreeAction;
use crate::fact::{Doing, Fact, Flag, Number};
use crate::flow;
use crate::ids::{refuse, rule};
use crate::rules::command::{COMMAND_FT, anchor, may_command};
use crate::rules::initiative::has_turn_to_come;
use crate::rules::numbers::{distance_ft, present};
use crate::state::{Condition, State};

/// Whether a creature can be commanded: it is under control, there, near enough, neither Unconscious nor Stunned, aware of the fight, and was
/// not commanded this Round.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, creature: CreatureId) -> Result<(), Refusal> {
    if !may_command(state, who, creature)
        || !present(state, creature)
        || state.clock.order.contains(&creature)
    {
        return Err(refuse!(
            "command/action",
            "{} is not under the control of {}",
            Figure::Creature(creature),
            Figure::Creature(who)
        ));
    }
    if state.body(creature).commanded {
        return Err(refuse!(
            "command/once-per-round",
            "{} was already commanded this Round",
            Figure::Creature(creature)
        ));
    }
    if state.body(creature).unaware {
        return Err(refuse!(
            "rounds/unaware-first-round",
            "{} is unaware of the fight and does not act in its first Round",
            Figure::Creature(creature)
        ));
    }
    if state.has(creature, Condition::Unconscious) {
        return Err(refuse!(
            "unconscious/no-acts",
            "{} is Unconscious: it obeys no Command",
            Figure::Creature(creature)
        ));
    }
    if state.has(creature, Condition::Stunned) {
        return Err(refuse!(
            "stunned/no-acts",
            "{} is Stunned: it obeys no Command",
            Figure::Creature(creature)
        ));
    }
    let distance = distance_ft(state, who, creature);
    if distance > COMMAND_FT {
        return Err(refuse!(
            "command/action",
            "{} is {} away; a Command carries {}",
            Figure::Creature(creature),
            Figure::Feet(i32::from(distance)),
            Figure::Feet(i32::from(COMMAND_FT))
        ));
    }
    Ok(())
}

/// Commands it: from now to the end of the Turn it can use its own Actions (`command/simultaneous-turn`). If another commanded it before, at
/// whose place it would start its Turn later in this Round, it starts it now, so that no Round goes by without (`command/turn-start`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    creature: CreatureId,
) -> Play {
    scene.cite(rule!("command/action"));
    scene.cite(rule!("command/once-per-round"));
    scene.cite(rule!("command/simultaneous-turn"));
    scene.emit(Fact::Does(who, Doing::Command(creature)));
    let follows = anchor(scene.state(), creature) == Some(who);
    if !follows && has_turn_to_come(scene.state(), creature) {
        flow::starts_with_command(scene, creature)?;
    }
    if !present(scene.state(), creature) {
        return Ok(());
    }
    scene.emit(Fact::Flag(creature, Flag::Commanded, true));
    scene.emit(Fact::Commander(creature, Some(who)));
    scene.emit(Fact::Set(creature, Number::ActionsUsed, 0));
    Ok(())
}
