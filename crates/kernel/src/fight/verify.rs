//! Replaying an entry by the rules.

use super::{Deed, Entry, Fight, fact};
use crate::log::Log;
use crate::scene::Scene;
use crate::story::Note;
use crate::system::System;
use crate::tape::{Beyond, People, Tape};

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
            return Err(format!(
                "the act stops ({stop:?}) with the draws that were recorded"
            ));
        }
        if tape.left_over() {
            return Err("not all recorded draws were taken".to_owned());
        }
        let notes = log.take_notes();
        let facts: Vec<&S::Fact> = notes.iter().filter_map(fact).collect();
        if facts.iter().copied().ne(entry.facts.iter()) {
            return Err(format!(
                "other facts: recorded {:?}, now {facts:?}",
                entry.facts
            ));
        }
        Ok(notes)
    }
}
