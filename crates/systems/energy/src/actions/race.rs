//! Two or more who want to act at the same moment: a race by Initiative (`initiative/race`, `initiative/multiple-opponents`).

use affray_kernel::{CreatureId, Play, Refusal, Scene};
use smallvec::SmallVec;

use super::Standing;
use crate::Energy;
use crate::act::{Act, Claim, Window};
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::rules::initiative;
use crate::rules::rounds::may_declare;
use crate::sheet::Skill;
use crate::state::State;

/// Whether a race with those others is possible.
///
/// # Errors
/// The rule against it.
pub(crate) fn possible(
    state: &State,
    who: CreatureId,
    others: &[CreatureId],
    claim: &Claim,
) -> Result<(), Refusal> {
    if others.is_empty() {
        return Err(refuse!("initiative/race", "a race is run against somebody"));
    }
    for (index, other) in others.iter().enumerate() {
        let known = other.index() < state.bodies.len() && *other != who;
        if !known || others[..index].contains(other) || !may_declare(state, *other) {
            return Err(refuse!(
                "initiative/race",
                "somebody named cannot act now, or is named twice"
            ));
        }
    }
    super::aim(state, who, claim, true).map(|_| ())
}

/// One who races.
struct Racer {
    who: CreatureId,
    claim: Claim,
    total: Option<i16>,
}

/// Runs the race: all name what they want to do, each rolls or declines, dice in roster order; the highest acts first.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn run(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    others: &[CreatureId],
    claim: &Claim,
) -> Play {
    scene.cite(rule!("initiative/race"));
    if others.len() > 1 {
        scene.cite(rule!("initiative/multiple-opponents"));
    }
    if scene.is_recorded() {
        let others = others.iter().copied().collect();
        scene.emit(Fact::Races(who, others, Box::new(claim.clone())));
    }
    let mut racers: SmallVec<[Racer; 2]> = SmallVec::new();
    racers.push(Racer {
        who,
        claim: claim.clone(),
        total: None,
    });
    for other in others {
        if let Act::Do(claim) = scene.ask(*other, Window::Claim { by: who })? {
            racers.push(Racer {
                who: *other,
                claim,
                total: None,
            });
        }
    }
    racers.sort_by_key(|racer| racer.who);
    if racers.len() > 1 {
        let mut rolls: SmallVec<[bool; 2]> = SmallVec::new();
        for racer in &racers {
            let rival = if racer.who == who { others[0] } else { who };
            rolls.push(initiative::will_roll(scene, racer.who, rival)?);
        }
        for (racer, rolls) in racers.iter_mut().zip(rolls) {
            if rolls {
                racer.total = Some(initiative::roll(scene, racer.who)?);
            }
        }
        in_order(scene.state(), &mut racers);
    }
    let all: SmallVec<[CreatureId; 4]> = racers.iter().map(|racer| racer.who).collect();
    for racer in &racers {
        let standing = Standing {
            rivals: &all,
            rolled: racer.total,
            ..Standing::OPEN
        };
        super::undertake(scene, racer.who, &racer.claim, standing)?;
    }
    Ok(())
}

/// The highest total first; of equal ones the higher skill, then roster order; those without a roll come last.
fn in_order(state: &State, racers: &mut [Racer]) {
    racers.sort_by_key(|racer| {
        let skill = state.sheet(racer.who).skill(Skill::Initiative);
        let total = racer.total.map_or(i32::MIN, i32::from);
        let skill = racer.total.map_or(i16::MIN, |_| skill);
        (
            std::cmp::Reverse(total),
            std::cmp::Reverse(skill),
            racer.who,
        )
    });
}
