//! Skill Checks and contests (`fundamentals/skill-check`).

use affray_kernel::dice::{Pool, pool};
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Audience, Roll, Sum};
use affray_kernel::{CreatureId, Play, RuleId, Scene};

use super::aura::mark_natural;
use super::luck::Luck;
use crate::Energy;
use crate::ids::rule;
use crate::sheet::{RollKind, Skill};
use crate::state::{Condition, State};

const D20: Pool = pool!("1d20");

/// What hampers or helps a Skill Check (`conditions/dazed`, `conditions/blinded`).
#[must_use]
pub(crate) fn luck(state: &State, who: CreatureId, skill: Skill) -> Luck {
    let mut luck = Luck::default();
    if state.has(who, Condition::Dazed) {
        luck.disadvantage("Disadvantage: Dazed", rule!("conditions/dazed"));
    }
    if skill.needs_sight() && state.has(who, Condition::Blinded) {
        luck.disadvantage("Disadvantage: Blinded", rule!("conditions/blinded"));
    }
    if state.sheet(who).advantages.contains(&RollKind::Skill) {
        luck.advantage("Advantage: by an ability", rule!("gaps/combat-styles"));
    }
    luck
}

/// What a total is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// Anything: nobody knows yet.
    Open,
    /// A DC.
    Dc(i32),
    /// A number below which it falls short, be it somebody else's total; the contest says so, and not the roll.
    Total(i32),
}

impl Target {
    /// What of a total matters to whoever goes through all of them: whether it is below the target.
    pub(crate) fn class(self, total: i32) -> u32 {
        match self {
            Self::Open => u32::try_from(total.max(0)).unwrap_or(0),
            Self::Dc(target) | Self::Total(target) => u32::from(total < target),
        }
    }
}

/// A Skill Check: 1d20 and the value of the skill.
///
/// # Errors
/// Stops if the die is missing.
pub(crate) fn roll(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    skill: Skill,
    target: Target,
) -> Play<i32> {
    let luck = luck(scene.state(), who, skill);
    luck.explain(&mut scene.frozen());
    let value = scene.state().sheet(who).skill(skill);
    let more = i32::from(value);
    let roll = Roll {
        pool: luck.on(D20),
        by: Some(who),
        what: skill.name(),
        rule: rule!("fundamentals/skill-check"),
        audience: Audience::Everyone,
    };
    let shown = match target {
        Target::Open => scene.sum(roll)?,
        target => {
            let class = |total: i32| target.class(total + more);
            scene.roll_by(roll, |reading| class(reading.total))?.total
        }
    };
    let dc = match target {
        Target::Dc(dc) => Some(dc),
        Target::Open | Target::Total(_) => None,
    };
    mark_natural(scene, shown);
    cite_training(scene, who, skill);
    let total = shown + more;
    let mut tally = Tally::new();
    tally.add(skill.name(), value, rule!("fundamentals/skill-check"));
    scene.explain(
        || Sum {
            by: Some(who),
            what: skill.name(),
            dice: shown,
            total,
            against: dc.map(|dc| Against::number("DC", dc)),
            verdict: match dc {
                Some(dc) if total >= dc => "success",
                Some(_) => "failure",
                None => "",
            },
            rule: rule!("fundamentals/skill-check"),
        },
        &tally,
    );
    Ok(total)
}

/// What Martial Proficiency raises (`mpl/benefit-per-level`).
pub(crate) fn cite_training(scene: &mut Scene<'_, Energy>, who: CreatureId, skill: Skill) {
    let raised = matches!(
        skill,
        Skill::ArmStrength | Skill::LegStrength | Skill::Initiative
    );
    if raised && scene.state().sheet(who).martial_proficiency > 0 {
        scene.cite(rule!("mpl/benefit-per-level"));
    }
}

/// A contest whose totals are known: the higher wins, a tie leaves things as they were.
pub(crate) fn contest(
    scene: &mut Scene<'_, Energy>,
    (by, total): (CreatureId, i32),
    (against, other): (Option<CreatureId>, i32),
    rule: RuleId,
) -> bool {
    // Against a DC being equal is enough.
    let wins = match against {
        Some(_) => total > other,
        None => total >= other,
    };
    scene.explain(
        || Sum {
            by: Some(by),
            what: "contest",
            dice: total,
            total,
            against: Some(match against {
                Some(who) => Against::of(who, "total", other),
                None => Against::number("DC", other),
            }),
            verdict: if wins { "success" } else { "failure" },
            rule,
        },
        &Tally::new(),
    );
    wins
}
