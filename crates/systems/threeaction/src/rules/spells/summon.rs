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
    scene.emit(Fact::Presence(who, Presence::Elsewhere));
    saddle::gone(scene, who)
}

/// Nothing of what a creature was doing is left if it is called again.
fn forget_doings(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    let body = scene.state().body(who);
    let (flags, dodges, readied, falls) = (
        [
            (Flag::Flying, body.flying),
            (Flag::Hanging, body.hanging),
            (Flag::Squeezing, body.squeezing),
            (Flag::Commanded, body.commanded),
        ],
        body.dodges,
        body.readied.is_some(),
        body.falling_ft.is_some(),
    );
    for (flag, _) in flags.into_iter().filter(|(_, set)| *set) {
        scene.emit(Fact::Flag(who, flag, false));
    }
    if dodges > 0 {
        scene.emit(Fact::Set(who, Number::Dodges, 0));
    }
    if readied {
        scene.emit(Fact::Readies(who, None));
    }
    if falls {
        scene.emit(Fact::Falling(who, None));
    }
}
