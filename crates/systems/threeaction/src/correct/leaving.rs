//! A creature is taken out of the fight by the game master's word.

use affray_kernel::condition::{Held, Until};
use affray_kernel::notation::Unread;
use affray_kernel::{CreatureId, System as _};

use crate::ThreeAction;
use crate::fact::{Fact, Flag, Number};
use crate::rules::falling::is_supported;
use crate::rules::flying::can_stay_up;
use crate::rules::numbers::present;
use crate::sheet::Effect;
use crate::state::{Condition, Phase, Presence, Running, State};

/// It is gone with all that it has, the Spells that it runs and the creatures that these have called. Its place in the order stays, without
/// a Turn, since what lasts for a number of Rounds is counted there.
pub(super) fn leaves(state: &State, who: CreatureId) -> Result<Vec<Fact>, Unread> {
    if state.body(who).presence == Presence::Removed {
        let name = &state.sheet(who).name;
        let message = format!("{name} has been taken out of the fight already");
        return Err(Unread::new(message));
    }
    let mut facts = taken(state, who, Presence::Removed);
    let running = state.spells.iter().filter(|running| running.caster == who);
    for running in running {
        if let Some(called) = called(state, running).filter(|called| *called != who) {
            facts.extend(taken(state, called, Presence::Elsewhere));
        }
        facts.push(Fact::SpellEnds(running.number));
    }
    if matches!(state.clock.phase, Phase::Turn { who: whose, .. } if whose == who) {
        facts.push(Fact::HadTurn(who, state.clock.round));
        facts.push(Fact::Phase(Phase::After(who)));
    }
    facts.extend(left_in_the_air(state, &facts));
    Ok(facts)
}

/// Of those whom nothing holds up any more once that has happened, who has wings that carry it flies, as whoever starts out there does, with
/// its rider. The others begin to fall; they come down in their next Turn (`falling/long-fall`).
pub(super) fn left_in_the_air(state: &State, facts: &[Fact]) -> Vec<Fact> {
    let mut after = state.clone();
    for fact in facts {
        ThreeAction::apply(&mut after, fact);
    }
    let loses_hold = |after: &State, who: CreatureId| {
        let was_held = present(state, who) && is_supported(state, who);
        was_held && present(after, who) && !is_supported(after, who)
    };
    let mut left = Vec::new();
    for who in state.creatures() {
        let body = after.body(who);
        let flies = body.mount.is_none() && !body.squeezing && can_stay_up(&after, who);
        if flies && loses_hold(&after, who) {
            let spreads_wings = Fact::Flag(who, Flag::Flying, true);
            ThreeAction::apply(&mut after, &spreads_wings);
            left.push(spreads_wings);
        }
    }
    let fall = state.creatures().filter(|who| loses_hold(&after, *who));
    left.extend(fall.map(|who| Fact::Falling(who, Some(0))));
    left
}

/// The creature that a running Spell has called.
fn called(state: &State, running: &Running) -> Option<CreatureId> {
    let spell = state.cast.spells.get(usize::from(running.spell.0))?;
    let summons = matches!(spell.effect, Effect::Summon { .. });
    running.target.filter(|_| summons)
}

/// A creature is no longer there, and nothing is left of what it was doing and of what others do with it.
fn taken(state: &State, who: CreatureId, presence: Presence) -> Vec<Fact> {
    let mut facts = vec![Fact::Presence(who, presence)];
    facts.extend(own_doings(state, who));
    let ended = state.conditions.iter().filter(|held| ends(held, who));
    facts.extend(ended.copied().map(Fact::Loses));
    for other in state.creatures().filter(|other| *other != who) {
        let body = state.body(other);
        if body.mount == Some(who) {
            facts.push(Fact::Mounted(other, None));
        }
        if body.commander == Some(who) {
            facts.push(Fact::Flag(other, Flag::Commanded, false));
            facts.push(Fact::Commander(other, None));
        }
    }
    facts
}

/// Whether a condition holds toward the creature, or is its own and not for good.
fn ends(held: &Held<Condition>, who: CreatureId) -> bool {
    let own = held.on == who && (held.toward.is_some() || held.until != Until::Cleared);
    held.toward == Some(who) || own
}

/// What the creature itself was doing.
fn own_doings(state: &State, who: CreatureId) -> Vec<Fact> {
    let body = state.body(who);
    let flags = [
        (Flag::Delaying, body.delaying),
        (Flag::Commanded, body.commanded),
        (Flag::Flying, body.flying),
        (Flag::Hanging, body.hanging),
        (Flag::Squeezing, body.squeezing),
        (Flag::BeganAirless, body.began_airless),
        (Flag::JumpPrepared, body.jump_prepared),
        (Flag::Unaware, body.unaware),
    ];
    let flags = flags.into_iter().filter(|(_, set)| *set);
    let mut facts: Vec<Fact> = flags
        .map(|(flag, _)| Fact::Flag(who, flag, false))
        .collect();
    for (number, set) in [
        (Number::Dodges, body.dodges > 0),
        (Number::Airless, body.airless > 0),
    ] {
        if set {
            facts.push(Fact::Set(who, number, 0));
        }
    }
    let others = [
        (body.readied.is_some(), Fact::Readies(who, None)),
        (body.moving.is_some(), Fact::Moving(who, None)),
        (body.falling_ft.is_some(), Fact::Falling(who, None)),
        (body.drift.is_some(), Fact::Drifts(who, None)),
        (body.task.is_some(), Fact::Task(who, None)),
        (body.mount.is_some(), Fact::Mounted(who, None)),
        (!body.passing.is_empty(), Fact::Passing(who, None)),
    ];
    facts.extend(
        others
            .into_iter()
            .filter(|(set, _)| *set)
            .map(|(_, fact)| fact),
    );
    facts
}
