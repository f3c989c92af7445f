//! What a scene writes down while rules run: quick to write, and read as notes when somebody wants them.

use crate::id::{CreatureId, RuleId};
use crate::modifier::{Modifier, Tally};
use crate::story::{Note, Rolled, Sum};
use crate::system::System;

/// The log of an act. Its lines are small and hold no memory; what is large lies in lists of its own, in the order of the lines.
#[derive(Clone, Debug)]
pub struct Log<S: System> {
    lines: Vec<Line>,
    facts: Vec<S::Fact>,
    rolls: Vec<Rolled>,
    sums: Vec<Sum>,
    answers: Vec<(CreatureId, S::Act)>,
}

/// A line, as the [`Note`] of that name.
#[derive(Clone, Copy, Debug)]
enum Line {
    Fact,
    Rolled,
    Sum,
    Part(Modifier, bool),
    Cite(RuleId),
    Because(&'static str, RuleId),
    Answer,
}

impl<S: System> Default for Log<S> {
    fn default() -> Self {
        Self {
            lines: Vec::new(),
            facts: Vec::new(),
            rolls: Vec::new(),
            sums: Vec::new(),
            answers: Vec::new(),
        }
    }
}

impl<S: System> Log<S> {
    /// Empties the log, keeping its memory.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.facts.clear();
        self.rolls.clear();
        self.sums.clear();
        self.answers.clear();
    }

    /// Everything written since the last time as notes, in order; the log is empty then.
    pub fn take_notes(&mut self) -> Vec<Note<S>> {
        let mut facts = self.facts.drain(..);
        let mut rolls = self.rolls.drain(..);
        let mut sums = self.sums.drain(..);
        let mut answers = self.answers.drain(..);
        self.lines
            .drain(..)
            .filter_map(|line| {
                Some(match line {
                    Line::Fact => Note::Fact(facts.next()?),
                    Line::Rolled => Note::Rolled(rolls.next()?),
                    Line::Sum => Note::Sum(sums.next()?),
                    Line::Part(part, counts) => Note::Part(part, counts),
                    Line::Cite(rule) => Note::Cite(rule),
                    Line::Because(reason, rule) => Note::Because(reason, rule),
                    Line::Answer => {
                        let (who, act) = answers.next()?;
                        Note::Answer(who, act)
                    }
                })
            })
            .collect()
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

    pub(crate) fn because(&mut self, reason: &'static str, rule: RuleId) {
        self.lines.push(Line::Because(reason, rule));
    }

    pub(crate) fn rolled(&mut self, rolled: Rolled) {
        self.lines.push(Line::Rolled);
        self.rolls.push(rolled);
    }

    pub(crate) fn sum(&mut self, sum: Sum, tally: &Tally) {
        self.lines.push(Line::Sum);
        self.sums.push(sum);
        for (index, part) in tally.parts().iter().enumerate() {
            self.lines.push(Line::Part(*part, tally.counts(index)));
        }
    }

    pub(crate) fn answer(&mut self, who: CreatureId, act: &S::Act) {
        self.lines.push(Line::Answer);
        self.answers.push((who, act.clone()));
    }
}
