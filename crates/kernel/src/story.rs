//! What a fight leaves for its log: facts, dice, sums with their parts, and the rules that acted.

use crate::dice::{Faces, Pool};
use crate::id::{CreatureId, RuleId};
use crate::modifier::Modifier;
use crate::prose::{self, capital, signed};
use crate::system::{Ask, System};

mod foretold;

pub use foretold::{foretell, foretold};

/// Who may see a roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Audience {
    /// Everybody.
    #[default]
    Everyone,
    /// The game master alone.
    GameMaster,
}

/// A roll to be made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Roll {
    /// The dice.
    pub pool: Pool,
    /// Who rolls; `None` for the game master or the world.
    pub by: Option<CreatureId>,
    /// What the roll is called: "attack", "damage".
    pub what: &'static str,
    /// The rule that asks for it.
    pub rule: RuleId,
    /// Who may see it.
    pub audience: Audience,
}

/// A roll that was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rolled {
    /// The roll.
    pub roll: Roll,
    /// What the dice showed, in order.
    pub faces: Faces,
    /// Whether they are read as the pool says; otherwise the rule looks at each, and they have no total.
    pub added: bool,
}

/// What a sum is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Against {
    /// Its name: "DC", "Physical Defense".
    pub what: &'static str,
    /// Its value.
    pub value: i32,
    /// The creature whose number it is; `None` where it is nobody's.
    pub of: Option<CreatureId>,
}

impl Against {
    /// A creature's number.
    #[must_use]
    pub const fn of(who: CreatureId, what: &'static str, value: i32) -> Self {
        Self {
            what,
            value,
            of: Some(who),
        }
    }

    /// A number that is nobody's.
    #[must_use]
    pub const fn number(what: &'static str, value: i32) -> Self {
        Self {
            what,
            value,
            of: None,
        }
    }
}

/// A sum, compared with a number or not. Its parts follow as notes of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sum {
    /// Whose sum it is.
    pub by: Option<CreatureId>,
    /// What it is: "attack", "opposing roll", "damage".
    pub what: &'static str,
    /// What the dice gave.
    pub dice: i32,
    /// Dice and parts together.
    pub total: i32,
    /// What it is compared with.
    pub against: Option<Against>,
    /// What came of it: "hit", "miss", "critical success"; empty if nothing is decided by it.
    pub verdict: &'static str,
    /// The rule that makes the sum.
    pub rule: RuleId,
}

/// One entry of the log.
#[derive(Clone, PartialEq, Debug)]
pub enum Note<S: System> {
    /// Something happened and was applied.
    Fact(S::Fact),
    /// Dice were thrown.
    Rolled(Rolled),
    /// A sum was made.
    Sum(Sum),
    /// A part of the sum before it, and whether it counts or is covered by another one.
    Part(Modifier, bool),
    /// A rule acted.
    Cite(RuleId),
    /// A reason without a number for the roll or the sum that follows: "Advantage: flanked".
    Because(&'static str, RuleId),
    /// Somebody answered what was asked.
    Answer(Ask<S>, S::Act),
}

impl<S: System> Note<S> {
    /// The rule that the note cites, if it cites one.
    #[must_use]
    pub fn rule(&self) -> Option<RuleId> {
        match self {
            Self::Rolled(rolled) => Some(rolled.roll.rule),
            Self::Sum(sum) => Some(sum.rule),
            Self::Part(part, _) => Some(part.rule),
            Self::Cite(rule) | Self::Because(_, rule) => Some(*rule),
            Self::Fact(_) | Self::Answer(..) => None,
        }
    }
}

/// How deep a sentence stands in the log.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case")]
pub enum Depth {
    /// A new round, a new turn.
    Heading,
    /// What happened.
    Event,
    /// Dice and sums behind it.
    Number,
}

/// A sentence of the log.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Sentence {
    /// How deep it stands.
    pub depth: Depth,
    /// The sentence.
    pub text: String,
    /// How it reads to those who may not know the numbers in it; `None` where it holds no such number, empty where nothing is left to say.
    pub without_numbers: Option<String>,
    /// Which creatures it speaks of.
    pub about: Vec<CreatureId>,
    /// Whose numbers it holds besides; it does not speak of them.
    pub numbers_of: Option<CreatureId>,
    /// Where the name begins that ends it, if it is one that others may follow: see [`Sentence::listing`].
    #[serde(skip)]
    pub list_at: Option<usize>,
}

impl Sentence {
    /// An event.
    #[must_use]
    pub fn event(text: impl Into<String>) -> Self {
        Self {
            depth: Depth::Event,
            text: text.into(),
            without_numbers: None,
            about: Vec::new(),
            numbers_of: None,
            list_at: None,
        }
    }

    /// A heading.
    #[must_use]
    pub fn heading(text: impl Into<String>) -> Self {
        Self {
            depth: Depth::Heading,
            text: text.into(),
            without_numbers: None,
            about: Vec::new(),
            numbers_of: None,
            list_at: None,
        }
    }

    /// The end of a fight, by the number of the side that has won.
    #[must_use]
    pub fn fight_over(sides: &[String], winner: Option<u8>) -> Self {
        let side = winner.and_then(|side| sides.get(usize::from(side)));
        Self::heading(match side {
            Some(side) => format!("The fight is over: {}", prose::side_wins(side)),
            None => "The fight is over: nobody wins".to_owned(),
        })
    }

    /// The same, about these creatures.
    #[must_use]
    pub fn about(self, about: Vec<CreatureId>) -> Self {
        Self { about, ..self }
    }

    /// The same, with a name at its end: sentences one after the other that differ in nothing else are told as one, such as `The bowman is no
    /// longer Hidden from Maren, Oswin and Garret.`
    #[must_use]
    pub fn listing(self, name: &str) -> Self {
        let text = self.text.strip_suffix('.').unwrap_or(&self.text);
        let list_at = text.strip_suffix(name).map(str::len);
        Self { list_at, ..self }
    }

    /// What stands before the name that ends it.
    fn beginning(&self) -> Option<&str> {
        self.list_at.and_then(|at| self.text.get(..at))
    }

    /// Numbers behind an event.
    #[must_use]
    pub fn number(text: impl Into<String>) -> Self {
        Self {
            depth: Depth::Number,
            text: text.into(),
            without_numbers: None,
            about: Vec::new(),
            numbers_of: None,
            list_at: None,
        }
    }
}

/// One sentence of a told log with the rules behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// The sentence.
    pub sentence: Sentence,
    /// The rules that were cited for it, in order, each once.
    pub rules: Vec<RuleId>,
    /// Who may hear it: a roll may be the game master's alone, and then so is the sum made with it.
    pub audience: Audience,
}

/// Puts a run of notes into sentences; `state` is the state before the first note and is carried along.
///
/// A sum and its parts become one line: `14 + 3 (Level) + 5 (STR) − 1 (range) = 21 against Physical Defense 17: hit`. One that says no
/// more than the roll before it is left out.
/// An answer stands with the rule by which it was asked for. Rules cited without a sentence of their own are attached to the next sentence, or to the last one at the end.
pub fn tell<S: System>(state: &mut S::State, notes: &[Note<S>]) -> Vec<Told> {
    let mut told: Vec<Told> = Vec::new();
    let mut pending: Vec<RuleId> = Vec::new();
    let mut reasons: Vec<&'static str> = Vec::new();
    let mut last_roll = Audience::Everyone;
    let mut index = 0;
    while index < notes.len() {
        let note = &notes[index];
        if let Some(rule) = note.rule()
            && !pending.contains(&rule)
        {
            pending.push(rule);
        }
        let sentence = match note {
            Note::Sum(sum) => {
                let parts = notes[index + 1..]
                    .iter()
                    .take_while(|note| matches!(note, Note::Part(..)))
                    .count();
                for part in &notes[index + 1..=index + parts] {
                    if let Some(rule) = part.rule()
                        && !pending.contains(&rule)
                    {
                        pending.push(rule);
                    }
                }
                let parts_of_sum = &notes[index + 1..=index + parts];
                let why = std::mem::take(&mut reasons);
                let says_more = parts > 0
                    || sum.against.is_some()
                    || !sum.verdict.is_empty()
                    || !why.is_empty();
                let sentence = (says_more || !follows_its_roll(&notes[..index], sum))
                    .then(|| unfold::<S>(state, sum, parts_of_sum, &why));
                index += parts;
                sentence
            }
            Note::Cite(_) | Note::Part(..) => None,
            Note::Because(reason, _) => {
                reasons.push(reason);
                None
            }
            Note::Rolled(rolled) => Some(thrown::<S>(state, rolled, &std::mem::take(&mut reasons))),
            Note::Fact(_) => S::tell(state, note),
            Note::Answer(ask, _) => {
                let sentence = S::tell(state, note);
                let rule = S::asked_by(state, ask);
                if sentence.is_some() && !pending.contains(&rule) {
                    pending.push(rule);
                }
                sentence
            }
        };
        let audience = match note {
            Note::Rolled(rolled) => {
                last_roll = rolled.roll.audience;
                last_roll
            }
            Note::Sum(_) => last_roll,
            _ => Audience::Everyone,
        };
        if let Note::Fact(fact) = note {
            S::apply(state, fact);
        }
        if let Some(sentence) = sentence {
            told.push(Told {
                sentence,
                audience,
                rules: std::mem::take(&mut pending),
            });
        }
        index += 1;
    }
    if let Some(last) = told.last_mut() {
        pending.retain(|rule| !last.rules.contains(rule));
        last.rules.append(&mut pending);
    }
    listed(told)
}

/// Joins sentences one after the other that differ only in the name that ends them.
fn listed(told: Vec<Told>) -> Vec<Told> {
    let mut all: Vec<Told> = Vec::with_capacity(told.len());
    let mut names: Vec<String> = Vec::new();
    for one in told {
        let Some(at) = one.sentence.list_at else {
            all.push(one);
            continue;
        };
        let (beginning, name) = one.sentence.text.split_at(at);
        let name = name.strip_suffix('.').unwrap_or(name).to_owned();
        match all.last_mut().filter(|last| last.may_list(&one)) {
            Some(last) => {
                names.push(name);
                last.sentence.text = format!("{beginning}{}.", prose::list(&names));
                add_new(&mut last.sentence.about, &one.sentence.about);
                add_new(&mut last.rules, &one.rules);
            }
            None => {
                names = vec![name];
                all.push(one);
            }
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
    /// Whether the next sentence differs only in the name that ends both.
    fn may_list(&self, next: &Self) -> bool {
        let like = |told: &Self| (told.audience, told.sentence.depth, told.sentence.numbers_of);
        let has_numbers = |told: &Self| told.sentence.without_numbers.is_some();
        like(self) == like(next)
            && !has_numbers(self)
            && !has_numbers(next)
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

fn thrown<S: System>(state: &S::State, rolled: &Rolled, reasons: &[&str]) -> Sentence {
    let reading = rolled.roll.pool.read(rolled.faces.as_slice());
    let shown: Vec<String> = rolled
        .faces
        .as_slice()
        .iter()
        .map(ToString::to_string)
        .collect();
    let who = rolled
        .roll
        .by
        .map(|who| format!("{}: ", capital(S::spoken(state, who))))
        .unwrap_or_default();
    let one = shown.len() == 1 && shown[0] == reading.total.to_string();
    let total = if one || !rolled.added {
        String::new()
    } else {
        format!(" = {}", signed(reading.total))
    };
    let reasons = in_brackets(reasons);
    let mut sentence = Sentence::number(format!(
        "{who}{} {} [{}]{total}{reasons}",
        rolled.roll.what,
        rolled.roll.pool,
        shown.join(", ")
    ));
    sentence.about.extend(rolled.roll.by);
    sentence
}

fn in_brackets(reasons: &[&str]) -> String {
    if reasons.is_empty() {
        String::new()
    } else {
        format!(" ({})", reasons.join("; "))
    }
}

fn unfold<S: System>(state: &S::State, sum: &Sum, parts: &[Note<S>], reasons: &[&str]) -> Sentence {
    // A value that no die stands at the beginning of begins with its first part.
    let begins = sum.dice == 0 && !parts.is_empty();
    let dice = if begins {
        String::new()
    } else {
        signed(sum.dice)
    };
    let mut text = in_parts::<S>(state, sum, parts, &dice);
    if !parts.is_empty() {
        text.push_str(&format!(" = {}", signed(sum.total)));
    }
    let verdict = if sum.verdict.is_empty() {
        String::new()
    } else {
        format!(": {}", sum.verdict)
    };
    compared(sum, text, verdict + &in_brackets(reasons))
}

/// Whose sum it is, what it is, and what it is made of.
fn in_parts<S: System>(state: &S::State, sum: &Sum, parts: &[Note<S>], dice: &str) -> String {
    let mut text = sum
        .by
        .map(|who| format!("{}: ", capital(S::spoken(state, who))))
        .unwrap_or_default();
    text.push_str(sum.what);
    let mut begins = dice.is_empty();
    if !begins {
        text.push_str(&format!(" {dice}"));
    }
    for part in parts {
        if let Note::Part(part, counts) = part {
            let sign = match part.value {
                ..0 => "− ",
                _ if begins => "",
                _ => "+ ",
            };
            begins = false;
            let covered = if *counts { "" } else { ", covered" };
            text.push_str(&format!(
                " {sign}{} ({}{covered})",
                part.value.unsigned_abs(),
                part.source
            ));
        }
    }
    text
}

/// A sum that is compared with what dice have yet to decide.
fn open(sum: &Sum, text: String, rest: &str) -> Sentence {
    let against = sum
        .against
        .map_or_else(String::new, |against| format!(" against {}", against.what));
    let mut sentence = Sentence::number(text + &against + rest);
    sentence.about.extend(sum.by);
    sentence
}

/// What a sum is compared with, between what it is and what else there is to say; not for those who may not know that number.
fn compared(sum: &Sum, text: String, rest: String) -> Sentence {
    let against = sum.against.map_or_else(String::new, |against| {
        format!(" against {} {}", against.what, signed(against.value))
    });
    let mut sentence = Sentence::number(format!("{text}{against}{rest}"));
    sentence.about.extend(sum.by);
    sentence.numbers_of = sum.against.and_then(|against| against.of);
    if sentence.numbers_of.is_some() {
        sentence.without_numbers = Some(text + &rest);
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;

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
    }

    #[test]
    fn numbers_below_nothing_have_a_real_minus_sign() {
        let sum = Sum {
            by: None,
            what: "check",
            dice: 1,
            total: -3,
            against: Some(Against::number("DC", -2)),
            verdict: "failure",
            rule: RuleId(0),
        };
        let sentence = compared(&sum, "check".to_owned(), ": failure".to_owned());
        assert_eq!(sentence.text, "check against DC −2: failure");
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
