//! Poisoned (`poisoned/*`).

use affray_kernel::condition::{Held, Until};
use affray_kernel::dice::Pool;
use affray_kernel::story::{Audience, Roll};
use affray_kernel::{CreatureId, Play, Scene};

use super::conditions::{lose, plain};
use super::damage;
use crate::ThreeAction;
use crate::fact::{Fact, Harm};
use crate::ids::rule;
use crate::sheet::{DamageType, Poison};
use crate::state::{Condition, Dose, State};

/// A poison enters a creature (`poisoned/damage`); it runs beside those already in it (`poisoned/durations`).
pub(crate) fn enters(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, poison: Poison) {
    if poison.rounds == 0 || scene.state().has(who, Condition::Dead) {
        return;
    }
    let Some(dice) = poison.dice.or_else(|| usual_dice(poison.level)) else {
        return;
    };
    scene.cite(rule!("poisoned/damage"));
    scene.emit(Fact::Dose(Dose {
        on: who,
        level: poison.level,
        rounds: poison.rounds,
        dice,
    }));
    show(scene, who);
}

/// As many d6 as the level; none below level 1.
fn usual_dice(level: i16) -> Option<Pool> {
    let dice = u8::try_from(level.min(i16::from(u8::MAX))).ok()?;
    Pool::new(dice, 6).ok()
}

/// The strongest poison acts, and all of them run down (`poisoned/no-stack`, `poisoned/durations`).
///
/// # Errors
/// Stops where a draw is missing.
#[inline(always)]
pub(crate) fn start_of_turn(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if scene.state().doses.is_empty() {
        Ok(())
    } else {
        acts(scene, who)
    }
}

fn acts(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    let Some(dose) = strongest(scene.state(), who) else {
        return Ok(());
    };
    scene.cite(rule!("poisoned/damage"));
    if in_body(scene.state(), who).nth(1).is_some() {
        scene.cite(rule!("poisoned/no-stack"));
        scene.cite(rule!("poisoned/durations"));
    }
    let amount = scene.sum(Roll {
        pool: dose.dice,
        by: Some(who),
        what: "poison damage",
        rule: rule!("poisoned/damage"),
        audience: Audience::Everyone,
    })?;
    damage::hurt(scene, who, amount, DamageType::Poison, Harm::Poison)?;
    scene.emit(Fact::DosesActed(who));
    show(scene, who);
    Ok(())
}

fn in_body(state: &State, who: CreatureId) -> impl Iterator<Item = &Dose> {
    state.doses.iter().filter(move |dose| dose.on == who)
}

/// The poison of the highest level; of equal ones that with more Rounds left.
fn strongest(state: &State, who: CreatureId) -> Option<Dose> {
    in_body(state, who)
        .max_by_key(|dose| (dose.level, dose.rounds))
        .copied()
}

/// Keeps the condition in step with the poisons: its amount is the level that applies.
fn show(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    let level = strongest(scene.state(), who).map(|dose| dose.level);
    let shown = scene.state().conditions.get(who, Condition::Poisoned);
    if shown.map(|held| held.amount) == level {
        return;
    }
    lose(scene, who, Condition::Poisoned);
    if let Some(amount) = level {
        scene.emit(Fact::Gains(Held {
            amount,
            ..plain(who, Condition::Poisoned, Until::Cleared)
        }));
    }
}
