//! Notes become sentences.

use std::mem::take;

use super::naming::speaking_of_all;
use super::sums::{thrown, unfold};
use super::{Audience, Note, Sentence, Several, Sum, Told};
use crate::id::RuleId;
use crate::system::System;

/// Puts a run of notes into sentences; `state` is the state before the first note and is carried along.
///
/// A sum and its parts become one line: `14 + 3 (Level) + 5 (STR) − 1 (range) = 21 against Physical Defense 17: hit`. One that says no
/// more than the roll before it is left out.
/// An answer stands with the rule by which it was asked for. Rules cited without a sentence of their own are attached to the next sentence, or to the last one at the end.
pub fn tell<S: System>(state: &mut S::State, notes: &[Note<S>]) -> Vec<Told> {
    let mut telling = Telling::default();
    let mut at = 0;
    while let Some(note) = notes.get(at) {
        let parts = parts(notes, at);
        telling.cite(note.rule());
        for part in parts {
            telling.cite(part.rule());
        }
        let sentence = telling.sentence(state, &notes[..at], note, parts);
        telling.say(sentence, telling.audience_of(note));
        if let Note::Fact(fact) = note {
            S::apply(state, fact);
        }
        at += 1 + parts.len();
    }
    telling.end()
}

/// The parts of the sum at that place; nothing else has any.
pub(super) fn parts<S: System>(notes: &[Note<S>], at: usize) -> &[Note<S>] {
    let Some((Note::Sum(_), rest)) = notes[at..].split_first() else {
        return &[];
    };
    let is_part = |note: &&Note<S>| matches!(note, Note::Part(..));
    &rest[..rest.iter().take_while(is_part).count()]
}

/// What was told of the notes up to one of them.
#[derive(Default)]
struct Telling {
    told: Vec<Told>,
    /// The rules that were cited since the last sentence.
    cited: Vec<RuleId>,
    /// Reasons for the roll or the sum that follows.
    reasons: Vec<&'static str>,
    /// Who may see the last roll.
    last_roll: Audience,
}

impl Telling {
    fn cite(&mut self, rule: Option<RuleId>) {
        if let Some(rule) = rule
            && !self.cited.contains(&rule)
        {
            self.cited.push(rule);
        }
    }

    /// What a note says, and the parts of a sum with it; `state` is as it was before.
    fn sentence<S: System>(
        &mut self,
        state: &S::State,
        before: &[Note<S>],
        note: &Note<S>,
        parts: &[Note<S>],
    ) -> Option<Sentence> {
        match note {
            Note::Sum(sum) => {
                let reasons = take(&mut self.reasons);
                let says_more = !parts.is_empty()
                    || sum.against.is_some()
                    || !sum.verdict.is_empty()
                    || !reasons.is_empty();
                (says_more || !follows_its_roll(before, sum))
                    .then(|| unfold::<S>(state, sum, parts, &reasons))
            }
            Note::Rolled(rolled) => {
                self.last_roll = rolled.roll.audience;
                Some(thrown::<S>(state, rolled, &take(&mut self.reasons)))
            }
            Note::Because(reason, _) => {
                self.reasons.push(reason);
                None
            }
            Note::Cite(_) | Note::Part(..) => None,
            Note::Fact(_) => {
                let sentence = S::tell(state, note)?;
                let typed = sentence.typed;
                Some(speaking_of_all::<S>(state, sentence, typed))
            }
            Note::Answer(ask, _) => {
                let sentence = S::tell(state, note)?;
                self.cite(Some(S::asked_by(state, ask)));
                Some(speaking_of_all::<S>(state, sentence, true))
            }
        }
    }

    fn audience_of<S: System>(&self, note: &Note<S>) -> Audience {
        match note {
            Note::Rolled(_) | Note::Sum(_) => self.last_roll,
            _ => Audience::Everyone,
        }
    }

    /// Adds a sentence, if there is one, with the rules that were cited since the last.
    fn say(&mut self, sentence: Option<Sentence>, audience: Audience) {
        if let Some(sentence) = sentence {
            self.told.push(Told {
                sentence,
                audience,
                rules: take(&mut self.cited),
            });
        }
    }

    fn end(mut self) -> Vec<Told> {
        if let Some(last) = self.told.last_mut() {
            add_new(&mut last.rules, &self.cited);
        }
        listed(self.told)
    }
}

/// Joins sentences one after the other that differ only in the name that ends them.
fn listed(told: Vec<Told>) -> Vec<Told> {
    let mut all: Vec<Told> = Vec::with_capacity(told.len());
    for one in told {
        match all.last_mut().filter(|last| last.may_list(&one)) {
            Some(last) => last.list(&one),
            None => all.push(one),
        }
    }
    all
}

fn add_new<T: Copy + PartialEq>(all: &mut Vec<T>, more: &[T]) {
    for one in more {
        if !all.contains(one) {
            all.push(*one);
        }
    }
}

impl Told {
    /// Names at its end whom the next sentence names there: each part speaks of those of whom its own sentence spoke.
    fn list(&mut self, next: &Self) {
        let own = &mut self.sentence;
        let mut several = own.several.take().unwrap_or_else(|| {
            let mut several = Several::beginning(own.beginning().unwrap_or_default());
            several.list(own);
            Box::new(several)
        });
        several.list(&next.sentence);
        own.text = several.text(|_| true).unwrap_or_default();
        own.several = Some(several);
        add_new(&mut own.about, &next.sentence.about);
        add_new(&mut self.rules, &next.rules);
    }

    /// Whether the next sentence differs only in the name that ends both.
    fn may_list(&self, next: &Self) -> bool {
        let like = |told: &Self| (told.audience, told.sentence.depth, told.sentence.numbers_of);
        let has_more = |told: &Self| {
            told.sentence.without_numbers.is_some() || told.sentence.besides.is_some()
        };
        like(self) == like(next)
            && !has_more(self)
            && !has_more(next)
            && self.sentence.list_at.is_some()
            && self.sentence.beginning() == next.sentence.beginning()
    }
}

/// Whether the last roll before a sum shows all that a bare sum would say.
fn follows_its_roll<S: System>(before: &[Note<S>], sum: &Sum) -> bool {
    let rolled = before.iter().rev().find_map(|note| match note {
        Note::Rolled(rolled) => Some(rolled),
        _ => None,
    });
    rolled.is_some_and(|rolled| {
        let roll = &rolled.roll;
        rolled.added
            && roll.by == sum.by
            && roll.what == sum.what
            && roll.pool.read(rolled.faces.as_slice()).total == sum.total
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::CreatureId;

    fn told(sentence: Sentence, who: u16) -> Told {
        Told {
            sentence: sentence.about(vec![CreatureId(9), CreatureId(who)]),
            rules: vec![RuleId(who)],
            audience: Audience::Everyone,
        }
    }

    fn hidden_from(name: &str, who: u16) -> Told {
        told(
            Sentence::event(format!("Mo is Hidden from {name}.")).listing(name),
            who,
        )
    }

    fn texts(told: Vec<Told>) -> Vec<String> {
        let told = listed(told).into_iter();
        told.map(|told| told.sentence.text).collect()
    }

    #[test]
    fn sentences_that_differ_in_their_last_name_are_one() {
        let all = listed(vec![
            hidden_from("Al", 1),
            hidden_from("Bo", 2),
            hidden_from("Cy", 3),
        ]);
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].sentence.text, "Mo is Hidden from Al, Bo and Cy.");
        assert_eq!(all[0].sentence.about, [9, 1, 2, 3].map(CreatureId));
        assert_eq!(all[0].rules, [1, 2, 3].map(RuleId));
        let several = all[0].sentence.several.as_ref().expect("it tells of three");
        let without_bo = several.text(|about| !about.contains(&CreatureId(2)));
        assert_eq!(without_bo.as_deref(), Some("Mo is Hidden from Al and Cy."));
    }

    #[test]
    fn others_stay_apart() {
        let seen = told(Sentence::event("Mo is seen by Di.").listing("Di"), 4);
        let plain = told(Sentence::event("Mo is Hidden from Ed."), 5);
        let secret = Told {
            audience: Audience::GameMaster,
            ..hidden_from("Cy", 3)
        };
        let all = vec![
            hidden_from("Al", 1),
            seen,
            hidden_from("Bo", 2),
            plain,
            hidden_from("Fi", 6),
            secret,
        ];
        let apart: Vec<String> = all.iter().map(|told| told.sentence.text.clone()).collect();
        assert_eq!(texts(all), apart);
        let not_at_the_end = Sentence::event("Al is Hidden from Mo.").listing("Al");
        assert_eq!(not_at_the_end.list_at, None);
    }
}
