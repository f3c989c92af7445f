//! Preparing a spell, charging it and letting charges go (`preparing/*`, `spell-timing/*`).

use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::super::delay;
use super::super::stance;
use crate::TimeCount;
use crate::act::Act;
use crate::fact::{Fact, Flag, When};
use crate::ids::{refuse, rule};
use crate::rules::numbers::{armor, shield};
use crate::sheet::{Attribute, ItemKind, Skill};
use crate::state::{Place, Prepared, SpellId, Stance, State, Underway};

/// Counts for which a prepared spell lasts outside an encounter (`preparing/time-limit`).
const MINUTE: u32 = 120;

/// Whether a creature can prepare a spell: it knows it and is skilled enough (`preparing/learn-requirements`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, spell: SpellId) -> Result<(), Refusal> {
    let sheet = state.sheet(who);
    if !sheet.spells.contains(&spell.0) {
        return Err(refuse!(
            "preparing/learn-requirements",
            "it does not know that spell"
        ));
    }
    let rank = sheet.rank(Skill::Arcana);
    let modifier = rank + state.attribute(who, Attribute::Intelligence);
    let level = state.spell(spell).level;
    if rank < 1 || modifier < level {
        return Err(refuse!(
            "preparing/learn-requirements",
            "the spell takes Arcana (Int) of {}; it has {}",
            Figure::Number(i32::from(level)),
            Figure::Number(i32::from(modifier))
        ));
    }
    Ok(())
}

/// The preparation begins: a spell held so far is lost, the guard is lowered, and the casting time runs
/// (`preparing/step-1-dc`, `preparing/one-at-a-time`, `stances/spellcasting-shift`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn begin(scene: &mut Scene<'_, TimeCount>, who: CreatureId, spell: SpellId) -> Play {
    scene.cite(rule!("preparing/required"));
    scene.cite(rule!("actions/prepare-spell"));
    scene.cite(rule!("stances/spellcasting-shift"));
    scene.cite(rule!("stances/spellcasting-benefit"));
    if scene.state().body(who).prepared.is_some() {
        scene.cite(rule!("preparing/one-at-a-time"));
        scene.emit(Fact::Prepares(who, None));
    }
    let stance = scene.state().body(who).posture.stance;
    if !matches!(stance, Stance::Basic | Stance::Crouch | Stance::Prone) {
        stance::basic(scene, who, rule!("stances/concept"));
    }
    scene.cite(rule!("spell-timing/casting-time"));
    let factor = delay(scene.state(), who, &Act::Prepare(spell)).roll(scene, who)?;
    let now = scene.state().clock.count;
    let ready = now.saturating_add(u32::from(factor.max(1).unsigned_abs()));
    let failure = Some(spell_failure(scene.state(), who));
    scene.emit(Fact::Underway(
        who,
        Underway::Prepare {
            spell,
            ready,
            failure,
            hindered: 0,
        },
    ));
    scene.emit(Fact::Flag(who, Flag::Asked, true));
    scene.emit(Fact::At(who, When::Next, ready));
    Ok(())
}

/// The casting time is over: the spell stands prepared and the caster acts (`preparing/step-5-prepared`,
/// `spell-timing/act-when-ready`).
pub(crate) fn ready(
    scene: &mut Scene<'_, TimeCount>,
    who: CreatureId,
    spell: SpellId,
    (failure, hindered): (Option<i16>, i16),
) {
    scene.cite(rule!("preparing/step-5-prepared"));
    scene.cite(rule!("spell-timing/act-when-ready"));
    let state = scene.state();
    let until = state
        .cast
        .scene
        .peaceful
        .then(|| state.clock.count.saturating_add(MINUTE));
    scene.emit(Fact::Underway(who, Underway::Nothing));
    scene.emit(Fact::Prepares(
        who,
        Some(Prepared {
            spell,
            charges: 0,
            failure,
            hindered,
            until,
        }),
    ));
}

/// Prepared spells whose time is over lapse (`preparing/time-limit`).
pub(crate) fn lapse(scene: &mut Scene<'_, TimeCount>) {
    let now = scene.state().clock.count;
    for who in scene.state().creatures() {
        let over = scene
            .state()
            .body(who)
            .prepared
            .and_then(|prepared| prepared.until)
            .is_some_and(|until| until <= now);
        if over {
            scene.cite(rule!("preparing/time-limit"));
            scene.cite(rule!("abandoning/prepared"));
            scene.emit(Fact::Prepares(who, None));
        }
    }
}

/// A count in which the caster has walked (`preparing/step-4-walking`).
pub(crate) fn walked(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    if let Underway::Prepare {
        spell,
        ready,
        failure,
        hindered,
    } = scene.state().body(who).underway
    {
        scene.cite(rule!("preparing/step-4-walking"));
        let hindered = hindered.saturating_add(1);
        scene.emit(Fact::Underway(
            who,
            Underway::Prepare {
                spell,
                ready,
                failure,
                hindered,
            },
        ));
    }
}

/// The spell that stands prepared.
///
/// # Errors
/// There is none.
pub(crate) fn prepared(state: &State, who: CreatureId) -> Result<Prepared, Refusal> {
    state
        .body(who)
        .prepared
        .ok_or_else(|| refuse!("preparing/required", "no spell stands prepared"))
}

/// Whether a charge can be let go (`preparing/step-6-release`).
///
/// # Errors
/// There is none.
pub(crate) fn aim_release(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if prepared(state, who)?.charges == 0 {
        return Err(refuse!(
            "preparing/step-6-release",
            "there is no charge in the spell"
        ));
    }
    Ok(())
}

/// Whether a charge can be put in (`preparing/step-6-charge`).
///
/// # Errors
/// The spell has no use for it.
pub(crate) fn aim_charge(state: &State, who: CreatureId) -> Result<(), Refusal> {
    let prepared = prepared(state, who)?;
    let spell = state.spell(prepared.spell);
    if spell.against.is_none() && spell.charge.is_none() {
        return Err(refuse!(
            "preparing/step-6-charge",
            "that spell has no use for charges"
        ));
    }
    if prepared.charges == u8::MAX {
        return Err(refuse!("preparing/step-6-charge", "it holds no more"));
    }
    Ok(())
}

/// One charge more or less (`preparing/step-6-charge`, `preparing/step-6-release`).
pub(crate) fn charge(scene: &mut Scene<'_, TimeCount>, who: CreatureId, act: &Act) {
    let Some(prepared) = scene.state().body(who).prepared else {
        return;
    };
    let charges = match act {
        Act::Charge => {
            scene.cite(rule!("preparing/step-6-charge"));
            prepared.charges.saturating_add(1)
        }
        _ => {
            scene.cite(rule!("preparing/step-6-release"));
            prepared.charges.saturating_sub(1)
        }
    };
    scene.emit(Fact::Prepares(
        who,
        Some(Prepared {
            charges,
            ..prepared
        }),
    ));
}

/// What armor and shields worn and held add to the casting DC of a spell whose preparation begins (`preparing/step-1-dc`).
pub(crate) fn spell_failure(state: &State, who: CreatureId) -> i16 {
    let worn = armor(state, who).map_or(0, |armor| armor.spell_failure);
    let carried = shield(state, who).map_or(0, |shield| shield.spell_failure);
    worn + carried
}

/// Whether a hand is free and can move (`preparing/step-1-dc`): a shield that is readied or anything else held takes its hand.
pub(crate) fn has_free_hand(state: &State, who: CreatureId) -> bool {
    let taken: u8 = state
        .all_items()
        .filter(|(_, item)| item.place == Place::Held(who))
        .map(|(id, _)| match state.kind(id) {
            ItemKind::Weapon(weapon) => weapon.handling.hands().min(1),
            kind => kind.hands(),
        })
        .sum();
    taken < state.sheet(who).hands
}
