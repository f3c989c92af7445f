//! Sneak: becoming Hidden (`foundations/sneak`).

use affray_kernel::story::Against;
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use crate::ThreeAction;
use crate::fact::{Doing, Fact};
use crate::ids::{refuse, rule};
use crate::rules::luck::Luck;
use crate::rules::numbers::mental_defense;
use crate::rules::sight::{can_hide, hide, is_undetected, observers};
use crate::rules::skills::{self, Skill};
use crate::state::State;

/// A creature can sneak if it is Concealed from, or in Cover against, at least one observer whom it has noticed.
///
/// # Errors
/// If all those have it in plain sight.
pub(crate) fn aim(state: &State, who: CreatureId) -> Result<(), Refusal> {
    let mut noticed = observers(state, who).filter(|from| !is_undetected(state, *from, who));
    if noticed.any(|from| can_hide(state, who, from)) {
        return Ok(());
    }
    Err(refuse!(
        "foundations/sneak",
        "{} is neither Concealed from anybody nor in Cover",
        Figure::Creature(who)
    ))
}

/// One roll against the Mental Defense of each observer from whom the creature can hide; the total is remembered.
///
/// # Errors
/// Stops if the dice are missing.
pub(crate) fn resolve(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    scene.emit(Fact::Does(who, Doing::Sneak));
    scene.cite(rule!("use-skill/action"));
    let rule = rule!("foundations/sneak");
    let observers: Vec<CreatureId> = scene.known(|state| {
        let all = observers(state, who);
        all.filter(|from| can_hide(state, who, *from)).collect()
    });
    let checked = skills::roll(scene, who, Skill::Sneak, &Luck::default(), rule)?;
    let total = i16::try_from(checked.total).unwrap_or(i16::MAX);
    scene.emit(Fact::Sneak(who, Some(total)));
    for from in observers {
        let number = mental_defense(scene.state(), from);
        let succeeds = checked.total >= number;
        let verdict = if succeeds { "success" } else { "failure" };
        let against = Against::of(from, "Mental Defense", number);
        skills::against(scene, who, Skill::Sneak, &checked, against, verdict, rule);
        scene.cite(rule!("foundations/mental-defense"));
        if succeeds {
            hide(scene, who, from);
        }
    }
    Ok(())
}
