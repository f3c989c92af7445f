//! Initiative: rolls, challenges, who wins (`initiative/*`).

use affray_kernel::dice::{Pool, pool};
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Audience, Roll, Sum};
use affray_kernel::{CreatureId, Play, Scene};

use super::aura::mark_natural;
use super::checks;
use crate::Energy;
use crate::act::{Act, Window};
use crate::fact::{Fact, Flag};
use crate::ids::rule;
use crate::mishap::Failure;
use crate::sheet::Skill;

const D20: Pool = pool!("1d20");

/// An Initiative roll (`initiative/roll`); the Round's only one (`initiative/once-per-round`).
///
/// # Errors
/// Stops if the die is missing.
pub(crate) fn roll(scene: &mut Scene<'_, Energy>, who: CreatureId) -> Play<i16> {
    let luck = checks::luck(scene.state(), who, Skill::Initiative);
    luck.explain(&mut scene.frozen());
    let shown = scene.sum(Roll {
        pool: luck.on(D20),
        by: Some(who),
        what: "Initiative",
        rule: rule!("initiative/roll"),
        audience: Audience::Everyone,
    })?;
    mark_natural(scene, shown);
    let mut tally = Tally::new();
    let skill = scene.state().sheet(who).skill(Skill::Initiative);
    tally.add("Initiative", skill, rule!("fundamentals/skill-check"));
    checks::cite_training(scene, who, Skill::Initiative);
    let total = shown + i32::from(skill);
    scene.cite(rule!("initiative/once-per-round"));
    scene.explain(
        || Sum {
            by: Some(who),
            what: "Initiative",
            dice: shown,
            total,
            against: None,
            verdict: "",
            rule: rule!("initiative/roll"),
        },
        &tally,
    );
    scene.emit(Fact::Flag(who, Flag::Initiative, true));
    Ok(i16::try_from(total).unwrap_or(i16::MAX))
}

/// Whether a creature that is challenged, or races, rolls: it decides before any die is thrown (`initiative/decline`). Whoever has
/// rolled this Round fails without a roll (`initiative/auto-fail`).
///
/// # Errors
/// Stops where the answer is missing.
pub(crate) fn will_roll(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    by: CreatureId,
) -> Play<bool> {
    if scene.state().body(who).initiative {
        scene.cite(rule!("initiative/auto-fail"));
        scene.emit(Fact::Fails(who, Failure::Rolled));
        return Ok(false);
    }
    if !super::numbers::able(scene.state(), who) {
        return Ok(false);
    }
    let rolls = scene.ask(who, Window::Initiative { by })? == Act::Roll;
    if !rolls {
        scene.cite(rule!("initiative/decline"));
    }
    Ok(rolls)
}

/// Whether a challenger's total beats that of the creature it challenges; a tie goes to the challenged (`initiative/compare`).
pub(crate) fn compare(
    scene: &mut Scene<'_, Energy>,
    (challenger, total): (CreatureId, i16),
    (challenged, against): (CreatureId, Option<i16>),
) -> bool {
    let wins = against.is_none_or(|against| total > against);
    let rule = if wins {
        rule!("initiative/win")
    } else {
        rule!("initiative/lose")
    };
    scene.cite(rule);
    if let Some(against) = against {
        scene.explain(
            || Sum {
                by: Some(challenger),
                what: "challenge",
                dice: i32::from(total),
                total: i32::from(total),
                against: Some(Against::of(challenged, "Initiative", i32::from(against))),
                verdict: if wins { "acts first" } else { "too late" },
                rule: rule!("initiative/compare"),
            },
            &Tally::new(),
        );
    }
    if !wins {
        scene.emit(Fact::Fails(challenger, Failure::Initiative(challenged)));
    }
    wins
}
