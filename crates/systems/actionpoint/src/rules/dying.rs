//! Endurance tests at 0 Health, where the scenario lets characters die (`damage-pipeline/death`).

use affray_kernel::{CreatureId, Play, Scene};

use super::conditions;
use super::core_rules::{Test, add_perks, roll};
use super::luck::Luck;
use crate::ActionPoint;
use crate::fact::{Fact, Flag, Number};
use crate::ids::rule;
use crate::sheet::{Attribute, Skill};
use crate::state::{Condition, State};

/// Failed tests that are death.
pub(crate) const DEATH: i16 = 3;

fn has_to_test(state: &State, who: CreatureId) -> bool {
    let body = state.body(who);
    state.cast.options.dying
        && body.health <= 0
        && !body.stable
        && state.has(who, Condition::Unconscious)
        && !state.has(who, Condition::Dead)
}

/// The end of a turn at 0 Health: an Endurance test, failed by itself after damage since the last one; the third failure is death.
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn turn_ends(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) -> Play {
    if !has_to_test(scene.state(), who) {
        return Ok(());
    }
    scene.cite(rule!("damage-pipeline/death"));
    let passed = if scene.state().body(who).hurt {
        scene.cite(rule!("core-rules/automatic"));
        scene.emit(Fact::Flag(who, Flag::Hurt, false));
        false
    } else {
        endurance(scene, who)?
    };
    scene.emit(Fact::Tested(who, Skill::Endurance, passed));
    if !passed {
        let failures = scene.state().body(who).failures + 1;
        scene.emit(Fact::Set(who, Number::Failures, failures));
        if failures >= DEATH {
            scene.emit(Fact::Gains(conditions::plain(who, Condition::Dead)));
            conditions::settle_holds(scene);
        }
    }
    Ok(())
}

/// The test of the attribute alone, the one test that an unconscious creature makes (`conditions/unconscious`).
fn endurance(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) -> Play<bool> {
    let mut tally = scene.tally();
    let mut luck = Luck::default();
    let sheet = scene.state().sheet(who);
    tally.add(
        Attribute::Endurance.name(),
        sheet.attribute(Attribute::Endurance),
        rule!("character-stats/attributes"),
    );
    add_perks(sheet, Skill::Endurance, &mut tally, &mut luck);
    let test = Test {
        who,
        what: Skill::Endurance.name(),
        rule: rule!("damage-pipeline/death"),
        tally: &tally,
        luck: &luck,
    };
    Ok(roll(scene, &test)?.passed)
}
