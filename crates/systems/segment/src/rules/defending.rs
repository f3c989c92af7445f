//! How somebody defends: the question, the check, what comes of it (`defence/*`, `defend-skills/*`).

use affray_kernel::modifier::Tally;
use affray_kernel::{Arm, CreatureId, Play, RuleId, Scene};

use super::checks::{self, Check};
use super::defence::{has_any, lacks_its_item, lacks_only_actions, may_defend, rule_of, score};
use super::numbers::settled;
use super::{averting, modifiers, on_guard, structural};
use crate::Segments;
use crate::act::{Act, Defence, Strike, Window, With};
use crate::actions::moving;
use crate::fact::{Fact, Undefended, Verdict};
use crate::ids::rule;
use crate::state::{Stance, State};

/// Asks the target of an attack that hit whether it defends, and makes its check: what the attack came to, and the defence that succeeded,
/// if any.
///
/// # Errors
/// Stops if the answer or the die is missing.
pub(crate) fn defend(
    scene: &mut Scene<'_, Segments>,
    by: CreatureId,
    strike: &Strike,
) -> Play<(Verdict, Option<Defence>)> {
    let who = strike.target;
    if let Some(why) = undefended(scene, (who, by), strike) {
        scene.cite(rule!("defence/who-cannot"));
        scene.cite(rule_against(why));
        return Ok((Verdict::Undefended(why), None));
    }
    scene.cite(rule!("defence/timing"));
    let window = Window::Defend {
        by,
        strike: *strike,
    };
    match scene.ask(who, window)? {
        Act::Defend(defence) => {
            if resolve(scene, (who, by), strike, &defence)? {
                return Ok((defence.verdict(), Some(defence)));
            }
        }
        Act::Surrender => super::outcomes::surrender(scene, who),
        _ => {
            if scene.state().body(who).guard.is_some() {
                scene.cite(rule!("on-guard/check-optional"));
            }
        }
    }
    Ok((Verdict::Hit, None))
}

/// Why nobody asks the target of a hit whether it defends; `None` where it can (`defence/who-cannot`).
fn undefended(
    scene: &Scene<'_, Segments>,
    (who, by): (CreatureId, CreatureId),
    strike: &Strike,
) -> Option<Undefended> {
    let state = scene.state();
    if let Err(refusal) = may_defend(state, who, by) {
        return Some(against(refusal.rule));
    }
    if has_any(state, (who, by), strike) {
        return None;
    }
    // Where nobody hears of it, it need not be found out.
    let heard = scene.is_recorded();
    Some(if heard && lacks_its_item(state, (who, by), strike) {
        Undefended::ItemLost
    } else if heard && lacks_only_actions(state, (who, by), strike) {
        Undefended::Spent
    } else {
        Undefended::NoSkill
    })
}

/// What stands against any defence by that rule.
fn against(rule: RuleId) -> Undefended {
    [
        Undefended::Surprised,
        Undefended::BothAggressive,
        Undefended::Spent,
    ]
    .into_iter()
    .find(|why| rule_against(*why) == rule)
    .unwrap_or(Undefended::Felled)
}

/// The rule by which there is no defence.
const fn rule_against(why: Undefended) -> RuleId {
    match why {
        Undefended::Surprised => rule!("ambush/surprised"),
        Undefended::Felled => rule!("defence/who-cannot"),
        Undefended::BothAggressive => rule!("stances/aggressive-no-mutual-defence"),
        Undefended::Spent => rule!("defence/costs-actions"),
        Undefended::ItemLost => rule!("on-guard/item-lost"),
        Undefended::NoSkill => rule!("defence/skill-fits-attack"),
    }
}

fn resolve(
    scene: &mut Scene<'_, Segments>,
    (who, by): (CreatureId, CreatureId),
    strike: &Strike,
    defence: &Defence,
) -> Play<bool> {
    cite(scene, (who, by), defence);
    if !defence.on_guard {
        scene.emit(Fact::Spends(who, 1));
    }
    let tally = scene.tally();
    let state = scene.state();
    let chart = averting::aversion(state, (who, by), strike.with, defence).1;
    let check = Check {
        who,
        what: defence.skill.name(),
        score: score_against(state, (who, by), (strike.with, defence), tally),
        strictly: state.cast.options.strict_defend,
        verdicts: if defence.skill.averts() {
            ["averted", "not averted"]
        } else {
            ["avoided", "not avoided"]
        },
        rule: rule_of(defence.skill),
    };
    if defence.skill.averts() {
        scene.cite(chart);
        scene.cite(rule!("stats/weapon-classes"));
        scene.cite(rule!("defence/avert-size-matters"));
        scene.cite(rule!("defence/aversion-applies-to-defender"));
        scene.cite(rule!("defence/aversion-stacks"));
    }
    let success = checks::make(scene, check)?;
    if defence.on_guard {
        on_guard::checked(scene, who, success);
    }
    Ok(success)
}

/// The target score of a defence against an attack with all its modifiers but the game master's (`defence/check`).
#[must_use]
pub(crate) fn score_against(
    state: &State,
    (who, by): (CreatureId, CreatureId),
    (with, defence): (With, &Defence),
    tally: Tally,
) -> Tally {
    let mut score = score(state, who, defence.skill, tally);
    modifiers::blindness(state, who, by, &mut score);
    if modifiers::flanked(state, who) {
        score.add("flanked", -2, rule!("modifiers/flanking"));
    }
    let (aversion, rule) = averting::aversion(state, (who, by), with, defence);
    score.add("size of the weapons", aversion, rule);
    if defence.on_guard
        && let Some(guard) = state.body(who).guard
    {
        let penalty = on_guard::penalty(guard);
        score.add(
            "failed On-Guard checks",
            penalty,
            rule!("on-guard/failure-penalty"),
        );
    }
    score
}

/// What comes of a defence that succeeded: what averted may break, a Sidestep may lead next door.
///
/// # Errors
/// Stops if the die is missing.
pub(crate) fn follows(
    scene: &mut Scene<'_, Segments>,
    by: CreatureId,
    strike: &Strike,
    defence: &Defence,
) -> Play {
    let who = strike.target;
    if let Some(Arm::Item(item)) = defence.with
        && structural::strains(scene.state(), (by, strike.with), (who, Arm::Item(item)))
    {
        structural::save(scene, (who, item), rule!("defence/avert-structural-save"))?;
    }
    if let Some(to) = defence.to {
        let to = settled(scene.state(), who, to);
        moving::comes_to(scene, who, (to, 1));
    }
    Ok(())
}

fn cite(scene: &mut Scene<'_, Segments>, (who, by): (CreatureId, CreatureId), defence: &Defence) {
    if !scene.listened() {
        return;
    }
    let state = scene.state();
    let below = !state.cast.options.strict_defend;
    let guarded = state.body(who).guard.is_some();
    let was_guarded = state.body(who).guarded && !guarded;
    let holds = state.body(who).stance == Some(Stance::Hold);
    let is_aggressive = |who: CreatureId| state.body(who).stance == Some(Stance::Aggressive);
    let aggressive = is_aggressive(who) && !is_aggressive(by);
    for rule in [
        rule!("defence/check"),
        rule!("defence/three-ways"),
        rule!("defence/skill-fits-attack"),
        rule!("defence/one-attempt"),
        rule!("defend-skills/list"),
    ] {
        scene.cite(rule);
    }
    if defence.skill.averts() {
        scene.cite(rule!("defence/avert"));
        scene.cite(rule!("defence/avert-needs-item"));
    } else {
        scene.cite(rule!("defence/avoid"));
    }
    if below {
        scene.cite(rule!("defence/below-or-at"));
    }
    if holds {
        scene.cite(rule!("defence/not-turn-bound"));
    }
    if aggressive {
        scene.cite(rule!("stances/aggressive-defends-against-others"));
    }
    if defence.on_guard {
        scene.cite(rule!("on-guard/other-modifiers"));
    } else {
        scene.cite(rule!("defence/costs-actions"));
        scene.cite(rule!("actions/costs"));
        if guarded {
            scene.cite(rule!("on-guard/mixing"));
        }
        if was_guarded {
            scene.cite(rule!("on-guard/after-it-ends"));
        }
    }
}
