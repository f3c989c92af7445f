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
/// game master lets it (`adventuring/sneak`). A foe that it does not know of keeps it from nothing, which would give that away.
///
/// # Errors
/// Who sees it.
pub(crate) fn possible(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.body(who).may_sneak {
        return Ok(());
    }
    let mut known =
        conscious_foes(state, who).filter(|foe| !hidden::is_hidden_from(state, *foe, who));
    known.try_for_each(|foe| unwatched(state, who, foe))
}

/// Whether a foe is not within 1 m, but for one behind a wall, and does not see a creature without cover (`adventuring/sneak`).
fn unwatched(state: &State, who: CreatureId, foe: CreatureId) -> Result<(), Refusal> {
    if adjacent(state, who, foe) && !is_walled_off(state, who, foe) {
        return Err(refuse!(
            "adventuring/sneak",
            "{} is within {}",
            Figure::Creature(foe),
            Figure::Metres(1)
        ));
    }
    if is_in_plain_sight(state, foe, who) && !hidden::is_hidden_from(state, who, foe) {
        return Err(refuse!(
            "adventuring/sneak",
            "{} sees {} without cover",
            Figure::Creature(foe),
            Figure::Creature(who)
        ));
    }
    Ok(())
}

/// Whether a foe that a creature does not know of watches it, and is not deceived: nothing of that is told.
fn is_watched_unawares(state: &State, who: CreatureId, foe: CreatureId) -> bool {
    !state.body(who).may_sneak
        && hidden::is_hidden_from(state, foe, who)
        && unwatched(state, who, foe).is_err()
}

/// One Stealth test against an Observation test of each conscious foe, in listing order: it becomes hidden from those over whom it wins,
/// and is noticed by those who win; where nobody does, it is hidden or not as before (`conditions/hidden`, `core-rules/contest`). Foes in
/// whose plain sight it is without knowing it are not among them (`adventuring/sneak`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) -> Play {
    let rule = rule!("adventuring/sneak");
    let stealth = core_rules::skill(scene, who, Skill::Stealth, rule, |_| {})?;
    let foes = scene.known(|state| -> SmallVec<[CreatureId; 8]> {
        conscious_foes(state, who)
            .filter(|foe| !is_watched_unawares(state, who, *foe))
            .collect()
    });
    for foe in foes {
        let watcher = (foe, Skill::Observation);
        let seen = core_rules::skill_against(scene, watcher, stealth, rule)?;
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
