//! Rounds, turns and their order.

use affray_kernel::CreatureId;
use affray_kernel::prose::{capital, list, signed};
use affray_kernel::story::{Sentence, Several};

use super::conditions::ended;
use super::event;
use super::words::{spell_name, the, whose};
use crate::fact::Fact;
use crate::rules::numbers::{able, present};
use crate::state::{Phase, State};

/// How a fact about time and order reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    let name = |who: &CreatureId| the(state, *who);
    Some(match fact {
        Fact::Phase(Phase::Over(winner)) => Sentence::fight_over(&state.cast.sides, *winner),
        Fact::Prolonged(true) => event("the fight goes on".to_owned(), Vec::new()),
        Fact::Round(round) => Sentence::heading(format!("Round {round}")),
        Fact::RoundOver(round) => return round_over(state, *round),
        Fact::Sneaking(side) => return sneaks(state, *side),
        Fact::Order(order) => return order_of(state, order),
        Fact::TurnBegins(who) => {
            let heading = capital(format!("{} turn", whose(state, *who)));
            Sentence::heading(heading).about(vec![*who])
        }
        Fact::TurnSkipped(who) => return skipped(state, *who),
        Fact::TurnOver(who) => return turn_over(state, *who),
        Fact::Saves(who, Some(after)) if state.body(*who).after != Some(*after) => {
            let text = format!(
                "{} saves its turn until after {} turn",
                name(who),
                whose(state, *after)
            );
            event(text, vec![*who, *after])
        }
        _ => return None,
    })
}

/// What the end of a round ends.
fn round_over(state: &State, round: u16) -> Option<Sentence> {
    let mut over = Several::beginning("the round ends: ");
    let mut conditions = state.conditions.clone();
    conditions.time_is(Some(round), None, |held| {
        over.add(&the(state, held.on), &ended(state, &held), held.about());
    });
    over.event()
}

/// Who tries to sneak up; what becomes of it is told of each observer.
fn sneaks(state: &State, side: Option<u8>) -> Option<Sentence> {
    let side = side.filter(|_| state.clock.sneaking != side)?;
    let side = state.cast.sides.get(usize::from(side))?;
    Some(event(format!("the {side} try to sneak up"), Vec::new()))
}

/// Each place is told to those who know of whoever has it.
fn order_of(state: &State, order: &[CreatureId]) -> Option<Sentence> {
    let mut places = Several::beginning("the order of initiative: ").between(", ");
    for who in order {
        let result = state.body(*who).initiative;
        let result =
            result.map_or_else(String::new, |result| format!(" {}", signed(result.into())));
        places.add("", &format!("{}{result}", the(state, *who)), vec![*who]);
    }
    places.event()
}

/// Whoever is not there has no turn that could be missed.
fn skipped(state: &State, who: CreatureId) -> Option<Sentence> {
    if !present(state, who) {
        return None;
    }
    let why = if able(state, who) {
        "is surprised"
    } else {
        "is out of action"
    };
    let text = format!("{} {why}: its turn is skipped", the(state, who));
    Some(event(text, vec![who]))
}

/// Spells that run out with a turn.
fn turn_over(state: &State, who: CreatureId) -> Option<Sentence> {
    let running = state.running.iter();
    let over = running.filter(|running| running.on == who && running.left <= 1);
    let names: Vec<String> = over
        .map(|running| spell_name(state, running.spell).to_owned())
        .collect();
    if names.is_empty() {
        return None;
    }
    let text = format!(
        "no longer in force on {}: {}",
        the(state, who),
        list(&names)
    );
    Some(event(text, vec![who]))
}
