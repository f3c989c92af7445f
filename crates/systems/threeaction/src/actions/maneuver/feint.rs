//! Feint (`feint/*`).

use affray_kernel::condition::{Held, Until};
use affray_kernel::{CreatureId, Play, Scene};

use crate::ThreeAction;
use crate::actions::strike;
use crate::fact::{Fact, Verdict};
use crate::ids::rule;
use crate::rules::attack::{self, Aimed, Attempt, Kind, Made};
use crate::rules::conditions::{gain, plain};
use crate::rules::durations::rest_of_turn;
use crate::rules::numbers::mental_defense;
use crate::rules::opposed::Contest;
use crate::state::Condition;

/// A Melee Attack roll against Mental Defense; it is not opposed (`feint/roll`).
///
/// # Errors
/// Stops where a draw is missing.
pub(super) fn roll(scene: &mut Scene<'_, ThreeAction>, contest: Contest) -> Play<(Verdict, Made)> {
    let attempt = Attempt {
        by: contest.by,
        on: contest.on,
        kind: Kind::Melee,
        with: Some(contest.with),
        aimed: Aimed::at(contest.target),
    };
    let defense = mental_defense(scene.state(), contest.on);
    let luck = attack::luck_now(scene, attempt);
    let tally = strike::tally(scene.state(), contest.by, contest.with, None);
    let (by, what) = (contest.by, (contest.what, contest.rule));
    let thrown = attack::roll_against(scene, by, what, &luck, &tally, defense)?;
    let verdict = attack::judge(scene.state(), attempt, thrown, defense);
    attack::explain(
        scene,
        contest.by,
        (contest.what, contest.rule),
        thrown,
        &tally,
        attack::against(attempt, "Mental Defense", defense, verdict),
        verdict,
    );
    scene.emit(Fact::Came(contest.by, contest.target, verdict));
    let made = attack::made(scene, attempt, verdict != Verdict::Miss);
    attack::count(scene, contest.by);
    Ok((verdict, made))
}

/// The target is Flat Footed: against the one who feinted for the rest of the running Turn (`feint/success`), or against everyone until
/// the feinting creature's next Turn (`feint/critical`).
pub(super) fn succeed(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    on: CreatureId,
    critical: bool,
) {
    let held = if critical {
        scene.cite(rule!("feint/critical"));
        plain(on, Condition::FlatFooted, Until::TurnStart(who, 1))
    } else {
        scene.cite(rule!("feint/success"));
        Held {
            toward: Some(who),
            ..plain(on, Condition::FlatFooted, rest_of_turn(scene.state()))
        }
    };
    gain(
        scene,
        Held {
            cause: Some(who),
            ..held
        },
    );
}
