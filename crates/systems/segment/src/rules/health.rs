//! Hits, unconsciousness, death and healing (`health/*`).

use affray_kernel::condition::{Held, Until};
use affray_kernel::grid::Space;
use affray_kernel::{CreatureId, ItemId, Play, RuleId, Scene};
use smallvec::SmallVec;

use super::modifiers::damaged;
use super::{ambush, concentration, damage_effects, falls, numbers};
use crate::Segments;
use crate::fact::{Fact, Flag, Harm};
use crate::ids::rule;
use crate::sheet::{DamageType, TradeTiming};
use crate::state::{Condition, Pending, Phase, Place, Presence, Stance, State};

/// What a blow leaves of somebody, besides its damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Felled {
    /// Killed outright (`damage-effects/kill-shot`).
    pub(crate) killed: bool,
    /// Knocked out until the end of that round (`damage-effects/knockout`).
    pub(crate) knocked_out: Option<u16>,
    /// Parts whose use is lost only after the cycle, as bits (`stances/tie-break`).
    pub(crate) disabled: u32,
}

/// Takes hits away (`health/hits`).
pub(crate) fn harm(
    scene: &mut Scene<'_, Segments>,
    who: CreatureId,
    (amount, kind): (i16, DamageType),
    why: Harm,
) {
    scene.cite(rule!("health/hits"));
    let before = damaged(scene.state(), who);
    scene.emit(Fact::Harmed {
        who,
        amount,
        kind,
        why,
    });
    if !before && damaged(scene.state(), who) {
        scene.cite(rule!("condition/damaged"));
    }
}

/// What so few hits make of somebody with such a Constitution (`health/unconscious`, `health/dead`).
#[must_use]
pub(crate) const fn by_hits(hits: i16, constitution: i16) -> Option<Condition> {
    if hits > 0 {
        None
    } else if hits <= constitution.saturating_neg() {
        Some(Condition::Dead)
    } else {
        Some(Condition::Unconscious)
    }
}

/// Whether so few hits are death (`health/dead`).
#[inline]
#[must_use]
pub(crate) fn dies(state: &State, who: CreatureId) -> bool {
    let (hits, constitution) = (state.body(who).hits, state.sheet(who).constitution);
    matches!(by_hits(hits, constitution), Some(Condition::Dead))
}

/// What hits and a blow's effect make of a creature: it falls unconscious, is knocked out or dies; in trades that count as simultaneous
/// only after the cycle (`stances/tie-break`).
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn settle(
    scene: &mut Scene<'_, Segments>,
    who: CreatureId,
    by: Option<CreatureId>,
    (felled, was_damaged): (Felled, bool),
) -> Play {
    let state = scene.state();
    let dead = felled.killed || dies(state, who);
    let out = dead || felled.knocked_out.is_some() || state.body(who).hits <= 0;
    // A part that is lost later is kept back although this blow fells nobody: another one has.
    let is_kept = out || felled.disabled != 0;
    if !is_kept || state.has(who, Condition::Dead) {
        return Ok(());
    }
    let pending = match state.body(who).pending {
        // Whoever strikes somebody felled adds to what happens after the cycle.
        Some(before) => Some(with_another(before, felled)),
        None => by
            .filter(|by| keeps_its_item(state, who, *by))
            .map(|by| kept_back(felled, was_damaged, state.body(by).taken)),
    };
    if pending.is_some() {
        scene.cite(rule!("stances/tie-break"));
        scene.emit(Fact::Pending(who, pending));
        return Ok(());
    }
    fall(scene, who, dead, felled.knocked_out)
}

/// What is kept back of a blow until the end of its cycle. How many hits are left counts only then: they may be healed before
/// (`stances/tie-break`).
fn kept_back(felled: Felled, was_damaged: bool, cycle: u8) -> Pending {
    Pending {
        dead: felled.killed,
        knocked_out: felled.knocked_out,
        damaged: was_damaged,
        disabled: felled.disabled,
        cycle,
    }
}

/// What is kept back of two blows (`stances/tie-break`).
fn with_another(before: Pending, felled: Felled) -> Pending {
    Pending {
        dead: before.dead || felled.killed,
        knocked_out: before.knocked_out.max(felled.knocked_out),
        disabled: before.disabled | felled.disabled,
        ..before
    }
}

/// Whether a blow that took hits leaves its victim as it was until the cycle is over, because it is felled (`stances/tie-break`).
#[must_use]
pub(crate) fn is_felled_later(state: &State, who: CreatureId, by: CreatureId) -> bool {
    let body = state.body(who);
    body.pending.is_some() || body.hits <= 0 && keeps_its_item(state, who, by)
}

/// Whether somebody who is felled still takes the item of this cycle, by the switch (`stances/tie-break`).
fn keeps_its_item(state: &State, who: CreatureId, by: CreatureId) -> bool {
    let (victim, attacker) = (state.body(who), state.body(by));
    state.cast.options.trade_timing == TradeTiming::Simultaneous
        && state.clock.phase == Phase::Acting
        && victim.stance == attacker.stance
        && victim.stance.is_some_and(|stance| stance != Stance::Hold)
        && !victim.done
        && victim.taken == attacker.taken
        && numbers::acts(state, who)
}

/// What was kept back until the end of a cycle happens (`stances/tie-break`).
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn settle_pending(scene: &mut Scene<'_, Segments>) -> Play {
    scene.cite(rule!("stances/tie-break"));
    let pending: SmallVec<[(CreatureId, Pending); 2]> = scene
        .state()
        .creatures()
        .filter_map(|who| Some((who, scene.state().body(who).pending?)))
        .collect();
    for (who, pending) in pending {
        scene.emit(Fact::Pending(who, None));
        damage_effects::lose(scene, who, pending.disabled)?;
        let state = scene.state();
        let dead = pending.dead || dies(state, who);
        let out = dead || pending.knocked_out.is_some() || state.body(who).hits <= 0;
        if !out || state.has(who, Condition::Dead) {
            continue;
        }
        fall(scene, who, dead, pending.knocked_out)?;
    }
    Ok(())
}

/// A creature falls: dead, unconscious at 0 hits or knocked out.
fn fall(
    scene: &mut Scene<'_, Segments>,
    who: CreatureId,
    dead: bool,
    knocked_out: Option<u16>,
) -> Play {
    let already = scene.state().has(who, Condition::Unconscious);
    if dead {
        scene.cite(rule!("health/dead"));
        scene.emit(Fact::Gains(Held::plain(who, Condition::Dead)));
        never_wakes(scene, who);
        concentration::ends_on(scene, who);
    } else if scene.state().body(who).hits <= 0 && !already {
        scene.cite(rule!("health/unconscious"));
        scene.emit(Fact::Gains(Held::plain(who, Condition::Unconscious)));
    }
    if let Some(round) = knocked_out.filter(|_| !dead) {
        knock_out(scene, who, round);
    }
    collapse(scene, who, rule!("health/unconscious"))
}

/// The dead do not come to when a knockout runs out (`damage-effects/knockout`).
fn never_wakes(scene: &mut Scene<'_, Segments>, who: CreatureId) {
    let held = scene.state().conditions.get(who, Condition::KnockedOut);
    if let Some(held) = held.copied() {
        scene.emit(Fact::Loses(held));
    }
}

/// Knocked out until the end of a round; a longer knockout stays (`damage-effects/knockout`).
fn knock_out(scene: &mut Scene<'_, Segments>, who: CreatureId, round: u16) {
    let before = scene.state().conditions.get(who, Condition::KnockedOut);
    let before = before.copied();
    if before.is_some_and(|held| held.until >= Until::Round(round)) {
        return;
    }
    if let Some(held) = before {
        scene.emit(Fact::Loses(held));
    }
    scene.emit(Fact::Gains(Held {
        until: Until::Round(round),
        ..Held::plain(who, Condition::KnockedOut)
    }));
}

/// What happens to whoever cannot stand any more: things fall, effects end, it goes down.
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn collapse(scene: &mut Scene<'_, Segments>, who: CreatureId, rule: RuleId) -> Play {
    scene.cite(rule);
    let held: SmallVec<[ItemId; 4]> = scene.state().held(who).map(|(item, _)| item).collect();
    for item in held {
        drop_item(scene, who, item);
    }
    concentration::ends_with(scene, who);
    let body = scene.state().body(who);
    let (guard, mounted, charging) = (body.guard.is_some(), body.mounted, body.charging.is_some());
    if guard {
        scene.cite(rule!("on-guard/duration"));
        scene.emit(Fact::Guard(who, None));
    }
    if charging {
        scene.cite(rule!("multiform-segment/longer-than-a-round"));
        scene.emit(Fact::Charging(who, None));
    }
    if mounted {
        scene.emit(Fact::Flag(who, Flag::Mounted, false));
    }
    // Whoever falls out of hiding lies there for all to see.
    let hidden = scene.state().conditions.get(who, Condition::Concealed);
    if let Some(held) = hidden.copied() {
        ambush::reveal(scene, held);
    }
    // Whoever wakes in this segment acts in the next one.
    scene.emit(Fact::Flag(who, Flag::Done, true));
    if !scene.state().has(who, Condition::Prone) {
        scene.emit(Fact::Gains(Held::plain(who, Condition::Prone)));
    }
    falls::drop_down(scene, who)
}

/// An item falls to the ground where its holder stands; whoever is not there any more lets nothing fall there.
pub(crate) fn drop_item(scene: &mut Scene<'_, Segments>, who: CreatureId, item: ItemId) {
    let state = scene.state();
    if state.body(who).presence == Presence::Here {
        let at = numbers::below(state, who);
        scene.emit(Fact::Item(item, Place::Ground(at)));
    }
}

/// Heals hits, never above the maximum; who comes above 0 is active again (`health/healing`).
pub(crate) fn heal(scene: &mut Scene<'_, Segments>, who: CreatureId, hits: i16) {
    scene.cite(rule!("health/healing"));
    let (now, most) = {
        let state = scene.state();
        (state.body(who).hits, state.sheet(who).hits)
    };
    let healed = hits.min(most - now).max(0);
    if healed > 0 {
        scene.emit(Fact::Heals(who, healed));
    }
    let state = scene.state();
    if state.body(who).hits > 0
        && let Some(held) = state.conditions.get(who, Condition::Unconscious).copied()
    {
        scene.emit(Fact::Loses(held));
    }
}

/// Whether an item can be picked up where it lies: in a creature's own space or next to it, and not behind a wall.
#[must_use]
pub(crate) fn lies_near(state: &State, who: CreatureId, item: ItemId) -> bool {
    let Place::Ground(at) = state.item(item).place else {
        return false;
    };
    numbers::within(state, state.space(who), Space::cell(at), 1)
}
