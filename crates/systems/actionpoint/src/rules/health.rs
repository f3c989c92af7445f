//! The Health Pool, unconsciousness and healing (`health/*`, `conditions/unconscious`, `damage-pipeline/healing`).

use affray_kernel::condition::Held;
use affray_kernel::{CreatureId, Scene};
use smallvec::SmallVec;

use super::conditions;
use super::damage::Taken;
use crate::ActionPoint;
use crate::fact::{Fact, Flag, Harm, Number};
use crate::ids::rule;
use crate::state::{Condition, State};

/// Facts of falling or rising.
pub(crate) type Facts = SmallVec<[Fact; 4]>;

/// What it means that a creature is at 0 Health: it is Unconscious and Prone, and lets go of whom it holds
/// (`conditions/unconscious`).
#[must_use]
pub(crate) fn falling(state: &State, who: CreatureId) -> Facts {
    let mut facts = Facts::new();
    for kind in [Condition::Unconscious, Condition::Prone] {
        if !state.has(who, kind) {
            facts.push(Fact::Gains(conditions::plain(who, kind)));
        }
    }
    let held =
        |held: &&Held<Condition>| held.kind == Condition::Grappled && held.toward == Some(who);
    facts.extend(
        state
            .conditions
            .iter()
            .filter(held)
            .map(|held| Fact::Loses(*held)),
    );
    facts
}

/// What it means that a creature is above 0 Health again: it is no longer Unconscious, but Prone (`damage-pipeline/healing`).
#[must_use]
pub(crate) fn rising(state: &State, who: CreatureId) -> Facts {
    let mut facts = Facts::new();
    let out = state.conditions.on(who);
    let out = out.filter(|held| held.kind == Condition::Unconscious);
    facts.extend(out.map(|held| Fact::Loses(*held)));
    let body = state.body(who);
    if body.failures != 0 {
        facts.push(Fact::Set(who, Number::Failures, 0));
    }
    for (flag, is_set) in [(Flag::Hurt, body.hurt), (Flag::Stable, body.stable)] {
        if is_set {
            facts.push(Fact::Flag(who, flag, false));
        }
    }
    facts
}

/// Damage reaches the Health Pool: it never goes below 0, and at 0 the creature is knocked unconscious (`health/pool`,
/// `health/unconscious-at-zero`).
pub(crate) fn harm(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    Taken { amount, kind }: Taken,
    why: Harm,
) {
    if amount <= 0 {
        scene.emit(Fact::Unhurt(who));
        return;
    }
    scene.cite_all(
        const {
            &[
                rule!("health/pool"),
                rule!("character-stats/health-pool"),
                rule!("health/mitigation"),
            ]
        },
    );
    let state = scene.state();
    let counts = state.body(who).health <= 0 && state.cast.options.dying;
    if counts {
        scene.cite(rule!("damage-pipeline/death"));
    }
    scene.emit(Fact::Harmed {
        who,
        amount,
        kind,
        why,
    });
    if counts {
        scene.emit(Fact::Flag(who, Flag::Hurt, true));
        if scene.state().body(who).stable {
            scene.cite(rule!("damage-pipeline/death"));
            scene.emit(Fact::Flag(who, Flag::Stable, false));
        }
    }
    if scene.state().body(who).health > 0 {
        return;
    }
    let falls = falling(scene.state(), who);
    if !falls.is_empty() {
        scene.cite_all(
            const {
                &[
                    rule!("health/unconscious-at-zero"),
                    rule!("conditions/unconscious"),
                ]
            },
        );
        if !scene.state().cast.options.dying {
            scene.cite(rule!("damage-pipeline/death"));
        }
    }
    for fact in falls {
        scene.emit(fact);
    }
}

/// Health is regained, never above the maximum; the dead stay dead (`damage-pipeline/healing`).
pub(crate) fn heal(scene: &mut Scene<'_, ActionPoint>, who: CreatureId, amount: i16) {
    let state = scene.state();
    let (now, most) = (state.body(who).health, state.sheet(who).health);
    if state.has(who, Condition::Dead) {
        return;
    }
    scene.cite(rule!("damage-pipeline/healing"));
    let regained = amount.clamp(0, (most - now).max(0));
    scene.emit(Fact::Regains(who, regained));
    if now <= 0 && regained > 0 {
        for fact in rising(scene.state(), who) {
            scene.emit(fact);
        }
    }
}
