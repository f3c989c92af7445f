//! What a scene writes down while rules run: quick to write, and read as notes when somebody wants them.

use std::mem::ManuallyDrop;

use crate::dice::Faces;
use crate::id::RuleId;
use crate::modifier::{Modifier, Tally};
use crate::story::{Note, Roll, Rolled, Sum};
use crate::system::{Ask, System};

/// The log of an act, or its facts alone. Its lines are small and hold no memory; what is large lies in lists of its own, in the order of
/// the lines.
#[derive(Debug)]
pub struct Log<S: System> {
    is_whole: bool,
    lines: Vec<Line>,
    /// Let go of by hand: most facts own no memory, and need not be looked at.
    facts: Vec<ManuallyDrop<S::Fact>>,
    /// Whether some of the facts may own memory.
    facts_own: bool,
    rolls: Vec<Roll>,
    faces: Vec<u16>,
    sums: Vec<Sum>,
    parts: Vec<Modifier>,
    answers: Vec<(Ask<S>, S::Act)>,
    taken_back: TakenBack,
}

/// What was written and taken back since the last time.
#[derive(Debug, Default)]
pub(crate) struct TakenBack {
    /// Its sums.
    pub(crate) sums: Vec<Sum>,
    /// How many notes it would have made.
    pub(crate) notes: usize,
}

/// How much of a log is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    lines: usize,
    facts: usize,
    rolls: usize,
    faces: usize,
    /// How many sums.
    pub(crate) sums: usize,
    parts: usize,
    answers: usize,
}

/// A line, as the [`Note`] of that name, or as the notes of several in a row.
#[derive(Clone, Copy, Debug)]
enum Line {
    Fact,
    /// With how many faces were shown.
    Rolled(u16),
    /// The same of dice that are looked at one by one.
    Shown(u16),
    /// With its parts.
    Sum(Parts),
    Cite(RuleId),
    /// A row of rules.
    Cites(&'static [RuleId]),
    Because(&'static str, RuleId),
    Answer,
}

/// How many notes these lines make, but for the parts of sums.
fn notes(lines: &[Line]) -> usize {
    let in_rows = lines.iter().map(|line| match line {
        Line::Cites(rules) => rules.len(),
        _ => 1,
    });
    in_rows.sum()
}

/// How many parts a sum has, and which of them are covered by others: bit by bit, the first the lowest.
#[derive(Clone, Copy, Debug)]
struct Parts {
    count: u16,
    covered: u16,
}

impl Parts {
    #[inline]
    fn of(tally: &Tally) -> Self {
        let count = tally.parts().len();
        let covered = if tally.counts_all() {
            0
        } else {
            let covered = (0..count).filter(|part| !tally.counts(*part));
            covered.fold(0, |bits, part| bits | 1 << part)
        };
        Self {
            count: count as u16,
            covered,
        }
    }
}

impl<S: System> Default for Log<S> {
    fn default() -> Self {
        Self::taking(true)
    }
}

impl<S: System> Drop for Log<S> {
    fn drop(&mut self) {
        self.clear();
    }
}

impl<S: System> Log<S> {
    fn taking(is_whole: bool) -> Self {
        Self {
            is_whole,
            lines: Vec::new(),
            facts: Vec::new(),
            facts_own: false,
            rolls: Vec::new(),
            faces: Vec::new(),
            sums: Vec::new(),
            parts: Vec::new(),
            answers: Vec::new(),
            taken_back: TakenBack::default(),
        }
    }

    /// A log that takes facts and nothing else: for those who count what comes about and read no sums.
    #[must_use]
    pub fn of_facts() -> Self {
        Self::taking(false)
    }

    /// Whether it takes more than facts.
    #[inline]
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Empties the log, keeping its memory.
    #[inline]
    pub fn clear(&mut self) {
        if self.facts_own {
            self.let_go_of_facts();
        }
        self.facts.clear();
        if self.is_whole {
            self.lines.clear();
            self.rolls.clear();
            self.faces.clear();
            self.sums.clear();
            self.parts.clear();
            self.answers.clear();
            self.taken_back.sums.clear();
            self.taken_back.notes = 0;
        }
    }

    /// How much is written.
    pub(crate) fn written(&self) -> Written {
        Written {
            lines: self.lines.len(),
            facts: self.facts.len(),
            rolls: self.rolls.len(),
            faces: self.faces.len(),
            sums: self.sums.len(),
            parts: self.parts.len(),
            answers: self.answers.len(),
        }
    }

    /// Takes back what was written since.
    pub(crate) fn take_back(&mut self, since: Written) {
        let sums = self.sums.drain(since.sums.min(self.sums.len())..);
        self.taken_back.sums.extend(sums);
        let lines = self.lines.get(since.lines..).unwrap_or_default();
        let parts = self.parts.len().saturating_sub(since.parts);
        self.taken_back.notes += notes(lines) + parts;
        let facts = self.facts.drain(since.facts.min(self.facts.len())..);
        facts.map(ManuallyDrop::into_inner).for_each(drop);
        self.lines.truncate(since.lines);
        self.rolls.truncate(since.rolls);
        self.faces.truncate(since.faces);
        self.parts.truncate(since.parts);
        self.answers.truncate(since.answers);
    }

    /// What was taken back since the log was empty.
    pub(crate) fn taken_back(&self) -> &TakenBack {
        &self.taken_back
    }

    #[cold]
    fn let_go_of_facts(&mut self) {
        self.facts_own = false;
        let facts = self.facts.drain(..).map(ManuallyDrop::into_inner);
        facts.for_each(drop);
    }

    /// The facts since the last time, in order.
    pub fn facts(&self) -> impl Iterator<Item = &S::Fact> {
        self.facts.iter().map(|fact| &**fact)
    }

    /// The sums since the last time, in order, without their parts.
    #[must_use]
    pub fn sums(&self) -> &[Sum] {
        &self.sums
    }

    /// How many notes it makes.
    #[must_use]
    pub fn notes(&self) -> usize {
        notes(&self.lines) + self.parts.len()
    }

    /// Everything written since the last time as notes, in order; the log is empty then.
    pub fn take_notes(&mut self) -> Vec<Note<S>> {
        let mut notes = Vec::with_capacity(self.lines.len() + self.parts.len());
        let mut facts = self
            .facts
            .drain(..)
            .map(ManuallyDrop::into_inner)
            .map(Note::Fact);
        let mut rolls = self.rolls.drain(..);
        let mut faces = self.faces.as_slice();
        let mut sums = self.sums.drain(..).map(Note::Sum);
        let mut parts = self.parts.drain(..);
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
                Line::Sum(Parts { count, covered }) => {
                    notes.extend(sums.next());
                    let parts = parts.by_ref().take(usize::from(count)).enumerate();
                    notes.extend(
                        parts.map(|(place, part)| Note::Part(part, covered >> place & 1 == 0)),
                    );
                }
                Line::Cite(rule) => notes.push(Note::Cite(rule)),
                Line::Cites(rules) => notes.extend(rules.iter().copied().map(Note::Cite)),
                Line::Because(words, rule) => notes.push(Note::Because(words, rule)),
                Line::Answer => {
                    notes.extend(answers.next().map(|(ask, act)| Note::Answer(ask, act)));
                }
            }
        }
        drop(facts);
        self.facts_own = false;
        self.faces.clear();
        notes
    }

    /// A fact that is known to own no memory. In place, so that it is made where it is kept.
    #[inline(always)]
    pub(crate) fn plain_fact(&mut self, fact: ManuallyDrop<S::Fact>) {
        if self.is_whole {
            self.lines.push(Line::Fact);
        }
        self.facts.push(fact);
    }

    #[inline(never)]
    pub(crate) fn fact(&mut self, fact: ManuallyDrop<S::Fact>) {
        self.facts_own = true;
        self.plain_fact(fact);
    }

    #[inline]
    pub(crate) fn cite(&mut self, rule: RuleId) {
        self.lines.push(Line::Cite(rule));
    }

    #[inline]
    pub(crate) fn cite_all(&mut self, rules: &'static [RuleId]) {
        self.lines.push(Line::Cites(rules));
    }

    pub(crate) fn because(&mut self, reason: &'static str, rule: RuleId) {
        self.lines.push(Line::Because(reason, rule));
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

    /// The roll of a single die. In place, so that it is made where it is kept.
    #[inline(always)]
    pub(crate) fn rolled_one(&mut self, roll: Roll, face: u16) {
        self.faces.push(face);
        self.lines.push(Line::Rolled(1));
        self.rolls.push(roll);
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
        self.lines.push(Line::Sum(Parts::of(tally)));
        self.sums.push(sum);
        self.parts.extend_from_slice(tally.parts());
    }

    pub(crate) fn answer(&mut self, ask: Ask<S>, act: &S::Act) {
        self.lines.push(Line::Answer);
        self.answers.push((ask, act.clone()));
    }
}
