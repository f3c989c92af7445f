//! Skill checks (`foundations/skills`, `use-skill/*`).

use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Sum};
use affray_kernel::{CreatureId, Play, RuleId, Scene};

use super::attack::{self, Thrown};
use super::luck::Luck;
use crate::ThreeAction;
use crate::ids::rule;
use crate::sheet::Attribute;
use crate::state::State;

/// The Skills with their Attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Skill {
    /// STR.
    Climb,
    /// STR.
    Swim,
    /// STR.
    Jump,
    /// DEX.
    Sneak,
    /// MND.
    Investigate,
    /// MND.
    Medicine,
    /// ESS.
    Intimidate,
}

impl Skill {
    /// All of them.
    pub(crate) const ALL: [Self; 7] = [
        Self::Climb,
        Self::Swim,
        Self::Jump,
        Self::Sneak,
        Self::Investigate,
        Self::Medicine,
        Self::Intimidate,
    ];

    /// What it is called in the log.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Climb => "Climb",
            Self::Swim => "Swim",
            Self::Jump => "Jump",
            Self::Sneak => "Sneak",
            Self::Investigate => "Investigate",
            Self::Medicine => "Medicine",
            Self::Intimidate => "Intimidate",
        }
    }

    const fn attribute(self) -> Attribute {
        match self {
            Self::Climb | Self::Swim | Self::Jump => Attribute::Str,
            Self::Sneak => Attribute::Dex,
            Self::Investigate | Self::Medicine => Attribute::Mnd,
            Self::Intimidate => Attribute::Ess,
        }
    }
}

/// A Skill check that was rolled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Checked {
    /// The die that counts.
    pub(crate) kept: i32,
    /// With Level and Attribute.
    pub(crate) total: i32,
    tally: Tally,
}

/// Level and the Skill's Attribute.
pub(crate) fn tally(state: &State, who: CreatureId, skill: Skill) -> Tally {
    let sheet = state.sheet(who);
    let mut tally = Tally::new();
    tally.add("Level", sheet.level, rule!("foundations/attributes"));
    let (name, value) = match skill.attribute() {
        Attribute::Str => ("STR", sheet.str),
        Attribute::Dex => ("DEX", sheet.dex),
        Attribute::Ess => ("ESS", sheet.ess),
        Attribute::Mnd => ("MND", sheet.mnd),
    };
    tally.add(name, value, rule!("foundations/skills"));
    tally
}

/// Rolls a Skill check. What it is compared with is said by [`against`], or by [`compare`] for a plain one.
///
/// # Errors
/// Stops if the dice are missing.
pub(crate) fn roll(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    skill: Skill,
    luck: &Luck,
    rule: RuleId,
) -> Play<Checked> {
    let class = |thrown: Thrown| thrown.kept.unsigned_abs();
    roll_by(scene, who, skill, (luck, rule), class)
}

/// As [`roll`], where nothing follows from the check but its `class`.
///
/// # Errors
/// Stops if the dice are missing.
pub(crate) fn roll_by(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    skill: Skill,
    (luck, rule): (&Luck, RuleId),
    class: impl Fn(Thrown) -> u32,
) -> Play<Checked> {
    scene.cite(rule!("foundations/skills"));
    let tally = tally(scene.state(), who, skill);
    let mut luck = luck.clone();
    for held in scene.state().conditions.on(who) {
        luck.granted(held, None);
    }
    let called = (skill.name(), rule);
    let thrown = attack::roll_by(scene, who, called, &luck, &tally, class)?;
    Ok(Checked {
        kept: thrown.kept,
        total: thrown.total,
        tally,
    })
}

/// Puts a check, what it is compared with and the verdict into the log.
pub(crate) fn against(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    skill: Skill,
    checked: &Checked,
    number: impl Into<Option<Against>>,
    verdict: &'static str,
    rule: RuleId,
) {
    scene.explain(
        || Sum {
            by: Some(who),
            what: skill.name(),
            dice: checked.kept,
            total: checked.total,
            against: number.into(),
            verdict,
            rule,
        },
        &checked.tally,
    );
}

/// Rolls a plain Skill check against a DC: it succeeds on an equal or higher total, and there is no Critical Success.
///
/// # Errors
/// Stops if the dice are missing.
pub(crate) fn compare(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    skill: Skill,
    luck: &Luck,
    dc: i32,
    rule: RuleId,
) -> Play<bool> {
    let checked = roll(scene, who, skill, luck, rule)?;
    let success = checked.total >= dc;
    let verdict = if success { "success" } else { "failure" };
    against(
        scene,
        who,
        skill,
        &checked,
        Against::number("DC", dc),
        verdict,
        rule,
    );
    Ok(success)
}
