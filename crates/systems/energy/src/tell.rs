//! Facts, answers and questions in plain English.

mod bodies;
mod doing;
mod mishaps;
mod pools;
mod questions;
#[cfg(test)]
mod tests;
mod things;
mod words;

use affray_kernel::notation::item_name;
use affray_kernel::prose::{count, list, sentence};
use affray_kernel::story::{Sentence, Several};
use affray_kernel::{Ask, CreatureId};

use super::Energy;
use super::act::{Act, Claim, Maneuver, Rest, Window};
use super::fact::{Declared, Fact, Verdict, What};
use super::sheet::SurpriseRound;
use super::state::{ItemId, Phase, State};
use words::{power_name, the, the_item};

pub(super) use doing::{named, predicate};
/// What a condition is called, as the log writes it.
pub(super) use words::condition_name;

/// What is said first of a fight that begins in its middle.
pub(super) fn opening(start: &State) -> Vec<Sentence> {
    let round = (start.clock.round > 0).then_some(Fact::Round(start.clock.round));
    round
        .iter()
        .filter_map(|round| tell(start, round))
        .collect()
}

/// How a fact reads; `state` is the state just before it. `None` if there is nothing to say.
#[must_use]
pub fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    let (text, about) = match fact {
        Fact::Phase(Phase::Aftermath(winner) | Phase::Over(winner)) => {
            let known = matches!(state.clock.phase, Phase::Aftermath(before) if before == *winner);
            return (!known).then(|| Sentence::fight_over(&state.cast.sides, *winner));
        }
        Fact::Round(round) => return Some(Sentence::heading(format!("Round {round}"))),
        Fact::RoundOver(round) => return round_over(state, *round),
        Fact::AmbushOver
            if state.clock.ambush && state.cast.options.surprise_round == SurpriseRound::MayAct =>
        {
            let text = "from now on the Surprised may act as well";
            (text.to_owned(), Vec::new())
        }
        Fact::Idle(rounds) if *rounds > 1 && state.clock.phase == Phase::Open => (
            format!("nobody has spent anything for {rounds} Rounds"),
            Vec::new(),
        ),
        Fact::Came(who, what, target, verdict) => (
            came(state, *who, *what, *target, *verdict),
            vec![*who, *target],
        ),
        Fact::Races(who, others, claim) => return Some(races(state, *who, others, claim)),
        Fact::Rests(who, rest) => (rests(state, *who, rest), vec![*who]),
        Fact::Declares(doing) => declares(state, doing),
        Fact::Interrupts(who, interrupt) => {
            let mut about = vec![*who];
            about.extend(doing::named_by(interrupt));
            let what = doing::interrupts(state, *who, interrupt);
            (format!("{} {what}", the(state, *who)), about)
        }
        Fact::Ends(who, true) => (format!("{} lets it be", the(state, *who)), vec![*who]),
        Fact::Metres(who, metres, _) => return gives_up(state, *who, *metres),
        other => {
            return pools::tell(state, other)
                .or_else(|| bodies::tell(state, other))
                .or_else(|| things::tell(state, other))
                .or_else(|| mishaps::tell(state, other));
        }
    };
    Some(event(text, about))
}

/// How an answer reads.
#[must_use]
pub fn answer(state: &State, ask: &Ask<Energy>, act: &Act) -> Option<Sentence> {
    questions::answer(state, ask.who, act)
}

/// The question of a window.
#[must_use]
pub fn question(state: &State, who: CreatureId, window: &Window) -> String {
    questions::question(state, who, window)
}

/// The name of an item by its number; `#12` if there is none.
#[must_use]
pub fn thing(state: &State, number: u16) -> String {
    item_name(state, ItemId(number))
}

/// The sentence of a fact with the way it reads to those who may not know the creature's numbers.
#[must_use]
pub fn veiled(state: &State, fact: &Fact, told: Sentence) -> Sentence {
    let without_numbers = pools::without_numbers(state, fact).map(|text| {
        if text.is_empty() {
            text
        } else {
            sentence(text)
        }
    });
    Sentence {
        without_numbers,
        ..told
    }
}

/// An event: a sentence with a capital and a full stop.
fn event(text: String, about: Vec<CreatureId>) -> Sentence {
    Sentence::event(sentence(text)).about(about)
}

/// The same, as a detail: it holds numbers that not everybody may know, or what goes without saying.
fn detail(text: String, about: Vec<CreatureId>) -> Sentence {
    Sentence::number(sentence(text)).about(about)
}

/// What the end of a Round ends; what those conditions had brought with them goes without saying.
fn round_over(state: &State, round: u16) -> Option<Sentence> {
    let mut ended = Vec::new();
    let mut conditions = state.conditions.clone();
    conditions.time_is(Some(round), None, |held| ended.push(held));
    for who in state.creatures() {
        conditions.drop_orphans(who);
    }
    // Who had a condition for several reasons may still have it.
    ended.retain(|held| !conditions.has(held.on, held.kind));
    let mut over = Several::beginning("the Round ends: ");
    for held in &ended {
        let text = bodies::ended(state, held);
        over.add(&the(state, held.on), &text, held.about());
    }
    over.event()
}

fn came(
    state: &State,
    who: CreatureId,
    what: What,
    target: CreatureId,
    verdict: Verdict,
) -> String {
    let (name, at) = (the(state, who), the(state, target));
    let subject = match what {
        What::Attack => name,
        What::Maneuver(maneuver) => format!("{name}'s {}", maneuver_name(maneuver)),
        What::Power(power) => format!("{name}'s {}", power_name(state, power)),
    };
    match verdict {
        Verdict::CriticalFailure => format!("{subject} fails critically against {at}"),
        Verdict::Miss => format!("{subject} misses {at}"),
        Verdict::Hit => format!("{subject} hits {at}"),
        Verdict::Critical => format!("{subject} critically hits {at}"),
    }
}

/// What a Combat Maneuver is called.
const fn maneuver_name(maneuver: Maneuver) -> &'static str {
    match maneuver {
        Maneuver::Trip => "Trip",
        Maneuver::Disarm(_) => "Disarm",
        Maneuver::Restrain => "Restrain",
        Maneuver::Push => "Push",
    }
}

/// Who wants to be first, before whom, with what.
fn races(state: &State, who: CreatureId, others: &[CreatureId], claim: &Claim) -> Sentence {
    let name = the(state, who);
    let rivals: Vec<String> = others.iter().map(|other| the(state, *other)).collect();
    let what = predicate(state, who, &claim.action);
    let mut about = vec![who];
    about.extend(named(&claim.action));
    let text = format!(
        "{name} wants to act before {}: {name} {what}",
        list(&rivals)
    );
    // Who sees somebody act may not know of those whom it wants to forestall.
    let without = format!("{name} wants to act first: {name} {what}");
    event(text, about).naming(others.iter().copied(), sentence(without))
}

fn rests(state: &State, who: CreatureId, rest: &Rest) -> String {
    let name = the(state, who);
    let (taken, repair) = match rest {
        Rest::Short { blocks, repair, .. } => {
            let minutes = u16::from(*blocks) * 5;
            (format!("a Short Rest of {minutes} minutes"), repair)
        }
        Rest::Long {
            hours: 8, repair, ..
        } => ("a Long Rest".to_owned(), repair),
        Rest::Long { hours, repair, .. } => {
            let hours = count(i32::from(*hours), "hour");
            (format!("a Long Rest cut short after {hours}"), repair)
        }
    };
    let mended = repair.map_or_else(String::new, |item| {
        format!(" and mends {}", the_item(state, item))
    });
    format!("{name} takes {taken}{mended}")
}

fn declares(state: &State, doing: &Declared) -> (String, Vec<CreatureId>) {
    let mut about = vec![doing.who];
    about.extend(named(&doing.action));
    let what = predicate(state, doing.who, &doing.action);
    (format!("{} {what}", the(state, doing.who)), about)
}

/// Metres that a step cost beyond its own.
fn gives_up(state: &State, who: CreatureId, metres: i16) -> Option<Sentence> {
    let before = state.doing(who)?.metres;
    let lost = metres.saturating_sub(before).saturating_sub(1);
    (lost > 0).then(|| {
        detail(
            format!("{} gives up {lost} m by turning", the(state, who)),
            vec![who],
        )
    })
}
