//! Summon Beast: a creature appears, and goes when the Spell ends.

use affray_kernel::grid::Cell;
use affray_kernel::{CreatureId, Play, Scene};

use super::Casting;
use crate::ThreeAction;
use crate::fact::{Fact, Flag, Number};
use crate::ids::rule;
use crate::rules::falling::{self, Cause};
use crate::rules::occupied::{comes_upon, move_aside};
use crate::rules::readied::{self, Happening};
use crate::rules::{flying, grapple, saddle, thin_ice};
use crate::sheet::Effect;
use crate::state::{Condition, Presence, State};

/// Creatures that the Spell can call: kept by the caster, not there yet, of a kind on its list and of a Level up to the Energy.
pub(crate) fn choices(state: &State, casting: Casting) -> impl Iterator<Item = CreatureId> {
    state
        .creatures()
        .filter(move |who| can_appear(state, casting, *who))
}

/// Whether the Spell can call that creature.
pub(crate) fn can_appear(state: &State, casting: Casting, who: CreatureId) -> bool {
    let Some(Effect::Summon { creatures }) = state
        .cast
        .spells
        .get(usize::from(casting.spell.0))
        .map(|spell| &spell.effect)
    else {
        return false;
    };
    let sheet = state.sheet(who);
    state.body(who).presence == Presence::Elsewhere
        && !state.has(who, Condition::Dead)
        && sheet.owner == Some(casting.by)
        && creatures.contains(&sheet.kind)
        && sheet.level <= i16::from(casting.effect())
}

/// It appears, whole; from now on it can be commanded. In mid-air it flies, if it can, or falls, and thin ice has to carry it. Where somebody
/// is of whom the caster knew nothing, they are found, and it appears beside them (`hidden/reveal-discovery`).
///
/// # Errors
/// Stops where a draw is missing.
pub(super) fn appear(
    scene: &mut Scene<'_, ThreeAction>,
    by: CreatureId,
    who: CreatureId,
    at: Cell,
) -> Play {
    scene.cite(rule!("foundations/spell-list"));
    let max_hp = scene.state().sheet(who).max_hp;
    scene.emit(Fact::Set(who, Number::Hp, max_hp));
    scene.emit(Fact::Moved(who, at));
    scene.emit(Fact::Presence(who, Presence::Here));
    let space = scene.state().space(who);
    comes_upon(scene, by, space)?;
    move_aside(scene, who)?;
    if flying::can_stay_up(scene.state(), who) && flying::is_aloft(scene.state(), who) {
        scene.emit(Fact::Flag(who, Flag::Flying, true));
    }
    falling::fall_from(scene, who, Cause::Unsupported)?;
    thin_ice::tread(scene, who)?;
    readied::interrupt(scene, who, Happening::Comes(None))
}

/// It is gone, alive or dead, and with it whatever it suffered from.
///
/// # Errors
/// Stops where a draw is missing.
pub(super) fn vanish(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    // What is gone takes no step out of a grapple.
    scene.emit(Fact::Presence(who, Presence::Elsewhere));
    grapple::ends_for(scene, who)?;
    if !scene.state().has(who, Condition::Dead) {
        let suffered: Vec<_> = scene.state().conditions.on(who).copied().collect();
        for held in suffered {
            scene.emit(Fact::Loses(held));
        }
        while scene.state().doses.iter().any(|dose| dose.on == who) {
            scene.emit(Fact::DosesActed(who));
        }
    }
    forget_doings(scene, who);
    saddle::gone(scene, who)
}

/// Nothing of what a creature was doing is left if it is called again.
fn forget_doings(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    let body = scene.state().body(who);
    let flags = [
        (Flag::Flying, body.flying),
        (Flag::Hanging, body.hanging),
        (Flag::Squeezing, body.squeezing),
        (Flag::Commanded, body.commanded),
        (Flag::BeganAirless, body.began_airless),
        (Flag::JumpPrepared, body.jump_prepared),
        (Flag::ReactionReady, body.reaction_ready),
    ];
    let numbers = [
        (Number::Dodges, body.dodges > 0),
        (Number::Airless, body.airless > 0),
        (Number::BleedPenalty, body.bleed_penalty != 0),
        (Number::ReactionsUsed, body.reactions_used != 0),
    ];
    let others = [
        (body.readied.is_some(), Fact::Readies(who, None)),
        (body.moving.is_some(), Fact::Moving(who, None)),
        (!body.passing.is_empty(), Fact::Passing(who, None)),
        (body.flown_ft.is_some(), Fact::Flown(who, None)),
        (body.heading.is_some(), Fact::Heading(who, None)),
        (body.falling_ft.is_some(), Fact::Falling(who, None)),
        (body.drift.is_some(), Fact::Drifts(who, None)),
        (body.task.is_some(), Fact::Task(who, None)),
        (body.sneak.is_some(), Fact::Sneak(who, None)),
        (body.commander.is_some(), Fact::Commander(who, None)),
    ];
    for (flag, _) in flags.into_iter().filter(|(_, set)| *set) {
        scene.emit(Fact::Flag(who, flag, false));
    }
    for (number, _) in numbers.into_iter().filter(|(_, set)| *set) {
        scene.emit(Fact::Set(who, number, 0));
    }
    for (_, fact) in others.into_iter().filter(|(set, _)| *set) {
        scene.emit(fact);
    }
}
