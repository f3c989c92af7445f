//! Opposed Melee Attack rolls (`foundations/opposed-roll`, `maneuver/resolution`).

use affray_kernel::story::{Against, Sum};
use affray_kernel::{CreatureId, Play, RuleId, Scene};

use super::attack::{self, Aimed, Attempt, Kind, Made, Thrown};
use super::luck::Luck;
use crate::ThreeAction;
use crate::act::Target;
use crate::actions::strike;
use crate::fact::{Fact, Verdict};
use crate::ids::rule;
use crate::sheet::{CriticalSuccess, OpposedProne, OpposedTies};
use crate::state::{Arm, Condition, State};

/// What an opposed roll is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contest {
    /// Who began it.
    pub(crate) by: CreatureId,
    /// Whom it is aimed at, perhaps by a guess at its square.
    pub(crate) target: Target,
    /// Who that is.
    pub(crate) on: CreatureId,
    /// With what.
    pub(crate) with: Arm,
    /// What the roll is called: "push".
    pub(crate) what: &'static str,
    /// The rule that asks for it: `push/roll`.
    pub(crate) rule: RuleId,
}

/// Rolls for both sides and says what came of it. This is an Attack (`maneuver/counts-as-attack`): a Dodge is used up, and it counts for
/// Feats; it is over when its effect is.
///
/// # Errors
/// Stops where a die or an answer is missing.
pub(crate) fn contest(
    scene: &mut Scene<'_, ThreeAction>,
    contest: Contest,
) -> Play<(Verdict, Made)> {
    let Contest { by, on, .. } = contest;
    let attempt = Attempt {
        by,
        on,
        kind: Kind::Melee,
        with: Some(contest.with),
        aimed: Aimed::at(contest.target),
    };
    let luck = attack::luck_now(scene, attempt);
    let tally = strike::tally(scene.state(), by, contest.with, None);
    let thrown = attack::roll(scene, by, contest.what, &luck, &tally, contest.rule)?;
    let resisted = resist(scene, on, thrown)?;
    let verdict = if attempt.can_hit(scene.state()) {
        Opposed::of(scene.state()).verdict(thrown, resisted)
    } else {
        Verdict::Miss
    };
    let against =
        resisted.and_then(|total| attack::against(attempt, "the opposing roll", total, verdict));
    explain(scene, contest, thrown, against, verdict, &tally);
    scene.emit(Fact::Came(by, contest.target, verdict));
    let made = attack::made(scene, attempt, verdict != Verdict::Miss);
    attack::count(scene, by);
    Ok((verdict, made))
}

/// The defender's roll: a Melee Attack roll that costs nothing and needs no Reach; `None` if it is helpless (`foundations/opposed-helpless`).
/// Nothing follows from it but what the initiator's roll comes to.
fn resist(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, made: Thrown) -> Play<Option<i32>> {
    if helpless(scene.state(), who) {
        scene.cite(rule!("foundations/opposed-helpless"));
        return Ok(None);
    }
    let luck = resisting_luck(scene, who);
    let arm = attack::resisting_arm(scene.state(), who);
    let tally = strike::tally(scene.state(), who, arm, None);
    let rule = rule!("foundations/opposed-roll");
    let how = Opposed::of(scene.state());
    let class = |thrown: Thrown| how.verdict(made, Some(thrown.total)) as u32;
    let roll = ("opposing roll", rule);
    let Thrown { kept, total } = attack::roll_by(scene, who, roll, &luck, &tally, class)?;
    scene.explain(
        || Sum {
            by: Some(who),
            what: "opposing roll",
            dice: kept,
            total,
            against: None,
            verdict: "",
            rule,
        },
        &tally,
    );
    Ok(Some(total))
}

/// Who is Stunned or Unconscious makes no opposing roll (`foundations/opposed-helpless`).
pub(crate) fn helpless(state: &State, who: CreatureId) -> bool {
    state.has(who, Condition::Stunned) || state.has(who, Condition::Unconscious)
}

/// The opposing roll is an Attack roll but no Attack: only what is worded on rolls hinders it (`foundations/opposed-defender-state`).
fn resisting_luck(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Luck {
    let mut luck = Luck::default();
    let state = scene.state();
    let prone_hinders = state.cast.options.opposed_prone == OpposedProne::Disadvantage;
    let mut looked_at = false;
    for held in state.conditions.on(who) {
        match held.kind {
            Condition::Shaken => {
                luck.disadvantage("Disadvantage: Shaken", rule!("shaken/disadvantage"));
            }
            Condition::Destabilized => luck.disadvantage(
                "Disadvantage: unstable in Zero-G",
                rule!("zero-g/destabilized"),
            ),
            Condition::Prone if prone_hinders => luck.disadvantage(
                "Disadvantage: Prone",
                rule!("foundations/opposed-defender-state"),
            ),
            Condition::Prone => {}
            _ => {
                luck.granted(held, None);
                continue;
            }
        }
        looked_at = true;
    }
    if looked_at {
        scene.cite(rule!("foundations/opposed-defender-state"));
    }
    luck
}

/// How two rolls are held against each other (`foundations/opposed-roll`, `foundations/critical-success`).
#[derive(Clone, Copy)]
struct Opposed {
    critical: CriticalSuccess,
    ties: OpposedTies,
}

impl Opposed {
    fn of(state: &State) -> Self {
        let options = &state.cast.options;
        Self {
            critical: options.critical_success,
            ties: options.opposed_ties,
        }
    }

    /// What the two rolls come to: only the initiator's roll can be critical.
    fn verdict(self, thrown: Thrown, resisted: Option<i32>) -> Verdict {
        let Some(resisted) = resisted else {
            return if thrown.kept == 20 {
                Verdict::Critical
            } else {
                Verdict::Hit
            };
        };
        let critical = match self.critical {
            CriticalSuccess::Natural20 => thrown.kept == 20,
            CriticalSuccess::BeatBy10 => thrown.total - resisted >= 10,
        };
        let succeeds = match self.ties {
            OpposedTies::Initiator => thrown.total >= resisted,
            OpposedTies::Defender => thrown.total > resisted,
        };
        match (critical, succeeds) {
            (true, _) => Verdict::Critical,
            (false, true) => Verdict::Hit,
            (false, false) => Verdict::Miss,
        }
    }
}

fn explain(
    scene: &mut Scene<'_, ThreeAction>,
    contest: Contest,
    thrown: Thrown,
    against: Option<Against>,
    verdict: Verdict,
    tally: &affray_kernel::modifier::Tally,
) {
    if !scene.listened() {
        return;
    }
    scene.cite(rule!("foundations/opposed-roll"));
    if verdict == Verdict::Critical {
        scene.cite(rule!("foundations/critical-success"));
    }
    if thrown.kept == 1 {
        scene.cite(rule!("foundations/no-fumble"));
    }
    scene.explain(
        || Sum {
            by: Some(contest.by),
            what: contest.what,
            dice: thrown.kept,
            total: thrown.total,
            against,
            verdict: match verdict {
                Verdict::Miss => "failure",
                Verdict::Hit => "success",
                Verdict::Critical => "Critical Success",
            },
            rule: contest.rule,
        },
        tally,
    );
}
