//! Rounds, segments, stances, ambushes and On-Guard.

use affray_kernel::CreatureId;
use affray_kernel::prose::{list, signed};
use affray_kernel::story::{Sentence, Several};
use smallvec::SmallVec;

use super::conditions::{ended, goes_without_saying};
use super::words::the;
use super::{detail, event};
use crate::fact::{Fact, Flag, Given};
use crate::rules::numbers::acts;
use crate::state::{Guard, Phase, Segment, Stance, State};

/// How a fact about time and order reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    let name = |who: &CreatureId| the(state, *who);
    Some(match fact {
        Fact::Phase(Phase::Over(winner)) => Sentence::fight_over(&state.cast.sides, *winner),
        Fact::Phase(_) if matches!(state.clock.phase, Phase::Over(_)) => {
            event("the fight goes on".to_owned(), Vec::new())
        }
        Fact::Round(round) => Sentence::heading(format!("Round {round}")),
        Fact::RoundOver(round) => return round_over(state, *round),
        Fact::Called(segment) => Sentence::heading(format!("{} segment", segment.name())),
        Fact::Ordered(segment) => return ordered(state, *segment),
        Fact::Environment(value) if state.clock.environment != *value => event(
            format!("the surroundings give everybody {}", modifier(*value)),
            Vec::new(),
        ),
        Fact::SideEnvironment(side, value) => return side_environment(state, *side, *value),
        Fact::Stance(who, Some(stance)) => declares(state, *who, *stance),
        Fact::Given(who, stance, why) => is_given(state, *who, *stance, *why),
        Fact::Commits(who, Some(segment)) if state.body(*who).committed != Some(*segment) => {
            let text = format!(
                "{} can attack in the {} segment alone this Round",
                name(who),
                segment.name()
            );
            detail(text, vec![*who])
        }
        Fact::Flag(who, Flag::Done, true) if takes_items(state, *who) => detail(
            format!("{} does no more in this segment", name(who)),
            vec![*who],
        ),
        Fact::Ambush(who, targets) => return lies_in_wait(state, *who, targets.as_ref()),
        Fact::Guard(who, guard) => return guards(state, *who, *guard),
        _ => return None,
    })
}

/// What surroundings add to checks.
pub(super) fn modifier(value: i16) -> String {
    format!("{} on attack and defend checks", signed(i32::from(value)))
}

fn ordered(state: &State, segment: Option<Segment>) -> Option<Sentence> {
    if state.clock.ordered == segment {
        return None;
    }
    let text = match segment {
        Some(segment) => format!("the {} segment comes next", segment.name()),
        None => "the next segment is the one that applies".to_owned(),
    };
    Some(event(text, Vec::new()))
}

fn side_environment(state: &State, side: u8, value: i16) -> Option<Sentence> {
    let index = usize::from(side);
    if *state.side_environment.get(index)? == value {
        return None;
    }
    let side = state.cast.sides.get(index)?;
    let text = format!("the surroundings give the {side} {}", modifier(value));
    Some(event(text, Vec::new()))
}

/// What the end of a Round ends.
fn round_over(state: &State, round: u16) -> Option<Sentence> {
    let mut over = Vec::new();
    let mut conditions = state.conditions.clone();
    conditions.time_is(Some(round), None, |held| over.push(held));
    // Who had a condition for several reasons may still have it.
    over.retain(|held| !conditions.has(held.on, held.kind) && !goes_without_saying(state, held));
    let mut ends = Several::beginning("the Round ends: ");
    for held in &over {
        ends.add(&the(state, held.on), &ended(state, held), held.about());
    }
    ends.event()
}

/// A stance as it is revealed.
fn declares(state: &State, who: CreatureId, stance: Stance) -> Sentence {
    let text = format!("{} {}", the(state, who), takes(stance));
    if stance == Stance::Hold && !can_act(state, who) {
        detail(text, vec![who])
    } else {
        event(text, vec![who])
    }
}

/// A stance as it stands after a name.
const fn takes(stance: Stance) -> &'static str {
    match stance {
        Stance::Aggressive => "is Aggressive",
        Stance::ReadyTrade => "is Ready, to trade attacks",
        Stance::ReadyWait => "is Ready, and waits for the attacks of others",
        Stance::Defensive => "is Defensive",
        Stance::Hold => "holds",
    }
}

/// A stance that was not chosen. Whoever cannot act, has nothing left to act with or may but react holds as a matter of course.
fn is_given(state: &State, who: CreatureId, stance: Stance, why: Given) -> Sentence {
    let name = the(state, who);
    let holds = "and counts as holding";
    match why {
        Given::OnGuard => event(format!("{name} {}, On-Guard", takes(stance)), vec![who]),
        Given::Kept => event(format!("{name} {}, as before", takes(stance)), vec![who]),
        Given::Reacts => detail(format!("{name} lies in no ambush {holds}"), vec![who]),
        Given::Idle if !acts(state, who) => detail(format!("{name} cannot act {holds}"), vec![who]),
        Given::Idle if state.body(who).actions < 1 => {
            detail(format!("{name} has no action left {holds}"), vec![who])
        }
        Given::Idle => event(format!("{name} has nothing to do {holds}"), vec![who]),
    }
}

fn can_act(state: &State, who: CreatureId) -> bool {
    acts(state, who) && state.body(who).actions > 0
}

/// Whether somebody could still have taken an item in the segment under way.
fn takes_items(state: &State, who: CreatureId) -> bool {
    let body = state.body(who);
    let holds = matches!(body.stance, None | Some(Stance::Hold));
    can_act(state, who) && !body.done && !holds && state.clock.phase == Phase::Acting
}

fn lies_in_wait(
    state: &State,
    who: CreatureId,
    targets: Option<&SmallVec<[CreatureId; 2]>>,
) -> Option<Sentence> {
    let name = the(state, who);
    let Some(targets) = targets else {
        let known = state.body(who).ambush.is_some();
        return known.then(|| event(format!("{name} gives up the ambush"), vec![who]));
    };
    let names: Vec<String> = targets.iter().map(|target| the(state, *target)).collect();
    let on = if names.is_empty() {
        String::new()
    } else {
        format!(" for {}", list(&names))
    };
    // Who sees somebody lie in wait may not know of those for whom.
    let told = event(format!("{name} lies in ambush{on}"), vec![who]);
    let without = affray_kernel::prose::sentence(format!("{name} lies in ambush"));
    Some(told.naming(targets.iter().copied(), without))
}

fn guards(state: &State, who: CreatureId, guard: Option<Guard>) -> Option<Sentence> {
    let name = the(state, who);
    let text = match (state.body(who).guard, guard) {
        (None, Some(guard)) => format!("{name} goes On-Guard with {}", guard.skill.name()),
        (Some(_), None) => format!("{name} is no longer On-Guard"),
        (Some(before), Some(now)) if before.skill != now.skill => {
            format!("{name} is On-Guard with {} now", now.skill.name())
        }
        (Some(before), Some(now)) if before.failures != now.failures => {
            let failures = now.failures;
            format!("{name} has failed {failures} of 3 On-Guard checks")
        }
        _ => return None,
    };
    Some(event(text, vec![who]))
}
