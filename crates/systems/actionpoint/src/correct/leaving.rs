//! A creature is taken out of the fight by the game master's word.

use affray_kernel::CreatureId;
use affray_kernel::notation::Unread;

use crate::fact::Fact;
use crate::rules::turns;
use crate::state::{Condition, Phase, Presence, State};

/// It is gone with all that it has, and it has no turn any more. Nor has it a place in the order, unless somebody waits for that to come
/// up (`saving-your-turn/when-it-comes`).
pub(super) fn leaves(state: &State, who: CreatureId) -> Result<Vec<Fact>, Unread> {
    if state.body(who).presence == Presence::Removed {
        let name = &state.sheet(who).name;
        let message = format!("{name} has been taken out of the fight already");
        return Err(Unread::new(message));
    }
    let mut facts = vec![Fact::Presence(who, Presence::Removed)];
    let ended = state.conditions.iter();
    let ended = ended.filter(|held| {
        let is_caught = held.on == who && held.kind == Condition::Grappled;
        is_caught || held.ends_without(who)
    });
    facts.extend(ended.copied().map(Fact::Loses));
    let running = state.running.iter().filter(|running| running.on == who);
    facts.extend(running.map(|running| Fact::RunsOut(who, running.spell)));
    let awaited = turns::is_awaited(state, who);
    for other in state.creatures() {
        let body = state.body(other);
        if !awaited && body.after.is_some_and(|after| after == who || other == who) {
            facts.push(Fact::Saves(other, None));
        }
        if other == who && !body.feints.is_empty() {
            facts.push(Fact::Feints(other, None));
        } else if body.feints.contains(&who) {
            facts.push(Fact::NoFeint(other, who));
        }
    }
    if matches!(state.clock.phase, Phase::Turn { who: whose, .. } if whose == who) {
        facts.push(Fact::TurnOver(who));
        facts.push(Fact::Phase(Phase::Between));
    }
    let order = &state.clock.order;
    if !awaited && order.contains(&who) {
        let left = order.iter().copied().filter(|other| *other != who);
        facts.push(Fact::Order(left.collect()));
    }
    Ok(facts)
}
