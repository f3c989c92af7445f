//! The steps of a worked example: what is done, and what must come of it.

use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

use crate::content::{Located, Problem, Problems, Source, Tree};

/// One thing done in a case, and everything that must be seen of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The line of the page where the step begins, from 1.
    pub line: usize,
    /// The place of the step's first line.
    pub span: Range<usize>,
    /// What is done.
    pub action: Action,
    /// The dice in the order drawn. All of them must be used.
    pub dice: Vec<Located<Thrown>>,
    /// What the creatures answer, in the order asked. All answers must be used.
    pub answers: Vec<Located<Spoken>>,
    /// Values that must be seen after the step.
    pub expect: Vec<Expectation>,
    /// Who is asked to act next, by name; the order does not matter.
    pub next: Option<Located<Vec<String>>>,
    /// Each must be part of a sentence of the step's log.
    pub facts: Vec<Located<String>>,
    /// Rules that the step must cite.
    pub cites: Vec<Located<String>>,
    /// Rules that the step must not cite.
    pub not_cites: Vec<Located<String>>,
    /// The rule by which the act is refused. Then nothing else happens.
    pub refused: Option<Located<String>>,
    /// Part of the refusal's message.
    pub because: Option<Located<String>>,
    /// Each must begin an act that is offered to whoever is next.
    pub offers: Vec<Located<String>>,
    /// None may begin an act that is offered to whoever is next.
    pub not_offers: Vec<Located<String>>,
    /// Who was asked in which window during the step, in order.
    pub asked: Option<Located<Vec<Spoken>>>,
    /// The fight is over and this side has won.
    pub over: Option<Located<String>>,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A creature acts.
    Do(Located<Spoken>),
    /// The automatic entries run until somebody must decide.
    Auto,
    /// The game master changes something.
    Override(Located<String>),
    /// Creatures join, written as the entries of a scenario.
    Joins(Located<String>),
    /// The last decision of a person is taken back.
    Undo,
    /// What was taken back last is done again.
    Redo,
}

/// A creature and the words behind the colon: an act, an answer or a window.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Spoken {
    /// The creature's name.
    pub who: String,
    /// The words.
    pub words: String,
}

/// A die and the face it showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// How many sides the die has.
    pub sides: u16,
    /// The face, from 1 to `sides`.
    pub face: u16,
}

/// A value that must be seen at a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// The path, like `garret.fatigue`.
    pub path: String,
    /// The value; never a table.
    pub value: toml::Value,
    /// The place of the value in the page.
    pub span: Range<usize>,
}

/// Reads the steps of one block; `block` is its place.
///
/// # Errors
/// Everything that is wrong in the block.
pub(super) fn read(
    tree: &Tree,
    source: &Source,
    block: &Range<usize>,
) -> Result<Vec<Step>, Problems> {
    let written: Block = tree.read(source)?;
    let mut checking = Checking {
        source,
        problems: Problems::none(source),
    };
    if written.step.is_empty() {
        let hint = "begin each with a line `[[step]]`".to_owned();
        checking
            .problems
            .add(block.clone(), "this block has no steps", Some(hint));
    }
    let steps = written
        .step
        .into_iter()
        .filter_map(|step| checking.step(step))
        .collect();
    checking.problems.or(steps)
}

/// A block as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Block {
    #[serde(default)]
    step: Vec<Located<Written>>,
}

/// A step as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    r#do: Option<Located<Spoken>>,
    auto: Option<Located<bool>>,
    r#override: Option<Located<String>>,
    joins: Option<Located<String>>,
    undo: Option<Located<bool>>,
    redo: Option<Located<bool>>,
    dice: Option<Located<Dice>>,
    #[serde(default)]
    answers: Vec<Located<Spoken>>,
    #[serde(default)]
    expect: Expected,
    next: Option<Located<Names>>,
    #[serde(default)]
    facts: Vec<Located<String>>,
    #[serde(default)]
    cites: Vec<Located<String>>,
    #[serde(default)]
    not_cites: Vec<Located<String>>,
    refused: Option<Located<String>>,
    because: Option<Located<String>>,
    #[serde(default)]
    offers: Vec<Located<String>>,
    #[serde(default)]
    not_offers: Vec<Located<String>>,
    asked: Option<Located<Vec<Spoken>>>,
    over: Option<Located<String>>,
}

/// Turns what is written into steps, noting what makes no sense.
struct Checking<'s> {
    source: &'s Source,
    problems: Problems,
}

impl Checking<'_> {
    fn step(&mut self, written: Located<Written>) -> Option<Step> {
        let Located {
            value: written,
            span,
        } = written;
        if let (Some(because), None) = (&written.because, &written.refused) {
            let hint = "say also by which rule: `refused = \"...\"`".to_owned();
            self.add(&because.span, "a reason without a refusal", Some(hint));
        }
        let action = self.action(&written, &span);
        if let (Some(refused), Some(action)) = (&written.refused, &action)
            && !matches!(action, Action::Do(_))
        {
            let hint = "only what somebody does with `do` is refused by a rule".to_owned();
            self.add(&refused.span, "nothing here can be refused", Some(hint));
        }
        Some(Step {
            line: self.source.line_column(span.start).0,
            span,
            action: action?,
            dice: written.dice.map_or_else(Vec::new, |dice| self.dice(&dice)),
            answers: written.answers,
            expect: self.expectations(written.expect),
            next: written.next.map(|next| Located {
                value: next.value.0,
                span: next.span,
            }),
            facts: written.facts,
            cites: written.cites,
            not_cites: written.not_cites,
            refused: written.refused,
            because: written.because,
            offers: written.offers,
            not_offers: written.not_offers,
            asked: written.asked,
            over: written.over,
        })
    }

    fn add(&mut self, span: &Range<usize>, message: impl Into<String>, hint: Option<String>) {
        self.problems.list.push(Problem {
            message: message.into(),
            hint,
            span: span.clone(),
            path: String::new(),
        });
    }

    fn action(&mut self, written: &Written, step: &Range<usize>) -> Option<Action> {
        let mut found = Vec::new();
        for (switch, action) in [
            (&written.auto, Action::Auto),
            (&written.undo, Action::Undo),
            (&written.redo, Action::Redo),
        ] {
            match switch {
                Some(switch) if switch.value => found.push(action),
                Some(switch) => {
                    let hint = "write `true` or leave the key out".to_owned();
                    self.add(&switch.span, "`false` does nothing here", Some(hint));
                }
                None => {}
            }
        }
        if let Some(words) = &written.r#override {
            found.push(Action::Override(words.clone()));
        }
        if let Some(entries) = &written.joins {
            found.push(Action::Joins(entries.clone()));
        }
        if let Some(words) = &written.r#do {
            found.push(Action::Do(words.clone()));
        }
        if found.len() == 1 {
            return found.pop();
        }
        let message = if found.is_empty() {
            "the step does nothing"
        } else {
            "the step does several things"
        };
        let hint = "a step has exactly one of `do`, `auto`, `override`, `joins`, `undo`, `redo`"
            .to_owned();
        self.add(step, message, Some(hint));
        None
    }

    /// The dice with the place of the word that says each of them.
    fn dice(&self, dice: &Located<Dice>) -> Vec<Located<Thrown>> {
        let located = |(offset, word)| {
            let span = self.part_of(dice, offset, word);
            let thrown = thrown(word).unwrap_or_default().into_iter();
            thrown.map(move |value| Located {
                value,
                span: span.clone(),
            })
        };
        words(&dice.0).flat_map(located).collect()
    }

    /// Where a word of a text stands in the page: exactly, unless the text is written with escapes.
    fn part_of(&self, text: &Located<Dice>, offset: usize, word: &str) -> Range<usize> {
        let start = text.span.start + 1 + offset;
        let exact = start..start + word.len();
        if self.source.text.get(exact.clone()) == Some(word) {
            exact
        } else {
            text.span.clone()
        }
    }

    fn expectations(&mut self, expected: Expected) -> Vec<Expectation> {
        let mut all = Vec::new();
        for (key, value) in expected.0 {
            self.flatten(key, value, &mut all);
        }
        all
    }

    /// `garret.fatigue = 7` is a table in a table to TOML, and one path to us.
    fn flatten(&mut self, path: String, seen: Located<Seen>, all: &mut Vec<Expectation>) {
        let entries = match seen.value {
            Seen::Value(value) => {
                all.push(Expectation {
                    path,
                    value,
                    span: seen.span,
                });
                return;
            }
            Seen::Table(entries) => entries,
        };
        if entries.is_empty() {
            let message = format!("nothing is expected of `{path}`");
            self.add(&seen.span, message, None);
        }
        for (key, value) in entries {
            self.flatten(format!("{path}.{key}"), value, all);
        }
    }
}

impl TryFrom<String> for Spoken {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (who, words) = text.split_once(':').unwrap_or_default();
        let (who, words) = (who.trim().to_owned(), words.trim().to_owned());
        if who.is_empty() || words.is_empty() {
            return Err(format!(
                "{text:?} is not a creature, a colon and words, as in `ogre: pass`"
            ));
        }
        Ok(Self { who, words })
    }
}

/// A text of dice and faces, known to be right.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Dice(String);

impl TryFrom<String> for Dice {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let wrong: Vec<String> = words(&text)
            .filter_map(|(_, word)| thrown(word).err())
            .collect();
        if wrong.is_empty() {
            Ok(Self(text))
        } else {
            Err(wrong.join("; "))
        }
    }
}

/// The words of a text and the bytes at which they begin.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace()
        .map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// `d20=12`, `2d6=3,4` or `d%=57`.
fn thrown(word: &str) -> Result<Vec<Thrown>, String> {
    let odd = || format!("`{word}` is no die and face such as `d20=12` or `2d6=3,4`");
    let (kind, faces) = word.split_once('=').ok_or_else(odd)?;
    let (count, sides) = kind.split_once('d').ok_or_else(odd)?;
    let count: usize = match count {
        "" => 1,
        count => count.parse().map_err(|_| odd())?,
    };
    let sides: u16 = match sides {
        "%" => 100,
        sides => sides.parse().map_err(|_| odd())?,
    };
    let mut dice = Vec::new();
    for face in faces.split(',') {
        let face: u16 = face.parse().map_err(|_| odd())?;
        if face == 0 || face > sides {
            return Err(format!("a d{sides} has no face {face}"));
        }
        dice.push(Thrown { sides, face });
    }
    if dice.len() != count {
        let shown = dice.len();
        return Err(format!("{count} dice, but {shown} faces in `{word}`"));
    }
    Ok(dice)
}

/// One name or a list of them.
struct Names(Vec<String>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NamesVisitor;

        impl<'de> Visitor<'de> for NamesVisitor {
            type Value = Names;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a name in quotation marks or a list of names")
            }

            fn visit_str<E>(self, name: &str) -> Result<Names, E> {
                Ok(Names(vec![name.to_owned()]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut names: A) -> Result<Names, A::Error> {
                let mut all = Vec::new();
                while let Some(name) = names.next_element()? {
                    all.push(name);
                }
                Ok(Names(all))
            }
        }

        deserializer.deserialize_any(NamesVisitor)
    }
}

/// What is expected, in the order written.
#[derive(Default)]
struct Expected(Vec<(String, Located<Seen>)>);

/// A value to be seen, or several below a key.
enum Seen {
    Value(toml::Value),
    Table(Vec<(String, Located<Seen>)>),
}

fn entries<'de, A: MapAccess<'de>>(mut map: A) -> Result<Vec<(String, Located<Seen>)>, A::Error> {
    let mut entries = Vec::new();
    while let Some(entry) = map.next_entry()? {
        entries.push(entry);
    }
    Ok(entries)
}

impl<'de> Deserialize<'de> for Expected {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ExpectedVisitor;

        impl<'de> Visitor<'de> for ExpectedVisitor {
            type Value = Expected;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a table of paths and values")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Expected, A::Error> {
                entries(map).map(Expected)
            }
        }

        deserializer.deserialize_map(ExpectedVisitor)
    }
}

impl<'de> Deserialize<'de> for Seen {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct SeenVisitor;

        impl<'de> Visitor<'de> for SeenVisitor {
            type Value = Seen;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a value")
            }

            fn visit_bool<E>(self, truth: bool) -> Result<Seen, E> {
                Ok(Seen::Value(truth.into()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Seen, E> {
                Ok(Seen::Value(number.into()))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Seen, E> {
                Ok(Seen::Value(number.into()))
            }

            fn visit_str<E>(self, text: &str) -> Result<Seen, E> {
                Ok(Seen::Value(text.into()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Seen, A::Error> {
                let mut values: Vec<toml::Value> = Vec::new();
                while let Some(value) = list.next_element()? {
                    values.push(value);
                }
                Ok(Seen::Value(values.into()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Seen, A::Error> {
                entries(map).map(Seen::Table)
            }
        }

        deserializer.deserialize_any(SeenVisitor)
    }
}
