//! Grapple, and getting free (`primary-actions/grapple-contest`, `conditions/grappled`).

use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::strike;
use crate::ActionPoint;
use crate::act::Resisted;
use crate::fact::{Contest, Fact};
use crate::ids::{refuse, rule};
use crate::rules::conditions;
use crate::rules::core_rules::{self, contest};
use crate::rules::cover::open_to_blows;
use crate::rules::maneuvers::{preferred, skill_of};
use crate::rules::numbers::{able, adjacent, distance_m, foes, present};
use crate::rules::{hands, hidden};
use crate::sheet::Skill;
use crate::state::{Condition, State};

/// Whether a creature can grapple another, price aside: a foe within 1 m, with a free hand (`primary-actions/grapple`,
/// `primary-actions/grapple-range`, `primary-actions/grapple-free-hand`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn possible(state: &State, who: CreatureId, target: CreatureId) -> Result<(), Refusal> {
    if target == who || !present(state, target) {
        return Err(refuse!(
            "primary-actions/grapple",
            "a Grapple is aimed at a foe on the map"
        ));
    }
    strike::target(state, who, target)?;
    if !foes(state, who, target) {
        return Err(refuse!(
            "primary-actions/grapple",
            "{} is no foe",
            Figure::Creature(target)
        ));
    }
    if !adjacent(state, who, target) {
        return Err(refuse!(
            "primary-actions/grapple-range",
            "{} is {} away; a Grapple reaches {}",
            Figure::Creature(target),
            Figure::Metres(i32::from(distance_m(state, who, target))),
            Figure::Metres(1)
        ));
    }
    open_to_blows(state, who, target)?;
    if conditions::grappling(state, who).any(|held| held == target) {
        return Err(refuse!(
            "primary-actions/grapple",
            "{} holds {} already",
            Figure::Creature(who),
            Figure::Creature(target)
        ));
    }
    if hands::to_spare(state, who) <= 0 {
        return Err(refuse!(
            "primary-actions/grapple-free-hand",
            "{} has no free hand",
            Figure::Creature(who)
        ));
    }
    if state.sheet(target).traits.cannot_be_grappled {
        return Err(refuse!(
            "primary-actions/grapple-range",
            "nothing holds {}",
            Figure::Creature(target)
        ));
    }
    Ok(())
}

/// The rules of a Grapple that is declared.
pub(crate) fn cite(scene: &mut Scene<'_, ActionPoint>) {
    scene.cite_all(
        const {
            &[
                rule!("primary-actions/grapple"),
                rule!("primary-actions/grapple-contest"),
                rule!("primary-actions/grapple-free-hand"),
                rule!("primary-actions/grapple-not-an-attack"),
                rule!("primary-actions/grapple-range"),
                rule!("what-is-an-attack/non-attacks"),
                rule!("character-stats/hands"),
            ]
        },
    );
}

/// The contest: Athletics against Athletics or Acrobatics, as the target chooses (`primary-actions/grapple-contest`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    target: CreatureId,
) -> Play {
    hands::free(scene, who, 1);
    let skill = if able(scene.state(), target) {
        skill_of(scene, target, who, Resisted::Grapple)?
    } else {
        Skill::Athletics
    };
    let rule = rule!("primary-actions/grapple-contest");
    let own = core_rules::skill(scene, who, Skill::Athletics, rule, |_| {})?;
    let theirs = core_rules::skill_against(scene, (target, skill), own, rule)?;
    let holds = contest(scene, (who, own), (target, theirs), Contest::Grapple);
    // Whoever is laid hands on knows by whom, held or not.
    hidden::found(scene, who, target, false);
    if holds {
        scene.cite(rule!("conditions/grappled"));
        let held = conditions::toward(target, Condition::Grappled, who);
        conditions::begin(scene, held);
    }
    Ok(())
}

/// Whether a creature can try to get free, price aside (`conditions/grappled`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn can_escape(
    state: &State,
    who: CreatureId,
    from: Option<CreatureId>,
    skill: Option<Skill>,
) -> Result<(), Refusal> {
    if !conditions::holds_on(state, who).any(|hold| hold == from) {
        return Err(refuse!(
            "conditions/grappled",
            "{} is not held like that",
            Figure::Creature(who)
        ));
    }
    match skill {
        None | Some(Skill::Athletics | Skill::Acrobatics) => Ok(()),
        Some(_) => Err(refuse!(
            "conditions/grappled",
            "one gets free with Athletics or Acrobatics"
        )),
    }
}

/// Getting free: a contest against the grappler's Athletics, or a test against a net (`conditions/grappled`,
/// `equipment/special-weapons`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn escape(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    from: Option<CreatureId>,
    skill: Option<Skill>,
) -> Play {
    let skill = skill.unwrap_or_else(|| preferred(scene.state(), who, Resisted::Grapple));
    let rule = rule!("conditions/grappled");
    let own = core_rules::skill(scene, who, skill, rule, |_| {})?;
    let free = match from {
        Some(grappler) if present(scene.state(), grappler) => {
            let holder = (grappler, Skill::Athletics);
            let theirs = core_rules::skill_against(scene, holder, own, rule)?;
            contest(scene, (who, own), (grappler, theirs), Contest::Escape)
        }
        _ => {
            scene.cite(rule!("equipment/special-weapons"));
            scene.emit(Fact::Tested(who, skill, own.passed));
            own.passed
        }
    };
    if free {
        conditions::end_hold(scene, who, from);
    }
    Ok(())
}
