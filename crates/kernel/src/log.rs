//! What a scene writes down while rules run: quick to write, and read as notes when somebody wants them.

use crate::dice::Faces;
use crate::id::RuleId;
use crate::modifier::{Modifier, Tally};
use crate::story::{Note, Roll, Rolled, Sum};
use crate::system::{Ask, System};

/// The log of an act. Its lines are small and hold no memory; what is large lies in lists of its own, in the order of the lines.
#[derive(Clone, Debug)]
pub struct Log<S: System> {
    lines: Vec<Line>,
    facts: Vec<S::Fact>,
    rolls: Vec<Roll>,
    faces: Vec<u16>,
    sums: Vec<Sum>,
    parts: Vec<(Modifier, bool)>,
    rules: Vec<&'static [RuleId]>,
    reasons: Vec<(&'static str, RuleId)>,
    answers: Vec<(Ask<S>, S::Act)>,
}

/// A line, as the [`Note`] of that name, or as the notes of several in a row.
#[derive(Clone, Copy, Debug)]
enum Line {
    Fact,
    /// With how many faces were shown.
    Rolled(u16),
    /// The same of dice that are looked at one by one.
    Shown(u16),
    /// With the number of its parts.
    Sum(u16),
    Cite(RuleId),
    /// A row of rules.
    Cites,
    Because,
    Answer,
}

impl<S: System> Default for Log<S> {
    fn default() -> Self {
        Self {
            lines: Vec::new(),
            facts: Vec::new(),
            rolls: Vec::new(),
            faces: Vec::new(),
            sums: Vec::new(),
            parts: Vec::new(),
            rules: Vec::new(),
            reasons: Vec::new(),
            answers: Vec::new(),
        }
    }
}

impl<S: System> Log<S> {
    /// Empties the log, keeping its memory.
    pub fn clear(&mut self) {
        self.lines.clear();
        while let Some(fact) = self.facts.pop() {
            S::unheard(fact);
        }
        self.rolls.clear();
        self.faces.clear();
        self.sums.clear();
        self.parts.clear();
        self.rules.clear();
        self.reasons.clear();
        self.answers.clear();
    }

    /// The facts since the last time, in order.
    #[must_use]
    pub fn facts(&self) -> &[S::Fact] {
        &self.facts
    }

    /// Everything written since the last time as notes, in order; the log is empty then.
    pub fn take_notes(&mut self) -> Vec<Note<S>> {
        let mut notes = Vec::with_capacity(self.lines.len() + self.parts.len());
        let mut facts = self.facts.drain(..).map(Note::Fact);
        let mut rolls = self.rolls.drain(..);
        let mut faces = self.faces.as_slice();
        let mut sums = self.sums.drain(..).map(Note::Sum);
        let mut parts = self.parts.drain(..);
        let mut rules = self.rules.drain(..);
        let mut reasons = self.reasons.drain(..);
        let mut answers = self.answers.drain(..);
        for line in self.lines.drain(..) {
            match line {
                Line::Fact => notes.extend(facts.next()),
                Line::Rolled(count) | Line::Shown(count) => {
                    let (shown, rest) = faces.split_at(usize::from(count).min(faces.len()));
                    faces = rest;
                    let added = matches!(line, Line::Rolled(_));
                    let rolled = rolls.next().zip(Faces::try_from(shown).ok());
                    let rolled = rolled.map(|(roll, faces)| Rolled { roll, faces, added });
                    notes.extend(rolled.map(Note::Rolled));
                }
                Line::Sum(count) => {
                    notes.extend(sums.next());
                    let parts = parts.by_ref().take(usize::from(count));
                    notes.extend(parts.map(|(part, counts)| Note::Part(part, counts)));
                }
                Line::Cite(rule) => notes.push(Note::Cite(rule)),
                Line::Cites => {
                    notes.extend(
                        rules
                            .next()
                            .into_iter()
                            .flatten()
                            .map(|rule| Note::Cite(*rule)),
                    );
                }
                Line::Because => {
                    let reason = reasons.next();
                    notes.extend(reason.map(|(words, rule)| Note::Because(words, rule)));
                }
                Line::Answer => {
                    notes.extend(answers.next().map(|(ask, act)| Note::Answer(ask, act)));
                }
            }
        }
        drop(facts);
        self.faces.clear();
        notes
    }

    #[inline]
    pub(crate) fn fact(&mut self, fact: S::Fact) {
        self.lines.push(Line::Fact);
        self.facts.push(fact);
    }

    #[inline]
    pub(crate) fn cite(&mut self, rule: RuleId) {
        self.lines.push(Line::Cite(rule));
    }

    #[inline]
    pub(crate) fn cite_all(&mut self, rules: &'static [RuleId]) {
        self.lines.push(Line::Cites);
        self.rules.push(rules);
    }

    pub(crate) fn because(&mut self, reason: &'static str, rule: RuleId) {
        self.lines.push(Line::Because);
        self.reasons.push((reason, rule));
    }

    pub(crate) fn rolled(&mut self, roll: &Roll, faces: &Faces) {
        self.faces.extend_from_slice(faces);
        self.rolled_faces(roll, faces.len());
    }

    /// A roll of dice that are looked at one by one.
    pub(crate) fn shown(&mut self, roll: &Roll, faces: &Faces) {
        self.faces.extend_from_slice(faces);
        self.lines.push(Line::Shown(faces.len() as u16));
        self.rolls.push(*roll);
    }

    /// The roll of a single die.
    #[inline]
    pub(crate) fn rolled_one(&mut self, roll: &Roll, face: u16) {
        self.faces.push(face);
        self.rolled_faces(roll, 1);
    }

    /// The list of faces, for the dice to write what they show; [`Log::rolled_faces`] says how many there were.
    #[inline]
    pub(crate) fn faces(&mut self) -> &mut Vec<u16> {
        &mut self.faces
    }

    /// The roll whose faces, so many of them, are the last in the list.
    #[inline]
    pub(crate) fn rolled_faces(&mut self, roll: &Roll, count: usize) {
        self.lines.push(Line::Rolled(count as u16));
        self.rolls.push(*roll);
    }

    #[inline(always)]
    pub(crate) fn sum(&mut self, sum: Sum, tally: &Tally) {
        self.lines.push(Line::Sum(tally.parts().len() as u16));
        self.sums.push(sum);
        self.list(tally);
    }

    fn list(&mut self, tally: &Tally) {
        for (index, part) in tally.parts().iter().enumerate() {
            let counts = tally.counts_all() || tally.counts(index);
            self.parts.push((*part, counts));
        }
    }

    pub(crate) fn answer(&mut self, ask: Ask<S>, act: &S::Act) {
        self.lines.push(Line::Answer);
        self.answers.push((ask, act.clone()));
    }
}
