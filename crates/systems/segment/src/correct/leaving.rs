//! A creature is taken out of the fight by the game master's word.

use affray_kernel::CreatureId;
use affray_kernel::notation::Unread;

use crate::fact::Fact;
use crate::state::{Condition, Presence, State};

/// It is gone with all that it has and maintains, and nothing is left that waits for it.
pub(super) fn leaves(state: &State, who: CreatureId) -> Result<Vec<Fact>, Unread> {
    if state.body(who).presence == Presence::Removed {
        let name = &state.sheet(who).name;
        let message = format!("{name} has been taken out of the fight already");
        return Err(Unread::new(message));
    }
    let mut facts = vec![Fact::Presence(who, Presence::Removed)];
    facts.extend(own_doings(state, who));
    let effects = state.effects.iter();
    let effects = effects.filter(|effect| effect.by == who || effect.on == who);
    facts.extend(effects.map(|effect| Fact::Lapses(effect.number)));
    let ended = state.conditions.iter().filter(|held| {
        let blinded = held.kind == Condition::Blinded && held.cause == Some(who);
        held.ends_without(who) || blinded
    });
    facts.extend(ended.copied().map(Fact::Loses));
    for other in state.creatures().filter(|other| *other != who) {
        without(state, other, who, &mut facts);
    }
    Ok(facts)
}

/// What the creature itself was doing.
fn own_doings(state: &State, who: CreatureId) -> Vec<Fact> {
    let body = state.body(who);
    let mut facts = Vec::new();
    if body.actions > 0 {
        facts.push(Fact::Spends(who, body.actions));
    }
    if body.guard.is_some() {
        facts.push(Fact::Guard(who, None));
    }
    if body.ambush.is_some() {
        facts.push(Fact::Ambush(who, None));
    }
    if body.pending.is_some() {
        facts.push(Fact::Pending(who, None));
    }
    if body.charging.is_some() {
        facts.push(Fact::Charging(who, None));
    }
    facts
}

/// What another creature was doing to one that is gone.
fn without(state: &State, other: CreatureId, gone: CreatureId, facts: &mut Vec<Fact>) {
    let body = state.body(other);
    if let Some(targets) = body
        .ambush
        .as_ref()
        .filter(|targets| targets.contains(&gone))
    {
        let left = targets.iter().copied();
        let left = left.filter(|target| *target != gone).collect();
        facts.push(Fact::Ambush(other, Some(left)));
    }
    let charging = body.charging.as_deref();
    if charging.is_some_and(|charging| charging.strike.target == gone) {
        facts.push(Fact::Charging(other, None));
    }
}
