//! Sneak (`primary-actions/sneak`, `adventuring/sneak`).

use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};
use smallvec::SmallVec;

use crate::ActionPoint;
use crate::fact::Contest;
use crate::ids::{refuse, rule};
use crate::rules::conditions;
use crate::rules::core_rules::{self, contest};
use crate::rules::cover::{is_in_plain_sight, is_walled_off};
use crate::rules::hidden::{self, conscious_foes};
use crate::rules::numbers::adjacent;
use crate::sheet::Skill;
use crate::state::{Condition, State};

/// Whether a creature can Sneak, price aside: no conscious foe within 1 m but behind a wall, and cover or no line of sight from each; or the
/// game master lets it (`adventuring/sneak`).
///
/// # Errors
/// Who sees it.
pub(crate) fn possible(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.body(who).may_sneak {
        return Ok(());
    }
    for foe in conscious_foes(state, who) {
        if hidden::is_hidden_from(state, foe, who) {
            continue;
        }
        if adjacent(state, who, foe) && !is_walled_off(state, who, foe) {
            return Err(refuse!(
                "adventuring/sneak",
                "{} is within {}",
                Figure::Creature(foe),
                Figure::Metres(1)
            ));
        }
        let seen = is_in_plain_sight(state, foe, who);
        if seen && !hidden::is_hidden_from(state, who, foe) {
            return Err(refuse!(
                "adventuring/sneak",
                "{} sees {} without cover",
                Figure::Creature(foe),
                Figure::Creature(who)
            ));
        }
    }
    Ok(())
}

/// One Stealth test against an Observation test of each conscious foe, in listing order: it becomes hidden from those over whom it wins,
/// and is noticed by those who win; where nobody does, it is hidden or not as before (`conditions/hidden`, `core-rules/contest`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) -> Play {
    let rule = rule!("adventuring/sneak");
    let stealth = core_rules::skill(scene, who, Skill::Stealth, rule, |_| {})?;
    let foes: SmallVec<[CreatureId; 8]> = conscious_foes(scene.state(), who).collect();
    for foe in foes {
        let seen = core_rules::skill(scene, foe, Skill::Observation, rule, |_| {})?;
        let stays = hidden::is_hidden_from(scene.state(), who, foe)
            && !stealth.beats(seen)
            && !seen.beats(stealth);
        let about = if stays {
            Contest::StillHidden
        } else {
            Contest::Sneak
        };
        if contest(scene, (who, stealth), (foe, seen), about) {
            scene.cite(rule!("conditions/hidden"));
            conditions::begin(scene, conditions::toward(who, Condition::Hidden, foe));
        } else if !stays {
            hidden::found(scene, who, foe, false);
        }
    }
    Ok(())
}
