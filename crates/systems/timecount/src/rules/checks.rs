//! Checks of skills and attributes (`checks/*`).

use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Audience, Roll, Sum};
use affray_kernel::{CreatureId, Frozen, Play};

use super::fatigue::check_dice;
use crate::TimeCount;
use crate::ids::rule;
use crate::sheet::{Attribute, CheckDice, Skill};
use crate::state::State;

/// The least natural result of 3d6 that succeeds against any DC (`checks/dice`).
const SURE: i32 = 17;

/// A check against a DC.
#[derive(Clone, Debug)]
pub(crate) struct Check {
    /// The skill.
    pub(crate) skill: Skill,
    /// The attribute in brackets.
    pub(crate) attribute: Attribute,
    /// The DC.
    pub(crate) difficulty: i32,
    /// Situational modifiers.
    pub(crate) own: Tally,
}

/// What a check came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Checked {
    /// With everything added.
    pub(crate) total: i32,
    /// Whether it succeeded.
    pub(crate) success: bool,
}

/// Rank and attribute (`checks/modifiers`).
fn modifiers(state: &State, who: CreatureId, skill: Skill, attribute: Attribute) -> Tally {
    let rule = rule!("checks/modifiers");
    let mut tally = Tally::new();
    tally.add(skill.name(), state.sheet(who).rank(skill), rule);
    tally.add(attribute.name(), state.attribute(who, attribute), rule);
    tally
}

/// Makes a check against a DC (`checks/dice`, `checks/modifiers`).
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn check(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    check: &Check,
) -> Play<Checked> {
    let mut tally = modifiers(scene.state(), who, check.skill, check.attribute);
    for part in check.own.parts() {
        tally.push(*part);
    }
    let natural = throw(scene, who, check.skill)?;
    let total = natural + tally.total();
    let sure = scene.state().cast.options.check_dice == CheckDice::ThreeSixes && natural >= SURE;
    let success = sure || total >= check.difficulty;
    explain(
        scene,
        who,
        check.skill,
        natural,
        Some((check.difficulty, success)),
        &tally,
    );
    Ok(Checked { total, success })
}

/// Takes 10 on a check (`checks/take-ten`).
pub(crate) fn take_ten(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    check: &Check,
) -> Checked {
    let mut tally = modifiers(scene.state(), who, check.skill, check.attribute);
    for part in check.own.parts() {
        tally.push(*part);
    }
    let total = 10 + tally.total();
    let success = total >= check.difficulty;
    scene.cite(rule!("checks/take-ten"));
    explain(
        scene,
        who,
        check.skill,
        10,
        Some((check.difficulty, success)),
        &tally,
    );
    Checked { total, success }
}

/// The total of one side of opposed checks: no result succeeds by itself (`checks/dice`).
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn opposed(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    skill: Skill,
    attribute: Attribute,
) -> Play<i32> {
    let tally = modifiers(scene.state(), who, skill, attribute);
    let natural = throw(scene, who, skill)?;
    explain(scene, who, skill, natural, None, &tally);
    Ok(natural + tally.total())
}

fn throw(scene: &mut Frozen<'_, '_, TimeCount>, who: CreatureId, skill: Skill) -> Play<i32> {
    let pool = check_dice(scene.state());
    scene.sum(Roll {
        pool,
        by: Some(who),
        what: skill.name(),
        rule: rule!("checks/dice"),
        audience: Audience::Everyone,
    })
}

fn explain(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    skill: Skill,
    dice: i32,
    against: Option<(i32, bool)>,
    tally: &Tally,
) {
    scene.explain(
        || Sum {
            by: Some(who),
            what: skill.name(),
            dice,
            total: dice + tally.total(),
            against: against.map(|(difficulty, _)| Against::number("DC", difficulty)),
            verdict: match against {
                Some((_, true)) => "success",
                Some((_, false)) => "failure",
                None => "",
            },
            rule: rule!("checks/modifiers"),
        },
        tally,
    );
}
