//! The one check of all skills: a d20 at or below the target score with its modifiers (`check/*`).

use affray_kernel::dice::{Pool, pool};
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Audience, Roll, Sum};
use affray_kernel::{CreatureId, Play, RuleId, Scene};

use super::modifiers;
use super::numbers::{legs, worn};
use crate::Segments;
use crate::fact::{Fact, Number};
use crate::ids::rule;
use crate::sheet::{CheckSkill, DefendSkill};
use crate::state::State;

const D20: Pool = pool!("1d20");

/// What a missing score counts as in checks that rules impose (`check/missing-score`).
pub(crate) const MISSING: i16 = 5;

/// A check to be made.
#[derive(Clone, Debug)]
pub(crate) struct Check {
    /// Who makes it.
    pub(crate) who: CreatureId,
    /// What it is called.
    pub(crate) what: &'static str,
    /// The target score with all modifiers; the game master's is added when it is made.
    pub(crate) score: Tally,
    /// Whether the die has to come out below it (`defence/strict-defend`).
    pub(crate) strictly: bool,
    /// What success and failure are called.
    pub(crate) verdicts: [&'static str; 2],
    /// The rule that demands it.
    pub(crate) rule: RuleId,
}

/// Whether a d20 is low enough (`check/effective-target`, `check/at-or-below`, `check/natural-extremes`).
#[inline]
#[must_use]
pub(crate) const fn succeeds(shown: i32, effective: i32, strictly: bool, extremes: bool) -> bool {
    match shown {
        1 if extremes => true,
        20 if extremes => false,
        _ if strictly => shown < effective,
        _ => shown <= effective,
    }
}

/// Makes a check; the modifier that the game master has set for it is used up (`check/gm-modifier`).
///
/// # Errors
/// Stops if the die is missing.
pub(crate) fn make(scene: &mut Scene<'_, Segments>, mut check: Check) -> Play<bool> {
    let by_word = scene.state().body(check.who).modifier;
    if by_word != 0 {
        let words = "by the game master";
        check.score.add(words, by_word, rule!("check/gm-modifier"));
    }
    roll(scene, &check, by_word != 0)
}

/// Makes a saving throw, to which neither conditions nor the game master's modifier for the next check apply (`stats/stamina`,
/// `structural/save`).
///
/// # Errors
/// Stops if the die is missing.
pub(crate) fn save(scene: &mut Scene<'_, Segments>, check: &Check) -> Play<bool> {
    roll(scene, check, false)
}

/// Makes a check that succeeds against somebody in particular alone, if anybody is there, by the other target score: where it succeeds
/// it is told with that one, and where it does not with its own, from which nobody learns whether anybody is there; then it is said to have
/// failed only where it would have against nobody in particular (`ambush/concealment`).
///
/// # Errors
/// Stops if the die is missing.
pub(crate) fn make_blindly(
    scene: &mut Scene<'_, Segments>,
    mut check: Check,
    against: Option<Tally>,
) -> Play<bool> {
    let state = scene.state();
    let (by_word, extremes) = (
        state.body(check.who).modifier,
        state.cast.options.natural_extremes,
    );
    let (own, strictly) = (check.score.total() + i32::from(by_word), check.strictly);
    let there = against
        .as_ref()
        .map(|score| score.total() + i32::from(by_word));
    let passes = |shown, effective| succeeds(shown, effective, strictly, extremes);
    let hits = |shown| there.is_some_and(|effective| passes(shown, effective));
    let roll = roll_of(&check);
    let shown = scene
        .roll_by(roll, |reading| u32::from(hits(reading.total)))?
        .total;
    let success = hits(shown);
    if let Some(score) = against.filter(|_| success) {
        check.score = score;
    } else if passes(shown, own) {
        check.verdicts[1] = "finds nobody";
    }
    if by_word != 0 {
        let words = "by the game master";
        check.score.add(words, by_word, rule!("check/gm-modifier"));
    }
    let effective = check.score.total();
    explain(scene, &check, (shown, effective), success);
    if by_word != 0 {
        scene.emit(Fact::Set(check.who, Number::Modifier, 0));
    }
    Ok(success)
}

fn roll_of(check: &Check) -> Roll {
    Roll {
        pool: D20,
        by: Some(check.who),
        what: check.what,
        rule: check.rule,
        audience: Audience::Everyone,
    }
}

fn roll(scene: &mut Scene<'_, Segments>, check: &Check, uses_word: bool) -> Play<bool> {
    let extremes = scene.state().cast.options.natural_extremes;
    let effective = check.score.total();
    let passes = |shown| succeeds(shown, effective, check.strictly, extremes);
    let roll = roll_of(check);
    let shown = scene
        .roll_by(roll, |reading| u32::from(passes(reading.total)))?
        .total;
    let success = passes(shown);
    explain(scene, check, (shown, effective), success);
    if uses_word {
        scene.emit(Fact::Set(check.who, Number::Modifier, 0));
    }
    Ok(success)
}

fn explain(
    scene: &mut Scene<'_, Segments>,
    check: &Check,
    (shown, effective): (i32, i32),
    success: bool,
) {
    if !scene.listened() {
        return;
    }
    let options = &scene.state().cast.options;
    let (extremes, strictly) = (options.natural_extremes, check.strictly);
    scene.cite(rule!("check/effective-target"));
    scene.cite(rule!("check/at-or-below"));
    if check.score.parts().len() > 2 {
        scene.cite(rule!("check/stacking"));
    }
    if extremes && matches!(shown, 1 | 20) {
        scene.cite(rule!("check/natural-extremes"));
    } else if !(1..20).contains(&effective) || matches!(shown, 1 | 20) {
        scene.cite(rule!("check/no-automatic-results"));
    }
    if strictly {
        scene.cite(rule!("defence/strict-defend"));
    }
    let verdict = check.verdicts[usize::from(!success)];
    scene.explain(
        || Sum {
            by: Some(check.who),
            what: check.what,
            dice: 0,
            total: effective,
            against: Some(Against::number("the d20", shown)),
            verdict,
            rule: check.rule,
        },
        &check.score,
    );
}

/// The target score of a check that rules impose, with the modifiers of conditions (`check/missing-score`, `condition/table`).
#[must_use]
pub(crate) fn imposed(
    state: &State,
    who: CreatureId,
    skill: CheckSkill,
    mut tally: Tally,
) -> Tally {
    score(state, who, skill, &mut tally);
    modifiers::condition(state, who, &mut tally);
    tally
}

/// The target score of a check as it is made: Disengage has its own modifiers, and Stamina is a save, which no condition hampers
/// (`defence/disengage`, `stats/stamina`).
#[must_use]
pub(crate) fn target(state: &State, who: CreatureId, skill: CheckSkill, mut tally: Tally) -> Tally {
    match skill {
        CheckSkill::Disengage => disengaging(state, who, tally),
        CheckSkill::Stamina => {
            score(state, who, skill, &mut tally);
            tally
        }
        _ => imposed(state, who, skill, tally),
    }
}

/// The target score of disengaging: Evade stands in for a missing score; armour and a bad leg hamper it (`check/missing-score`,
/// `impact/drawbacks`, `damage-effects/disable`).
#[must_use]
pub(crate) fn disengaging(state: &State, who: CreatureId, mut tally: Tally) -> Tally {
    let sheet = state.sheet(who);
    let own = sheet.checks[CheckSkill::Disengage as usize];
    match sheet.defends[DefendSkill::Evade as usize] {
        Some(evade) if own.is_none() => tally.add("Evade", evade, rule!("check/missing-score")),
        _ => score(state, who, CheckSkill::Disengage, &mut tally),
    }
    modifiers::condition(state, who, &mut tally);
    let armor = worn(state, who).map(|armor| armor.move_skills).sum();
    tally.add("armour", armor, rule!("impact/drawbacks"));
    if legs(state, who).0 {
        tally.add("disabled leg", -4, rule!("damage-effects/disable"));
    }
    tally
}

/// Adds the bare target score of a check that rules impose (`check/missing-score`).
pub(crate) fn score(state: &State, who: CreatureId, skill: CheckSkill, tally: &mut Tally) {
    let scores = &state.sheet(who).checks;
    match (scores[skill as usize], skill) {
        (Some(score), _) => tally.add(skill.name(), score, rule!("check/target-score")),
        (None, CheckSkill::Stamina) => {
            tally.add("Stamina", 5, rule!("stats/stamina"));
            let constitution = state.sheet(who).constitution;
            tally.add("Constitution", constitution, rule!("stats/stamina"));
        }
        (None, _) => tally.add("no such skill", MISSING, rule!("check/missing-score")),
    }
}

/// Makes a Stamina save (`stats/stamina`).
///
/// # Errors
/// Stops if the die is missing.
pub(crate) fn stamina_save(
    scene: &mut Scene<'_, Segments>,
    who: CreatureId,
    (difficulty, rule): (i16, RuleId),
) -> Play<bool> {
    scene.cite(rule!("stats/stamina"));
    let mut tally = scene.tally();
    score(scene.state(), who, CheckSkill::Stamina, &mut tally);
    tally.add("harder to withstand", difficulty, rule);
    let check = Check {
        who,
        what: "Stamina",
        score: tally,
        strictly: false,
        verdicts: ["withstood", "failed"],
        rule,
    };
    save(scene, &check)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_or_below_succeeds() {
        assert!(succeeds(13, 13, false, false));
        assert!(!succeeds(14, 13, false, false));
        assert!(!succeeds(13, 13, true, false));
        assert!(succeeds(12, 13, true, false));
        assert!(!succeeds(1, 0, false, false));
        assert!(succeeds(20, 20, false, false));
        assert!(succeeds(1, -5, false, true));
        assert!(!succeeds(20, 25, false, true));
    }
}
