//! The Intimidate Skill (`use-skill/intimidate`).

use std::ops::ControlFlow;

use affray_kernel::story::Against;
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use crate::ThreeAction;
use crate::act::Act;
use crate::fact::{Doing, Fact, Verdict};
use crate::ids::{refuse, rule};
use crate::rules::attack::{self, Thrown};
use crate::rules::conditions::shake;
use crate::rules::luck::Luck;
use crate::rules::numbers::{allies, distance_ft, mental_defense, present};
use crate::rules::skills::{self, Skill};
use crate::rules::target::is_located;
use crate::state::{Condition, State};

/// How far it carries, in feet.
const FAR_FT: i16 = 30;

/// Whether a creature can be intimidated: within 30 ft, noticed, and awake to see or hear it.
///
/// # Errors
/// What is in the way.
pub(crate) fn aim(state: &State, who: CreatureId, on: CreatureId) -> Result<(), Refusal> {
    if on == who || on.index() >= state.bodies.len() || !present(state, on) {
        return Err(refuse!(
            "use-skill/intimidate",
            "there is nobody to intimidate"
        ));
    }
    is_located(state, who, on)?;
    if state.has(on, Condition::Unconscious) {
        return Err(refuse!(
            "use-skill/intimidate",
            "{} is Unconscious: it neither sees nor hears",
            Figure::Creature(on)
        ));
    }
    let distance = distance_ft(state, who, on);
    if distance > FAR_FT {
        return Err(refuse!(
            "use-skill/intimidate",
            "{} is {} away; it can be at most {}",
            Figure::Creature(on),
            Figure::Feet(i32::from(distance)),
            Figure::Feet(i32::from(FAR_FT))
        ));
    }
    Ok(())
}

/// A check against Mental Defense: Shaken for a Round, or two on a Critical Success. It is no Attack.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, on: CreatureId) -> Play {
    let rule = rule!("use-skill/intimidate");
    scene.cite(rule!("use-skill/action"));
    scene.emit(Fact::Does(who, Doing::Intimidate(on)));
    let checked = skills::roll(scene, who, Skill::Intimidate, &Luck::default(), rule)?;
    let defense = mental_defense(scene.state(), on);
    let thrown = Thrown {
        kept: checked.kept,
        total: checked.total,
    };
    let verdict = attack::verdict(scene.state(), thrown, defense);
    let (words, rounds) = match verdict {
        Verdict::Miss => ("failure", 0),
        Verdict::Hit => ("success", 1),
        Verdict::Critical => ("Critical Success", 2),
    };
    let number = Against::of(on, "Mental Defense", defense);
    skills::against(scene, who, Skill::Intimidate, &checked, number, words, rule);
    if verdict == Verdict::Critical {
        scene.cite(rule!("foundations/critical-success"));
    }
    if rounds > 0 {
        shake(scene, who, on, rounds);
    }
    Ok(())
}

/// Enemies that may be intimidated.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for on in state.creatures() {
        if !allies(state, who, on) {
            legal(Act::Intimidate(on))?;
        }
    }
    ControlFlow::Continue(())
}
