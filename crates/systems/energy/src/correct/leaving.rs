//! A creature is taken out of the fight by the game master's word.

use affray_kernel::CreatureId;
use affray_kernel::notation::Unread;

use crate::fact::Fact;
use crate::state::{Presence, State, Watch};

/// It is gone with all that it has and its zones, nobody watches it any more, and nothing is left that waits for it.
pub(super) fn leaves(state: &State, who: CreatureId) -> Result<Vec<Fact>, Unread> {
    if state.body(who).presence == Presence::Removed {
        let name = &state.sheet(who).name;
        let message = format!("{name} has been taken out of the fight already");
        return Err(Unread::new(message));
    }
    let mut facts = vec![Fact::Presence(who, Presence::Removed)];
    let ended = state.conditions.iter();
    let ended = ended.filter(|held| held.ends_without(who));
    facts.extend(ended.copied().map(Fact::Loses));
    let zones = state.zones.iter().filter(|zone| zone.by == who);
    facts.extend(zones.map(|zone| Fact::ZoneEnds(zone.number)));
    facts.push(Fact::Answered(who));
    for other in state.creatures() {
        let body = state.body(other);
        if body.watch == Watch::Creature(who) {
            facts.push(Fact::Watches(other, Watch::Heading(body.heading)));
        }
        if body.submits.is_some_and(|to| to == who || other == who) {
            facts.push(Fact::Submits(other, None));
        }
    }
    Ok(facts)
}
