//! Running an act: what it comes to by the rules, and the fight that goes on with it.

use super::{Change, Course, Deed, DiceMode, Doer, Entry, Fight, Open, Rejected, Retracted};
use crate::dice::Seeded;
use crate::id::CreatureId;
use crate::log::Log;
use crate::scene::Scene;
use crate::story::Note;
use crate::system::System;
use crate::tape::{Answers, Beyond, Draw, Need, Stop, Tape};

/// Where dice come from that an act has not had yet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Further {
    /// From where they come now.
    Thrown,
    /// From nowhere: it waits for them, whoever throws them.
    Missing,
}

impl<S: System> Fight<S> {
    pub(super) fn run(
        &mut self,
        doer: Doer,
        act: S::Act,
        draws: Vec<Draw<S>>,
        partial: Vec<(CreatureId, S::Act)>,
        answers: &mut dyn Answers<S>,
    ) -> Result<(), Rejected> {
        let begun = Retracted {
            at: self.entries.len(),
            doer,
            act,
            draws,
            partial,
        };
        let course = self.try_out(&self.state, begun, Further::Thrown, answers)?;
        self.enter(course);
        Ok(())
    }

    /// What an act comes to from that state, with the draws that it has and those that can be had.
    pub(super) fn try_out(
        &self,
        before: &S::State,
        begun: Retracted<S>,
        further: Further,
        answers: &mut dyn Answers<S>,
    ) -> Result<Course<S>, Rejected> {
        let Retracted {
            at,
            doer,
            act,
            draws,
            partial,
        } = begun;
        let mut seeded = Seeded::new(self.seed, self.number);
        seeded.start_entry((self.earlier + at) as u32);
        let throws = |by: Option<CreatureId>| self.dice_of(by) == DiceMode::Real;
        let beyond = match self.dice {
            _ if further == Further::Missing => Beyond::Nothing,
            _ if !self.dice_by.is_empty() => Beyond::Mixed(seeded, &throws),
            DiceMode::Virtual => Beyond::Seeded(seeded),
            DiceMode::Real => Beyond::Nothing,
        };
        let who = doer.creature();
        let mut state = before.clone();
        let mut log = Log::default();
        let given = draws.len();
        let mut tape = Tape::new(draws, beyond, answers).with_partial(&partial);
        tape.begin(before, who, &act);
        let result = S::resolve(
            &mut Scene::new(&mut state, &mut tape, Some(&mut log)),
            who,
            &act,
        );
        let notes = log.take_notes();
        match result {
            // Only on a corrected state can an act come to its end without asking for all that it was given.
            Ok(()) if tape.left_over() => Err(Rejected::Fault(Stop::Mismatch)),
            Ok(()) => {
                let draws = tape.into_draws();
                let facts = notes.iter().filter_map(fact).cloned().collect();
                let deed = match doer {
                    Doer::Person(who) => Deed::Act(who, act),
                    Doer::Bot(who) => Deed::Bot(who, act),
                    Doer::Nobody => Deed::Auto(act),
                };
                let entry = Entry::new(deed, draws, facts);
                Ok(Course::Done(entry, state, notes))
            }
            Err(Stop::Need) => {
                let Some(need) = tape.need() else {
                    return Err(Rejected::Fault(Stop::Need));
                };
                let draws = tape.into_draws();
                // Answers belong to the set that the given draws lead to; behind it they are draws themselves.
                let partial = if draws.len() == given && matches!(need, Need::Acts(_)) {
                    partial
                } else {
                    Vec::new()
                };
                Ok(Course::Open(Open {
                    who,
                    bot: matches!(doer, Doer::Bot(_)),
                    act,
                    draws,
                    partial,
                    need,
                    shown: state,
                    notes,
                }))
            }
            Err(stop) => Err(Rejected::Fault(stop)),
        }
    }

    /// The fight goes on with what an act has come to.
    pub(super) fn enter(&mut self, course: Course<S>) {
        match course {
            Course::Done(entry, state, notes) => {
                self.push(entry, state);
                self.last_notes = notes;
                self.open = None;
            }
            Course::Open(open) => {
                self.reached(&open.retracted(self.entries.len()));
                if self.open.as_ref() != Some(&open) {
                    self.changes.push(Change::Open(Box::new(open.clone())));
                }
                self.open = Some(open);
            }
        }
    }

    /// Puts an act in progress back as it was saved.
    ///
    /// # Errors
    /// If the draws do not belong to it.
    pub(crate) fn reopen(
        &mut self,
        doer: Doer,
        act: S::Act,
        draws: Vec<Draw<S>>,
        partial: Vec<(CreatureId, S::Act)>,
    ) -> Result<(), Rejected> {
        self.open = None;
        self.run(doer, act, draws, partial, &mut crate::tape::People)
    }
}

/// The fact that a note of the log tells of, if it tells of one.
pub(super) fn fact<S: System>(note: &Note<S>) -> Option<&S::Fact> {
    match note {
        Note::Fact(fact) => Some(fact),
        _ => None,
    }
}
