//! Replaying an entry by the rules.

use super::run::fact;
use super::{Deed, Entry, Fight};
use crate::log::Log;
use crate::scene::Scene;
use crate::story::Note;
use crate::system::System;
use crate::tape::{Beyond, People, Stop, Tape};

impl<S: System> Fight<S> {
    /// Takes an entry again by the rules and compares the facts.
    ///
    /// # Errors
    /// What differs, in words.
    pub fn verify(entry: &Entry<S>, state: &mut S::State) -> Result<Vec<Note<S>>, String> {
        let (who, act) = match &entry.deed {
            Deed::Act(who, act) | Deed::Bot(who, act) => (Some(*who), act),
            Deed::Auto(act) => (None, act),
            Deed::Correction(_) => {
                for fact in &entry.facts {
                    S::apply(state, fact);
                }
                return Ok(entry.facts.iter().cloned().map(Note::Fact).collect());
            }
        };
        let mut nobody = People;
        let mut tape = Tape::new(entry.draws.clone(), Beyond::Nothing, &mut nobody);
        let mut log = Log::default();
        let result = S::resolve(&mut Scene::new(state, &mut tape, Some(&mut log)), who, act);
        if let Err(stop) = result {
            return Err(stopped(stop).to_owned());
        }
        if tape.left_over() {
            return Err(
                "fewer dice are thrown, or fewer are asked, than the journal has".to_owned(),
            );
        }
        let notes = log.take_notes();
        let facts: Vec<&S::Fact> = notes.iter().filter_map(fact).collect();
        match differing::<S>(&entry.facts, &facts) {
            Some(difference) => Err(difference),
            None => Ok(notes),
        }
    }
}

/// Why an act could not be taken to its end.
fn stopped(stop: Stop) -> &'static str {
    match stop {
        Stop::Need => "more dice are thrown, or more are asked, than the journal has",
        Stop::Mismatch => "other dice are thrown, or others are asked, than in the journal",
        Stop::Cap | Stop::Again | Stop::Met => "it does not come to an end",
    }
}

/// The first fact that is not as it was, as journals write facts.
fn differing<S: System>(recorded: &[S::Fact], now: &[&S::Fact]) -> Option<String> {
    let written = |fact: Option<&S::Fact>| match fact.map(serde_json::to_string) {
        Some(Ok(fact)) => fact,
        _ => "nothing".to_owned(),
    };
    (0..recorded.len().max(now.len())).find_map(|index| {
        let (was, is) = (recorded.get(index), now.get(index).copied());
        (was != is).then(|| {
            let (was, is) = (written(was), written(is));
            format!(
                "fact {} is {was} in the journal, and {is} by the rules",
                index + 1
            )
        })
    })
}
