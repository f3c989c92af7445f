//! A creature is taken out of the fight by the game master's word.

use affray_kernel::CreatureId;
use affray_kernel::notation::Unread;

use crate::act::Facing;
use crate::fact::{Fact, Flag, When};
use crate::state::{NEVER, Presence, State, Underway};

/// It is gone with all that it has, and nothing is left that waits for it: holds, mounts, spells that it keeps up, what others are about to do
/// to it. What was declared on this count is declared anew.
pub(super) fn leaves(state: &State, who: CreatureId) -> Result<Vec<Fact>, Unread> {
    if state.body(who).presence == Presence::Removed {
        let name = &state.sheet(who).name;
        let message = format!("{name} has been taken out of the fight already");
        return Err(Unread::new(message));
    }
    let mut facts = vec![Fact::Presence(who, Presence::Removed)];
    facts.extend(own_doings(state, who));
    let ended = state.conditions.iter();
    let ended = ended.filter(|held| {
        held.ends_without(who) || held.cause == Some(who) && held.kind.is_distraction()
    });
    facts.extend(ended.copied().map(Fact::Loses));
    let spells = state.spells.iter().filter(|active| active.caster == who);
    facts.extend(spells.map(|active| Fact::Ends(active.number)));
    let pending = state.pending.iter().filter(|pending| pending.on == who);
    facts.extend(pending.copied().map(Fact::Done));
    for other in state.creatures().filter(|other| *other != who) {
        without(state, other, who, &mut facts);
    }
    declared_anew(state, who, &mut facts);
    Ok(facts)
}

/// What the creature itself was doing.
fn own_doings(state: &State, who: CreatureId) -> Vec<Fact> {
    let body = state.body(who);
    let mut facts = Vec::new();
    if body.underway != Underway::Nothing {
        facts.push(Fact::Underway(who, Underway::Nothing));
    }
    if body.run.is_some() {
        facts.push(Fact::Runs(who, None));
    }
    if body.mount.is_some() {
        facts.push(Fact::Mounted(who, None));
    }
    if body.waking.is_some() {
        facts.push(Fact::Wakes(who, None));
    }
    if body.dying_since.is_some() {
        facts.push(Fact::Dying(who, None));
    }
    for (when, count) in [
        (When::Next, body.next),
        (When::Unpetrifies, body.unpetrifies),
        (When::Regenerates, body.regenerates),
        (When::WaitsSince, body.waits_since),
    ] {
        if count != NEVER {
            facts.push(Fact::At(who, when, NEVER));
        }
    }
    facts
}

/// What another creature was doing to one that is gone.
fn without(state: &State, other: CreatureId, gone: CreatureId, facts: &mut Vec<Fact>) {
    let body = state.body(other);
    if body.mount == Some(gone) {
        facts.push(Fact::Mounted(other, None));
    }
    if body.facing == Facing::Creature(gone) {
        facts.push(Fact::Faces(other, Facing::Around));
    }
    if body.pressed_by.contains(&gone) {
        let left = body.pressed_by.iter().copied();
        let left = left.filter(|by| *by != gone).collect();
        facts.push(Fact::Pressed(other, left));
    }
    let at_it = match &body.underway {
        Underway::CoupDeGrace { target, .. } => *target == gone,
        Underway::Treat(patient, ..) => *patient == gone,
        _ => false,
    };
    if at_it {
        let next = state.clock.count.saturating_add(1);
        facts.push(Fact::Underway(other, Underway::Nothing));
        facts.push(Fact::At(other, When::Next, next));
    }
}

fn declared_anew(state: &State, gone: CreatureId, facts: &mut Vec<Fact>) {
    let declared = |who: &CreatureId| state.body(*who).declared.is_some();
    let all: Vec<CreatureId> = state.creatures().filter(declared).collect();
    if all.is_empty() {
        return;
    }
    facts.push(Fact::CarriedOut);
    let others = all.into_iter().filter(|who| *who != gone);
    facts.extend(others.map(|who| Fact::Flag(who, Flag::Decided, false)));
}
